//! A training run: rounds of games, progress, averaging, checkpoints.

use crate::afterstate::Afterstates;
use crate::file::{Checking, Sealing};
use crate::settings;
use crate::td::{Episode, Learner, TdSettings};
use crate::weights::Weights;
use ludex_core::{Error, Result, Seed, Stop};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What is to be learned, and how. Together with the game it fixes the result of a run on one thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The game, by name.
    pub game: String,
    /// The features, by name.
    pub network: String,
    /// Where all chance comes from.
    pub seed: u64,
    /// Games in all.
    pub games: u64,
    /// Rounds into which they are divided: progress and averages come at the end of each.
    pub rounds: u64,
    /// How much a state learns from what came later in its game: 0 to 1.
    pub lambda: f32,
    /// How much of an error is corrected at once.
    pub rate: f32,
    /// Whether every weight finds its own pace (temporal coherence).
    pub coherent: bool,
    /// What every state is worth at first. More than any is in truth makes the learner curious.
    pub optimism: f32,
    /// The share of the games, from the first on, that are taken up again in the middle after they were lost.
    pub restarts: f64,
    /// A lost game of at most this many moves is not taken up again.
    pub restart_after: usize,
    /// So many further games follow each of the other games: they begin where earlier games of the same round were late.
    #[serde(default)]
    pub late: u32,
    /// The share of the games, up to the last, over which the weights are averaged.
    pub averaged: f64,
    /// The share of the games after which every stage of the network gets weights of its own, as copies of those that all
    /// have learned together.
    #[serde(default)]
    pub split: f64,
    /// From states on that have reached this much, the games are played with a look at what chance and the next move may bring.
    #[serde(default)]
    pub ahead: Option<usize>,
    /// The run whose weights this one began with; `None` for one that began knowing nothing.
    #[serde(default)]
    pub origin: Option<Box<Origin>>,
}

/// Where a run took over from another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// The other run.
    pub plan: Plan,
    /// Rounds of it that had been played.
    pub rounds: u64,
}

impl Origin {
    /// Whether every stage had weights of its own.
    fn is_split(&self) -> bool {
        self.rounds > self.plan.first_split_round()
    }
}

impl Plan {
    /// Games played after so many rounds.
    fn games_after(&self, rounds: u64) -> u64 {
        rounds * self.games / self.rounds
    }

    /// The first round in which every stage has weights of its own.
    fn first_split_round(&self) -> u64 {
        if self.begins_split() {
            return 0;
        }
        let round = (self.split * self.rounds as f64).ceil() as u64;
        round.min(self.rounds - 1)
    }

    /// Whether every stage had weights of its own before the first round.
    fn begins_split(&self) -> bool {
        self.origin.as_ref().is_some_and(|origin| origin.is_split())
    }

    /// How many of these rounds come before the first that counts for the average.
    fn rounds_before_average(&self, rounds: u64) -> f64 {
        (self.rounds as f64 * (1.0 - self.averaged)).min(rounds as f64)
    }

    /// Whether a run by the other plan is the same up to so many rounds. It may then become longer or shorter: how many games there are in
    /// all decides nothing but where restarts end, stages part and averaging begins.
    fn agrees_until(&self, rounds: u64, other: &Self, stages: usize) -> bool {
        let as_long = Self { games: other.games, rounds: other.rounds, ..self.clone() };
        let pace = |plan: &Self, rounds: u64| u128::from(plan.games) * u128::from(rounds);
        let phases = |plan: &Self| {
            let restarts = plan.restarts * plan.games as f64;
            let split = if stages > 1 { plan.first_split_round().min(rounds) } else { 0 };
            let again = restarts.min(plan.games_after(rounds) as f64);
            (again, split, plan.rounds_before_average(rounds))
        };
        as_long == *other
            && rounds <= self.rounds
            && pace(self, other.rounds) == pace(other, self.rounds)
            && phases(self) == phases(other)
    }
}

/// How one round went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Games since the start of the run.
    pub games: u64,
    /// Moves since the start of the run, restarts included.
    pub moves: u64,
    /// Mean score of the round's games, restarts not counted.
    pub mean_score: f64,
    /// How many of its games reached what, by the number that the game gives.
    pub reached: Vec<u64>,
}

impl Round {
    /// The share of the round's games that reached this much or more.
    pub fn share(&self, least: usize) -> f64 {
        let all: u64 = self.reached.iter().sum();
        self.reached.iter().skip(least).sum::<u64>() as f64 / all.max(1) as f64
    }
}

/// A run in the making.
pub struct Training<'a, G> {
    game: &'a G,
    plan: Plan,
    weights: Weights,
    /// Sum of the weights at the ends of rounds, and of how many.
    sums: Vec<f32>,
    summed: u64,
    curve: Vec<Round>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    kind: String,
    plan: Plan,
    summed: u64,
    curve: Vec<Round>,
}

const KIND: &str = "training";

impl<'a, G: Afterstates> Training<'a, G> {
    /// A run that has not begun.
    pub fn new(game: &'a G, plan: Plan) -> Result<Self> {
        check(&plan)?;
        let first = plan.optimism / game.active() as f32;
        let weights = Weights::new(game.weights(), first, plan.coherent);
        let sums = vec![0.0; game.weights()];
        Ok(Self { game, plan, weights, sums, summed: 0, curve: Vec::new() })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How the rounds went so far.
    pub fn curve(&self) -> &[Round] {
        &self.curve
    }

    /// Whether all games are played.
    pub fn is_finished(&self) -> bool {
        self.curve.len() as u64 >= self.plan.rounds
    }

    /// Plays the next round on some threads. On one thread its result depends on nothing but the plan. After a stop nothing
    /// of the round counts as progress, but its games have been learned from: go on from a checkpoint instead.
    pub fn round(&mut self, threads: usize, stop: &Stop) -> Option<&Round> {
        let number = self.curve.len() as u64;
        let games = Games {
            next: AtomicU64::new(self.plan.games_after(number)),
            end: self.plan.games_after(number + 1),
            sum: Mutex::new(Sum::default()),
        };
        if number == self.plan.first_split_round() && !self.plan.begins_split() {
            self.weights.copy_first_part(self.game.stages());
        }
        self.play(&games, threads, stop);
        if stop.is_set() {
            return None;
        }
        let sum = games.sum.into_inner().unwrap_or_default();
        self.take_average(number);
        let before = self.curve.last().map_or(0, |round| round.moves);
        self.curve.push(sum.round(games.end, before));
        self.curve.last()
    }

    #[cfg(feature = "threads")]
    fn play(&self, games: &Games, threads: usize, stop: &Stop) {
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| self.work(games, stop));
            }
            self.work(games, stop);
        });
    }

    #[cfg(not(feature = "threads"))]
    fn play(&self, games: &Games, _: usize, stop: &Stop) {
        self.work(games, stop);
    }

    /// Takes one game after the other until none is left.
    fn work(&self, games: &Games, stop: &Stop) {
        let mut sum = Sum::default();
        let mut learners = [true, false].map(|again| self.learner(again));
        while !stop.is_set() {
            let number = games.next.fetch_add(1, Relaxed);
            if number >= games.end {
                break;
            }
            let ordinary = number as f64 >= self.plan.restarts * self.plan.games as f64;
            let seed = Seed(self.plan.seed).derive(number);
            sum.add(learners[usize::from(ordinary)].episode(seed));
        }
        if let Ok(mut all) = games.sum.lock() {
            all.merge(&sum);
        }
    }

    /// A learner that takes lost games up again, or one that begins games late, as the plan says.
    fn learner(&self, again: bool) -> Learner<'_, G> {
        let Plan { lambda, rate, restart_after, late, ahead, .. } = self.plan;
        let split =
            self.game.stages() > 1 && self.curve.len() as u64 >= self.plan.first_split_round();
        let late = if again { 0 } else { late };
        let restart_after = again.then_some(restart_after);
        let settings = TdSettings { lambda, rate, restart_after, late, split, ahead };
        Learner::new(self.game, &self.weights, settings)
    }

    /// Adds the weights to the average if the round `number` belongs to it.
    fn take_average(&mut self, number: u64) {
        let split = self.game.stages() == 1 || number >= self.plan.first_split_round();
        let before = self.plan.rounds_before_average(self.plan.rounds);
        if split && (number + 1) as f64 > before {
            for (sum, value) in self.sums.iter_mut().zip(self.weights.values()) {
                *sum += value;
            }
            self.summed += 1;
        }
    }

    /// What was learned: the average, or the weights as they stand before there is one.
    pub fn values(&self) -> Vec<f32> {
        match self.summed {
            0 => self.weights.values().collect(),
            count => self.sums.iter().map(|sum| sum / count as f32).collect(),
        }
    }

    /// Writes everything that [`Training::resume`] needs to go on as if nothing had happened.
    pub fn save(&self, out: impl Write) -> std::io::Result<()> {
        let header = Header {
            kind: KIND.into(),
            plan: self.plan.clone(),
            summed: self.summed,
            curve: self.curve.clone(),
        };
        let mut file = Sealing::start(std::io::BufWriter::new(out), &header)?;
        for number in self.weights.numbers().chain(self.sums.iter().copied()) {
            file.write_all(&number.to_le_bytes())?;
        }
        file.seal()
    }
}

/// The plan of a checkpoint, from its header alone.
pub fn read_plan(name: &str, input: impl Read) -> Result<Plan> {
    open(name, input).map(|(_, header)| header.plan)
}

impl<'a, G: Afterstates> Training<'a, G> {
    /// Reads a checkpoint of this game and network. The plan may have more or fewer games than the one that the checkpoint was made by, as long
    /// as rounds are as long and none of those played would have been another. A run that took over from another knows that by itself.
    pub fn resume(game: &'a G, plan: &Plan, name: &str, input: impl Read) -> Result<Self> {
        let (file, header) = open(name, input)?;
        let played = header.curve.len() as u64;
        let plan = Plan { origin: header.plan.origin.clone(), ..plan.clone() };
        if !plan.agrees_until(played, &header.plan, game.stages()) {
            let other = settings::differences(&header.plan, &plan, &[]);
            return Err(file.refuse(format!(
                "it belongs to a run with other settings: {other}; give the same or another file"
            )));
        }
        let mut training = Self::new(game, plan)?;
        training.take_numbers(file)?;
        (training.summed, training.curve) = (header.summed, header.curve);
        Ok(training)
    }

    /// A run that has not begun, but knows what the run of a checkpoint has learned: its weights, and the pace of each. The settings may
    /// be others, the network may not.
    pub fn take_over(game: &'a G, plan: Plan, name: &str, input: impl Read) -> Result<Self> {
        let (file, header) = open(name, input)?;
        let same = |run: &Plan| (run.game.clone(), run.network.clone(), run.coherent);
        if same(&plan) != same(&header.plan) {
            let (kept, given) = (&header.plan.network, &plan.network);
            let say = format!("it learned network {kept}, not {given}, or learned it otherwise");
            return Err(file.refuse(say));
        }
        let rounds = header.curve.len() as u64;
        let origin = Some(Box::new(Origin { plan: header.plan, rounds }));
        let mut training = Self::new(game, Plan { origin, ..plan })?;
        training.take_numbers(file)?;
        training.sums.fill(0.0);
        Ok(training)
    }

    /// Reads the numbers of a checkpoint to its end.
    fn take_numbers<R: Read>(&mut self, mut file: Checking<'_, R>) -> Result<()> {
        let mut numbers = vec![0.0; self.weights.count_numbers()];
        read_numbers(&mut file, &mut numbers)?;
        read_numbers(&mut file, &mut self.sums)?;
        file.finish()?;
        self.weights.set_numbers(numbers);
        Ok(())
    }
}

/// Opens a checkpoint and reads its header.
fn open<R: Read>(name: &str, input: R) -> Result<(Checking<'_, std::io::BufReader<R>>, Header)> {
    let (file, header) = Checking::start::<Header>(name, std::io::BufReader::new(input))?;
    if header.kind != KIND {
        return Err(file.refuse(format!("it holds a {}, not a training run", header.kind)));
    }
    Ok((file, header))
}

fn read_numbers<R: Read>(file: &mut Checking<'_, R>, numbers: &mut [f32]) -> Result<()> {
    let mut bytes = vec![0; 1 << 16];
    for chunk in numbers.chunks_mut(1 << 14) {
        let bytes = &mut bytes[..4 * chunk.len()];
        file.fill(bytes)?;
        let (fours, _) = bytes.as_chunks();
        for (number, four) in chunk.iter_mut().zip(fours) {
            *number = f32::from_le_bytes(*four);
        }
    }
    Ok(())
}

/// The games of a round, handed out one by one.
struct Games {
    next: AtomicU64,
    end: u64,
    sum: Mutex<Sum>,
}

/// What some games came to.
#[derive(Default)]
struct Sum {
    score: f64,
    moves: u64,
    reached: Vec<u64>,
}

impl Sum {
    fn add(&mut self, episode: Episode) {
        self.score += episode.score;
        self.moves += episode.moves;
        self.reach(episode.reached, 1);
    }

    fn reach(&mut self, what: usize, games: u64) {
        if self.reached.len() <= what {
            self.reached.resize(what + 1, 0);
        }
        self.reached[what] += games;
    }

    fn merge(&mut self, other: &Sum) {
        self.score += other.score;
        self.moves += other.moves;
        for (what, &games) in other.reached.iter().enumerate() {
            self.reach(what, games);
        }
    }

    fn round(self, games: u64, moves_before: u64) -> Round {
        let count: u64 = self.reached.iter().sum();
        Round {
            games,
            moves: moves_before + self.moves,
            mean_score: self.score / count.max(1) as f64,
            reached: self.reached,
        }
    }
}

fn check(plan: &Plan) -> Result<()> {
    let wrong = |what: &str, value: String, reason: &str| Err(Error::bad(what, value, reason));
    let Plan { lambda, rate, restarts, averaged, games, rounds, split, .. } = *plan;
    let (share, say) = (0.0..=1.0, "give 0 to 1");
    match () {
        () if rounds == 0 || games < rounds => {
            wrong("number of games", games.to_string(), &format!("give {} or more", rounds.max(1)))
        }
        () if !(0.0..=1.0).contains(&lambda) => wrong("lambda", lambda.to_string(), say),
        () if !(rate > 0.0 && rate <= 1.0) => {
            wrong("rate", rate.to_string(), "give more than 0, up to 1")
        }
        () if !share.contains(&restarts) => wrong("share of restarts", restarts.to_string(), say),
        () if !(0.0..1.0).contains(&split) => {
            wrong("share before the split", split.to_string(), "give 0 or more, below 1")
        }
        () if !share.contains(&averaged) => wrong("share to average", averaged.to_string(), say),
        () => Ok(()),
    }
}
