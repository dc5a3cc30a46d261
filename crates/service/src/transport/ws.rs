//! The protocol over WebSocket.

use super::client::{Client, MOST_WAITING};
use crate::error::{HttpError, RequestError};
use crate::hub::Hub;
use crate::limits::LONGEST_MESSAGE;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
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
/// Connections at once.
const MOST_CONNECTIONS: usize = 4096;

static CONNECTIONS: AtomicUsize = AtomicUsize::new(0);

/// Takes up a connection from a page of this server, or from a program.
pub(crate) async fn connect(State(hub): State<Arc<Hub>>, upgrade: WebSocketUpgrade) -> Response {
    if CONNECTIONS.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
        return HttpError(RequestError::busy()).into_response();
    }
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(move |socket| talk(hub, socket))
}

/// Counts a connection while it lasts.
struct Counted(Arc<Hub>);

impl Counted {
    fn new(hub: &Arc<Hub>) -> Self {
        hub.metrics.connect();
        CONNECTIONS.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(hub))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.metrics.disconnect();
        CONNECTIONS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Talks until one side has enough.
///
/// Messages are heard one after the other. Meanwhile answers go out, so a question never waits for a
/// reader of news; but a client that does not read its answers is not listened to any more.
async fn talk(hub: Arc<Hub>, mut socket: WebSocket) {
    let _counted = Counted::new(&hub);
    let (out, mut outgoing) = mpsc::channel::<Utf8Bytes>(MOST_WAITING);
    let (heard, mut to_hear) = mpsc::channel::<Utf8Bytes>(MOST_WAITING);
    let mut client = Client::new(hub, out);
    let listening = tokio::spawn(async move {
        while let Some(text) = to_hear.recv().await {
            client.hear(&text).await;
        }
    });
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
                        refuse(&mut socket).await;
                        break;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                }
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

async fn refuse(socket: &mut WebSocket) {
    let reason = Utf8Bytes::from_static("messages are JSON texts, not bytes");
    let close = CloseFrame { code: close_code::UNSUPPORTED, reason };
    send(socket, Message::Close(Some(close))).await;
}
