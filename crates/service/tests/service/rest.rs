//! The protocol over plain HTTP, and its description.

use crate::common::Api;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

#[test]
fn a_whole_game_over_http() {
    let api = Api::start();
    let body = json!({"game": "tris", "seats": [{"kind": "human"}, {"kind": "agent", "agent": "minimax"}]});
    let (status, made) = api.send("api/v1/sessions", "", &body);
    assert_eq!((status, &made["answer"]), (201, &json!("created")));
    let (session, token) = (made["session"].as_str().unwrap(), made["tokens"][0].as_str().unwrap());
    let path = format!("api/v1/sessions/{session}");
    for _ in 0..200 {
        let state = api.json(&path)["state"].clone();
        if state["turn"]["kind"] == "over" {
            assert!(state["result"].is_string());
            let moves = api.json(&format!("{path}/history"))["moves"].as_array().unwrap().len();
            assert_eq!(moves as u64, state["ply"].as_u64().unwrap());
            return;
        }
        if state["turn"]["seat"] == 0 {
            let action = json!({"action": state["actions"][0]});
            let (status, answer) = api.send(&format!("{path}/act"), token, &action);
            assert_eq!(status, 200, "{answer}");
        } else {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
    panic!("the agent does not move");
}

#[test]
fn refusals_have_a_status_and_words() {
    let api = Api::start();
    let (_, made) = api.send("api/v1/sessions", "", &json!({"game": "tris"}));
    let session = made["session"].as_str().unwrap();
    let token = made["tokens"][0].as_str().unwrap();
    let act = format!("api/v1/sessions/{session}/act");
    for (path, token, body, status, kind) in [
        (act.as_str(), "no", json!({"action": "b2"}), 403, "forbidden"),
        (act.as_str(), token, json!({"action": "z9"}), 400, "bad"),
        (act.as_str(), token, json!({"deed": "b2"}), 400, "bad"),
        ("api/v1/sessions/nobody/act", token, json!({"action": "b2"}), 404, "missing"),
        ("api/v1/sessions", "", json!({"game": "chess"}), 404, "missing"),
        ("api/v1/sessions", "", json!("tris"), 400, "bad"),
        ("api/v1/load", "", json!({"record": "x"}), 404, "missing"),
        ("api/v1/hello", "", json!({}), 405, "bad"),
    ] {
        let (found, answer) = api.send(path, token, &body);
        assert_eq!((found, &answer["kind"]), (status, &json!(kind)), "{path} {body}: {answer}");
        assert!(answer["message"].as_str().unwrap().len() > 10);
    }
    let (status, body) = api.get(&format!("api/v1/sessions/{session}?ply=x"));
    assert_eq!(status, 400, "{body}");
    let (status, body) = api.get(&format!("api/v1/sessions/{session}?ply=99"));
    assert_eq!(status, 400, "{body}");
}

/// What is refused is read all the same, so that the connection serves the next request, however late the body comes.
#[test]
fn a_refusal_leaves_the_connection_open() {
    let api = Api::start();
    let mut wire = TcpStream::connect(api.address()).unwrap();
    let host = format!("host: {}\r\n", api.address());
    let head = format!("POST /api/v1/hello HTTP/1.1\r\n{host}content-length: 2\r\n\r\n");
    wire.write_all(head.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let next = format!("{{}}GET /api/v1/hello HTTP/1.1\r\n{host}connection: close\r\n\r\n");
    wire.write_all(next.as_bytes()).unwrap();
    let mut answers = String::new();
    wire.read_to_string(&mut answers).unwrap();
    assert!(answers.starts_with("HTTP/1.1 405"), "{answers}");
    assert!(answers.contains("HTTP/1.1 200"), "{answers}");
}

#[test]
fn reasons_over_http() {
    let api = Api::start();
    let (_, made) = api.send("api/v1/sessions", "", &json!({"game": "tris"}));
    let path = format!("api/v1/sessions/{}", made["session"].as_str().unwrap());
    let (status, analysis) = api.send(&format!("{path}/analyse"), "", &json!({"agent": "minimax"}));
    assert_eq!(status, 200);
    assert!(analysis["explanation"]["words"].is_string());
    let body = json!({"agent": "minimax", "instead": "a2"});
    let (status, why) = api.send(&format!("{path}/why_not"), "", &body);
    assert_eq!((status, why["contrast"]["words"].is_string()), (200, true));
    let body = json!({"agent": "minimax", "path": ["a1"]});
    let (status, tree) = api.send(&format!("{path}/unfold"), "", &body);
    let answers = tree["unfolded"]["candidates"].as_array().unwrap();
    assert_eq!((status, answers.len(), &answers[0]["action"]), (200, 8, &json!("b2")));
    assert_eq!(tree["unfolded"]["phrases"]["b2"], "the centre");
    let body = json!({"agent": "minimax", "path": ["a1", "a1"]});
    assert_eq!(api.send(&format!("{path}/unfold"), "", &body).0, 409);
    let body = json!({"game": "tris", "agents": ["random"], "games": 3});
    let (status, played) = api.send("api/v1/matches", "", &body);
    assert_eq!((status, &played["finished"]), (200, &json!(3)));
}

#[test]
fn the_description_names_every_path_and_every_answer() {
    let api = Api::start();
    let openapi: Value = api.json("api/v1/openapi.json");
    let paths = openapi["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 25, "{:?}", paths.keys());
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            for status in ["200", "400", "404", "409", "429"] {
                assert!(operation["responses"][status].is_object(), "{method} {path}: {status}");
            }
        }
    }
    let schemas = openapi["components"]["schemas"].as_object().unwrap();
    for name in ["Answer", "Create", "State", "Picture", "Explanation"] {
        assert!(schemas.contains_key(name), "{name} in {:?}", schemas.keys());
    }
    let text = openapi.to_string();
    for found in text.match_indices("\"#/components/schemas/") {
        let rest = &text[found.0 + 22..];
        let name = &rest[..rest.find('"').unwrap()];
        assert!(schemas.contains_key(name), "{name} is described");
    }
    let (status, page) = api.get("docs/");
    assert_eq!(status, 200);
    assert!(page.contains("swagger-ui"), "the page is there without the network");
    assert_eq!(api.get("docs/swagger-ui-bundle.js").0, 200);
}

/// A program that learns plays a whole game: every answer holds what the next question needs.
#[test]
fn a_game_as_an_environment() {
    let api = Api::start();
    let step = |body: &Value| {
        let (status, answer) = api.send("api/v1/steps", "", body);
        assert_eq!((status, &answer["answer"]), (200, &json!("step")), "{answer}");
        answer
    };
    let rules = json!({"game": "tetris", "rules": "rlcomp", "size": "6x8", "seed": 1});
    let mut now = step(&rules);
    assert_eq!(step(&rules), now, "a seed fixes everything");
    let seen = &now["observation"];
    assert_eq!((&seen["width"], &seen["height"]), (&json!(6), &json!(8)));
    assert_eq!(seen["cells"].as_array().map(Vec::len), Some(48));
    assert_eq!(seen["numbers"]["rotation"], 0);
    assert_eq!(now["actions"].as_array().map(Vec::len), Some(6));
    assert_eq!((&now["reward"], &now["taken"]), (&json!(0.0), &json!(0)));
    for seed in 2..100 {
        let plan = ["rotate", "left", "drop"];
        now = step(
            &json!({"game": "tetris", "position": now["position"], "actions": plan, "seed": seed}),
        );
        if now["over"] == true {
            break;
        }
        assert_eq!(now["taken"], 3);
    }
    assert_eq!((&now["over"], &now["actions"]), (&json!(true), &json!([])));
    let after = json!({"game": "tetris", "position": now["position"], "actions": ["drop"]});
    assert_eq!(step(&after)["taken"], 0, "what a plan has left is not refused");
}

/// A position names its game and rules in its first line; without either, what is missing is named.
#[test]
fn a_position_says_which_game_it_is() {
    let api = Api::start();
    let look = |body: Value| api.send("api/v1/steps", "", &body);
    let (_, begun) = look(json!({"game": "tris", "seed": 1}));
    let (status, answer) = look(json!({"position": begun["position"], "actions": ["b2"]}));
    assert_eq!((status, &answer["taken"]), (200, &json!(1)), "{answer}");
    let alone = json!({"position": begun["position"]});
    assert_eq!(api.send("api/v1/sessions", "", &alone).0, 201);
    for (path, body) in [("steps", json!({})), ("steps", json!([])), ("sessions", json!({}))] {
        let (status, answer) = api.send(&format!("api/v1/{path}"), "", &body);
        let said = answer["message"].as_str().unwrap_or_default();
        assert_eq!(status, 400, "{answer}");
        assert!(said.contains("`game` is missing") && said.contains("tris"), "{answer}");
    }
}

/// Figures that a position holds are those of the whole game; others count from the position that was sent.
#[test]
fn metrics_of_steps_say_what_the_position_tells() {
    let api = Api::start();
    let play = |game: &str, rules: &str, actions: usize| {
        let mut body = json!({"game": game, "rules": rules, "seed": 3});
        let mut answer = api.send("api/v1/steps", "", &body).1;
        for seed in 0..actions {
            let action = answer["actions"][0].clone();
            body = json!({"position": answer["position"], "actions": [action], "seed": seed});
            answer = api.send("api/v1/steps", "", &body).1;
        }
        answer
    };
    let figure = |answer: &Value, name: &str| answer["metrics"][name].as_f64();
    let slid = play("2048", "standard", 12);
    assert_eq!(figure(&slid, "moves"), Some(1.0), "{slid}");
    assert!(figure(&slid, "score").is_some_and(|score| score > 8.0), "{slid}");
    assert_eq!(figure(&play("tris", "standard", 3), "plies"), Some(1.0));
}

/// A puzzle has the level that it turns out to have: who asks for one is told so.
#[test]
fn wishes_that_no_puzzle_knows_are_refused() {
    let api = Api::start();
    let (status, answer) = api.send("api/v1/puzzle", "", &json!({"level": 99}));
    let said = answer["message"].as_str().unwrap_or_default();
    assert_eq!(status, 400, "{answer}");
    assert!(said.contains("`level`") && said.contains("`kind`"), "{answer}");
    assert_eq!(api.send("api/v1/puzzle", "", &json!({"kind": "rows", "seed": 1})).0, 200);
}

/// What a step earns is the growth of the score, whatever was earned before.
#[test]
fn a_step_tells_what_it_earned() {
    let api = Api::start();
    let position = "tetris rlcomp 6x8\nnext O\npoints 7 0\nboard\nXXXX..\nXXXX..\n";
    let act = ["right", "right", "right", "drop"];
    let body = json!({"game": "tetris", "position": position, "actions": act, "seed": 1});
    let (status, answer) = api.send("api/v1/steps", "", &body);
    assert_eq!((status, &answer["reward"]), (200, &json!(2.0)), "{answer}");
    assert_eq!(answer["metrics"]["score"], 9.0);
    for (body, status) in [
        (json!({"game": "tetris", "rules": "rlcomp", "actions": ["jump"]}), 400),
        (json!({"game": "tris", "actions": ["b2", "b2"]}), 409),
        (json!({"game": "chess"}), 404),
        (json!({"game": "tetris", "position": "tetris rlcomp 6x8\nnext Q\n"}), 400),
        (json!({"actions": "drop"}), 400),
        (json!({"position": "chess standard 8x8\n"}), 404),
        (json!({"position": " \n"}), 400),
        (json!({}), 400),
        (json!([]), 400),
    ] {
        let (found, answer) = api.send("api/v1/steps", "", &body);
        assert_eq!(found, status, "{body}: {answer}");
    }
}
