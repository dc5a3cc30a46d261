//! Who plays Tetris.

mod best;
mod depth;
mod guided;
mod hands;
mod per_piece;
mod planned;
mod policy;
mod rollouts;
mod stepper;
mod tetrisvs;
pub(crate) mod tuning;
mod versus;
mod weights;

use super::evaluate::Linear;
use super::features::at;
use super::report::Level;
use super::rules::Tetris;
use super::versus::{Foresight, Weights};
use best::Best;
use depth::Expecting;
use guided::Tree;
use ludex_core::{Agent, Choice, Error, Parameter, Result, Seed, Spec};
use ludex_search::common::Identity;
use ludex_search::random::Random;
use ludex_search::stock;
use per_piece::PerPiece;
use planned::Planned;
use policy::Policy;
use rollouts::Rollouts;
use tetrisvs::TetrisVs;
use versus::Versus;
#[cfg(test)]
pub(super) use weights::yaveroglu as yaveroglu_of;
pub(super) use weights::{REPORT, entropy as entropy_of};

const PIECES: Parameter = Parameter {
    name: "pieces",
    help: "known pieces to look at, 1 or 2",
    default: "1; 2 for entropy and essex",
};
const LOTS: Parameter =
    Parameter { name: "random", help: "draw lots among equals: true or false", default: "false" };
const DEPTH: Parameter = Parameter {
    name: "depth",
    help: "placements to look at, 1 to 6, with the mean over pieces that are not known",
    default: "none: known pieces only",
};
const ROLLOUTS: Parameter = Parameter {
    name: "rollouts",
    help: "games to play on after each of the best placements, to compare them",
    default: "none",
};
const HORIZON: Parameter = Parameter {
    name: "horizon",
    help: "placements after which such a game is valued as it stands",
    default: "3",
};
const TOP: Parameter =
    Parameter { name: "top", help: "placements compared by such games", default: "4" };
const BUMPINESS: Parameter = Parameter {
    name: "bumpiness",
    help: "faithful (as in the report) or corrected",
    default: "faithful; corrected for tuned weights",
};
const WEIGHTS: Parameter = Parameter {
    name: "weights",
    help: "report, tuned (the same five terms weighed so that games last far longer), or a weight file",
    default: "report",
};
const WEIGHT_FILE: Parameter = Parameter {
    name: "weights",
    help: "a JSON file with a weight for each term that counts, instead of the published ones",
    default: "the published ones",
};
const WEIGHTS_BY_PIECE: Parameter = Parameter {
    name: "weights",
    help: "a JSON file with a weight for each term that counts; `I:holes` and the like weigh for one piece only",
    default: "the published ones",
};
const TUCK: Parameter = Parameter {
    name: "tuck",
    help: "step by step: turn and shift at any height, also last, below an overhang: true or false",
    default: "false",
};
const HOLES: Parameter = Parameter {
    name: "holes",
    help: "all (covered cells) or proper (cells that no single falling cell can reach)",
    default: "all",
};
const POLICY: Parameter = Parameter {
    name: "policy",
    help: "the linear policy that values boards and plays on, such as bcts",
    default: "dt20",
};
const SIMS: Parameter =
    Parameter { name: "sims", help: "simulations for a decision", default: "1000" };
const EXPLORATION: Parameter =
    Parameter { name: "exploration", help: "weight of curiosity", default: "0.3" };
const TREE_HORIZON: Parameter = Parameter {
    name: "horizon",
    help: "alone: placements after which boards are valued; for two: placements of the policy before that",
    default: "3; 0 for two",
};
const REPLIES: Parameter = Parameter {
    name: "replies",
    help: "the opponent's best replies that count; the worst of them is expected",
    default: "1",
};
const GIFT: Parameter = Parameter {
    name: "gift",
    help: "by how much more a point of the opponent counts than an own one",
    default: "0.5",
};
const GENEROUS: Parameter = Parameter {
    name: "generous",
    help: "height of the pile from which on a row that can be denied may be left to the opponent",
    default: "14",
};
const IMAGINING: Parameter = Parameter {
    name: "time",
    help: "takes the opponent for tetrisvs-hard, and imagines 3,000 times this games for each placement where the pile is high; no limit on a decision",
    default: "0",
};
/// About how many games a core can imagine for each of the placements that a decision asks about.
const IMAGINED_GAMES_A_SECOND: f64 = 3000.0;
const TIME: Parameter = Parameter {
    name: "time",
    help: "seconds to choose, turned into a depth at a fixed rate",
    default: "0.005",
};

const LINEAR: &[Parameter] = &[PIECES, WEIGHT_FILE, HOLES, LOTS, DEPTH, ROLLOUTS, HORIZON, TOP];

const fn linear(at: usize) -> Choice {
    let policy = &weights::PUBLISHED[at];
    Choice { name: policy.name, help: policy.help, parameters: LINEAR }
}

/// The weights of the linear policy of that name, such as `ludex`.
///
/// ```
/// assert!(ludex_tetris::policy_of("ludex").unwrap().drop_weights().is_some());
/// assert!(ludex_tetris::policy_of("nobody").is_none());
/// ```
pub fn policy_of(name: &str) -> Option<Linear> {
    weights::published(name).map(weights::Published::linear)
}

/// The agents, weakest first.
pub(super) const AGENTS: &[Choice] = &[
    stock::RANDOM,
    linear(0),
    linear(1),
    Choice {
        name: "entropy",
        help: "the TetrisVs report's: row entropy, height, holes, bumpiness, over two pieces",
        parameters: &[PIECES, LOTS, BUMPINESS, WEIGHTS, HOLES, DEPTH, ROLLOUTS, HORIZON, TOP],
    },
    Choice {
        name: "tetrisvs-easy",
        help: "the TetrisVs report's versus agent: min-max over known pieces, stops at any clear",
        parameters: &[LOTS],
    },
    Choice {
        name: "tetrisvs-hard",
        help: "the same, but looks on after its own clears, so it gives no row away",
        parameters: &[LOTS],
    },
    Choice {
        name: "yaveroglu",
        help: "the RL-Competition report's: eight terms, each from 0 to 100",
        parameters: &[PIECES, TUCK, WEIGHTS_BY_PIECE, HOLES, LOTS],
    },
    linear(2),
    linear(3),
    linear(4),
    linear(5),
    linear(6),
    linear(7),
    linear(8),
    linear(9),
    Choice {
        name: "mcts",
        help: "grows a tree over placements and pieces where a policy says it is promising",
        parameters: &[POLICY, SIMS, TREE_HORIZON, EXPLORATION, LOTS],
    },
    Choice {
        name: "versus",
        help: "plays for the lead on a shared board: three known pieces, the mean over the next one",
        parameters: &[REPLIES, GIFT, GENEROUS, IMAGINING, LOTS],
    },
    Choice {
        name: "best",
        help: "alone the best published policy, as deep as the given time allows; for two, versus",
        parameters: &[TIME, LOTS],
    },
];

/// The agent that a specification asks for.
pub(super) fn build(game: &Tetris, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Tetris>>> {
    if game.is_stepwise() && searches(spec)? {
        let placing = game.placing();
        let search = build(&placing, spec, seed)?;
        let (identity, tuck) = (Identity::new(spec, seed), spec.get_or("tuck", false)?);
        return Ok(Box::new(Planned { identity, placing, search, tuck }));
    }
    let random = spec.get_or("random", false)?;
    let identity = Identity::new(spec, seed).drawing_lots(random);
    match spec.name.as_str() {
        "random" => Ok(Box::new(Random(identity))),
        "versus" => {
            let replies = spec.get_in("replies", 1, 1..=1000)?;
            let gift = -spec.get_in("gift", 0.5, 0.0..=1000.0)?;
            let generous = spec.get_in("generous", 14, 0..=64)?;
            let weights = Weights { gift, generous, ..Weights::default() };
            let seconds = spec.get_in("time", 0.0, 0.0..=3600.0)?;
            let games = (seconds * IMAGINED_GAMES_A_SECOND) as u64;
            let foresight = Foresight::new(replies, games);
            Ok(Box::new(Versus { identity, weights, foresight }))
        }
        "mcts" => tree(spec, identity),
        "best" => Ok(Box::new(Best { identity, time: spec.get_in("time", 0.005, 1e-6..=3600.0)? })),
        name => match seed_level(name) {
            Some(level) => Ok(Box::new(TetrisVs { identity, level })),
            None => improved(game, spec, identity),
        },
    }
}

/// Whether an agent searches over placements.
fn searches(spec: &Spec) -> Result<bool> {
    let deep = spec.get::<String>("depth")?.or(spec.get("rollouts")?).is_some();
    let deep = deep || spec.get::<u32>("pieces")?.is_some_and(|pieces| pieces > 1);
    Ok(deep || ["mcts", "versus", "tetrisvs-easy", "tetrisvs-hard"].contains(&spec.name.as_str()))
}

/// The versus agent with weights of one's own that looks ahead like this.
pub(super) fn versus(weights: Weights, foresight: Foresight, seed: Seed) -> Box<dyn Agent<Tetris>> {
    Box::new(Versus { identity: Identity::new("versus", seed), weights, foresight })
}

/// A linear policy, as it is or with a search on top of it.
fn improved(game: &Tetris, spec: &Spec, identity: Identity) -> Result<Box<dyn Agent<Tetris>>> {
    let base = policy(game, spec, identity)?;
    if let Some(policies) = by_piece(game, spec, &base)? {
        return Ok(Box::new(PerPiece { policies }));
    }
    match (spec.get::<u32>("depth")?, spec.get::<u32>("rollouts")?) {
        (None, None) => Ok(Box::new(base)),
        (Some(_), None) => {
            let depth = spec.get_in("depth", 1, 1..=6)?;
            Ok(Box::new(Expecting::new(base, depth)))
        }
        (None, Some(_)) => Ok(Box::new(Rollouts {
            base,
            games: spec.get_in("rollouts", 1, 1..=1_000_000)?,
            horizon: spec.get_in("horizon", 3, 1..=1_000_000)?,
            top: spec.get_in("top", 4, 1..=1000)?,
        })),
        (Some(_), Some(rollouts)) => {
            let what = format!("parameter rollouts of {}", spec.name);
            Err(Error::bad(what, rollouts.to_string(), "give either rollouts or depth"))
        }
    }
}

/// The linear policy of that name.
fn policy(game: &Tetris, spec: &Spec, identity: Identity) -> Result<Policy> {
    let usual = if ["entropy", "essex"].contains(&spec.name.as_str()) { 2 } else { 1 };
    let pieces = spec.get_in("pieces", usual, 1..=2)?;
    let linear = holes(spec, weighed(game, spec)?)?;
    Ok(Policy::new(identity, linear, pieces, spec.get_or("tuck", false)?))
}

/// A policy for each piece, where a file has weights for single pieces.
fn by_piece(game: &Tetris, spec: &Spec, base: &Policy) -> Result<Option<Vec<Policy>>> {
    let file = spec.get::<String>("weights")?.filter(|_| spec.name == "yaveroglu");
    let Some(file) = file else { return Ok(None) };
    let names: Vec<&str> = game.rules().set.pieces.iter().map(|piece| &*piece.name).collect();
    let found = weights::by_piece(&file, &names)?;
    let policy = |linear| Ok(base.weighing(holes(spec, linear)?));
    found.map(|linears| linears.into_iter().map(policy).collect()).transpose()
}

/// The weights of a policy: its own, or those of a file.
fn weighed(game: &Tetris, spec: &Spec) -> Result<Linear> {
    if spec.name == "entropy" {
        return entropy(spec);
    }
    let own = match spec.name.as_str() {
        "yaveroglu" => weights::yaveroglu(game.rules().size),
        name => weights::published(name)
            .ok_or_else(|| Error::unknown("agent", name, AGENTS.iter().map(|a| a.name)))?
            .linear(),
    };
    match spec.get::<String>("weights")? {
        // What it says of single pieces is read by `by_piece`.
        Some(file) if spec.name == "yaveroglu" => {
            let names: Vec<&str> = game.rules().set.pieces.iter().map(|p| &*p.name).collect();
            weights::of_all_pieces(&file, &names)
        }
        Some(file) => weights::from_file(&file),
        None => Ok(own),
    }
}

/// The same with the holes that were asked for.
fn holes(spec: &Spec, mut linear: Linear) -> Result<Linear> {
    match spec.get_or("holes", "all".to_owned())?.as_str() {
        "all" => {}
        "proper" => {
            linear.weights[at::PROPER] += linear.weights[at::HO];
            linear.weights[at::HO] = 0.0;
        }
        other => return Err(Error::unknown("holes", other, ["all", "proper"])),
    }
    Ok(linear)
}

fn entropy(spec: &Spec) -> Result<Linear> {
    let (five, usual) = match spec.get_or("weights", "report".to_owned())?.as_str() {
        "report" => (weights::REPORT, "faithful"),
        "tuned" => (weights::TUNED, "corrected"),
        file => return weights::from_file(file),
    };
    match spec.get_or("bumpiness", usual.to_owned())?.as_str() {
        "faithful" => Ok(weights::entropy(five, true)),
        "corrected" => Ok(weights::entropy(five, false)),
        other => Err(Error::unknown("bumpiness", other, ["faithful", "corrected"])),
    }
}

fn tree(spec: &Spec, identity: Identity) -> Result<Box<dyn Agent<Tetris>>> {
    let name = spec.get_or("policy", "dt20".to_owned())?;
    let known = weights::PUBLISHED.iter().map(|policy| policy.name);
    let found = weights::published(&name).ok_or_else(|| Error::unknown("policy", &name, known))?;
    Ok(Box::new(Tree {
        base: Policy::new(identity, found.linear(), 1, false),
        sims: spec.get_in("sims", 1000, 1..=1_000_000_000)?,
        horizon: horizon(spec)?,
        exploration: spec.get_in("exploration", 0.3, 0.0..=1000.0)?,
    }))
}

/// What was asked for, if anything was.
fn horizon(spec: &Spec) -> Result<Option<u32>> {
    let asked = spec.get_in("horizon", 0, 0..=1_000_000)?;
    Ok(spec.get::<u32>("horizon")?.map(|_| asked))
}

fn seed_level(name: &str) -> Option<Level> {
    match name {
        "tetrisvs-easy" => Some(Level::Easy),
        "tetrisvs-hard" => Some(Level::Hard),
        _ => None,
    }
}
