//! What a game must tell to be learned.

use ludex_core::Rng;

/// Which weights speak about a state. A state's value is their sum.
pub trait Features: Send + Sync {
    /// A state that is valued. Small.
    type State: Copy + Send + Sync;

    /// Number of weights in all: as many for every stage.
    fn weights(&self) -> usize;

    /// Stages of the game that have weights of their own.
    fn stages(&self) -> usize {
        1
    }

    /// The stage that a state belongs to, from 0.
    fn stage(&self, _state: Self::State) -> usize {
        0
    }

    /// Number of weights that speak about one state.
    fn active(&self) -> usize;

    /// Writes the numbers of the weights that speak about `state` into `out`, [`Features::active`] of them, as if it belonged
    /// to stage 0. One weight may be there several times.
    fn indices(&self, state: Self::State, out: &mut [u32]);

    /// The same with the weights of the stage that the state belongs to.
    #[inline]
    fn staged_indices(&self, state: Self::State, out: &mut [u32]) {
        self.indices(state, out);
        let stage = self.stage(state);
        if stage > 0 {
            let first = (stage * (self.weights() / self.stages())) as u32;
            for index in out.iter_mut() {
                *index += first;
            }
        }
    }
}

/// A game for one player in which chance answers every move.
///
/// What is valued is the state after a move and before chance: the player then needs no look at what chance may do.
pub trait Afterstates: Features {
    /// The state that chance gives at the start of a game.
    fn start(&self, dice: &mut Rng) -> Self::State;

    /// Appends what every legal move leads to, with its reward. None when the game is over.
    fn options(&self, state: Self::State, out: &mut Vec<(Self::State, f32)>);

    /// What chance makes of the state after a move.
    fn chance(&self, after: Self::State, dice: &mut Rng) -> Self::State;

    /// Appends what chance is likely to make of the state after a move, each as likely as the others: what a look ahead goes by while it
    /// learns. What hardly ever comes may be missing.
    fn likely(&self, after: Self::State, out: &mut Vec<Self::State>);

    /// What a game that came to this state has reached, as a small number: progress tells how many games reached what.
    fn reached(&self, state: Self::State) -> usize;
}
