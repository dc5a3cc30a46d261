//! What can be played here.

use crate::hub::{Hub, drawn_seed};
use crate::options::Rooms;
use crate::protocol::{Choosable, Create, GameView, RuleSet, Show};
use crate::trouble::{Result, Trouble};
use ludex_core::{AnyRoom, AnyTable, Choice, Error, RoomInfo, Seed, Setup, Spec};
use std::sync::{Arc, OnceLock};

/// The games, and the tables at which agents play for the home page.
pub(crate) struct Catalogue {
    rooms: Rooms,
    games: OnceLock<Vec<GameView>>,
    shows: OnceLock<Vec<Show>>,
}

impl Catalogue {
    pub(crate) fn new(rooms: Rooms) -> Self {
        Self { rooms, games: OnceLock::new(), shows: OnceLock::new() }
    }

    /// The room of that name.
    pub(crate) fn room(&self, name: &str) -> Result<&dyn AnyRoom> {
        let found = self.rooms.iter().find(|room| room.info().name == name);
        let names = self.rooms.iter().map(|room| room.info().name);
        Ok(found.ok_or_else(|| Error::unknown("game", name, names))?.as_ref())
    }

    /// A table as it is asked for.
    pub(crate) fn open(&self, ask: &Create) -> Result<Box<dyn AnyTable>> {
        let room = self.room(&ask.game)?;
        refuse_files(ask)?;
        let seed = ask.seed.map_or_else(drawn_seed, Seed);
        if let Some(position) = &ask.position {
            return Ok(room.load(position, seed)?);
        }
        let rules = match &ask.rules {
            Some(rules) => rules.parse()?,
            None => first_rules(&room.info()),
        };
        let size = ask.size.as_deref().map(str::parse).transpose()?;
        Ok(room.open(&Setup { rules, size, seed })?)
    }

    /// All games, described once.
    pub(crate) fn games(&self) -> &[GameView] {
        self.games.get_or_init(|| self.rooms.iter().map(|room| view(room.as_ref())).collect())
    }
}

/// Rules may name files. From strangers that is refused: which files there are is none of their business.
fn refuse_files(ask: &Create) -> Result<()> {
    let head = ask.position.as_deref().and_then(|text| text.lines().next());
    let names_file = |text: &&str| text.contains(['/', '\\']) || text.contains(".pieces");
    let Some(rules) = ask.rules.as_deref().into_iter().chain(head).find(names_file) else {
        return Ok(());
    };
    let rules: String = rules.chars().take(80).collect();
    let say = format!("bad rules `{rules}`: files are not read here; name a built-in set");
    Err(Trouble::bad(say))
}

fn first_rules(info: &RoomInfo) -> Spec {
    Spec::named(info.rules.first().map_or("standard", |rule| rule.name))
}

fn view(room: &dyn AnyRoom) -> GameView {
    let info = room.info();
    GameView {
        name: info.name.into(),
        title: info.title.into(),
        about: info.about.into(),
        seats: info.seats,
        rules: info.rules.iter().filter_map(|rule| rule_set(room, rule)).collect(),
        sizes: info.sizes.map(|size| size.to_string()),
        agents: info.agents.iter().map(choosable).collect(),
        opponent: info.opponent.into(),
        metrics: info.metrics.iter().map(ToString::to_string).collect(),
        input: info.input.into(),
    }
}

/// A rule set as it is offered; none where it cannot be played without further parameters.
fn rule_set(room: &dyn AnyRoom, rule: &Choice) -> Option<RuleSet> {
    let offer = room.offer(&Spec::named(rule.name))?;
    let Choosable { name, help, parameters } = choosable(rule);
    Some(RuleSet {
        name,
        help,
        parameters,
        seats: offer.seats,
        opponent: offer.opponent.into(),
        controls: offer.controls,
        look: offer.look,
    })
}

fn choosable(choice: &Choice) -> Choosable {
    let parameters = choice.parameters.iter();
    let texts = parameters.map(|p| [p.name, p.help, p.default].map(String::from));
    Choosable { name: choice.name.into(), help: choice.help.into(), parameters: texts.collect() }
}

impl Hub {
    /// Tables at which agents play for those who look, set up when first asked for.
    pub(crate) fn shows(self: &Arc<Self>) -> Vec<Show> {
        self.catalogue.shows.get_or_init(|| self.set_up_shows()).clone()
    }

    /// One for each rule set of each game. Nothing moves at them while nobody looks.
    fn set_up_shows(self: &Arc<Self>) -> Vec<Show> {
        let games = self.catalogue.games().iter();
        let all = games.flat_map(|game| game.rules.iter().map(move |rule| (game, rule)));
        all.filter_map(|(game, rule)| self.set_up_show(&game.name, &rule.name)).collect()
    }

    fn set_up_show(self: &Arc<Self>, game: &str, rules: &str) -> Option<Show> {
        let (own_game, own_rules) = (game.to_owned(), rules.to_owned());
        let hub = Arc::downgrade(self);
        let ask = move |seed| Create {
            game: own_game.clone(),
            rules: Some(own_rules.clone()),
            seed: Some(seed),
            ..Create::default()
        };
        let first = drawn_seed();
        let table = self.catalogue.open(&ask(first.0)).ok()?;
        let reopen = move |games: u64| {
            let hub = hub.upgrade()?;
            hub.catalogue.open(&ask(first.derive(games).0 >> 32)).ok()
        };
        let session = self.add_show(table, Arc::new(reopen)).ok()?;
        Some(Show { game: game.into(), rules: rules.into(), session })
    }
}
