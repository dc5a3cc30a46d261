//! Who plays.

use ludex_core::{Error, Result, RoomInfo, Spec};
use std::fmt;

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person.
    Human,
    /// A program.
    Agent(Spec),
}

impl Player {
    /// Who sits where: those who were asked for, then on the seats left open a person, if there is none yet, and the
    /// agent a newcomer meets.
    pub fn seated(info: &RoomInfo, wanted: &[Player]) -> Result<Vec<Player>> {
        if wanted.len() > info.seats {
            let seats = if info.seats == 1 { "seat" } else { "seats" };
            let reason = format!("{} has {} {seats}", info.name, info.seats);
            return Err(Error::bad("number of seats", wanted.len().to_string(), reason));
        }
        let mut players = wanted.to_vec();
        while players.len() < info.seats {
            let next = if players.contains(&Player::Human) {
                Player::Agent(info.opponent.parse()?)
            } else {
                Player::Human
            };
            players.push(next);
        }
        Ok(players)
    }

    /// Whether it is a person.
    pub fn is_human(&self) -> bool {
        *self == Self::Human
    }
}

impl From<Spec> for Player {
    fn from(spec: Spec) -> Self {
        if spec == Spec::named("human") { Self::Human } else { Self::Agent(spec) }
    }
}

impl From<Player> for Spec {
    fn from(player: Player) -> Self {
        match player {
            Player::Human => Spec::named("human"),
            Player::Agent(spec) => spec,
        }
    }
}

impl std::str::FromStr for Player {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Ok(Self::from(text.parse::<Spec>()?))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Agent(spec) => spec.fmt(f),
        }
    }
}
