//! States and moves over many tables.

use crate::http::Http;
use crate::{Outcome, due, schedule};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const TABLES: u64 = 500;
/// Clients, each with an address of its own, so that each keeps within what one client may ask.
const LANES: u64 = 50;

/// A table of two people, and how far they are.
pub(crate) struct Table {
    pub(crate) session: String,
    tokens: [String; 2],
    owner: String,
    pub(crate) plies: usize,
}

/// Three of a kind never come: nine moves to a draw.
const MOVES: [&str; 9] = ["a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2", "a2"];

/// From when the time of an answer counts.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Since {
    /// From when it was due, whether or not the client still waited for another: an open loop.
    Due,
    /// From when it was asked, which is after the last answer: a closed loop.
    Asked,
}

/// Sets up the tables, then asks for states and plays moves in turn.
pub(crate) async fn run(
    address: String,
    rate: u64,
    seconds: u64,
    since: Since,
) -> Outcome<Vec<Duration>> {
    let mut lanes = Vec::new();
    for lane in 1..=LANES as u8 {
        let mut http = Http::connect_from([127, 0, 1, lane], &address).await?;
        let mut tables = Vec::new();
        for _ in 0..TABLES / LANES {
            tables.push(open(&mut http).await?);
        }
        lanes.push((http, tables));
    }
    let started = Instant::now();
    let lanes: Vec<_> = lanes
        .into_iter()
        .zip(0..)
        .map(|((mut http, mut tables), lane)| {
            tokio::spawn(async move {
                let mut times = Vec::new();
                for (i, at) in schedule(rate, seconds, lane, LANES).enumerate() {
                    let due = due(started, at).await;
                    let from = if since == Since::Due { due } else { Instant::now() };
                    let count = tables.len();
                    ask(&mut http, &mut tables[i / 2 % count], i % 2 == 0).await?;
                    times.push(from.elapsed());
                }
                Outcome::Ok(times)
            })
        })
        .collect();
    let mut times = Vec::new();
    for lane in lanes {
        times.extend(lane.await??);
    }
    Ok(times)
}

pub(crate) async fn open(http: &mut Http) -> Outcome<Table> {
    let human = json!({"kind": "human"});
    let body = json!({"game": "tris", "seats": [human, human]});
    let (status, answer) = http.post("/api/v1/sessions", "", &body).await?;
    let answer: Value = serde_json::from_slice(&answer)?;
    if status != 201 {
        return Err(format!("status {status}: {answer}").into());
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let tokens = [text(&answer["tokens"][0]), text(&answer["tokens"][1])];
    let (session, owner) = (text(&answer["session"]), text(&answer["owner"]));
    Ok(Table { session, tokens, owner, plies: 0 })
}

/// Asks for the state, or makes the next move; where none is left, the last one is taken back.
pub(crate) async fn ask(http: &mut Http, table: &mut Table, look: bool) -> Outcome<()> {
    let path = format!("/api/v1/sessions/{}", table.session);
    let (status, body) = if look {
        http.get(&path).await?
    } else if table.plies < MOVES.len() {
        let (token, action) = (&table.tokens[table.plies % 2], MOVES[table.plies]);
        table.plies += 1;
        http.post(&format!("{path}/act"), token, &json!({"action": action})).await?
    } else {
        // The owner may take back any move.
        table.plies -= 1;
        http.post(&format!("{path}/undo"), &table.owner, &json!({})).await?
    };
    if status != 200 {
        return Err(format!("status {status}: {}", String::from_utf8_lossy(&body)).into());
    }
    Ok(())
}
