//! What becomes of each message about a table.

use super::work::{self, Work};
use super::{Desk, Mask, RequestError, Result, same};
use crate::Stroke;
use crate::protocol::{Answer, Ask};
use ludex_core::{AnyTable, Picture};
use std::time::Duration;

/// No board is wider or higher.
const MOST_TIMES: u16 = 64;

/// What comes of a message.
pub enum Outcome {
    /// The answer.
    Answer(Answer),
    /// Work that gives the answer.
    Work(Work),
}

impl Desk {
    /// Answers a message about this table. `held` are the seats that the one who asks has shown tokens for.
    pub fn answer(&mut self, ask: &Ask, held: Mask, now: Duration) -> Result<Outcome> {
        if let Some(token) = ask.token() {
            self.change(ask, token, held, now)?;
            if matches!(ask, Ask::Stroke { .. }) {
                return Ok(Outcome::Answer(Answer::Done));
            }
            let state = Box::new(self.state(self.seats_of(token)));
            return Ok(Outcome::Answer(Answer::State { state }));
        }
        Ok(match ask {
            Ask::Analyse { ply, agent, seconds, .. } => {
                Outcome::Work(self.analyse(*ply, agent.as_deref(), *seconds)?)
            }
            Ask::WhyNot { ply, agent, instead, .. } => {
                Outcome::Work(self.why_not(*ply, agent.as_deref(), instead)?)
            }
            Ask::Unfold { ply, agent, path, .. } => {
                Outcome::Work(self.unfold(*ply, agent.as_deref(), path)?)
            }
            Ask::Draws { ply, agent, .. } => Outcome::Work(self.draws(*ply, agent.as_deref())?),
            Ask::Review { agent, .. } => Outcome::Work(self.review(agent.as_deref())?),
            ask => Outcome::Answer(self.look(ask, held)?),
        })
    }

    /// Messages that change nothing and take no time.
    fn look(&self, ask: &Ask, held: Mask) -> Result<Answer> {
        Ok(match ask {
            Ask::State { ply: None, .. } => Answer::State { state: Box::new(self.state(held)) },
            Ask::State { ply: Some(ply), .. } => {
                Answer::State { state: Box::new(self.past(*ply, held)?) }
            }
            Ask::History { .. } => Answer::History { moves: self.history() },
            Ask::Save { token, .. } => self.save(token.as_deref())?,
            Ask::Point { column, row, ply, .. } => {
                let table = self.table_at(*ply)?;
                let action = table.point(*column, *row);
                Answer::Pointed {
                    phrase: action.as_ref().map(|action| table.phrase_here(action)),
                    action: action.as_ref().map(|action| table.text(action)),
                }
            }
            Ask::Preview { ply, actions, .. } => {
                work::check_course(actions)?;
                Answer::Preview { picture: preview(self.table_at(*ply)?.as_ref(), actions) }
            }
            Ask::Threats { ply, .. } => {
                let Some(threats) = self.table_at(*ply)?.threats() else {
                    let game = self.machine.table().info().name;
                    let say = format!("bad question `threats`; {game} knows no threats");
                    return Err(RequestError::bad(say));
                };
                Answer::Threats { threats }
            }
            _ => return Err(RequestError::bad("this question cannot be asked here")),
        })
    }

    /// Messages that change the table.
    fn change(&mut self, ask: &Ask, token: &str, held: Mask, now: Duration) -> Result<()> {
        match ask {
            Ask::Act { action, .. } => {
                self.may_move(token)?;
                self.machine.act(action, now)?;
            }
            Ask::Key { key, .. } => {
                self.may_move(token)?;
                self.machine.key(key, now)?;
            }
            Ask::Stroke { key, phase, times, early, .. } => {
                self.may_move(token)?;
                let times = times.unwrap_or(1).min(MOST_TIMES);
                let stroke = Stroke { key: key.clone(), phase: *phase, times, early: *early };
                self.machine.stroke(&stroke, now)?;
            }
            Ask::Undo { .. } => self.undo(token, now)?,
            Ask::Set { settings, .. } => self.set(token, settings, held, now)?,
            _ => {
                self.may_set(token)?;
                self.machine.go_on(now);
            }
        }
        Ok(())
    }

    /// The record of a game that is over, or of one's own. It holds the seed, which would foretell what comes.
    fn save(&self, token: Option<&str>) -> Result<Answer> {
        let people = self.human_seats();
        let own = token.is_some_and(|token| {
            let seats = if same(&self.owner, token) { people } else { self.seats_of(token) };
            self.may_set(token).is_ok() && people.count_ones() <= 1 && seats == people
        });
        if own || self.tells_seed() {
            return Ok(Answer::Saved { record: self.machine.record().text() });
        }
        Err(RequestError::conflict(
            "the record of a running game would foretell what comes; save it when it is over, or the position now",
        ))
    }

    fn undo(&mut self, token: &str, now: Duration) -> Result<()> {
        let seats = match self.seats_of(token) {
            0 if same(&self.owner, token) => Mask::MAX,
            0 => return Err(super::wrong_token()),
            seats => seats,
        };
        self.machine.take_back(|seat| seats & (1 << seat) != 0, now)?;
        Ok(())
    }

    /// A copy of the table as it is now, or as it was after `ply` moves.
    pub(super) fn table_at(&self, ply: Option<u64>) -> Result<Box<dyn AnyTable>> {
        match ply {
            None => Ok(self.machine.table().snapshot()),
            Some(ply) => Ok(self.machine.table_at(self.check_ply(ply)?)),
        }
    }
}

/// The board with actions that are only thought of; what cannot be read is left out.
fn preview(table: &dyn AnyTable, actions: &[String]) -> Picture {
    steered(table, actions).unwrap_or_else(|| {
        let ghosts: Vec<_> = actions.iter().filter_map(|text| table.read(text).ok()).collect();
        table.picture(&ghosts)
    })
}

/// The piece where these keys bring it, if they are keys of a piece: planners tell their way so.
fn steered(table: &dyn AnyTable, keys: &[String]) -> Option<Picture> {
    let mut live = table.live()?;
    if keys.is_empty() || !keys.iter().all(|key| live.keys().contains(&key.as_str())) {
        return None;
    }
    for key in keys {
        live.key(key);
    }
    let mut picture = live.picture(&[]);
    table.tint(&mut picture);
    Some(picture)
}
