//! The CITS4211 report's comparison of methods: the same methods on lists with different shares of pieces.

use crate::beam::Effort;
use crate::list::symbol;
use crate::method::{Method, Options, solve};
use crate::task::Task;
use ludex_core::{Result, Seed, Stop};
use rand::RngExt;
use serde::Serialize;

/// Lists of each kind; their figures are averaged, as in the report.
pub const LISTS: u64 = 3;
/// Pieces of each list: ten bands of the report's board.
pub const PIECES: usize = 110;

/// Lists of S alone cannot end well, however much is tried.
const EFFORT: Effort = Effort { tries: 1_000_000 };

/// What one method made of one kind of list, on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The kind of list.
    pub lists: String,
    /// The method.
    pub method: &'static str,
    /// Rows cleared.
    pub rows: f64,
    /// Rows of the pile at the end.
    pub height: f64,
    /// Empty cells in them.
    pub holes: f64,
}

/// The report's kinds of lists for its seven pieces: all alike, no S, squares and bars, and one piece only.
pub fn kinds() -> Vec<(String, Vec<u8>)> {
    let mut kinds = vec![
        ("all pieces".to_owned(), (0..7).collect()),
        ("no S".to_owned(), vec![0, 1, 2, 3, 4, 6]),
        ("squares and bars".to_owned(), vec![0, 1]),
    ];
    kinds.extend((0..7).map(|piece| (format!("only piece {}", symbol(piece)), vec![piece])));
    kinds
}

/// Compares methods on every kind of list; `done` is called after each list.
pub fn compare(
    task: &Task,
    methods: &[Method],
    seed: Seed,
    stop: &Stop,
    mut done: impl FnMut(),
) -> Result<Vec<Line>> {
    let options = Options { effort: EFFORT, ..Options::default() };
    let mut lines = Vec::new();
    for (k, (name, pieces)) in kinds().into_iter().enumerate() {
        for &method in methods {
            let mut sums = [0.0; 3];
            // Lists of one piece are all the same.
            let lists = if pieces.len() == 1 { 1 } else { LISTS };
            for number in 0..lists {
                let mut rng = seed.derive(k as u64 * LISTS + number).rng();
                let list: Vec<u8> =
                    (0..PIECES).map(|_| pieces[rng.random_range(0..pieces.len())]).collect();
                let end = solve(task, &list, method, &options, stop)?.outcome;
                for (sum, figure) in
                    sums.iter_mut().zip([end.rows as f64, end.height as f64, end.holes as f64])
                {
                    *sum += figure / lists as f64;
                }
                done();
            }
            let [rows, height, holes] = sums;
            lines.push(Line { lists: name.clone(), method: method.name(), rows, height, holes });
        }
    }
    Ok(lines)
}
