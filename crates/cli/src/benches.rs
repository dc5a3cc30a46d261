//! Measurements of speed: those of the house, and one for every agent of every room.

use ludex_bench::Figure;
use ludex_core::{AnyRoom, AnyTable, RoomInfo, Seed, Setup, Spec, Stop};
use std::time::{Duration, Instant};

/// One measurement of speed.
pub struct Bench {
    /// `tris/minimax/3x3`: the game, or `search`, first.
    pub name: String,
    /// Works for about the given time and says what it found.
    pub run: Box<dyn Fn(Duration) -> Figure>,
}

impl From<ludex_bench::Bench> for Bench {
    fn from(bench: ludex_bench::Bench) -> Self {
        Self { name: bench.name.into(), run: Box::new(move |time| bench.run(time)) }
    }
}

/// The benches that every room has: each of its agents playing at its usual size.
pub(crate) fn of_rooms(rooms: &[Box<dyn AnyRoom>]) -> Vec<Bench> {
    rooms.iter().flat_map(|room| of_room(room.as_ref())).collect()
}

fn of_room(room: &dyn AnyRoom) -> Vec<Bench> {
    let info = room.info();
    let agents = info.agents.iter().map(|agent| Spec::named(agent.name));
    agents.filter_map(|agent| of_agent(room, &info, agent)).collect()
}

fn of_agent(room: &dyn AnyRoom, info: &RoomInfo, agent: Spec) -> Option<Bench> {
    let rules = Spec::named(info.rules.first()?.name);
    let table = room.open(&Setup { rules, size: None, seed: Seed(1) }).ok()?;
    table.check_agent(&agent).ok()?;
    let name = format!("{}/{agent}/{}", info.name, table.size());
    let figure_name = name.clone();
    let run = move |time| Figure {
        name: figure_name.clone(),
        unit: "decisions/s".into(),
        value: decisions_per_second(table.as_ref(), &agent, time),
        peer: None,
        peer_value: None,
        ratio: None,
    };
    Some(Bench { name, run: Box::new(run) })
}

/// Plays games until the time is over.
fn decisions_per_second(table: &dyn AnyTable, agent: &Spec, time: Duration) -> f64 {
    let seats = vec![agent.clone(); table.info().seats];
    let stop = Stop::default();
    let alarm = stop.clone();
    let (wake, woken) = std::sync::mpsc::channel::<()>();
    let clock = std::thread::spawn(move || {
        // Ends early when the sender is dropped.
        let _ = woken.recv_timeout(time);
        alarm.set();
    });
    let started = Instant::now();
    let mut decisions = 0;
    for game in 0.. {
        let finished = table.run(&seats, Seed(1).of_game(game), u64::MAX, &stop);
        decisions += finished.map_or(0, |finished| finished.decisions);
        if stop.is_set() {
            break;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    drop(wake);
    let _ = clock.join();
    // Who thinks longer than that was cut short in the first decision.
    decisions.max(1) as f64 / seconds
}
