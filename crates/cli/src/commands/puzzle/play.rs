//! A puzzle played in the terminal, a line for each move.

use crate::failure::Done;
use ludex_core::{Error, Result};
use ludex_offline::puzzle::{Goal, Play, Puzzle, Step};
use ludex_offline::{Put, read_puts, symbol};
use std::io::{BufRead, Write};

const HELP: &str = "a move is `piece turns column`, such as 1 0 3: the piece's number, quarter turns anticlockwise, the column of its left \
edge from 0; or: hint, undo, check, proof, code, quit";

/// Plays until the goal is reached or somebody has enough.
pub(super) fn run(
    puzzle: &Puzzle,
    mut puts: Vec<Put>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Done {
    let mut play = Play::new(puzzle);
    writeln!(out, "{}\n{HELP}", puzzle.says())?;
    loop {
        draw(&play, &puts, out)?;
        if play.is_solved(&puts)? {
            match puzzle.goal {
                Goal::Most => writeln!(out, "{}", play.verdict(&puts)?.words)?,
                _ => writeln!(out, "solved in {} moves", puts.len())?,
            }
            return Ok(());
        }
        write!(out, "> ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        let answer = match line.trim() {
            "quit" | "q" => return Ok(()),
            word => heed(word, puzzle, &mut play, &mut puts),
        };
        match answer {
            Ok(text) => write!(out, "{text}")?,
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}

/// Does what a line says; returns what there is to say about it.
fn heed(word: &str, puzzle: &Puzzle, play: &mut Play, puts: &mut Vec<Put>) -> Result<String> {
    match word {
        "" | "help" | "?" => Ok(format!("{HELP}\n")),
        "undo" | "u" => Ok(match puts.pop() {
            Some(_) => String::new(),
            None => "there is no move to take back\n".into(),
        }),
        "code" => Ok(format!("{puzzle}\n")),
        "hint" | "h" => hint(play, puts),
        "check" => Ok(format!("{}\n", play.verdict(puts)?.words)),
        "proof" => Ok(play.proof(puts)?.iter().map(told).collect()),
        text => {
            let read = read_puts(text, &puzzle.task.kit);
            let [(_, put)] = read.map_err(|error| unclear(text, &error))?[..] else {
                return Err(Error::bad("move", text, "give one move at a time"));
            };
            let more = [&puts[..], &[put]].concat();
            play.is_solved(&more)?;
            *puts = more;
            Ok(String::new())
        }
    }
}

fn unclear(text: &str, error: &Error) -> Error {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return error.clone();
    }
    Error::unknown("word", text, ["hint", "undo", "check", "proof", "code", "quit", "help"])
}

fn hint(play: &mut Play, puts: &[Put]) -> Result<String> {
    Ok(match play.advice(puts)? {
        Some(advice) => format!("{}  {}\n", advice.put, advice.words),
        None => "the goal is out of reach; undo, or check which move lost it\n".into(),
    })
}

/// A step of the proof in a line.
pub(super) fn told(step: &Step) -> String {
    let Step { put, rows, moves, good, .. } = step;
    let keeps = good.map_or_else(String::new, |good| {
        format!("; {good} of {moves} moves keep the goal in reach")
    });
    format!("{put}  clears {rows}{keeps}\n")
}

fn draw(play: &Play, puts: &[Put], out: &mut dyn Write) -> Done {
    let scene = play.scene(puts)?;
    for row in &scene.board {
        writeln!(out, "|{row}|")?;
    }
    let names = |pieces: &[u8]| pieces.iter().map(|&piece| symbol(piece)).collect::<String>();
    let wanted = play.wanted().map(|rows| format!(" of {rows}")).unwrap_or_default();
    writeln!(
        out,
        "{} rows cleared{wanted}; waiting {}, then {}",
        scene.cleared,
        names(&scene.waiting),
        match names(&scene.coming) {
            none if none.is_empty() => "nothing".into(),
            coming => coming,
        }
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Seed;
    use ludex_offline::puzzle::{Kind, make};

    #[test]
    fn a_puzzle_is_played_to_its_end() {
        let (puzzle, _) = make(Kind::Fill, Seed(1)).unwrap();
        let answer = Play::new(&puzzle).proof(&[]).unwrap();
        let moves: Vec<_> = answer.iter().map(|step| step.put.clone()).collect();
        let moves = moves.join("\n");
        let script = format!("hint\ncheck\nproof\nnonsense\n9 9 9\nundo\n{moves}\n");
        let mut out = Vec::new();
        run(&puzzle, Vec::new(), &mut script.as_bytes(), &mut out).unwrap();
        let said = String::from_utf8(out).unwrap();
        for part in [
            "keep the goal in reach",
            "It can still be done.",
            "unknown word `nonsense`",
            "bad piece `9`",
            "no move to take back",
            &format!("solved in {} moves", answer.len()),
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
}
