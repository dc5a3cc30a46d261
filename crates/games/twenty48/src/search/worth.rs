//! What a search carries up its tree: a number, or the parts that make it up.

use super::Leaf;
use crate::tables::Board;

/// A value in the making.
pub(crate) trait Worth<L: Leaf>: Clone {
    /// No value: the game is over.
    fn nothing() -> Self;

    /// The value of a leaf.
    fn of(leaf: &L, after: Board) -> Self;

    /// The value of a leaf that is known as a number.
    fn valued(leaf: &L, value: f32, after: impl FnOnce() -> Board) -> Self;

    /// Adds points.
    fn earn(&mut self, points: f32);

    /// Adds an outcome with its chance.
    fn mix(&mut self, outcome: Option<Self>, chance: f32);

    /// The value as a number.
    fn total(&self) -> f32;
}

impl<L: Leaf> Worth<L> for f32 {
    #[inline]
    fn nothing() -> Self {
        0.0
    }

    #[inline]
    fn of(leaf: &L, after: Board) -> Self {
        leaf.value(after)
    }

    #[inline]
    fn valued(_: &L, value: f32, _: impl FnOnce() -> Board) -> Self {
        value
    }

    #[inline]
    fn earn(&mut self, points: f32) {
        *self += points;
    }

    #[inline]
    fn mix(&mut self, outcome: Option<Self>, chance: f32) {
        *self += chance * outcome.unwrap_or(0.0);
    }

    #[inline]
    fn total(&self) -> f32 {
        *self
    }
}

/// A value taken apart: points first, then the parts of the leaf. The number goes along, so that both searches choose
/// alike whatever is lost by rounding.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    total: f32,
    pub(crate) points: f64,
    /// Empty where nothing but the end of the game was seen.
    pub(crate) leaf: Vec<f64>,
}

impl<L: Leaf> Worth<L> for Parts {
    fn nothing() -> Self {
        Self::default()
    }

    fn of(leaf: &L, after: Board) -> Self {
        Self { total: leaf.value(after), points: 0.0, leaf: leaf.parts(after) }
    }

    fn valued(leaf: &L, _: f32, after: impl FnOnce() -> Board) -> Self {
        Self::of(leaf, after())
    }

    fn earn(&mut self, points: f32) {
        Worth::<L>::earn(&mut self.total, points);
        self.points += f64::from(points);
    }

    fn mix(&mut self, outcome: Option<Self>, chance: f32) {
        Worth::<L>::mix(&mut self.total, outcome.as_ref().map(|outcome| outcome.total), chance);
        let Some(outcome) = outcome else { return };
        let chance = f64::from(chance);
        self.points += chance * outcome.points;
        if self.leaf.is_empty() {
            self.leaf = vec![0.0; outcome.leaf.len()];
        }
        for (sum, part) in self.leaf.iter_mut().zip(outcome.leaf) {
            *sum += chance * part;
        }
    }

    fn total(&self) -> f32 {
        self.total
    }
}
