//! The vocabulary of Ludex: what a game, a value, a decision, an agent and a seed are.
//!
//! No game lives here and no algorithm. The rooms to the right build on these words:
//! `search` turns positions into [`Decision`]s, `games` holds the rules, the doors show both.
//!
//! | word | is |
//! | --- | --- |
//! | [`Game`] | rules: whose turn, which actions, what they do, what they earn |
//! | [`Evaluate`] | a position's value as a sum of named [`Term`]s |
//! | [`Agent`] | somebody who plays, and can say why |
//! | [`Decision`] | the answer with all its reasons |
//! | [`Seed`] | the one number that fixes a run |
//! | [`Room`] | a game with its notation, pictures and agents, ready for the doors |
//! | [`Table`] | a game being played; [`AnyTable`] is what the doors hold |
#![forbid(unsafe_code)]

mod agent;
mod budget;
mod collection;
pub mod conformance;
mod controls;
mod decision;
#[doc(hidden)]
pub mod doc;
mod error;
mod evaluate;
mod exact;
pub mod explain;
mod game;
mod live;
mod log;
mod moves;
mod notebook;
mod observation;
mod perft;
mod picture;
mod referee;
pub mod resources;
mod room;
mod run;
mod seed;
mod series;
mod size;
mod spec;
mod table;
mod threat;
pub mod weights;

pub use agent::Agent;
pub use budget::{Budget, Meter, Stop};
pub use collection::{Collection, CollectionFault};
pub use controls::{ARROWS, Button, Buttons, Controls, Key, Look, Offer, Shape, Tempo};
pub use decision::{Bound, Candidate, Decision, Proven, SearchStats, StoryStep, rank};
pub use error::{Error, Result};
pub use evaluate::{Breakdown, Evaluate, ScoreGrowth, ScoreOnly, Term};
pub use exact::{ExactValue, Steps, best_play};
pub use game::{Game, Seat, Turn, playout};
pub use live::{Live, Lock, Pace, Pressed};
pub use log::Log;
pub use moves::{Moves, Words};
pub use observation::Observation;
pub use perft::Perft;
pub use picture::{Cell, Ink, Picture, Tints};
pub use referee::{Blame, Fault, FaultKind, Guest, MoveClock, Question};
pub use room::{AnyRoom, Finesse, Metric, Notation, Room, RoomInfo, room};
pub use run::{Dice, Finished, Run};
pub use seed::{Rng, Seed, mix};
pub use series::Series;
pub use size::Size;
pub use spec::{Choice, Parameter, Spec};
pub use table::{
    AnyAction, AnyDecision, AnyTable, OtherDraws, Setup, Table, TableAgents, TableInfo, TableMoves,
    TableRuns, TableState, TableView,
};
pub use threat::Threat;
