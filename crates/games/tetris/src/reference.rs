//! The rules and features again, cell by cell: slow, simple, and what the fast code is tested against.

use super::board::{Cleared, Pile};
use super::features::{COUNT, Features, at};
use super::shape::Shape;
use super::word::Word;

/// A board as rows of cells, the floor first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// `rows[y][x]` says whether a cell is full.
    pub rows: Vec<Vec<bool>>,
}

impl Grid {
    /// The same board as a grid.
    pub fn of<T: Word>(board: &Pile<T>) -> Self {
        let row = |y| (0..board.width()).map(|x| board.is_full(x, y)).collect();
        Self { rows: (0..board.height()).map(row).collect() }
    }

    /// How many columns.
    pub fn width(&self) -> usize {
        self.rows[0].len()
    }

    /// How many rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Whether a cell is full; walls and floor are, the sky is not.
    pub fn full(&self, x: isize, y: isize) -> bool {
        if x < 0 || x >= self.width() as isize || y < 0 {
            return true;
        }
        (y as usize) < self.height() && self.rows[y as usize][x as usize]
    }

    /// Whether the piece lies inside the board on empty cells.
    pub fn fits(&self, shape: &Shape, x: usize, y: usize) -> bool {
        shape.each_cell().all(|(dx, dy)| {
            y + dy < self.height() && !self.full((x + dx) as isize, (y + dy) as isize)
        })
    }

    /// The row where the piece comes to rest when it falls from far above.
    pub fn landing(&self, shape: &Shape, x: usize) -> usize {
        let free = |y: usize| {
            shape.each_cell().all(|(dx, dy)| !self.full((x + dx) as isize, (y + dy) as isize))
        };
        let mut y = self.height();
        while y > 0 && free(y - 1) {
            y -= 1;
        }
        y
    }

    /// Puts the piece and takes out full rows.
    pub fn place(&mut self, shape: &Shape, x: usize, y: usize) -> Cleared {
        for (dx, dy) in shape.each_cell() {
            self.rows[y + dy][x + dx] = true;
        }
        let is_full = |row: &[bool]| row.iter().all(|c| *c);
        let lines = self.rows.iter().filter(|r| is_full(r)).count() as u32;
        let eroded = shape.each_cell().filter(|(_, dy)| is_full(&self.rows[y + dy])).count() as u32;
        let (width, height) = (self.width(), self.height());
        self.rows.retain(|row| !is_full(row));
        self.rows.resize(height, vec![false; width]);
        Cleared { lines, eroded }
    }

    /// The height of each column.
    pub fn heights(&self) -> Vec<usize> {
        let height = |x: usize| (0..self.height()).rev().find(|&y| self.rows[y][x]);
        (0..self.width()).map(|x| height(x).map_or(0, |y| y + 1)).collect()
    }

    fn cells(&self) -> impl Iterator<Item = (isize, isize)> {
        let (width, height) = (self.width() as isize, self.height() as isize);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    fn is_hole(&self, x: isize, y: isize) -> bool {
        !self.full(x, y) && (y + 1..self.height() as isize).any(|above| self.full(x, above))
    }

    fn holes(&self) -> usize {
        self.cells().filter(|&(x, y)| self.is_hole(x, y)).count()
    }

    fn row_transitions(&self) -> usize {
        let borders = |y: isize| {
            (0..=self.width() as isize).filter(|&x| self.full(x - 1, y) != self.full(x, y)).count()
        };
        (0..self.height() as isize).map(borders).sum()
    }

    fn column_transitions(&self) -> usize {
        // One more row than the board has: the sky above it is empty.
        let borders = |x: isize| {
            (0..=self.height() as isize).filter(|&y| self.full(x, y - 1) != self.full(x, y)).count()
        };
        (0..self.width() as isize).map(borders).sum()
    }

    fn wells(&self) -> usize {
        let is_well = |&(x, y): &(isize, isize)| {
            !self.full(x, y) && self.full(x - 1, y) && self.full(x + 1, y)
        };
        let depth =
            |(x, y): (isize, isize)| (0..=y).rev().take_while(|&y| !self.full(x, y)).count();
        self.cells().filter(is_well).map(depth).sum()
    }

    fn hole_depth(&self) -> usize {
        let depth = |x: isize| {
            let lowest = (0..self.height() as isize).find(|&y| self.is_hole(x, y))?;
            Some((lowest..self.height() as isize).filter(|&y| self.full(x, y)).count())
        };
        (0..self.width() as isize).filter_map(depth).sum()
    }

    fn hole_rows(&self) -> Vec<isize> {
        let has_hole = |&y: &isize| (0..self.width() as isize).any(|x| self.is_hole(x, y));
        (0..self.height() as isize).filter(has_hole).collect()
    }

    fn diversity(&self) -> usize {
        let heights = self.heights();
        let has_step = |step: &isize| {
            heights.windows(2).any(|pair| pair[0] as isize - pair[1] as isize == *step)
        };
        (-2..=2).filter(has_step).count()
    }

    /// The steps of the skyline, left less right.
    fn steps(&self) -> Vec<isize> {
        let heights = self.heights();
        heights.windows(2).map(|pair| pair[0] as isize - pair[1] as isize).collect()
    }

    fn has_pair(&self, pair: [isize; 2]) -> bool {
        self.steps().windows(2).any(|steps| steps == pair)
    }

    fn step_pairs(&self) -> usize {
        let pairs = (-1..=1).flat_map(|first| (-1..=1).map(move |second| [first, second]));
        pairs.filter(|&pair| self.has_pair(pair)).count()
    }

    fn has_places_for_s_and_z(&self) -> bool {
        let steps = self.steps();
        let s = steps.contains(&1) || self.has_pair([0, -1]);
        let z = steps.contains(&-1) || self.has_pair([1, 0]);
        s && z
    }

    /// Rows with a full cell above its column's topmost hole.
    fn covering_rows(&self) -> Vec<isize> {
        let height = self.height() as isize;
        let covers = |x: isize, y: isize| {
            let topmost = (0..height).rev().find(|&y| self.is_hole(x, y));
            self.full(x, y) && topmost.is_some_and(|hole| hole < y)
        };
        (0..height).filter(|&y| (0..self.width() as isize).any(|x| covers(x, y))).collect()
    }

    fn empty_in_row(&self, y: isize) -> usize {
        (0..self.width() as isize).filter(|&x| !self.full(x, y)).count()
    }

    fn entropy(&self) -> f64 {
        let share = |row: &Vec<bool>| {
            let p = row.iter().filter(|c| **c).count() as f64 / row.len() as f64;
            [p, 1.0 - p].iter().filter(|p| **p > 0.0).map(|p| -p * p.log2()).sum::<f64>()
        };
        self.rows.iter().map(share).sum()
    }

    fn proper_holes(&self) -> usize {
        let mut seen = vec![vec![false; self.width()]; self.height()];
        let top = self.height() as isize - 1;
        let mut stack: Vec<(isize, isize)> = (0..self.width() as isize).map(|x| (x, top)).collect();
        while let Some((x, y)) = stack.pop() {
            if self.full(x, y) || seen[y as usize][x as usize] {
                continue;
            }
            seen[y as usize][x as usize] = true;
            stack.extend([(x - 1, y), (x + 1, y), (x, y - 1)]);
        }
        self.cells().filter(|&(x, y)| !self.full(x, y) && !seen[y as usize][x as usize]).count()
    }

    fn surface_length(&self) -> usize {
        let open = |x: isize, y: isize| !self.full(x, y) && !self.is_hole(x, y);
        let sides = |(x, y): (isize, isize)| {
            [(x - 1, y), (x + 1, y), (x, y - 1)].iter().filter(|(a, b)| self.full(*a, *b)).count()
        };
        self.cells().filter(|&(x, y)| open(x, y)).map(sides).sum()
    }

    /// All features of this board after a placement at row `y` that cleared something.
    pub fn describe(&self, shape: &Shape, y: usize, cleared: Cleared) -> Features {
        let heights = self.heights();
        let bumps = |h: &[usize]| h.windows(2).map(|p| p[0].abs_diff(p[1])).sum::<usize>();
        let mut shifted: Vec<usize> = heights.iter().copied().filter(|h| *h > 0).collect();
        shifted.resize(heights.len(), 0);
        let highest = heights.iter().copied().max().unwrap_or(0);
        let lowest = heights.iter().copied().min().unwrap_or(0);
        let blocks: Vec<isize> =
            self.cells().filter(|&(x, y)| self.full(x, y)).map(|(_, y)| y + 1).collect();
        let mut f = [0.0; COUNT];
        f[at::LH] = (2 * y + shape.height() - 1) as f64 / 2.0;
        f[at::ER] = f64::from(cleared.lines * cleared.eroded);
        f[at::RT] = self.row_transitions() as f64;
        f[at::CT] = self.column_transitions() as f64;
        f[at::HO] = self.holes() as f64;
        f[at::WE] = self.wells() as f64;
        f[at::HD] = self.hole_depth() as f64;
        f[at::RH] = self.hole_rows().len() as f64;
        f[at::DV] = self.diversity() as f64;
        let covering = self.covering_rows();
        let lacking = |&y: &isize, cells: usize| self.empty_in_row(y) == cells;
        f[at::BU2] = self.steps().iter().map(|d| d * d).sum::<isize>() as f64;
        f[at::DV2] = self.step_pairs() as f64;
        f[at::EMPC] = covering.iter().map(|&y| self.empty_in_row(y)).sum::<usize>() as f64;
        f[at::RHW] = self.hole_rows().iter().map(|y| y + 1).sum::<isize>() as f64;
        f[at::AF2] = (0..self.height() as isize).filter(|y| lacking(y, 2)).count() as f64;
        f[at::AFC] = covering.iter().filter(|y| lacking(y, 1)).count() as f64;
        f[at::PSZ] = f64::from(u8::from(self.has_places_for_s_and_z()));
        f[at::PBU] = f64::from(u8::from(self.has_pair([-1, 1])));
        f[at::CR] = covering.len() as f64;
        f[at::LINES] = f64::from(cleared.lines);
        f[at::AGGREGATE] = heights.iter().sum::<usize>() as f64;
        f[at::BUMPINESS] = bumps(&heights) as f64;
        f[at::FAITHFUL] = bumps(&shifted) as f64;
        f[at::ENTROPY] = self.entropy();
        f[at::PROPER] = self.proper_holes() as f64;
        f[at::PILE] = highest as f64;
        f[at::ALTITUDE] = (highest - lowest) as f64;
        f[at::BLOCKS] = blocks.len() as f64;
        f[at::WEIGHTED] = blocks.iter().sum::<isize>() as f64;
        f[at::SURFACE] = self.surface_length() as f64;
        f[at::TRANSITIONS] = f[at::RT] + f[at::CT];
        Features(f)
    }
}

/// The features of a placement and the board after it.
pub fn measure(before: &Grid, shape: &Shape, x: usize, y: usize) -> (Features, Grid) {
    let mut after = before.clone();
    let cleared = after.place(shape, x, y);
    (after.describe(shape, y, cleared), after)
}
