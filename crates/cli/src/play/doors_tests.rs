//! One script of keys and times gives the same game in the terminal and at the desk that answers messages.

use super::keys::Wish;
use super::{App, Origin, Player};
use ludex_core::{Rng, Seed, Setup};
use ludex_table::desk::{Catalogue, Desk, new_settings, seated};
use ludex_table::protocol::{self, Ask, Create, Settings};
use ludex_table::{Event, Machine};
use rand::RngExt;
use std::time::Duration;

/// A person's game: what is played, and the keys of it.
struct Game {
    name: &'static str,
    rules: &'static str,
    keys: &'static [&'static str],
}

const GAMES: [Game; 4] = [
    Game {
        name: "tetris",
        rules: "tetrisvs",
        keys: &["left", "right", "rotate", "down", "down", "drop"],
    },
    Game {
        name: "tetris",
        rules: "guideline",
        keys: &["left", "right", "rotate", "rotate-back", "hold", "drop"],
    },
    Game { name: "tetris", rules: "versus:turns=1", keys: &["left", "right", "rotate", "drop"] },
    Game { name: "snake", rules: "standard", keys: &["up", "left", "down", "right"] },
];

/// Keys with their times in milliseconds.
fn script(game: &Game, dice: &mut Rng) -> Vec<(u64, &'static str)> {
    let mut time = 0;
    let mut press = || {
        time += dice.random_range(20..900);
        (time, game.keys[dice.random_range(0..game.keys.len())])
    };
    (0..120).map(|_| press()).collect()
}

/// What came of it: the moves, how long each took, and the record.
type Played = (Vec<(String, Duration)>, String);

fn played(machine: &Machine) -> Played {
    let moves = machine.moves().iter().map(|made| (made.action.clone(), made.waited)).collect();
    (moves, machine.record().text())
}

/// The script on the screen, where time passes every few milliseconds.
fn in_the_terminal(game: &Game, script: &[(u64, &'static str)]) -> Played {
    let rooms = ludex_games::all();
    let room = rooms.iter().find(|room| room.info().name == game.name).expect("a room");
    let setup = Setup { rules: game.rules.parse().expect("rules"), size: None, seed: Seed(7) };
    let origin = Origin { room: room.as_ref(), setup, position: None };
    let seats = origin.open().expect("a table").info().seats;
    let mut app = App::new(origin, vec![Player::Human; seats], None).expect("a game");
    app.obey(&Wish::Pause, Duration::ZERO);
    let mut now = 0;
    for &(time, key) in script {
        while now + 7 < time {
            now += 7;
            app.advance(Duration::from_millis(now));
        }
        now = time;
        let wish = if game.name == "snake" { Wish::Arrow(key) } else { Wish::Steer(key) };
        app.obey(&wish, Duration::from_millis(now));
    }
    played(&app.machine)
}

/// The script as messages, where time passes when the machine asks for it.
fn at_the_desk(game: &Game, script: &[(u64, &'static str)]) -> Played {
    let settings = Settings { paused: Some(false), ..Settings::default() };
    let ask = Create {
        game: game.name.into(),
        rules: Some(game.rules.into()),
        seed: Some(7),
        seats: vec![protocol::Player::Human; if game.rules.starts_with("versus") { 2 } else { 1 }],
        settings,
        ..Create::default()
    };
    let table = Catalogue::new(ludex_games::all().into()).open(&ask, Seed(1)).expect("a table");
    let players = seated(table.as_ref(), &ask).expect("seats");
    let settings = new_settings(&ask.settings).expect("settings");
    let machine = Machine::new(table, players, settings, Duration::ZERO);
    let mut desk = Desk::new("desk".into(), machine, || "token".into());
    let mut now = Duration::ZERO;
    for &(time, key) in script {
        let time = Duration::from_millis(time);
        while let Some(wait) = desk.machine.until_next().filter(|wait| now + *wait < time) {
            now += wait;
            desk.machine.advance(now);
        }
        now = time;
        let (session, token, key) = ("desk".into(), "token".into(), key.into());
        // A game that is over refuses keys, in both doors.
        let _ = desk.answer(&Ask::Key { session, token, key }, 0, now);
    }
    assert!(!desk.take_events().iter().any(|event| matches!(event, Event::Failed { .. })));
    played(&desk.machine)
}

#[test]
fn one_script_gives_one_game_in_both_doors() {
    for (index, game) in GAMES.iter().enumerate() {
        for round in 0..3 {
            let mut dice = Seed(index as u64).derive(round).rng();
            let script = script(game, &mut dice);
            let terminal = in_the_terminal(game, &script);
            assert!(terminal.0.len() > 3, "{} {}: {}", game.name, game.rules, terminal.0.len());
            assert_eq!(terminal, at_the_desk(game, &script), "{} {}", game.name, game.rules);
        }
    }
}
