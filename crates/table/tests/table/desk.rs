//! Messages answered without a server.

use crate::{drive, machine, table};
use ludex_core::{Seed, Spec, Stop};
use ludex_table::desk::{Catalogue, Desk, Outcome, RequestError, Stream, new_settings, seated};
use ludex_table::protocol::{Answer, Ask, Create, ErrorKind, Player as Wanted, Settings};
use ludex_table::{Machine, Pairing};
use std::time::Duration;

fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// A table as a message asks for it, with tokens that say their number.
fn desk(ask: &Create) -> Desk {
    let catalogue = Catalogue::new(ludex_games::all().into());
    let table = catalogue.open(ask, Seed(1)).expect("a table");
    let players = seated(table.as_ref(), ask).expect("seats");
    let settings = new_settings(&ask.settings).expect("settings");
    let mut count = 0;
    Desk::new("table".into(), Machine::new(table, players, settings, ms(0)), || {
        count += 1;
        format!("token{count}")
    })
}

fn ask(desk: &mut Desk, ask: &Ask, now: u64) -> Result<Answer, RequestError> {
    match desk.answer(ask, 0, ms(now))? {
        Outcome::Answer(answer) => Ok(answer),
        Outcome::Work(_) => panic!("this takes no time"),
    }
}

fn act(token: &str, action: &str) -> Ask {
    Ask::Act { session: "table".into(), token: token.into(), action: action.into() }
}

#[test]
fn tokens_open_seats_and_turns_are_kept() {
    let seats = vec![Wanted::Human, Wanted::Human];
    let mut desk = desk(&Create { game: "tris".into(), seats, ..Create::default() });
    let kind = |answer: Result<Answer, RequestError>| answer.expect_err("a refusal").kind;
    assert_eq!(kind(ask(&mut desk, &act("nobody", "b2"), 0)), ErrorKind::Forbidden);
    assert_eq!(kind(ask(&mut desk, &act("token2", "b2"), 0)), ErrorKind::Conflict);
    ask(&mut desk, &act("token1", "b2"), 0).expect("a move");
    assert_eq!(kind(ask(&mut desk, &act("token2", "b2"), 0)), ErrorKind::Conflict);
    let undo = |token: &str| Ask::Undo { session: "table".into(), token: token.into() };
    ask(&mut desk, &act("token2", "a1"), 0).expect("a move");
    assert_eq!(kind(ask(&mut desk, &undo("token1"), 0)), ErrorKind::Conflict, "the other moved");
    let Answer::State { state } = ask(&mut desk, &undo("token2"), 0).expect("undo") else {
        panic!("a state")
    };
    assert_eq!((state.ply, state.yours), (1, vec![1]));
}

#[test]
fn threats_are_told_where_the_game_knows_them() {
    let seats = vec![Wanted::Human, Wanted::Human];
    let rows = ". . . . . . .\n".repeat(3) + ". . X X X . .\n. . O O . . .\n";
    let position = format!("pente pente 7x7\n{rows}{}captured 0 0\n", ". . . . . . .\n".repeat(2));
    let wanted =
        Create { game: "pente".into(), seats, position: Some(position), ..Create::default() };
    let mut pente = desk(&wanted);
    let threats = Ask::Threats { session: "table".into(), ply: None };
    let Ok(Answer::Threats { threats: told }) = ask(&mut pente, &threats, 0) else {
        panic!("threats")
    };
    assert!(told.iter().any(|threat| threat.seat == 0 && threat.wins), "{told:?}");
    assert_eq!(told[0].words, "F4 completes the row C4-F4 and wins");
    let mut tris = desk(&Create { game: "tris".into(), ..Create::default() });
    let refused = ask(&mut tris, &threats, 0).expect_err("a refusal");
    assert!(refused.to_string().contains("knows no threats"), "{refused}");
}

#[test]
fn bad_settings_change_nothing() {
    let mut desk = desk(&Create { game: "tris".into(), ..Create::default() });
    let set = |settings| Ask::Set { session: "table".into(), token: "token1".into(), settings };
    let before = desk.state(0);
    for settings in [
        Settings { think_seconds: Some(1e9), ..Settings::default() },
        Settings { pace_ms: Some(1_000_000), ..Settings::default() },
        Settings { seats: Some(vec![Wanted::Human]), ..Settings::default() },
    ] {
        let refused = ask(&mut desk, &set(settings), 0).expect_err("a refusal");
        assert_eq!(refused.kind, ErrorKind::Bad, "{refused}");
    }
    desk.take_events();
    assert_eq!(desk.state(0), before);
}

/// Game 4 of a run is the same at a table that is asked for by its number.
#[test]
fn a_game_of_a_run_is_asked_for_by_its_number() {
    let agents = ["minimax", "random"].map(Spec::named);
    let seats = agents.iter().map(|agent| Wanted::Agent { agent: agent.to_string() }).collect();
    let (seed, number) = (Some(5), Some(4));
    let wanted = Create { game: "tris".into(), seats, seed, number, ..Create::default() };
    let mut desk = desk(&wanted);
    drive(&mut desk.machine, ms(0), usize::MAX);
    let pairing = Pairing::new(&agents, 2, Seed(5), 3);
    let names: Vec<String> = pairing.seats.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["random", "minimax"], "seats are swapped in every second game");
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut other = machine(table("tris", &Spec::named("standard"), pairing.seed), &names);
    drive(&mut other, ms(0), usize::MAX);
    assert_eq!(desk.machine.table().moves(), other.table().moves());
    let zero = Create { number: Some(0), ..wanted };
    let catalogue = Catalogue::new(ludex_games::all().into());
    assert!(catalogue.open(&zero, Seed(1)).is_err());
}

#[test]
fn a_checkpoint_takes_back_what_came_after_it() {
    let mut machine = machine(table("tetris", &Spec::named("tetrisvs"), Seed(3)), &["human"]);
    machine.key("drop", ms(10)).expect("a key");
    let (before, record) = (machine.checkpoint(), machine.record());
    machine.key("left", ms(20)).expect("a key");
    machine.key("drop", ms(30)).expect("a key");
    assert_eq!(machine.plies(), 2);
    machine.restore(before, ms(40));
    assert_eq!((machine.plies(), machine.record()), (1, record));
    assert!(machine.can_take_back());
}

/// What work comes to, with a real clock.
fn done(desk: &mut Desk, ask: &Ask) -> Answer {
    let started = std::time::Instant::now();
    let stream = Stream {
        stop: Stop::default(),
        send: Box::new(|_| true),
        clock: Box::new(move || started.elapsed()),
    };
    match desk.answer(ask, 0, ms(0)).expect("an outcome") {
        Outcome::Answer(answer) => answer,
        Outcome::Work(work) => work.run(&stream).expect("an answer"),
    }
}

fn analyse(ply: u64) -> Ask {
    Ask::Analyse { session: "table".into(), ply: Some(ply), agent: None, seconds: None }
}

#[test]
fn a_person_is_advised_and_an_agent_speaks_of_itself() {
    let agent = Wanted::Agent { agent: "minimax".into() };
    let create = |seats| Create { game: "tris".into(), seats, ..Create::default() };
    let words = |seats| match done(&mut desk(&create(seats)), &analyse(0)) {
        Answer::Analysis { explanation, .. } => explanation.words.clone(),
        other => panic!("{other:?}"),
    };
    let advice = words(vec![Wanted::Human, agent.clone()]);
    assert!(advice.starts_with("Play the ") && !advice.contains("I "), "{advice}");
    let own = words(vec![agent.clone(), Wanted::Human]);
    assert!(own.starts_with("I play the ") && own.contains("Your best answer"), "{own}");
    let watched = words(vec![agent.clone(), agent.clone()]);
    assert!(watched.starts_with("I play the "), "{watched}");
    assert!(watched.contains("Player 2's best answer"), "{watched}");
    let other = Wanted::Agent { agent: "negamax".into() };
    let mut two = desk(&create(vec![agent, other.clone()]));
    let asked = Ask::Analyse {
        session: "table".into(),
        ply: Some(0),
        agent: Some("negamax".into()),
        seconds: None,
    };
    let Answer::Analysis { explanation, .. } = done(&mut two, &asked) else { panic!("reasons") };
    assert!(explanation.words.starts_with("Player 1 should play the "), "{}", explanation.words);
}

/// Doubts about the first move against the usual opponent, in every game.
#[test]
fn doubts_come_with_what_became_of_them() {
    for game in ["2048", "tetris", "snake"] {
        let usual = Create { game: game.into(), ..Create::default() };
        let mut desk = desk(&usual);
        let Answer::Analysis { explanation, .. } = done(&mut desk, &analyse(0)) else {
            panic!("reasons")
        };
        let decision = &explanation.decision;
        let other = decision.candidates.iter().rev().find(|c| c.action != decision.best().action);
        let instead = other.expect("another move").action.clone();
        let why = Ask::WhyNot {
            session: "table".into(),
            ply: Some(0),
            agent: None,
            instead: instead.clone(),
        };
        let Answer::WhyNot { contrast, .. } = done(&mut desk, &why) else { panic!("an answer") };
        assert_eq!(contrast.instead.action, instead);
        if let Some(found) = &contrast.consequences {
            assert!(contrast.words.ends_with(&found.words), "{}", contrast.words);
            assert!(found.games >= 10 && found.moves == 20, "{found:?}");
            assert!(!found.figures.is_empty(), "{found:?}");
        }
    }
}

/// "What if the 4 had come there?": all that chance could have put after a slide, with what an agent would make of it.
#[test]
fn other_draws_are_told_with_what_would_have_come_of_them() {
    let position = "2048 standard 4x4\n64 32 16 8\n2 4 0 0\n2 0 0 0\n0 0 0 0\nscore 0\n";
    let create =
        Create { position: Some(position.into()), game: "2048".into(), ..Create::default() };
    let mut desk = desk(&create);
    ask(&mut desk, &act("token1", "down"), 0).expect("a slide");
    let draws = |ply| Ask::Draws { session: "table".into(), ply: Some(ply), agent: None };
    let Answer::Draws { complete, draws: found, .. } = done(&mut desk, &draws(1)) else {
        panic!("draws")
    };
    // The two 2s have merged: ten cells were free, for a 2 or a 4 each.
    assert!(complete && found.len() == 20, "{}", found.len());
    assert!((found.iter().map(|draw| draw.share).sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(found.is_sorted_by(|a, b| a.value >= b.value), "the best comes first");
    let now = desk.machine.table().save();
    let came: Vec<_> = found.iter().filter(|draw| draw.came).map(|draw| &draw.position).collect();
    assert_eq!(came, [&now]);
    for draw in &found {
        let four = draw.drawn[0].starts_with("4@");
        assert!((draw.share - if four { 0.01 } else { 0.09 }).abs() < 1e-9, "{draw:?}");
        assert!(
            draw.phrase.starts_with(if four { "a 4 in the " } else { "a 2 in the " }),
            "{draw:?}"
        );
        assert!(draw.best.is_some() && draw.value.is_some());
    }
    // The first two tiles can come in too many ways: some are drawn by lot.
    let Answer::Draws { draws: found, .. } = done(&mut desk, &draws(0)) else { panic!("draws") };
    assert!(found.is_empty(), "chance had no part before the position that was set up");
    let fresh = &mut self::desk(&Create { game: "2048".into(), ..Create::default() });
    let Answer::Draws { complete, draws: found, .. } = done(fresh, &draws(0)) else {
        panic!("draws")
    };
    assert!(!complete && found.iter().filter(|draw| draw.came).count() == 1);
    let mut tris = self::desk(&Create { game: "tris".into(), ..Create::default() });
    let Answer::Draws { draws: found, .. } = done(&mut tris, &draws(0)) else { panic!("draws") };
    assert!(found.is_empty());
}
