//! Pente as something to be tuned: short games against the engine's own weights.

use crate::engine::weights::TERMS;
use crate::engine::{Engine, Weights, engine};
use crate::openings;
use crate::position::Position;
use crate::rules::Pente;
use ludex_core::weights::WeightFile;
use ludex_core::{Budget, Result, Room, Seed, Size, Spec};
use ludex_learn::tune::course::{Course, TermSet, Tunable, places_of};
use ludex_learn::tune::duel::Duel;
use ludex_search::common::Identity;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The terms by which the engine values a position.
#[derive(Clone, Copy, Debug)]
pub struct Courses;

const ALL: &[&str] = &TERMS;

/// About what each may weigh.
const SCALES: [f64; ALL.len()] = [40.0, 20.0, 10.0, 5.0, 3.0, 2.0, 50.0, 15.0, 5.0, 0.5];

/// How far the players look: little, so that many games are played, and what the terms say decides them.
const PLIES: u8 = 3;
const POSITIONS: u64 = 300;

/// Openings that are kept.
const MOST_OPENINGS: usize = 4096;

impl Tunable for Courses {
    fn game(&self) -> &'static str {
        "pente"
    }

    fn sets(&self) -> &'static [TermSet] {
        &[TermSet { name: "chances", help: "all terms of the engine", terms: ALL, agent: "engine" }]
    }

    fn course(
        &self,
        rules: &Spec,
        size: Option<Size>,
        terms: &[String],
    ) -> Result<Box<dyn Course>> {
        let terms = places_of(terms, ALL)?;
        let game = Pente::open(rules, size)?;
        // Where there are none, nobody should wait for the first game to hear it.
        openings::quick(&game, Seed(0))?;
        Ok(Box::new(Games { game, terms, openings: Mutex::default() }))
    }
}

/// Games of an engine with weights of some terms against the engine as it is.
struct Games {
    game: Pente,
    terms: Vec<usize>,
    /// All candidates of a generation play the same ones: whoever comes first finds them.
    openings: Mutex<BTreeMap<u64, Position>>,
}

impl Games {
    fn opening(&self, seed: Seed) -> Result<Position> {
        if let Some(known) = self.openings().get(&seed.0) {
            return Ok(*known);
        }
        let found = openings::quick(&self.game, seed)?;
        let mut openings = self.openings();
        if openings.len() >= MOST_OPENINGS {
            openings.clear();
        }
        openings.insert(seed.0, found);
        Ok(found)
    }

    fn openings(&self) -> MutexGuard<'_, BTreeMap<u64, Position>> {
        self.openings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engine with such weights; terms that are not tuned weigh nothing, as in a file without them.
    fn player(&self, weights: &[f64], seed: Seed) -> Result<Engine> {
        let named = self.terms.iter().map(|&term| ALL[term]).zip(self.nearest(weights));
        let mut player = usual(seed);
        player.guide.weights = Weights::of(&WeightFile::new("", named))?;
        Ok(player)
    }
}

fn usual(seed: Seed) -> Engine {
    engine(Identity::new("engine", seed), PLIES)
}

impl Course for Games {
    fn setting(&self) -> (String, String) {
        (self.game.rules().to_string(), self.game.size().to_string())
    }

    fn scales(&self) -> Vec<f64> {
        self.terms.iter().map(|&term| SCALES[term]).collect()
    }

    /// Wins are told before anything is weighed.
    fn only_directions(&self) -> bool {
        true
    }

    /// Whole numbers, none below 0: chances are never bad.
    fn nearest(&self, weights: &[f64]) -> Vec<f64> {
        let places = self.terms.iter().zip(weights);
        places.map(|(&term, &weight)| Weights::nearest(term, weight)).collect()
    }

    fn counted(&self) -> &'static str {
        "points a game against the engine's own weights"
    }

    fn play(&self, weights: &[f64], seed: Seed, limit: u64) -> Result<f64> {
        let opening = self.opening(seed)?;
        let (own, other) = (self.player(weights, seed)?, usual(seed));
        let budget = Budget::nodes(POSITIONS);
        let duel = Duel { game: &self.game, players: [&own, &other], budget, limit };
        duel.points(&opening, seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Stop;
    use ludex_learn::tune::method::Method;
    use ludex_learn::tune::run::{Plan, Tuning};

    fn course(terms: &[&str]) -> Box<dyn Course> {
        let terms: Vec<String> = terms.iter().map(ToString::to_string).collect();
        let size = Some(Size::new(13, 13));
        Courses.course(&Spec::named("pente"), size, &terms).expect("a course")
    }

    #[test]
    fn the_engines_own_weights_come_out_even_and_none_lose() {
        let (course, own) = (course(ALL), [52.0, 26.0, 9.0, 4.0, 2.0, 1.0, 90.0, 21.0, 5.0, 0.62]);
        let points = |weights: &[f64]| -> f64 {
            (0..6).map(|seed| course.play(weights, Seed(seed), 200).expect("two games")).sum()
        };
        assert_eq!(points(&own), 3.0, "both sides play the same game");
        assert!(points(&[0.0; 10]) < 2.0, "who values nothing");
    }

    #[test]
    fn a_game_comes_again_and_its_weights_are_such_as_a_file_may_hold() {
        let course = course(&["four", "captured"]);
        let weights = course.nearest(&[-3.0, 1.2345]);
        assert_eq!(weights, [0.0, 1.23]);
        assert!(course.nearest(&[-0.2, 0.0])[0].is_sign_positive());
        assert_eq!(course.nearest(&[1e9, 1e9]), [100.0, 10.0]);
        let play = |weights: &[f64]| course.play(weights, Seed(4), 200).expect("two games");
        assert_eq!(play(&[-3.0, 1.2345]), play(&weights));
        assert_eq!(course.play(&weights, Seed(4), 2).expect("cut short"), 0.5);
    }

    #[test]
    fn a_run_that_goes_on_from_a_checkpoint_finds_the_same() {
        let course = course(&["four", "open three", "captured"]);
        let plan = Plan {
            game: "pente".into(),
            rules: "pente".into(),
            size: "13x13".into(),
            terms: Vec::new(),
            method: Method::Cmaes,
            seed: 3,
            generations: 3,
            candidates: 4,
            games: 2,
            limit: 30,
            start: vec![0.0; 3],
            deviation: 1.0,
            averaged: 0.5,
        };
        let stop = Stop::default();
        let finish = |mut tuning: Tuning<'_>, threads| {
            while !tuning.is_finished() {
                tuning.generation(threads, &stop).expect("games").expect("no stop");
            }
            (tuning.weights(), tuning.curve().to_vec())
        };
        let whole = finish(Tuning::new(course.as_ref(), plan.clone()).expect("a run"), 1);
        let mut begun = Tuning::new(course.as_ref(), plan.clone()).expect("a run");
        begun.generation(2, &stop).expect("games");
        let kept = begun.checkpoint();
        let resumed = Tuning::resume(course.as_ref(), &plan, "kept", &kept).expect("a checkpoint");
        assert_eq!(finish(resumed, 2), whole);
    }

    #[test]
    fn what_is_no_term_is_refused() {
        let refused = Courses.course(&Spec::named("pente"), None, &["fuor".into()]);
        let said = refused.map(|_| ()).expect_err("a refusal").to_string();
        assert!(said.contains("`fuor`") && said.contains("`four`"), "{said}");
    }
}
