//! What can be played, and tables as they are asked for.

use super::{RequestError, Result};
use crate::Pairing;
use crate::protocol::{Choosable, Create, GameView, RuleSet};
use ludex_core::{AnyRoom, AnyTable, Choice, Error, RoomInfo, Seed, Setup, Spec};
use std::sync::{Arc, OnceLock};

/// The games of a house.
pub type Rooms = Arc<[Box<dyn AnyRoom>]>;

/// The games that can be played.
pub struct Catalogue {
    rooms: Rooms,
    games: OnceLock<Vec<GameView>>,
}

impl Catalogue {
    /// Offers these games.
    pub fn new(rooms: Rooms) -> Self {
        Self { rooms, games: OnceLock::new() }
    }

    /// The room of that name.
    pub fn room(&self, name: &str) -> Result<&dyn AnyRoom> {
        let found = self.rooms.iter().find(|room| room.info().name == name);
        let names = self.rooms.iter().map(|room| room.info().name);
        Ok(found.ok_or_else(|| Error::unknown("game", name, names))?.as_ref())
    }

    /// A table as it is asked for, with `seed` if none is named.
    pub fn open(&self, ask: &Create, seed: Seed) -> Result<Box<dyn AnyTable>> {
        let room = self.room(self.game_of(ask)?)?;
        refuse_files(ask)?;
        let seed = match (ask.seed.map_or(seed, Seed), ask.number) {
            (_, Some(0)) => return Err(RequestError::bad("bad number `0`; games count from 1")),
            (seed, Some(number)) => Pairing::seed(ask.seats.len(), seed, number - 1),
            (seed, None) => seed,
        };
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

    /// The game that is meant: a position names its own in its first word.
    fn game_of<'a>(&self, ask: &'a Create) -> Result<&'a str> {
        let asked = Some(ask.game.as_str()).filter(|name| !name.is_empty());
        let in_position = || ask.position.as_deref()?.lines().next()?.split_whitespace().next();
        asked.or_else(in_position).ok_or_else(|| {
            let names: Vec<&str> = self.rooms.iter().map(|room| room.info().name).collect();
            let names = names.join(", ");
            RequestError::bad(format!("`game` is missing; give one of: {names}, or a `position`"))
        })
    }

    /// All games, described once.
    pub fn games(&self) -> &[GameView] {
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
    Err(RequestError::bad(say))
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
        threats: offer.threats,
    })
}

fn choosable(choice: &Choice) -> Choosable {
    let parameters = choice.parameters.iter();
    let texts = parameters.map(|p| [p.name, p.help, p.default].map(String::from));
    Choosable { name: choice.name.into(), help: choice.help.into(), parameters: texts.collect() }
}
