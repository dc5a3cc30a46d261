//! Agents that every game gets for the asking: give an evaluator, receive opponents.
//!
//! ```
//! use ludex_core::{Agent, Budget, Game, ScoreOnly, Seed, doc::Coin};
//! use ludex_search::stock::Stock;
//!
//! let spec = "minimax:depth=1".parse().unwrap();
//! let agent = Stock::new(&spec, Seed(1)).build::<Coin, _>(ScoreOnly).unwrap();
//! assert!(agent.choose(&Coin, &Coin.start(), &Budget::unlimited()).is_ok());
//! ```

use crate::common::Identity;
use crate::minimax::{Minimax, Perspective};
use crate::negamax::Negamax;
use crate::random::Random;
use ludex_core::{Agent, Choice, Error, Evaluate, Game, Parameter, Result, Seed, Spec};

const DEPTH: Parameter =
    Parameter { name: "depth", help: "plies to look ahead", default: "set by the game" };
const LOTS: Parameter = Parameter {
    name: "random",
    help: "draw lots among equally good moves",
    default: "set by the game",
};

/// Any legal move with equal probability.
pub const RANDOM: Choice = Choice { name: "random", help: "plays any legal move", parameters: &[] };

/// Min-max with the founding report's perspectives.
pub const MINIMAX: Choice = Choice {
    name: "minimax",
    help: "looks a number of plies ahead and expects the best answer to everything",
    parameters: &[
        DEPTH,
        LOTS,
        Parameter { name: "perspective", help: "max, min or maxmax", default: "max" },
    ],
};

/// Negamax with a table.
pub const NEGAMAX: Choice = Choice {
    name: "negamax",
    help: "min-max with iterative deepening and a table: the same values, sooner",
    parameters: &[
        DEPTH,
        LOTS,
        Parameter { name: "table", help: "table size in MiB", default: "16" },
    ],
};

/// How a game configures the stock agents.
#[derive(Clone, Copy, Debug)]
pub struct Stock<'a> {
    /// Which agent, with parameters.
    pub spec: &'a Spec,
    /// The seed of its lots.
    pub seed: Seed,
    /// Plies to look ahead when the specification does not say.
    pub depth: u32,
    /// Whether lots are drawn among equals when the specification does not say.
    pub draw_lots: bool,
}

impl<'a> Stock<'a> {
    /// An agent that looks four plies ahead unless told otherwise.
    pub fn new(spec: &'a Spec, seed: Seed) -> Self {
        Self { spec, seed, depth: 4, draw_lots: false }
    }

    /// The agent that the specification names.
    pub fn build<G: Game, E>(self, evaluate: E) -> Result<Box<dyn Agent<G>>>
    where
        E: Evaluate<G> + 'static,
    {
        match self.spec.name.as_str() {
            "random" => Ok(Box::new(Random(self.identity()?))),
            "minimax" => {
                let perspective = self.spec.get_or("perspective", "max".to_owned())?.parse()?;
                self.minimax(evaluate, perspective)
            }
            "negamax" => self.negamax(evaluate),
            name => {
                let known = [RANDOM, MINIMAX, NEGAMAX].map(|choice| choice.name);
                Err(Error::unknown("agent", name, known))
            }
        }
    }

    fn identity(&self) -> Result<Identity> {
        let random = self.spec.get("random")?.unwrap_or(self.draw_lots);
        Ok(Identity::new(self.spec, self.seed).drawing_lots(random))
    }

    fn depth(&self) -> Result<u32> {
        self.spec.get_in("depth", self.depth, 1..=200)
    }

    fn minimax<G: Game, E>(self, evaluate: E, perspective: Perspective) -> Result<Box<dyn Agent<G>>>
    where
        E: Evaluate<G> + 'static,
    {
        let agent = Minimax::new(self.identity()?, evaluate, self.depth()?);
        Ok(Box::new(Minimax { perspective, ..agent }))
    }

    fn negamax<G: Game, E>(self, evaluate: E) -> Result<Box<dyn Agent<G>>>
    where
        E: Evaluate<G> + 'static,
    {
        let agent = Negamax::new(self.identity()?, evaluate, self.depth()? as u8);
        let table_mib = self.spec.get_in("table", agent.table_mib, 0..=4096)?;
        Ok(Box::new(Negamax { table_mib, ..agent }))
    }
}
