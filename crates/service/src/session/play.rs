//! A table that is stored.

use crate::error::Result;
use crate::secret::{NAME, TOKEN, secret};
use crate::store::{self, Write};
use ludex_table::desk::Desk;
use ludex_table::{Event, Machine};
use std::time::Duration;

/// How long the end of a show is shown.
const CURTAIN: Duration = Duration::from_secs(4);

/// A table, and what the store has still to hear of it.
pub(crate) struct Play {
    pub(crate) desk: Desk,
    /// A table that agents play at for those who look; it starts over and is not stored.
    pub(crate) show: bool,
    /// When the moves last changed, for lists of games: milliseconds since 1970.
    pub(crate) changed_at: u64,
    /// What the store has not heard of yet.
    pub(crate) unsaved: Vec<Write>,
    /// Since when the store knows the moves, but not how the table stands after them.
    pub(crate) stale_since: Option<Duration>,
    /// Since when the game is over.
    over_since: Option<Duration>,
    /// Whether it has ended, and its end is not kept yet.
    pub(super) ended: bool,
}

/// What has changed for those who look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    /// Nothing.
    Nothing,
    /// The falling piece or the clock.
    Live,
    /// The table.
    Table,
}

/// What those who listen are to hear.
pub(crate) struct News {
    pub(crate) change: Change,
    /// Seats for which agents have begun to think, or ended.
    pub(crate) thinking: Vec<(usize, bool)>,
}

impl Play {
    /// A new table with a name and tokens of its own.
    pub(crate) fn new(machine: Machine) -> Result<Self> {
        let seats = machine.players().len();
        let mut secrets = (0..=seats).map(|_| secret(TOKEN)).collect::<Result<Vec<_>>>()?;
        let desk = Desk::new(secret(NAME)?, machine, || secrets.pop().unwrap_or_default());
        Ok(Self::of(desk))
    }

    /// A table that has its name and tokens.
    pub(crate) fn of(desk: Desk) -> Self {
        Self {
            desk,
            show: false,
            changed_at: store::unix_time(),
            unsaved: Vec::new(),
            stale_since: None,
            over_since: None,
            ended: false,
        }
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.desk.machine
    }

    pub(crate) fn machine_mut(&mut self) -> &mut Machine {
        &mut self.desk.machine
    }

    /// Takes up what has happened at the table: notes what is to be stored, and says what is to be told.
    pub(crate) fn take_up_events(&mut self, now: Duration) -> News {
        let mut news = News { change: Change::Nothing, thinking: Vec::new() };
        for event in self.desk.take_events() {
            let change = match &event {
                Event::Thinking { seat, on } => {
                    news.thinking.push((*seat, *on));
                    Change::Nothing
                }
                Event::Live | Event::Planned(_) => Change::Live,
                _ => Change::Table,
            };
            news.change = news.change.max(change);
            self.note(event, now);
        }
        news
    }

    fn note(&mut self, event: Event, now: Duration) {
        match event {
            Event::Moved(ply) => {
                self.changed_at = store::unix_time();
                self.save_move(ply);
                self.stale_since.get_or_insert(now);
            }
            Event::TookBack(plies) => {
                self.changed_at = store::unix_time();
                self.over_since = None;
                if !self.show {
                    self.unsaved.push(Write::Undo { session: self.desk.id.clone(), plies });
                }
                self.save_table();
            }
            Event::Over => {
                self.over_since = Some(now);
                self.ended = !self.show;
                self.save_table();
            }
            Event::Changed => self.save_table(),
            Event::Failed { agent, error } => {
                tracing::error!(session = self.desk.id, %agent, %error, "an agent failed");
                self.save_table();
            }
            Event::OutOfReach => {
                tracing::warn!(session = self.desk.id, "a decision is out of reach");
            }
            Event::Live
            | Event::Planned(_)
            | Event::Thinking { .. }
            | Event::Advised { .. }
            | Event::Compared(_) => {}
        }
    }

    /// Whether a show has been over for long enough.
    pub(crate) fn curtain_falls(&self, now: Duration) -> bool {
        self.show && self.over_since.is_some_and(|since| now >= since + CURTAIN)
    }

    /// How long nothing will happen by itself; for ever if `None`.
    pub(crate) fn until_next(&self, now: Duration) -> Option<Duration> {
        let curtain = self.over_since.filter(|_| self.show);
        let curtain = curtain.map(|since| (since + CURTAIN).saturating_sub(now));
        self.machine().until_next().into_iter().chain(curtain).min()
    }

    /// The table starts over with another game, as shows do.
    pub(crate) fn start_over(&mut self, machine: Machine) {
        self.desk.machine = machine;
        self.desk.version += 1;
        self.over_since = None;
    }

    /// Lets the store know of all moves of a table that begins with some. It must know of the table by then.
    pub(crate) fn save_moves(&mut self) {
        (0..self.machine().plies()).for_each(|ply| self.save_move(ply));
    }

    fn save_move(&mut self, ply: usize) {
        let Some(made) = self.desk.machine.moves().get(ply).filter(|_| !self.show) else { return };
        self.unsaved.push(Write::Move {
            session: self.desk.id.clone(),
            ply,
            action: made.action.clone(),
            value: made.value,
            waited: made.waited,
            at: self.changed_at,
        });
    }

    /// Lets the store know how the table stands, besides its moves. They say by themselves what is needed
    /// to go on, so after a move this can wait.
    pub(crate) fn save_table(&mut self) {
        self.stale_since = None;
        if !self.show {
            let line = store::Line::of(self);
            self.unsaved.push(Write::Table(Box::new(line)));
        }
    }
}
