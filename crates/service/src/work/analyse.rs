//! What an agent would do, and why not something else.

use super::{StopOnDrop, Stream, adviser};
use crate::hub::Hub;
use crate::limits::{MOST_THINKING, USUAL_ANALYSIS};
use crate::protocol::Answer;
use crate::session::{Play, Session};
use crate::trouble::{Result, Trouble};
use ludex_core::explain::Explanation;
use ludex_core::{AnyTable, Budget, Spec, Stop};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The first look is this short; each further one takes four times as long.
const FIRST_LOOK: Duration = Duration::from_millis(50);

/// What an agent would do and why, again and again with more time.
pub(crate) async fn analyse(
    hub: &Arc<Hub>,
    session: &Arc<Session>,
    ply: Option<u64>,
    agent: Option<String>,
    seconds: Option<f64>,
    stream: Stream,
) -> Result<Answer> {
    let time = longest(seconds)?;
    let table = hub.table_at(session, ply).await?;
    let (agent, ply) = asked(&*session.play().await, table.as_ref(), agent.as_deref(), ply)?;
    let _guard = StopOnDrop(stream.stop.clone());
    let think = move || deepen(table.as_ref(), &agent, time, ply, &stream);
    hub.pools.long.run(think).await?
}

/// Who is asked, and after how many moves.
fn asked(
    play: &Play,
    table: &dyn AnyTable,
    agent: Option<&str>,
    ply: Option<u64>,
) -> Result<(Spec, u64)> {
    Ok((adviser(play, table, agent)?, ply.unwrap_or_else(|| play.plies() as u64)))
}

fn longest(seconds: Option<f64>) -> Result<Duration> {
    let Some(seconds) = seconds else { return Ok(USUAL_ANALYSIS) };
    let most = MOST_THINKING.as_secs_f64();
    if !(0.001..=most).contains(&seconds) {
        return Err(Trouble::bad(format!("bad seconds `{seconds}`; give 0.001 to {most}")));
    }
    Ok(Duration::from_secs_f64(seconds))
}

fn deepen(
    table: &dyn AnyTable,
    agent: &Spec,
    time: Duration,
    ply: u64,
    stream: &Stream,
) -> Result<Answer> {
    let started = Instant::now();
    let mut look = FIRST_LOOK.min(time);
    loop {
        let explanation = table.explain(agent, &within(look, &stream.stop))?;
        let left = time.saturating_sub(started.elapsed());
        // A shorter look than this one would know less.
        let end = explanation.decision.search.complete || stream.stop.is_set() || left <= look;
        let answer = answer(ply, explanation);
        if end {
            return Ok(answer);
        }
        // Who cannot keep up misses a step, not the end.
        (stream.send)(answer);
        look = (look * 4).min(left);
    }
}

fn within(time: Duration, stop: &Stop) -> Budget {
    Budget { stop: stop.clone(), ..Budget::unlimited().within(time) }
}

fn answer(ply: u64, explanation: Explanation) -> Answer {
    Answer::Analysis { ply, explanation: Box::new(explanation) }
}

/// Why the agent would not play `instead`.
pub(crate) async fn why_not(
    hub: &Arc<Hub>,
    session: &Arc<Session>,
    ply: Option<u64>,
    agent: Option<String>,
    instead: String,
    stream: Stream,
) -> Result<Answer> {
    let table = hub.table_at(session, ply).await?;
    let (agent, ply) = asked(&*session.play().await, table.as_ref(), agent.as_deref(), ply)?;
    let _guard = StopOnDrop(stream.stop.clone());
    let compare = move || table.why_not(&agent, &instead, &within(USUAL_ANALYSIS, &stream.stop));
    let contrast = hub.pools.long.run(compare).await??;
    Ok(Answer::WhyNot { ply, contrast: Box::new(contrast) })
}

/// What the agent's search expects after some moves that are only thought of.
pub(crate) async fn unfold(
    hub: &Arc<Hub>,
    session: &Arc<Session>,
    ply: Option<u64>,
    agent: Option<String>,
    path: Vec<String>,
    stream: Stream,
) -> Result<Answer> {
    check_course(&path)?;
    let table = hub.table_at(session, ply).await?;
    let (agent, ply) = asked(&*session.play().await, table.as_ref(), agent.as_deref(), ply)?;
    let _guard = StopOnDrop(stream.stop.clone());
    let look = move || table.unfold(&agent, &path, &within(USUAL_ANALYSIS, &stream.stop));
    let unfolded = hub.pools.long.run(look).await??;
    Ok(Answer::Unfolded { ply, unfolded: Box::new(unfolded) })
}

/// Refuses a course that no agent would foresee.
pub(crate) fn check_course(actions: &[String]) -> Result<()> {
    const MOST: usize = 200;
    let given = actions.len();
    if given > MOST {
        return Err(Trouble::bad(format!("bad number of actions `{given}`; give {MOST} at most")));
    }
    Ok(())
}
