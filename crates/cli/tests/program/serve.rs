//! `ludex serve` and `ludex engine` as programs.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

/// A running server.
struct Served {
    child: Child,
    address: String,
    _out: BufReader<ChildStdout>,
}

impl Served {
    fn start(data: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
        command.args(["serve", "--port", "0", "--data"]).arg(data);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap();
        let address = address.split(';').next().unwrap().to_owned();
        Self { child, address, _out: out }
    }

    /// Status and body of a request with a JSON body.
    fn ask(&self, method: &str, path: &str, token: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_killed_server_loses_no_move_that_was_answered() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let human = json!({"kind": "human"});
    let body = json!({"game": "tris", "seats": [human, human]}).to_string();
    let (_, made) = served.ask("POST", "/api/v1/sessions", "", &body);
    let path = format!("/api/v1/sessions/{}", made["session"].as_str().unwrap());
    let token = |seat: usize| made["tokens"][seat].as_str().unwrap();
    for (ply, action) in ["b2", "a1", "c3"].into_iter().enumerate() {
        let body = json!({"action": action}).to_string();
        let (status, answer) = served.ask("POST", &format!("{path}/act"), token(ply % 2), &body);
        assert_eq!(status, 200, "{answer}");
    }
    drop(served); // Killed at once, without a word.
    let served = Served::start(folder.path());
    let (status, answer) = served.ask("GET", &path, "", "");
    assert_eq!((status, &answer["state"]["ply"]), (200, &json!(3)), "{answer}");
    let body = json!({"action": "a2"}).to_string();
    assert_eq!(served.ask("POST", &format!("{path}/act"), token(1), &body).0, 200);
}

#[test]
fn a_server_that_is_asked_to_end_ends_well() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = Served::start(folder.path());
    let pid = served.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert!(served.child.wait().unwrap().success());
}

#[test]
fn a_port_in_use_is_named_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let port = served.address.rsplit(':').next().unwrap();
    let other = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["serve", "--port", port, "--data"])
        .arg(other.path())
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains(port) && error.contains("--port"), "{error}");
}

/// Lines that an engine answers to these lines.
fn engine(game: &str, lines: &[Value]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["engine", game])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        writeln!(input, "{line}").unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn an_engine_speaks_the_protocol_line_by_line() {
    let position = "tris standard 3x3\nXX.\nOO.\n...\nto move X\n";
    let lines = [
        json!({"id": 1, "ask": "hello"}),
        json!({"id": 2, "ask": "create", "seed": 1}),
        json!("junk"),
        json!({"id": 3, "ask": "run", "game": "tris", "agents": ["random"], "games": 2}),
        json!({"id": 4, "ask": "load", "record": position}),
    ];
    let answers = engine("tris", &lines);
    let kinds: Vec<(&Value, &Value)> = answers.iter().map(|a| (&a["id"], &a["answer"])).collect();
    for (id, kind) in [(1, "welcome"), (2, "created"), (0, "error"), (3, "match")] {
        assert!(kinds.contains(&(&json!(id), &json!(kind))), "{kinds:?}");
    }
    let created = answers.iter().find(|a| a["id"] == 2).unwrap();
    assert_eq!(created["state"]["game"], "tris", "the engine's own game");
}

#[test]
fn an_engine_for_nothing_is_refused() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_ludex")).args(["engine", "chess"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// The output of `ludex store` with these words and a folder of games.
fn store(words: &[&str], data: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.arg("store").args(words).arg("--data").arg(data).output().unwrap()
}

fn told(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A table with so many moves; its name and its tokens.
fn table(served: &Served, plies: usize) -> (String, Value) {
    let human = json!({"kind": "human"});
    let body = json!({"game": "tris", "seats": [human, human]}).to_string();
    let (_, made) = served.ask("POST", "/api/v1/sessions", "", &body);
    let name = made["session"].as_str().unwrap().to_owned();
    for (ply, action) in ["b2", "a1", "c3"].into_iter().enumerate().take(plies) {
        act(served, &name, &made["tokens"][ply % 2], action);
    }
    (name, made["tokens"].clone())
}

fn act(served: &Served, table: &str, token: &Value, action: &str) {
    let (path, body) = (format!("/api/v1/sessions/{table}/act"), json!({"action": action}));
    let (status, answer) = served.ask("POST", &path, token.as_str().unwrap(), &body.to_string());
    assert_eq!(status, 200, "{answer}");
}

#[test]
fn a_live_store_is_checked_backed_up_and_exported() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let served = Served::start(folder.path());
    let ((name, tokens), _) = (table(&served, 3), table(&served, 0));
    let checked = store(&["check", "--json"], folder.path());
    assert!(checked.status.success(), "{}", told(&checked.stderr));
    let checked: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!((&checked["tables"], &checked["moves"]), (&json!(2), &json!(3)), "{checked}");
    assert_eq!((&checked["damage"], &checked["faults"]), (&json!([]), &json!([])), "{checked}");

    let copy = other.path().join("games.sqlite");
    let made = store(&["backup", copy.to_str().unwrap()], folder.path());
    assert!(made.status.success(), "{}", told(&made.stderr));
    let again = store(&["backup", copy.to_str().unwrap()], folder.path());
    assert_eq!(again.status.code(), Some(1));
    assert!(told(&again.stderr).contains("is there already; name another file"));

    act(&served, &name, &tokens[1], "a2");
    let exported = store(&["export"], folder.path());
    assert!(exported.status.success(), "{}", told(&exported.stderr));
    let text = told(&exported.stdout);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mine = lines.iter().find(|line| line["session"] == name.as_str()).unwrap();
    assert_eq!(
        (lines.len(), &mine["game"], &mine["players"][1]),
        (2, &json!("tris"), &json!("human"))
    );
    assert_eq!(mine["moves"][3]["action"], "a2");
    assert!(!text.contains(tokens[0].as_str().unwrap()), "tokens are secret");
    drop(served);

    // What was backed up is a store like any other, as it was then.
    let served = Served::start(other.path());
    let (_, history) = served.ask("GET", &format!("/api/v1/sessions/{name}/history"), "", "");
    assert_eq!(history["moves"].as_array().unwrap().len(), 3);
    act(&served, &name, &tokens[1], "c1");
}

#[test]
fn a_killed_store_is_looked_at_without_a_server() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    table(&served, 2);
    drop(served);
    let checked = store(&["check"], folder.path());
    assert_eq!(told(&checked.stdout), "played again: tables 1, moves 2; all sound\n");
}

#[test]
fn stores_that_are_none_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    for (bytes, words) in [("", "is empty"), ("Dear diary", "is damaged")] {
        std::fs::write(&file, bytes).unwrap();
        for command in [&["check"][..], &["export"], &["backup", "nowhere.sqlite"]] {
            let output = store(command, folder.path());
            let error = told(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{error}");
            assert!(error.contains(words) && error.contains("games.sqlite"), "{error}");
        }
    }
    let output = store(&["check"], &folder.path().join("elsewhere"));
    assert!(told(&output.stderr).contains("there is no store in"), "{}", told(&output.stderr));
}

#[test]
fn a_second_server_names_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let served = Served::start(folder.path());
    let output = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    let error = told(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains(&format!("in use by process {}", served.child.id())), "{error}");
    assert!(!error.contains("--port"), "the port is not at fault: {error}");
}
