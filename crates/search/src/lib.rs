//! The searches of Ludex, generic over the vocabulary of `ludex-core`.
//!
//! | module | for |
//! | --- | --- |
//! | [`plan`] | ways from here to there: depth first, shortest, A*, several goals |
//! | [`random`] | playing by lot |
#![forbid(unsafe_code)]

pub mod common;
pub mod plan;
pub mod random;
