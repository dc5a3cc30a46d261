//! The transposition table: what was found out about positions already seen.
//!
//! It belongs to the agent and is shared by the threads of a search without locks: an entry is two words, and the first is
//! stored combined with the second, so that halves of two different entries match no position.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The most that an agent may ask for, in MiB.
pub const MAX_TABLE_MIB: usize = 1024;

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

/// One remembered search of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The value found, for the seat to move.
    pub(crate) value: f64,
    /// The index of the action that was best or refuted the position.
    pub(crate) action: u16,
    /// Plies searched below the position.
    pub(crate) depth: u8,
    /// What the value means.
    pub(crate) bound: Bound,
    /// Whether every branch ended with the game, so that more depth changes nothing.
    pub(crate) solved: bool,
}

/// The first word, from below: 12 bits of action, 2 of bound, 1 of solved, 8 of depth, 4 of generation, 37 of the key.
///
/// The lower bits of the key are the place in the table, so hardly any bit goes unchecked.
const ACTION: u64 = 0xfff;
const DEPTH_AT: u32 = 15;
const GENERATION_AT: u32 = 23;
const GENERATION: u64 = 0xf << GENERATION_AT;
const KEY: u64 = !0 << 27;

fn pack(key: u64, generation: u64, entry: Entry) -> [u64; 2] {
    let small = u64::from(entry.action) & ACTION
        | (entry.bound as u64) << 12
        | u64::from(entry.solved) << 14
        | u64::from(entry.depth) << DEPTH_AT;
    let value = entry.value.to_bits();
    [(key & KEY | generation | small) ^ value, value]
}

#[inline]
fn unpack(small: u64, value: u64) -> Option<Entry> {
    let bound = match small >> 12 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    Some(Entry {
        value: f64::from_bits(value),
        action: (small & ACTION) as u16,
        depth: (small >> DEPTH_AT) as u8,
        bound,
        solved: small >> 14 & 1 == 1,
    })
}

/// Two entries: the first keeps the deepest search, the second the latest.
type Pair = [AtomicU64; 4];

/// What a [`Table`] was asked to forget before a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// Everything: the search is as good as the first one.
    Fresh,
    /// Nothing; old entries only give way sooner.
    Kept,
}

/// Pairs of entries at places named by the lower bits of the key.
pub(crate) struct Table {
    pairs: Vec<Pair>,
    mask: usize,
    /// The mark of entries of the running search, already shifted to its place.
    generation: u64,
    /// The bits that an entry must have in common with what is sought.
    matched: u64,
    /// Whether entries of any generation may lie around.
    mixed: bool,
}

impl Table {
    /// A table of about `mib` mebibytes, of less where that is not to be had; 0 means no table.
    pub(crate) fn new(mib: usize) -> Self {
        let fits = (mib.min(MAX_TABLE_MIB) << 20) / size_of::<Pair>();
        let mut count = if fits == 0 { 0 } else { 1 << fits.ilog2() };
        // Pages of zeros cost nothing until they are used.
        let pairs = loop {
            match bytemuck::try_zeroed_vec(count) {
                Ok(pairs) => break pairs,
                Err(()) => count /= 2,
            }
        };
        let mask = count.saturating_sub(1);
        Self { pairs, mask, generation: 0, matched: KEY | GENERATION, mixed: false }
    }

    /// Prepares for a new search.
    pub(crate) fn begin(&mut self, memory: Memory) {
        self.generation = (self.generation + (1 << GENERATION_AT)) & GENERATION;
        match memory {
            Memory::Kept => (self.matched, self.mixed) = (KEY, true),
            Memory::Fresh => {
                // Generations count in a circle: at its end old entries would look new.
                if self.mixed || self.generation == 0 {
                    self.clear();
                }
                (self.matched, self.mixed) = (KEY | GENERATION, false);
            }
        }
    }

    fn clear(&mut self) {
        for word in self.pairs.iter_mut().flatten() {
            *word.get_mut() = 0;
        }
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        self.pick(self.fetch(key), key)
    }

    /// The pair of entries where a position would be; [`Table::pick`] reads it.
    #[inline]
    pub(crate) fn fetch(&self, key: u64) -> [u64; 4] {
        let Some([a, b, c, d]) = self.pairs.get(key as usize & self.mask) else { return [0; 4] };
        [a.load(Relaxed), b.load(Relaxed), c.load(Relaxed), d.load(Relaxed)]
    }

    /// The entry of a position in the pair that was fetched for it.
    #[inline]
    pub(crate) fn pick(&self, [a, b, c, d]: [u64; 4], key: u64) -> Option<Entry> {
        let sought = key & KEY | self.generation;
        if (a ^ b ^ sought) & self.matched == 0 {
            return unpack(a ^ b, b);
        }
        if (c ^ d ^ sought) & self.matched == 0 {
            return unpack(c ^ d, d);
        }
        None
    }

    #[inline]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let Some(pair) = self.pairs.get(key as usize & self.mask) else { return };
        let first = pair[0].load(Relaxed) ^ pair[1].load(Relaxed);
        let same = (first ^ key) & KEY == 0;
        let current = first & GENERATION == self.generation;
        let deeper = (first >> DEPTH_AT) as u8 > entry.depth;
        let at = if deeper && current && !same { 2 } else { 0 };
        let [small, value] = pack(key, self.generation, entry);
        pair[at].store(small, Relaxed);
        pair[at + 1].store(value, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: f64, depth: u8) -> Entry {
        Entry { value, action: 7, depth, bound: Bound::Lower, solved: true }
    }

    #[test]
    fn the_deeper_entry_keeps_its_place_and_the_newer_one_is_found_too() {
        let table = Table::new(1);
        let colliding = 1 << 40;
        table.store(8, entry(1.5, 5));
        table.store(8 + colliding, entry(-2.0, 3));
        assert_eq!(table.find(8).unwrap().value, 1.5);
        let found = table.find(8 + colliding).unwrap();
        assert_eq!((found.value, found.depth, found.action), (-2.0, 3, 7));
        assert!(found.solved && found.bound == Bound::Lower);
        assert!(table.find(8 + 2 * colliding).is_none());
    }

    #[test]
    fn no_memory_means_no_table() {
        let table = Table::new(0);
        table.store(8, entry(1.0, 5));
        assert!(table.find(8).is_none());
    }

    #[test]
    fn an_empty_place_is_no_entry() {
        assert!(Table::new(1).find(0).is_none());
    }

    #[test]
    fn a_fresh_table_knows_nothing_however_often_it_was_used() {
        let mut table = Table::new(1);
        for round in 0..40_u8 {
            let memory = if round % 7 == 3 { Memory::Kept } else { Memory::Fresh };
            table.begin(memory);
            if memory == Memory::Fresh {
                assert!((0..40).all(|key| table.find(key).is_none()), "round {round}");
                // Nothing old may keep a new entry from its place, however deep it was.
                table.store(round.into(), entry(1.0, 1));
                table.store(u64::from(round) + (1 << 40), entry(2.0, 0));
                assert_eq!(table.find(round.into()).unwrap().depth, 1);
            }
            table.store(round.into(), entry(3.0, 200));
        }
    }

    #[test]
    fn a_kept_table_still_knows_and_lets_the_old_give_way() {
        let mut table = Table::new(1);
        table.begin(Memory::Kept);
        table.store(8, entry(1.5, 50));
        table.begin(Memory::Kept);
        assert_eq!(table.find(8).unwrap().value, 1.5);
        table.store(8 + (1 << 40), entry(2.5, 1));
        assert!(table.find(8).is_none());
    }

    #[test]
    fn halves_of_two_entries_match_nothing() {
        let (a, b) = (pack(8, 0, entry(1.5, 5)), pack(8 + (1 << 40), 0, entry(-2.0, 3)));
        let table = Table::new(1);
        let torn = [a[0], b[1], b[0], a[1]];
        assert!(table.pick(torn, 8).is_none() && table.pick(torn, 8 + (1 << 40)).is_none());
    }

    #[test]
    fn a_request_beyond_all_measure_is_cut_down() {
        assert!(
            Table::new(usize::MAX >> 20).pairs.len() * size_of::<Pair>() <= MAX_TABLE_MIB << 20
        );
    }
}
