//! Programs as players: honest ones, and those that crash, keep silent, lie, flood or want too much.

use super::{agents, played, table, tournament};
use ludex_arena::{ArenaReport, Entrant, External, ExternalLimits, Tournament};
use ludex_core::FaultKind;
use std::fs;
use std::thread;
use std::time::Duration;

/// Answers with the first legal move.
const FIRST: &str =
    r#"sed -un 's/.*"id":\([0-9]*\),.*"moves":\["\([^"]*\)".*/{"id":\1,"move":"\2"}/p'"#;

fn limits(milliseconds: u64) -> ExternalLimits {
    ExternalLimits { time: Duration::from_millis(milliseconds), memory: 64 << 20 }
}

fn program(line: &str, limits: ExternalLimits) -> Entrant {
    let external = External::new(line, "tris", limits).expect("a program");
    Entrant::program(&format!("exec:{line}"), external)
}

fn against_random(line: &str, limits: ExternalLimits, games: u64) -> ArenaReport {
    let mut entrants = agents(&["random"]);
    entrants.push(program(line, limits));
    played(&tournament(table("tris"), entrants, games))
}

/// The only fault of a program that fails in its only game: all of them, in fact, as it always does.
fn fault_of(script: &str, limits: ExternalLimits) -> (FaultKind, String) {
    let report = against_random(&format!("sh -c '{script}'"), limits, 2);
    assert_eq!((report.played, report.interrupted), (2, false), "the tournament goes on");
    let wins = report.standings.iter().find(|s| s.agent == "random").map(|s| s.wins);
    assert_eq!(wins, Some(2));
    assert_eq!(report.faults.len(), 2, "{report:?}");
    (report.faults[0].kind, report.faults[0].message.clone())
}

#[test]
fn an_honest_program_plays_as_the_agent_would() {
    let report = against_random(FIRST, limits(10_000), 12);
    assert_eq!((report.played, report.faults.len()), (12, 0), "{:?}", report.faults);
    let play = |jobs| {
        let entrants = vec![program(FIRST, limits(10_000)), program(FIRST, limits(10_000))];
        played(&Tournament { jobs, ..tournament(table("tris"), entrants, 6) })
    };
    assert_eq!(play(1), play(3));
    assert_eq!(play(1).crosstable[0].results, "wlwlwl", "the first to move completes a row");
}

#[test]
fn a_program_that_crashes_loses_with_its_last_words() {
    let (kind, said) = fault_of("read question; echo out of ideas >&2; exit 3", limits(10_000));
    assert_eq!(kind, FaultKind::Crashed);
    assert_eq!(said, "it ended: exit status: 3; it said: out of ideas");
}

/// Its first answer may come late, as a process takes time to start; so this one answers once.
#[test]
fn a_silent_program_loses_on_time_and_is_ended() {
    let once = r#"read q; echo "$q" | sed "s/.*\"moves\":\[\"\([^\"]*\)\".*/{\"id\":1,\"move\":\"\1\"}/"; sleep 54321"#;
    let report = against_random(&format!("sh -c '{once}'"), limits(50), 2);
    assert_eq!(report.faults.len(), 2, "{report:?}");
    assert_eq!(report.faults[0].kind, FaultKind::Late);
    assert_eq!(report.faults[0].message, "it did not answer within 0.05 s");
    let ended = (0..1000).any(|_| {
        thread::sleep(Duration::from_millis(10));
        !is_running("sleep\x0054321\0")
    });
    assert!(ended, "what it has started still runs");
}

/// A session of its own does not keep a process alive, neither for the child that began it nor for one below that.
#[test]
fn what_leaves_its_group_is_ended_too() {
    let script = "setsid sh -c \"sleep 54323; true\" & setsid sleep 54322 & sleep 0.3; exec cat";
    fault_of(script, limits(10_000));
    let runs = || is_running("sleep\x0054322\0") || is_running("sleep\x0054323\0");
    let ended = (0..1000).any(|_| {
        thread::sleep(Duration::from_millis(10));
        !runs()
    });
    assert!(ended, "what it has started still runs");
}

/// Whether there is a process with these words.
fn is_running(words: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let mut commands =
        processes.filter_map(|one| fs::read_to_string(one.path().join("cmdline")).ok());
    commands.any(|command| command == words)
}

#[test]
fn a_lying_program_loses() {
    for (answer, complaint) in [
        (r#"{"id":1,"move":"z9"}"#, "bad move `z9`"),
        (r#"{"id":8,"move":"a1"}"#, "the question was number 1"),
        (r#"{"id":1,"move":7}"#, "answer {\"id\": 1"),
        ("a1", "it answered `a1`: answer {\"id\": 1"),
    ] {
        let script =
            format!("while read question; do echo \"{}\"; done", answer.replace('"', "\\\""));
        let (kind, said) = fault_of(&script, limits(10_000));
        assert_eq!(kind, FaultKind::Illegal);
        assert!(said.contains(complaint), "{said}");
    }
    // Legal once, then the same cell again.
    let (kind, said) = fault_of(
        r#"n=0; while read question; do n=$((n+1)); echo "{\"id\":$n,\"move\":\"b2\"}"; done"#,
        limits(10_000),
    );
    assert_eq!(kind, FaultKind::Illegal);
    assert!(said.contains("illegal move `b2`"), "{said}");
}

/// Neither lines nor one endless line nor complaints without end take memory.
#[test]
fn a_flooding_program_loses_and_takes_no_memory() {
    let before = memory();
    let (kind, said) = fault_of("exec yes", limits(10_000));
    assert_eq!(kind, FaultKind::Illegal);
    assert!(said.starts_with("it answered `y`"), "{said}");
    let (kind, said) = fault_of("exec cat /dev/zero", limits(10_000));
    assert_eq!(
        (kind, said.as_str()),
        (FaultKind::Illegal, "it wrote more than 65536 bytes without an answer")
    );
    let (kind, said) = fault_of("read question; yes oh no >&2 & sleep 0.3; exit 1", limits(10_000));
    assert_eq!(kind, FaultKind::Crashed);
    assert!(said.len() < 700 && said.contains("oh no oh no"), "{said}");
    assert!(memory() < before + (32 << 20), "{} from {before}", memory());
}

/// Memory of this process in bytes.
fn memory() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").expect("pages");
    4096 * pages.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).expect("a number")
}

#[test]
fn a_program_gets_no_more_memory_than_it_may() {
    let (_, said) = fault_of("read question; ulimit -d >&2; exit 1", limits(10_000));
    assert_eq!(said, "it ended: exit status: 1; it said: 65536");
    let (kind, said) =
        fault_of("read question; x=$(tr \"\\0\" a < /dev/zero); echo done", limits(60_000));
    assert_eq!(kind, FaultKind::Crashed, "{said}");
}

#[test]
fn a_program_that_cannot_be_started_is_refused() {
    let mut entrants = agents(&["random"]);
    entrants.push(program("no-such-program --fast", limits(1000)));
    let error = tournament(table("tris"), entrants, 2).check().expect_err("an error").to_string();
    assert!(
        error.starts_with("bad program `no-such-program --fast`: cannot be started:"),
        "{error}"
    );
}
