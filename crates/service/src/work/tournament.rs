//! Tournaments of agents.

use super::contest::{NEWS, within_time};
use crate::error::{RequestError, Result};
use crate::hub::{Hub, drawn_seed};
use crate::limits::{Thing, Who};
use crate::protocol::{Answer, Create, RunArena};
use ludex_arena::{Bout, Entrant, Progress, Tournament};
use ludex_core::{Seed, Spec};
use ludex_table::desk::Stream;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// More would make a table that nobody can read.
const MOST_AGENTS: usize = 16;

/// Plays a tournament and tells how it stands. Agents are those of the game: no program is started for whoever asks.
pub(crate) async fn tournament(hub: &Arc<Hub>, ask: RunArena, stream: Stream) -> Result<Answer> {
    let stop = stream.stop.clone();
    let _job = hub.guests.have(&hub.limits, Who::asks(), Thing::Job)?;
    let own = Arc::clone(hub);
    let played = hub.pools.long.run(move || play(&own, &ask, &stream));
    within_time(hub, stop, played).await
}

fn play(hub: &Hub, ask: &RunArena, stream: &Stream) -> Result<Answer> {
    let tournament = set_up(hub, ask)?;
    let board = tournament.scoreboard();
    let answer = || Answer::Arena { standings: Box::new(board.standings()) };
    let told = Mutex::new(Instant::now());
    let on_game = |_: &Bout| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() >= NEWS && (stream.send)(answer()) {
            *told = Instant::now();
        }
    };
    tournament.play(&stream.stop, &Progress::default(), &board, &on_game)?;
    Ok(answer())
}

fn set_up(hub: &Hub, ask: &RunArena) -> Result<Tournament> {
    let agents = ask.agents.len();
    if !(2..=MOST_AGENTS).contains(&agents) {
        let say = format!("bad number of agents `{agents}`; give 2 to {MOST_AGENTS}");
        return Err(RequestError::bad(say));
    }
    let seed = ask.seed.map_or_else(drawn_seed, Seed);
    let create = Create {
        game: ask.game.clone(),
        rules: ask.rules.clone(),
        size: ask.size.clone(),
        seed: Some(seed.0),
        ..Create::default()
    };
    let agents = ask.agents.iter().map(|agent| agent.parse::<Spec>().map(Entrant::agent));
    let tournament = Tournament {
        table: hub.catalogue.open(&create, seed)?,
        entrants: agents.collect::<ludex_core::Result<_>>()?,
        games: ask.games,
        gauntlet: ask.gauntlet,
        sprt: None,
        seed,
        jobs: 1,
        limit: ask.max_moves,
        time: Duration::from_secs(hub.limits.match_seconds),
        metric: None,
        keep_moves: false,
    };
    tournament.check()?;
    let (most, games) = (hub.limits.match_games, tournament.total());
    if games > most {
        let say = format!(
            "bad number of games `{}`; these agents would play {games} in all, at most {most} are allowed",
            ask.games
        );
        return Err(RequestError::bad(say));
    }
    Ok(tournament)
}
