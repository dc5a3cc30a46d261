//! Games that have a row of their own.

use super::{Listed, Summary, Unreadable, json, next_id};
use crate::packed::{self, Stored};
use crate::{Filter, Game, Source};
use ludex_core::Decision;
use rusqlite::{Connection, Row, params};

/// The columns of a [`summary`], in its order.
const SUMMARY: &str =
    "id, source, ended, game, rules, size, seed, seats, event, number, result, ending, plies";

/// Adds games, each with a row of its own.
pub(super) fn add(file: &Connection, games: &[Game]) -> rusqlite::Result<()> {
    if games.is_empty() {
        return Ok(());
    }
    let mut add = file.prepare_cached(&insertion("INSERT", "?19"))?;
    // A game that ended before under the same name has gone on since: it is replaced.
    let known = "ifnull((SELECT id FROM games WHERE key = ?18), ?19)";
    let mut replace = file.prepare_cached(&insertion("INSERT OR REPLACE", known))?;
    for (id, game) in (next_id(file)?..).zip(games) {
        let insert = if game.key.is_none() { &mut add } else { &mut replace };
        insert.execute(params![
            game.source.name(),
            game.ended.cast_signed(),
            game.version,
            game.game,
            game.rules,
            game.size,
            game.seed.to_string(),
            json(&game.seats)?,
            game.position,
            game.event,
            game.number.map(u64::cast_signed),
            game.result.text(),
            json(&game.result)?,
            game.moves.len() as i64,
            packed::stored(&game.moves),
            (!game.waits.is_empty()).then(|| json(&game.waits)).transpose()?,
            game.decisions.as_ref().map(json).transpose()?,
            game.key,
            id,
        ])?;
    }
    Ok(())
}

/// What writes a row: `verb` says what becomes of one that is there, `id` which number it gets.
fn insertion(verb: &str, id: &str) -> String {
    format!(
        "{verb} INTO games (id, source, ended, version, game, rules, size, seed, seats, position, event, number, \
         result, ending, plies, moves, waits, decisions, key) VALUES ({id}, \
         ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)"
    )
}

/// The newest games, beginning with the very newest.
pub(super) fn list(file: &Connection, filter: &Filter) -> rusqlite::Result<Vec<Listed>> {
    let (condition, values) = filter.condition();
    let limit = filter.limit.map_or(-1, u64::cast_signed);
    let sql =
        format!("SELECT {SUMMARY} FROM games WHERE {condition} ORDER BY id DESC LIMIT {limit}");
    let mut select = file.prepare(&sql)?;
    let rows = select.query_map(rusqlite::params_from_iter(values), |row| Ok(summary(row)))?;
    rows.collect()
}

/// One game, or why its row cannot be read.
pub(super) fn read(
    file: &Connection,
    id: i64,
) -> rusqlite::Result<Option<Result<Game, Unreadable>>> {
    let sql = format!(
        "SELECT {SUMMARY}, version, position, moves, waits, decisions, key FROM games WHERE id = ?1"
    );
    let mut select = file.prepare_cached(&sql)?;
    let mut rows = select.query([id])?;
    rows.next()?.map(|row| Ok(game(row))).transpose()
}

/// A game without its moves.
fn summary(row: &Row<'_>) -> Result<Summary, Unreadable> {
    // The number is the row's own: it is always there.
    let id: i64 = row.get(0).unwrap_or_default();
    let wrong = |error: rusqlite::Error| Unreadable::new(id, &error);
    let unreadable = |what: &str, error: &dyn std::fmt::Display| {
        Unreadable::new(id, &format!("its {what}: {error}"))
    };
    let text = |at: usize| row.get::<_, String>(at).map_err(wrong);
    let optional = |at: usize| row.get::<_, Option<String>>(at).map_err(wrong);
    let number = |at: usize| row.get::<_, Option<i64>>(at).map_err(wrong);
    let source = text(1)?;
    Ok(Summary {
        id,
        source: Source::read(&source)
            .ok_or_else(|| unreadable("source", &format!("`{source}` is none")))?,
        ended: number(2)?.unwrap_or(0).cast_unsigned(),
        game: text(3)?,
        rules: text(4)?,
        size: text(5)?,
        seed: text(6)?.parse().map_err(|error| unreadable("seed", &error))?,
        seats: serde_json::from_str(&text(7)?).map_err(|error| unreadable("seats", &error))?,
        event: optional(8)?,
        number: number(9)?.map(i64::cast_unsigned),
        result: text(10)?,
        ending: serde_json::from_str(&text(11)?).map_err(|error| unreadable("ending", &error))?,
        plies: number(12)?.unwrap_or(0).cast_unsigned(),
    })
}

/// A whole game: what follows the columns of its summary, too.
fn game(row: &Row<'_>) -> Result<Game, Unreadable> {
    let Summary {
        id,
        source,
        ended,
        game,
        rules,
        size,
        seed,
        seats,
        event,
        number,
        ending,
        plies,
        ..
    } = summary(row)?;
    let wrong = |error: rusqlite::Error| Unreadable::new(id, &error);
    let unreadable = |what: &str, error: &dyn std::fmt::Display| {
        Unreadable::new(id, &format!("its {what}: {error}"))
    };
    let optional = |at: usize| row.get::<_, Option<String>>(at).map_err(wrong);
    let moves = row.get::<_, Stored>(15).map_err(wrong)?;
    let moves = moves.read().map_err(|error| unreadable("moves", &error))?;
    if moves.len() as u64 != plies {
        let said = format!("{} are stored instead of {plies}", moves.len());
        return Err(unreadable("moves", &said));
    }
    let waits = optional(16)?.map(|text| serde_json::from_str(&text));
    let decisions = optional(17)?.map(|text| serde_json::from_str::<Vec<Decision<String>>>(&text));
    Ok(Game {
        source,
        ended,
        version: optional(13)?.unwrap_or_default(),
        game,
        rules,
        size,
        seed,
        seats,
        position: optional(14)?,
        event,
        number,
        result: ending,
        moves,
        waits: waits.transpose().map_err(|error| unreadable("times", &error))?.unwrap_or_default(),
        decisions: decisions.transpose().map_err(|error| unreadable("decisions", &error))?,
        key: optional(18)?,
    })
}
