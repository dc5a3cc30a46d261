//! What stands in the rows of the store.

use super::Write;
use crate::protocol::SessionLine;
use crate::session::Play;
use ludex_table::TableSettings;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
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

/// A stored table with its moves.
pub(crate) struct Saved {
    pub(crate) line: Line,
    pub(crate) moves: Vec<SavedMove>,
}

/// A stored move.
pub(crate) struct SavedMove {
    pub(crate) action: String,
    pub(crate) value: Option<f64>,
    pub(crate) waited: Duration,
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

/// Obeys one wish.
pub(super) fn write(connection: &Connection, write: &Write) -> rusqlite::Result<()> {
    match write {
        Write::Table(line) => {
            let text = serde_json::to_string(line).unwrap_or_default();
            let mut insert = connection.prepare_cached(
                "INSERT OR REPLACE INTO tables (id, changed, plies, over, line)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            let changed = line.changed.cast_signed();
            insert.execute(params![line.id, changed, line.plies as i64, line.over, text])?;
        }
        Write::Move { session, ply, action, value, waited } => {
            let mut insert = connection.prepare_cached(
                "INSERT OR REPLACE INTO moves (id, ply, action, value, waited_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            let waited = waited.as_millis() as i64;
            insert.execute(params![session, *ply as i64, action, value, waited])?;
        }
        Write::Undo { session, plies } => {
            let mut delete =
                connection.prepare_cached("DELETE FROM moves WHERE id = ?1 AND ply >= ?2")?;
            delete.execute(params![session, *plies as i64])?;
        }
        Write::Forget { before, unplayed_before } => forget(connection, *before, *unplayed_before)?,
    }
    Ok(())
}

fn forget(connection: &Connection, before: u64, unplayed_before: u64) -> rusqlite::Result<()> {
    const OLD: &str = "changed < ?1 OR (plies = 0 AND changed < ?2)";
    let times = [before.cast_signed(), unplayed_before.cast_signed()];
    let moves = format!("DELETE FROM moves WHERE id IN (SELECT id FROM tables WHERE {OLD})");
    connection.execute(&moves, times)?;
    connection.execute(&format!("DELETE FROM tables WHERE {OLD}"), times)?;
    Ok(())
}

/// A stored table with its moves.
pub(super) fn read(connection: &Connection, id: &str) -> rusqlite::Result<Option<Saved>> {
    let mut select = connection.prepare_cached("SELECT line FROM tables WHERE id = ?1")?;
    let line = select.query_row([id], line).optional()?;
    let Some(line) = line else { return Ok(None) };
    let mut select = connection
        .prepare_cached("SELECT action, value, waited_ms FROM moves WHERE id = ?1 ORDER BY ply")?;
    let moves = select.query_map([id], |row| {
        let waited: i64 = row.get(2)?;
        let waited = Duration::from_millis(waited.cast_unsigned());
        Ok(SavedMove { action: row.get(0)?, value: row.get(1)?, waited })
    })?;
    let moves = moves.collect::<rusqlite::Result<_>>()?;
    Ok(Some(Saved { line, moves }))
}

/// The newest tables.
pub(super) fn list(connection: &Connection, limit: usize) -> rusqlite::Result<Vec<Line>> {
    let mut select =
        connection.prepare_cached("SELECT line FROM tables ORDER BY changed DESC LIMIT ?1")?;
    let lines = select.query_map([limit as i64], line)?;
    lines.collect()
}

fn line(row: &Row<'_>) -> rusqlite::Result<Line> {
    let text: String = row.get(0)?;
    serde_json::from_str(&text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
    })
}
