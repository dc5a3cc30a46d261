//! Whole games between agents, without a screen.

use crate::notebook::{Notebook, Notebooks};
use crate::referee::{self, Fault, Guest, MoveClock};
use crate::{
    Agent, Budget, Decision, Metric, Moves, Proven, Result, Rng, Room, Seat, Seed, Spec, Stop, Turn,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A game to be played without a screen. A table with the same seed and the same agents plays the same game.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Who plays, seat by seat; fewer than there are seats take turns at them.
    pub agents: &'a [Spec],
    /// The seed of chance and of the agents' lots.
    pub seed: Seed,
    /// The game ends when the figure that the room names for that (see
    /// [`Room::limit_metric`](crate::Room::limit_metric)) has grown by this much.
    pub limit: u64,
    /// Ends the game from outside.
    pub stop: &'a Stop,
    /// Every decision is added here as it is taken, for whoever waits for the end.
    pub decided: Option<&'a AtomicU64>,
    /// Whether to note the moves.
    pub keep_moves: bool,
    /// Whether agents are to say why, and their decisions are noted; that takes longer than to choose. Players that are
    /// watched by a referee or asked in text only choose.
    pub keep_decisions: bool,
    /// Players that are asked in text, by seat; where there is none an agent plays.
    pub guests: &'a [Option<&'a dyn Guest>],
    /// With a clock, who crashes, comes late or answers illegally loses, and that is the end of the game. Without one
    /// agents are trusted, and an error of theirs is the caller's.
    pub referee: Option<&'a MoveClock>,
}

impl<'a> Run<'a> {
    /// A game of these agents that nothing but `stop` cuts short.
    pub fn new(agents: &'a [Spec], seed: Seed, stop: &'a Stop) -> Self {
        Self {
            agents,
            seed,
            limit: u64::MAX,
            stop,
            decided: None,
            keep_moves: false,
            keep_decisions: false,
            guests: &[],
            referee: None,
        }
    }
}

/// The result of a game played to its end (or to a limit) by agents.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Final score of each seat.
    pub scores: Vec<f64>,
    /// How it ended for each seat.
    pub outcomes: Vec<Proven>,
    /// The figures of [`RoomInfo::metrics`](crate::RoomInfo::metrics).
    pub metrics: Vec<Metric>,
    /// Decisions taken by agents.
    pub decisions: u64,
    /// False when a limit or a stop ended it.
    pub over: bool,
    /// Whether a stop ended it: then it says how far the game had come, and nothing about its end.
    pub stopped: bool,
    /// The moves of the agents in notation, where they were to be kept.
    pub moves: Moves,
    /// Their decisions, where they were to be kept.
    pub reasons: Vec<Decision<String>>,
    /// How long each move took by the clock of the game, where it has one.
    pub move_time: Duration,
    /// The player that ended it by a fault of its own, if one did; all others have won then.
    pub fault: Option<Fault>,
}

/// The dice of a game that is under way: action number n draws from part n of the game's seed, whoever plays it.
#[derive(Clone, Copy, Debug)]
pub struct Dice {
    seed: Seed,
    actions: u64,
}

impl Dice {
    /// The dice of a game in which so many actions have been played.
    pub fn new(seed: Seed, actions: u64) -> Self {
        Self { seed, actions }
    }

    /// What the next action is drawn with.
    #[inline]
    pub fn rng(&self) -> Rng {
        self.seed.derive(self.actions).rng()
    }

    /// Counts an action that was played.
    #[inline]
    pub fn pass(&mut self) {
        self.actions += 1;
    }
}

/// Builds an agent after checking its name and parameters against the room's list.
pub(crate) fn build_agent<R: Room>(game: &R, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<R>>> {
    spec.choose("agent", R::INFO.agents)?;
    game.agent(spec, seed)
}

pub(crate) fn name_metrics<R: Room>(game: &R, position: &R::Position, plies: u64) -> Vec<Metric> {
    let values = game.metrics(position, plies);
    let named = R::INFO.metrics.iter().zip(values);
    named.map(|(&name, value)| Metric { name, value }).collect()
}

/// The end of a game that goes on for too long.
struct Limit {
    most: u64,
    /// Where the counted figure stands among all figures, and what it was at the start; decisions are counted where
    /// the room names none.
    counted: Option<(usize, f64)>,
    /// Decisions before which it cannot be reached, as none counts twice.
    look_at: u64,
}

impl Limit {
    fn new<R: Room>(game: &R, start: &R::Position, most: u64) -> Self {
        let named = |name| R::INFO.metrics.iter().position(|metric| *metric == name);
        let place = game.limit_metric().and_then(named);
        let counted = place.and_then(|i| Some((i, *game.metrics(start, 0).get(i)?)));
        Self { most, counted, look_at: most }
    }

    /// Decisions that can be taken without asking whether it is reached.
    fn distance(&self, decisions: u64) -> u64 {
        self.look_at.saturating_sub(decisions)
    }

    fn reached<R: Room>(&mut self, game: &R, position: &R::Position, decisions: u64) -> bool {
        if decisions < self.look_at {
            return false;
        }
        let count = self.count(game, position, decisions);
        self.look_at = decisions.saturating_add(self.most.saturating_sub(count));
        count >= self.most
    }

    fn count<R: Room>(&self, game: &R, position: &R::Position, decisions: u64) -> u64 {
        let counted = self.counted.and_then(|(i, before)| {
            let now = game.metrics(position, decisions).get(i).copied();
            now.map(|now| (now - before) as u64)
        });
        counted.unwrap_or(decisions)
    }
}

/// How a game without a screen ends.
#[derive(PartialEq)]
enum End {
    Over,
    Limit,
    Stop,
    Fault(Fault),
}

/// The players of a game.
struct Players<'a, R: Room> {
    agents: &'a [Option<Box<dyn Agent<R>>>],
    run: &'a Run<'a>,
    budget: Budget,
}

impl<R: Room> Players<'_, R> {
    /// The action of a seat, or how the game ends instead.
    #[inline]
    fn choose(
        &self,
        game: &R,
        position: &R::Position,
        (seat, decisions): (Seat, u64),
        reasons: &mut Vec<Decision<String>>,
    ) -> Result<std::result::Result<R::Action, End>> {
        let agent = self.agents[seat.0 % self.agents.len()].as_deref();
        let chosen = match (agent, self.run.referee) {
            (Some(agent), None) if self.run.keep_decisions => {
                let decision = agent.decide(game, position, &self.budget)?;
                let action = decision.best().action;
                reasons.push(decision.map(|action| game.action_text(action)));
                Ok(action)
            }
            (Some(agent), None) => Ok(agent.choose(game, position, &self.budget)?),
            (agent, clock) => self.watched(game, position, (seat, decisions), agent, clock),
        };
        Ok(chosen)
    }

    #[cold]
    fn watched(
        &self,
        game: &R,
        position: &R::Position,
        (seat, decisions): (Seat, u64),
        agent: Option<&dyn Agent<R>>,
        clock: Option<&MoveClock>,
    ) -> std::result::Result<R::Action, End> {
        let guest = self.run.guests.get(seat.0).copied().flatten();
        let chosen = match (guest, agent, clock) {
            (None, Some(agent), Some(clock)) => {
                referee::choose(agent, game, position, &self.budget, clock)
            }
            (Some(guest), ..) => {
                // Far from the numbers of actions, from which the dice are drawn.
                let lots = Seed(self.run.seed.derive(!decisions).0 >> 11);
                referee::ask(guest, game, position, (seat, lots), self.run.stop)
            }
            _ => Err(referee::Blame::new(referee::FaultKind::Crashed, "nobody sits there")),
        };
        chosen.map_err(|blame| {
            // Whoever is told to stop is not to blame for what it answers then, unless it was told because of the time.
            if self.run.stop.is_set() && blame.kind != referee::FaultKind::Late {
                return End::Stop;
            }
            End::Fault(Fault { seat: seat.0, blame })
        })
    }
}

/// Decisions that are told at once to whoever counts: the count is shared by threads, and fast agents would wait for it.
const TOLD_TOGETHER: u64 = 64;

/// The most decisions between two looks at whether the game is to stop.
const PLAYED_ON: u64 = 4096;

/// The same where moves are kept: so few that they lie at hand when they are noted.
const NOTED_TOGETHER: u64 = 512;

/// A game under way.
struct Course<'a, R: Room> {
    game: &'a R,
    players: Players<'a, R>,
    position: R::Position,
    dice: Dice,
    limit: Limit,
    decisions: u64,
    /// Decisions that whoever counts has been told about.
    told: u64,
    /// Where moves are noted, if they are to be kept.
    notebook: Option<Notebook<R>>,
    reasons: Vec<Decision<String>>,
    /// How long a move takes by the clock of the game.
    move_time: Duration,
    /// Room for what chance may do.
    buffer: Vec<R::Action>,
}

/// Plays a game with typed actions. Chance and lots are drawn as a [`Table`](crate::Table) draws them.
pub(crate) fn run_game<R: Room>(
    game: &R,
    position: R::Position,
    agents: &[Option<Box<dyn Agent<R>>>],
    run: &Run<'_>,
    notebooks: &Notebooks<R>,
) -> Result<Finished> {
    let budget = Budget { stop: run.stop.clone(), ..Budget::default() };
    let mut course = Course {
        game,
        players: Players { agents, run, budget },
        dice: Dice::new(run.seed, 0),
        limit: Limit::new(game, &position, run.limit),
        position,
        decisions: 0,
        told: 0,
        notebook: run.keep_moves.then(|| notebooks.take()),
        reasons: Vec::new(),
        move_time: game.headless_time(),
        buffer: Vec::new(),
    };
    let alone = course.soloist();
    let end = loop {
        let turn = game.turn(&course.position);
        let ended = match turn {
            Turn::Over => Some(End::Over),
            Turn::Chance => course.draw(),
            Turn::Seat(_) if course.is_at_limit() => Some(End::Limit),
            Turn::Seat(seat) => match alone.map_or(0, |agent| course.play_on(agent)) {
                0 => course.ask(seat)?,
                _ => run.stop.is_set().then_some(End::Stop),
            },
        };
        if let Some(end) = ended {
            break end;
        }
    };
    Ok(course.finish(end, notebooks))
}

impl<'a, R: Room> Course<'a, R> {
    /// Who may play on without being asked for every move: somebody who plays alone, where nobody wants to know more of
    /// the moves than what they are and where they lead.
    fn soloist(&self) -> Option<&'a dyn Agent<R>> {
        let Run { keep_decisions, guests, referee, .. } = self.players.run;
        let watched = *keep_decisions || referee.is_some() || guests.iter().any(Option::is_some);
        match self.players.agents {
            [Some(agent)] if self.game.seats() == 1 && !watched && self.move_time.is_zero() => {
                Some(&**agent)
            }
            _ => None,
        }
    }

    fn is_at_limit(&mut self) -> bool {
        self.limit.reached(self.game, &self.position, self.decisions)
    }

    /// Lets somebody play on; returns the moves.
    #[inline]
    fn play_on(&mut self, agent: &dyn Agent<R>) -> u64 {
        let at_once = if self.notebook.is_some() { NOTED_TOGETHER } else { PLAYED_ON };
        let most = self.limit.distance(self.decisions).min(at_once);
        let kept = self.notebook.as_mut().map(|notebook| &mut notebook.pending);
        let played = agent.play_on(self.game, &mut self.position, &mut self.dice, most, kept);
        if let Some(notebook) = &mut self.notebook {
            notebook.note_pending(self.game);
        }
        self.count(played);
        played
    }

    /// Asks a seat for its move, and plays it.
    #[inline]
    fn ask(&mut self, seat: Seat) -> Result<Option<End>> {
        let asked = (seat, self.decisions);
        let chosen = self.players.choose(self.game, &self.position, asked, &mut self.reasons)?;
        let action = match chosen {
            Ok(action) => action,
            Err(end) => return Ok(Some(end)),
        };
        // A stop cuts the search short, too: what it knew by then is not its decision.
        if self.players.run.stop.is_set() {
            return Ok(Some(End::Stop));
        }
        self.count(1);
        if let Some(notebook) = &mut self.notebook {
            notebook.note(self.game, action);
        }
        self.play(action);
        // The clock ends a game between two moves, never under one: so the record of a game can be played again.
        if !self.move_time.is_zero() {
            self.game.pass_time(&mut self.position, self.move_time.as_millis() as u32);
        }
        Ok(None)
    }

    /// Lets chance act.
    #[inline]
    fn draw(&mut self) -> Option<End> {
        let mut rng = self.dice.rng();
        match self.game.sample(&self.position, &mut rng, &mut self.buffer) {
            Some(outcome) => {
                self.play(outcome);
                None
            }
            None => Some(End::Over),
        }
    }

    #[inline]
    fn play(&mut self, action: R::Action) {
        self.game.apply(&mut self.position, action);
        self.dice.pass();
    }

    /// Counts decisions, and tells whoever counts them, too.
    #[inline]
    fn count(&mut self, decisions: u64) {
        self.decisions += decisions;
        if self.decisions - self.told >= TOLD_TOGETHER {
            self.tell();
        }
    }

    fn tell(&mut self) {
        if let Some(decided) = self.players.run.decided {
            decided.fetch_add(self.decisions - self.told, Ordering::Relaxed);
        }
        self.told = self.decisions;
    }

    fn finish(mut self, end: End, notebooks: &Notebooks<R>) -> Finished {
        self.tell();
        let moves = self.notebook.take().map_or_else(Moves::default, |mut notebook| {
            let moves = notebook.take();
            notebooks.put_back(notebook);
            moves
        });
        let (game, position) = (self.game, &self.position);
        let seats = || (0..game.seats()).map(Seat);
        let (over, stopped) = (end == End::Over, end == End::Stop);
        let fault = if let End::Fault(fault) = end { Some(fault) } else { None };
        let outcome = |seat: Seat| match &fault {
            Some(fault) if fault.seat == seat.0 => Proven::Loss,
            Some(_) => Proven::Win,
            None => game.outcome(position, seat),
        };
        // A decision that a stop cut short was not played.
        self.reasons.truncate(self.decisions as usize);
        Finished {
            scores: seats().map(|seat| game.score(position, seat)).collect(),
            outcomes: seats().map(outcome).collect(),
            metrics: name_metrics(game, position, self.decisions),
            decisions: self.decisions,
            over,
            stopped,
            moves,
            reasons: self.reasons,
            move_time: self.move_time,
            fault,
        }
    }
}
