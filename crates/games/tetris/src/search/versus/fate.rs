//! How long a high pile is survived: short games with imagined pieces, played on from a board.
//!
//! From the height on at which the report's agent forgets the contest, what it does next depends on known pieces
//! alone, so the opponent is imagined as that agent. Who decides takes what a glance likes best. A game in which the pile
//! comes down below that height is over and survived.
//!
//! Few games are lost within so few placements, and a handful of losses tells placements badly apart. So a game that
//! has not been lost yet counts as partly lost, as often as piles like the one at its end were lost: [`risk`].

use super::Weights;
use super::outlook::Glance;
use super::risk::risk;
use crate::board::LowBoard;
use crate::dealer::Dealt;
use crate::position::Landing;
use crate::report::{self, EMERGENCY};
use crate::rules::Tetris;
use crate::shape::Placement;
use ludex_core::{Rng, Seed};
use rand::RngExt;

/// Placements of both players after which an imagined game ends.
const HORIZON: usize = 12;

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

/// What became of imagined games, summed over them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fate {
    /// Games that both lose, the others counted in part: as often as piles like the last one are lost.
    pub(crate) lost: f64,
    /// Points that the opponent earns before the pile has come down.
    pub(crate) given: f64,
    /// The squares of both, for their spread.
    squares: [f64; 2],
    /// Their products, for how the two go together.
    products: f64,
}

impl Fate {
    /// What became of one game.
    fn of(lost: f64, given: u32) -> Self {
        let given = f64::from(given);
        Self { lost, given, squares: [lost * lost, given * given], products: lost * given }
    }

    /// What becomes of so many games on from a board, without any of them.
    fn foretold(board: &LowBoard, games: u64) -> Self {
        let (lost, games) = (risk(board), games as f64);
        let squares = [games * lost * lost, 0.0];
        Self { lost: games * lost, given: 0.0, squares, products: 0.0 }
    }

    fn add(&mut self, end: &Self) {
        self.lost += end.lost;
        self.given += end.given;
        self.squares = [self.squares[0] + end.squares[0], self.squares[1] + end.squares[1]];
        self.products += end.products;
    }

    /// The standard error of what so many games say, weighed.
    pub(crate) fn error(&self, weights: &Weights, games: f64) -> f64 {
        let [lost, given, lost_squared, given_squared, both] =
            [self.lost, self.given, self.squares[0], self.squares[1], self.products]
                .map(|sum| sum / games);
        let (of_lost, of_given) = (lost_squared - lost * lost, given_squared - given * given);
        let together = both - lost * given;
        let (fall, gift) = (weights.fall, weights.given);
        let spread = fall * fall * of_lost + gift * gift * of_given + 2.0 * fall * gift * together;
        (spread.max(0.0) / games).sqrt()
    }
}

/// What the report's agent does in an emergency with its piece and the next one; nothing if its piece cannot appear.
pub(super) fn rescue(game: &Tetris, board: &LowBoard, pair: &[u8]) -> Option<Placement> {
    let mut search = report::Search::new(game, pair, None);
    search.best(board);
    search.line().first().copied()
}

impl Fates<'_> {
    /// What becomes of the games, as long as `matters` says so, and whether all of them were played. `known` are the pieces that
    /// come next, the opponent's first.
    pub(crate) fn of(
        &self,
        board: &LowBoard,
        known: &[u8],
        matters: impl Fn(&Fate) -> bool,
    ) -> (Fate, bool) {
        if board.pile_height() < EMERGENCY {
            return (Fate::foretold(board, self.games), true);
        }
        let mut fate = Fate::default();
        let mut places = Vec::new();
        for game in 0..self.games {
            if !matters(&fate) {
                return (fate, false);
            }
            let end = self.end(*board, &self.deal(known, game), &mut places);
            fate.add(&end);
        }
        (fate, true)
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

    /// One game to its end.
    fn end(
        &self,
        mut board: LowBoard,
        pieces: &[u8; HORIZON + 1],
        places: &mut Vec<Placement>,
    ) -> Fate {
        let mut given = 0;
        for (ply, pair) in pieces.windows(2).enumerate() {
            let theirs = ply.is_multiple_of(2);
            if board.pile_height() < EMERGENCY {
                break;
            }
            let chosen = if theirs {
                rescue(self.game, &board, pair)
            } else {
                self.ours(&board, pair, places)
            };
            let Some(at) = chosen else { return Fate::of(1.0, given) };
            let shape = self.game.shape(pair[0], at);
            let cleared = board.place(shape, at.x.into(), at.y.into());
            if theirs {
                given += self.game.rules().scoring.points(cleared.lines);
            }
        }
        Fate::of(risk(&board), given)
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
