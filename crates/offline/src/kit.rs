//! Pieces in the layout that the hot loops want: a few small arrays for every turn of every piece.

use ludex_core::{Error, Result};
use ludex_tetris::{PieceSet, Shape, sets};

/// The largest side of a piece.
pub const SIDE: usize = 5;

/// The most pieces a set may have here: lists name each with one character.
pub const MOST_PIECES: usize = 35;

/// One turn of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Columns of its box.
    pub width: u8,
    /// Rows of its box.
    pub height: u8,
    /// How many cells it covers.
    pub cells: u8,
    /// The cells of each column, bit 0 at the lowest row.
    pub columns: [u8; SIDE],
    /// The cells of each row, bit 0 at the leftmost column, the lowest row first.
    pub rows: [u8; SIDE],
    /// The lowest covered row of each column.
    pub bottoms: [u8; SIDE],
    /// One more than the highest covered row of each column.
    pub tops: [u8; SIDE],
}

impl Form {
    pub(crate) fn new(shape: &Shape) -> Self {
        let column = |j: usize| if j < shape.width() { shape.column(j) as u8 } else { 0 };
        let columns: [u8; SIDE] = std::array::from_fn(column);
        let row = |y: usize| (0..SIDE).map(|j| (columns[j] >> y & 1) << j).sum();
        Self {
            width: shape.width() as u8,
            height: shape.height() as u8,
            cells: shape.cells() as u8,
            columns,
            rows: std::array::from_fn(row),
            bottoms: columns.map(|c| if c == 0 { 0 } else { c.trailing_zeros() as u8 }),
            tops: columns.map(|c| (8 - c.leading_zeros()) as u8),
        }
    }

    /// Columns of its box.
    #[inline]
    pub fn width(&self) -> usize {
        // Says to the compiler what holds anyway, so that loops need no bounds checks.
        (self.width as usize).min(SIDE)
    }

    /// Rows of its box.
    #[inline]
    pub fn height(&self) -> usize {
        (self.height as usize).min(SIDE)
    }

    /// Its cells: column from the left, row from the lowest one.
    pub fn spots(&self) -> Vec<(u8, u8)> {
        let cell = |x: u8, y: u8| (self.columns[usize::from(x)] >> y & 1 == 1).then_some((x, y));
        (0..self.width).flat_map(|x| (0..self.height).filter_map(move |y| cell(x, y))).collect()
    }

    /// Empty cells below covered ones inside the columns of the piece itself; only pentominoes have any.
    pub fn gaps(&self) -> u32 {
        let gap =
            |j: usize| u32::from(self.tops[j] - self.bottoms[j]) - self.columns[j].count_ones();
        (0..self.width()).map(gap).sum()
    }
}

/// A set of pieces, numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    name: String,
    pieces: Vec<Vec<Form>>,
    /// For each piece the turns that look like no earlier one.
    distinct: Vec<Vec<u8>>,
}

impl Kit {
    /// The seven pieces of offline Tetris.
    ///
    /// ```
    /// let kit = ludex_offline::Kit::standard();
    /// assert_eq!(kit.len(), 7);
    /// assert_eq!(kit.turns(0), [0, 1]); // the bar: upright, flat
    /// ```
    pub fn standard() -> Self {
        // The tests read the built-in set, so this cannot fail.
        Self::new(&sets::offline()).unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// The pieces of a set.
    pub fn new(set: &PieceSet) -> Result<Self> {
        if set.pieces.len() > MOST_PIECES {
            let reason = format!("it has {} pieces; {MOST_PIECES} is the most", set.pieces.len());
            return Err(Error::bad("piece set", &set.name, reason));
        }
        let forms = |piece: &ludex_tetris::Piece| -> Vec<Form> {
            piece.states.iter().map(|state| Form::new(&state.shape)).collect()
        };
        let pieces: Vec<Vec<Form>> = set.pieces.iter().map(forms).collect();
        let distinct = pieces.iter().map(|forms| first_of_each(forms)).collect();
        Ok(Self { name: set.name.clone(), pieces, distinct })
    }

    /// What the set is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many pieces.
    #[allow(clippy::len_without_is_empty, reason = "a set has at least one piece")]
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The turns of a piece, the equal ones too.
    pub fn forms(&self, piece: u8) -> &[Form] {
        &self.pieces[usize::from(piece)]
    }

    /// One turn of a piece; equal turns repeat, so any number from 0 to 3 names one.
    pub fn form(&self, piece: u8, rotation: u8) -> Option<&Form> {
        let forms = self.forms(piece);
        if rotation > 3 { None } else { forms.get(usize::from(rotation) % forms.len()) }
    }

    /// The numbers of the turns that look different from all before them.
    pub fn turns(&self, piece: u8) -> &[u8] {
        &self.distinct[usize::from(piece)]
    }

    /// The different turns of a piece with their numbers.
    pub fn distinct(&self, piece: u8) -> impl Iterator<Item = (u8, &Form)> {
        let forms = self.forms(piece);
        self.turns(piece).iter().map(move |&turn| (turn, &forms[usize::from(turn)]))
    }

    /// How many cells a piece covers.
    pub fn cells(&self, piece: u8) -> u32 {
        u32::from(self.forms(piece)[0].cells)
    }

    /// Every piece.
    pub fn pieces(&self) -> impl Iterator<Item = u8> {
        0..self.pieces.len() as u8
    }

    /// Refuses a board that is too narrow for some turn of some piece.
    pub fn check_width(&self, width: usize) -> Result<()> {
        let widest = self.pieces.iter().flatten().map(Form::width).max().unwrap_or(1);
        if widest <= width {
            return Ok(());
        }
        let reason = format!("a piece of the set {} is {widest} wide; give more", self.name);
        Err(Error::bad("width", width.to_string(), reason))
    }
}

fn first_of_each(forms: &[Form]) -> Vec<u8> {
    let is_new = |&i: &usize| !forms[..i].contains(&forms[i]);
    (0..forms.len()).filter(is_new).map(|i| i as u8).collect()
}
