//! Making puzzles: random boards and pieces, kept when a search proves them possible and hard enough.

use super::{Goal, Play, Puzzle, Rating};
use ludex_core::{Error, Result, Rng, Seed};
use rand::RngExt;

/// Which puzzle is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Clear so many rows of a pile.
    Rows,
    /// Clear a whole board that is partly filled.
    Clear,
    /// Fill the rows of an empty board without a gap.
    Fill,
}

impl std::str::FromStr for Kind {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "rows" => Ok(Self::Rows),
            "clear" => Ok(Self::Clear),
            "fill" => Ok(Self::Fill),
            other => Err(Error::unknown("kind of puzzle", other, ["rows", "clear", "fill"])),
        }
    }
}

/// Tries before a seed is given up; a few are enough in practice.
const TRIES: u64 = 2000;
/// Boards that a puzzle may need for its proof.
const MOST_BOARDS: usize = 40_000;

/// A puzzle of some kind from a seed, with its rating: the first random one that is possible and no matter of course.
pub fn make(kind: Kind, seed: Seed) -> Result<(Puzzle, Rating)> {
    for attempt in 0..TRIES {
        let puzzle = random(kind, &mut seed.derive(attempt).rng())?;
        // What takes long to prove would keep people waiting at every move.
        let mut play = Play::limited(&puzzle, MOST_BOARDS);
        if !matches!(play.is_solvable(&[]), Ok(true)) {
            continue;
        }
        match play.rating() {
            Ok(Some(rating)) if rating.traps > 0.3 => return Ok((puzzle, rating)),
            _ => {}
        }
    }
    Err(Error::State(format!("seed {seed} gives no puzzle; take another")))
}

/// The puzzle of a day, written `2025-01-31`: its kind and seed follow from the date.
pub fn daily(date: &str) -> Result<(Puzzle, Rating)> {
    let number = day_number(date)?;
    let kind = [Kind::Clear, Kind::Rows, Kind::Fill][number as usize % 3];
    make(kind, Seed(number))
}

/// A number for a date, one more each day of a month.
fn day_number(date: &str) -> Result<u64> {
    let bad = || Error::bad("date", date, "write YEAR-MONTH-DAY, such as 2025-01-31");
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts[..] else { return Err(bad()) };
    let number = |text: &str, most: u64| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|n: &u64| digits && (1..=most).contains(n)).ok_or_else(bad)
    };
    Ok((number(year, 9999)? * 12 + number(month, 12)? - 1) * 31 + number(day, 31)?)
}

fn random(kind: Kind, rng: &mut Rng) -> Result<Puzzle> {
    let pieces = |count: usize, rng: &mut Rng| -> Vec<u8> {
        (0..count).map(|_| rng.random_range(0..7)).collect()
    };
    match kind {
        Kind::Fill => {
            let width = rng.random_range(4..=6);
            let list = pieces(width, rng);
            Puzzle::new(width, 1, 4, Vec::new(), list, Goal::Empty)
        }
        Kind::Clear => {
            let width = 6;
            let height = 4;
            // As many cells as make the rest a multiple of four.
            let count = rng.random_range(1..=2) * 4;
            let rows = random_pile(width, count, height, rng);
            let list = pieces((width * height - count) / 4, rng);
            Puzzle::new(width, 1, height, rows, list, Goal::Empty)
        }
        Kind::Rows => {
            let width = rng.random_range(5..=7);
            let blocks = width + rng.random_range(0..width);
            let rows = random_pile(width, blocks, 4, rng);
            let list = pieces(5, rng);
            let most = (blocks + 20) / width;
            let goal = Goal::Rows((most - 1).max(1) as u8);
            Puzzle::new(width, 1, 8, rows, list, goal)
        }
    }
}

/// A pile of so many cells without a hole or a full row.
fn random_pile(width: usize, cells: usize, height: usize, rng: &mut Rng) -> Vec<u32> {
    let mut tops = vec![0; width];
    let mut left = cells;
    while left > 0 {
        let column = rng.random_range(0..width);
        // The first column that is empty stays so: then no row can be full.
        let last_empty = tops[column] == 0 && tops.iter().filter(|top| **top == 0).count() == 1;
        if tops[column] < height && !last_empty {
            tops[column] += 1;
            left -= 1;
        }
    }
    let row = |y: usize| (0..width).map(|x| u32::from(tops[x] > y) << x).sum();
    (0..tops.iter().copied().max().unwrap_or(0)).map(row).collect()
}
