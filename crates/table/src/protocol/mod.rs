//! The one message protocol of all doors: WebSocket, REST and standard input speak these types.
//!
//! A client sends a [`Request`]: a number of its own choosing and an [`Ask`]. The service answers with a
//! [`Reply`] that carries the same number: one [`Answer`], or several where work streams, the last of
//! them marked `last`. What happens at a table by itself (the other player's move, gravity, the clock)
//! arrives as an [`Event`] at everybody who joined it.
//!
//! The page that speaks it holds no rules: it sends keys, clicks and actions in notation, and draws the
//! pictures that come back.
//!
//! ```json
//! {"id": 1, "ask": "create", "game": "tris", "seats": [{"kind": "human"}, {"kind": "agent", "agent": "minimax"}]}
//! {"id": 1, "last": true, "answer": "created", "session": "k3v9", "tokens": ["…", null], "state": {"…": "…"}}
//! {"id": 2, "ask": "act", "session": "k3v9", "token": "…", "action": "b2"}
//! {"id": 2, "last": true, "answer": "state", "…": "…"}
//! {"event": "state", "session": "k3v9", "state": {"…": "…"}}
//! ```

mod answers;
mod arena;
mod asks;
mod curves;
mod programs;
mod puzzles;
mod views;

pub use answers::{Answer, ErrorKind, Event, Reply};
pub use arena::{ArenaFault, Encounter, Estimate, RunArena, RunMatch, Standing, Standings};
pub use asks::{Ask, Create, Early, Pass, Phase, Player, Request, Settings};
pub use curves::{CurvePoint, CurveWeight, LearningCurve};
pub use programs::{AskMove, AskStep};
pub use puzzles::{PuzzleAsk, PuzzleHint, PuzzleMove, PuzzleStep, PuzzleVerdict, PuzzleView, Spot};
pub use views::{
    Choosable, Draw, GameView, Grade, Happened, LiveView, Measure, Named, PlayerView, Reviewed,
    RuleSet, SeatResult, SeatReview, SessionLine, Show, SmallPicture, State, TurnView,
};

/// The number of this protocol; it grows when a client of the old one could misunderstand the new.
pub const VERSION: u32 = 1;
