//! The games of Ludex: a crate for each, with the same doors in every room (`rules`, `evaluate`, `agents`, `notation`),
//! and this list of them.
//!
//! | room | players | chance |
//! | --- | --- | --- |
//! | [`tris`] | 2 | no |
//! | [`snake`] | 1 | puts the food |
//! | [`tetris`] | 1 or 2 | deals the pieces |
//! | [`twenty48`] | 1 | puts the tiles |

#![forbid(unsafe_code)]

pub use ludex_snake as snake;
pub use ludex_tetris as tetris;
pub use ludex_tris as tris;
pub use ludex_twenty48 as twenty48;

use ludex_core::{AnyRoom, room};
use ludex_learn::school::School;

/// Every game that learns by `ludex train`.
pub fn schools() -> Vec<Box<dyn School>> {
    vec![Box::new(twenty48::Lessons)]
}

/// Every room, in the order in which people should meet them.
pub fn all() -> Vec<Box<dyn AnyRoom>> {
    vec![
        room::<tris::Tris>(),
        room::<snake::Snake>(),
        room::<twenty48::Twenty48>(),
        room::<tetris::Tetris>(),
    ]
}
