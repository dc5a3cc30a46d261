//! The engine's wins are wins, and its values add up.

use super::threats::Prover;
use super::*;
use crate::board::symmetries;
use crate::threats::win_at;
use crate::{Pente, Point, Position, Settings, Variant};
use ludex_core::{Agent, Budget, Evaluate, Game, Notation, Proven, Seat, Seed, Turn, conformance};
use ludex_search::negamax::Verdict;

fn game(side: u8) -> Pente {
    Pente::new(Settings::usual(side, Variant::Pente))
}

#[test]
fn terms_add_up_to_the_value() {
    for variant in Variant::ALL {
        conformance::check_terms(
            &Pente::new(Settings::usual(9, variant)),
            &Chances::default(),
            2,
            Seed(1),
        );
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

/// Whoever can win with one stone does so, whatever the opponent threatens.
#[test]
fn a_win_at_hand_is_taken() {
    let mut wins = 0;
    for (variant, side) in Variant::ALL.into_iter().zip([7, 9, 7, 9, 9]) {
        let game = Pente::new(Settings::usual(side, variant));
        for position in sharp_positions(&game, 6) {
            let Some(seat) = position.mover() else { continue };
            let mut legal = Vec::new();
            game.actions(&position, &mut legal);
            if !legal.iter().any(|&point| win_at(&game, &position, seat, point).is_some()) {
                continue;
            }
            wins += 1;
            for level in [1, 3] {
                let engine = engine(Identity::new("engine", Seed(1)), level);
                let choice = engine.choose(&game, &position, &Budget::unlimited()).unwrap();
                let text = game.position_text(&position);
                let won = win_at(&game, &position, seat, choice).is_some();
                assert!(won, "{} at level {level}:\n{text}", game.action_text(choice));
            }
        }
    }
    assert!(wins > 40, "{wins} wins are too few to say anything");
}

/// On an empty board, and where the opponent has begun in a corner, the centre is the place to be.
#[test]
fn the_first_stone_lies_on_the_centre() {
    let game = Pente::new(Settings::usual(15, Variant::Gomoku));
    let mut position = game.start();
    for _ in 0..2 {
        let engine = engine(Identity::new("engine", Seed(1)), 4);
        let choice = engine.choose(&game, &position, &Budget::unlimited()).unwrap();
        assert_eq!(choice, game.centre());
        game.play(&mut position, Point::new(0, 0));
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

/// The images of a point under the eight symmetries of the board.
fn images(game: &Pente, point: Point) -> [Point; 8] {
    symmetries(point.column(), point.row(), game.side())
        .map(|(column, row)| Point::new(column, row))
}

#[test]
fn values_and_proofs_are_the_same_under_the_eight_symmetries() {
    let game = game(9);
    for seed in 0..2 {
        let (mut boards, mut dice) = ([game.start(); 8], Seed(seed).rng());
        while let Some(point) = game.sample(&boards[0], &mut dice, &mut Vec::new()) {
            for (board, image) in boards.iter_mut().zip(images(&game, point)) {
                game.play(board, image);
            }
            let values = boards.map(|board| Chances::default().value(&game, &board, Seat::FIRST));
            assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
            let proofs =
                boards.map(|board| forced_win(&game, &board, 4, 10_000).map(|win| win.len()));
            assert!(proofs.iter().all(|proof| *proof == proofs[0]), "{proofs:?}");
        }
    }
}

/// Constructed positions with X to move, and the plies in which X wins.
const FORCED: [(&str, &str, u16); 7] = [
    ("a four beside a four of the opponent's", "X: D10 E10 F10 G10 G6; O: C10 H6 J6 K6 L6", 1),
    ("a four", "X: F10 G10 H10 J10 K3; O: E10 B2 B4 C8 D14", 1),
    ("an open three", "X: G10 H10 J10; O: B2 C5 D14", 3),
    ("four pairs taken and a fifth to take", "X: G10 A1; O: H10 J10; captured 8 8", 1),
    (
        "one stone that threatens two last captures",
        "X: A1 A4 S1 S5; O: H10 J10 G11 G12; captured 8 8",
        3,
    ),
    (
        "a four and an open three on one point",
        "X: F10 G10 H10 J11 J12 J13; O: E10 C5 D14 S2 S9 Q17",
        3,
    ),
    ("two fours on one point", "X: F10 G10 H10 J11 J12 J13; O: E10 J14 D14 S2 S9 Q17", 3),
];

/// A position of 19x19 from lists of stones.
fn constructed(game: &Pente, text: &str) -> Position {
    let mut rows = vec![vec!['.'; 19]; 19];
    let mut captured = "0 0";
    for part in text.split("; ") {
        if let Some(stones) = part.strip_prefix("captured ") {
            captured = stones;
            continue;
        }
        let (mark, points) = part.split_once(": ").unwrap();
        for name in points.split(' ') {
            let point = game.read_action(name).unwrap();
            rows[18 - point.row()][point.column()] = mark.chars().next().unwrap();
        }
    }
    let lines: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    let text = format!("{}\ncaptured {captured}\nto move X\n", lines.join("\n"));
    game.read_position(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn forced_wins_are_found_and_are_as_long_as_they_are_known_to_be() {
    let game = Pente::default();
    for (what, text, plies) in FORCED {
        let position = constructed(&game, text);
        let agent = engine(Identity::new("engine", Seed(1)), 6);
        let decision = agent.decide(&game, &position, &Budget::unlimited()).unwrap();
        let best = decision.best();
        assert_eq!(best.proven, Some(Proven::Win), "{what}: {best:?}");
        assert_eq!(Verdict::of(best.value), Some(Verdict::Win(plies)), "{what}: {best:?}");
    }
}
