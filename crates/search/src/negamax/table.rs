//! The transposition table: what was found out about positions already seen.

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// One remembered search of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<A> {
    key: u64,
    /// The value found, for the seat to move.
    pub(crate) value: f64,
    /// The action that was best or refuted the position.
    pub(crate) action: Option<A>,
    /// Plies searched below the position.
    pub(crate) depth: u8,
    /// What the value means.
    pub(crate) bound: Bound,
    /// Whether every branch ended with the game, so that more depth changes nothing.
    pub(crate) solved: bool,
}

impl<A> Entry<A> {
    /// Whether this entry answers a search of `depth` plies.
    ///
    /// Deeper entries do not: a search to depth 4 means depth 4 everywhere, which is what makes
    /// it comparable with plain min-max.
    pub(crate) fn answers(&self, depth: u8) -> bool {
        self.depth == depth || (self.solved && self.depth < depth)
    }
}

/// Pairs of slots: the first keeps the deepest search, the second the latest.
pub(crate) struct Table<A> {
    slots: Vec<Option<Entry<A>>>,
    mask: usize,
}

impl<A: Copy> Table<A> {
    /// A table of about `mib` mebibytes; 0 means no table.
    pub(crate) fn new(mib: usize) -> Self {
        let fits = (mib << 20) / size_of::<Option<Entry<A>>>();
        let slots = if fits < 2 { 0 } else { 1 << fits.ilog2() };
        Self { slots: vec![None; slots], mask: slots.saturating_sub(1) & !1 }
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry<A>> {
        let at = key as usize & self.mask;
        let pair = self.slots.get(at..at + 2)?;
        pair.iter().flatten().find(|entry| entry.key == key).copied()
    }

    #[inline]
    pub(crate) fn store(&mut self, key: u64, entry: Entry<A>) {
        let at = key as usize & self.mask;
        let Some([deep, latest]) = self.slots.get_mut(at..at + 2) else { return };
        let entry = Entry { key, ..entry };
        match deep {
            Some(old) if old.key != key && old.depth > entry.depth => *latest = Some(entry),
            _ => *deep = Some(entry),
        }
    }
}

impl<A> Entry<A> {
    /// A new entry; the table adds the key.
    pub(crate) fn new(
        value: f64,
        action: Option<A>,
        depth: u8,
        bound: Bound,
        solved: bool,
    ) -> Self {
        Self { key: 0, value, action, depth, bound, solved }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deeper_entry_keeps_its_slot_and_the_newer_one_is_found_too() {
        let mut table: Table<u8> = Table::new(1);
        let colliding = 1 << 40;
        table.store(8, Entry::new(1.0, Some(1), 5, Bound::Exact, false));
        table.store(8 + colliding, Entry::new(2.0, Some(2), 3, Bound::Exact, false));
        assert_eq!(table.find(8).unwrap().value, 1.0);
        assert_eq!(table.find(8 + colliding).unwrap().value, 2.0);
        assert!(table.find(8 + 2 * colliding).is_none());
    }

    #[test]
    fn no_memory_means_no_table() {
        let mut table: Table<u8> = Table::new(0);
        table.store(8, Entry::new(1.0, Some(1), 5, Bound::Exact, false));
        assert!(table.find(8).is_none());
    }
}
