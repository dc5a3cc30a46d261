//! A guide for Connect Four, small enough to read and complete enough to copy: state along the way, stages, proofs,
//! quiescence.

use super::{COLUMNS, ConnectFour, FLOOR, HEIGHT, Position, completions};
use ludex_core::{Evaluate, Seat, Term};
use ludex_search::negamax::{At, Calm, Guide, Listed, Look, Move, Quiescence, Verdict};

/// Knows which cells complete four and that the middle is worth more than the rim.
#[derive(Clone, Copy, Debug, Default)]
pub struct FourGuide;

/// What a stone in each column is worth.
const CENTRE: [i32; COLUMNS as usize] = [0, 1, 2, 3, 2, 1, 0];

/// What a cell that completes four is worth.
const THREAT: i32 = 8;

/// The worth of the first seat's stones minus that of the second's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Centre(i32);

impl Centre {
    fn of(position: &Position) -> Self {
        let worth = |stones: u64| -> i32 {
            let column = |c: u8| (stones >> (c * HEIGHT) & 0x3f).count_ones() as i32;
            (0..COLUMNS).map(|c| column(c) * CENTRE[usize::from(c)]).sum()
        };
        Self(signed(position.plies, worth(position.own) - worth(position.own ^ position.all)))
    }
}

/// A number for the seat to move after so many plies as the first seat sees it, and the other way round.
fn signed(plies: u8, number: i32) -> i32 {
    if plies & 1 == 0 { number } else { -number }
}

/// The cells on which the next stone of each column would land.
fn landings(position: &Position) -> u64 {
    (position.all + FLOOR) & (FLOOR * 0x3f)
}

/// What the seat to move must know before anything else.
struct Needs {
    /// Where a stone may land without losing at once.
    safe: u64,
    /// Where it wins at once.
    wins: u64,
    /// Where the other would win at once.
    blocks: u64,
}

impl Needs {
    fn of(position: &Position) -> Self {
        let landings = landings(position);
        let theirs = completions(position.own ^ position.all, position.all);
        let blocks = theirs & landings;
        // A stone under a cell that completes four for the other invites him to it.
        let open = landings & !(theirs >> 1);
        let safe = if blocks == 0 { open } else { open & blocks };
        Self { safe, wins: completions(position.own, position.all) & landings, blocks }
    }

    fn list(&self, position: &Position, cells: u64, out: &mut Vec<Move<u8>>) {
        let columns = (0..COLUMNS).filter(|&c| cells >> (c * HEIGHT) & 0x3f != 0);
        out.extend(columns.map(|column| self.rate(position, column)));
    }

    fn rate(&self, position: &Position, column: u8) -> Move<u8> {
        let cell = landings(position) & (0x3f << (column * HEIGHT));
        let all = position.all | cell;
        let threats = completions(position.own | cell, all).count_ones() as i32;
        let look = if self.blocks != 0 { Look::Further } else { Look::MaybeLess };
        Move::new(column, threats * THREAT + CENTRE[usize::from(column)]).look(look)
    }

    /// The safe cells after which the other must reply.
    fn pressing(&self, position: &Position) -> u64 {
        let mut pressing = 0;
        let mut left = self.safe;
        while left != 0 {
            let cell = left & left.wrapping_neg();
            left ^= cell;
            let all = position.all | cell;
            let next = (all + FLOOR) & (FLOOR * 0x3f);
            if completions(position.own | cell, all) & next != 0 {
                pressing |= cell;
            }
        }
        pressing
    }
}

impl Evaluate<ConnectFour> for FourGuide {
    fn value(&self, game: &ConnectFour, position: &Position, seat: Seat) -> f64 {
        let state = Centre::of(position);
        self.estimate(&At { game, position, state: &state, seat, depth: 0 })
    }

    fn terms(&self, _: &ConnectFour, position: &Position, seat: Seat) -> Vec<Term> {
        let sign = if seat == Seat::FIRST { 1 } else { -1 };
        let threats = sign * signed(position.plies, super::Threats::balance(position).into());
        let centre = sign * Centre::of(position).0;
        vec![
            Term::new("threats", "cells that complete four", threats.into(), THREAT.into()),
            Term::new("centre", "stones near the middle", centre.into(), 1.0),
        ]
    }
}

impl Guide<ConnectFour> for FourGuide {
    type State = Centre;

    fn state(&self, _: &ConnectFour, position: &Position) -> Centre {
        Centre::of(position)
    }

    #[inline]
    fn push(
        &self,
        _: &ConnectFour,
        after: &Position,
        column: u8,
        _: &Position,
        centre: &mut Centre,
    ) {
        centre.0 += signed(after.plies - 1, CENTRE[usize::from(column)]);
    }

    #[inline]
    fn pop(
        &self,
        _: &ConnectFour,
        after: &Position,
        column: u8,
        _: &Position,
        centre: &mut Centre,
    ) {
        centre.0 -= signed(after.plies - 1, CENTRE[usize::from(column)]);
    }

    #[inline]
    fn estimate(&self, at: &At<'_, ConnectFour, Centre>) -> f64 {
        let threats = signed(at.position.plies, super::Threats::balance(at.position).into());
        let value = f64::from(threats * THREAT + at.state.0);
        if at.seat == Seat::FIRST { value } else { 0.0 - value }
    }

    /// First what presses the other, then the rest. What loses at once is left out, and that is no gap.
    fn moves(
        &self,
        at: &At<'_, ConnectFour, Centre>,
        stage: u8,
        out: &mut Vec<Move<u8>>,
    ) -> Listed {
        let needs = Needs::of(at.position);
        let pressing = needs.pressing(at.position);
        if stage == 0 && pressing != 0 {
            needs.list(at.position, pressing, out);
            return Listed::More;
        }
        needs.list(at.position, needs.safe & !pressing, out);
        Listed::All
    }

    fn quiescence(&self) -> Quiescence {
        Quiescence { plies: 8, nodes: 50 }
    }

    fn noisy(&self, at: &At<'_, ConnectFour, Centre>, out: &mut Vec<Move<u8>>) -> Calm {
        let needs = Needs::of(at.position);
        if needs.blocks != 0 {
            needs.list(at.position, needs.safe, out);
            return Calm::MustReply;
        }
        needs.list(at.position, needs.pressing(at.position), out);
        Calm::MayStand
    }

    fn decided(&self, at: &At<'_, ConnectFour, Centre>) -> Option<Verdict> {
        let needs = Needs::of(at.position);
        if needs.wins != 0 {
            return Some(Verdict::Win(1));
        }
        let two = needs.blocks & needs.blocks.wrapping_sub(1) != 0;
        (two || needs.safe == 0).then_some(Verdict::Loss(2))
    }

    fn index(&self, column: u8) -> u16 {
        column.into()
    }

    fn recall(&self, at: &At<'_, ConnectFour, Centre>, index: u16) -> Option<Move<u8>> {
        let column = index as u8;
        let needs = Needs::of(at.position);
        let cell = needs.safe & (0x3f << (column * HEIGHT));
        (column < COLUMNS && cell != 0).then(|| needs.rate(at.position, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{
        Agent, Bound, Budget, Game as _, Proven, Seed, Turn, conformance::check_terms,
    };
    use ludex_search::common::Identity;
    use ludex_search::negamax::Negamax;

    /// Random positions, from the empty board to the end.
    fn positions(seed: u64, least: u8) -> Vec<Position> {
        let mut rng = Seed(seed).rng();
        let mut buffer = Vec::new();
        let mut found = Vec::new();
        let mut position = ConnectFour.start();
        while let Some(action) = ConnectFour.sample(&position, &mut rng, &mut buffer) {
            if position.plies >= least {
                found.push(position);
            }
            ConnectFour.play(&mut position, action);
        }
        found
    }

    fn at<'a>(position: &'a Position, state: &'a Centre) -> At<'a, ConnectFour, Centre> {
        let seat = Seat(usize::from(position.plies & 1));
        At { game: &ConnectFour, position, state, seat, depth: 1 }
    }

    #[test]
    fn terms_make_the_value() {
        check_terms(&ConnectFour, &FourGuide, 50, Seed(1));
    }

    #[test]
    fn the_state_that_is_kept_is_the_state_from_scratch() {
        for position in (0..100).flat_map(|seed| positions(seed, 0)) {
            let (mut state, mut next) = (Centre::of(&position), position);
            for column in (0..COLUMNS).filter(|&column| position.has_room(column)) {
                let undo = ConnectFour.play(&mut next, column);
                FourGuide.push(&ConnectFour, &next, column, &undo, &mut state);
                assert_eq!(state, Centre::of(&next));
                FourGuide.pop(&ConnectFour, &next, column, &undo, &mut state);
                ConnectFour.undo(&mut next, column, undo);
                assert_eq!(state, Centre::of(&position));
            }
        }
    }

    #[test]
    fn what_is_left_out_loses_at_once_and_nothing_is_listed_twice() {
        for position in (0..100).flat_map(|seed| positions(seed, 0)) {
            let centre = Centre::of(&position);
            let mut moves = Vec::new();
            let mut stage = 0;
            while FourGuide.moves(&at(&position, &centre), stage, &mut moves) == Listed::More {
                stage += 1;
            }
            let mut columns: Vec<u8> = moves.iter().map(|m| m.action).collect();
            columns.sort_unstable();
            let count = columns.len();
            columns.dedup();
            assert_eq!(columns.len(), count);
            for column in (0..COLUMNS).filter(|&column| position.has_room(column)) {
                let recalled = FourGuide.recall(&at(&position, &centre), column.into());
                assert_eq!(recalled.is_some(), columns.contains(&column));
                assert!(columns.contains(&column) || wins_next(position, column));
            }
        }
    }

    /// Whether the other can win at once after a stone in `column`, or it has won itself.
    fn wins_next(mut position: Position, column: u8) -> bool {
        position.drop_stone(column);
        let wins = |reply: u8| {
            let mut next = position;
            next.drop_stone(reply);
            next.won
        };
        position.won || (0..COLUMNS).any(|reply| position.has_room(reply) && wins(reply))
    }

    fn solve(position: &Position) -> Proven {
        let agent = Negamax::new(Identity::new("exact", Seed(1)), super::super::Threats, 42);
        let decision = agent.decide(&ConnectFour, position, &Budget::unlimited()).unwrap();
        decision.best().proven.unwrap()
    }

    #[test]
    fn forced_results_are_those_of_exhaustive_search() {
        let mut wins = 0;
        for position in (0..60).flat_map(|seed| positions(seed, 26)) {
            assert!(matches!(ConnectFour.turn(&position), Turn::Seat(_)));
            let truth = solve(&position);
            let state = Centre::of(&position);
            if let Some(verdict) = FourGuide.decided(&at(&position, &state)) {
                assert_eq!(verdict.proven(), truth);
            }
            let agent = Negamax::guided(Identity::new("guided", Seed(1)), FourGuide, 42);
            let decision = agent.decide(&ConnectFour, &position, &Budget::unlimited()).unwrap();
            let best = decision.best();
            assert_eq!(best.bound, Bound::Exact);
            assert_eq!(best.proven.unwrap_or(Proven::Draw), truth, "{position:?} {best:?}");
            wins += u32::from(truth == Proven::Win);
        }
        assert!(wins > 30, "{wins}");
    }
}
