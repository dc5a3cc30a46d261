//! A game being played, and the one erased form of it that all doors share.

use crate::explain::{self, Contrast, Explanation, Unfolded};
use crate::perft::{self, Perft};
use crate::run::{Finished, build_agent, name_metrics, run_game};
use crate::{
    Agent, Budget, Candidate, Decision, Error, Live, Metric, Picture, Proven, Result, Room,
    RoomInfo, Seat, Seed, Size, Spec, Stop, Tints, Turn,
};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What a new game needs to know.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rule set.
    pub rules: Spec,
    /// The board's size; the rule set's own when `None`.
    pub size: Option<Size>,
    /// The seed of chance and of the agents' lots.
    pub seed: Seed,
}

/// A game being played: rules, position, history.
///
/// Chance plays by itself: after every move the table draws from the seed until a player is to
/// move, and undo takes those draws back too. The draw of ply 12 depends on the seed and on 12
/// alone, so a move taken back and made again meets the same dice.
pub struct Table<R: Room> {
    game: R,
    seed: Seed,
    start: R::Position,
    position: R::Position,
    played: Vec<Played<R>>,
    tints: Tints,
    /// Time that has passed since the last action.
    waited: Duration,
    agents: Arc<Agents<R>>,
}

type Agents<R> = Mutex<BTreeMap<String, Arc<dyn Agent<R>>>>;

/// One action with who played it, and after how long.
struct Played<R: Room> {
    action: R::Action,
    by: Turn,
    waited: Duration,
}

impl<R: Room> Clone for Table<R> {
    fn clone(&self) -> Self {
        let copy = |p: &Played<R>| Played { action: p.action, by: p.by, waited: p.waited };
        let played = self.played.iter().map(copy).collect();
        Self {
            game: self.game.clone(),
            seed: self.seed,
            start: self.start.clone(),
            position: self.position.clone(),
            played,
            tints: self.tints.clone(),
            waited: self.waited,
            agents: Arc::clone(&self.agents),
        }
    }
}

impl<R: Room> Table<R> {
    /// A new game. Chance has made its opening moves.
    pub fn new(game: R, seed: Seed) -> Self {
        let start = game.start();
        let position = start.clone();
        let agents = Arc::default();
        let (played, waited, tints) = (Vec::new(), Duration::ZERO, no_tints(&game));
        let mut table = Self { game, seed, start, position, played, tints, waited, agents };
        table.let_chance_play();
        table
    }

    /// The rules.
    pub fn game(&self) -> &R {
        &self.game
    }

    /// The position on the table.
    pub fn position(&self) -> &R::Position {
        &self.position
    }

    /// Puts another position on the table and forgets the history.
    pub fn set_position(&mut self, position: R::Position) {
        self.start = position.clone();
        self.position = position;
        self.played.clear();
        self.tints = no_tints(&self.game);
        self.waited = Duration::ZERO;
        self.let_chance_play();
    }

    /// Plays a legal action of the seat to move, then lets chance play.
    pub fn play_action(&mut self, action: R::Action) -> Result<()> {
        self.game.check(&self.position, action).map_err(|e| self.in_notation(action, e))?;
        self.push(action);
        self.let_chance_play();
        Ok(())
    }

    fn in_notation(&self, action: R::Action, error: Error) -> Error {
        match error {
            Error::Illegal { reason, .. } => Error::illegal(self.game.action_text(action), reason),
            other => other,
        }
    }

    fn push(&mut self, action: R::Action) {
        let by = self.game.turn(&self.position);
        self.game.tint(&mut self.tints, &self.position, action);
        self.game.play(&mut self.position, action);
        let waited = std::mem::take(&mut self.waited);
        self.played.push(Played { action, by, waited });
    }

    fn let_chance_play(&mut self) {
        let mut buffer = Vec::new();
        while self.game.turn(&self.position) == Turn::Chance {
            let mut dice = self.seed.derive(self.played.len() as u64).rng();
            let Some(action) = self.game.sample(&self.position, &mut dice, &mut buffer) else {
                return;
            };
            self.push(action);
        }
    }

    /// Plays the history anew up to (not including) entry `length`.
    fn rewind(&mut self, length: usize) {
        self.played.truncate(length);
        self.position = self.start.clone();
        self.tints = no_tints(&self.game);
        self.waited = Duration::ZERO;
        for played in &self.played {
            self.game.pass_time(&mut self.position, milliseconds(played.waited));
            self.game.tint(&mut self.tints, &self.position, played.action);
            self.game.play(&mut self.position, played.action);
        }
    }

    fn moves_of_players(&self) -> impl Iterator<Item = &Played<R>> {
        self.played.iter().filter(|p| p.by != Turn::Chance)
    }

    /// The agent that `spec` asks for; made once, then kept.
    fn agent(&self, spec: &Spec) -> Result<Arc<dyn Agent<R>>> {
        let name = spec.to_string();
        let mut agents = self.agents.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(agent) = agents.get(&name) {
            return Ok(Arc::clone(agent));
        }
        let agent: Arc<dyn Agent<R>> = build_agent(&self.game, spec, self.seed)?.into();
        agents.insert(name, Arc::clone(&agent));
        Ok(agent)
    }

    fn mover(&self) -> Result<Seat> {
        match self.game.turn(&self.position) {
            Turn::Seat(seat) => Ok(seat),
            _ => Err(Error::State("the game is over: nobody is to move".into())),
        }
    }

    fn typed_decision(&self, agent: &Spec, budget: &Budget) -> Result<Decision<R::Action>> {
        self.mover()?;
        self.agent(agent)?.decide(&self.game, &self.position, budget)
    }

    /// All actions that some candidates speak of, in the words of a sentence.
    fn phrases(&self, candidates: &[Candidate<String>]) -> BTreeMap<String, String> {
        let actions = candidates.iter().flat_map(|c| c.line.iter().chain([&c.action]));
        actions.map(|action| (action.clone(), self.phrase(action))).collect()
    }

    fn legal(&self) -> Vec<R::Action> {
        let mut actions = Vec::new();
        self.game.actions(&self.position, &mut actions);
        actions
    }
}

/// A board of which nothing is remembered.
fn no_tints<R: Room>(game: &R) -> Tints {
    let Size { width, height } = game.size();
    Tints::new(width, height)
}

/// Whole milliseconds; a wait of more than seven weeks is cut.
fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

/// A [`Table`] behind a pointer, spoken to in notation.
pub trait AnyTable: Send {
    /// What the room tells about itself; seats and usual opponent are those of these rules.
    fn info(&self) -> RoomInfo;
    /// The rules.
    fn rules(&self) -> Spec;
    /// The board's size.
    fn size(&self) -> Size;
    /// The seed of chance and lots.
    fn seed(&self) -> Seed;
    /// Who acts next.
    fn turn(&self) -> Turn;
    /// Each seat's score.
    fn scores(&self) -> Vec<f64>;
    /// Each seat's outcome, once the game is over.
    fn outcomes(&self) -> Option<Vec<Proven>>;
    /// The figures of the game so far.
    fn metrics(&self) -> Vec<Metric>;
    /// Legal actions of the seat to move.
    fn actions(&self) -> Vec<String>;
    /// Plays an action of the seat to move.
    fn play(&mut self, action: &str) -> Result<()>;
    /// Takes back the last move of a player.
    fn undo(&mut self) -> Result<()>;
    /// The players' moves so far.
    fn moves(&self) -> Vec<(Seat, String)>;
    /// The position as a file.
    fn save(&self) -> String;
    /// The board, with ghosts of actions.
    fn picture(&self, ghosts: &[String]) -> Picture;
    /// Gives a picture of this table by somebody else, such as [`Live`], the colours that the table remembers.
    fn tint(&self, picture: &mut Picture);
    /// An action in the words of a sentence.
    fn phrase(&self, action: &str) -> String;
    /// Refuses an agent that this game does not have.
    fn check_agent(&self, agent: &Spec) -> Result<()>;
    /// What an agent would do, and why.
    fn decide(&self, agent: &Spec, budget: &Budget) -> Result<Decision<String>>;
    /// The action of an agent, as fast as it can be had.
    fn choose(&self, agent: &Spec, budget: &Budget) -> Result<String>;
    /// A decision in words.
    fn explain(&self, agent: &Spec, budget: &Budget) -> Result<Explanation>;
    /// Why the agent does not play `instead`.
    fn why_not(&self, agent: &Spec, instead: &str, budget: &Budget) -> Result<Contrast>;
    /// What the agent's search expects after these moves of players.
    fn unfold(&self, agent: &Spec, path: &[String], budget: &Budget) -> Result<Unfolded>;
    /// The action meant by pointing at a cell.
    fn point(&self, column: usize, row: usize) -> Option<String>;
    /// The action meant by an arrow key.
    fn arrow(&self, key: &str) -> Option<String>;
    /// How long a person has, and what happens then, in games that do not wait.
    fn beat(&self) -> Option<(Duration, String)>;
    /// Whether what is good for one player is as bad for the other.
    fn is_zero_sum(&self) -> bool;
    /// Lets time pass, in games with a clock.
    fn pass_time(&mut self, time: Duration);
    /// How long the clock still runs, in games that it ends.
    fn time_left(&self) -> Option<Duration>;
    /// The next move in the making, in games with falling pieces.
    fn live(&self) -> Option<Box<dyn Live>>;
    /// Plays a whole game from the start with agents; it ends after `limit` pieces in games of pieces,
    /// after `limit` decisions in all others.
    fn run(&self, agents: &[Spec], seed: Seed, limit: u64, stop: &Stop) -> Result<Finished> {
        self.run_counted(agents, seed, limit, stop, &AtomicU64::new(0))
    }
    /// The same, with every decision added to `decided` as it is taken, for whoever waits for the end.
    fn run_counted(
        &self,
        agents: &[Spec],
        seed: Seed,
        limit: u64,
        stop: &Stop,
        decided: &AtomicU64,
    ) -> Result<Finished>;
    /// Counts positions by depth: distinct ones, and paths that lead to them.
    fn perft(&self, depth: u32, stop: &Stop) -> Perft;
    /// A copy that shares nothing but the agents.
    fn snapshot(&self) -> Box<dyn AnyTable>;
}

impl<R: Room> AnyTable for Table<R> {
    fn info(&self) -> RoomInfo {
        RoomInfo { seats: self.game.seats(), opponent: self.game.opponent(), ..R::INFO }
    }

    fn rules(&self) -> Spec {
        self.game.rules()
    }

    fn size(&self) -> Size {
        self.game.size()
    }

    fn seed(&self) -> Seed {
        self.seed
    }

    fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }

    fn scores(&self) -> Vec<f64> {
        (0..self.game.seats()).map(|s| self.game.score(&self.position, Seat(s))).collect()
    }

    fn outcomes(&self) -> Option<Vec<Proven>> {
        let seats = (0..self.game.seats()).map(Seat);
        let over = self.turn() == Turn::Over;
        over.then(|| seats.map(|seat| self.game.outcome(&self.position, seat)).collect())
    }

    fn metrics(&self) -> Vec<Metric> {
        name_metrics(&self.game, &self.position, self.moves_of_players().count() as u64)
    }

    fn actions(&self) -> Vec<String> {
        self.legal().into_iter().map(|a| self.game.action_text(a)).collect()
    }

    fn play(&mut self, action: &str) -> Result<()> {
        self.play_action(self.game.read_action(action)?)
    }

    fn undo(&mut self) -> Result<()> {
        match self.played.iter().rposition(|p| p.by != Turn::Chance) {
            Some(last) => {
                self.rewind(last);
                Ok(())
            }
            None => Err(Error::State("there is no move to take back".into())),
        }
    }

    fn moves(&self) -> Vec<(Seat, String)> {
        let text = |p: &Played<R>| match p.by {
            Turn::Seat(seat) => Some((seat, self.game.action_text(p.action))),
            _ => None,
        };
        self.moves_of_players().filter_map(text).collect()
    }

    fn save(&self) -> String {
        let header = format!("{} {} {}\n", R::INFO.name, self.rules(), self.size());
        header + &self.game.position_text(&self.position)
    }

    fn picture(&self, ghosts: &[String]) -> Picture {
        let ghosts: Vec<_> = ghosts.iter().filter_map(|t| self.game.read_action(t).ok()).collect();
        let mut picture = self.game.picture(&self.position, &ghosts);
        self.tint(&mut picture);
        picture
    }

    fn tint(&self, picture: &mut Picture) {
        self.tints.apply(picture);
    }

    fn phrase(&self, action: &str) -> String {
        self.game.read_action(action).map_or_else(|_| action.into(), |a| self.game.phrase(a))
    }

    fn check_agent(&self, agent: &Spec) -> Result<()> {
        self.agent(agent).map(|_| ())
    }

    fn decide(&self, agent: &Spec, budget: &Budget) -> Result<Decision<String>> {
        let decision = self.typed_decision(agent, budget)?;
        Ok(decision.map(|a| self.game.action_text(a)))
    }

    fn choose(&self, agent: &Spec, budget: &Budget) -> Result<String> {
        self.mover()?;
        let action = self.agent(agent)?.choose(&self.game, &self.position, budget)?;
        Ok(self.game.action_text(action))
    }

    fn explain(&self, agent: &Spec, budget: &Budget) -> Result<Explanation> {
        let decision = self.typed_decision(agent, budget)?;
        Ok(explain::tell(&self.game, &self.position, &decision))
    }

    fn unfold(&self, agent: &Spec, path: &[String], budget: &Budget) -> Result<Unfolded> {
        self.mover()?;
        let read = |text: &String| self.game.read_action(text);
        let actions = path.iter().map(read).collect::<Result<Vec<_>>>()?;
        let in_notation = |error| match error {
            Error::Illegal { reason, .. } => Error::illegal(path.join(" "), reason),
            other => other,
        };
        let agent = self.agent(agent)?;
        let found = agent.unfold(&self.game, &self.position, &actions, budget);
        let found = found.map_err(in_notation)?;
        let text = |candidate: Candidate<R::Action>| candidate.map(|a| self.game.action_text(a));
        let candidates: Vec<_> = found.into_iter().map(text).collect();
        let phrases = self.phrases(&candidates);
        Ok(Unfolded { candidates, phrases })
    }

    fn why_not(&self, agent: &Spec, instead: &str, budget: &Budget) -> Result<Contrast> {
        let action = self.game.read_action(instead)?;
        self.game.check(&self.position, action).map_err(|e| self.in_notation(action, e))?;
        let decision = self.typed_decision(agent, budget)?;
        let agent = self.agent(agent)?;
        let other = agent.weigh(&self.game, &self.position, action, budget)?;
        let chosen = decision.best().clone();
        Ok(explain::why_not(&self.game, &self.position, chosen, other))
    }

    fn point(&self, column: usize, row: usize) -> Option<String> {
        let action = self.game.point(&self.position, column, row)?;
        self.game.check(&self.position, action).ok()?;
        Some(self.game.action_text(action))
    }

    fn arrow(&self, key: &str) -> Option<String> {
        let action = self.game.arrow(&self.position, key)?;
        self.game.check(&self.position, action).ok()?;
        Some(self.game.action_text(action))
    }

    fn beat(&self) -> Option<(Duration, String)> {
        let (time, action) = self.game.beat(&self.position)?;
        Some((time, self.game.action_text(action)))
    }

    fn is_zero_sum(&self) -> bool {
        self.game.is_zero_sum()
    }

    fn pass_time(&mut self, time: Duration) {
        let before = milliseconds(self.waited);
        self.waited += time;
        self.game.pass_time(&mut self.position, milliseconds(self.waited) - before);
    }

    fn time_left(&self) -> Option<Duration> {
        self.game.time_left(&self.position)
    }

    fn live(&self) -> Option<Box<dyn Live>> {
        self.mover().ok()?;
        self.game.live(&self.position)
    }

    fn run_counted(
        &self,
        agents: &[Spec],
        seed: Seed,
        limit: u64,
        stop: &Stop,
        decided: &AtomicU64,
    ) -> Result<Finished> {
        let build = |(seat, spec)| build_agent(&self.game, spec, seed.derive(seat as u64 + 1));
        let agents = agents.iter().enumerate().map(build).collect::<Result<Vec<_>>>()?;
        run_game(&self.game, self.start.clone(), &agents, seed, limit, stop, decided)
    }

    fn perft(&self, depth: u32, stop: &Stop) -> Perft {
        if R::INFO.perft_counts_paths {
            return perft::paths(&self.game, &self.position, depth, stop);
        }
        perft::positions(&self.game, &self.position, depth, stop)
    }

    fn snapshot(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }
}
