//! Which files are opened, what is stored in them, and what is forgotten.

use super::database::{Database, Fault, Write};
use super::rows::Line;
use super::sqlite::{FILE, Sqlite};
use super::{Calendar, Store};
use ludex_records::file::Refused;
use ludex_table::TableSettings;
use rusqlite::Connection;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The layout of versions 0 and 1, as those programs made it.
const OLD: &str = "
    CREATE TABLE tables (id TEXT PRIMARY KEY, changed INTEGER NOT NULL, plies INTEGER NOT NULL,
        over INTEGER NOT NULL, line TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX tables_by_change ON tables (changed);
    CREATE TABLE moves (id TEXT NOT NULL, ply INTEGER NOT NULL, action TEXT NOT NULL, value REAL,
        waited_ms INTEGER NOT NULL, PRIMARY KEY (id, ply)) WITHOUT ROWID;
";

fn line(id: &str, changed: u64) -> Line {
    Line {
        id: id.into(),
        game: "tris".into(),
        rules: "standard".into(),
        size: "3x3".into(),
        seed: 1,
        position: None,
        owner: "o".into(),
        chairs: vec![("human".into(), "t".into()), ("human".into(), "u".into())],
        manners: TableSettings::default(),
        plies: 0,
        scores: vec![0.0, 0.0],
        over: false,
        waited_ms: 0,
        changed,
    }
}

fn table(id: &str, changed: u64) -> Write {
    Write::Table(Box::new(line(id, changed)))
}

fn made(id: &str, ply: usize) -> Write {
    let (session, action, waited) = (id.into(), format!("m{ply}"), Duration::ZERO);
    Write::Move { session, ply, action, value: None, waited, at: 7 }
}

fn done(disk: &Sqlite, writes: Vec<Write>) {
    disk.commit(&[writes]).remove(0).unwrap();
}

fn moves(disk: &Sqlite, id: &str) -> usize {
    disk.read(id).unwrap().unwrap().moves.len()
}

/// Changes a file behind the store's back.
fn meddle(folder: &Path, sql: &str) {
    Connection::open(folder.join(FILE)).unwrap().execute_batch(sql).unwrap();
}

/// The file is refused, its bytes stay as they are, and the words name it and a way out.
fn refused(folder: &Path) -> Refused {
    let path = folder.join(FILE);
    let before = fs::read(&path).ok();
    let why = Sqlite::open(folder).err().expect("it is refused");
    assert_eq!(fs::read(&path).ok(), before, "and left as it is");
    let words = why.to_string();
    assert!(words.contains(FILE) && words.contains("--data"), "{words}");
    why
}

#[test]
fn older_files_are_brought_up_to_date() {
    for (version, changed) in [(0, 1_700_000_000_u64), (1, 1_700_000_000_000)] {
        let folder = tempfile::tempdir().unwrap();
        let file = Connection::open(folder.path().join(FILE)).unwrap();
        file.execute_batch(&format!("PRAGMA journal_mode = WAL; {OLD}")).unwrap();
        file.pragma_update(None, "user_version", version).unwrap();
        let mut old = line("a", changed);
        old.chairs[1].0 = "seed-easy:pieces=2".into();
        let text = serde_json::to_string(&old).unwrap();
        let row = (changed.cast_signed(), text);
        // Killed before the table heard of its moves.
        file.execute("INSERT INTO tables VALUES ('a', ?1, 0, 0, ?2)", row).unwrap();
        file.execute_batch(
            "INSERT INTO moves VALUES ('a', 0, 'b2', NULL, 0), ('a', 1, 'a1', NULL, 0)",
        )
        .unwrap();
        drop(file);
        for _ in 0..2 {
            let disk = Sqlite::open(folder.path()).unwrap();
            let found = disk.list(9).unwrap().remove(0);
            assert_eq!((found.changed, found.plies), (1_700_000_000_000, 2), "{version}");
            assert_eq!(found.chairs[1].0, "tetrisvs-easy:pieces=2");
            assert_eq!(moves(&disk, "a"), 2);
            disk.close();
        }
    }
}

#[test]
fn a_newer_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    Sqlite::open(folder.path()).unwrap().close();
    meddle(folder.path(), "PRAGMA user_version = 3");
    assert!(matches!(refused(folder.path()), Refused::Newer(_, 3)));
}

#[test]
fn an_empty_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(FILE), "").unwrap();
    assert!(matches!(refused(folder.path()), Refused::Empty(_)));
}

#[test]
fn files_of_others_are_refused() {
    for sql in [
        "CREATE TABLE notes (text)",
        "CREATE TABLE tables (id); CREATE TABLE moves (id)",
        "PRAGMA application_id = 7; PRAGMA user_version = 1; CREATE TABLE x (y)",
    ] {
        let folder = tempfile::tempdir().unwrap();
        meddle(folder.path(), sql);
        assert!(matches!(refused(folder.path()), Refused::Foreign(_)), "{sql}");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(FILE)).unwrap();
    assert!(matches!(refused(folder.path()), Refused::Foreign(_)));
}

/// A store with many moves in its file, and nothing in its log.
fn full_store(folder: &Path) -> Vec<u8> {
    let disk = Sqlite::open(folder).unwrap();
    let writes = (0..3000).map(|ply| made("a", ply));
    done(&disk, std::iter::once(table("a", 5)).chain(writes).collect());
    disk.close();
    fs::read(folder.join(FILE)).unwrap()
}

#[test]
fn damaged_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let whole = full_store(folder.path());
    let path = folder.path().join(FILE);
    assert!(whole.len() > 60_000);
    let mut wiped = whole.clone();
    wiped[40_960..49_152].fill(0xa5);
    for bytes in [&b"These are no games."[..], &whole[..whole.len() / 2], &whole[..100], &wiped] {
        fs::write(&path, bytes).unwrap();
        let why = refused(folder.path());
        assert!(matches!(why, Refused::Damaged(..)), "{} bytes: {why}", bytes.len());
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(moves(&Sqlite::open(folder.path()).unwrap(), "a"), 3000);
}

#[test]
fn a_log_without_its_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(format!("{FILE}-wal")), "moves").unwrap();
    assert!(matches!(refused(folder.path()), Refused::Headless(_)));
    assert!(!folder.path().join(FILE).exists());
}

#[test]
fn a_new_file_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    // What a process has left that was killed while it made the file.
    fs::write(folder.path().join(format!("{FILE}.new")), "half").unwrap();
    Sqlite::open(folder.path()).unwrap().close();
    let names: HashSet<_> =
        fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, [FILE, "games.lock"].map(Into::into).into());
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_the_tokens() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    Sqlite::open(folder.path()).unwrap().close();
    assert_eq!(mode(&path), 0o600);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let disk = Sqlite::open(folder.path()).unwrap();
    done(&disk, vec![table("a", 1)]);
    assert_eq!(mode(&path), 0o600, "a copy that somebody has put there");
    assert_eq!(mode(&folder.path().join(format!("{FILE}-wal"))), 0o600);
}

#[test]
fn one_store_has_one_server() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Sqlite::open(folder.path()).unwrap();
    let why = refused(folder.path());
    assert!(matches!(&why, Refused::InUse(..)), "{why}");
    assert!(why.to_string().contains(&std::process::id().to_string()), "{why}");
    disk.close();
    Sqlite::open(folder.path()).unwrap();
}

#[test]
fn a_move_must_follow_the_last() {
    let disk = Sqlite::in_memory().unwrap();
    done(&disk, vec![table("a", 1), made("a", 0), made("a", 1)]);
    let undo = |plies| Write::Undo { session: "a".into(), plies };
    for wrong in [made("a", 1), made("a", 4), made("nobody", 0), undo(4)] {
        let good = vec![table("b", 1)];
        let outcomes = disk.commit(&[vec![made("a", 2), wrong.clone()], good]);
        assert!(matches!(&outcomes[0], Err(Fault::Broken(_))), "{wrong:?}");
        assert_eq!(outcomes[1], Ok(()), "others are not concerned");
        assert_eq!(moves(&disk, "a"), 2, "all or nothing");
        assert_eq!(disk.list(9).unwrap().len(), 2);
    }
    done(&disk, vec![undo(1), made("a", 1), made("a", 2)]);
    assert_eq!(moves(&disk, "a"), 3);
}

#[test]
fn a_table_with_a_gap_is_refused_by_name() {
    for (sql, words) in [
        ("DELETE FROM moves WHERE ply = 1", "lacks move 2; the next one stored is 3"),
        ("DELETE FROM moves WHERE ply >= 2", "has lost its moves from 3 on: 2 of 4"),
        ("UPDATE tables SET line = '{}'", "cannot be read"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let disk = Sqlite::open(folder.path()).unwrap();
        let four = (0..4).map(|ply| made("here", ply));
        done(&disk, std::iter::once(table("here", 1)).chain(four).collect());
        meddle(folder.path(), sql);
        let Err(Fault::Broken(what)) = disk.read("here") else { panic!("{sql}") };
        assert!(what.contains("`here`") && what.contains(words), "{what}");
    }
}

#[test]
fn games_with_moves_are_not_forgotten_as_unplayed() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Sqlite::open(folder.path()).unwrap();
    done(&disk, vec![table("unplayed", 5), table("listened to", 5), table("ancient", 1)]);
    done(&disk, vec![table("played", 5), made("played", 0)]);
    // As a kill left it before tables counted their moves with each of them.
    meddle(folder.path(), "UPDATE tables SET plies = 0, changed = 5 WHERE id = 'played'");
    let in_use = HashSet::from(["listened to".to_owned()]);
    done(&disk, vec![Write::Forget { before: 3, unplayed_before: 6, in_use }]);
    let left: HashSet<_> = disk.list(9).unwrap().into_iter().map(|line| line.id).collect();
    assert_eq!(left, ["played", "listened to"].map(String::from).into());
    assert_eq!(moves(&disk, "played"), 1);
}

#[test]
fn a_move_is_a_change() {
    let disk = Sqlite::in_memory().unwrap();
    done(&disk, vec![table("a", 5), table("b", 6)]);
    done(&disk, vec![made("a", 0)]);
    let found = &disk.list(1).unwrap()[0];
    assert_eq!((found.id.as_str(), found.plies, found.changed), ("a", 1, 7));
}

#[test]
fn a_clock_that_jumps_makes_no_game_old() {
    let calendar = Calendar::new(Some(1_000_000), 1_000_500);
    let (now, day) = (calendar.now(1_000_500), 86_400_000);
    assert!((1_000_000..1_010_000).contains(&now), "{now}");
    assert!(calendar.now(1_000_000 + 4000 * day) < 1_010_000, "ahead");
    assert_eq!(calendar.now(17), 17, "back");
    assert!(Calendar::new(None, 500).now(4000 * day) < 10_500, "a new store");
}

#[tokio::test]
async fn a_locked_file_fails_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let patience = Duration::from_millis(1);
    let disk = Sqlite::open_patiently(folder.path(), patience).unwrap();
    let store = Store::over(Arc::new(disk)).unwrap();
    store.write(vec![table("a", 1)]).await.unwrap();
    assert_eq!(store.health().report(), Ok("ok\n"));
    let other = Connection::open(folder.path().join(FILE)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = store.write(vec![made("a", 0)]).await;
    assert!(
        matches!(&refused, Err(Fault::Failed(error)) if error.contains("locked")),
        "{refused:?}"
    );
    assert!(store.health().report().unwrap_err().contains("locked"));
    assert!(store.health().metrics().contains("\nludex_store_failing 1\n"));
    other.execute_batch("ROLLBACK").unwrap();
    // It is tried again by itself.
    while store.health().report().is_err() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    store.write(vec![made("a", 0)]).await.unwrap();
    assert_eq!(store.read("a").unwrap().unwrap().moves.len(), 1);
    store.close();
    assert_eq!(store.write(vec![made("a", 1)]).await, Err(Fault::Closed));
    assert_eq!(store.read("a").unwrap_err(), Fault::Closed);
}
