//! What every parser promises, whatever it is given: it never panics, and what it accepts comes
//! out again as it went in.
//!
//! The fuzz targets call these functions with texts that libFuzzer makes up; the test
//! `crates/cli/tests/program/parsers.rs` calls the same functions with texts of its own.

use ludex_core::{AnyRoom, AnyTable, Game, Notation, Room, Seed, Size, Spec, Turn};
use ludex_games::pente::{Pente, records};
use ludex_games::tetris::{PieceSet, Rules, Tetris};
use ludex_games::{snake::Snake, tetris2048::Tetris2048, tris::Tris, twenty48::Twenty48};
use ludex_offline::{Kit, puzzle::Puzzle, read_list, read_puts, write_list, write_puts};

/// Agents and rule sets with parameters.
pub fn spec(text: &str) {
    if let Ok(spec) = text.parse::<Spec>() {
        assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
    }
}

/// Board sizes.
pub fn size(text: &str) {
    if let Ok(size) = text.parse::<Size>() {
        assert_eq!(size.to_string().parse::<Size>(), Ok(size));
    }
}

/// Positions and moves of Tris.
pub fn tris(text: &str) {
    position_and_action(&Tris::default(), text);
}

/// Positions and moves of Pente, in every variant.
pub fn pente(text: &str) {
    for rules in ["pente", "keryo", "exact-five:row=3", "poof:captures=2", "pente:tournament"] {
        let game = rules.parse().and_then(|spec| Pente::open(&spec, Some(Size::new(7, 7))));
        position_and_action(&game.expect("these rules are sound"), text);
    }
}

/// Records of Pente: what is read comes out again, and checking a collection counts every game.
pub fn pente_record(text: &str) {
    let summary = records::check(text);
    assert!(summary.faults.len() <= summary.games);
    let Ok(games) = records::read(text) else { return };
    assert_eq!(games.len(), summary.games);
    for game in games {
        assert_eq!(records::read(&game.write()), Ok(vec![game]));
    }
}

/// Positions and moves of Snake.
pub fn snake(text: &str) {
    if let Ok(game) = Snake::new(Size::new(6, 6)) {
        position_and_action(&game, text);
    }
}

/// Positions and moves of 2048, on boards with and without tables.
pub fn twenty48(text: &str) {
    for size in [Size::new(4, 4), Size::new(3, 2), Size::new(5, 5)] {
        if let Ok(game) = Twenty48::new(size) {
            position_and_action(&game, text);
        }
    }
}

/// Positions and moves of Tetris-2048.
pub fn tetris2048(text: &str) {
    for size in [Size::new(4, 6), Size::new(10, 20)] {
        if let Ok(game) = Tetris2048::new(size) {
            position_and_action(&game, text);
        }
    }
}

/// Files of weights for 2048.
pub fn weights(bytes: &[u8]) {
    let _ = ludex_games::twenty48::Player::read("fuzz", bytes);
}

/// Positions and moves of Tetris, under rules that differ in what a position holds.
pub fn tetris(text: &str) {
    for (rules, size) in [
        ("tetrisvs", Size::new(5, 8)),
        ("versus:turns=2", Size::new(6, 7)),
        ("simplified:randomizer=bag", Size::new(5, 6)),
        ("guideline", Size::new(5, 10)),
        ("rlcomp", Size::new(6, 8)),
    ] {
        let game = rules.parse().and_then(|spec| Tetris::open(&spec, Some(size)));
        position_and_action(&game.expect("these rules are sound"), text);
    }
}

/// Files with piece sets.
pub fn piece_set(text: &str) {
    let Ok(set) = text.parse::<PieceSet>() else { return };
    assert_eq!(set.to_string().parse::<PieceSet>().as_ref(), Ok(&set));
    for name in ["tetrisvs", "simplified"] {
        let game = Tetris::open(&Spec::named(name), Some(Size::new(7, 9)));
        let rules = game.map(|game| game.rules().clone()).expect("these rules are sound");
        // Pieces that do not fit the board are refused, and that is all.
        let Ok(game) = Tetris::new(Rules { set: set.clone(), ..rules }) else { continue };
        play_a_little(&game);
    }
}

/// Plays the first legal action a few times, and every one at each turn.
fn play_a_little(game: &Tetris) {
    let (mut position, mut actions) = (game.start(), Vec::new());
    for _ in 0..6 {
        play_everything(game, &position);
        actions.clear();
        game.actions(&position, &mut actions);
        let Some(&action) = actions.last() else { return };
        assert_eq!(game.read_action(&game.action_text(action)), Ok(action));
        game.play(&mut position, action);
    }
}

/// The first line is read as a move, the rest as a position; if both make sense, it is played.
fn position_and_action<G: Notation>(game: &G, text: &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let action = game.read_action(first).ok();
    if let Some(action) = action {
        assert_eq!(game.read_action(&game.action_text(action)), Ok(action));
    }
    let Ok(position) = game.read_position(rest) else { return };
    assert_eq!(game.read_position(&game.position_text(&position)).as_ref(), Ok(&position));
    play_everything(game, &position);
    if let Some(action) = action {
        // Whether it is legal here does not matter: asking must be harmless.
        let _ = game.check(&position, action);
    }
}

/// Plays every legal action and takes it back.
fn play_everything<G: Notation>(game: &G, position: &G::Position) {
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    assert_eq!(actions.is_empty(), game.turn(position) == Turn::Over);
    for action in actions {
        let mut next = position.clone();
        let undo = game.play(&mut next, action);
        assert_eq!(game.read_position(&game.position_text(&next)).as_ref(), Ok(&next));
        game.undo(&mut next, action, undo);
        assert_eq!(&next, position);
    }
}

/// Position files of all games, header line included.
pub fn position_file(text: &str) {
    for room in ludex_games::all() {
        if let Ok(table) = room.load(text, Seed(1)) {
            saves_and_loads(room.as_ref(), table);
        }
    }
}

fn saves_and_loads(room: &dyn AnyRoom, mut table: Box<dyn AnyTable>) {
    let saved = table.save();
    let again = room.load(&saved, Seed(1)).map(|table| table.save());
    assert_eq!(again.as_ref(), Ok(&saved));
    let actions = table.actions();
    let _ = table.picture(&table.turn_and_actions().1).to_string();
    if let (Some(action), Turn::Seat(_)) = (actions.first(), table.turn()) {
        assert_eq!(table.play(action), Ok(()));
        assert_eq!(table.undo(), Ok(()));
        assert_eq!(table.save(), saved);
    }
}

/// Records of games played in the terminal.
pub fn record(text: &str) {
    let rooms = ludex_games::all();
    if let Ok(written) = ludex::check_record(&rooms, text) {
        assert_eq!(ludex::check_record(&rooms, &written).as_ref(), Ok(&written));
    }
}

/// Lists of pieces of offline Tetris.
pub fn offline_list(bytes: &[u8]) {
    let kit = Kit::standard();
    if let Ok(list) = read_list(bytes, &kit) {
        let again = read_list(write_list(&list.pieces).as_bytes(), &kit);
        assert_eq!(again.map(|again| again.pieces), Ok(list.pieces));
    }
}

/// Placements of offline Tetris.
pub fn offline_placements(text: &str) {
    let kit = Kit::standard();
    if let Ok(puts) = read_puts(text, &kit) {
        let puts: Vec<_> = puts.into_iter().map(|(_, put)| put).collect();
        let again = read_puts(&write_puts(&puts), &kit).expect("what was written can be read");
        assert!(again.into_iter().map(|(_, put)| put).eq(puts));
    }
}

/// Codes of puzzles.
pub fn puzzle_code(text: &str) {
    if let Ok(puzzle) = text.parse::<Puzzle>() {
        assert_eq!(puzzle.to_string(), text);
    }
}
