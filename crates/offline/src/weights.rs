//! What the CITS4211 report's utility counts, and what each of it is worth.

use ludex_core::{Error, Result};
use serde::{Deserialize, Serialize};

/// The weights of the utility of a board. Those that a file does not name keep the report's values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// Each row up to the highest block.
    pub row: f64,
    /// Each empty cell with a block anywhere above it.
    pub hole: f64,
    /// Each side of a block that touches a side wall.
    pub wall: f64,
    /// Each side of a block that touches the floor.
    pub floor: f64,
    /// Each side of a block that touches another block; a touching pair counts twice.
    pub block: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { row: -100.0, hole: -80.0, wall: 10.0, floor: 3.0, block: 1.0 }
    }
}

impl Weights {
    /// Reads weights from JSON such as `{"row": -50, "hole": -100}`.
    ///
    /// ```
    /// use ludex_offline::Weights;
    /// let weights = Weights::read(r#"{"hole": -100}"#).unwrap();
    /// assert_eq!((weights.hole, weights.wall), (-100.0, 10.0));
    /// assert!(Weights::read(r#"{"holes": 1}"#).unwrap_err().to_string().contains("hole"));
    /// ```
    pub fn read(text: &str) -> Result<Self> {
        let read: serde_json::Result<Self> = serde_json::from_str(text);
        let weights = read.map_err(|error| {
            let reason = format!("{error}; write JSON such as {{\"row\": -100, \"hole\": -80}}");
            Error::bad("weights", text, reason)
        })?;
        Ok(weights)
    }

    /// The value of a board that counts so.
    #[inline]
    pub fn value(&self, count: &Count) -> f64 {
        self.row * count.rows as f64
            + self.hole * count.holes as f64
            + self.wall * count.walls as f64
            + self.floor * count.floor as f64
            + self.block * count.blocks as f64
    }
}

/// What the utility counts on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Count {
    /// Rows up to the highest block.
    pub rows: i64,
    /// Empty cells with a block anywhere above.
    pub holes: i64,
    /// Sides of blocks at a side wall.
    pub walls: i64,
    /// Sides of blocks on the floor.
    pub floor: i64,
    /// Sides of blocks at another block.
    pub blocks: i64,
}

impl Count {
    /// Counts a whole board, cell by cell: the definition.
    pub fn of(width: usize, rows: &[u32]) -> Self {
        let full = |x: i64, y: i64| {
            let inside = (0..width as i64).contains(&x) && (0..rows.len() as i64).contains(&y);
            inside && rows[y as usize] >> x & 1 == 1
        };
        let mut count = Self { rows: rows.len() as i64, ..Self::default() };
        for (y, x) in (0..rows.len() as i64).flat_map(|y| (0..width as i64).map(move |x| (y, x))) {
            if !full(x, y) {
                count.holes += i64::from((y..rows.len() as i64).any(|above| full(x, above)));
                continue;
            }
            count.walls += i64::from(x == 0) + i64::from(x == width as i64 - 1);
            count.floor += i64::from(y == 0);
            let sides = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            count.blocks += sides.iter().filter(|(x, y)| full(*x, *y)).count() as i64;
        }
        count
    }
}
