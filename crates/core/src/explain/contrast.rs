//! "Why not that one?": two actions compared term by term.

use super::fact::{compare_averages, worse};
use super::numbers::{apart, brief, capital, number, signed};
use super::say::said;
use super::settle::{Difference, settle};
use super::{Consequences, Speaker, Voice};
use crate::{Bound, Candidate, Proven};
use serde::{Deserialize, Serialize};

/// Two actions compared: the chosen one and another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Contrast {
    /// The answer in a few sentences.
    pub words: String,
    /// The chosen action.
    pub chosen: Candidate<String>,
    /// The other action, searched in earnest.
    pub instead: Candidate<String>,
    /// Value of the chosen action minus value of the other.
    pub difference: f64,
    /// The step at which the two expected lines part.
    pub lines_part_at: usize,
    /// The fewest terms that decide by themselves, most important first.
    pub settling: Vec<Difference>,
    /// All other terms that differ, largest first.
    pub others: Vec<Difference>,
    /// What became of both in games that were played on, where somebody tried.
    #[serde(default)]
    pub consequences: Option<Consequences>,
}

impl Contrast {
    /// Adds what became of both moves in games that were played on, to the numbers and to the words.
    pub fn add(&mut self, found: Option<Consequences>) {
        if let Some(found) = &found {
            self.words = format!("{} {}", self.words, found.words);
        }
        self.consequences = found;
    }
}

/// Compares the chosen candidate with another and says what settles it.
///
/// Of the game's own `voice` the first comparison counts: it says more than the terms.
pub fn contrast(chosen: Candidate<String>, instead: Candidate<String>, voice: &Voice) -> Contrast {
    let difference = chosen.value - instead.value;
    let lines_part_at = chosen.line.iter().zip(&instead.line).take_while(|(a, b)| a == b).count();
    let (settling, others) = settle(&chosen.terms, &instead.terms);
    let mut result = Contrast {
        words: String::new(),
        chosen,
        instead,
        difference,
        lines_part_at,
        settling,
        others,
        consequences: None,
    };
    result.words = contrast_words(&result, voice);
    result
}

fn contrast_words(contrast: &Contrast, voice: &Voice) -> String {
    let say = voice.say;
    let name = say(&contrast.instead.action);
    let mine = say(&contrast.chosen.action);
    if contrast.chosen.action == contrast.instead.action {
        let choice = voice.speaker.pick("is what I play", "is the move to play");
        return format!("{} {choice}.", capital(&name));
    }
    if let Some(proof) = voice.comparisons.first() {
        return proof.clone();
    }
    let reply = reply_to_the_other(contrast, &name, voice);
    if let Some(outcome) = outcomes(contrast, &name, &mine, voice.speaker) {
        return [Some(outcome), reply].into_iter().flatten().collect::<Vec<_>>().join(" ");
    }
    let mut sentences: Vec<String> = reply.into_iter().collect();
    sentences.push(verdict(contrast, &name, &mine, voice));
    if by_numbers(contrast) && contrast.difference > 0.0 {
        sentences.extend(remaining(&contrast.others));
        sentences.extend(in_all(contrast, voice));
    }
    sentences.join(" ")
}

fn reply_to_the_other(contrast: &Contrast, name: &str, voice: &Voice) -> Option<String> {
    let reply = (voice.say)(contrast.instead.line.get(1)?);
    Some(match voice.seats {
        1 => format!("After {name} {} would play {reply}.", voice.speaker.mover()),
        _ => format!("After {name} {} {reply}.", voice.speaker.rival("answer")),
    })
}

/// What is certain about the outcomes, where that tells the two apart.
fn outcomes(contrast: &Contrast, name: &str, mine: &str, speaker: Speaker) -> Option<String> {
    let (chosen, instead) = (&contrast.chosen, &contrast.instead);
    match (chosen.proven, instead.proven) {
        (Some(Proven::Loss), Some(Proven::Loss)) => {
            Some(format!("{} loses against best play, and so does {mine}.", capital(name)))
        }
        (Some(Proven::Win), Some(Proven::Win)) => {
            Some(format!("{} wins by force as well.", capital(name)))
        }
        (Some(Proven::Win), None) => {
            let ahead = moves(instead.depth);
            Some(format!(
                "{} wins by force; of {name} {} within {ahead}.",
                capital(mine),
                speaker.pick("I cannot say that", "that cannot be said")
            ))
        }
        (known, Some(outcome)) if worse(outcome, known) => {
            let better = match known {
                Some(Proven::Win) => format!("; {mine} wins"),
                Some(_) => format!("; {mine} draws"),
                None => {
                    let no_loss = speaker.pick("I see no loss", "no loss is in sight");
                    format!("; of {mine} {no_loss} within {}", moves(chosen.depth))
                }
            };
            let text =
                if outcome == Proven::Draw { "only draws" } else { "loses against best play" };
            Some(format!("{} {text}{better}.", capital(name)))
        }
        _ => None,
    }
}

fn moves(depth: u32) -> String {
    if depth == 1 { "a move".into() } else { format!("{depth} moves") }
}

/// Whether both values are exact, so that their terms can be compared.
fn by_numbers(contrast: &Contrast) -> bool {
    [contrast.chosen.bound, contrast.instead.bound] == [Bound::Exact; 2]
}

fn verdict(contrast: &Contrast, name: &str, mine: &str, voice: &Voice) -> String {
    let (chosen, instead) = (&contrast.chosen, &contrast.instead);
    let values = both(chosen.value, instead.value);
    if chosen.is_level_with(instead) {
        let nothing =
            voice.speaker.pick("To me nothing separates", "By its value nothing separates");
        return format!("{nothing} {mine} and {name}: both are worth {}.", number(chosen.value));
    }
    if let Some(averages) = compare_averages(chosen, instead, false) {
        return said(&averages, mine, name);
    }
    match (chosen.bound, instead.bound) {
        (_, Bound::None) => {
            let nobody = voice.speaker.pick("I", "The search");
            return format!("{nobody} did not look at {name}.");
        }
        (_, Bound::Upper) => {
            return format!(
                "It is worth at most {}, {mine} {}.",
                number(instead.value),
                number(chosen.value)
            );
        }
        (Bound::Exact, Bound::Exact) => {}
        _ => return as_far_as_seen(contrast, name, mine, voice.speaker),
    }
    if contrast.difference < 0.0 {
        return format!("Looked at by itself it comes out better: {values}.");
    }
    let whole = counted(contrast, voice);
    match &contrast.settling[..] {
        [] => format!("It is worth {} less: {values}{whole}.", number(contrast.difference)),
        [one] if one.contribution >= contrast.difference * NEARLY_ALL => format!(
            "One thing decides it, {}: {} for {mine}, {} for {name} ({values}{whole}).",
            brief(&one.meaning),
            number(one.chosen),
            number(one.instead)
        ),
        several => {
            let list: Vec<String> = several.iter().map(amounts).collect();
            format!("Most of it: {}.", list.join("; "))
        }
    }
}

/// What can be said of values that are bounds: what was seen, and what makes most of the difference where both were looked at alike.
fn as_far_as_seen(contrast: &Contrast, name: &str, mine: &str, speaker: Speaker) -> String {
    let far = speaker.pick("As far as I can tell", "As far as the search can tell");
    let (chosen, instead) = (&contrast.chosen, &contrast.instead);
    if chosen.value == instead.value {
        let value = number(chosen.value);
        return format!("{far}, nothing separates {mine} and {name}: both are worth {value}.");
    }
    let (first, second) = apart(chosen.value, instead.value);
    let alike = [chosen.bound, instead.bound] == [Bound::Lower; 2] && chosen.depth == instead.depth;
    let most = |one: &&Difference| alike && one.contribution > contrast.difference / 2.0;
    let mainly = contrast.settling.first().filter(most).map_or_else(String::new, |one| {
        let (meaning, own) = (brief(&one.meaning), number(one.chosen));
        format!(", mainly for {meaning} ({} against {own})", number(one.instead))
    });
    format!("{far}, {mine} is worth {first} and {name} {second}{mainly}.")
}

/// How the values were counted, where that is not plain.
fn counted(contrast: &Contrast, voice: &Voice) -> &'static str {
    if voice.means {
        ", on average over what may come"
    } else if contrast.chosen.line.len().max(contrast.instead.line.len()) > 1 {
        ", counted at the end of the expected lines"
    } else {
        ""
    }
}

/// What several terms come to.
fn in_all(contrast: &Contrast, voice: &Voice) -> Option<String> {
    let several = match &contrast.settling[..] {
        [] => false,
        [one] => one.contribution < contrast.difference * NEARLY_ALL,
        _ => true,
    };
    let values = both(contrast.chosen.value, contrast.instead.value);
    several.then(|| format!("In all {values}{}.", counted(contrast, voice)))
}

/// Two values beside each other, with as many digits as it takes to tell them apart.
fn both(mine: f64, theirs: f64) -> String {
    let (a, b) = apart(mine, theirs);
    if a == b && mine != theirs {
        return format!("{a} for both, but for a trifle");
    }
    format!("{a} against {b}")
}

/// What decides by itself makes up at least this share of a difference.
const NEARLY_ALL: f64 = 0.9;

/// What speaks against the other move, as it counts for that.
fn amounts(difference: &Difference) -> String {
    let (mine, other) = (number(difference.chosen), number(difference.instead));
    format!(
        "{} {mine} against {other} ({})",
        brief(&difference.meaning),
        signed(-difference.contribution)
    )
}

/// The other terms that differ, against and for the rejected action, at most two each.
fn remaining(others: &[Difference]) -> Option<String> {
    let list = |sign: f64| -> String {
        let seen = |d: &&Difference| number(d.contribution) != "0";
        let wanted = others.iter().filter(seen).filter(|d| d.contribution * sign > 0.0).take(2);
        let told = wanted.map(|d| format!("{} ({})", brief(&d.meaning), signed(-d.contribution)));
        told.collect::<Vec<_>>().join(" and ")
    };
    let (also, but) = (list(1.0), list(-1.0));
    match (also.is_empty(), but.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("Also against it: {also}.")),
        (true, false) => Some(format!("For it: {but}.")),
        (false, false) => Some(format!("Also against it: {also}. For it: {but}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Term;

    fn candidate(action: &str, terms: &[(&'static str, f64)]) -> Candidate<String> {
        let value = terms.iter().map(|(_, amount)| amount).sum();
        let mut candidate = Candidate::new(action.to_owned(), value);
        let term = |&(name, amount): &(&'static str, f64)| Term::new(name, name, amount, 1.0);
        candidate.terms = terms.iter().map(term).collect();
        candidate
    }

    fn words(comparisons: Vec<String>) -> String {
        let mine = candidate("a", &[("rows", 9.0), ("holes", 1.0), ("height", 0.0)]);
        let other = candidate("b", &[("rows", 0.0), ("holes", 0.0), ("height", 4.0)]);
        contrasted(mine, other, comparisons)
    }

    fn contrasted(
        mine: Candidate<String>,
        other: Candidate<String>,
        comparisons: Vec<String>,
    ) -> String {
        let say = |text: &str| text.to_owned();
        let statement = "I play a.".into();
        let voice = Voice {
            seats: 1,
            speaker: Speaker::Agent,
            means: false,
            calibration: None,
            say: &say,
            statement,
            remarks: Vec::new(),
            comparisons,
        };
        contrast(mine, other, &voice).words
    }

    #[test]
    fn what_settles_it_comes_first_then_the_rest() {
        assert_eq!(
            words(Vec::new()),
            "One thing decides it, rows: 9 for a, 0 for b (10 against 4). \
             Also against it: holes (-1). For it: height (+4)."
        );
    }

    #[test]
    fn what_several_terms_come_to_is_told_after_them() {
        let mine = candidate("a", &[("rows", 3.0), ("holes", 2.0), ("wells", 2.0)]);
        let other = candidate("b", &[("rows", 0.0), ("holes", 0.0), ("wells", 0.0)]);
        assert_eq!(
            contrasted(mine, other, Vec::new()),
            "Most of it: rows 3 against 0 (-3); holes 2 against 0 (-2). Also against it: wells (-2). \
             In all 7 against 0."
        );
    }

    #[test]
    fn values_that_are_bounds_are_told_with_what_makes_most_of_the_difference() {
        let bounded = |action, terms: &[(&'static str, f64)]| {
            candidate(action, terms).read_as(Bound::Lower, 3)
        };
        let chosen = bounded("a", &[("holes", 1.0), ("height", 0.5)]);
        let told = |other| contrasted(chosen.clone(), other, Vec::new());
        let worse = told(bounded("b", &[("holes", -1.0), ("height", 0.4)]));
        assert_eq!(
            worse,
            "As far as I can tell, a is worth 1.5 and b -0.6, mainly for holes (-1 against 1)."
        );
        let equal = told(bounded("b", &[("holes", 1.5), ("height", 0.0)]));
        assert_eq!(equal, "As far as I can tell, nothing separates a and b: both are worth 1.5.");
    }

    #[test]
    fn a_proof_of_the_game_replaces_the_numbers() {
        assert_eq!(words(vec!["B loses a piece.".into()]), "B loses a piece.");
    }
}
