//! What is foretold of tiles.

use super::{game, read};
use crate::chances::chances;
use ludex_core::{Game, Notation, Seed};

#[test]
fn greater_tiles_are_less_probable_and_reached_ones_are_not_listed() {
    let game = game(4, 4);
    let late = read(&game, "512 64 8 0\n64 16 4 0\n8 4 0 0\n2 2 0 0\nscore 4000\n");
    let all = chances(&game, &late).expect("the built-in network");
    assert_eq!(all[0].0, 1024);
    assert!(all[0].1 > 0.9, "{all:?}");
    assert!(all.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 >= pair[1].1), "{all:?}");
}

/// The same tiles in a hopeless order promise less.
#[test]
fn a_board_in_disorder_promises_less() {
    let game = game(4, 4);
    let chance = |rows: &str| {
        let all = chances(&game, &read(&game, rows)).expect("the built-in network");
        all.iter().find(|(tile, _)| *tile == 4096).map_or(0.0, |found| found.1)
    };
    let good = chance("1024 512 256 128\n8 16 32 64\n4 2 0 0\n2 0 0 0\n");
    let bad = chance("2 1024 4 256\n512 8 128 16\n4 64 2 32\n2 4 0 2\n");
    assert!(good > bad + 0.2, "{good} and {bad}");
}

#[test]
fn other_boards_and_boards_before_a_tile_have_no_forecast() {
    let small = game(3, 3);
    assert!(chances(&small, &read(&small, "2 2 0\n0 0 0\n0 0 0\n")).expect("nothing").is_empty());
    let game = game(4, 4);
    assert!(chances(&game, &game.start()).expect("nothing").is_empty());
}

#[test]
fn pictures_tell_the_next_three_tiles() {
    let game = game(4, 4);
    let mut dice = Seed(1).rng();
    let mut position = game.start();
    for _ in 0..2 {
        let tile = game.draw_tile(&position, &mut dice).expect("a tile");
        game.play(&mut position, tile);
    }
    let notes = game.picture(&position, &[]).notes;
    let told: Vec<&str> = notes.iter().skip(1).map(|(name, _)| name.as_str()).collect();
    assert_eq!(told, ["chance of 512", "chance of 1024", "chance of 2048"]);
}
