//! What stands in the rows of the store.

use super::database::{Fault, Write};
use crate::protocol::SessionLine;
use crate::session::Play;
use ludex_table::TableSettings;
use ludex_table::desk::same;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How a table stands, besides its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) size: String,
    pub(crate) seed: u64,
    /// The position file it started from, if it did.
    pub(crate) position: Option<String>,
    pub(crate) owner: String,
    /// Player and token of each seat.
    pub(crate) chairs: Vec<(String, String)>,
    pub(crate) manners: TableSettings,
    pub(crate) plies: usize,
    pub(crate) scores: Vec<f64>,
    pub(crate) over: bool,
    /// Milliseconds since the last move, where a clock is running.
    pub(crate) waited_ms: u64,
    /// Milliseconds since 1970: games of the same second have an order too.
    pub(crate) changed: u64,
}

/// A stored table with its moves. The line may be from before the last of them.
#[derive(Clone, Debug)]
pub(crate) struct Saved {
    pub(crate) line: Line,
    pub(crate) moves: Vec<SavedMove>,
    /// When the last move was made or taken back.
    pub(crate) changed: u64,
}

/// A stored move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SavedMove {
    pub(crate) action: String,
    pub(crate) value: Option<f64>,
    pub(crate) waited_ms: u64,
}

impl SavedMove {
    /// How long it took, where a clock is running.
    pub(crate) fn waited(&self) -> Duration {
        Duration::from_millis(self.waited_ms)
    }
}

/// Milliseconds since 1970.
pub(crate) fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

impl Line {
    pub(crate) fn of(play: &Play) -> Self {
        let (desk, machine) = (&play.desk, play.machine());
        let (table, last) = (machine.table(), machine.moves().last());
        let seats = machine.players().iter().zip(&desk.tokens);
        Self {
            id: desk.id.clone(),
            game: table.info().name.into(),
            rules: table.rules().to_string(),
            size: table.size().to_string(),
            seed: table.seed().0,
            position: machine.origin().map(str::to_owned),
            owner: desk.owner.clone(),
            chairs: seats.map(|(player, token)| (player.to_string(), token.clone())).collect(),
            manners: machine.settings().clone(),
            plies: machine.plies(),
            scores: last.map_or_else(|| table.scores(), |made| made.scores.clone()),
            over: machine.mover().is_none(),
            waited_ms: machine.waited().as_millis() as u64,
            changed: play.changed_at,
        }
    }

    /// Whether a token is one of this table's.
    pub(crate) fn opens_to(&self, token: &str) -> bool {
        let seats = self.chairs.iter().map(|(_, own)| own);
        seats.chain([&self.owner]).fold(false, |opens, own| opens | same(own, token))
    }

    /// What a list of games shows.
    pub(crate) fn view(self) -> SessionLine {
        SessionLine {
            session: self.id,
            game: self.game,
            rules: self.rules,
            players: self.chairs.into_iter().map(|(player, _)| player).collect(),
            plies: self.plies as u64,
            scores: self.scores,
            over: self.over,
            changed: self.changed / 1000,
        }
    }
}

/// What can go wrong with one write: the file, or what it is asked for.
pub(super) enum Failure {
    Sql(rusqlite::Error),
    Fault(Fault),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

fn broken(what: String) -> Failure {
    Failure::Fault(Fault::Broken(what))
}

/// Obeys one wish.
pub(super) fn write(connection: &Connection, write: &Write) -> Result<(), Failure> {
    match write {
        Write::Table(line) => write_line(connection, line),
        Write::Move { session, ply, action, value, waited, at } => {
            let mut insert = connection.prepare_cached(
                "INSERT INTO moves (id, ply, action, value, waited_ms) SELECT ?1, ?2, ?3, ?4, ?5
                 WHERE ?2 = (SELECT ifnull(max(ply) + 1, 0) FROM moves WHERE id = ?1)",
            )?;
            let waited = waited.as_millis() as i64;
            let added = insert.execute(params![session, *ply as i64, action, value, waited])?;
            let place = format!("move {} of table `{session}`", ply + 1);
            if added == 0 {
                return Err(broken(format!("{place} does not follow the moves that are stored")));
            }
            count_moves(connection, session, ply + 1, Some(*at))
        }
        Write::Undo { session, plies } => undo(connection, session, *plies),
        Write::Forget { before, unplayed_before, in_use } => {
            Ok(forget(connection, *before, *unplayed_before, in_use)?)
        }
    }
}

fn write_line(connection: &Connection, line: &Line) -> Result<(), Failure> {
    let text = serde_json::to_string(line)
        .map_err(|error| broken(format!("table `{}` cannot be written: {error}", line.id)))?;
    let mut insert = connection.prepare_cached(
        "INSERT OR REPLACE INTO tables (id, changed, plies, over, line)
         VALUES (?1, ?2, (SELECT ifnull(max(ply) + 1, 0) FROM moves WHERE id = ?1), ?3, ?4)",
    )?;
    insert.execute(params![line.id, line.changed.cast_signed(), line.over, text])?;
    Ok(())
}

/// The table's own count of its moves tells when some are missing.
fn count_moves(
    connection: &Connection,
    id: &str,
    plies: usize,
    at: Option<u64>,
) -> Result<(), Failure> {
    let mut update = connection.prepare_cached(
        "UPDATE tables SET plies = ?2, changed = ifnull(?3, changed) WHERE id = ?1",
    )?;
    match update.execute(params![id, plies as i64, at.map(u64::cast_signed)])? {
        0 => Err(broken(format!("there is no table `{id}` to have move {plies}"))),
        _ => Ok(()),
    }
}

fn undo(connection: &Connection, id: &str, plies: usize) -> Result<(), Failure> {
    let mut delete = connection.prepare_cached("DELETE FROM moves WHERE id = ?1 AND ply >= ?2")?;
    delete.execute(params![id, plies as i64])?;
    let mut left =
        connection.prepare_cached("SELECT ifnull(max(ply) + 1, 0) FROM moves WHERE id = ?1")?;
    let left: i64 = left.query_row([id], |row| row.get(0))?;
    if left != plies as i64 {
        return Err(broken(format!("table `{id}` has {left} moves stored instead of {plies}")));
    }
    count_moves(connection, id, plies, None)
}

/// A game with a move is never one that nobody has played, whatever its row counts.
fn forget(
    connection: &Connection,
    before: u64,
    unplayed_before: u64,
    in_use: &HashSet<String>,
) -> rusqlite::Result<()> {
    let mut old = connection.prepare_cached(
        "SELECT id FROM tables WHERE changed < ?1 OR (changed < ?2 AND NOT EXISTS
         (SELECT 1 FROM moves WHERE moves.id = tables.id))",
    )?;
    let times = [before.cast_signed(), unplayed_before.cast_signed()];
    let ids = old.query_map(times, |row| row.get::<_, String>(0))?;
    let ids: Vec<String> = ids.collect::<rusqlite::Result<_>>()?;
    for id in ids.iter().filter(|id| !in_use.contains(*id)) {
        connection.prepare_cached("DELETE FROM moves WHERE id = ?1")?.execute([id])?;
        connection.prepare_cached("DELETE FROM tables WHERE id = ?1")?.execute([id])?;
    }
    Ok(())
}

/// A stored table with its moves; one that has lost some is refused by name.
pub(super) fn read(connection: &Connection, id: &str) -> Result<Option<Saved>, Failure> {
    let mut select =
        connection.prepare_cached("SELECT line, changed, plies FROM tables WHERE id = ?1")?;
    let found = select
        .query_row([id], |row| Ok((line_of(row), row.get::<_, i64>(1)?, row.get::<_, i64>(2)?)))
        .optional()?;
    let Some((line, changed, plies)) = found else { return Ok(None) };
    let line = line.map_err(|error| broken(format!("table `{id}` cannot be read: {error}")))?;
    let moves = read_moves(connection, id)?;
    let known = line.plies.max(usize::try_from(plies).unwrap_or(0));
    if moves.len() < known {
        let (first, stored) = (moves.len() + 1, moves.len());
        let say = format!("table `{id}` has lost its moves from {first} on: {stored} of {known}");
        return Err(broken(say));
    }
    Ok(Some(Saved { line, moves, changed: changed.cast_unsigned() }))
}

fn read_moves(connection: &Connection, id: &str) -> Result<Vec<SavedMove>, Failure> {
    let mut select = connection.prepare_cached(
        "SELECT ply, action, value, waited_ms FROM moves WHERE id = ?1 ORDER BY ply",
    )?;
    let rows = select.query_map([id], |row| {
        let waited_ms = u64::try_from(row.get::<_, i64>(3)?).unwrap_or(0);
        let saved = SavedMove { action: row.get(1)?, value: row.get(2)?, waited_ms };
        Ok((row.get::<_, i64>(0)?, saved))
    })?;
    let mut moves = Vec::new();
    for row in rows {
        let (ply, saved) = row?;
        if ply != moves.len() as i64 {
            let (missing, next) = (moves.len() + 1, ply + 1);
            let say = format!("table `{id}` lacks move {missing}; the next one stored is {next}");
            return Err(broken(say));
        }
        moves.push(saved);
    }
    Ok(moves)
}

/// The newest tables. One that cannot be read does not keep the others from being listed.
pub(super) fn list(
    connection: &Connection,
    which: &str,
    limit: usize,
) -> rusqlite::Result<Vec<Line>> {
    let mut select = connection.prepare_cached(which)?;
    read_lines(select.query([limit as i64])?)
}

/// One table, without its moves.
pub(super) fn line(connection: &Connection, id: &str) -> rusqlite::Result<Option<Line>> {
    let mut select =
        connection.prepare_cached("SELECT line, changed, plies, id FROM tables WHERE id = ?1")?;
    Ok(read_lines(select.query([id])?)?.pop())
}

/// Every table, the last changed first.
pub(super) const ALL: &str =
    "SELECT line, changed, plies, id FROM tables ORDER BY changed DESC LIMIT ?1";

/// Those that anybody may know of.
pub(super) const PUBLIC: &str = "SELECT line, changed, plies, id FROM tables
     WHERE json_extract(line, '$.manners.public') = 1 ORDER BY changed DESC LIMIT ?1";

fn read_lines(mut rows: rusqlite::Rows<'_>) -> rusqlite::Result<Vec<Line>> {
    let mut lines = Vec::new();
    while let Some(row) = rows.next()? {
        match line_of(row) {
            Ok(mut line) => {
                line.changed = row.get::<_, i64>(1)?.cast_unsigned();
                line.plies = usize::try_from(row.get::<_, i64>(2)?).unwrap_or(line.plies);
                lines.push(line);
            }
            Err(error) => {
                let session: String = row.get(3)?;
                tracing::warn!(session, error, "a stored table cannot be read");
            }
        }
    }
    Ok(lines)
}

fn line_of(row: &Row<'_>) -> Result<Line, String> {
    let text: String = row.get(0).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// The names of all tables.
pub(super) fn ids(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut select = connection.prepare("SELECT id FROM tables ORDER BY changed")?;
    select.query_map([], |row| row.get(0))?.collect()
}
