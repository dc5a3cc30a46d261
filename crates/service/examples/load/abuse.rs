//! One client that asks for all it can think of, as fast as it is answered.

use crate::Outcome;
use crate::http::Http;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const CLIENT: [u8; 4] = [127, 0, 0, 66];

/// Keeps so many connections busy. Whatever the answer is, the next question follows at once.
pub(crate) async fn run(address: String, number: u64, seconds: u64) -> Outcome<Vec<Duration>> {
    let end = Instant::now() + Duration::from_secs(seconds);
    let lane = |lane| tokio::spawn(ask(address.clone(), lane, end));
    let lanes: Vec<_> = (0..number as usize).map(lane).collect();
    let mut times = Vec::new();
    for lane in lanes {
        times.extend(lane.await?);
    }
    Ok(times)
}

/// Connections that are refused or closed are opened again.
async fn ask(address: String, lane: usize, end: Instant) -> Vec<Duration> {
    let mut times = Vec::new();
    while Instant::now() < end {
        let Ok(mut http) = Http::connect_from(CLIENT, &address).await else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let mut session = String::new();
        for turn in lane.. {
            let started = Instant::now();
            if started >= end || demand(&mut http, turn, &mut session).await.is_err() {
                break;
            }
            times.push(started.elapsed());
        }
    }
    times
}

/// One demand of many; `session` is the table that was set up last.
async fn demand(http: &mut Http, turn: usize, session: &mut String) -> Outcome<()> {
    let thinker = json!({"kind": "agent", "agent": "mcts:sims=2000000"});
    let table = format!("/api/v1/sessions/{session}");
    let (path, body) = match turn % 5 {
        0 => ("/api/v1/sessions".into(), json!({"game": "pente", "seats": [thinker, thinker]})),
        1 => (format!("{table}/analyse"), json!({"agent": "engine:level=10", "seconds": 30})),
        2 => (
            "/api/v1/matches".into(),
            json!({"game": "tetris", "agents": ["best:time=1"], "games": 10000}),
        ),
        3 => (format!("{table}/act"), json!({"action": "K10"})),
        _ => (format!("{table}/review"), json!({"agent": "engine:level=10"})),
    };
    let (_, answer) = http.post(&path, "guess", &body).await?;
    if let Some(made) = serde_json::from_slice(&answer).ok().and_then(named) {
        *session = made;
    }
    Ok(())
}

fn named(answer: Value) -> Option<String> {
    Some(answer["session"].as_str()?.to_owned())
}
