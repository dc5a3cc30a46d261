//! Ratings of all agents of a crosstable, by maximum likelihood.
//!
//! The model is Bradley's and Terry's: a player that is d points stronger scores 1 / (1 + 10^(-d/400)) on average, and a
//! draw is half a win. The ratings are those that make the results most likely; their mean is 0.
//!
//! Errors come from how much the rounds differ: a round is what was played with one seed, both seats and all
//! encounters. Games of a round are not independent of each other, rounds are. So draws, paired seats and
//! common seeds make intervals as narrow as they deserve.

use super::{POINTS, normal_below};

/// Points that were made in one round of an encounter.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Share {
    round: usize,
    points: f64,
    games: f64,
}

/// Who has met whom with which results.
#[derive(Clone, Debug, Default)]
pub struct Results {
    agents: usize,
    encounters: Vec<(usize, usize, Vec<Share>)>,
}

impl Results {
    /// So many agents that have not met yet.
    pub fn new(agents: usize) -> Self {
        Self { agents, encounters: Vec::new() }
    }

    /// Adds the games of two agents; each item is the round and the first one's points, from 0 to 1.
    pub fn add(&mut self, first: usize, second: usize, games: impl Iterator<Item = (usize, f64)>) {
        let mut shares: Vec<Share> = Vec::new();
        for (round, points) in games {
            match shares.last_mut().filter(|share| share.round == round) {
                Some(share) => {
                    share.points += points;
                    share.games += 1.0;
                }
                None => shares.push(Share { round, points, games: 1.0 }),
            }
        }
        if !shares.is_empty() {
            self.encounters.push((first, second, shares));
        }
    }

    /// The ratings that explain the results best; nothing if some agents cannot be compared, not even by way of others.
    pub fn rate(&self) -> Option<Ratings> {
        let mut results = self.clone();
        let bounded = !results.everybody_can_be_beaten();
        if bounded {
            results.add_draws();
        }
        let strengths = results.most_likely()?;
        let covariance = results.covariance(&strengths);
        Some(Ratings { strengths, covariance, bounded })
    }

    /// One more game, drawn, for every encounter, in rounds of their own.
    fn add_draws(&mut self) {
        let last = self.encounters.iter().flat_map(|(.., shares)| shares).map(|share| share.round);
        let next = last.max().map_or(0, |round| round + 1);
        for (i, (.., shares)) in self.encounters.iter_mut().enumerate() {
            shares.push(Share { round: next + i, points: 0.5, games: 1.0 });
        }
    }

    /// Whether no group of agents has won everything against the others: only then ratings are finite.
    fn everybody_can_be_beaten(&self) -> bool {
        let mut scored = vec![vec![false; self.agents]; self.agents];
        for (first, second, shares) in &self.encounters {
            scored[*first][*second] |= shares.iter().any(|share| share.points > 0.0);
            scored[*second][*first] |= shares.iter().any(|share| share.points < share.games);
        }
        let reaches_all = |scored: &dyn Fn(usize, usize) -> bool| {
            let (mut seen, mut next) = (vec![false; self.agents], vec![0]);
            while let Some(one) = next.pop() {
                if !std::mem::replace(&mut seen[one], true) {
                    next.extend((0..self.agents).filter(|&other| scored(one, other)));
                }
            }
            seen.into_iter().all(|seen| seen)
        };
        self.agents > 0 && reaches_all(&|a, b| scored[a][b]) && reaches_all(&|a, b| scored[b][a])
    }

    /// Newton's method; the likelihood has one peak.
    fn most_likely(&self) -> Option<Vec<f64>> {
        let mut strengths = vec![0.0; self.agents];
        for _ in 0..100 {
            let (mut slope, mut curve) = (vec![0.0; self.agents], self.blank());
            for (first, second, shares) in &self.encounters {
                let expected = share_of(strengths[*first] - strengths[*second]);
                let games: f64 = shares.iter().map(|share| share.games).sum();
                let points: f64 = shares.iter().map(|share| share.points).sum();
                slope[*first] += points - games * expected;
                slope[*second] -= points - games * expected;
                spread(&mut curve, *first, *second, games * expected * (1.0 - expected));
            }
            let step = solve(centred(curve), vec![slope])?.remove(0);
            // Far from the peak a whole step may overshoot.
            let longest = step.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
            let scale = (2.0 / longest).min(1.0);
            strengths.iter_mut().zip(&step).for_each(|(value, step)| *value += scale * step);
            if longest < 1e-10 {
                return Some(strengths);
            }
        }
        None
    }

    /// How far the strengths may be off, from how much rounds differ.
    fn covariance(&self, strengths: &[f64]) -> Option<Vec<Vec<f64>>> {
        let mut curve = self.blank();
        let mut rounds: Vec<Vec<f64>> = Vec::new();
        let mut alike = self.blank();
        for (first, second, shares) in &self.encounters {
            let expected = share_of(strengths[*first] - strengths[*second]);
            for share in shares {
                if rounds.len() <= share.round {
                    rounds.resize(share.round + 1, Vec::new());
                }
                let surprises = &mut rounds[share.round];
                surprises.resize(self.agents, 0.0);
                let surprise = share.points - share.games * expected;
                surprises[*first] += surprise;
                surprises[*second] -= surprise;
                spread(&mut curve, *first, *second, share.games * expected * (1.0 - expected));
            }
            // Where all rounds went alike their spread says nothing: half a game may have gone otherwise.
            let same =
                |pair: &[Share]| (pair[0].points, pair[0].games) == (pair[1].points, pair[1].games);
            if shares.windows(2).all(same) {
                spread(&mut alike, *first, *second, 0.25);
            }
        }
        rounds.retain(|surprises| !surprises.is_empty());
        let count = rounds.len() as f64;
        if count < 2.0 {
            return None;
        }
        let inverse = solve(centred(curve), unit(self.agents))?;
        let moves = |surprises: &Vec<f64>| inverse.iter().map(|row| dot(row, surprises)).collect();
        let shifts: Vec<Vec<f64>> = rounds.iter().map(moves).collect();
        let mut covariance = product(&product(&inverse, &alike), &inverse);
        for shift in &shifts {
            for (row, &a) in covariance.iter_mut().zip(shift) {
                row.iter_mut()
                    .zip(shift)
                    .for_each(|(sum, b)| *sum += a * b * count / (count - 1.0));
            }
        }
        Some(covariance)
    }

    fn blank(&self) -> Vec<Vec<f64>> {
        vec![vec![0.0; self.agents]; self.agents]
    }
}

/// Ratings of agents, and how sure they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// In natural units, with mean 0.
    strengths: Vec<f64>,
    /// Nothing where a single round tells nothing about how much rounds differ.
    covariance: Option<Vec<Vec<f64>>>,
    /// Whether somebody has won or lost everything, so that a drawn game was added to every encounter: without it the
    /// rating would be infinite.
    pub bounded: bool,
}

impl Ratings {
    /// The rating of an agent, beside the mean of all.
    pub fn points(&self, agent: usize) -> f64 {
        self.strengths[agent] * POINTS
    }

    /// Half the 95 % interval of that, where more than one round was played.
    pub fn margin(&self, agent: usize) -> Option<f64> {
        let covariance = self.covariance.as_ref()?;
        Some(1.96 * POINTS * covariance[agent][agent].max(0.0).sqrt())
    }

    /// How much stronger one agent is than another, and half the 95 % interval of that.
    pub fn difference(&self, one: usize, other: usize) -> (f64, Option<f64>) {
        let margin = self.error(one, other).map(|error| 1.96 * POINTS * error);
        (self.points(one) - self.points(other), margin)
    }

    /// How likely it is that one agent is stronger than another.
    pub fn superior(&self, one: usize, other: usize) -> Option<f64> {
        let (gap, error) = (self.strengths[one] - self.strengths[other], self.error(one, other)?);
        Some(if gap == 0.0 { 0.5 } else { normal_below(gap / error) })
    }

    fn error(&self, one: usize, other: usize) -> Option<f64> {
        let c = self.covariance.as_ref()?;
        Some((c[one][one] + c[other][other] - 2.0 * c[one][other]).max(0.0).sqrt())
    }
}

/// The score that a difference of strengths promises.
fn share_of(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Adds what two agents have between them to a matrix.
fn spread(matrix: &mut [Vec<f64>], first: usize, second: usize, amount: f64) {
    for (row, column, sign) in
        [(first, first, 1.0), (second, second, 1.0), (first, second, -1.0), (second, first, -1.0)]
    {
        matrix[row][column] += sign * amount;
    }
}

/// Only differences count in the likelihood; that the mean is 0 settles the rest.
fn centred(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let share = 1.0 / matrix.len() as f64;
    matrix.iter_mut().flatten().for_each(|cell| *cell += share);
    matrix
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The product of two matrices, the second one symmetric.
fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    a.iter().map(|row| b.iter().map(|column| dot(row, column)).collect()).collect()
}

fn unit(size: usize) -> Vec<Vec<f64>> {
    (0..size).map(|i| (0..size).map(|j| f64::from(i == j)).collect()).collect()
}

/// Solves a symmetric system for several right sides; nothing if it has no single solution.
fn solve(mut matrix: Vec<Vec<f64>>, mut sides: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for pivot in 0..size {
        let largest = |row: &usize| matrix[*row][pivot].abs();
        let best = (pivot..size).max_by(|a, b| largest(a).total_cmp(&largest(b)))?;
        if matrix[best][pivot].abs() < 1e-12 {
            return None;
        }
        matrix.swap(pivot, best);
        for side in &mut sides {
            side.swap(pivot, best);
        }
        let head = matrix[pivot].clone();
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot] / head[pivot];
            matrix[row].iter_mut().zip(&head).for_each(|(cell, head)| *cell -= factor * head);
            for side in &mut sides {
                side[row] -= factor * side[pivot];
            }
        }
    }
    for side in &mut sides {
        side.iter_mut().enumerate().for_each(|(i, cell)| *cell /= matrix[i][i]);
    }
    Some(sides)
}

#[cfg(test)]
mod tests;
