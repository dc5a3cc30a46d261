//! The protocol over WebSocket.

use super::client::{Client, MOST_WAITING};
use crate::hub::Hub;
use crate::limits::LONGEST_MESSAGE;
use crate::refusal::Refusal;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, timeout};

/// Who does not take a message within this time is gone.
const SLOWEST: Duration = Duration::from_secs(10);
/// So often we ask whether somebody is still there.
const PING: Duration = Duration::from_secs(25);
/// Who says nothing for this long, not even that it is there, is gone.
const SILENCE: Duration = Duration::from_secs(80);
/// Connections at once.
const MOST_CONNECTIONS: usize = 4096;

static CONNECTIONS: AtomicUsize = AtomicUsize::new(0);

/// Takes up a connection from a page of this server, or from a program.
pub(crate) async fn connect(
    State(hub): State<Arc<Hub>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_origin(&headers) {
        let error = "pages of other sites may not connect; open the page of this server".into();
        return Refusal { status: StatusCode::FORBIDDEN, error }.into_response();
    }
    if CONNECTIONS.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
        return Refusal::busy().into_response();
    }
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(move |socket| talk(hub, socket))
}

/// Whether the page that connects comes from here. Programs that are no browsers send no origin.
fn is_own_origin(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Some(place) = origin.to_str().ok().and_then(|origin| origin.split_once("://")) else {
        return false;
    };
    let name = place.1.rsplit_once(':').map_or(place.1, |(name, _)| name);
    // A page under development is served by another port of the same machine.
    Some(place.1) == text(header::HOST) || matches!(name, "localhost" | "127.0.0.1" | "[::1]")
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
    let mut ping = interval(PING);
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
                if gone || !send(&mut socket, Message::Ping(Default::default())).await { break }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "games.example:7777".parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        is_own_origin(&headers)
    }

    #[test]
    fn only_own_pages_and_programs_connect() {
        assert!(allowed(None), "a program");
        assert!(allowed(Some("http://games.example:7777")));
        assert!(allowed(Some("https://games.example:7777")));
        assert!(allowed(Some("http://localhost:5173")), "a page under development");
        assert!(!allowed(Some("http://games.example")), "another port");
        assert!(!allowed(Some("http://evil.example")));
        assert!(!allowed(Some("http://localhost.evil.example:7777")));
        assert!(!allowed(Some("null")), "a page without a place");
    }
}
