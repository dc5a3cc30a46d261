//! Hints and reasons: about the piece where it is, and to be followed from there.

use super::{Played, open_tetris, with_tetris};
use crate::play::KeyMap;
use crate::play::keys::Wish;

#[test]
fn a_hint_shows_where_and_by_which_keys() {
    with_tetris("tetrisvs", &[], |mut game| {
        game.steer("left");
        game.wish(&Wish::Hint);
        game.hear();
        let notice = game.app.notice.clone().expect("a notice");
        assert!(notice.starts_with("Hint: ") && notice.contains("drop"), "{notice}");
        let picture = game.app.falling_picture().expect("a picture");
        assert_eq!(picture.cells.iter().filter(|cell| cell.text == "1").count(), 4);
        assert!(!game.app.halted(), "the game goes on");
        game.steer("left");
        assert!(game.app.hint.is_some(), "moving does not forget it");
        game.steer("drop");
        assert!(game.app.hint.is_none());
    });
}

#[test]
fn a_hint_names_the_key_that_shows_why() {
    let hinted = |game: &mut Played| {
        game.wish(&Wish::Hint);
        game.hear();
        game.app.notice.clone().expect("a notice")
    };
    with_tetris("tetrisvs", &[], |mut game| {
        assert!(hinted(&mut game).ends_with(" w shows why."));
        game.app.keymap = KeyMap::read("why v").expect("keys");
        assert!(hinted(&mut game).ends_with(" v shows why."));
        game.app.keymap = KeyMap::read("left w\nright e").expect("keys");
        assert!(hinted(&mut game).ends_with("drop."), "no key does");
    });
    with_tetris("versus", &["human", "human"], |mut game| {
        assert!(hinted(&mut game).ends_with(" e shows why."), "w drops a piece of player 1");
    });
}

/// Does what the hint says, key by key.
fn follow_the_hint(game: &mut Played) -> String {
    let hint = game.app.hint.clone().expect("a hint");
    let live = game.time().live().expect("a piece");
    let text = game.app.table().text(&hint);
    for key in live.keys_to(hint).expect("keys") {
        game.steer(key);
    }
    text
}

#[test]
fn after_a_hold_the_hint_is_about_the_piece_that_came_out() {
    with_tetris("guideline", &[], |mut game| {
        game.wish(&Wish::Hint);
        game.hear();
        game.steer("hold");
        game.app.advance(game.now);
        let hint = game.app.hint.as_ref().map(|hint| game.app.table().text(hint));
        assert!(hint.is_some_and(|hint| hint.starts_with("hold:")));
        game.wish(&Wish::Hint);
        game.hear();
        let notice = game.app.notice.clone().expect("a notice");
        assert!(notice.starts_with("Hint: the ") && notice.contains("drop."), "{notice}");
        assert!(!notice.contains("hold:"), "notation is not for people: {notice}");
        assert!(!notice.contains("hold,"), "it is out already: {notice}");
        let hint = follow_the_hint(&mut game);
        // What a hand did on the way comes after the placement.
        let played = game.app.table().moves().last().map(|(_, action)| action.clone());
        assert!(played.as_ref().is_some_and(|action| action.starts_with(&hint)), "{played:?}");
    });
}

/// A shaft of three columns in the middle, and room for everything beside it.
fn shaft() -> String {
    let rows = "...X...X..\n".repeat(15);
    format!("tetris tetrisvs 10x20\nnext T O\nboard\n{rows}")
}

#[test]
fn a_piece_between_towers_gets_advice_that_it_can_follow() {
    open_tetris("tetrisvs", Some(shaft()), &[], |mut game| {
        let (table, agent) = (game.app.table(), &game.app.advisor);
        let from_above = table.choose(agent, &ludex_core::Budget::unlimited()).expect("a choice");
        for _ in 0..10 {
            game.steer("down");
        }
        game.wish(&Wish::Why);
        game.hear();
        let why = game.app.why.as_ref().expect("reasons");
        assert_ne!(why.explanation.decision.best().action, from_above);
        let words = &why.explanation.words;
        assert!(words.contains("is out of reach from here. Of what can still be"), "{words}");
        game.wish(&Wish::Hint);
        game.hear();
        game.wish(&Wish::Pause);
        let hint = follow_the_hint(&mut game);
        assert_eq!(game.app.table().moves()[0].1, hint);
    });
}

#[test]
fn the_agent_takes_over_between_towers_too() {
    open_tetris("tetrisvs", Some(shaft()), &[], |mut game| {
        for _ in 0..10 {
            game.steer("down");
        }
        game.wish(&Wish::Autoplay);
        game.pass_until("a piece", |app| app.plies() == 1);
        let why = game.app.why.as_ref().expect("reasons");
        assert_eq!(game.app.table().moves()[0].1, why.explanation.decision.best().action);
        assert!(!game.app.notice.as_ref().is_some_and(|text| text.contains("reached")));
    });
}

#[test]
fn reasons_halt_the_game_and_follow_the_piece() {
    with_tetris("tetrisvs", &[], |mut game| {
        game.steer("left");
        game.wish(&Wish::Why);
        assert!(game.app.halted());
        game.hear();
        assert_eq!(game.app.why.as_ref().expect("reasons").plies(), 0);
        game.steer("right");
        assert!(!game.app.halted() && game.app.panel, "a key goes on, the panel stays");
        game.steer("drop");
        game.hear();
        assert_eq!(game.app.why.as_ref().expect("reasons").plies(), 1, "about the new piece");
        game.wish(&Wish::Next);
        game.wish(&Wish::Next);
        assert!(game.app.halted(), "whoever examines a candidate has time");
        game.wish(&Wish::WhyNot);
        game.hear();
        assert!(game.app.why.as_ref().expect("reasons").contrast.is_some());
    });
}

#[test]
fn after_an_explained_move_the_table_waits() {
    with_tetris("versus", &["human", "tetrisvs-easy"], |mut game| {
        game.wish(&Wish::Explain);
        game.steer("left");
        game.steer("drop");
        game.pass_until("the answer", |app| app.plies() == 2);
        assert!(game.app.explaining() && game.app.panel, "it waits with its reasons");
        let ahead = game.app.why.as_ref().and_then(|why| why.ahead(2)).expect("a course");
        assert_eq!(ahead.len(), 2, "my best reply, then its next piece");
        assert!(game.app.falling_picture().expect("a board").cells.iter().any(|c| c.text == "2"));
        let pivot = game.pivot();
        game.pass(5000);
        assert_eq!(game.pivot(), pivot, "nothing falls meanwhile");
        assert!(game.app.why.as_ref().is_some_and(|why| !why.advice), "the reasons stay");
        game.wish(&Wish::Confirm);
        game.pass(1000);
        assert_ne!(game.pivot(), pivot, "it goes on");
    });
}
