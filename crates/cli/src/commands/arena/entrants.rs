//! Who takes part: lists of agents and programs, taken apart.

use crate::args::ArenaArgs;
use ludex_arena::{Entrant, External, ExternalLimits};
use ludex_core::{Choice, Error, Result, RoomInfo, Spec};
use std::time::Duration;

/// How a program is told from an agent.
const PROGRAM: &str = "exec:";

/// Everybody that the command line names.
pub(super) fn entrants(args: &ArenaArgs, info: &RoomInfo) -> Result<Vec<Entrant>> {
    let limits = ExternalLimits {
        time: Duration::from_secs_f64(args.time_limit),
        memory: args.memory_limit.saturating_mul(1 << 20),
    };
    let names: Vec<String> = args.agents.iter().flat_map(|list| split(list, info.agents)).collect();
    if names.iter().any(String::is_empty) {
        let say = "there is no name between two separators, or at an end; name an agent there, such as `random`";
        return Err(Error::bad("agents", args.agents.join(";"), say));
    }
    let entrant = |name: String| match name.strip_prefix(PROGRAM) {
        Some(line) => Ok(Entrant::program(&name, External::new(line, info.name, limits)?)),
        None => name.parse::<Spec>().map(Entrant::agent),
    };
    let entrants = names.into_iter().map(entrant).collect::<Result<Vec<Entrant>>>()?;
    if entrants.len() < 2 {
        let say = "these are fewer than two; where a comma may belong to parameters, write `;` between agents";
        return Err(Error::bad("agents", args.agents.join(";"), say));
    }
    Ok(entrants)
}

/// Takes a list apart: at every `;`, and at every comma behind which no parameter of the agent before follows. Where nobody
/// is named, the name is empty.
fn split(text: &str, known: &[Choice]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split(';').map(str::trim) {
        if part.starts_with(PROGRAM) {
            names.push(part.to_owned());
            continue;
        }
        let mut begun = false;
        for word in words(part) {
            match names.last_mut().filter(|last| begun && goes_on(last, word, known)) {
                Some(last) => last.extend([",", word]),
                None => names.push(word.to_owned()),
            }
            begun = true;
        }
    }
    names
}

/// The text between commas; those inside brackets belong to a list of numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    text.split(move |c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        c == ',' && depth <= 0
    })
    .map(str::trim)
}

/// Whether a word is one more parameter of an agent: `name=value`, or a switch that this agent has, unless an agent has that name.
fn goes_on(agent: &str, word: &str, known: &[Choice]) -> bool {
    let Some((name, _)) = agent.split_once(':') else { return false };
    let before_colon = word.split(':').next().unwrap_or(word);
    let switch = |choice: &Choice| choice.parameters.iter().any(|parameter| parameter.name == word);
    let is_agent = known.iter().any(|choice| choice.name == before_colon);
    let is_switch = known.iter().any(|choice| choice.name == name && switch(choice));
    before_colon.contains('=') || (is_switch && !is_agent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Parameter;

    const KNOWN: &[Choice] = &[
        Choice { name: "random", help: "", parameters: &[] },
        Choice {
            name: "minimax",
            help: "",
            parameters: &[
                Parameter { name: "depth", help: "", default: "" },
                Parameter { name: "random", help: "", default: "" },
            ],
        },
    ];

    #[test]
    fn commas_part_agents_but_not_their_parameters() {
        let cases: [(&str, &[&str]); 11] = [
            ("a,b,c", &["a", "b", "c"]),
            ("a,,b", &["a", "", "b"]),
            ("a; ;minimax:depth=3,", &["a", "", "minimax:depth=3", ""]),
            ("a, b", &["a", "b"]),
            ("minimax:depth=3,eval=x,mcts:sims=200", &["minimax:depth=3,eval=x", "mcts:sims=200"]),
            ("minimax,depth=3", &["minimax", "depth=3"]),
            ("minimax:depth=3,random", &["minimax:depth=3", "random"]),
            ("minimax:depth=3;random", &["minimax:depth=3", "random"]),
            ("mcts:sims=2,random,a", &["mcts:sims=2", "random", "a"]),
            ("dt:weights=[1,2,-3],pieces=2,a", &["dt:weights=[1,2,-3],pieces=2", "a"]),
            ("exec:bot -a 1,2; random;exec:other", &["exec:bot -a 1,2", "random", "exec:other"]),
        ];
        for (list, names) in cases {
            assert_eq!(split(list, KNOWN), names, "{list}");
        }
    }
}
