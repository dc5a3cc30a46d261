//! Who is let in: under which name the server was called, by whom, and how often.

use crate::error::{HttpError, RequestError};
use crate::hub::Hub;
use crate::limits::{LONGEST_MESSAGE, Limits, Line, Who};
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// The other end of a connection.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    pub(crate) line: Arc<Line>,
}

/// How long a body may take.
#[derive(Clone, Copy)]
pub(crate) struct BodyTime(pub(crate) Duration);

/// Finds out who asks, and refuses names that are not ours and clients that ask too much.
pub(crate) async fn admit(
    State(hub): State<Arc<Hub>>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<Peer>().cloned();
    let who = peer.as_ref().map_or(Who::SERVER, |peer| {
        hub.lines.said(peer.line.id);
        Who::new(client(&hub.limits, peer.address, request.headers()), peer.line.id)
    });
    if let Err(error) = check_host(&hub.limits, request.headers()) {
        return HttpError(error).into_response();
    }
    if let Err(error) = hub.guests.ask(&hub.limits, who).await {
        return HttpError(error).into_response();
    }
    let time = BodyTime(Duration::from_secs(hub.limits.body_seconds));
    request.extensions_mut().insert(who);
    request.extensions_mut().insert(time);
    who.scope(next.run(request)).await
}

/// The address of a client; behind a proxy that we know, the one that it names last.
fn client(limits: &Limits, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    if !limits.proxies.contains(&peer.to_canonical()) {
        return peer;
    }
    let named = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let named =
        named.flat_map(|value| value.split(',')).filter_map(|text| text.trim().parse().ok());
    named.rev().find(|address| !limits.proxies.contains(address)).unwrap_or(peer)
}

/// A page of another site could give its own name the address of this machine, and would then be one of ours.
fn check_host(limits: &Limits, headers: &HeaderMap) -> Result<(), RequestError> {
    // Programs may leave it out; browsers never do.
    let Some(host) = headers.get(header::HOST) else { return Ok(()) };
    let host = host.to_str().unwrap_or("?");
    if is_own_host(limits, host) {
        return Ok(());
    }
    let shown: String = host.chars().take(60).collect();
    let say = format!(
        "this server is not called `{shown}`; if it should be, add that name to `hosts` in its settings"
    );
    Err(RequestError::forbidden(say))
}

fn is_own_host(limits: &Limits, host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let own = |known: &String| known.eq_ignore_ascii_case(name);
    bare.parse::<IpAddr>().is_ok() || name == "localhost" || limits.hosts.iter().any(own)
}

/// Reads what nobody wants to know. A body that nobody reads ends the connection, and whoever has already sent the next request there gets no answer to it.
pub(crate) async fn read_away(request: Request) {
    let time = request.extensions().get::<BodyTime>().map_or(Duration::MAX, |time| time.0);
    let body = to_bytes(request.into_body(), LONGEST_MESSAGE);
    // Who is too slow or sends too much loses the connection.
    drop(tokio::time::timeout(time, body).await);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_names_are_answered() {
        let limits = Limits { hosts: vec!["games.example".into()], ..Limits::default() };
        for host in ["127.0.0.1:7777", "localhost", "localhost:80", "[::1]:7777", "games.example"] {
            assert!(is_own_host(&limits, host), "{host}");
        }
        for host in ["evil.example", "localhost.evil.example:7777", "games.example.evil", "", "?"] {
            assert!(!is_own_host(&limits, host), "{host}");
        }
    }

    #[test]
    fn only_known_proxies_are_believed() {
        let proxy: IpAddr = "127.0.0.1".parse().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "203.0.113.9, 198.51.100.7".parse().unwrap());
        let limits = Limits { proxies: vec![proxy], ..Limits::default() };
        let named: IpAddr = "198.51.100.7".parse().unwrap();
        assert_eq!(client(&limits, proxy, &headers), named, "what comes before it may be made up");
        assert_eq!(client(&Limits::default(), proxy, &headers), proxy);
    }
}
