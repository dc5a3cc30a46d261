//! A small game learned: training improves, resumes exactly, and its files refuse what is wrong.

use ludex_core::{Rng, Stop};
use ludex_learn::afterstate::{Afterstates, Features};
use ludex_learn::network::{Label, Network};
use ludex_learn::training::{Plan, Training, read_plan};
use rand::RngExt;

/// A walk on a line of 20 cells: each step left or right, then the wind may blow one cell to the left. The left end is the end
/// of the game; cells further right pay more for a step.
struct Walk;

impl Features for Walk {
    type State = u8;

    fn weights(&self) -> usize {
        32
    }

    fn active(&self) -> usize {
        2
    }

    fn indices(&self, state: u8, out: &mut [u32]) {
        out.copy_from_slice(&[u32::from(state), 24 + u32::from(state) / 4]);
    }
}

impl Afterstates for Walk {
    fn start(&self, _: &mut Rng) -> u8 {
        12
    }

    fn options(&self, state: u8, out: &mut Vec<(u8, f32)>) {
        if state > 0 {
            out.extend([(state - 1, 0.0), ((state + 1).min(20), f32::from(state / 10))]);
        }
    }

    fn chance(&self, after: u8, dice: &mut Rng) -> u8 {
        // Blows three times in five, so every walk ends.
        if dice.random_range(0..5) < 3 { after.saturating_sub(2) } else { after }
    }

    fn likely(&self, after: u8, out: &mut Vec<u8>) {
        out.extend([after, after.saturating_sub(2)]);
    }

    fn reached(&self, end: u8) -> usize {
        usize::from(end > 0)
    }
}

fn plan() -> Plan {
    Plan {
        game: "walk".into(),
        network: "cells".into(),
        seed: 1,
        games: 2000,
        rounds: 10,
        lambda: 0.5,
        rate: 1.0,
        coherent: true,
        optimism: 0.0,
        // No decimal fraction: it must survive being written and read.
        restarts: 2.0 / 3.0,
        restart_after: 8,
        late: 0,
        averaged: 0.3,
        split: 0.0,
        ahead: None,
        origin: None,
    }
}

fn run(mut training: Training<'_, Walk>, threads: usize) -> Training<'_, Walk> {
    while !training.is_finished() {
        training.round(threads, &Stop::default()).unwrap();
    }
    training
}

fn saved(training: &Training<'_, Walk>) -> Vec<u8> {
    let mut bytes = Vec::new();
    training.save(&mut bytes).unwrap();
    bytes
}

#[test]
fn training_improves_on_several_threads_too() {
    for threads in [1, 2] {
        let training = run(Training::new(&Walk, plan()).unwrap(), threads);
        let (first, last) = (&training.curve()[0], &training.curve()[9]);
        assert_eq!((last.games, last.reached.iter().sum::<u64>()), (2000, 200));
        let values = training.values();
        // To be further right is better, and the network has found that out.
        let value = |state: usize| values[state] + values[24 + state / 4];
        assert!(value(14) > value(8) && value(8) > value(2), "{values:?}");
        assert!(first.moves < last.moves);
    }
}

#[test]
fn a_run_that_is_resumed_ends_with_the_same_weights() {
    let whole = run(Training::new(&Walk, plan()).unwrap(), 1);
    let mut half = Training::new(&Walk, plan()).unwrap();
    for _ in 0..8 {
        half.round(1, &Stop::default()).unwrap();
    }
    let bytes = saved(&half);
    assert_eq!(read_plan("half", &bytes[..]).unwrap(), plan());
    let resumed = run(Training::resume(&Walk, &plan(), "half", &bytes[..]).unwrap(), 1);
    assert_eq!(saved(&resumed), saved(&whole));
    assert_eq!(resumed.values(), whole.values());
}

#[test]
fn a_run_may_become_longer_or_shorter_while_that_changes_nothing_of_what_was_played() {
    let whole = run(Training::new(&Walk, plan()).unwrap(), 1);
    let other = |games, rounds| Plan { games, rounds, ..plan() };
    for longer in [other(4000, 20), other(1600, 8)] {
        let mut begun = Training::new(&Walk, longer).unwrap();
        for _ in 0..5 {
            begun.round(1, &Stop::default()).unwrap();
        }
        let bytes = saved(&begun);
        let resumed = run(Training::resume(&Walk, &plan(), "begun", &bytes[..]).unwrap(), 1);
        assert_eq!(saved(&resumed), saved(&whole));
    }
    let mut late = Training::new(&Walk, plan()).unwrap();
    for _ in 0..7 {
        late.round(1, &Stop::default()).unwrap();
    }
    let bytes = saved(&late);
    // Restarts would have gone on; rounds would have been shorter; more was played than is wanted.
    for wrong in [other(4000, 20), other(2000, 20), other(1200, 6)] {
        let refused = Training::resume(&Walk, &wrong, "late", &bytes[..]).err().expect("a refusal");
        assert!(refused.to_string().contains("other settings"), "{refused}");
    }
}

/// Steps that are counted, until one in a thousand is the last.
struct Counted;

impl Features for Counted {
    type State = u32;

    fn weights(&self) -> usize {
        32
    }

    fn active(&self) -> usize {
        1
    }

    fn indices(&self, state: u32, out: &mut [u32]) {
        out.copy_from_slice(&[(state / 512).min(31)]);
    }
}

impl Afterstates for Counted {
    fn start(&self, _: &mut Rng) -> u32 {
        0
    }

    fn options(&self, state: u32, out: &mut Vec<(u32, f32)>) {
        if state < u32::MAX {
            out.push((state + 1, 1.0));
        }
    }

    fn chance(&self, after: u32, dice: &mut Rng) -> u32 {
        if dice.random_range(0..1000) == 0 { u32::MAX } else { after }
    }

    fn likely(&self, after: u32, out: &mut Vec<u32>) {
        out.push(after);
    }

    fn reached(&self, _: u32) -> usize {
        0
    }
}

#[test]
fn games_that_begin_late_are_learned_from_and_resumed_exactly() {
    let plan = |late| Plan { games: 400, rounds: 4, restarts: 0.0, late, ..plan() };
    let through = |plan: &Plan, rounds: usize| {
        let mut training = Training::new(&Counted, plan.clone()).unwrap();
        for _ in 0..rounds {
            training.round(1, &Stop::default()).unwrap();
        }
        training
    };
    let moves = |late| through(&plan(late), 4).curve()[3].moves;
    assert!(moves(2) > 2 * moves(0), "{} and {}", moves(2), moves(0));
    let saved = |training: &Training<'_, Counted>| {
        let mut bytes = Vec::new();
        training.save(&mut bytes).unwrap();
        bytes
    };
    let half = saved(&through(&plan(1), 2));
    let mut resumed = Training::resume(&Counted, &plan(1), "half", &half[..]).unwrap();
    while !resumed.is_finished() {
        resumed.round(1, &Stop::default()).unwrap();
    }
    assert_eq!(saved(&resumed), saved(&through(&plan(1), 4)));
}

#[test]
fn a_stop_ends_a_round() {
    let stop = Stop::default();
    stop.set();
    let mut training = Training::new(&Walk, plan()).unwrap();
    assert!(training.round(1, &stop).is_none());
    assert!(training.curve().is_empty());
}

fn label() -> Label {
    let (game, network, made) = ("walk".into(), "cells".into(), "by a test".into());
    Label { game, network, made, step: 0.5 }
}

fn weights(name: &str) -> Option<usize> {
    (name == "cells").then_some(32)
}

fn player() -> Vec<u8> {
    let values = (0..32).map(|i| [0.0, 1.0, -700.0, 12_345.6][i % 4]);
    let mut bytes = Vec::new();
    Network::new(label(), values).unwrap().write(&mut bytes).unwrap();
    bytes
}

#[test]
fn players_are_written_and_read() {
    let network = Network::read("p", &player()[..], "walk", weights).unwrap();
    assert_eq!(network.label(), &label());
    assert_eq!((network.len(), network.used()), (32, 24));
    assert_eq!([1, 2, 3].map(|i| network.weight(i)), [1.0, -700.0, 12_345.5]);
    assert_eq!(network.sum(&[1, 2, 2]), -1399.0);
    let error = Network::new(label(), [20_000.0].into_iter()).err().unwrap().to_string();
    assert!(error.contains("bad step of weights `0.5`: a weight is 20000"), "{error}");
}

#[test]
fn wrong_files_are_refused_by_name() {
    let say =
        |bytes: &[u8]| Network::read("p.net", bytes, "walk", weights).err().unwrap().to_string();
    let good = player();
    assert_eq!(say(b"GIF89a, a picture"), "bad weight file `p.net`: it is no weight file of Ludex");
    assert_eq!(say(b""), "bad weight file `p.net`: it is no weight file of Ludex");
    for length in [9, 20, good.len() / 2, good.len() - 1] {
        assert_eq!(say(&good[..length]), "bad weight file `p.net`: it is cut off", "{length}");
    }
    for place in 8..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 0x10;
        assert!(say(&bad).starts_with("bad weight file `p.net`: "), "{place}");
    }
    let mut longer = good.clone();
    longer.push(0);
    assert!(say(&longer).contains("more follows after its end"));
    let mut newer = good.clone();
    newer[8] = 9;
    assert!(say(&newer).contains("written by a newer Ludex (version 9; this one knows 1)"));
    let foreign = Network::read("p.net", &good[..], "tetris", weights).err().unwrap().to_string();
    assert_eq!(foreign, "bad weight file `p.net`: it plays walk, not tetris");
    let unknown = Network::read("p.net", &good[..], "walk", |_| None).err().unwrap().to_string();
    assert!(unknown.contains("no network `cells` of 32 weights is known"), "{unknown}");
    let training = saved(&Training::new(&Walk, plan()).unwrap());
    assert!(say(&training).contains("header is damaged"), "{}", say(&training));
    let other = Plan { seed: 2, ..plan() };
    let error = Training::resume(&Walk, &other, "t", &training[..]).err().unwrap().to_string();
    assert!(
        error.contains(
            "bad weight file `t`: it belongs to a run with other settings: seed 1 there and 2 here;"
        ),
        "{error}"
    );
}

#[test]
fn wrong_plans_are_refused() {
    let say = |plan: Plan| Training::new(&Walk, plan).err().unwrap().to_string();
    assert_eq!(say(Plan { games: 5, ..plan() }), "bad number of games `5`: give 10 or more");
    assert_eq!(say(Plan { lambda: 1.5, ..plan() }), "bad lambda `1.5`: give 0 to 1");
    assert_eq!(say(Plan { rate: 0.0, ..plan() }), "bad rate `0`: give more than 0, up to 1");
    assert_eq!(say(Plan { restarts: -1.0, ..plan() }), "bad share of restarts `-1`: give 0 to 1");
    assert_eq!(
        say(Plan { averaged: f64::NAN, ..plan() }),
        "bad share to average `NaN`: give 0 to 1"
    );
}

/// The walk with weights of their own for cells further right.
struct Staged;

impl Features for Staged {
    type State = u8;

    fn weights(&self) -> usize {
        2 * Walk.weights()
    }

    fn stages(&self) -> usize {
        2
    }

    fn stage(&self, state: u8) -> usize {
        usize::from(state >= 10)
    }

    fn active(&self) -> usize {
        Walk.active()
    }

    fn indices(&self, state: u8, out: &mut [u32]) {
        Walk.indices(state, out);
    }
}

impl Afterstates for Staged {
    fn start(&self, dice: &mut Rng) -> u8 {
        Walk.start(dice)
    }

    fn options(&self, state: u8, out: &mut Vec<(u8, f32)>) {
        Walk.options(state, out);
    }

    fn chance(&self, after: u8, dice: &mut Rng) -> u8 {
        Walk.chance(after, dice)
    }

    fn likely(&self, after: u8, out: &mut Vec<u8>) {
        Walk.likely(after, out);
    }

    fn reached(&self, end: u8) -> usize {
        Walk.reached(end)
    }
}

/// Up to the split the first stage learns for all; then each goes on from there by itself, also after a pause.
#[test]
fn stages_part_in_the_middle_of_a_run() {
    let plan = Plan { split: 0.5, averaged: 0.0, ..plan() };
    let mut training = Training::new(&Staged, plan.clone()).unwrap();
    let round = |training: &mut Training<'_, Staged>| {
        training.round(1, &Stop::default()).unwrap();
        training.values()
    };
    let together = (0..5).map(|_| round(&mut training)).last().unwrap();
    let part = Walk.weights();
    assert!(together[..part].iter().any(|&value| value != 0.0));
    assert!(together[part..].iter().all(|&value| value == 0.0), "nobody has used these yet");
    let mut checkpoint = Vec::new();
    training.save(&mut checkpoint).unwrap();
    let apart = round(&mut training);
    // Cells further right are valued by the second stage alone, the others by the first alone.
    let (near, far) = (0..10, 10..21);
    let of_second = |range: &std::ops::Range<usize>| part + range.start..part + range.end;
    assert_eq!(apart[far.clone()], together[far.clone()]);
    assert_eq!(apart[of_second(&near)], together[near.clone()]);
    assert_ne!(apart[near.clone()], together[near]);
    assert_ne!(apart[of_second(&far)], together[far]);
    let mut again = Training::resume(&Staged, &plan, "staged", checkpoint.as_slice()).unwrap();
    assert_eq!(round(&mut again), apart);

    // Who takes over from a run whose stages have parted leaves them apart, and lets them part once if they have not.
    let mut late = Vec::new();
    again.save(&mut late).unwrap();
    for (checkpoint, parted) in [(checkpoint, &together[..part]), (late, &apart[part..])] {
        let other = Plan { seed: 2, split: 0.0, ..plan.clone() };
        let taken = Training::take_over(&Staged, other.clone(), "staged", &checkpoint[..]);
        let mut taken = taken.unwrap();
        let after = round(&mut taken);
        assert_eq!(
            after[part..part + 10],
            parted[..10],
            "cells that the second stage never values"
        );
        let mut kept = Vec::new();
        taken.save(&mut kept).unwrap();
        let mut resumed = Training::resume(&Staged, &other, "taken", kept.as_slice()).unwrap();
        assert_eq!(round(&mut resumed), round(&mut taken));
    }
}

#[test]
fn a_run_takes_over_what_another_has_learned() {
    let first = run(Training::new(&Walk, plan()).unwrap(), 1);
    let other = Plan { seed: 7, games: 600, rounds: 3, restarts: 0.0, lambda: 0.25, ..plan() };
    let bytes = saved(&first);
    let taken = Training::take_over(&Walk, other.clone(), "first", &bytes[..]).unwrap();
    assert!(taken.curve().is_empty());
    let origin = taken.plan().origin.as_ref().expect("an origin");
    assert_eq!((&origin.plan, origin.rounds), (&plan(), 10));
    let knowing = run(taken, 1).curve()[0].mean_score;
    let new = run(Training::new(&Walk, other.clone()).unwrap(), 1).curve()[0].mean_score;
    assert!(knowing > new, "{knowing} after training, {new} without");
    let foreign = Plan { network: "others".into(), ..other };
    let refused =
        Training::take_over(&Walk, foreign, "first", &bytes[..]).err().expect("a refusal");
    assert!(refused.to_string().contains("`first`"), "{refused}");
}
