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
    /// From states on that have reached this much, moves are chosen with a look at what chance and the next move may bring; `None` for never.
    pub ahead: Option<usize>,
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
    /// What chance may make of a move, and what the moves then lead to: those of each state end where the number says.
    likely: Vec<G::State>,
    replies: Vec<(G::State, f32)>,
    replies_end: Vec<usize>,
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
            likely: Vec::new(),
            replies: Vec::new(),
            replies_end: Vec::new(),
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
        while let Some((after, reward)) = self.choose(state) {
            self.steps.push(Step { before: state, after, reward });
            state = self.game.chance(after, dice);
        }
        state
    }

    /// What the move to be played leads to, with its reward.
    fn choose(&mut self, state: G::State) -> Option<(G::State, f32)> {
        match self.settings.ahead {
            Some(least) if self.game.reached(state) >= least => self.best_ahead(state),
            _ => self.best(state),
        }
    }

    /// What the move that promises most leads to, with its reward.
    fn best(&mut self, state: G::State) -> Option<(G::State, f32)> {
        self.options.clear();
        self.game.options(state, &mut self.options);
        let Self { game, weights, settings, options_indices, promises, .. } = self;
        promise(*game, weights, settings.split, &self.options, options_indices, promises);
        self.options.get(first_best(&self.promises)).copied()
    }

    /// The same by the mean of what the best next moves promise, over what chance is likely to do.
    fn best_ahead(&mut self, state: G::State) -> Option<(G::State, f32)> {
        self.options.clear();
        self.game.options(state, &mut self.options);
        let mut best: Option<(f32, usize)> = None;
        for option in 0..self.options.len() {
            let (after, reward) = self.options[option];
            let value = reward + self.look_ahead(after);
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, option));
            }
        }
        best.map(|(_, option)| self.options[option])
    }

    /// The mean of what the best moves promise after what chance is likely to make of a state; a game that is over promises nothing.
    fn look_ahead(&mut self, after: G::State) -> f32 {
        self.likely.clear();
        self.game.likely(after, &mut self.likely);
        self.replies.clear();
        self.replies_end.clear();
        for &state in &self.likely {
            self.game.options(state, &mut self.replies);
            self.replies_end.push(self.replies.len());
        }
        let Self { game, weights, settings, options_indices, promises, .. } = self;
        promise(*game, weights, settings.split, &self.replies, options_indices, promises);
        let mut start = 0;
        let mut sum = 0.0;
        for &end in &self.replies_end {
            sum += promises[start..end].iter().copied().reduce(f32::max).unwrap_or(0.0);
            start = end;
        }
        sum / self.likely.len().max(1) as f32
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

/// What each option promises, its reward included. The weights of all are found before any two are compared: they lie far apart in memory, and a
/// processor fetches at once only what it need not guess.
fn promise<G: Afterstates>(
    game: &G,
    weights: &Weights,
    split: bool,
    options: &[(G::State, f32)],
    indices: &mut Vec<u32>,
    promises: &mut Vec<f32>,
) {
    let active = game.active();
    indices.resize(active * options.len(), 0);
    for ((after, _), indices) in options.iter().zip(indices.chunks_exact_mut(active)) {
        look_up(game, split, *after, indices);
    }
    let options = options.iter().zip(indices.chunks_exact(active));
    promises.clear();
    promises.extend(options.map(|((_, reward), all)| reward + weights.sum(all)));
}

/// The place of the first of the largest numbers.
fn first_best(promises: &[f32]) -> usize {
    let mut best = 0;
    for (place, &promise) in promises.iter().enumerate() {
        if promise > promises[best] {
            best = place;
        }
    }
    best
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
