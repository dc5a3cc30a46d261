//! Who plays Tris, and what the board alone proves about a move.

use super::evaluate::Outcome;
use super::rules::{Cell, Position, Tris};
use ludex_core::{Agent, Choice, Game, Result, Seat, Seed, Spec, Turn};
use ludex_search::stock::{self, Stock};

pub(super) const AGENTS: &[Choice] =
    &[stock::RANDOM, stock::FLAT, stock::MCTS, stock::MINIMAX, stock::NEGAMAX];

/// Searches 3x3 to the end and larger boards a few plies deep.
pub(super) fn build(game: &Tris, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Tris>>> {
    let depth = if game.size.cells() <= 12 { 12 } else { 5 };
    Stock { spec, seed, depth, draw_lots: true }.build(Outcome)
}

/// Facts about the move: a row completed, a row stopped, two threats at once.
pub(super) fn remarks(game: &Tris, position: &Position, action: Cell) -> Vec<String> {
    let Turn::Seat(seat) = game.turn(position) else { return Vec::new() };
    let own = position.stones[seat.0] | action.bit();
    let rival = position.stones[seat.other().0];
    if game.wins(own) {
        return vec!["It completes a row.".into()];
    }
    let mut facts = Vec::new();
    if game.wins(rival | action.bit()) {
        facts.push("It stops the row you were about to complete.".into());
    }
    match threats(game, position, action, seat) {
        0 => {}
        1 => facts.push("It threatens to complete a row.".into()),
        n => facts.push(format!("It makes {n} threats at once.")),
    }
    facts
}

/// Cells where the mover could win with the next stone, after `action`.
fn threats(game: &Tris, position: &Position, action: Cell, seat: Seat) -> usize {
    let own = position.stones[seat.0] | action.bit();
    let free = position.free(game) & !action.bit();
    let wins = |cell: &Cell| free & cell.bit() != 0 && game.wins(own | cell.bit());
    game.cells().filter(wins).count()
}
