//! Perfect clears: published counts, and solutions that really clear the board.

use ludex_core::Stop;
use ludex_offline::clear::{Chance, Field, Laid, Moves, chance};
use ludex_tetris::{Board, Placement, Reach, sets};
use std::collections::BTreeSet;

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

/// The published count is 3,636. Here every one of more is played by the rules of the game, and no two are the same.
#[test]
fn every_clear_with_kicks_can_be_played() {
    let field = Field::empty(4, Moves::Spins).unwrap();
    let queue = field.read_queue("OTISZLJILSJ").unwrap();
    let answer = field.solve(&queue, true, true, &Stop::default());
    let reach = Reach::new(&sets::srs(), 10, 20).unwrap();
    let mut different = BTreeSet::new();
    for found in &answer.found {
        assert!(is_in_turn(&queue, &found.laid), "{:?}", found.laid);
        plays_out(&reach, &found.laid);
        let mut laid = found.laid.clone();
        laid.sort_unstable();
        different.insert(laid);
    }
    assert_eq!(different.len(), 3_987);
}

/// Whether each piece is the current one or the other of the two that wait.
fn is_in_turn(queue: &[u8], laid: &[Laid]) -> bool {
    let (mut waiting, mut coming) = (queue[..2].to_vec(), queue[2..].iter());
    laid.iter().all(|laid| {
        let place = waiting.iter().position(|&piece| piece == laid.piece);
        place.map(|at| waiting.remove(at));
        waiting.extend(coming.next());
        place.is_some()
    })
}

/// Places the pieces on a board of the game where its own flood finds a way, and ends with an empty board.
fn plays_out(reach: &Reach, laid: &[Laid]) {
    let (mut board, mut covered) = (Board::new(10, 20).unwrap(), 0u64);
    for piece in laid {
        let gone: Vec<usize> = (0..4).filter(|row| covered >> (10 * row) & 1023 == 1023).collect();
        let cells = (0..40).filter(|cell| piece.cells >> cell & 1 == 1);
        let lower = |row: usize| row - gone.iter().filter(|&&gone| gone < row).count();
        let wanted: BTreeSet<_> = cells.map(|cell| (cell % 10, lower(cell / 10))).collect();
        let place = place_on(reach, &board, piece.piece.into(), &wanted);
        let place = place.unwrap_or_else(|| panic!("no way to {wanted:?} on\n{board}"));
        let shape = reach.shape(piece.piece.into(), place.rotation);
        board.place(shape, place.x.into(), place.y.into());
        covered |= piece.cells;
    }
    assert_eq!(board, Board::new(10, 20).unwrap());
}

/// The placement that covers just these cells, if it can be reached.
fn place_on(
    reach: &Reach,
    board: &Board,
    piece: usize,
    wanted: &BTreeSet<(usize, usize)>,
) -> Option<Placement> {
    let mut found = None;
    reach.for_each(board, piece, |at| {
        let cells = reach.shape(piece, at.rotation).each_cell();
        let cells: BTreeSet<_> =
            cells.map(|(x, y)| (usize::from(at.x) + x, usize::from(at.y) + y)).collect();
        if cells == *wanted {
            found = Some(at);
        }
    });
    found
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
