//! A recorded game, step by step.

use super::keys::Wish;
use ludex_core::{AnyRoom, AnyTable, Error, Result, Setup};
use ludex_table::record::{Record, bad};

/// A recorded game and how far it has been shown.
pub(crate) struct Replay {
    pub(crate) record: Record,
    pub(crate) table: Box<dyn AnyTable>,
    /// The table after the last move.
    end: Box<dyn AnyTable>,
    /// Moves shown so far.
    pub(crate) shown: usize,
}

impl Replay {
    /// Reads a record and plays it once through: every move must be legal.
    pub(crate) fn read(rooms: &[Box<dyn AnyRoom>], text: &str) -> Result<Self> {
        let record = Record::read(text)?;
        let mut end = opened(rooms, &record)?;
        for (i, action) in record.moves.iter().enumerate() {
            end.play(action).map_err(|error| bad(record.first_line + i, error))?;
        }
        Ok(Self { record, table: end.at(0), end, shown: 0 })
    }

    /// Steps through the game.
    pub(crate) fn obey(&mut self, wish: &Wish) {
        match wish {
            Wish::Next | Wish::Confirm => self.show(self.shown + 1),
            Wish::Previous => self.show(self.shown.saturating_sub(1)),
            Wish::First => self.show(0),
            Wish::Last => self.show(self.record.moves.len()),
            _ => {}
        }
    }

    /// Brings the table to the position after `wanted` moves.
    fn show(&mut self, wanted: usize) {
        self.shown = wanted.min(self.record.moves.len());
        self.table = self.end.at(self.shown);
    }
}

fn opened(rooms: &[Box<dyn AnyRoom>], record: &Record) -> Result<Box<dyn AnyTable>> {
    let names = rooms.iter().map(|room| room.info().name);
    let room = rooms.iter().find(|room| room.info().name == record.game);
    let room = room.ok_or_else(|| Error::unknown("game", &record.game, names))?;
    if let Some(position) = &record.position {
        return room.load(position, record.seed);
    }
    let size = Some(record.size.parse()?);
    room.open(&Setup { rules: record.rules.parse()?, size, seed: record.seed })
}
