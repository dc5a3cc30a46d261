//! What agents are asked, and what becomes of their answers.

use super::{Event, Machine};
use crate::Player;
use ludex_core::explain::{Contrast, Side, Speaker};
use ludex_core::{AnyAction, AnyDecision, AnyTable, Budget, Error, Result, Seat, Spec, Stop};
use std::sync::Arc;
use std::time::Duration;

/// What a person asks about the position on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What should I do?
    Hint,
    /// What would the agent do, and why?
    Reasons,
}

/// What an answer is wanted for.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// The agent is to move.
    Move,
    /// A person asks.
    Advice(Question),
    /// A person asks why not this action.
    WhyNot,
}

/// Work for somebody with time: a question to an agent.
pub struct Job {
    id: u64,
    /// The seat it is about.
    pub seat: usize,
    /// Who is asked.
    pub agent: Spec,
    task: Task,
    budget: Budget,
}

enum Task {
    /// The action alone.
    Choose(Box<dyn AnyTable>),
    /// The action with its reasons, in somebody's words.
    Decide(Box<dyn AnyTable>, Speaker),
    /// Why not another action, by a decision that was taken.
    Compare(Arc<dyn AnyDecision>, AnyAction, Speaker),
}

/// What comes of a [`Job`].
pub enum Answer {
    /// An action.
    Chosen(AnyAction),
    /// A decision.
    Decided(Arc<dyn AnyDecision>),
    /// A comparison.
    Compared(Box<Contrast>),
}

impl Job {
    /// The number by which the machine knows it.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Set when nobody wants the answer any more.
    pub fn stop(&self) -> &Stop {
        &self.budget.stop
    }

    /// The same, but soon: with what was found within this time.
    pub fn within(self, time: Duration) -> Self {
        Self { budget: self.budget.within(time), ..self }
    }

    /// Does the work. Takes as long as it takes.
    pub fn run(&self) -> Result<Answer> {
        match &self.task {
            Task::Choose(table) => table.pick(&self.agent, &self.budget).map(Answer::Chosen),
            Task::Decide(table, speaker) => {
                let decision = table.think(&self.agent, &self.budget)?;
                // Words are made here, too, where there is time for that.
                decision.explanation(*speaker);
                Ok(Answer::Decided(decision))
            }
            Task::Compare(decision, instead, speaker) => {
                let contrast = decision.why_not(instead, *speaker, &self.budget)?;
                Ok(Answer::Compared(Box::new(contrast)))
            }
        }
    }
}

/// A job under way.
pub(super) struct Thinking {
    id: u64,
    seat: usize,
    agent: Spec,
    purpose: Purpose,
    stop: Stop,
    /// The answer, where it has come but waits for the end of a halt.
    answer: Option<Result<Answer>>,
}

impl Machine {
    /// Who is thinking, and for what.
    pub fn thinking(&self) -> Option<(&Spec, &Purpose)> {
        self.thinking.as_ref().map(|thinking| (&thinking.agent, &thinking.purpose))
    }

    /// Asks the agent that acts now for its move, if it is time.
    pub(super) fn ask_for_move(&mut self) {
        let planned = self.falling.as_ref().is_some_and(|falling| falling.plan.is_some());
        if self.thinking.is_some() || planned || self.is_halted() || self.now < self.due() {
            return;
        }
        let (Some(agent), Some(seat)) = (self.acting_agent().cloned(), self.mover()) else {
            return;
        };
        let table = self.table.snapshot();
        let task = if self.wants_reasons {
            let speaker = self.speaker(seat, &agent);
            Task::Decide(table, speaker)
        } else {
            Task::Choose(table)
        };
        self.start(agent, seat, Purpose::Move, task);
    }

    /// In whose voice an agent speaks of a seat's move: of its own it says why, anybody else's it advises. Where no
    /// person plays, those who listen only watch.
    pub fn speaker(&self, seat: usize, agent: &Spec) -> Speaker {
        let own = matches!(self.players.get(seat), Some(Player::Agent(own)) if own == agent);
        let side = Side::of(Seat(seat), self.players.len());
        match (self.players.contains(&Player::Human), own) {
            (true, true) => Speaker::Agent,
            (true, false) => Speaker::Advisor,
            (false, true) => Speaker::Watched(side),
            (false, false) => Speaker::Commentator(side),
        }
    }

    /// A person asks an agent about the position on the table.
    pub fn ask(&mut self, question: Question, agent: &Spec) -> Result<()> {
        let over = || Error::State("the game is over; start a new one".into());
        let seat = self.mover().ok_or_else(over)?;
        let task = Task::Decide(self.table.snapshot(), self.speaker(seat, agent));
        self.start(agent.clone(), seat, Purpose::Advice(question), task);
        Ok(())
    }

    /// A person asks why a decision is not for another action.
    pub fn ask_why_not(&mut self, decision: &Arc<dyn AnyDecision>, instead: AnyAction) {
        let (agent, seat) = (decision.agent().clone(), decision.seat().0);
        let speaker = self.speaker(seat, &agent);
        let task = Task::Compare(Arc::clone(decision), instead, speaker);
        self.start(agent, seat, Purpose::WhyNot, task);
    }

    fn start(&mut self, agent: Spec, seat: usize, purpose: Purpose, task: Task) {
        self.stop_thinking();
        self.jobs_begun += 1;
        let budget = Budget { time: self.settings.thinking_time(), ..Budget::unlimited() };
        let (id, stop, answer) = (self.jobs_begun, budget.stop.clone(), None);
        self.thinking = Some(Thinking { id, seat, agent: agent.clone(), purpose, stop, answer });
        self.tell(Event::Thinking { seat, on: true });
        self.job = Some(Job { id, seat, agent, task, budget });
    }

    /// Whoever thinks about a position that is gone may stop.
    pub fn stop_thinking(&mut self) {
        self.job = None;
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.set();
            self.tell(Event::Thinking { seat: thinking.seat, on: false });
        }
    }

    /// The job could not be done now; it is asked for again when the driver next lets time pass.
    pub fn postpone(&mut self, job: u64) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.id == job) {
            self.stop_thinking();
        }
    }

    /// A job was done. What is said of a position that is gone is not heard; a move that was thought out before a
    /// halt waits for its end.
    pub fn answer(&mut self, job: u64, answer: Result<Answer>, now: Duration) {
        let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.id == job) else {
            return;
        };
        thinking.answer = Some(answer);
        self.catch_up(now);
        self.hear_answer();
    }

    /// Takes up an answer that has come, if it is time.
    pub(super) fn hear_answer(&mut self) {
        let halted = self.is_halted();
        let ready = |thinking: &mut Thinking| {
            thinking.answer.is_some() && (thinking.purpose != Purpose::Move || !halted)
        };
        let Some(thinking) = self.thinking.take_if(ready) else { return };
        self.tell(Event::Thinking { seat: thinking.seat, on: false });
        match thinking.answer {
            Some(Ok(answer)) => self.heard(thinking.purpose, answer),
            Some(Err(error)) => {
                self.fail(thinking.agent, error, thinking.purpose == Purpose::Move);
            }
            None => {}
        }
    }

    fn heard(&mut self, purpose: Purpose, answer: Answer) {
        match (purpose, answer) {
            (Purpose::Move, Answer::Chosen(action)) => self.decided(action, None),
            (Purpose::Move, Answer::Decided(decision)) => {
                self.decided(decision.action(), Some(decision));
            }
            (Purpose::Advice(question), Answer::Decided(decision)) => {
                self.tell(Event::Advised { question, decision });
            }
            (_, Answer::Compared(contrast)) => self.tell(Event::Compared(contrast)),
            _ => {}
        }
    }

    /// An agent that cannot play must not be asked for ever.
    fn fail(&mut self, agent: Spec, error: Error, halt: bool) {
        self.settings.paused |= halt;
        self.tell(Event::Failed { agent, error });
    }

    fn decided(&mut self, action: AnyAction, decision: Option<Arc<dyn AnyDecision>>) {
        if self.falling.is_some() && !self.pace().is_zero() {
            return self.plan_keys(action, decision);
        }
        self.play_for_agent(&action, decision);
    }

    /// Plays a move that nobody stands by to hear refused; after an agent's the table may wait until its reasons
    /// were read.
    pub(super) fn play_for_agent(
        &mut self,
        action: &AnyAction,
        decision: Option<Arc<dyn AnyDecision>>,
    ) {
        let agent = self.acting_agent().cloned();
        let seated = self.moving_player().is_some_and(|player| !player.is_human());
        if let Err(error) = self.play(action, decision) {
            let agent = agent.unwrap_or_else(|| Spec::named("human"));
            return self.fail(agent, error, true);
        }
        self.waiting = seated && self.settings.explain && self.mover().is_some();
    }
}
