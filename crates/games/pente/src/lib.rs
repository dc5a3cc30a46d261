//! Pente: five in a row, or five captured pairs.

#![forbid(unsafe_code)]

mod board;
mod notation;
mod position;
pub mod records;
mod room;
mod rules;
mod settings;

pub use board::Point;
pub use position::{Position, Undo};
pub use rules::Pente;
pub use settings::{Settings, Variant};
