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
        let count = |seat| Self::rows_of(game, position, seat).count() as f64;
        count(seat) - count(seat.other())
    }

    /// The rows that a seat has begun and can still complete.
    fn rows_of(game: &Tris, position: &Position, seat: Seat) -> impl Iterator<Item = u64> {
        let [own, rival] = [seat, seat.other()].map(|s| position.stones[s.0]);
        let open = game.turn(position) != Turn::Over;
        game.rows.iter().copied().filter(move |row| open && row & own != 0 && row & rival == 0)
    }

    /// The cells of the rows that decided the game.
    fn winning_cells(game: &Tris, position: &Position) -> u64 {
        let State::Won(winner) = position.state else { return 0 };
        let complete = |row: &&u64| **row & position.stones[winner.0] == **row;
        game.rows.iter().filter(complete).fold(0, |cells, row| cells | row)
    }
}

/// Cells as a picture has them: column, and row from the top.
fn drawn(game: &Tris, bits: u64) -> Vec<[u16; 2]> {
    let cells = game.cells().filter(|cell| bits & cell.bit() != 0);
    let place = |cell| {
        let (column, row) = game.place(cell);
        [column as u16, (game.size.height - 1 - row) as u16]
    };
    cells.map(place).collect()
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
        let seats = [seat, seat.other()].into_iter();
        let rows = seats.flat_map(|seat| Self::rows_of(game, position, seat));
        let contested = drawn(game, rows.fold(0, |cells, row| cells | row));
        let won = drawn(game, Self::winning_cells(game, position));
        vec![
            Term::new(
                "result",
                "the result as far as seen: 1 won, -1 lost, 0 drawn or still open",
                result,
                1.0,
            )
            .at(won),
            Term::new("haste", "free cells left to the winner", haste, Self::HASTE),
            Term::new(
                "open",
                "rows that only this side can complete, less the opponent's",
                open,
                Self::OPEN,
            )
            .at(contested),
        ]
    }
}
