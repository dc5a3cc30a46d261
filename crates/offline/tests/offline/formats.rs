//! Lists and placements as text, and the verifier.

use ludex_offline::{Kit, Put, Task, read_list, read_puts, verify, write_list, write_puts};
use proptest::prelude::*;

fn list(text: &str) -> Result<Vec<u8>, String> {
    let read = read_list(text.as_bytes(), &Kit::standard());
    read.map(|list| list.pieces).map_err(|error| error.to_string())
}

#[test]
fn lines_end_at_the_first_character_that_is_no_digit() {
    assert_eq!(list("12x34\n5 6\n\n7"), Ok(vec![0, 1, 4, 6]));
    assert_eq!(list("1\r\n2\r\n"), Ok(vec![0, 1]));
    assert_eq!(list(""), Ok(vec![]));
    assert_eq!(list("\u{feff}12"), Ok(vec![0, 1]));
    let read = read_list(b"12 \n34  note", &Kit::standard()).unwrap();
    assert_eq!(read.left_out, Some((2, 5)));
}

#[test]
fn digits_that_name_no_piece_are_refused_with_their_place() {
    for (text, place) in [("0", "line 1, column 1"), ("12\n118", "line 2, column 3")] {
        assert!(list(text).unwrap_err().contains(place));
    }
    assert!(list("1\r\n\r\n9").unwrap_err().contains("`9`: line 3, column 1"));
    assert_eq!(list("1x9"), Ok(vec![0]), "what follows the end of a line is not looked at");
}

#[test]
fn a_million_pieces_are_read_and_written() {
    let pieces: Vec<u8> = (0..1_000_000u32).map(|i| (i % 7) as u8).collect();
    assert_eq!(list(&write_list(&pieces)), Ok(pieces));
}

#[test]
fn placements_are_refused_with_their_place() {
    let kit = Kit::standard();
    let error = |text: &str| read_puts(text, &kit).unwrap_err().to_string();
    assert!(error("8 0 0").contains("`8`: line 1, column 1: pieces are 1 to 7"));
    assert!(error("1 0 0\n\n1 4 0").contains("rotation `4`: line 3, column 3: give 0 to 3"));
    assert!(error("1 0 -1").contains("column `-1`: line 1, column 5"));
    assert!(error("1 0 0 0").contains("piece rotation column"));
}

#[test]
fn the_verifier_names_the_first_illegal_line() {
    let task = Task::new(4, 1, Some(4), Kit::standard()).unwrap();
    let pieces = [0, 0, 0, 0, 1];
    let check = |text: &str| {
        let puts = read_puts(text, &task.kit).unwrap();
        verify(&task, &pieces, &puts).map_err(|error| error.to_string())
    };
    let done = check("1 0 0\n1 0 1\n1 0 2\n1 2 3\n2 0 0\n").unwrap();
    assert_eq!((done.placed, done.rows, done.height, done.holes), (5, 4, 2, 4));
    assert!(check("1 0 0\n2 0 0").unwrap_err().contains("line 2: illegal move `2 0 0`"));
    assert!(check("1 0 0\n\n1 0 0").unwrap_err().contains("line 3"));
    assert!(check("1 0 4").unwrap_err().contains("columns are 0 to 3"));
    assert!(check("1 1 0\n1 1 0\n1 1 0\n1 1 0\n2 0 0\n2 0 0").unwrap_err().contains("line 6"));
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        pieces in proptest::collection::vec(0u8..7, 0..200),
        puts in proptest::collection::vec((0u8..7, 0u8..4, 0u8..32), 0..50),
    ) {
        prop_assert_eq!(list(&write_list(&pieces)), Ok(pieces));
        let puts: Vec<Put> = puts
            .into_iter()
            .map(|(piece, rotation, column)| Put { piece, rotation, column })
            .collect();
        let read = read_puts(&write_puts(&puts), &Kit::standard()).unwrap();
        prop_assert_eq!(read.into_iter().map(|(_, put)| put).collect::<Vec<_>>(), puts);
    }

    #[test]
    fn no_text_makes_the_parsers_fall_over(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_list(&bytes, &Kit::standard());
        let _ = read_puts(&String::from_utf8_lossy(&bytes), &Kit::standard());
    }
}
