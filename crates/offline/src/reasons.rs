//! Why a piece goes there, and why another waits: a [`Decision`] about the next placement, made of what beams from every
//! placement find.

use crate::beam::beam_from;
use crate::list::Put;
use crate::task::Task;
use crate::verify::{Outcome, Replay};
use crate::weights::Count;
use ludex_core::explain;
use ludex_core::{Bound, Candidate, Decision, Error, Result, SearchStats, Seed, Stop, Term, rank};

/// What one cleared row is worth, in rows.
const ROW: f64 = 1.0;
/// What a row of the final pile costs.
const HEIGHT: f64 = -0.1;
/// What an empty cell below a block costs at the end.
const HOLE: f64 = -0.05;
/// What a piece costs that has no place left.
const LEFT: f64 = -10.0;

/// Decides about the next placement after some others, looking at the next `ahead` pieces.
///
/// Each candidate's line is the rest as a beam would place it, and its terms are those of the line's end. The piece that waits is
/// the one that the line places later.
pub fn decide(
    task: &Task,
    list: &[u8],
    puts: &[Put],
    ahead: usize,
    stop: &Stop,
) -> Result<Decision<Put>> {
    let mut replay = Replay::new(task, list);
    for &put in puts {
        replay.put(put)?;
    }
    if replay.waiting().is_empty() {
        return Err(Error::State("all pieces are placed; there is nothing to decide".into()));
    }
    let mut candidates = candidates(task, &replay, ahead, stop);
    if candidates.is_empty() {
        return Err(Error::State("no waiting piece has a place below the limit of height".into()));
    }
    let nodes = candidates.iter().map(|candidate| candidate.line.len() as u64).sum();
    rank(&mut candidates);
    Ok(Decision {
        agent: format!("beam:ahead={ahead}"),
        seat: 0,
        seed: Seed(0),
        chosen: 0,
        candidates,
        search: SearchStats {
            algorithm: "beam".into(),
            depth: ahead as u32,
            nodes,
            complete: !stop.is_set(),
            ..SearchStats::default()
        },
        story: Vec::new(),
    })
}

/// The same about a placement that was played: it takes the place of the one that looks best.
pub fn decide_for(
    task: &Task,
    list: &[u8],
    puts: &[Put],
    played: Put,
    ahead: usize,
    stop: &Stop,
) -> Result<Decision<Put>> {
    let decision = decide(task, list, puts, ahead, stop)?;
    let form = |put: Put| task.kit.form(put.piece, put.rotation);
    // Two turns of a piece may look the same; only one of them is among the candidates.
    let same = |c: &Candidate<Put>| {
        (c.action.piece, c.action.column) == (played.piece, played.column)
            && form(c.action) == form(played)
    };
    let chosen = decision
        .candidates
        .iter()
        .position(same)
        .ok_or_else(|| Error::State(format!("{played} cannot be played here")))?;
    Ok(Decision { chosen, ..decision })
}

fn candidates(task: &Task, replay: &Replay, ahead: usize, stop: &Stop) -> Vec<Candidate<Put>> {
    let mut candidates = Vec::new();
    let mut waiting = replay.waiting().to_vec();
    waiting.dedup();
    for piece in waiting {
        for (rotation, form) in task.kit.distinct(piece) {
            for column in 0..=task.width - form.width() {
                let put = Put { piece, rotation, column: column as u8 };
                let mut next = replay.clone();
                if next.put(put).is_ok()
                    && !candidates.iter().any(|c: &Candidate<Put>| c.action == put)
                {
                    candidates.push(candidate(task, next, put, ahead, stop));
                }
            }
        }
    }
    candidates
}

/// One placement with the line that a beam finds after it.
fn candidate(task: &Task, after: Replay, put: Put, ahead: usize, stop: &Stop) -> Candidate<Put> {
    let before = after.outcome();
    let rest: Vec<u8> =
        [after.waiting(), after.coming()].concat().into_iter().take(ahead).collect();
    let rows = after.board().rows().to_vec();
    let line = beam_from(task, &rows, &rest, stop);
    let mut end = after;
    for &step in &line {
        if end.put(step).is_err() {
            break;
        }
    }
    let unplaced = rest.len() - (end.outcome().placed - before.placed);
    let terms = terms(&end.outcome(), end.board().rows(), task.width, unplaced);
    let value = terms.iter().map(|term| term.contribution).sum();
    let mut candidate = Candidate::new(put, value);
    // The line can be played, so its end is what can be had at least.
    candidate.bound = Bound::Lower;
    candidate.line = [vec![put], line].concat();
    candidate.depth = candidate.line.len() as u32;
    candidate.terms = terms;
    candidate
}

fn terms(end: &Outcome, rows: &[u32], width: usize, unplaced: usize) -> Vec<Term> {
    let holes = Count::of(width, rows).holes;
    vec![
        Term::new("rows", "rows cleared by the end of the line", end.rows as f64, ROW),
        Term::new("height", "rows of the pile at the end of the line", end.height as f64, HEIGHT),
        Term::new("holes", "empty cells below a block at the end of the line", holes as f64, HOLE),
        Term::new("left", "pieces of the line without a place", unplaced as f64, LEFT),
    ]
}

/// How pieces are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// As in a file of placements: digits.
    Numbers,
    /// As people say: the bar, the S. For the standard seven pieces.
    Words,
}

impl Names {
    /// A piece, as a sentence begins with it.
    pub(crate) fn piece(self, piece: u8) -> String {
        const NAMES: [&str; 7] = ["bar", "square", "T", "J", "L", "S", "Z"];
        match NAMES.get(usize::from(piece)).filter(|_| self == Self::Words) {
            Some(name) => format!("The {name}"),
            None => format!("Piece {}", crate::symbol(piece)),
        }
    }
}

/// The columns that a placement covers, counted from 0 as in a file of placements.
pub(crate) fn columns(task: &Task, put: Put) -> String {
    let width = task.kit.form(put.piece, put.rotation).map_or(1, crate::Form::width);
    explain::columns(put.column.into(), width)
}

/// What a decision means in words: what goes where, what waits, and for what.
pub fn words(
    task: &Task,
    list: &[u8],
    puts: &[Put],
    decision: &Decision<Put>,
    names: Names,
) -> Result<String> {
    let mut replay = Replay::new(task, list);
    for &put in puts {
        replay.put(put)?;
    }
    let best = decision.best();
    let put = best.action;
    let clears = clears(replay.clone().put(put)?);
    let mut text = format!("{} goes to {}{clears}. ", names.piece(put.piece), columns(task, put));
    for &waits in replay.waiting().iter().filter(|&&piece| piece != put.piece) {
        text += &why_waits(task, &replay, decision, waits, names)?;
    }
    text += &beside_the_favourite(task, decision, names);
    Ok(text.trim_end().to_owned())
}

/// What looks best a few pieces on, where something else is played.
fn beside_the_favourite(task: &Task, decision: &Decision<Put>, names: Names) -> String {
    let (played, favourite) = (decision.best(), &decision.candidates[0]);
    if played.value >= favourite.value {
        return String::new();
    }
    let (name, at) = (names.piece(favourite.action.piece), columns(task, favourite.action));
    let gain = favourite.value - played.value;
    let how = what_is_worse(&favourite.terms, &played.terms);
    let ahead = decision.search.depth;
    format!(
        "Looking only {ahead} pieces ahead, something else comes out best: {name} to {at}. This ends \
         {gain:.2} worse{how}."
    )
}

/// In which terms one end is worse than another, in brackets.
fn what_is_worse(best: &[Term], other: &[Term]) -> String {
    let mut parts = Vec::new();
    for (a, b) in best.iter().zip(other).filter(|(a, b)| b.contribution < a.contribution) {
        let count = (a.amount - b.amount).abs();
        let s = if (count - 1.0).abs() < 0.5 { "" } else { "s" };
        parts.push(match a.name.as_ref() {
            "rows" => format!("{count} row{s} fewer cleared"),
            "height" => format!("{count} row{s} higher"),
            "holes" => format!("{count} more cell{s} covered"),
            _ => format!("{count} more piece{s} without a place"),
        });
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

fn clears(rows: usize) -> String {
    match rows {
        0 => String::new(),
        1 => " and clears a row".into(),
        n => format!(" and clears {n} rows"),
    }
}

/// Why a piece waits: what placing it now would cost, and what becomes of it in the line.
fn why_waits(
    task: &Task,
    replay: &Replay,
    decision: &Decision<Put>,
    waits: u8,
    names: Names,
) -> Result<String> {
    let best = decision.best();
    let name = names.piece(waits);
    let now = decision.candidates.iter().find(|candidate| candidate.action.piece == waits);
    let Some(now) = now else {
        return Ok(format!("{name} waits: it has no place now. "));
    };
    let covers = |put: Put| {
        let form = task.kit.form(put.piece, put.rotation)?;
        let y = replay.board().landing(form, put.column.into())?;
        let below = |j: usize| {
            y as u32 + u32::from(form.bottoms[j])
                - replay.board().tops()[usize::from(put.column) + j]
        };
        Some((0..form.width()).map(below).sum::<u32>())
    };
    let all_cover = decision
        .candidates
        .iter()
        .filter(|candidate| candidate.action.piece == waits)
        .all(|candidate| covers(candidate.action).is_some_and(|cells| cells > 0));
    let gain = now.value - best.value;
    let mut text = if gain > 0.0 {
        format!("{name} waits, although placed now its best line ends {gain:.2} better. ")
    } else if all_cover {
        format!("{name} waits: every place for it now covers a cell. ")
    } else if gain < 0.0 {
        let how = what_is_worse(&best.terms, &now.terms);
        format!("{name} waits: placed now, its best line ends {:.2} worse{how}. ", -gain)
    } else {
        format!("{name} waits, but could as well go now. ")
    };
    if let Some(at) = best.line.iter().position(|put| put.piece == waits).filter(|at| *at > 0) {
        let mut ahead = replay.clone();
        for &put in &best.line[..at] {
            ahead.put(put)?;
        }
        let put = best.line[at];
        let clears = clears(ahead.put(put)?);
        let after = if at == 1 { "one piece".to_owned() } else { format!("{at} pieces") };
        let columns = columns(task, put);
        text.extend(["After ", &after, " it goes to ", &columns, &clears, ". "]);
    }
    Ok(text)
}
