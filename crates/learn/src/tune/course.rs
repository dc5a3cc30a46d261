//! What a game must offer to be tuned, for doors that hold many games.

use ludex_core::{Error, Result, Seed, Size, Spec};

/// A game with weights that can be tuned.
pub trait Tunable: Send + Sync {
    /// Its name.
    fn game(&self) -> &'static str;

    /// Sets of terms that go together, by name, with a line of help. The first is meant if nobody says which.
    fn sets(&self) -> &'static [TermSet];

    /// Something to play with weights of these terms.
    fn course(&self, rules: &Spec, size: Option<Size>, terms: &[String])
    -> Result<Box<dyn Course>>;
}

/// Terms that go together.
#[derive(Clone, Copy, Debug)]
pub struct TermSet {
    /// What it is called.
    pub name: &'static str,
    /// One line for people.
    pub help: &'static str,
    /// The terms.
    pub terms: &'static [&'static str],
    /// How such weights play: `dt:weights=FILE` less the file.
    pub agent: &'static str,
}

/// Games by which weights are judged.
pub trait Course: Send + Sync {
    /// The rules and the size that are played, as the command line writes them.
    fn setting(&self) -> (String, String);

    /// For each weight about how far it may lie from 0: the deviation to begin with.
    fn scales(&self) -> Vec<f64>;

    /// Whether weights play the same when all are multiplied by the same number. Then only their directions are searched:
    /// a method that finds ever longer weights would take that for progress.
    fn only_directions(&self) -> bool;

    /// What players take these weights for, such as whole numbers: what is played with them, and what files hold.
    fn nearest(&self, weights: &[f64]) -> Vec<f64> {
        weights.to_vec()
    }

    /// What is counted, such as `lines`.
    fn counted(&self) -> &'static str;

    /// Plays one game of at most `limit` moves and returns what was counted. The same seed gives the same chances.
    fn play(&self, weights: &[f64], seed: Seed, limit: u64) -> Result<f64>;
}

/// Something to play with weights of these terms; where a game knows no way to weigh them together, it is said which do.
pub fn course_of(
    game: &dyn Tunable,
    rules: &Spec,
    size: Option<Size>,
    terms: &[String],
) -> Result<Box<dyn Course>> {
    let holds = |set: &TermSet, term: &String| set.terms.iter().any(|own| own == term);
    let count = |set: &&TermSet| terms.iter().filter(|term| holds(set, term)).count();
    let sets = game.sets();
    let course = game.course(rules, size, terms);
    let Some(best) = sets.iter().rev().max_by_key(count) else { return course };
    let known: Vec<String> = best.terms.iter().map(ToString::to_string).collect();
    // If a set can be tuned by these rules, it is the mixture that cannot.
    let mixed = count(&best) < terms.len() && game.course(rules, size, &known).is_ok();
    if course.is_ok() || !mixed {
        return course;
    }
    let (inside, outside): (Vec<&String>, Vec<&String>) =
        terms.iter().partition(|term| holds(best, term));
    let quoted = |terms: &[&String]| {
        terms.iter().map(|term| format!("`{term}`")).collect::<Vec<_>>().join(", ")
    };
    let choices: Vec<String> =
        sets.iter().map(|set| format!("{} ({})", set.name, set.terms.join(","))).collect();
    let reason = format!(
        "{} cannot be tuned together with {}; take terms of one set: {}",
        quoted(&outside),
        quoted(&inside),
        choices.join("; ")
    );
    Err(Error::bad("features", terms.join(","), reason))
}

/// The terms that `words` mean: the name of a set, or terms with commas between them.
pub fn terms_of(game: &dyn Tunable, words: Option<&str>) -> Result<Vec<String>> {
    let sets = game.sets();
    let usual = sets.first().map(|set| set.name).unwrap_or_default();
    let words = words.unwrap_or(usual);
    if let Some(set) = sets.iter().find(|set| set.name == words) {
        return Ok(set.terms.iter().map(ToString::to_string).collect());
    }
    let terms: Vec<String> = words.split(',').map(str::to_owned).collect();
    let mut known: Vec<&str> = Vec::new();
    for term in sets.iter().flat_map(|set| set.terms.iter().copied()) {
        if !known.contains(&term) {
            known.push(term);
        }
    }
    for (i, term) in terms.iter().enumerate() {
        if !known.contains(&term.as_str()) {
            let names = sets.iter().map(|set| set.name).chain(known.iter().copied());
            return Err(Error::unknown("feature", term, names));
        }
        if terms[..i].contains(term) {
            return Err(Error::bad("features", words, format!("`{term}` is there twice")));
        }
    }
    Ok(terms)
}

/// Where each of the terms stands among all that a game knows.
pub fn places_of(terms: &[String], all: &[&str]) -> Result<Vec<usize>> {
    let place = |term: &String| {
        let found = all.iter().position(|name| name == term);
        found.ok_or_else(|| Error::unknown("feature", term, all.iter().copied()))
    };
    terms.iter().map(place).collect()
}
