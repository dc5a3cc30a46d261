//! All that a game of one's own needs, for `use ludex::prelude::*`.

pub use ludex_core::{
    Agent, AnyRoom, Budget, Candidate, Cell, Choice, Decision, Error, Evaluate, Game, Ink,
    Notation, Parameter, Picture, Result, Rng, Room, RoomInfo, ScoreOnly, Seat, Seed, Size, Spec,
    Term, Turn, conformance, mix, room,
};
pub use ludex_search::stock::{self, Stock};
