//! Play in real time under a clock that the tests move.

mod advice;
mod small;

use super::keys::{Listens, Wish};
use super::{App, Origin, Player, draw};
use ludex_core::{Seed, Setup, Spec};
use ludex_table::{Purpose, RealTime};
use std::time::{Duration, Instant};

/// A game with its clock.
struct Played<'a> {
    app: App<'a>,
    now: Duration,
}

fn with_tetris(rules: &str, players: &[&str], test: impl FnOnce(Played)) {
    open_tetris(rules, None, players, test);
}

fn open_tetris(rules: &str, position: Option<String>, players: &[&str], test: impl FnOnce(Played)) {
    open_game("tetris", rules, 1, position, players, test);
}

fn open_game(
    name: &str,
    rules: &str,
    seed: u64,
    position: Option<String>,
    players: &[&str],
    test: impl FnOnce(Played),
) {
    let rooms = ludex_games::all();
    let room = rooms.iter().find(|room| room.info().name == name).expect("a game");
    let setup = Setup { rules: rules.parse().expect("rules"), size: None, seed: Seed(seed) };
    let origin = Origin { room: room.as_ref(), setup, position };
    let wanted: Vec<Player> = players.iter().map(|p| p.parse().expect("a player")).collect();
    let info = origin.open().expect("a table").info();
    let players = Player::seated(&info, &wanted).expect("players");
    let app = App::new(origin, players, None).expect("a game");
    test(Played { app, now: Duration::ZERO });
}

impl Played<'_> {
    fn wish(&mut self, wish: &Wish) {
        self.app.obey(wish, self.now);
    }

    fn steer(&mut self, key: &'static str) {
        self.wish(&Wish::Steer(key));
    }

    /// Lets time pass in small steps.
    fn pass(&mut self, ms: u64) {
        for _ in 0..ms / 10 {
            self.now += Duration::from_millis(10);
            self.app.advance(self.now);
        }
    }

    /// Lets time pass until something holds; agents think in real time meanwhile.
    fn pass_until(&mut self, what: &str, holds: impl Fn(&App) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !holds(&self.app) {
            assert!(Instant::now() < deadline, "never: {what}");
            self.pass(10);
            if self.app.worker.is_some() {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Waits for an answer while the clock stands still.
    fn hear(&mut self) {
        let deadline = Instant::now() + Duration::from_secs(20);
        self.app.advance(self.now);
        while self.app.worker.is_some() {
            assert!(Instant::now() < deadline, "nobody answers");
            std::thread::sleep(Duration::from_millis(1));
            self.app.advance(self.now);
        }
    }

    /// Row and column of the pivot.
    fn pivot(&self) -> (usize, usize) {
        let picture = self.app.falling_picture().expect("a falling piece");
        let index = picture.cells.iter().position(|cell| cell.text == "@").expect("a pivot");
        (index / picture.width, index % picture.width)
    }

    fn pieces(&self) -> usize {
        self.app.plies()
    }

    fn time(&self) -> &RealTime {
        self.app.machine.real_time().expect("a falling piece")
    }
}

#[test]
fn nothing_falls_before_the_first_key() {
    with_tetris("tetrisvs", &[], |mut game| {
        game.pass(5000);
        assert_eq!(game.pivot(), (1, 5));
        assert!(game.app.status().starts_with("Press a key to start"));
        game.steer("drop");
        assert_eq!(game.pieces(), 0, "the key that starts the game drops nothing");
        game.pass(990);
        assert_eq!(game.pivot(), (1, 5));
        game.pass(10);
        assert_eq!(game.pivot(), (2, 5), "a row a second");
    });
}

#[test]
fn keys_act_at_once_and_a_drop_brings_the_next_piece() {
    with_tetris("tetrisvs", &[], |mut game| {
        game.steer("left");
        assert_eq!(game.pivot(), (1, 4));
        game.steer("down");
        assert_eq!(game.pivot(), (2, 4));
        game.steer("drop");
        assert_eq!((game.pieces(), game.pivot()), (1, (1, 5)));
    });
}

#[test]
fn levels_quicken_gravity_and_halts_do_not_count() {
    with_tetris("tetrisvs", &[], |mut game| {
        game.wish(&Wish::Pause);
        game.pass(59_990);
        assert_eq!((game.time().level(), game.time().interval().as_millis()), (1, 1000));
        game.wish(&Wish::Pause);
        game.pass(30_000);
        game.wish(&Wish::Help);
        game.pass(30_000);
        assert_eq!(game.time().level(), 1, "neither a halt nor the help is time played");
        game.wish(&Wish::Cancel);
        game.wish(&Wish::Pause);
        game.pass(10);
        assert_eq!((game.time().level(), game.time().interval().as_millis()), (2, 800));
        assert!(game.pieces() >= 2, "pieces lock by themselves");
        assert_eq!(game.time().played().as_millis(), 60_000);
    });
}

#[test]
fn the_agent_plays_visibly_until_the_keys_are_taken_back() {
    with_tetris("tetrisvs", &[], |mut game| {
        game.wish(&Wish::Autoplay);
        game.pass_until("a plan", |app| app.status().contains("drop"));
        assert_eq!(game.pieces(), 0, "its keys take time");
        game.steer("left");
        assert!(game.app.notice.as_ref().is_some_and(|text| text.contains("gives you the keys")));
        game.pass_until("five pieces", |app| app.plies() >= 5);
        let slow = game.time().played();
        (0..4).for_each(|_| game.wish(&Wish::Faster));
        game.pass_until("ten pieces", |app| app.plies() >= 10);
        assert!(game.time().played() < 2 * slow, "faster");
        game.wish(&Wish::Autoplay);
        let (pieces, row) = (game.pieces(), game.pivot().0);
        game.pass(1000);
        assert_eq!((game.pieces(), game.pivot().0), (pieces, row + 1), "gravity is back");
    });
}

#[test]
fn the_agents_choice_is_what_lands() {
    for rules in ["tetrisvs", "simplified", "guideline"] {
        with_tetris(rules, &["dellacherie"], |mut game| {
            game.app.set_speed(6);
            for piece in 0..8 {
                let table = game.app.table().snapshot();
                let wanted =
                    table.choose(&Spec::named("dellacherie"), &ludex_core::Budget::unlimited());
                game.pass_until("a piece", |app| app.plies() > piece);
                let moves = game.app.table().moves();
                assert_eq!(moves[piece].1, wanted.expect("a choice"), "{rules}");
            }
        });
    }
}

#[test]
fn undo_takes_back_a_piece_and_halts() {
    with_tetris("tetrisvs", &[], |mut game| {
        game.wish(&Wish::Undo);
        assert!(game.app.notice.is_some(), "nothing to take back");
        game.steer("left");
        let before = game.app.table().save();
        game.steer("drop");
        game.wish(&Wish::Undo);
        assert_eq!((game.app.table().save(), game.pivot()), (before, (1, 5)));
        assert!(game.app.halted());
    });
}

#[test]
fn typed_moves_halt_gravity_and_count() {
    with_tetris("tetrisvs:list=OO", &[], |mut game| {
        game.steer("left");
        game.wish(&Wish::Colon);
        assert_eq!(game.app.listens(), Listens::Line);
        game.pass(3000);
        assert_eq!(game.pivot(), (1, 4));
        "O1@19,1".chars().for_each(|c| game.wish(&Wish::Type(c)));
        game.wish(&Wish::Confirm);
        assert_eq!((game.pieces(), game.pivot()), (1, (1, 5)));
    });
}

#[test]
fn a_game_ends_and_another_begins() {
    with_tetris("tetrisvs", &[], |mut game| {
        game.steer("left");
        for _ in 0..60 {
            game.steer("drop");
        }
        assert!(game.app.mover().is_none() && game.app.status().starts_with("Over: "));
        let played = game.time().played();
        game.pass(1000);
        assert_eq!(game.time().played(), played, "the clock stands");
        assert!(screen(&game, 80, 24).contains("Game over"));
        game.wish(&Wish::NewGame);
        assert_eq!((game.pieces(), game.time().played()), (0, Duration::ZERO));
        assert!(game.app.halted());
    });
}

fn screen(game: &Played, width: u16, height: u16) -> String {
    let backend = ratatui::backend::TestBackend::new(width, height);
    let mut terminal = ratatui::Terminal::new(backend).expect("a terminal");
    terminal.draw(|frame| drop(draw::game(frame, &game.app, game.now))).expect("a picture");
    terminal.backend().to_string()
}

#[test]
fn a_small_screen_shows_the_whole_board_with_its_numbers() {
    with_tetris("tetrisvs", &[], |game| {
        let text = screen(&game, 80, 24);
        assert!(text.contains(" 0 1 2 3 4 5 6 7 8 9"), "{text}");
        assert!((0..20).all(|row| text.contains(&format!("{row:2}|"))), "{text}");
        assert!(text.contains("next") && text.contains("level 1") && text.contains("()"), "{text}");
    });
}

#[test]
fn a_small_screen_shows_the_whole_answer_to_why_not() {
    for rules in ["tetrisvs", "guideline", "versus"] {
        with_tetris(rules, &[], |mut game| {
            game.wish(&Wish::Why);
            game.hear();
            (0..8).for_each(|_| game.wish(&Wish::Next));
            game.wish(&Wish::WhyNot);
            game.hear();
            let contrast = game.app.why.as_ref().and_then(|why| why.contrast.clone());
            let text = screen(&game, 80, 24);
            let shown: Vec<&str> = text.split_whitespace().collect();
            let words = contrast.expect("an answer").words;
            for word in words.split_whitespace() {
                assert!(shown.iter().any(|s| s.trim_end_matches('"') == word), "{word}:\n{text}");
            }
        });
    }
}

#[test]
fn a_small_screen_shows_all_keys() {
    for players in [&["human"][..], &["human", "human"]] {
        let rules = if players.len() == 1 { "tetrisvs" } else { "versus" };
        with_tetris(rules, players, |mut game| {
            game.wish(&Wish::Help);
            let text = screen(&game, 80, 24);
            for (keys, does) in game.app.key_lines() {
                assert!(text.contains(&format!("{keys}  {does}")), "{keys}, {does}:\n{text}");
            }
        });
    }
}

#[test]
fn every_state_can_be_drawn_at_every_size() {
    let wishes = [Wish::Steer("left"), Wish::Hint, Wish::Why, Wish::Next, Wish::Help];
    for rules in ["tetrisvs", "simplified", "guideline", "essex"] {
        with_tetris(rules, &[], |mut game| {
            for wish in &wishes {
                game.wish(wish);
                if game.app.listens() != Listens::Anything {
                    game.hear();
                }
                for (width, height) in [(1, 1), (7, 3), (20, 5), (40, 12), (80, 24), (200, 90)] {
                    screen(&game, width, height);
                }
            }
        });
    }
}

#[test]
fn an_agent_that_thinks_is_not_outrun_by_gravity() {
    with_tetris("tetrisvs", &["dellacherie"], |mut game| {
        game.app.advance(game.now);
        let purpose = game.app.machine.thinking().map(|(_, purpose)| purpose.clone());
        assert_eq!(purpose, Some(Purpose::Move));
        game.wish(&Wish::Steer("left"));
        assert_eq!(game.app.notice.as_deref(), Some("No seat is yours."));
        game.wish(&Wish::Autoplay);
        assert!(game.app.notice.as_ref().is_some_and(|text| text.contains("--seat human")));
    });
}

#[test]
fn the_clock_of_a_versus_game_ends_it() {
    with_tetris("versus:turns=1", &["human", "human"], |mut game| {
        game.wish(&Wish::SteerSeat(0, "left"));
        game.pass(59_000);
        assert!(game.app.table().time_left().is_some_and(|left| left.as_millis() <= 1000));
        assert!(game.app.mover().is_some());
        game.pass(1010);
        assert!(game.app.mover().is_none());
        assert_eq!(game.app.status(), "A draw.");
    });
}

#[test]
fn keys_of_the_other_player_do_nothing() {
    with_tetris("versus", &["human", "human"], |mut game| {
        game.wish(&Wish::SteerSeat(1, "drop"));
        game.wish(&Wish::SteerSeat(1, "left"));
        assert_eq!((game.pieces(), game.pivot()), (0, (1, 5)));
        game.wish(&Wish::SteerSeat(0, "left"));
        assert_eq!(game.pivot(), (1, 4));
        game.wish(&Wish::SteerSeat(0, "drop"));
        assert_eq!(game.app.status(), "Player 2 places.");
        game.wish(&Wish::SteerSeat(1, "right"));
        assert_eq!(game.pivot(), (1, 6));
    });
}

#[test]
fn a_move_taken_back_gives_its_time_back() {
    with_tetris("versus:turns=2", &["human", "human"], |mut game| {
        game.wish(&Wish::SteerSeat(0, "left"));
        game.pass(500);
        game.wish(&Wish::SteerSeat(0, "drop"));
        game.pass(250);
        assert_eq!(game.app.table().time_left(), Some(Duration::from_millis(119_250)));
        game.wish(&Wish::Undo);
        assert_eq!(game.app.table().time_left(), Some(Duration::from_mins(2)));
    });
}
