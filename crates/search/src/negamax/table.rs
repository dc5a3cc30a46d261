//! The transposition table: what was found out about positions already seen.

use std::hash::{Hash, Hasher};

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the value.
    Exact = 1,
    /// The value is at least this.
    Lower = 2,
    /// The value is at most this.
    Upper = 3,
}

/// A short name for an action: two of them may share one, which costs a good guess, no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tag(pub(crate) u16);

impl Tag {
    /// How many different tags there are.
    pub(crate) const COUNT: usize = 1 << 12;

    /// No action in particular.
    pub(crate) const NONE: Tag = Tag(0);

    #[inline]
    pub(crate) fn of<A: Hash>(action: &A) -> Self {
        let mut hasher = Quick(1);
        action.hash(&mut hasher);
        Self((hasher.0 >> 52) as u16)
    }
}

/// A hasher for very small values: one multiplication a word.
struct Quick(u64);

impl Quick {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Quick {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.word(byte.into());
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.word(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.word(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.word(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.word(word);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.word(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// One remembered search of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The value found, for the seat to move.
    pub(crate) value: f64,
    /// The action that was best or refuted the position.
    pub(crate) action: Tag,
    /// Plies searched below the position.
    pub(crate) depth: u8,
    /// What the value means.
    pub(crate) bound: Bound,
    /// Whether every branch ended with the game, so that more depth changes nothing.
    pub(crate) solved: bool,
}

impl Entry {
    /// Whether this entry answers a search of `depth` plies.
    ///
    /// Deeper entries do not: a search to depth 4 means depth 4 everywhere, which is what makes
    /// it comparable with plain min-max.
    #[inline]
    pub(crate) fn answers(&self, depth: u8) -> bool {
        self.depth == depth || (self.solved && self.depth < depth)
    }
}

/// An entry in two words: the upper 40 bits of the key with everything small, and the value.
///
/// The lower bits of the key are the place in the table, so hardly any bit goes unchecked.
type Slot = [u64; 2];

const KEY: u64 = !0 << 24;

fn pack(key: u64, entry: Entry) -> Slot {
    let small = u64::from(entry.action.0)
        | (entry.bound as u64) << 12
        | u64::from(entry.solved) << 14
        | u64::from(entry.depth) << 16;
    [key & KEY | small, entry.value.to_bits()]
}

#[inline]
fn unpack(slot: Slot) -> Option<Entry> {
    let [small, value] = slot;
    let bound = match small >> 12 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    Some(Entry {
        value: f64::from_bits(value),
        action: Tag((small & 0xfff) as u16),
        depth: (small >> 16) as u8,
        bound,
        solved: small >> 14 & 1 == 1,
    })
}

/// Pairs of slots: the first keeps the deepest search, the second the latest.
pub(crate) struct Table {
    /// Plain numbers, so that a new table is zero pages that cost nothing until they are used.
    pairs: Vec<[u64; 4]>,
    mask: usize,
}

impl Table {
    /// A table of about `mib` mebibytes; 0 means no table.
    pub(crate) fn new(mib: usize) -> Self {
        let fits = (mib << 20) / size_of::<[u64; 4]>();
        let pairs = if fits == 0 { 0 } else { 1 << fits.ilog2() };
        Self { pairs: vec![[0; 4]; pairs], mask: pairs.saturating_sub(1) }
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let &[a, b, c, d] = self.pairs.get(key as usize & self.mask)?;
        if (a ^ key) & KEY == 0 {
            return unpack([a, b]);
        }
        if (c ^ key) & KEY == 0 {
            return unpack([c, d]);
        }
        None
    }

    #[inline]
    pub(crate) fn store(&mut self, key: u64, entry: Entry) {
        let Some(pair) = self.pairs.get_mut(key as usize & self.mask) else { return };
        let same = (pair[0] ^ key) & KEY == 0;
        let deeper = (pair[0] >> 16) as u8 > entry.depth;
        let at = if deeper && !same { 2 } else { 0 };
        pair[at..at + 2].copy_from_slice(&pack(key, entry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: f64, depth: u8) -> Entry {
        Entry { value, action: Tag(7), depth, bound: Bound::Lower, solved: true }
    }

    #[test]
    fn the_deeper_entry_keeps_its_slot_and_the_newer_one_is_found_too() {
        let mut table = Table::new(1);
        let colliding = 1 << 40;
        table.store(8, entry(1.5, 5));
        table.store(8 + colliding, entry(-2.0, 3));
        assert_eq!(table.find(8).unwrap().value, 1.5);
        let found = table.find(8 + colliding).unwrap();
        assert_eq!((found.value, found.depth, found.action), (-2.0, 3, Tag(7)));
        assert!(found.solved && found.bound == Bound::Lower);
        assert!(table.find(8 + 2 * colliding).is_none());
    }

    #[test]
    fn no_memory_means_no_table() {
        let mut table = Table::new(0);
        table.store(8, entry(1.0, 5));
        assert!(table.find(8).is_none());
    }

    #[test]
    fn an_empty_slot_is_no_entry() {
        assert!(Table::new(1).find(0).is_none());
    }
}
