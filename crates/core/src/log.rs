//! A list that grows at its end and is cheap to copy.

use std::sync::Arc;

/// Entries of a piece that copies share.
const PIECE: usize = 64;

/// What has happened so far, one entry after the other.
///
/// Copies share all full pieces, so a copy of a long history costs next to nothing, and neither a push nor a
/// cut at the end touches what came before.
///
/// ```
/// use ludex_core::Log;
/// let mut log: Log<u32> = (0..1000).collect();
/// let copy = log.clone();
/// log.truncate(500);
/// log.push(7);
/// assert_eq!((log.len(), log.get(500)), (501, Some(&7)));
/// assert_eq!((copy.len(), copy.get(500)), (1000, Some(&500)));
/// ```
#[derive(Clone, Debug)]
pub struct Log<T> {
    /// All but the last hold [`PIECE`] entries; none is empty.
    pieces: Vec<Arc<Vec<T>>>,
    len: usize,
}

impl<T> Default for Log<T> {
    fn default() -> Self {
        Self { pieces: Vec::new(), len: 0 }
    }
}

impl<T> Log<T> {
    /// Number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing has happened.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Entry `index`, from 0.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.pieces.get(index / PIECE)?.get(index % PIECE)
    }

    /// The last entry.
    pub fn last(&self) -> Option<&T> {
        self.pieces.last()?.last()
    }

    /// All entries from `index` on, in order.
    pub fn iter_from(&self, index: usize) -> impl DoubleEndedIterator<Item = &T> {
        let (whole, rest) = (index / PIECE, index % PIECE);
        let first = self.pieces.get(whole).and_then(|piece| piece.get(rest..)).unwrap_or_default();
        let later = self.pieces.get(whole + 1..).unwrap_or_default();
        first.iter().chain(later.iter().flat_map(|piece| piece.iter()))
    }

    /// All entries, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.iter_from(0)
    }
}

impl<T: Clone> Log<T> {
    /// Adds an entry.
    pub fn push(&mut self, entry: T) {
        if self.len.is_multiple_of(PIECE) {
            self.pieces.push(Arc::new(Vec::with_capacity(1)));
        }
        if let Some(piece) = self.pieces.last_mut() {
            Arc::make_mut(piece).push(entry);
            self.len += 1;
        }
    }

    /// The entry `index`, to be changed.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        Arc::make_mut(self.pieces.get_mut(index / PIECE)?).get_mut(index % PIECE)
    }

    /// Forgets all but the first `len` entries.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        self.pieces.truncate(len.div_ceil(PIECE));
        let rest = len % PIECE;
        if let Some(piece) = self.pieces.last_mut().filter(|_| rest > 0) {
            Arc::make_mut(piece).truncate(rest);
        }
        self.len = len;
    }
}

impl<T: Clone> FromIterator<T> for Log<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut log = Self::default();
        entries.into_iter().for_each(|entry| log.push(entry));
        log
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use rand::RngExt;

    /// Pushes, cuts and copies at random, compared with a plain vector.
    #[test]
    fn a_log_is_a_vector() {
        let mut dice = Seed(1).rng();
        let (mut log, mut plain, mut copies) = (Log::default(), Vec::new(), Vec::new());
        for step in 0..4000 {
            match dice.random_range(0..100) {
                0 => {
                    let len = dice.random_range(0..=plain.len());
                    log.truncate(len);
                    plain.truncate(len);
                }
                1 => copies.push((log.clone(), plain.clone())),
                2 if !plain.is_empty() => {
                    let index = dice.random_range(0..plain.len());
                    plain[index] = step;
                    *log.get_mut(index).expect("an entry") = step;
                }
                _ => {
                    log.push(step);
                    plain.push(step);
                }
            }
            assert_eq!((log.len(), log.last()), (plain.len(), plain.last()));
        }
        copies.push((log, plain));
        for (log, plain) in copies {
            assert!(log.iter().eq(&plain) && log.iter().rev().eq(plain.iter().rev()));
            for from in [0, 1, 63, 64, 65, plain.len()] {
                assert!(log.iter_from(from).eq(plain.iter().skip(from)), "from {from}");
            }
            assert_eq!(log.get(plain.len()), None);
        }
    }
}
