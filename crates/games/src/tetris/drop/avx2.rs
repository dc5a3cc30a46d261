//! stub
use super::super::board::LowBoard;
use super::super::shape::Placement;
use super::table::DropShape;
use super::{Carry, Weights};

pub(super) fn is_available() -> bool { false }
pub(super) fn best(_: &LowBoard, _: &[DropShape], _: &Weights, _: Carry) -> Option<(Placement, f64)> { None }
