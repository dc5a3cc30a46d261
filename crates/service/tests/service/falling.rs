//! Games that do not wait: falling pieces, clocks, beats.

use crate::common::Api;
use crate::common::ws::{Ws, agent, human};
use serde_json::{Value, json};

/// Creates and joins a table; its name and the first token.
fn table(ws: &mut Ws, mut ask: Value) -> (String, String, Value) {
    ask["ask"] = json!("create");
    let made = ws.good(ask);
    let session = made["session"].as_str().unwrap().to_owned();
    let token = made["tokens"][0].as_str().unwrap_or_else(|| made["owner"].as_str().unwrap());
    let token = token.to_owned();
    let joined = ws.good(json!({"ask": "join", "session": session, "token": token}));
    (session, token, joined["state"].clone())
}

/// Columns and rows of the piece's cells.
fn piece(live: &Value) -> Vec<usize> {
    let cells = live["picture"]["cells"].as_array().unwrap();
    let is_piece = |cell: &Value| cell["text"] == "@" || cell["ink"]["piece"].is_number();
    (0..cells.len()).filter(|&at| is_piece(&cells[at])).collect()
}

#[test]
fn keys_move_the_piece_and_a_drop_places_it() {
    let api = Api::start();
    let mut ws = api.ws();
    let ask = json!({"game": "tetris", "seed": 7, "settings": {"gravity": false}});
    let (session, token, state) = table(&mut ws, ask);
    let key = |key: &str| json!({"ask": "key", "session": session, "token": token, "key": key});
    let before = piece(&state["live"]);
    assert_eq!(before.len(), 4);
    let after = ws.good(key("left"))["state"].clone();
    let moved: Vec<usize> = before.iter().map(|cell| cell - 1).collect();
    assert_eq!(piece(&after["live"]), moved, "one to the left");
    let dropped = ws.good(key("drop"))["state"].clone();
    assert_eq!(dropped["ply"], 1);
    assert!(!dropped["live"]["beside"].as_array().unwrap().is_empty(), "what comes next is shown");
    assert_eq!(ws.refused(key("fly")).0, "bad");
    let foreign = json!({"ask": "key", "session": session, "token": "x", "key": "left"});
    assert_eq!(ws.refused(foreign).0, "forbidden");
}

#[test]
fn gravity_pulls_while_somebody_looks() {
    let api = Api::start();
    let mut ws = api.ws();
    let (session, token, state) = table(&mut ws, json!({"game": "tetris", "seed": 7}));
    let before = piece(&state["live"]);
    let live = ws.event("live", |_| true)["live"].clone();
    let fallen: Vec<usize> = before.iter().map(|cell| cell + 10).collect();
    assert_eq!(piece(&live), fallen, "one row down");
    assert!(live["played_ms"].as_u64().unwrap() >= 900);
    let pause =
        json!({"ask": "set", "session": session, "token": token, "settings": {"paused": true}});
    ws.good(pause);
    let key = json!({"ask": "key", "session": session, "token": token, "key": "left"});
    assert_eq!(ws.refused(key).0, "conflict", "a paused piece does not move");
}

#[test]
fn an_agent_plays_with_keys() {
    let api = Api::start();
    let mut ws = api.ws();
    let settings = json!({"pace_ms": 1});
    let ask = json!({"game": "tetris", "seats": [agent("dt20")], "seed": 7, "settings": settings});
    table(&mut ws, ask);
    ws.event("live", |_| true);
    let state =
        ws.state(|state| state["ply"].as_u64() >= Some(3) && state["reasons"]["words"].is_string());
    assert!(state["last"]["value"].is_number());
}

#[test]
fn versus_alternates_between_person_and_agent() {
    let api = Api::start();
    let mut ws = api.ws();
    let seats = json!([human(), agent("tetrisvs-hard")]);
    let settings = json!({"pace_ms": 0, "gravity": false});
    let rules = "versus:turns=2";
    let ask =
        json!({"game": "tetris", "rules": rules, "seats": seats, "seed": 7, "settings": settings});
    let (session, token, state) = table(&mut ws, ask);
    assert!(state["live"]["left_ms"].as_u64().unwrap() <= 120_000);
    for round in 1..=5 {
        ws.good(json!({"ask": "key", "session": session, "token": token, "key": "drop"}));
        let state = ws.state(|state| state["ply"] == 2 * round);
        assert_eq!(state["turn"]["seat"], 0);
    }
}

#[test]
fn snake_goes_on_by_itself_and_follows_the_arrows() {
    let api = Api::start();
    let mut ws = api.ws();
    let (session, token, _) = table(&mut ws, json!({"game": "snake", "seed": 1}));
    ws.state(|state| state["ply"].as_u64() >= Some(2));
    for key in ["up", "left", "down"] {
        ws.good(json!({"ask": "key", "session": session, "token": token, "key": key}));
    }
    let turned = ws.state(|state| {
        let last = state["last"]["action"].as_str().unwrap_or_default();
        ["up", "down"].contains(&last) || state["turn"]["kind"] == "over"
    });
    assert!(turned["ply"].as_u64() >= Some(2));
}
