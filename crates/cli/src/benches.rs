//! Measurements of speed: what is measured, in which unit, against whom.

use ludex_core::{AnyRoom, AnyTable, RoomInfo, Seed, Setup, Spec, Stop};
use std::time::{Duration, Instant};

/// Works for about the given time and returns units per second.
pub type Measure = Box<dyn Fn(Duration) -> f64 + Send + Sync>;

/// One measurement of speed.
pub struct Bench {
    /// `tris/minimax/3x3`: the game, or `search`, first.
    pub name: String,
    /// What is counted: `decisions/s`.
    pub unit: &'static str,
    /// The measurement.
    pub run: Measure,
    /// Somebody else's code at the same work.
    pub peer: Option<Peer>,
}

/// Somebody else's code to compare with.
pub struct Peer {
    /// Whose: name and version.
    pub name: &'static str,
    /// Its measurement, in the same unit.
    pub run: Measure,
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
    // Tables can be sent to another thread but not shared; a lock makes up for that.
    let table = std::sync::Mutex::new(table);
    let run = Box::new(move |time| {
        let table = table.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        decisions_per_second(table.as_ref(), &agent, time)
    });
    Some(Bench { name, unit: "decisions/s", run, peer: None })
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
        let finished = table.run(&seats, Seed(1).derive(game), u64::MAX, &stop);
        decisions += finished.map_or(0, |finished| finished.decisions);
        if stop.is_set() {
            break;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    drop(wake);
    let _ = clock.join();
    decisions as f64 / seconds
}
