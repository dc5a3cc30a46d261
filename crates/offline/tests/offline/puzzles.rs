//! Puzzles: possible, honest about what still is, and whole in their code.

use ludex_core::{Proven, Seed};
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
fn a_list_is_played_by_hints_to_its_end() {
    let puzzle = Puzzle::of_list(vec![5, 0, 1, 2, 3, 4, 6, 0, 1, 1], 6, 1).unwrap();
    let mut play = Play::new(&puzzle);
    assert_eq!(play.rating().unwrap(), None);
    assert!(play.is_solvable(&[]).is_err(), "nothing is proved of a list");
    let promised = play.verdict(&[]).unwrap();
    assert!(promised.solvable && promised.words.contains("best line found"), "{promised:?}");
    let steps = play.proof(&[]).unwrap();
    assert_eq!(steps.len(), 10);
    assert!(steps.iter().all(|step| step.good.is_none()));
    let mut puts = Vec::new();
    while let Some(advice) = play.advice(&puts).unwrap() {
        assert!(advice.words.starts_with("The "), "{}", advice.words);
        puts.push(advice.put);
    }
    assert!(play.is_solved(&puts).unwrap());
    let end = play.verdict(&puts).unwrap();
    assert!(end.words.starts_with("All 10 pieces are placed: "), "{end:?}");
}

#[test]
fn a_list_that_no_code_could_hold_is_refused() {
    assert!(Puzzle::of_list(vec![], 6, 1).is_err());
    assert!(Puzzle::of_list(vec![0; 61], 6, 1).is_err());
    assert!(Puzzle::of_list(vec![0], 3, 1).is_err());
}

#[test]
fn a_decision_proves_every_candidate() {
    for kind in [Kind::Fill, Kind::Clear, Kind::Rows] {
        let (puzzle, _) = make(kind, Seed(11)).unwrap();
        let mut play = Play::new(&puzzle);
        let decision = play.decide(&[]).unwrap();
        let scene = play.scene(&[]).unwrap();
        assert_eq!(decision.candidates.len(), scene.moves.len());
        for candidate in &decision.candidates {
            let good = candidate.proven == Some(Proven::Win);
            assert_eq!(play.is_solvable(&[candidate.action]).unwrap(), good);
            assert!(!good || play.is_solved(&candidate.line).unwrap(), "the line reaches the goal");
        }
        let words = play.words(&[], &decision).unwrap();
        assert!(words.contains("the goal in reach"), "{words}");
    }
}

#[test]
fn a_scene_shows_what_was_played() {
    let (puzzle, _) = make(Kind::Fill, Seed(1)).unwrap();
    let mut play = Play::new(&puzzle);
    let put = play.hint(&[]).unwrap().unwrap();
    let scene = play.scene(&[put]).unwrap();
    let symbol = ludex_offline::symbol(put.piece);
    let tinted = scene.board.iter().flat_map(|row| row.chars()).filter(|&c| c == symbol).count();
    assert_eq!(tinted, 4);
    assert_eq!(scene.board.len(), puzzle.task.ceiling());
    assert_eq!(scene.waiting.len() + scene.coming.len(), puzzle.list.len() - 1);
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
