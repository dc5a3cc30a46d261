//! The report's levels against plain min-max.

use crate::game;
use ludex_core::{Agent, Budget, Game, Room, Seed, Spec, Turn, conformance};
use ludex_pente::{Pente, Position, Report};
use ludex_search::common::Identity;
use ludex_search::minimax::Minimax;

/// Positions of random games, every `every` plies.
fn positions(game: &Pente, games: u64, every: usize) -> Vec<Position> {
    let mut found = Vec::new();
    for index in 0..games {
        let (mut position, mut dice) = (game.start(), Seed(9).derive(index).rng());
        let mut ply = index as usize;
        while let Some(action) = game.sample(&position, &mut dice, &mut Vec::new()) {
            if ply.is_multiple_of(every) {
                found.push(position);
            }
            game.play(&mut position, action);
            ply += 1;
        }
    }
    found
}

#[test]
fn levels_choose_as_plain_min_max_does() {
    let rules = [
        ("pente", 5, 2, 1),
        ("pente:row=5,captures=3", 5, 2, 1),
        ("keryo:captures=5,row=4", 5, 2, 1),
        ("poof:captures=2", 5, 2, 1),
        ("exact-five:row=3", 5, 2, 1),
        ("pente", 7, 1, 5),
        ("pente:tournament", 7, 1, 5),
    ];
    for (rules, side, games, every) in rules {
        let game = game(rules, side);
        for position in positions(&game, games, every) {
            for (name, plies) in [("easy", 2), ("medium", 3), ("hard", 4)] {
                // Four plies of plain min-max take long on a free board.
                let mut free = Vec::new();
                game.actions(&position, &mut free);
                if plies == 4 && free.len() > 14 || plies == 3 && free.len() > 25 {
                    continue;
                }
                let plain = Minimax {
                    prune: false,
                    ..Minimax::new(Identity::new(name, Seed(1)), Report, plies)
                };
                let wanted = plain.choose(&game, &position, &Budget::unlimited()).unwrap();
                let level = game.agent(&Spec::named(name), Seed(1)).unwrap();
                let chosen = level.choose(&game, &position, &Budget::unlimited()).unwrap();
                assert_eq!(chosen, wanted, "{name} {rules}: {position:?}");
            }
        }
    }
}

#[test]
fn levels_value_every_move_as_pruned_min_max_does() {
    let game = game("pente", 7);
    for position in positions(&game, 2, 7) {
        let minimax = Minimax::new(Identity::new("minimax", Seed(1)), Report, 3);
        let wanted = minimax.decide(&game, &position, &Budget::unlimited()).unwrap();
        let level = game.agent(&Spec::named("medium"), Seed(1)).unwrap();
        let decision = level.decide(&game, &position, &Budget::unlimited()).unwrap();
        for candidate in &decision.candidates {
            let other = wanted.find(&candidate.action).unwrap();
            assert_eq!(candidate.value, other.value);
            let sum: f64 = candidate.terms.iter().map(|t| t.contribution).sum();
            assert_eq!(sum, candidate.value, "terms add up");
        }
        assert_eq!(decision.best().action, wanted.best().action);
    }
}

#[test]
fn agents_conform() {
    for agent in ["random", "easy", "medium", "mcts:sims=50", "engine:level=2"] {
        conformance::check_agent(&game("pente", 7), agent, 1, 4, Seed(3));
    }
    for (rules, agent) in
        [("poof", "engine:level=3"), ("keryo", "easy"), ("exact-five", "engine:level=2")]
    {
        conformance::check_agent(&game(rules, 7), agent, 1, 4, Seed(3));
    }
    conformance::check_terms(&game("poof:captures=2", 7), &Report, 5, Seed(2));
}

#[test]
fn a_game_of_levels_comes_to_an_end() {
    let game = game("pente", 9);
    let agents = ["medium", "hard"].map(|name| game.agent(&Spec::named(name), Seed(1)).unwrap());
    let mut position = game.start();
    let mut plies = 0;
    while let Turn::Seat(seat) = game.turn(&position) {
        let action = agents[seat.0].choose(&game, &position, &Budget::unlimited()).unwrap();
        game.play(&mut position, action);
        plies += 1;
    }
    assert!(plies > 6);
}
