//! The `TetrisVs` API as its clients call it, over real HTTP.

use common::Api;
use ludex_service::Options;
use serde_json::{Value, json};

#[path = "../../service/tests/service/common/mod.rs"]
mod common;

fn serve() -> Api {
    let routers = vec![ludex_tetrisvs::routes as _];
    Api::with(Options { port: 0, routers, ..Options::new(ludex_games::all()) })
}

/// A client with a board of its own, as the original has: what it sees must agree with `/home`.
struct Client<'a> {
    api: &'a Api,
    board: [[bool; 10]; 20],
    dice: u64,
}

type Cell = (i32, i32);

/// The cells of a state, row and column relative to the pivot, rows down: the table of the sheet.
fn cells(state: &str) -> [Cell; 4] {
    let row = [(0, -1), (0, 0), (0, 1)];
    let column = [(-1, 0), (0, 0), (1, 0)];
    let with = |three: [Cell; 3], last: Cell| [three[0], three[1], three[2], last];
    match state {
        "o1" => [(-1, -1), (-1, 0), (0, -1), (0, 0)],
        "i1" => [(0, -1), (0, 0), (0, 1), (0, 2)],
        "i2" => [(-1, 0), (0, 0), (1, 0), (2, 0)],
        "s1" => [(-1, 0), (-1, 1), (0, -1), (0, 0)],
        "s2" => [(-1, -1), (0, -1), (0, 0), (1, 0)],
        "z1" => [(-1, -1), (-1, 0), (0, 0), (0, 1)],
        "z2" => [(-1, 0), (0, -1), (0, 0), (1, -1)],
        "t1" => with(row, (-1, 0)),
        "t2" => with(column, (0, 1)),
        "t3" => with(row, (1, 0)),
        "t4" => with(column, (0, -1)),
        "l1" => with(row, (-1, 1)),
        "l2" => with(column, (1, 1)),
        "l3" => with(row, (1, -1)),
        "l4" => with(column, (-1, -1)),
        "j1" => with(row, (-1, -1)),
        "j2" => with(column, (-1, 1)),
        "j3" => with(row, (1, 1)),
        "j4" => with(column, (1, -1)),
        other => panic!("no state {other}"),
    }
}

fn states(piece: char) -> i32 {
    match piece {
        'o' => 1,
        'i' | 's' | 'z' => 2,
        _ => 4,
    }
}

/// A piece on its way: letter, state from 1, row and column of the pivot.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Falling(char, i32, i32, i32);

impl Falling {
    fn name(self) -> String {
        format!("{}{}", self.0, self.1)
    }

    fn cells(self) -> impl Iterator<Item = Cell> {
        cells(&self.name()).into_iter().map(move |(r, c)| (self.2 + r, self.3 + c))
    }

    fn press(self, key: &str) -> Self {
        let Self(piece, state, row, column) = self;
        match key {
            "down" => Self(piece, state, row + 1, column),
            "left" => Self(piece, state, row, column - 1),
            "right" => Self(piece, state, row, column + 1),
            "rotate" => Self(piece, state % states(piece) + 1, row, column),
            other => panic!("no key {other}"),
        }
    }
}

impl<'a> Client<'a> {
    fn new(api: &'a Api, dice: u64) -> Self {
        for path in ["retcell", "resetstart"] {
            assert_eq!(api.json(path), "ok");
        }
        Self { api, board: [[false; 10]; 20], dice }
    }

    fn roll(&mut self, sides: u64) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        self.dice % sides
    }

    fn deal(&mut self) -> char {
        let at = self.roll(7) as usize;
        char::from(b"tzsiljo"[at])
    }

    fn fits(&self, piece: Falling) -> bool {
        let inside = |(r, c): Cell| (0..20).contains(&r) && (0..10).contains(&c);
        piece.cells().all(|cell| inside(cell) && !self.board[cell.0 as usize][cell.1 as usize])
    }

    fn lock(&mut self, piece: Falling) {
        assert!(self.fits(piece) && !self.fits(piece.press("down")), "{piece:?} lies at rest");
        for (r, c) in piece.cells() {
            self.board[r as usize][c as usize] = true;
        }
        let left: Vec<[bool; 10]> =
            self.board.iter().filter(|row| row.contains(&false)).copied().collect();
        let full = 20 - left.len();
        self.board = [[false; 10]; 20];
        self.board[full..].copy_from_slice(&left);
    }

    /// One move of the opponent; false when its piece cannot appear any more.
    fn opponent(&mut self, pieces: &[char], player: &str) -> bool {
        assert_eq!(self.api.json("resetstart"), "ok");
        for piece in pieces {
            assert_eq!(self.api.json(&format!("start/{piece}")), "ok");
        }
        let spawn = Falling(pieces[0], 1, 1, 5);
        let path = format!("path/{player}");
        if !self.fits(spawn) {
            let (status, error) = self.api.get(&path);
            assert_eq!(status, 409, "{error}");
            assert!(error.contains("blocked"), "{error}");
            return false;
        }
        let keys = self.api.json(&path);
        let keys: Vec<&str> =
            keys.as_array().unwrap().iter().map(|k| k.as_str().unwrap()).collect();
        let end = keys.iter().fold(spawn, |piece, key| {
            let moved = piece.press(key);
            assert!(self.fits(moved), "{key} works");
            moved
        });
        self.check_explanation(end, pieces);
        self.lock(end);
        self.check_board();
        true
    }

    fn check_explanation(&self, end: Falling, pieces: &[char]) {
        let chain = self.api.json("explainMove");
        let chain = chain.as_array().unwrap();
        assert_eq!(chain[0], json!([end.name(), end.2, end.3]));
        for (link, piece) in chain.iter().zip(pieces) {
            assert!(link[0].as_str().unwrap().starts_with(*piece), "{link} is the {piece}");
        }
        assert!(chain.len() <= pieces.len());
    }

    fn check_board(&self) {
        let home = self.api.text("home");
        let rows = home.lines().skip(1).take(20);
        for (line, row) in rows.zip(&self.board) {
            let full: Vec<bool> = line.split_whitespace().skip(1).map(|cell| cell == "x").collect();
            assert_eq!(full, row, "{home}");
        }
    }

    /// A person drops a piece straight down somewhere; false when it cannot appear.
    fn person(&mut self, piece: char) -> bool {
        let mut falling = Falling(piece, 1, 1, 5);
        if !self.fits(falling) {
            return false;
        }
        for _ in 0..self.roll(12) {
            let key = ["left", "right", "rotate"][self.roll(3) as usize];
            falling = Some(falling.press(key)).filter(|p| self.fits(*p)).unwrap_or(falling);
        }
        while self.fits(falling.press("down")) {
            falling = falling.press("down");
        }
        let put = format!("put/{}/{}/{}", falling.name(), falling.2, falling.3);
        assert_eq!(self.api.json(&put), "ok");
        self.lock(falling);
        self.check_board();
        true
    }

    /// Whether the pile is so high that both play to survive.
    fn emergency(&self) -> bool {
        self.board[..7].iter().flatten().any(|&full| full)
    }
}

/// A person against the opponent until a piece cannot appear.
fn versus(mode: &str, dice: u64) {
    let api = serve();
    let mut client = Client::new(&api, dice);
    assert_eq!(api.json(mode), "ok");
    let mut persons = [client.deal(), client.deal()];
    let mut own = [client.deal(), client.deal()];
    for _ in 0..400 {
        if !client.person(persons[0]) {
            return;
        }
        persons = [persons[1], client.deal()];
        let pieces = [own[0], persons[0], own[1]];
        let (pieces, player) =
            if client.emergency() { (&pieces[..2], "maxmax") } else { (&pieces[..], "max") };
        if !client.opponent(pieces, player) {
            return;
        }
        own = [own[1], client.deal()];
    }
    panic!("a person who plays at random loses");
}

#[test]
fn a_person_plays_the_easy_opponent_to_the_end() {
    versus("easyMode", 7);
}

#[test]
fn a_person_plays_the_hard_opponent_to_the_end() {
    versus("hardMode", 8);
}

#[test]
fn two_opponents_play_each_other() {
    let api = serve();
    let mut client = Client::new(&api, 9);
    api.json("hardMode");
    let mut hands = [[client.deal(), client.deal()], [client.deal(), client.deal()]];
    for turn in 0..60 {
        let (me, you) = (turn % 2, 1 - turn % 2);
        let pieces = [hands[me][0], hands[you][0], hands[me][1]];
        let survive = client.emergency();
        let (pieces, player) =
            if survive { (&pieces[..2], "maxmax") } else { (&pieces[..], "max") };
        assert!(client.opponent(pieces, player), "two good players last longer");
        hands[me] = [hands[me][1], client.deal()];
    }
}

#[test]
fn the_opponent_plays_alone() {
    let api = serve();
    let mut client = Client::new(&api, 10);
    let mut hand = [client.deal(), client.deal()];
    for _ in 0..100 {
        assert!(client.opponent(&hand, "maxmax"), "a good player lasts longer");
        hand = [hand[1], client.deal()];
    }
}

#[test]
fn easy_stops_at_its_own_clear_and_hard_looks_on() {
    let api = serve();
    for (mode, length) in [("easyMode", 1), ("hardMode", 3)] {
        Client::new(&api, 1);
        api.json(mode);
        for path in ["put/i1/19/1", "put/i1/19/5", "start/o", "start/i", "start/t"] {
            assert_eq!(api.json(path), "ok");
        }
        assert!(api.json("path/max").is_array());
        let chain = api.json("explainMove");
        assert_eq!(chain[0], json!(["o1", 19, 9]), "the row is taken");
        assert_eq!(chain.as_array().unwrap().len(), length, "{mode}: {chain}");
    }
}

/// What a refused call says; the state must be as before.
fn refused(api: &Api, path: &str, status: u16) -> String {
    let before = (api.text("home"), api.text("explainMove"));
    let (found, body) = api.get(path);
    assert_eq!(found, status, "{path}: {body}");
    assert_eq!((api.text("home"), api.text("explainMove")), before, "{path} changed something");
    let body: Value = serde_json::from_str(&body).expect("errors are JSON");
    body["error"].as_str().expect("errors have words").to_owned()
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    let api = serve();
    assert_eq!(api.json("put/o1/19/1"), "ok");
    assert_eq!(api.json("start/t"), "ok");
    for (path, status, words) in [
        ("start/q", 400, "unknown piece `q`"),
        ("start/T", 400, "unknown piece `T`"),
        ("start/tt", 400, "unknown piece `tt`"),
        ("start/%C3%A9", 400, "unknown piece `é`"),
        ("put/o1/19/1", 409, "covers a full cell"),
        ("put/o1/10/5", 409, "hangs in the air"),
        ("put/o1/19/0", 400, "outside the board"),
        ("put/i1/19/8", 400, "outside the board"),
        ("put/i2/18/5", 400, "outside the board"),
        ("put/o2/19/5", 400, "unknown rotation `o2`; give one of: o1"),
        ("put/t5/19/5", 400, "t1 t2 t3 t4"),
        ("put/t0/19/5", 400, "unknown rotation `t0`"),
        ("put/t/19/5", 400, "unknown rotation `t`"),
        ("put/x1/19/5", 400, "unknown piece `x`"),
        ("put/%C3%A91/19/5", 400, "unknown piece"),
        ("put/t1/20/5", 400, "bad row `20`; give 0 to 19"),
        ("put/t1/19/10", 400, "bad column `10`; give 0 to 9"),
        ("put/t1/-1/5", 400, "bad row `-1`"),
        ("put/t1/a/5", 400, "bad row `a`"),
        ("put/t1/99999999999999999999/5", 400, "bad row `99999999999999999999`"),
        ("path/min", 400, "unknown player `min`; give max or maxmax"),
        ("put/t1/19", 404, "nothing at `/put/t1/19`"),
        ("nowhere", 404, "nothing at `/nowhere`"),
    ] {
        let error = refused(&api, path, status);
        assert!(error.contains(words), "{path}: {error}");
    }
    api.json("resetstart");
    for player in ["max", "maxmax"] {
        let error = refused(&api, &format!("path/{player}"), 409);
        assert!(error.contains("/start/"), "{error}");
    }
}

/// A client that never forgets is told to, before its list grows without end.
#[test]
fn only_some_pieces_may_be_known() {
    let api = serve();
    for _ in 0..16 {
        assert_eq!(api.json("start/t"), "ok");
    }
    let error = refused(&api, "start/t", 409);
    assert!(error.contains("16 pieces are known") && error.contains("/resetstart"), "{error}");
    api.json("resetstart");
    assert_eq!(api.json("start/t"), "ok");
}

#[test]
fn a_blocked_spawn_is_the_end_until_a_new_game() {
    let api = serve();
    for row in (1..=19).rev().step_by(2) {
        assert_eq!(api.json(&format!("put/o1/{row}/5")), "ok");
    }
    api.json("start/i");
    let error = refused(&api, "path/maxmax", 409);
    assert!(error.contains("`i` cannot appear") && error.contains("/retcell"), "{error}");
    assert_eq!(api.json("retcell"), "ok");
    assert!(api.json("path/maxmax").is_array());
}

/// Whether a high pile is an emergency, the client decides: it is answered as it asks.
#[test]
fn a_high_pile_is_answered_as_asked() {
    let pile = || {
        let api = serve();
        for row in (7..=19).rev().step_by(2) {
            assert_eq!(api.json(&format!("put/o1/{row}/1")), "ok");
        }
        api.json("hardMode");
        api
    };
    let foreseen = |pieces: &[&str], player: &str| {
        let api = pile();
        for piece in pieces {
            api.json(&format!("start/{piece}"));
        }
        api.json(&format!("path/{player}"));
        api.json("explainMove").as_array().unwrap().len()
    };
    assert_eq!(foreseen(&["i", "o", "t"], "max"), 3, "own, the other's, own");
    assert_eq!(foreseen(&["i", "o"], "maxmax"), 2, "both play to survive");
}

#[test]
fn every_answer_may_be_read_by_any_origin() {
    let api = serve();
    for path in ["retcell", "start/t", "start/q", "home", "explainPath", "put/t1", "path/maxmax"] {
        assert_eq!(api.header(path, "access-control-allow-origin").as_deref(), Some("*"), "{path}");
    }
    assert_eq!(api.header("retcell", "content-type").as_deref(), Some("application/json"));
    let text = api.header("home", "content-type").unwrap();
    assert!(text.starts_with("text/plain"), "{text}");
    let (status, body) = api.post("retcell");
    assert_eq!(status, 405, "{body}");
    assert!(body.contains("GET"), "{body}");
}

#[test]
fn the_texts_tell_path_and_terms() {
    let api = serve();
    assert_eq!(api.json("explainMove"), json!([]));
    assert!(api.text("explainPath").starts_with("No move"));
    for path in ["start/l", "start/t"] {
        api.json(path);
    }
    let keys = api.json("path/maxmax");
    let story = api.text("explainPath");
    let keys: Vec<&str> = keys.as_array().unwrap().iter().map(|k| k.as_str().unwrap()).collect();
    assert_eq!(story.lines().last().unwrap(), keys.join(" "), "the story ends with the plan");
    let [state, row, column] = [0, 1, 2].map(|i| api.json("explainMove")[0][i].clone());
    let place = format!("{} in row {row}, column {column}", state.as_str().unwrap());
    assert!(story.starts_with(&format!("The way to {place}, searched")), "{story}");
    let terms = api.text("explainHeuristic");
    assert!(terms.starts_with(&format!("Foreseen: {place}, then t")), "{terms}");
    assert!(terms.contains("belong to the board after all of these"), "{terms}");
    for word in ["entropy", "holes", "score"] {
        assert!(terms.contains(word), "{word} in:\n{terms}");
    }
    assert!(api.text("home").contains("known pieces: l t"));
    api.json("retcell");
    assert_eq!(api.json("explainMove"), json!([]), "a new game forgets the explanation");
    assert!(api.text("home").contains("known pieces: l t"), "but not the pieces");
}

#[test]
fn two_clients_at_once_see_whole_moves() {
    let api = serve();
    api.json("start/o");
    api.json("start/o");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..25 {
                    let (status, body) = api.get("path/maxmax");
                    assert_eq!(status, 200, "{body}");
                }
            });
        }
        scope.spawn(|| {
            for _ in 0..100 {
                let full = api.text("home").matches(" x").count();
                assert_eq!(full % 2, 0, "no half piece is ever seen");
            }
        });
    });
    // 50 squares: 200 cells in, full rows of 10 out.
    let full = api.text("home").matches(" x").count();
    assert_eq!(full % 10, 0, "{full} cells are left");
}
