//! What if chance had drawn otherwise?

use super::analyse::within;
use super::{Desk, Stream, Work};
use crate::desk::{Result, USUAL_ANALYSIS};
use crate::protocol::{Answer, Draw};
use ludex_core::{AnyTable, Spec, Turn};

/// So many draws are looked at; if there are more, some by lot.
const DRAWS: usize = 64;

impl Desk {
    /// What chance could have drawn since the move before, and what an agent would make of each.
    pub(in crate::desk) fn draws(&self, ply: Option<u64>, agent: Option<&str>) -> Result<Work> {
        let table = self.table_at(ply)?;
        let (ply, agent) = (table.plies() as u64, self.adviser(table.as_ref(), agent)?);
        Ok(Work::new(move |stream| {
            let others = table.other_draws(DRAWS);
            let mut tables = others.tables;
            let came = table.save();
            if !tables.is_empty() && tables.iter().all(|(_, other)| other.save() != came) {
                tables.push((0.0, table.snapshot()));
            }
            let mut draws = looked_at(&tables, &came, &agent, stream)?;
            draws.sort_by(|a, b| b.worth().total_cmp(&a.worth()));
            Ok(Answer::Draws { ply, complete: others.complete, draws })
        }))
    }
}

fn looked_at(
    tables: &[(f64, Box<dyn AnyTable>)],
    came: &str,
    agent: &Spec,
    stream: &Stream,
) -> Result<Vec<Draw>> {
    let time = USUAL_ANALYSIS / tables.len().max(1) as u32;
    let mut draws: Vec<Draw> = Vec::new();
    for (share, table) in tables {
        let position = table.save();
        // What was drawn by lot may have been drawn twice.
        if let Some(known) = draws.iter_mut().find(|known| known.position == position) {
            known.share += share;
            continue;
        }
        let decision = match table.turn() {
            Turn::Seat(_) => Some(table.think(agent, &within(time, &stream.stop))?),
            _ => None,
        };
        let results = table.drawn();
        let phrases: Vec<String> = results.iter().map(|draw| table.phrase(draw)).collect();
        draws.push(Draw {
            drawn: results.iter().map(|draw| table.text(draw)).collect(),
            phrase: phrases.join(", "),
            share: *share,
            came: position == came,
            best: decision.as_ref().map(|decision| table.phrase(&decision.action())),
            value: decision.as_ref().map(|decision| decision.value()),
            picture: table.picture(&[]),
            position,
        });
    }
    Ok(draws)
}

impl Draw {
    /// What puts draws in order: the end of the game comes last.
    fn worth(&self) -> f64 {
        self.value.unwrap_or(f64::NEG_INFINITY)
    }
}
