//! The TetrisVs report's search: fast against plain, and positions drawn by hand.

use super::{dice, random_board};
use crate::report::{Level, Mode, choose, plainly};
use crate::{Board, Tetris};
use ludex_core::{Error, Room, Size, Spec};
use rand::RngExt;

fn versus(size: Option<Size>) -> Tetris {
    Tetris::open(&Spec::named("versus"), size).unwrap()
}

const MODES: [(Mode, Level); 3] =
    [(Mode::Max, Level::Easy), (Mode::Max, Level::Hard), (Mode::MaxMax, Level::Hard)];

/// Narrow boards, because the plain search looks at every leaf; full of holes and up to the top.
#[test]
fn the_fast_search_finds_the_chain_and_the_value_of_the_plain_one() {
    let game = versus(Some(Size::new(6, 14)));
    let mut searched = 0;
    for i in 0..60 {
        let mut dice = dice(41, i);
        let board: Board = random_board(&mut dice, 6, 14);
        let pieces: Vec<u8> = (0..=i % 3).map(|_| dice.random_range(0..7)).collect();
        for (mode, level) in MODES {
            let Ok(plain) = plainly(&game, &board, &pieces, mode, level) else { continue };
            assert_eq!(choose(&game, &board, &pieces, mode, level).unwrap(), plain, "{i} {mode:?}");
            searched += 1;
        }
    }
    assert!(searched > 90, "{searched}");
}

#[test]
fn whatever_cannot_be_searched_is_refused() {
    let game = versus(None);
    let board = Board::new(10, 20).unwrap();
    let ask = |board: &Board, pieces: &[u8]| {
        let found = choose(&game, board, pieces, Mode::Max, Level::Hard);
        found.unwrap_err().to_string()
    };
    assert!(ask(&board, &[]).contains("known pieces `0`"), "{}", ask(&board, &[]));
    assert!(ask(&board, &[0, 9]).contains("piece `9`"), "{}", ask(&board, &[0, 9]));
    let other = Board::new(9, 20).unwrap();
    assert!(ask(&other, &[0]).contains("10x20"), "{}", ask(&other, &[0]));
    let mut full = board;
    (0..10).filter(|x| *x != 3).for_each(|x| full.set(x, 18, true));
    let over = choose(&game, &full, &[0], Mode::Max, Level::Hard);
    assert!(matches!(over, Err(Error::State(_))), "{over:?}");
}

/// A chain as the report writes it: state, row and column of the pivot.
fn chain_text(game: &Tetris, rows: &str, pieces: &str, level: Level) -> String {
    let board = load(game, rows);
    let index = |name: char| game.rules().set.index(&name.to_string()).unwrap() as u8;
    let pieces: Vec<u8> = pieces.chars().map(index).collect();
    let chain = choose(game, &board, &pieces, Mode::Max, level).unwrap();
    let step = |&(piece, at): &(u8, crate::Placement)| {
        let (row, column) = game.pivot(piece, at);
        format!("{}{} {row} {column}", game.piece_name(piece), at.rotation + 1)
    };
    chain.steps.iter().map(step).collect::<Vec<_>>().join(", ")
}

fn load(game: &Tetris, rows: &str) -> Board {
    ludex_core::Notation::read_position(game, &format!("board\n{rows}")).unwrap().board
}

/// The report's figure 5 shows the first move of a game with the pieces O, T and Z.
#[test]
fn the_report_s_example_comes_out() {
    let game = versus(None);
    for level in [Level::Easy, Level::Hard] {
        assert_eq!(chain_text(&game, "", "OTZ", level), "O1 19 1, T2 16 1, Z1 19 3");
    }
}

/// Two rows with the same gap: whoever clears the first with a bar leaves the second to the other's bar.
#[test]
fn easy_takes_a_row_and_leaves_one_where_hard_leaves_none() {
    let game = versus(None);
    let rows = "XXXXXX....\nXXXXXX....\n";
    assert_eq!(chain_text(&game, rows, "IIO", Level::Easy), "I1 19 7");
    let hard = chain_text(&game, rows, "IIO", Level::Hard);
    assert!(!hard.starts_with("I1 19 7"), "{hard}");
}
