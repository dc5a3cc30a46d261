//! The menu of games: which one, under which rules, against whom.

use super::keys::Wish;
use super::{App, KeyMap, Origin, Player};
use ludex_core::{AnyRoom, RoomInfo, Seed, Setup, Spec};

/// What the person has chosen so far.
pub(crate) struct Menu<'a> {
    rooms: &'a [Box<dyn AnyRoom>],
    seed: Seed,
    keymap: KeyMap,
    games_begun: u64,
    pub(crate) row: usize,
    rules: usize,
    agent: usize,
    seats: usize,
    /// What went wrong with the last choice.
    pub(crate) complaint: Option<String>,
    chosen: Option<App<'a>>,
}

impl<'a> Menu<'a> {
    pub(crate) fn new(rooms: &'a [Box<dyn AnyRoom>], seed: Seed, keymap: KeyMap) -> Self {
        let (row, rules, agent, seats) = (0, 0, 0, 0);
        Self {
            rooms,
            seed,
            keymap,
            games_begun: 0,
            row,
            rules,
            agent,
            seats,
            complaint: None,
            chosen: None,
        }
    }

    /// The games on offer.
    pub(crate) fn infos(&self) -> Vec<RoomInfo> {
        self.rooms.iter().map(|room| room.info()).collect()
    }

    fn room(&self) -> Option<&'a dyn AnyRoom> {
        self.rooms.get(self.row).map(AsRef::as_ref)
    }

    /// The rule set chosen for the game under the cursor.
    pub(crate) fn rules(&self) -> Option<&'static str> {
        let rules = self.room()?.info().rules;
        Some(rules.get(self.rules % rules.len().max(1))?.name)
    }

    /// The agents to meet: the usual one, then all.
    fn agents(&self) -> Vec<&'static str> {
        let Some(info) = self.room().map(AnyRoom::info) else { return Vec::new() };
        let others = info.agents.iter().map(|agent| agent.name);
        std::iter::once(info.opponent).chain(others.filter(|name| *name != info.opponent)).collect()
    }

    /// The agent chosen for the game under the cursor.
    pub(crate) fn agent(&self) -> &'static str {
        let agents = self.agents();
        agents.get(self.agent % agents.len().max(1)).copied().unwrap_or("random")
    }

    /// Who sits where.
    pub(crate) fn players(&self) -> Vec<Player> {
        let agent = || Player::from(self.agent().parse().unwrap_or_else(|_| Spec::named("random")));
        let seats = self.room().map_or(1, |room| room.info().seats);
        let person = match (seats, self.seats % (seats + 1)) {
            (_, choice) if choice < seats => Some(choice),
            _ => None,
        };
        let player = |seat| if Some(seat) == person { Player::Human } else { agent() };
        (0..seats).map(player).collect()
    }

    pub(crate) fn obey(&mut self, wish: &Wish) {
        let count = self.agents().len().max(1);
        self.complaint = None;
        match wish {
            Wish::Arrow("up") => self.go_to(self.row.saturating_sub(1)),
            Wish::Arrow("down") => self.go_to(self.row + 1),
            Wish::Arrow("right") => self.agent = (self.agent + 1) % count,
            Wish::Arrow(_) => self.agent = (self.agent + count - 1) % count,
            Wish::Rules => self.rules += 1,
            Wish::Seats => self.seats += 1,
            Wish::Confirm => self.begin(),
            _ => {}
        }
    }

    /// Moves to another game; choices belong to the game they were made for.
    fn go_to(&mut self, row: usize) {
        let row = row.min(self.rooms.len().saturating_sub(1));
        if row != self.row {
            (self.row, self.rules, self.agent, self.seats) = (row, 0, 0, 0);
        }
    }

    fn begin(&mut self) {
        let Some(room) = self.room() else { return };
        let rules = Spec::named(self.rules().unwrap_or("standard"));
        let seed =
            if self.games_begun == 0 { self.seed } else { self.seed.derive(self.games_begun) };
        let origin = Origin { room, setup: Setup { rules, size: None, seed }, position: None };
        self.games_begun += 1;
        match App::new(origin, self.players(), None) {
            Ok(app) => self.chosen = Some(app.with_keys(self.keymap.clone())),
            Err(error) => self.complaint = Some(error.to_string()),
        }
    }

    /// The game that was begun, once.
    pub(crate) fn take_game(&mut self) -> Option<App<'a>> {
        self.chosen.take()
    }
}
