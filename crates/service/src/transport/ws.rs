//! The protocol over WebSocket.

use super::admit::Peer;
use super::client::{Client, MOST_WAITING};
use crate::hub::Hub;
use crate::limits::{LONGEST_MESSAGE, Who};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, timeout};

/// Who does not take a message within this time is gone.
const SLOWEST: Duration = Duration::from_secs(10);
/// So often we ask whether somebody is still there.
const PING: Duration = Duration::from_secs(25);
/// Who says nothing for this long, not even that it is there, is gone.
const SILENCE: Duration = Duration::from_secs(80);
/// Bytes that wait in each direction; what is usual would be a hundred megabytes for a thousand who watch.
const BUFFER: usize = 4096;

/// Takes up a connection from a page of this server, or from a program.
pub(crate) async fn connect(
    State(hub): State<Arc<Hub>>,
    Extension(peer): Extension<Peer>,
    Extension(who): Extension<Who>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(move |socket| who.scope(talk(hub, peer, socket)))
}

/// Counts a connection while it lasts.
struct Counted(Arc<Hub>);

impl Counted {
    fn new(hub: &Arc<Hub>) -> Self {
        hub.metrics.connect();
        Self(Arc::clone(hub))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.metrics.disconnect();
    }
}

/// Talks until one side has enough.
///
/// Messages are heard one after the other. Meanwhile answers go out, so a question never waits for a
/// reader of news; but a client that does not read its answers is not listened to any more.
async fn talk(hub: Arc<Hub>, peer: Peer, mut socket: WebSocket) {
    let _counted = Counted::new(&hub);
    let (lines, line) = (Arc::clone(&hub.lines), Arc::clone(&peer.line));
    let mut closing = hub.closing.subscribe();
    let (out, mut outgoing) = mpsc::channel::<Utf8Bytes>(MOST_WAITING);
    let (heard, mut to_hear) = mpsc::channel::<Utf8Bytes>(MOST_WAITING);
    let mut client = Client::new(hub, out);
    let own = Arc::clone(&line);
    let listening = tokio::spawn(Who::asks().scope(async move {
        while let Some(text) = to_hear.recv().await {
            client.hear(&text).await;
            lines.said(own.id);
            lines.in_game(own.id, client.is_in_game());
        }
    }));
    let mut ping = interval_at(Instant::now() + PING, PING);
    let mut last_heard = Instant::now();
    loop {
        tokio::select! {
            Some(text) = outgoing.recv() => {
                if !send(&mut socket, Message::Text(text)).await { break }
            }
            message = socket.recv(), if heard.capacity() > 0 => {
                last_heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => if heard.try_send(text).is_err() { break },
                    Some(Ok(Message::Binary(_))) => {
                        let say = "messages are JSON texts, not bytes";
                        farewell(&mut socket, close_code::UNSUPPORTED, say).await;
                        break;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                }
            }
            // A server that ends says so; one that needs the place for somebody in a game does, too.
            _ = closing.changed() => {
                farewell(&mut socket, close_code::AWAY, "the server ends; come back in a moment").await;
                break;
            }
            () = line.end.notified() => {
                farewell(&mut socket, close_code::AGAIN, "others need the place").await;
                break;
            }
            _ = ping.tick() => {
                let gone = last_heard.elapsed() > SILENCE;
                if gone || !send(&mut socket, Message::Ping(Bytes::new())).await { break }
            }
        }
    }
    listening.abort();
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SLOWEST, socket.send(message)).await, Ok(Ok(())))
}

async fn farewell(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let close = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    send(socket, Message::Close(Some(close))).await;
}
