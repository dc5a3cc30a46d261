//! What clients may ask.

use super::arena::{RunArena, RunMatch};
use super::programs::{AskMove, AskStep};
use super::puzzles::PuzzleAsk;
use serde::{Deserialize, Serialize};

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Request {
    /// Comes back in every [`Reply`](super::Reply) to this.
    pub id: u64,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What can be asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "ask", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub enum Ask {
    /// Who is there: the protocol's number, the games, the shows of the home page.
    Hello,
    /// Sets up a table; the answer holds a secret token for each seat of a person.
    Create(Create),
    /// Listens to a table from now on. A token of a seat lets one play; without one watches.
    Join {
        /// The table.
        session: String,
        /// A seat's token.
        #[serde(default)]
        token: Option<String>,
    },
    /// Stops listening.
    Leave {
        /// The table.
        session: String,
    },
    /// The table as it is now, or as it was after `ply` moves.
    State {
        /// The table.
        session: String,
        /// Moves of players from the start; now if missing.
        #[serde(default)]
        ply: Option<u64>,
    },
    /// All moves so far with what was thought of them.
    History {
        /// The table.
        session: String,
    },
    /// Plays an action in notation.
    Act {
        /// The table.
        session: String,
        /// The token of the seat to move.
        token: String,
        /// What to play.
        action: String,
    },
    /// Presses a key of the falling piece (`left`, `right`, `rotate`, `rotate-back`, `down`, `drop`, `hold`),
    /// or an arrow (`up`, `down`, `left`, `right`) in games steered by arrows.
    Key {
        /// The table.
        session: String,
        /// The token of the seat to move.
        token: String,
        /// The key's name.
        key: String,
    },
    /// What a finger does to a key of the falling piece. The answer is `done`; what it changes is told to those who
    /// listen.
    Stroke {
        /// The table.
        session: String,
        /// The token of the seat to move.
        token: String,
        /// The key's name.
        key: String,
        /// Whether it goes down, is held or comes up.
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
        phase: Phase,
        /// How often it acts, 1 if missing: a piece that slides to the wall at once needs one message.
        #[serde(default)]
        times: Option<u16>,
        /// Whether it may act on a piece that appears while it is held.
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
        early: Early,
    },
    /// Plays, or only names, the action meant by pointing at a cell of the picture.
    Point {
        /// The table.
        session: String,
        /// From the left, from 0.
        column: usize,
        /// From the top, from 0.
        row: usize,
        /// Look at the table after this many moves; now if missing.
        #[serde(default)]
        ply: Option<u64>,
    },
    /// Takes back the last move of the person who asks, and what followed it.
    Undo {
        /// The table.
        session: String,
        /// A seat's token.
        token: String,
    },
    /// Changes pause, speed, players, explanations. Any seat's token will do.
    Set {
        /// The table.
        session: String,
        /// A seat's token.
        token: String,
        /// What changes; what is missing stays.
        settings: Settings,
    },
    /// Goes on after an explained move of an agent, where the table waits for that.
    Continue {
        /// The table.
        session: String,
        /// A seat's token.
        token: String,
    },
    /// The picture with actions that are only thought of.
    Preview {
        /// The table.
        session: String,
        /// After this many moves; now if missing.
        #[serde(default)]
        ply: Option<u64>,
        /// The course to show, one action after the other.
        actions: Vec<String>,
    },
    /// What the players threaten.
    Threats {
        /// The table.
        session: String,
        /// After this many moves; now if missing.
        #[serde(default)]
        ply: Option<u64>,
    },
    /// What an agent would do and why. Streams while the search deepens, for at most `seconds`.
    Analyse {
        /// The table.
        session: String,
        /// After this many moves; now if missing.
        #[serde(default)]
        ply: Option<u64>,
        /// Who is asked; the seat's own agent or the game's usual one if missing.
        #[serde(default)]
        agent: Option<String>,
        /// Longest time to think.
        #[serde(default)]
        seconds: Option<f64>,
    },
    /// Why the agent would not play this.
    WhyNot {
        /// The table.
        session: String,
        /// After this many moves; now if missing.
        #[serde(default)]
        ply: Option<u64>,
        /// Who is asked.
        #[serde(default)]
        agent: Option<String>,
        /// The action in question.
        instead: String,
    },
    /// Unfolds the tree of an agent's search: what it expects after these moves of players. Empty where it looks
    /// no further.
    Unfold {
        /// The table.
        session: String,
        /// After this many moves; now if missing.
        #[serde(default)]
        ply: Option<u64>,
        /// Who is asked.
        #[serde(default)]
        agent: Option<String>,
        /// Moves from there on that are only thought of.
        path: Vec<String>,
    },
    /// What chance could have drawn since the move before, and what an agent would make of each.
    Draws {
        /// The table.
        session: String,
        /// After this many moves; now if missing.
        #[serde(default)]
        ply: Option<u64>,
        /// Who is asked.
        #[serde(default)]
        agent: Option<String>,
    },
    /// Goes through the game and says at every move what an agent thinks of it. Streams.
    Review {
        /// The table.
        session: String,
        /// Who judges.
        #[serde(default)]
        agent: Option<String>,
    },
    /// Ends streaming work early; its last answer says what is known so far.
    Cancel {
        /// The number of the request that started it.
        request: u64,
    },
    /// The game as a text that `load` takes: one that is over, one without chance, or one's own that nobody else plays.
    Save {
        /// The table.
        session: String,
        /// A seat's token, or the owner's.
        #[serde(default)]
        token: Option<String>,
    },
    /// Another token for a seat; the one before opens nothing any more.
    Renew {
        /// The table.
        session: String,
        /// The owner's token, or that of the seat.
        token: String,
        /// The seat, from 0.
        seat: usize,
    },
    /// A new table from a saved text: a position file, or a record of a game. Seats as in `create`.
    Load {
        /// What `save` gave.
        record: String,
        /// Who plays on.
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
        seats: Vec<Player>,
    },
    /// Stored games that are one's own or public, the newest first.
    List {
        /// At most so many.
        #[serde(default)]
        limit: Option<usize>,
        /// Tables of one's own, each with a token.
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
        own: Vec<Pass>,
    },
    /// The move of an agent at a position that is on no table: what programs that take part in tournaments are asked.
    Move(AskMove),
    /// Some actions at a position that is on no table, for programs that learn: what they bring, and what is seen then.
    Step(AskStep),
    /// A match of agents. Streams its figures.
    Run(RunMatch),
    /// A tournament of agents. Streams how it stands.
    Arena(RunArena),
    /// A puzzle after some moves: what can be played, and on request whether it can still be done, a hint, the proof.
    Puzzle(PuzzleAsk),
    /// How tunings went, or go: those that a program on the same machine keeps in the data folder, the newest first.
    Curves,
}

impl Ask {
    /// The table that it is about, if it is about one.
    pub fn session(&self) -> Option<&str> {
        match self {
            Self::Join { session, .. }
            | Self::Leave { session }
            | Self::State { session, .. }
            | Self::History { session }
            | Self::Act { session, .. }
            | Self::Key { session, .. }
            | Self::Stroke { session, .. }
            | Self::Point { session, .. }
            | Self::Undo { session, .. }
            | Self::Set { session, .. }
            | Self::Continue { session, .. }
            | Self::Preview { session, .. }
            | Self::Threats { session, .. }
            | Self::Analyse { session, .. }
            | Self::WhyNot { session, .. }
            | Self::Unfold { session, .. }
            | Self::Draws { session, .. }
            | Self::Review { session, .. }
            | Self::Renew { session, .. }
            | Self::Save { session, .. } => Some(session),
            Self::Hello
            | Self::Create(_)
            | Self::Cancel { .. }
            | Self::Load { .. }
            | Self::List { .. }
            | Self::Move(_)
            | Self::Step(_)
            | Self::Run(_)
            | Self::Arena(_)
            | Self::Puzzle(_)
            | Self::Curves => None,
        }
    }

    /// The token by which it changes a table, if it does.
    pub fn token(&self) -> Option<&str> {
        match self {
            Self::Act { token, .. }
            | Self::Key { token, .. }
            | Self::Stroke { token, .. }
            | Self::Undo { token, .. }
            | Self::Set { token, .. }
            | Self::Continue { token, .. } => Some(token),
            _ => None,
        }
    }
}

/// A table and a token that it knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Pass {
    /// The table.
    pub session: String,
    /// A seat's token, or the owner's.
    pub token: String,
}

/// What happens to a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// It goes down and acts.
    #[default]
    Down,
    /// It is held and acts again.
    Hold,
    /// It comes up.
    Up,
}

/// Whether a key that is held acts on the next piece as soon as that appears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Early {
    /// It does not.
    #[default]
    Never,
    /// It does if it has done nothing yet.
    Unspent,
    /// It does whenever it is held.
    Held,
}

/// A new table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct Create {
    /// The game's name. A position names it, too, and an engine that was started for one game knows it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub game: String,
    /// The rule set with options, such as `versus:turns=3`; the game's first if missing.
    #[serde(default)]
    pub rules: Option<String>,
    /// Width x height.
    #[serde(default)]
    pub size: Option<String>,
    /// Who plays. On missing seats sits a person, if nobody else is one, and else the game's usual agent.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub seats: Vec<Player>,
    /// The seed of chance; drawn if missing.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The number of the game, from 1, in a run with that seed and the agents of `seats`: that very game.
    #[serde(default)]
    pub number: Option<u64>,
    /// A position file to start from.
    #[serde(default)]
    pub position: Option<String>,
    /// Pause, speed, explanations at the start.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub settings: Settings,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// A person with a token.
    Human,
    /// An agent with its parameters, such as `mcts:sims=2000`.
    Agent {
        /// Its specification.
        agent: String,
    },
}

/// How a table goes on. What is missing in a change stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct Settings {
    /// Nothing moves by itself.
    #[serde(default)]
    pub paused: Option<bool>,
    /// How long an agent's move stays away, or one key of it where pieces fall, in milliseconds.
    #[serde(default)]
    pub pace_ms: Option<u64>,
    /// Longest time an agent may think on a move, in seconds.
    #[serde(default)]
    pub think_seconds: Option<f64>,
    /// After an agent's move the table waits for `continue`, so that its reasons can be read.
    #[serde(default)]
    pub explain: Option<bool>,
    /// Pieces fall by themselves. Off, they wait for keys.
    #[serde(default)]
    pub gravity: Option<bool>,
    /// Anybody may find the table in a list.
    #[serde(default)]
    pub public: Option<bool>,
    /// Other players.
    #[serde(default)]
    pub seats: Option<Vec<Player>>,
}
