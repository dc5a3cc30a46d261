//! Perfect clears: published counts, and solutions that really clear the board.

use ludex_core::Stop;
use ludex_offline::clear::{Chance, Field, Moves, chance};
use ludex_tetris::sets;

#[test]
fn hard_drops_and_tucks_clear_as_often_as_published() {
    let solve = |moves| {
        let field = Field::empty(4, moves).unwrap();
        let queue = field.read_queue("OTISZLJILSJ").unwrap();
        field.solve(&queue, true, true, &Stop::default())
    };
    assert_eq!(solve(Moves::Tucks).found.len(), 1_329);
    let answer = solve(Moves::HardDrop);
    assert_eq!(answer.found.len(), 901);
    for found in &answer.found {
        let covered = found.laid.iter().fold(0, |all, laid| {
            assert_eq!(all & laid.cells, 0, "two pieces on one cell");
            all | laid.cells
        });
        assert_eq!(covered, (1 << 40) - 1);
    }
}

#[test]
fn a_queue_without_a_clear_has_none_however_pieces_move() {
    let field = Field::empty(4, Moves::Spins).unwrap();
    let queue = field.read_queue("OIOSZZSOITJ").unwrap();
    assert!(field.solve(&queue, true, false, &Stop::default()).found.is_empty());
}

#[test]
fn a_hold_turns_orders_around() {
    let rows = [0b11_1111_0011, 0b11_1111_0011];
    let field = Field::new(10, 2, &rows, sets::srs(), Moves::HardDrop).unwrap();
    let bag = field.read_queue("OI").unwrap();
    let share = |hold| chance(&field, &bag, hold, &Stop::default(), || ());
    assert_eq!(share(true), Chance { clear: 2, orders: 2, stopped: false });
    assert_eq!(share(false), Chance { clear: 1, orders: 2, stopped: false });
}
