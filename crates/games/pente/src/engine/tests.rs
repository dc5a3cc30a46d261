//! The engine's wins are wins, and its values add up.

use super::threats::Prover;
use super::*;
use crate::{Pente, Point, Position, Settings, Variant};
use ludex_core::{Agent, Budget, Game, Notation, Seed, Turn, conformance};

fn game(side: u8) -> Pente {
    Pente::new(Settings::usual(side, Variant::Pente))
}

#[test]
fn terms_add_up_to_the_value() {
    for variant in Variant::ALL {
        conformance::check_terms(&Pente::new(Settings::usual(9, variant)), &Chances, 2, Seed(1));
    }
}

/// Positions of random games between players who look one ply ahead.
fn sharp_positions(game: &Pente, games: u64) -> Vec<Position> {
    let mut found = Vec::new();
    for index in 0..games {
        let engine = engine(Identity::new("engine", Seed(1)), 1);
        let (mut position, mut dice) = (game.start(), Seed(index).rng());
        let mut ply = 0;
        while game.turn(&position) != Turn::Over && ply < 60 {
            let action = match ply % 3 {
                0 => game.sample(&position, &mut dice, &mut Vec::new()),
                _ => engine.choose(game, &position, &Budget::unlimited()).ok(),
            };
            game.play(&mut position, action.unwrap());
            found.push(position);
            ply += 1;
        }
    }
    found
}

#[test]
fn a_win_by_force_is_confirmed_against_every_reply() {
    let (mut wins, game) = (0, game(9));
    for position in sharp_positions(&game, 12) {
        let Some(course) = forced_win(&game, &position, 6, 2_000) else { continue };
        wins += 1;
        let mut next = position;
        game.play(&mut next, course[0]);
        let stones = course.len().div_ceil(2) as u8;
        assert!(
            next.winner().is_some() || loses_to_all(&game, &next, stones),
            "{}{:?}",
            game.position_text(&position),
            course.iter().map(|&point| game.action_text(point)).collect::<Vec<_>>()
        );
        // The course itself ends with the win.
        for &point in &course[1..] {
            game.check(&next, point).unwrap();
            game.play(&mut next, point);
        }
        assert_eq!(next.winner().map(|seat| seat.0), position.mover());
    }
    assert!(wins > 20, "{wins} wins are too few to say anything");
}

#[test]
fn decisions_are_sound() {
    let game = game(9);
    let engine = engine(Identity::new("engine", Seed(1)), 3);
    for position in sharp_positions(&game, 2).into_iter().step_by(5) {
        if game.turn(&position) == Turn::Over {
            continue;
        }
        let decision = engine.decide(&game, &position, &Budget::unlimited()).unwrap();
        assert_eq!(
            decision.best().action,
            engine.choose(&game, &position, &Budget::unlimited()).unwrap()
        );
        assert_eq!(decision.candidates.len(), usize::from(position.free));
        for candidate in &decision.candidates {
            let sum: f64 = candidate.terms.iter().map(|t| t.contribution).sum();
            assert!((sum - candidate.value).abs() < 1e-6, "{candidate:?}");
        }
    }
}

/// Whether every legal reply loses by force, on the list of replies or not.
fn loses_to_all(game: &Pente, position: &Position, stones: u8) -> bool {
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    actions.into_iter().all(|reply| {
        let mut next = *position;
        game.play(&mut next, reply);
        game.turn(&next) != Turn::Over && forced_win(game, &next, stones, 1_000_000).is_some()
    })
}

/// A forced win of the mover, looked for with at most so many positions.
fn forced_win(game: &Pente, position: &Position, stones: u8, nodes: u32) -> Option<Vec<Point>> {
    position.mover()?;
    Prover::proof(&Tracked::new(game, position).sight(), nodes, stones)
}
