//! A game, judged move by move: what each move gave away, and what chance did.

mod grades;
mod luck;

use super::analyse::within;
use super::{Desk, Stream, Work};
use crate::Move;
use crate::desk::Result;
use crate::protocol::Answer;
use grades::{Judged, Scale, worth};
use luck::Luck;
use ludex_core::explain::Speaker;
use ludex_core::{AnyDecision, AnyTable, Decision, Log, Spec, Turn};
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
        let moves = self.machine.moves().clone();
        let seats = 0..self.machine.players().len();
        let speakers = seats.map(|seat| self.machine.speaker(seat, &agent)).collect();
        let game = Game { table: table.at(0), moves, known, agent, speakers };
        Ok(Work::new(move |stream| game.judge(stream)))
    }
}

/// A game that is judged.
struct Game {
    table: Box<dyn AnyTable>,
    moves: Log<Move>,
    /// What the judge has decided there before.
    known: Vec<Option<Arc<dyn AnyDecision>>>,
    agent: Spec,
    /// Who speaks of each seat's moves.
    speakers: Vec<Speaker>,
}

impl Game {
    fn judge(mut self, stream: &Stream) -> Result<Answer> {
        let (total, started) = (self.moves.len() as u64, (stream.clock)());
        let (mut judged, mut luck) = (Verdicts::new(self.table.as_ref(), total), Luck::default());
        let mut told = started;
        for (ply, made) in self.moves.iter().enumerate() {
            if stream.stop.is_set() || (stream.clock)().saturating_sub(started) > LONGEST {
                break;
            }
            let decision = match self.known[ply].take() {
                Some(decision) => decision,
                None => self.table.think(&self.agent, &within(A_MOVE, &stream.stop))?,
            };
            let action = self.table.read(&made.action)?;
            // Agents know placements, not how a hand came there.
            let bare = self.table.text(&self.table.bare(&action));
            let speaker = self.speakers.get(made.seat).copied().unwrap_or_default();
            let place = [ply, made.seat];
            if let Some(mut found) = Judged::of(decision.as_ref(), speaker, place, &bare) {
                found.ends = self.is_fatal(&made.action, &found.best);
                found.finesse = self.table.finesse(&action);
                found.luck = luck.before(self.table.as_ref(), &self.agent, stream);
                judged.add(found, decision.as_ref(), speaker, stream);
            }
            self.table.pass_time(made.waited);
            self.table.play(&made.action)?;
            if (stream.clock)().saturating_sub(told) >= NEWS {
                told = (stream.clock)();
                judged.tell(stream);
            }
        }
        Ok(judged.answer(0))
    }
}

impl Game {
    /// Whether a move ends a game for one that another would not have ended.
    fn is_fatal(&self, played: &str, best: &str) -> bool {
        let ends = |action: &str| {
            let mut next = self.table.at(self.table.plies());
            next.play(action).is_ok() && next.turn() == Turn::Over
        };
        self.table.info().seats == 1 && ends(played) && !ends(best)
    }
}

/// What was found so far.
struct Verdicts {
    zero_sum: bool,
    seats: usize,
    total: u64,
    all: Vec<Judged>,
    /// How many of them somebody has heard of.
    told: usize,
}

impl Verdicts {
    fn new(table: &dyn AnyTable, total: u64) -> Self {
        let (zero_sum, seats) = (table.is_zero_sum(), table.info().seats);
        Self { zero_sum: zero_sum && seats > 1, seats, total, all: Vec::new(), told: 0 }
    }

    /// Adds a verdict, with words if the move seems to have given something away.
    fn add(
        &mut self,
        found: Judged,
        decision: &dyn AnyDecision,
        speaker: Speaker,
        stream: &Stream,
    ) {
        self.all.push(found);
        let scale = Scale::of(self.zero_sum, &self.all);
        if let Some(last) = self.all.last_mut().filter(|last| scale.is_slip(last)) {
            let played = decision.table().read(&last.played).ok();
            let why = played.map(|p| decision.why_not(&p, speaker, &within(A_MOVE, &stream.stop)));
            last.words = why.and_then(std::result::Result::ok).map(|why| why.words);
        }
    }

    fn tell(&mut self, stream: &Stream) {
        if (stream.send)(self.answer(self.told)) {
            self.told = self.all.len();
        }
    }

    /// The moves from number `from` on, measured by all that is known.
    fn answer(&self, from: usize) -> Answer {
        let scale = Scale::of(self.zero_sum, &self.all);
        Answer::Review {
            moves: self.all[from..].iter().map(|found| scale.reviewed(found)).collect(),
            total: self.total,
            measure: scale.measure(),
            seats: (0..self.seats).filter_map(|seat| scale.seat(seat, &self.all)).collect(),
        }
    }
}

/// How far the middle candidate lies behind the best.
fn spread(decision: &Decision<String>) -> f64 {
    let middle = &decision.candidates[decision.candidates.len() / 2];
    worth(decision.best()) - worth(middle)
}
