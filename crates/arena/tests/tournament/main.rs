//! Tournaments: what they say, and what they make of players that fail.

mod bad_room;
mod programs;

use ludex_arena::{ArenaReport, Bout, Entrant, Match, Progress, Sprt, Tournament, quiet_panics};
use ludex_core::{AnyTable, FaultKind, Seed, Setup, Spec, Stop};
use std::sync::Mutex;
use std::time::Duration;

fn table(game: &str) -> Box<dyn AnyTable> {
    let rooms = ludex_games::all();
    let room = rooms.iter().find(|room| room.info().name == game).expect("a room");
    let rules = Spec::named(room.info().rules[0].name);
    room.open(&Setup { rules, size: None, seed: Seed(1) }).expect("a table")
}

fn agents(specs: &[&str]) -> Vec<Entrant> {
    specs.iter().map(|spec| Entrant::agent(spec.parse().expect("a spec"))).collect()
}

fn tournament(table: Box<dyn AnyTable>, entrants: Vec<Entrant>, games: u64) -> Tournament {
    Tournament {
        table,
        entrants,
        games,
        gauntlet: false,
        sprt: None,
        seed: Seed(7),
        jobs: 2,
        limit: None,
        time: Duration::from_mins(1),
        metric: None,
        keep_moves: false,
    }
}

/// The report without what differs from one machine to another.
fn played(tournament: &Tournament) -> ArenaReport {
    quiet_panics();
    let board = tournament.scoreboard();
    let (stop, progress) = (Stop::default(), Progress::default());
    tournament.play(&stop, &progress, &board, &|_| {}).expect("a tournament");
    ArenaReport::new(tournament, &board, 0.0, String::new())
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let play = |jobs| {
        let entrants = agents(&["random", "minimax:depth=1", "mcts:sims=20"]);
        played(&Tournament { jobs, ..tournament(table("tris"), entrants, 21) })
    };
    let (one, three) = (play(1), play(3));
    assert_eq!(one, three);
    assert_eq!((one.played, one.interrupted), (63, false));
}

/// Each encounter is the match of the same agents with the same seed.
#[test]
fn a_cell_of_the_crosstable_is_a_match() {
    let specs = ["random", "minimax", "mcts:sims=20"];
    let report = played(&tournament(table("tris"), agents(&specs), 20));
    for cell in &report.crosstable {
        let contest = Match {
            table: table("tris"),
            agents: [cell.first, cell.second].map(|i| specs[i].parse().expect("a spec")).to_vec(),
            games: 20,
            seed: Seed(7),
            jobs: 1,
            limit: None,
            keep_moves: false,
            keep_decisions: false,
        };
        let seats = contest.play(&Stop::default(), &|_| {}).expect("a match").seats;
        assert_eq!(
            (cell.wins, cell.draws, cell.losses),
            (seats[0].wins, seats[0].draws, seats[0].losses)
        );
        assert_eq!(cell.results.len(), 20);
    }
    assert_eq!(report.standings[2].agent, "random");
    let points: f64 = report.standings.iter().filter_map(|s| s.rating).map(|r| r.value).sum();
    assert!(points.abs() < 1e-6, "the mean is 0: {points}");
}

#[test]
fn a_gauntlet_is_run_by_the_first_alone() {
    let entrants = agents(&["minimax", "random", "mcts:sims=20", "minimax:depth=1"]);
    let report = played(&Tournament { gauntlet: true, ..tournament(table("tris"), entrants, 4) });
    assert_eq!((report.mode, report.played), ("gauntlet", 12));
    assert!(report.crosstable.iter().all(|cell| cell.first == 0));
}

#[test]
fn alone_agents_are_compared_seed_by_seed() {
    let entrants = agents(&["random", "survivor"]);
    let report =
        played(&Tournament { limit: Some(200), ..tournament(table("snake"), entrants, 6) });
    assert_eq!(report.metric.as_deref(), Some("length"));
    assert_eq!(report.standings[0].agent, "survivor");
    let cell = &report.crosstable[0];
    assert_eq!((cell.wins, cell.losses, cell.results.as_str()), (0, 6, "llllll"));
    let means: Vec<f64> =
        report.standings.iter().filter_map(|s| s.rating).map(|r| r.value).collect();
    let difference = cell.difference.expect("a difference");
    assert!((difference.value - (means[1] - means[0])).abs() < 1e-9);
    assert!(report.censored >= 6, "{report:?}");
}

/// A test ends at the same game whatever the number of threads, and hears of no game behind it.
#[test]
fn a_test_ends_as_soon_as_it_is_sure() {
    let play = |jobs| {
        let sprt: Sprt = "0,100".parse().expect("a test");
        let entrants = agents(&["minimax", "random"]);
        let tournament = tournament(table("tris"), entrants, 10_000);
        played(&Tournament { jobs, sprt: Some(sprt), ..tournament })
    };
    let (one, three) = (play(1), play(3));
    assert_eq!(one, three);
    let sprt = one.sprt.expect("a test");
    assert!(sprt.llr >= sprt.upper && one.played < 1000, "{sprt:?}");
    assert_eq!(one.played, 2 * sprt.pairs.iter().sum::<u64>());
    assert!(!one.interrupted);
}

/// A hundred games of agents that draw no lots are two games: no interval, and nothing that a test could rest on.
#[test]
fn repeated_games_are_no_evidence() {
    let play = |sprt: Option<&str>, games| {
        let sprt = sprt.map(|claims| claims.parse().expect("a test"));
        let entrants = agents(&["best", "best"]);
        played(&Tournament { sprt, ..tournament(bad_room::table(), entrants, games) })
    };
    let (short, long) = (play(None, 2), play(None, 100));
    let cell = &long.crosstable[0];
    assert_eq!((cell.distinct, cell.results.len()), (2, 100));
    assert_eq!(cell.difference, short.crosstable[0].difference, "100 games say what 2 say");
    assert_eq!(long.standings[0].rating, short.standings[0].rating);
    let report = play(Some("0,50"), 100_000);
    let sprt = report.sprt.expect("a test");
    assert!(sprt.exhausted && sprt.accepted.is_none(), "{sprt:?}");
    assert_eq!((sprt.pairs.iter().sum::<u64>(), report.played), (1, 42));
    assert!(!report.interrupted);
}

/// Every kind of failure loses the game, is told, and the tournament goes on.
#[test]
fn who_fails_loses_and_the_others_play_on() {
    let names = ["lots", "panics", "gives-up", "cheats"];
    let report = played(&tournament(bad_room::table(), agents(&names), 4));
    assert_eq!((report.played, report.interrupted), (24, false));
    let standing =
        |name: &str| report.standings.iter().find(|s| s.agent == name).expect("an agent");
    assert_eq!(standing("lots").faults, 0);
    assert_eq!(standing("lots").losses, 0, "whoever else reaches six fails");
    for (name, kind, words) in [
        ("panics", FaultKind::Crashed, "it panicked: no idea at "),
        ("gives-up", FaultKind::Crashed, "too hard"),
        ("cheats", FaultKind::Illegal, "illegal move `7`"),
    ] {
        let fault = report.faults.iter().find(|fault| fault.agent == name).expect(name);
        assert_eq!(fault.kind, kind);
        assert!(fault.message.starts_with(words), "{}", fault.message);
        assert!(standing(name).faults >= 4, "{:?}", standing(name));
    }
    let faults: u64 = report.standings.iter().map(|standing| standing.faults).sum();
    assert_eq!(faults, 24, "nobody gets beyond six unharmed: {report:?}");
}

#[test]
fn who_stalls_is_told_to_stop_and_loses() {
    let tournament = Tournament {
        time: Duration::from_secs(2),
        ..tournament(bad_room::table(), agents(&["best", "stalls"]), 2)
    };
    let report = played(&tournament);
    assert_eq!(report.crosstable[0].results, "ww");
    assert_eq!(report.faults.len(), 2);
    let fault = &report.faults[0];
    assert_eq!(
        (fault.kind, fault.message.as_str()),
        (FaultKind::Late, "it thought longer than 2 s")
    );
}

#[test]
fn a_stop_leaves_what_is_known() {
    let entrants = agents(&["random", "minimax:depth=1"]);
    let tournament = tournament(table("tris"), entrants, 1_000_000);
    let (stop, board, heard) = (Stop::default(), tournament.scoreboard(), Mutex::new(0));
    let on_game = |_: &Bout| {
        let mut heard = heard.lock().expect("a count");
        *heard += 1;
        if *heard == 50 {
            stop.set();
        }
    };
    tournament.play(&stop, &Progress::default(), &board, &on_game).expect("a tournament");
    let report = ArenaReport::new(&tournament, &board, 1.0, String::new());
    assert!(report.interrupted && (50..60).contains(&report.played), "{}", report.played);
    assert_eq!(report.played, heard.into_inner().expect("a count"));
}

/// Snakes that go round for ever: what a stop finds under way counts as far as it came, and as cut short.
#[test]
fn a_stop_counts_games_for_one_that_are_under_way() {
    let entrants = agents(&["survivor", "survivor"]);
    let tournament = tournament(table("snake"), entrants, 1);
    let (stop, board, progress) = (Stop::default(), tournament.scoreboard(), Progress::default());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while progress.decisions() < 1000 {
                std::thread::sleep(Duration::from_millis(1));
            }
            stop.set();
        });
        let on_game = |bout: &Bout| assert!(!bout.finished.stopped, "{bout:?}");
        tournament.play(&stop, &progress, &board, &on_game).expect("a tournament");
    });
    let report = ArenaReport::new(&tournament, &board, 1.0, String::new());
    assert!(report.interrupted && report.censored >= 1, "{report:?}");
    let figures = report.standings.iter().flat_map(|standing| &standing.figures);
    assert_eq!(figures.flatten().count() as u64, report.played, "{report:?}");
}

#[test]
fn impossible_tournaments_are_refused() {
    let say = |tournament: Tournament| tournament.check().expect_err("an error").to_string();
    let tris = |names: &[&str]| tournament(table("tris"), agents(names), 2);
    assert_eq!(say(tris(&["random"])), "bad number of agents `1`: give two or more");
    assert!(say(tris(&["random", "rando"])).contains("did you mean `random`?"));
    assert!(say(Tournament { games: 0, ..tris(&["random", "random"]) }).contains("give 1 or more"));
    let sprt = "0,5".parse().ok();
    assert!(say(Tournament { sprt, ..tris(&["random"; 3]) }).contains("compares two agents"));
    let metric = Some("plies".to_owned());
    assert!(say(Tournament { metric, ..tris(&["random"; 2]) }).contains("leave the metric out"));
    let snake = || tournament(table("snake"), agents(&["random"; 2]), 2);
    assert!(say(Tournament { gauntlet: true, ..snake() }).contains("leave the gauntlet out"));
    let metric = Some("lenght".to_owned());
    assert!(say(Tournament { metric, ..snake() }).contains("did you mean `length`?"));
}
