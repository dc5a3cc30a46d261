//! The strong agent: patterns along lines for the guided search, and wins by force.

mod guide;
pub(crate) mod threats;
mod track;
pub(crate) mod weights;

pub use track::{Track, Tracked};
pub use weights::{Chances, Weights};

use ludex_search::common::Identity;
use ludex_search::negamax::Negamax;

/// The engine: the guided search with what [`Chances`] know of Pente.
pub type Engine = Negamax<Chances>;

/// Size of the table in MiB; shallow searches need little, and clearing a large one takes longer than they last.
const TABLE_MIB: usize = 32;
const SHALLOW_TABLE_MIB: usize = 1;

/// An engine that looks `depth` plies ahead on one thread, forcing moves not counted.
pub fn engine(identity: Identity, depth: u8) -> Engine {
    let table_mib = if depth < 6 { SHALLOW_TABLE_MIB } else { TABLE_MIB };
    Negamax { table_mib, explained: 7, ..Negamax::guided(identity, Chances::default(), depth) }
}

#[cfg(test)]
mod tests;
