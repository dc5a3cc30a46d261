//! How the moves of a game stand in their row: those of a short game as text, those of a long one packed, as whoever plays
//! six million a second would else spend half of the time on writing them.
//!
//! Packed moves are a byte that says how many bits a number has, four bytes that say how many moves there are, each
//! different move as it first comes with a line end after it, an empty line, and then for each move the number of the
//! different one, from 0. Numbers have their lowest bits first, and four bytes hold 32 bits of them.

use ludex_core::Moves;
use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};

/// Games with fewer moves stand there as text: anybody who looks into the file can read it.
const LONG: usize = 256;

/// Moves as they stand in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    Text(String),
    Packed(Vec<u8>),
}

/// How moves are to be stored.
pub(crate) fn stored(moves: &Moves) -> Stored {
    if moves.len() < LONG { Stored::Text(moves.text()) } else { Stored::Packed(pack(moves)) }
}

impl Stored {
    /// The moves, or what is wrong.
    pub(crate) fn read(&self) -> Result<Moves, &'static str> {
        match self {
            Self::Text(text) => Ok(Moves::of_text(text)),
            Self::Packed(bytes) => unpack(bytes).ok_or("they are damaged"),
        }
    }
}

impl ToSql for Stored {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let value = match self {
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Packed(bytes) => ValueRef::Blob(bytes),
        };
        Ok(ToSqlOutput::Borrowed(value))
    }
}

impl FromSql for Stored {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value {
            ValueRef::Blob(bytes) => Ok(Self::Packed(bytes.into())),
            value => Ok(Self::Text(value.as_str_or_null()?.unwrap_or_default().into())),
        }
    }
}

/// The bits that numbers up to this one have. One at least, so that whoever claims many moves has to bring them.
pub(crate) fn bits(most: u32) -> u32 {
    (u32::BITS - most.leading_zeros()).max(1)
}

fn pack(moves: &Moves) -> Vec<u8> {
    let moves = moves.alone();
    let (words, codes) = (moves.words().text(), moves.codes());
    let bits = bits(codes.iter().copied().max().unwrap_or(0));
    let mut packed = Vec::with_capacity(1 + 4 + words.len() + 1 + size(bits, codes.len()));
    packed.push(bits as u8);
    packed.extend((codes.len() as u32).to_le_bytes());
    packed.extend_from_slice(words.as_bytes());
    packed.push(b'\n');
    write_codes(&mut packed, codes, bits);
    packed
}

/// Bytes of so many numbers of so many bits.
fn size(bits: u32, count: usize) -> usize {
    (count * bits as usize).div_ceil(32) * 4
}

/// Appends numbers of so many bits each.
pub(crate) fn write_codes(out: &mut Vec<u8>, codes: &[u32], bits: u32) {
    out.reserve(size(bits, codes.len()));
    let (mut waiting, mut filled) = (0, 0);
    for &code in codes {
        waiting |= u64::from(code) << filled;
        filled += bits;
        if filled >= 32 {
            out.extend((waiting as u32).to_le_bytes());
            waiting >>= 32;
            filled -= 32;
        }
    }
    if filled > 0 {
        out.extend((waiting as u32).to_le_bytes());
    }
}

fn unpack(packed: &[u8]) -> Option<Moves> {
    let (&bits, rest) = packed.split_first()?;
    let (count, rest) = rest.split_first_chunk()?;
    let (bits, count) = (u32::from(bits), u32::from_le_bytes(*count) as usize);
    // Without a different move there is none at all.
    let end = match rest {
        [b'\n', ..] => 0,
        _ => rest.windows(2).position(|two| two == b"\n\n")? + 1,
    };
    let (words, codes) = (str::from_utf8(&rest[..end]).ok()?, &rest[end + 1..]);
    Moves::of_words(words, read_codes(codes, bits, count)?)
}

/// So many numbers of so many bits each; nothing if the bytes are not as many as they take.
pub(crate) fn read_codes(bytes: &[u8], bits: u32, count: usize) -> Option<Vec<u32>> {
    let most = bytes.len().checked_mul(8)?;
    if !(1..=32).contains(&bits) || count > most || bytes.len() != size(bits, count) {
        return None;
    }
    let mut blocks = bytes.as_chunks().0.iter().map(|block| u64::from(u32::from_le_bytes(*block)));
    let (mut waiting, mut filled) = (0, 0);
    let mut next = || {
        if filled < bits {
            waiting |= blocks.next().unwrap_or(0) << filled;
            filled += 32;
        }
        let code = waiting & ((1 << bits) - 1);
        waiting >>= bits;
        filled -= bits;
        code as u32
    };
    Some((0..count).map(|_| next()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many moves, so many of them different.
    fn moves(count: usize, different: usize) -> Moves {
        (0..count).map(|at| format!("m{}", at * 7919 % different)).collect()
    }

    #[test]
    fn what_is_packed_comes_back() {
        for (count, different, bits) in
            [(256, 1, 1), (300, 2, 1), (301, 4, 2), (600, 257, 9), (70_000, 66_000, 17)]
        {
            let moves = moves(count, different);
            let packed = stored(&moves);
            assert_eq!(packed.read().as_ref(), Ok(&moves));
            let Stored::Packed(bytes) = packed else { panic!("{count} moves are many") };
            assert_eq!(bytes[0], bits, "{different}");
        }
    }

    #[test]
    fn short_games_are_text() {
        for count in [0, 1, 255] {
            let moves = moves(count, 5);
            assert_eq!(stored(&moves), Stored::Text(moves.text()));
            assert_eq!(stored(&moves).read(), Ok(moves));
        }
    }

    #[test]
    fn damaged_moves_are_refused() {
        let packed = pack(&moves(300, 257));
        for len in 0..packed.len() {
            assert_eq!(unpack(&packed[..len]), None, "{len}");
        }
        let one = pack(&moves(1, 1));
        assert_eq!(one, [&[1, 1, 0, 0, 0][..], b"m0\n\n", &[0; 4]].concat());
        for (place, byte) in [(0, 0), (0, 33), (1, 0), (4, 255), (6, 255), (7, b'x'), (9, 1)] {
            let mut damaged = one.clone();
            damaged[place] = byte;
            assert_eq!(unpack(&damaged), None, "{damaged:?}");
        }
    }
}
