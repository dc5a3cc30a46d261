//! A game that was played, step by step, with reasons and with a judgement of every move.

use super::app::{Scroll, Stage};
use super::chances::Chances;
use super::keys::Wish;
use super::study::Study;
use ludex_core::explain::{Contrast, Explanation};
use ludex_core::{AnyRoom, AnyTable, Picture, Result};
use ludex_records::Game;
use ludex_records::replay::opened;
use ludex_table::desk::{Desk, Outcome};
use ludex_table::protocol::{Answer, Ask, Grade, Measure, Reviewed, SeatReview};
use ludex_table::record::{Record, bad};
use ludex_table::{Machine, Player, TableSettings};
use std::collections::BTreeMap;
use std::time::Duration;

/// The name of the only table.
const TABLE: &str = "replay";

/// A game and how far it has been shown.
pub(crate) struct Replay {
    pub(crate) record: Record,
    desk: Desk,
    pub(crate) table: Box<dyn AnyTable>,
    /// Moves shown so far.
    pub(crate) shown: usize,
    /// Whether pieces fall in this game.
    pub(crate) falls: bool,
    /// What was found out about moves.
    reasons: BTreeMap<Subject, MoveReasons>,
    /// The move that is being studied.
    studied: Option<(Subject, Study)>,
    pub(crate) verdict: Verdict,
    judge: Option<Study>,
    /// What chance could have drawn before what is shown, if that was asked.
    pub(crate) chances: Option<Chances>,
    /// Whether the reasons are open.
    pub(crate) panel: bool,
    pub(crate) stage: Stage,
    pub(crate) scroll: Scroll,
    pub(crate) notice: Option<String>,
}

/// The number of a move, and whether the judge is asked about it instead of who made it.
type Subject = (usize, bool);

/// Why a move was made, or what would have been better.
#[derive(Default)]
pub(crate) struct MoveReasons {
    /// What the agent asked about it would play.
    pub(crate) explanation: Option<Explanation>,
    /// Why it would not play what was played.
    pub(crate) contrast: Option<Contrast>,
    /// Whether nothing more can be found out.
    failed: bool,
}

/// What the judge found so far.
#[derive(Default)]
pub(crate) struct Verdict {
    moves: BTreeMap<usize, Reviewed>,
    pub(crate) seats: Vec<SeatReview>,
    pub(crate) measure: Option<Measure>,
    pub(crate) total: usize,
}

impl Verdict {
    /// What it thinks of a move.
    pub(crate) fn of(&self, ply: usize) -> Option<&Reviewed> {
        self.moves.get(&ply)
    }

    /// Moves judged so far.
    pub(crate) fn count(&self) -> usize {
        self.moves.len()
    }

    fn is_slip(&self, ply: usize) -> bool {
        self.of(ply).is_some_and(|found| found.grade > Grade::Fine)
    }
}

/// The cells in which two boards differ.
pub(crate) fn changed(before: &Picture, after: &Picture) -> Vec<usize> {
    let cells = before.cells.iter().zip(&after.cells).enumerate();
    cells.filter(|(_, (old, new))| old != new).map(|(i, _)| i).collect()
}

impl Replay {
    /// Reads a record and plays it once through: every move must be legal.
    pub(crate) fn read(rooms: &[Box<dyn AnyRoom>], text: &str) -> Result<Self> {
        Self::of_record(rooms, Record::read(text)?, |_| Duration::ZERO)
    }

    /// A game that was kept, with its clock.
    pub(crate) fn kept(rooms: &[Box<dyn AnyRoom>], game: &Game) -> Result<Self> {
        Self::of_record(rooms, game.record(), |ply| game.waited(ply))
    }

    fn of_record(
        rooms: &[Box<dyn AnyRoom>],
        record: Record,
        waited: impl Fn(usize) -> Duration,
    ) -> Result<Self> {
        let table = opened(rooms, &record)?;
        let seats = table.info().seats;
        let players: Result<Vec<Player>> = record.seats.iter().map(|seat| seat.parse()).collect();
        let players = players.ok().filter(|players| players.len() == seats);
        let players = players.unwrap_or_else(|| vec![Player::Human; seats]);
        let mut machine = Machine::new(table, players, TableSettings::default(), Duration::ZERO)
            .from_position(record.position.clone());
        for (i, action) in record.moves.iter().enumerate() {
            let played = machine.replay(action, None, waited(i));
            played.map_err(|error| bad(record.first_line + i, error))?;
        }
        Ok(Self::new(record, machine, 0))
    }

    /// A game that is being played, as far as it has come; its last move is shown.
    pub(crate) fn of(played: &Machine) -> Result<Self> {
        let (table, players) = (played.table_at(0), played.players().to_vec());
        let settings = played.settings().clone();
        let mut machine = Machine::new(table, players, settings, Duration::ZERO);
        for made in played.moves().iter() {
            machine.replay(&made.action, made.value, made.waited)?;
        }
        let mut replay = Self::new(played.record(), machine, played.plies());
        replay.begin();
        Ok(replay)
    }

    fn new(record: Record, machine: Machine, shown: usize) -> Self {
        let (table, falls) = (machine.table_at(shown), machine.table_at(0).live().is_some());
        Self {
            falls,
            record,
            desk: Desk::new(TABLE.into(), machine, String::new),
            table,
            shown,
            reasons: BTreeMap::new(),
            studied: None,
            verdict: Verdict::default(),
            judge: None,
            chances: None,
            panel: true,
            stage: Stage::Game,
            scroll: Scroll::default(),
            notice: None,
        }
    }

    /// Has every move judged, from now on.
    pub(crate) fn begin(&mut self) {
        self.judge = self.ask(&Ask::Review { session: TABLE.into(), agent: None });
    }

    /// Whether the person has seen enough.
    pub(crate) fn left(&self) -> bool {
        self.stage == Stage::Left
    }

    /// Whether somebody is thinking about the game.
    pub(crate) fn is_busy(&self) -> bool {
        let asked = self.chances.as_ref().is_some_and(Chances::is_waiting);
        self.judge.is_some() || self.studied.is_some() || asked
    }

    /// Whether every move is being judged.
    pub(crate) fn is_judging(&self) -> bool {
        self.judge.is_some()
    }

    /// Whether chance has had a part in the game.
    pub(crate) fn has_chance(&self) -> bool {
        self.desk.machine.table().has_chance()
    }

    /// The number of moves.
    pub(crate) fn len(&self) -> usize {
        self.record.moves.len()
    }

    /// The move that led to what is shown.
    pub(crate) fn ply(&self) -> Option<usize> {
        self.shown.checked_sub(1)
    }

    /// What was found out about the move that led here.
    pub(crate) fn reasons(&self) -> Option<&MoveReasons> {
        self.reasons.get(&self.subject()?)
    }

    /// What the reasons are about: what gave something away, the judge is asked about.
    fn subject(&self) -> Option<Subject> {
        self.ply().map(|ply| (ply, self.verdict.is_slip(ply)))
    }

    /// Who made a move.
    pub(crate) fn seat_of(&self, ply: usize) -> usize {
        self.desk.machine.moves().get(ply).map_or(0, |made| made.seat)
    }

    /// A move in the words of a sentence.
    pub(crate) fn phrase_of(&self, ply: usize) -> String {
        self.desk.machine.moves().get(ply).map_or_else(String::new, |made| made.phrase.clone())
    }

    /// Another move in place of that one, in the words of a sentence.
    pub(crate) fn say_instead(&self, ply: usize, action: &str) -> String {
        let table = self.desk.machine.table_at(ply);
        table.read(action).map_or_else(|_| action.to_owned(), |action| table.phrase(&action))
    }

    /// Cells that the move that led here has changed.
    pub(crate) fn fresh(&self) -> Vec<usize> {
        let Some(ply) = self.ply() else { return Vec::new() };
        let before = self.desk.machine.table_at(ply).picture(&[]);
        changed(&before, &self.table.picture(&[]))
    }

    /// Who plays, seat by seat.
    pub(crate) fn players(&self) -> &[Player] {
        self.desk.machine.players()
    }

    /// Steps through the game.
    pub(crate) fn obey(&mut self, wish: &Wish) {
        self.notice = None;
        if self.stage == Stage::Help && *wish != Wish::Leave {
            return self.stage = Stage::Game;
        }
        match wish {
            Wish::Next | Wish::Confirm => self.show(self.shown + 1),
            Wish::Previous => self.show(self.shown.saturating_sub(1)),
            Wish::First => self.show(0),
            Wish::Last => self.show(self.len()),
            Wish::Row(moves) => self.show(*moves),
            Wish::NextSlip => {
                self.show_slip((self.shown..self.len()).find(|&ply| self.verdict.is_slip(ply)));
            }
            Wish::PreviousSlip => {
                let mut before = (0..self.shown.saturating_sub(1)).rev();
                self.show_slip(before.find(|&ply| self.verdict.is_slip(ply)));
            }
            Wish::Why if self.chances.is_some() => self.chances = None,
            Wish::Why => self.panel = !self.panel,
            Wish::Draw(step) => self.ask_chances(*step),
            Wish::Scroll(lines) => self.scroll.by(*lines),
            Wish::Help => self.stage = Stage::Help,
            Wish::Quit | Wish::Leave => self.stage = Stage::Left,
            _ => {}
        }
    }

    fn show_slip(&mut self, found: Option<usize>) {
        match found {
            Some(ply) => self.show(ply + 1),
            None if self.is_judging() => self.notice = Some("None that is judged yet.".into()),
            None => self.notice = Some("No further mistake.".into()),
        }
    }

    /// Brings the table to the position after `wanted` moves.
    fn show(&mut self, wanted: usize) {
        self.shown = wanted.min(self.len());
        self.table = self.desk.machine.table_at(self.shown);
        self.chances = None;
        self.scroll.reset();
    }

    /// Opens the list of what chance could have drawn, or goes on in it.
    fn ask_chances(&mut self, step: isize) {
        if let Some(chances) = &mut self.chances {
            return chances.select(step);
        }
        let ply = Some(self.shown as u64);
        let study = self.ask(&Ask::Draws { session: TABLE.into(), ply, agent: None });
        self.chances = study.map(Chances::new);
        self.scroll.reset();
    }

    /// Hears what was found out, and asks about the move that is shown.
    pub(crate) fn advance(&mut self) {
        let mut judge = self.judge.take();
        for answer in judge.iter_mut().flat_map(Study::news) {
            self.hear((0, true), answer);
        }
        self.judge = judge.filter(|study| !study.is_done());
        if let Some((subject, mut study)) = self.studied.take() {
            for answer in study.news() {
                self.hear(subject, answer);
            }
            let wanted = !study.is_done() && Some(subject) == self.subject();
            self.studied = wanted.then_some((subject, study));
        }
        self.chances.iter_mut().for_each(Chances::advance);
        self.look_into_move();
    }

    fn hear(&mut self, subject: Subject, answer: ludex_table::desk::Result<Answer>) {
        match answer {
            Ok(Answer::Review { moves, total, measure, seats }) => {
                self.verdict.moves.extend(moves.into_iter().map(|m| (m.ply as usize, m)));
                (self.verdict.seats, self.verdict.measure) = (seats, Some(measure));
                self.verdict.total = total as usize;
            }
            Ok(Answer::Analysis { explanation, .. }) => {
                self.reasons.entry(subject).or_default().explanation = Some(*explanation);
            }
            Ok(Answer::WhyNot { contrast, .. }) => {
                self.reasons.entry(subject).or_default().contrast = Some(*contrast);
            }
            Ok(_) => {}
            Err(error) => {
                self.reasons.entry(subject).or_default().failed = true;
                self.notice = Some(error.to_string());
            }
        }
    }

    /// Asks what an agent would have done in place of the move that is shown, and if it is something else, why.
    fn look_into_move(&mut self) {
        let free = self.panel && self.studied.is_none();
        let Some(subject) = self.subject().filter(|_| free) else { return };
        let (ply, judged) = subject;
        let (session, at) = (TABLE.into(), Some(ply as u64));
        let agent = judged.then(|| self.table.info().opponent.to_owned());
        let known = self.reasons.get(&subject);
        if known.is_some_and(|known| known.failed || known.contrast.is_some()) {
            return;
        }
        let explained = known.and_then(|known| known.explanation.as_ref());
        let instead = self.record.moves[ply].clone();
        let ask = match explained.map(|explained| &explained.decision.best().action) {
            None => Ask::Analyse { session, ply: at, agent, seconds: None },
            Some(best) if *best != instead => Ask::WhyNot { session, ply: at, agent, instead },
            Some(_) => return,
        };
        self.studied = self.ask(&ask).map(|study| (subject, study));
        self.reasons.entry(subject).or_default().failed = self.studied.is_none();
    }

    /// Asks the desk for something that takes time.
    fn ask(&mut self, ask: &Ask) -> Option<Study> {
        match self.desk.answer(ask, 0, Duration::ZERO) {
            Ok(Outcome::Work(work)) => Some(Study::start(work)),
            Ok(Outcome::Answer(_)) => None,
            Err(error) => {
                self.notice = Some(error.to_string());
                None
            }
        }
    }
}
