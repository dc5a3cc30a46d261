//! The logic of a game on the screen, without a screen.

use super::keys::{Listens, Wish};
use super::{App, Origin, Player};
use ludex_core::{
    Agent, Choice, Game, Notation, Picture, Result, Room, RoomInfo, Seat, Seed, Setup, Size, Spec,
    Turn, room,
};
use ludex_search::stock::{RANDOM, Stock};
use std::time::{Duration, Instant};

/// A walk on a line that does not wait: five steps lead home, with a turn at any time.
#[derive(Clone)]
struct Walk;

impl Game for Walk {
    type Position = (i8, u8);
    type Action = bool;
    type Undo = (i8, u8);

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> (i8, u8) {
        (0, 0)
    }

    fn turn(&self, at: &(i8, u8)) -> Turn {
        if at.1 == 5 { Turn::Over } else { Turn::Seat(Seat::FIRST) }
    }

    fn actions(&self, at: &(i8, u8), out: &mut Vec<bool>) {
        if at.1 < 5 {
            out.extend([false, true]);
        }
    }

    fn play(&self, at: &mut (i8, u8), right: bool) -> (i8, u8) {
        let before = *at;
        *at = (at.0 + if right { 1 } else { -1 }, at.1 + 1);
        before
    }

    fn undo(&self, at: &mut (i8, u8), _: bool, before: (i8, u8)) {
        *at = before;
    }

    fn score(&self, at: &(i8, u8), _: Seat) -> f64 {
        at.0.into()
    }

    fn key(&self, at: &(i8, u8)) -> u64 {
        u64::from(at.1) << 8 | u64::from(at.0 as u8)
    }
}

impl Notation for Walk {
    fn action_text(&self, right: bool) -> String {
        if right { "right".into() } else { "left".into() }
    }

    fn read_action(&self, text: &str) -> Result<bool> {
        match text {
            "right" => Ok(true),
            "left" => Ok(false),
            _ => Err(ludex_core::Error::bad("move", text, "left or right")),
        }
    }

    fn position_text(&self, at: &(i8, u8)) -> String {
        format!("{} {}\n", at.0, at.1)
    }

    fn read_position(&self, _: &str) -> Result<(i8, u8)> {
        Ok((0, 0))
    }

    fn picture(&self, _: &(i8, u8), _: &[bool]) -> Picture {
        Picture::new(11, 1)
    }
}

impl Room for Walk {
    const INFO: RoomInfo = RoomInfo {
        name: "walk",
        title: "Walk",
        about: "",
        seats: 1,
        rules: &[Choice { name: "standard", help: "", parameters: &[] }],
        sizes: [Size::new(11, 1); 3],
        agents: &[RANDOM],
        opponent: "random",
        metrics: &["steps"],
        input: "",
        perft_counts_paths: false,
    };

    fn open(_: &Spec, _: Option<Size>) -> Result<Self> {
        Ok(Walk)
    }

    fn rules(&self) -> Spec {
        Spec::named("standard")
    }

    fn size(&self) -> Size {
        Size::new(11, 1)
    }

    fn agent(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>> {
        Stock::new(spec, seed).build(ludex_core::ScoreOnly)
    }

    fn metrics(&self, _: &(i8, u8), plies: u64) -> Vec<f64> {
        vec![plies as f64]
    }

    fn arrow(&self, _: &(i8, u8), key: &str) -> Option<bool> {
        self.read_action(key).ok()
    }

    fn beat(&self, _: &(i8, u8)) -> Option<(Duration, bool)> {
        Some((Duration::from_millis(100), true))
    }
}

fn with_walk(test: impl FnOnce(App)) {
    let room = room::<Walk>();
    let setup = Setup { rules: Spec::named("standard"), size: None, seed: Seed(1) };
    let origin = Origin { room: room.as_ref(), setup, position: None };
    test(App::new(origin, vec![Player::Human], None).expect("a game"));
}

fn with_tris(players: &[&str], test: impl FnOnce(App)) {
    with_tris_of(None, players, test);
}

fn with_tris_of(size: Option<Size>, players: &[&str], test: impl FnOnce(App)) {
    let rooms = ludex_games::all();
    let room = rooms.iter().find(|room| room.info().name == "tris").expect("tris");
    let setup = Setup { rules: Spec::named("standard"), size, seed: Seed(1) };
    let origin = Origin { room: room.as_ref(), setup, position: None };
    let wanted: Vec<Player> = players.iter().map(|p| p.parse().expect("a player")).collect();
    let players = Player::seated(&room.info(), &wanted).expect("players");
    test(App::new(origin, players, None).expect("a game"));
}

/// Lets time pass until nobody thinks and it is the person's turn, or the game is over.
fn settle(app: &mut App) {
    let started = Instant::now();
    loop {
        app.advance(started.elapsed());
        let agents_turn = app.mover().is_some_and(|player| *player != Player::Human);
        if app.worker.is_none() && !agents_turn {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "nobody answers");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Times of tests that do not depend on the clock.
const START: Duration = Duration::ZERO;

fn moves(app: &App) -> Vec<String> {
    app.table().moves().into_iter().map(|(_, action)| action).collect()
}

#[test]
fn time_runs_only_after_the_first_key() {
    with_walk(|mut app| {
        let at = Duration::from_millis;
        app.advance(at(10_000));
        assert!(moves(&app).is_empty(), "it waits for a key");
        app.obey(&Wish::Arrow("left"), at(10_000));
        app.advance(at(10_099));
        assert!(moves(&app).is_empty(), "the beat is not over");
        app.advance(at(10_100));
        assert_eq!(moves(&app), ["left"]);
        app.advance(at(10_150));
        assert_eq!(moves(&app).len(), 1, "nor is the next");
        app.advance(at(10_200));
        assert_eq!(moves(&app), ["left", "right"], "silence is a move");
    });
}

#[test]
fn keys_pressed_within_a_beat_are_played_one_a_beat() {
    with_walk(|mut app| {
        let at = Duration::from_millis;
        app.obey(&Wish::Arrow("left"), at(0));
        app.obey(&Wish::Arrow("up"), at(0));
        app.obey(&Wish::Arrow("left"), at(0));
        app.advance(at(200));
        assert_eq!(moves(&app), ["left"]);
        app.advance(at(301));
        assert_eq!(moves(&app), ["left", "left"], "`up` means nothing and is skipped");
    });
}

#[test]
fn help_pauses_and_speed_shortens_the_beat() {
    with_walk(|mut app| {
        let at = Duration::from_millis;
        app.obey(&Wish::Pause, at(0));
        app.obey(&Wish::Help, at(0));
        app.advance(at(500));
        assert!(moves(&app).is_empty(), "nobody plays behind the help");
        assert_eq!(app.listens(), Listens::Anything);
        app.obey(&Wish::Cancel, at(500));
        app.obey(&Wish::Faster, at(500));
        app.advance(at(500));
        app.advance(at(551));
        app.advance(at(602));
        assert_eq!(moves(&app).len(), 2, "a beat of 50 ms");
        app.obey(&Wish::Undo, at(602));
        assert!(app.machine.settings().paused && moves(&app).len() == 1);
    });
}

#[test]
fn the_agent_answers_and_undo_takes_both_back() {
    with_tris(&[], |mut app| {
        let now = START;
        app.obey(&Wish::Confirm, now);
        settle(&mut app);
        assert_eq!(moves(&app).len(), 2);
        assert!(app.why.as_ref().is_some_and(|why| !why.advice), "the answer has reasons");
        app.obey(&Wish::Undo, now);
        assert_eq!((moves(&app).len(), app.plies()), (0, 0));
        app.obey(&Wish::Undo, now);
        assert_eq!(app.notice.as_deref(), Some("You have no move to take back."));
    });
}

#[test]
fn the_second_seat_cannot_take_back_the_agents_opening() {
    with_tris(&["random", "human"], |mut app| {
        settle(&mut app);
        assert_eq!(moves(&app).len(), 1);
        app.obey(&Wish::Undo, START);
        assert_eq!(moves(&app).len(), 1);
    });
}

#[test]
fn a_hint_is_shown_and_forgotten_after_the_move() {
    with_tris(&["human", "human"], |mut app| {
        app.obey(&Wish::Hint, START);
        settle(&mut app);
        let hint = app.hint.clone().expect("a hint");
        assert!(app.table().turn_and_actions().1.contains(&hint));
        app.obey(&Wish::Confirm, START);
        assert_eq!((app.hint.as_ref(), moves(&app).len()), (None, 1));
    });
}

#[test]
fn a_candidate_is_examined_and_questioned() {
    with_tris(&[], |mut app| {
        let now = START;
        app.obey(&Wish::Next, now);
        assert!(app.notice.is_some(), "there is nothing to examine yet");
        app.obey(&Wish::Why, now);
        settle(&mut app);
        app.obey(&Wish::Next, now);
        app.obey(&Wish::Next, now);
        let other = app.why.as_ref().and_then(|why| why.examined()).expect("a candidate");
        let other = other.action.clone();
        app.obey(&Wish::Confirm, now);
        settle(&mut app);
        let contrast = app.why.as_ref().and_then(|why| why.contrast.as_ref()).expect("an answer");
        assert_eq!(contrast.instead.action, other);
        assert!(moves(&app).is_empty(), "Enter asked, it did not play");
        app.obey(&Wish::Arrow("up"), now);
        app.obey(&Wish::Confirm, now);
        assert_eq!(moves(&app), ["b3"], "after an arrow Enter plays again");
    });
}

#[test]
fn reasons_come_soon_and_say_when_the_search_was_cut_short() {
    with_tris_of(Some(Size::new(7, 7)), &["human", "human"], |mut app| {
        app.advisor = "minimax:depth=9".parse().expect("an agent");
        let asked = Instant::now();
        app.obey(&Wish::Why, START);
        settle(&mut app);
        assert!(asked.elapsed() < 5 * super::think::A_QUESTION, "{:?}", asked.elapsed());
        let explanation = &app.why.as_ref().expect("reasons").explanation;
        let search = &explanation.decision.search;
        assert!(!search.complete && search.depth < 9, "{search:?}");
        assert!(explanation.words.contains("ended before"), "{}", explanation.words);
    });
}

#[test]
fn typed_moves_are_played_or_refused() {
    with_tris(&["human", "human"], |mut app| {
        let now = START;
        let type_line = |app: &mut App, text: &str| {
            app.obey(&Wish::Colon, now);
            assert_eq!(app.listens(), Listens::Line);
            text.chars().for_each(|c| app.obey(&Wish::Type(c), now));
            app.obey(&Wish::Confirm, now);
        };
        type_line(&mut app, "a1");
        type_line(&mut app, "a1");
        assert_eq!(moves(&app), ["a1"]);
        assert!(app.notice.as_ref().is_some_and(|text| text.contains("a1")), "{:?}", app.notice);
    });
}

#[test]
fn agents_that_play_each_other_can_be_halted() {
    with_tris(&["random", "random"], |mut app| {
        app.obey(&Wish::Pause, START);
        let later = Duration::from_secs(10);
        for _ in 0..5 {
            app.advance(later);
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(moves(&app).is_empty());
        app.obey(&Wish::Pause, later);
        app.set_speed(6);
        play_to_the_end(&mut app, later);
        assert!(app.mover().is_none(), "they play to the end");
        assert!(!app.status().is_empty());
    });
}

#[test]
fn every_state_can_be_drawn_at_every_size() {
    with_tris(&[], |mut app| {
        let wishes = [Wish::Confirm, Wish::Why, Wish::Next, Wish::WhyNot, Wish::Help];
        for wish in wishes {
            app.obey(&wish, START);
            settle_unless_helping(&mut app);
            for (width, height) in [(1, 1), (7, 3), (20, 5), (40, 12), (80, 24), (200, 60)] {
                let backend = ratatui::backend::TestBackend::new(width, height);
                let mut terminal = ratatui::Terminal::new(backend).expect("a terminal");
                terminal
                    .draw(|frame| drop(super::draw::game(frame, &app, START)))
                    .expect("a picture");
            }
        }
    });
}

/// Lets time fly until the game is over; agents think in real time meanwhile.
fn play_to_the_end(app: &mut App, mut now: Duration) {
    let started = Instant::now();
    while app.mover().is_some() {
        now += Duration::from_millis(10);
        app.advance(now);
        assert!(started.elapsed() < Duration::from_secs(20), "it never ends");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn settle_unless_helping(app: &mut App) {
    if app.listens() != Listens::Anything {
        settle(app);
    }
}

/// The screen at 80x24.
fn shown(app: &App) -> String {
    let backend = ratatui::backend::TestBackend::new(80, 24);
    let mut terminal = ratatui::Terminal::new(backend).expect("a terminal");
    terminal.draw(|frame| drop(super::draw::game(frame, app, START))).expect("a picture");
    terminal.backend().to_string()
}

#[test]
fn a_game_without_chance_offers_no_look_at_it() {
    with_tris(&["human", "human"], |mut app| {
        app.obey(&Wish::Confirm, START);
        app.obey(&Wish::Review, START);
        let text = shown(&app);
        assert!(text.contains("t play on") && !text.contains("chance"), "{text}");
        app.obey(&Wish::Help, START);
        let text = shown(&app);
        assert!(text.contains("play on from here") && !text.contains("chance"), "{text}");
    });
}
