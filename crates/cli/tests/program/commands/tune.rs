//! `ludex tune`: weights, checkpoints, kills.

use super::{LUDEX, json, ludex, refused, text};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SHORT: &str = "tune tetris --rules simplified --size 8x8 --features dt --candidates 8 --games 4 --max-moves 200";

#[test]
fn weights_are_found_written_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("found.json").display().to_string();
    let told = json(&format!("{SHORT} --generations 3 --check 10 --json -o {file}"));
    assert_eq!(told["generations"].as_array().unwrap().len(), 3);
    assert_eq!(told["weights"].as_object().unwrap().len(), 9);
    assert!(told["checked"]["mean"].is_number() && told["interrupted"] == false);
    let in_games = told["in_games"].as_f64().unwrap();
    assert!(in_games > 0.0 && in_games <= 1.0, "{in_games}");
    let command = told["command"].as_str().unwrap();
    assert!(command.contains("tune tetris") && command.contains("--seed 1"), "{command}");
    let written: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(written["weights"], told["weights"]);
    assert_eq!(written["made_by"], command);
    for agent in ["dt", "dt20", "ludex"] {
        let run = format!(
            "run tetris --rules simplified --size 8x8 --agent {agent}:weights={file} --games 2 --json"
        );
        assert_eq!(json(&run)["finished"], 2);
    }
    let data = folder.path().join("data").display().to_string();
    let words =
        text(&ludex(&format!("{SHORT} --generations 1 --check 0 -o {file} --data {data}")).stdout);
    let curves: Vec<_> = fs::read_dir(format!("{data}/curves")).unwrap().collect();
    assert_eq!(curves.len(), 1, "the page finds the run");
    assert!(words.contains("generation 1: best ") && words.contains("dt:weights="), "{words}");
}

#[test]
fn every_method_and_game_tunes_and_threads_change_nothing() {
    for method in ["cmaes", "cross-entropy", "genetic"] {
        let run = |jobs| {
            json(&format!(
                "{SHORT} --method {method} --generations 2 --check 0 --jobs {jobs} --json"
            ))
        };
        assert_eq!(run(1)["generations"], run(3)["generations"], "{method}");
    }
    for game in ["tetris2048", "2048", "pente"] {
        let other = format!(
            "tune {game} --candidates 4 --games 1 --max-moves 20 --generations 1 --check 0 --json"
        );
        assert_eq!(json(&other)["game"], game);
    }
}

#[test]
fn weights_of_2048_are_played_by_its_searches_and_named_by_its_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("found.json").display().to_string();
    let words = "tune 2048 --features free,disorder --candidates 6 --games 3 --generations 3";
    let told = text(&ludex(&format!("{words} --check 5 -o {file}")).stdout);
    assert!(told.contains("logarithms of points in 5 fresh games: "), "{told}");
    assert!(told.contains(&format!("expectimax:weights={file}")), "{told}");
    for agent in ["expectimax", "expectimax:depth=2", "alphabeta", "alphabeta:depth=3", "minimax"] {
        let agent = format!("{agent}{}weights={file}", if agent.contains(':') { ',' } else { ':' });
        let run = format!("run 2048 --agent {agent} --games 1 --max-moves 20 --json");
        assert_eq!(json(&run)["games"], 1, "{agent}");
        let told = json(&format!("explain 2048 --agent {agent} --json"));
        let terms = told["candidates"][0]["terms"].as_array().unwrap();
        let weight =
            |name: &str| terms.iter().find(|t| t["name"] == name).map(|t| t["weight"].clone());
        let found: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(weight("disorder").unwrap(), found["weights"]["disorder"], "{agent}: {terms:?}");
    }
    let other = refused("tune 2048 --features free --size 5x5");
    assert!(other.contains("give one of at most 16 cells"), "{other}");
    assert!(
        refused("run 2048 --games 1 --agent expectimax:weights=/nowhere.json")
            .contains("/nowhere.json")
    );
}

/// Killed without warning wherever it is, again and again, a run ends as if nothing had happened.
#[test]
fn weights_of_pente_are_such_as_its_engine_takes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("found.json").display().to_string();
    let words = "tune pente --size 9x9 --candidates 4 --games 2 --max-moves 30 --generations 2";
    let said = text(&ludex(&format!("{words} --check 2 -o {file}")).stdout);
    assert!(said.contains("points a game") && said.contains("engine:weights="), "{said}");
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.contains("--games 2 --max-moves 30"), "{written}");
    let run = format!(
        "run pente --size 9x9 --agent engine:level=1,weights={file} --agent easy --games 2 --json"
    );
    assert_eq!(json(&run)["finished"], 2);
}

#[test]
fn a_killed_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let words = format!("{SHORT} --generations 12 --check 0 --jobs 1 --json");
    let wanted = json(&format!("{words} --checkpoint {}", whole.display()));
    for generation in [1, 4, 9] {
        let mut child = Command::new(LUDEX)
            .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
            .args(words.split_whitespace())
            .arg("--checkpoint")
            .arg(&killed)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        wait_for(&killed, generation);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let found = json(&format!("{words} --checkpoint {}", killed.display()));
    assert_eq!(found["generations"], wanted["generations"]);
    assert_eq!(fs::read(&killed).unwrap(), fs::read(&whole).unwrap());
}

/// Waits until a checkpoint has this many generations, or more.
fn wait_for(checkpoint: &Path, generations: usize) {
    let deadline = Instant::now() + Duration::from_mins(1);
    let done = || {
        let kept = fs::read_to_string(checkpoint).ok()?;
        let kept: serde_json::Value = serde_json::from_str(&kept).expect("whole at any time");
        Some(kept["curve"].as_array()?.len() >= generations)
    };
    while done() != Some(true) {
        assert!(Instant::now() < deadline, "no generation {generations}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    assert!(refused("tune tris").contains("game to tune"));
    assert!(refused("tune tetris --features dtt").contains("`dtt`"));
    assert!(refused("tune tetris --features LH,LH").contains("twice"));
    assert!(refused("tune tetris --method magic").contains("magic"));
    assert!(refused("tune tetris --rules guideline").contains("simplified"));
    assert!(refused("tune tetris --candidates 2").contains("4 to 10,000"));
    assert!(refused("tune tetris --start /nowhere.json").contains("/nowhere.json"));
    let candidates = refused("tune tetris --candidates 1000000000");
    assert!(candidates.contains("`1000000000`"), "{candidates}");
    let mixed = refused("tune tetris --features entropy,LH");
    assert!(mixed.contains("`entropy` cannot be tuned together with `LH`"), "{mixed}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("damaged");
    fs::write(&file, "{\"kind\":").unwrap();
    let said = refused(&format!("{SHORT} --checkpoint {}", file.display()));
    assert!(said.contains("damaged"), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\"kind\":");
}
