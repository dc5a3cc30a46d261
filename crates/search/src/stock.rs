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

use crate::beam::{Beam, BeamSettings};
use crate::common::Identity;
use crate::expectimax::{Expectimax, ExpectimaxSettings};
use crate::minimax::Minimax;
use crate::monte_carlo::{
    DEFAULT_EACH, DEFAULT_SIMS, Flat, FlatSettings, Mcts, MctsSettings, Playouts,
};
use crate::negamax::{MAX_TABLE_MIB, MAX_THREADS, Negamax};
use crate::paced::Paced;
use crate::random::Random;
use ludex_core::{Agent, Choice, Error, Evaluate, Game, Parameter, Result, Seed, Spec};
use std::time::Duration;

const DEPTH: Parameter =
    Parameter { name: "depth", help: "plies to look ahead", default: "set by the game" };
const LOTS: Parameter = Parameter {
    name: "random",
    help: "draw lots among equally good moves: true or false",
    default: "set by the game",
};
const TIME: Parameter =
    Parameter { name: "time", help: "seconds for a decision at most", default: "no limit" };
const TABLE: Parameter =
    Parameter { name: "table", help: "size of the table in MiB, 0 for none", default: "16" };

const THREADS: Parameter = Parameter {
    name: "threads",
    help: "threads that search together; several make the answer best effort",
    default: "1",
};

/// Any legal move with equal probability.
pub const RANDOM: Choice = Choice { name: "random", help: "plays any legal move", parameters: &[] };

/// Min-max with the `TetrisVs` report's perspectives.
pub const MINIMAX: Choice = Choice {
    name: "minimax",
    help: "looks a number of plies ahead and expects the best answer to everything",
    parameters: &[
        DEPTH,
        LOTS,
        TIME,
        Parameter { name: "perspective", help: "max, min or maxmax", default: "max" },
    ],
};

/// Negamax with a table.
pub const NEGAMAX: Choice = Choice {
    name: "negamax",
    help: "min-max with iterative deepening and a table: the same values from fewer positions; best effort if timed",
    parameters: &[DEPTH, LOTS, TIME, TABLE, THREADS],
};

/// Expectimax.
pub const EXPECTIMAX: Choice = Choice {
    name: "expectimax",
    help: "looks ahead and takes the mean over what chance may do",
    parameters: &[
        DEPTH,
        LOTS,
        TIME,
        TABLE,
        Parameter { name: "cutoff", help: "ignore less probable paths", default: "0" },
    ],
};

/// Monte Carlo tree search.
pub const MCTS: Choice = Choice {
    name: "mcts",
    help: "plays many random games, more of them where they go well",
    parameters: &[
        Parameter { name: "sims", help: "simulations for a decision", default: "10000" },
        TIME,
        LOTS,
        Parameter { name: "exploration", help: "weight of curiosity", default: "1.4" },
    ],
};

/// Flat Monte Carlo.
pub const FLAT: Choice = Choice {
    name: "flat",
    help: "plays the same number of random games after every move",
    parameters: &[
        Parameter { name: "playouts", help: "random games after every move", default: "100" },
        TIME,
        LOTS,
    ],
};

/// Beam search.
pub const BEAM: Choice = Choice {
    name: "beam",
    help: "looks far ahead at the most promising positions only",
    parameters: &[
        DEPTH,
        LOTS,
        TIME,
        Parameter { name: "width", help: "positions kept at every move", default: "100" },
    ],
};

/// Every stock agent, weakest first.
pub const ALL: [Choice; 7] = [RANDOM, FLAT, MCTS, BEAM, EXPECTIMAX, MINIMAX, NEGAMAX];

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

type Built<G> = Result<Box<dyn Agent<G>>>;

impl<'a> Stock<'a> {
    /// An agent that looks four plies ahead unless told otherwise.
    pub fn new(spec: &'a Spec, seed: Seed) -> Self {
        Self { spec, seed, depth: 4, draw_lots: false }
    }

    /// The agent that the specification names.
    pub fn build<G: Game, E: Evaluate<G> + 'static>(self, evaluate: E) -> Built<G> {
        let agent = self.untimed(evaluate)?;
        let Some(seconds) = self.spec.get::<f64>("time")? else { return Ok(agent) };
        let time = Duration::try_from_secs_f64(seconds).map_err(|_| {
            let what = format!("parameter time of {}", self.spec.name);
            Error::bad(what, seconds.to_string(), "give seconds, such as 0.5")
        })?;
        Ok(Box::new(Paced::new(agent, time)))
    }

    fn untimed<G: Game, E: Evaluate<G> + 'static>(&self, evaluate: E) -> Built<G> {
        match self.spec.name.as_str() {
            "random" => Ok(Box::new(Random(self.identity()?))),
            "minimax" => self.minimax(evaluate),
            "negamax" => self.negamax(evaluate),
            "expectimax" => self.expectimax(evaluate),
            "mcts" => self.mcts(evaluate),
            "flat" => self.flat(evaluate),
            "beam" => self.beam(evaluate),
            name => Err(Error::unknown("agent", name, ALL.map(|choice| choice.name))),
        }
    }

    fn identity(&self) -> Result<Identity> {
        let random = self.spec.get("random")?.unwrap_or(self.draw_lots);
        Ok(Identity::new(self.spec, self.seed).drawing_lots(random))
    }

    fn depth(&self) -> Result<u32> {
        self.spec.get_in("depth", self.depth, 1..=200)
    }

    fn minimax<G: Game, E: Evaluate<G> + 'static>(&self, evaluate: E) -> Built<G> {
        let perspective = self.spec.get_or("perspective", "max".to_owned())?.parse()?;
        let agent = Minimax::new(self.identity()?, evaluate, self.depth()?);
        Ok(Box::new(Minimax { perspective, ..agent }))
    }

    fn negamax<G: Game, E: Evaluate<G> + 'static>(&self, evaluate: E) -> Built<G> {
        let agent = Negamax::new(self.identity()?, evaluate, self.depth()? as u8);
        let table_mib = self.spec.get_in("table", agent.table_mib, 0..=MAX_TABLE_MIB)?;
        let threads = self.spec.get_in("threads", 1, 1..=MAX_THREADS)?;
        Ok(Box::new(Negamax { table_mib, threads, ..agent }))
    }

    fn table(&self) -> Result<usize> {
        self.spec.get_in("table", 16, 0..=MAX_TABLE_MIB)
    }

    fn expectimax<G: Game, E: Evaluate<G> + 'static>(&self, evaluate: E) -> Built<G> {
        let settings = ExpectimaxSettings {
            depth: Some(self.depth()?),
            table: self.table()?,
            least_probability: self.spec.get_in("cutoff", 0.0, 0.0..=1.0)?,
        };
        Ok(Box::new(Expectimax::new(self.identity()?, evaluate, settings)))
    }

    fn mcts<G: Game, E: Evaluate<G> + 'static>(&self, evaluate: E) -> Built<G> {
        let timed = self.spec.get::<f64>("time")?.is_some();
        let sims = match self.spec.get("sims")? {
            Some(0) => return Err(Error::bad("parameter sims of mcts", "0", "give 1 or more")),
            None if timed => Some(u64::from(u32::MAX)),
            // Somebody else's limit of time ends a decision and is not there to be used up.
            None => Some(DEFAULT_SIMS),
            sims => sims,
        };
        let exploration = self.spec.get_in("exploration", 1.4, 0.0..=1000.0)?;
        let settings = MctsSettings { sims, exploration, ..MctsSettings::default() };
        Ok(Box::new(Mcts::new(self.identity()?, evaluate, settings)))
    }

    fn flat<G: Game, E: Evaluate<G> + 'static>(&self, evaluate: E) -> Built<G> {
        let playouts = match self.spec.get("playouts")? {
            Some(0) => return Err(Error::bad("parameter playouts of flat", "0", "give 1 or more")),
            Some(each) => Playouts::Each(each),
            None if self.spec.get::<f64>("time")?.is_some() => Playouts::Budget,
            None => Playouts::Each(DEFAULT_EACH),
        };
        let settings = FlatSettings { playouts, ..FlatSettings::default() };
        Ok(Box::new(Flat::new(self.identity()?, evaluate, settings)))
    }

    fn beam<G: Game, E: Evaluate<G> + 'static>(&self, evaluate: E) -> Built<G> {
        let width = self.spec.get_in("width", 100, 1..=1_000_000)?;
        let settings = BeamSettings { width, depth: self.depth()? };
        Ok(Box::new(Beam::new(self.identity()?, evaluate, settings)))
    }
}
