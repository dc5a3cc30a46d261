//! What chance did, beside the average of all that it could have done.
//!
//! The judge looks at the position as it came about and at those that might have come about instead; what the first
//! is worth more than the others on average is luck. So it is nothing on average, whoever judges. Where the judge
//! cannot see yet what was drawn (a piece that comes later), it plays on in all of them until it can.

use super::super::analyse::within;
use super::Stream;
use super::grades::Chance;
use ludex_core::{AnyDecision, AnyTable, OtherDraws, Seat, Spec, Turn};
use std::sync::Arc;
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
    /// After so many moves the judge saw what had been drawn, the last time.
    delay: usize,
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
        let mut draws = Draws::new(table, others, Judge { judge, stream })?;
        let found = draws.compare(self.delay);
        self.spent += (stream.clock)().saturating_sub(started);
        self.moves += 1;
        self.delay = draws.steps;
        found
    }
}

/// Who is asked, and who waits for the answers.
struct Judge<'a> {
    judge: &'a Spec,
    stream: &'a Stream,
}

impl Judge<'_> {
    fn think(&self, table: &dyn AnyTable) -> Option<Arc<dyn AnyDecision>> {
        table.think(self.judge, &within(A_LOOK, &self.stream.stop)).ok()
    }
}

/// A position beside those that might have come about in its place.
struct Draws<'a> {
    judge: Judge<'a>,
    seat: Seat,
    shares: Vec<f64>,
    /// Whether these are all there are.
    complete: bool,
    /// What has happened, then the others.
    tables: Vec<Box<dyn AnyTable>>,
    /// Moves that were played on in all of them.
    steps: usize,
}

impl<'a> Draws<'a> {
    fn new(table: &dyn AnyTable, others: OtherDraws, judge: Judge<'a>) -> Option<Self> {
        let Turn::Seat(seat) = table.turn() else { return None };
        let (shares, mut tables): (Vec<f64>, Vec<_>) = others.tables.into_iter().unzip();
        tables.insert(0, table.snapshot());
        Some(Self { judge, seat, shares, complete: others.complete, tables, steps: 0 })
    }

    /// Plays on with the judge until it sees a difference. For `delay` moves that is not expected, so only one of the
    /// others is looked at.
    fn compare(&mut self, delay: usize) -> Option<Chance> {
        for steps in 0..AHEAD {
            self.steps = steps;
            if steps < delay && self.skip() {
                continue;
            }
            let values = self.step()?;
            if values.iter().any(|value| *value != values[0]) {
                return Some(self.difference(&values));
            }
        }
        Some(Chance { value: 0.0, error: 0.0 })
    }

    /// Plays the judge's move in all positions, if it sees no difference between what has happened and another draw.
    fn skip(&mut self) -> bool {
        let happened = self.tables[0].save();
        let other = self.tables.iter().find(|table| table.save() != happened);
        let looked_at = [Some(&self.tables[0]), other].map(|table| self.judge.think(&**table?));
        let [Some(here), Some(there)] = looked_at else { return false };
        if here.value() != there.value() || here.action() != there.action() {
            return false;
        }
        let mut played: Vec<_> = self.tables.iter().map(|table| table.snapshot()).collect();
        let legal = played.iter_mut().all(|table| table.act(&here.action()).is_ok());
        if legal {
            self.tables = played;
        }
        legal
    }

    /// What the judge thinks of each position, after which it moves in all of them; nothing but zeros while it is
    /// another seat's turn. None if one of the games is over.
    fn step(&mut self) -> Option<Vec<f64>> {
        let (seat, judge) = (self.seat, &self.judge);
        let decide = |table: &mut Box<dyn AnyTable>| {
            let decision = judge.think(&**table)?;
            table.act(&decision.action()).ok()?;
            Some(if decision.seat() == seat { decision.value() } else { 0.0 })
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
