//! What the board and the numbers prove about a slide, in words.

use crate::evaluate::ALIVE;
use crate::grid::{Cell, Direction};
use crate::{Action, Position, Twenty48};
use ludex_core::explain::{SURE, Sign, Speaker, capital, count, number, with_article};
use ludex_core::{Bound, Candidate, Decision};

/// What a slide does before chance answers.
struct Effect {
    free: u32,
    points: u32,
    /// The greatest tile and where it lies, in a corner or not, before and after.
    greatest: u32,
    corner_before: bool,
    corner_after: bool,
    /// Whether a greater tile is made than there was.
    grows: bool,
    /// Numbers that merging made, the greatest first.
    merged: Vec<u32>,
}

impl Effect {
    fn of(game: &Twenty48, position: &Position, direction: Direction) -> Self {
        let after = game.slide(position, direction);
        Self {
            free: game.empty_cells(&after),
            points: after.score() - position.score(),
            greatest: after.max_tile(game.grid()),
            grows: after.max_tile(game.grid()) > position.max_tile(game.grid()),
            corner_before: greatest_in_corner(game, position),
            corner_after: greatest_in_corner(game, &after),
            merged: merged(game, position, direction),
        }
    }
}

fn corners(game: &Twenty48) -> [Cell; 4] {
    let (grid, size) = (game.grid(), game.grid().size());
    let (right, bottom) = (size.width - 1, size.height - 1);
    [grid.cell(0, 0), grid.cell(right, 0), grid.cell(0, bottom), grid.cell(right, bottom)]
}

/// Whether one of the greatest tiles lies in a corner.
fn greatest_in_corner(game: &Twenty48, position: &Position) -> bool {
    let greatest = position.max_tile(game.grid());
    corners(game).iter().any(|&corner| position.tile(corner) == greatest)
}

/// The numbers that merging makes in a slide, the greatest first.
fn merged(game: &Twenty48, position: &Position, direction: Direction) -> Vec<u32> {
    let mut made = Vec::new();
    for line in game.grid().lines(direction) {
        let tiles = line.into_iter().map(|cell| position.tile(cell)).filter(|&tile| tile != 0);
        let mut tiles = tiles.peekable();
        while let Some(tile) = tiles.next() {
            if tiles.next_if_eq(&tile).is_some() {
                made.push(2 * tile);
            }
        }
    }
    made.sort_unstable_by(|a, b| b.cmp(a));
    made
}

/// What people look at: points, the corner, room to move.
pub(crate) fn signs(game: &Twenty48, position: &Position) -> Vec<Sign> {
    let what = "the greatest tile is in a corner";
    vec![
        Sign::Earned { many: "points", amount: f64::from(position.score()) },
        Sign::Holds { what, holds: greatest_in_corner(game, position) },
        Sign::Stands { many: "free cells", amount: f64::from(game.empty_cells(position)) },
    ]
}

fn slide(action: Action) -> Option<Direction> {
    match action {
        Action::Slide(direction) => Some(direction),
        Action::Tile(..) => None,
    }
}

/// What the board proves about the choice.
pub(crate) fn remarks(
    game: &Twenty48,
    position: &Position,
    decision: &Decision<Action>,
) -> Vec<String> {
    let Some(direction) = slide(decision.best().action) else { return Vec::new() };
    let effect = Effect::of(game, position, direction);
    let mut remarks = Vec::new();
    remarks.extend(told_merges(&effect.merged));
    let free = cells(effect.free);
    let greatest = effect.greatest;
    remarks.push(match (effect.corner_before, effect.corner_after) {
        (_, true) if effect.grows => {
            let tile = capital(&a(greatest));
            format!("{tile} is then the greatest tile, in a corner; it leaves {free}.")
        }
        (true, true) => format!("It keeps {greatest} in a corner and leaves {free}."),
        (false, true) => format!("It brings {greatest} into a corner and leaves {free}."),
        (true, false) if effect.grows => {
            format!(
                "{} is then the greatest tile, and in no corner; it leaves {free}.",
                capital(&a(greatest))
            )
        }
        (true, false) => format!("It moves the greatest tile out of its corner and leaves {free}."),
        (false, false) => format!("It leaves {free}."),
    });
    remarks
}

/// The greatest numbers that merging makes.
fn told_merges(merged: &[u32]) -> Option<String> {
    match *merged {
        [] => None,
        [only] => Some(format!("It makes {}.", a(only))),
        [first, second] if first == second => Some(format!("It makes two {first}s.")),
        [first, second] => Some(format!("It makes {} and {}.", a(first), a(second))),
        [first, ..] => {
            Some(format!("It makes {} merges, the greatest {}.", count(merged.len()), a(first)))
        }
    }
}

fn a(tile: u32) -> String {
    with_article(&tile.to_string())
}

/// What the board and the numbers prove about another slide beside the choice.
pub(crate) fn compare(
    game: &Twenty48,
    position: &Position,
    chosen: &Candidate<Action>,
    other: &Candidate<Action>,
    speaker: Speaker,
) -> Option<String> {
    let (own, instead) = (slide(chosen.action)?, slide(other.action)?);
    let (mine, theirs) = (Effect::of(game, position, own), Effect::of(game, position, instead));
    let name = capital(instead.name());
    let against = disadvantages(&mine, &theirs);
    let expected = expected(chosen, other, speaker).or_else(|| survival(chosen, other, own.name()));
    if against.is_empty() {
        // The board says nothing against it: then only numbers that mean points can.
        return expected.map(|expected| format!("{name}: {expected}."));
    }
    let more = if theirs.points > mine.points {
        format!("earns more now ({} against {}), but ", theirs.points, mine.points)
    } else {
        String::new()
    };
    let expected = expected.map_or_else(String::new, |expected| format!("; {expected}"));
    Some(format!("{name} {more}{}{expected}.", against.join(" and ")))
}

fn disadvantages(mine: &Effect, theirs: &Effect) -> Vec<String> {
    let mut against = Vec::new();
    if mine.corner_after && !theirs.corner_after {
        let verb = if theirs.grows {
            "leaves the new greatest tile outside the corners"
        } else if theirs.corner_before {
            "moves the greatest tile out of its corner"
        } else {
            "leaves the greatest tile outside the corners"
        };
        against.push(verb.to_owned());
    }
    if theirs.free < mine.free {
        against.push(format!("leaves only {}", cells(theirs.free)));
    }
    against
}

/// The two values, where they are points: of agents that count what they earn.
fn expected(
    chosen: &Candidate<Action>,
    other: &Candidate<Action>,
    speaker: Speaker,
) -> Option<String> {
    let counts_points = |candidate: &Candidate<Action>| {
        candidate.terms.iter().any(|term| matches!(&*term.name, "points" | "score"))
    };
    if !counts_points(chosen) || !counts_points(other) || other.value >= chosen.value {
        return None;
    }
    let (more, less) = (number(chosen.value.round()), number(other.value.round()));
    if more == less {
        let hardly =
            speaker.pick("I expect hardly less from it", "hardly less is expected from it");
        return Some(hardly.into());
    }
    let doubt = doubt(chosen, other);
    Some(speaker.pick(
        format!("I expect {less} points from it, against {more}{doubt}"),
        format!("{less} points are expected from it, against {more}{doubt}"),
    ))
}

/// How much of what may come the game outlasts, where the values are means over that.
fn survival(chosen: &Candidate<Action>, other: &Candidate<Action>, own: &str) -> Option<String> {
    let share = |candidate: &Candidate<Action>| {
        let alive = candidate.terms.iter().find(|term| term.name == ALIVE)?.amount;
        (candidate.bound == Bound::Exact).then_some(alive)
    };
    let (mine, theirs) = (share(chosen)?, share(other)?);
    let means = [mine, theirs].iter().any(|share| (0.001..0.999).contains(share));
    (means && mine - theirs >= 0.01).then(|| {
        let [mine, theirs] = [mine, theirs].map(|share| number((100.0 * share).round()));
        format!(
            "as far as the search looks, the game goes on in {theirs} % of what may come, after {own} in {mine} %"
        )
    })
}

/// What trials leave open: they may differ by chance.
fn doubt(chosen: &Candidate<Action>, other: &Candidate<Action>) -> String {
    let Some(error) = chosen.error.zip(other.error).map(|(a, b)| a.hypot(b)) else {
        return String::new();
    };
    let sure = chosen.value - other.value >= SURE * error;
    let rest = if sure { "" } else { ": that may be chance" };
    format!(" (± {}{rest})", number(error.round()))
}

fn cells(number: u32) -> String {
    match number {
        0 => "no free cell".into(),
        1 => "one free cell".into(),
        _ => format!("{number} free cells"),
    }
}
