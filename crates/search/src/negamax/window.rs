//! The interval in which a value is of interest.

use super::guide::DECIDED;

/// The interval in which a value is of interest, for the seat to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
}

impl Window {
    /// Every value is of interest.
    pub(crate) const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// The smallest window: is the value above `alpha` or not?
    #[inline]
    pub(crate) fn test(alpha: f64) -> Window {
        Window { alpha, beta: alpha.next_up() }
    }

    #[inline]
    pub(crate) fn is_test(self) -> bool {
        self.beta <= self.alpha.next_up()
    }

    #[inline]
    pub(crate) fn for_the_other(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The same window seen one ply further on; see [`one_ply_earlier`].
    #[inline]
    pub(crate) fn one_ply_later(self) -> Window {
        Window { alpha: one_ply_later(self.alpha), beta: one_ply_later(self.beta) }
    }

    #[inline]
    pub(crate) fn contains(self, value: f64) -> bool {
        value > self.alpha && value < self.beta
    }
}

/// A value as it is one ply before: what is decided takes one ply more. Values of nodes count from the node itself, so that a
/// table may hold them whichever way they were reached.
#[inline]
pub(crate) fn one_ply_earlier(value: f64) -> f64 {
    match value {
        v if v >= DECIDED => v - 1.0,
        v if v <= -DECIDED => v + 1.0,
        v => v,
    }
}

/// The other way round: what `value` must be one ply later to be `value` here.
#[inline]
fn one_ply_later(value: f64) -> f64 {
    match value {
        v if v >= DECIDED => v + 1.0,
        v if v <= -DECIDED => v - 1.0,
        v => v,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::negamax::guide::WIN;

    #[test]
    fn a_test_stays_a_test_and_an_answer_an_answer_one_ply_later() {
        for alpha in [-WIN + 4.0, -DECIDED - 3.0, -7.5, 0.0, 123.0, DECIDED + 5.0, WIN - 9.0] {
            let window = Window::test(alpha);
            let later = window.one_ply_later();
            assert!(later.is_test() && later.beta > later.alpha, "{alpha}");
            for value in [-WIN, -DECIDED - 30.0, -7.5, 0.0, 124.0, DECIDED + 30.0, WIN] {
                let earlier = one_ply_earlier(value);
                assert_eq!(earlier > window.alpha, value > later.alpha, "{value} {alpha}");
            }
        }
    }
}
