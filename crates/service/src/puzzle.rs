//! Puzzles of offline Tetris, as the protocol shows them.

use crate::error::{RequestError, Result};
use crate::hub::drawn_seed;
use crate::protocol::{
    Answer, PuzzleAsk, PuzzleHint, PuzzleMove, PuzzleStep, PuzzleVerdict, PuzzleView, Spot,
};
use ludex_core::Seed;
use ludex_offline::puzzle::{Kind, Move, Play, Puzzle, Scene, Step, daily, make};
use ludex_offline::{Put, read_puts, write_puts};

/// Answers a question about a puzzle.
pub(crate) fn answer(ask: &PuzzleAsk) -> Result<Answer> {
    let puzzle = puzzle(ask)?;
    let mut play = Play::new(&puzzle);
    if !play.is_solvable(&[])? {
        return Err(RequestError::bad(
            "this puzzle has no answer: every move was tried; take another",
        ));
    }
    let puts = moves(ask, &puzzle)?;
    let scene = play.scene(&puts)?;
    let asked = |wish: Option<bool>| wish.unwrap_or(false);
    let verdict = asked(ask.verdict).then(|| verdict(&mut play, &puts, &scene)).transpose()?;
    let hint = if asked(ask.hint) { hint(&mut play, &puts, &scene)? } else { None };
    let proof = asked(ask.proof).then(|| play.proof(&puts)).transpose()?;
    let level = play.rating()?.level;
    let task = &puzzle.task;
    let view = PuzzleView {
        code: puzzle.to_string(),
        says: puzzle.says(),
        width: task.width,
        height: scene.board.len(),
        buffer: task.buffer,
        level,
        shapes: task.kit.pieces().map(|piece| spots(&task.kit.forms(piece)[0].spots())).collect(),
        waiting: numbers(&scene.waiting),
        coming: numbers(&scene.coming),
        played: puts.len(),
        cleared: scene.cleared,
        wanted: play.wanted(),
        moves: scene.moves.iter().map(shown).collect(),
        solved: scene.solved,
        board: scene.board,
        verdict,
        hint,
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
    let kind: Kind = ask.kind.as_deref().unwrap_or("clear").parse()?;
    let seed = ask.seed.map_or_else(drawn_seed, Seed);
    Ok(make(kind, seed)?.0)
}

fn moves(ask: &PuzzleAsk, puzzle: &Puzzle) -> Result<Vec<Put>> {
    let read = read_puts(&ask.moves.join("\n"), &puzzle.task.kit)?;
    Ok(read.into_iter().map(|(_, put)| put).collect())
}

fn verdict(play: &mut Play, puts: &[Put], scene: &Scene) -> Result<PuzzleVerdict> {
    let mistake = play.first_mistake(puts)?.map(|at| at + 1);
    let words = match mistake {
        _ if scene.solved => "Solved.".to_owned(),
        None => "It can still be done.".to_owned(),
        Some(at) => {
            let keeps = play.decide(&puts[..at - 1])?;
            let better = play.words(&puts[..at - 1], &keeps)?;
            format!("After your move {at} it could no longer be done. Better: {better}")
        }
    };
    Ok(PuzzleVerdict { solvable: scene.solved || mistake.is_none(), mistake, words })
}

fn hint(play: &mut Play, puts: &[Put], scene: &Scene) -> Result<Option<PuzzleHint>> {
    if scene.moves.is_empty() || !play.is_solvable(puts)? {
        return Ok(None);
    }
    let decision = play.decide(puts)?;
    let words = play.words(puts, &decision)?;
    Ok(Some(PuzzleHint { put: written(decision.best().action), words }))
}

fn written(put: Put) -> String {
    write_puts(&[put]).trim_end().to_owned()
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
        put: written(one.put),
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
