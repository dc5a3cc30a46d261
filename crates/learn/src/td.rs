//! Temporal-difference learning of afterstates, backward through every game.

use crate::afterstate::Afterstates;
use crate::late::Late;
use crate::weights::Weights;
use ludex_core::{Rng, Seed};

/// How learning goes about it.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TdSettings {
    /// How much a state learns from what came later in its game, against what its successor says: 0 to 1.
    pub lambda: f32,
    /// How much of an error is corrected at once.
    pub rate: f32,
    /// A lost game of more moves than this is taken up again in its middle; `None` for never.
    pub restart_after: Option<usize>,
    /// So many games follow every game that begin where earlier ones were late.
    pub late: u32,
    /// Whether every stage has weights of its own already.
    pub split: bool,
}

/// One move of a game.
#[derive(Clone, Copy)]
struct Step<S> {
    before: S,
    after: S,
    reward: f32,
}

/// What a game and its restarts came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Episode {
    /// The score of the game itself, without restarts.
    pub score: f64,
    /// What it reached.
    pub reached: usize,
    /// Moves, restarts included.
    pub moves: u64,
}

/// Plays games and learns from them. Every thread has one of its own.
pub struct Learner<'a, G: Afterstates> {
    game: &'a G,
    weights: &'a Weights,
    settings: TdSettings,
    steps: Vec<Step<G::State>>,
    /// What the moves of a state lead to, with their rewards; which weights speak about each; what each promises.
    options: Vec<(G::State, f32)>,
    options_indices: Vec<u32>,
    promises: Vec<f32>,
    indices: Vec<u32>,
    late: Late<G::State>,
}

impl<'a, G: Afterstates> Learner<'a, G> {
    /// A learner that shares its weights with others.
    pub fn new(game: &'a G, weights: &'a Weights, settings: TdSettings) -> Self {
        let indices = vec![0; game.active()];
        Self {
            game,
            weights,
            settings,
            steps: Vec::new(),
            options: Vec::new(),
            options_indices: Vec::new(),
            promises: Vec::new(),
            indices,
            late: Late::default(),
        }
    }

    /// Plays the game of this seed, learns from it, and takes it up again where it was lost as long as the settings say so.
    pub fn episode(&mut self, seed: Seed) -> Episode {
        let mut dice = seed.rng();
        let end = self.play(self.game.start(&mut dice), &mut dice);
        let score = self.steps.iter().map(|step| f64::from(step.reward)).sum();
        let mut episode = Episode { score, reached: self.game.reached(end), moves: 0 };
        self.note_late(0, &mut dice);
        episode.moves += self.learn_and_restart(&mut dice);
        for _ in 0..self.settings.late {
            let Some((state, moves)) = self.late.draw(&mut dice) else { break };
            self.play(state, &mut dice);
            self.note_late(moves, &mut dice);
            episode.moves += self.learn_and_restart(&mut dice);
        }
        episode
    }

    /// Learns from the game just played, and takes it up again where it was lost as long as the settings say so. Returns the moves of all that.
    fn learn_and_restart(&mut self, dice: &mut Rng) -> u64 {
        let mut moves = 0;
        loop {
            moves += self.steps.len() as u64;
            self.learn();
            match self.settings.restart_after {
                Some(least) if self.steps.len() > least => {
                    let middle = self.steps[self.steps.len() / 2].before;
                    self.play(middle, dice);
                }
                _ => return moves,
            }
        }
    }

    /// Keeps states of the game just played, which began after so many moves, for later games to begin with.
    fn note_late(&mut self, moves_before: usize, dice: &mut Rng) {
        if self.settings.late > 0 {
            self.late.note(moves_before, self.steps.iter().map(|step| step.before), dice);
        }
    }

    /// Plays on to the end with the moves that promise most, and notes them.
    fn play(&mut self, mut state: G::State, dice: &mut Rng) -> G::State {
        self.steps.clear();
        while let Some((after, reward)) = self.best(state) {
            self.steps.push(Step { before: state, after, reward });
            state = self.game.chance(after, dice);
        }
        state
    }

    /// What the move that promises most leads to, with its reward. The values of all moves are fetched before any two are compared: they lie
    /// far apart in memory, and a processor fetches at once only what it need not guess.
    fn best(&mut self, state: G::State) -> Option<(G::State, f32)> {
        self.options.clear();
        self.game.options(state, &mut self.options);
        let active = self.indices.len();
        self.options_indices.resize(active * self.options.len(), 0);
        let indices = self.options_indices.chunks_exact_mut(active);
        for ((after, _), indices) in self.options.iter().zip(indices) {
            look_up(self.game, self.settings.split, *after, indices);
        }
        let indices = self.options_indices.chunks_exact(active);
        let options = self.options.iter().zip(indices);
        self.promises.clear();
        self.promises.extend(options.map(|((_, reward), all)| reward + self.weights.sum(all)));
        let mut best = 0;
        for (option, &promise) in self.promises.iter().enumerate() {
            if promise > self.promises[best] {
                best = option;
            }
        }
        self.options.get(best).copied()
    }

    /// Corrects every state of the game, the last first, so that what is learned at the end is known before it.
    fn learn(&mut self) {
        // What the game still earned after the state at hand: nothing after the last one.
        let mut earned = 0.0;
        for index in (0..self.steps.len()).rev() {
            let Step { after, reward, .. } = self.steps[index];
            look_up(self.game, self.settings.split, after, &mut self.indices);
            let error = earned - self.weights.sum(&self.indices);
            let value = self.weights.correct(&self.indices, error, self.settings.rate);
            let lambda = self.settings.lambda;
            earned = reward + lambda * earned + (1.0 - lambda) * value;
        }
    }
}

/// Which weights speak about a state after a move.
#[inline]
fn look_up<G: Afterstates>(game: &G, split: bool, after: G::State, indices: &mut [u32]) {
    if split {
        game.staged_indices(after, indices);
    } else {
        game.indices(after, indices);
    }
}
