//! Puts load on a running server and tells how long its answers take.
//!
//! ```text
//! ludex serve --port 7778 --data /tmp/load &
//! cargo run --release -p ludex-service --example load -- 127.0.0.1:7778 tables 2000 10
//! ```
//!
//! Requests go out by the clock, whether answers have come or not, and times count from when a request was
//! due: a server that stalls cannot hide it.

mod abuse;
mod frames;
mod http;
mod soak;
mod tables;
mod vs;
mod watch;

use std::time::{Duration, Instant};
use tables::Since;

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

const USAGE: &str = "usage: load HOST:PORT start|path|tables|closed|watch|soak|abuse NUMBER SECONDS\n\
    start   NUMBER requests a second to /start/t\n\
    path    NUMBER requests a second to /path/maxmax, each with its pieces before it\n\
    tables  NUMBER requests a second for states and moves of 50 clients, over 500 tables\n\
    closed  the same, but nobody asks before the last answer has come, and times count from the asking\n\
    watch   NUMBER connections that watch one game, of which a move is made every 50 ms\n\
    soak    NUMBER tables, moves as fast as they are answered, and all of them looked for again;\n\
            fails if the server loses one, or uses more and more memory or files\n\
    abuse   NUMBER connections of one client that sets up tables, thinks, plays matches and guesses tokens as fast as\n\
            it is let; times are those of its answers, refusals included";

#[tokio::main]
async fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [address, mode, number, seconds] = &words[..] else { return Err(USAGE.into()) };
    let (number, seconds): (u64, u64) = (number.parse()?, seconds.parse()?);
    let address = address.clone();
    let times = match mode.as_str() {
        "start" => vs::starts(address, number, seconds).await?,
        "path" => vs::paths(address, number, seconds).await?,
        "tables" => tables::run(address, number, seconds, Since::Due).await?,
        "closed" => tables::run(address, number, seconds, Since::Asked).await?,
        "soak" => soak::run(address, number, seconds).await?,
        "abuse" => abuse::run(address, number, seconds).await?,
        "watch" => watch::run(address, number, seconds).await?,
        _ => return Err(USAGE.into()),
    };
    report(times, seconds);
    Ok(())
}

/// When each of so many requests a second is due, for one of `lanes` that share them.
fn schedule(rate: u64, seconds: u64, lane: u64, lanes: u64) -> impl Iterator<Item = Duration> {
    let all = rate * seconds;
    (lane..all)
        .step_by(lanes as usize)
        .map(move |i| Duration::from_secs_f64(i as f64 / rate as f64))
}

/// Waits until a request is due; returns when that was.
async fn due(started: Instant, at: Duration) -> Instant {
    let due = started + at;
    tokio::time::sleep_until(due.into()).await;
    due
}

fn report(mut times: Vec<Duration>, seconds: u64) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    let rate = times.len() as u64 / seconds.max(1);
    println!(
        "{} answers, {rate} a second; median {:.2} ms, 99% {:.2} ms, longest {:.2} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
