//! Keys that go down, are held and come up, and pieces that lie a while.

use crate::{machine, table};
use ludex_core::{AnyTable, Seed};
use ludex_table::protocol::{Early, Phase};
use ludex_table::{Machine, Stroke};
use std::time::Duration;

fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// A game in which the first pieces are known: T, then O, then I.
fn modern() -> Machine {
    let rules = "guideline:list=TOILJSZ".parse().expect("rules");
    machine(table("tetris", &rules, Seed(1)), &["human"])
}

fn stroke(key: &str, phase: Phase, times: u16, early: Early) -> Stroke {
    Stroke { key: key.into(), phase, times, early }
}

/// Keys that go down and come up again.
fn tap(machine: &mut Machine, keys: &[&str], now: Duration) {
    for key in keys {
        machine.stroke(&stroke(key, Phase::Down, 1, Early::Never), now).expect("a key");
        machine.stroke(&stroke(key, Phase::Up, 1, Early::Never), now).expect("a key");
    }
}

fn moves(machine: &Machine) -> Vec<String> {
    machine.moves().iter().map(|made| made.action.clone()).collect()
}

#[test]
fn a_recorded_sequence_of_keys_with_times_gives_exactly_these_cells() {
    let mut machine = modern();
    // T: left, held until it stops at the wall, then turned and dropped.
    machine.stroke(&stroke("left", Phase::Down, 1, Early::Never), ms(10)).expect("a key");
    machine.stroke(&stroke("left", Phase::Hold, 64, Early::Never), ms(177)).expect("a key");
    machine.stroke(&stroke("left", Phase::Up, 1, Early::Never), ms(200)).expect("a key");
    tap(&mut machine, &["rotate", "drop"], ms(260));
    // O: one to the right.
    tap(&mut machine, &["right", "drop"], ms(400));
    // I: put aside; L comes and is dropped where it is.
    tap(&mut machine, &["hold", "drop"], ms(500));
    assert_eq!(
        moves(&machine),
        ["T2@38,1+hard18+keys2", "O1@39,5+hard19+keys1", "hold:L1@37,4+hard17"],
        "a held key counts once"
    );
}

#[test]
fn a_piece_on_the_floor_can_be_moved_until_it_has_lain_half_a_second() {
    let mut machine = modern();
    machine.stroke(&stroke("down", Phase::Down, 64, Early::Never), ms(0)).expect("a key");
    assert_eq!(machine.plies(), 0, "down does not finish it");
    machine.advance(ms(499));
    tap(&mut machine, &["left"], ms(499));
    machine.advance(ms(998));
    assert_eq!(machine.plies(), 0, "the move began the delay anew");
    machine.advance(ms(999));
    assert_eq!(moves(&machine), ["T1@39,3+soft19+keys1"]);
}

#[test]
fn what_gravity_moved_was_no_key() {
    let mut machine = modern();
    machine.advance(ms(2000));
    tap(&mut machine, &["drop"], ms(2001));
    assert_eq!(moves(&machine), ["T1@39,4+hard17"]);
    assert_eq!(machine.table().scores(), [34.0]);
}

#[test]
fn a_key_held_when_a_piece_appears_acts_on_it_if_that_is_wanted() {
    for (early, acts) in [(Early::Never, false), (Early::Unspent, false), (Early::Held, true)] {
        let mut machine = modern();
        // The hold puts the T aside and stays down while the O is dropped: then the I appears.
        machine.stroke(&stroke("hold", Phase::Down, 1, early), ms(0)).expect("a key");
        tap(&mut machine, &["drop", "drop"], ms(1));
        let made = moves(&machine);
        assert!(made[0].starts_with("hold:O"), "{made:?}");
        assert_eq!(made[1].starts_with("hold:T"), acts, "{early:?}: {made:?}");
    }
}

#[test]
fn a_hold_that_could_do_nothing_waits_for_the_next_piece() {
    let mut machine = modern();
    tap(&mut machine, &["hold"], ms(0));
    machine.stroke(&stroke("hold", Phase::Down, 1, Early::Unspent), ms(1)).expect("a key");
    tap(&mut machine, &["drop"], ms(2));
    tap(&mut machine, &["drop"], ms(3));
    let made = moves(&machine);
    assert!(made[0].starts_with("hold:O"), "{made:?}");
    assert!(made[1].starts_with("hold:T"), "the T comes back at once: {made:?}");
}

#[test]
fn what_is_left_of_a_held_key_is_not_for_the_next_piece() {
    let mut machine = modern();
    machine.stroke(&stroke("drop", Phase::Down, 9, Early::Never), ms(0)).expect("a key");
    assert_eq!(machine.plies(), 1);
}

#[test]
fn a_spin_is_told_with_the_move() {
    let position =
        "tetris guideline 10x40\nnext T O I L J S\nboard\n...X......\nXXX...XXXX\nXXXX.XXXXX\n";
    let rooms = ludex_games::all();
    let room = rooms.iter().find(|room| room.info().name == "tetris").expect("a room");
    let table: Box<dyn AnyTable> = room.load(position, Seed(1)).expect("a table");
    let goal = table.read("T3@38,4").expect("an action");
    let keys = table.live().and_then(|live| live.keys_to(goal)).expect("keys");
    let mut machine = machine(table, &["human"]);
    tap(&mut machine, &keys, ms(0));
    let made = machine.moves().get(0).expect("a move").clone();
    assert!(made.action.starts_with("T3@38,4+turn"), "{}", made.action);
    assert_eq!(made.feats, ["T-spin double"]);
}
