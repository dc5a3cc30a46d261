//! The smallest game there is, for examples in the documentation and tests of this crate.

use crate::{Game, Seat, Turn};

/// Call a coin, then toss it: right is worth 1, wrong -1.
#[derive(Clone, Copy, Debug)]
pub struct Coin;

/// Heads or tails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The king's face.
    Heads,
    /// The other side.
    Tails,
}

impl Game for Coin {
    type Position = (Option<Side>, Option<Side>);
    type Action = Side;
    type Undo = Self::Position;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> Self::Position {
        (None, None)
    }

    fn turn(&self, position: &Self::Position) -> Turn {
        match position {
            (None, _) => Turn::Seat(Seat::FIRST),
            (_, None) => Turn::Chance,
            _ => Turn::Over,
        }
    }

    fn actions(&self, position: &Self::Position, out: &mut Vec<Side>) {
        if position.1.is_none() {
            out.extend([Side::Heads, Side::Tails]);
        }
    }

    fn probability(&self, _: &Self::Position, _: Side) -> f64 {
        0.5
    }

    fn play(&self, position: &mut Self::Position, action: Side) -> Self::Undo {
        let before = *position;
        match position.0 {
            None => position.0 = Some(action),
            Some(_) => position.1 = Some(action),
        }
        before
    }

    fn undo(&self, position: &mut Self::Position, _: Side, before: Self::Undo) {
        *position = before;
    }

    fn score(&self, position: &Self::Position, _: Seat) -> f64 {
        match position {
            (Some(call), Some(toss)) if call == toss => 1.0,
            (Some(_), Some(_)) => -1.0,
            _ => 0.0,
        }
    }

    fn key(&self, position: &Self::Position) -> u64 {
        let digit = |side: Option<Side>| side.map_or(0, |s| s as u64 + 1);
        crate::mix(digit(position.0) * 3 + digit(position.1) + 1)
    }
}
