//! What the numbers of stones tell about a position that was written by hand: who moves next, and what no game leads to.

use crate::notation::MARKS;
use crate::position::Position;
use crate::rules::Pente;
use crate::settings::Variant;
use ludex_core::{Error, Result};

/// Who moves next, by the number of stones that each side has placed.
pub(crate) fn next_by_count(position: &Position) -> Result<u8> {
    match [0, 1].map(|seat| placed(position, seat)) {
        [x, o] if x == o => Ok(0),
        [x, o] if x == o + 1 => Ok(1),
        [x, o] => {
            let reason = format!(
                "{x} X and {o} O were placed, captured ones included; X starts, so there are as many or one X more"
            );
            Err(Error::position(1, reason))
        }
    }
}

/// The stones of a side that were ever placed.
fn placed(position: &Position, seat: usize) -> u32 {
    position.stones[seat].count() + u32::from(position.captured[1 - seat])
}

/// Why no game leads to these captures after a stone of `last`, if none does.
pub(crate) fn captures_fault(game: &Pente, position: &Position, last: usize) -> Option<String> {
    for seat in [0, 1] {
        let stones = position.captured[seat];
        if let Some(rule) = number_fault(game.settings().variant, stones) {
            return Some(format!("{} cannot have captured {stones}: {rule}", MARKS[seat]));
        }
    }
    // Where one's own stones can be lost, a move may give to both sides and leave none of its own.
    if game.settings().variant == Variant::Poof {
        return None;
    }
    goal_fault(game, position, last)
}

/// Why no sum of captures is this number of stones.
fn number_fault(variant: Variant, stones: u8) -> Option<&'static str> {
    match variant {
        Variant::Gomoku if stones > 0 => Some("nothing is captured in gomoku; give 0"),
        Variant::Pente | Variant::ExactFive if stones % 2 == 1 => {
            Some("stones are captured in pairs; give an even number")
        }
        Variant::Keryo | Variant::Poof if stones == 1 => {
            Some("no single stone is captured; give 0 or at least 2")
        }
        _ => None,
    }
}

/// The game ends with the capture that reaches the goal.
fn goal_fault(game: &Pente, position: &Position, last: usize) -> Option<String> {
    let goal = u16::from(game.goal());
    let captured = position.captured.map(u16::from);
    // A stone captures in eight directions at most.
    let most = goal - 1 + 8 * if game.settings().variant == Variant::Keryo { 3 } else { 2 };
    if captured[1 - last] >= goal {
        let (mark, mover) = (MARKS[1 - last], MARKS[last]);
        return Some(format!(
            "{mark} had captured {goal} and won before {mover} placed the last stone; give fewer than {goal}"
        ));
    }
    (captured[last] > most).then(|| {
        format!(
            "{} cannot have captured {}: {goal} win, so give at most {most}",
            MARKS[last], captured[last]
        )
    })
}
