//! The colours of pieces that lie, against a grid that is kept cell by cell.

use crate::Tetris;
use crate::position::Action;
use ludex_core::{Ink, Room, Seed, Table, TableMoves, TableState, TableView, Turn};
use rand::RngExt;

/// Rows from the top, each cell with the piece that lies there.
type Grid = Vec<Vec<Option<u8>>>;

/// Lets a piece lie, and takes full rows out.
fn lay(game: &Tetris, grid: &mut Grid, piece: u8, at: crate::Placement) {
    let height = grid.len();
    for (dx, dy) in game.shape(piece, at).each_cell() {
        let y = usize::from(at.y) + dy;
        if y < height {
            grid[height - 1 - y][usize::from(at.x) + dx] = Some(piece);
        }
    }
    grid.retain(|row| row.iter().any(Option::is_none));
    while grid.len() < height {
        grid.insert(0, vec![None; game.rules().size.width]);
    }
}

fn agree(game: &Tetris, grid: &Grid, table: &Table<Tetris>) {
    let picture = table.picture(&[]);
    for (row, cells) in grid.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let seen = picture.at(column, row);
            if seen.text == "#" {
                assert_eq!(Some(seen.ink), cell.map(|piece| game.ink(piece)), "{row} {column}");
            }
        }
    }
}

#[test]
fn pieces_keep_their_colours_where_they_lie() {
    for (i, rules) in ["versus", "simplified", "rlcomp", "guideline"].into_iter().enumerate() {
        let size = (rules == "simplified").then(|| "5x12".parse().unwrap());
        let game = Tetris::open(&rules.parse().unwrap(), size).unwrap();
        let mut table = Table::new(game.clone(), Seed(i as u64));
        let mut dice = super::dice(46, i as u64);
        let empty = vec![vec![None; game.rules().size.width]; game.rules().size.height];
        let (mut grid, mut before, mut actions) = (empty.clone(), empty, Vec::new());
        for _ in 0..600 {
            if table.turn() == Turn::Over {
                break;
            }
            ludex_core::Game::actions(&game, table.position(), &mut actions);
            let action = actions[dice.random_range(0..actions.len())];
            let locked = match action {
                Action::Place { piece, at, .. } => Some((piece, at)),
                Action::Press(press) => game.locked_by(table.position(), press),
                Action::Deal(_) => None,
            };
            before.clone_from(&grid);
            if let Some((piece, at)) = locked {
                lay(&game, &mut grid, piece, at);
            }
            table.play_action(action).unwrap();
            actions.clear();
            agree(&game, &grid, &table);
        }
        table.undo().unwrap();
        agree(&game, &before, &table);
    }
}

#[test]
fn what_nobody_remembers_has_no_colour() {
    let text = "tetris tetrisvs 10x20\nnext T O\nboard\nXXXX......\n";
    let mut table = ludex_core::room::<Tetris>().load(text, Seed(1)).unwrap();
    table.play("T1@19,5").unwrap();
    let picture = table.picture(&[]);
    assert_eq!(picture.at(0, 19).ink, Ink::Lying);
    assert_eq!(picture.at(5, 19).ink, Ink::Piece(4));
}
