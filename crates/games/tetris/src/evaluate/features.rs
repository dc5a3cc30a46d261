//! The numbers an evaluator looks at, with a name and a meaning for each.
//!
//! All features describe the board *after* a placement, with full rows taken out; `LH`, `ER` and
//! `lines` describe the placement itself. [`measure`] gives all of them and is meant for explanations. The
//! kernel in [`crate::drop`] computes the first eighteen much faster, and [`crate::reference`] computes all of
//! them cell by cell; the tests compare the three.

use super::relief::Relief;
use crate::board::{Cleared, Pile};
use crate::shape::Shape;
use crate::terrain::{Survey, Terrain};
use crate::word::Word;
use ludex_core::Term;

/// A feature: its short name and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The name used in tables and files.
    pub name: &'static str,
    /// One line for people.
    pub meaning: &'static str,
    /// What it speaks about together with other features that may weigh against it.
    pub family: Option<&'static str>,
}

impl Feature {
    /// The term of an evaluator that counts it.
    pub fn term(&self, amount: f64, weight: f64) -> Term {
        Term::new(self.name, self.meaning, amount, weight).of_family(self.family)
    }
}

/// How many features there are.
pub const COUNT: usize = 30;
/// How many of them the published linear policies use: the first nine.
pub const DT_COUNT: usize = 9;
/// How many of them the kernel in [`crate::drop`] computes: the nine and nine further ones.
pub const KERNEL_COUNT: usize = 18;

/// The place of each feature in [`FEATURES`] and [`Features`].
pub mod at {
    /// Landing height.
    pub const LH: usize = 0;
    /// Eroded cells.
    pub const ER: usize = 1;
    /// Row transitions.
    pub const RT: usize = 2;
    /// Column transitions.
    pub const CT: usize = 3;
    /// Holes.
    pub const HO: usize = 4;
    /// Wells.
    pub const WE: usize = 5;
    /// Hole depth.
    pub const HD: usize = 6;
    /// Rows with holes.
    pub const RH: usize = 7;
    /// Diversity.
    pub const DV: usize = 8;
    /// Bumpiness squared.
    pub const BU2: usize = 9;
    /// Diversity of neighbouring steps.
    pub const DV2: usize = 10;
    /// Empty cells in covering rows.
    pub const EMPC: usize = 11;
    /// Rows with holes by height.
    pub const RHW: usize = 12;
    /// Rows that lack two cells.
    pub const AF2: usize = 13;
    /// Covering rows that lack one cell.
    pub const AFC: usize = 14;
    /// Places for S and Z.
    pub const PSZ: usize = 15;
    /// A bump.
    pub const PBU: usize = 16;
    /// Covering rows.
    pub const CR: usize = 17;
    /// Rows cleared.
    pub const LINES: usize = 18;
    /// Aggregate height.
    pub const AGGREGATE: usize = 19;
    /// Bumpiness.
    pub const BUMPINESS: usize = 20;
    /// Bumpiness as in `TetrisVs`.
    pub const FAITHFUL: usize = 21;
    /// Row entropy.
    pub const ENTROPY: usize = 22;
    /// Proper holes.
    pub const PROPER: usize = 23;
    /// Pile height.
    pub const PILE: usize = 24;
    /// Altitude difference.
    pub const ALTITUDE: usize = 25;
    /// Blocks.
    pub const BLOCKS: usize = 26;
    /// Blocks weighted by height.
    pub const WEIGHTED: usize = 27;
    /// Surface length.
    pub const SURFACE: usize = 28;
    /// Row and column transitions together.
    pub const TRANSITIONS: usize = 29;
}

/// All features, in the order in which sums are added up.
pub const FEATURES: [Feature; COUNT] = [
    feature("LH", "landing heights: how high the middles of the pieces come to rest, added up"),
    feature("ER", "eroded cells: rows cleared times cells of this piece that went with them"),
    feature("RT", "row transitions: changes between full and empty along rows; walls are full"),
    feature(
        "CT",
        "column transitions: changes between full and empty up columns; floor full, sky empty",
    ),
    of_holes("HO", "holes: empty cells with a full cell somewhere above"),
    feature("WE", "wells: cells with both sides full, each counted with the empty cells below it"),
    of_holes("HD", "hole depth: per column, the full cells above its lowest hole"),
    of_holes("RH", "rows with holes: rows that contain at least one hole"),
    feature("DV", "diversity: how many different steps from -2 to 2 the skyline offers"),
    feature("BU2", "roughness: the steps between neighbouring columns, each squared, added up"),
    feature(
        "DV2",
        "diversity of pairs: how many different pairs of neighbouring steps from -1 to 1",
    ),
    of_holes("EMPC", "empty cells above holes: those in the rows that cover a hole"),
    of_holes("RHW", "rows with holes by height: each counted as many times as it is high"),
    feature("AF2", "rows that lack exactly two cells"),
    of_holes("AFC", "nearly full covers: rows that cover a hole and lack exactly one cell"),
    feature("PSZ", "a place for S and Z: 1 if both find one without a new hole"),
    feature("PBU", "a bump: 1 if some column is exactly one higher than both its neighbours"),
    of_holes("CR", "covering rows: rows with a full cell above its column's topmost hole"),
    feature("lines", "rows cleared by this placement"),
    feature("height", "aggregate height: the heights of all columns added up"),
    feature("bumpiness", "bumpiness: the steps between neighbouring columns added up"),
    feature(
        "bumpiness-tvs",
        "bumpiness as TetrisVs counts it: empty columns moved to the right end",
    ),
    feature("entropy", "row entropy: how mixed full and empty are in each row, in bits, added up"),
    feature(
        "proper-holes",
        "closed holes: empty cells into which no single falling cell could be steered",
    ),
    feature("pile", "pile height: the height of the highest column"),
    feature("altitude", "altitude difference: highest column minus lowest column"),
    feature("blocks", "full cells on the board"),
    feature("weighted", "full cells by height: each counted as many times as its row is high"),
    feature("surface", "surface length: borders of blocks, walls and floor that are not in a hole"),
    feature("transitions", "row and column transitions together"),
];

const fn feature(name: &'static str, meaning: &'static str) -> Feature {
    Feature { name, meaning, family: None }
}

/// Some published weights like holes and fear everything else about them.
const fn of_holes(name: &'static str, meaning: &'static str) -> Feature {
    Feature {
        name,
        meaning,
        family: Some("holes and what goes with them: their depth, their rows and what covers them"),
    }
}

/// The values of all features; index with the constants of [`at`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features(pub [f64; COUNT]);

impl Features {
    /// The weighted sum, added up in the order of [`FEATURES`].
    ///
    /// Every path of the kernel adds in this order with plain multiplications and additions, so all give
    /// the same number to the last bit. Terms with weight zero change nothing.
    pub fn weighted(&self, weights: &[f64]) -> f64 {
        self.0.iter().zip(weights).fold(0.0, |sum, (f, w)| sum + w * f)
    }
}

/// The features of putting a piece that [fits](Pile::fits), and the board that results.
///
/// ```
/// use ludex_tetris::{Shape, board, features::{at, measure}};
/// let bar = Shape::new(&[(0, 0), (0, 1)]).unwrap();
/// let (features, after) = measure(&board!["X...", "X.XX"], &bar, 1, 0);
/// assert_eq!(features.0[at::LINES], 1.0);
/// assert_eq!(features.0[at::LH], 0.5);
/// assert_eq!(after.to_string(), "....\nXX..");
/// ```
pub fn measure<T: Word>(
    before: &Pile<T>,
    shape: &Shape,
    x: usize,
    y: usize,
) -> (Features, Pile<T>) {
    let mut after = *before;
    let cleared = after.place(shape, x, y);
    (describe(&after, landing_height(shape, y), cleared), after)
}

/// The row of the piece's bottom plus half of its height less one.
pub fn landing_height(shape: &Shape, y: usize) -> f64 {
    y as f64 + (shape.height() as f64 - 1.0) / 2.0
}

/// The features of a board that some placement left behind.
pub fn describe<T: Word>(after: &Pile<T>, landing_height: f64, cleared: Cleared) -> Features {
    let terrain = Terrain::of(after);
    let (relief, survey) = (Relief::of(after), Survey::of(after));
    let mut f = [0.0; COUNT];
    f[at::LH] = landing_height;
    f[at::ER] = f64::from(cleared.lines * cleared.eroded);
    f[at::RT] = f64::from(terrain.row_transitions);
    f[at::CT] = f64::from(terrain.column_transitions);
    f[at::HO] = f64::from(terrain.holes);
    f[at::WE] = f64::from(terrain.wells);
    f[at::HD] = f64::from(terrain.hole_depth);
    f[at::RH] = f64::from(terrain.hole_rows);
    f[at::DV] = f64::from(terrain.diversity);
    f[DT_COUNT..KERNEL_COUNT].copy_from_slice(&relief.amounts());
    f[at::LINES] = f64::from(cleared.lines);
    f[at::AGGREGATE] = f64::from(survey.aggregate);
    f[at::BUMPINESS] = f64::from(survey.bumpiness);
    f[at::FAITHFUL] = f64::from(survey.faithful);
    f[at::ENTROPY] = survey.entropy_bits();
    f[at::PROPER] = f64::from(crate::terrain::proper_holes(after));
    f[at::PILE] = f64::from(survey.pile);
    f[at::ALTITUDE] = f64::from(survey.altitude);
    f[at::BLOCKS] = f64::from(after.blocks());
    f[at::WEIGHTED] = f64::from(crate::terrain::weighted_blocks(after));
    f[at::SURFACE] = f64::from(crate::terrain::surface_length(after));
    f[at::TRANSITIONS] = f64::from(terrain.row_transitions + terrain.column_transitions);
    Features(f)
}
