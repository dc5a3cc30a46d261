//! `ludex arena`: tournaments from the command line, with programs and without.

use super::{LUDEX, json, refused, text};
use std::process::Command;

/// Runs a command whose words hold spaces.
fn ludex(words: &[&str]) -> std::process::Output {
    Command::new(LUDEX).args(words).output().expect("ludex runs")
}

#[test]
fn a_round_robin_has_standings_and_a_crosstable() {
    let words = "arena tris --agents random,minimax,mcts:sims=20 --games 10 --seed 1";
    let report = json(&format!("{words} --json"));
    assert_eq!((&report["mode"], &report["played"]), (&"round_robin".into(), &30.into()));
    assert_eq!(report["agents"], serde_json::json!(["random", "minimax", "mcts:sims=20"]));
    let standings = report["standings"].as_array().expect("standings");
    assert_eq!(standings[2]["agent"], "random");
    let rating = &standings[2]["rating"];
    let (value, low) = (rating["value"].as_f64().unwrap(), rating["ci95"][0].as_f64().unwrap());
    assert!(low < value && value < 0.0, "{rating}");
    assert_eq!(report["crosstable"].as_array().expect("cells").len(), 3);
    let page = text(&super::ludex(words).stdout);
    for wanted in
        ["round robin", "30 of 30 games", "row against column", "better than the next", "repeat: "]
    {
        assert!(page.contains(wanted), "{wanted}: {page}");
    }
}

/// The command that a report prints gives the same report.
#[test]
fn a_tournament_can_be_repeated() {
    let words = "arena tris --agents minimax:depth=1;random --games 6 --json";
    let mut first = json(words);
    let command = first["command"].as_str().expect("a command").to_owned();
    let again: Vec<&str> = command.split(' ').skip(1).map(|word| word.trim_matches('\'')).collect();
    let mut second: serde_json::Value =
        serde_json::from_slice(&ludex(&[&again[..], &["--json", "--jobs", "1"]].concat()).stdout)
            .expect("a document");
    for report in [&mut first, &mut second] {
        report["seconds"] = 0.into();
        report["decisions_per_second"] = 0.into();
    }
    assert_eq!(first, second);
}

#[test]
fn a_test_says_what_it_has_found() {
    let report = json("arena tris --agents minimax,random --sprt 0,100 --seed 1 --json");
    assert_eq!((&report["mode"], &report["sprt"]["accepted"]), (&"sprt".into(), &"elo1".into()));
    let page =
        text(&super::ludex("arena tris --agents minimax,random --sprt 0,100 --seed 1").stdout);
    assert!(page.contains("minimax is stronger by 100 rather than by 0"), "{page}");
}

/// Agents that draw no lots play two games again and again: the test gives up, and says why.
#[test]
fn a_test_does_not_rest_on_repeated_games() {
    let words =
        "arena pente --size 7x7 --agents engine:level=2;engine:level=3 --sprt 0,50 --seed 7";
    let report = json(&format!("{words} --json"));
    let (sprt, cell) = (&report["sprt"], &report["crosstable"][0]);
    assert_eq!((&sprt["accepted"], &sprt["exhausted"]), (&().into(), &true.into()), "{report}");
    assert_eq!((&cell["distinct"], &report["played"]), (&2.into(), &42.into()), "{report}");
    let page = text(&super::ludex(words).stdout);
    assert!(page.contains("only 2 of 42 games differ: these agents draw no lots"), "{page}");
    assert!(page.contains("given up without a verdict"), "{page}");
}

#[test]
fn alone_agents_are_ranked_by_a_figure() {
    let words = "arena snake --agents random,survivor --games 4 --seed 1 --max-moves 300 --metric length --json";
    let report = json(words);
    assert_eq!(
        (&report["metric"], &report["standings"][0]["agent"]),
        (&"length".into(), &"survivor".into())
    );
    assert_eq!(report["standings"][0]["figures"].as_array().map(Vec::len), Some(4));
}

/// An engine of the same program takes part like any other, and so does one that fails.
#[test]
fn programs_take_part() {
    let engine = format!("exec:{LUDEX} engine tris --agent minimax");
    let agents = format!("random;{engine};exec:sh -c 'exit 7'");
    let output =
        ludex(&["arena", "tris", "--agents", &agents, "--games", "4", "--seed", "1", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert_eq!((&report["played"], &report["interrupted"]), (&12.into(), &false.into()));
    let engine = &report["standings"][0];
    assert_eq!((&engine["losses"], &engine["faults"]), (&0.into(), &0.into()), "{report}");
    assert_eq!(report["faults"].as_array().map(Vec::len), Some(8));
    assert_eq!(report["faults"][0]["kind"], "crashed");
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (words, complaint) in [
        ("arena tris --agents random --games 4", "bad agents `random`: these are fewer than two"),
        ("arena tris --agents minimax:depth=1,random=true --games 4", "write `;` between agents"),
        ("arena tris --agents random,minimaks --games 4", "did you mean `minimax`?"),
        ("arena tris --agents random,minimax", "--games"),
        ("arena tris --agents random,minimax --sprt 5,0", "the smaller one first"),
        ("arena tris --agents random,minimax --sprt 0,5 --alpha 0.9", "bad alpha `0.9`"),
        ("arena snake --agents random,survivor --sprt 0,5", "a game for two"),
        ("arena tris --agents random,minimax --games 2 --time-limit 0", "give seconds above 0"),
        ("arena tris --agents random;exec:no-such-program --games 2", "cannot be started"),
        ("engine tris --agent minimaks", "did you mean `minimax`?"),
    ] {
        let said = refused(words);
        assert!(said.contains(complaint), "{words}: {said}");
    }
}
