//! A game, judged move by move.

use super::analyse::within;
use super::{Desk, Stream, Work};
use crate::Move;
use crate::desk::Result;
use crate::protocol::{Answer, Reviewed};
use ludex_core::{AnyDecision, AnyTable, Decision, Log, Proven, Spec};
use std::sync::Arc;
use std::time::Duration;

/// Time for one move.
const A_MOVE: Duration = Duration::from_millis(500);
/// So often those who wait hear of it.
const NEWS: Duration = Duration::from_millis(200);
/// No review takes longer.
const LONGEST: Duration = Duration::from_mins(10);

impl Desk {
    /// Goes through the game and says at every move what an agent thinks of it.
    pub(in crate::desk) fn review(&self, agent: Option<&str>) -> Result<Work> {
        let table = self.machine.table();
        let agent = match agent {
            Some(name) => super::agent_of(table, name)?,
            None => table.info().opponent.parse()?,
        };
        let known = (0..self.machine.plies()).map(|ply| self.known(ply, &agent)).collect();
        let game = Game { table: table.at(0), moves: self.machine.moves().clone(), known };
        Ok(Work::new(move |stream| game.judge(&agent, stream)))
    }
}

/// A game that is judged.
struct Game {
    table: Box<dyn AnyTable>,
    moves: Log<Move>,
    /// What the judge has decided there before.
    known: Vec<Option<Arc<dyn AnyDecision>>>,
}

impl Game {
    fn judge(mut self, agent: &Spec, stream: &Stream) -> Result<Answer> {
        let (total, started) = (self.moves.len() as u64, (stream.clock)());
        let mut judge = Judge { stream, spreads: Vec::new() };
        let (mut judged, mut told) = (Vec::new(), started);
        for (ply, made) in self.moves.iter().enumerate() {
            if stream.stop.is_set() || (stream.clock)().saturating_sub(started) > LONGEST {
                break;
            }
            let decision = match self.known[ply].take() {
                Some(decision) => decision,
                None => self.table.think(agent, &within(A_MOVE, &stream.stop))?,
            };
            let action = self.table.read(&made.action)?;
            let mut reviewed = judge.judge(decision.as_ref(), ply, made);
            if let (Some(reviewed), Some(finesse)) = (&mut reviewed, self.table.finesse(&action)) {
                reviewed.keys_used = Some(finesse.used);
                reviewed.keys_enough = Some(finesse.enough);
            }
            judged.extend(reviewed);
            self.table.pass_time(made.waited);
            self.table.play(&made.action)?;
            if (stream.clock)().saturating_sub(told) >= NEWS {
                told = (stream.clock)();
                if (stream.send)(Answer::Review { moves: judged.clone(), total }) {
                    judged.clear();
                }
            }
        }
        Ok(Answer::Review { moves: judged, total })
    }
}

/// Who judges, and how much moves have differed so far.
struct Judge<'a> {
    stream: &'a Stream,
    /// For each position, how far a middling move lies behind the best.
    spreads: Vec<f64>,
}

impl Judge<'_> {
    /// What the judge thinks of a move; nothing if it is none of its candidates.
    fn judge(&mut self, decision: &dyn AnyDecision, ply: usize, made: &Move) -> Option<Reviewed> {
        let found = &decision.explanation().decision;
        let played = found.find(&made.bare)?;
        let best = found.best();
        self.spreads.push(spread(found));
        let gap = best.value - played.value;
        let mistake = spoils(best.proven, played.proven) || gap > self.usual_spread();
        let mistake = mistake && played.action != best.action;
        Some(Reviewed {
            ply: ply as u64,
            seat: made.seat,
            played: made.bare.clone(),
            best: best.action.clone(),
            value: played.value,
            best_value: best.value,
            proven: played.proven,
            mistake,
            words: mistake.then(|| self.words(decision, made)).flatten(),
            keys_used: None,
            keys_enough: None,
        })
    }

    fn words(&self, decision: &dyn AnyDecision, made: &Move) -> Option<String> {
        let played = decision.table().read(&made.bare).ok()?;
        let why = decision.why_not(&played, &within(A_MOVE, &self.stream.stop));
        why.ok().map(|why| why.words)
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
