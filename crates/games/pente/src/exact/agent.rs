//! Somebody who plays by a proof, so that people can walk through it: as the second player against every stone of it, as the first with
//! its stones as advice.

use super::board::symmetries;
use super::certificate::{Step, after, canonical, steps, winning_stone};
use crate::board::Point;
use crate::position::Position;
use crate::rules::Pente;
use crate::settings::{Settings, Variant};
use ludex_core::{
    Agent, Bound, Budget, Candidate, Decision, Proven, Result, SearchStats, Seat, Term, rank,
};
use ludex_search::common::{Identity, legal, mover, stats, walk};
use ludex_search::negamax::Verdict;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The proofs that come with the program, by the side of their board.
static PROOFS: [(u8, LazyLock<Steps>); 2] = [
    (7, LazyLock::new(|| steps(include_bytes!("../../data/7x7.win")).unwrap_or_default())),
    (9, LazyLock::new(|| steps(include_bytes!("../../data/9x9.win")).unwrap_or_default())),
];

/// What the first player does, by the name of the position.
type Steps = HashMap<[u64; 8], Step>;

/// Plays by the proof of its board; where there is none, or somebody has left it, like another agent.
pub(crate) struct ByProof {
    pub(crate) identity: Identity,
    pub(crate) agent: Box<dyn Agent<Pente>>,
    /// Whether it resists by the proof on the side that loses, too. That lasts longest, but sets no traps. Who does not plays as he thinks best, but
    /// knows that it is lost.
    pub(crate) resists: bool,
}

/// The proof of a game, if one comes with the program.
fn proof_of(game: &Pente) -> Option<&'static Steps> {
    let settings = game.settings();
    let (_, steps) = PROOFS.iter().find(|(side, _)| *side == settings.side)?;
    (settings == Settings::usual(settings.side, Variant::Pente)).then(|| &**steps)
}

/// The first player's stone by the proof where he is to move, and the plies until he has won.
fn answer(game: &Pente, steps: &Steps, position: &Position) -> Option<(Point, u32)> {
    if let Some(stone) = winning_stone(game, position) {
        return Some((stone, 1));
    }
    let (name, image) = canonical(game, position);
    let step = steps.get(&name)?;
    let turned = |p: &Point| symmetries(p.column(), p.row(), game.side())[image] == step.place;
    let stone = legal(game, position).into_iter().find(turned)?;
    Some((stone, step.plies))
}

/// The course by the proof from a position on, the second player resisting as long as he can.
fn course(game: &Pente, steps: &Steps, position: &Position) -> Vec<Point> {
    let (mut here, mut line) = (*position, Vec::new());
    while let Some(seat) = here.mover() {
        let next = if seat == Seat::FIRST.0 {
            answer(game, steps, &here).map(|(stone, _)| stone)
        } else {
            let plies = |&reply: &Point| answer(game, steps, &after(game, &here, reply));
            let lasting = |reply: Point| Some((plies(&reply)?.1, reply));
            // The first of those that last longest, as in the decision.
            legal(game, &here)
                .into_iter()
                .filter_map(lasting)
                .rev()
                .max_by_key(|&(n, _)| n)
                .map(|(_, r)| r)
        };
        let Some(next) = next else { break };
        line.push(next);
        here = after(game, &here, next);
    }
    line
}

/// A candidate of the proof.
fn proved(
    game: &Pente,
    steps: &Steps,
    position: &Position,
    stone: Point,
    verdict: Verdict,
) -> Candidate<Point> {
    let mut line = vec![stone];
    line.extend(course(game, steps, &after(game, position, stone)));
    let value = verdict.value();
    let meaning = "what the proof says: a million for a win, less one for each ply until it";
    Candidate {
        depth: line.len() as u32,
        line,
        terms: vec![Term::new("proved", meaning, value, 1.0)],
        proven: Some(verdict.proven()),
        ..Candidate::new(stone, value)
    }
}

/// What the proof says about every move, if the position is one of it.
fn candidates(game: &Pente, position: &Position, seat: Seat) -> Option<Vec<Candidate<Point>>> {
    let steps = proof_of(game)?;
    let moves = legal(game, position);
    if seat != Seat::FIRST {
        let weigh = |reply| {
            let (_, plies) = answer(game, steps, &after(game, position, reply))?;
            let verdict = Verdict::Loss(1 + plies as u16);
            Some(proved(game, steps, position, reply, verdict))
        };
        return moves.into_iter().map(weigh).collect();
    }
    if moves == [game.centre()] {
        let rest = course(game, steps, &after(game, position, game.centre())).len();
        let verdict = Verdict::Win(1 + rest as u16);
        return (rest > 0).then(|| vec![proved(game, steps, position, game.centre(), verdict)]);
    }
    let (stone, plies) = answer(game, steps, position)?;
    let weigh = |other| {
        if other == stone {
            proved(game, steps, position, stone, Verdict::Win(plies as u16))
        } else {
            Candidate::unseen(other, 0.0)
        }
    };
    Some(moves.into_iter().map(weigh).collect())
}

impl ByProof {
    fn follows(&self, seat: Seat) -> bool {
        self.resists || seat == Seat::FIRST
    }

    /// Whether all moves here lose by the proof, by which this one does not play.
    fn is_lost(&self, game: &Pente, position: &Position, seat: Seat) -> bool {
        !self.follows(seat) && candidates(game, position, seat).is_some()
    }
}

/// The same candidate of a position in which all moves lose, as far as its value can be read so.
fn lost(mut candidate: Candidate<Point>) -> Candidate<Point> {
    if [Bound::Exact, Bound::Upper].contains(&candidate.bound) {
        candidate.proven = Some(Proven::Loss);
    }
    candidate
}

impl Agent<Pente> for ByProof {
    fn decide(
        &self,
        game: &Pente,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Point>> {
        let seat = mover(game, position)?;
        let known = self.follows(seat).then(|| candidates(game, position, seat)).flatten();
        let Some(candidates) = known else {
            let mut decision = self.agent.decide(game, position, budget)?;
            if self.is_lost(game, position, seat) {
                decision.candidates = decision.candidates.into_iter().map(lost).collect();
            }
            return Ok(Decision { agent: self.identity.spec.clone(), ..decision });
        };
        let depth = candidates.iter().map(|c| c.depth).max().unwrap_or(0);
        let looked = stats("proof", depth, &budget.start());
        let stats = SearchStats { nodes: candidates.len() as u64, ..looked };
        let key = ludex_core::Game::key(game, position);
        Ok(self.identity.conclude(key, seat, candidates, stats))
    }

    /// What the proof does not speak of the other agent looks into.
    fn weigh(
        &self,
        game: &Pente,
        position: &Position,
        action: Point,
        budget: &Budget,
    ) -> Result<Candidate<Point>> {
        let seat = mover(game, position)?;
        if self.is_lost(game, position, seat) {
            return self.agent.weigh(game, position, action, budget).map(lost);
        }
        let decision = self.decide(game, position, budget)?;
        match decision.find(&action).filter(|c| c.bound != Bound::None) {
            Some(known) => Ok(known.clone()),
            None => self.agent.weigh(game, position, action, budget),
        }
    }

    fn unfold(
        &self,
        game: &Pente,
        position: &Position,
        path: &[Point],
        budget: &Budget,
    ) -> Result<Vec<Candidate<Point>>> {
        let seat = mover(game, position)?;
        let (here, _) = walk(game, position, path)?;
        let Some(next) = here.mover().map(Seat) else { return Ok(Vec::new()) };
        let known = self.follows(seat).then(|| candidates(game, &here, next)).flatten();
        let Some(mut found) = known else {
            return self.agent.unfold(game, position, path, budget);
        };
        found.retain(|candidate| candidate.bound != Bound::None);
        rank(&mut found);
        if next != seat {
            found.iter_mut().for_each(turn_over);
        }
        Ok(found)
    }
}

/// Makes a candidate of one seat one of the other's.
fn turn_over(candidate: &mut Candidate<Point>) {
    candidate.value = 0.0 - candidate.value;
    for term in &mut candidate.terms {
        (term.amount, term.contribution) = (0.0 - term.amount, 0.0 - term.contribution);
    }
    candidate.proven = candidate.proven.map(|proven| match proven {
        Proven::Win => Proven::Loss,
        Proven::Draw => Proven::Draw,
        Proven::Loss => Proven::Win,
    });
}
