//! The built-in tables against their sheets, and what is wrong with wrong sets.

use crate::{DropKernel, Piece, PieceSet, Placement, Reach, sets};

/// The cells of a state relative to its pivot as (row, column), rows downwards, sorted.
fn cells(set: &PieceSet, name: &str, state: usize) -> Vec<(i32, i32)> {
    let state = &set.pieces[set.index(name).expect("a piece")].states[state];
    let (px, py) = (i32::from(state.pivot.0), i32::from(state.pivot.1));
    let mut list: Vec<_> =
        state.shape.each_cell().map(|(x, y)| (py - y as i32, x as i32 - px)).collect();
    list.sort_unstable();
    list
}

#[test]
fn tetrisvs_is_the_sheet() {
    let set = sets::tetrisvs();
    assert_eq!(cells(&set, "O", 0), [(-1, -1), (-1, 0), (0, -1), (0, 0)]);
    assert_eq!(cells(&set, "I", 0), [(0, -1), (0, 0), (0, 1), (0, 2)]);
    assert_eq!(cells(&set, "I", 1), [(-1, 0), (0, 0), (1, 0), (2, 0)]);
    assert_eq!(cells(&set, "S", 1), [(-1, -1), (0, -1), (0, 0), (1, 0)]);
    assert_eq!(cells(&set, "Z", 1), [(-1, 0), (0, -1), (0, 0), (1, -1)]);
    assert_eq!(cells(&set, "L", 3), [(-1, -1), (-1, 0), (0, 0), (1, 0)]);
    assert_eq!(cells(&set, "J", 1), [(-1, 0), (-1, 1), (0, 0), (1, 0)]);
    assert_eq!(cells(&set, "T", 3), [(-1, 0), (0, -1), (0, 0), (1, 0)]);
    let states: Vec<usize> = set.pieces.iter().map(|p| p.states.len()).collect();
    assert_eq!(states, [4, 2, 2, 2, 4, 4, 1]);
    // The pivot appears in row 1 from the top and column 5.
    let spawn = set.spawn(set.index("T").expect("T"), 10, 20);
    assert_eq!(spawn, Some(Placement { rotation: 0, x: 4, y: 18 }));
}

fn kicks(piece: &Piece, from: usize, to: usize) -> Vec<(i32, i32)> {
    let (a, b) = (&piece.states[from].pivot, &piece.states[to].pivot);
    // What moves is the pivot, not the corner of the box.
    let shift = |(dx, dy): (i8, i8)| (i32::from(dx - a.0 + b.0), i32::from(dy - a.1 + b.1));
    piece.kicks(from, to).map(shift).collect()
}

#[test]
fn srs_kicks_are_the_guidelines() {
    let set = sets::srs();
    let piece = |name| &set.pieces[set.index(name).expect("a piece")];
    assert_eq!(kicks(piece("T"), 0, 1), [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)]);
    assert_eq!(kicks(piece("J"), 3, 2), [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)]);
    assert_eq!(kicks(piece("I"), 0, 1), [(1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2)]);
    // The square stays where it is.
    let square = piece("O");
    for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 3)] {
        assert_eq!(square.kicks(from, to).collect::<Vec<_>>(), [(0, 0)]);
    }
}

#[test]
fn rlcomp_is_the_sheet() {
    let set = sets::rlcomp();
    let names: Vec<&str> = set.pieces.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["I", "O", "T", "S", "Z", "L", "J"]);
    // I: (0,2)(1,2)(2,2)(3,2) in the box whose middle is (2,2).
    assert_eq!(cells(&set, "I", 0), [(0, -2), (0, -1), (0, 0), (0, 1)]);
    assert_eq!(cells(&set, "I", 3), [(-1, 0), (0, 0), (1, 0), (2, 0)]);
    // L 3: (1,3)(2,1)(2,2)(2,3).
    assert_eq!(cells(&set, "L", 3), [(-1, 0), (0, 0), (1, -1), (1, 0)]);
    // J 0: (1,2)(2,2)(3,1)(3,2).
    assert_eq!(cells(&set, "J", 0), [(-1, 1), (0, -1), (0, 0), (0, 1)]);
    // The standing I touches the top; its box starts in column 10/2 - 2.
    assert_eq!(set.spawn(0, 10, 20), Some(Placement { rotation: 0, x: 3, y: 19 }));
}

#[test]
fn offline_turns_anticlockwise() {
    let set = sets::offline();
    let picture = |piece: &str, turn: usize| {
        set.pieces[set.index(piece).expect("a piece")].states[turn].shape.to_string()
    };
    assert_eq!(picture("1", 0), "X\nX\nX\nX");
    assert_eq!(picture("1", 1), "XXXX");
    assert_eq!(picture("3", 0), "X.\nXX\nX.");
    assert_eq!(picture("3", 1), ".X.\nXXX");
    assert_eq!(picture("4", 1), "X..\nXXX");
    assert_eq!(picture("7", 1), "XX.\n.XX");
}

/// The states of a piece as pictures, rows separated by `/`.
fn pictures(set: &PieceSet, name: &str) -> Vec<String> {
    let piece = &set.pieces[set.index(name).expect("a piece")];
    piece.states.iter().map(|state| state.shape.to_string().replace('\n', "/")).collect()
}

#[test]
fn nintendo_right_is_the_table_of_the_nes() {
    let set = sets::nintendo_right();
    assert_eq!(pictures(&set, "T"), ["XXX/.X.", ".X/XX/.X", ".X./XXX", "X./XX/X."]);
    assert_eq!(pictures(&set, "J"), ["XXX/..X", ".X/.X/XX", "X../XXX", "XX/X./X."]);
    assert_eq!(pictures(&set, "L"), ["XXX/X..", "XX/.X/.X", "..X/XXX", "X./X./XX"]);
    // Rows and columns from the pivot, which stays where it is in a turn.
    assert_eq!(cells(&set, "T", 1), [(-1, 0), (0, -1), (0, 0), (1, 0)]);
    assert_eq!(cells(&set, "J", 3), [(-1, 0), (-1, 1), (0, 0), (1, 0)]);
    assert_eq!(cells(&set, "L", 1), [(-1, -1), (-1, 0), (0, 0), (1, 0)]);
    assert_eq!(cells(&set, "O", 0), [(0, -1), (0, 0), (1, -1), (1, 0)]);
    assert_eq!(cells(&set, "S", 1), [(-1, 0), (0, 0), (0, 1), (1, 1)]);
    assert_eq!(cells(&set, "Z", 1), [(-1, 1), (0, 0), (0, 1), (1, 0)]);
    assert_eq!(cells(&set, "I", 0), [(0, -2), (0, -1), (0, 0), (0, 1)]);
    assert_eq!(cells(&set, "I", 1), [(-2, 0), (-1, 0), (0, 0), (1, 0)]);
}

#[test]
fn nintendo_hands_differ_in_standing_pieces_and_in_where_pieces_appear() {
    let (left, right) = (sets::nintendo_left(), sets::nintendo_right());
    for piece in ["T", "J", "L"] {
        assert_eq!(
            (0..4).map(|s| cells(&left, piece, s)).collect::<Vec<_>>(),
            (0..4).map(|s| cells(&right, piece, s)).collect::<Vec<_>>()
        );
    }
    assert_eq!(cells(&left, "S", 1), [(-1, -1), (0, -1), (0, 0), (1, 0)]);
    assert_eq!(cells(&left, "Z", 1), [(-1, 0), (0, -1), (0, 0), (1, -1)]);
    assert_eq!(cells(&left, "I", 1), [(-2, 0), (-1, 0), (0, 0), (1, 0)]);
    let spawn = |set: &PieceSet, piece: &str, height| {
        let number = set.index(piece).expect("a piece");
        let at = set.spawn(number, 10, height).expect("room");
        let top = usize::from(at.y) + set.pieces[number].states[0].shape.height();
        (usize::from(at.x), height - top)
    };
    for piece in ["T", "J", "Z", "S", "L"] {
        assert_eq!(spawn(&right, piece, 20), (4, 0), "{piece}: in the top row");
        assert_eq!(spawn(&left, piece, 18), (3, 1), "{piece}: one row below it");
    }
    assert_eq!((spawn(&right, "I", 20), spawn(&left, "I", 18)), ((3, 0), (3, 1)));
    assert_eq!((spawn(&right, "O", 20), spawn(&left, "O", 18)), ((4, 0), (4, 1)));
}

#[test]
fn simplified_has_each_turn_once() {
    let states: Vec<usize> = sets::simplified().pieces.iter().map(|p| p.states.len()).collect();
    assert_eq!(states, [2, 1, 4, 2, 2, 4, 4]);
}

#[test]
fn built_in_sets_read_back() {
    for (name, _) in sets::SETS {
        let set = sets::by_name(name).expect("a set");
        let again: PieceSet = set.to_string().parse().expect("the same set");
        assert_eq!(again, set);
        assert!(set.pieces.iter().all(|p| p.states.iter().all(|s| s.shape.cells() == 4)));
    }
}

fn error(text: &str) -> String {
    text.parse::<PieceSet>().expect_err("a wrong set").to_string()
}

#[test]
fn wrong_sets_are_refused_with_reasons() {
    assert_eq!(error(""), "bad piece set `unnamed`: it has no pieces; add one");
    assert_eq!(error("piece a"), "bad piece `a`: it has no picture; draw it below its name");
    assert_eq!(error("piece a\n...\n"), "bad piece `a`: it has no cells; give it one to five");
    assert_eq!(
        error("piece a\nX.X\n"),
        "bad piece `a`: it falls apart; its cells must touch along edges"
    );
    assert_eq!(error("piece a\nXXX\nXXX\n"), "bad piece `a`: it has 6 cells; five is the most");
    assert_eq!(
        error("piece a\nX\n\npiece a\nXX\n"),
        "bad piece `a`: the set has two pieces of this name; rename one"
    );
    assert_eq!(
        error("piece a\nX\n\nXX\n"),
        "bad piece `a`: its states have different numbers of cells; draw the same piece turned"
    );
    assert_eq!(
        error("piece a\n@@\n"),
        "bad piece set, line 2 `@@`: the picture has two pivots; mark one cell with `@` or `o`"
    );
    assert!(error("XX\n").contains("write `piece NAME` above it"));
    assert!(error("piece a\nXY\n").contains("a row of a picture has only"));
    assert!(error("spawn here\n").contains("write `spawn A ROW`"));
    assert!(error("turns left\n").contains("turns none"));
    assert!(error("piece a\noffsets 0,0\n\n").contains("belong to no picture"));
    assert!(error("piece a\nX\noffsets 99,0\n").contains("pairs from -8 to 8"));
    assert!(error("piece a\nX\n\nX\n\nX\n\nX\n\nX\n").contains("all its states"));
}

#[test]
fn boards_too_small_for_a_piece_are_refused() {
    let set: PieceSet = "piece long cw\nXXXXX\n".parse().expect("a set");
    let reason = "it is 5 wide and 1 high in one of its turns, the board only 4x20";
    for error in [
        DropKernel::new(&set, 4, 20).map(|_| ()).expect_err("too narrow"),
        Reach::new(&set, 4, 20).map(|_| ()).expect_err("too narrow"),
    ] {
        assert!(error.to_string().contains(reason), "{error}");
    }
    assert!(DropKernel::new(&sets::srs(), 3, 20).is_err());
    assert!(DropKernel::new(&sets::srs(), 10, 3).is_err());
}

#[test]
fn hostile_texts_never_panic() {
    use rand::RngExt;
    let words = [
        "piece a",
        "piece b cw",
        "X",
        "@X",
        ".o.",
        "offsets 0,0",
        "",
        "spawn 0 top",
        "turns both",
        "#",
        "é",
    ];
    for i in 0..3000 {
        let mut rng = super::dice(77, i);
        let lines: Vec<&str> =
            (0..rng.random_range(0..14)).map(|_| words[rng.random_range(0..words.len())]).collect();
        if let Ok(set) = lines.join("\n").parse::<PieceSet>() {
            assert_eq!(set.to_string().parse::<PieceSet>().expect("it reads back"), set);
        }
    }
}
