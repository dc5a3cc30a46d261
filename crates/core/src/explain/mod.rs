//! Decisions in words. Every sentence is backed by a number of the decision or by the board.

mod contrast;
mod numbers;
mod tables;
mod way;

pub use contrast::{Contrast, Difference, contrast, settle};
pub use numbers::{brief, number};
pub use tables::{table, term_table};
pub use way::{spell, way};

use crate::{Candidate, Decision, Proven};
use numbers::{capital, count, ordinal};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A decision and what can be said about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Explanation {
    /// A few sentences, the reason first.
    pub words: String,
    /// What they are made of.
    pub decision: Decision<String>,
    /// The actions of the candidates and their lines in the words of a sentence.
    pub phrases: BTreeMap<String, String>,
}

/// One place in the tree of a search, with what may follow there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Unfolded {
    /// What may be played, what is expected first.
    pub candidates: Vec<Candidate<String>>,
    /// Their actions in the words of a sentence.
    pub phrases: BTreeMap<String, String>,
}

/// What a game itself can say about a decision, and how it names actions.
pub struct Voice<'a> {
    /// Number of players.
    pub seats: usize,
    /// Turns an action into the words of a sentence.
    pub say: &'a dyn Fn(&str) -> String,
    /// The sentence that says what is played.
    pub statement: String,
    /// What the board proves about the choice.
    pub remarks: Vec<String>,
    /// What the board proves about the others. If there is anything, it is told instead of the
    /// expected course and the numbers.
    pub comparisons: Vec<String>,
}

/// Says in a few sentences why `decision` is what it is.
pub fn words(decision: &Decision<String>, voice: &Voice) -> String {
    let best = decision.best();
    let mut sentences = vec![voice.statement.clone()];
    sentences.extend(voice.remarks.iter().cloned());
    if decision.candidates.len() == 1 {
        sentences.push("It is the only legal move.".into());
        return sentences.join(" ");
    }
    sentences.extend(outcome_sentence(best));
    if voice.comparisons.is_empty() {
        sentences.extend(line_sentence(best, voice.seats, voice.say));
        sentences.extend(against_the_next(decision, voice.say));
    }
    sentences.extend(voice.comparisons.iter().cloned());
    sentences.extend(first_thought(decision, voice.say));
    if !decision.search.complete {
        sentences.push("My budget ended before I had seen all that I wanted to see.".into());
    }
    sentences.join(" ")
}

fn outcome_sentence(best: &Candidate<String>) -> Option<String> {
    let plies = best.line.len();
    let text = match best.proven? {
        Proven::Win if plies > 1 => format!("It wins by force within {plies} moves."),
        Proven::Win => "It wins at once.".into(),
        Proven::Draw => "With best play on both sides it is a draw.".into(),
        Proven::Loss => "It loses against best play; nothing else does better.".into(),
    };
    Some(text)
}

/// The expected course after the action, as far as two more steps.
fn line_sentence(
    best: &Candidate<String>,
    seats: usize,
    say: &dyn Fn(&str) -> String,
) -> Option<String> {
    let reply = say(best.line.get(1)?);
    let then = best.line.get(2).map(|text| say(text));
    Some(match (seats, then) {
        (1, None) => format!("Next I would play {reply}."),
        (1, Some(then)) => format!("Next I would play {reply}, then {then}."),
        (_, None) => format!("Your best answer is {reply}."),
        (_, Some(then)) => format!("Your best answer is {reply}, then I play {then}."),
    })
}

/// How the choice compares with the runner-up.
fn against_the_next(decision: &Decision<String>, say: &dyn Fn(&str) -> String) -> Option<String> {
    let best = decision.best();
    let equals = decision.equals();
    if equals > 1 {
        let number = count(equals);
        return Some(format!(
            "{} moves are equally good to me; this is one of them.",
            capital(&number)
        ));
    }
    let next = decision.candidates.iter().find(|c| c.order != best.order)?;
    let name = say(&next.action);
    if let Some(text) = worse_outcome(best, next) {
        return Some(format!("The next best, {name}, {text}."));
    }
    if let Some(text) = sampled(best, next, &name) {
        return Some(text);
    }
    let (settling, _) = settle(&best.terms, &next.terms);
    let gap = number(best.value - next.value);
    Some(match settling.first() {
        Some(term) => format!(
            "The next best, {name}, is {gap} worse, mainly for {} ({} against {}).",
            brief(&term.meaning),
            number(term.instead),
            number(term.chosen)
        ),
        None => format!("The next best, {name}, is {gap} worse."),
    })
}

/// What is certain about `other` and worse than what is certain about `best`.
fn worse_outcome(best: &Candidate<String>, other: &Candidate<String>) -> Option<&'static str> {
    match (best.proven?, other.proven?) {
        (Proven::Win, Proven::Draw) => Some("only draws"),
        (Proven::Win | Proven::Draw, Proven::Loss) => Some("loses against best play"),
        _ => None,
    }
}

/// The comparison of two sampled values, with the doubt that sampling leaves.
fn sampled(best: &Candidate<String>, next: &Candidate<String>, name: &str) -> Option<String> {
    let (visits, other_visits) = (best.visits?, next.visits?);
    let means = format!(
        "{visits} simulations of it average {}, {other_visits} of {name} {}",
        number(best.value),
        number(next.value)
    );
    let doubt = best.error?.hypot(next.error?);
    if doubt == 0.0 {
        return Some(format!("{means}."));
    }
    let sigmas = (best.value - next.value) / doubt;
    let verdict = match sigmas {
        s if s >= 2.0 => format!("more than chance would explain ({s:.1} standard errors)"),
        _ => "too close to call; it was tried most often".to_owned(),
    };
    Some(format!("{means}: {verdict}."))
}

/// What the agent would have played without looking ahead, if that is something else.
fn first_thought(decision: &Decision<String>, say: &dyn Fn(&str) -> String) -> Option<String> {
    let best = decision.best();
    let rank = best.rank_before_search.filter(|&rank| rank > 0)?;
    let first = decision.candidates.iter().find(|c| c.rank_before_search == Some(0))?;
    if first.value == best.value {
        return None;
    }
    Some(format!(
        "Without looking ahead I would have played {}; this was only my {} choice.",
        say(&first.action),
        ordinal(rank + 1)
    ))
}
