//! What the board and the story prove about a decision.

use super::agents::nearest_food;
use super::evaluate::reach;
use super::{Action, Position, Snake};
use ludex_core::{Budget, Decision, Game, StoryStep};

pub(super) fn remarks(
    game: &Snake,
    position: &Position,
    decision: &Decision<Action>,
) -> Vec<String> {
    let mut remarks = Vec::new();
    remarks.extend(about_the_way(game, position, decision));
    remarks.extend(about_the_story(&decision.story));
    remarks
}

/// Compares the way taken with the shortest one.
fn about_the_way(game: &Snake, position: &Position, decision: &Decision<Action>) -> Option<String> {
    let line = &decision.best().line;
    let taken = first_meal(game, position, line)?;
    let mut meter = Budget::unlimited().start();
    let Some(short) = nearest_food(game, position, &mut meter) else {
        return Some(format!("I eat in {}.", count(taken, "step")));
    };
    let short: Vec<Action> = short.into_iter().map(Action::Go).collect();
    let away = count(short.len(), "step");
    let shut = closes_the_tail(game, position, &short);
    let free = !closes_the_tail(game, position, &line[..taken]);
    Some(match taken > short.len() {
        true if shut && free => format!(
            "The food is {away} away, but that way closes the way back to my tail. \
             I take {taken} steps and stay free."
        ),
        true => format!("The food is {away} away on the shortest way I see; I take {taken}."),
        false if free => format!("The food is {away} away."),
        false => {
            format!("The food is {away} away. Once there, my body closes the way back to my tail.")
        }
    })
}

/// How many steps of a line it takes to eat, if it does.
fn first_meal(game: &Snake, position: &Position, line: &[Action]) -> Option<usize> {
    let mut next = position.clone();
    for (index, &action) in line.iter().enumerate() {
        game.check(&next, action).ok()?;
        game.play(&mut next, action);
        if next.length() > position.length() {
            return Some(index + 1);
        }
    }
    None
}

/// Whether the head can no longer reach the tail over free cells after these steps.
fn closes_the_tail(game: &Snake, position: &Position, way: &[Action]) -> bool {
    let mut next = position.clone();
    for &step in way {
        game.play(&mut next, step);
    }
    next.end().is_none() && !reach(game, &next).tail
}

/// Longest path that is told step by step.
const TOLD: usize = 8;

/// How many paths the planner gave up, and the first two of them.
fn about_the_story(story: &[StoryStep]) -> Option<String> {
    let pairs = story.windows(2).filter(|pair| pair[1].backtracked);
    let dead_ends: Vec<&[String]> = pairs.map(|pair| &pair[0].step[..]).collect();
    if dead_ends.is_empty() {
        return None;
    }
    let tell = |path: &&[String]| match path.len() {
        0 => "at the first step".to_owned(),
        1..=TOLD => format!("after `{}`", path.join(", ")),
        long => format!("after `{}, ...` ({long} steps)", path[..TOLD].join(", ")),
    };
    let told: Vec<String> = dead_ends.iter().take(2).map(tell).collect();
    let paths = count(dead_ends.len(), "path");
    let more = if dead_ends.len() > 2 { ", among them" } else { ":" };
    Some(format!("The planner gave up {paths}{more} {}.", told.join(" and ")))
}

fn count(number: usize, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}
