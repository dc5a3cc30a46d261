//! Placement decision trees, as graphs: every way to fill a box by straight drops.
//!
//! A box that is to be filled completely never has a hole below a block, so a state is nothing but the heights of its columns.
//! The number of heights is a number in base `height + 1`, and a set of states is a set of bits. A graph holds the states that can
//! be reached from the empty box and from which the full box can be reached; its edges are found anew when they are wanted, which
//! is faster than keeping them.

mod count;
mod file;
mod fill;
mod links;
mod orders;
mod spread;
mod sums;
mod surface;
mod tilings;

pub use count::Counts;
pub use fill::{Filler, Filling, Question};

use crate::kit::{Form, Kit};
use ludex_core::{Error, Result, Stop};
use spread::spread;
use surface::{Edge, Surface, Turn};

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
    #[inline]
    fn heights(self, mut code: u32) -> [u8; MOST_WIDTH] {
        if self.height == 4 {
            return self.heights_of_four(code);
        }
        let mut heights = [0; MOST_WIDTH];
        for height in &mut heights[..self.width] {
            *height = (code % (self.height as u32 + 1)) as u8;
            code /= self.height as u32 + 1;
        }
        heights
    }

    /// The same for the usual height: dividing by a number that is known in advance is several times faster.
    #[inline]
    fn heights_of_four(self, mut code: u32) -> [u8; MOST_WIDTH] {
        let mut heights = [0; MOST_WIDTH];
        for height in &mut heights[..self.width] {
            *height = (code % 5) as u8;
            code /= 5;
        }
        heights
    }
}

/// A piece at a column of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The piece.
    pub piece: u8,
    /// Its turn.
    pub rotation: u8,
    /// The column of its left edge.
    pub column: u8,
}

/// The states of a box on a way from empty to full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    shape: Box2,
    kit: Kit,
    /// By piece.
    turns: Vec<Turn>,
    /// What each turn adds to the number of a state at column 0, 1 and so on.
    adds: Vec<[u32; MOST_WIDTH]>,
    below: Surface,
    above: Surface,
    /// A bit for every state on a way, the full box too.
    states: Vec<u64>,
    /// How many states there are before each word of `states`.
    ranks: Vec<u32>,
}

impl Graph {
    /// The graph of a box for a set of pieces. Every piece of it covers as many cells.
    pub fn build(shape: Box2, kit: &Kit, stop: &Stop) -> Result<Self> {
        let mut graph = Self::without_states(shape, kit)?;
        if !shape.cells().is_multiple_of(graph.piece_cells()) {
            return Ok(graph);
        }
        let forth = spread(&graph, 0, &[], Edge::Bottom, stop);
        if bit(&forth, graph.full()) {
            graph.states = spread(&graph, graph.full(), &forth, Edge::Top, stop);
            graph.rank_states();
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
        let turns = turns(shape, kit);
        let weight = |column: usize| (shape.height as u32 + 1).pow(column as u32);
        let cells = |form: &Form, j: usize| form.columns[j].count_ones();
        let add = |turn: &Turn, column: usize| -> u32 {
            let fits = column + turn.form.width() <= shape.width;
            let columns = if fits { turn.form.width() } else { 0 };
            (0..columns).map(|j| weight(column + j) * cells(&turn.form, j)).sum()
        };
        let adds = turns.iter().map(|turn| std::array::from_fn(|column| add(turn, column)));
        let surface = |edge| Surface::new(shape, kit.len(), &turns, edge);
        let words = shape.codes().div_ceil(64);
        Ok(Self {
            shape,
            kit: kit.clone(),
            adds: adds.collect(),
            below: surface(Edge::Bottom),
            above: surface(Edge::Top),
            turns,
            states: vec![0; words],
            ranks: vec![0; words],
        })
    }

    fn rank_states(&mut self) {
        let mut sum = 0;
        for (rank, word) in self.ranks.iter_mut().zip(&self.states) {
            *rank = sum;
            sum += word.count_ones();
        }
    }

    /// The place of a state on a way among all of them, the smallest number first.
    #[inline]
    fn rank(&self, code: u32) -> usize {
        let (word, below) = (code as usize / 64, (1u64 << (code % 64)) - 1);
        (self.ranks[word] + (self.states[word] & below).count_ones()) as usize
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
        let Box2 { height, width } = self.shape;
        let places =
            |turn: &Turn| (width - turn.form.width() + 1) * (height - turn.form.height() + 1);
        self.turns.iter().map(places).sum()
    }

    fn fit(&self, turn: usize, column: usize) -> Fit {
        let Turn { piece, rotation, .. } = self.turns[turn];
        Fit { piece, rotation, column: column as u8 }
    }

    /// Calls `each` with the placements that lead from a state to another on a way, and with that one.
    #[inline]
    pub fn each_next(&self, code: u32, mut each: impl FnMut(Fit, u32)) {
        self.below.each_of_all(&self.shape.heights(code), |column, turn| {
            let turn = usize::from(turn);
            let next = code + self.adds[turn][column];
            if self.has(next) {
                each(self.fit(turn, column), next);
            }
        });
    }

    /// The same for one piece only, with the row of its lowest cell.
    #[inline]
    pub fn each_next_of(&self, piece: u8, code: u32, each: impl FnMut(Fit, u32, u8)) {
        self.each_next_on(&self.shape.heights(code), piece, code, each);
    }

    /// The same where the heights of the state are known.
    #[inline]
    fn each_next_on(
        &self,
        heights: &[u8; MOST_WIDTH],
        piece: u8,
        code: u32,
        mut each: impl FnMut(Fit, u32, u8),
    ) {
        self.below.each_of(piece, heights, |column, turn| {
            let turn = usize::from(turn);
            let next = code + self.adds[turn][column];
            if self.has(next) {
                let floor = heights[column] - self.turns[turn].form.bottoms[0];
                each(self.fit(turn, column), next, floor);
            }
        });
    }

    /// The states on a way from which a piece leads to a state.
    #[inline]
    fn each_before_on(
        &self,
        heights: &[u8; MOST_WIDTH],
        piece: u8,
        code: u32,
        mut each: impl FnMut(u32),
    ) {
        self.above.each_of(piece, heights, |column, turn| {
            // Beside the full box nothing differs from its columns; what would stick out there adds nothing.
            let added = self.adds[usize::from(turn)][column];
            if added > 0 && self.has(code - added) {
                each(code - added);
            }
        });
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

#[inline]
fn bit(bits: &[u64], code: u32) -> bool {
    bits[code as usize / 64] >> (code % 64) & 1 == 1
}

fn set(bits: &mut [u64], code: u32) {
    bits[code as usize / 64] |= 1 << (code % 64);
}

/// Every turn that can be part of a full box.
fn turns(shape: Box2, kit: &Kit) -> Vec<Turn> {
    let mut turns = Vec::new();
    for piece in kit.pieces() {
        for (rotation, &form) in kit.distinct(piece) {
            // A piece with a gap in a column cannot be part of a full box.
            let solid = form.gaps() == 0;
            if solid && form.height() <= shape.height && form.width() <= shape.width {
                turns.push(Turn { piece, rotation, form });
            }
        }
    }
    turns
}
