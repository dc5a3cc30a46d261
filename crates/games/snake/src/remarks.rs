//! What the board and the story prove about a decision.

use super::agents::{least_steps, nearest_food};
use super::evaluate::reach;
use super::{Action, End, Position, Snake};
use ludex_core::explain::Speaker;
use ludex_core::{Budget, Candidate, Decision, Game, Notation, StoryStep};

pub(super) fn remarks(
    game: &Snake,
    position: &Position,
    decision: &Decision<Action>,
    speaker: Speaker,
) -> Vec<String> {
    let best = decision.best();
    let mut remarks = Vec::new();
    if let Some(death) = at_once(game, position, decision, speaker) {
        remarks.push(death);
    } else {
        remarks.extend(about_the_way(game, position, &best.line, speaker));
        remarks.extend(without_food(game, position, best, speaker));
    }
    remarks.extend(about_the_story(game, position, &decision.story));
    remarks
}

/// How the step that is taken ends the game, if it does so badly, and whether every other does, too.
fn at_once(
    game: &Snake,
    position: &Position,
    decision: &Decision<Action>,
    speaker: Speaker,
) -> Option<String> {
    let end = ending(game, position, decision.best().action, speaker)?;
    let deadly = |c: &Candidate<Action>| ending(game, position, c.action, speaker).is_some();
    Some(if decision.candidates.iter().all(deadly) {
        format!("Every way is deadly; this one {end}.")
    } else {
        format!("This {end}.")
    })
}

/// Compares the way taken with the shortest one.
fn about_the_way(
    game: &Snake,
    position: &Position,
    line: &[Action],
    speaker: Speaker,
) -> Option<String> {
    let taken = first_meal(game, position, line)?;
    let mut meter = Budget::unlimited().start();
    let short = nearest_food(game, position, &mut meter);
    let short: Vec<Action> = short.into_iter().flatten().map(Action::Go).collect();
    let found = if short.is_empty() { taken } else { short.len().min(taken) };
    let away = if least_steps(game, position) == Some(found) {
        format!("The food is {} away", count(found, "step"))
    } else {
        let seen = speaker.pick("I see a way of", "There is a way of");
        format!("{seen} {} to the food", count(found, "step"))
    };
    let (my, take) = (speaker.my(), speaker.pick("I take", "this takes"));
    let free = !closes_the_tail(game, position, &line[..taken]);
    Some(match taken > found {
        true if free && closes_the_tail(game, position, &short) => {
            let stay = speaker.plays("take", &format!("{taken} steps and stay free"));
            format!("{away}, but that way closes the way back to {my} tail. {stay}")
        }
        true => format!("{away}; {take} {taken}."),
        false if free => format!("{away}."),
        false => format!("{away}. Once there, {my} body closes the way back to {my} tail."),
    })
}

/// What is to be said about a plan that does not reach the food, or about having none.
fn without_food(
    game: &Snake,
    position: &Position,
    best: &Candidate<Action>,
    speaker: Speaker,
) -> Option<String> {
    if first_meal(game, position, &best.line).is_some() {
        return None;
    }
    if amount(best, "plan")? == 0.0 {
        let lost = speaker.pick(
            "I find no plan from here and look only one step ahead.",
            "There is no plan from here; this looks only one step ahead.",
        );
        return Some(lost.into());
    }
    let steps = count(best.line.len(), "step");
    let open = match after(game, position, &best.line).end() {
        Some(End::Starved) => format!("; then {}", speaker.mover_does("starve", "starves")),
        None if !closes_the_tail(game, position, &best.line) => {
            format!(" and leaves a way to {} tail", speaker.my())
        }
        _ => String::new(),
    };
    let plan = speaker.pick(
        "I see no good way to the food yet. My plan",
        "No good way to the food is in sight yet. The plan",
    );
    Some(format!("{plan} goes on for {steps}{open}."))
}

/// What the board proves about another step.
pub(super) fn compare(
    game: &Snake,
    position: &Position,
    chosen: &Candidate<Action>,
    other: &Candidate<Action>,
    speaker: Speaker,
) -> Option<String> {
    let (me, my) = (speaker.me(), speaker.my());
    let has_a_plan = amount(chosen, "plan")? > 0.0;
    let name = game.phrase(other.action);
    if let Some(end) = ending(game, position, other.action, speaker) {
        return Some(format!("Going {name} {end}."));
    }
    if amount(chosen, "safe") > amount(other, "safe") {
        let shut = closes_the_tail(game, position, &[other.action]);
        let does = if shut {
            format!("shuts {me} off from {my} tail")
        } else {
            format!("leaves {my} safe round")
        };
        return Some(format!("Going {name} {does}."));
    }
    if !has_a_plan {
        return None;
    }
    let mine = first_meal(game, position, &chosen.line);
    let theirs = first_meal(game, position, &other.line);
    Some(match (mine, theirs) {
        (None, None) => return None,
        (_, None) if fewest(game, position, other.action).is_none() => {
            format!("After {name} there is no way to the food.")
        }
        (_, None) => {
            format!("After {name} {} plan does not reach the food.", speaker.pick("my", "the"))
        }
        (mine, Some(steps)) => {
            let shut = closes_the_tail(game, position, &other.line[..steps]);
            let shortest = fewest(game, position, other.action) == Some(steps);
            let length = mine.map(|mine| steps.cmp(&mine));
            told_steps(&name, length, (steps, shortest), shut, speaker)
        }
    })
}

/// The fewest steps to food that a way beginning with this step could take.
fn fewest(game: &Snake, position: &Position, action: Action) -> Option<usize> {
    let mut next = position.clone();
    game.play(&mut next, action);
    if next.length() > position.length() {
        return Some(1);
    }
    next.end().is_none().then(|| least_steps(game, &next)).flatten().map(|steps| steps + 1)
}

/// The length of another way beside that of the way taken, and whether no way that begins so is shorter.
fn told_steps(
    name: &str,
    length: Option<std::cmp::Ordering>,
    (steps, shortest): (usize, bool),
    shut: bool,
    speaker: Speaker,
) -> String {
    let close = format!(", but would close the way back to {} tail", speaker.my());
    let but = if shut { &*close } else { "" };
    let told = count(steps, "step");
    match length {
        Some(std::cmp::Ordering::Equal) if !shortest && !shut => {
            let way = speaker.pick("the way I see", "the way in sight");
            let first = speaker.pick("I found this one first", "this one was found first");
            format!("Going {name}, {way} takes {told}, too; {first}.")
        }
        _ if !shortest => {
            let way = speaker.pick("the way I see", "the way in sight");
            format!("Going {name}, {way} takes {told}{but}.")
        }
        Some(std::cmp::Ordering::Equal) if shut => {
            format!("Going {name} would be just as short{but}.")
        }
        Some(std::cmp::Ordering::Equal) => {
            let first = speaker.pick("I found this way first", "this way was found first");
            format!("Going {name} would be just as short; {first}.")
        }
        Some(std::cmp::Ordering::Greater) => format!("Going {name} would take {told}."),
        _ => format!("Going {name} would get there in {told}{but}."),
    }
}

/// How a step ends the game, if it does so badly.
fn ending(game: &Snake, position: &Position, action: Action, speaker: Speaker) -> Option<String> {
    match after(game, position, &[action]).end()? {
        End::Wall => Some("runs into the wall".into()),
        End::Body => Some(format!("runs into {} own body", speaker.my())),
        End::Starved => Some(format!("lets {} starve", speaker.me())),
        End::Full => None,
    }
}

fn amount(candidate: &Candidate<Action>, term: &str) -> Option<f64> {
    candidate.terms.iter().find(|t| t.name == term).map(|t| t.amount)
}

/// How many steps of a line it takes to eat, if it does.
pub(super) fn first_meal(game: &Snake, position: &Position, line: &[Action]) -> Option<usize> {
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

/// The position after these steps.
fn after(game: &Snake, position: &Position, way: &[Action]) -> Position {
    let mut next = position.clone();
    for &step in way {
        game.play(&mut next, step);
    }
    next
}

/// Whether the head can no longer reach the tail over free cells after these steps.
fn closes_the_tail(game: &Snake, position: &Position, way: &[Action]) -> bool {
    let next = after(game, position, way);
    next.end().is_none() && !reach(game, &next).tail
}

/// Longest path that is told step by step.
const TOLD: usize = 8;

/// How many paths the planner gave up, and the first two of them.
fn about_the_story(game: &Snake, position: &Position, story: &[StoryStep]) -> Option<String> {
    let pairs = story.windows(2).filter(|pair| pair[1].backtracked);
    let dead_ends: Vec<&[String]> = pairs.map(|pair| &pair[0].step[..]).collect();
    if dead_ends.is_empty() {
        return None;
    }
    let tell = |path: &&[String]| {
        let steps = match path.len() {
            0 => return "at the first step".to_owned(),
            1..=TOLD => path.join(", "),
            _ => format!("{}, ...", path[..TOLD].join(", ")),
        };
        let why = dead_end(game, position, path);
        let long = if path.len() > TOLD { format!("{} steps", path.len()) } else { String::new() };
        let both: Vec<String> = [long, why].into_iter().filter(|text| !text.is_empty()).collect();
        let note = if both.is_empty() { both.concat() } else { format!(" ({})", both.join(", ")) };
        format!("after `{steps}`{note}")
    };
    let told: Vec<String> = dead_ends.iter().take(2).map(tell).collect();
    let paths = count(dead_ends.len(), "path");
    let more = if dead_ends.len() > 2 { ", among them" } else { ":" };
    Some(format!("The planner gave up {paths}{more} {}.", told.join(" and ")))
}

/// Why a path ended: what is left around the head while the body stands still.
fn dead_end(game: &Snake, position: &Position, path: &[String]) -> String {
    let mut next = position.clone();
    for step in path {
        match game.read_action(step) {
            Ok(action) if game.check(&next, action).is_ok() => game.play(&mut next, action),
            _ => return String::new(),
        };
    }
    let reach = reach(game, &next);
    match (reach.food || reach.tail, reach.cells) {
        (true, _) => String::new(),
        (false, 0) => "no free cell left".into(),
        (false, cells) => format!("dead end of {}", count(cells, "cell")),
    }
}

fn count(number: usize, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}
