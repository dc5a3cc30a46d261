//! `ludex hint`: advice for a person who is to move.

use super::hint_list::hint_list;
use super::print_json;
use crate::House;
use crate::args::HintArgs;
use crate::failure::Done;
use crate::input::table;
use crate::output::{spinner, stop_when_unwanted};
use ludex_core::Budget;
use ludex_core::explain::{self, Speaker};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// The JSON document.
#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    agent: &'a str,
    action: &'a str,
    keys: &'a [String],
    words: &'a str,
}

/// Who asks for a hint wants to go on soon.
pub(super) const A_HINT: Duration = Duration::from_secs(2);

pub(super) fn hint(house: &House, args: &HintArgs, out: &mut dyn Write) -> Done {
    if let Some(path) = &args.positions {
        return hint_list(house, args, path, out);
    }
    let room = house.room(&args.game)?;
    let table = table(room, &args.rules, args.position.as_deref(), args.seed)?;
    let agent = match &args.agent {
        Some(agent) => agent.clone(),
        None => table.info().opponent.parse()?,
    };
    table.check_agent(&agent)?;
    let budget = Budget { stop: stop_when_unwanted(), ..Budget::default() }.within(A_HINT);
    let progress = spinner("thinking; Ctrl-C for what is known so far");
    let decided = table.think(&agent, &budget);
    progress.finish_and_clear();
    let decision = decided?;
    let explanation = decision.explanation(Speaker::Advisor);
    let best = explanation.decision.best();
    if args.json {
        let (agent, words) = (&explanation.decision.agent, &explanation.words);
        let (game, action, keys) = (table.info().name, &best.action, &best.keys);
        return print_json(&Document { game, agent, action, keys, words }, out);
    }
    writeln!(out, "{}", explanation.words)?;
    if let Some(way) = explain::way(best, &[]) {
        writeln!(out, "{way}")?;
    }
    Ok(())
}
