//! The TetrisVs report's versus agent: min-max over the known pieces with a fictitious win.
//!
//! The search itself is [`report`]. Under rules that it does not serve, and where a budget limits the search, the
//! general min-max answers the same question.

use super::hands::{foreseen, in_order, low_board, placements, prove_nothing};
use super::policy::{keys, tell_the_way};
use crate::board::LowBoard;
use crate::position::{Action, MOST_KNOWN, Position};
use crate::report::{self, Fictitious, Level, Search};
use crate::rules::{Ahead, Foreseen, Tetris};
use arrayvec::ArrayVec;
use ludex_core::{Agent, Budget, Candidate, Decision, Game, Meter, Result, SearchStats};
use ludex_search::common::{Identity, first_impressions, legal, mover, stats};
use ludex_search::minimax::{Minimax, Perspective};

/// The report's versus agent.
pub(super) struct TetrisVs {
    pub(super) identity: Identity,
    pub(super) level: Level,
}

/// The question as the report's search asks it.
struct Question {
    /// The known pieces in the order in which they are placed.
    pieces: ArrayVec<u8, MOST_KNOWN>,
    /// None where there is no contest.
    level: Option<Level>,
}

impl TetrisVs {
    fn question(&self, game: &Tetris, position: &Position) -> Question {
        let emergency = report::is_emergency(&position.board) || game.rules().seats == 1;
        let mut pieces = in_order(game, position);
        if emergency {
            pieces.truncate(2);
        }
        Question { pieces, level: (!emergency).then_some(self.level) }
    }

    /// The general search for this position, and the position as a look ahead sees it.
    fn general(
        &self,
        game: &Tetris,
        position: &Position,
    ) -> (Ahead, Foreseen, Minimax<Fictitious>) {
        let Question { pieces, level } = self.question(game, position);
        let depth = pieces.len() as u32;
        let search = Minimax::new(self.identity.clone(), Fictitious::new(level), depth);
        let perspective = if level.is_some() { Perspective::Max } else { Perspective::MaxMax };
        let search = Minimax { perspective, ..search };
        (Ahead::known(game), Foreseen::start(position), search)
    }

    /// Every candidate with its exact value.
    fn candidates(
        &self,
        game: &Tetris,
        position: &Position,
        board: &LowBoard,
        meter: &Meter,
    ) -> Result<(Vec<Candidate<Action>>, SearchStats)> {
        let seat = mover(game, position)?;
        let question = self.question(game, position);
        let (ahead, start, _) = self.general(game, position);
        let actions = legal(&ahead, &start);
        let fictitious = Fictitious::new(question.level);
        let ranks = first_impressions(&ahead, &fictitious, &start, seat, &actions);
        let mut search = Search::new(game, &question.pieces, question.level);
        let weighed = |(&action, rank): (&Action, usize)| {
            let Action::Place { at, .. } = action else { return Candidate::new(action, 0.0) };
            let value = search.weigh(board, at);
            let line = placements(&question.pieces, search.line());
            let mut candidate = foreseen(&ahead, &start, (line, value), (&fictitious, seat));
            candidate.rank_before_search = Some(rank);
            candidate
        };
        let candidates = actions.iter().zip(ranks).map(weighed).collect();
        let mut stats = stats("minimax", question.pieces.len() as u32, meter);
        (stats.nodes, stats.cutoffs) = (search.nodes, search.cutoffs);
        Ok((candidates, stats))
    }
}

impl Agent<Tetris> for TetrisVs {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        if self.identity.random {
            return Ok(self.decide(game, position, budget)?.best().action);
        }
        mover(game, position)?;
        if let Some(board) = low_board(game, position, budget) {
            let question = self.question(game, position);
            let mut search = Search::new(game, &question.pieces, question.level);
            search.best(&board);
            if let (Some(&piece), Some(&at)) = (question.pieces.first(), search.line().first()) {
                return Ok(Action::place(piece, false, at));
            }
        }
        let (ahead, start, search) = self.general(game, position);
        search.choose(&ahead, &start, budget)
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let mut decision = if let Some(board) = low_board(game, position, budget) {
            let (candidates, stats) = self.candidates(game, position, &board, &budget.start())?;
            let seat = mover(game, position)?;
            self.identity.conclude(game.key(position), seat, candidates, stats)
        } else {
            let (ahead, start, search) = self.general(game, position);
            search.decide(&ahead, &start, budget)?
        };
        tell_the_way(game, position, &mut decision);
        decision.candidates.iter_mut().for_each(prove_nothing);
        Ok(decision)
    }

    fn weigh(
        &self,
        game: &Tetris,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        let (ahead, start, search) = self.general(game, position);
        let mut candidate = search.weigh(&ahead, &start, action, budget)?;
        candidate.keys = keys(game, position, action);
        prove_nothing(&mut candidate);
        Ok(candidate)
    }

    fn unfold(
        &self,
        game: &Tetris,
        position: &Position,
        path: &[Action],
        budget: &Budget,
    ) -> Result<Vec<Candidate<Action>>> {
        let (ahead, start, search) = self.general(game, position);
        search.unfold(&ahead, &start, path, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Evaluate, Seat, Seed, Spec, playout};

    fn versus() -> Tetris {
        ludex_core::Room::open(&Spec::named("versus"), None).unwrap()
    }

    /// The report's min-max, written as plainly as possible: no pruning, values from leaves only.
    fn plain(game: &Ahead, here: &Foreseen, level: Level, root: Seat, depth: usize) -> f64 {
        let fictitious = Fictitious::new(Some(level));
        let position = &here.position;
        let mover = Seat(1 - usize::from(position.mover));
        let stop = depth == 0
            || position.hand().current().is_none()
            || position.lost
            || fictitious.settled(game, here, root, mover);
        if stop {
            return fictitious.value(game, here, root);
        }
        let mut actions = Vec::new();
        game.actions(here, &mut actions);
        let values = actions.into_iter().map(|action| {
            let mut next = *here;
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
            if report::is_emergency(&position.board) {
                continue;
            }
            for level in [Level::Easy, Level::Hard] {
                let agent = TetrisVs { identity: Identity::new("seed", Seed(1)), level };
                let decision = agent.decide(&game, &position, &Budget::unlimited()).unwrap();
                let chosen = agent.choose(&game, &position, &Budget::unlimited()).unwrap();
                assert_eq!(decision.best().action, chosen);
                let (ahead, start, _) = agent.general(&game, &position);
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
        let agent = TetrisVs { identity: Identity::new("seed", Seed(1)), level };
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
            let agent = TetrisVs { identity: Identity::new("seed", Seed(1)), level };
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
        let agent = TetrisVs { identity: Identity::new("seed", Seed(1)), level: Level::Hard };
        let decision = agent.decide(&game, &position, &Budget::unlimited()).unwrap();
        assert_eq!(decision.search.depth, 2);
        assert!(decision.best().terms.iter().all(|term| term.name != "clear"));
    }
}
