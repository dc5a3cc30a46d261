//! Moves without a pause, for a long time: none gets lost, and the server does not grow.

use crate::Outcome;
use crate::http::Http;
use crate::tables::{self, Table};
use serde_json::Value;
use std::time::{Duration, Instant};

const LANES: u64 = 8;
/// Questions that one connection asks before the next takes its place.
const A_CONNECTION: usize = 40;
/// Looks at what the server uses. The first tenth of them is for warming up.
const LOOKS: u32 = 50;
/// What it may use more at the end: memory that is not given back at once, connections that are about to end.
const MORE_MEMORY: u64 = 16 << 20;
const MORE_FILES: u64 = 2 * LANES;

/// What the server uses.
#[derive(Clone, Copy, Debug)]
struct Use {
    memory: u64,
    files: u64,
}

/// Plays on so many tables, and looks all the time at what the server uses.
pub(crate) async fn run(address: String, number: u64, seconds: u64) -> Outcome<Vec<Duration>> {
    let end = Instant::now() + Duration::from_secs(seconds);
    let lane = |_| tokio::spawn(play(address.clone(), number.div_ceil(LANES), end));
    let lanes: Vec<_> = (0..LANES).map(lane).collect();
    let (mut warm, mut last) = (None, None);
    for look in 0..LOOKS {
        tokio::time::sleep(Duration::from_secs(seconds) / LOOKS).await;
        let used = look_at(&mut Http::connect(&address).await?).await?;
        eprintln!("{look}: {} KiB, {} files", used.memory >> 10, used.files);
        warm = warm.or((look >= LOOKS / 10).then_some(used));
        last = Some(used);
        if Instant::now() >= end {
            break;
        }
    }
    let mut times = Vec::new();
    for lane in lanes {
        times.extend(lane.await??);
    }
    let (Some(warm), Some(last)) = (warm, last) else { return Ok(times) };
    if last.memory > warm.memory + MORE_MEMORY || last.files > warm.files + MORE_FILES {
        return Err(format!("the server has grown from {warm:?} to {last:?}").into());
    }
    Ok(times)
}

async fn play(address: String, number: u64, end: Instant) -> Outcome<Vec<Duration>> {
    let mut http = Http::connect(&address).await?;
    let mut all = Vec::new();
    for _ in 0..number {
        all.push(tables::open(&mut http).await?);
    }
    let mut times = Vec::new();
    for asked in 0.. {
        if Instant::now() >= end {
            break;
        }
        if asked % A_CONNECTION == 0 {
            http = Http::connect(&address).await?;
        }
        let at = asked % all.len();
        let started = Instant::now();
        tables::ask(&mut http, &mut all[at], false).await?;
        times.push(started.elapsed());
        // Now and then a table is looked at as a whole.
        if asked % 16 == 15 {
            check(&mut http, &all[at]).await?;
        }
    }
    for table in &all {
        check(&mut http, table).await?;
    }
    Ok(times)
}

/// Every move that was answered is there.
async fn check(http: &mut Http, table: &Table) -> Outcome<()> {
    let path = format!("/api/v1/sessions/{}/history", table.session);
    let (_, body) = http.get(&path).await?;
    let answer: Value = serde_json::from_slice(&body)?;
    let found = answer["moves"].as_array().map_or(0, Vec::len);
    if found != table.plies {
        let (session, known) = (&table.session, table.plies);
        return Err(format!("table {session} has {found} moves instead of {known}").into());
    }
    Ok(())
}

async fn look_at(http: &mut Http) -> Outcome<Use> {
    let (_, body) = http.get("/metrics").await?;
    let text = String::from_utf8(body)?;
    let figure = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        line.ok_or_else(|| format!("the server does not tell {name}"))
    };
    let (memory, files) = (figure("process_resident_memory_bytes ")?, figure("process_open_fds ")?);
    Ok(Use { memory, files })
}
