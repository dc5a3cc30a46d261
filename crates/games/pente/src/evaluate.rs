//! What the Pente report thinks of a position.

use crate::position::{Position, State};
use crate::rules::Pente;
use ludex_core::{Evaluate, Seat, Term};

/// The report's value: 100 for a win, else captures and the longest row ever made, own minus the opponent's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report;

impl Report {
    /// What a win is worth.
    pub const WIN: f64 = 100.0;

    fn captures(game: &Pente, position: &Position, seat: usize) -> f64 {
        let stones = f64::from(game.settings().variant.stones_per_capture());
        f64::from(position.captured[seat]) / stones
    }

    /// 1 if `seat` has won, -1 if it has lost, else 0.
    fn result(position: &Position, seat: usize) -> f64 {
        match position.state {
            State::Won { winner, .. } if usize::from(winner) == seat => 1.0,
            State::Won { .. } => -1.0,
            _ => 0.0,
        }
    }

    /// Captures and longest row, own minus the opponent's; nothing where the game is won.
    fn margins(game: &Pente, position: &Position, seat: usize) -> [f64; 2] {
        if Self::result(position, seat) != 0.0 {
            return [0.0; 2];
        }
        let captures = [seat, 1 - seat].map(|s| Self::captures(game, position, s));
        let rows = [seat, 1 - seat].map(|s| f64::from(position.longest[s]));
        [captures[0] - captures[1], rows[0] - rows[1]]
    }
}

impl Evaluate<Pente> for Report {
    fn value(&self, game: &Pente, position: &Position, seat: Seat) -> f64 {
        let [captures, rows] = Self::margins(game, position, seat.0);
        Self::result(position, seat.0) * Self::WIN + captures + rows
    }

    fn terms(&self, game: &Pente, position: &Position, seat: Seat) -> Vec<Term> {
        let [captures, rows] = Self::margins(game, position, seat.0);
        let result = Self::result(position, seat.0);
        vec![
            Term::new("result", "the result (1 won, -1 lost, 0 open)", result, Self::WIN),
            Term::new("captures", "captures, less the opponent's", captures, 1.0),
            Term::new("row", "the longest row so far, less the opponent's", rows, 1.0),
        ]
    }
}
