//! What happens by itself: agents answer and move, time passes.

use super::app::{App, Parting, Stage, Steering};
use super::think::{A_QUESTION, Heard, Worker};
use super::why::Why;
use super::{IDLE, Replay};
use ludex_core::{AnyAction, AnyDecision, Proven, Turn};
use ludex_table::{Event, Job, Player, Purpose, Question};
use std::sync::Arc;
use std::time::Duration;

/// While somebody thinks, this often we look for the answer: eagerly at first, then just often
/// enough for a lively sign of it.
const EAGER: Duration = Duration::from_millis(4);
const SPIN: Duration = Duration::from_millis(60);

/// What is said of a falling piece that can reach none of an agent's candidates.
const NOTHING_IN_REACH: &str = "Nothing that was thought of can be reached from here.";

impl App<'_> {
    /// Lets everything happen that is due.
    pub(crate) fn advance(&mut self, now: Duration) {
        self.machine.hold(self.is_reading(), now);
        if let Some(review) = &mut self.review {
            review.advance();
        }
        self.hear_answer(now);
        self.machine.advance(now);
        self.settle(now);
        self.keep_reasons_fresh(now);
        self.keep_advice_in_reach();
    }

    /// Takes up what has happened at the table, and has done what it wants done.
    pub(super) fn settle(&mut self, now: Duration) {
        for event in self.machine.take_events() {
            self.take_up(event);
        }
        if self.machine.thinking().is_none() {
            self.worker = None;
        }
        if let Some(job) = self.machine.take_job() {
            self.worker = Some(Worker::start(self.hurried(job), now));
        }
    }

    /// An agent takes its time for a move; a person who asks is answered soon.
    fn hurried(&self, job: Job) -> Job {
        let is_move = |(_, purpose): (_, &Purpose)| *purpose == Purpose::Move;
        if self.machine.thinking().is_some_and(is_move) { job } else { job.within(A_QUESTION) }
    }

    /// How long nothing will happen by itself.
    pub(crate) fn patience(&self, now: Duration) -> Duration {
        let busy = self.review.as_ref().is_some_and(Replay::is_busy);
        let idle = if busy { SPIN } else { IDLE };
        let own = self.machine.until_next().unwrap_or(idle).min(idle);
        let Some(worker) = &self.worker else { return own };
        let quick = now.saturating_sub(worker.started) < SPIN && !self.answer_waits();
        own.min(if quick { EAGER } else { SPIN })
    }

    /// Whether time runs against the person.
    pub(super) fn in_real_time(&self) -> bool {
        self.has_human() && (self.falls() || self.table().beat().is_some())
    }

    /// Whether the person looks at something else than the game.
    pub(super) fn is_reading(&self) -> bool {
        let examining = self.why.as_ref().is_some_and(|why| why.selected.is_some());
        matches!(self.stage, Stage::Help | Stage::Parting(_))
            || self.review.is_some()
            || (self.falls() && self.typed.is_some())
            || (examining && (!self.has_human() || self.in_real_time()))
    }

    /// Whether the game stands still although it is not over.
    pub(crate) fn halted(&self) -> bool {
        self.machine.settings().paused || self.machine.is_waiting() || self.is_reading()
    }

    /// Whether a move that was thought out before a halt waits for its end.
    fn answer_waits(&self) -> bool {
        self.halted() && self.machine.thinking().is_some_and(|(_, p)| *p == Purpose::Move)
    }

    fn hear_answer(&mut self, now: Duration) {
        let Some(worker) = &mut self.worker else { return };
        match worker.poll() {
            Heard::Nothing => {}
            Heard::Answer(answer) => {
                let job = worker.job;
                self.machine.answer(job, answer, now);
            }
            Heard::Silence => {
                let agent = self.machine.thinking().map(|(agent, _)| agent.to_string());
                self.fail(format!("{} broke down", agent.unwrap_or_default()));
            }
        }
    }

    fn take_up(&mut self, event: Event) {
        match event {
            Event::Moved(ply) => self.show_move(ply),
            Event::Over => {
                self.keep_record();
                self.keep_game();
            }
            Event::Planned(decision) => self.explain_move(decision),
            Event::Advised { question, decision } => self.advise(question, decision),
            Event::Compared(contrast) => {
                self.scroll.reset();
                if let Some(why) = &mut self.why {
                    why.contrast = Some(*contrast);
                }
            }
            Event::OutOfReach => self.say(NOTHING_IN_REACH),
            Event::Failed { error, .. } => self.say(error.to_string()),
            Event::TookBack(_) | Event::Live | Event::Changed | Event::Thinking { .. } => {}
        }
    }

    /// A move was made: marks what it changed, and puts its reasons into the panel.
    fn show_move(&mut self, ply: usize) {
        self.fresh = match self.steering {
            Steering::Cursor => self.changed_by(ply),
            Steering::Moves => Vec::new(),
        };
        self.look_at_the_game();
        if let Some(decision) = self.machine.decision(ply).cloned() {
            self.explain_move(decision);
        }
        self.panel |= self.machine.is_waiting();
    }

    fn explain_move(&mut self, decision: Arc<dyn AnyDecision>) {
        self.why = Some(Why::of_move(decision));
        self.scroll.reset();
    }

    /// Cells that a move changed.
    fn changed_by(&self, ply: usize) -> Vec<usize> {
        let [before, after] = [ply, ply + 1].map(|at| self.machine.table_at(at).picture(&[]));
        let cells = before.cells.iter().zip(&after.cells).enumerate();
        cells.filter(|(_, (old, new))| old != new).map(|(i, _)| i).collect()
    }

    fn advise(&mut self, question: Question, decision: Arc<dyn AnyDecision>) {
        let speaker = self.machine.speaker(decision.seat().0, decision.agent());
        let mut why = Why::of_advice(decision, speaker);
        let found = why.keep_in_reach(&self.machine).then(|| why.decision.action());
        self.why = Some(why);
        self.scroll.reset();
        match (question, found) {
            (Question::Hint, Some(action)) => self.give_hint(action),
            (Question::Hint, None) => self.say(NOTHING_IN_REACH),
            (Question::Reasons, _) => {}
        }
    }

    fn give_hint(&mut self, action: AnyAction) {
        let keys = self.keys_in_words(&action).map_or_else(String::new, |k| format!(": {k}"));
        let why = self.known_key_of("why").filter(|_| !self.panel);
        let more = why.map_or_else(String::new, |key| format!(" {key} shows why."));
        let words = self.table().phrase_here(&action);
        self.say(format!("Hint: {words}{keys}.{more}"));
        self.hint = Some(action);
    }

    /// Who is thinking, for how long, if anybody is.
    pub(crate) fn thinker(&self, now: Duration) -> Option<(String, Duration)> {
        let (agent, _) = self.machine.thinking().filter(|_| !self.answer_waits())?;
        let started = self.worker.as_ref()?.started;
        Some((agent.to_string(), now.saturating_sub(started)))
    }

    /// What is going on, in one line.
    pub(crate) fn status(&self) -> String {
        if let Stage::Parting(why) = self.stage {
            let does = if why == Parting::Quit { "leaves" } else { "starts a new one" };
            return format!("The game is not over: y {does}, any other key plays on.");
        }
        if let Some((why, candidate)) = self.why.as_ref().and_then(|w| Some((w, w.examined()?))) {
            let action = &candidate.action;
            let words = why.explanation.phrases.get(action).unwrap_or(action);
            return format!("What {} expects after {words}.", why.decision.agent());
        }
        let turn = match self.table().turn() {
            Turn::Over => return self.result(),
            _ if self.falls() => return self.falling_status(),
            Turn::Seat(seat) => seat.0,
            Turn::Chance => 0,
        };
        let halted = self.halted() && self.in_real_time();
        match (&self.players()[turn], self.players().len()) {
            (Player::Human, _) if halted && !self.explaining() => {
                "Press an arrow key to go; p halts.".into()
            }
            (Player::Human, 1) => "Your move.".into(),
            (Player::Human, _) => format!("Your move, seat {}.", turn + 1),
            _ if self.explaining() => "Enter goes on.".into(),
            (Player::Agent(spec), _) if self.machine.settings().paused => {
                format!("Halted before {spec}; p goes on.")
            }
            (Player::Agent(spec), 1) => format!("{spec} plays."),
            (Player::Agent(spec), _) => format!("{spec} plays, seat {}.", turn + 1),
        }
    }

    /// What came of it, in one line.
    pub(crate) fn result(&self) -> String {
        let outcomes = self.table().outcomes().unwrap_or_default();
        let winner = outcomes.iter().position(|outcome| *outcome == Proven::Win);
        match winner {
            _ if outcomes.len() == 1 => format!("Over: {}.", self.figures()),
            Some(seat) if self.players()[seat].is_human() && !self.is_duel() => "You win!".into(),
            Some(seat) => format!("{} wins, seat {}.", self.players()[seat], seat + 1),
            None if outcomes.iter().all(|outcome| *outcome == Proven::Loss) => {
                if outcomes.len() == 2 { "Both lose.".into() } else { "All lose.".into() }
            }
            None => "A draw.".into(),
        }
    }

    fn figures(&self) -> String {
        let metrics = self.table().metrics();
        let figures =
            metrics.iter().map(|m| format!("{} {}", m.name, ludex_core::explain::number(m.value)));
        figures.collect::<Vec<_>>().join(", ")
    }
}
