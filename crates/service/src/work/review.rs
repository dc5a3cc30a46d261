//! A finished game, judged move by move.

use super::{StopOnDrop, Stream, adviser};
use crate::hub::Hub;
use crate::limits::LONGEST_MATCH;
use crate::protocol::{Answer, Reviewed};
use crate::session::{Made, Session};
use crate::trouble::Result;
use ludex_core::{AnyTable, Budget, Decision, Proven, Spec, Stop};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time for one move.
const A_MOVE: Duration = Duration::from_millis(500);
/// So often those who wait hear of it.
const NEWS: Duration = Duration::from_millis(200);

/// Goes through a game and says at every move what an agent thinks of it.
pub(crate) async fn review(
    hub: &Arc<Hub>,
    session: &Arc<Session>,
    agent: Option<String>,
    stream: Stream,
) -> Result<Answer> {
    let (table, made) = {
        let play = session.play().await;
        (play.start.snapshot(), play.made.clone())
    };
    let agent = match agent {
        Some(_) => adviser(&*session.play().await, table.as_ref(), agent.as_deref())?,
        None => table.info().opponent.parse()?,
    };
    let _guard = StopOnDrop(stream.stop.clone());
    hub.pools.long.run(move || judge_all(table, &made, &agent, &stream)).await?
}

fn judge_all(
    mut table: Box<dyn AnyTable>,
    made: &[Made],
    agent: &Spec,
    stream: &Stream,
) -> Result<Answer> {
    let (total, started) = (made.len() as u64, Instant::now());
    let mut judge = Judge { agent, stop: &stream.stop, spreads: Vec::new() };
    let (mut moves, mut told) = (Vec::new(), Instant::now());
    for (ply, made) in made.iter().enumerate() {
        if stream.stop.is_set() || started.elapsed() > LONGEST_MATCH {
            break;
        }
        moves.extend(judge.judge(table.as_ref(), ply, made)?);
        table.pass_time(made.waited);
        table.play(&made.action)?;
        if told.elapsed() >= NEWS {
            told = Instant::now();
            let answer = Answer::Review { moves: moves.clone(), total };
            if (stream.send)(answer) {
                moves.clear();
            }
        }
    }
    Ok(Answer::Review { moves, total })
}

/// Who judges, and how much moves have differed so far.
struct Judge<'a> {
    agent: &'a Spec,
    stop: &'a Stop,
    /// For each position, how far a middling move lies behind the best.
    spreads: Vec<f64>,
}

impl Judge<'_> {
    fn budget(&self) -> Budget {
        Budget { stop: self.stop.clone(), ..Budget::unlimited().within(A_MOVE) }
    }

    /// What the judge thinks of a move; nothing if there was no choice or no time.
    fn judge(&mut self, table: &dyn AnyTable, ply: usize, made: &Made) -> Result<Option<Reviewed>> {
        let decision = table.decide(self.agent, &self.budget())?;
        let Some(played) = decision.find(&made.action) else { return Ok(None) };
        let best = decision.best();
        self.spreads.push(spread(&decision));
        let gap = best.value - played.value;
        let mistake = spoils(best.proven, played.proven) || gap > self.usual_spread();
        let mistake = mistake && played.action != best.action;
        let words = if mistake {
            table.why_not(self.agent, &made.action, &self.budget()).ok().map(|why| why.words)
        } else {
            None
        };
        Ok(Some(Reviewed {
            ply: ply as u64,
            seat: made.seat,
            played: made.action.clone(),
            best: best.action.clone(),
            value: played.value,
            best_value: best.value,
            proven: played.proven,
            mistake,
            words,
        }))
    }

    /// The middle of all spreads; where moves hardly differ, nothing is a mistake.
    fn usual_spread(&self) -> f64 {
        let mut spreads = self.spreads.clone();
        spreads.sort_by(f64::total_cmp);
        let middle = spreads.get(spreads.len() / 2).copied().unwrap_or(f64::INFINITY);
        if middle > 0.0 { middle } else { f64::INFINITY }
    }
}

/// How far the middle candidate lies behind the best.
fn spread(decision: &Decision<String>) -> f64 {
    let middle = &decision.candidates[decision.candidates.len() / 2];
    decision.best().value - middle.value
}

/// Whether a certain outcome was thrown away.
fn spoils(best: Option<Proven>, played: Option<Proven>) -> bool {
    match (best, played) {
        (Some(Proven::Win), Some(outcome)) => outcome != Proven::Win,
        (Some(Proven::Draw), Some(outcome)) => outcome == Proven::Loss,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_worse_outcome_spoils() {
        let (win, draw, loss) = (Some(Proven::Win), Some(Proven::Draw), Some(Proven::Loss));
        assert!(spoils(win, draw) && spoils(win, loss) && spoils(draw, loss));
        assert!(!spoils(win, win) && !spoils(loss, loss) && !spoils(win, None));
    }
}
