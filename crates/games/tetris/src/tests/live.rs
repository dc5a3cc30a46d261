//! The falling piece.

use crate::Tetris;
use ludex_core::explain::Speaker;
use ludex_core::{
    AnyAction, AnyTable, Budget, Ink, Live, Pressed, Room, Seed, Setup, Spec, Table, Turn, room,
};
use rand::RngExt;
use std::time::Duration;

const RULES: [&str; 6] = ["tetrisvs", "simplified", "offline", "essex", "guideline", "list"];

fn table(rules: &str, seed: u64) -> Box<dyn AnyTable> {
    let rules = match rules {
        "offline" => "offline:list=1234567123456712345671234567",
        "list" => "tetrisvs:list=TIOSZLJ",
        other => other,
    };
    let setup = Setup { rules: rules.parse().expect("rules"), size: None, seed: Seed(seed) };
    room::<Tetris>().open(&setup).expect("a table")
}

fn at(position: &str) -> Box<dyn AnyTable> {
    room::<Tetris>().load(position, Seed(1)).expect("a position")
}

type Piece = dyn Live<AnyAction>;

fn live(table: &dyn AnyTable) -> Box<Piece> {
    table.live().expect("a falling piece")
}

fn press(live: &mut Piece, keys: &[&str]) -> Vec<bool> {
    keys.iter().map(|key| live.key(key) != Pressed::Nothing).collect()
}

/// What has come of a piece, in notation.
fn done(table: &dyn AnyTable, piece: &Piece) -> Option<String> {
    piece.done().map(|action| table.text(&action))
}

/// The keys to an action in notation.
fn keys_to(table: &dyn AnyTable, piece: &Piece, action: &str) -> Option<Vec<&'static str>> {
    piece.keys_to(table.read(action).ok()?)
}

/// Rows and columns of the cells that `wanted` likes.
fn cells(live: &Piece, wanted: impl Fn(&str, Ink) -> bool) -> Vec<(usize, usize)> {
    let picture = live.picture(&[]);
    let all = (0..picture.height).flat_map(|row| (0..picture.width).map(move |c| (row, c)));
    let likes = |&(row, column): &(usize, usize)| {
        let cell = picture.at(column, row);
        wanted(&cell.text, cell.ink)
    };
    all.filter(likes).collect()
}

#[test]
fn a_piece_appears_falls_and_locks_when_it_cannot_go_on() {
    let table = at("tetris tetrisvs 10x20\nnext T O\nboard\n");
    let mut piece = live(table.as_ref());
    assert_eq!(cells(piece.as_ref(), |text, _| text == "@"), [(1, 5)], "the pivot");
    assert_eq!(
        cells(piece.as_ref(), |_, ink| ink == Ink::Piece(4)),
        [(0, 5), (1, 4), (1, 5), (1, 6)]
    );
    assert_eq!(
        cells(piece.as_ref(), |text, _| text == ":"),
        [(18, 5), (19, 4), (19, 5), (19, 6)],
        "where it would land"
    );
    for _ in 0..18 {
        piece.tick();
        assert_eq!(piece.done(), None);
    }
    piece.tick();
    assert_eq!(
        done(table.as_ref(), piece.as_ref()).as_deref(),
        Some("T1@19,5"),
        "the tick after the floor locks"
    );
    assert_eq!(piece.key("left"), Pressed::Nothing, "nothing moves any more");
}

#[test]
fn keys_move_turn_and_drop() {
    let table = at("tetris tetrisvs 10x20\nnext T O\nboard\n");
    let mut piece = live(table.as_ref());
    let keys = ["left", "left", "rotate", "jump", "rotate-back", "hold", "drop"];
    let told = press(piece.as_mut(), &keys);
    assert_eq!(told, [true, true, true, false, false, false, true], "what the rules do not have");
    assert_eq!(done(table.as_ref(), piece.as_ref()).as_deref(), Some("T2@18,3"));
}

#[test]
fn the_last_down_locks() {
    let table = at("tetris tetrisvs 10x20\nnext O\nboard\n");
    let mut piece = live(table.as_ref());
    assert!(press(piece.as_mut(), &["down"; 18]).iter().all(|moved| *moved));
    assert_eq!(piece.done(), None);
    piece.key("down");
    assert_eq!(done(table.as_ref(), piece.as_ref()).as_deref(), Some("O1@19,5"));
}

#[test]
fn every_placement_has_keys_that_lead_to_it() {
    for rules in RULES {
        let mut table = table(rules, 7);
        let mut dice = Seed(3).rng();
        for _ in 0..25 {
            let actions = table.actions();
            for action in &actions {
                let mut piece = live(table.as_ref());
                let keys = keys_to(table.as_ref(), piece.as_ref(), action);
                let keys = keys.unwrap_or_else(|| panic!("{rules}: no keys to {action}"));
                assert!(press(piece.as_mut(), &keys).iter().all(|moved| *moved), "{keys:?}");
                let meant = table.read(action).expect("an action");
                assert!(piece.carries_out(&meant), "{rules}: {keys:?} not to {action}");
            }
            if actions.is_empty() {
                break;
            }
            table.play(&actions[dice.random_range(0..actions.len())]).expect("legal");
        }
    }
}

#[test]
fn the_way_that_an_agent_tells_leads_to_its_move() {
    let table = at("tetris guideline 10x40\nnext T O S\nhold I\nboard\nXXXXXX....\n");
    let decision = table.think(&Spec::named("dt20"), &Budget::unlimited()).unwrap();
    let candidates = &decision.explanation(Speaker::Advisor).decision.candidates;
    assert!(candidates.iter().any(|told| told.action.starts_with("hold:")), "{candidates:?}");
    for told in candidates {
        let mut piece = live(table.as_ref());
        let keys: Vec<&str> = told.keys.iter().map(String::as_str).collect();
        assert!(press(piece.as_mut(), &keys).iter().all(|moved| *moved), "{keys:?}");
        piece.key("drop");
        let meant = table.read(&told.action).unwrap();
        assert!(piece.carries_out(&meant), "{keys:?} not to {}", told.action);
    }
}

#[test]
fn whatever_is_pressed_the_outcome_is_legal() {
    for rules in RULES {
        for seed in 0..12 {
            let mut table = table(rules, seed);
            let mut dice = Seed(seed).rng();
            while table.turn() != Turn::Over {
                let mut piece = live(table.as_ref());
                while piece.done().is_none() {
                    let keys = piece.keys();
                    piece.key(keys[dice.random_range(0..keys.len())]);
                    piece.tick();
                }
                table.act(&piece.done().expect("an action")).expect("a legal action");
            }
            assert!(table.live().is_none(), "nothing falls when the game is over");
        }
    }
}

#[test]
fn keys_lead_on_from_where_the_piece_is() {
    let table = at("tetris tetrisvs 10x20\nnext I O\nboard\n");
    let mut piece = live(table.as_ref());
    press(piece.as_mut(), &["left", "rotate", "down", "down"]);
    let keys = keys_to(table.as_ref(), piece.as_ref(), "I2@17,0").expect("keys");
    assert_eq!(keys, ["left", "left", "left", "left", "drop"]);
    assert_eq!(keys_to(table.as_ref(), piece.as_ref(), "O1@19,1"), None, "another piece");
    assert_eq!(keys_to(table.as_ref(), piece.as_ref(), "nonsense"), None);
    press(piece.as_mut(), &["drop"]);
    assert_eq!(keys_to(table.as_ref(), piece.as_ref(), "I2@17,0"), None, "too late");
}

#[test]
fn tucks_are_reached_under_an_overhang_but_not_where_pieces_drop_straight() {
    let rows = "XXXX......\n..........\n";
    let table = at(&format!("tetris tetrisvs 10x20\nnext I\nboard\n{rows}"));
    let mut piece = live(table.as_ref());
    let keys = keys_to(table.as_ref(), piece.as_ref(), "I1@19,1").expect("a tuck");
    press(piece.as_mut(), &keys);
    assert_eq!(done(table.as_ref(), piece.as_ref()).as_deref(), Some("I1@19,1"));
    let table = at(&format!("tetris simplified 10x20\nnext I\nboard\n{rows}"));
    let mut piece = live(table.as_ref());
    press(piece.as_mut(), &["down"; 19]);
    press(piece.as_mut(), &["left"; 9]);
    press(piece.as_mut(), &["drop"]);
    assert_eq!(done(table.as_ref(), piece.as_ref()).as_deref(), Some("I1@17,0"), "it climbed");
}

#[test]
fn the_hold_gives_another_piece_once() {
    let table = at("tetris guideline 10x40\nnext T O I\nboard\n");
    let mut piece = live(table.as_ref());
    assert_eq!(piece.beside()[0].0, "next");
    assert_eq!(piece.key("hold"), Pressed::Swapped);
    let beside = piece.beside();
    assert_eq!((beside[0].0, beside[1].0), ("hold", "next"));
    assert_eq!(piece.key("hold"), Pressed::Nothing, "only once");
    assert_eq!(piece.key("drop"), Pressed::Moved);
    let action = done(table.as_ref(), piece.as_ref()).expect("an action");
    assert!(action.starts_with("hold:O1@"), "{action}");
    let bare = table.bare(&table.read(&action).expect("an action"));
    assert!(table.actions().contains(&table.text(&bare)));
}

#[test]
fn guideline_pieces_lie_a_while_and_down_does_not_finish_them() {
    let table = at("tetris guideline 10x40\nnext T O I L J S\nboard\n");
    let mut piece = live(table.as_ref());
    assert!(press(piece.as_mut(), &["down"; 18]).iter().all(|moved| *moved));
    assert_eq!((piece.rests(), piece.depth()), (false, 18));
    piece.tick();
    assert!(piece.rests());
    assert_eq!(piece.key("down"), Pressed::Nothing);
    assert_eq!(piece.done(), None);
    let lock = piece.pace().lock.expect("a delay");
    assert_eq!((lock.delay, lock.resets), (Duration::from_millis(500), 15));
    piece.key("drop");
    assert_eq!(done(table.as_ref(), piece.as_ref()).as_deref(), Some("T1@39,4+soft18"));
}

#[test]
fn rows_quicken_the_guideline() {
    let interval = |lines: u32| {
        let table =
            at(&format!("tetris guideline 10x40\nnext T O I L J S\nlines {lines}\nboard\n"));
        let pace = live(table.as_ref()).pace();
        (pace.shown_level(1), pace.interval.as_millis())
    };
    assert_eq!(interval(0), (1, 1000));
    assert_eq!(interval(10), (2, 793));
    assert_eq!(interval(45), (5, 355));
}

#[test]
fn a_key_held_when_a_piece_appears_turns_or_puts_it_aside() {
    let table = at("tetris guideline 10x40\nnext T O I L J S\nboard\n");
    let mut piece = live(table.as_ref());
    assert_eq!(piece.begin(&["rotate".to_owned(), "left".to_owned()]), ["rotate"]);
    piece.key("drop");
    assert_eq!(done(table.as_ref(), piece.as_ref()).as_deref(), Some("T2@38,4+hard18+keys1"));
    let mut piece = live(table.as_ref());
    assert_eq!(piece.begin(&["hold".to_owned()]), ["hold"]);
    piece.key("drop");
    let action = done(table.as_ref(), piece.as_ref()).expect("an action");
    assert!(action.starts_with("hold:O1@"), "{action}");
    let mut piece = live(table.as_ref());
    assert!(piece.begin(&["rotate".to_owned(), "rotate-back".to_owned()]).is_empty());
    let old = at("tetris tetrisvs 10x20\nnext T O\nboard\n");
    assert!(live(old.as_ref()).begin(&["rotate".to_owned()]).is_empty(), "TetrisVs has none of it");
}

#[test]
fn a_turn_is_told_only_while_nothing_moves_the_piece_after_it() {
    let slot =
        "tetris guideline 10x40\nnext T I O L J S\nboard\n...X......\nXXX...XXXX\nXXXX.XXXXX\n";
    let table = at(slot);
    let mut piece = live(table.as_ref());
    let keys = keys_to(table.as_ref(), piece.as_ref(), "T3@38,4").expect("keys");
    press(piece.as_mut(), &keys);
    let action = done(table.as_ref(), piece.as_ref()).expect("an action");
    assert!(action.contains("+turn"), "{action}");
    let mut piece = live(table.as_ref());
    press(piece.as_mut(), &["rotate", "drop"]);
    let action = done(table.as_ref(), piece.as_ref()).expect("an action");
    assert!(!action.contains("turn"), "it fell after it: {action}");
}

#[test]
fn guideline_pieces_appear_where_players_see_them() {
    let table = at("tetris guideline 10x40\nnext T\nboard\n");
    let piece = live(table.as_ref());
    assert_eq!(cells(piece.as_ref(), |text, _| text == "@"), [(20, 4)], "of rows 20 to 39");
}

#[test]
fn what_follows_a_cleared_row_is_drawn_above_it() {
    let table = at("tetris tetrisvs 10x20\nnext I O\nboard\n....XXXXXX\n");
    let ghosts = ["I1@19,1", "O1@19,5"].map(|text| table.read(text).expect("an action"));
    let picture = live(table.as_ref()).picture(&ghosts);
    assert_eq!(picture.at(0, 19).text, "1");
    assert_eq!((picture.at(4, 18).text.as_str(), picture.at(4, 17).text.as_str()), ("2", "2"));
}

#[test]
fn gravity_follows_the_report() {
    let table = at("tetris tetrisvs 10x20\nnext T O\nboard\n");
    let pace = live(table.as_ref()).pace();
    for (level, interval) in [(1, 1000), (2, 800), (3, 640), (4, 512)] {
        let played = Duration::from_mins(level - 1);
        assert_eq!(pace.level_at(played), level as u32);
        assert_eq!(pace.interval_at(level as u32), Duration::from_millis(interval));
    }
}

#[test]
fn the_room_offers_a_falling_piece_only_to_players() {
    let game = Tetris::open(&Spec::named("tetrisvs"), None).expect("rules");
    let table = Table::new(game.clone(), Seed(1));
    assert!(game.live(table.position()).is_some());
    let start = ludex_core::Game::start(&game);
    assert!(game.live(&start).is_none(), "chance deals first");
}
