//! Facts in sentences.

use super::chance::{Grade, percent};
use super::fact::{Averages, Fact, SURE};
use super::numbers::{apart, brief, capital, count, number, ordinal};
use super::{Difference, Speaker, Voice};
use crate::{Decision, Proven};

impl Fact {
    /// The sentence that claims it; none for what is better left unsaid.
    pub fn say(&self, decision: &Decision<String>, voice: &Voice) -> Option<String> {
        let name = |other: usize| (voice.say)(&decision.candidates[other].action);
        let speaker = voice.speaker;
        Some(match self {
            Self::OnlyMove => "It is the only legal move.".into(),
            Self::ByLot { among } => {
                let drawn = speaker.pick("I drew it", "It was drawn");
                format!("{drawn} by lot from {} moves.", count(*among))
            }
            Self::AllLose { .. } => "Every move loses against best play.".into(),
            Self::Certain { outcome, within } => certain(*outcome, *within),
            Self::Expect { steps } => expected(&decision.best().line, *steps, voice),
            Self::Level { count: number } => {
                let (number, to_me) = (capital(&count(*number)), speaker.pick(" to me", ""));
                format!("{number} moves are equally good{to_me}; this is one of them.")
            }
            Self::WorseOutcome { other, outcome, mine, depth } => {
                let does = worse(*outcome, *mine, *depth, speaker);
                if everything_else(decision, *outcome) {
                    return Some(format!("Everything else {does}."));
                }
                format!("The next best, {}, {does}.", name(*other))
            }
            Self::Outlook { chance } => {
                format!("{} chance to win is {}.", capital(speaker.my()), percent(*chance))
            }
            Self::NextBest { other, gap, at_least, mainly, chances } => {
                let name = name(*other);
                match chances {
                    Some(chances) => by_chance(&name, *chances, mainly.as_ref()),
                    None => next_best(&name, *gap, *at_least, mainly.as_ref(), voice.means),
                }
            }
            Self::Averages(averages) => said(averages, "it", &name(averages.other)),
            Self::FirstThought { other, rank } => {
                let (other, rank) = (name(*other), ordinal(rank + 1));
                speaker.pick(
                    format!(
                        "Without looking ahead I would have played {other}; this was only my {rank} \
                         choice."
                    ),
                    format!(
                        "Without looking ahead, {other} would have come first; this was only the \
                         {rank} choice."
                    ),
                )
            }
            Self::CutShort => speaker
                .pick(
                    "My budget ended before I had seen all that I wanted to see.",
                    "The search ended before it had seen everything.",
                )
                .into(),
        })
    }
}

/// Whether several others are there, and all of them end like this.
fn everything_else(decision: &Decision<String>, outcome: Proven) -> bool {
    let best = decision.best().order;
    let mut others = decision.candidates.iter().filter(|c| c.order != best);
    decision.candidates.len() > 2 && others.all(|c| c.proven == Some(outcome))
}

fn certain(outcome: Proven, within: Option<u32>) -> String {
    match (outcome, within) {
        (Proven::Win, Some(1)) => "It wins at once.".into(),
        (Proven::Win, Some(moves)) => format!("It wins by force within {moves} moves."),
        (Proven::Win, None) => "It wins by force.".into(),
        (Proven::Draw, _) => "With best play on both sides it is a draw.".into(),
        (Proven::Loss, _) => "It loses against best play.".into(),
    }
}

/// The expected course after the action.
fn expected(line: &[String], steps: usize, voice: &Voice) -> String {
    let reply = (voice.say)(&line[1]);
    let then = line.get(2).filter(|_| steps > 1).map(|text| (voice.say)(text));
    let then = then.map_or_else(String::new, |then| match voice.seats {
        1 => format!(", then {then}"),
        _ => format!(", then {} {then}", voice.speaker.mover_does("play", "plays")),
    });
    match (voice.seats, voice.speaker) {
        (1, Speaker::Advisor) => format!("Then expect to play {reply}{then}."),
        (1, speaker) => format!("Next {} would play {reply}{then}.", speaker.mover()),
        (_, speaker) => format!("{} best answer is {reply}{then}.", capital(speaker.their())),
    }
}

/// What is certain about another move, beside what is known of the choice.
fn worse(outcome: Proven, mine: Option<Proven>, depth: u32, speaker: Speaker) -> String {
    match (outcome, mine) {
        (Proven::Draw, _) => "only draws".into(),
        (_, Some(_)) => "loses against best play".into(),
        (_, None) => format!(
            "loses against best play; here {} within {}",
            speaker.pick("I see no loss", "no loss is in sight"),
            if depth == 1 { "a move".into() } else { format!("{depth} moves") }
        ),
    }
}

fn next_best(
    name: &str,
    gap: f64,
    at_least: bool,
    mainly: Option<&Difference>,
    means: bool,
) -> String {
    let (by, mean) = (number(gap), if means { " on average" } else { "" });
    if by == "0" {
        return format!("The next best, {name}, is worth almost the same.");
    }
    if at_least {
        return format!("The next best, {name}, is at least {by} worse{mean}.");
    }
    let told = mainly.filter(|term| number(term.instead) != number(term.chosen));
    match told {
        Some(term) => format!(
            "The next best, {name}, is {by} worse{mean}, mainly for {} ({} against {}).",
            brief(&term.meaning),
            number(term.instead),
            number(term.chosen)
        ),
        None => format!("The next best, {name}, is {by} worse{mean}."),
    }
}

/// The next best where chances to win are known.
fn by_chance(name: &str, [mine, theirs]: [f64; 2], mainly: Option<&Difference>) -> String {
    let grade = Grade::of_chance(mine - theirs);
    if grade == Grade::Same {
        return format!("The next best, {name}, is about as good.");
    }
    let mainly = mainly.filter(|term| number(term.instead) != number(term.chosen));
    let mainly = mainly.map_or_else(String::new, |term| {
        let (meaning, chosen) = (brief(&term.meaning), number(term.chosen));
        format!(", mainly for {meaning} ({} against {chosen})", number(term.instead))
    });
    let (grade, chance) = (grade.words(), percent(theirs));
    format!("The next best, {name}, is {grade}: a chance of {chance}{mainly}.")
}

/// Two averages, with the doubt that sampling leaves.
pub(super) fn said(averages: &Averages, choice: &str, name: &str) -> String {
    let Averages { trials: [mine, theirs], means: [a, b], sigmas, most_tried, .. } = averages;
    let often = if *most_tried { "; it was tried most often" } else { "" };
    let does = |n: u64, one: &'static str, many: &'static str| if n == 1 { one } else { many };
    let tried = format!("{} of {choice} {}", trials(*mine), does(*mine, "averages", "average"));
    if a == b {
        let so = does(*theirs, "does", "do");
        let (mean, others) = (number(*a), trials(*theirs));
        return format!("{} {mean}, and so {so} {others} of {name}{often}.", capital(&tried));
    }
    let (first, second) = apart(*a, *b);
    let means = format!("{} {first}, {} of {name} {second}", capital(&tried), trials(*theirs));
    match sigmas {
        None => format!("{means}{often}."),
        Some(s) if *s >= SURE => {
            format!("{means}: more than chance would explain ({s:.1} standard errors).")
        }
        Some(s) if *s < 0.0 => format!("{means}: the difference may be chance{often}."),
        Some(s) => {
            format!("{means}: the difference may still be chance ({s:.1} standard errors){often}.")
        }
    }
}

fn trials(n: u64) -> String {
    if n == 1 { "one trial".into() } else { format!("{n} trials") }
}
