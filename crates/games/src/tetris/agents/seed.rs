//! The founding report's versus agent: min-max over the known pieces with a fictitious win.
//!
//! Nobody can see the end of a game, so clearing a row counts as winning: a thousand for each row,
//! for whoever clears it. `easy` stops looking as soon as anybody clears; `hard` looks on after its
//! own clears, and so sees what they leave to the opponent. When the pile is high both forget the
//! contest and play to survive.

use super::policy::{keys, tell_the_way};
use super::weights::{REPORT, entropy};
use crate::tetris::evaluate::Linear;
use crate::tetris::features::at;
use crate::tetris::position::{Action, Landing, Position};
use crate::tetris::rules::Tetris;
use ludex_core::{Agent, Budget, Candidate, Decision, Evaluate, Result, Seat, Term};
use ludex_search::common::Identity;
use ludex_search::minimax::{Minimax, Perspective};

/// How far the fictitious win is thought through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Any clear ends the branch.
    Easy,
    /// Only the opponent's clears do.
    Hard,
}

/// The report's versus agent.
pub(super) struct SeedAgent {
    pub(super) identity: Identity,
    pub(super) level: Level,
}

/// From this height on both players are in danger.
const EMERGENCY: u32 = 14;

/// What the report's agent thinks of a foreseen board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fictitious {
    linear: Linear,
    /// `None` in an emergency: no contest, plain values.
    level: Option<Level>,
}

impl Fictitious {
    /// What clearing a row is worth to whoever does it.
    const WIN: f64 = 1000.0;

    fn new(level: Option<Level>) -> Self {
        Self { linear: entropy(REPORT, true), level }
    }

    /// Rows of the last placement, counted against `seat` if the opponent cleared them.
    fn cleared(position: &Position, seat: Seat) -> f64 {
        let rows = f64::from(position.last.lines);
        if usize::from(position.mover) == seat.0 { 0.0 - rows } else { rows }
    }

    /// The board alone, without the rows.
    fn base(&self) -> Linear {
        let mut base = self.linear;
        base.weights[at::LINES] = 0.0;
        base
    }
}

impl Evaluate<Tetris> for Fictitious {
    fn value(&self, game: &Tetris, position: &Position, seat: Seat) -> f64 {
        if self.level.is_none() {
            return self.linear.value(game, position, seat);
        }
        self.base().value(game, position, seat) + Self::WIN * Self::cleared(position, seat)
    }

    fn terms(&self, game: &Tetris, position: &Position, seat: Seat) -> Vec<Term> {
        if self.level.is_none() {
            return self.linear.terms(game, position, seat);
        }
        let mut terms = self.base().terms(game, position, seat);
        let rows = Self::cleared(position, seat);
        terms.push(Term::new("clear", "rows cleared by me, minus yours", rows, Self::WIN));
        terms
    }

    fn settled(&self, _: &Tetris, position: &Position, seat: Seat, mover: Seat) -> bool {
        let clears = position.last.lines > 0;
        match self.level {
            None => false,
            Some(Level::Easy) => clears,
            Some(Level::Hard) => clears && mover != seat,
        }
    }
}

impl SeedAgent {
    /// The search for this position, and the position as a look ahead sees it.
    fn search(
        &self,
        game: &Tetris,
        position: &Position,
    ) -> (Tetris, Position, Minimax<Fictitious>) {
        let emergency = position.board.pile_height() >= EMERGENCY || game.rules().seats == 1;
        let known: usize = position.hands.iter().map(|hand| hand.pieces().len()).sum();
        let depth = if emergency { known.min(2) } else { known };
        let level = (!emergency).then_some(self.level);
        let search = Minimax::new(self.identity.clone(), Fictitious::new(level), depth as u32);
        let perspective = if emergency { Perspective::MaxMax } else { Perspective::Max };
        let start = Position { last: Landing::default(), ..*position };
        (game.look_ahead(false), start, Minimax { perspective, ..search })
    }
}

impl Agent<Tetris> for SeedAgent {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        let (ahead, start, search) = self.search(game, position);
        search.choose(&ahead, &start, budget)
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let (ahead, start, search) = self.search(game, position);
        let mut decision = search.decide(&ahead, &start, budget)?;
        tell_the_way(game, position, &mut decision);
        for candidate in &mut decision.candidates {
            candidate.proven = None; // Known pieces run out; the game does not.
        }
        Ok(decision)
    }

    fn weigh(
        &self,
        game: &Tetris,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        let (ahead, start, search) = self.search(game, position);
        let mut candidate = search.weigh(&ahead, &start, action, budget)?;
        candidate.keys = keys(game, position, action);
        candidate.proven = None;
        Ok(candidate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Game, Seed, Spec, playout};

    fn versus() -> Tetris {
        ludex_core::Room::open(&Spec::named("versus"), None).unwrap()
    }

    /// The report's min-max, written as plainly as possible: no pruning, values from leaves only.
    fn plain(game: &Tetris, position: &Position, level: Level, root: Seat, depth: usize) -> f64 {
        let fictitious = Fictitious::new(Some(level));
        let mover = Seat(1 - usize::from(position.mover));
        let stop = depth == 0
            || position.hand().current().is_none()
            || position.lost
            || fictitious.settled(game, position, root, mover);
        if stop {
            return fictitious.value(game, position, root);
        }
        let mut actions = Vec::new();
        game.actions(position, &mut actions);
        let values = actions.into_iter().map(|action| {
            let mut next = *position;
            game.play(&mut next, action);
            plain(game, &next, level, root, depth - 1)
        });
        let best = if usize::from(position.mover) == root.0 { f64::max } else { f64::min };
        values.reduce(best).unwrap()
    }

    #[test]
    fn moves_and_values_are_those_of_plain_min_max() {
        let game: Tetris =
            ludex_core::Room::open(&Spec::named("versus"), Some("6x16".parse().unwrap())).unwrap();
        for seed in 0..12 {
            let mut position = game.start();
            let mut dice = Seed(seed).rng();
            playout(&game, &mut position, &mut dice, &mut Vec::new(), 8 + seed as u32);
            while game.turn(&position) == ludex_core::Turn::Chance {
                let deal = game.sample(&position, &mut dice, &mut Vec::new()).unwrap();
                game.play(&mut position, deal);
            }
            let ludex_core::Turn::Seat(seat) = game.turn(&position) else { continue };
            if position.board.pile_height() >= EMERGENCY {
                continue;
            }
            for level in [Level::Easy, Level::Hard] {
                let agent = SeedAgent { identity: Identity::new("seed", Seed(1)), level };
                let decision = agent.decide(&game, &position, &Budget::unlimited()).unwrap();
                let chosen = agent.choose(&game, &position, &Budget::unlimited()).unwrap();
                assert_eq!(decision.best().action, chosen);
                let (ahead, start, _) = agent.search(&game, &position);
                for candidate in decision.candidates.iter().step_by(7) {
                    let mut next = start;
                    ahead.play(&mut next, candidate.action);
                    let expected = plain(&ahead, &next, level, seat, 2);
                    assert_eq!(candidate.value, expected, "{level:?} {:?}", candidate.action);
                }
            }
        }
    }

    fn load(game: &Tetris, text: &str) -> Position {
        ludex_core::Notation::read_position(game, text).unwrap()
    }

    fn choose(game: &Tetris, position: &Position, level: Level) -> String {
        let agent = SeedAgent { identity: Identity::new("seed", Seed(1)), level };
        let action = agent.choose(game, position, &Budget::unlimited()).unwrap();
        ludex_core::Notation::action_text(game, action)
    }

    #[test]
    fn a_row_that_can_be_cleared_is_cleared() {
        let game = versus();
        let position = load(&game, "next I O\nnext2 O\nboard\nXXXXXX....\n");
        for level in [Level::Easy, Level::Hard] {
            assert_eq!(choose(&game, &position, level), "I1@19,7");
        }
    }

    #[test]
    fn hard_does_not_leave_a_row_to_the_opponent_where_easy_does() {
        let game = versus();
        // Clearing the lower row with I opens nothing; what matters is what the opponent's I finds.
        let position = load(&game, "next O S\nnext2 I\nboard\nXXXXXX....\n");
        let after = |level| {
            let agent = SeedAgent { identity: Identity::new("seed", Seed(1)), level };
            agent.decide(&game, &position, &Budget::unlimited()).unwrap()
        };
        let hard = after(Level::Hard);
        let loses = hard.candidates.iter().any(|c| c.value < -900.0);
        assert!(loses && hard.best().value > -900.0, "some moves give a row away, the chosen not");
    }

    #[test]
    fn in_an_emergency_rows_count_plainly() {
        let game = versus();
        let tower = "X.........\n".repeat(14);
        let position = load(&game, &format!("next I O\nnext2 O\nboard\n{tower}"));
        let agent = SeedAgent { identity: Identity::new("seed", Seed(1)), level: Level::Hard };
        let decision = agent.decide(&game, &position, &Budget::unlimited()).unwrap();
        assert_eq!(decision.search.depth, 2);
        assert!(decision.best().terms.iter().all(|term| term.name != "clear"));
    }
}
