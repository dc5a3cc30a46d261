//! How a hand carried a placement out, in notation: `T2@38,4+turn+soft3+hard14+keys5`, and the words for what it
//! earned.

use crate::position::{Action, How, LastKey, Position};
use crate::rules::Tetris;
use crate::rules::clears::Placed;
use std::fmt::Write;

/// Writes what stands behind a placement.
pub(super) fn how_text(how: How) -> String {
    let mut text = match how.last {
        LastKey::Other => String::new(),
        LastKey::Turn => "+turn".to_owned(),
        LastKey::FarTurn => "+farturn".to_owned(),
    };
    for (name, number) in [("soft", how.soft), ("hard", how.hard), ("keys", how.keys)] {
        if number > 0 {
            let _ = write!(text, "+{name}{number}");
        }
    }
    text
}

/// Reads the words behind a placement, without the first `+`.
pub(super) fn read_how(text: &str) -> Option<How> {
    let mut how = How::default();
    for word in text.split('+') {
        let end = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
        let (name, number) = word.split_at(end);
        let number = || number.parse().ok().filter(|&number| number > 0);
        match name {
            "turn" if word == name => how.last = LastKey::Turn,
            "farturn" if word == name => how.last = LastKey::FarTurn,
            "soft" => how.soft = number()?,
            "hard" => how.hard = number()?,
            "keys" => how.keys = number()?,
            _ => return None,
        }
    }
    // Every word once and in its order, so that equal moves have equal names.
    (how_text(how).strip_prefix('+') == Some(text)).then_some(how)
}

impl Tetris {
    /// What a placement achieves, in a few words to be seen on the board; nothing under most rules.
    pub(crate) fn feats_of(&self, position: &Position, action: Action) -> Vec<String> {
        let Action::Place { piece, at, how, .. } = action else { return Vec::new() };
        if !self.scores_by_guideline() {
            return Vec::new();
        }
        let award = self.award(position, Placed { piece, at, how });
        let mut words = award.words();
        let mut after = *position;
        after.lines[0] = after.lines[0].saturating_add(award.rows);
        let level = self.level(&after);
        if level > award.level && !self.is_done(&after) {
            words.push(format!("Level {level}"));
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back_and_nothing_else_is() {
        let how = How { last: LastKey::FarTurn, soft: 3, hard: 14, keys: 5 };
        assert_eq!(how_text(how), "+farturn+soft3+hard14+keys5");
        assert_eq!(read_how("farturn+soft3+hard14+keys5"), Some(how));
        assert_eq!(read_how("turn").map(|how| how.last), Some(LastKey::Turn));
        for bad in ["", "spin", "soft", "soft0", "soft999", "keys2+soft1", "turn+turn", "soft03"] {
            assert_eq!(read_how(bad), None, "{bad}");
        }
    }
}
