//! The games of Ludex, one room each, with the same doors in every room: `rules`, `evaluate`,
//! `agents`, `notation`.
//!
//! | room | players | chance |
//! | --- | --- | --- |
//! | [`tris`] | 2 | no |
//! | [`snake`] | 1 | puts the food |
//! | [`tetris`] | 1 | deals the pieces |

pub mod snake;
pub mod tetris;
pub mod tris;

use ludex_core::{AnyRoom, room};

/// Every room, in the order in which people should meet them.
pub fn all() -> Vec<Box<dyn AnyRoom>> {
    vec![room::<tris::Tris>(), room::<snake::Snake>(), room::<tetris::Tetris>()]
}
