//! Tables over the WebSocket: seats, tokens, turns, reasons.

use crate::common::Api;
use crate::common::ws::{Ws, agent, human};
use serde_json::{Value, json};

/// A new table; its name and tokens.
fn create(ws: &mut Ws, ask: Value) -> (String, Vec<String>, Value) {
    let mut ask = ask;
    ask["ask"] = json!("create");
    let made = ws.good(ask);
    assert_eq!(made["answer"], "created");
    let tokens = made["tokens"].as_array().unwrap();
    let tokens = tokens.iter().map(|t| t.as_str().unwrap_or_default().to_owned()).collect();
    (made["session"].as_str().unwrap().to_owned(), tokens, made)
}

fn join(ws: &mut Ws, session: &str, token: Option<&str>) -> Value {
    ws.good(json!({"ask": "join", "session": session, "token": token}))["state"].clone()
}

fn act(ws: &mut Ws, session: &str, token: &str, action: &str) -> Value {
    ws.good(json!({"ask": "act", "session": session, "token": token, "action": action}))["state"]
        .clone()
}

#[test]
fn hello_tells_what_can_be_played() {
    let api = Api::start();
    let welcome = api.ws().good(json!({"ask": "hello"}));
    assert_eq!(welcome["protocol"], 1);
    let games = welcome["games"].as_array().unwrap();
    let tetris = games.iter().find(|game| game["name"] == "tetris").unwrap();
    let seats = |rule: &str| {
        let rules = tetris["rules"].as_array().unwrap();
        rules.iter().find(|r| r["name"] == rule).unwrap()["seats"].clone()
    };
    assert_eq!((seats("tetrisvs"), seats("versus")), (json!(1), json!(2)));
    let shows = welcome["shows"].as_array().unwrap();
    let has = |game: &str, rules: &str| {
        shows.iter().any(|show| show["game"] == game && show["rules"] == rules)
    };
    assert!(has("tris", "standard") && has("tetris", "tetrisvs") && has("tetris", "versus"));
}

#[test]
fn a_show_plays_while_somebody_watches() {
    let api = Api::start();
    let mut ws = api.ws();
    let welcome = ws.good(json!({"ask": "hello"}));
    let shows = welcome["shows"].as_array().unwrap();
    let tris = shows.iter().find(|show| show["game"] == "tris").unwrap();
    join(&mut ws, tris["session"].as_str().unwrap(), None);
    ws.state(|state| state["ply"].as_u64() >= Some(2));
}

#[test]
fn a_person_plays_an_agent_to_the_end() {
    let api = Api::start();
    let mut ws = api.ws();
    let seats = json!([human(), agent("minimax")]);
    let (session, tokens, made) = create(&mut ws, json!({"game": "tris", "seats": seats}));
    assert_eq!(made["tokens"][1], Value::Null, "agents need no token");
    let mut state = join(&mut ws, &session, Some(&tokens[0]));
    assert_eq!(state["yours"], json!([0]));
    while state["turn"]["kind"] == "seat" {
        let action = state["actions"][0].as_str().unwrap().to_owned();
        let ply = act(&mut ws, &session, &tokens[0], &action)["ply"].as_u64().unwrap();
        state = ws.state(|s| {
            // An agent's reasons come with its move.
            let answered = s["ply"].as_u64().unwrap() > ply && s["reasons"]["words"].is_string();
            answered || (s["turn"]["kind"] == "over" && s["last"]["seat"] == 0)
        });
        assert_eq!(state["yours"], json!([0]), "news know whose they are");
    }
    assert!(state["result"].as_str().unwrap().contains("wins"), "{}", state["result"]);
    assert!(state["reasons"]["words"].as_str().is_some(), "an agent's last move has reasons");
    let history = ws.good(json!({"ask": "history", "session": session}));
    let moves = history["moves"].as_array().unwrap();
    assert_eq!(moves.len() as u64, state["plies"].as_u64().unwrap());
    assert!(moves[1]["value"].is_number(), "an agent tells what it expects");
}

#[test]
fn the_answer_to_a_join_comes_before_news_of_the_table() {
    let api = Api::start();
    let mut ws = api.ws();
    for _ in 0..20 {
        let seats = json!([human(), agent("minimax")]);
        let (session, tokens, _) = create(&mut ws, json!({"game": "tris", "seats": seats}));
        // That somebody has come is news of its own.
        join(&mut ws, &session, Some(&tokens[0]));
        let about = |event: &Value| event["session"] == session.as_str();
        assert!(!ws.events.iter().any(about), "only the answer says whose seat it is");
    }
}

#[test]
fn only_the_right_token_moves_and_only_in_turn() {
    let api = Api::start();
    let mut ws = api.ws();
    let seats = json!([human(), human()]);
    let (session, tokens, _) = create(&mut ws, json!({"game": "tris", "seats": seats}));
    assert_ne!(tokens[0], tokens[1]);
    let act_with =
        |token: &str| json!({"ask": "act", "session": session, "token": token, "action": "b2"});
    assert_eq!(ws.refused(act_with("")).0, "forbidden");
    assert_eq!(ws.refused(act_with("abcdefghijkmnpqrstuvwxyz22")).0, "forbidden");
    let (kind, message) = ws.refused(act_with(&tokens[1]));
    assert_eq!(kind, "conflict");
    assert!(message.contains("not your turn"), "{message}");
    act(&mut ws, &session, &tokens[0], "b2");
    let (kind, message) = ws.refused(act_with(&tokens[1]));
    assert_eq!(kind, "conflict", "the cell is taken: {message}");
    assert_eq!(
        ws.refused(json!({"ask": "join", "session": session, "token": "no"})).0,
        "forbidden"
    );
    for ask in ["undo", "continue"] {
        let refused = ws.refused(json!({"ask": ask, "session": session, "token": "no"}));
        assert_eq!(refused.0, "forbidden", "{ask}");
    }
    let set =
        json!({"ask": "set", "session": session, "token": "no", "settings": {"paused": true}});
    assert_eq!(ws.refused(set).0, "forbidden");
    let state = ws.good(json!({"ask": "state", "session": session}))["state"].clone();
    assert_eq!(
        (&state["ply"], &state["yours"]),
        (&json!(1), &json!([])),
        "all refusals change nothing"
    );
}

#[test]
fn two_browsers_play_and_a_third_watches() {
    let api = Api::start();
    let (mut one, mut two, mut eyes) = (api.ws(), api.ws(), api.ws());
    let seats = json!([human(), human()]);
    let (session, tokens, _) = create(&mut one, json!({"game": "tris", "seats": seats}));
    join(&mut one, &session, Some(&tokens[0]));
    let state = join(&mut two, &session, Some(&tokens[1]));
    assert_eq!(state["players"][0]["here"], true);
    assert_eq!(join(&mut eyes, &session, None)["yours"], json!([]));
    one.state(|state| state["players"][1]["here"] == true);
    act(&mut one, &session, &tokens[0], "a1");
    let seen = two.state(|state| state["ply"] == 1);
    assert_eq!((&seen["last"]["action"], &seen["yours"]), (&json!("a1"), &json!([1])));
    assert_eq!(eyes.state(|state| state["ply"] == 1)["yours"], json!([]));
    act(&mut two, &session, &tokens[1], "b2");
    one.state(|state| state["ply"] == 2);
    let undo = json!({"ask": "undo", "session": session, "token": tokens[0]});
    let (kind, message) = one.refused(undo);
    assert_eq!(kind, "conflict", "the other's move is not taken back: {message}");
    drop(two);
    one.state(|state| state["players"][1]["here"] == false);
}

#[test]
fn a_game_with_a_beat_stands_still_after_a_move_was_taken_back() {
    let api = Api::start();
    let mut ws = api.ws();
    let ask = json!({"game": "snake", "size": "8x8", "seed": 3, "seats": [human()]});
    let (session, tokens, _) = create(&mut ws, ask);
    join(&mut ws, &session, Some(&tokens[0]));
    ws.good(json!({"ask": "key", "session": session, "token": tokens[0], "key": "up"}));
    // It goes up until it meets the wall.
    ws.state(|state| state["turn"]["kind"] == "over");
    let undo = json!({"ask": "undo", "session": session, "token": tokens[0]});
    let state = ws.good(undo)["state"].clone();
    assert_eq!((&state["paused"], &state["turn"]["kind"]), (&json!(true), &json!("seat")));
}

#[test]
fn undo_takes_back_ones_own_move_and_the_answer() {
    let api = Api::start();
    let mut ws = api.ws();
    let (session, tokens, _) = create(&mut ws, json!({"game": "tris"}));
    join(&mut ws, &session, Some(&tokens[0]));
    let undo = json!({"ask": "undo", "session": session, "token": tokens[0]});
    assert_eq!(ws.refused(undo.clone()).0, "conflict");
    act(&mut ws, &session, &tokens[0], "a1");
    let after = ws.state(|state| state["ply"] == 2);
    assert_eq!(after["undo"], true);
    let state = ws.good(undo)["state"].clone();
    assert_eq!(
        (&state["ply"], &state["plies"], &state["undo"]),
        (&json!(0), &json!(0), &json!(false))
    );
    act(&mut ws, &session, &tokens[0], "a1");
    let again = ws.state(|state| state["ply"] == 2);
    assert_eq!(again["position"], after["position"], "the same move meets the same answer");
}

#[test]
fn tables_of_agents_obey_their_owner() {
    let api = Api::start();
    let mut ws = api.ws();
    let seats = json!([agent("random"), agent("random")]);
    let settings = json!({"paused": true, "pace_ms": 0});
    let ask = json!({"game": "tris", "seats": seats, "settings": settings, "seed": 3});
    let (session, tokens, made) = create(&mut ws, ask);
    assert_eq!(tokens, ["", ""]);
    let owner = made["owner"].as_str().unwrap();
    join(&mut ws, &session, Some(owner));
    let set = |settings: Value| json!({"ask": "set", "session": session, "token": owner, "settings": settings});
    assert_eq!(ws.good(set(json!({})))["state"]["ply"], 0, "paused tables wait");
    ws.good(set(json!({"paused": false})));
    let end = ws.state(|state| state["turn"]["kind"] == "over");
    assert_eq!(end["settings"]["seats"][0], agent("random"));
    let state = ws.good(set(json!({"seats": [human(), agent("random")]})))["state"].clone();
    assert_eq!((&state["yours"], &state["players"][0]["human"]), (&json!([0]), &json!(true)));
    assert_eq!(ws.refused(set(json!({"pace_ms": 1e9 as u64}))).0, "bad");
    assert_eq!(ws.refused(set(json!({"think_seconds": 1e9}))).0, "bad");
    assert_eq!(ws.refused(set(json!({"seats": [agent("nobody"), human()]}))).0, "missing");
    assert_eq!(ws.refused(set(json!({"seats": [human()]}))).0, "bad");
}

#[test]
fn explained_moves_wait_to_be_read() {
    let api = Api::start();
    let mut ws = api.ws();
    let ask = json!({"game": "tris", "settings": {"explain": true}});
    let (session, tokens, _) = create(&mut ws, ask);
    join(&mut ws, &session, Some(&tokens[0]));
    act(&mut ws, &session, &tokens[0], "a1");
    let state = ws.state(|state| state["ply"] == 2);
    assert_eq!(state["waiting"], true);
    assert!(state["reasons"]["words"].is_string(), "a move comes with its reasons");
    let go_on = json!({"ask": "continue", "session": session, "token": tokens[0]});
    assert_eq!(ws.good(go_on)["state"]["waiting"], false);
}

#[test]
fn every_moment_can_be_looked_at_and_questioned() {
    let api = Api::start();
    let mut ws = api.ws();
    let (session, tokens, _) =
        create(&mut ws, json!({"game": "tris", "seats": [human(), human()]}));
    for (at, action) in ["a1", "b2", "a2", "a3", "c3"].into_iter().enumerate() {
        act(&mut ws, &session, &tokens[at % 2], action);
    }
    let past = ws.good(json!({"ask": "state", "session": session, "ply": 2}))["state"].clone();
    assert_eq!((&past["ply"], &past["plies"]), (&json!(2), &json!(5)));
    assert_eq!(past["last"]["action"], "b2");
    assert_eq!(ws.refused(json!({"ask": "state", "session": session, "ply": 6})).0, "bad");
    let analysis = ws.good(json!({"ask": "analyse", "session": session, "ply": 4}));
    assert_eq!(analysis["ply"], 4);
    let decision = &analysis["explanation"]["decision"];
    assert_eq!(decision["candidates"].as_array().unwrap().len(), 5);
    let instead = decision["candidates"][4]["action"].clone();
    let why = json!({"ask": "why_not", "session": session, "ply": 4, "instead": instead});
    assert!(ws.good(why)["contrast"]["words"].as_str().unwrap().len() > 20);
    let taken = json!({"ask": "why_not", "session": session, "ply": 4, "instead": "a1"});
    assert_eq!(ws.refused(taken).0, "conflict");
    let pointed = ws.good(json!({"ask": "point", "session": session, "column": 1, "row": 0}));
    let picture =
        ws.good(json!({"ask": "preview", "session": session, "actions": [pointed["action"]]}));
    let cells = picture["picture"]["cells"].as_array().unwrap();
    assert_eq!(cells.iter().filter(|cell| cell["ink"] == "ghost").count(), 1, "{picture}");
}

#[test]
fn a_review_finds_the_mistake() {
    let api = Api::start();
    let mut ws = api.ws();
    let (session, tokens, _) =
        create(&mut ws, json!({"game": "tris", "seats": [human(), human()]}));
    // The second player does not stop the row a1, a2, a3.
    for (at, action) in ["a1", "b2", "a2", "c3", "a3"].into_iter().enumerate() {
        act(&mut ws, &session, &tokens[at % 2], action);
    }
    let review = ws.good(json!({"ask": "review", "session": session, "agent": "minimax"}));
    // The last answer has all moves, whatever came before.
    let moves = review["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &review["total"]), (5, &json!(5)));
    let bad: Vec<&Value> = moves.iter().filter(|m| m["mistake"] == true).collect();
    assert!(bad.iter().any(|m| m["ply"] == 3), "{moves:?}");
    let mistake = moves.iter().find(|m| m["ply"] == 3).unwrap();
    assert_eq!((&mistake["best"], &mistake["proven"]), (&json!("a3"), &json!("loss")));
    assert!(mistake["words"].as_str().is_some());
    assert!(moves[4]["mistake"] == false, "to win is no mistake");
}

#[test]
fn games_are_saved_loaded_and_listed() {
    let api = Api::start();
    let mut ws = api.ws();
    let (session, tokens, _) =
        create(&mut ws, json!({"game": "tris", "seats": [human(), human()], "seed": 5}));
    act(&mut ws, &session, &tokens[0], "b2");
    act(&mut ws, &session, &tokens[1], "a1");
    let record = ws.good(json!({"ask": "save", "session": session}))["record"].clone();
    let loaded = ws.good(json!({"ask": "load", "record": record}));
    assert_eq!(loaded["answer"], "created");
    assert_eq!((&loaded["state"]["ply"], &loaded["state"]["seed"]), (&json!(2), &json!(5)));
    assert_eq!(
        loaded["state"]["players"][1]["player"], "human",
        "the seats are those of the record"
    );
    let position = loaded["state"]["position"].clone();
    let placed =
        ws.good(json!({"ask": "load", "record": position, "seats": [agent("minimax"), human()]}));
    assert_eq!(placed["state"]["picture"], loaded["state"]["picture"]);
    for junk in ["", "junk", "ludex record", "tris standard 3x3\nXXX", "ludex record\ngame tris"] {
        ws.refused(json!({"ask": "load", "record": junk}));
    }
    let pass = |made: &Value| json!({"session": made["session"], "token": made["owner"]});
    let own = [pass(&loaded), pass(&placed)];
    let listed = ws.good(json!({"ask": "list", "limit": 2, "own": own}));
    let sessions = listed["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 2);
    assert!(sessions.iter().all(|line| line["game"] == "tris"));
}

#[test]
fn matches_stream_and_can_be_cancelled() {
    let api = Api::start();
    let mut ws = api.ws();
    let run = json!({"ask": "run", "game": "tris", "agents": ["minimax", "random"], "games": 20, "seed": 1});
    let done = ws.good(run.clone());
    assert_eq!((&done["finished"], &done["games"]), (&json!(20), &json!(20)));
    assert_eq!(done["seats"][0]["losses"], 0, "perfect play does not lose");
    assert_eq!(done["metrics"]["plies"].as_array().unwrap().len(), 20);
    assert_eq!(done["cut_short"], 0);
    let short = json!({"ask": "run", "game": "tris", "agents": ["random", "random"], "games": 5, "max_moves": 4});
    assert_eq!(ws.good(short)["cut_short"], 5);
    assert_eq!(
        ws.refused(json!({"ask": "run", "game": "tris", "agents": [], "games": 1})).0,
        "bad"
    );
    assert_eq!(
        ws.refused(json!({"ask": "run", "game": "tris", "agents": ["random"], "games": 0})).0,
        "bad"
    );
    let long = json!({"ask": "run", "game": "tetris", "agents": ["dt20"], "games": 5});
    let number = ws.start(long);
    ws.good(json!({"ask": "cancel", "request": number}));
    assert_eq!(ws.answer_to(number)["answer"], "match", "what is known so far");
}

#[test]
fn an_analysis_streams_and_can_be_cancelled() {
    let api = Api::start();
    let mut ws = api.ws();
    let (session, ..) = create(&mut ws, json!({"game": "tetris", "seed": 1}));
    let ask = |seconds: f64| json!({"ask": "analyse", "session": session, "agent": "mcts:sims=2000000", "seconds": seconds});
    let last = ws.good(ask(3.0));
    assert!(!ws.early.is_empty(), "there were answers on the way");
    let nodes = |answer: &Value| answer["explanation"]["decision"]["search"]["nodes"].as_u64();
    assert!(nodes(&last) >= nodes(&ws.early[0]), "and they did not get worse");
    let number = ws.start(ask(30.0));
    let begun = std::time::Instant::now();
    ws.good(json!({"ask": "cancel", "request": number}));
    assert_eq!(ws.answer_to(number)["answer"], "analysis");
    assert!(begun.elapsed().as_secs() < 10, "a cancelled search ends");
    assert_eq!(ws.refused(ask(1e6)).0, "bad");
}
