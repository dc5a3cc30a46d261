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
        let sides = text.split_once(['x', 'X']);
        let has_form = sides.is_some_and(|(w, h)| is_whole_number(w) && is_whole_number(h));
        let Some((width, height)) = sides.filter(|_| has_form) else {
            return Err(Error::bad("size", text, "write WIDTHxHEIGHT, such as 10x20"));
        };
        let side = |text: &str| text.parse::<u16>().ok().filter(|side| *side > 0).map(usize::from);
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Size::new(width, height)),
            _ => Err(Error::bad("size", text, format!("sides go from 1 to {}", u16::MAX))),
        }
    }
}

/// Whether a text is a number without sign, however large.
fn is_whole_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
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
