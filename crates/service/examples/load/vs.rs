//! Load on the `TetrisVs` API.

use crate::http::Http;
use crate::{Outcome, due, schedule};
use std::time::{Duration, Instant};

const LANES: u64 = 8;

/// Known pieces, announced over and over.
pub(crate) async fn starts(address: String, rate: u64, seconds: u64) -> Outcome<Vec<Duration>> {
    Http::connect(&address).await?.get("/resetstart").await?;
    let started = Instant::now();
    let lanes: Vec<_> = (0..LANES)
        .map(|lane| {
            let address = address.clone();
            tokio::spawn(async move {
                let mut http = Http::connect(&address).await?;
                let mut times = Vec::new();
                for at in schedule(rate, seconds, lane, LANES) {
                    let due = due(started, at).await;
                    let (status, _) = http.get("/start/t").await?;
                    times.push(due.elapsed());
                    if status != 200 {
                        return Err(format!("status {status}").into());
                    }
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

/// Moves of the opponent in one game after the other. Only `/path` counts.
pub(crate) async fn paths(address: String, rate: u64, seconds: u64) -> Outcome<Vec<Duration>> {
    let mut http = Http::connect(&address).await?;
    http.get("/retcell").await?;
    let (started, mut times, mut dice) = (Instant::now(), Vec::new(), 1u64);
    for at in schedule(rate, seconds, 0, 1) {
        let due = due(started, at).await;
        http.get("/resetstart").await?;
        for _ in 0..2 {
            dice = dice
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let letter = char::from(b"tzsiljo"[(dice >> 33) as usize % 7]);
            http.get(&format!("/start/{letter}")).await?;
        }
        let (status, _) = http.get("/path/maxmax").await?;
        times.push(due.elapsed());
        if status == 409 {
            http.get("/retcell").await?;
        }
    }
    Ok(times)
}
