//! Pente: five in a row, or five captured pairs.

#![forbid(unsafe_code)]

mod agents;
mod board;
mod engine;
mod evaluate;
pub mod exact;
mod levels;
mod lines;
mod notation;
mod patterns;
mod position;
pub mod records;
mod room;
mod rules;
mod settings;

pub use board::Point;
pub use engine::{Chances, Engine, Tracked};
pub use evaluate::Report;
pub use levels::Level;
pub use position::{Position, Undo};
pub use rules::Pente;
pub use settings::{Settings, Variant};
