//! All that a game of one's own needs, for `use ludex::prelude::*`.

pub use ludex_core::{
    Agent, AnyRoom, Budget, Button, Buttons, Candidate, Cell, Choice, Controls, Decision, Error,
    Evaluate, Game, Ink, Key, Look, Notation, Parameter, Picture, Result, Rng, Room, RoomInfo,
    ScoreOnly, Seat, Seed, Shape, Size, Spec, Tempo, Term, Turn, conformance, explain::Speaker,
    mix, room,
};
pub use ludex_search::stock::{self, Stock};
