//! The table machine without a door: the same game as a run, one search per move, messages without a server.

mod desk;
mod games;
mod ladder;
mod review;
mod strokes;

use ludex_core::{AnyTable, Seed, Setup, Spec};
use ludex_table::{Event, Machine, Player, TableSettings};
use std::time::Duration;

/// The table of a game of the house.
pub(crate) fn table(game: &str, rules: &Spec, seed: Seed) -> Box<dyn AnyTable> {
    let rooms = ludex_games::all();
    let room = rooms.iter().find(|room| room.info().name == game).expect("a room");
    room.open(&Setup { rules: rules.clone(), size: None, seed }).expect("a table")
}

/// A game of these players.
pub(crate) fn machine(table: Box<dyn AnyTable>, players: &[&str]) -> Machine {
    let players: Vec<Player> = players.iter().map(|p| p.parse().expect("a player")).collect();
    let players = Player::seated(&table.info(), &players).expect("seats");
    Machine::new(table, players, TableSettings::default(), Duration::ZERO)
}

/// Lets agents play until there are `plies` moves, the game is over, or a person is to move; what time it is then.
pub(crate) fn drive(machine: &mut Machine, mut now: Duration, plies: usize) -> Duration {
    while machine.plies() < plies && machine.acting_agent().is_some() {
        machine.advance(now);
        if let Some(job) = machine.take_job() {
            machine.answer(job.id(), job.run(), now);
            continue;
        }
        for event in machine.take_events() {
            assert!(!matches!(event, Event::Failed { .. } | Event::OutOfReach), "an agent failed");
        }
        let over = machine.mover().is_none();
        let wait = machine.until_next().unwrap_or_default();
        assert!(over || !machine.is_halted(), "it stands still: {}", machine.table().save());
        now += wait.max(Duration::from_millis(1));
    }
    now
}
