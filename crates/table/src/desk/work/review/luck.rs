//! What chance did, beside the average of all that it could have done.
//!
//! The judge looks at the position as it came about and at those that might have come about instead; what the first
//! is worth more than the others on average is luck. So it is nothing on average, whoever judges. Where the judge
//! cannot see yet what was drawn (a piece that comes later), it plays on in all of them until it can.

use super::super::analyse::within;
use super::Stream;
use super::grades::Chance;
use ludex_core::{AnyTable, OtherDraws, Seat, Spec, Turn};
use std::time::Duration;

/// So many draws are looked at for one move; if there are more, some by lot.
const DRAWS: usize = 12;
/// So many moves later the judge sees what was drawn, or never.
const AHEAD: usize = 8;
/// Time for one position.
const A_LOOK: Duration = Duration::from_millis(50);
/// A judge that takes longer over a move, on average and after a while, is not asked about luck any more.
const PATIENCE: Duration = Duration::from_millis(300);
const A_WHILE: Duration = Duration::from_secs(3);

/// Measures luck as long as the judge is quick enough.
#[derive(Default)]
pub(super) struct Luck {
    spent: Duration,
    moves: u32,
}

impl Luck {
    /// What chance gave to who is to move, since the move before. Nothing where it had no part, where it could have
    /// ended the game, or where it would take too long.
    pub(super) fn before(
        &mut self,
        table: &dyn AnyTable,
        judge: &Spec,
        stream: &Stream,
    ) -> Option<Chance> {
        if self.spent > A_WHILE + PATIENCE * self.moves {
            return None;
        }
        let others = table.other_draws(DRAWS);
        if others.tables.len() < 2 {
            return None;
        }
        let started = (stream.clock)();
        let found = Draws::new(table, others)?.compare(judge, stream);
        self.spent += (stream.clock)().saturating_sub(started);
        self.moves += 1;
        found
    }
}

/// A position beside those that might have come about in its place.
struct Draws {
    seat: Seat,
    shares: Vec<f64>,
    /// Whether these are all there are.
    complete: bool,
    /// What has happened, then the others.
    tables: Vec<Box<dyn AnyTable>>,
}

impl Draws {
    fn new(table: &dyn AnyTable, others: OtherDraws) -> Option<Self> {
        let Turn::Seat(seat) = table.turn() else { return None };
        let (shares, mut tables): (Vec<f64>, Vec<_>) = others.tables.into_iter().unzip();
        tables.insert(0, table.snapshot());
        Some(Self { seat, shares, complete: others.complete, tables })
    }

    /// Plays on with the judge until it sees a difference.
    fn compare(mut self, judge: &Spec, stream: &Stream) -> Option<Chance> {
        for _ in 0..AHEAD {
            let values = self.step(judge, stream)?;
            let own = values.first().is_some_and(Option::is_some);
            let values: Vec<f64> = values.into_iter().flatten().collect();
            if own && values.iter().any(|value| *value != values[0]) {
                return Some(self.difference(&values));
            }
        }
        Some(Chance { value: 0.0, error: 0.0 })
    }

    /// What the judge thinks of each position, if it is for the seat in question, after which it moves in all of them.
    /// Nothing if one of the games is over.
    fn step(&mut self, judge: &Spec, stream: &Stream) -> Option<Vec<Option<f64>>> {
        let seat = self.seat;
        let decide = |table: &mut Box<dyn AnyTable>| {
            let decision = table.think(judge, &within(A_LOOK, &stream.stop)).ok()?;
            let value = (decision.seat() == seat).then(|| decision.value());
            table.act(&decision.action()).ok()?;
            Some(value)
        };
        self.tables.iter_mut().map(decide).collect()
    }

    fn difference(&self, values: &[f64]) -> Chance {
        let (happened, others) = (values[0], &values[1..]);
        let pairs = || self.shares.iter().zip(others);
        let mean: f64 = pairs().map(|(share, value)| share * value).sum();
        let variance: f64 = pairs().map(|(share, value)| share * (value - mean).powi(2)).sum();
        let count = others.len() as f64;
        let error = if self.complete { 0.0 } else { (variance / (count - 1.0)).sqrt() };
        Chance { value: happened - mean, error }
    }
}
