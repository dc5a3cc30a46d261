//! The keys of Tetris.

use crate::rules::Tetris;
use ludex_core::{Controls, Key, Look, Shape, Tempo};

/// TetrisVs keeps the keys of the original; the other rule sets have those that players know.
pub(super) fn controls(game: &Tetris) -> Controls {
    let name = game.rules().spec.name.as_str();
    let mut controls = Controls::falling();
    if name == "versus" || name == "tetrisvs" {
        controls.keys = original();
        return controls;
    }
    controls.keys.insert(2, Key::new("rotate-back", "Turn back", "↺", &["KeyZ"]));
    if game.rules().hold {
        controls.keys.insert(5, Key::new("hold", "Hold", "⇄", &["KeyC", "ShiftLeft"]));
    }
    controls.handling = game.scores_by_guideline();
    if game.is_stepwise() {
        controls.tempo = Tempo::Turns;
    }
    controls
}

/// One half of the keyboard for each player; who plays alone may use both.
fn original() -> Vec<Key> {
    let half = |seat, [left, down, turn, right]: [&[&str]; 4]| {
        [
            Key::new("left", "Left", "◀", left).repeating(),
            Key::new("rotate", "Turn", "↻", turn),
            Key::new("down", "Down", "▼", down).repeating(),
            Key::new("right", "Right", "▶", right).repeating(),
        ]
        .map(|key| key.of_seat(seat))
    };
    let letters: [&[&str]; 4] = [&["KeyA"], &["KeyS"], &["Space"], &["KeyD"]];
    let arrows: [&[&str]; 4] =
        [&["ArrowLeft"], &["ArrowDown"], &["ControlRight", "ArrowUp"], &["ArrowRight"]];
    let mut keys = Vec::from(half(0, letters));
    keys.extend(half(1, arrows));
    keys.push(Key::new("drop", "Drop", "⤓", &["Enter"]));
    keys
}

/// Blocks in the colours of the pieces, which each door chooses itself.
pub(super) fn look() -> Look {
    Look::of(Shape::Block).words([("#", "full"), (":", "landing place"), ("@", "pivot")])
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Room;

    fn keys(rules: &str) -> Vec<Key> {
        let game = Tetris::open(&rules.parse().unwrap(), None).unwrap();
        controls(&game).keys
    }

    #[test]
    fn a_piece_is_put_aside_only_where_the_rules_let_one() {
        let holds = |rules| keys(rules).iter().any(|key| key.name == "hold");
        assert!(holds("guideline"));
        assert!(!holds("versus:turns=3") && !holds("simplified"));
    }

    #[test]
    fn two_players_of_tetrisvs_share_a_keyboard() {
        let seat = |code: &str| {
            let keys = keys("versus");
            keys.into_iter().find(|key| key.codes.iter().any(|c| c == code)).unwrap().seat
        };
        assert_eq!(["KeyA", "KeyD", "KeyS", "Space"].map(seat), [Some(0); 4]);
        assert_eq!(["ArrowLeft", "ControlRight"].map(seat), [Some(1); 2]);
        assert_eq!(seat("Enter"), None);
    }
}
