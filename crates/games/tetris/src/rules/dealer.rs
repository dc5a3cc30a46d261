//! Who deals the pieces, and with which probabilities.

use crate::pieces::PieceSet;
use ludex_core::{Error, Result};
use std::sync::Arc;

/// A randomizer.
#[derive(Clone, Debug, PartialEq)]
pub enum Dealer {
    /// Every piece with the same probability, whatever came before.
    Uniform,
    /// Every piece once, in random order, then again.
    Bag,
    /// Every piece with a probability of its own.
    Weighted(Arc<[f64]>),
    /// A list that is known in advance; then nothing.
    List(Arc<[u8]>),
    /// S and Z in turn: no player survives that for ever.
    Adversary([u8; 2]),
    /// Nothing: a look ahead ends with the pieces that are known.
    Nothing,
}

/// What a dealer must remember of the pieces dealt so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dealt {
    /// How many.
    pub count: u32,
    /// Those already taken from the current bag, a bit each.
    pub taken: u64,
}

/// The piece weights of the RL-Competition's task set 0, in the order I O T S Z L J.
const COMPETITION: [f64; 7] =
    [0.895_452, 0.540_671, 0.355_730, 0.529_689, 0.932_010, 0.652_116, 0.893_341];

impl Dealer {
    /// The names that [`Dealer::by_name`] knows.
    pub const NAMES: [&'static str; 4] = ["uniform", "bag", "weighted", "adversary"];

    /// The randomizer of that name for a set of pieces.
    pub fn by_name(name: &str, set: &PieceSet) -> Result<Self> {
        match name {
            "uniform" => Ok(Self::Uniform),
            "bag" => Ok(Self::Bag),
            "weighted" if set.pieces.len() == COMPETITION.len() => Ok(Self::competition(set)),
            "weighted" => {
                let reason = "it has weights for seven pieces only; use uniform or bag";
                Err(Error::bad("randomizer", name, reason))
            }
            "adversary" => Ok(Self::Adversary([set.index("S")? as u8, set.index("Z")? as u8])),
            other => Err(Error::unknown("randomizer", other, Self::NAMES)),
        }
    }

    /// The weights of the RL-Competition, for sets that have its seven pieces under other numbers too.
    fn competition(set: &PieceSet) -> Self {
        let order = ["I", "O", "T", "S", "Z", "L", "J"];
        let weight = |name: &str| order.iter().position(|n| *n == name).map(|i| COMPETITION[i]);
        let weights: Vec<f64> =
            set.pieces.iter().map(|piece| weight(&piece.name).unwrap_or(1.0)).collect();
        let total: f64 = weights.iter().sum();
        Self::Weighted(weights.into_iter().map(|w| w / total).collect())
    }

    /// A list such as `IOLJS`, or names separated by `-` where they are longer than a letter.
    pub fn list(text: &str, set: &PieceSet) -> Result<Self> {
        let index = |name: &str| set.index(name).map(|i| i as u8);
        let pieces: Result<Vec<u8>> = if text.contains('-') {
            text.split('-').map(index).collect()
        } else {
            text.chars().map(|c| index(&c.to_string())).collect()
        };
        match pieces? {
            list if list.is_empty() => Err(Error::bad("list of pieces", text, "give at least one")),
            list => Ok(Self::List(list.into())),
        }
    }

    /// The probability that `piece` of `pieces` comes next.
    pub fn probability(&self, dealt: Dealt, piece: u8, pieces: usize) -> f64 {
        match self {
            Self::Uniform => 1.0 / pieces as f64,
            Self::Bag if dealt.taken >> piece & 1 == 1 => 0.0,
            Self::Bag => 1.0 / (pieces as f64 - f64::from(dealt.taken.count_ones())),
            Self::Weighted(weights) => weights.get(usize::from(piece)).copied().unwrap_or(0.0),
            Self::List(list) => f64::from(u8::from(list.get(dealt.count as usize) == Some(&piece))),
            Self::Adversary(pair) => f64::from(u8::from(pair[dealt.count as usize % 2] == piece)),
            Self::Nothing => 0.0,
        }
    }

    /// What of the pieces dealt so far still decides what may come.
    pub(crate) fn memory(&self, dealt: Dealt) -> u64 {
        match self {
            Self::Uniform | Self::Weighted(_) | Self::Nothing => 0,
            Self::Bag => dealt.taken,
            Self::List(_) => dealt.count.into(),
            Self::Adversary(_) => u64::from(dealt.count % 2),
        }
    }

    /// Whether there is a next piece.
    pub fn has_more(&self, dealt: Dealt) -> bool {
        match self {
            Self::List(list) => (dealt.count as usize) < list.len(),
            Self::Nothing => false,
            _ => true,
        }
    }

    /// Remembers that `piece` was dealt.
    pub fn deal(&self, dealt: &mut Dealt, piece: u8, pieces: usize) {
        dealt.count = dealt.count.wrapping_add(1);
        if *self == Self::Bag {
            dealt.taken |= 1 << piece;
            if dealt.taken.count_ones() as usize == pieces {
                dealt.taken = 0;
            }
        }
    }
}
