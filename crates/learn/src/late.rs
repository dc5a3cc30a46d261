//! Where earlier games were late: states from which games begin, so that what comes late is seen as often as what comes early.

use ludex_core::Rng;
use rand::RngExt as _;

/// A state is kept of every game each time it has come this many moves further.
const STRIDE: usize = 512;

/// States kept of each stretch.
const KEPT: usize = 64;

/// States that games went through, by how many moves they are from the start.
///
/// Games end at every length, so few come far, and what comes late is hardly ever learned from. Here all stretches are worth the
/// same: one that a single game in a thousand has reached is drawn as often as one that all have reached.
pub(crate) struct Late<S> {
    /// What was kept after 0, 1, 2... strides, with how many there were to keep.
    stretches: Vec<(Vec<S>, u64)>,
}

impl<S> Default for Late<S> {
    fn default() -> Self {
        Self { stretches: Vec::new() }
    }
}

impl<S: Copy> Late<S> {
    /// Keeps states of a game whose first state comes `moves_before` moves after the start of a game.
    pub(crate) fn note(
        &mut self,
        moves_before: usize,
        states: impl Iterator<Item = S>,
        dice: &mut Rng,
    ) {
        debug_assert_eq!(moves_before % STRIDE, 0, "games begin where a stretch does");
        // The first state is the one that the game was begun with.
        let numbered = states.step_by(STRIDE).enumerate().skip(1);
        for (strides, state) in numbered {
            self.keep(moves_before / STRIDE + strides, state, dice);
        }
    }

    /// Every state that there ever was to keep stays with the same chance.
    fn keep(&mut self, stretch: usize, state: S, dice: &mut Rng) {
        if self.stretches.len() <= stretch {
            self.stretches.resize_with(stretch + 1, || (Vec::new(), 0));
        }
        let (kept, seen) = &mut self.stretches[stretch];
        *seen += 1;
        if kept.len() < KEPT {
            kept.push(state);
            return;
        }
        let lot = dice.random_range(0..*seen) as usize;
        if let Some(place) = kept.get_mut(lot) {
            *place = state;
        }
    }

    /// A state out of the later half of the stretches that were ever reached, and how many moves come before it.
    pub(crate) fn draw(&self, dice: &mut Rng) -> Option<(S, usize)> {
        let furthest = self.stretches.len().checked_sub(1)?;
        let stretch = dice.random_range(furthest.div_ceil(2)..=furthest);
        let (kept, _) = &self.stretches[stretch];
        let place = dice.random_range(0..kept.len().max(1));
        kept.get(place).map(|&state| (state, stretch * STRIDE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Seed;

    /// States that are nothing but their number of moves.
    #[test]
    fn games_begin_late_and_every_stretch_as_often() {
        let (mut late, mut dice) = (Late::default(), Seed(1).rng());
        assert_eq!(late.draw(&mut dice), None);
        late.note(0, 0..STRIDE, &mut dice);
        assert_eq!(late.draw(&mut dice), None, "no game has come far enough");
        for _ in 0..200 {
            late.note(0, 0..2 * STRIDE, &mut dice);
        }
        // A single game went on from there.
        late.note(STRIDE, STRIDE..=(4 * STRIDE), &mut dice);
        let mut drawn = [0; 5];
        for _ in 0..3000 {
            let (state, moves) = late.draw(&mut dice).unwrap();
            assert_eq!(state, moves);
            drawn[moves / STRIDE] += 1;
        }
        assert_eq!(drawn[..2], [0, 0], "the earlier half");
        assert!(drawn[2..].iter().all(|&times| (800..1200).contains(&times)), "{drawn:?}");
    }
}
