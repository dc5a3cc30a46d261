//! The protocol on standard input and output, one JSON object a line.

use super::client::{Client, MOST_WAITING};
use crate::error::RequestError;
use crate::hub::Hub;
use crate::limits::LONGEST_MESSAGE;
use crate::limits::Limits;
use crate::options::Rooms;
use axum::extract::ws::Utf8Bytes;
use ludex_core::Spec;
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use tokio::sync::mpsc;

/// Talks until the input ends. Games are kept in memory only.
///
/// Every line of the input is a request, every line of the output a reply or an event. A `create`
/// without a game means `game`, and a `move` without an agent is answered by `agent`.
pub fn engine(
    rooms: Rooms,
    game: &str,
    agent: Option<Spec>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let told = |error: RequestError| io::Error::other(error.message);
    let hub = Hub::open(rooms, None, Limits::default()).map_err(told)?;
    hub.catalogue.room(game).map_err(told)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (out, outgoing) = mpsc::channel(MOST_WAITING);
    let agent = agent.map(|agent| agent.to_string());
    let client = Client::new(Arc::clone(&hub), out).of_game(game.to_owned(), agent);
    let talking = runtime.spawn(talk(hub, client, input));
    // This thread writes, because it is the one that holds the output.
    let written = write_lines(output, outgoing);
    let talked = written.and_then(|()| runtime.block_on(talking).map_err(io::Error::other)?);
    // A search that is still under way is not waited for.
    runtime.shutdown_background();
    talked
}

async fn talk(
    hub: Arc<Hub>,
    mut client: Client,
    input: impl BufRead + Send + 'static,
) -> io::Result<()> {
    let (heard, mut to_hear) = mpsc::channel(1);
    let reading = tokio::task::spawn_blocking(move || read_lines(input, &heard));
    while let Some(line) = to_hear.recv().await {
        client.hear(&line).await;
    }
    client.finish().await;
    drop(client);
    hub.close().await;
    reading.await.map_err(io::Error::other)?
}

/// Lines as they come; a line that is too long is cut, and so refused like any other junk.
fn read_lines(mut input: impl BufRead, heard: &mpsc::Sender<String>) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(LONGEST_MESSAGE as u64).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if !text.is_empty() && heard.blocking_send(text).is_err() {
            return Ok(());
        }
    }
}

fn write_lines(output: &mut dyn Write, mut lines: mpsc::Receiver<Utf8Bytes>) -> io::Result<()> {
    while let Some(line) = lines.blocking_recv() {
        writeln!(output, "{line}")?;
        output.flush()?;
    }
    Ok(())
}
