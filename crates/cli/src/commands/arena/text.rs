//! A tournament as a page of text.

use crate::output::columns;
use ludex_arena::{ArenaReport, SprtReport, Verdict};
use ludex_core::Choice;
use ludex_core::explain::number;
use ludex_table::protocol::{ArenaFault, Encounter, Estimate, Standing};

/// So many faults, and encounters with repeated games, are told one by one.
const TOLD: usize = 10;

/// Everything that is known, for people. `rules` are those that the game has.
pub(super) fn page(report: &ArenaReport, rules: &[Choice]) -> String {
    let mut parts = vec![head(report), standings(report), crosstable(report)];
    parts.extend(repeats(report, rules));
    if report.bounded {
        let why = "somebody has won or lost everything: for a finite rating every encounter counts one more game, drawn\n";
        parts.push(why.into());
    }
    parts.extend(report.sprt.as_ref().map(|sprt| test(sprt, &report.agents)));
    if !report.faults.is_empty() {
        parts.push(faults(report));
    }
    let (decisions, rate) = (number(report.decisions as f64), number(report.decisions_per_second));
    let (seconds, command) = (number(report.seconds), &report.command);
    parts.push(format!(
        "{decisions} decisions in {seconds} s: {rate} per second\nrepeat: {command}\n"
    ));
    parts.join("\n")
}

fn head(report: &ArenaReport) -> String {
    let ArenaReport { game, rules, size, seed, games, played, .. } = report;
    let mode = report.mode.replace('_', " ");
    let said = if report.interrupted { "interrupted after " } else { "" };
    let cut = match report.censored {
        0 => String::new(),
        censored => format!(", {censored} cut short"),
    };
    format!("{game} {rules} {size}, seed {seed}: {mode}\n{said}{played} of {games} games{cut}\n")
}

fn standings(report: &ArenaReport) -> String {
    let value = report.metric.as_ref().map_or_else(|| "rating".to_owned(), |m| format!("mean {m}"));
    let header = ["", "agent", &value, "95% interval", "games", "won", "drawn", "lost", "faults"];
    let mut lines = vec![header.map(String::from).to_vec()];
    lines[0].push("better than the next".into());
    for standing in &report.standings {
        lines.push(standing_line(standing, report.metric.is_none()));
    }
    columns(&lines)
}

fn standing_line(standing: &Standing, signed: bool) -> Vec<String> {
    let Standing { place, agent, games, wins, draws, losses, faults, rating, superior, .. } =
        standing;
    let write = |value: f64| if signed { points(value) } else { number(value) };
    let interval = rating.and_then(|rating| rating.ci95);
    let mut line = vec![
        place.to_string(),
        agent.clone(),
        rating.map_or_else(|| "-".into(), |rating| write(rating.value)),
        interval
            .map_or_else(|| "-".into(), |[low, high]| format!("{} to {}", write(low), write(high))),
    ];
    line.extend([games, wins, draws, losses, faults].map(ToString::to_string));
    line.push(superior.map_or_else(String::new, percent));
    line
}

/// Row against column: points of games, and by how much the row is better.
fn crosstable(report: &ArenaReport) -> String {
    let mut header = vec![String::new(), "row against column".into()];
    header.extend(report.standings.iter().map(|standing| standing.place.to_string()));
    let mut lines = vec![header];
    for row in &report.standings {
        let mut line = vec![row.place.to_string(), row.agent.clone()];
        line.extend(report.standings.iter().map(|column| cell(report, row.number, column.number)));
        lines.push(line);
    }
    columns(&lines)
}

fn cell(report: &ArenaReport, row: usize, column: usize) -> String {
    if row == column {
        return ".".into();
    }
    let meets = |e: &&Encounter| (e.first, e.second) == (row.min(column), row.max(column));
    let Some(encounter) = report.crosstable.iter().find(meets) else { return "-".into() };
    let Encounter { wins, draws, losses, difference, .. } = encounter;
    let (wins, losses) = if encounter.first == row { (wins, losses) } else { (losses, wins) };
    if report.metric.is_none() {
        return format!("{wins}-{draws}-{losses}");
    }
    let Some(Estimate { value, ci95 }) = difference else { return "-".into() };
    let value = if encounter.first == row { *value } else { -value };
    match ci95 {
        Some([low, high]) => format!("{} ± {}", signed(value), number((high - low) / 2.0)),
        None => signed(value),
    }
}

fn test(sprt: &SprtReport, agents: &[String]) -> String {
    let SprtReport { claims, llr, lower, upper, pairs, accepted, exhausted } = sprt;
    let (elo0, elo1) = (number(claims.elo0), number(claims.elo1));
    let first = agents.first().map_or("", String::as_str);
    let verdict = match accepted {
        Some(Verdict::Elo1) => format!("{first} is stronger by {elo1} rather than by {elo0}"),
        Some(Verdict::Elo0) => format!("{first} is stronger by {elo0} rather than by {elo1}"),
        None if *exhausted => "given up without a verdict, as pairs only repeat each other".into(),
        None => "it is not sure yet".into(),
    };
    let pairs = pairs.map(|count| count.to_string()).join(" ");
    format!(
        "test of {elo0} against {elo1} rating points: log-likelihood ratio {llr:.2} (ends at {lower:.2} or {upper:.2}): {verdict}\n\
         different pairs with 0, ½, 1, 1½, 2 points: {pairs}\n"
    )
}

/// Who has played games that were played before, which prove nothing; nobody in games for one.
fn repeats(report: &ArenaReport, rules: &[Choice]) -> Option<String> {
    let games = |cell: &Encounter| cell.wins + cell.draws + cell.losses;
    let repeated = |cell: &&Encounter| report.metric.is_none() && cell.distinct < games(cell);
    let mut lines: Vec<String> = Vec::new();
    for cell in report.crosstable.iter().filter(repeated) {
        let [first, second] = [cell.first, cell.second].map(|agent| &report.agents[agent]);
        let said = repeated_games(cell.distinct, games(cell), rules);
        lines.push(format!("{first} against {second}: {said}\n"));
    }
    let more = lines.len().saturating_sub(TOLD);
    lines.truncate(TOLD);
    if more > 0 {
        lines.push(format!("and {more} more encounters with repeated games\n"));
    }
    (!lines.is_empty()).then(|| lines.concat())
}

/// What it means that so many games are only so many different ones. Two are one each way round: the agents always do the same.
fn repeated_games(distinct: u64, games: u64, rules: &[Choice]) -> String {
    let differ = format!("{distinct} of {games} games differ");
    if distinct > 2 {
        return format!(
            "{differ}; a pair that was played before is no evidence and does not count"
        );
    }
    let by_lot = |rule: &&Choice| rule.parameters.iter().any(|parameter| parameter.name == "lots");
    let remedy = match rules.iter().find(by_lot) {
        Some(rule) => format!("give them a start by lot, such as `--rules {}:lots=2`", rule.name),
        None => "let one of them draw lots".into(),
    };
    format!("only {differ}: these agents draw no lots, so more games say no more; {remedy}")
}

fn faults(report: &ArenaReport) -> String {
    let count: u64 = report.standings.iter().map(|standing| standing.faults).sum();
    let mut lines = vec![format!("{count} games lost by a fault:\n")];
    for ArenaFault { agent, game, against, message, .. } in report.faults.iter().take(TOLD) {
        let against = against.and_then(|other| report.agents.get(other));
        let against = against.map_or_else(String::new, |other| format!(" against {other}"));
        lines.push(format!("  game {game}{against}: {agent}: {message}\n"));
    }
    let more = count.saturating_sub(TOLD as u64);
    if more > 0 {
        lines.push(format!("  and {more} more\n"));
    }
    lines.concat()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Rating points with their sign.
fn points(value: f64) -> String {
    let rounded = value.round();
    if rounded == 0.0 { "0".into() } else { format!("{rounded:+}") }
}

fn signed(value: f64) -> String {
    let text = number(value);
    if value > 0.0 { format!("+{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Parameter;

    #[test]
    fn repeated_games_are_told_with_the_remedy_that_the_game_has() {
        const LOTS: &[Parameter] = &[Parameter { name: "lots", help: "", default: "0" }];
        let plain = Choice { name: "standard", help: "", parameters: &[] };
        let by_lot = Choice { name: "pente", help: "", parameters: LOTS };
        assert_eq!(
            repeated_games(2, 40, &[plain, by_lot]),
            "only 2 of 40 games differ: these agents draw no lots, so more games say no more; \
             give them a start by lot, such as `--rules pente:lots=2`"
        );
        assert!(repeated_games(2, 40, &[plain]).ends_with("; let one of them draw lots"));
        assert!(repeated_games(30, 40, &[plain]).starts_with("30 of 40 games differ; a pair"));
    }
}
