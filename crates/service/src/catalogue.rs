//! Tables at which agents play for the home page.

use crate::clock;
use crate::error::Result;
use crate::hub::{Hub, drawn_seed};
use crate::protocol::{Create, Show};
use ludex_core::Seed;
use ludex_table::{Machine, Player, TableSettings};
use std::sync::{Arc, OnceLock};

/// Between two keys of a piece in a show, in milliseconds: slow enough to be watched.
const KEY_PACE: u64 = 120;

/// The shows of a server, once they are set up.
pub(crate) type Shows = OnceLock<Vec<Show>>;

impl Hub {
    /// Tables at which agents play for those who look, set up when first asked for.
    pub(crate) fn shows(self: &Arc<Self>) -> Vec<Show> {
        self.shows.get_or_init(|| self.set_up_shows()).clone()
    }

    /// One for each rule set of each game. Nothing moves at them while nobody looks.
    fn set_up_shows(self: &Arc<Self>) -> Vec<Show> {
        let games = self.catalogue.games().iter();
        let all = games.flat_map(|game| game.rules.iter().map(move |rule| (game, rule)));
        all.filter_map(|(game, rule)| self.set_up_show(&game.name, &rule.name)).collect()
    }

    fn set_up_show(self: &Arc<Self>, game: &str, rules: &str) -> Option<Show> {
        let (own_game, own_rules) = (game.to_owned(), rules.to_owned());
        let (hub, first) = (Arc::downgrade(self), drawn_seed());
        let machine = self.show_game(game, rules, first).ok()?;
        let reopen = move |games: u64| {
            hub.upgrade()?.show_game(&own_game, &own_rules, first.of_game(games)).ok()
        };
        let session = self.add_show(machine, Arc::new(reopen)).ok()?;
        Some(Show { game: game.into(), rules: rules.into(), session })
    }

    /// A game of a show: the usual agent on every seat.
    fn show_game(&self, game: &str, rules: &str, seed: Seed) -> Result<Machine> {
        let ask = Create {
            game: game.into(),
            rules: Some(rules.into()),
            seed: Some(seed.0),
            ..Create::default()
        };
        let table = self.catalogue.open(&ask, seed)?;
        let (info, falls) = (table.info(), table.live().is_some());
        let players = vec![Player::Agent(info.opponent.parse()?); info.seats];
        let settings = TableSettings {
            pace_ms: falls.then_some(KEY_PACE),
            think_seconds: Some(2.0),
            ..TableSettings::default()
        };
        Ok(Machine::new(table, players, settings, clock::now()).without_reasons())
    }
}
