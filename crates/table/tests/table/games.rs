//! One game, one seed, every door: a run and a table play the same game, whatever the game.

use crate::{drive, machine, table};
use ludex_core::{Run, Seed, Spec, Stop};
use std::time::Duration;

/// The moves of a run, cut after `plies` decisions.
fn run(game: &str, rules: &Spec, agents: &[Spec], seed: Seed, plies: usize) -> Vec<String> {
    let stop = Stop::default();
    let limit = plies as u64;
    let run = Run { limit, keep_moves: true, ..Run::new(agents, seed, &stop) };
    let played = table(game, rules, seed).run_game(&run).expect("a game");
    played.moves.iter().take(plies).map(str::to_owned).collect()
}

/// The moves of a table machine with keys and clocks, cut after `plies` moves.
fn play(game: &str, rules: &Spec, agents: &[Spec], seed: Seed, plies: usize) -> Vec<String> {
    let names: Vec<String> = agents.iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut machine = machine(table(game, rules, seed), &names);
    drive(&mut machine, Duration::ZERO, plies);
    machine.moves().iter().map(|made| made.action.clone()).collect()
}

#[test]
fn runs_and_tables_play_the_same_games_in_all_rooms() {
    for room in ludex_games::all() {
        let info = room.info();
        for rules in info.rules.iter().map(|rule| Spec::named(rule.name)) {
            let own = table(info.name, &rules, Seed(1)).info();
            let usual: Spec = own.opponent.parse().expect("a spec");
            for (agent, plies, games) in [(Spec::named(info.agents[0].name), 60, 2), (usual, 6, 1)]
            {
                let agents = vec![agent.clone(); own.seats];
                for game in 0..games {
                    let seed = Seed(5).of_game(game);
                    let expected = run(info.name, &rules, &agents, seed, plies);
                    let played = play(info.name, &rules, &agents, seed, plies);
                    assert!(!expected.is_empty());
                    assert_eq!(played, expected, "{} {rules} {agent}", info.name);
                }
            }
        }
    }
}
