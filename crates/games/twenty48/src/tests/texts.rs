use super::game;
use crate::Twenty48;
use ludex_core::Notation;

fn refusal(text: &str) -> String {
    Twenty48::default().read_position(text).unwrap_err().to_string()
}

fn with(tile: &str) -> String {
    format!("2 0 0 0\n0 {tile} 0 0\n0 0 0 0\n0 0 0 0\n")
}

#[test]
fn impossible_boards_are_refused_with_the_reason() {
    assert!(refusal(&with("3")).contains("line 2: bad tile `3`: it is not a power of two"));
    assert!(refusal(&with("6")).contains("line 2: bad tile `6`: it is not a power of two"));
    assert!(refusal(&with("-2")).contains("`-2`: no tile is negative"));
    assert!(refusal(&with("1")).contains("`1`: 1 is no tile"));
    assert!(refusal(&with("x")).contains("`x`: it is not a whole number"));
    assert!(refusal(&with("262144")).contains("from 2 to 131072"));
    assert!(refusal(&with("99999999999999999999")).contains("it is not a whole number"));
    assert!(
        refusal("2 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n")
            .contains("line 1: 3 numbers, but the board is 4 wide")
    );
    assert!(refusal("2 0 0 0\n0 0 0 0\n").contains("2 rows, but the board is 4 high"));
    assert!(refusal("").contains("0 rows"));
    assert!(refusal("0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n").contains("the board is empty"));
    let two = "131072 131072 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    assert!(refusal(two).contains("2 tiles of 131072 or more"), "{}", refusal(two));
}

#[test]
fn impossible_scores_and_chances_are_refused() {
    let board = "2 4 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    assert!(
        refusal(&format!("{board}score 8\n"))
            .contains("line 5: a score of 8, but these tiles earn 4 at most")
    );
    assert!(refusal(&format!("{board}score 2\n")).contains("multiple of 4"));
    assert!(refusal(&format!("{board}score -4\n")).contains("bad score `-4`"));
    assert!(refusal(&format!("{board}score 4\nscore 4\n")).contains("already stands on line 5"));
    assert!(
        refusal(&format!("{board}due 2\n")).contains("2 tiles cannot be due on a board with 2")
    );
    let full = "2 4 2 4\n4 2 4 2\n2 4 2 4\n4 2 4 2\ndue 1\n";
    assert!(refusal(full).contains("every cell is taken"));
}

#[test]
fn moves_are_read_or_refused() {
    let game = game(3, 2);
    for text in ["up", "left", "down", "right", "2@1,1", "4@3,2"] {
        let action = game.read_action(text).unwrap();
        assert_eq!(game.action_text(action), text);
    }
    for text in ["", "Up", "north", "2@", "2@4,1", "2@1,3", "8@1,1", "2@0,1", "@", "2@1,1,1"] {
        let error = game.read_action(text).unwrap_err().to_string();
        assert!(error.contains(text), "{error}");
    }
}
