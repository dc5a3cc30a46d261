//! How an action is carried out, and how the planner found the way.

use super::numbers::count;
use crate::{Candidate, StoryStep};

/// Keys in a row, counted: `left 3x, drop`.
///
/// ```
/// assert_eq!(ludex_core::explain::spell(&["left", "left", "drop"]), "left 2x, drop");
/// ```
pub fn spell<S: AsRef<str>>(keys: &[S]) -> String {
    let runs = keys.chunk_by(|a, b| a.as_ref() == b.as_ref());
    let word = |run: &[S]| match run {
        [key] => key.as_ref().to_owned(),
        [key, ..] => format!("{} {}x", key.as_ref(), run.len()),
        [] => String::new(),
    };
    runs.map(word).collect::<Vec<_>>().join(", ")
}

/// The keys of a candidate and what the planner gave up on the way to them, in sentences; nothing
/// for moves that are made in one go.
pub fn way(candidate: &Candidate<String>, story: &[StoryStep]) -> Option<String> {
    if candidate.keys.is_empty() {
        return None;
    }
    let keys = format!("The way there: {}.", spell(&candidate.keys));
    let ends = dead_ends(story);
    // It begins before the first key, where nothing was tried yet.
    let tried = story.iter().filter(|tried| !tried.step.is_empty()).count();
    let told = match (tried, ends.len()) {
        (0, _) => return Some(keys),
        (1, 0) => " The planner found it at once.".into(),
        (tried, 0) => format!(" The planner tried {tried} paths for it, none a dead end."),
        (tried, 1) => {
            format!(" The planner tried {tried} paths for it and gave up one: {}.", ends[0])
        }
        (tried, number) => format!(
            " The planner tried {tried} paths for it and gave up {}, the longest {}.",
            count(number),
            ends.iter().max_by_key(|end| end.len()).map_or("", String::as_str)
        ),
    };
    Some(keys + &told)
}

/// The paths at whose ends the planner had to turn back.
fn dead_ends(story: &[StoryStep]) -> Vec<String> {
    let turns = story.windows(2).filter(|pair| pair[1].backtracked);
    turns.map(|pair| format!("`{}`", spell(&pair[0].step))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(keys: &[&str], backtracked: bool) -> StoryStep {
        StoryStep { step: keys.iter().map(ToString::to_string).collect(), backtracked }
    }

    #[test]
    fn the_way_names_keys_and_dead_ends() {
        let mut candidate = Candidate::new("T1@18,4".to_owned(), 0.0);
        assert_eq!(way(&candidate, &[]), None);
        candidate.keys = ["down", "down", "left"].map(String::from).to_vec();
        assert_eq!(way(&candidate, &[]).unwrap(), "The way there: down 2x, left.");
        let straight = [step(&["down"], false), step(&["down", "down"], false)];
        assert!(
            way(&candidate, &straight).unwrap().ends_with("tried 2 paths for it, none a dead end.")
        );
        let lost = [step(&["left"], false), step(&["left", "left"], false), step(&["down"], true)];
        assert!(way(&candidate, &lost).unwrap().ends_with("gave up one: `left 2x`."));
    }
}
