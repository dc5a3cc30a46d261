//! Many who watch one game.

use crate::Outcome;
use crate::frames::Frames;
use crate::http::Http;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// Between two moves.
const BEAT: Duration = Duration::from_millis(50);

/// Lets so many watch; the times are those from a move to the news of it, for each who watches.
pub(crate) async fn run(address: String, watchers: u64, seconds: u64) -> Outcome<Vec<Duration>> {
    let mut http = Http::connect(&address).await?;
    let human = json!({"kind": "human"});
    let body = json!({"game": "tris", "seats": [human, human]});
    let (_, made) = http.post("/api/v1/sessions", "", &body).await?;
    let made: Value = serde_json::from_slice(&made)?;
    let session = made["session"].as_str().ok_or("no table")?.to_owned();
    let token = made["tokens"][0].as_str().ok_or("no token")?.to_owned();
    let (tell, mut told) = mpsc::unbounded_channel();
    for _ in 0..watchers {
        let mut frames = Frames::connect(&address).await?;
        frames.send(&json!({"id": 1, "ask": "join", "session": session}).to_string()).await?;
        frames.read().await?;
        let tell = tell.clone();
        tokio::spawn(async move {
            while frames.read().await.is_ok() && tell.send(Instant::now()).is_ok() {}
        });
    }
    let mut times = Vec::new();
    let end = Instant::now() + Duration::from_secs(seconds);
    let path = format!("/api/v1/sessions/{session}");
    for beat in 0.. {
        if Instant::now() >= end {
            break;
        }
        let moved = Instant::now();
        let deed = if beat % 2 == 0 { "act" } else { "undo" };
        http.post(&format!("{path}/{deed}"), &token, &json!({"action": "b2"})).await?;
        for _ in 0..watchers {
            let at = tokio::time::timeout(Duration::from_secs(10), told.recv()).await?;
            times.push(at.ok_or("nobody watches")?.saturating_duration_since(moved));
        }
        tokio::time::sleep_until((moved + BEAT).into()).await;
    }
    Ok(times)
}
