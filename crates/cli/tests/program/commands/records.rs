//! Finished games: kept by `run`, listed, shown, exported, checked; also after the program was killed.

use super::{LUDEX, json, ludex, refused, text};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn run(words: &str, file: &Path) {
    let output = ludex(&format!("run {words} --records {}", file.display()));
    assert!(output.status.success(), "{words}: {}", text(&output.stderr));
}

fn said(words: &str, file: &Path) -> String {
    let output = ludex(&format!("records {words} --records {}", file.display()));
    assert!(output.status.success(), "{words}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Games of every room end again as they are stored, with clocks and limits and without.
#[test]
fn games_of_a_run_keep_their_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    for words in [
        "tris --agent minimax --agent random",
        "tetris --agent dt20 --max-pieces 30",
        "tetris --rules simplified --size 8x8 --agent dt20",
        "tetris --rules versus:turns=1,pace=2 --agent dellacherie --agent random",
        "tetris --rules rlcomp --agent random",
        "2048 --agent random",
        "snake --agent greedy-planner --size 6x6",
        "pente --agent easy --agent random --size 7x7",
        "tetris2048 --agent random",
    ] {
        run(&format!("{words} --games 2 --seed 5"), &file);
    }
    assert!(said("check", &file).ends_with("all end as stored\n"), "{}", said("check", &file));
    let games = json(&format!("records list --json --records {}", file.display()));
    let games = games.as_array().expect("a list");
    assert_eq!(games.len(), 18);
    assert_eq!(said("", &file).lines().count(), 1 + 18, "without a word, the newest");
    let seed = |at: usize| &games[at]["seed"];
    assert_eq!(seed(0), seed(1), "pairs share a seed");
    let (first, second) = (&games[0]["seats"], &games[1]["seats"]);
    assert_eq!((&first[0], &first[1]), (&second[1], &second[0]), "and swap seats");
}

#[test]
fn games_are_filtered_shown_and_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    run("pente --agent medium --agent random --size 7x7 --games 4 --seed 1 --jobs 1", &file);
    run("tris --agent minimax --agent random --games 3 --seed 1 --decisions --jobs 1", &file);
    let count = |words: &str| {
        let found = json(&format!("records list --json {words} --records {}", file.display()));
        found.as_array().expect("a list").len()
    };
    assert_eq!((count("--game pente"), count("--agent minimax"), count("--agent mini")), (4, 3, 0));
    assert_eq!((count("--source run"), count("--source play"), count("--since 1h")), (7, 0, 7));
    assert_eq!((count("--since 2100-01-01"), count("--limit 2"), count("2 3")), (0, 2, 2));
    let wins = count("--game pente --result 1-0") + count("--game pente --result 0-1");
    assert_eq!(wins + count("--game pente --result 1/2-1/2"), 4);
    assert!(said("list", &file).contains("pente pente 7x7"), "{}", said("list", &file));

    let shown = json(&format!("records show 5 --json --records {}", file.display()));
    let (moves, decisions) = (shown["moves"].as_array(), shown["decisions"].as_array());
    let (moves, decisions) = (moves.expect("moves"), decisions.expect("decisions"));
    assert_eq!(moves.len(), decisions.len());
    let chosen = |decision: &Value| {
        let at = decision["chosen"].as_u64().expect("a number") as usize;
        decision["candidates"][at]["action"].clone()
    };
    assert_eq!(&decisions.iter().map(chosen).collect::<Vec<_>>(), moves);
    let record = said("show 5 --text", &file);
    let again = ludex::check_record(&ludex_games::all(), &record);
    assert_eq!(again.as_deref(), Ok(&*record));

    let lines = said("export --game tris", &file);
    let lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), &lines[0]["game"]), (3, &"tris".into()));
    let csv = said("export --format csv", &file);
    assert_eq!(csv.lines().count(), 8, "{csv}");
    let pgn = folder.path().join("games.pgn");
    said(&format!("export --format pgn --game pente -o {}", pgn.display()), &file);
    let checked = json(&format!("records check {} --json", pgn.display()));
    assert_eq!((&checked["games"], &checked["faults"]), (&4.into(), &Value::Array(Vec::new())));
}

/// A count does not read like the number of a game.
#[test]
fn what_is_kept_is_counted_in_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("games.sqlite").display().to_string();
    for (games, words) in [(1, "kept 1 game in"), (3, "kept 3 games in")] {
        let run = format!("run tris --agent random --games {games} --records {place}");
        let said = text(&ludex(&run).stderr);
        assert!(said.contains(words), "{said}");
    }
    let said = text(&ludex(&format!("records export 2 --records {place}")).stderr);
    assert!(said.contains("exported 1 game\n"), "{said}");
}

/// What was kept before is kept, whenever the program is killed; nothing is half there.
#[test]
fn a_killed_run_leaves_whole_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let mut before = 0;
    for round in 0..4 {
        let mut child = Command::new(LUDEX)
            .args(
                "run tetris --rules simplified --size 10x8 --agent dellacherie --max-pieces 60 --games 1000000"
                    .split(' '),
            )
            .args(["--seed", &round.to_string(), "--records"])
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        // A kill at any moment will do; later ones find more games.
        std::thread::sleep(Duration::from_millis(100 + 60 * round));
        child.kill().expect("it is killed");
        child.wait().expect("it has ended");
        if !file.exists() {
            continue;
        }
        let checked = json(&format!("records check --json --records {}", file.display()));
        assert_eq!(
            (&checked["damage"], &checked["faults"]),
            (&Value::Array(Vec::new()), &Value::Array(Vec::new()))
        );
        let games = checked["games"].as_u64().expect("a number");
        assert!(games >= before, "{games} of {before}");
        before = games;
    }
}

/// What somebody has meddled with is named; the other games are listed, exported and checked all the same.
#[test]
fn one_unreadable_game_hides_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    run("tris --agent random --games 4 --seed 1 --jobs 1", &file);
    let meddled = Command::new("python3")
        .args([
            "-c",
            "import sqlite3, sys; file = sqlite3.connect(sys.argv[1]); \
                file.execute(\"update games set ending = 'garbage' where id = 3\"); \
                file.execute(\"update games set result = '0-0' where id = 2\"); file.commit()",
        ])
        .arg(&file)
        .status();
    assert!(meddled.expect("python3 runs").success());
    for (words, lines) in [("list", 4), ("export --format csv", 4), ("export", 3)] {
        let output = ludex(&format!("records {words} --records {}", file.display()));
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words}: {complaint}");
        assert!(
            complaint.contains("game 3: it cannot be read: its ending"),
            "{words}: {complaint}"
        );
        assert_eq!(text(&output.stdout).lines().count(), lines, "{words}");
    }
    let output = ludex(&format!("records check --json --records {}", file.display()));
    let found: Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert_eq!((&found["games"], &found["checked"]), (&4.into(), &4.into()));
    let numbers = [0, 1].map(|at| found["faults"][at]["number"].as_u64());
    assert_eq!(numbers, [Some(2), Some(3)], "{found}");
}

/// A game of a tournament that somebody lost by a fault says so, in every form.
#[test]
fn a_forfeit_keeps_its_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let arena = Command::new(LUDEX)
        .args(["arena", "tris", "--agents", "random;exec:sh -c 'exit 7'", "--games", "2"])
        .args(["--jobs", "1", "--seed", "1", "--records"])
        .arg(&file)
        .status();
    assert!(arena.expect("ludex runs").success());
    let shown = json(&format!("records show 1 --json --records {}", file.display()));
    let fault = &shown["result"]["fault"];
    assert_eq!((&fault["seat"], &fault["kind"]), (&1.into(), &"crashed".into()), "{shown}");
    let reason = "player 2 failed: it ended: exit status: 7";
    assert!(said("show 1", &file).contains(&format!("lost by a fault: {reason}")));
    let tag = format!("[Termination \"{reason}\"]");
    assert!(said("export --format pgn", &file).contains(&tag));
    assert!(said("export --format csv", &file).contains(reason));
    assert!(said("check", &file).ends_with("all end as stored\n"));
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let place = file.display();
    run("tris --agent random --games 1", &file);
    assert!(refused(&format!("records show 9 --records {place}")).contains("no such game"));
    for words in ["export 77", "export 1 77", "export --format csv 77 1", "list 77"] {
        let said = refused(&format!("records {words} --records {place}"));
        assert!(said.contains("bad game `77`: there is no such game"), "{words}: {said}");
    }
    let other = said("export 1 --game pente", &file);
    assert!(other.is_empty(), "it is there, though not of that game: {other}");
    for words in ["show x", "replay 0", "list -3", "export 1.5"] {
        let said = refused(&format!("records {words} --records {place}"));
        assert!(said.contains("give the number of a game, from 1 on"), "{words}: {said}");
    }
    assert!(refused(&format!("records replay 1 --records {place}")).contains("needs a terminal"));
    assert!(refused(&format!("records list --since soon --records {place}")).contains("7d"));
    let folder = folder.path().display();
    let words = "run tris --agent random --games 1";
    assert!(refused(&format!("{words} --records {folder}")).contains("records.sqlite"));
    assert!(refused(&format!("{words} --decisions")).contains("--records"));
    let nowhere = ludex("records list --records /no/such/file");
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(text(&nowhere.stderr).contains("/no/such/file"));
}

/// Whatever somebody else has in that place stays as it is.
#[test]
fn other_files_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("notes.sqlite");
    std::fs::write(&file, "my notes").expect("a file");
    let output = ludex(&format!("run tris --agent random --games 1 --records {}", file.display()));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("notes.sqlite"), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "my notes");
}
