//! What an expectimax search remembers of positions it has already valued.

/// A value and the circumstances under which it was found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) value: f64,
    /// The probability of the path on which it was found. Rounded: two orders of the same factors
    /// must count as the same.
    pub(super) probability: f32,
    pub(super) depth: u8,
    /// Whether some position below was valued only because the depth was used up.
    pub(super) limited: bool,
    /// Whether some position below was valued only because it was improbable.
    pub(super) trimmed: bool,
    /// The search that found it; the table fills it in.
    pub(super) search: u8,
}

impl Entry {
    /// Whether a search with this depth and on a path of this probability would find the same.
    fn holds_for(&self, depth: u8, probability: f32) -> bool {
        let same_depth = depth == self.depth || (!self.limited && depth > self.depth);
        let same_paths =
            probability == self.probability || (!self.trimmed && probability > self.probability);
        same_depth && same_paths
    }
}

/// A table of fixed size. Two entries share a place: the deepest and the latest.
///
/// It is kept from search to search, since clearing it may take longer than a search. Entries of
/// former searches count as empty.
pub(super) struct Table {
    places: Vec<[Entry; 2]>,
    search: u8,
}

impl Table {
    /// A table of about this many MiB; `None` for 0.
    pub(super) fn new(mebibytes: usize) -> Option<Self> {
        let wanted = (mebibytes << 20) / size_of::<[Entry; 2]>();
        let count = if wanted == 0 { return None } else { 1 << wanted.ilog2() };
        Some(Self { places: vec![[Entry::default(); 2]; count], search: 1 })
    }

    /// Forgets everything.
    pub(super) fn start_afresh(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.places.fill([Entry::default(); 2]);
            self.search = 1;
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.places.len() - 1)
    }

    /// A value that holds for this depth and probability.
    pub(super) fn find(&self, key: u64, depth: u8, probability: f32) -> Option<&Entry> {
        let fits =
            |e: &&Entry| e.search == self.search && e.key == key && e.holds_for(depth, probability);
        self.places[self.place(key)].iter().find(fits)
    }

    /// Remembers a value. The first of the two entries gives way only to one at least as deep.
    pub(super) fn store(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        let [deepest, latest] = &mut self.places[place];
        let gives_way = deepest.search != self.search || entry.depth >= deepest.depth;
        let slot = if gives_way { deepest } else { latest };
        *slot = Entry { search: self.search, ..entry };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, depth: u8) -> Entry {
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
    fn former_searches_are_forgotten() {
        let mut table = Table::new(1).unwrap();
        for _ in 0..600 {
            assert!(table.find(9, 5, 0.5).is_none());
            table.store(entry(9, 5));
            assert!(table.find(9, 5, 0.5).is_some());
            table.start_afresh();
        }
        table.store(entry(9, 1));
        assert!(table.find(9, 1, 0.5).is_some());
    }

    #[test]
    fn entries_are_compact() {
        assert_eq!(size_of::<Entry>(), 24);
    }

    #[test]
    fn no_memory_is_no_table() {
        assert!(Table::new(0).is_none());
    }
}
