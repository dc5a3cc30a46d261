//! How the file is laid out: its tables, and what brings an older file up to date.

use crate::file::Layout;

/// See [`bundle`](crate::bundle): `id` is the number of the first game, and so many games follow each other.
macro_rules! bundles {
    () => {
        "
    CREATE TABLE bundles (
        id INTEGER PRIMARY KEY,
        games INTEGER NOT NULL,
        source TEXT NOT NULL,
        ended INTEGER NOT NULL,
        version TEXT NOT NULL,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        size TEXT NOT NULL,
        event TEXT NOT NULL,
        seatings TEXT NOT NULL,
        metrics TEXT NOT NULL,
        words TEXT NOT NULL,
        packed BLOB NOT NULL
    );
"
    };
}

/// The layout of the file.
pub(super) static RECORDS: Layout = Layout {
    name: "file of records",
    holds: "games",
    // "Ludr".
    owner: 0x4c75_6472,
    version: 3,
    signed_from: 1,
    schema: SCHEMA,
    // Version 1 wrote the moves of long games as text like those of short ones, which is read as before. It had an index
    // by time, which cost more with every game than looking through all of them, and all keys in one index.
    // Version 2 had no bundles.
    steps: &["", "DROP INDEX IF EXISTS games_by_end;", bundles!()],
    looks: &[
        "SELECT id, source, ended, version, game, rules, size, seed, seats, position, event, number, result, \
              ending, plies, moves, waits, decisions, key FROM games LIMIT 0",
    ],
    elsewhere: "or name another file with --records",
    update: "Record a game into it: that brings it up to date",
};

/// The first version that has bundles.
pub(super) const BUNDLES_FROM: i64 = 3;

/// A game is one row of `games`, or stands together with others in one of `bundles`: it is there whole or not at all, and
/// writing it costs one insertion at most. Moves are separated by line ends, or [`packed`](crate::packed).
const SCHEMA: &str = concat!(
    "
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        source TEXT NOT NULL,
        ended INTEGER NOT NULL,
        version TEXT NOT NULL,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        size TEXT NOT NULL,
        seed TEXT NOT NULL,
        seats TEXT NOT NULL,
        position TEXT,
        event TEXT,
        number INTEGER,
        result TEXT NOT NULL,
        ending TEXT NOT NULL,
        plies INTEGER NOT NULL,
        moves TEXT NOT NULL,
        waits TEXT,
        decisions TEXT,
        key TEXT
    );
    CREATE UNIQUE INDEX games_by_key ON games (key) WHERE key IS NOT NULL;
",
    bundles!()
);
