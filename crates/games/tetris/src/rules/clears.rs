//! What a placement earns by the guideline: rows, T-spins, back-to-back, combos, empty boards, levels, drops.
//!
//! A T is spun if a turn moved it last and three of the four cells diagonal to its centre are full; walls and
//! floor count as full. It is a mini unless both of these at the side of its stem are full, or the turn took the
//! farthest kick. A placement that nobody steered counts as turned where nothing but a turn leads: where the T
//! could go neither up nor to a side.

use super::position::{How, LastKey, Position, Streak};
use super::{Scoring, Tetris};
use crate::board::Board;
use crate::shape::Placement;

/// How a T came into its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spin {
    /// Not by a spin.
    #[default]
    None,
    /// By a small one.
    Mini,
    /// By a whole one.
    Full,
}

/// What a placement earns, and for what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Award {
    /// Whether a T was spun.
    pub spin: Spin,
    /// Rows cleared.
    pub rows: u32,
    /// Whether a hard clear followed a hard clear.
    pub back_to_back: bool,
    /// Clears in a row before this one.
    pub combo: u32,
    /// Whether the board is empty now.
    pub perfect: bool,
    /// The level it was earned on.
    pub level: u32,
    /// All points.
    pub points: u32,
}

/// A placement that is about to be made.
#[derive(Clone, Copy)]
pub(crate) struct Placed {
    pub(crate) piece: u8,
    pub(crate) at: Placement,
    pub(crate) how: How,
}

impl Tetris {
    /// The level of a position, where rows raise it; 1 where they do not.
    pub fn level(&self, position: &Position) -> u32 {
        let rules = self.rules();
        let risen = position.lines[0].checked_div(rules.level_rows).unwrap_or(0);
        rules.first_level.saturating_add(risen)
    }

    /// What a placement would earn by the guideline.
    pub(crate) fn award(&self, before: &Position, placed: Placed) -> Award {
        let (mut board, at) = (before.board, placed.at);
        let shape = self.shape(placed.piece, at);
        let rows = board.place(shape, at.x.into(), at.y.into()).lines;
        let spin = self.spin(&before.board, placed);
        self.award_for(before, spin, rows, board.pile_height() == 0, placed.how)
    }

    /// The same where the placement is made already; `before` need not have its board any more.
    pub(crate) fn award_for(
        &self,
        before: &Position,
        spin: Spin,
        rows: u32,
        empty: bool,
        how: How,
    ) -> Award {
        let hard = rows > 0 && (rows >= 4 || spin != Spin::None);
        let mut award = Award {
            spin,
            rows,
            back_to_back: hard && before.streak.hard,
            combo: if rows > 0 { before.streak.clears } else { 0 },
            perfect: rows > 0 && empty,
            level: self.level(before),
            points: 0,
        };
        let drops = u32::from(how.soft) + 2 * u32::from(how.hard);
        award.points = award.clear_points().saturating_mul(award.level).saturating_add(drops);
        award
    }

    /// How a piece comes into its place.
    pub(crate) fn spin(&self, board: &Board, placed: Placed) -> Spin {
        let Some(corners) = self.corners(board, placed) else { return Spin::None };
        let full = corners.iter().filter(|full| **full).count();
        let last = if full >= 3 { self.last_key(board, placed) } else { LastKey::Other };
        match (last, corners) {
            (LastKey::Other, _) => Spin::None,
            (LastKey::FarTurn, _) | (_, [true, true, ..]) => Spin::Full,
            _ => Spin::Mini,
        }
    }

    /// Which cells diagonal to the centre of a T are full: the two at its stem, then the two behind. None for
    /// other pieces.
    fn corners(&self, board: &Board, Placed { piece, at, .. }: Placed) -> Option<[bool; 4]> {
        if self.piece_name(piece) != "T" {
            return None;
        }
        let state = &self.rules().set.pieces[usize::from(piece)].states[usize::from(at.rotation)];
        let (px, py) = (i32::from(state.pivot.0), i32::from(state.pivot.1));
        let covers = |(dx, dy): (i32, i32)| {
            let mut cells = state.shape.each_cell();
            cells.any(|(x, y)| (x as i32, y as i32) == (px + dx, py + dy))
        };
        let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let (x, y) = *sides.iter().find(|side| !covers(**side))?;
        let (cx, cy) = (i32::from(at.x) + px, i32::from(at.y) + py);
        // The stem is opposite the one side that the piece leaves free.
        let corners = [(y - x, -x - y), (-x - y, x - y), (x + y, y - x), (x - y, x + y)];
        Some(corners.map(|(dx, dy)| is_full(board, cx + dx, cy + dy)))
    }

    /// What moved a piece last: as it is told, or as nothing else could have.
    fn last_key(&self, board: &Board, Placed { piece, at, how }: Placed) -> LastKey {
        if how.last != LastKey::Other || self.can_move(board, piece, at) {
            return how.last;
        }
        self.reach().turn_into(board, piece.into(), at)
    }

    /// Whether a piece could go up or to a side, and so may have come from there.
    fn can_move(&self, board: &Board, piece: u8, at: Placement) -> bool {
        let (shape, x, y) = (self.shape(piece, at), usize::from(at.x), usize::from(at.y));
        let left = x.checked_sub(1).is_some_and(|x| board.fits(shape, x, y));
        left || board.fits(shape, x + 1, y) || board.fits(shape, x, y + 1)
    }

    /// Whether the guideline says what placements earn.
    pub(crate) fn scores_by_guideline(&self) -> bool {
        self.rules().scoring == Scoring::Guideline
    }
}

fn is_full(board: &Board, x: i32, y: i32) -> bool {
    match (usize::try_from(x), usize::try_from(y)) {
        (Ok(x), Ok(y)) if x < board.width() => y < board.height() && board.is_full(x, y),
        _ => true,
    }
}

impl Award {
    /// Points on the first level, without drops.
    fn clear_points(&self) -> u32 {
        let base = match self.spin {
            Spin::None => Scoring::Guideline.points(self.rows),
            Spin::Mini => [100, 200, 400][self.rows.min(2) as usize],
            Spin::Full => 400 * (self.rows.min(3) + 1),
        };
        let base = if self.back_to_back { base + base / 2 } else { base };
        base + 50 * self.combo.min(u32::from(u16::MAX)) + self.empty_board_points()
    }

    fn empty_board_points(&self) -> u32 {
        match (self.perfect, self.rows) {
            (false, _) => 0,
            (true, 4..) if self.back_to_back => 3200,
            (true, rows) => [800, 800, 1200, 1800, 2000][rows.min(4) as usize],
        }
    }

    /// What the next clear builds on.
    pub(crate) fn streak(&self, before: Streak) -> Streak {
        if self.rows == 0 {
            return Streak { clears: 0, ..before };
        }
        let hard = self.rows >= 4 || self.spin != Spin::None;
        Streak { clears: before.clears.saturating_add(1), hard }
    }

    /// What was achieved, for people: the clear first.
    pub(crate) fn words(&self) -> Vec<String> {
        let rows = ["", "single", "double", "triple", "Tetris"];
        let rows =
            rows.get(self.rows as usize).map_or(format!("{} rows", self.rows), |&r| r.into());
        let clear = match self.spin {
            Spin::None => capital(&rows),
            Spin::Mini => format!("Mini T-spin {rows}").trim_end().to_owned(),
            Spin::Full => format!("T-spin {rows}").trim_end().to_owned(),
        };
        let combo = (self.combo > 0).then(|| format!("Combo {}", self.combo));
        let back_to_back = self.back_to_back.then(|| "Back-to-back".to_owned());
        let perfect = self.perfect.then(|| "Perfect clear".to_owned());
        let clear = Some(clear).filter(|clear| !clear.is_empty());
        [clear, back_to_back, combo, perfect].into_iter().flatten().collect()
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
