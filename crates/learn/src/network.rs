//! Finished weights for play.

use crate::file::{Checking, Sealing};
use ludex_core::{Error, Result};
use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

/// Weights in steps of one size: half the memory of plain numbers, and far smaller in a file.
pub struct Network {
    label: Label,
    steps: Vec<i16>,
}

/// What a network is and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// The game it plays.
    pub game: String,
    /// The name of its features.
    pub network: String,
    /// How it was made, for people.
    pub made: String,
    /// The size of a step.
    pub step: f32,
}

#[derive(Serialize, Deserialize)]
struct Header {
    kind: String,
    #[serde(flatten)]
    label: Label,
    weights: u64,
    bytes: u64,
}

const KIND: &str = "player";

impl Network {
    /// Rounds weights to steps. Refuses steps so small that a weight does not fit.
    pub fn new(label: Label, values: impl Iterator<Item = f32>) -> Result<Self> {
        let fit = |value: f32| {
            let steps = (value / label.step).round();
            let fits = steps.abs() <= f32::from(i16::MAX);
            fits.then_some(steps as i16).ok_or(value)
        };
        let steps: std::result::Result<Vec<i16>, f32> = values.map(fit).collect();
        match steps {
            Ok(steps) => Ok(Self { label, steps }),
            Err(value) => {
                let least = value.abs() / f32::from(i16::MAX);
                let reason = format!("a weight is {value}; give steps of {least} or more");
                Err(Error::bad("step of weights", label.step.to_string(), reason))
            }
        }
    }

    /// What it is.
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// Number of weights.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Number of weights that are not 0.
    pub fn used(&self) -> usize {
        self.steps.iter().filter(|&&step| step != 0).count()
    }

    /// Sets the weights for which `keep` says no to 0.
    pub fn prune(&mut self, mut keep: impl FnMut(usize) -> bool) {
        for (index, step) in self.steps.iter_mut().enumerate() {
            if *step != 0 && !keep(index) {
                *step = 0;
            }
        }
    }

    /// One weight.
    pub fn weight(&self, index: usize) -> f32 {
        f32::from(self.steps[index]) * self.label.step
    }

    /// The sum of some weights.
    #[inline]
    pub fn sum(&self, indices: &[u32]) -> f32 {
        let sum: i32 = indices.iter().map(|&index| i32::from(self.steps[index as usize])).sum();
        sum as f32 * self.label.step
    }

    /// Writes a file that [`Network::read`] reads.
    pub fn write(&self, out: impl Write) -> std::io::Result<()> {
        let payload = pack(&self.steps)?;
        let header = Header {
            kind: KIND.into(),
            label: self.label.clone(),
            weights: self.steps.len() as u64,
            bytes: payload.len() as u64,
        };
        let mut file = Sealing::start(out, &header)?;
        file.write_all(&payload)?;
        file.seal()
    }

    /// Reads a file of weights for `game`. `weights` says how many the network of a name has; `None` for an unknown name.
    pub fn read(
        name: &str,
        input: impl Read,
        game: &str,
        weights: impl Fn(&str) -> Option<usize>,
    ) -> Result<Self> {
        let (mut file, header) = Checking::start::<Header>(name, input)?;
        let Header { kind, label, weights: count, bytes } = header;
        if kind != KIND {
            return Err(file.refuse(format!("it holds a {kind}, not a player")));
        }
        if label.game != game {
            return Err(file.refuse(format!("it plays {}, not {game}", label.game)));
        }
        let expected = weights(&label.network);
        if expected.is_none_or(|expected| expected as u64 != count)
            || label.step.is_nan()
            || label.step <= 0.0
        {
            let say = format!("no network `{}` of {count} weights is known", label.network);
            return Err(file.refuse(say));
        }
        // Packed weights are never larger than plain ones, but for a few bytes.
        if bytes > 2 * count + 4096 {
            return Err(file.refuse("its header is damaged"));
        }
        let mut payload = vec![0; bytes as usize];
        file.fill(&mut payload)?;
        let steps = unpack(&payload, count as usize);
        let steps =
            steps.ok_or_else(|| file.refuse("it is damaged: its weights cannot be unpacked"));
        file.finish()?;
        Ok(Self { label, steps: steps? })
    }
}

/// Small numbers of either sign as small numbers without: 0, -1, 1, -2, ...
fn fold(step: i16) -> u16 {
    ((step << 1) ^ (step >> 15)) as u16
}

fn unfold(folded: u16) -> i16 {
    (folded >> 1) as i16 ^ -((folded & 1) as i16)
}

/// Packs weights: all lower bytes, then all upper ones, which are mostly 0.
fn pack(steps: &[i16]) -> std::io::Result<Vec<u8>> {
    let mut options = LzmaOptions::with_preset(9);
    (options.lc, options.pb) = (4, 0);
    let mut packer = LzmaWriter::new_no_header(Vec::new(), &options, false)?;
    let folded = || steps.iter().map(|&step| fold(step));
    packer.write_all(&folded().map(|step| step as u8).collect::<Vec<u8>>())?;
    packer.write_all(&folded().map(|step| (step >> 8) as u8).collect::<Vec<u8>>())?;
    let bytes = packer.finish()?;
    let mut out = vec![options.get_props()];
    out.extend(options.dict_size.to_le_bytes());
    out.extend(bytes);
    Ok(out)
}

fn unpack(packed: &[u8], count: usize) -> Option<Vec<i16>> {
    let (props, rest) = packed.split_first()?;
    let (dictionary, rest) = rest.split_first_chunk::<4>()?;
    let dictionary = u32::from_le_bytes(*dictionary);
    let size = 2 * count as u64;
    let reader = LzmaReader::new_with_props(rest, size, *props, dictionary, None);
    let mut bytes = vec![0; 2 * count];
    reader.ok()?.read_exact(&mut bytes).ok()?;
    let (low, high) = bytes.split_at(count);
    let join = |(&low, &high): (&u8, &u8)| unfold(u16::from_le_bytes([low, high]));
    Some(low.iter().zip(high).map(join).collect())
}
