//! What the board alone proves about a placement, in sentences.

use super::features::{FEATURES, Features, at, describe};
use super::position::{Action, Position};
use super::rules::Tetris;
use super::versus::most_rows;
use ludex_core::explain::number;
use ludex_core::{Decision, Game, Term};

/// Facts about the chosen placement: rows cleared, rows left to the opponent, holes made or opened.
pub(super) fn remarks(
    game: &Tetris,
    position: &Position,
    decision: &Decision<Action>,
) -> Vec<String> {
    let action = decision.best().action;
    if !matches!(action, Action::Place { .. }) {
        return Vec::new();
    }
    let mut after = *position;
    game.play(&mut after, action);
    let holes = |position: &Position| {
        let Features(features) = describe(&position.board, 0.0, super::Cleared::default());
        features[at::HO]
    };
    let mut facts = Vec::new();
    facts.extend(cleared(after.last.lines));
    facts.extend(offered(game, position, &after));
    facts.push(holes_made(holes(&after) - holes(position)));
    facts.extend(hole_terms(&decision.best().terms));
    facts
}

fn cleared(lines: u32) -> Option<String> {
    match lines {
        0 => None,
        1 => Some("It clears a row.".into()),
        n => Some(format!("It clears {n} rows at once.")),
    }
}

/// What the placement leaves to the opponent's piece, where two play.
fn offered(game: &Tetris, before: &Position, after: &Position) -> Option<String> {
    if game.rules().seats < 2 || game.is_stepwise() {
        return None;
    }
    let piece = after.hand().current()?;
    if after.lost {
        return Some("Then the next piece cannot appear, and both lose.".into());
    }
    let name = game.piece_name(piece);
    let rows = |position: &Position| most_rows(game, &position.board, piece);
    match (rows(before), rows(after)) {
        (0, 0) => None,
        (_, 0) => Some(format!("It leaves nothing to clear for your {name}.")),
        (_, 1) => Some(format!("It leaves a row to clear for your {name}.")),
        (_, n) => Some(format!("It leaves {n} rows to clear for your {name}.")),
    }
}

fn holes_made(more: f64) -> String {
    match more {
        m if m > 1.0 => format!("It makes {} holes.", number(m)),
        m if m > 0.0 => "It makes a hole.".into(),
        m if m < -1.0 => format!("It opens {} holes.", number(-m)),
        m if m < 0.0 => "It opens a hole.".into(),
        _ => "It makes no hole.".into(),
    }
}

/// Some policies reward holes as such, because depth and rows of holes already cost more than
/// they should. Then only the three together make sense.
fn hole_terms(terms: &[Term]) -> Option<String> {
    let find = |feature: usize| terms.iter().find(|term| term.name == FEATURES[feature].name);
    let holes = find(at::HO).filter(|term| term.weight > 0.0 && term.amount > 0.0)?;
    let others = [at::HD, at::RH].into_iter().filter_map(find);
    let sum: f64 = holes.contribution + others.map(|term| term.contribution).sum::<f64>();
    let together = number(sum);
    Some(format!("Holes, their depth and their rows are worth {together} together."))
}
