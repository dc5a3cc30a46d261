//! Puzzles of offline Tetris, as the protocol shows them.

use crate::error::{RequestError, Result};
use crate::hub::drawn_seed;
use crate::protocol::{
    Answer, PuzzleAsk, PuzzleHint, PuzzleMove, PuzzleStep, PuzzleVerdict, PuzzleView, Spot,
};
use ludex_core::Seed;
use ludex_offline::puzzle::{Advice, Goal, Kind, Move, Play, Puzzle, Step, Verdict, daily, make};
use ludex_offline::{Put, read_puts};

/// Answers a question about a puzzle.
pub(crate) fn answer(ask: &PuzzleAsk) -> Result<Answer> {
    let puzzle = puzzle(ask)?;
    let mut play = Play::new(&puzzle);
    let is_list = puzzle.goal == Goal::Most;
    if !is_list && !play.is_solvable(&[])? {
        return Err(RequestError::bad(
            "this puzzle has no answer: every move was tried; take another",
        ));
    }
    let puts = moves(ask, &puzzle)?;
    let scene = play.scene(&puts)?;
    let asked = |wish: Option<bool>| wish.unwrap_or(false);
    let verdict = asked(ask.verdict).then(|| play.verdict(&puts)).transpose()?;
    let hint = if asked(ask.hint) { play.advice(&puts)? } else { None };
    let proof = asked(ask.proof).then(|| play.proof(&puts)).transpose()?;
    let rating = if is_list { None } else { play.rating()? };
    let task = &puzzle.task;
    let view = PuzzleView {
        code: puzzle.to_string(),
        says: puzzle.says(),
        width: task.width,
        height: scene.board.len(),
        buffer: task.buffer,
        level: rating.map(|rating| rating.level),
        shapes: task.kit.pieces().map(|piece| spots(&task.kit.forms(piece)[0].spots())).collect(),
        waiting: numbers(&scene.waiting),
        coming: numbers(&scene.coming),
        played: puts.len(),
        cleared: scene.cleared,
        wanted: play.wanted(),
        moves: scene.moves.iter().map(shown).collect(),
        solved: scene.solved,
        board: scene.board,
        verdict: verdict.map(|Verdict { solvable, mistake, words }| PuzzleVerdict {
            solvable,
            mistake,
            words,
        }),
        hint: hint.map(|Advice { put, words }| PuzzleHint { put: put.to_string(), words }),
        proof: proof.map(|steps| steps.into_iter().map(step).collect()),
    };
    Ok(Answer::Puzzle { puzzle: Box::new(view) })
}

fn puzzle(ask: &PuzzleAsk) -> Result<Puzzle> {
    if let Some(code) = &ask.code {
        return Ok(code.parse()?);
    }
    if let Some(date) = &ask.date {
        return Ok(daily(date)?.0);
    }
    if let Some(list) = &ask.list {
        return Ok(Puzzle::of_text(list, ask.width.unwrap_or(11), ask.buffer.unwrap_or(1))?);
    }
    let kind: Kind = ask.kind.as_deref().unwrap_or("clear").parse()?;
    let seed = ask.seed.map_or_else(drawn_seed, Seed);
    Ok(make(kind, seed)?.0)
}

fn moves(ask: &PuzzleAsk, puzzle: &Puzzle) -> Result<Vec<Put>> {
    let read = read_puts(&ask.moves.join("\n"), &puzzle.task.kit)?;
    Ok(read.into_iter().map(|(_, put)| put).collect())
}

/// People count pieces from 1.
fn numbers(pieces: &[u8]) -> Vec<u8> {
    pieces.iter().map(|piece| piece + 1).collect()
}

fn spots(spots: &[(u8, u8)]) -> Vec<Spot> {
    spots.iter().map(|&(column, row)| Spot { column, row }).collect()
}

fn shown(one: &Move) -> PuzzleMove {
    PuzzleMove {
        put: one.put.to_string(),
        piece: one.put.piece + 1,
        rotation: one.put.rotation,
        column: one.put.column,
        cells: spots(&one.cells),
        clears: one.clears,
    }
}

fn step(step: Step) -> PuzzleStep {
    let piece = step.put.bytes().next().map_or(0, |digit| digit - b'0');
    let Step { put, rows, moves, good, cells, board } = step;
    PuzzleStep { put, piece, board, cells: spots(&cells), clears: rows, moves, good }
}
