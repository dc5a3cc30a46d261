//! The fast counter against plain play.

use super::{dice, random_board};
use crate::drop::Instructions;
use crate::perft::Counter;
use crate::reach::Reach;
use crate::{Board, PieceSet, Tetris, sets};
use ludex_core::{Game, Rng, Room, Stop, Turn};
use rand::RngExt;

/// Sequences counted by playing all of them.
fn plainly(reach: &Reach, board: &Board, pieces: &[u8]) -> u64 {
    let [piece, rest @ ..] = pieces else { return 1 };
    let mut sum = 0;
    reach.for_each(board, (*piece).into(), |at| {
        let mut after = *board;
        after.place(reach.shape((*piece).into(), at.rotation), at.x.into(), at.y.into());
        sum += plainly(reach, &after, rest);
    });
    sum
}

/// A board with a ragged pile up to about `top` rows, with overhangs and holes.
fn board(dice: &mut Rng, reach: &Reach, top: usize) -> Board {
    let (width, height) = reach.size();
    let pile: Board = random_board(dice, width, top);
    let mut board = Board::new(width, height).expect("a board");
    for x in 0..width {
        (0..top).for_each(|y| board.set(x, y, pile.is_full(x, y)));
    }
    board
}

/// Compares with a flood that starts where the piece appears and knows no short cut.
fn compare(set: &PieceSet, reach: &Reach, family: u64) {
    let counters = [Instructions::Portable, Instructions::Avx2, Instructions::Avx512]
        .map(|most| Counter::new(reach).limited_to(most));
    let slow = reach.clone().from_spawn_only();
    let stop = Stop::default();
    let mut sum = 0;
    for i in 0..40 {
        let mut dice = dice(family, i);
        let top = dice.random_range(2..20);
        let board = board(&mut dice, reach, top);
        let piece = || dice.random_range(0..set.pieces.len()) as u8;
        let pieces: Vec<u8> = std::iter::repeat_with(piece).take(2).collect();
        for queue in [&pieces[..1], &pieces] {
            let wanted = plainly(&slow, &board, queue);
            for counter in &counters {
                let found = counter.count(&board, queue, &stop);
                assert_eq!(found, Some(wanted), "{queue:?}\n{board}");
            }
            sum += wanted;
        }
    }
    assert!(sum > 2_000, "{sum}");
}

#[test]
fn every_way_of_counting_gives_the_same() {
    for (i, set) in [sets::srs(), sets::srs().without_kicks(), sets::tetrisvs()].iter().enumerate()
    {
        for (j, (width, height)) in [(10, 40), (16, 32), (6, 24), (10, 20)].into_iter().enumerate()
        {
            let reach = Reach::new(set, width, height).expect("a generator");
            compare(set, &reach, 60 + 10 * i as u64 + j as u64);
        }
        let reach = Reach::new(set, 10, 40).expect("a generator").with_spawn_row(set, 19);
        compare(set, &reach, 100 + i as u64);
    }
}

#[test]
fn longer_sequences_count_the_same() {
    let set = sets::srs();
    let reach = Reach::new(&set, 10, 40).expect("a generator").with_spawn_row(&set, 19);
    let (counter, stop) = (Counter::new(&reach), Stop::default());
    assert!(counter.has_strips());
    for (i, queue) in [[2, 2, 1], [4, 6, 0], [0, 0, 0]].into_iter().enumerate() {
        let board = board(&mut dice(130, i as u64), &reach, 14);
        assert_eq!(counter.count(&board, &queue, &stop), Some(plainly(&reach, &board, &queue)));
    }
    let piece = |name: char| set.index(&name.to_string()).expect("a piece") as u8;
    let queue: Vec<u8> = "IOLJS".chars().map(piece).collect();
    let blank = Board::new(10, 40).expect("a board");
    assert_eq!(counter.count(&blank, &queue, &stop), Some(3_497_187));
    stop.set();
    assert_eq!(counter.count(&blank, &queue, &stop), None);
}

/// What `ludex perft` asks for: the pieces in the hand and those of the list, and nothing where there is a choice.
#[test]
fn the_room_counts_what_is_forced() {
    let open = |rules: &str| Tetris::open(&rules.parse().expect("rules"), None).expect("a game");
    let count = |game: &Tetris, depth: u32| {
        let mut position = game.start();
        while game.turn(&position) == Turn::Chance {
            let mut deals = Vec::new();
            game.actions(&position, &mut deals);
            game.play(&mut position, deals[0]);
        }
        game.count_paths(&position, depth, &Stop::default())
    };
    let queue = open("guideline:list=IOLJ,known=1");
    let counts = [1, 2, 3, 4, 5].map(|depth| count(&queue, depth));
    assert_eq!(counts, [Some(17), Some(153), Some(5_266), Some(188_374), Some(0)]);
    for rules in [
        "guideline:list=IOLJ",
        "guideline",
        "guideline:list=IO,known=1,goal=4",
        "simplified:list=IO",
    ] {
        assert_eq!(count(&open(rules), 1), None, "{rules}");
    }
}
