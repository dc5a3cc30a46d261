//! Whole games of a linear policy, without allocation.

use crate::board::LowBoard;
use crate::dealer::Dealer;
use crate::drop::{Carry, DropKernel, Weights};
use crate::evaluate::Linear;
use crate::known::{Known, Next};
use crate::position::{Action, Position};
use crate::rules::{Tetris, Way};
use ludex_core::{Dice, Error, Result, Rng, Seed};
use rand::Rng as _;

/// How a simulated game went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Rows cleared.
    pub lines: u64,
    /// Pieces placed.
    pub pieces: u64,
    /// Whether the game was lost; else it reached the limit of pieces.
    pub lost: bool,
}

/// Plays one game with uniformly drawn pieces, at most `max_pieces` of them.
///
/// For boards up to 32 high.
///
/// ```
/// use ludex_core::Seed;
/// use ludex_tetris::{DropKernel, drop::Weights, sets, simulate::simulate};
/// let kernel = DropKernel::new(&sets::simplified(), 10, 10).unwrap();
/// let dellacherie = Weights::nine([-1.0, 1.0, -1.0, -1.0, -4.0, -1.0, 0.0, 0.0, 0.0]);
/// let played = simulate(&kernel, &dellacherie, Seed(1), 100).unwrap();
/// assert_eq!((played.pieces, played.lost), (100, false));
/// ```
pub fn simulate(
    kernel: &DropKernel,
    weights: &Weights,
    seed: Seed,
    max_pieces: u64,
) -> Result<Played> {
    let mut board = low_board(kernel)?;
    let mut rng = seed.rng();
    let mut played = Played::default();
    while played.pieces < max_pieces {
        let piece = draw(&mut rng, kernel.pieces());
        let Some((place, _)) = kernel.best_low(&board, piece, weights, Carry::default()) else {
            played.lost = true;
            break;
        };
        if let Some(shape) = kernel.shape(piece, place.rotation) {
            played.lines += u64::from(board.place(shape, place.x.into(), place.y.into()).lines);
        }
        played.pieces += 1;
    }
    Ok(played)
}

/// The same with the next piece known.
pub fn simulate_two(
    kernel: &DropKernel,
    weights: &Weights,
    seed: Seed,
    max_pieces: u64,
) -> Result<Played> {
    let mut board = low_board(kernel)?.wide();
    let mut rng = seed.rng();
    let mut piece = draw(&mut rng, kernel.pieces());
    let mut played = Played::default();
    while played.pieces < max_pieces {
        let next = draw(&mut rng, kernel.pieces());
        let Some((place, _)) = kernel.best_two(&board, piece, next, weights) else {
            played.lost = true;
            break;
        };
        if let Some(shape) = kernel.shape(piece, place.rotation) {
            played.lines += u64::from(board.place(shape, place.x.into(), place.y.into()).lines);
        }
        played.pieces += 1;
        piece = next;
    }
    Ok(played)
}

/// Plays one game under any rules for one player without a hold, with uniformly drawn pieces.
///
/// The policy looks at all known pieces, but at two at most.
///
/// ```
/// use ludex_core::{Room, Seed};
/// use ludex_tetris::{Linear, Tetris, features::at, simulate::simulate_known};
/// let game = Tetris::open(&"tetrisvs".parse().unwrap(), None).unwrap();
/// let lee = Linear::of(&[(at::AGGREGATE, -0.5), (at::LINES, 0.8), (at::HO, -0.4)]);
/// assert_eq!(simulate_known(&game, &lee, Seed(1), 50).unwrap().pieces, 50);
/// ```
pub fn simulate_known(
    game: &Tetris,
    linear: &Linear,
    seed: Seed,
    max_pieces: u64,
) -> Result<Played> {
    let policy = Known::new(game, linear).ok_or_else(|| {
        let reason = "it mixes features that no fast search knows; use `ludex run`";
        Error::bad("policy", format!("{:?}", linear.weights), reason)
    })?;
    let mut board = low_board(game.drop_kernel())?;
    let (mut rng, mut played) = (seed.rng(), Played::default());
    let (kinds, known) = (game.rules().set.pieces.len(), game.rules().known.min(2));
    let mut hand = [draw(&mut rng, kinds) as u8; 2];
    while played.pieces < max_pieces {
        hand[known - 1] = draw(&mut rng, kinds) as u8;
        let next = Next::of(&hand[..known], known);
        let Some((place, _)) = policy.best(&board, hand[0], next) else {
            played.lost = true;
            break;
        };
        let shape = game.shape(hand[0], place);
        played.lines += u64::from(board.place(shape, place.x.into(), place.y.into()).lines);
        played.pieces += 1;
        hand[0] = hand[1];
    }
    Ok(played)
}

/// Whether [`play_on`] knows all there is to the rules: straight drops alone, one known piece, uniformly drawn ones, and
/// nothing but a blocked drop that ends the game.
pub(crate) fn can_play_on(game: &Tetris) -> bool {
    let rules = game.rules();
    let endless = !rules.touch_ends && rules.goal.is_none() && game.time_limit().is_none();
    let plain = !rules.hold && !game.scores_by_guideline() && rules.dealer == Dealer::Uniform;
    let alone = rules.seats == 1 && rules.known == 1 && rules.way == Way::Straight;
    endless && plain && alone && rules.size.height <= LowBoard::MOST_ROWS
}

/// Plays a game on with the best drops, up to `most` of them or to its end, as if every drop and every piece were an
/// action of its own; returns how many drops, each of which `note` is told. The rules must be ones that [`can_play_on`].
pub(crate) fn play_on(
    game: &Tetris,
    weights: &Weights,
    (position, dice, most): (&mut Position, &mut Dice, u64),
    mut note: impl FnMut(Action),
) -> u64 {
    let (Some(mut board), &[mut piece]) = (position.board.low(), position.hand().pieces()) else {
        return 0;
    };
    let kernel = game.drop_kernel();
    let (mut made, mut lines, mut points) = (0, 0u32, 0u32);
    while made < most {
        // A piece is drawn before the drop is looked for: neither waits for the other.
        let mut after_drop = *dice;
        after_drop.pass();
        let next = game.uniform_piece(&mut after_drop.rng());
        let best = kernel.best_low(&board, piece.into(), weights, Carry::default());
        let Some((at, _)) = best else { break };
        let cleared = board.place(game.shape(piece, at), at.x.into(), at.y.into());
        if cleared.lines > 0 {
            lines = lines.saturating_add(cleared.lines);
            points = points.saturating_add(game.rules().scoring.points(cleared.lines));
        }
        note(Action::place(piece, false, at));
        after_drop.pass();
        (*dice, piece) = (after_drop, next);
        made += 1;
    }
    let sums = [&mut position.lines[0], &mut position.points[0], &mut position.pieces];
    for (sum, more) in sums.into_iter().zip([lines, points, made as u32]) {
        *sum = sum.saturating_add(more);
    }
    position.board = board.wide();
    position.hands[0].take();
    position.hands[0].push(piece);
    position.dealt.count = position.dealt.count.wrapping_add(made as u32);
    game.settle(position);
    made
}

fn low_board(kernel: &DropKernel) -> Result<LowBoard> {
    LowBoard::new(kernel.width(), kernel.height()).map_err(|_| {
        let size = format!("{}x{}", kernel.width(), kernel.height());
        Error::bad("board size", size, "simulations need a board at most 32 high")
    })
}

/// A uniformly drawn number below `n`.
#[inline]
fn draw(rng: &mut Rng, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}
