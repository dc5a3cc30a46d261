//! Openings for matches that neither side has already won.

use crate::engine::engine;
use crate::position::Position;
use crate::rules::Pente;
use ludex_core::{Agent, Budget, Decision, Error, Game, Result, Seed, Turn};
use ludex_search::common::Identity;

/// Stones that are placed by lot, the first of them on the centre, and how far from it.
const STONES: u64 = 3;
const NEAR: usize = 3;
/// Openings that are thrown away before somebody hears that there are none.
const MOST_TRIES: u64 = 1_000;

/// When an opening will do.
struct Demand {
    /// Who is to move may be ahead or behind by this much in the engine's eyes.
    most_ahead: f64,
    /// How thoroughly the engine looks: plies, and positions.
    plies: u8,
    positions: u64,
}

/// Three chances in ten at worst.
const FAIR: Demand = Demand { most_ahead: 350.0, plies: 10, positions: 100_000 };
/// The same found in no time, for many short games in which each side is played: only a lost opening is of no use.
const QUICK: Demand = Demand { most_ahead: 350.0, plies: 4, positions: 1_000 };
/// Forty-five chances in a hundred at worst, found as thoroughly as in a second of play.
const EVEN: Demand = Demand { most_ahead: 80.0, plies: 16, positions: 500_000 };

/// An opening by lot in which the engine finds neither a win nor a loss, and nobody far ahead.
///
/// The same seed gives the same opening. On small boards with four in a row most openings by lot are won for one side; those are
/// drawn again.
pub fn fair(game: &Pente, seed: Seed) -> Result<Position> {
    drawn(game, seed, &FAIR)
}

/// A fair opening in which nobody is ahead worth mentioning.
///
/// For matches between players of about the same strength: most fair openings favour the side with two stones, and a better player loses
/// them from the other side.
pub fn even(game: &Pente, seed: Seed) -> Result<Position> {
    drawn(game, seed, &EVEN)
}

/// An opening by lot in which a short look finds nobody far ahead.
pub fn quick(game: &Pente, seed: Seed) -> Result<Position> {
    drawn(game, seed, &QUICK)
}

fn drawn(game: &Pente, seed: Seed, demand: &Demand) -> Result<Position> {
    let judge = engine(Identity::new("engine", seed), demand.plies);
    for number in 0..MOST_TRIES {
        let position = by_lot(game, seed.derive(number));
        if game.turn(&position) == Turn::Over {
            continue;
        }
        let decision = judge.decide(game, &position, &Budget::nodes(demand.positions))?;
        if demand.is_met(&decision) {
            return Ok(position);
        }
    }
    Err(Error::State(format!("none of {MOST_TRIES} openings by lot is fair enough on this board")))
}

impl Demand {
    fn is_met<A>(&self, decision: &Decision<A>) -> bool {
        let best = decision.best();
        best.proven.is_none() && best.value.abs() <= self.most_ahead
    }
}

/// A few stones near the centre.
fn by_lot(game: &Pente, seed: Seed) -> Position {
    let (mut position, mut dice, mut buffer) = (game.start(), seed.rng(), Vec::new());
    let mut placed = 0;
    while placed < STONES {
        let Some(point) = game.sample(&position, &mut dice, &mut buffer) else { break };
        if point.distance(game.centre()) <= NEAR {
            game.play(&mut position, point);
            placed += 1;
        }
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Settings, Variant};

    #[test]
    fn an_opening_is_the_same_for_a_seed_and_won_by_nobody() {
        for side in [9, 19] {
            let game = Pente::new(Settings::usual(side, Variant::Pente));
            let position = fair(&game, Seed(1)).unwrap();
            assert_eq!(position, fair(&game, Seed(1)).unwrap());
            assert_eq!(game.ply(&position), STONES as usize);
            assert!(position.winner().is_none());
        }
    }

    #[test]
    fn in_an_even_opening_nobody_is_ahead() {
        let game = Pente::new(Settings::usual(19, Variant::Pente));
        let quick = Demand { positions: 5_000, ..EVEN };
        let value = |position: &Position| {
            let judge = engine(Identity::new("engine", Seed(0)), quick.plies);
            judge.decide(&game, position, &Budget::nodes(quick.positions)).unwrap().best().value
        };
        let ahead = |seed| value(&by_lot(&game, Seed(seed).derive(0))).abs() > EVEN.most_ahead;
        let rejected =
            (0..8).find(|&seed| ahead(seed)).expect("most openings by lot favour one side");
        let found = drawn(&game, Seed(rejected), &quick).unwrap();
        assert_ne!(found, by_lot(&game, Seed(rejected).derive(0)), "the first one was not even");
        assert!(value(&found).abs() <= EVEN.most_ahead, "{}", value(&found));
    }
}
