//! Matches of agents.

use super::StopOnDrop;
use crate::error::{RequestError, Result};
use crate::hub::{Hub, drawn_seed};
use crate::limits::{Thing, Who};
use crate::protocol::{Answer, Create, RunMatch, SeatResult};
use ludex_arena::{Match, Played};
use ludex_core::{Proven, Seed, Spec, Stop};
use ludex_table::desk::Stream;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So often those who wait hear of it.
pub(super) const NEWS: Duration = Duration::from_millis(200);

/// Plays a match and tells its figures.
pub(crate) async fn contest(hub: &Arc<Hub>, ask: RunMatch, stream: Stream) -> Result<Answer> {
    let most = hub.limits.match_games;
    if !(1..=most).contains(&ask.games) {
        let say = format!("bad number of games `{}`; give 1 to {most}", ask.games);
        return Err(RequestError::bad(say));
    }
    let stop = stream.stop.clone();
    let _job = hub.guests.have(&hub.limits, Who::asks(), Thing::Job)?;
    let own = Arc::clone(hub);
    let played = hub.pools.long.run(move || play(&own, &ask, &stream));
    within_time(hub, stop, played).await
}

/// A single game may last for ever: time ends it, and what is known by then is the answer.
pub(super) async fn within_time(
    hub: &Hub,
    stop: Stop,
    played: impl Future<Output = Result<Result<Answer>>>,
) -> Result<Answer> {
    let guard = StopOnDrop(stop);
    tokio::pin!(played);
    tokio::select! {
        answer = &mut played => return answer?,
        () = tokio::time::sleep(Duration::from_secs(hub.limits.match_seconds)) => guard.0.set(),
    }
    played.await?
}

fn play(hub: &Hub, ask: &RunMatch, stream: &Stream) -> Result<Answer> {
    let seed = ask.seed.map_or_else(drawn_seed, Seed);
    let table = hub.catalogue.open(
        &Create {
            game: ask.game.clone(),
            rules: ask.rules.clone(),
            size: ask.size.clone(),
            seed: Some(seed.0),
            ..Create::default()
        },
        seed,
    )?;
    let agents = ask.agents.iter().map(|agent| agent.parse()).collect::<ludex_core::Result<_>>()?;
    let (limit, games) = (ask.max_moves, ask.games);
    let contest = Match {
        table,
        agents,
        games,
        seed,
        jobs: 1,
        limit,
        keep_moves: false,
        keep_decisions: false,
    };
    contest.check()?;
    let score = Mutex::new(Score::new(&contest));
    contest.play(&stream.stop, &|game: &Played| {
        let mut score = score.lock().unwrap_or_else(PoisonError::into_inner);
        score.add(game);
        if score.told.elapsed() >= NEWS && (stream.send)(score.answer()) {
            score.told = Instant::now();
        }
    })?;
    let score = score.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(score.answer())
}

/// A match so far.
struct Score {
    games: u64,
    finished: u64,
    cut_short: u64,
    seats: Vec<SeatResult>,
    metrics: BTreeMap<String, Vec<f64>>,
    started: Instant,
    told: Instant,
}

impl Score {
    fn new(contest: &Match) -> Self {
        let result =
            |agent: &Spec| SeatResult { agent: agent.to_string(), wins: 0, draws: 0, losses: 0 };
        let now = Instant::now();
        Self {
            games: contest.games,
            finished: 0,
            cut_short: 0,
            seats: contest.agents.iter().map(result).collect(),
            metrics: BTreeMap::new(),
            started: now,
            told: now,
        }
    }

    fn add(&mut self, game: &Played) {
        self.finished += 1;
        self.cut_short += u64::from(!game.finished.over);
        let alone = game.finished.outcomes.len() == 1;
        for (agent, seat) in self.seats.iter_mut().enumerate().filter(|_| !alone) {
            match game.outcome(agent) {
                Proven::Win => seat.wins += 1,
                Proven::Draw => seat.draws += 1,
                Proven::Loss => seat.losses += 1,
            }
        }
        for metric in &game.finished.metrics {
            self.metrics.entry(metric.name.into()).or_default().push(metric.value);
        }
    }

    fn answer(&self) -> Answer {
        Answer::Match {
            finished: self.finished,
            games: self.games,
            cut_short: self.cut_short,
            seats: self.seats.clone(),
            metrics: self.metrics.clone(),
            seconds: self.started.elapsed().as_secs_f64(),
        }
    }
}
