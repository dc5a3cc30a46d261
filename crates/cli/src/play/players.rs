//! Who sits where.

use ludex_core::{Error, Result, RoomInfo, Spec};
use std::fmt;

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// The person at the keyboard.
    Human,
    /// A program.
    Agent(Spec),
}

impl Player {
    /// The players that were asked for, and sensible ones for the seats left open: the person
    /// first, then the agent a newcomer meets.
    pub(crate) fn seated(info: &RoomInfo, wanted: &[Spec]) -> Result<Vec<Player>> {
        if wanted.len() > info.seats {
            let reason = format!("{} has {}", info.name, seats(info.seats));
            return Err(Error::bad("number of seats", wanted.len().to_string(), reason));
        }
        let mut players: Vec<Player> = wanted.iter().cloned().map(Player::from).collect();
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
}

fn seats(count: usize) -> String {
    if count == 1 { "1 seat".into() } else { format!("{count} seats") }
}

impl From<Spec> for Player {
    fn from(spec: Spec) -> Self {
        if spec == Spec::named("human") { Self::Human } else { Self::Agent(spec) }
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
