//! What an agent would do, and why not something else.

use super::{Desk, Stream, Studies, Work};
use crate::desk::{MOST_THINKING, RequestError, Result, USUAL_ANALYSIS};
use crate::protocol::Answer;
use ludex_core::explain::{Speaker, Trials};
use ludex_core::{AnyDecision, AnyTable, Budget, Spec, Stop};
use std::sync::Arc;
use std::time::Duration;

/// Who asks "why not that?" wants to go on soon: so long for each of the looks that may be needed.
const A_DOUBT: Duration = Duration::from_millis(100);

/// Time for a referee.
const A_VERDICT: Duration = Duration::from_millis(300);

/// The first look is this short; each further one takes four times as long.
const FIRST_LOOK: Duration = Duration::from_millis(50);

impl Desk {
    /// What an agent would do and why, again and again with more time. What it has decided already needs no search,
    /// unless more time is given to it.
    pub(in crate::desk) fn analyse(
        &self,
        ply: Option<u64>,
        agent: Option<&str>,
        seconds: Option<f64>,
    ) -> Result<Work> {
        let time = longest(seconds)?;
        let table = self.table_at(ply)?;
        let (ply, agent) = (table.plies(), self.adviser(table.as_ref(), agent)?);
        let known =
            self.known(ply, &agent).filter(|known| seconds.is_none() || known.is_complete());
        let speaker = self.speaker(table.as_ref(), &agent);
        let study = Study { table, agent, ply, speaker, studies: self.studies.clone() };
        Ok(Work::new(move |stream| match known {
            Some(decision) => study.judged(&decision, stream),
            None => study.deepen(time, stream),
        }))
    }

    /// Why the agent would not play `instead`.
    pub(in crate::desk) fn why_not(
        &self,
        ply: Option<u64>,
        agent: Option<&str>,
        instead: &str,
    ) -> Result<Work> {
        let table = self.table_at(ply)?;
        let (ply, agent) = (table.plies(), self.adviser(table.as_ref(), agent)?);
        // Agents know placements, not how a hand came there.
        let instead = table.bare(&table.read(instead)?);
        let (known, speaker) = (self.known(ply, &agent), self.speaker(table.as_ref(), &agent));
        let study = Study { table, agent, ply, speaker, studies: self.studies.clone() };
        Ok(Work::new(move |stream| {
            let decision = match known {
                Some(decision) => decision,
                None => study.think(A_DOUBT, &stream.stop)?,
            };
            let mut contrast =
                decision.why_not(&instead, speaker, &within(A_DOUBT, &stream.stop))?;
            contrast.add(decision.consequences(&instead, Trials::QUICK, speaker)?);
            Ok(Answer::WhyNot { ply: ply as u64, contrast: Box::new(contrast) })
        }))
    }

    /// What the agent's search expects after some moves that are only thought of.
    pub(in crate::desk) fn unfold(
        &self,
        ply: Option<u64>,
        agent: Option<&str>,
        path: &[String],
    ) -> Result<Work> {
        check_course(path)?;
        let table = self.table_at(ply)?;
        let (ply, agent) = (table.plies() as u64, self.adviser(table.as_ref(), agent)?);
        let path = path.to_vec();
        Ok(Work::new(move |stream| {
            let unfolded = table.unfold(&agent, &path, &within(USUAL_ANALYSIS, &stream.stop))?;
            Ok(Answer::Unfolded { ply, unfolded: Box::new(unfolded) })
        }))
    }
}

/// A position that an agent is asked about.
struct Study {
    table: Box<dyn AnyTable>,
    agent: Spec,
    ply: usize,
    speaker: Speaker,
    studies: Studies,
}

impl Study {
    fn think(&self, time: Duration, stop: &Stop) -> Result<Arc<dyn AnyDecision>> {
        let decision = self.table.think(&self.agent, &within(time, stop))?;
        self.studies.keep(self.ply, Arc::clone(&decision));
        Ok(decision)
    }

    /// The answer, with what a referee knows better; whoever waits has it without first.
    fn judged(&self, decision: &Arc<dyn AnyDecision>, stream: &Stream) -> Result<Answer> {
        let mut answer = answer(self.ply, decision, self.speaker);
        if stream.stop.is_set() || !decision.has_referee() {
            return Ok(answer);
        }
        (stream.send)(answer.clone());
        let verdict = decision.verdict(&within(A_VERDICT, &stream.stop))?;
        if let Answer::Analysis { explanation, .. } = &mut answer {
            explanation.verdict = verdict;
        }
        Ok(answer)
    }

    fn deepen(&self, time: Duration, stream: &Stream) -> Result<Answer> {
        let started = (stream.clock)();
        let mut look = FIRST_LOOK.min(time);
        let mut known: Option<Arc<dyn AnyDecision>> = None;
        loop {
            let decision = self.think(look, &stream.stop)?;
            // On a busy machine a longer look may see less; what is known stays known.
            let nodes = |decision: &Arc<dyn AnyDecision>| {
                decision.explanation(self.speaker).decision.search.nodes
            };
            let decision = known.filter(|old| nodes(old) > nodes(&decision)).unwrap_or(decision);
            known = Some(Arc::clone(&decision));
            let left = time.saturating_sub((stream.clock)().saturating_sub(started));
            let answer = answer(self.ply, &decision, self.speaker);
            // A shorter look than this one would know less.
            if decision.is_complete() || stream.stop.is_set() || left <= look {
                return self.judged(&decision, stream);
            }
            // Who cannot keep up misses a step, not the end.
            (stream.send)(answer);
            look = (look * 4).min(left);
        }
    }
}

fn longest(seconds: Option<f64>) -> Result<Duration> {
    let Some(seconds) = seconds else { return Ok(USUAL_ANALYSIS) };
    let most = MOST_THINKING.as_secs_f64();
    if !(0.001..=most).contains(&seconds) {
        return Err(RequestError::bad(format!("bad seconds `{seconds}`; give 0.001 to {most}")));
    }
    Ok(Duration::from_secs_f64(seconds))
}

pub(super) fn within(time: Duration, stop: &Stop) -> Budget {
    Budget { stop: stop.clone(), ..Budget::unlimited().within(time) }
}

fn answer(ply: usize, decision: &Arc<dyn AnyDecision>, speaker: Speaker) -> Answer {
    let explanation = Box::new(decision.explanation(speaker).clone());
    Answer::Analysis { ply: ply as u64, explanation }
}

/// Refuses a course that no agent would foresee.
pub(in crate::desk) fn check_course(actions: &[String]) -> Result<()> {
    const MOST: usize = 200;
    let given = actions.len();
    if given > MOST {
        let say = format!("bad number of actions `{given}`; give {MOST} at most");
        return Err(RequestError::bad(say));
    }
    Ok(())
}
