//! Reasons: terms that add up, lines that can be played, and words that are true.

use ludex_core::Stop;
use ludex_offline::reasons::{Names, decide, decide_for, words};
use ludex_offline::{Kit, Put, Replay, Task};

#[test]
fn terms_add_up_and_lines_can_be_played() {
    let task = Task::new(6, 1, Some(10), Kit::standard()).unwrap();
    let list = [5, 0, 1, 2, 3, 4, 6, 0];
    let decision = decide(&task, &list, &[], 6, &Stop::default()).unwrap();
    for candidate in &decision.candidates {
        let sum: f64 = candidate.terms.iter().map(|term| term.contribution).sum();
        assert!((sum - candidate.value).abs() < 1e-9);
        let mut replay = Replay::new(&task, &list);
        for &put in &candidate.line {
            replay.put(put).unwrap();
        }
        assert_eq!(candidate.line[0], candidate.action);
    }
    assert!(decision.best().value >= decision.candidates[1].value);
}

#[test]
fn an_s_waits_on_a_flat_floor_and_the_words_say_why() {
    let task = Task::new(4, 1, Some(10), Kit::standard()).unwrap();
    let list = [5, 1, 1, 1];
    let decision = decide(&task, &list, &[], 4, &Stop::default()).unwrap();
    let text = words(&task, &list, &[], &decision, Names::Numbers).unwrap();
    if decision.best().action.piece == 1 {
        assert!(text.contains("Piece 6 waits: every place for it now covers a cell."), "{text}");
    }
    assert!(text.starts_with("Piece "), "{text}");
    let text = words(&task, &list, &[], &decision, Names::Words).unwrap();
    assert!(text.starts_with("The "), "{text}");
}

#[test]
fn nothing_is_decided_when_all_is_placed() {
    let task = Task::standard();
    let put = Put { piece: 1, rotation: 0, column: 0 };
    assert!(decide(&task, &[1], &[put], 4, &Stop::default()).is_err());
}

#[test]
fn what_was_played_is_explained_and_not_what_looks_best() {
    let task = Task::new(6, 2, Some(12), Kit::standard()).unwrap();
    let list = [5, 0, 1, 2, 3, 4, 6, 0, 1, 2];
    let stop = Stop::default();
    let best = decide(&task, &list, &[], 6, &stop).unwrap();
    for candidate in &best.candidates {
        let put = candidate.action;
        let decision = decide_for(&task, &list, &[], put, 6, &stop).unwrap();
        assert_eq!(decision.best().action, put);
        let text = words(&task, &list, &[], &decision, Names::Numbers).unwrap();
        assert!(text.starts_with(&format!("Piece {} goes to column", put.piece + 1)), "{text}");
        let gap = best.best().value - candidate.value;
        let told = format!("This ends {gap:.2} worse");
        assert_eq!(text.contains("comes out best: "), gap > 0.0, "{text}");
        assert!(gap <= 0.0 || text.contains(&told), "{told}: {text}");
    }
    let nowhere = Put { piece: 6, rotation: 0, column: 0 };
    assert!(decide_for(&task, &list, &[], nowhere, 6, &stop).is_err(), "it does not wait yet");
}
