//! Results as they come in, and what they say.

use super::alone::Figures;
use super::schedule::Schedule;
use super::{Bout, Tournament};
use crate::{Ratings, Results, Sprt, Verdict};
use ludex_core::Proven;
use ludex_table::protocol::{ArenaFault, Encounter, Estimate, Standing, Standings};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many faults are told one by one; all are counted.
const MOST_FAULTS: usize = 100;

/// A game that has not been played.
const MISSING: u8 = b'.';

/// The results of a tournament so far.
///
/// What it says depends on which games were played, not on the order in which they ended.
pub struct Scoreboard {
    inner: Mutex<Inner>,
    settled: AtomicBool,
}

struct Inner {
    names: Vec<String>,
    schedule: Schedule,
    seed: u64,
    /// The results of each encounter for its first agent, game by game.
    results: Vec<Vec<u8>>,
    /// The figures of each agent, in games for one.
    figures: Option<Figures>,
    played: u64,
    decisions: u64,
    censored: u64,
    /// Faults of each agent, and the first ones in words.
    fault_counts: Vec<u64>,
    faults: BTreeMap<u64, ArenaFault>,
    sprt: Option<Sequence>,
}

/// A sequential test hears of games in their order, whatever the order in which they end: so it ends at the same
/// game whatever the number of threads.
struct Sequence {
    sprt: Sprt,
    next: u64,
    waiting: BTreeMap<u64, Bout>,
    /// Pairs so far, by the points of the first agent.
    pairs: [u64; 5],
    verdict: Option<Verdict>,
}

impl Scoreboard {
    pub(crate) fn new(tournament: &Tournament) -> Self {
        let names = tournament.entrants.iter().map(|entrant| entrant.spec.to_string());
        let names: Vec<String> = names.collect();
        let schedule = tournament.schedule();
        let metric = tournament.ranked_by();
        let begin = |sprt| Sequence {
            sprt,
            next: 0,
            waiting: BTreeMap::new(),
            pairs: [0; 5],
            verdict: None,
        };
        let inner = Inner {
            results: vec![Vec::new(); schedule.encounters.len()],
            figures: metric.map(|metric| Figures::new(metric, names.len())),
            fault_counts: vec![0; names.len()],
            faults: BTreeMap::new(),
            played: 0,
            decisions: 0,
            censored: 0,
            seed: tournament.seed.0,
            sprt: tournament.sprt.map(begin),
            names,
            schedule,
        };
        Self { inner: Mutex::new(inner), settled: AtomicBool::new(false) }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a game.
    pub(crate) fn add(&self, bout: &Bout) {
        let mut inner = self.inner();
        if inner.sprt.is_none() {
            return inner.add(bout);
        }
        if inner.add_in_order(bout) {
            self.settled.store(true, Ordering::Release);
        }
    }

    /// Whether a test has ended the tournament.
    pub fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Acquire)
    }

    /// Games noted so far.
    pub fn played(&self) -> u64 {
        self.inner().played
    }

    /// Decisions in those games.
    pub(crate) fn decisions(&self) -> u64 {
        self.inner().decisions
    }

    /// Games for one that a limit ended.
    pub(crate) fn censored(&self) -> u64 {
        self.inner().censored
    }

    /// What the test has found so far: the pairs that count, and what they prove.
    pub fn sprt(&self) -> Option<(Sprt, [u64; 5], Option<Verdict>)> {
        let inner = self.inner();
        let sequence = inner.sprt.as_ref()?;
        Some((sequence.sprt, sequence.pairs, sequence.verdict))
    }

    /// How the tournament stands.
    pub fn standings(&self) -> Standings {
        self.inner().standings()
    }
}

impl Inner {
    fn add(&mut self, bout: &Bout) {
        let Bout { index, agents, number, pairing, finished, .. } = bout;
        self.played += 1;
        self.decisions += finished.decisions;
        if let Some(fault) = &finished.fault {
            let place = (0..agents.len()).find(|&place| pairing.seat_of(place) == fault.seat);
            let agent = agents[place.unwrap_or(0)];
            self.fault_counts[agent] += 1;
            let told = ArenaFault {
                number: agent,
                agent: self.names[agent].clone(),
                against: agents.iter().copied().find(|&other| other != agent),
                game: number + 1,
                kind: fault.blame.kind,
                message: fault.blame.message.clone(),
            };
            // The first ones by number, whatever the order in which they came in.
            self.faults.insert(*index, told);
            if self.faults.len() > MOST_FAULTS {
                self.faults.pop_last();
            }
        }
        if let Some(figures) = &mut self.figures {
            self.censored += u64::from(!finished.over && finished.fault.is_none());
            return figures.add(agents[0], *number as usize, finished);
        }
        let result = match finished.outcomes[pairing.seat_of(0)] {
            Proven::Win => b'w',
            Proven::Draw => b'd',
            Proven::Loss => b'l',
        };
        let results = &mut self.results[bout.encounter];
        let number = *number as usize;
        if results.len() <= number {
            results.resize(number + 1, MISSING);
        }
        results[number] = result;
    }

    /// Notes all games that are next in order. Whether the test has come to its end.
    fn add_in_order(&mut self, bout: &Bout) -> bool {
        let Some(sequence) = &mut self.sprt else { return false };
        if sequence.verdict.is_some() {
            return true;
        }
        sequence.waiting.insert(bout.index, bout.clone());
        while let Some(sequence) = &mut self.sprt
            && let Some(bout) = sequence.waiting.remove(&sequence.next)
        {
            sequence.next += 1;
            self.add(&bout);
            if self.judge() {
                return true;
            }
        }
        false
    }

    /// Counts the last pair if it is complete. Whether the test is sure now.
    fn judge(&mut self) -> bool {
        let (results, Some(sequence)) = (&self.results[0], &mut self.sprt) else { return false };
        if !sequence.next.is_multiple_of(2) {
            return false;
        }
        let last = pairs(&results[results.len().saturating_sub(2)..]);
        sequence.pairs.iter_mut().zip(last).for_each(|(sum, pair)| *sum += pair);
        sequence.verdict = sequence.sprt.verdict(&sequence.pairs);
        if sequence.verdict.is_some() {
            sequence.waiting.clear();
        }
        sequence.verdict.is_some()
    }

    fn standings(&self) -> Standings {
        let mut standings = Standings {
            seed: self.seed,
            games: self.schedule.len(),
            played: self.played,
            faults: self.faults.values().cloned().collect(),
            standings: self.blank(),
            ..Standings::default()
        };
        match &self.figures {
            Some(figures) => figures.rank(&mut standings),
            None => self.rank(&mut standings),
        }
        for (place, standing) in standings.standings.iter_mut().enumerate() {
            standing.place = place + 1;
        }
        standings
    }

    /// The agents as they were named, without a result.
    fn blank(&self) -> Vec<Standing> {
        let standing = |(number, agent): (usize, &String)| Standing {
            place: 0,
            number,
            agent: agent.clone(),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            faults: self.fault_counts[number],
            rating: None,
            superior: None,
            figures: Vec::new(),
        };
        self.names.iter().enumerate().map(standing).collect()
    }

    fn rank(&self, standings: &mut Standings) {
        let mut all = Results::new(self.names.len());
        for (agents, results) in self.schedule.encounters.iter().zip(&self.results) {
            let (first, second) = (agents[0], agents[1]);
            let encounter = self.encounter(first, second, results);
            all.add(first, second, self.points(results));
            let (wins, draws, losses) = (encounter.wins, encounter.draws, encounter.losses);
            count(&mut standings.standings[first], wins, draws, losses);
            count(&mut standings.standings[second], losses, draws, wins);
            standings.crosstable.push(encounter);
        }
        let Some(ratings) = all.rate() else { return };
        standings.bounded = ratings.bounded;
        for standing in &mut standings.standings {
            let (value, margin) =
                (ratings.points(standing.number), ratings.margin(standing.number));
            standing.rating =
                Some(Estimate { value, ci95: Some([value - margin, value + margin]) });
        }
        sort(&mut standings.standings);
        note_superiority(&mut standings.standings, |a, b| Some(ratings.superior(a, b)));
    }

    /// Each game with its round and the points of the first agent.
    fn points(&self, results: &[u8]) -> impl Iterator<Item = (usize, f64)> {
        let games = results.iter().enumerate();
        games.filter_map(|(number, result)| Some((self.schedule.round(number), points(*result)?)))
    }

    fn encounter(&self, first: usize, second: usize, results: &[u8]) -> Encounter {
        let count = |points_each: f64| {
            results.iter().filter(|result| points(**result) == Some(points_each)).count() as u64
        };
        let mut alone = Results::new(2);
        alone.add(0, 1, self.points(results));
        let ratings = alone.rate();
        let difference = |ratings: &Ratings| {
            let (value, margin) = ratings.difference(0, 1);
            Estimate { value, ci95: Some([value - margin, value + margin]) }
        };
        Encounter {
            first,
            second,
            wins: count(1.0),
            draws: count(0.5),
            losses: count(0.0),
            difference: ratings.as_ref().map(difference),
            superior: ratings.as_ref().map(|ratings| ratings.superior(0, 1)),
            pairs: pairs(results),
            results: results.iter().map(|&result| char::from(result)).collect(),
        }
    }
}

/// The best first; agents without a value last, as they were named.
pub(super) fn sort(standings: &mut [Standing]) {
    let value =
        |standing: &Standing| standing.rating.map_or(f64::NEG_INFINITY, |rating| rating.value);
    standings.sort_by(|a, b| value(b).total_cmp(&value(a)));
}

/// Notes how likely each agent is better than the next.
pub(super) fn note_superiority(
    standings: &mut [Standing],
    superior: impl Fn(usize, usize) -> Option<f64>,
) {
    for place in 1..standings.len() {
        let (better, worse) = (standings[place - 1].number, standings[place].number);
        standings[place - 1].superior = superior(better, worse);
    }
}

/// The points of a result; none for a game that was not played.
fn points(result: u8) -> Option<f64> {
    match result {
        b'w' => Some(1.0),
        b'd' => Some(0.5),
        b'l' => Some(0.0),
        _ => None,
    }
}

/// How many whole pairs of games brought the first agent 0, ½, 1, 1½ and 2 points.
fn pairs(results: &[u8]) -> [u64; 5] {
    let mut pairs = [0; 5];
    for pair in results.chunks_exact(2) {
        if let (Some(one), Some(other)) = (points(pair[0]), points(pair[1])) {
            pairs[(2.0 * (one + other)) as usize] += 1;
        }
    }
    pairs
}

/// Adds results to those of an agent.
fn count(standing: &mut Standing, wins: u64, draws: u64, losses: u64) {
    standing.wins += wins;
    standing.draws += draws;
    standing.losses += losses;
    standing.games += wins + draws + losses;
}
