//! Games that are learned from can be played with a look at what chance and the next move may bring.

use ludex_core::{Rng, Stop};
use ludex_learn::afterstate::{Afterstates, Features};
use ludex_learn::training::{Plan, Training};

/// A fork: one point at once and the end, or a way on which chance either ends the game or leaves ten points to be taken.
struct Fork;

const START: u8 = 0;
const END: u8 = 1;
const WAY: u8 = 2;
const CLEARING: u8 = 3;

impl Features for Fork {
    type State = u8;

    fn weights(&self) -> usize {
        4
    }

    fn active(&self) -> usize {
        1
    }

    fn indices(&self, state: u8, out: &mut [u32]) {
        out[0] = state.into();
    }
}

impl Afterstates for Fork {
    fn start(&self, _: &mut Rng) -> u8 {
        START
    }

    fn options(&self, state: u8, out: &mut Vec<(u8, f32)>) {
        match state {
            START => out.extend([(END, 1.0), (WAY, 0.0)]),
            CLEARING => out.push((END, 10.0)),
            _ => {}
        }
    }

    fn chance(&self, after: u8, _: &mut Rng) -> u8 {
        if after == WAY { CLEARING } else { after }
    }

    fn likely(&self, after: u8, out: &mut Vec<u8>) {
        out.extend(if after == WAY { &[CLEARING, END][..] } else { &[END] });
    }

    fn reached(&self, state: u8) -> usize {
        state.into()
    }
}

/// What the first game earns of a learner who knows nothing yet.
fn first_score(ahead: Option<usize>) -> f64 {
    let plan = Plan {
        game: "fork".into(),
        network: "ways".into(),
        seed: 1,
        games: 1,
        rounds: 1,
        lambda: 0.5,
        rate: 1.0,
        coherent: true,
        optimism: 0.0,
        restarts: 0.0,
        restart_after: 8,
        late: 0,
        averaged: 0.0,
        split: 0.0,
        ahead,
        origin: None,
    };
    let mut training = Training::new(&Fork, plan).expect("a plan");
    training.round(1, &Stop::default()).expect("a round").mean_score
}

#[test]
fn who_looks_ahead_finds_what_comes_after_the_next_move() {
    assert_eq!(first_score(None), 1.0, "the point at hand");
    assert_eq!(first_score(Some(0)), 10.0, "a mean of five beats one");
    assert_eq!(first_score(Some(1)), 1.0, "the start has not reached that much");
}
