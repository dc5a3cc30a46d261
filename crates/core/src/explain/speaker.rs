//! Who speaks of a decision, and to whom.

use super::numbers::capital;
use crate::Seat;
use serde::{Deserialize, Serialize};

/// Who speaks of a decision: the agent that plays, or somebody who says what would be best; and who listens: a person
/// at the table, or people who only watch.
///
/// Sentences are made for one of the four from the start: "I" is only an agent that plays, and "you" is a person at
/// the table. Whoever only watches is told of sides by their names.
///
/// ```
/// use ludex_core::explain::{Side, Speaker};
/// assert_eq!(Speaker::Agent.plays("play", "the centre"), "I play the centre.");
/// assert_eq!(Speaker::Advisor.plays("play", "the centre"), "Play the centre.");
/// assert_eq!(Speaker::Agent.rival("answer"), "you answer");
/// assert_eq!(Speaker::Advisor.rival("answer"), "your opponent answers");
/// let watched = Speaker::Watched(Side::First);
/// assert_eq!(watched.plays("play", "the centre"), "I play the centre.");
/// assert_eq!(watched.rival("answer"), "Player 2 answers");
/// let commentator = Speaker::Commentator(Side::First);
/// assert_eq!(commentator.plays("play", "the centre"), "Player 1 should play the centre.");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The agent that plays, to whoever plays against it: "I play a3. Your best answer is b2."
    #[default]
    Agent,
    /// An adviser of the person to move: "Play a3. Your opponent's best answer is b2."
    Advisor,
    /// The agent that plays on this side, to people who only watch: "I play a3. Player 2's best answer is b2."
    Watched(Side),
    /// Somebody who tells people who only watch what this side should do: "Player 1 should play a3. Player 2's best
    /// answer is b2."
    Commentator(Side),
}

/// The side that decides, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The only player.
    Alone,
    /// The first of two.
    First,
    /// The second of two.
    Second,
}

impl Side {
    /// The side of a seat at a table with so many seats.
    pub fn of(seat: Seat, seats: usize) -> Self {
        match seat {
            _ if seats < 2 => Self::Alone,
            Seat::FIRST => Self::First,
            _ => Self::Second,
        }
    }

    fn rival(self) -> Self {
        match self {
            Self::Alone => Self::Alone,
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Alone => "the player",
            Self::First => "Player 1",
            Self::Second => "Player 2",
        }
    }

    fn possessive(self) -> &'static str {
        match self {
            Self::Alone => "the player's",
            Self::First => "Player 1's",
            Self::Second => "Player 2's",
        }
    }
}

impl Speaker {
    /// How many kinds of speakers there are.
    pub(crate) const KINDS: usize = 4;

    /// The number of this kind among them, from 0.
    pub(crate) fn kind(self) -> usize {
        match self {
            Self::Agent => 0,
            Self::Advisor => 1,
            Self::Watched(_) => 2,
            Self::Commentator(_) => 3,
        }
    }

    /// The text for this speaker, where agents and others have little in common. It must not speak to anybody: that
    /// depends on who listens.
    pub fn pick<T>(self, agent: T, other: T) -> T {
        match self {
            Self::Agent | Self::Watched(_) => agent,
            Self::Advisor | Self::Commentator(_) => other,
        }
    }

    /// The sentence that says what is played.
    pub fn plays(self, verb: &str, what: &str) -> String {
        match self {
            Self::Agent | Self::Watched(_) => format!("I {verb} {what}."),
            Self::Advisor => format!("{} {what}.", capital(verb)),
            Self::Commentator(side) => format!("{} should {verb} {what}.", capital(side.name())),
        }
    }

    /// Who decides: `I`, `you` or `Player 1`.
    pub fn mover(self) -> &'static str {
        match self {
            Self::Agent | Self::Watched(_) => "I",
            Self::Advisor => "you",
            Self::Commentator(side) => side.name(),
        }
    }

    /// The same with a verb, in its form for `you` and for `Player 1`: `you win`, or `Player 1 wins`.
    pub fn mover_does(self, you: &str, they: &str) -> String {
        let verb = if matches!(self, Self::Commentator(_)) { they } else { you };
        format!("{} {verb}", self.mover())
    }

    /// The same as an object: `me`, `you` or `Player 1`.
    pub fn me(self) -> &'static str {
        match self {
            Self::Agent | Self::Watched(_) => "me",
            _ => self.mover(),
        }
    }

    /// What belongs to who decides: `my`, `your` or `Player 1's`.
    pub fn my(self) -> &'static str {
        match self {
            Self::Agent | Self::Watched(_) => "my",
            Self::Advisor => "your",
            Self::Commentator(side) => side.possessive(),
        }
    }

    /// Who plays against that: `you`, `your opponent` or `Player 2`.
    pub fn opponent(self) -> &'static str {
        match self {
            Self::Agent => "you",
            Self::Advisor => "your opponent",
            Self::Watched(side) | Self::Commentator(side) => side.rival().name(),
        }
    }

    /// What belongs to them: `your`, `your opponent's` or `Player 2's`.
    pub fn their(self) -> &'static str {
        match self {
            Self::Agent => "your",
            Self::Advisor => "your opponent's",
            Self::Watched(side) | Self::Commentator(side) => side.rival().possessive(),
        }
    }

    /// The opponent with a regular verb: `you answer`, or `your opponent answers`.
    pub fn rival(self, verb: &str) -> String {
        self.rival_does(verb, &format!("{verb}s"))
    }

    /// The opponent with a verb, in its form for `you` and for others: `you were`, or `your opponent was`.
    pub fn rival_does(self, you: &str, they: &str) -> String {
        let verb = if self == Self::Agent { you } else { they };
        format!("{} {verb}", self.opponent())
    }
}
