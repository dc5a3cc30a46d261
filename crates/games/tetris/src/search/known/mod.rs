//! The best placement of a piece when one or two pieces are known, without building positions.
//!
//! This is the fast way to what a min-max over [`Ahead`](crate::rules::Ahead) finds, and it gives
//! the same numbers to the last bit: the tests compare them. A policy that looks at heights, bumps, holes and entropy
//! only is served by `ground`, from what a placement changes. One that looks at the
//! features of the drop kernel lets the drop kernel do the straight drops, and looks at tucks and spins one by one.

mod expect;
mod ground;

use crate::board::{Cleared, LowBoard};
use crate::drop::{Carry, Weights};
use crate::evaluate::Linear;
use crate::features::{COUNT, at};
use crate::position::Landing;
use crate::relief::Relief;
use crate::rules::{Tetris, Way};
use crate::shape::{MOST_CELLS, Placement, Shape};
use crate::terrain::{Survey, Terrain};
use crate::word::bits;
pub(crate) use ground::Ground;

/// A search over known pieces.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    game: &'a Tetris,
    linear: &'a Linear,
    gaze: Gaze,
}

/// What a policy looks at.
#[derive(Clone, Copy, Debug)]
enum Gaze {
    /// Heights, bumps, holes, entropy.
    Skyline,
    /// The features of the drop kernel.
    Kernel(Weights),
}

/// The pieces after the first: the one to place next, and the one that must still find room then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Next {
    /// Searched.
    pub placed: Option<u8>,
    /// Only asked whether it can appear.
    pub waiting: Option<u8>,
}

impl Next {
    /// From the known pieces, the current one first, of which `looked_at` are searched.
    ///
    /// ```
    /// use ludex_tetris::known::Next;
    /// assert_eq!(Next::of(&[3, 5], 2), Next { placed: Some(5), waiting: None });
    /// assert_eq!(Next::of(&[3, 5], 1), Next { placed: None, waiting: Some(5) });
    /// ```
    pub fn of(pieces: &[u8], looked_at: usize) -> Self {
        let mut others = pieces.iter().skip(1).copied();
        let placed = if looked_at > 1 { others.next() } else { None };
        Self { placed, waiting: others.next() }
    }
}

/// The features that [`ground`] keeps up to date.
const SKYLINE: [usize; 8] =
    [at::LH, at::ER, at::HO, at::LINES, at::AGGREGATE, at::BUMPINESS, at::FAITHFUL, at::ENTROPY];

impl<'a> Known<'a> {
    /// A search for a policy, if it is one of those that can be served.
    pub fn new(game: &'a Tetris, linear: &'a Linear) -> Option<Self> {
        let unused = |i: usize| linear.weights[i] == 0.0;
        if !unused(at::ENTROPY) && linear.counts_landings() {
            // Entropies are no multiples of anything round, so sums with landings would depend on their order.
            return None;
        }
        let skyline = (0..COUNT).all(|i| SKYLINE.contains(&i) || unused(i));
        let looks_at = match linear.drop_weights() {
            _ if skyline => Gaze::Skyline,
            Some(weights) => Gaze::Kernel(weights),
            None => return None,
        };
        Some(Self { game, linear, gaze: looks_at })
    }

    /// The best placement and its value, the first of equals; none if there is no placement.
    pub fn best(&self, board: &LowBoard, piece: u8, next: Next) -> Option<(Placement, f64)> {
        let mut best: Option<(Placement, f64)> = None;
        self.each_value(board, piece, next, |place, value| {
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((place, value));
            }
        });
        best
    }

    /// Calls `each` with every placement and its value, in the order of the rules.
    #[inline(always)]
    pub fn each_value(
        &self,
        board: &LowBoard,
        piece: u8,
        next: Next,
        mut each: impl FnMut(Placement, f64),
    ) {
        self.each(board, piece, |place| {
            let (after, landing) = self.placed(board, piece, place);
            each(place, self.outlook(&after, landing, next));
        });
    }

    /// Calls `each` with every placement, in the order of the rules.
    #[inline(always)]
    fn each(&self, board: &LowBoard, piece: u8, mut each: impl FnMut(Placement)) {
        match self.game.rules().way {
            Way::Straight => {
                self.game.drop_kernel().drops(board, piece.into()).for_each(|(at, _)| each(at));
            }
            Way::Reachable | Way::Steps => self.game.reach().for_each(board, piece.into(), each),
        }
    }

    #[inline(always)]
    fn placed(&self, board: &LowBoard, piece: u8, at: Placement) -> (LowBoard, Landing) {
        let shape = self.game.shape(piece, at);
        let mut after = *board;
        let cleared = after.place(shape, at.x.into(), at.y.into());
        (after, Landing::of(shape, at, cleared))
    }

    /// The value of a board after the first placement: that of the best second one, if there is one.
    fn outlook(&self, board: &LowBoard, landing: Landing, next: Next) -> f64 {
        let Some(piece) = next.placed else {
            let lost = next.waiting.is_some_and(|waiting| !self.fits(board, waiting));
            return self.plain(board, landing, lost);
        };
        if !self.fits(board, piece) {
            return self.plain(board, landing, true);
        }
        if next.waiting.is_some_and(|waiting| self.is_tight(board, waiting)) {
            return self.best_reply_slowly(board, landing, piece, next.waiting);
        }
        match &self.gaze {
            Gaze::Skyline => self.best_skyline(board, landing, piece),
            Gaze::Kernel(weights) => self.best_by_kernel(board, landing, piece, weights),
        }
    }

    /// Whether a piece can be placed at all.
    fn fits(&self, board: &LowBoard, piece: u8) -> bool {
        match self.game.rules().way {
            Way::Straight => self.game.drop_kernel().drops(board, piece.into()).next().is_some(),
            Way::Reachable | Way::Steps => self.game.reach().can_spawn(board, piece.into()),
        }
    }

    /// Whether one more placement might leave no room for `waiting`.
    fn is_tight(&self, board: &LowBoard, waiting: u8) -> bool {
        let lowest = match self.game.rules().way {
            Way::Straight => board.height().saturating_sub(MOST_CELLS),
            Way::Reachable | Way::Steps => {
                self.game.reach().spawn(waiting.into()).map_or(0, |spawn| spawn.y.into())
            }
        };
        board.pile_height() as usize + MOST_CELLS > lowest
    }

    /// Every second placement on a board of its own.
    #[cold]
    fn best_reply_slowly(
        &self,
        board: &LowBoard,
        carried: Landing,
        piece: u8,
        waiting: Option<u8>,
    ) -> f64 {
        let mut best = f64::NEG_INFINITY;
        self.each(board, piece, |place| {
            let (after, landing) = self.placed(board, piece, place);
            let lost = waiting.is_some_and(|waiting| !self.fits(&after, waiting));
            best = best.max(self.plain(&after, carried.then(landing), lost));
        });
        best
    }

    /// The best second placement by heights, bumps, holes and entropy.
    fn best_skyline(&self, board: &LowBoard, carried: Landing, piece: u8) -> f64 {
        let ground = Ground::of(board);
        let mut best = f64::NEG_INFINITY;
        let mut one = |shape: &Shape, place: Placement| {
            let value = match ground.after(shape, place.x.into(), place.y.into()) {
                Some(survey) => {
                    let landing = Landing::of(shape, place, Cleared::default());
                    self.skyline(&survey, carried.then(landing))
                }
                None => self.after(board, carried, shape, place),
            };
            best = best.max(value);
        };
        match self.game.rules().way {
            Way::Straight => {
                let drops = self.game.drop_kernel().drops(board, piece.into());
                drops.for_each(|(place, shape)| one(shape, place));
            }
            Way::Reachable | Way::Steps => self.each_resting(board, piece, 0, one),
        }
        best
    }

    /// The best second placement by the features of the drop kernel.
    fn best_by_kernel(
        &self,
        board: &LowBoard,
        carried: Landing,
        piece: u8,
        weights: &Weights,
    ) -> f64 {
        let index = usize::from(piece);
        let straight = self.game.rules().way == Way::Straight;
        let by_kernel = straight || self.game.reach().drops_are_open(board, index);
        let mut best = f64::NEG_INFINITY;
        if by_kernel {
            let carry = Carry { twice_landing: carried.twice_height, eroded: carried.eroded };
            let found = self.game.drop_kernel().best_low(board, index, weights, carry);
            best = found.map_or(best, |(_, value)| value);
        }
        if !straight {
            // The highest resting place of a column is that of the straight drop.
            self.each_resting(board, piece, usize::from(by_kernel), |shape, place| {
                best = best.max(self.after(board, carried, shape, place));
            });
        }
        best
    }

    /// Calls `each` with every reachable placement but the `skip` highest of each state and column.
    #[inline(always)]
    fn each_resting(
        &self,
        board: &LowBoard,
        piece: u8,
        skip: usize,
        mut each: impl FnMut(&Shape, Placement),
    ) {
        let (reach, top) = (self.game.reach(), board.height() as u32 - 1);
        reach.each_column(board, piece.into(), |state, x, rows| {
            let shape = reach.shape(piece.into(), state as u8);
            for row in bits(rows).skip(skip) {
                let (rotation, y) = (state as u8, (top - row) as u8);
                each(shape, Placement { rotation, x: x as u8, y });
            }
        });
    }

    /// The value of one more placement, looked at on a board of its own.
    fn after(&self, board: &LowBoard, carried: Landing, shape: &Shape, at: Placement) -> f64 {
        let mut after = *board;
        let cleared = after.place(shape, at.x.into(), at.y.into());
        self.plain(&after, carried.then(Landing::of(shape, at, cleared)), false)
    }

    /// The value of a board as it stands.
    fn plain(&self, board: &LowBoard, landing: Landing, lost: bool) -> f64 {
        let value = match &self.gaze {
            Gaze::Skyline => self.skyline(&Survey::of(board), landing),
            Gaze::Kernel(weights) => {
                let (height, eroded) = (landing.twice_height, landing.eroded);
                weights.value(height, eroded, &Terrain::of(board), || Relief::of(board))
            }
        };
        if lost { value + self.linear.lost } else { value }
    }

    /// The weighted sum in the order of [`FEATURES`](crate::features::FEATURES).
    #[inline(always)]
    fn skyline(&self, survey: &Survey, landing: Landing) -> f64 {
        let amounts = [
            f64::from(landing.twice_height) / 2.0,
            f64::from(landing.eroded),
            f64::from(survey.holes),
            f64::from(landing.lines),
            f64::from(survey.aggregate),
            f64::from(survey.bumpiness),
            f64::from(survey.faithful),
            survey.entropy_bits(),
        ];
        let terms = SKYLINE.iter().zip(amounts);
        terms.fold(0.0, |sum, (&i, amount)| sum + self.linear.weights[i] * amount)
    }
}
