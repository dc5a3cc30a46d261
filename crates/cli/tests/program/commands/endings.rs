//! Commands that end early: interrupts, pipes that close.

use super::{LUDEX, text};
use serde_json::Value;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = Command::new(LUDEX)
        .args(["completions", "zsh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert!(output.status.success());
}

/// Nobody reads any more: there is nothing to play for.
#[test]
fn a_run_ends_when_its_pipe_closes() {
    let words = "run tris --agent random --games 1000000000 --jobs 1";
    let mut child = Command::new(LUDEX)
        .args(words.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let deadline = Instant::now() + Duration::from_secs(20);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("it still plays");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
}

/// A program that has only just begun would be ended by an interrupt like any other.
fn wait_until_interrupts_are_heard(process: u32) {
    let caught = |status: String| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?.trim().to_owned();
        u64::from_str_radix(&mask, 16).ok()
    };
    let deadline = Instant::now() + Duration::from_secs(20);
    while let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) {
        let heard = caught(status).is_some_and(|signals| signals & 2 != 0);
        if heard || Instant::now() > deadline {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// How a command ended that was interrupted so long after it had begun to listen.
fn interrupt(words: &str, after: Duration) -> Output {
    let child = Command::new(LUDEX)
        .args(words.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_interrupts_are_heard(child.id());
    std::thread::sleep(after);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    output
}

/// What a command has printed that was interrupted after a while.
fn interrupted(words: &str) -> String {
    let output = interrupt(words, Duration::from_millis(700));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

#[test]
fn an_interrupt_prints_what_is_known() {
    let words = "run tris --agent random --games 1000000000 --json --jobs 1";
    let report: Value = serde_json::from_str(&interrupted(words)).unwrap();
    let finished = report["finished"].as_u64().unwrap();
    assert!(finished > 0 && finished < 1_000_000_000, "{finished}");
    assert_eq!(report["interrupted"], true);
}

/// Nothing that is known of half a solution can be printed, so the complaint says what happened.
#[test]
fn an_interrupted_solution_says_so() {
    let output = interrupt("exact 2048 --size 3x3", Duration::ZERO);
    assert_eq!(text(&output.stderr), "error: interrupted before it was solved\n");
}

/// A game of `dt20` lasts for hours.
#[test]
fn an_interrupted_game_counts_as_far_as_it_came() {
    let words = "run tetris --rules simplified --agent dt20 --games 50 --seed 1 --jobs 1";
    let report: Value = serde_json::from_str(&interrupted(&format!("{words} --json"))).unwrap();
    assert_eq!(report["interrupted"], true);
    assert_eq!((&report["finished"], &report["censored"]), (&0.into(), &1.into()));
    let decisions = report["decisions"].as_u64().unwrap();
    assert!(decisions > 0);
    assert_eq!(report["metrics"]["pieces"]["max"].as_f64(), Some(decisions as f64));
    let said = interrupted(words);
    assert!(said.contains("interrupted, of 50 games, 0 finished, 1 cut short"), "{said}");
}

/// The counts are those of `perft_follows_a_queue_of_pieces`: half a depth is no count.
#[test]
fn an_interrupted_perft_prints_whole_depths_only() {
    let words = "perft tetris --rules guideline --queue IOLJSTZ --depth 7";
    let document: Value = serde_json::from_str(&interrupted(&format!("{words} --json"))).unwrap();
    assert_eq!(document["interrupted"], true, "{document}");
    let known = [17, 153, 5266, 188_374, 3_497_187, 134_062_091];
    let depths: Vec<u64> = serde_json::from_value(document["depths"].clone()).unwrap();
    assert!(!depths.is_empty() && known.starts_with(&depths), "{document}");
    let said = interrupted(words);
    assert!(said.contains("interrupted before depth"), "{said}");
}

/// A tournament that is interrupted has treated all alike, and says what it knows.
#[test]
fn an_interrupted_tournament_tells_what_is_known() {
    let words = "arena tris --agents random,minimax,mcts:sims=50 --games 100000000 --jobs 1 --json";
    let report: Value = serde_json::from_str(&interrupted(words)).unwrap();
    assert_eq!(report["interrupted"], true);
    let played = report["standings"].as_array().unwrap().iter();
    let games: Vec<u64> = played.map(|standing| standing["games"].as_u64().unwrap()).collect();
    assert!(games.iter().max().unwrap() - games.iter().min().unwrap() <= 4, "{games:?}");
}
