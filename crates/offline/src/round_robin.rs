//! The CITS4211 report's second method: several small boxes side by side, each filled by its own decision tree.
//!
//! Among the waiting pieces and the boxes, a placement from which its box can still be filled goes first, then the
//! narrowest, which leaves most of its box open, then the one with the best utility inside its box. When nothing fits any more, all boxes start afresh on top. A piece falls as deep as it can: what
//! the boxes believe is only where they started.

use crate::kit::{Form, Kit};
use crate::list::Put;
use crate::pdt::{Box2, Graph};
use crate::task::Task;
use crate::verify::Replay;
use crate::weights::{Count, Weights};
use ludex_core::{Result, Stop};
use std::cmp::Reverse;

/// Rows of the boxes.
const HEIGHT: usize = 4;

/// One box as it believes itself to be.
#[derive(Clone, Debug)]
struct Cell {
    left: usize,
    width: usize,
    rows: [u32; HEIGHT],
    /// The number of its state in the graph, as long as it has no hole.
    code: Option<u32>,
}

/// The widths of the boxes of a board: fours and threes, a two where there is no other way; 11 is 4, 3, 4.
pub fn widths(width: usize) -> Vec<usize> {
    let threes = match width % 4 {
        0 => 0,
        remainder => 4 - remainder,
    };
    match width.checked_sub(3 * threes) {
        None => vec![3, width - 3],
        Some(rest) => {
            let mut all = vec![4; rest / 4];
            let at = all.len() / 2;
            all.splice(at..at, std::iter::repeat_n(3, threes));
            all
        }
    }
}

/// Plays a list; ends early when no waiting piece has a place below the limit of height, or when asked to.
pub fn round_robin(task: &Task, list: &[u8], weights: &Weights, stop: &Stop) -> Result<Vec<Put>> {
    let mut player = Player::new(task, weights, stop)?;
    let mut replay = Replay::new(task, list);
    let mut puts = Vec::with_capacity(list.len());
    while !replay.waiting().is_empty() {
        if puts.len().is_multiple_of(256) && stop.is_set() {
            break;
        }
        let Some(choice) = player.choose_or_start_afresh(&replay) else { break };
        let put = player.lay(&choice);
        if replay.put(put).is_err() {
            break;
        }
        puts.push(put);
    }
    Ok(puts)
}

struct Player<'a> {
    task: &'a Task,
    weights: Weights,
    graphs: Vec<Graph>,
    cells: Vec<Cell>,
}

/// A placement inside a box.
#[derive(Clone, Debug)]
struct Choice {
    cell: usize,
    piece: u8,
    rotation: u8,
    column: usize,
    after: Cell,
    /// Whether the box can still be filled, its width, its utility: in that order.
    value: (bool, Reverse<usize>, f64),
}

impl<'a> Player<'a> {
    fn new(task: &'a Task, weights: &Weights, stop: &Stop) -> Result<Self> {
        let mut graphs: Vec<Graph> = Vec::new();
        for width in widths(task.width) {
            if graphs.iter().all(|graph| graph.shape().width != width) {
                graphs.push(Graph::build(Box2::new(HEIGHT, width)?, &task.kit, stop)?);
            }
        }
        // A box cannot grow, so rows need no punishment; only the floor, walls, blocks and holes count.
        let weights = Weights { row: 0.0, ..*weights };
        let mut player = Self { task, weights, graphs, cells: Vec::new() };
        player.start_afresh();
        Ok(player)
    }

    fn start_afresh(&mut self) {
        let mut left = 0;
        self.cells.clear();
        for width in widths(self.task.width) {
            self.cells.push(Cell { left, width, rows: [0; HEIGHT], code: Some(0) });
            left += width;
        }
    }

    /// The best placement, in fresh boxes if nothing fits the old ones.
    fn choose_or_start_afresh(&mut self, replay: &Replay) -> Option<Choice> {
        self.choose(replay).or_else(|| {
            self.start_afresh();
            self.choose(replay)
        })
    }

    /// The best placement of a waiting piece in any box that the limit of height allows.
    fn choose(&self, replay: &Replay) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        for &piece in replay.waiting() {
            for cell in 0..self.cells.len() {
                for (rotation, form) in self.task.kit.distinct(piece) {
                    let width = self.cells[cell].width;
                    for column in 0..(width + 1).saturating_sub(form.width()) {
                        let at = self.cells[cell].left + column;
                        let Some(y) = replay.board().landing(form, at) else { continue };
                        if y + form.height() > self.task.ceiling() {
                            continue;
                        }
                        let Some(choice) = self.try_one(cell, piece, rotation, form, column) else {
                            continue;
                        };
                        if best.as_ref().is_none_or(|best| choice.value > best.value) {
                            best = Some(choice);
                        }
                    }
                }
            }
        }
        best
    }

    fn try_one(
        &self,
        cell: usize,
        piece: u8,
        rotation: u8,
        form: &Form,
        column: usize,
    ) -> Option<Choice> {
        let before = &self.cells[cell];
        let mut after = before.clone();
        let y = after.drop(form, column)?;
        let graph = self.graphs.iter().find(|graph| graph.shape().width == before.width)?;
        after.code = before.code.and_then(|code| graph.next(code, piece, rotation, column, y));
        // What covers a cell may lie on the floor of its box only: higher up, a fresh start does better.
        if after.code.is_none() && y > 0 && after.holes() > before.holes() {
            return None;
        }
        let utility = self.weights.value(&Count::of(before.width, &after.rows));
        let value = (after.code.is_some(), Reverse(form.width()), utility);
        Some(Choice { cell, piece, rotation, column, after, value })
    }

    /// Makes a choice and says where it is on the board.
    fn lay(&mut self, choice: &Choice) -> Put {
        let column = (self.cells[choice.cell].left + choice.column) as u8;
        self.cells[choice.cell] = choice.after.clone();
        Put { piece: choice.piece, rotation: choice.rotation, column }
    }
}

impl Cell {
    /// Empty cells below a block.
    fn holes(&self) -> u32 {
        let mut above = 0;
        let mut holes = 0;
        for &row in self.rows.iter().rev() {
            holes += (above & !row).count_ones();
            above |= row;
        }
        holes
    }

    /// Drops a piece into the box; none if it would stick out at the top.
    fn drop(&mut self, form: &Form, column: usize) -> Option<usize> {
        let overlaps = |y: usize| {
            (0..form.height()).any(|k| {
                let row = self.rows.get(y + k).copied().unwrap_or(0);
                row & u32::from(form.rows[k]) << column != 0
            })
        };
        let mut y = HEIGHT;
        while y > 0 && !overlaps(y - 1) {
            y -= 1;
        }
        if y + form.height() > HEIGHT {
            return None;
        }
        for k in 0..form.height() {
            self.rows[y + k] |= u32::from(form.rows[k]) << column;
        }
        Some(y)
    }
}

/// Whether a kit can be played in boxes at all.
pub fn check(kit: &Kit, width: usize) -> Result<()> {
    widths(width).into_iter().try_for_each(|width| Box2::new(HEIGHT, width).map(|_| ()))?;
    Graph::check(kit)
}
