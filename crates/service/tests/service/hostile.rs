//! Clients that misbehave: the server stays up and says no politely.

use crate::common::Api;
use crate::common::ws::Ws;
use ludex_service::limits::{LONGEST_MESSAGE, Limits};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::Message;

/// The server is well.
fn well(api: &Api) {
    assert_eq!(api.text("health"), "ok\n");
    let made = api.ws().good(json!({"ask": "create", "game": "tris"}));
    assert_eq!(made["answer"], "created");
}

/// A file that exists, so that only the refusal can be the reason.
#[test]
fn rules_from_strangers_open_no_files() {
    let api = Api::start();
    let mut ws = api.ws();
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sets/pentominoes.pieces").to_owned();
    let rules = format!("simplified:set={file}");
    for ask in [
        json!({"ask": "create", "game": "tetris", "rules": rules}),
        json!({"ask": "load", "record": format!("tetris {rules} 10x20\nboard\n")}),
        json!({"ask": "run", "game": "tetris", "rules": rules, "agents": ["random"], "games": 1}),
    ] {
        let answer = ws.ask(ask.clone());
        assert_eq!(answer["kind"], "bad", "{ask}");
        let message = answer["message"].as_str().unwrap_or_default();
        assert!(message.contains("files are not read here"), "{message}");
    }
    well(&api);
}

#[test]
fn junk_gets_an_answer_each() {
    let api = Api::start();
    let mut ws = api.ws();
    let deep = "[".repeat(100_000);
    for junk in [
        "",
        "x",
        "{}",
        "[]",
        "null",
        "{\"id\":1}",
        "{\"ask\":\"hello\"}",
        "{\"id\":-1,\"ask\":\"hello\"}",
        "{\"id\":7,\"ask\":\"fly\"}",
        "{\"id\":7,\"ask\":\"act\"}",
        "{\"id\":7,\"ask\":\"act\",\"session\":3}",
        "\u{0}",
        deep.as_str(),
    ] {
        ws.send(junk);
        let number =
            if junk.starts_with("{\"id\":7") { 7 } else { u64::from(junk == "{\"id\":1}") };
        let answer = ws.answer_to(number);
        assert_eq!(
            (&answer["answer"], &answer["kind"]),
            (&json!("error"), &json!("bad")),
            "{junk:.50}"
        );
    }
    for ask in [
        json!({"ask": "create", "game": "chess"}),
        json!({"ask": "create", "game": "tris", "rules": "wild"}),
        json!({"ask": "create", "game": "tris", "size": "1000000x1000000"}),
        json!({"ask": "create", "game": "tris", "size": "huge"}),
        json!({"ask": "create", "game": "tris", "position": "\u{0}"}),
        json!({"ask": "create", "game": "tris", "seats": [{"kind": "agent", "agent": "nobody"}]}),
        json!({"ask": "create", "game": "tris", "seats": vec![json!({"kind": "human"}); 1000]}),
        json!({"ask": "join", "session": "../../etc/passwd"}),
        json!({"ask": "state", "session": "' OR 1=1 --"}),
        json!({"ask": "analyse", "session": ""}),
        json!({"ask": "run", "game": "tris", "agents": ["random"], "games": u64::MAX}),
    ] {
        ws.refused(ask);
    }
    well(&api);
}

/// The first thing that is heard, whether it is well or not; a ping may come at any time.
fn first_but_pings(ws: &mut Ws) -> tungstenite::Result<Message> {
    loop {
        match ws.socket.read() {
            Ok(Message::Ping(_)) => {}
            heard => return heard,
        }
    }
}

#[test]
fn huge_and_binary_messages_end_the_connection_only() {
    let api = Api::start();
    let mut ws = api.ws();
    let huge = Message::text("x".repeat(LONGEST_MESSAGE + 1));
    // The server may hang up before all of it is sent.
    drop(ws.socket.send(huge));
    // Whether its farewell is still heard depends on who is faster.
    let heard = first_but_pings(&mut ws);
    assert!(matches!(heard, Err(_) | Ok(Message::Close(_))), "the connection is closed: {heard:?}");
    let mut ws = api.ws();
    ws.socket.send(Message::binary(vec![0, 159, 146, 150])).unwrap();
    let heard = first_but_pings(&mut ws);
    assert!(matches!(heard, Ok(Message::Close(Some(_)))), "and it says why: {heard:?}");
    let body = json!({"game": "x".repeat(LONGEST_MESSAGE)});
    let (status, answer) = api.send("api/v1/sessions", "", &body);
    assert_eq!((status, &answer["kind"]), (400, &json!("bad")));
    well(&api);
}

#[test]
fn many_tables_are_set_up_and_then_refused() {
    let api = Api::start();
    let mut ws = api.ws();
    let (mut made, mut refused) = (0, 0);
    // Questions go out in heaps, so that ten thousand do not take long.
    for _ in 0..200 {
        let numbers: Vec<u64> =
            (0..50).map(|_| ws.start(json!({"ask": "create", "game": "tris"}))).collect();
        for number in numbers {
            let answer = ws.answer_to(number);
            if answer["answer"] == "created" {
                made += 1;
            } else {
                assert_eq!(answer["kind"], "limit", "{answer}");
                refused += 1;
            }
        }
    }
    assert_eq!((made, refused), (4000, 6000));
    assert_eq!(api.text("health"), "ok\n");
    let metrics = api.text("metrics");
    assert!(metrics.contains("ludex_sessions 4000"), "{metrics}");
}

#[test]
fn nobody_listens_to_too_much_or_asks_for_too_much_at_once() {
    let api = Api::start();
    let mut ws = api.ws();
    let create = json!({"ask": "create", "game": "tetris", "settings": {"paused": true}});
    let mut sessions: Vec<Value> = (0..=Limits::default().joined)
        .map(|_| ws.good(create.clone())["session"].clone())
        .collect();
    let last = sessions.pop().unwrap();
    for session in &sessions {
        ws.good(json!({"ask": "join", "session": session}));
    }
    assert_eq!(ws.refused(json!({"ask": "join", "session": last})).0, "limit");
    ws.good(json!({"ask": "leave", "session": sessions[0]}));
    ws.good(json!({"ask": "join", "session": last}));
    let long =
        json!({"ask": "analyse", "session": last, "agent": "mcts:sims=2000000", "seconds": 30});
    let numbers: Vec<u64> = (0..8).map(|_| ws.start(long.clone())).collect();
    let refusal = ws.answer_to(numbers[7]);
    assert_eq!(refusal["kind"], "limit");
    // The rest of the server goes on meanwhile.
    let started = Instant::now();
    well(&api);
    assert!(started.elapsed() < Duration::from_secs(5));
    // Whoever leaves takes the work along.
    drop(ws);
    let mut next = api.ws();
    let short = json!({"ask": "analyse", "session": last, "agent": "dt20", "seconds": 1});
    assert_eq!(next.good(short)["answer"], "analysis");
}

#[test]
fn a_reader_who_does_not_read_hurts_nobody() {
    let api = Api::start();
    let mut ws = api.ws();
    let seats = json!([{"kind": "human"}, {"kind": "human"}]);
    let made = ws.good(json!({"ask": "create", "game": "tris", "seats": seats}));
    let (session, tokens) = (&made["session"], &made["tokens"]);
    let mut sleepers: Vec<Ws> = (0..20).map(|_| api.ws()).collect();
    for sleeper in &mut sleepers {
        sleeper.good(json!({"ask": "join", "session": session}));
        // It asks and asks, and never looks at the answers.
        for _ in 0..50 {
            sleeper.start(json!({"ask": "state", "session": session}));
        }
    }
    let started = Instant::now();
    for _ in 0..200 {
        ws.good(json!({"ask": "act", "session": session, "token": tokens[0], "action": "b2"}));
        ws.good(json!({"ask": "undo", "session": session, "token": tokens[0]}));
    }
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    well(&api);
}

#[test]
fn a_request_that_never_ends_hurts_nobody() {
    let api = Api::start();
    let mut half: Vec<TcpStream> = Vec::new();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(api.address()).unwrap();
        stream.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n").unwrap();
        half.push(stream);
    }
    well(&api);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let api = Api::start();
    for path in
        ["/../Cargo.toml", "/..%2f..%2fCargo.toml", "/%2e%2e/%2e%2e/Cargo.toml", "//etc/passwd"]
    {
        let mut stream = TcpStream::connect(api.address()).unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(
            answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400"),
            "{path}: {answer}"
        );
        assert!(!answer.contains("[workspace]") && !answer.contains("root:"), "{path}");
    }
}

#[test]
fn pages_of_other_sites_may_not_connect() {
    let api = Api::start();
    let connect = |origin: &str| {
        let stream = TcpStream::connect(api.address()).unwrap();
        let request = tungstenite::http::Request::builder()
            .uri(format!("ws://{}/api/v1/ws", api.address()))
            .header("host", api.address())
            .header("origin", origin)
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
        tungstenite::client(request.body(()).unwrap(), stream).is_ok()
    };
    assert!(connect(&format!("http://{}", api.address())));
    assert!(!connect("http://evil.example"));
}

#[test]
fn answers_carry_the_headers_that_protect_browsers() {
    let api = Api::start();
    for path in ["", "docs/", "api/v1/hello", "health", "nowhere", "retcell"] {
        let policy = api.header(path, "content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'"), "{path}: {policy}");
        assert_eq!(
            api.header(path, "x-content-type-options").as_deref(),
            Some("nosniff"),
            "{path}"
        );
    }
    assert_eq!(
        api.header("api/v1/hello", "access-control-allow-origin"),
        None,
        "only TetrisVs is open to all"
    );
}
