//! From learned weights to a player: rounding, and leaving out what hardly any game needs.

use crate::agents::Player;
use crate::patterns::{Lesson, Patterns, network_names, spawn};
use crate::tables::Board;
use ludex_core::{Error, Result, Seed};
use ludex_learn::afterstate::{Afterstates, Features};
use ludex_learn::network::{Label, Network};
use ludex_learn::school::{Order, School, train};
use ludex_learn::training::Plan;

/// How learned weights become a player.
#[derive(Clone, Debug)]
pub struct Finish {
    /// Weights are rounded to multiples of this.
    pub step: f32,
    /// Games that the player plays with itself to see which weights it needs; 0 to keep all.
    pub games: u64,
    /// Weights that were asked for less often than this in those games are left out.
    pub visits: u32,
    /// Where the chance of those games comes from.
    pub seed: Seed,
    /// How the weights were made, for people.
    pub made: String,
}

impl Finish {
    /// Makes a player of weights that were learned with these patterns.
    pub fn player(&self, patterns: Patterns, values: &[f32]) -> Result<Player> {
        let label = Label {
            game: "2048".into(),
            network: patterns.name().into(),
            made: self.made.clone(),
            step: self.step,
        };
        let mut network = Network::new(label, values.iter().copied())?;
        if self.games > 0 {
            let visits = self.count_visits(&Lesson::new(patterns.clone()), &network);
            network.prune(|index| visits[index] >= self.visits);
        }
        Ok(Player::new(patterns, network))
    }

    /// How often each weight is asked for in games of the network with itself.
    fn count_visits(&self, lesson: &Lesson, network: &Network) -> Vec<u32> {
        let mut visits = vec![0u32; lesson.weights()];
        let mut indices = vec![0; lesson.active()];
        let mut options = Vec::new();
        for game in 0..self.games {
            let mut dice = self.seed.derive(game).rng();
            let mut board = lesson.start(&mut dice);
            loop {
                options.clear();
                lesson.options(board, &mut options);
                let mut best: Option<(f32, Board)> = None;
                for &(after, reward) in &options {
                    lesson.staged_indices(after, &mut indices);
                    for &index in &indices {
                        visits[index as usize] = visits[index as usize].saturating_add(1);
                    }
                    let value = reward + network.sum(&indices);
                    if best.is_none_or(|(highest, _)| value > highest) {
                        best = Some((value, after));
                    }
                }
                let Some((_, after)) = best else { break };
                board = spawn(after, &mut dice);
            }
        }
        visits
    }
}

/// 2048 for whoever trains networks.
pub struct Lessons;

/// Games after which it is known which weights a player needs.
const PRUNING_GAMES: u64 = 1000;

impl School for Lessons {
    fn game(&self) -> &'static str {
        "2048"
    }

    fn networks(&self) -> Vec<&'static str> {
        network_names().collect()
    }

    fn train(&self, mut order: Order<'_>) -> Result<Option<Vec<u8>>> {
        let patterns = Patterns::named(&order.plan.network)?;
        let lesson = Lesson::new(patterns.clone());
        let Some(values) = train(&lesson, &mut order)? else { return Ok(None) };
        let finish = Finish {
            step: order.step,
            games: if order.prune > 0 { PRUNING_GAMES } else { 0 },
            visits: order.prune,
            seed: Seed(order.plan.seed),
            made: made(&order),
        };
        let mut file = Vec::new();
        let written = finish.player(patterns, &values)?.network().write(&mut file);
        written.map_err(|error| Error::State(format!("the player cannot be written: {error}")))?;
        Ok(Some(file))
    }
}

fn made(order: &Order<'_>) -> String {
    let Order { plan, step, prune, .. } = order;
    format!("{}, averaged {}, step {step}, prune {prune}", told(plan), plan.averaged)
}

/// What a run learned from, and what the one had learned from that it took over from.
fn told(plan: &Plan) -> String {
    let Plan { games, seed, lambda, restarts, late, split, ahead, origin, .. } = plan;
    let all = [
        Some(format!("{games} games, seed {seed}, lambda {lambda}, restarts {restarts}")),
        (*late > 0).then(|| format!("late {late}")),
        ahead.map(|tile| format!("ahead {}", 1_u32 << tile)),
        (plan.network.contains('+') && origin.is_none()).then(|| format!("split {split}")),
        origin.as_ref().map(|origin| {
            let (rounds, of) = (origin.rounds, origin.plan.rounds);
            format!("after {rounds} of {of} rounds of ({})", told(&origin.plan))
        }),
    ];
    all.into_iter().flatten().collect::<Vec<String>>().join(", ")
}
