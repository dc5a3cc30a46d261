//! Tetris-2048 as something to be tuned: greedy games, counted by the logarithm of their points.

use super::{greedy, names, weighed};
use crate::evaluate::Linear;
use crate::rules::Tetris2048;
use ludex_core::{Game, Result, Room, Seed, Size, Spec, Turn};
use ludex_learn::tune::course::{Course, TermSet, Tunable, places_of};

/// The terms of Tetris-2048.
#[derive(Clone, Copy, Debug)]
pub struct Courses;

/// All that can be weighed: the features of a board, and what a step earns.
const ALL: &[&str] = &names();

impl Tunable for Courses {
    fn game(&self) -> &'static str {
        "tetris2048"
    }

    fn sets(&self) -> &'static [TermSet] {
        &[TermSet { name: "all", help: "all terms", terms: ALL, agent: "greedy" }]
    }

    fn course(
        &self,
        rules: &Spec,
        size: Option<Size>,
        terms: &[String],
    ) -> Result<Box<dyn Course>> {
        let terms = places_of(terms, ALL)?;
        Ok(Box::new(Games { game: Tetris2048::open(rules, size)?, terms }))
    }
}

/// Games of the greedy player with weights of some terms.
struct Games {
    game: Tetris2048,
    terms: Vec<usize>,
}

impl Course for Games {
    fn setting(&self) -> (String, String) {
        (self.game.rules().to_string(), self.game.size().to_string())
    }

    /// The square of the pile and points grow large; the others are counts.
    fn scales(&self) -> Vec<f64> {
        let scale = |&term: &usize| match ALL[term] {
            "pile" | "merged" | "cleared" => 0.1,
            _ => 1.0,
        };
        self.terms.iter().map(scale).collect()
    }

    /// What a lost position is worth is not tuned, but it is far beyond all else.
    fn only_directions(&self) -> bool {
        true
    }

    /// A logarithm, so that a single long game does not decide.
    fn counted(&self) -> &'static str {
        "logarithms of points"
    }

    fn play(&self, weights: &[f64], seed: Seed, limit: u64) -> Result<f64> {
        let pairs = self.terms.iter().copied().zip(weights.iter().copied());
        Ok(((points(&self.game, &weighed(pairs), seed, limit) + 1) as f64).ln())
    }
}

/// The points of one game.
fn points(game: &Tetris2048, linear: &Linear, seed: Seed, limit: u64) -> u64 {
    let (mut position, mut dice, mut buffer) = (game.start(), seed.rng(), Vec::new());
    for _ in 0..limit {
        while game.turn(&position) == Turn::Chance {
            let Some(deal) = game.sample(&position, &mut dice, &mut buffer) else { break };
            game.play(&mut position, deal);
        }
        let Some(action) = greedy(game, linear, &position) else { break };
        game.play(&mut position, action);
    }
    position.score
}
