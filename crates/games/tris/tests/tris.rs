//! Tris through the doors that every game has.

use ludex_core::{
    Budget, Evaluate, Game, Notation, Proven, Room, Seat, Seed, Setup, Size, Spec, Stop,
    conformance, explain, room,
};
use ludex_tris::{Outcome, Tris};

fn sizes() -> [Tris; 3] {
    [
        Tris::default(),
        Tris::new(Size::new(5, 4), 4).unwrap(),
        Tris::new(Size::new(7, 7), 5).unwrap(),
    ]
}

#[test]
fn conforms() {
    for game in sizes() {
        conformance::check(&game, 50, Seed(1));
        conformance::check_terms(&game, &Outcome, 50, Seed(2));
    }
}

#[test]
fn agents_conform() {
    for agent in [
        "random",
        "minimax",
        "negamax",
        "minimax:random=false",
        "mcts:sims=300",
        "flat:playouts=20",
    ] {
        conformance::check_agent(&Tris::default(), agent, 10, 1, Seed(3));
    }
    let large = Tris::new(Size::new(5, 4), 4).unwrap();
    for agent in
        ["minimax:depth=3", "mcts:sims=60", "flat:playouts=3", "minimax:perspective=min,depth=2"]
    {
        conformance::check_agent(&large, agent, 3, 3, Seed(4));
    }
}

#[test]
fn a_search_that_ran_out_of_nodes_claims_no_more_than_it_did() {
    let large = Tris::new(Size::new(4, 4), 3).unwrap();
    for nodes in [1, 30, 400, 3000] {
        conformance::check_claims(&large, "minimax:depth=4", nodes, 2, Seed(5));
        conformance::check_claims(&Tris::default(), "minimax", nodes, 3, Seed(6));
    }
}

/// Which cells a term counts, found again by looking at every row of the board.
#[test]
fn terms_point_at_the_rows_they_count() {
    let tris = Tris::default();
    let mut position = tris.start();
    for action in ["a1", "b2", "b1", "c3", "c1"] {
        tris.play(&mut position, tris.read_action(action).unwrap());
    }
    let terms = Outcome.terms(&tris, &position, Seat::FIRST);
    let result = terms.iter().find(|term| term.name == "result").unwrap();
    assert_eq!(result.cells, [[0, 2], [1, 2], [2, 2]], "the bottom row is complete");
}

fn table(seed: u64) -> Box<dyn ludex_core::AnyTable> {
    let rules = Spec::named("standard");
    room::<Tris>().open(&Setup { rules, size: None, seed: Seed(seed) }).unwrap()
}

fn specs(names: [&str; 2]) -> Vec<Spec> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

#[test]
fn the_empty_board_is_a_draw_and_every_move_keeps_it() {
    let decision = table(1).decide(&Spec::named("minimax"), &Budget::unlimited()).unwrap();
    assert_eq!(decision.candidates.len(), 9);
    for candidate in decision.candidates {
        assert_eq!((candidate.value, candidate.proven), (0.0, Some(Proven::Draw)));
    }
}

#[test]
fn perfect_players_never_lose() {
    for seed in 0..20 {
        for (agents, loser) in [
            (["minimax", "random"], 0),
            (["random", "minimax"], 1),
            (["negamax", "random"], 0),
            (["random", "negamax"], 1),
        ] {
            let end = table(seed).run(&specs(agents), Seed(seed), 99, &Stop::default()).unwrap();
            assert!(end.over && end.scores[loser] >= 0.0, "{agents:?} lost with seed {seed}");
        }
        let end = table(seed).run(&specs(["minimax", "negamax"]), Seed(seed), 99, &Stop::default());
        assert_eq!(end.unwrap().scores, [0.0, 0.0]);
    }
}

/// What a search expects after a move is what made the move's value.
#[test]
fn the_tree_unfolds_as_it_was_searched() {
    let budget = Budget::unlimited();
    let mut table = table(1);
    for action in ["a1", "b2", "a2"] {
        table.play(action).unwrap();
    }
    for agent in ["minimax", "negamax"] {
        let agent = Spec::named(agent);
        let decision = table.decide(&agent, &budget).unwrap();
        for candidate in &decision.candidates {
            let path = std::slice::from_ref(&candidate.action);
            let answers = table.unfold(&agent, path, &budget).unwrap().candidates;
            let value = answers.first().map_or(candidate.value, |answer| answer.value);
            assert_eq!(value, candidate.value, "{agent} {}", candidate.action);
            assert_eq!(answers.is_empty(), candidate.line.len() == 1);
            assert!(answers.iter().all(|answer| answer.value >= value), "the other wants it low");
        }
    }
    let agent: Spec = "mcts:sims=500".parse().unwrap();
    let best = table.decide(&agent, &budget).unwrap().best().clone();
    let unfolded = table.unfold(&agent, std::slice::from_ref(&best.action), &budget).unwrap();
    let visits: u64 = unfolded.candidates.iter().filter_map(|answer| answer.visits).sum();
    assert!(visits > 0 && visits < best.visits.unwrap(), "{visits}");
    assert_eq!(unfolded.phrases.get("c1").map(String::as_str), Some("the corner c1"));
    let taken = table.unfold(&agent, &["a3".into(), "a3".into()], &budget);
    assert!(taken.is_ok_and(|found| found.candidates.is_empty()), "nothing was visited there");
    let twice = ["a3".to_owned(), "a3".to_owned()];
    let error = table.unfold(&Spec::named("minimax"), &twice, &budget).unwrap_err();
    assert!(error.to_string().contains("a3 a3"), "{error}");
}

#[test]
fn openings_vary_with_the_seed() {
    let open = |seed| table(seed).choose(&Spec::named("minimax"), &Budget::unlimited()).unwrap();
    let openings: std::collections::BTreeSet<String> = (0..100).map(open).collect();
    assert_eq!(openings.len(), 9);
}

#[test]
fn a_win_is_taken_at_once_and_a_threat_is_stopped() {
    let choose = |text: &str| {
        let table = room::<Tris>().load(text, Seed(1)).unwrap();
        table.choose(&Spec::named("minimax"), &Budget::unlimited()).unwrap()
    };
    assert_eq!(choose("tris standard 3x3\nXX.\nOO.\n...\n"), "c3");
    assert_eq!(choose("tris standard 3x3\nX..\nOO.\nX..\n"), "c2");
}

#[test]
fn perft_reaches_every_position() {
    let perft = table(1).perft(9, &Stop::default());
    assert_eq!(perft.positions, [9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert_eq!(perft.positions.iter().sum::<u64>() + 1, 5_478);
    assert_eq!(perft.paths[..6], [9, 72, 504, 3_024, 15_120, 54_720]);
}

#[test]
fn decisions_look_the_same_from_outside() {
    let table = room::<Tris>().load("tris standard 3x3\nX..\n.O.\nX..\n", Seed(1)).unwrap();
    let mut decision = table.decide(&Spec::named("minimax"), &Budget::unlimited()).unwrap();
    decision.search.seconds = 0.0;
    insta::assert_json_snapshot!(decision);
}

#[test]
fn explanations_say_what_the_board_proves() {
    let load = |text: &str| room::<Tris>().load(text, Seed(1)).unwrap();
    let words = |text: &str| {
        load(text).explain(&Spec::named("minimax"), &Budget::unlimited()).unwrap().words
    };
    insta::assert_snapshot!(words("tris standard 3x3\nX..\n.O.\nX..\n"));
    insta::assert_snapshot!(words("tris standard 3x3\nXX.\nOO.\n...\n"));
    insta::assert_snapshot!(words("tris standard 3x3\n...\n...\n...\n"));
    let table = load("tris standard 3x3\nX..\n.O.\nX..\n");
    let contrast = table.why_not(&Spec::named("minimax"), "c3", &Budget::unlimited()).unwrap();
    insta::assert_snapshot!(contrast.words);
    assert!(table.why_not(&Spec::named("minimax"), "a1", &Budget::unlimited()).is_err());
}

#[test]
fn undo_and_replay_meet_the_same_game() {
    let mut table = table(1);
    for cell in ["b2", "a1", "c3"] {
        table.play(cell).unwrap();
    }
    let saved = table.save();
    table.undo().unwrap();
    table.play("c3").unwrap();
    assert_eq!(table.save(), saved);
    assert!(table.play("c3").unwrap_err().to_string().contains("illegal move `c3`"));
    assert_eq!(table.save(), saved);
    for _ in 0..3 {
        table.undo().unwrap();
    }
    assert!(table.undo().unwrap_err().to_string().contains("no move to take back"));
    assert_eq!(Tris::INFO.seats, table.scores().len());
}

/// Every claim of the explanations, checked by a plain search of the whole game.
#[test]
fn claims_are_true() {
    let mut claims = 0;
    for agent in ["minimax", "minimax:depth=2", "mcts:sims=150", "flat:playouts=8", "random"] {
        claims += conformance::check_words(&Tris::default(), agent, 20, 1, Seed(7));
        let wide = Tris::new(Size::new(4, 3), 3).unwrap();
        claims += conformance::check_words(&wide, agent, 3, 2, Seed(8));
    }
    assert!(claims > 2000, "only {claims} claims");
}

/// Who opens in a corner wins against every answer but the centre. Opponents that newcomers meet know that.
#[test]
fn no_usual_opponent_loses_to_a_corner() {
    for agent in [Tris::INFO.opponent, FRIENDLY] {
        for seed in 0..60 {
            let mut table = table(seed);
            table.play("a1").unwrap();
            let answer = table.choose(&agent.parse().unwrap(), &Budget::unlimited()).unwrap();
            assert_eq!(answer, "b2", "{agent} with seed {seed}");
        }
    }
}

/// What the page offers first: it proves what it can, and has the time to.
const FRIENDLY: &str = "mcts:sims=2000";

#[test]
fn a_referee_knows_better_than_a_short_look() {
    let text = "tris standard 3x3\n. . .\n. . .\nX . .\n";
    let table = room::<Tris>().load(text, Seed(1)).unwrap();
    let weak: Spec = "flat:playouts=3".parse().unwrap();
    let mut judged = 0;
    for seed in 0..20 {
        let table = room::<Tris>().load(text, Seed(seed)).unwrap();
        let decision = table.think(&weak, &Budget::unlimited()).unwrap();
        let verdict = decision.verdict(&Budget::unlimited()).unwrap();
        let centre = table.text(&decision.action()) == "b2";
        let lost = verdict.as_ref().is_some_and(|v| v.outcome == ludex_core::Proven::Loss);
        assert_eq!(lost, !centre, "{verdict:?}");
        if let Some(verdict) = verdict.filter(|_| lost) {
            assert!(verdict.words.contains("this loses: "), "{}", verdict.words);
            assert!(verdict.words.ends_with("With the centre it was a draw."), "{}", verdict.words);
            judged += 1;
        }
    }
    let perfect = table.think(&Spec::named("minimax"), &Budget::unlimited()).unwrap();
    assert_eq!(perfect.verdict(&Budget::unlimited()).unwrap(), None);
    assert!(judged > 0, "the weak one finds the centre every time");
}

/// A server gives every move a time in which it must be ready; samplers still play the games that their help promises, and no more.
#[test]
fn samplers_do_not_use_up_a_time_that_nobody_gave_them() {
    let game = Tris::default();
    let patient = Budget::unlimited().within(std::time::Duration::from_hours(1));
    for spec in ["mcts", "flat"] {
        let agent = game.agent(&Spec::named(spec), Seed(1)).unwrap();
        let own = agent.decide(&game, &game.start(), &Budget::unlimited()).unwrap();
        let limited = agent.decide(&game, &game.start(), &patient).unwrap();
        assert_eq!(limited.search.nodes, own.search.nodes, "{spec}");
        assert_eq!(limited.best().action, own.best().action, "{spec}");
    }
}

/// Known values: three by three is a draw, and with one column more the first player wins with the fourth stone.
#[test]
fn small_boards_are_solved() {
    let solved = |size, row| Tris::new(size, row).unwrap().exact(&Stop::default(), &|_, _| {});
    let three = solved(Size::new(3, 3), 3).unwrap().unwrap();
    assert_eq!((three.value, three.states, &three.figures[0].1), (0.0, 5_478, &9.0));
    let wide = solved(Size::new(4, 3), 3).unwrap().unwrap();
    assert_eq!((wide.value, &wide.figures[0].1), (1.0, &7.0));
    let large = solved(Size::new(7, 7), 5).unwrap_err().to_string();
    assert!(large.contains("7x7") && large.contains("give a smaller board"), "{large}");
}

/// What ends the game is no matter of trials.
#[test]
fn random_games_do_not_doubt_a_completed_row() {
    let tris = Tris::default();
    let mut position = tris.start();
    for action in ["a1", "b2", "b1", "c3"] {
        tris.play(&mut position, tris.read_action(action).unwrap());
    }
    let spec: Spec = "flat:playouts=2".parse().unwrap();
    for seed in 0..20 {
        let agent = tris.agent(&spec, Seed(seed)).unwrap();
        let decision = agent.decide(&tris, &position, &Budget::unlimited()).unwrap();
        let told = explain::tell(&tris, &position, &decision, explain::Speaker::Agent).words;
        assert!(
            told.starts_with("I play the corner c1. It completes a row. It wins at once."),
            "{told}"
        );
        assert!(!told.contains("trials") && !told.contains("chance"), "{told}");
    }
}

/// A value means another chance on another board.
#[test]
fn chances_are_told_where_they_were_measured() {
    let told = |size, row| {
        let tris = Tris::new(size, row).unwrap();
        let agent = tris.agent(&"minimax:depth=1".parse().unwrap(), Seed(1)).unwrap();
        let decision = agent.decide(&tris, &tris.start(), &Budget::unlimited()).unwrap();
        let told = explain::tell(&tris, &tris.start(), &decision, explain::Speaker::Agent);
        !told.chances.is_empty() && told.chances.iter().all(Option::is_some)
    };
    assert!(told(Size::new(5, 5), 4));
    assert!(!told(Size::new(4, 4), 4) && !told(Size::new(5, 5), 3));
}
