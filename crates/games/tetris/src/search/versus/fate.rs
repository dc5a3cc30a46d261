//! How long a high pile is survived: short games with imagined pieces, played on from a board.
//!
//! From the height on at which the report's agent forgets the contest, what it does next depends on known pieces
//! alone, so the opponent is imagined as that agent. Who decides takes what a glance likes best. A game in which the pile
//! comes down below that height is over and survived.

use super::Weights;
use super::outlook::Glance;
use crate::board::LowBoard;
use crate::dealer::Dealt;
use crate::position::Landing;
use crate::report::{self, EMERGENCY};
use crate::rules::Tetris;
use crate::shape::Placement;
use ludex_core::{Rng, Seed};
use rand::RngExt;

/// Placements of both players after which a game is taken to be survived.
const HORIZON: usize = 20;

/// Imagined games on from a board.
pub(crate) struct Fates<'a> {
    pub(crate) game: &'a Tetris,
    pub(crate) weights: &'a Weights,
    /// What the dealer remembers.
    pub(crate) dealt: Dealt,
    /// How many games are imagined, all with pieces of their own; other boards are given the same.
    pub(crate) games: u64,
    pub(crate) seed: Seed,
}

impl Fates<'_> {
    /// In how many of the games both lose. `known` are the pieces that come next, the opponent's first.
    pub(crate) fn lost(&self, board: &LowBoard, known: &[u8]) -> u64 {
        if board.pile_height() < EMERGENCY {
            return 0;
        }
        let mut places = Vec::new();
        let lost = |game: &u64| self.is_lost(*board, &self.deal(known, *game), &mut places);
        (0..self.games).filter(lost).count() as u64
    }

    /// The known pieces, and those that chance may deal after them.
    fn deal(&self, known: &[u8], game: u64) -> [u8; HORIZON + 1] {
        let (mut dice, mut dealt) = (self.seed.derive(game).rng(), self.dealt);
        std::array::from_fn(|i| {
            known.get(i).copied().unwrap_or_else(|| self.draw(&mut dealt, &mut dice))
        })
    }

    fn draw(&self, dealt: &mut Dealt, dice: &mut Rng) -> u8 {
        let rules = self.game.rules();
        let kinds = rules.set.pieces.len();
        let mut left: f64 = dice.random();
        let chances = |piece: u8| rules.dealer.probability(*dealt, piece, kinds);
        let drawn = (0..kinds as u8).find(|&piece| {
            left -= chances(piece);
            left < 0.0
        });
        // Where a list has ended, nobody knows what could come.
        let piece = drawn.unwrap_or_else(|| dice.random_range(0..kinds as u8));
        rules.dealer.deal(dealt, piece, kinds);
        piece
    }

    fn is_lost(
        &self,
        mut board: LowBoard,
        pieces: &[u8; HORIZON + 1],
        places: &mut Vec<Placement>,
    ) -> bool {
        for (ply, pair) in pieces.windows(2).enumerate() {
            if board.pile_height() < EMERGENCY {
                return false;
            }
            let chosen = if ply.is_multiple_of(2) {
                self.theirs(&board, pair)
            } else {
                self.ours(&board, pair, places)
            };
            let Some(at) = chosen else { return true };
            let shape = self.game.shape(pair[0], at);
            board.place(shape, at.x.into(), at.y.into());
        }
        false
    }

    /// What the report's agent does in an emergency; nothing if its piece cannot appear.
    fn theirs(&self, board: &LowBoard, pair: &[u8]) -> Option<Placement> {
        let mut search = report::Search::new(self.game, pair, None);
        search.best(board);
        search.line().first().copied()
    }

    /// What a glance likes best, the next piece's room to appear first.
    fn ours(
        &self,
        board: &LowBoard,
        pair: &[u8],
        places: &mut Vec<Placement>,
    ) -> Option<Placement> {
        let reach = self.game.reach();
        if !reach.can_spawn(board, pair[0].into()) {
            return None;
        }
        places.clear();
        reach.placements(board, pair[0].into(), places);
        let worth = |at: Placement| {
            let (shape, mut after) = (self.game.shape(pair[0], at), *board);
            let cleared = after.place(shape, at.x.into(), at.y.into());
            let points = f64::from(self.game.rules().scoring.points(cleared.lines));
            let landing = Landing::of(shape, at, cleared);
            let blocked = f64::from(u8::from(!reach.can_spawn(&after, pair[1].into())));
            let glance = self.weights.glance(&Glance::of(&after, landing, 0.0));
            points + glance + self.weights.lost * blocked
        };
        let worths = places.iter().map(|&at| (worth(at), at));
        worths.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, at)| at)
    }
}
