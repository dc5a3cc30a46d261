//! Board sizes, written width x height.

use crate::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A board's size.
///
/// ```
/// use ludex_core::Size;
/// let size: Size = "10x20".parse().unwrap();
/// assert_eq!((size.width, size.height), (10, 20));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Size {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Size {
    /// A size from its two numbers.
    pub const fn new(width: usize, height: usize) -> Self {
        Self { width, height }
    }

    /// Number of cells.
    pub const fn cells(self) -> usize {
        self.width * self.height
    }

    /// Refuses a size that does not lie between two others.
    pub fn between(self, least: Size, most: Size) -> Result<Self> {
        let fits = (least.width..=most.width).contains(&self.width)
            && (least.height..=most.height).contains(&self.height);
        if fits {
            return Ok(self);
        }
        Err(Error::bad("size", self.to_string(), format!("give {least} to {most}")))
    }
}

impl FromStr for Size {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let numbers = text.split_once(['x', 'X']).and_then(|(w, h)| {
            Some(Size::new(w.parse::<u16>().ok()?.into(), h.parse::<u16>().ok()?.into()))
        });
        match numbers {
            Some(size) if size.width > 0 && size.height > 0 => Ok(size),
            _ => Err(Error::bad("size", text, "write WIDTHxHEIGHT, such as 10x20")),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl From<Size> for String {
    fn from(size: Size) -> Self {
        size.to_string()
    }
}

impl TryFrom<String> for Size {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}
