//! The commands that print and end: results, exit codes, complaints.

mod arena;
mod endings;
mod offline;
mod pente;
mod records;
mod refusals;
mod reproduce;
mod tune;

use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const LUDEX: &str = env!("CARGO_BIN_EXE_ludex");

fn ludex(words: &str) -> Output {
    let mut command = Command::new(LUDEX);
    // What is kept by the way must not be mixed with what people keep.
    command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.args(words.split_whitespace()).output().expect("ludex runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The one JSON document that a command prints.
fn json(words: &str) -> Value {
    let output = ludex(words);
    assert!(output.status.success(), "{words}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{words}: {e}"))
}

/// Asserts that a command is refused as wrong usage and prints its complaint.
fn refused(words: &str) -> String {
    let output = ludex(words);
    assert_eq!(output.status.code(), Some(2), "{words}: {}", text(&output.stderr));
    assert!(output.stdout.is_empty(), "{words} printed {}", text(&output.stdout));
    let complaint = text(&output.stderr);
    assert!(complaint.starts_with("error: "), "{words}: {complaint}");
    assert!(!complaint.contains("panicked"), "{words}: {complaint}");
    complaint
}

fn names(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn without_arguments_it_says_how_to_start() {
    let output = ludex("");
    assert!(output.status.success());
    let text = text(&output.stdout);
    assert!(text.contains("ludex play tris"), "{text}");
    assert!(text.lines().count() <= 10, "{text}");
}

#[test]
fn games_lists_rules_sizes_and_agents() {
    let list = json("games --json");
    let tris = list.as_array().unwrap().iter().find(|game| game["name"] == "tris").unwrap();
    assert_eq!(tris["seats"], 2);
    assert_eq!(tris["rules"][0]["name"], "standard");
    assert_eq!(tris["sizes"]["default"], "3x3");
    assert!(tris["agents"].as_array().unwrap().iter().any(|agent| agent["name"] == "minimax"));
    let words = text(&ludex("games").stdout);
    assert!(words.contains("tris") && words.contains("minimax") && words.contains("depth"));
}

#[test]
fn games_shows_one_game() {
    let snake = json("games snake --json");
    assert_eq!((&snake["name"], &snake["seats"]), (&"snake".into(), &1.into()));
    assert_eq!(
        snake,
        *json("games --json").as_array().unwrap().iter().find(|g| g["name"] == "snake").unwrap()
    );
    let words = text(&ludex("games snake").stdout);
    assert!(words.starts_with("snake  Snake: ") && !words.contains("minimax"), "{words}");
    assert!(refused("games snak").contains("did you mean `snake`?"));
}

/// Twenty placements of three seconds are a minute: the clock ends games without a screen, too.
#[test]
fn a_simulated_clock_ends_a_run() {
    let agents = "--agent tetrisvs-easy --agent lee";
    let words =
        format!("run tetris --rules versus:turns=1,pace=3 {agents} --games 2 --seed 1 --json");
    let report = json(&words);
    assert_eq!((&report["finished"], &report["censored"]), (&2.into(), &0.into()));
    let pieces = &report["metrics"]["pieces"];
    assert_eq!((&pieces["min"], &pieces["max"]), (&20.0.into(), &20.0.into()), "{report}");
    assert!(refused(&words.replace("pace=3", "pace=0")).contains("pace"));
}

/// One game says nothing about the error of its mean.
#[test]
fn an_interval_needs_two_games() {
    let one = json("run tris --agent random --games 1 --seed 1 --json");
    assert_eq!(one["metrics"]["plies"]["ci95"], Value::Null);
    let two = json("run tris --agent random --games 2 --seed 1 --json");
    assert!(two["metrics"]["plies"]["ci95"].is_array());
    let words = text(&ludex("run tris --agent random --games 1 --seed 1").stdout);
    assert!(words.contains("unknown from one game"), "{words}");
}

/// They differ between the rule sets of one game.
#[test]
fn games_tells_players_and_board_of_every_rule_set() {
    let list = json("games --json");
    let tetris = list.as_array().unwrap().iter().find(|game| game["name"] == "tetris").unwrap();
    let told = |name: &str| {
        let rules = tetris["rules"].as_array().unwrap().iter().find(|r| r["name"] == name).unwrap();
        (rules["seats"].as_u64().unwrap(), rules["size"].as_str().unwrap().to_owned())
    };
    assert_eq!(told("tetrisvs"), (1, "10x20".to_owned()));
    assert_eq!(told("versus"), (2, "10x20".to_owned()));
    assert_eq!(told("essex"), (1, "15x23".to_owned()));
    let words = text(&ludex("games").stdout);
    assert!(words.contains("2 players, board 10x20"), "{words}");
    assert!(words.contains("1 player, board 15x23"), "{words}");
}

#[test]
fn run_reports_in_the_agreed_fields() {
    let report = json("run tris --agent minimax --agent random --games 20 --seed 5 --json");
    let fields = [
        "game",
        "rules",
        "size",
        "agents",
        "seed",
        "games",
        "finished",
        "censored",
        "interrupted",
        "metrics",
        "seats",
        "decisions",
        "seconds",
        "decisions_per_second",
        "command",
    ];
    assert_eq!(names(&report), fields);
    assert_eq!(names(&report["metrics"]["plies"]), ["mean", "sd", "min", "median", "max", "ci95"]);
    assert_eq!(names(&report["seats"][0]), ["agent", "wins", "draws", "losses"]);
    assert_eq!(report["seats"][0]["agent"], "minimax");
    assert_eq!(report["seats"][0]["losses"], 0);
    assert_eq!((&report["games"], &report["finished"]), (&20.into(), &20.into()));
}

#[test]
fn the_printed_command_repeats_the_run() {
    let mut first = json("run tris --agent random --games 9 --size 4x4 --json");
    let command = first["command"].as_str().unwrap().to_owned();
    assert!(command.starts_with("ludex run tris --agent random"), "{command}");
    let mut again = json(&format!("{} --json", command.strip_prefix("ludex ").unwrap()));
    for report in [&mut first, &mut again] {
        report["seconds"] = Value::Null;
        report["decisions_per_second"] = Value::Null;
    }
    assert_eq!(first, again);
}

#[test]
fn results_do_not_depend_on_jobs() {
    let run = |jobs: u32| {
        let words = format!(
            "run tris --agent minimax --agent random --games 15 --seed 2 --json --jobs {jobs}"
        );
        let mut report = json(&words);
        report["seconds"] = Value::Null;
        report["decisions_per_second"] = Value::Null;
        report
    };
    assert_eq!(run(1), run(2));
}

#[test]
fn a_run_in_words_has_its_tables_and_its_command() {
    let output = ludex("run tris --agent random --agent minimax --games 4 --seed 1");
    let text = text(&output.stdout);
    for part in ["plies", "wins", "repeat: ludex run tris", "--seed 1", "4 games"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    assert!(output.stderr.is_empty(), "progress belongs on a terminal only");
}

#[test]
fn explain_gives_a_decision_with_reasons() {
    let document = json("explain tris --agent minimax --instead a1 --json");
    let wanted = [
        "game",
        "rules",
        "agent",
        "seat",
        "seed",
        "chosen",
        "candidates",
        "search",
        "story",
        "words",
        "contrast",
    ];
    for field in wanted {
        assert!(!document[field].is_null(), "{field} is missing");
    }
    let candidate = &document["candidates"][0];
    for field in ["action", "value", "order", "rank_before_search", "line", "terms"] {
        assert!(!candidate[field].is_null(), "{field} is missing");
    }
    assert_eq!(document["candidates"].as_array().unwrap().len(), 9);
    assert_eq!(document["contrast"]["instead"]["action"], "a1");
    let plain = json("explain tris --agent minimax --json");
    assert!(plain.get("contrast").is_none());
}

#[test]
fn explain_in_words_shows_board_and_table() {
    let text = text(&ludex("explain tris --agent minimax --rows 2 --instead a1").stdout);
    for part in ["expected line", "... and 7 more", "Why not the corner a1?", "seed 1", " a b c"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
}

#[test]
fn a_hint_advises_the_person() {
    let said = text(&ludex("hint tris").stdout);
    assert!(said.starts_with("Play the ") && !said.contains("I "), "{said}");
    let said = text(&ludex("hint tetris --rules guideline --seed 3").stdout);
    let order = said.starts_with("Put the ") || said.starts_with("Hold the ");
    assert!(order && !said.contains("hold:") && !said.contains('@'), "{said}");
    let document = json("hint 2048 --agent expectimax:depth=2 --json");
    let words = document["words"].as_str().unwrap();
    assert!(words.starts_with("Slide ") && !words.contains("I expect"), "{words}");
}

#[test]
fn a_list_of_positions_brings_a_list_of_moves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.csv");
    let command = format!("hint 2048 --agent expectimax:depth=2 --positions {}", file.display());
    let over = "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2";
    std::fs::write(&file, format!("# cells\n2,2,,,,,,,,,,,,,,\n{over}\n")).unwrap();
    let said = text(&ludex(&command).stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "line,move,value,others,why");
    assert!(
        ["left", "right", "down"].iter().any(|way| lines[1].starts_with(&format!("2,{way},"))),
        "{said}"
    );
    assert_eq!(lines[2], "3,,,,the game is over");
    std::fs::write(&file, "2,2,,,,,,,,,,,,,,\n2,3,,,,,,,,,,,,,,\n").unwrap();
    let refused = ludex(&command);
    assert!(refused.stdout.is_empty(), "nothing is written before all is read");
    let reason = text(&refused.stderr);
    assert!(reason.contains("line 2") && reason.contains("`3`"), "{reason}");
}

/// A position file with one X in the centre.
fn position() -> String {
    "tris standard 3x3\n...\n.X.\n...\n".into()
}

#[test]
fn positions_are_read_from_files_and_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("position.txt");
    std::fs::write(&file, position()).unwrap();
    let document =
        json(&format!("explain tris --agent minimax --json --position {}", file.display()));
    assert_eq!(document["seat"], 1);
    assert_eq!(document["candidates"].as_array().unwrap().len(), 8);
    let mut child = Command::new(LUDEX)
        .args(["perft", "tris", "--depth", "1", "--json", "--position", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(position().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["depths"], serde_json::json!([8]));
}

#[test]
fn perft_counts_positions_and_paths() {
    let document = json("perft tris --depth 4 --json");
    assert_eq!(document["depths"], serde_json::json!([9, 72, 252, 756]));
    assert_eq!(document["paths"], serde_json::json!([9, 72, 504, 3024]));
    assert!(document["seconds"].is_number());
}

#[test]
fn perft_follows_a_queue_of_pieces() {
    let document = json("perft tetris --rules guideline --queue IOLJ --depth 4 --json");
    assert_eq!(document["depths"], serde_json::json!([17, 153, 5266, 188_374]));
    assert!(refused("perft tris --queue IO --depth 1").contains("has no queue of pieces"));
    assert!(refused("perft tetris --queue IQ --depth 1").contains("unknown piece `Q`"));
}

/// Two on one board know two pieces, and the other one: I and L are placed first.
#[test]
fn perft_follows_a_queue_of_two_players() {
    let versus = json("perft tetris --rules versus --queue IOL --depth 4 --json");
    let alone = json("perft tetris --rules tetrisvs --queue IL --depth 2 --json");
    for depth in 0..2 {
        assert_eq!(versus["depths"][depth], alone["depths"][depth]);
    }
    assert_eq!(versus["depths"][3], 0, "three pieces are three moves");
}

#[test]
fn a_queue_replaces_the_pieces_of_a_position_file() {
    let folder = tempfile::tempdir().unwrap();
    let count = |name: &str, text: &str, depth: u32| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        let file = file.display();
        json(&format!("perft tetris --position {file} --queue IOL --depth {depth} --json"))
    };
    let empty = count("empty", "tetris guideline 10x40\nnext T S Z\ndealt 9 7\nboard\n", 3);
    assert_eq!(empty["depths"], serde_json::json!([17, 153, 5266]));
    // The I stands in one of the two free columns, or lies on top.
    let steps = "tetris simplified 4x4\nnext S\nboard\nXX..\nXX..\nXX..\n";
    assert_eq!(count("low", steps, 1)["depths"], serde_json::json!([3]));
}

#[test]
fn games_cut_short_still_tell_how_long_games_are() {
    let document = json(
        "run tetris --rules simplified --size 10x6 --agent lee --games 6 --max-pieces 40 \
         --seed 1 --json",
    );
    let per_death = &document["per_death"];
    let (deaths, mean) = (per_death["deaths"].as_u64().unwrap(), per_death["lines"].as_f64());
    assert_eq!(Some(deaths), document["finished"].as_u64());
    let lines = document["metrics"]["lines"]["mean"].as_f64().unwrap() * 6.0;
    assert!((mean.unwrap() - lines / deaths as f64).abs() < 1e-9, "{document}");
    let whole =
        json("run tetris --rules simplified --size 10x6 --agent lee --games 6 --seed 1 --json");
    assert!(whole["per_death"].is_null());
}

/// A piece takes many moves where each key is one.
#[test]
fn a_limit_counts_pieces_where_there_are_any() {
    for rules in ["rlcomp", "simplified"] {
        let words =
            format!("run tetris --rules {rules} --agent dt20 --games 2 --max-pieces 30 --seed 1");
        let report = json(&format!("{words} --json"));
        let pieces = &report["metrics"]["pieces"];
        assert_eq!((&pieces["min"], &pieces["max"]), (&30.0.into(), &30.0.into()), "{rules}");
        assert_eq!(report["censored"], 2, "{rules}");
    }
}

#[test]
fn the_score_decides_where_a_limit_ends_a_game_for_two() {
    let report = json(
        "run tetris --rules versus --agent versus --agent tetrisvs-hard --games 2 --max-pieces 20 \
         --seed 1 --json",
    );
    assert_eq!((&report["finished"], &report["censored"]), (&2.into(), &0.into()));
    let results = ["wins", "draws", "losses"].map(|name| report["seats"][0][name].as_u64());
    assert_eq!(results.into_iter().flatten().sum::<u64>(), 2, "{report}");
}

#[test]
fn bench_measures_what_is_asked_for() {
    let list = json("bench tris/random --seconds 0.05 --json");
    let bench = &list[0];
    assert_eq!(names(bench), ["name", "unit", "value", "peer", "peer_value", "ratio"]);
    assert_eq!(bench["name"], "tris/random/3x3");
    assert!(bench["value"].as_f64().unwrap() > 0.0);
    assert!(refused("bench nothing").contains("unknown bench `nothing`"));
}

#[test]
fn completions_and_manual_pages_exist() {
    for shell in ["bash", "zsh", "fish"] {
        let output = ludex(&format!("completions {shell}"));
        assert!(output.status.success());
        let script = text(&output.stdout);
        assert!(script.contains("explain"), "{shell} completes the commands");
        // Fish scripts leave the values of positional arguments out.
        assert!(shell == "fish" || script.contains("tris"), "{shell} completes the games");
    }
    for page in ["man", "man run", "man play"] {
        let output = ludex(page);
        assert!(output.status.success() && text(&output.stdout).contains(".TH"), "{page}");
    }
    assert!(refused("man fly").contains("unknown command `fly`"));
}

#[test]
fn the_example_is_short_and_the_guide_shows_its_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let code = std::fs::read_to_string(root.join("examples/nim.rs")).unwrap();
    assert!(code.lines().count() < 160, "{} lines", code.lines().count());
    let guide = std::fs::read_to_string(root.join("../../docs/add-a-game.md")).unwrap();
    let mut shown = String::new();
    for block in guide.split("```rust\n").skip(1) {
        shown += block.split("```").next().unwrap();
    }
    let bare = |text: &str| -> Vec<String> {
        text.lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect()
    };
    assert_eq!(bare(&shown), bare(&code), "docs/add-a-game.md and examples/nim.rs differ");
}
