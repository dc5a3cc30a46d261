//! The best that can be made of pieces that are known.

use crate::evaluate::{Linear, Outline};
use crate::pieces::Piece;
use crate::rules::Tetris2048;
use crate::tiles::{Earned, MOST_WIDTH, Tiles};
use ludex_core::Term;
use ludex_tetris::Placement;

/// Looks at pieces one after the other.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) game: &'a Tetris2048,
    pub(super) linear: &'a Linear,
}

/// Where pieces go and what that is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) at: Placement,
    pub(super) value: f64,
}

/// Which placements were looked at already: a word of rows for each state and column.
#[derive(Default)]
struct Seen([[u32; MOST_WIDTH]; 4]);

impl Seen {
    /// Whether this is the first placement that puts these numbers there.
    #[inline]
    fn first(&mut self, game: &Tetris2048, piece: Piece, at: Placement) -> bool {
        let state = game.pieces().twin(piece, at.rotation);
        let rows = &mut self.0[usize::from(state)][usize::from(at.x)];
        let bit = 1 << at.y;
        let first = *rows & bit == 0;
        *rows |= bit;
        first
    }
}

impl Known<'_> {
    /// Calls `each` with every placement of a piece, what it earns and the board after it.
    #[inline]
    pub(super) fn each(
        &self,
        tiles: &Tiles,
        piece: Piece,
        mut each: impl FnMut(Placement, Earned, &Tiles),
    ) {
        self.game.places(tiles, piece, |at| {
            let mut after = *tiles;
            let earned = self.game.put(&mut after, piece, at);
            each(at, earned, &after);
        });
    }

    /// What a board is worth before `pieces` are placed, the best way.
    #[inline]
    pub(super) fn value(&self, tiles: &Tiles, pieces: &[Piece], looked_at: usize) -> f64 {
        match pieces {
            [piece, ..] if !self.game.can_appear(tiles, *piece) => self.linear.lost,
            [_, ..] if looked_at > 0 => {
                self.best(tiles, pieces, looked_at).map_or(self.linear.lost, |best| best.value)
            }
            _ => self.linear.promise(tiles),
        }
    }

    /// The best placement of the first piece, looking at so many of them. The first of equals wins.
    pub(super) fn best(&self, tiles: &Tiles, pieces: &[Piece], looked_at: usize) -> Option<Found> {
        let (&piece, rest) = pieces.split_first()?;
        let outline = Outline::of(self.linear, tiles);
        let last = looked_at == 1 || rest.is_empty();
        let (mut seen, mut best) = (Seen::default(), None::<Found>);
        self.game.places(tiles, piece, |at| {
            if !seen.first(self.game, piece, at) {
                return;
            }
            let mut after = *tiles;
            let earned = self.game.put(&mut after, piece, at);
            let ahead = match rest {
                [next, ..] if !self.game.can_appear(&after, *next) => self.linear.lost,
                _ if last => outline.value_after(self.linear, &after, earned.touched),
                _ => self.value(&after, rest, looked_at - 1),
            };
            let value = self.linear.earned(&earned) + ahead;
            if best.is_none_or(|best| value > best.value) {
                best = Some(Found { at, value });
            }
        });
        best
    }

    /// The best way after a first placement, and its value taken apart, what was earned on the way included.
    pub(super) fn course(
        &self,
        tiles: &Tiles,
        pieces: &[Piece],
        looked_at: usize,
        first: Placement,
    ) -> (Vec<Placement>, Vec<Term>) {
        let (mut board, mut line) = (*tiles, Vec::new());
        let mut terms: Vec<Term> = Vec::new();
        for (i, &piece) in pieces.iter().enumerate() {
            if !self.game.can_appear(&board, piece) {
                add(&mut terms, vec![self.linear.lost_term()]);
                return (line, terms);
            }
            if i >= looked_at {
                break;
            }
            let rest = &pieces[i..];
            let at = match i {
                0 => Some(first),
                _ => self.best(&board, rest, looked_at - i).map(|best| best.at),
            };
            let Some(at) = at else { break };
            add(&mut terms, self.linear.earned_terms(&self.game.put(&mut board, piece, at)));
            line.push(at);
        }
        add(&mut terms, self.linear.promise_terms(&board));
        (line, terms)
    }
}

/// Adds terms to others of the same name.
pub(super) fn add(all: &mut Vec<Term>, more: Vec<Term>) {
    for term in more {
        match all.iter_mut().find(|known| known.name == term.name) {
            Some(known) => {
                known.amount += term.amount;
                known.contribution += term.contribution;
            }
            None => all.push(term),
        }
    }
}
