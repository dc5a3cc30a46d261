//! What an expectimax search remembers of positions it has already valued.

/// A value and the circumstances under which it was found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) value: f64,
    /// The probability of the path on which it was found. Rounded: two orders of the same factors
    /// must count as the same.
    pub(super) probability: f32,
    pub(super) depth: u16,
    /// Whether some position below was valued only because the depth was used up.
    pub(super) limited: bool,
    /// Whether some position below was valued only because it was improbable.
    pub(super) trimmed: bool,
}

impl Entry {
    /// Whether a search with this depth and on a path of this probability would find the same.
    fn holds_for(&self, depth: u16, probability: f32) -> bool {
        let same_depth = depth == self.depth || (!self.limited && depth > self.depth);
        let same_paths =
            probability == self.probability || (!self.trimmed && probability > self.probability);
        same_depth && same_paths
    }
}

/// A table of fixed size. Two entries share a place: the deepest and the latest.
pub(super) struct Table {
    places: Vec<[Entry; 2]>,
}

impl Table {
    /// A table of about this many MiB; `None` for 0.
    pub(super) fn new(mebibytes: usize) -> Option<Self> {
        let wanted = (mebibytes << 20) / size_of::<[Entry; 2]>();
        let count = if wanted == 0 { return None } else { 1 << wanted.ilog2() };
        Some(Self { places: vec![[Entry::default(); 2]; count] })
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    /// A value that holds for this depth and probability. A key of 0 is never found.
    pub(super) fn find(&self, key: u64, depth: u16, probability: f32) -> Option<&Entry> {
        let fits = |e: &&Entry| key != 0 && e.key == key && e.holds_for(depth, probability);
        self.places[self.place(key)].iter().find(fits)
    }

    /// Remembers a value. The first of the two entries gives way only to one at least as deep.
    pub(super) fn store(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        let [deepest, latest] = &mut self.places[place];
        let slot = if entry.depth >= deepest.depth { deepest } else { latest };
        *slot = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, depth: u16) -> Entry {
        Entry {
            key,
            value: f64::from(depth),
            probability: 0.5,
            depth,
            limited: true,
            ..Entry::default()
        }
    }

    #[test]
    fn depths_are_not_mixed() {
        let mut table = Table::new(1).unwrap();
        table.store(entry(9, 3));
        assert!(table.find(9, 2, 0.5).is_none());
        assert!(table.find(9, 4, 0.5).is_none());
        assert_eq!(table.find(9, 3, 0.5).map(|e| e.value), Some(3.0));
        table.store(Entry { limited: false, ..entry(9, 3) });
        assert!(table.find(9, 4, 0.5).is_some());
        assert!(table.find(9, 2, 0.5).is_none());
    }

    #[test]
    fn a_trimmed_value_holds_for_its_own_probability_only() {
        let mut table = Table::new(1).unwrap();
        table.store(entry(9, 3));
        assert!(table.find(9, 3, 0.7).is_some());
        assert!(table.find(9, 3, 0.4).is_none());
        table.store(Entry { trimmed: true, ..entry(9, 3) });
        assert!(table.find(9, 3, 0.7).is_none());
    }

    #[test]
    fn the_deepest_entry_survives_shallow_ones() {
        let mut table = Table::new(1).unwrap();
        let others = (0..4).map(|i| 9 + (i << 40));
        table.store(entry(8 + (1 << 50), 1));
        for (depth, key) in [5, 1, 2, 3].into_iter().zip(others) {
            table.store(entry(key, depth));
        }
        assert!(table.find(9, 5, 0.5).is_some());
        assert!(table.find(9 + (3 << 40), 3, 0.5).is_some());
        assert!(table.find(9 + (1 << 40), 1, 0.5).is_none());
    }

    #[test]
    fn no_memory_is_no_table() {
        assert!(Table::new(0).is_none());
    }
}
