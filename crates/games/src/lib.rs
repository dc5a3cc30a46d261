//! The games of Ludex: one room per game, the same doors in each.
//!
//! | room | holds so far |
//! | --- | --- |
//! | [`tetris`] | the engine: boards, piece sets, features, straight drops, reachability |

pub mod tetris;
