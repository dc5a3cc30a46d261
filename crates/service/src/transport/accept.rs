//! Connections, from the first byte on.

use super::admit::Peer;
use crate::hub::Hub;
use crate::limits::{Thing, Who};
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};

/// Where the system has no room for a connection, the next one is tried after this long.
const BREATH: Duration = Duration::from_millis(50);

/// Takes up connections until `end` comes.
pub(crate) async fn accept(
    hub: &Arc<Hub>,
    listener: TcpListener,
    router: Router,
    end: impl Future<Output = ()>,
) {
    tokio::pin!(end);
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            () = &mut end => return,
        };
        match taken {
            Ok((stream, address)) => begin(hub, stream, address, &router),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken up");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

/// Lets a connection begin, if there is room for it; else it is closed at once.
fn begin(hub: &Arc<Hub>, stream: TcpStream, from: SocketAddr, router: &Router) {
    let Some(line) = hub.lines.open() else {
        tracing::warn!(%from, "no room for another connection");
        return;
    };
    let address = from.ip().to_canonical();
    // Everybody behind a proxy comes from its address.
    let who = if hub.limits.proxies.contains(&address) {
        Who::SERVER
    } else {
        Who::new(address, line.id)
    };
    let Ok(had) = hub.guests.have(&hub.limits, who, Thing::Connection) else { return };
    // Small news must not wait for the receipt of the news before: that takes 40 ms.
    let _ = stream.set_nodelay(true);
    let line = Arc::new(line.with(had));
    let end = Arc::clone(&line.end);
    let peer = Peer { address, line };
    let service = TowerToHyperService::new(router.clone().layer(Extension(peer)));
    let time = Duration::from_secs(hub.limits.header_seconds);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(time)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut closing = hub.closing.subscribe();
    tokio::spawn(async move {
        tokio::pin!(connection);
        loop {
            tokio::select! {
                // Whoever hangs up in the middle of something is no fault of ours.
                _ = connection.as_mut() => return,
                () = end.notified() => return,
                // What is under way is finished.
                Ok(()) = closing.changed() => connection.as_mut().graceful_shutdown(),
            }
        }
    });
}
