//! A game in progress: what is on the table and who may touch it.
//!
//! Nothing here waits or sleeps: whoever calls says what time it is.

use super::falling::Falling;
use super::seats::{Chair, Mask, Sitter, same};
use super::settings::Manners;
use super::stored::Stored;
use crate::store::{self, Write};
use crate::trouble::{Result, Trouble};
use ludex_core::explain::Explanation;
use ludex_core::{AnyTable, Seat, Stop, Turn};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A move that was made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) seat: usize,
    pub(crate) action: String,
    pub(crate) phrase: String,
    /// What the agent that made it expected, from the first seat's side.
    pub(crate) value: Option<f64>,
    pub(crate) scores: Vec<f64>,
    /// How long it took, where a clock is running.
    pub(crate) waited: Duration,
}

/// A game in progress.
pub(crate) struct Play {
    pub(crate) id: String,
    /// Whoever has it may change the settings without a seat.
    pub(crate) owner: String,
    /// The table before the first move.
    pub(crate) start: Box<dyn AnyTable>,
    pub(crate) table: Box<dyn AnyTable>,
    /// The position file it started from, if it did.
    pub(crate) position: Option<String>,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) manners: Manners,
    pub(crate) made: Vec<Made>,
    /// Why the last move was made, if an agent made it.
    pub(crate) reasons: Option<Box<Explanation>>,
    /// Whether the table waits for somebody to have read the reasons.
    pub(crate) waiting: bool,
    pub(crate) falling: Option<Falling>,
    /// Keys pressed before their time, in games with a beat.
    pub(crate) keys_ahead: VecDeque<String>,
    /// Grows with every change.
    pub(crate) version: u64,
    /// Seats whose person is connected.
    pub(crate) here: Mask,
    pub(crate) moved_at: Instant,
    /// When the moves last changed, for lists of games: milliseconds since 1970.
    pub(crate) changed_at: u64,
    /// Until when time has been counted.
    pub(crate) clocked_at: Instant,
    /// Time that has been counted but not yet acted upon.
    pub(crate) unspent: Duration,
    /// Time since the last move.
    pub(crate) waited: Duration,
    /// Whether anybody looks: without that, nothing moves by itself.
    pub(crate) interest: bool,
    /// Stops the agent that thinks at the moment.
    pub(crate) thinking: Option<Stop>,
    /// A table that agents play at for those who look; it starts over and is not stored.
    pub(crate) show: bool,
    /// What the store has not heard of yet.
    pub(crate) unsaid: Vec<Write>,
    /// What the store has.
    pub(super) stored: Stored,
    /// Since when the store knows the moves, but not how the table stands after them.
    pub(crate) stale_since: Option<Instant>,
}

impl Play {
    /// A new game on this table.
    pub(crate) fn new(
        id: String,
        owner: String,
        table: Box<dyn AnyTable>,
        chairs: Vec<Chair>,
        manners: Manners,
    ) -> Self {
        let mut play = Self {
            id,
            owner,
            start: table.snapshot(),
            table,
            position: None,
            chairs,
            manners,
            made: Vec::new(),
            reasons: None,
            waiting: false,
            falling: None,
            keys_ahead: VecDeque::new(),
            version: 0,
            here: 0,
            moved_at: Instant::now(),
            changed_at: store::unix_time(),
            clocked_at: Instant::now(),
            unspent: Duration::ZERO,
            interest: false,
            waited: Duration::ZERO,
            thinking: None,
            show: false,
            unsaid: Vec::new(),
            stored: Stored::default(),
            stale_since: None,
        };
        play.take_up_piece(Instant::now());
        play
    }

    /// Moves of players so far.
    pub(crate) fn plies(&self) -> usize {
        self.made.len()
    }

    /// Who is to move.
    pub(crate) fn mover(&self) -> Option<usize> {
        match self.table.turn() {
            Turn::Seat(Seat(seat)) => Some(seat),
            _ => None,
        }
    }

    /// The agent to move.
    pub(crate) fn moving_agent(&self) -> Option<(usize, ludex_core::Spec)> {
        let seat = self.mover()?;
        match &self.chairs.get(seat)?.sitter {
            Sitter::Agent(spec) => Some((seat, spec.clone())),
            Sitter::Human => None,
        }
    }

    pub(crate) fn has_human(&self) -> bool {
        self.chairs.iter().any(Chair::is_human)
    }

    /// The seats of persons that a token opens.
    pub(crate) fn seats_of(&self, token: &str) -> Mask {
        let chairs = self.chairs.iter().enumerate();
        let opened = chairs.filter(|(_, chair)| chair.is_human() && same(&chair.token, token));
        opened.fold(0, |mask, (at, _)| mask | 1 << at)
    }

    /// Whether a token lets one change the settings.
    pub(crate) fn may_set(&self, token: &str) -> Result<()> {
        if same(&self.owner, token) || self.seats_of(token) != 0 {
            return Ok(());
        }
        Err(wrong_token())
    }

    /// Whether a token lets one move now.
    pub(crate) fn may_move(&self, token: &str) -> Result<()> {
        let seats = self.seats_of(token);
        if seats == 0 {
            return Err(wrong_token());
        }
        match self.mover() {
            None => Err(Trouble::conflict("the game is over; start a new one")),
            Some(seat) if seats & (1 << seat) != 0 => Ok(()),
            Some(seat) => {
                let say = format!("it is not your turn; wait for seat {}", seat + 1);
                Err(Trouble::conflict(say))
            }
        }
    }

    /// Plays a person's move.
    pub(crate) fn act(&mut self, token: &str, action: &str, now: Instant) -> Result<()> {
        self.may_move(token)?;
        self.pass_time(now);
        self.play(action, None, now)
    }

    /// Plays an action of whoever is to move.
    pub(crate) fn play(&mut self, action: &str, value: Option<f64>, now: Instant) -> Result<()> {
        let Some(seat) = self.mover() else {
            return Err(Trouble::conflict("the game is over; start a new one"));
        };
        let phrase = self.table.phrase(action);
        self.table.play(action)?;
        self.note_before();
        let action = if value.is_none() { self.as_written(action) } else { action.to_owned() };
        let scores = self.table.scores();
        let waited = std::mem::take(&mut self.waited);
        self.made.push(Made { seat, action, phrase, value, scores, waited });
        self.changed_at = store::unix_time();
        self.stop_thinking();
        (self.reasons, self.waiting, self.moved_at) = (None, false, now);
        self.take_up_piece(now);
        self.changed();
        self.tell_store_of_move();
        Ok(())
    }

    /// The last move as the game itself writes it; people have more than one way.
    fn as_written(&self, action: &str) -> String {
        self.table.moves().pop().map_or_else(|| action.to_owned(), |(_, text)| text)
    }

    /// Lets time pass at a table that is set up again.
    pub(crate) fn wait(&mut self, time: Duration) {
        self.table.pass_time(time);
        self.waited = time;
    }

    /// Takes back the last move of whoever has this token, and what followed it.
    pub(crate) fn undo(&mut self, token: &str, now: Instant) -> Result<()> {
        let seats = match self.seats_of(token) {
            0 if same(&self.owner, token) => Mask::MAX,
            0 => return Err(wrong_token()),
            seats => seats,
        };
        let own = |made: &Made| seats & (1 << made.seat) != 0;
        let Some(last) = self.made.iter().rposition(own) else {
            return Err(Trouble::conflict("there is no move of yours to take back"));
        };
        let foreign = |made: &Made| self.chairs[made.seat].is_human() && !own(made);
        if self.made[last..].iter().any(foreign) {
            let say = "the other player has moved since; ask for a new game instead";
            return Err(Trouble::conflict(say));
        }
        self.back_to(last)?;
        (self.reasons, self.waiting, self.moved_at) = (None, false, now);
        self.take_up_piece(now);
        self.changed();
        Ok(())
    }

    /// Brings the table back to where it was after `plies` moves.
    fn back_to(&mut self, plies: usize) -> Result<()> {
        self.stop_thinking();
        self.table = self.table_after(plies)?;
        self.note_before();
        self.cut_moves(plies);
        self.changed_at = store::unix_time();
        self.waited = Duration::ZERO;
        // What made one take a move back would happen again at the next beat.
        self.manners.paused |= self.table.beat().is_some();
        if !self.show {
            self.unsaid.push(Write::Undo { session: self.id.clone(), plies });
            self.tell_store_of_table();
        }
        Ok(())
    }

    /// The table as it was after `plies` moves.
    pub(crate) fn table_after(&self, plies: usize) -> Result<Box<dyn AnyTable>> {
        let mut table = self.start.snapshot();
        for made in &self.made[..plies.min(self.made.len())] {
            table.pass_time(made.waited);
            table.play(&made.action)?;
        }
        Ok(table)
    }

    /// The table starts over with another seed, as shows do.
    pub(crate) fn start_over(&mut self, table: Box<dyn AnyTable>, now: Instant) {
        self.stop_thinking();
        self.start = table.snapshot();
        self.table = table;
        self.made.clear();
        (self.reasons, self.waiting, self.moved_at) = (None, false, now);
        self.falling = None;
        self.take_up_piece(now);
        self.changed();
    }

    /// Whoever thinks about a position that is gone may stop.
    pub(crate) fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.set();
        }
    }

    /// Notes that those who look have something new to see.
    pub(crate) fn changed(&mut self) {
        self.version += 1;
    }

    fn tell_store_of_move(&mut self) {
        let ply = self.made.len() - 1;
        let Some(made) = self.made.get(ply).filter(|_| !self.show) else { return };
        self.unsaid.push(Write::Move {
            session: self.id.clone(),
            ply,
            action: made.action.clone(),
            value: made.value,
            waited: made.waited,
            at: self.changed_at,
        });
        if self.mover().is_none() {
            self.tell_store_of_table();
        } else {
            self.stale_since.get_or_insert(self.moved_at);
        }
    }

    /// Lets the store know what an agent expects of a move that was made.
    pub(super) fn tell_store_of_value(&mut self, ply: usize) {
        let Some(made) = self.made.get(ply).filter(|_| !self.show) else { return };
        let (session, value) = (self.id.clone(), made.value);
        self.unsaid.push(Write::Value { session, ply, value });
    }

    /// Lets the store know of a table that it has never heard of, before any move of it.
    pub(crate) fn tell_store_of_new_table(&mut self) {
        let moves = std::mem::take(&mut self.unsaid);
        self.tell_store_of_table();
        self.unsaid.extend(moves);
    }

    /// Lets the store know how the table stands, besides its moves. They say by themselves what is needed
    /// to go on, so after a move this can wait.
    pub(crate) fn tell_store_of_table(&mut self) {
        self.stale_since = None;
        if !self.show {
            let line = store::Line::of(self);
            self.unsaid.push(Write::Table(Box::new(line)));
        }
    }
}

/// A token that opens nothing here.
pub(crate) fn wrong_token() -> Trouble {
    Trouble::forbidden("this token opens no seat of this table; join by the link of a seat")
}
