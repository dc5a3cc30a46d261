//! What the board proves about a move, in sentences.

use crate::board::{LINES, Point};
use crate::book;
use crate::defences;
use crate::notation::name_of;
use crate::position::Position;
use crate::rows::{Made, made};
use crate::rules::Pente;
use crate::settings::Variant;
use crate::threats::{Threat, captured_stones, count, groups, span, threats, win_at};
use ludex_core::explain::{Speaker, capital};
use ludex_core::{Candidate, Decision, Game, Proven, Seat};

/// Moves of a forced win that are told one by one.
const TOLD: usize = 15;

pub(crate) fn remarks(
    game: &Pente,
    position: &Position,
    decision: &Decision<Point>,
    speaker: Speaker,
) -> Vec<String> {
    let best = decision.best();
    let Some(seat) = position.mover() else { return Vec::new() };
    if let Some(win) = win_at(game, position, seat, best.action) {
        // A choice that was proved to win says so itself.
        let wins = if best.proven == Some(Proven::Win) { "" } else { ", and wins" };
        return vec![match win {
            Threat::LastCapture(_) => {
                format!("It captures the last stones that were missing{wins}.")
            }
            _ => format!("It completes a row of {}{wins}.", count(game.settings().row)),
        }];
    }
    let mut facts = Vec::new();
    facts.extend(by_book(decision));
    facts.extend(stops(game, position, seat, best.action, speaker));
    facts.extend(captures(game, position, seat, best.action));
    facts.extend(makes(game, position, seat, best.action, speaker));
    facts.extend(forced(game, position, best, speaker));
    if best.proven == Some(Proven::Win) {
        facts.extend(defences::told(game, position, best.action));
    }
    let mut next = *position;
    game.play(&mut next, best.action);
    facts.extend(dangers(game, &next, seat, speaker));
    facts
}

/// That a move was looked into before the game.
fn by_book(decision: &Decision<Point>) -> Option<String> {
    let plies = decision.best().depth;
    (decision.search.algorithm == book::ALGORITHM).then(|| {
        format!("It comes from the opening book: this reply was looked into beforehand, {plies} plies ahead.")
    })
}

/// The opponent's win that a stone stands in the way of.
fn stops(
    game: &Pente,
    position: &Position,
    seat: usize,
    point: Point,
    speaker: Speaker,
) -> Option<String> {
    let stopped = win_at(game, position, 1 - seat, point)?;
    if wins_next(game, position, seat, point).is_some() {
        let who = speaker.rival_does("were", "was");
        return Some(format!(
            "It takes one of the points where {who} about to win, but not the last."
        ));
    }
    if let Threat::LastCapture(_) = stopped {
        let whom = speaker.opponent();
        return Some(format!("It stops the capture that would have won for {whom}."));
    }
    let whose = speaker.rival_does("were", "was");
    Some(format!("It stops the row {whose} about to complete."))
}

/// How the opponent could win at once after a stone.
fn wins_next(game: &Pente, position: &Position, seat: usize, point: Point) -> Option<Threat> {
    let mut next = *position;
    game.play(&mut next, point);
    let wins = |threat: &Threat| matches!(threat, Threat::Row(_) | Threat::LastCapture(_));
    threats(game, &next, Seat(1 - seat)).into_iter().find(wins)
}

fn captures(game: &Pente, position: &Position, seat: usize, point: Point) -> Option<String> {
    let stones = captured_stones(game, position, seat, point);
    if stones.is_empty() {
        return None;
    }
    let names: Vec<String> = groups(&stones, point).iter().map(|group| span(group)).collect();
    let (have, goal) = (usize::from(position.captured[seat]) + stones.len(), game.goal());
    Some(format!("It captures {}: {have} of {goal} stones.", names.join(" and ")))
}

/// Rows that a stone makes: fours and open threes, by the stones that they have.
fn makes(
    game: &Pente,
    position: &Position,
    seat: usize,
    point: Point,
    speaker: Speaker,
) -> Vec<String> {
    if game.settings().variant == Variant::Poof
        && game.removed(position, seat, point.index()).lost != 0
    {
        let whose = speaker.their();
        return vec![format!("It completes a pair between two of {whose} stones, which is lost.")];
    }
    let mut next = *position;
    game.play(&mut next, point);
    let row = game.settings().row;
    let name = |line: usize| {
        let row_of = made(game, &next, seat, point, line)?;
        let what = match row_of.made {
            Made::OpenFour => format!("an open {}", count(row - 1)),
            Made::Four => format!("a {}", count(row - 1)),
            Made::OpenThree => format!("an open {}", count(row - 2)),
        };
        Some(format!("{what} {}", span(&row_of.stones)))
    };
    let made: Vec<String> = (0..LINES.len()).filter_map(name).collect();
    if made.is_empty() { made } else { vec![format!("It makes {}.", made.join(" and "))] }
}

/// A proved win move by move.
fn forced(
    game: &Pente,
    position: &Position,
    best: &Candidate<Point>,
    speaker: Speaker,
) -> Option<String> {
    if best.proven != Some(Proven::Win) {
        return None;
    }
    let wins = capital(&speaker.mover_does("win", "wins"));
    let reply = speaker.rival("play");
    let course = told_course(game, position, &best.line, 0)?;
    Some(format!("{wins} by force, whatever {reply}; for example: {course}."))
}

/// A course move by move from the one with this number on, as far as it is known and not too long.
fn told_course(game: &Pente, position: &Position, line: &[Point], from: usize) -> Option<String> {
    let (course, ends) = defences::to_the_end(game, position, line);
    if course.len() < 2 {
        return None;
    }
    let names: Vec<String> = course.iter().skip(from).take(TOLD).map(|&p| name_of(p)).collect();
    let whole = ends && course.len() <= from + TOLD;
    Some(names.join(", ") + if whole { "" } else { ", ..." })
}

/// What the opponent can take after the move.
fn dangers(game: &Pente, next: &Position, seat: usize, speaker: Speaker) -> Vec<String> {
    let (mine, rival) = (capital(speaker.my()), capital(speaker.opponent()));
    let mut told = Vec::new();
    for threat in threats(game, next, Seat(1 - seat)) {
        match threat {
            Threat::Capture { at, stones } => {
                let names: Vec<String> = groups(&stones, at).iter().map(|g| span(g)).collect();
                told.push(format!(
                    "{mine} stones {} can be captured at {}.",
                    names.join(" and "),
                    name_of(at)
                ));
            }
            Threat::LastCapture(at) => {
                told.push(format!("{rival} could win by a capture at {}.", name_of(at)));
            }
            Threat::Row(at) => {
                told.push(format!("{rival} could complete a row at {}.", name_of(at)));
            }
            Threat::Open { .. } => {}
        }
    }
    told.truncate(3);
    told
}

/// What the board proves about `other`.
pub(crate) fn compare(
    game: &Pente,
    position: &Position,
    [chosen, other]: [&Candidate<Point>; 2],
    speaker: Speaker,
) -> Option<String> {
    let seat = position.mover()?;
    let name = name_of(other.action);
    if win_at(game, position, seat, other.action).is_some() {
        return Some(format!("{name} would win as well."));
    }
    // What the choice allows, too, is no reason.
    let answer = wins_next(game, position, seat, other.action);
    let answer = answer.filter(|_| wins_next(game, position, seat, chosen.action).is_none());
    match answer {
        Some(Threat::LastCapture(at)) => {
            let wins = speaker.rival("win");
            Some(format!("After {name} {wins} by a capture at {}.", name_of(at)))
        }
        Some(threat) => {
            let completes = speaker.rival("complete");
            Some(format!("After {name} {completes} a row at {}.", name_of(threat.at())))
        }
        None => refutation(game, position, other, &name),
    }
}

/// The course that refutes a move, where its loss is proved.
fn refutation(
    game: &Pente,
    position: &Position,
    other: &Candidate<Point>,
    name: &str,
) -> Option<String> {
    if other.proven != Some(Proven::Loss) {
        return None;
    }
    let course = told_course(game, position, &other.line, 1)?;
    Some(format!("{name} loses by force: {course}."))
}
