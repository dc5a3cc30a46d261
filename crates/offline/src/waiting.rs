//! The pieces that may be placed next.

use crate::task::MOST_BUFFER;

/// The first pieces of what is left of a list: any of them may go next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pieces: [u8; MOST_BUFFER + 1],
    len: u8,
}

impl Waiting {
    /// The pieces that wait at the start of a list, and how many those are.
    pub fn first(list: &[u8], buffer: usize) -> (Self, usize) {
        let count = list.len().min(buffer + 1);
        let mut pieces = [0; MOST_BUFFER + 1];
        pieces[..count].copy_from_slice(&list[..count]);
        (Self { pieces, len: count as u8 }, count)
    }

    /// The pieces in the order in which they came.
    #[inline]
    pub fn pieces(&self) -> &[u8] {
        &self.pieces[..usize::from(self.len).min(MOST_BUFFER + 1)]
    }

    /// The places of the pieces that look different from those before them.
    #[inline]
    pub fn distinct(&self) -> impl Iterator<Item = usize> {
        let pieces = self.pieces();
        (0..pieces.len()).filter(|&i| !pieces[..i].contains(&pieces[i]))
    }

    /// Takes out the piece at a place; the next of the list joins at the end.
    #[inline]
    pub fn take(&mut self, place: usize, next: Option<u8>) {
        let len = usize::from(self.len);
        self.pieces.copy_within(place + 1..len, place);
        self.pieces[len - 1] = next.unwrap_or(0);
        self.len -= u8::from(next.is_none());
    }

    /// A number that equals that of another buffer exactly if the same pieces wait, in whatever order.
    #[inline]
    pub fn key(&self) -> u64 {
        let mut sorted = *self;
        let len = sorted.pieces().len();
        sorted.pieces[..len].sort_unstable();
        sorted.pieces().iter().fold(1, |key, &piece| key << 6 | u64::from(piece))
    }
}
