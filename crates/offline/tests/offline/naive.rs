//! The utility player: the CITS4211 report's figures, and the fast count against the plain one.

use ludex_core::Stop;
use ludex_offline::naive::{count_after, naive};
use ludex_offline::{Count, Kit, Put, Task, Weights, verify};
use proptest::prelude::*;

fn outcome(task: &Task, list: &[u8], puts: &[Put]) -> ludex_offline::Outcome {
    let numbered: Vec<(usize, Put)> = puts.iter().copied().enumerate().collect();
    verify(task, list, &numbered).expect("a legal solution")
}

/// Rows cleared, final height and empty cells for 110 equal pieces.
const REPORT: [(usize, usize, u64); 7] =
    [(40, 0, 0), (0, 44, 44), (14, 31, 55), (28, 14, 22), (17, 27, 44), (5, 41, 66), (0, 44, 44)];

#[test]
fn equal_pieces_end_as_the_report_says() {
    let task = Task::standard();
    for (piece, expected) in REPORT.into_iter().enumerate() {
        let list = [piece as u8; 110];
        let puts = naive(&task, &list, &Weights::default(), &Stop::default());
        let end = outcome(&task, &list, &puts);
        assert_eq!((end.rows, end.height, end.holes), expected, "piece {}", piece + 1);
        assert_eq!(end.placed, 110);
    }
}

proptest! {
    #[test]
    fn the_fast_count_is_the_plain_count(
        width in 4usize..14,
        moves in proptest::collection::vec((0u8..7, 0u8..4, 0usize..32), 1..60),
    ) {
        let task = Task::new(width, 0, None, Kit::standard()).unwrap();
        let mut board = ludex_offline::Tall::new(width);
        let mut count = Count::default();
        for (piece, rotation, column) in moves {
            let form = task.kit.form(piece, rotation).unwrap();
            let column = column % (width - form.width() + 1);
            count = count_after(&board, form, column, &task, &count).unwrap();
            board.drop(form, column);
            prop_assert_eq!(count, Count::of(width, board.rows()));
        }
    }

    #[test]
    fn boards_are_what_plain_gravity_makes_them(
        moves in proptest::collection::vec((0u8..7, 0u8..4, 0usize..5), 1..60),
    ) {
        let kit = Kit::standard();
        let mut board = ludex_offline::Tall::new(5);
        let mut plain = ludex_tetris::Board::new(5, 64).unwrap();
        let set = ludex_tetris::sets::offline();
        for (piece, rotation, column) in moves {
            let form = kit.form(piece, rotation).unwrap();
            let shape = &set.pieces[usize::from(piece)].states[usize::from(rotation)].shape;
            let column = column % (5 - form.width() + 1);
            let y = plain.landing(shape, column);
            if y + shape.height() > 64 {
                break;
            }
            let rows = plain.place(shape, column, y).lines;
            prop_assert_eq!(board.landing(form, column), Some(y));
            prop_assert_eq!(board.drop(form, column), rows as usize);
            let tops: Vec<u32> = plain.heights().collect();
            prop_assert_eq!(board.tops(), &tops[..]);
            prop_assert_eq!(board.blocks(), u64::from(plain.blocks()));
        }
    }
}
