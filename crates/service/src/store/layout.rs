//! The layout of the store's file.

use ludex_records::file::Layout;

/// Tables and their moves.
pub(super) static STORE: Layout = Layout {
    name: "store of games",
    holds: "games",
    // "Ludx".
    owner: 0x4c75_6478,
    version: 2,
    signed_from: 2,
    schema: SCHEMA,
    steps: &[TO_1, TO_2],
    looks: &[
        "SELECT id, changed, plies, over, line FROM tables LIMIT 0",
        "SELECT id, ply, action, value, waited_ms FROM moves LIMIT 0",
    ],
    elsewhere: "or name another folder with --data",
    update: "Back it up with `ludex store backup`, then start `ludex serve` once: that brings it up to date",
};

const SCHEMA: &str = "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        changed INTEGER NOT NULL,
        plies INTEGER NOT NULL,
        over INTEGER NOT NULL,
        line TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_change ON tables (changed);
    CREATE TABLE moves (
        id TEXT NOT NULL,
        ply INTEGER NOT NULL,
        action TEXT NOT NULL,
        value REAL,
        waited_ms INTEGER NOT NULL,
        PRIMARY KEY (id, ply)
    ) WITHOUT ROWID;
";

/// Version 0 counted time in seconds.
const TO_1: &str = "
    UPDATE tables SET changed = changed * 1000, line = json_set(line, '$.changed', changed * 1000);
";

/// In version 1 a table's own count of its moves lagged behind, and stayed so when the server was killed. Two agents
/// had other names.
const TO_2: &str = "
    UPDATE tables SET line = replace(replace(line, '\"seed-easy', '\"tetrisvs-easy'), '\"seed-hard',
        '\"tetrisvs-hard') WHERE line LIKE '%\"seed-%';
    UPDATE tables SET plies = (SELECT count(*) FROM moves WHERE moves.id = tables.id)
    WHERE plies < (SELECT count(*) FROM moves WHERE moves.id = tables.id);
";
