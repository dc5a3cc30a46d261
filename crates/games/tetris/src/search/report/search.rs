//! The same min-max fast: boards only, whole numbers, alpha-beta, the last placement from what it changes.
//!
//! All amounts are whole numbers and the entropy is a fixed-point one, so values are whole numbers of
//! [`ENTROPY_UNIT`]s: sums are exact in any order, and so are ties. A branch is left out when it cannot
//! be strictly better than what is known, so the first of equals stays the first.

use super::{Fictitious, Level};
use crate::board::LowBoard;
use crate::known::Ground;
use crate::position::MOST_KNOWN;
use crate::rules::Tetris;
use crate::shape::{Placement, Shape};
use crate::terrain::{ENTROPY_UNIT, Survey};
use arrayvec::ArrayVec;

/// The placements of a course.
type Line = ArrayVec<Placement, MOST_KNOWN>;

/// A value in [`ENTROPY_UNIT`]s.
type Units = i64;

const UNIT: Units = ENTROPY_UNIT as Units;
const WIN: Units = Fictitious::WIN as Units * UNIT;
const LEAST: Units = Units::MIN;
const MOST: Units = Units::MAX;

/// One running search over known pieces.
pub(crate) struct Search<'a> {
    game: &'a Tetris,
    pieces: &'a [u8],
    level: Option<Level>,
    /// The best course from each ply on.
    lines: [Line; MOST_KNOWN + 1],
    /// One buffer for each ply, so that nothing is allocated inside.
    buffers: [Vec<Placement>; MOST_KNOWN],
    /// Boards looked at.
    pub(crate) nodes: u64,
    /// Branches left out.
    pub(crate) cutoffs: u64,
}

/// What may still matter: values above `alpha` and below `beta`.
#[derive(Clone, Copy)]
struct Window {
    alpha: Units,
    beta: Units,
}

impl Window {
    const FULL: Self = Self { alpha: LEAST, beta: MOST };
}

impl<'a> Search<'a> {
    /// A search over pieces that are all in the set; without a level there is no contest.
    pub(crate) fn new(game: &'a Tetris, pieces: &'a [u8], level: Option<Level>) -> Self {
        let pieces = &pieces[..pieces.len().min(MOST_KNOWN)];
        let (lines, buffers) = Default::default();
        Self { game, pieces, level, lines, buffers, nodes: 0, cutoffs: 0 }
    }

    /// The value of the best course on a board.
    pub(crate) fn best(&mut self, board: &LowBoard) -> f64 {
        let value = self.node(board, 0, 0, Window::FULL);
        value as f64 / UNIT as f64
    }

    /// The exact value of one first placement; [`Search::line`] then starts with it.
    pub(crate) fn weigh(&mut self, board: &LowBoard, at: Placement) -> f64 {
        let (after, rows) = self.placed(board, 0, at);
        let value = self.node(&after, 1, rows, Window::FULL);
        self.extend_line(0, at);
        value as f64 / UNIT as f64
    }

    /// The course that was found last.
    pub(crate) fn line(&self) -> &[Placement] {
        &self.lines[0]
    }

    /// The value of a board after `ply` placements, the last of which cleared `rows`.
    fn node(&mut self, board: &LowBoard, ply: usize, rows: u32, window: Window) -> Units {
        self.nodes += 1;
        self.lines[ply].clear();
        if ply == self.pieces.len() || self.settled(ply, rows) || !self.can_go_on(board, ply) {
            return self.leaf(&Survey::of(board), ply, rows);
        }
        let mut places = std::mem::take(&mut self.buffers[ply]);
        places.clear();
        self.game.reach().placements(board, self.pieces[ply].into(), &mut places);
        let value = if ply + 1 == self.pieces.len() {
            self.last(board, ply, &places, window)
        } else {
            self.inner(board, ply, &places, window)
        };
        self.buffers[ply] = places;
        value
    }

    fn can_go_on(&self, board: &LowBoard, ply: usize) -> bool {
        self.game.reach().can_spawn(board, self.pieces[ply].into())
    }

    /// Whether a clear ends the branch.
    fn settled(&self, ply: usize, rows: u32) -> bool {
        match self.level {
            None => false,
            Some(Level::Easy) => rows > 0,
            Some(Level::Hard) => rows > 0 && ply.is_multiple_of(2),
        }
    }

    fn minimises(&self, ply: usize) -> bool {
        self.level.is_some() && !ply.is_multiple_of(2)
    }

    /// What a board is worth as it stands.
    #[inline(always)]
    fn leaf(&self, survey: &Survey, ply: usize, rows: u32) -> Units {
        let skyline = Units::from(survey.aggregate + survey.holes + survey.faithful);
        let board = -skyline * UNIT - 10 * survey.entropy as Units;
        let row = match self.level {
            None => UNIT,
            Some(_) if ply.is_multiple_of(2) => -WIN,
            Some(_) => WIN,
        };
        board + row * Units::from(rows)
    }

    fn placed(&self, board: &LowBoard, ply: usize, at: Placement) -> (LowBoard, u32) {
        let mut after = *board;
        let shape = self.game.shape(self.pieces[ply], at);
        let cleared = after.place(shape, at.x.into(), at.y.into());
        (after, cleared.lines)
    }

    /// The best of some placements with more to come.
    fn inner(
        &mut self,
        board: &LowBoard,
        ply: usize,
        places: &[Placement],
        mut window: Window,
    ) -> Units {
        let minimise = self.minimises(ply);
        let mut best = if minimise { MOST } else { LEAST };
        for &at in places {
            let (after, rows) = self.placed(board, ply, at);
            let value = self.node(&after, ply + 1, rows, window);
            if (minimise && value < best) || (!minimise && value > best) {
                best = value;
                self.extend_line(ply, at);
            }
            if minimise {
                window.beta = window.beta.min(best);
            } else {
                window.alpha = window.alpha.max(best);
            }
            if window.beta <= window.alpha {
                self.cutoffs += 1;
                break;
            }
        }
        best
    }

    /// The best of the last placements.
    fn last(
        &mut self,
        board: &LowBoard,
        ply: usize,
        places: &[Placement],
        window: Window,
    ) -> Units {
        let ground = Ground::of(board);
        let minimise = self.minimises(ply);
        let mut best = if minimise { MOST } else { LEAST };
        let mut chosen = None;
        for &at in places {
            let shape = self.game.shape(self.pieces[ply], at);
            let value = self.last_value(&ground, board, shape, at, ply);
            if (minimise && value < best) || (!minimise && value > best) {
                (best, chosen) = (value, Some(at));
                if (minimise && best <= window.alpha) || (!minimise && best >= window.beta) {
                    self.cutoffs += 1;
                    break;
                }
            }
        }
        self.nodes += places.len() as u64;
        self.lines[ply].extend(chosen);
        best
    }

    #[inline(always)]
    fn last_value(
        &self,
        ground: &Ground,
        board: &LowBoard,
        shape: &Shape,
        at: Placement,
        ply: usize,
    ) -> Units {
        if let Some(survey) = ground.after(shape, at.x.into(), at.y.into()) {
            return self.leaf(&survey, ply + 1, 0);
        }
        let (after, rows) = self.placed(board, ply, at);
        self.leaf(&Survey::of(&after), ply + 1, rows)
    }

    fn extend_line(&mut self, ply: usize, at: Placement) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(at);
        line.extend(tail[0].iter().copied());
    }
}
