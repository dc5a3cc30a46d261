//! One script of keys and times gives the same game in the terminal and at the desk that answers messages.

use super::keys::Wish;
use super::{App, Origin, Player};
use ludex_core::{AnyRoom, Rng, Seed, Setup};
use ludex_table::desk::{Catalogue, Desk, new_settings, seated};
use ludex_table::protocol::{self, Ask, Create, Settings};
use ludex_table::{Event, Machine};
use rand::RngExt;
use std::sync::LazyLock;
use std::time::Duration;

/// A person's game: what is played, and the keys of it; where there are none, cells of the board are pointed at.
struct Game {
    name: &'static str,
    rules: &'static str,
    keys: &'static [&'static str],
}

/// What a person does.
#[derive(Clone, Copy)]
enum Input {
    /// Presses a key.
    Key(&'static str),
    /// Points at a column and a row.
    Cell(usize, usize),
}

const GAMES: [Game; 8] = [
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
    Game { name: "2048", rules: "standard", keys: &["up", "left", "down", "right"] },
    Game {
        name: "tetris2048",
        rules: "standard",
        keys: &["left", "right", "rotate", "rotate-back", "down", "drop"],
    },
    Game { name: "tris", rules: "standard", keys: &[] },
    Game { name: "pente", rules: "pente", keys: &[] },
];

/// What a person does, with the times in milliseconds.
fn script(game: &Game, dice: &mut Rng) -> Vec<(u64, Input)> {
    let picture = opened(game).open().expect("a table").picture(&[]);
    let mut time = 0;
    let mut press = |index: usize| {
        time += dice.random_range(20..900);
        let input = match game.keys.len() {
            // Pente begins in the middle.
            0 if index == 0 => Input::Cell(picture.width / 2, picture.height / 2),
            0 => {
                let column = dice.random_range(0..picture.width);
                Input::Cell(column, dice.random_range(0..picture.height))
            }
            count => Input::Key(game.keys[dice.random_range(0..count)]),
        };
        (time, input)
    };
    (0..120).map(press).collect()
}

/// What came of it: the moves, how long each took, and the record.
type Played = (Vec<(String, Duration)>, String);

fn played(machine: &Machine) -> Played {
    let moves = machine.moves().iter().map(|made| (made.action.clone(), made.waited)).collect();
    (moves, machine.record().text())
}

/// How the game is opened in the terminal.
fn opened(game: &Game) -> Origin<'static> {
    static ROOMS: LazyLock<Vec<Box<dyn AnyRoom>>> = LazyLock::new(ludex_games::all);
    let room = ROOMS.iter().find(|room| room.info().name == game.name).expect("a room");
    let setup = Setup { rules: game.rules.parse().expect("rules"), size: None, seed: Seed(7) };
    Origin { room: room.as_ref(), setup, position: None }
}

/// The script on the screen, where time passes every few milliseconds.
fn in_the_terminal(game: &Game, script: &[(u64, Input)]) -> Played {
    let origin = opened(game);
    let seats = origin.open().expect("a table").info().seats;
    let mut app = App::new(origin, vec![Player::Human; seats], None).expect("a game");
    if app.machine.settings().paused {
        app.obey(&Wish::Pause, Duration::ZERO);
    }
    let mut now = 0;
    for &(time, input) in script {
        while now + 7 < time {
            now += 7;
            app.advance(Duration::from_millis(now));
        }
        now = time;
        let wish = match input {
            Input::Cell(column, row) => Wish::Point(column, row),
            Input::Key(key) if app.falls() => Wish::Steer(key),
            Input::Key(key) => Wish::Arrow(key),
        };
        app.obey(&wish, Duration::from_millis(now));
    }
    played(&app.machine)
}

/// The script as messages, where time passes when the machine asks for it.
fn at_the_desk(game: &Game, script: &[(u64, Input)]) -> Played {
    let seats = opened(game).open().expect("a table").info().seats;
    let settings = Settings { paused: Some(false), ..Settings::default() };
    let ask = Create {
        game: game.name.into(),
        rules: Some(game.rules.into()),
        seed: Some(7),
        seats: vec![protocol::Player::Human; seats],
        settings,
        ..Create::default()
    };
    let table = Catalogue::new(ludex_games::all().into()).open(&ask, Seed(1)).expect("a table");
    let players = seated(table.as_ref(), &ask).expect("seats");
    let settings = new_settings(&ask.settings).expect("settings");
    let machine = Machine::new(table, players, settings, Duration::ZERO);
    let mut desk = Desk::new("desk".into(), machine, || "token".into());
    let mut now = Duration::ZERO;
    for &(time, input) in script {
        let time = Duration::from_millis(time);
        while let Some(wait) = desk.machine.until_next().filter(|wait| now + *wait < time) {
            now += wait;
            desk.machine.advance(now);
        }
        now = time;
        let (session, token) = ("desk".to_owned(), "token".to_owned());
        let ask = match input {
            Input::Key(key) => Some(Ask::Key { session, token, key: key.into() }),
            Input::Cell(column, row) => {
                let action = desk.machine.table().point(column, row);
                let action = action.map(|action| desk.machine.table().text(&action));
                action.map(|action| Ask::Act { session, token, action })
            }
        };
        // A game that is over refuses keys, in both doors.
        let _ = ask.map(|ask| desk.answer(&ask, 0, now));
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
