//! Answers to messages about one table, without a connection, a store or a thread.
//!
//! | module | holds |
//! | --- | --- |
//! | this one | [`Desk`]: a [`Machine`] with an owner and a secret token for each seat |
//! | `answers` | what becomes of each message |
//! | `view` | a table as messages show it |
//! | `work` | questions that take time: [`Work`] to be done wherever there is room |
//! | `catalogue` | which games there are, and tables as they are asked for |
//! | `error` | why a request was not granted |

mod answers;
mod catalogue;
mod error;
mod view;
mod work;

pub use answers::Outcome;
pub use catalogue::{Catalogue, Rooms};
pub use error::{RequestError, Result};
pub use work::{Stream, Work};

use crate::protocol::{self, PlayerView};
use crate::{Event, Machine, Pairing, Player, TableSettings};
use ludex_core::{AnyTable, Spec};
use std::time::Duration;
use work::Studies;

/// No agent thinks longer on a move, and no analysis takes longer.
pub const MOST_THINKING: Duration = Duration::from_secs(30);
/// An analysis that names no time takes this long at most.
pub const USUAL_ANALYSIS: Duration = Duration::from_secs(2);
/// Agents of tables that name no time think this long at most.
const USUAL_THINKING: f64 = 2.0;
/// Nobody waits longer for a move than a minute.
const SLOWEST: u64 = 60_000;

/// Seats as bits: those for which somebody has the token.
pub type Mask = u32;

/// A table with its owner and the tokens of its seats.
pub struct Desk {
    /// The name of the table.
    pub id: String,
    /// Whoever has it may change the settings without a seat.
    pub owner: String,
    /// The token of each seat: whoever has it may play there, if a person is to play there.
    pub tokens: Vec<String>,
    /// The game.
    pub machine: Machine,
    /// Seats whose person is connected.
    pub here: Mask,
    /// Grows with every change.
    pub version: u64,
    studies: Studies,
}

impl Desk {
    /// A table; `secret` makes a token that nobody can guess.
    pub fn new(id: String, machine: Machine, mut secret: impl FnMut() -> String) -> Self {
        let tokens = machine.players().iter().map(|_| secret()).collect();
        let (owner, studies) = (secret(), Studies::default());
        Self { id, owner, tokens, machine, here: 0, version: 0, studies }
    }

    /// A table that has its name and tokens.
    pub fn restored(id: String, owner: String, tokens: Vec<String>, machine: Machine) -> Self {
        Self { id, owner, tokens, machine, here: 0, version: 0, studies: Studies::default() }
    }

    /// The seats of persons that a token opens.
    pub fn seats_of(&self, token: &str) -> Mask {
        let seats = self.machine.players().iter().zip(&self.tokens).enumerate();
        let opened = seats.filter(|(_, (player, own))| player.is_human() && same(own, token));
        opened.fold(0, |mask, (seat, _)| mask | 1 << seat)
    }

    /// The seats of persons.
    pub fn human_seats(&self) -> Mask {
        let players = self.machine.players().iter().enumerate();
        players.filter(|(_, p)| p.is_human()).fold(0, |mask, (seat, _)| mask | 1 << seat)
    }

    /// Whether a token lets one change the settings.
    pub fn may_set(&self, token: &str) -> Result<()> {
        if same(&self.owner, token) || self.seats_of(token) != 0 {
            return Ok(());
        }
        Err(wrong_token())
    }

    /// Whether a token lets one move now.
    fn may_move(&self, token: &str) -> Result<()> {
        let seats = self.seats_of(token);
        if seats == 0 {
            return Err(wrong_token());
        }
        match self.machine.mover() {
            None => Err(RequestError::conflict("the game is over; start a new one")),
            Some(seat) if seats & (1 << seat) != 0 => Ok(()),
            Some(seat) => {
                let say = format!("it is not your turn; wait for seat {}", seat + 1);
                Err(RequestError::conflict(say))
            }
        }
    }

    /// What has happened since this was last asked. Whoever looks sees a newer version then.
    pub fn take_events(&mut self) -> Vec<Event> {
        let events = self.machine.take_events();
        let seen = |event: &Event| {
            !matches!(event, Event::Live | Event::Planned(_) | Event::Thinking { .. })
        };
        self.version += u64::from(events.iter().any(seen));
        if events.iter().any(|event| matches!(event, Event::TookBack(_))) {
            self.studies.clear();
        }
        events
    }

    /// Changes pause, speed, players, explanations.
    ///
    /// `held` are the seats that the one who asks sits on.
    fn set(
        &mut self,
        token: &str,
        change: &protocol::Settings,
        held: Mask,
        now: Duration,
    ) -> Result<()> {
        self.may_set(token)?;
        let settings = changed(self.machine.settings(), change)?;
        if let Some(players) = &change.seats {
            let players = self.players_for(token, players, held)?;
            let seats = players.iter().zip(self.machine.players()).zip(&mut self.tokens);
            for ((new, old), own) in seats {
                // A seat that becomes a person's opens to whoever asked.
                if new != old && new.is_human() {
                    token.clone_into(own);
                }
            }
            self.machine.set_players(players, now);
        }
        self.machine.set(settings, now);
        Ok(())
    }

    /// The players after a change, if whoever has this token may make it.
    fn players_for(
        &self,
        token: &str,
        wanted: &[protocol::Player],
        held: Mask,
    ) -> Result<Vec<Player>> {
        let seats = self.tokens.len();
        if wanted.len() != seats {
            let say = format!("bad number of seats `{}`; this table has {seats}", wanted.len());
            return Err(RequestError::bad(say));
        }
        let owner = same(&self.owner, token);
        let old = self.machine.players().iter().zip(&self.tokens);
        let change =
            |(seat, ((old, own), wanted)): (usize, ((&Player, &String), &protocol::Player))| {
                let new = player(self.machine.table(), wanted)?;
                // The owner may do what nobody is there to mind.
                let free = owner && (self.here & !held) & (1 << seat) == 0;
                if new != *old && old.is_human() && !free && !same(own, token) {
                    let say = "that seat is another person's; leave it as it is";
                    return Err(RequestError::forbidden(say));
                }
                Ok(new)
            };
        old.zip(wanted).enumerate().map(change).collect()
    }

    /// Another token for a seat; the old one opens nothing any more. The owner may do so, and who sits there.
    pub fn renew(&mut self, token: &str, seat: usize, fresh: String, now: Duration) -> Result<()> {
        let Some(own) = self.tokens.get(seat) else {
            let say = format!("bad seat `{seat}`; this table has {}", self.tokens.len());
            return Err(RequestError::bad(say));
        };
        if !same(&self.owner, token) && !same(own, token) {
            return Err(wrong_token());
        }
        self.tokens[seat] = fresh;
        // Whoever keeps the table hears that something has changed.
        self.machine.set(self.machine.settings().clone(), now);
        Ok(())
    }

    /// Whether everybody may know by which seed chance plays: only when that foretells nothing any more.
    pub(super) fn tells_seed(&self) -> bool {
        self.machine.mover().is_none() || !self.machine.table().has_chance()
    }

    fn player_views(&self) -> Vec<PlayerView> {
        let view = |(seat, player): (usize, &Player)| PlayerView {
            player: player.to_string(),
            human: player.is_human(),
            here: player.is_human() && self.here & (1 << seat) != 0,
        };
        self.machine.players().iter().enumerate().map(view).collect()
    }
}

/// Settings of a new table.
pub fn new_settings(wanted: &protocol::Settings) -> Result<TableSettings> {
    let usual = TableSettings { think_seconds: Some(USUAL_THINKING), ..TableSettings::default() };
    changed(&usual, wanted)
}

/// The same settings with a change.
fn changed(settings: &TableSettings, change: &protocol::Settings) -> Result<TableSettings> {
    let most = MOST_THINKING.as_secs_f64();
    if let Some(seconds) = change.think_seconds.filter(|s| !(0.001..=most).contains(s)) {
        return Err(RequestError::bad(format!(
            "bad think_seconds `{seconds}`; give 0.001 to {most}"
        )));
    }
    if let Some(pace) = change.pace_ms.filter(|&pace| pace > SLOWEST) {
        return Err(RequestError::bad(format!("bad pace_ms `{pace}`; give 0 to {SLOWEST}")));
    }
    Ok(TableSettings {
        paused: change.paused.unwrap_or(settings.paused),
        pace_ms: change.pace_ms.or(settings.pace_ms),
        think_seconds: change.think_seconds.or(settings.think_seconds),
        explain: change.explain.unwrap_or(settings.explain),
        gravity: change.gravity.unwrap_or(settings.gravity),
        public: change.public.unwrap_or(settings.public),
    })
}

/// Who sits at a new table: those who were asked for, then the usual ones. In a game of a run they sit as they do
/// there.
pub fn seated(table: &dyn AnyTable, ask: &protocol::Create) -> Result<Vec<Player>> {
    let wanted = ask.seats.iter().map(|wanted| player(table, wanted));
    let mut wanted = wanted.collect::<Result<Vec<_>>>()?;
    if let Some(index) = ask.number.and_then(|number| number.checked_sub(1)) {
        let agents: Vec<Spec> = wanted.into_iter().map(Spec::from).collect();
        let pairing = Pairing::new(&agents, table.info().seats, table.seed(), index);
        wanted = pairing.seats.into_iter().map(Player::from).collect();
    }
    Ok(Player::seated(&table.info(), &wanted)?)
}

/// Who is meant, if the game has such an agent.
fn player(table: &dyn AnyTable, wanted: &protocol::Player) -> Result<Player> {
    match wanted {
        protocol::Player::Human => Ok(Player::Human),
        protocol::Player::Agent { agent } => Ok(Player::Agent(agent_of(table, agent)?)),
    }
}

/// The agent of that specification, if the game has it.
fn agent_of(table: &dyn AnyTable, text: &str) -> Result<Spec> {
    let spec: Spec = text.parse()?;
    table.check_agent(&spec)?;
    Ok(spec)
}

/// Compares without telling by the time it takes where the difference is.
pub fn same(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    one.len() == other.len() && pairs.fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// A token that opens nothing here.
fn wrong_token() -> RequestError {
    RequestError::forbidden("this token opens no seat of this table; join by the link of a seat")
}

impl From<&Player> for protocol::Player {
    fn from(player: &Player) -> Self {
        match player {
            Player::Human => Self::Human,
            Player::Agent(spec) => Self::Agent { agent: spec.to_string() },
        }
    }
}
