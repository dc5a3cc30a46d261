//! Pente: five in a row, or five captured pairs.
//!
//! `rules`, `position` and `board` are the game; `notation` and [`records`] how it is written. `patterns` and `lines` know at every
//! moment what a stone would make; `levels` (the Pente report's players) and `engine` (the strong one) search on them. [`exact`]
//! proves small boards with a search of its own; `book` has openings that were looked into beforehand, [`openings`] fair ones for matches. `threats`, `rows` and `remarks` say what the board proves.

#![forbid(unsafe_code)]

mod agents;
mod board;
mod book;
mod counts;
mod defences;
mod engine;
mod evaluate;
pub mod exact;
pub mod gomocup;
mod levels;
mod lines;
mod notation;
pub mod openings;
mod patterns;
mod position;
pub mod records;
mod remarks;
mod room;
mod rows;
mod rules;
mod settings;
mod threats;
mod tuning;

pub use board::Point;
pub use engine::{Chances, Engine, Track, Tracked, Weights, engine};
pub use evaluate::Report;
pub use levels::Level;
pub use position::{Position, Undo};
pub use rules::Pente;
pub use settings::{Settings, Variant};
pub use threats::{Threat, threats};
pub use tuning::Courses;
