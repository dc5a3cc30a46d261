use super::{game, tiles};
use crate::evaluate::{Linear, Outline, measure};
use crate::{Action, FEATURES, Piece};
use ludex_core::{Evaluate, Game, Notation, Room, Seat, Seed, Turn, conformance, playout};
use ludex_tetris::Placement;

#[test]
fn agents_conform() {
    let game = game(6, 10);
    for agent in ["random", "greedy", "search", "expectimax:top=2,replies=1"] {
        conformance::check_agent(&game, agent, 1, 7, Seed(1));
    }
}

#[test]
fn terms_sum_to_the_value() {
    let game = game(6, 12);
    conformance::check_terms(&game, &crate::agents::TUNED, 3, Seed(2));
}

#[test]
fn rewards_are_the_points_of_the_step() {
    let game = game(6, 10);
    let points = Linear { weights: [0.0; FEATURES.len()], merged: 1.0, cleared: 1.0, lost: 0.0 };
    let mut position = game.start();
    let mut dice = Seed(3).rng();
    playout(&game, &mut position, &mut dice, &mut Vec::new(), 9);
    while let Some(action) = game.sample(&position, &mut dice, &mut Vec::new()) {
        let before = position;
        game.play(&mut position, action);
        let reward = points.reward(&game, &before, action, &position, Seat::FIRST);
        assert_eq!(reward, (position.score - before.score) as f64);
    }
}

#[test]
fn features_of_a_board_by_hand() {
    let board = tiles(8, &[". 4 . .", "2 . . .", "4 8 2 .", "8 2 2 16"]);
    let amount = |name: &str| {
        let place = FEATURES.iter().position(|feature| feature.name == name).expect("a feature");
        measure(&board)[place]
    };
    assert_eq!(amount("height"), 3.0 + 4.0 + 2.0 + 1.0);
    assert_eq!(amount("pile"), 16.0);
    assert_eq!(amount("holes"), 1.0);
    assert_eq!(amount("bumpiness"), 1.0 + 2.0 + 1.0);
    assert_eq!(amount("tiles"), 9.0);
    assert_eq!(amount("order"), 2.0, "an 8 on a 2");
    assert_eq!(amount("chain"), 2.0, "a 2 on a 4 on an 8");
    assert_eq!(amount("side"), 1.0);
    assert_eq!(amount("tops"), 2.0);
    assert_eq!(amount("heavy"), 1.0 + 3.0, "a 4 and a 16");
    assert_eq!(amount("largest"), 4.0);
    assert_eq!(amount("above"), 0.0);
    assert_eq!(amount("almost"), 1.0);
    assert_eq!(amount("buried"), 1.0, "the 2 under an 8");
    assert_eq!(amount("lowest"), 1.0);
}

/// An outline that looks again at the touched columns alone gives the value of a look at the whole board.
#[test]
fn outlines_follow_placements() {
    let game = game(6, 12);
    let linear = crate::agents::TUNED;
    let mut dice = Seed(4).rng();
    for _ in 0..20 {
        let mut position = game.start();
        while let Some(action) = game.sample(&position, &mut dice, &mut Vec::new()) {
            if let Action::Place { piece, at } = action {
                let mut after = position.tiles;
                let touched = game.put(&mut after, piece, at).touched;
                let quick =
                    Outline::of(&linear, &position.tiles).value_after(&linear, &after, touched);
                assert_eq!(quick, linear.promise(&after));
            }
            game.play(&mut position, action);
        }
    }
}

/// Cells that a term names are as many as it counts, where it counts cells.
#[test]
fn terms_point_at_what_they_count() {
    let board = tiles(8, &[". 4 . .", "2 . . .", "4 8 2 .", "8 2 2 16"]);
    for term in crate::agents::TUNED.promise_terms(&board) {
        let each = match term.name.as_ref() {
            "holes" | "tops" | "almost" | "buried" => 1.0,
            "chain" | "side" => 2.0,
            _ => continue,
        };
        assert_eq!(term.cells.len() as f64, each * term.amount, "{}", term.name);
    }
}

#[test]
fn a_search_of_two_sees_the_merge_that_one_does_not() {
    let game = game(4, 8);
    let mut position = game.start();
    let mut dice = Seed(5).rng();
    let mut buffer = Vec::new();
    while game.turn(&position) == Turn::Chance {
        let deal = game.sample(&position, &mut dice, &mut buffer).expect("a deal");
        game.play(&mut position, deal);
    }
    let budget = ludex_core::Budget::unlimited();
    for spec in ["greedy", "search"] {
        let agent = game.agent(&spec.parse().expect("a spec"), Seed(1)).expect("an agent");
        let decision = agent.decide(&game, &position, &budget).expect("a decision");
        let depth = if spec == "greedy" { 1 } else { 2 };
        assert!(
            decision.candidates.iter().all(|c| c.depth == depth && c.line.len() == depth as usize)
        );
        assert!(matches!(decision.best().action, Action::Place { .. }));
    }
}

/// States of a piece that put the same numbers on the same cells count once, and only those.
#[test]
fn twins_put_the_same_numbers_on_the_same_cells() {
    let game = game(10, 20);
    let look = |piece, rotation| {
        let at = Placement { rotation, x: 0, y: 0 };
        let mut cells = game.pieces().cells(piece, at);
        cells.sort_unstable();
        cells
    };
    for piece in Piece::all() {
        for rotation in 0..4 {
            let twin = game.pieces().twin(piece, rotation);
            assert_eq!(look(piece, rotation), look(piece, twin));
            assert!((0..twin).all(|other| look(piece, other) != look(piece, twin)));
        }
    }
}

/// A tile that a cleared row took away still counts as reached, in files as well.
#[test]
fn the_largest_tile_of_the_game_is_remembered() {
    let game = game(4, 8);
    let text =
        "score 0\nlines 0\npieces 0\nlargest 64\ncurrent I2222\nnext O2222\nboard\n. 2 4 2\n";
    let mut position = game.read_position(text).expect("a position");
    assert_eq!(position.largest(), 64);
    assert_eq!(game.read_position(&game.position_text(&position)).expect("the same"), position);
    let action = game.read_action("I2222/1@0,0").expect("a placement");
    game.play(&mut position, action);
    assert_eq!((position.lines, position.largest()), (1, 64));
    assert!(game.read_position(&text.replace("64", "63")).is_err());
}
