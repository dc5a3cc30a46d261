//! 2048 as something to be tuned: games that look two slides ahead, counted by the logarithm of their points.

use super::expecting::{Depth, Expecting};
use super::{Identity, expecting};
use crate::evaluate::{NAMES, Shape, ShapeLeaf};
use crate::rules::Twenty48;
use ludex_core::{
    Agent, Budget, Error, Game, Result, Room, ScoreOnly, Seat, Seed, Size, Spec, Turn,
};
use ludex_learn::tune::course::{Course, TermSet, Tunable, places_of};
use ludex_search::stock::Stock;

/// The terms by which the searches of 2048 value a board.
#[derive(Clone, Copy, Debug)]
pub struct Courses;

const ALL: &[&str] = &NAMES;

/// Slides to look ahead: enough that what a tile may do counts, and a game takes a fiftieth of a second.
const SLIDES: u8 = 2;

impl Tunable for Courses {
    fn game(&self) -> &'static str {
        "2048"
    }

    fn sets(&self) -> &'static [TermSet] {
        &[TermSet { name: "shape", help: "all terms of a board", terms: ALL, agent: "expectimax" }]
    }

    fn course(
        &self,
        rules: &Spec,
        size: Option<Size>,
        terms: &[String],
    ) -> Result<Box<dyn Course>> {
        let terms = places_of(terms, ALL)?;
        let game = Twenty48::open(rules, size)?;
        if !game.grid().is_small() {
            let reason = "larger boards take too long; give one of at most 16 cells";
            return Err(Error::bad("size", game.grid().size().to_string(), reason));
        }
        Ok(Box::new(Games { game, terms }))
    }
}

/// Games of a search with weights of some terms.
struct Games {
    game: Twenty48,
    terms: Vec<usize>,
}

impl Course for Games {
    fn setting(&self) -> (String, String) {
        (self.game.rules().to_string(), self.game.size().to_string())
    }

    /// Disorder and bulk grow with a power of the tiles, free cells and pairs are few.
    fn scales(&self) -> Vec<f64> {
        let scale = |&term: &usize| match ALL[term] {
            "alive" => 100_000.0,
            "disorder" | "bulk" => 10.0,
            _ => 100.0,
        };
        self.terms.iter().map(scale).collect()
    }

    /// Nothing is weighed against points.
    fn only_directions(&self) -> bool {
        true
    }

    /// A logarithm, so that a single long game does not decide.
    fn counted(&self) -> &'static str {
        "logarithms of points"
    }

    fn play(&self, weights: &[f64], seed: Seed, limit: u64) -> Result<f64> {
        let shape = Shape::weighed(self.terms.iter().copied().zip(weights.iter().copied()));
        let player = player(&self.game, shape, seed)?;
        let (mut position, mut dice, mut buffer) = (self.game.start(), seed.rng(), Vec::new());
        for _ in 0..limit {
            while self.game.turn(&position) == Turn::Chance {
                let Some(tile) = self.game.sample(&position, &mut dice, &mut buffer) else { break };
                self.game.play(&mut position, tile);
            }
            if self.game.turn(&position) == Turn::Over {
                break;
            }
            let slide = player.choose(&self.game, &position, &Budget::unlimited())?;
            self.game.play(&mut position, slide);
        }
        Ok((self.game.score(&position, Seat::FIRST) + 1.0).ln())
    }
}

/// The search that plays the games.
fn player(game: &Twenty48, shape: Shape, seed: Seed) -> Result<Expecting<ShapeLeaf>> {
    let identity = Identity::new(Spec::named("expectimax"), seed);
    let leaf = ShapeLeaf::new(game.grid().size(), shape);
    let otherwise = Stock::new(&Spec::named("random"), seed).build(ScoreOnly)?;
    Ok(expecting("expectimax", identity, leaf, Depth::Fixed(SLIDES), 12, otherwise))
}
