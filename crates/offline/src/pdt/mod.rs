//! Placement decision trees, as graphs: every way to fill a box by straight drops.
//!
//! A box that is to be filled completely never has a hole below a block, so a state is nothing but the heights of its columns.
//! The number of heights is a number in base `height + 1`, and a set of states is a set of bits. A graph holds the states that can
//! be reached from the empty box and from which the full box can be reached; its edges are found anew when they are wanted, which
//! is faster than keeping them.

mod count;
mod file;
mod fill;
mod tilings;

pub use count::Counts;
pub use fill::{Filling, Question};

use crate::kit::{Form, Kit};
use ludex_core::{Error, Result, Stop};

/// The most columns of a box.
pub const MOST_WIDTH: usize = 16;
/// The most states that could be told apart in a box: a bit each must fit into memory.
const MOST_CODES: u64 = 1 << 31;

/// A box, height by width as in the literature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Box2 {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
}

impl std::str::FromStr for Box2 {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let bad = |reason: &str| Error::bad("box", text, reason);
        let numbers = text.split_once(['x', 'X']).and_then(|(height, width)| {
            Some((height.parse::<usize>().ok()?, width.parse::<usize>().ok()?))
        });
        let (height, width) = numbers.ok_or_else(|| bad("write HEIGHTxWIDTH, such as 4x4"))?;
        Self::new(height, width)
    }
}

impl std::fmt::Display for Box2 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.height, self.width)
    }
}

impl Box2 {
    /// A box that is small enough for a graph.
    ///
    /// ```
    /// use ludex_offline::pdt::Box2;
    /// assert_eq!(Box2::new(4, 11).unwrap().to_string(), "4x11");
    /// assert!(Box2::new(4, 40).is_err());
    /// ```
    pub fn new(height: usize, width: usize) -> Result<Self> {
        let shape = Self { height, width };
        let bad = |reason: &str| Err(Error::bad("box", shape.to_string(), reason));
        if !(1..=12).contains(&height) || !(1..=MOST_WIDTH).contains(&width) {
            return bad("give 1 to 12 rows and 1 to 16 columns");
        }
        match (height as u64 + 1).checked_pow(width as u32) {
            Some(codes) if codes <= MOST_CODES => Ok(shape),
            _ => bad("it has too many states; give a smaller one, such as 4x11"),
        }
    }

    /// Cells of the box.
    pub fn cells(self) -> usize {
        self.height * self.width
    }

    fn codes(self) -> usize {
        (self.height + 1).pow(self.width as u32)
    }

    /// The heights of the columns that a number stands for.
    fn heights(self, mut code: u32) -> [u8; MOST_WIDTH] {
        let mut heights = [0; MOST_WIDTH];
        for height in &mut heights[..self.width] {
            *height = (code % (self.height as u32 + 1)) as u8;
            code /= self.height as u32 + 1;
        }
        heights
    }
}

/// A piece at a column of a box: what it needs below it and adds on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The piece.
    pub piece: u8,
    /// Its turn.
    pub rotation: u8,
    /// The column of its left edge.
    pub column: u8,
    width: u8,
    /// The lowest cell of each of its columns; the heights below must be as uneven.
    bottoms: [u8; 5],
    /// How far above the floor of its box it may start.
    most: u8,
    /// What it adds to the number of a state.
    add: u32,
}

impl Fit {
    /// Whether the piece lies on these heights without a hole and below the top of the box.
    #[inline]
    fn lies_on(&self, heights: &[u8; MOST_WIDTH]) -> bool {
        let x = usize::from(self.column);
        let Some(floor) = heights[x].checked_sub(self.bottoms[0]) else { return false };
        floor <= self.most
            && (1..usize::from(self.width)).all(|j| heights[x + j] == floor + self.bottoms[j])
    }

    /// Whether the piece lies on top of these heights, so that it could be taken away again.
    #[inline]
    fn tops_off(&self, heights: &[u8; MOST_WIDTH], tops: [u8; 5]) -> bool {
        let x = usize::from(self.column);
        let Some(floor) = heights[x].checked_sub(tops[0]) else { return false };
        floor <= self.most
            && (1..usize::from(self.width)).all(|j| heights[x + j] == floor + tops[j])
    }
}

/// The states of a box on a way from empty to full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    shape: Box2,
    kit: Kit,
    /// By piece.
    fits: Vec<Fit>,
    /// Where the fits of each piece begin, and where the last ones end.
    starts: Vec<usize>,
    tops: Vec<[u8; 5]>,
    /// A bit for every state on a way, the full box too.
    states: Vec<u64>,
}

impl Graph {
    /// The graph of a box for a set of pieces. Every piece of it covers as many cells.
    pub fn build(shape: Box2, kit: &Kit, stop: &Stop) -> Result<Self> {
        let mut graph = Self::without_states(shape, kit)?;
        if !shape.cells().is_multiple_of(graph.piece_cells()) {
            return Ok(graph);
        }
        let full = shape.codes() as u32 - 1;
        let back = graph.spread(full, &[], Direction::Back, stop);
        if bit(&back, 0) {
            graph.states = graph.spread(0, &back, Direction::Forth, stop);
        }
        Ok(graph)
    }

    /// Refuses a set whose pieces differ in their number of cells.
    pub fn check(kit: &Kit) -> Result<()> {
        let cells = kit.cells(0);
        if kit.pieces().any(|piece| kit.cells(piece) != cells) {
            let reason = "its pieces differ in their number of cells; boxes need equal ones";
            return Err(Error::bad("piece set", kit.name(), reason));
        }
        Ok(())
    }

    fn without_states(shape: Box2, kit: &Kit) -> Result<Self> {
        Self::check(kit)?;
        let (fits, tops) = all_fits(shape, kit);
        let states = vec![0; shape.codes().div_ceil(64)];
        let start = |piece: u8| fits.partition_point(|fit| fit.piece < piece);
        let starts = (0..=kit.len() as u8).map(start).collect();
        Ok(Self { shape, kit: kit.clone(), fits, starts, tops, states })
    }

    /// All states that can be reached from one, among those allowed (all if none are named).
    fn spread(&self, from: u32, allowed: &[u64], way: Direction, stop: &Stop) -> Vec<u64> {
        let mut seen = vec![0; self.states.len()];
        let mut open = vec![from];
        set(&mut seen, from);
        while let Some(code) = open.pop() {
            if open.len().is_multiple_of(1024) && stop.is_set() {
                break;
            }
            let heights = self.shape.heights(code);
            for (fit, tops) in self.fits.iter().zip(&self.tops) {
                let next = match way {
                    Direction::Forth if fit.lies_on(&heights) => code + fit.add,
                    Direction::Back if fit.tops_off(&heights, *tops) => code - fit.add,
                    _ => continue,
                };
                if !bit(&seen, next) && (allowed.is_empty() || bit(allowed, next)) {
                    set(&mut seen, next);
                    open.push(next);
                }
            }
        }
        seen
    }

    /// The box.
    pub fn shape(&self) -> Box2 {
        self.shape
    }

    /// The pieces.
    pub fn kit(&self) -> &Kit {
        &self.kit
    }

    /// Cells of each piece.
    pub fn piece_cells(&self) -> usize {
        self.kit.cells(0) as usize
    }

    /// Whether a state is on a way to the full box.
    #[inline]
    pub fn has(&self, code: u32) -> bool {
        bit(&self.states, code)
    }

    /// The number of the full box.
    pub fn full(&self) -> u32 {
        self.shape.codes() as u32 - 1
    }

    /// Every placement that fits the box somewhere, floating ones included.
    pub fn placements(&self) -> usize {
        let rows = |fit: &Fit| usize::from(fit.most) + 1;
        self.fits.iter().map(rows).sum()
    }

    /// Calls `each` with the placements that lead from a state to another on a way, and with that one.
    #[inline]
    pub fn each_next(&self, code: u32, mut each: impl FnMut(&Fit, u32)) {
        let heights = self.shape.heights(code);
        for fit in self.fits.iter().filter(|fit| fit.lies_on(&heights)) {
            let next = code + fit.add;
            if self.has(next) {
                each(fit, next);
            }
        }
    }

    /// The state after a piece has come to lie at a row and column without a hole, if the box can still be filled then.
    pub fn next(
        &self,
        code: u32,
        piece: u8,
        rotation: u8,
        column: usize,
        row: usize,
    ) -> Option<u32> {
        let mut found = None;
        self.each_next_of(piece, code, |fit, next, floor| {
            let same = fit.rotation == rotation && usize::from(fit.column) == column;
            if same && usize::from(floor) == row {
                found = Some(next);
            }
        });
        found
    }

    /// The same for one piece only, with the row of its lowest cell.
    #[inline]
    pub fn each_next_of(&self, piece: u8, code: u32, mut each: impl FnMut(&Fit, u32, u8)) {
        let heights = self.shape.heights(code);
        let piece = usize::from(piece);
        for fit in &self.fits[self.starts[piece]..self.starts[piece + 1]] {
            if fit.lies_on(&heights) && self.has(code + fit.add) {
                let floor = heights[usize::from(fit.column)] - fit.bottoms[0];
                each(fit, code + fit.add, floor);
            }
        }
    }

    /// The numbers of all states on a way, smallest first; a state's successors have greater numbers.
    pub fn codes(&self) -> impl Iterator<Item = u32> {
        let words = self.states.iter().enumerate();
        words.flat_map(|(i, &word)| {
            (0..64).filter(move |b| word >> b & 1 == 1).map(move |b| i as u32 * 64 + b)
        })
    }

    /// How many states are on a way, without the full box.
    pub fn states(&self) -> usize {
        let all: usize = self.states.iter().map(|word| word.count_ones() as usize).sum();
        all.saturating_sub(1)
    }
}

#[derive(Clone, Copy)]
enum Direction {
    Forth,
    Back,
}

#[inline]
fn bit(bits: &[u64], code: u32) -> bool {
    bits[code as usize / 64] >> (code % 64) & 1 == 1
}

fn set(bits: &mut [u64], code: u32) {
    bits[code as usize / 64] |= 1 << (code % 64);
}

/// Every turn of every piece at every column, with the tops that it leaves.
fn all_fits(shape: Box2, kit: &Kit) -> (Vec<Fit>, Vec<[u8; 5]>) {
    let mut fits = Vec::new();
    let mut tops = Vec::new();
    for piece in kit.pieces() {
        for (rotation, form) in kit.distinct(piece) {
            // A piece with a gap in a column cannot be part of a full box.
            let solid = form.gaps() == 0;
            if !solid || form.height() > shape.height || form.width() > shape.width {
                continue;
            }
            for column in 0..=shape.width - form.width() {
                fits.push(fit(shape, piece, rotation, form, column));
                tops.push(form.tops);
            }
        }
    }
    (fits, tops)
}

fn fit(shape: Box2, piece: u8, rotation: u8, form: &Form, column: usize) -> Fit {
    let weight = |j: usize| (shape.height as u32 + 1).pow((column + j) as u32);
    let cells = |j: usize| form.columns[j].count_ones();
    Fit {
        piece,
        rotation,
        column: column as u8,
        width: form.width,
        bottoms: form.bottoms,
        most: (shape.height - form.height()) as u8,
        add: (0..form.width()).map(|j| weight(j) * cells(j)).sum(),
    }
}
