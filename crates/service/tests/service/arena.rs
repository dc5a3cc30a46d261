//! Tournaments and single moves over the wire.

use crate::common::Api;
use ludex_service::Options;
use ludex_service::limits::Limits;
use serde_json::{Value, json};

fn tris(agents: &[&str], games: u64) -> Value {
    json!({"ask": "arena", "game": "tris", "agents": agents, "games": games, "seed": 1})
}

#[test]
fn a_tournament_ends_with_its_crosstable() {
    let api = Api::start();
    let mut ws = api.ws();
    let done = ws.good(tris(&["minimax", "random", "minimax:depth=1"], 10));
    let standings = &done["standings"];
    assert_eq!((&standings["played"], &standings["games"]), (&json!(30), &json!(30)));
    assert_eq!(standings["standings"][2]["agent"], "random");
    let cells = standings["crosstable"].as_array().unwrap();
    assert!(cells.iter().all(|cell| cell["results"].as_str().unwrap().len() == 10), "{cells:?}");
    let alone = json!({"ask": "arena", "game": "snake", "agents": ["random", "survivor"], "games": 3, "seed": 1,
        "max_moves": 50});
    assert_eq!(ws.good(alone)["standings"]["metric"], "length");
}

/// Its first game is the game that a table plays with that seed, number and those agents.
#[test]
fn a_game_of_a_cell_opens_at_a_table() {
    let api = Api::start();
    let mut ws = api.ws();
    let agents = ["minimax:depth=1", "random"];
    let cell = ws.good(tris(&agents, 2))["standings"]["crosstable"][0].clone();
    for number in [1, 2] {
        let seats = agents.map(|agent| json!({"kind": "agent", "agent": agent}));
        let made = ws.good(
            json!({"ask": "create", "game": "tris", "seats": seats, "seed": 1, "number": number,
            "settings": {"pace_ms": 0}}),
        );
        let session = &made["session"];
        ws.good(json!({"ask": "join", "session": session}));
        let scores = loop {
            let state = ws.good(json!({"ask": "state", "session": session}))["state"].clone();
            if state["turn"]["kind"] == "over" {
                break state["scores"].clone();
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        };
        // In the second game they have changed places.
        let score = scores[number - 1].as_f64().unwrap();
        let letter = if score > 0.0 {
            "w"
        } else if score < 0.0 {
            "l"
        } else {
            "d"
        };
        assert_eq!(&cell["results"].as_str().unwrap()[number - 1..number], letter);
    }
}

/// Nobody on the network starts a program, and nobody gets more than the settings allow.
#[test]
fn a_tournament_keeps_to_the_limits() {
    let limits = Limits { match_games: 50, ..Limits::default() };
    let api = Api::with(Options { port: 0, limits, ..Options::new(ludex_games::all()) });
    let mut ws = api.ws();
    for (ask, complaint) in [
        (tris(&["random", "exec:touch was-here"], 2), "unknown agent `exec`"),
        (tris(&["random"], 2), "give 2 to 16"),
        (tris(&["random"; 17], 2), "give 2 to 16"),
        (
            tris(&["random", "minimax", "random"], 17),
            "these agents would play 51 in all, at most 50",
        ),
        (tris(&["random", "minimax"], 0), "give 1 or more"),
        (tris(&["random", "mcts:sims=1000000000"], 2), "this server allows up to"),
        (
            json!({"ask": "move", "game": "tris", "position": "tris standard 3x3\n", "agent": "exec:ls"}),
            "bad position",
        ),
        (
            json!({"ask": "move", "game": "tris", "position": "tris standard 3x3\n...\n...\n...\n", "agent": "exec:ls"}),
            "unknown agent `exec`",
        ),
        (
            json!({"ask": "move", "game": "tris", "position": "junk", "seconds": -1}),
            "bad seconds `-1`",
        ),
    ] {
        let (_, message) = ws.refused(ask.clone());
        assert!(message.contains(complaint), "{ask}: {message}");
    }
}

#[test]
fn a_position_in_a_move_out() {
    let api = Api::start();
    let mut ws = api.ws();
    let position = "tris standard 3x3\nXX.\nOO.\n...\n";
    let ask = json!({"ask": "move", "game": "tris", "position": position, "agent": "minimax", "seat": 0, "moves": [],
        "seconds": 60.0});
    assert_eq!(ws.good(ask)["move"], "c3");
    let usual = json!({"ask": "move", "game": "tris", "position": position});
    assert_eq!(ws.good(usual)["answer"], "move");
}

#[test]
fn rest_plays_tournaments_as_well() {
    let api = Api::start();
    let body = json!({"game": "tris", "agents": ["minimax", "random"], "games": 4, "seed": 1, "gauntlet": true});
    let (status, answer) = api.send("api/v1/tournaments", "", &body);
    assert_eq!((status, &answer["standings"]["played"]), (200, &json!(4)), "{answer}");
}
