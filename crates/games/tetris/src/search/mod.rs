//! Searches made for Tetris: one or two known pieces, the report's min-max, two hands on one board, whole games.

pub mod known;
pub mod report;
pub mod simulate;
pub mod versus;
