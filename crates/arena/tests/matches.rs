//! Matches, most of Tris: seats are swapped fairly, threads do not matter, limits and stops are honest.

use ludex_arena::{Match, Pairing, Played, Progress, Report};
use ludex_core::{AnyTable, Finished, Moves, Proven, Seed, Setup, Spec, Stop};
use std::thread;
use std::time::Duration;

fn table(game: &str) -> Box<dyn AnyTable> {
    let rooms = ludex_games::all();
    let room = rooms.iter().find(|room| room.info().name == game).expect("a room");
    let setup = Setup { rules: Spec::named("standard"), size: None, seed: Seed(1) };
    room.open(&setup).expect("a table")
}

fn contest(agents: &[&str], games: u64, jobs: usize) -> Match {
    Match {
        table: table("tris"),
        agents: agents.iter().map(|agent| agent.parse().expect("a spec")).collect(),
        games,
        seed: Seed(7),
        jobs,
        limit: None,
        keep_moves: false,
        keep_decisions: false,
    }
}

fn pairing(index: u64) -> Pairing {
    Pairing::new(&["minimax", "random"].map(Spec::named), 2, Seed(7), index)
}

fn played(contest: &Match) -> Report {
    contest.play(&Stop::default(), &|_| {}).expect("a report")
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let [mut one, mut three] =
        [1, 3].map(|jobs| played(&contest(&["minimax", "random"], 21, jobs)));
    for report in [&mut one, &mut three] {
        (report.seconds, report.decisions_per_second) = (0.0, 0.0);
    }
    assert_eq!(one, three);
    assert_eq!((one.finished, one.censored), (21, 0));
}

#[test]
fn the_first_agent_keeps_its_place_in_the_report() {
    let [forth, back] = [["minimax", "random"], ["random", "minimax"]]
        .map(|agents| played(&contest(&agents, 40, 0)).seats);
    assert_eq!((forth[0].agent.as_str(), back[1].agent.as_str()), ("minimax", "minimax"));
    for master in [&forth[0], &back[1]] {
        assert_eq!(master.losses, 0, "minimax lost to random");
        assert!(master.wins > 20, "{master:?}");
    }
    assert_eq!(forth[0].wins, forth[1].losses);
    assert_eq!(forth[0].draws, forth[1].draws);
}

#[test]
fn one_agent_plays_itself() {
    let report = played(&contest(&["random"], 60, 0));
    let [first, second] = &report.seats[..] else { panic!("{:?}", report.seats) };
    assert_eq!(first.wins + first.draws + first.losses, 60);
    assert_eq!((first.wins, first.losses), (second.losses, second.wins));
    assert!(first.wins > first.losses, "the first to move wins more: {first:?}");
    let plies = report.metrics.get("plies").expect("plies");
    assert!(plies.min >= 5.0 && plies.max <= 9.0, "{plies:?}");
    assert_eq!(report.decisions as f64, (plies.mean * 60.0).round());
}

#[test]
fn a_limit_censors_alone_and_between_two_the_score_decides() {
    let limit = Some(3);
    let report = played(&Match { limit, ..contest(&["random"], 4, 1) });
    assert_eq!((report.finished, report.censored, report.decisions), (4, 0, 12));
    assert_eq!(report.seats[0].draws, 4, "nobody has a row of three yet");
    let alone = Match { table: table("snake"), limit, ..contest(&["random"], 4, 1) };
    let report = played(&alone);
    assert_eq!((report.finished, report.censored, report.decisions), (0, 4, 12));
}

#[test]
fn a_stop_keeps_what_is_known() {
    let stop = Stop::default();
    let after_one = |_: &Played| stop.set();
    let report = contest(&["random"], 1000, 1).play(&stop, &after_one).expect("a report");
    assert!(report.finished >= 1 && report.finished < 1000, "{}", report.finished);
    assert_eq!(report.games, 1000);
}

/// A snake that goes round for ever, seen by whoever loses patience.
#[test]
fn a_stop_counts_the_game_under_way_as_far_as_it_came() {
    let (stop, progress) = (Stop::default(), Progress::default());
    let (flag, seen) = (stop.clone(), progress.clone());
    let watcher = thread::spawn(move || {
        while seen.decisions() < 5 {
            thread::sleep(Duration::from_millis(1));
        }
        flag.set();
    });
    let contest = Match { table: table("snake"), ..contest(&["survivor"], 1_000_000, 1) };
    let on_game = |game: &Played| assert!(!game.finished.stopped, "{game:?}");
    let report = contest.play_watched(&stop, &progress, &on_game).expect("a report");
    watcher.join().expect("the watcher");
    assert!(report.interrupted);
    assert!(report.finished + report.censored >= 1 && report.censored <= 1, "{report:?}");
    assert!(report.decisions >= 5, "{report:?}");
    assert_eq!(report.decisions, progress.decisions());
}

#[test]
fn a_stopped_game_between_two_has_no_winner() {
    let finished = Finished {
        scores: vec![3.0, 0.0],
        outcomes: vec![Proven::Win, Proven::Loss],
        metrics: Vec::new(),
        decisions: 5,
        over: false,
        stopped: true,
        moves: Moves::default(),
        reasons: Vec::new(),
        move_time: std::time::Duration::ZERO,
        fault: None,
    };
    let stopped = Played { index: 0, pairing: pairing(0), finished };
    assert!(!stopped.is_decided());
    let mut limited = stopped;
    limited.finished.stopped = false;
    assert!(limited.is_decided());
}

#[test]
fn impossible_matches_are_refused() {
    let say = |contest: Match| contest.check().expect_err("an error").to_string();
    assert_eq!(say(contest(&["random"], 0, 1)), "bad number of games `0`: give 1 or more");
    let three = say(contest(&["random", "random", "random"], 1, 1));
    assert_eq!(three, "bad number of agents `3`: tris takes 1 or 2");
    assert!(say(contest(&["rando"], 1, 1)).contains("did you mean `random`?"));
}

#[test]
fn outcomes_follow_the_swapped_seats() {
    let finished = Finished {
        scores: vec![1.0, -1.0],
        outcomes: vec![Proven::Win, Proven::Loss],
        metrics: Vec::new(),
        decisions: 5,
        over: true,
        stopped: false,
        moves: Moves::default(),
        reasons: Vec::new(),
        move_time: std::time::Duration::ZERO,
        fault: None,
    };
    let straight = Played { index: 0, pairing: pairing(0), finished: finished.clone() };
    let swapped = Played { index: 1, pairing: pairing(1), finished };
    assert_eq!((straight.outcome(0), straight.outcome(1)), (Proven::Win, Proven::Loss));
    assert_eq!((swapped.outcome(0), swapped.outcome(1)), (Proven::Loss, Proven::Win));
}
