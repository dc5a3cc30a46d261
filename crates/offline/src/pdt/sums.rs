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
fn filled(heights: &[u8]) -> [i32; PAINTS] {
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

/// What the filled part of a box sums up to under each colouring, as places among the bits of [`Sums`].
pub(super) type Spots = [u8; PAINTS];

/// The spots of a box that is filled up to these heights.
pub(super) fn spots(heights: &[u8]) -> Spots {
    filled(heights).map(|sum| (64 + sum) as u8)
}

/// Whether every spot is among the sums. Those beyond the bits are: nothing is known of them.
#[inline]
pub(super) fn allow(sums: &[Sums; PAINTS], spots: Spots) -> bool {
    sums.iter().zip(spots).all(|(sums, spot)| spot >= 128 || sums >> spot & 1 == 1)
}

/// The sums that the filled part of a box can have if what is open makes one of these.
pub(super) fn complements(shape: Box2, open: [Sums; PAINTS]) -> [Sums; PAINTS] {
    let height = shape.height as u8;
    let whole = filled(&vec![height; shape.width]);
    std::array::from_fn(|paint| {
        // Bit 64 + open becomes bit 64 + whole - open.
        let turned = open[paint].reverse_bits();
        match (open[paint], whole[paint] + 1) {
            (Sums::MAX, _) => Sums::MAX,
            (_, by @ 0..) => turned.checked_shl(by as u32).unwrap_or(0),
            (_, by) => turned.checked_shr(by.unsigned_abs()).unwrap_or(0),
        }
    })
}
