//! What a Tris position is worth.

use super::rules::{Position, State, Tris};
use ludex_core::{Evaluate, Game, Seat, Term, Turn};

/// The result, a little haste, and a hunch where the search could not see the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome;

impl Outcome {
    /// A win with more cells left is a quicker one.
    const HASTE: f64 = 0.01;
    /// Far below any haste, which in turn is far below any result.
    const OPEN: f64 = 0.0001;

    fn haste(game: &Tris, position: &Position, seat: Seat) -> f64 {
        game.score(position, seat) * f64::from(position.free(game).count_ones())
    }

    /// Rows that only one side can still complete: own minus the opponent's.
    fn open_rows(game: &Tris, position: &Position, seat: Seat) -> f64 {
        if game.turn(position) == Turn::Over {
            return 0.0;
        }
        let [own, rival] = [seat, seat.other()].map(|s| position.stones[s.0]);
        let only = |a: u64, b: u64| game.rows.iter().filter(|&&r| r & a != 0 && r & b == 0).count();
        only(own, rival) as f64 - only(rival, own) as f64
    }
}

impl Evaluate<Tris> for Outcome {
    fn value(&self, game: &Tris, position: &Position, seat: Seat) -> f64 {
        match position.state {
            State::Drawn => 0.0,
            State::Open(_) => Self::open_rows(game, position, seat) * Self::OPEN,
            State::Won(_) => {
                game.score(position, seat) + Self::haste(game, position, seat) * Self::HASTE
            }
        }
    }

    fn terms(&self, game: &Tris, position: &Position, seat: Seat) -> Vec<Term> {
        let result = game.score(position, seat);
        let haste = Self::haste(game, position, seat);
        let open = Self::open_rows(game, position, seat);
        vec![
            Term::new("result", "the result (1 won, 0 drawn, -1 lost)", result, 1.0),
            Term::new("haste", "free cells left to the winner", haste, Self::HASTE),
            Term::new("open", "rows that only I can complete, minus yours", open, Self::OPEN),
        ]
    }
}
