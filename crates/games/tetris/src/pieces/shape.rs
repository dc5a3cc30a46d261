//! What one piece in one turn covers, and where it is put.

use ludex_core::{Error, Result};
use std::fmt;

/// The most cells a piece may have, and so the largest side of its bounding box.
pub const MOST_CELLS: usize = 5;

/// A polyomino in one turn, moved into the lower left corner of its bounding box.
///
/// Two turns that cover the same cells are equal shapes.
///
/// ```
/// use ludex_tetris::Shape;
/// let s = Shape::new(&[(0, 0), (1, 0), (1, 1), (2, 1)]).unwrap();
/// assert_eq!((s.width(), s.height(), s.cells()), (3, 2, 4));
/// assert_eq!(s.to_string(), ".XX\nXX.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    width: u8,
    height: u8,
    cells: u8,
    columns: [u8; MOST_CELLS],
    bottoms: [u8; MOST_CELLS],
    tops: [u8; MOST_CELLS],
    rows: [u8; MOST_CELLS],
}

impl Shape {
    /// The shape of some cells, given as (column, row) with rows upwards, anywhere in the plane.
    ///
    /// Refuses no cells, more than five, the same cell twice, and cells that do not hang together.
    pub fn new(cells: &[(i8, i8)]) -> Result<Self> {
        check_cells(cells)?;
        let left = cells.iter().map(|c| c.0).min().unwrap_or(0);
        let floor = cells.iter().map(|c| c.1).min().unwrap_or(0);
        let mut columns = [0u8; MOST_CELLS];
        for &(x, y) in cells {
            columns[(x - left) as usize] |= 1 << (y - floor);
        }
        Ok(Self::of_columns(columns))
    }

    fn of_columns(columns: [u8; MOST_CELLS]) -> Self {
        let all = columns.iter().fold(0, |a, c| a | c);
        Self {
            width: columns.iter().filter(|c| **c != 0).count() as u8,
            height: (8 - all.leading_zeros()) as u8,
            cells: columns.iter().map(|c| c.count_ones() as u8).sum(),
            columns,
            bottoms: columns.map(|c| if c == 0 { 0 } else { c.trailing_zeros() as u8 }),
            tops: columns.map(|c| (8 - c.leading_zeros()) as u8),
            rows: std::array::from_fn(|y| columns.iter().map(|c| c >> y & 1).sum()),
        }
    }

    /// Columns of the bounding box.
    #[inline(always)]
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// Rows of the bounding box.
    #[inline(always)]
    pub fn height(&self) -> usize {
        self.height as usize
    }

    /// How many cells are covered.
    #[inline(always)]
    pub fn cells(&self) -> u32 {
        u32::from(self.cells)
    }

    /// The cells of a column of the box as bits, bit 0 at the box's lowest row.
    #[inline(always)]
    pub fn column(&self, j: usize) -> u32 {
        u32::from(self.columns[j])
    }

    /// The lowest covered row of a column of the box.
    #[inline(always)]
    pub fn bottom(&self, j: usize) -> u32 {
        u32::from(self.bottoms[j])
    }

    /// One more than the highest covered row of a column of the box.
    #[inline(always)]
    pub fn top(&self, j: usize) -> u32 {
        u32::from(self.tops[j])
    }

    /// How many cells of each row of the box are covered, the lowest row first.
    #[inline(always)]
    pub fn rows(&self) -> &[u8; MOST_CELLS] {
        &self.rows
    }

    /// Whether no column of the shape has a gap in it. All shapes of up to four cells are so.
    pub fn is_solid(&self) -> bool {
        (0..self.width()).all(|j| self.column(j).count_ones() == self.top(j) - self.bottom(j))
    }

    /// The covered cells of the box as (column, row).
    pub fn each_cell(&self) -> impl Iterator<Item = (usize, usize)> {
        let (columns, width) = (self.columns, self.width());
        (0..width).flat_map(move |x| {
            (0..MOST_CELLS).filter(move |y| columns[x] >> y & 1 == 1).map(move |y| (x, y))
        })
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.height()).rev() {
            for x in 0..self.width() {
                f.write_str(if self.column(x) >> y & 1 == 1 { "X" } else { "." })?;
            }
            if y > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

fn check_cells(cells: &[(i8, i8)]) -> Result<()> {
    let bad = |reason: &str| Err(Error::bad("piece", format!("{cells:?}"), reason));
    if cells.is_empty() {
        return bad("it has no cells; give it one to five");
    }
    if cells.len() > MOST_CELLS {
        return bad(&format!("it has {} cells; five is the most", cells.len()));
    }
    if (1..cells.len()).any(|i| cells[..i].contains(&cells[i])) {
        return bad("it names a cell twice; name each cell once");
    }
    if !is_connected(cells) {
        return bad("it falls apart; its cells must touch along edges");
    }
    Ok(())
}

fn is_connected(cells: &[(i8, i8)]) -> bool {
    let touch = |a: (i8, i8), b: (i8, i8)| {
        i16::from(a.0).abs_diff(b.0.into()) + i16::from(a.1).abs_diff(b.1.into()) == 1
    };
    let mut seen = vec![cells[0]];
    let mut next = 0;
    while next < seen.len() {
        let here = seen[next];
        next += 1;
        for &cell in cells {
            if touch(here, cell) && !seen.contains(&cell) {
                seen.push(cell);
            }
        }
    }
    seen.len() == cells.len()
}

/// Where a piece is put: its turn, and the lower left corner of its bounding box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// Which of the piece's states, from 0.
    pub rotation: u8,
    /// Leftmost column.
    pub x: u8,
    /// Lowest row, 0 at the floor.
    pub y: u8,
}
