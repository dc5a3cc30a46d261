//! Puzzles: possible, honest about what still is, and whole in their code.

use ludex_core::Seed;
use ludex_offline::puzzle::{Kind, Play, Puzzle, daily, make};
use proptest::prelude::*;

#[test]
fn hints_lead_to_the_goal() {
    for (kind, seed) in [(Kind::Fill, 1), (Kind::Clear, 2), (Kind::Rows, 3)] {
        let (puzzle, rating) = make(kind, Seed(seed)).unwrap();
        assert!((1..=10).contains(&rating.level) && rating.first_moves > 0);
        let mut play = Play::new(&puzzle);
        let mut puts = Vec::new();
        while let Some(put) = play.hint(&puts).unwrap() {
            puts.push(put);
        }
        assert!(play.is_solved(&puts).unwrap(), "{kind:?}");
        assert_eq!(play.first_mistake(&puts).unwrap(), None);
        let proof = play.proof(&[]).unwrap();
        assert_eq!(proof.len(), puts.len());
    }
}

#[test]
fn a_day_has_one_puzzle_and_another_day_another() {
    let (first, _) = daily("2025-01-31").unwrap();
    assert_eq!(daily("2025-01-31").unwrap().0, first);
    assert_ne!(daily("2025-02-01").unwrap().0, first);
    for bad in ["", "2025-13-01", "2025-1", "yesterday", "2025-02-99"] {
        assert!(daily(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_code_holds_the_whole_puzzle() {
    let (puzzle, _) = make(Kind::Clear, Seed(7)).unwrap();
    let code = puzzle.to_string();
    assert!(code.len() < 30, "{code}");
    assert_eq!(code.parse::<Puzzle>(), Ok(puzzle));
    for at in 0..code.len() {
        let mut other = code.clone().into_bytes();
        other[at] = if other[at] == b'a' { b'b' } else { b'a' };
        let other = String::from_utf8(other).unwrap();
        if other != code {
            assert!(
                other.parse::<Puzzle>().is_err()
                    || other.parse::<Puzzle>().unwrap().to_string() == other
            );
        }
        assert!(code[..at].parse::<Puzzle>().is_err());
    }
}

proptest! {
    #[test]
    fn no_code_makes_the_reader_fall_over(text in "[0-9A-Za-z_-]{0,60}") {
        if let Ok(puzzle) = text.parse::<Puzzle>() {
            prop_assert_eq!(puzzle.to_string(), text);
        }
    }
}
