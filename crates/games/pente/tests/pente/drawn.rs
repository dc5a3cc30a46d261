//! Every rule as a drawn position.

use crate::{game, read};
use ludex_core::{Game, Notation, Seat, Turn};
use ludex_pente::{Pente, Position};

/// A drawn position with `mover` to move: stones that are missing for that were captured before.
fn draw(game: &Pente, picture: &str, mover: char) -> Position {
    let count = |mark| picture.matches(mark).count();
    let (x, o) = (count('X'), count('O') + usize::from(mover == 'O'));
    let [mut by_x, mut by_o] = [x.saturating_sub(o), o.saturating_sub(x)];
    // No rule takes a single stone. Where three can be taken, three and two make up for it.
    if by_x.abs_diff(by_o) == 1 {
        (by_x, by_o) = (by_x + 2, by_o + 2);
    }
    let position = read(game, &format!("{picture}\ncaptured {by_x} {by_o}"));
    assert_eq!(game.turn(&position), Turn::Seat(Seat(usize::from(mover == 'O'))));
    position
}

/// Plays a move; returns the position and how many stones each side captured by it.
fn play(game: &Pente, before: &Position, action: &str) -> (Position, [u8; 2]) {
    let mut position = *before;
    let action = game.read_action(action).unwrap();
    game.check(&position, action).unwrap();
    game.play(&mut position, action);
    let gained = [0, 1].map(Seat).map(|seat| position.captured(seat) - before.captured(seat));
    (position, gained)
}

/// Compares the board with a drawing.
fn shows(game: &Pente, position: &Position, picture: &str) {
    let lines = |text: &str| {
        let side = usize::from(game.settings().side);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.take(side).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(lines(&game.position_text(position)), lines(picture));
}

#[test]
fn a_pair_between_two_stones_is_captured() {
    let game = game("pente:row=5", 7);
    let before = ". . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . O X X . . .
                  . . . . . . .
                  . . . . . . .
                  . . . . . . .";
    let (after, gained) = play(&game, &draw(&game, before, 'O'), "E4");
    let wanted = ".......
                  .......
                  .......
                  .O..O..
                  .......
                  .......
                  .......";
    shows(&game, &after, wanted);
    assert_eq!(gained, [0, 2]);
}

#[test]
fn one_stone_and_three_are_not_captured() {
    let game = game("pente:row=5", 7);
    let empty = ". . . . . . .\n".repeat(6);
    for (row, action) in [(". O X . . . X", "D1"), (". O X X X . X", "F1"), (". O X . X . .", "F1")]
    {
        let (_, gained) = play(&game, &draw(&game, &format!("{empty}{row}"), 'O'), action);
        assert_eq!(gained, [0, 0], "{row}");
    }
}

#[test]
fn captures_reach_the_edge_and_do_not_wrap_round_it() {
    let game = game("pente:row=5", 7);
    let before = "O . . . . . O
                  X . . . . . .
                  X . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . . . O X X .";
    let position = draw(&game, before, 'O');
    assert_eq!(play(&game, &position, "A4").1, [0, 2]);
    assert_eq!(play(&game, &position, "G1").1, [0, 2]);
    // F4, G4 and the start of the next row are neighbours in reading, not on the board.
    let before = ". . . . . . .
                  . . . . . . .
                  O . . . . . .
                  . . . . . X X
                  O . . . . . .
                  . . . . . . .
                  X X . . . . O";
    let position = draw(&game, before, 'O');
    assert_eq!(play(&game, &position, "E4").1, [0, 0]);
    assert_eq!(play(&game, &position, "C1").1, [0, 0]);
}

#[test]
fn all_captures_of_a_move_count() {
    let game = game("pente:row=5,captures=12", 7);
    let before = "O O . O . . O
                  . X . X . X .
                  . . X X X . .
                  O X X . X X O
                  . . X X X . .
                  . X . X . X .
                  O . . O . . O";
    let (after, gained) = play(&game, &draw(&game, before, 'O'), "D4");
    let wanted = "OO.O..O
                  .......
                  .......
                  O..O..O
                  .......
                  .......
                  O..O..O";
    shows(&game, &after, wanted);
    assert_eq!(gained, [0, 16]);
}

#[test]
fn two_and_three_pairs_at_once() {
    let game = game("pente:row=5", 7);
    let before = ". . . O . . .
                  . . . X . . .
                  . . . X . . .
                  O X X . X . .
                  . . . X . . .
                  . . . X . . .
                  . . . . . . .";
    assert_eq!(play(&game, &draw(&game, before, 'O'), "D4").1, [0, 4]);
    let before = before.replacen(". . . . . . .", ". . . O . . O", 1);
    assert_eq!(play(&game, &draw(&game, &before, 'O'), "D4").1, [0, 6]);
}

#[test]
fn a_stone_between_two_others_is_safe_now_and_later() {
    let game = game("pente:row=5", 7);
    let before = ". . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . X . O X . .
                  . . . . . . .
                  . . . . . . .
                  . . . . . . .";
    let (after, gained) = play(&game, &draw(&game, before, 'O'), "C4");
    assert_eq!(gained, [0, 0]);
    let (later, gained) = play(&game, &after, "A4");
    assert_eq!(gained, [0, 0]);
    shows(
        &game,
        &later,
        &before.replace(". X . O X . .", "XXOOX..").replace(". . . . . . .", "......."),
    );
}

#[test]
fn freed_points_are_free_again_at_once() {
    let game = game("pente:row=5", 7);
    let before = ". . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . O X X . . .
                  . . . . . . .
                  . . . . . . .
                  . . . . . . .";
    let (after, _) = play(&game, &draw(&game, before, 'O'), "E4");
    // The first player goes back between the stones that captured, one by one, and is safe there.
    let (after, _) = play(&game, &after, "C4");
    let (after, _) = play(&game, &after, "A1");
    let (after, gained) = play(&game, &after, "D4");
    assert_eq!(gained, [0, 0]);
    assert_eq!(after.owner(game.read_action("C4").unwrap()), Some(Seat(0)));
}

#[test]
fn five_and_more_in_a_row_win_at_once() {
    let game = game("pente:row=5", 9);
    let rows = [". . X X X X . . .", ". X X X . X X . X"];
    for (row, action, longest) in [(rows[0], "B5", 5), (rows[0], "G5", 5), (rows[1], "E5", 6)] {
        let empty = ". . . . . . . . .\n".repeat(4);
        let position = draw(&game, &format!("{empty}{row}\n{empty}"), 'X');
        let (after, _) = play(&game, &position, action);
        assert_eq!(after.winner(), Some(Seat(0)), "{row}");
        assert_eq!(after.longest(Seat(0)), longest);
        assert_eq!(game.turn(&after), Turn::Over);
    }
}

#[test]
fn a_five_wins_even_if_it_could_be_captured() {
    let game = game("pente:row=5", 7);
    let before = ". . . . . . .
                  . . . . . . .
                  . . O . . . .
                  . X X X X . .
                  . . X . . . .
                  . . . . . . .
                  . . . . . . .";
    let (after, _) = play(&game, &draw(&game, before, 'X'), "F4");
    assert_eq!(after.winner(), Some(Seat(0)));
}

#[test]
fn a_capture_breaks_a_row() {
    let game = game("pente:row=5", 7);
    let before = ". . . . . . O
                  . . . . . . .
                  . . . . . . .
                  . X X X X . .
                  . . X . . . .
                  . O . . . . .
                  . . . . . . .";
    let (after, gained) = play(&game, &draw(&game, before, 'O'), "E5");
    assert_eq!(gained, [0, 2], "C3 and D4 lie between B2 and E5");
    let (after, _) = play(&game, &after, "F4");
    assert_eq!(after.winner(), None, "the row has a hole");
    assert_eq!(after.longest(Seat(0)), 4, "the longest row is history");
}

#[test]
fn a_capture_opens_a_row() {
    let game = game("pente:row=5", 7);
    let before = "O . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . X X O X X .
                  . . . O . . .
                  . . . X . . .
                  . . . . . . .";
    let (after, gained) = play(&game, &draw(&game, before, 'X'), "D5");
    assert_eq!(gained, [2, 0]);
    let (after, _) = play(&game, &after, "A1");
    let (after, _) = play(&game, &after, "D4");
    assert_eq!(after.winner(), Some(Seat(0)));
}

#[test]
fn captures_of_a_winning_stone_are_counted_first() {
    let game = game("pente:row=5", 7);
    let before = ". . . . . . O
                  . . . . . . .
                  . . . . . . .
                  X X X X . . .
                  . . . O . . .
                  . . O . . . .
                  . X . . . . .";
    let (after, gained) = play(&game, &draw(&game, before, 'X'), "E4");
    assert_eq!((gained, after.winner()), ([2, 0], Some(Seat(0))));
}

#[test]
fn five_pairs_win() {
    let game = game("pente", 19);
    let empty = ".".repeat(19) + "\n";
    let row = "OXX................\n";
    let stones = format!("{}{row}", empty.repeat(18));
    let position = read(&game, &format!("{stones}captured 8 8"));
    let (after, gained) = play(&game, &position, "D1");
    assert_eq!((gained, after.captured(Seat(1))), ([0, 2], 10));
    assert_eq!(after.winner(), Some(Seat(1)));
}

#[test]
fn a_full_board_is_a_draw_unless_the_last_stone_captures() {
    let game = game("pente:row=5", 5);
    let before = "X X O O X
                  O O X X O
                  X X O O X
                  O O X X O
                  X X O O .";
    let position = read(&game, before);
    assert_eq!(game.turn(&position), Turn::Seat(Seat(0)));
    let (after, gained) = play(&game, &position, "E1");
    assert_eq!((gained, game.turn(&after)), ([2, 0], Turn::Seat(Seat(1))), "C1 and D1 are taken");
    let before = "X X O O X
                  O O X X O
                  X X O O X
                  O O X X O
                  X O X O .";
    let position = read(&game, before);
    let (after, gained) = play(&game, &position, "E1");
    assert_eq!((gained, game.turn(&after), after.winner()), ([0, 0], Turn::Over, None));
    assert_eq!(game.score(&after, Seat(0)), 0.0);
}

#[test]
fn keryo_captures_three_as_well() {
    let game = game("keryo", 19);
    assert_eq!(game.settings().captures, 15);
    let empty = ".".repeat(19) + "\n";
    for (row, action, stones) in
        [("OXXX.", "E1", 3), ("OXX..", "D1", 2), ("OXXXX.", "F1", 0), ("OX...", "C1", 0)]
    {
        let picture = format!("{}{row:.<19}", empty.repeat(18));
        let position = draw(&game, &picture, 'O');
        assert_eq!(play(&game, &position, action).1, [0, stones], "{row}");
    }
    let picture = format!("{}OXXX{}\ncaptured 13 12", empty.repeat(18), ".".repeat(15));
    let (after, _) = play(&game, &read(&game, &picture), "E1");
    assert_eq!(after.winner(), Some(Seat(1)));
}

#[test]
fn exact_five_does_not_win_with_six() {
    let game = game("exact-five", 19);
    let empty = ".".repeat(19) + "\n";
    let picture = format!("{}XXXX.X{}X", empty.repeat(18), ".".repeat(12));
    let position = draw(&game, &picture, 'X');
    let (after, _) = play(&game, &position, "E1");
    assert_eq!((after.winner(), after.longest(Seat(0))), (None, 6));
    let picture = format!("{}XXXX.{}", empty.repeat(18), ".".repeat(14));
    let (after, _) = play(&game, &draw(&game, &picture, 'X'), "E1");
    assert_eq!(after.winner(), Some(Seat(0)));
}

#[test]
fn in_poof_a_pair_completed_between_two_stones_is_lost() {
    let game = game("poof:row=5", 7);
    let before = ". . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . X . O X . .
                  . . . . . . .
                  . . . . . . .
                  . . . . . . .";
    let (after, gained) = play(&game, &draw(&game, before, 'O'), "C4");
    assert_eq!(gained, [2, 0]);
    shows(
        &game,
        &after,
        &before.replace(". X . O X . .", ".X..X..").replace(". . . . . . .", "......."),
    );
    // Two pairs share the stone placed: three stones go.
    let before = ". . . . . . .
                  . . X . . . .
                  . . O . . . .
                  . X . O X . .
                  . . X . . . .
                  . . . . . . .
                  . . . . . . .";
    let (_, gained) = play(&game, &draw(&game, before, 'O'), "C4");
    assert_eq!(gained, [3, 0]);
}

#[test]
fn in_poof_captures_and_losses_count_together() {
    let game = game("poof:row=5", 7);
    // O at D4 completes C4-D4 between B4 and E4, and captures E5-F6 against G7.
    let before = ". . . . . . O
                  . . . . . X .
                  . . . . X . .
                  . X O . X . .
                  . . . . . . .
                  . . . . . . .
                  . . . . . . .";
    let (after, gained) = play(&game, &draw(&game, before, 'O'), "D4");
    assert_eq!(gained, [2, 2]);
    let wanted = "......O
                  .......
                  .......
                  .X..X..
                  .......
                  .......
                  .......";
    shows(&game, &after, wanted);
    // Who loses stones by an own move can lose the game by it.
    let before = ". . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . X O . X . .
                  . . . . . . .
                  . . . . . . .
                  . . . . . . .";
    let position = read(&game, &format!("{before}\ncaptured 8 8"));
    let (after, _) = play(&game, &position, "D4");
    assert_eq!(after.winner(), Some(Seat(0)));
}

#[test]
fn the_game_starts_on_the_centre() {
    let game = game("pente", 19);
    let mut actions = Vec::new();
    game.actions(&game.start(), &mut actions);
    assert_eq!(actions, [game.read_action("K10").unwrap()]);
    let error = game.check(&game.start(), game.read_action("A1").unwrap()).unwrap_err().to_string();
    assert_eq!(error, "illegal move `A1`: the first stone goes on the centre");
}

#[test]
fn the_tournament_rule_keeps_the_second_stone_away() {
    let game = game("pente:tournament", 19);
    let mut position = game.start();
    for action in ["K10", "L9"] {
        game.play(&mut position, game.read_action(action).unwrap());
    }
    let legal = |text: &str| game.check(&position, game.read_action(text).unwrap());
    for near in ["K11", "M12", "H8", "M10"] {
        assert!(legal(near).unwrap_err().to_string().contains("tournament rule"), "{near}");
    }
    for far in ["N10", "G7", "K13", "A1", "N9"] {
        assert_eq!(legal(far), Ok(()), "{far}");
    }
    let mut actions = Vec::new();
    game.actions(&position, &mut actions);
    assert_eq!(actions.len(), 361 - 25);
    game.play(&mut position, game.read_action("N10").unwrap());
    actions.clear();
    game.actions(&position, &mut actions);
    assert_eq!(actions.len(), 361 - 3);
}
