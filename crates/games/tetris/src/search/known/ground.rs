//! Heights, holes, bumps and entropy after a placement, from what it changes.

use crate::board::{LowBoard, MOST_WIDTH};
use crate::shape::{MOST_CELLS, Shape};
use crate::terrain::{Survey, rows_of_entropy};

/// A board that is looked at once, before many placements are tried on it.
pub(crate) struct Ground {
    survey: Survey,
    /// The heights of the columns, with one entry more on each side.
    heights: [u32; MOST_WIDTH + 2],
    /// How many cells of each row are full.
    counts: [u8; LowBoard::MOST_ROWS + MOST_CELLS],
    width: usize,
    /// The entropy of a row by its number of full cells.
    entropy: &'static [u64; MOST_WIDTH + 1],
}

impl Ground {
    pub(crate) fn of(board: &LowBoard) -> Self {
        let mut heights = [0; MOST_WIDTH + 2];
        for (height, column) in heights[1..].iter_mut().zip(board.columns()) {
            *height = 32 - column.leading_zeros();
        }
        let (counts, width) = (row_counts(board), board.width());
        // Beyond the walls it goes on level, so that there is no bump.
        heights[0] = heights[1];
        heights[width + 1] = heights[width];
        let entropy = rows_of_entropy(width);
        Self { survey: Survey::of(board), heights, counts, width, entropy }
    }

    /// What the board looks like after a placement; none if it fills a row.
    #[inline(always)]
    pub(crate) fn after(&self, shape: &Shape, x: usize, y: usize) -> Option<Survey> {
        let entropy = self.entropy_after(shape, y)?;
        let mut survey = Survey { entropy, ..self.survey };
        let (mut rise, mut before, mut after) = (0, 0, 0);
        let (mut old_left, mut new_left) = (self.heights[x], self.heights[x]);
        for j in 0..shape.width() {
            let old = self.heights[x + 1 + j];
            let new = old.max(y as u32 + shape.top(j));
            rise += new - old;
            before += old_left.abs_diff(old);
            after += new_left.abs_diff(new);
            (old_left, new_left) = (old, new);
            // The walls go up with the columns beside them.
            if x + j == 0 {
                (before, after) = (0, 0);
            }
        }
        if x + shape.width() < self.width {
            let right = self.heights[x + 1 + shape.width()];
            before += old_left.abs_diff(right);
            after += new_left.abs_diff(right);
        }
        survey.aggregate += rise;
        survey.holes = survey.holes + rise - shape.cells();
        survey.bumpiness = survey.bumpiness + after - before;
        survey.faithful = if self.survey.pile == self.survey.altitude {
            self.faithful_after(shape, x, y)
        } else {
            // No column is empty, so none is moved.
            survey.bumpiness
        };
        Some(survey)
    }

    /// The entropy after a placement; none if it fills a row.
    #[inline(always)]
    fn entropy_after(&self, shape: &Shape, y: usize) -> Option<u64> {
        let mut entropy = self.survey.entropy;
        for (row, &more) in shape.rows().iter().enumerate().take(shape.height()) {
            let count = usize::from(self.counts[y + row]);
            let filled = count + usize::from(more);
            if filled == self.width {
                return None;
            }
            entropy = entropy + self.entropy[filled] - self.entropy[count];
        }
        Some(entropy)
    }

    /// The bumpiness of the TetrisVs report, which moves empty columns to the right end.
    #[inline(always)]
    fn faithful_after(&self, shape: &Shape, x: usize, y: usize) -> u32 {
        let mut heights = self.heights;
        for j in 0..shape.width() {
            heights[x + 1 + j] = heights[x + 1 + j].max(y as u32 + shape.top(j));
        }
        Survey::faithful_of(&heights[1..=self.width])
    }
}

/// How many cells of each row are full.
fn row_counts(board: &LowBoard) -> [u8; LowBoard::MOST_ROWS + MOST_CELLS] {
    let mut counts = [0; LowBoard::MOST_ROWS + MOST_CELLS];
    for &column in board.columns() {
        for (row, count) in counts[..LowBoard::MOST_ROWS].iter_mut().enumerate() {
            *count += (column >> row & 1) as u8;
        }
    }
    counts
}
