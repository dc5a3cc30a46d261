//! The games of Ludex: a crate for each, with the same doors in every room (`rules`, `evaluate`, `agents`, `notation`),
//! and this list of them.
//!
//! | room | players | chance |
//! | --- | --- | --- |
//! | [`tris`] | 2 | no |
//! | [`snake`] | 1 | puts the food |
//! | [`tetris`] | 1 or 2 | deals the pieces |
//! | [`pente`] | 2 | no |
//! | [`twenty48`] | 1 | puts a new tile |
//! | [`tetris2048`] | 1 | deals pieces and their numbers |

#![forbid(unsafe_code)]

pub use ludex_pente as pente;
pub use ludex_snake as snake;
pub use ludex_tetris as tetris;
pub use ludex_tetris2048 as tetris2048;
pub use ludex_tris as tris;
pub use ludex_twenty48 as twenty48;

use ludex_core::{AnyRoom, room};
use ludex_learn::school::School;
use ludex_learn::tune::course::Tunable;

/// Every game that learns by `ludex train`.
pub fn schools() -> Vec<Box<dyn School>> {
    vec![Box::new(twenty48::Lessons)]
}

/// Every game whose weights `ludex tune` finds.
pub fn tunables() -> Vec<Box<dyn Tunable>> {
    vec![
        Box::new(tetris::Courses),
        Box::new(pente::Courses),
        Box::new(twenty48::Courses),
        Box::new(tetris2048::Courses),
    ]
}

/// Every room, in the order in which people should meet them.
pub fn all() -> Vec<Box<dyn AnyRoom>> {
    vec![
        room::<tris::Tris>(),
        room::<snake::Snake>(),
        room::<tetris::Tetris>(),
        room::<pente::Pente>(),
        room::<twenty48::Twenty48>(),
        room::<tetris2048::Tetris2048>(),
    ]
}
