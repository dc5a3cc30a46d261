//! Who plays Snake.

mod greedy;
mod planning;
mod shortest;
mod survivor;
mod two_goals;
mod walk;

pub(super) use shortest::nearest_food;
pub(super) use walk::least_steps;

use super::Snake;
use ludex_core::{Agent, Choice, Error, Parameter, Result, Seed, Spec};
use ludex_search::common::Identity;
use ludex_search::random::Random;
use planning::Planning;

/// The agents of this room, weakest first.
pub(super) const AGENTS: &[Choice] = &[
    Choice { name: "random", help: "any direction but back, by lot", parameters: &[] },
    Choice {
        name: "greedy-planner",
        help: "plans depth first towards the food, as the TetrisVs report does; traps itself",
        parameters: &[Parameter {
            name: "nodes",
            help: "snakes to look at before it gives up planning",
            default: "1000",
        }],
    },
    Choice {
        name: "shortest",
        help: "the shortest way to the nearest food, knowing when body cells come free",
        parameters: &[],
    },
    Choice {
        name: "two-goals",
        help: "only goes for food from which it can go on: to a second food or to its own tail",
        parameters: &[],
    },
    Choice {
        name: "survivor",
        help: "never traps itself on boards with an even side, and fills them",
        parameters: &[Parameter {
            name: "shortcuts",
            help: "false: follow one fixed round through all cells",
            default: "true",
        }],
    },
];

/// The agent that `spec` asks for.
pub(super) fn build(game: &Snake, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Snake>>> {
    let identity = Identity::new(spec, seed);
    Ok(match spec.name.as_str() {
        "random" => Box::new(Random(identity)),
        "greedy-planner" => {
            let nodes = spec.get_in("nodes", 1000u64, 1..=100_000)?;
            Box::new(Planning { identity, planner: greedy::Greedy { nodes } })
        }
        "shortest" => Box::new(Planning { identity, planner: shortest::Shortest }),
        "two-goals" => Box::new(Planning { identity, planner: two_goals::TwoGoals }),
        "survivor" => {
            let shortcuts = spec.get_or("shortcuts", true)?;
            Box::new(Planning { identity, planner: survivor::Survivor::new(game, shortcuts) })
        }
        other => return Err(Error::unknown("agent", other, AGENTS.iter().map(|a| a.name))),
    })
}
