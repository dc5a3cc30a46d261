//! The search over known pieces against min-max over whole positions.

use super::{dice, random_board};
use crate::board::Board;
use crate::features::at;
use crate::known::{Known, Next};
use crate::position::Position;
use crate::rules::{Ahead, Foreseen};
use crate::{Action, Linear, Reach, Tetris, sets};
use ludex_core::{Agent, Budget, Game, Room, Seed};
use ludex_search::common::Identity;
use ludex_search::minimax::{Minimax, Perspective};
use rand::RngExt;

fn game(rules: &str, size: &str) -> Tetris {
    let rules = rules.parse().expect("a rule set");
    Tetris::open(&rules, Some(size.parse().expect("a size"))).expect("a game")
}

/// Weights that tell all features of a family apart.
fn weights(features: &[usize], rng: &mut ludex_core::Rng) -> Linear {
    let weight = |&feature: &usize| (feature, f64::from(rng.random_range(-90..=90)) / 7.0);
    let pairs: Vec<(usize, f64)> = features.iter().map(weight).collect();
    Linear::of(&pairs)
}

const SKYLINE: [usize; 7] =
    [at::LH, at::ER, at::HO, at::LINES, at::AGGREGATE, at::BUMPINESS, at::FAITHFUL];
const ENTROPY: [usize; 6] =
    [at::HO, at::LINES, at::AGGREGATE, at::BUMPINESS, at::FAITHFUL, at::ENTROPY];
const NINE: [usize; 9] = [at::LH, at::ER, at::RT, at::CT, at::HO, at::WE, at::HD, at::RH, at::DV];

fn family(number: u64) -> &'static [usize] {
    [&SKYLINE[..], &NINE, &ENTROPY][number as usize % 3]
}

/// A position with a random board and random pieces, where somebody is to move.
fn position(game: &Tetris, pieces: usize, number: u64) -> Option<Position> {
    let mut rng = dice(411, number);
    let mut position = game.start();
    let (width, height) = (position.board.width(), position.board.height());
    let filled = rng.random_range(height / 2..=height);
    let board: Board = random_board(&mut rng, width, filled);
    position.board.columns_mut()[..width].copy_from_slice(board.columns());
    for _ in 0..pieces {
        position.hands[0].push(rng.random_range(0..7));
    }
    game.settle(&mut position);
    (!position.lost).then_some(position)
}

fn compare(rules: &str, size: &str, known: usize, many: u64) {
    let game = game(rules, size);
    let mut compared = 0;
    for number in 0..many {
        let Some(position) = position(&game, known, number) else { continue };
        let mut rng = dice(412, number);
        let linear = weights(family(number), &mut rng);
        let depth = rng.random_range(1..=known.min(2));
        let search = Minimax {
            perspective: Perspective::MaxMax,
            ..Minimax::new(Identity::new("plain", Seed(1)), linear, depth as u32)
        };
        let (ahead, start) = (Ahead::known(&game), Foreseen::start(&position));
        let plain = search.decide(&ahead, &start, &Budget::unlimited()).expect("a decision");
        let pieces = position.hand().pieces();
        let next = Next {
            placed: pieces.get(1).filter(|_| depth > 1).copied(),
            waiting: pieces.get(depth).copied(),
        };
        let board = position.board.low().expect("a low board");
        let fast = Known::new(&game, &linear).expect("a policy it knows");
        let (at, value) = fast.best(&board, pieces[0], next).expect("a placement");
        let best = plain.best();
        let place = Action::place(pieces[0], false, at);
        assert_eq!((place, value), (best.action, best.value), "{number}\n{}", position.board);
        compared += 1;
    }
    assert!(compared * 3 > many, "most positions are lost: {compared} of {many}");
}

#[test]
fn known_pieces_are_searched_as_by_min_max() {
    compare("tetrisvs", "10x20", 2, 60);
    compare("tetrisvs:known=3", "6x12", 3, 60);
    compare("essex", "15x23", 2, 12);
    compare("simplified:known=2", "10x20", 2, 40);
    compare("simplified:known=3", "5x8", 3, 60);
    compare("simplified", "18x20", 1, 30);
    compare("guideline:known=1", "10x20", 1, 60);
}

#[test]
fn other_features_are_left_to_the_plain_search() {
    let game = game("tetrisvs", "10x20");
    assert!(Known::new(&game, &Linear::of(&[(at::PROPER, -1.0)])).is_none());
    assert!(Known::new(&game, &Linear::of(&[(at::RT, 1.0), (at::ENTROPY, 1.0)])).is_none());
}

#[test]
fn starting_from_straight_drops_changes_no_flood() {
    for name in ["tetrisvs", "srs", "nintendo-left", "rlcomp"] {
        let set = sets::by_name(name).expect("a set");
        let quick = Reach::new(&set, 10, 20).expect("a generator");
        let plain = quick.clone().from_spawn_only();
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        let mut open = 0;
        for number in 0..1000 {
            let mut rng = dice(413, number);
            let mut board = Board::new(10, 20).expect("a board");
            let filled = rng.random_range(6..=20);
            let low: Board = random_board(&mut rng, 10, filled);
            board.columns_mut()[..10].copy_from_slice(low.columns());
            let piece = rng.random_range(0..set.pieces.len());
            found.clear();
            expected.clear();
            quick.placements(&board, piece, &mut found);
            plain.placements(&board, piece, &mut expected);
            assert_eq!(found, expected, "{name}, board {number}, piece {piece}\n{board}");
            open += u32::from(quick.drops_are_open(&board, piece));
        }
        assert!(open > 500, "{name}: the shortcut is taken on {open} boards only");
    }
}

/// The expectation over unknown pieces, on boards alone and over whole positions.
#[test]
fn unknown_pieces_are_expected_as_by_expectimax() {
    use ludex_search::expectimax::{Expectimax, ExpectimaxSettings};
    for (rules, size, known, depth) in [
        ("simplified", "5x8", 1, 2),
        ("simplified", "4x7", 1, 3),
        ("simplified:randomizer=weighted,known=2", "4x8", 2, 3),
        ("tetrisvs", "5x9", 2, 2),
        ("tetrisvs:known=1", "5x8", 1, 2),
    ] {
        let game = game(rules, size);
        for number in 0..9 {
            let Some(position) = position(&game, known, number) else { continue };
            let mut rng = dice(414, number);
            let linear = weights(family(number), &mut rng);
            let settings = ExpectimaxSettings { depth: Some(depth), ..Default::default() };
            let search = Expectimax::new(Identity::new("plain", Seed(1)), linear, settings);
            let (ahead, start) = (Ahead::dealing(&game), Foreseen::start(&position));
            let plain = search.decide(&ahead, &start, &Budget::unlimited()).expect("a decision");
            let (board, pieces) = (position.board.low().expect("low"), position.hand().pieces());
            let fast = Known::new(&game, &linear).expect("a policy it knows");
            let (at, value) = fast.best_expected(&board, pieces, depth).expect("a placement");
            let place = Action::place(pieces[0], false, at);
            let best = plain.best();
            assert_eq!((place, value), (best.action, best.value), "{rules} {number}");
        }
    }
}
