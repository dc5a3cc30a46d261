//! Who speaks of a decision, and to whom.

use super::numbers::capital;
use serde::{Deserialize, Serialize};

/// Who speaks of a decision: the agent that plays, or somebody who advises the person to move.
///
/// Sentences are made for one of the two from the start: "I" is only an agent that plays, and "you" is the person.
///
/// ```
/// use ludex_core::explain::Speaker;
/// assert_eq!(Speaker::Agent.plays("play", "the centre"), "I play the centre.");
/// assert_eq!(Speaker::Advisor.plays("play", "the centre"), "Play the centre.");
/// assert_eq!(Speaker::Agent.rival("answer"), "you answer");
/// assert_eq!(Speaker::Advisor.rival("answer"), "your opponent answers");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The agent that plays, to whoever plays against it: "I play a3. Your best answer is b2."
    #[default]
    Agent,
    /// An adviser of the person to move: "Play a3. Your opponent's best answer is b2."
    Advisor,
}

impl Speaker {
    /// The text for this speaker, where the two have little in common.
    pub fn pick<T>(self, agent: T, advisor: T) -> T {
        match self {
            Self::Agent => agent,
            Self::Advisor => advisor,
        }
    }

    /// The sentence that says what is played.
    pub fn plays(self, verb: &str, what: &str) -> String {
        self.pick(format!("I {verb} {what}."), format!("{} {what}.", capital(verb)))
    }

    /// Who decides: `I`, or `you`.
    pub fn mover(self) -> &'static str {
        self.pick("I", "you")
    }

    /// The same as an object: `me`, or `you`.
    pub fn me(self) -> &'static str {
        self.pick("me", "you")
    }

    /// What belongs to who decides: `my`, or `your`.
    pub fn my(self) -> &'static str {
        self.pick("my", "your")
    }

    /// Who plays against that: `you`, or `your opponent`.
    pub fn opponent(self) -> &'static str {
        self.pick("you", "your opponent")
    }

    /// What belongs to them: `your`, or `your opponent's`.
    pub fn their(self) -> &'static str {
        self.pick("your", "your opponent's")
    }

    /// The opponent with a regular verb: `you answer`, or `your opponent answers`.
    pub fn rival(self, verb: &str) -> String {
        let ending = self.pick("", "s");
        format!("{} {verb}{ending}", self.opponent())
    }
}
