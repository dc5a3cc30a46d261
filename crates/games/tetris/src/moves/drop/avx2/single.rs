//! One drop alone, with instructions that count and compress bits.

use super::super::outline::PAD;
use super::super::portable::{Fallen, Scene};
use super::super::table::DropShape;
use crate::board::MOST_WIDTH;
use crate::relief::Relief;
use crate::terrain::Terrain;
use std::arch::x86_64::_pext_u32;

/// The row and the value of a drop; none if it sticks out at the top.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn value<const L: usize, const W: usize>(
    scene: &Scene<'_, u32, L>,
    drop: &DropShape,
    x: usize,
) -> Option<(u32, f64)> {
    let fallen = scene.fall::<W>(drop, x)?;
    let value = if fallen.full == 0 {
        scene.unbroken::<W>(drop, x, &fallen)
    } else {
        cleared::<L, W>(scene, drop, x, &fallen)
    };
    Some((fallen.y, value))
}

/// The value of a drop that fills rows: takes them out of all columns and looks at the whole.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn cleared<const L: usize, const W: usize>(
    scene: &Scene<'_, u32, L>,
    drop: &DropShape,
    x: usize,
    fallen: &Fallen<u32>,
) -> f64 {
    let (o, width) = (scene.outline, scene.board.width());
    let mut columns = [0u32; MOST_WIDTH];
    for (after, before) in columns[..width].iter_mut().zip(&o.columns[PAD..]) {
        *after = _pext_u32(*before, !fallen.full);
    }
    let (mut eroded, hit) = (0, fallen.full >> fallen.y);
    for j in 0..W {
        if let Some(column) = columns.get_mut(x + j) {
            *column = _pext_u32(fallen.after[j + 1], !fallen.full);
        }
        eroded += (drop.shape.column(j) & hit).count_ones();
    }
    let terrain = Terrain::of_columns(&columns[..width], scene.board.rows_mask());
    let eroded = scene.carry.eroded + fallen.full.count_ones() * eroded;
    let relief = || Relief::of_columns(&columns[..width]);
    scene.value(&terrain, drop, fallen.y, eroded, relief)
}
