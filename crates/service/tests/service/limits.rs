//! Nobody starves the others, and slow or false clients keep nobody out.

use crate::common::Api;
use crate::common::ws::Ws;
use ludex_service::Options;
use ludex_service::limits::Limits;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::time::{Duration, Instant};
use tungstenite::Message;

const ONE: Option<&str> = Some("198.51.100.1");
const OTHER: Option<&str> = Some("198.51.100.2");

/// A server behind a proxy on this machine, which names its clients.
fn serve(limits: Limits) -> Api {
    let proxies = vec![IpAddr::V4(Ipv4Addr::LOCALHOST)];
    let limits = Limits { proxies, ..limits };
    Api::with(Options { port: 0, limits, ..Options::new(ludex_games::all()) })
}

fn client(api: &Api, address: Option<&str>) -> Ws {
    Ws::connect_from(api.address(), address)
}

fn agent(spec: &str) -> Value {
    json!({"kind": "agent", "agent": spec})
}

#[test]
fn one_client_with_many_tables_does_not_make_another_wait() {
    let api = serve(Limits::default());
    let mut greedy = client(&api, ONE);
    let thinker = || agent("mcts:sims=1000000,time=1");
    for _ in 0..20 {
        let seats = json!([thinker(), thinker()]);
        let made = greedy.good(json!({"ask": "create", "game": "tris", "size": "7x7",
            "rules": "standard:row=5", "seats": seats, "settings": {"pace_ms": 0}}));
        greedy.good(json!({"ask": "join", "session": made["session"], "token": null}));
    }
    std::thread::sleep(Duration::from_millis(500));
    let mut modest = client(&api, OTHER);
    let started = Instant::now();
    let seats = json!([{"kind": "human"}, agent("minimax:depth=1")]);
    let settings = json!({"pace_ms": 0});
    let made =
        modest.good(json!({"ask": "create", "game": "tris", "seats": seats, "settings": settings}));
    let (session, token) = (made["session"].clone(), made["tokens"][0].clone());
    modest.good(json!({"ask": "join", "session": session, "token": token}));
    modest.good(json!({"ask": "act", "session": session, "token": token, "action": "b2"}));
    let moved =
        |ws: &mut Ws| ws.good(json!({"ask": "state", "session": session}))["state"]["ply"] == 2;
    while !moved(&mut modest) {
        assert!(started.elapsed() < Duration::from_secs(15), "the agent's answer does not come");
        std::thread::sleep(Duration::from_millis(20));
    }
    modest.good(json!({"ask": "analyse", "session": session, "agent": "minimax:depth=2"}));
    let took = started.elapsed();
    assert!(took < Duration::from_secs(15), "forty thinkers came first: {took:?}");
}

#[test]
fn agents_that_take_more_than_there_is_are_refused() {
    let api = serve(Limits::default());
    let mut ws = client(&api, ONE);
    let made = ws.good(json!({"ask": "create", "game": "tris"}));
    let session = &made["session"];
    for ask in [
        json!({"ask": "create", "game": "tris", "seats": [agent("negamax:table=4096")]}),
        json!({"ask": "analyse", "session": session, "agent": "mcts:sims=1000000000"}),
        json!({"ask": "review", "session": session, "agent": "negamax:threads=64"}),
        json!({"ask": "run", "game": "tris", "agents": ["negamax:table=4096"], "games": 1}),
    ] {
        let (kind, message) = ws.refused(ask.clone());
        assert_eq!(kind, "limit", "{ask}");
        assert!(message.contains("this server allows up to"), "{message}");
    }
}

#[test]
fn each_client_sets_up_and_asks_only_so_much() {
    let limits = Limits { creations_per_minute: 3, requests_per_second: 10, ..Limits::default() };
    let api = serve(limits);
    let create = json!({"ask": "create", "game": "tris"});
    let mut one = client(&api, ONE);
    let made = (0..10).filter(|_| one.ask(create.clone())["answer"] == "created").count();
    assert_eq!(made, 3);
    client(&api, OTHER).good(create);
    let started = Instant::now();
    let asked = (0..60).filter(|_| one.ask(json!({"ask": "list"}))["answer"] == "listed").count();
    let seconds = started.elapsed().as_secs_f64();
    assert!(asked >= 10 && asked as f64 <= 41.0 + 10.0 * seconds, "{asked} in {seconds} s");
    let refused = (60 - asked) as f64;
    assert!(refused > 0.0 && seconds >= 0.1 * refused, "{refused} refused in {seconds} s");
    client(&api, OTHER).good(json!({"ask": "list"}));
}

#[test]
fn many_connections_are_refused_no_more_often_than_one() {
    let rate = 20;
    let api = serve(Limits { requests_per_second: rate, ..Limits::default() });
    let (started, list) = (Instant::now(), json!({"ask": "list"}));
    let refused = |mut ws: Ws| {
        let asked = std::iter::from_fn(|| {
            (started.elapsed() < Duration::from_secs(3)).then(|| ws.ask(list.clone()))
        });
        asked.filter(|answer| answer["kind"] == "limit").count()
    };
    let all: Vec<_> = (0..16).map(|_| client(&api, ONE)).collect();
    let refused: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = all.into_iter().map(|ws| scope.spawn(|| refused(ws))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    let most = f64::from(rate) * started.elapsed().as_secs_f64() + 1.0;
    assert!(refused > 0 && refused as f64 <= most, "{refused} refused, at most {most}");
    client(&api, OTHER).good(list);
}

#[test]
fn who_guesses_tokens_is_not_heard_any_more() {
    let api = serve(Limits { wrong_tokens_per_minute: 4, ..Limits::default() });
    let made = client(&api, OTHER).good(json!({"ask": "create", "game": "tris"}));
    let (session, token) = (&made["session"], &made["tokens"][0]);
    let mut guessing = client(&api, ONE);
    let mut kinds = Vec::new();
    for i in 0..8 {
        let guess = format!("{i:026}");
        let ask = json!({"ask": "act", "session": session, "token": guess, "action": "a1"});
        kinds.push(guessing.refused(ask).0);
    }
    assert_eq!(
        kinds,
        ["forbidden", "forbidden", "forbidden", "forbidden", "limit", "limit", "limit", "limit"]
    );
    // Even the right one would not be seen to be right; whoever owns it is not concerned.
    let ask = json!({"ask": "act", "session": session, "token": token, "action": "a1"});
    assert_eq!(guessing.refused(ask.clone()).0, "limit");
    client(&api, OTHER).good(ask);
}

fn raw(api: &Api, request: &str) -> String {
    let mut stream = TcpStream::connect(api.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer
}

#[test]
fn names_that_are_not_ours_are_not_answered() {
    let api = serve(Limits { hosts: vec!["games.example".into()], ..Limits::default() });
    let ask = |host: &str| {
        raw(
            &api,
            &format!("GET /api/v1/hello HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
        )
    };
    assert!(ask("games.example").starts_with("HTTP/1.1 200"));
    let refused = ask("rebound.example:7777");
    assert!(
        refused.starts_with("HTTP/1.1 403") && refused.contains("rebound.example"),
        "{refused}"
    );
}

#[test]
fn slow_clients_are_cut_off() {
    let api = serve(Limits { header_seconds: 1, body_seconds: 1, ..Limits::default() });
    let started = Instant::now();
    let head = raw(&api, "GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    assert!(!head.starts_with("HTTP/1.1 200"));
    let body = raw(
        &api,
        "POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 100\r\n\r\n{",
    );
    assert!(body.contains("did not come within 1 s"), "{body}");
    assert!(started.elapsed() < Duration::from_secs(8));
}

#[test]
fn silent_connections_make_room_and_players_stay() {
    let api = serve(Limits { connections: 20, header_seconds: 60, ..Limits::default() });
    let mut player = client(&api, OTHER);
    let made = player.good(json!({"ask": "create", "game": "tris"}));
    let (session, token) = (&made["session"], &made["tokens"][0]);
    player.good(json!({"ask": "join", "session": session, "token": token}));
    let silent: Vec<_> = (0..40).filter_map(|_| TcpStream::connect(api.address()).ok()).collect();
    // Whoever has just come is not cut off; a moment later those who say nothing are.
    std::thread::sleep(Duration::from_millis(2500));
    for _ in 0..5 {
        assert_eq!(api.text("health"), "ok\n");
    }
    player.good(json!({"ask": "act", "session": session, "token": token, "action": "b2"}));
    drop(silent);
}

#[test]
fn whoever_listens_is_told_that_the_server_ends() {
    let api = serve(Limits::default());
    let mut ws = client(&api, ONE);
    ws.good(json!({"ask": "hello"}));
    drop(api);
    let close = loop {
        match ws.socket.read() {
            Ok(Message::Close(close)) => break close,
            Ok(_) => {}
            Err(error) => panic!("no farewell: {error}"),
        }
    };
    assert_eq!(u16::from(close.unwrap().code), 1001);
}
