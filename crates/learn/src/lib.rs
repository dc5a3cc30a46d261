//! Learning from play.
//!
//! | module | holds |
//! | --- | --- |
//! | [`afterstate`] | what a game must tell to be learned: its moves, its chance, its features |
//! | [`weights`] | the numbers that are learned, shared by threads |
//! | [`td`] | temporal-difference learning, backward through every game |
//! | [`training`] | a run: rounds, progress, averaging, checkpoints |
//! | [`school`] | games that learn, for doors |
//! | [`tune`] | weights with names, found by playing: CMA-ES, cross-entropy, a genetic algorithm |
//! | [`mod@file`] | weight files with version and checksum |
//! | [`network`] | finished weights for play, in steps of one size |
//!
//! No game lives here: a game brings its features, and whoever plays needs only [`network`] and [`mod@file`].
#![forbid(unsafe_code)]

pub mod afterstate;
pub mod file;
mod late;
pub mod network;
pub mod school;
mod settings;
pub mod td;
pub mod training;
pub mod tune;
pub mod weights;
