//! Moves made, taken back, played again.

use super::reasons::Reasons;
use super::{Event, Machine};
use crate::{Player, Record, TableSettings};
use ludex_core::explain::Explanation;
use ludex_core::{AnyAction, AnyDecision, AnyTable, Error, Log, Result};
use std::sync::Arc;
use std::time::Duration;

/// A move that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// Who made it.
    pub seat: usize,
    /// In notation.
    pub action: String,
    /// The same as agents think of it, without how a hand carried it out.
    pub bare: String,
    /// In the words of a sentence.
    pub phrase: String,
    /// What the agent that made it expected: from the first seat's side in games of two where what is good for one
    /// is as bad for the other, else for itself.
    pub value: Option<f64>,
    /// The first seat's chance to win that goes with it, where it was measured for the agent.
    pub chance: Option<f64>,
    /// Scores after it.
    pub scores: Vec<f64>,
    /// How long it took, where a clock is running.
    pub waited: Duration,
    /// What it achieved, in a few words each.
    pub feats: Vec<String>,
}

/// A game as it stood, to go back to.
pub struct Checkpoint {
    table: Box<dyn AnyTable>,
    players: Vec<Player>,
    settings: TableSettings,
    moves: Log<Move>,
    moves_of: Vec<usize>,
    reasons: Reasons,
    waiting: bool,
    waited: Duration,
}

impl Machine {
    /// A person plays an action in notation.
    pub fn act(&mut self, text: &str, now: Duration) -> Result<()> {
        self.catch_up(now);
        let action = self.table.read(text)?;
        self.play(&action, None)
    }

    /// Plays an action of whoever is to move, with the decision behind it.
    pub(super) fn play(
        &mut self,
        action: &AnyAction,
        decision: Option<Arc<dyn AnyDecision>>,
    ) -> Result<()> {
        let value = decision.as_ref().map(|decision| self.expected(decision.as_ref()));
        let frames = self.table.frames(action);
        let chance = decision.as_ref().and_then(|decision| self.first_chance(decision.as_ref()));
        self.push_move(action, value, chance)?;
        self.frames = frames;
        let ply = self.plies() - 1;
        self.reasons.cut(ply);
        if let Some(decision) = decision {
            self.reasons.keep(ply, decision);
        }
        self.stop_thinking();
        (self.waiting, self.moved_at) = (false, self.now);
        self.take_up_piece();
        self.tell(Event::Moved(ply));
        if self.mover().is_none() {
            self.tell(Event::Over);
        }
        Ok(())
    }

    /// Plays on the table and notes it, nothing else.
    fn push_move(
        &mut self,
        action: &AnyAction,
        value: Option<f64>,
        chance: Option<f64>,
    ) -> Result<()> {
        let over = || Error::State("the game is over; start a new one".into());
        let seat = self.mover().ok_or_else(over)?;
        let feats = self.table.feats(action);
        self.table.act(action)?;
        self.moves.push(Move {
            seat,
            feats,
            action: self.table.text(action),
            bare: self.table.text(&self.table.bare(action)),
            phrase: self.table.phrase(action),
            value,
            chance,
            scores: self.table.scores(),
            waited: std::mem::take(&mut self.waited),
        });
        if let Some(moves) = self.moves_of.get_mut(seat) {
            *moves += 1;
        }
        Ok(())
    }

    /// What an agent expects of its move, from the first seat's side if that of the other is the opposite.
    fn expected(&self, decision: &dyn AnyDecision) -> f64 {
        let opposite =
            decision.seat().0 == 1 && self.players.len() == 2 && self.table.is_zero_sum();
        if opposite { -decision.value() } else { decision.value() }
    }

    /// Plays a move of a game that was played before: what was expected of it, and how long it took, is known.
    /// Nobody hears of it; [`Machine::begin_again`] ends a row of these.
    pub fn replay(&mut self, action: &str, value: Option<f64>, waited: Duration) -> Result<()> {
        self.wait(waited);
        let action = self.table.read(action)?;
        self.push_move(&action, value, None)
    }

    /// Lets time pass at a game that is played again.
    pub fn wait(&mut self, time: Duration) {
        self.table.pass_time(time);
        self.waited += time;
    }

    /// Goes on with a game that was played again.
    pub fn begin_again(&mut self, now: Duration) {
        (self.now, self.moved_at) = (now, now);
        self.take_up_piece();
    }

    /// Takes back the last move of the seats that are one's own, and what followed it; says how many moves that were.
    /// What another person has done since stays.
    pub fn take_back(&mut self, own: impl Fn(usize) -> bool, now: Duration) -> Result<usize> {
        let last = self.moves.iter().rev().position(|made| own(made.seat));
        let Some(later) = last else {
            return Err(Error::State("there is no move of yours to take back".into()));
        };
        let ply = self.plies() - 1 - later;
        let foreign = |made: &Move| self.players[made.seat].is_human() && !own(made.seat);
        if self.moves.iter_from(ply).any(foreign) {
            let say = "the other player has moved since; ask for a new game instead";
            return Err(Error::State(say.into()));
        }
        self.catch_up(now);
        self.back_to(ply);
        // What made one take a move back would happen again at the next beat.
        self.settings.paused |= self.table.beat().is_some();
        self.tell(Event::TookBack(ply));
        Ok(later + 1)
    }

    fn back_to(&mut self, plies: usize) {
        self.stop_thinking();
        self.table = self.table.at(plies);
        for made in self.moves.iter_from(plies) {
            self.moves_of[made.seat] -= 1;
        }
        self.moves.truncate(plies);
        self.reasons.cut(plies);
        self.frames.clear();
        self.waited = Duration::ZERO;
        (self.waiting, self.moved_at) = (false, self.now);
        self.take_up_piece();
    }

    /// The table as it was after so many moves.
    pub fn table_at(&self, plies: usize) -> Box<dyn AnyTable> {
        self.table.at(plies)
    }

    /// The record of the game as it stands.
    pub fn record(&self) -> Record {
        let seats = self.players.iter().map(ToString::to_string).collect();
        Record::of(self.table(), seats, self.origin.clone())
    }

    /// The game as it stands, to go back to if what comes next cannot be kept. Costs the same at any time.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            table: self.table.snapshot(),
            players: self.players.clone(),
            settings: self.settings.clone(),
            moves: self.moves.clone(),
            moves_of: self.moves_of.clone(),
            reasons: self.reasons.clone(),
            waiting: self.waiting,
            waited: self.waited,
        }
    }

    /// Goes back to a checkpoint. A piece that was falling falls from the top again.
    pub fn restore(&mut self, checkpoint: Checkpoint, now: Duration) {
        self.stop_thinking();
        self.table = checkpoint.table;
        (self.players, self.settings) = (checkpoint.players, checkpoint.settings);
        (self.moves, self.moves_of) = (checkpoint.moves, checkpoint.moves_of);
        (self.reasons, self.waiting) = (checkpoint.reasons, checkpoint.waiting);
        (self.waited, self.now, self.moved_at) = (checkpoint.waited, now, now);
        self.take_up_piece();
        self.tell(Event::Changed);
    }

    /// The first seat's chance to win after a choice, where chances were measured for its agent.
    fn first_chance(&self, decision: &dyn AnyDecision) -> Option<f64> {
        let speaker = self.speaker(decision.seat().0, decision.agent());
        let Explanation { decision: found, chances, .. } = decision.explanation(speaker);
        let own = chances.get(found.chosen).copied().flatten()?;
        Some(if decision.seat().0 == 0 { own } else { 1.0 - own })
    }
}
