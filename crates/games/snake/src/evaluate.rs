//! What a position is worth to the snake.

use super::board::{Cell, Direction};
use super::{End, Position, Snake};
use ludex_core::{Evaluate, Game, Seat, Term};
use std::collections::VecDeque;

/// Food eaten, food near, room to move, a way to the tail, and not being dead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Comfort;

const NAMES: [&str; 5] = ["eaten", "distance", "room", "tail", "dead"];

const MEANINGS: [&str; 5] = [
    "foods eaten",
    "steps to the nearest food on an empty board",
    "share of the free cells that the head can reach",
    "a free way to the own tail",
    "being dead",
];

const WEIGHTS: [f64; 5] = [20.0, -1.0, 100.0, 50.0, -1000.0];

/// No two positions after one step differ by more than this, whatever the board.
pub(super) const WIDEST_GAP: f64 = 20.0 + 128.0 + 100.0 + 50.0 + 1000.0;

impl Comfort {
    fn amounts(game: &Snake, position: &Position) -> [f64; 5] {
        let grid = game.grid();
        let reach = reach(game, position);
        let nearest = position.foods().iter().map(|&food| grid.distance(position.head(), food));
        let free = grid.cells() - position.length();
        let dead = matches!(position.end(), Some(End::Wall | End::Body | End::Starved));
        [
            game.score(position, Seat::FIRST),
            f64::from(nearest.min().unwrap_or(0)),
            if free == 0 { 1.0 } else { reach.cells as f64 / free as f64 },
            f64::from(u8::from(reach.tail)),
            f64::from(u8::from(dead)),
        ]
    }
}

impl Evaluate<Snake> for Comfort {
    fn value(&self, game: &Snake, position: &Position, _: Seat) -> f64 {
        let amounts = Self::amounts(game, position);
        amounts.iter().zip(WEIGHTS).map(|(amount, weight)| amount * weight).sum()
    }

    fn terms(&self, game: &Snake, position: &Position, _: Seat) -> Vec<Term> {
        let amounts = Self::amounts(game, position);
        let drawn = |cells: Vec<Cell>| cells.into_iter().map(|cell| spot(game, cell)).collect();
        let term = |i: usize| {
            let cells = match NAMES[i] {
                "distance" => position.foods().to_vec(),
                "tail" => way_to_the_tail(game, position),
                _ => Vec::new(),
            };
            Term::new(NAMES[i], MEANINGS[i], amounts[i], WEIGHTS[i]).at(drawn(cells))
        };
        (0..NAMES.len()).map(term).collect()
    }
}

fn spot(game: &Snake, cell: Cell) -> [u16; 2] {
    let (column, row) = game.grid().spot(cell);
    [column as u16, row as u16]
}

/// The cells of a shortest way over free cells from the head to the tail, the tail included; empty if there is none.
pub(super) fn way_to_the_tail(game: &Snake, position: &Position) -> Vec<Cell> {
    let grid = game.grid();
    let mut from: Vec<Option<Cell>> = vec![None; grid.cells()];
    let mut queue = VecDeque::from([position.head()]);
    while let Some(cell) = queue.pop_front() {
        for next in Direction::ALL.into_iter().filter_map(|d| grid.step(cell, d)) {
            if next == position.tail() {
                let back = |&at: &Cell| from[usize::from(at)].filter(|_| at != position.head());
                let mut way: Vec<Cell> = std::iter::successors(Some(cell), back).collect();
                way.retain(|&at| at != position.head());
                way.reverse();
                way.push(next);
                return way;
            }
            let seen = from[usize::from(next)].is_some() || next == position.head();
            if !seen && !position.is_body(next) {
                from[usize::from(next)] = Some(cell);
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}

/// What the head can reach while the body stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// Free cells, food included.
    pub(super) cells: usize,
    /// Whether one of them, or the head itself, lies beside the tail.
    pub(super) tail: bool,
    /// Whether food lies on one of them.
    pub(super) food: bool,
}

/// Cells of the largest board.
const MOST_CELLS: usize = 64 * 64;

/// Floods the free cells around the head.
pub(super) fn reach(game: &Snake, position: &Position) -> Reach {
    let grid = game.grid();
    let mut seen = [0u64; MOST_CELLS / 64];
    let mut stack: [Cell; MOST_CELLS] = [0; MOST_CELLS];
    stack[0] = position.head();
    let mut height = 1;
    let mut reach = Reach { cells: 0, tail: false, food: false };
    while height > 0 {
        height -= 1;
        let cell = stack[height];
        for next in Direction::ALL.into_iter().filter_map(|d| grid.step(cell, d)) {
            reach.tail |= next == position.tail();
            let (word, bit) = (usize::from(next) / 64, 1 << (next % 64));
            if seen[word] & bit == 0 && !position.is_body(next) {
                seen[word] |= bit;
                reach.cells += 1;
                reach.food |= position.is_food(next);
                stack[height] = next;
                height += 1;
            }
        }
    }
    reach
}
