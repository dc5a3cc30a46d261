//! Games that stand together in one row, a [bundle](crate::bundle).

use super::{Listed, Unreadable, json, most, next_id};
use crate::bundle::{Bundle, Damaged, Head, Stored};
use crate::{Filter, Game, Source};
use ludex_core::{Spec, Words};
use rusqlite::{Connection, Row, params};

/// The columns of a bundle, in the order of [`place`] and [`stored`].
const BUNDLE: &str =
    "id, games, source, ended, version, game, rules, size, event, seatings, metrics, words, packed";

/// Adds bundles, each as one row.
pub(super) fn add(file: &Connection, bundles: &[Bundle]) -> rusqlite::Result<()> {
    let mut id = if bundles.is_empty() { 0 } else { next_id(file)? };
    for bundle in bundles {
        let mut add = file.prepare_cached(
            "INSERT INTO bundles (id, games, source, ended, version, game, rules, size, event, seatings, metrics, words, \
             packed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?;
        let seats = |seats: &Vec<Spec>| seats.iter().map(ToString::to_string).collect();
        let seatings: Vec<Vec<String>> = bundle.seatings.iter().map(seats).collect();
        add.execute(params![
            id,
            bundle.games.cast_signed(),
            bundle.head.source.name(),
            bundle.ended.cast_signed(),
            bundle.head.version,
            bundle.head.game,
            bundle.head.rules,
            bundle.head.size,
            bundle.head.event,
            json(&seatings)?,
            json(&bundle.metrics)?,
            bundle.words.text(),
            bundle.packed,
        ])?;
        id += bundle.games.cast_signed();
    }
    Ok(())
}

/// The newest games, beginning with the very newest.
pub(super) fn list(file: &Connection, filter: &Filter) -> rusqlite::Result<Vec<Listed>> {
    let mut listed = Vec::new();
    let (condition, values) = filter.bundle_condition();
    let sql = format!("SELECT {BUNDLE} FROM bundles WHERE {condition} ORDER BY id DESC");
    let mut select = file.prepare(&sql)?;
    let mut rows = select.query(rusqlite::params_from_iter(values))?;
    while listed.len() < most(filter)
        && let Some(row) = rows.next()?
    {
        let mut games = all_games(row);
        games.retain(|game| match game {
            Ok(summary) => filter.fits(summary),
            Err(unreadable) => filter.ids.is_empty() || filter.ids.contains(&unreadable.id),
        });
        listed.extend(games.into_iter().rev());
    }
    Ok(listed)
}

/// One game, or why it cannot be read.
pub(super) fn read(
    file: &Connection,
    id: i64,
) -> rusqlite::Result<Option<Result<Game, Unreadable>>> {
    let sql = format!("SELECT {BUNDLE} FROM bundles WHERE id <= ?1 ORDER BY id DESC LIMIT 1");
    let mut select = file.prepare_cached(&sql)?;
    let mut rows = select.query([id])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let (first, games) = place(row);
    if id >= first.saturating_add(games) {
        return Ok(None);
    }
    let read = stored(row).and_then(|bundle| {
        let stretch = bundle.stretches().nth((id - first) as usize).ok_or_else(cut_short)?;
        bundle.game(stretch).map_err(|damaged| damaged.to_string())
    });
    Ok(Some(read.map_err(|fault| Unreadable { id, fault })))
}

/// The number of a bundle's first game, and how many there are.
fn place(row: &Row<'_>) -> (i64, i64) {
    (row.get(0).unwrap_or_default(), row.get(1).unwrap_or_default())
}

/// What stands in a row of the bundles, or what is wrong with it.
fn stored(row: &Row<'_>) -> Result<Stored, String> {
    let wrong = |error: rusqlite::Error| error.to_string();
    let text = |at: usize| row.get::<_, String>(at).map_err(wrong);
    let unreadable = |what: &str, error: serde_json::Error| format!("its {what}: {error}");
    let source = text(2)?;
    let source = Source::read(&source).ok_or(format!("its source: `{source}` is none"))?;
    let words = Words::of_text(&text(11)?).ok_or("its words are damaged")?;
    Ok(Stored {
        head: Head {
            source,
            version: text(4)?,
            game: text(5)?,
            rules: text(6)?,
            size: text(7)?,
            event: text(8)?,
        },
        ended: row.get::<_, i64>(3).map_err(wrong)?.cast_unsigned(),
        seatings: serde_json::from_str(&text(9)?).map_err(|error| unreadable("seatings", error))?,
        metrics: serde_json::from_str(&text(10)?).map_err(|error| unreadable("metrics", error))?,
        words: words.into(),
        packed: row.get(12).map_err(wrong)?,
    })
}

/// What is said of games that the row claims and its bytes do not hold.
fn cut_short() -> String {
    "its bundle is cut short".into()
}

/// All games of a bundle. One that cannot be read at all is told once, however many games it claims.
fn all_games(row: &Row<'_>) -> Vec<Listed> {
    let (first, games) = place(row);
    let bundle = match stored(row) {
        Ok(bundle) => bundle,
        Err(fault) => return vec![Err(Unreadable { id: first, fault })],
    };
    let summary = |(id, stretch)| {
        let read: Result<_, Damaged> = bundle.summary(id, stretch);
        read.map_err(|damaged| Unreadable::new(id, &damaged))
    };
    let mut all: Vec<Listed> = (first..).zip(bundle.stretches()).map(summary).collect();
    if all.len() as i64 != games {
        let id = first + all.len() as i64;
        all.push(Err(Unreadable::new(id, &cut_short())));
    }
    all
}
