//! The games of Ludex: a crate for each, with the same doors in every room (`rules`, `evaluate`, `agents`, `notation`),
//! and this list of them.
//!
//! | room | players | chance |
//! | --- | --- | --- |
//! | [`tris`] | 2 | no |
//! | [`pente`] | 2 | no |
//! | [`snake`] | 1 | puts the food |
//! | [`tetris`] | 1 or 2 | deals the pieces |

#![forbid(unsafe_code)]

pub use ludex_pente as pente;
pub use ludex_snake as snake;
pub use ludex_tetris as tetris;
pub use ludex_tris as tris;

use ludex_core::{AnyRoom, room};

/// Every room, in the order in which people should meet them.
pub fn all() -> Vec<Box<dyn AnyRoom>> {
    vec![
        room::<tris::Tris>(),
        room::<pente::Pente>(),
        room::<snake::Snake>(),
        room::<tetris::Tetris>(),
    ]
}
