//! Results as they come in, and what they say.

use super::alone::Figures;
use super::repeats::{self, Print, Rounds};
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

/// A test ends without a verdict when so many pairs in a row have repeated earlier ones, and ten times as many as there
/// are different pairs: what could still come is rare then.
const FRUITLESS: u64 = 20;

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
    /// The games of each encounter.
    met: Vec<Met>,
    /// The figures of each agent, in games for one.
    figures: Option<Figures>,
    played: u64,
    decisions: u64,
    censored: u64,
    /// Whether some of them were given up in their middle.
    stopped: bool,
    /// Faults of each agent, and the first ones in words.
    fault_counts: Vec<u64>,
    faults: BTreeMap<u64, ArenaFault>,
    sprt: Option<Sequence>,
}

/// The games of two agents, by number.
#[derive(Clone, Default)]
struct Met {
    /// Their results for the first agent.
    results: Vec<u8>,
    /// What tells them from each other.
    prints: Vec<Option<Print>>,
}

/// A sequential test hears of games in their order, whatever the order in which they end: so it ends at the same
/// game whatever the number of threads.
struct Sequence {
    sprt: Sprt,
    next: u64,
    waiting: BTreeMap<u64, Bout>,
    /// Different pairs so far, by the points of the first agent.
    pairs: [u64; 5],
    rounds: Rounds,
    /// Pairs since the last that was new.
    repeated: u64,
    verdict: Option<Verdict>,
}

/// What a test has found so far.
pub(crate) struct TestState {
    pub(crate) sprt: Sprt,
    /// Different pairs, by the points of the first agent.
    pub(crate) pairs: [u64; 5],
    pub(crate) verdict: Option<Verdict>,
    /// Whether it was given up because pairs only repeat each other.
    pub(crate) exhausted: bool,
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
            rounds: Rounds::default(),
            repeated: 0,
            verdict: None,
        };
        let inner = Inner {
            met: vec![Met::default(); schedule.encounters.len()],
            figures: metric.map(|metric| Figures::new(metric, names.len())),
            fault_counts: vec![0; names.len()],
            faults: BTreeMap::new(),
            played: 0,
            decisions: 0,
            censored: 0,
            stopped: false,
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

    /// Games for one that a limit or a stop ended.
    pub(crate) fn censored(&self) -> u64 {
        self.inner().censored
    }

    /// Whether some games were given up in their middle.
    pub(crate) fn stopped(&self) -> bool {
        self.inner().stopped
    }

    /// What the test has found so far: the pairs that count, and what they prove.
    pub(crate) fn sprt(&self) -> Option<TestState> {
        let inner = self.inner();
        let sequence = inner.sprt.as_ref()?;
        let Sequence { sprt, pairs, verdict, .. } = *sequence;
        Some(TestState { sprt, pairs, verdict, exhausted: sequence.is_exhausted() })
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
        self.stopped |= finished.stopped;
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
        self.met[bout.encounter].add(*number as usize, result, repeats::print(bout));
    }

    /// Notes all games that are next in order. Whether the test has come to its end.
    fn add_in_order(&mut self, bout: &Bout) -> bool {
        let Some(sequence) = &mut self.sprt else { return false };
        if sequence.is_over() {
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

    /// Counts the last pair if it is complete. Whether the test is over now.
    fn judge(&mut self) -> bool {
        let (Met { results, prints }, Some(sequence)) = (&self.met[0], &mut self.sprt) else {
            return false;
        };
        if !sequence.next.is_multiple_of(2) {
            return false;
        }
        let last = results.len().saturating_sub(2);
        sequence.count(pairs(&results[last..]), &prints[last..]);
        if sequence.is_over() {
            sequence.waiting.clear();
        }
        sequence.is_over()
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
        for (agents, met) in self.schedule.encounters.iter().zip(&self.met) {
            let (first, second) = (agents[0], agents[1]);
            let evidence = self.evidence(met);
            let encounter = encounter(first, second, met, &evidence);
            all.add(first, second, evidence.into_iter());
            let (wins, draws, losses) = (encounter.wins, encounter.draws, encounter.losses);
            count(&mut standings.standings[first], wins, draws, losses);
            count(&mut standings.standings[second], losses, draws, wins);
            standings.crosstable.push(encounter);
        }
        let Some(ratings) = all.rate() else { return };
        standings.bounded = ratings.bounded;
        for standing in &mut standings.standings {
            let agent = standing.number;
            standing.rating = Some(estimate(ratings.points(agent), ratings.margin(agent)));
        }
        sort(&mut standings.standings);
        note_superiority(&mut standings.standings, |a, b| ratings.superior(a, b));
    }

    /// Each game that proves something, with its round and the points of the first agent: rounds that repeat earlier ones
    /// are left out.
    fn evidence(&self, met: &Met) -> Vec<(usize, f64)> {
        let places = self.schedule.places();
        let mut rounds = Rounds::default();
        let mut evidence = Vec::new();
        for (round, games) in met.results.chunks(places).enumerate() {
            let from = round * places;
            let mut prints = met.prints[from..from + games.len()].to_vec();
            prints.resize(places, None);
            if rounds.is_new(&prints) {
                evidence.extend(games.iter().filter_map(|game| Some((round, points(*game)?))));
            }
        }
        evidence
    }
}

impl Met {
    fn add(&mut self, number: usize, result: u8, print: Print) {
        if self.results.len() <= number {
            self.results.resize(number + 1, MISSING);
            self.prints.resize(number + 1, None);
        }
        self.results[number] = result;
        self.prints[number] = Some(print);
    }
}

impl Sequence {
    /// Counts a pair if it is no repetition.
    fn count(&mut self, pair: [u64; 5], prints: &[Option<Print>]) {
        if !self.rounds.is_new(prints) {
            self.repeated += 1;
            return;
        }
        self.repeated = 0;
        self.pairs.iter_mut().zip(pair).for_each(|(sum, pair)| *sum += pair);
        self.verdict = self.sprt.verdict(&self.pairs);
    }

    fn is_exhausted(&self) -> bool {
        self.repeated >= FRUITLESS.max(10 * self.rounds.distinct())
    }

    fn is_over(&self) -> bool {
        self.verdict.is_some() || self.is_exhausted()
    }
}

/// What two agents did to each other, and what of that is evidence.
fn encounter(first: usize, second: usize, met: &Met, evidence: &[(usize, f64)]) -> Encounter {
    let count = |points_each: f64| {
        met.results.iter().filter(|result| points(**result) == Some(points_each)).count() as u64
    };
    let mut alone = Results::new(2);
    alone.add(0, 1, evidence.iter().copied());
    let ratings = alone.rate();
    let difference = |ratings: &Ratings| {
        let (value, margin) = ratings.difference(0, 1);
        estimate(value, margin)
    };
    Encounter {
        first,
        second,
        wins: count(1.0),
        draws: count(0.5),
        losses: count(0.0),
        distinct: repeats::distinct(&met.prints),
        difference: ratings.as_ref().map(difference),
        superior: ratings.as_ref().and_then(|ratings| ratings.superior(0, 1)),
        pairs: pairs(&met.results),
        results: met.results.iter().map(|&result| char::from(result)).collect(),
    }
}

/// A rating with its interval, where one is known.
fn estimate(value: f64, margin: Option<f64>) -> Estimate {
    Estimate { value, ci95: margin.map(|margin| [value - margin, value + margin]) }
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
