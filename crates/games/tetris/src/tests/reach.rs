//! Reachability against a plain search, and the published counts.

use super::{dice, random_board};
use crate::board::{Board, Pile};
use crate::reach::{Fall, Reach};
use crate::reference::Grid;
use crate::word::Word;
use crate::{Key, PieceSet, Placement, Turns, sets};
use rand::RngExt;
use std::collections::{BTreeSet, HashMap, HashSet};

/// One position after another, with a set of those already seen.
fn plain<T: Word>(
    set: &PieceSet,
    board: &Pile<T>,
    piece: usize,
    spawn: Option<Placement>,
) -> BTreeSet<Vec<(usize, usize)>> {
    let grid = Grid::of(board);
    let states = &set.pieces[piece].states;
    let fits = |(r, x, y): (usize, i32, i32)| {
        x >= 0 && y >= 0 && grid.fits(&states[r].shape, x as usize, y as usize)
    };
    let Some(spawn) = spawn.map(|s| (s.rotation as usize, i32::from(s.x), i32::from(s.y))) else {
        return BTreeSet::new();
    };
    let mut seen = HashSet::new();
    let mut stack = vec![spawn];
    let mut found = BTreeSet::new();
    while let Some((r, x, y)) = stack.pop() {
        if !fits((r, x, y)) || !seen.insert((r, x, y)) {
            continue;
        }
        stack.extend([(r, x - 1, y), (r, x + 1, y), (r, x, y - 1)]);
        let count = states.len();
        let targets = match set.turns {
            Turns::None => vec![],
            Turns::Next => vec![(r + 1) % count],
            Turns::Both => vec![(r + 1) % count, (r + count - 1) % count],
        };
        for to in targets.into_iter().filter(|to| *to != r) {
            let tries = set.pieces[piece].kicks(r, to);
            let tries: Vec<_> =
                tries.map(|(dx, dy)| (to, x + i32::from(dx), y + i32::from(dy))).collect();
            stack.extend(tries.into_iter().find(|p| fits(*p)));
        }
        if !fits((r, x, y - 1)) {
            let cells = states[r].shape.each_cell();
            found.insert(cells.map(|(dx, dy)| (x as usize + dx, y as usize + dy)).collect());
        }
    }
    found
}

fn compare(set: &PieceSet, width: usize, height: usize, many: u64) {
    let reach = Reach::new(set, width, height).expect("a generator");
    let mut places = Vec::new();
    for i in 0..many {
        let mut rng = dice(900 + width as u64, i);
        // Leave room at the top now and then, else nearly every spawn is blocked.
        let filled = if i % 8 == 0 { height } else { height - 3 };
        let low: Board = random_board(&mut rng, width, filled);
        let mut board = Board::new(width, height).expect("a board");
        board.columns_mut()[..width].copy_from_slice(low.columns());
        let piece = rng.random_range(0..set.pieces.len());
        places.clear();
        reach.placements(&board, piece, &mut places);
        let cells = |p: &Placement| {
            let shape = reach.shape(piece, p.rotation);
            shape.each_cell().map(|(x, y)| (x + p.x as usize, y + p.y as usize)).collect()
        };
        let fast: BTreeSet<Vec<(usize, usize)>> = places.iter().map(cells).collect();
        assert_eq!(fast.len(), places.len(), "each set of cells once");
        assert_eq!(reach.count(&board, piece), places.len());
        let slow = plain(set, &board, piece, reach.spawn(piece));
        assert_eq!(fast, slow, "{} board {i} piece {piece}\n{board}", set.name);
    }
}

#[test]
fn the_flood_finds_what_a_plain_search_finds() {
    for (name, _) in sets::SETS {
        let set = sets::by_name(name).expect("a set");
        for (width, height) in
            [(4, 8), (5, 20), (10, 20), (11, 24), (15, 23), (32, 12), (10, 40), (6, 64)]
        {
            compare(&set, width, height, 60);
        }
    }
}

#[test]
fn pentominoes_are_flooded_too() {
    let set: PieceSet =
        "set five\nspawn 0 2\npiece U cw\nXoX\nXXX\npiece P ccw\nXX\n@X\nX\npiece dot\n@\n"
            .parse()
            .expect("a set");
    compare(&set, 10, 20, 300);
}

#[test]
fn keys_lead_where_they_should() {
    for name in ["tetrisvs", "srs", "nintendo-left"] {
        let set = sets::by_name(name).expect("a set");
        let reach = Reach::new(&set, 10, 20).expect("a generator");
        for i in 0..20 {
            let mut rng = dice(31, i);
            let mut board = Board::new(10, 20).expect("a board");
            let low: Board = random_board(&mut rng, 10, 14);
            board.columns_mut()[..10].copy_from_slice(low.columns());
            let piece = rng.random_range(0..7);
            let mut places = Vec::new();
            reach.placements(&board, piece, &mut places);
            for place in places {
                let keys = reach.keys(&board, piece, place).expect("a way");
                let mut here = reach.spawn(piece).expect("a spawn");
                for key in keys {
                    here = reach.press(&board, piece, here, key).expect("a free way");
                }
                let (shape, wanted) =
                    (reach.shape(piece, here.rotation), reach.shape(piece, place.rotation));
                assert_eq!((here.x, here.y, shape), (place.x, place.y, wanted));
                assert_eq!(reach.press(&board, piece, here, Key::Down), None, "it rests");
            }
        }
    }
}

#[test]
fn a_blocked_spawn_leaves_nothing() {
    let set = sets::tetrisvs();
    let reach = Reach::new(&set, 10, 20).expect("a generator");
    let mut board = Board::new(10, 20).expect("a board");
    board.set(5, 18, true);
    for piece in 0..7 {
        assert!(!reach.can_spawn(&board, piece));
        assert_eq!(reach.count(&board, piece), 0);
        assert_eq!(reach.keys(&board, piece, Placement::default()), None);
    }
}

/// Sequences of placements, and how many boards they end in.
pub(super) fn perft(reach: &Reach, set: &PieceSet, queue: &str) -> (u64, usize) {
    let mut layer: HashMap<Vec<u64>, u64> = HashMap::from([(vec![0; 10], 1)]);
    let mut places = Vec::new();
    for name in queue.chars() {
        let piece = set.index(&name.to_string()).expect("a piece");
        let mut next = HashMap::new();
        for (columns, paths) in layer {
            let mut board = Board::new(10, 40).expect("a board");
            board.columns_mut()[..10].copy_from_slice(&columns);
            places.clear();
            reach.placements(&board, piece, &mut places);
            for p in &places {
                let mut after = board;
                after.place(reach.shape(piece, p.rotation), p.x.into(), p.y.into());
                *next.entry(after.columns().to_vec()).or_insert(0) += paths;
            }
        }
        layer = next;
    }
    (layer.values().sum(), layer.len())
}

#[test]
fn published_counts_hold() {
    let set = sets::srs();
    let reach = Reach::new(&set, 10, 40).expect("a generator").with_spawn_row(&set, 19);
    for (queue, count) in
        [("I", 17), ("O", 9), ("T", 34), ("L", 34), ("J", 34), ("S", 17), ("Z", 17)]
    {
        assert_eq!(perft(&reach, &set, queue).0, count, "{queue}");
    }
    for (queue, count) in [("IO", 153), ("IOL", 5_266), ("IOLJ", 188_374)] {
        assert_eq!(perft(&reach, &set, queue).0, count, "{queue}");
    }
}

#[test]
fn other_semantics_give_other_counts() {
    let set = sets::srs();
    let reach = Reach::new(&set, 10, 40).expect("a generator").with_spawn_row(&set, 19);
    assert_eq!(perft(&reach.with_fall(Fall::Sonic), &set, "IOLJ").0, 188_115);
    let set = set.without_kicks();
    let reach = Reach::new(&set, 10, 40).expect("a generator").with_spawn_row(&set, 19);
    assert_eq!(perft(&reach, &set, "IOLJ").0, 187_882);
}
