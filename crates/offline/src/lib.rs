//! Offline Tetris: a list of pieces is known in advance; place them all, clear the most rows, end with the lowest pile.
//!
//! | module | holds |
//! | --- | --- |
//! | [`kit`], [`task`] | the pieces in a layout of their own; width, buffer and limit of height |
//! | [`list`] | lists and placements as text |
//! | [`tall`] | a board without a ceiling |
//! | [`verify`] | placements replayed |
#![forbid(unsafe_code)]

pub mod beam;
pub mod bounds;
pub mod kit;
pub mod list;
pub mod naive;
pub mod pdt;
pub mod tall;
pub mod task;
pub mod verify;
pub mod waiting;
pub mod weights;

pub use kit::{Form, Kit};
pub use list::{List, Put, read_list, read_puts, symbol, write_list, write_puts};
pub use tall::{Pile, Tall};
pub use task::Task;
pub use verify::{Outcome, Replay, verify};
pub use waiting::Waiting;
pub use weights::{Count, Weights};
