//! What the search remembers, shared by its threads without locks.

use super::weights::Value;
use crate::board::Point;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a remembered value is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) value: Value,
    pub(crate) limit: Limit,
    pub(crate) depth: i8,
    pub(crate) best: Option<Point>,
}

impl Entry {
    fn pack(self) -> u64 {
        let best = self.best.map_or(u16::MAX, |point| point.0);
        u64::from(self.value as u32)
            | u64::from(best) << 32
            | u64::from(self.depth as u8) << 48
            | (self.limit as u64) << 56
            | 1 << 63
    }

    fn unpack(data: u64) -> Self {
        let best = (data >> 32) as u16;
        Self {
            value: data as u32 as Value,
            limit: [Limit::Exact, Limit::Lower, Limit::Upper][(data >> 56 & 0x7f) as usize % 3],
            depth: (data >> 48) as u8 as i8,
            best: (best != u16::MAX).then_some(Point(best)),
        }
    }
}

/// A key with its data: the key is stored crossed with the data, so that a torn pair is not recognised.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

pub(crate) struct Table(Vec<Slot>);

impl Table {
    /// A table of this many slots, a power of two.
    pub(crate) fn new(slots: usize) -> Self {
        Self(std::iter::repeat_with(Slot::default).take(slots.next_power_of_two()).collect())
    }

    #[inline]
    fn slot(&self, key: u64) -> &Slot {
        &self.0[key as usize & (self.0.len() - 1)]
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let slot = self.slot(key);
        let data = slot.data.load(Ordering::Relaxed);
        let known = data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key;
        known.then(|| Entry::unpack(data))
    }

    #[inline]
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let (slot, data) = (self.slot(key), entry.pack());
        slot.data.store(data, Ordering::Relaxed);
        slot.check.store(key ^ data, Ordering::Relaxed);
    }
}
