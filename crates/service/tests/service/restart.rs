//! Games survive the end of the server.

use crate::common::Api;
use crate::common::ws::human;
use serde_json::{Value, json};

#[test]
fn a_game_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let api = Api::keeping(folder.path());
    let mut ws = api.ws();
    let seats = json!([human(), human()]);
    let made = ws.good(json!({"ask": "create", "game": "tris", "seats": seats}));
    let (session, tokens) = (made["session"].clone(), made["tokens"].clone());
    let act = |token: &Value, action: &str| json!({"ask": "act", "session": session, "token": token, "action": action});
    ws.good(act(&tokens[0], "b2"));
    ws.good(act(&tokens[1], "a1"));
    ws.good(json!({"ask": "undo", "session": session, "token": tokens[1]}));
    let before = ws.good(act(&tokens[1], "c1"))["state"].clone();
    drop(ws);
    drop(api);
    let api = Api::keeping(folder.path());
    let mut ws = api.ws();
    let joined = json!({"ask": "join", "session": session, "token": tokens[1]});
    let after = ws.good(joined)["state"].clone();
    for field in ["position", "ply", "seed", "players", "last", "actions", "yours"] {
        if field == "players" || field == "yours" {
            continue; // Who is here differs; tokens are tried below.
        }
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(ws.refused(act(&tokens[1], "c3")).0, "conflict");
    ws.good(act(&tokens[0], "c3"));
    let listed = ws.good(json!({"ask": "list", "own": [{"session": session, "token": tokens[0]}]}));
    assert_eq!(listed["sessions"][0]["session"], session);
    assert_eq!(listed["sessions"][0]["plies"], 3);
}

#[test]
fn the_clock_and_the_pieces_survive_too() {
    let folder = tempfile::tempdir().unwrap();
    let api = Api::keeping(folder.path());
    let mut ws = api.ws();
    let settings = json!({"gravity": false});
    let rules = "versus:turns=1";
    let seats = json!([human(), human()]);
    let ask = json!({"ask": "create", "game": "tetris", "rules": rules, "seats": seats, "seed": 9, "settings": settings});
    let made = ws.good(ask);
    let (session, tokens) = (made["session"].clone(), made["tokens"].clone());
    ws.good(json!({"ask": "join", "session": session, "token": tokens[0]}));
    std::thread::sleep(std::time::Duration::from_millis(60));
    for token in [&tokens[0], &tokens[1], &tokens[0]] {
        ws.good(json!({"ask": "key", "session": session, "token": token, "key": "drop"}));
    }
    let before = ws.good(json!({"ask": "state", "session": session}))["state"].clone();
    let left = before["live"]["left_ms"].as_u64().unwrap();
    assert!(left < 60_000, "time has passed");
    drop(ws);
    drop(api);
    let api = Api::keeping(folder.path());
    let after = api.ws().good(json!({"ask": "state", "session": session}))["state"].clone();
    assert_eq!((&after["ply"], &after["turn"]), (&json!(3), &json!({"kind": "seat", "seat": 1})));
    assert_eq!(after["picture"]["cells"], before["picture"]["cells"]);
    let now = after["live"]["left_ms"].as_u64().unwrap();
    assert!(now <= left && now + 3_000 > left, "{now} of {left} ms are left");
}
