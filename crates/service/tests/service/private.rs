//! What others may know and do, and what not.

use crate::common::Api;
use serde_json::{Value, json};

fn human() -> Value {
    json!({"kind": "human"})
}

fn listed(answer: &Value) -> Vec<String> {
    let lines = answer["sessions"].as_array().unwrap();
    lines.iter().map(|line| line["session"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn lists_show_own_and_public_tables_only() {
    let api = Api::start();
    let mut ws = api.ws();
    let mine = ws.good(json!({"ask": "create", "game": "tris"}));
    let open = ws.good(json!({"ask": "create", "game": "tris", "settings": {"public": true}}));
    let hidden = ws.good(json!({"ask": "create", "game": "tris"}));
    let name = |made: &Value| made["session"].as_str().unwrap().to_owned();
    assert_eq!(listed(&ws.good(json!({"ask": "list"}))), [name(&open)]);
    let wrong = json!({"session": hidden["session"], "token": mine["owner"]});
    let right = json!({"session": mine["session"], "token": mine["owner"]});
    let own = ws.good(json!({"ask": "list", "own": [wrong, right]}));
    let mut found = listed(&own);
    found.sort();
    let mut expected = [name(&mine), name(&open)];
    expected.sort();
    assert_eq!(found, expected);
    let closed = json!({"ask": "set", "session": open["session"], "token": open["owner"], "settings": {"public": false}});
    ws.good(closed);
    assert!(listed(&ws.good(json!({"ask": "list"}))).is_empty());
}

#[test]
fn what_chance_will_do_is_nobodys_knowledge_until_the_end() {
    let api = Api::start();
    let mut ws = api.ws();
    let seats = json!([human(), human()]);
    let made = ws.good(json!({"ask": "create", "game": "tetris", "rules": "versus:turns=1", "seats": seats, "seed": 7}));
    let session = &made["session"];
    assert_eq!(made["state"]["seed"], Value::Null);
    let (kind, message) =
        ws.refused(json!({"ask": "save", "session": session, "token": made["owner"]}));
    assert_eq!(kind, "conflict");
    assert!(message.contains("foretell"), "{message}");
    // Whoever plays alone may take the game along.
    let alone = ws.good(json!({"ask": "create", "game": "2048", "seats": [human()], "seed": 7}));
    assert_eq!(alone["state"]["seed"], Value::Null);
    ws.refused(json!({"ask": "save", "session": alone["session"]}));
    let saved =
        ws.good(json!({"ask": "save", "session": alone["session"], "token": alone["owner"]}));
    assert!(saved["record"].as_str().unwrap().contains("seed 7"));
    // Without chance there is nothing to foretell.
    let tris = ws.good(json!({"ask": "create", "game": "tris", "seed": 7}));
    assert_eq!(tris["state"]["seed"], 7);
    ws.good(json!({"ask": "save", "session": tris["session"]}));
}

#[test]
fn the_owner_takes_no_seat_that_somebody_holds() {
    let api = Api::start();
    let (mut owner, mut guest) = (api.ws(), api.ws());
    let made = owner.good(json!({"ask": "create", "game": "tris", "seats": [human(), human()]}));
    let (session, token) = (&made["session"], &made["owner"]);
    let (first, second) = (&made["tokens"][0], &made["tokens"][1]);
    owner.good(json!({"ask": "join", "session": session, "token": first}));
    guest.good(json!({"ask": "join", "session": session, "token": second}));
    let replace = |seats: Value| json!({"ask": "set", "session": session, "token": token, "settings": {"seats": seats}});
    let agent = json!({"kind": "agent", "agent": "minimax"});
    let (kind, _) = owner.refused(replace(json!([human(), agent])));
    assert_eq!(kind, "forbidden");
    owner.good(replace(json!([agent, human()])));
    guest.good(json!({"ask": "leave", "session": session}));
    std::thread::sleep(std::time::Duration::from_millis(300));
    owner.good(replace(json!([agent, agent])));
}

#[test]
fn a_token_can_be_renewed_and_the_old_one_is_void() {
    let folder = tempfile::tempdir().unwrap();
    let (session, old, fresh) = {
        let api = Api::keeping(folder.path());
        let mut ws = api.ws();
        let made = ws.good(json!({"ask": "create", "game": "tris", "seats": [human(), human()]}));
        let (session, owner) = (made["session"].clone(), made["owner"].clone());
        let (first, second) = (made["tokens"][0].clone(), made["tokens"][1].clone());
        let renew =
            |token: &Value| json!({"ask": "renew", "session": session, "token": token, "seat": 0});
        assert_eq!(ws.refused(renew(&second)).0, "forbidden");
        let fresh = ws.good(renew(&owner))["token"].clone();
        (session, first, fresh)
    };
    let api = Api::keeping(folder.path());
    let mut ws = api.ws();
    let act =
        |token: &Value| json!({"ask": "act", "session": session, "token": token, "action": "b2"});
    assert_eq!(ws.refused(act(&old)).0, "forbidden");
    ws.good(act(&fresh));
}
