//! What colourings of the box say: three ways to paint its cells black and white, and by how much the black ones may outnumber the
//! white ones among the cells that some pieces cover.
//!
//! The chessboard, stripes along the columns and stripes along the rows. Each turn of a piece covers a fixed number more of one colour
//! than of the other, and which colour that is depends on where it lies. So the pieces that are left can only make certain sums,
//! and what is open of the box must be one of them.

use super::Box2;
use crate::kit::{Form, Kit};

/// The ways to paint.
pub(super) const PAINTS: usize = 3;

/// The sums that some pieces can make under one colouring, as bits; bit 64 stands for 0.
pub(super) type Sums = u128;

/// Sums beyond this do not fit the bits.
const MOST: u32 = 63;

/// By how much black outnumbers white in a turn of a piece whose corner is black, for each way to paint.
fn leans(form: &Form) -> [i32; PAINTS] {
    let mut leans = [0; PAINTS];
    for x in 0..form.width() {
        for y in (0..form.height()).filter(|y| form.columns[x] >> y & 1 == 1) {
            for (lean, odd) in leans.iter_mut().zip([x + y, x, y]) {
                *lean += 1 - 2 * (odd as i32 % 2);
            }
        }
    }
    leans
}

/// The same for the filled part of a box.
pub(super) fn filled(heights: &[u8]) -> [i32; PAINTS] {
    let mut sums = [0; PAINTS];
    for (x, &height) in heights.iter().enumerate() {
        let sign = 1 - 2 * (x as i32 % 2);
        let odd = i32::from(height % 2);
        sums[0] += sign * odd;
        sums[1] += sign * i32::from(height);
        sums[2] += odd;
    }
    sums
}

/// For each piece and way to paint, by how much its turns may lean to either side.
pub(super) struct Leans(Vec<[Vec<u32>; PAINTS]>);

impl Leans {
    pub(super) fn new(kit: &Kit) -> Self {
        let of = |piece: u8| {
            let mut all: [Vec<u32>; PAINTS] = Default::default();
            for (_, form) in kit.distinct(piece) {
                for (list, lean) in all.iter_mut().zip(leans(form)) {
                    if !list.contains(&lean.unsigned_abs()) {
                        list.push(lean.unsigned_abs());
                    }
                }
            }
            all
        };
        Self(kit.pieces().map(of).collect())
    }

    /// The sums that some pieces can make: so many of each.
    pub(super) fn sums(&self, counts: &[u32]) -> [Sums; PAINTS] {
        std::array::from_fn(|paint| {
            let (mut sums, mut most) = (1 << 64, 0);
            for (leans, &count) in self.0.iter().zip(counts) {
                let leans = &leans[paint];
                most += count * leans.iter().copied().max().unwrap_or(0);
                if most > MOST {
                    return Sums::MAX;
                }
                for _ in 0..count {
                    sums = leans.iter().fold(0, |all, lean| all | sums << lean | sums >> lean);
                }
            }
            sums
        })
    }
}

/// Whether a sum is among some.
pub(super) fn has(sums: Sums, sum: i32) -> bool {
    let at = 64 + sum;
    sums == Sums::MAX || ((0..128).contains(&at) && sums >> at & 1 == 1)
}

/// What the whole box sums up to.
pub(super) fn whole(shape: Box2) -> [i32; PAINTS] {
    let height = shape.height as u8;
    filled(&vec![height; shape.width])
}
