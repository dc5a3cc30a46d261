//! A tuning run: generations, the average of their means, checkpoints.

use super::course::Course;
use super::method::{Method, Optimiser};
use super::race::{Race, each};
use crate::settings;
use ludex_core::{Error, Result, Seed, Stop};
use serde::{Deserialize, Serialize};

/// What is to be tuned, and how. It fixes the result, whatever the number of threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The game, by name.
    pub game: String,
    /// Its rules and size.
    pub rules: String,
    /// The board.
    pub size: String,
    /// The terms whose weights are wanted.
    pub terms: Vec<String>,
    /// How they are found.
    pub method: Method,
    /// Where all chance comes from.
    pub seed: u64,
    /// Generations in all.
    pub generations: u64,
    /// Candidates of a generation.
    pub candidates: usize,
    /// Games of a candidate that is in to the end.
    pub games: u64,
    /// Moves of a game at most.
    pub limit: u64,
    /// Weights to begin around.
    pub start: Vec<f64>,
    /// How far candidates lie apart at first, in units of each weight's own scale.
    pub deviation: f64,
    /// The share of the generations, up to the last, whose means are averaged.
    pub averaged: f64,
}

/// How one generation went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// What the best candidate reached on average.
    pub best: f64,
    /// What all candidates reached on average.
    pub mean: f64,
    /// The standard deviation among the candidates.
    pub spread: f64,
    /// How far candidates lie apart now, in weights.
    pub deviation: f64,
    /// Games since the start of the run.
    pub games: u64,
    /// Where the method is now.
    pub weights: Vec<f64>,
}

/// A run in the making.
pub struct Tuning<'a> {
    course: &'a dyn Course,
    kept: Kept,
}

/// All that a checkpoint holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    kind: String,
    version: u32,
    plan: Plan,
    optimiser: Optimiser,
    curve: Vec<Generation>,
}

const KIND: &str = "ludex tuning";
const VERSION: u32 = 1;
/// Settings that are called otherwise where they are given.
const NAMES: [(&str, &str); 2] = [("terms", "features"), ("limit", "max-moves")];
/// What different kinds of chance are derived from.
const DRAWS: u64 = 1;
const GAMES: u64 = 2;
const CHECKS: u64 = 3;

impl<'a> Tuning<'a> {
    /// A run that has not begun.
    pub fn new(course: &'a dyn Course, plan: Plan) -> Result<Self> {
        check(course, &plan)?;
        let deviations: Vec<f64> = course.scales().iter().map(|s| s * plan.deviation).collect();
        let mut rng = Seed(plan.seed).derive(DRAWS).rng();
        let (start, candidates) = (plan.start.clone(), plan.candidates);
        let optimiser = Optimiser::new(plan.method, start, &deviations, candidates, &mut rng);
        let (kind, curve) = (KIND.into(), Vec::new());
        Ok(Self { course, kept: Kept { kind, version: VERSION, plan, optimiser, curve } })
    }

    /// Reads a checkpoint of a run with this plan; `name` is what errors call it.
    pub fn resume(course: &'a dyn Course, plan: &Plan, name: &str, text: &str) -> Result<Self> {
        check(course, plan)?;
        let kept = read(text).map_err(|reason| Error::bad("checkpoint", name, reason))?;
        if kept.plan != *plan {
            let other = settings::differences(&kept.plan, plan, &NAMES);
            let reason = format!(
                "it belongs to a run with other settings: {other}; give the same or another file"
            );
            return Err(Error::bad("checkpoint", name, reason));
        }
        Ok(Self { course, kept })
    }

    /// Everything that [`Tuning::resume`] needs to go on as if nothing had happened.
    pub fn checkpoint(&self) -> String {
        serde_json::to_string(&self.kept).unwrap_or_default() + "\n"
    }

    /// How the generations went so far.
    pub fn curve(&self) -> &[Generation] {
        &self.kept.curve
    }

    /// Whether all generations are done.
    pub fn is_finished(&self) -> bool {
        self.kept.curve.len() as u64 >= self.kept.plan.generations
    }

    /// Plays the next generation. After a stop nothing of it counts.
    pub fn generation(&mut self, threads: usize, stop: &Stop) -> Result<Option<&Generation>> {
        let plan = &self.kept.plan;
        let number = self.kept.curve.len() as u64 + 1;
        let mut optimiser = self.kept.optimiser.clone();
        let mut rng = Seed(plan.seed).derive(DRAWS).derive(number).rng();
        let mut candidates = optimiser.ask(&mut rng);
        if self.course.only_directions() {
            let mean = optimiser.mean();
            for weights in &mut candidates {
                self.level(weights, &mean);
            }
        }
        let race = Race {
            games: plan.games,
            limit: plan.limit,
            parents: optimiser.parents(candidates.len()),
            seed: Seed(plan.seed).derive(GAMES).derive(number),
        };
        let Some((values, played)) = race.run(self.course, &candidates, threads, stop)? else {
            return Ok(None);
        };
        optimiser.tell(&candidates, &values);
        if self.course.only_directions() {
            let mut mean = optimiser.mean();
            self.lengthen(&mut mean);
            optimiser.move_to(mean);
        }
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
        self.kept.curve.push(Generation {
            number,
            best: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            mean,
            spread: (squares / count).sqrt(),
            deviation: optimiser.deviation(),
            games: self.kept.curve.last().map_or(0, |last| last.games) + played,
            weights: optimiser.mean(),
        });
        self.kept.optimiser = optimiser;
        Ok(self.kept.curve.last())
    }

    /// Takes from weights what only makes them longer or shorter than the mean: steps across, not along.
    fn level(&self, weights: &mut [f64], mean: &[f64]) {
        let scales = self.course.scales();
        let steps = weights.iter().zip(mean).zip(&scales);
        let along: f64 = steps.map(|((w, m), scale)| (w - m) / scale * (m / scale)).sum();
        let squares: f64 = mean.iter().zip(&scales).map(|(m, scale)| (m / scale).powi(2)).sum();
        if squares > 0.0 {
            weights.iter_mut().zip(mean).for_each(|(w, m)| *w -= along / squares * m);
        }
    }

    /// Gives weights the length that those of the first generation have on average, each measured by its own scale.
    fn lengthen(&self, weights: &mut [f64]) {
        let scales = self.course.scales();
        let squares = weights.iter().zip(&scales).map(|(w, scale)| (w / scale).powi(2));
        let length = squares.sum::<f64>().sqrt();
        if length > 0.0 {
            let factor = (weights.len() as f64).sqrt() / length;
            for weight in weights.iter_mut() {
                *weight *= factor;
            }
        }
    }

    /// What was found: the average of the means of the last generations, so that no lucky sample wins.
    pub fn weights(&self) -> Vec<f64> {
        let plan = &self.kept.plan;
        let wanted = (plan.averaged * plan.generations as f64).ceil().max(1.0) as usize;
        let curve = &self.kept.curve;
        let last = &curve[curve.len().saturating_sub(wanted)..];
        if last.is_empty() {
            return plan.start.clone();
        }
        let found =
            super::mean_of(last.iter().map(|generation| &generation.weights), plan.start.len());
        self.course.nearest(&found)
    }

    /// What these weights reach in fresh games, one by one; `None` after a stop.
    pub fn measure(&self, games: u64, threads: usize, stop: &Stop) -> Result<Option<Vec<f64>>> {
        let (weights, plan) = (self.weights(), &self.kept.plan);
        let seed = Seed(plan.seed).derive(CHECKS);
        let numbers: Vec<u64> = (0..games).collect();
        each(&numbers, threads, stop, |&game| {
            self.course.play(&weights, seed.derive(game), u64::MAX)
        })
    }
}

/// What a file says of itself, whatever else is in it.
#[derive(Deserialize)]
struct Title {
    kind: String,
    version: u32,
}

/// Reads a checkpoint, or says why it is none.
fn read(text: &str) -> std::result::Result<Kept, String> {
    const REMEDY: &str = "delete it to begin anew, or give another file";
    if text.trim().is_empty() {
        return Err(format!("it is empty; {REMEDY}"));
    }
    let damaged = |error: serde_json::Error| format!("it is damaged: {error}; {REMEDY}");
    let title: Title = match serde_json::from_str(text) {
        Ok(title) => title,
        // JSON of somebody else is not to be deleted.
        Err(error) if error.is_data() => {
            return Err("it holds no tuning run; give another file".into());
        }
        Err(error) => return Err(damaged(error)),
    };
    let Title { kind, version } = title;
    if kind != KIND {
        return Err(format!("it holds `{kind}`, no tuning run; give another file"));
    }
    if version > VERSION {
        return Err(format!(
            "it was written by a newer Ludex (version {version}; this one knows {VERSION}); use that one, or give another file"
        ));
    }
    serde_json::from_str(text).map_err(damaged)
}

fn check(course: &dyn Course, plan: &Plan) -> Result<()> {
    let wrong = |what: &str, value: String, reason: &str| Err(Error::bad(what, value, reason));
    let weights = course.scales().len();
    match plan {
        plan if plan.start.len() != weights => {
            wrong("number of weights", plan.start.len().to_string(), &format!("give {weights}"))
        }
        Plan { candidates, .. } if !(4..=10_000).contains(candidates) => {
            wrong("number of candidates", candidates.to_string(), "give 4 to 10,000")
        }
        Plan { games: 0, .. } => wrong("number of games", "0".into(), "give 1 or more"),
        Plan { generations: 0, .. } => wrong("number of generations", "0".into(), "give 1 or more"),
        Plan { deviation, .. } if !(*deviation > 0.0 && *deviation < 1e6) => {
            wrong("deviation", deviation.to_string(), "give more than 0, below 1,000,000")
        }
        Plan { averaged, .. } if !(0.0..=1.0).contains(averaged) => {
            wrong("share to average", averaged.to_string(), "give 0 to 1")
        }
        _ => Ok(()),
    }
}
