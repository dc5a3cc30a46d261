//! How many orders of some pieces allow a perfect clear.

use super::Field;
use ludex_core::Stop;
use serde::Serialize;

/// The orders of a set of pieces, and those that can be cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Chance {
    /// Orders with a perfect clear.
    pub clear: u64,
    /// Orders that were looked at.
    pub orders: u64,
    /// Whether the search was ended early.
    pub stopped: bool,
}

/// Tries every distinct order of these pieces; `done` is called after each.
pub fn chance(
    field: &Field,
    pieces: &[u8],
    hold: bool,
    stop: &Stop,
    mut done: impl FnMut(),
) -> Chance {
    let mut order = pieces.to_vec();
    order.sort_unstable();
    let mut chance = Chance::default();
    loop {
        let answer = field.solve(&order, hold, false, stop);
        if answer.stopped || stop.is_set() {
            chance.stopped = true;
            return chance;
        }
        chance.orders += 1;
        chance.clear += u64::from(!answer.found.is_empty());
        done();
        if !next_order(&mut order) {
            return chance;
        }
    }
}

/// How many distinct orders some pieces have.
pub fn orders(pieces: &[u8]) -> u64 {
    let mut sorted = pieces.to_vec();
    sorted.sort_unstable();
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    let equal = sorted.chunk_by(|a, b| a == b).map(|run| factorial(run.len())).product::<u64>();
    factorial(pieces.len()) / equal
}

/// The next order in the dictionary; false after the last.
fn next_order(order: &mut [u8]) -> bool {
    let Some(rise) = order.windows(2).rposition(|two| two[0] < two[1]) else { return false };
    let Some(larger) = order.iter().rposition(|piece| *piece > order[rise]) else { return false };
    order.swap(rise, larger);
    order[rise + 1..].reverse();
    true
}
