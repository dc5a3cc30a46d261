//! `ludex games`: what can be played, under which rules, against whom.

use super::print_json;
use crate::House;
use crate::failure::Done;
use ludex_core::{Choice, RoomInfo};
use serde_json::{Value, json};
use std::io::Write;

pub(super) fn games(house: &House, json: bool, out: &mut dyn Write) -> Done {
    let infos: Vec<RoomInfo> = house.rooms().iter().map(|room| room.info()).collect();
    if json {
        let list: Vec<Value> = infos.iter().map(as_json).collect();
        return print_json(&list, out);
    }
    for (i, info) in infos.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        print(info, out)?;
    }
    Ok(())
}

fn print(info: &RoomInfo, out: &mut dyn Write) -> Done {
    let [usual, least, most] = info.sizes;
    let seats = if info.seats == 1 { "1 player" } else { "2 players" };
    writeln!(out, "{}  {}: {}", info.name, info.title, info.about)?;
    writeln!(out, "  {seats}; board {usual}{}", range(least, most))?;
    writeln!(out, "  metrics of `run`: {}", info.metrics.join(", "))?;
    writeln!(out, "  your moves: {}", info.input)?;
    writeln!(out, "  rules:")?;
    info.rules.iter().try_for_each(|rule| print_choice(rule, out))?;
    writeln!(out, "  agents (you meet {}):", info.opponent)?;
    info.agents.iter().try_for_each(|agent| print_choice(agent, out))
}

fn range(least: ludex_core::Size, most: ludex_core::Size) -> String {
    if least == most { String::new() } else { format!(", from {least} to {most}") }
}

fn print_choice(choice: &Choice, out: &mut dyn Write) -> Done {
    writeln!(out, "    {:14} {}", choice.name, choice.help)?;
    for p in choice.parameters {
        writeln!(out, "      {:12} {} (default {})", p.name, p.help, p.default)?;
    }
    Ok(())
}

fn as_json(info: &RoomInfo) -> Value {
    let [usual, least, most] = info.sizes;
    json!({
        "name": info.name,
        "title": info.title,
        "about": info.about,
        "seats": info.seats,
        "rules": info.rules.iter().map(choice_json).collect::<Vec<_>>(),
        "sizes": {"default": usual, "least": least, "most": most},
        "agents": info.agents.iter().map(choice_json).collect::<Vec<_>>(),
        "opponent": info.opponent,
        "metrics": info.metrics,
        "input": info.input,
    })
}

fn choice_json(choice: &Choice) -> Value {
    let parameters = choice.parameters.iter();
    let parameters: Vec<Value> =
        parameters.map(|p| json!({"name": p.name, "help": p.help, "default": p.default})).collect();
    json!({"name": choice.name, "help": choice.help, "parameters": parameters})
}
