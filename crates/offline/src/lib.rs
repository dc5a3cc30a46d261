//! Offline Tetris: a list of pieces is known in advance; place them all, clear the most rows, end with the lowest pile.
//!
//! | module | holds |
//! | --- | --- |
//! | [`kit`], [`task`] | the pieces in a layout of their own; width, buffer and limit of height |
//! | [`list`] | lists and placements as text |
//! | [`tall`], [`waiting`] | a board without a ceiling; the pieces that may go next |
//! | [`mod@verify`] | placements replayed |
//! | [`method`] | the methods by name |
//! | [`naive`], [`weights`] | the CITS4211 report's utility player |
//! | [`mod@beam`] | beam search in rounds of growing effort |
//! | [`exact`], [`bounds`], [`ceiling`] | the provably best end, and what no end can exceed |
//! | [`pdt`] | boxes that are filled by straight drops, as graphs of states |
//! | [`round_robin`], [`prescient`] | lists placed box by box and band by band |
//! | [`clear`] | perfect clears of a queue, with tucks and spins |
//! | [`puzzle`] | puzzles with a proved answer |
//! | [`reasons`] | why a piece goes there, and why another waits |
//! | [`report`] | the CITS4211 report's comparison of methods |
//! | [`page`] | several solutions side by side, and that comparison, as web pages |
#![forbid(unsafe_code)]

pub mod beam;
pub mod bounds;
pub mod ceiling;
pub mod clear;
pub mod exact;
pub mod kit;
pub mod list;
pub mod method;
pub mod naive;
pub mod page;
pub mod pdt;
pub mod prescient;
pub mod puzzle;
pub mod reasons;
pub mod report;
pub mod round_robin;
pub mod tall;
pub mod task;
pub mod verify;
pub mod waiting;
pub mod weights;

pub use kit::{Form, Kit};
pub use list::{List, Put, read_list, read_puts, symbol, write_list, write_puts};
pub use method::{Method, Options, Solution, solve};
pub use tall::{Pile, Tall};
pub use task::Task;
pub use verify::{Outcome, Replay, verify};
pub use waiting::Waiting;
pub use weights::{Count, Weights};
