//! What was acknowledged is there, whatever happens to the process, the disk and the file.

use crate::child::{Reader, Served};
use crate::common::Api;
use ludex_core::Stop;
use ludex_service::{Archive, Checked, Options, Server, TableFault};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// Moves that do not end a game of Tris.
const MOVES: [&str; 4] = ["b2", "a1", "c3", "b1"];

/// A table for two people.
struct Table {
    path: String,
    tokens: Value,
}

impl Table {
    fn create(api: &Api) -> Self {
        let human = json!({"kind": "human"});
        let body = json!({"game": "tris", "settings": {"public": true}, "seats": [human, human]});
        let (status, made) = api.send("api/v1/sessions", "", &body);
        assert_eq!(status, 201, "{made}");
        let path = format!("api/v1/sessions/{}", made["session"].as_str().unwrap());
        Self { path, tokens: made["tokens"].clone() }
    }

    /// Plays the next of the moves.
    fn act(&self, api: &Api, ply: usize) -> (u16, Value) {
        let token = self.tokens[ply % 2].as_str().unwrap();
        api.send(&format!("{}/act", self.path), token, &json!({"action": MOVES[ply]}))
    }

    fn moves(&self, api: &Api) -> Vec<String> {
        let history = api.json(&format!("{}/history", self.path));
        let moves = history["moves"].as_array().unwrap().iter();
        moves.map(|made| made["action"].as_str().unwrap().to_owned()).collect()
    }

    /// Everything about it except the number that grows with every change.
    fn state(&self, api: &Api) -> Value {
        let mut state = api.json(&self.path)["state"].clone();
        state["version"] = json!(null);
        state
    }
}

/// Changes the file behind the server's back.
fn meddle(folder: &Path, sql: &str) {
    let file = rusqlite::Connection::open(folder.join("games.sqlite")).unwrap();
    file.execute_batch(sql).unwrap();
}

#[test]
fn readers_and_kills_cost_no_move() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let mut reader = Reader::of(folder.path());
    let tables: Vec<Table> = (0..8).map(|_| Table::create(&served.api)).collect();
    let mut acknowledged = 0;
    for ply in 0..MOVES.len() {
        for table in &tables {
            let (status, answer) = table.act(&served.api, ply);
            assert_eq!(status, 200, "{answer}");
            acknowledged += 1;
            assert_eq!(reader.count(), acknowledged, "an outside reader sees each move");
            assert!(!reader.could_lock(), "the server has lost its lock of the file");
        }
    }
    drop(served); // Killed at once, without a word.
    let served = Served::start(folder.path());
    for table in &tables {
        assert_eq!(table.moves(&served.api), MOVES);
    }
}

#[test]
fn a_full_disk_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let api = &served.api;
    let table = Table::create(api);
    assert_eq!(table.act(api, 0).0, 200);
    let before = table.state(api);
    // Enough for a part of a page, so that something is written, too.
    served.room_on_disk(Some(1000));
    for _ in 0..3 {
        let (status, answer) = table.act(api, 1);
        assert_eq!((status, &answer["kind"]), (500, &json!("internal")), "{answer}");
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains("nothing has changed"), "{message}");
        assert_eq!(table.state(api), before);
        assert_eq!(table.moves(api), MOVES[..1]);
    }
    let token = table.tokens[0].as_str().unwrap();
    assert_eq!(api.send(&format!("{}/undo", table.path), token, &json!({})).0, 500);
    let settings = json!({"settings": {"paused": true}});
    assert_eq!(api.send(&format!("{}/set", table.path), token, &settings).0, 500);
    assert_eq!(table.state(api), before);
    let (status, answer) = api.send("api/v1/sessions", "", &json!({"game": "tris"}));
    assert_eq!(status, 500, "{answer}");
    assert_eq!(api.json("api/v1/sessions")["sessions"].as_array().unwrap().len(), 1);
    let (status, health) = api.get("health");
    assert_eq!(status, 503, "{health}");
    assert!(health.contains("cannot be written"), "{health}");
    assert!(api.text("metrics").contains("\nludex_store_failing 1\n"));
    served.room_on_disk(None);
    let started = Instant::now();
    while api.get("health").0 != 200 {
        assert!(started.elapsed() < Duration::from_secs(20), "it is well again by itself");
        std::thread::sleep(Duration::from_millis(50));
    }
    for ply in 1..4 {
        assert_eq!(table.act(api, ply).0, 200);
    }
    drop(served);
    let served = Served::start(folder.path());
    assert_eq!(table.moves(&served.api), MOVES);
}

#[test]
fn a_locked_file_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let api = Api::keeping(folder.path());
    let table = Table::create(&api);
    assert_eq!(table.act(&api, 0).0, 200);
    let before = table.state(&api);
    let file = rusqlite::Connection::open(folder.path().join("games.sqlite")).unwrap();
    file.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (status, answer) = table.act(&api, 1);
    assert_eq!(status, 500);
    assert!(answer["message"].as_str().unwrap().contains("locked"), "{answer}");
    file.execute_batch("ROLLBACK").unwrap();
    assert_eq!(table.state(&api), before);
    assert_eq!(table.act(&api, 1).0, 200);
    assert_eq!(table.moves(&api), MOVES[..2]);
}

#[test]
fn watchers_hear_of_stored_moves_only() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let table = Table::create(&served.api);
    let mut ws = served.api.ws();
    let session = table.path.rsplit('/').next().unwrap();
    ws.good(json!({"ask": "join", "session": session}));
    served.room_on_disk(Some(0));
    assert_eq!(table.act(&served.api, 0).0, 500);
    let state = ws.good(json!({"ask": "state", "session": session}))["state"].clone();
    assert_eq!(state["ply"], 0);
    assert!(ws.events.iter().all(|event| event["state"]["ply"] == 0), "{:?}", ws.events);
    served.room_on_disk(None);
    assert_eq!(table.act(&served.api, 0).0, 200);
    ws.state(|state| state["ply"] == 1);
}

#[test]
fn two_servers_do_not_share_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let error = refused(folder.path());
    assert!(error.contains(&format!("process {}", served.pid())), "{error}");
    assert!(error.contains("--data"), "{error}");
    drop(served);
    drop(Api::keeping(folder.path()));
}

/// How a server complains about its store.
fn refused(folder: &Path) -> String {
    let data = Some(folder.to_owned());
    let options = Options { port: 0, data, ..Options::new(ludex_games::all()) };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(Server::bind(options)).err().expect("it is refused").to_string()
}

#[test]
fn files_that_are_no_stores_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    drop(Api::keeping(folder.path()));
    meddle(folder.path(), "PRAGMA user_version = 99");
    assert!(refused(folder.path()).contains("newer Ludex (layout 99"));
    std::fs::write(folder.path().join("games.sqlite"), "").unwrap();
    assert!(refused(folder.path()).contains("is empty"));
    std::fs::write(folder.path().join("games.sqlite"), "Dear diary").unwrap();
    assert!(refused(folder.path()).contains("is damaged"));
}

#[test]
fn a_game_with_a_gap_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let api = Api::keeping(folder.path());
    let (broken, whole) = (Table::create(&api), Table::create(&api));
    for ply in 0..4 {
        assert_eq!((broken.act(&api, ply).0, whole.act(&api, ply).0), (200, 200));
    }
    drop(api);
    let id = broken.path.rsplit('/').next().unwrap();
    meddle(folder.path(), &format!("DELETE FROM moves WHERE id = '{id}' AND ply = 1"));
    let api = Api::keeping(folder.path());
    let (status, body) = api.get(&broken.path);
    assert_eq!(status, 500);
    assert!(body.contains(id) && body.contains("lacks move 2"), "{body}");
    assert_eq!(whole.moves(&api), MOVES, "others are not concerned");
    drop(api);
    let illegal = format!("UPDATE moves SET ply = 1 WHERE id = '{id}' AND ply = 2;
        UPDATE moves SET ply = 2, action = 'z9' WHERE id = '{id}' AND ply = 3; UPDATE tables SET plies = 3, line = json_set(line, '$.plies', 3)");
    meddle(folder.path(), &illegal);
    let (status, body) = Api::keeping(folder.path()).get(&broken.path);
    assert_eq!(status, 500);
    assert!(body.contains("move 3 (`z9`)"), "{body}");
}

/// What `ludex store check` finds.
fn check(folder: &Path) -> Checked {
    let archive = Archive::open(folder).unwrap();
    archive.check(ludex_games::all().into(), &Stop::default(), &mut |_, _| {}).unwrap()
}

#[test]
fn a_check_names_every_fault() {
    let folder = tempfile::tempdir().unwrap();
    let api = Api::keeping(folder.path());
    let tables: Vec<Table> = (0..6).map(|_| Table::create(&api)).collect();
    for table in &tables {
        for ply in 0..4 {
            assert_eq!(table.act(&api, ply).0, 200);
        }
    }
    let sound = check(folder.path());
    assert!(sound.is_sound(), "{sound:?}");
    assert_eq!((sound.tables, sound.checked, sound.moves), (6, 6, 24), "while the server runs");
    drop(api);
    assert!(check(folder.path()).is_sound(), "and without it");
    let wrongs = [
        ("DELETE FROM moves WHERE id = '@' AND ply = 2", "lacks move 3"),
        ("DELETE FROM moves WHERE id = '@' AND ply = 3", "has lost its moves from 4 on"),
        ("UPDATE moves SET action = 'b2' WHERE id = '@' AND ply = 3", "move 4 (`b2`)"),
        ("UPDATE tables SET line = json_set(line, '$.scores[0]', 9.0) WHERE id = '@'", "it stands"),
        (
            "UPDATE tables SET line = json_set(line, '$.over', json('true')) WHERE id = '@'",
            "is going on",
        ),
        ("DELETE FROM tables WHERE id = '@'", "there are 4 moves, but not their table"),
    ];
    for (table, (sql, _)) in tables.iter().zip(wrongs) {
        meddle(folder.path(), &sql.replace('@', table.path.rsplit('/').next().unwrap()));
    }
    let checked = check(folder.path());
    assert_eq!((checked.tables, checked.faults.len()), (5, 6), "{checked:?}");
    for (table, (sql, words)) in tables.iter().zip(wrongs) {
        let named = |fault: &&TableFault| table.path.ends_with(&fault.session);
        let found = checked.faults.iter().find(named).unwrap_or_else(|| panic!("{sql}"));
        assert!(found.fault.contains(words), "{sql}: {}", found.fault);
    }
}

#[test]
fn a_backup_is_one_moment_of_a_busy_store() {
    let folder = tempfile::tempdir().unwrap();
    let api = Api::keeping(folder.path());
    let tables: Vec<Table> = (0..3).map(|_| Table::create(&api)).collect();
    let archive = Archive::open(folder.path()).unwrap();
    for ply in 0..4 {
        let copy = tempfile::tempdir().unwrap();
        let mut looks = 0;
        // Moves that are made while it copies belong to the next one.
        let mut progress = |_, _| {
            looks += 1;
            if looks == 1 {
                for table in &tables {
                    assert_eq!(table.act(&api, ply).0, 200);
                }
            }
        };
        let made = archive
            .backup(&copy.path().join("games.sqlite"), &Stop::default(), &mut progress)
            .unwrap();
        assert_eq!((made.tables, made.moves), (3, 3 * ply as u64));
        let checked = check(copy.path());
        assert!(checked.is_sound() && checked.moves == made.moves, "{checked:?}");
    }
    assert_eq!(check(folder.path()).moves, 12);
}
