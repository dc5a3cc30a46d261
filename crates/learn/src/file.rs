//! Weight files: what they hold is named, versioned and checked.
//!
//! ```text
//! LUDEXNET            8 bytes that no other file starts with
//! version             32 bits, lowest byte first, like all numbers here
//! length              32 bits: bytes of the header
//! header              JSON: game, network, what kind of file, how many bytes follow
//! payload             what the header says
//! checksum            32 bits: CRC-32 of everything before it
//! ```

use ludex_core::{Error, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{Read, Write};

const MAGIC: &[u8; 8] = b"LUDEXNET";
const VERSION: u32 = 1;
/// No header is longer, whatever a damaged file says.
const LONGEST_HEADER: u32 = 1 << 20;

/// A writer that knows the checksum of what went through it.
pub(crate) struct Sealing<W> {
    inner: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Sealing<W> {
    /// Starts a file with its header.
    pub(crate) fn start(inner: W, header: &impl Serialize) -> std::io::Result<Self> {
        let mut file = Self { inner, sum: crc32fast::Hasher::new() };
        let header = serde_json::to_vec(header)?;
        file.write_all(MAGIC)?;
        file.write_all(&VERSION.to_le_bytes())?;
        file.write_all(&(header.len() as u32).to_le_bytes())?;
        file.write_all(&header)?;
        Ok(file)
    }

    /// Ends the file with its checksum.
    pub(crate) fn seal(mut self) -> std::io::Result<()> {
        let sum = self.sum.finalize();
        self.inner.write_all(&sum.to_le_bytes())?;
        self.inner.flush()
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.inner.flush()
    }
}

/// A reader that refuses what is damaged, cut off or foreign, and names the file in every refusal.
pub(crate) struct Checking<'a, R> {
    name: &'a str,
    inner: R,
    sum: crc32fast::Hasher,
}

impl<'a, R: Read> Checking<'a, R> {
    /// Opens a file and reads its header.
    pub(crate) fn start<H: DeserializeOwned>(name: &'a str, inner: R) -> Result<(Self, H)> {
        let mut file = Self { name, inner, sum: crc32fast::Hasher::new() };
        if file.take::<8>().ok().as_ref() != Some(MAGIC) {
            return Err(file.refuse("it is no weight file of Ludex"));
        }
        let version = u32::from_le_bytes(file.take()?);
        if version > VERSION {
            let say = format!(
                "it was written by a newer Ludex (version {version}; this one knows {VERSION}); use that one, or give another file"
            );
            return Err(file.refuse(say));
        }
        if version != VERSION {
            let say = format!("it has version {version}, and this program reads {VERSION}");
            return Err(file.refuse(say));
        }
        let length = u32::from_le_bytes(file.take()?);
        if length > LONGEST_HEADER {
            return Err(file.refuse("its header is damaged"));
        }
        let mut header = vec![0; length as usize];
        file.fill(&mut header)?;
        let header = serde_json::from_slice(&header);
        let header =
            header.map_err(|error| file.refuse(format!("its header is damaged: {error}")))?;
        Ok((file, header))
    }

    /// The error that refuses this file.
    pub(crate) fn refuse(&self, reason: impl Into<String>) -> Error {
        Error::bad("weight file", self.name, reason)
    }

    /// Reads as many bytes as there is room for.
    pub(crate) fn fill(&mut self, bytes: &mut [u8]) -> Result<()> {
        self.inner.read_exact(bytes).map_err(|_| self.refuse("it is cut off"))?;
        self.sum.update(bytes);
        Ok(())
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Compares the checksum at the end.
    pub(crate) fn finish(mut self) -> Result<()> {
        let sum = self.sum.clone().finalize();
        let stated = u32::from_le_bytes(self.take()?);
        let mut rest = [0];
        if sum != stated {
            return Err(self.refuse("it is damaged: its checksum is wrong"));
        }
        match self.inner.read(&mut rest) {
            Ok(0) => Ok(()),
            _ => Err(self.refuse("more follows after its end")),
        }
    }
}
