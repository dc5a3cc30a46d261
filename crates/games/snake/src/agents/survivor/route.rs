//! The shortest way that a guide allows.

use super::Guide;
use crate::agents::walk::Past;
use crate::board::{Cell, Direction};
use crate::{Position, Snake};
use ludex_core::Meter;

/// How a cell was reached.
#[derive(Clone, Copy)]
struct Arrival {
    from: Cell,
    time: i32,
}

/// The world at the moment of a step: where the body lies after it.
pub(in crate::agents) struct Look<'a> {
    past: &'a Past,
    ways: &'a [Option<Arrival>],
    /// The cell the step starts from.
    pub(super) at: Cell,
    time: i32,
    length: i32,
}

impl<'a> Look<'a> {
    /// The first step from the head, which eats nothing.
    pub(super) fn here(past: &'a Past, head: Cell) -> Self {
        Self::step(past, head, false)
    }

    /// The first step from the head.
    pub(super) fn step(past: &'a Past, head: Cell, eats: bool) -> Self {
        let length = past.length() + i32::from(eats);
        Self { past, ways: &[], at: head, time: 1, length }
    }

    /// The cells of the way to here with their times, the latest first; the head is not among
    /// them.
    fn way(&self) -> impl Iterator<Item = (Cell, i32)> {
        let arrival = |cell: Cell| self.ways.get(usize::from(cell)).copied().flatten();
        let mut at = self.at;
        std::iter::from_fn(move || {
            let Arrival { from, time } = arrival(at).filter(|arrival| arrival.time > 0)?;
            Some((std::mem::replace(&mut at, from), time))
        })
    }

    /// When the head was last on a cell.
    pub(super) fn seen(&self, cell: Cell) -> i32 {
        self.way().find(|&(on, _)| on == cell).map_or_else(|| self.past.seen(cell), |(_, t)| t)
    }

    /// Whether the body lies on a cell after the step.
    pub(super) fn taken(&self, cell: Cell) -> bool {
        self.time - self.seen(cell) < self.length
    }

    /// The cell of the tail after the step.
    pub(super) fn tail(&self) -> Cell {
        let time = self.time - self.length + 1;
        let found = match time {
            ..=0 => self.past.at(-time),
            _ => self.way().find(|&(_, t)| t == time).map(|(cell, _)| cell),
        };
        // Bodies are at least three cells long, so the tail is on the way or in the past.
        found.unwrap_or(self.at)
    }
}

/// The shortest way to the nearest food along steps that the guide allows.
///
/// As in [`Walk`](super::super::walk::Walk), only the first way to each cell is followed up.
pub(super) fn route(
    game: &Snake,
    position: &Position,
    past: &Past,
    guide: &dyn Guide,
    meter: &mut Meter,
) -> Option<Vec<Direction>> {
    let grid = game.grid();
    let head = position.head();
    let mut ways: Vec<Option<Arrival>> = vec![None; grid.cells()];
    ways[usize::from(head)] = Some(Arrival { from: head, time: 0 });
    let mut queue = vec![head];
    let mut next = 0;
    while let Some(&at) = queue.get(next)
        && !meter.exhausted()
    {
        next += 1;
        meter.visit();
        let time = ways[usize::from(at)].map_or(0, |arrival| arrival.time) + 1;
        for to in Direction::ALL.into_iter().filter_map(|d| grid.step(at, d)) {
            if ways[usize::from(to)].is_some() {
                continue;
            }
            let eats = position.is_food(to);
            let length = past.length() + i32::from(eats);
            if !guide.allows(&Look { past, ways: &ways, at, time, length }, at, to) {
                continue;
            }
            ways[usize::from(to)] = Some(Arrival { from: at, time });
            if eats {
                return Some(steps(game, &ways, to));
            }
            queue.push(to);
        }
    }
    None
}

/// The directions from the head to a cell that was reached.
fn steps(game: &Snake, ways: &[Option<Arrival>], end: Cell) -> Vec<Direction> {
    let mut steps = Vec::new();
    let mut at = end;
    while let Some(Arrival { from, time: 1.. }) = ways[usize::from(at)] {
        steps.extend(game.grid().direction(from, at));
        at = from;
    }
    steps.reverse();
    steps
}
