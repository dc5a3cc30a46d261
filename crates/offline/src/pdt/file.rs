//! A graph in a file: a line of text that says what it is, then the numbers of the states as differences.

use super::{Box2, Graph, set};
use crate::kit::Kit;
use ludex_core::{Error, Result, mix};

/// What such a file begins with; the last part is the version.
const HEAD: &str = "ludex pdt 1";

impl Graph {
    /// The graph as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let states = self.codes().count();
        let head = format!(
            "{HEAD} {} {} {:016x} {states}\n",
            self.shape,
            self.kit.name(),
            print(&self.kit)
        );
        let mut bytes = head.into_bytes();
        let mut last = 0;
        for code in self.codes() {
            push_number(&mut bytes, code - last);
            last = code;
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a graph that was made for this set of pieces.
    pub fn from_bytes(bytes: &[u8], kit: &Kit) -> Result<Self> {
        let bad = |reason: &str| Error::bad("decision tree", "file", reason);
        let line = bytes.iter().take(200).position(|byte| *byte == b'\n');
        let line = line.ok_or_else(|| bad("it has no first line; make one with `ludex pdt -o`"))?;
        let head = std::str::from_utf8(&bytes[..line]).unwrap_or("");
        let Some(rest) = head.strip_prefix(HEAD) else {
            let reason =
                format!("it starts with `{head}`, not `{HEAD}`; make it with `ludex pdt -o`");
            return Err(bad(&reason));
        };
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let [shape, .., mark, states] = words[..] else {
            return Err(bad("its first line is cut short; make it again with `ludex pdt -o`"));
        };
        if mark != format!("{:016x}", print(kit)) {
            return Err(bad("it was made for another set of pieces; make it again for this one"));
        }
        let shape: Box2 = shape.parse()?;
        let states: usize = states.parse().map_err(|_| bad("its number of states is no number"))?;
        let (body, sum) = bytes.split_at(bytes.len().saturating_sub(8).max(line + 1));
        if sum != checksum(body).to_le_bytes() {
            return Err(bad("it is damaged; make it again with `ludex pdt -o`"));
        }
        let mut graph = Self::without_states(shape, kit)?;
        graph.read_states(&body[line + 1..], states).ok_or_else(|| bad("it is damaged"))?;
        Ok(graph)
    }

    fn read_states(&mut self, mut bytes: &[u8], states: usize) -> Option<()> {
        let mut code = 0u32;
        for _ in 0..states {
            code = code.checked_add(take_number(&mut bytes)?)?;
            if code > self.full() {
                return None;
            }
            set(&mut self.states, code);
        }
        self.rank_states();
        bytes.is_empty().then_some(())
    }
}

/// A fingerprint of the shapes of a set.
fn print(kit: &Kit) -> u64 {
    let mut print = kit.len() as u64;
    for form in kit.pieces().flat_map(|piece| kit.forms(piece)) {
        print = form.columns.iter().fold(mix(print), |print, &c| mix(print ^ u64::from(c)));
    }
    print
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let word = chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        sum = mix(sum ^ word);
    }
    sum
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let (mut number, mut shift) = (0u32, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 127).checked_shl(shift)?;
        if byte < 128 {
            return Some(number);
        }
        shift += 7;
    }
}
