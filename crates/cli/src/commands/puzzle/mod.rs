//! `ludex puzzle`: puzzles of offline Tetris, their hints and proofs.

mod play;

use super::print_json;
use crate::args::PuzzleArgs;
use crate::failure::{Done, Failure};
use crate::input::drawn_seed;
use crate::play::Sitting;
use ludex_core::Error;
use ludex_offline::puzzle::{Goal, Kind, Play, Puzzle, Rating, Step, daily, make};
use ludex_offline::{Put, Tall, read_puts, write_list};
use serde::Serialize;
use std::io::{IsTerminal, Write, stdin, stdout};

#[derive(Serialize)]
struct Document {
    code: String,
    goal: Goal,
    says: String,
    width: usize,
    height: usize,
    buffer: usize,
    board: Vec<String>,
    pieces: String,
    /// None for a list, of which nothing is proved.
    rating: Option<Rating>,
    solvable: bool,
    solved: bool,
    /// The first move after which the goal was out of reach, from 1.
    mistake: Option<usize>,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Vec<Step>>,
}

pub(super) fn run(args: &PuzzleArgs, out: &mut dyn Write) -> Done {
    let puzzle = puzzle(args)?;
    let mut solver = Play::new(&puzzle);
    if puzzle.goal != Goal::Most && !solver.is_solvable(&[])? {
        let reason = "the goal cannot be reached: every move was tried";
        return Err(Error::bad("puzzle code", puzzle.to_string(), reason).into());
    }
    let puts = moves(args, &puzzle)?;
    if args.play && stdin().is_terminal() && stdout().is_terminal() {
        return crate::play::puzzle(&mut Sitting::new(&puzzle, puts)?);
    }
    if args.play {
        return play::run(&puzzle, puts, &mut std::io::stdin().lock(), out);
    }
    let board = Tall::of_rows(puzzle.task.width, &puzzle.rows).picture();
    let hint = if args.hint { solver.advice(&puts)? } else { None };
    let verdict = solver.verdict(&puts)?;
    let document = Document {
        code: puzzle.to_string(),
        goal: puzzle.goal,
        says: puzzle.says(),
        width: puzzle.task.width,
        height: puzzle.task.ceiling(),
        buffer: puzzle.task.buffer,
        board: board.lines().map(str::to_owned).collect(),
        pieces: write_list(&puzzle.list).trim_end().to_owned(),
        rating: solver.rating()?,
        solvable: verdict.solvable,
        solved: solver.is_solved(&puts)?,
        mistake: verdict.mistake,
        words: verdict.words,
        hint: hint.as_ref().map(|advice| advice.put.to_string()),
        why: hint.map(|advice| advice.words),
        proof: args.proof.then(|| solver.proof(&puts)).transpose()?,
    };
    if args.json { print_json(&document, out) } else { print(&document, &puts, out) }
}

fn puzzle(args: &PuzzleArgs) -> Result<Puzzle, Failure> {
    Ok(match (&args.code, &args.date, &args.list) {
        (Some(code), ..) => code.parse()?,
        (None, Some(date), _) => daily(date)?.0,
        (None, None, Some(list)) => Puzzle::of_text(list, args.width, args.buffer)?,
        (None, None, None) => {
            make(args.kind.unwrap_or(Kind::Clear), args.seed.unwrap_or_else(drawn_seed))?.0
        }
    })
}

/// The moves that were given, separated by commas.
fn moves(args: &PuzzleArgs, puzzle: &Puzzle) -> Result<Vec<Put>, Failure> {
    let text = args.moves.as_deref().unwrap_or("").replace(',', "\n");
    let read = read_puts(&text, &puzzle.task.kit)?;
    Ok(read.into_iter().map(|(_, put)| put).collect())
}

fn print(document: &Document, puts: &[Put], out: &mut dyn Write) -> Done {
    let Document { code, says, width, height, buffer, pieces, rating, .. } = document;
    let level = rating.map_or_else(String::new, |rating| format!(", level {} of 10", rating.level));
    writeln!(out, "{says} {width} wide, {height} high, buffer {buffer}{level}")?;
    for row in &document.board {
        writeln!(out, "{row}")?;
    }
    writeln!(out, "pieces {pieces}\ncode   {code}")?;
    if !puts.is_empty() || rating.is_none() {
        writeln!(out, "{}", document.words)?;
    }
    if let (Some(hint), Some(why)) = (&document.hint, &document.why) {
        writeln!(out, "hint   {hint}  {why}")?;
    }
    for step in document.proof.iter().flatten() {
        write!(out, "{}", play::told(step))?;
    }
    Ok(())
}
