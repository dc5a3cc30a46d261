//! `ludex games`: what can be played, under which rules, against whom.

use super::print_json;
use crate::House;
use crate::failure::{Done, Failure};
use ludex_core::{AnyRoom, Choice, Seed, Setup, Size, Spec};
use serde_json::{Value, json};
use std::io::Write;

/// A rule set with what only a table set up under it can tell.
struct RuleSet {
    choice: &'static Choice,
    seats: usize,
    size: Size,
}

pub(super) fn games(house: &House, game: Option<&str>, json: bool, out: &mut dyn Write) -> Done {
    if let Some(name) = game {
        let room = house.room(name)?;
        return if json { print_json(&as_json(room)?, out) } else { print(room, out) };
    }
    if json {
        let rooms = house.rooms().iter().map(|room| as_json(room.as_ref()));
        return print_json(&rooms.collect::<Result<Vec<Value>, Failure>>()?, out);
    }
    for (i, room) in house.rooms().iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        print(room.as_ref(), out)?;
    }
    Ok(())
}

fn rule_sets(room: &dyn AnyRoom) -> Result<Vec<RuleSet>, Failure> {
    let open = |choice: &'static Choice| {
        let rules = Spec::named(choice.name);
        let table = room.open(&Setup { rules, size: None, seed: Seed(1) })?;
        Ok(RuleSet { choice, seats: table.info().seats, size: table.size() })
    };
    room.info().rules.iter().map(open).collect()
}

fn print(room: &dyn AnyRoom, out: &mut dyn Write) -> Done {
    let info = room.info();
    let [_, least, most] = info.sizes;
    writeln!(out, "{}  {}: {}", info.name, info.title, info.about)?;
    if least != most {
        writeln!(out, "  boards from {least} to {most}")?;
    }
    writeln!(out, "  metrics of `run`: {}", info.metrics.join(", "))?;
    writeln!(out, "  your moves: {}", info.input)?;
    writeln!(out, "  rules:")?;
    for RuleSet { choice, seats, size } in rule_sets(room)? {
        writeln!(out, "    {:14} {}", choice.name, choice.help)?;
        let players = if seats == 1 { "1 player".into() } else { format!("{seats} players") };
        writeln!(out, "{:19}{players}, board {size}", "")?;
        print_parameters(choice, out)?;
    }
    writeln!(out, "  agents (you meet {}):", info.opponent)?;
    info.agents.iter().try_for_each(|agent| {
        writeln!(out, "    {:14} {}", agent.name, agent.help)?;
        print_parameters(agent, out)
    })
}

fn print_parameters(choice: &Choice, out: &mut dyn Write) -> Done {
    for p in choice.parameters {
        writeln!(out, "      {:12} {} (default {})", p.name, p.help, p.default)?;
    }
    Ok(())
}

fn as_json(room: &dyn AnyRoom) -> Result<Value, Failure> {
    let info = room.info();
    let [usual, least, most] = info.sizes;
    let rules = rule_sets(room)?;
    Ok(json!({
        "name": info.name,
        "title": info.title,
        "about": info.about,
        "seats": info.seats,
        "rules": rules.iter().map(rules_json).collect::<Vec<_>>(),
        "sizes": {"default": usual, "least": least, "most": most},
        "agents": info.agents.iter().map(choice_json).collect::<Vec<_>>(),
        "opponent": info.opponent,
        "metrics": info.metrics,
        "input": info.input,
    }))
}

fn rules_json(rules: &RuleSet) -> Value {
    let mut value = choice_json(rules.choice);
    value["seats"] = rules.seats.into();
    value["size"] = rules.size.to_string().into();
    value
}

fn choice_json(choice: &Choice) -> Value {
    let parameters = choice.parameters.iter();
    let parameters: Vec<Value> =
        parameters.map(|p| json!({"name": p.name, "help": p.help, "default": p.default})).collect();
    json!({"name": choice.name, "help": choice.help, "parameters": parameters})
}
