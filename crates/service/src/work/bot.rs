//! A position in, a move out: what programs that take part in tournaments are asked.

use super::StopOnDrop;
use crate::error::{RequestError, Result};
use crate::hub::Hub;
use crate::limits::{Thing, Who};
use crate::protocol::{Answer, AskMove, Create};
use ludex_core::{Budget, Seed, Spec};
use ludex_table::desk::Stream;
use std::sync::Arc;
use std::time::Duration;

/// The share of the time after which a search must come to its end, so that the answer is not late.
const IN_TIME: f64 = 0.9;

/// The move of an agent at a position.
pub(crate) async fn choose(hub: &Arc<Hub>, ask: AskMove, stream: Stream) -> Result<Answer> {
    let most = hub.limits.match_seconds as f64;
    let seconds = ask.seconds.unwrap_or(most);
    if !(seconds > 0.0 && seconds.is_finite()) {
        let say = format!("bad seconds `{seconds}`; give a number above 0");
        return Err(RequestError::bad(say));
    }
    let guard = StopOnDrop(stream.stop.clone());
    let _job = hub.guests.have(&hub.limits, Who::asks(), Thing::Job)?;
    let own = Arc::clone(hub);
    let chosen = hub.pools.moves.run(move || think(&own, ask, &stream));
    tokio::pin!(chosen);
    tokio::select! {
        answer = &mut chosen => return answer?,
        () = tokio::time::sleep(Duration::from_secs_f64(seconds.min(most) * IN_TIME)) => guard.0.set(),
    }
    chosen.await?
}

fn think(hub: &Hub, ask: AskMove, stream: &Stream) -> Result<Answer> {
    let (position, seed) = (Some(ask.position), ask.seed.unwrap_or(1));
    let create = Create { game: ask.game, position, ..Create::default() };
    let table = hub.catalogue.open(&create, Seed(seed))?;
    let usual = table.info().opponent;
    let agent: Spec = ask.agent.as_deref().unwrap_or(usual).parse()?;
    let budget = Budget { stop: stream.stop.clone(), ..Budget::default() };
    Ok(Answer::Move { action: table.choose(&agent, &budget)? })
}
