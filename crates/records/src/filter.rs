//! Which games are meant.

use crate::{Source, Summary};
use rusqlite::types::Value;

/// Which games are meant: all that every given part fits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The game's name.
    pub game: Option<String>,
    /// Somebody who played: a whole specification, or the name before its parameters.
    pub agent: Option<String>,
    /// The result as it is written: `1-0`, `0-1`, `1/2-1/2`, `0-0`, `over`, `cut short`.
    pub result: Option<String>,
    /// Where it was played.
    pub source: Option<Source>,
    /// The match or tournament.
    pub event: Option<String>,
    /// Games that ended at this time or later: milliseconds since 1970.
    pub since: Option<u64>,
    /// Single games by their number in the file; all if there is none.
    pub ids: Vec<i64>,
    /// So many at most, the newest.
    pub limit: Option<u64>,
}

impl Filter {
    /// A condition in SQL, and its values.
    pub(crate) fn condition(&self) -> (String, Vec<Value>) {
        let (mut parts, mut values) = (vec!["1".to_owned()], Vec::new());
        let mut add = |part: &str, value: Value| {
            parts.push(part.to_owned());
            values.push(value);
        };
        if let Some(game) = &self.game {
            add("game = ?", game.clone().into());
        }
        if let Some(result) = &self.result {
            add("result = ?", result.clone().into());
        }
        if let Some(source) = self.source {
            add("source = ?", source.name().to_owned().into());
        }
        if let Some(event) = &self.event {
            add("event = ?", event.clone().into());
        }
        if let Some(since) = self.since {
            add("ended >= ?", since.cast_signed().into());
        }
        if let Some(agent) = &self.agent {
            add(
                // A row whose seats cannot be read must not end the query.
                "EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(seats) THEN seats ELSE '[]' END) AS seat, (SELECT ? AS wanted) \
                 WHERE seat.value = wanted OR substr(seat.value, 1, length(wanted) + 1) = wanted || ':')",
                agent.clone().into(),
            );
        }
        if !self.ids.is_empty() {
            let marks = vec!["?"; self.ids.len()].join(", ");
            parts.push(format!("id IN ({marks})"));
            values.extend(self.ids.iter().map(|id| Value::from(*id)));
        }
        (parts.join(" AND "), values)
    }

    /// The same for bundles, as far as all games of one have it in common; [`Filter::fits`] knows the rest.
    pub(crate) fn bundle_condition(&self) -> (String, Vec<Value>) {
        let common = Self {
            game: self.game.clone(),
            source: self.source,
            event: self.event.clone(),
            ..Self::default()
        };
        common.condition()
    }

    /// Whether a game is meant.
    pub(crate) fn fits(&self, game: &Summary) -> bool {
        let is = |wanted: &Option<String>, found: Option<&str>| {
            wanted.is_none() || wanted.as_deref() == found
        };
        let sits = |agent: &String| {
            let mut rests = game.seats.iter().filter_map(|seat| seat.strip_prefix(agent.as_str()));
            rests.any(|rest| rest.is_empty() || rest.starts_with(':'))
        };
        is(&self.game, Some(&game.game))
            && is(&self.result, Some(&game.result))
            && is(&self.event, game.event.as_deref())
            && self.source.is_none_or(|source| source == game.source)
            && self.since.is_none_or(|since| game.ended >= since)
            && self.agent.as_ref().is_none_or(sits)
            && (self.ids.is_empty() || self.ids.contains(&game.id))
    }
}
