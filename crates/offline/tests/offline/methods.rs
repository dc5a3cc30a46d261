//! Every method plays by the rules, and none is worse than it has to be.

use ludex_core::{Seed, Stop};
use ludex_offline::beam::{Effort, beam, is_better};
use ludex_offline::exact::exact;
use ludex_offline::prescient::prescient;
use ludex_offline::round_robin::round_robin;
use ludex_offline::{Kit, Outcome, Put, Replay, Tall, Task, Weights, verify};
use rand::RngExt;

fn outcome(task: &Task, list: &[u8], puts: &[Put]) -> Outcome {
    let numbered: Vec<(usize, Put)> = puts.iter().copied().enumerate().collect();
    verify(task, list, &numbered).expect("a legal solution")
}

fn random_list(seed: u64, kinds: u8, len: usize) -> Vec<u8> {
    let mut rng = Seed(seed).rng();
    (0..len).map(|_| rng.random_range(0..kinds)).collect()
}

/// The CITS4211 report's figures for 110 equal pieces in boxes of width 4, 3, 4.
const REPORT: [(usize, usize, u64); 7] =
    [(40, 0, 0), (0, 56, 176), (0, 76, 396), (0, 56, 176), (0, 56, 176), (0, 45, 55), (0, 45, 55)];

#[test]
fn boxes_do_no_worse_than_the_report() {
    let task = Task::standard();
    for (piece, (rows, height, holes)) in REPORT.into_iter().enumerate() {
        let list = [piece as u8; 110];
        let puts = round_robin(&task, &list, &Weights::default(), &Stop::default()).unwrap();
        let end = outcome(&task, &list, &puts);
        assert_eq!(end.placed, 110);
        let fine = end.rows >= rows && end.height <= height && end.holes <= holes;
        assert!(fine, "piece {}: {end:?}", piece + 1);
    }
}

#[test]
fn a_beam_ends_as_low_as_can_be() {
    for (width, buffer) in [(11, 1), (11, 0), (10, 1), (5, 2), (20, 1)] {
        let task = Task::new(width, buffer, None, Kit::standard()).unwrap();
        let list = random_list(width as u64, 7, 203);
        let end = outcome(&task, &list, &beam(&task, &list, Effort::default(), &Stop::default()));
        assert_eq!(end.rows, 812 / width, "width {width}: {end:?}");
        assert_eq!(end.height, usize::from(812 % width != 0), "width {width}: {end:?}");
    }
}

#[test]
fn a_list_that_is_too_long_is_proved_by_the_ceiling() {
    let task = Task::new(5, 1, Some(4), Kit::standard()).unwrap();
    let list = [5; 30];
    let best = exact(&task, &list, 10, &Stop::default());
    assert_eq!((best.puts.len(), best.proved), (8, true));
}

#[test]
fn prescient_bands_are_legal_and_complete() {
    for seed in 0..3 {
        let task = Task::standard();
        let list = random_list(seed, 7, 120);
        let done = prescient(&task, &list, None, &Stop::default()).unwrap();
        let end = outcome(&task, &list, &done.puts);
        assert_eq!((end.placed, end.rows), (120, 43), "{done:?}");
        assert!(done.bands > 0);
    }
}

/// The best end by trying everything.
fn plainly(task: &Task, replay: &Replay) -> Outcome {
    let mut best = replay.outcome();
    for &piece in replay.waiting() {
        for rotation in 0..4 {
            for column in 0..task.width as u8 {
                let mut next = replay.clone();
                if next.put(Put { piece, rotation, column }).is_ok() {
                    let end = plainly(task, &next);
                    if is_better(&end, &best) {
                        best = end;
                    }
                }
            }
        }
    }
    best
}

#[test]
fn exact_agrees_with_trying_everything() {
    for seed in 0..12 {
        let cap = [None, Some(4), Some(3)][seed as usize % 3];
        let task = Task::new(4, seed as usize % 2, cap, Kit::standard()).unwrap();
        let list = random_list(seed, 7, 4);
        let plain = plainly(&task, &Replay::new(&task, &list));
        let found = exact(&task, &list, 10_000_000, &Stop::default());
        assert!(found.proved);
        let end = outcome(&task, &list, &found.puts);
        assert_eq!(
            (end.placed, end.rows, end.height),
            (plain.placed, plain.rows, plain.height),
            "{list:?} {cap:?}"
        );
    }
}

#[test]
fn exact_says_when_it_does_not_know() {
    let task = Task::new(6, 1, Some(6), Kit::standard()).unwrap();
    let list = [5; 30];
    assert!(!exact(&task, &list, 100, &Stop::default()).proved);
}

#[test]
fn a_stop_is_obeyed() {
    let stop = Stop::default();
    stop.set();
    let task = Task::standard();
    let list = random_list(1, 7, 5000);
    assert!(beam(&task, &list, Effort::default(), &stop).len() < 100);
    assert!(ludex_offline::naive::naive(&task, &list, &Weights::default(), &stop).is_empty());
}

#[test]
fn every_width_and_other_pieces_are_played() {
    let set = "set small\npiece a ccw\nXX\nX.\n\npiece b\nX\n\npiece c ccw\nXXX\n".parse().unwrap();
    for width in [4, 9, 13, 17, 32] {
        let task = Task::new(width, 7, Some(12), Kit::new(&set).unwrap()).unwrap();
        let list = random_list(3, 3, 120);
        let puts = beam(&task, &list, Effort { tries: 1 }, &Stop::default());
        assert_eq!(outcome(&task, &list, &puts).placed, 120, "width {width}");
    }
    assert_eq!(Tall::new(4).height(), 0);
}
