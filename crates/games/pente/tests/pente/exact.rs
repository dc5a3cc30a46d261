//! Proofs and their certificates.

use crate::game;
use ludex_core::{Bound, Budget, Game, Proven, Room, Seat, Seed, Spec, Turn};
use ludex_pente::{Position, exact};

const SEVEN: &[u8] = include_bytes!("../../data/7x7.win");
const NINE: &[u8] = include_bytes!("../../data/9x9.win");

#[test]
fn the_kept_certificates_hold() {
    let checked = exact::check(SEVEN).unwrap();
    assert_eq!((checked.settings.side, checked.plies), (7, 13));
    let checked = exact::check(NINE).unwrap();
    assert_eq!((checked.settings.side, checked.plies), (9, 13));
}

/// Who plays by the proof wins by ply 13 against every kind of reply, and says so before each stone.
#[test]
fn the_proof_can_be_walked_through_as_either_side() {
    for (side, games) in [(7, 6), (9, 2)] {
        let game = game("pente", side);
        let agent = game.agent(&Spec::named("proof"), Seed(1)).unwrap();
        for seed in 0..games {
            let (mut position, mut dice, mut plies) = (game.start(), Seed(seed).rng(), 0);
            while game.turn(&position) == Turn::Seat(Seat::FIRST) {
                let decision = agent.decide(&game, &position, &Budget::unlimited()).unwrap();
                let best = decision.best();
                assert_eq!(best.proven, Some(Proven::Win));
                assert!(plies + best.line.len() <= 13, "{plies} and {:?}", best.line);
                game.play(&mut position, best.action);
                plies += 1;
                // Lots in one game, the longest resistance in another.
                let reply = match seed % 2 {
                    0 => game.sample(&position, &mut dice, &mut Vec::new()),
                    _ if game.turn(&position) == Turn::Over => None,
                    _ => {
                        let found = agent.decide(&game, &position, &Budget::unlimited()).unwrap();
                        assert!(found.candidates.iter().all(|c| c.proven == Some(Proven::Loss)));
                        Some(found.best().action)
                    }
                };
                let Some(reply) = reply else { break };
                game.play(&mut position, reply);
                plies += 1;
            }
            assert_eq!(position.winner(), Some(Seat::FIRST));
            assert!(seed % 2 == 0 || plies == 13, "{plies} plies");
        }
    }
}

/// The engine without a level knows the proofs as it knows its book: the first player finds their stones as hints. The second gets no
/// stone that only lasts long.
#[test]
fn the_engine_wins_by_the_proof_but_does_not_resist_by_it() {
    let game = game("pente", 7);
    let ask = |name: &str, position: &Position| {
        let agent = game.agent(&name.parse().unwrap(), Seed(1)).unwrap();
        agent.decide(&game, position, &Budget::unlimited()).unwrap()
    };
    let mut position = game.start();
    game.play(&mut position, game.centre());
    let lost = ask("engine", &position);
    assert_eq!(lost.search.algorithm, "negamax");
    let mut seen = lost.candidates.iter().filter(|c| c.bound != Bound::None);
    assert!(seen.all(|c| c.proven == Some(Proven::Loss)), "but it knows");
    let reply = ask("proof", &position).best().action;
    game.play(&mut position, reply);
    let (hint, proved) = (ask("engine", &position), ask("proof", &position));
    assert_eq!(hint.best().action, proved.best().action);
    assert_eq!((hint.best().proven, &*hint.search.algorithm), (Some(Proven::Win), "proof"));
    for own in ["engine:book=false", "engine:level=3"] {
        assert_eq!(ask(own, &position).search.algorithm, "negamax", "{own}");
    }
}

/// Off the proof, and on boards without one, it plays like the engine.
#[test]
fn who_has_left_the_proof_plays_on() {
    for side in [5, 7] {
        let game = game("pente", side);
        let mut position = game.start();
        for name in ["C3", "A1", "A2", "B5"] {
            let first = if side == 7 && name == "C3" { "D4" } else { name };
            let point = ludex_core::Notation::read_action(&game, first).unwrap();
            game.check(&position, point).unwrap();
            game.play(&mut position, point);
        }
        let agent = game.agent(&Spec::named("proof"), Seed(1)).unwrap();
        let decision = agent.decide(&game, &position, &Budget::unlimited()).unwrap();
        game.check(&position, decision.best().action).unwrap();
        assert_eq!(decision.candidates.len(), side.pow(2) - 4);
    }
}

#[test]
fn a_changed_certificate_is_refused() {
    let refusal = |bytes: &[u8]| exact::check(bytes).unwrap_err().to_string();
    assert!(refusal(&SEVEN[..SEVEN.len() - 1]).contains("no stone is named"));
    assert!(refusal(&[SEVEN, &[0]].concat()).contains("stones left"));
    assert!(refusal(b"").contains("first lines read"));
    assert!(refusal(b"ludex pente win\npente 8x8 13\n").contains("odd side"));
    let sooner = String::from_utf8_lossy(SEVEN).replace("7x7 13", "7x7 11");
    assert!(refusal(sooner.as_bytes()).contains("13 plies"), "{}", refusal(sooner.as_bytes()));
    // A stone somewhere else loses the win, or is not legal, or leads to positions without a stone.
    let header = SEVEN.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(1).unwrap().0 + 1;
    let mut changed = SEVEN.to_vec();
    changed[header] = 0;
    assert!(exact::check(&changed).is_err());
}

#[test]
fn a_small_board_is_solved_and_the_proof_holds() {
    let game = game("pente:row=3", 5);
    let solution = exact::solve(&game, &Budget::unlimited()).unwrap().unwrap();
    assert_eq!((solution.plies, solution.shortest), (5, true));
    let checked = exact::check(&solution.certificate.bytes).unwrap();
    assert_eq!(checked.plies, 5);
}

#[test]
fn what_is_excluded_is_less_than_what_is_proved() {
    let game = game("pente:row=3", 5);
    assert_eq!(exact::no_win_by(&game, &Budget::unlimited()).unwrap(), 3);
}

#[test]
fn what_cannot_be_proved_is_refused() {
    let error = exact::solve(&game("keryo", 7), &Budget::unlimited()).unwrap_err().to_string();
    assert!(error.contains("give `pente`"), "{error}");
    assert!(exact::solve(&game("pente", 19), &Budget::unlimited()).is_err());
    assert!(exact::solve(&game("pente", 7), &Budget::nodes(100)).unwrap().is_none());
}
