//! What chance could have done instead.

use super::{AnyTable, Table};
use crate::{Room, Turn};

/// Tables where chance has drawn otherwise since the last move.
#[derive(Default)]
pub struct OtherDraws {
    /// Whether these are all that there could have been, or some by lot.
    pub complete: bool,
    /// Each with its share; they sum to 1. What has happened is among them if they are complete. None where chance
    /// had no part.
    pub tables: Vec<(f64, Box<dyn AnyTable>)>,
}

impl<R: Room> Table<R> {
    fn count_drawn(&self) -> usize {
        self.played.iter().rev().take_while(|played| played.by == Turn::Chance).count()
    }

    /// What chance did since the last move.
    pub(super) fn drawn_last(&self) -> impl Iterator<Item = R::Action> {
        self.played.iter_from(self.played.len() - self.count_drawn()).map(|played| played.action)
    }

    /// What chance could have done since the last move, if there are more than `most` ways so many drawn by lot.
    pub(super) fn draws(&self, most: usize) -> OtherDraws {
        let drawn = self.count_drawn();
        if drawn == 0 {
            return OtherDraws::default();
        }
        let mut before = self.clone();
        before.rewind(self.played.len() - drawn);
        let all = before.all_draws(most);
        let complete = all.is_some();
        let erased = |(share, table): (f64, Self)| (share, Box::new(table) as Box<dyn AnyTable>);
        let tables = all.unwrap_or_else(|| before.some_draws(most)).into_iter().map(erased);
        OtherDraws { complete, tables: tables.collect() }
    }

    /// Every way in which chance may go on from here; nothing if there are more than `most`.
    fn all_draws(&self, most: usize) -> Option<Vec<(f64, Self)>> {
        let (mut open, mut done) = (vec![(1.0, self.clone())], Vec::new());
        while let Some((share, table)) = open.pop() {
            if table.turn_of() != Turn::Chance {
                done.push((share, table));
                continue;
            }
            let mut outcomes = Vec::new();
            table.game.actions(&table.position, &mut outcomes);
            if open.len() + done.len() + outcomes.len() > most {
                return None;
            }
            for outcome in outcomes {
                let share = share * table.game.probability(&table.position, outcome);
                let mut next = table.clone();
                next.push(outcome);
                open.push((share, next));
            }
        }
        Some(done)
    }

    /// So many ways in which chance may go on from here, drawn by its probabilities.
    fn some_draws(&self, count: usize) -> Vec<(f64, Self)> {
        let lots = self.seed.derive(self.played.len() as u64);
        let draw = |index: usize| {
            let mut table = self.clone();
            let (mut dice, mut buffer) = (lots.derive(1 + index as u64).rng(), Vec::new());
            while table.turn_of() == Turn::Chance
                && let Some(outcome) = table.game.sample(&table.position, &mut dice, &mut buffer)
            {
                table.push(outcome);
            }
            (1.0 / count as f64, table)
        };
        (0..count).map(draw).collect()
    }

    fn turn_of(&self) -> Turn {
        self.game.turn(&self.position)
    }
}
