//! How many orders of some pieces allow a perfect clear.

use super::Field;
use super::cover::{Covers, Stock, stock};
use super::search::{Orderer, Watch, usable};
use ludex_core::Stop;
use serde::Serialize;
use std::collections::HashMap;

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
    let mut tries = Tries::new(field, hold);
    loop {
        let mut watch = Watch { stop, nodes: 0, stopped: stop.is_set() };
        let clear = tries.can_clear(&order, &mut watch);
        if watch.stopped {
            chance.stopped = true;
            return chance;
        }
        chance.orders += 1;
        chance.clear += u64::from(clear);
        done();
        if !next_order(&mut order) {
            return chance;
        }
    }
}

/// The coverings by the same pieces serve all their orders.
struct Tries<'a> {
    field: &'a Field,
    hold: bool,
    covers: Covers,
    orderer: Orderer<'a>,
    /// The coverings by a stock of pieces; one that served comes first the next time.
    known: HashMap<Stock, Vec<Vec<u16>>>,
}

impl<'a> Tries<'a> {
    fn new(field: &'a Field, hold: bool) -> Self {
        let (covers, orderer) = (Covers::new(field), Orderer::new(field, hold));
        Self { field, hold, covers, orderer, known: HashMap::new() }
    }

    fn can_clear(&mut self, queue: &[u8], watch: &mut Watch) -> bool {
        let Some(pieces) = usable(self.field, queue, self.hold) else { return false };
        let Self { covers, orderer, known, .. } = self;
        let list = known.entry(stock(pieces)).or_insert_with(|| {
            let mut list = Vec::new();
            covers.each(stock(pieces), watch, &mut |_, cover, _| {
                list.push(cover.to_vec());
                true
            });
            list
        });
        let mut tries = 0..list.len();
        let found = tries.find(|&i| orderer.order(covers, &list[i], pieces, watch).is_some());
        if let Some(at) = found {
            list.swap(0, at);
        }
        found.is_some()
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
