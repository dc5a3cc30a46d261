//! A game being played, and the one erased form of it that all doors share.
//!
//! | module | holds |
//! | --- | --- |
//! | this one | [`Table`]: rules, position, history |
//! | [`action`] | [`AnyAction`]: an action without its type |
//! | [`erased`] | [`AnyTable`]: a table without its type, one small trait for each concern |
//! | [`fates`] | what chance could have done instead |
//! | [`decided`] | [`AnyDecision`]: a decision with the table it was taken at |

mod action;
mod decided;
mod erased;
mod fates;
#[cfg(test)]
mod tests;

pub use action::AnyAction;
pub use decided::AnyDecision;
pub use erased::{AnyTable, TableAgents, TableInfo, TableMoves, TableRuns, TableState, TableView};
pub use fates::OtherDraws;

use crate::notebook::Notebooks;
use crate::run::build_agent;
use crate::{Agent, Error, Log, Result, Room, Seat, Seed, Size, Spec, Tints, Turn};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
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

/// The whole position is noted once in this many actions: whoever goes back plays so many again at most.
const SPACING: usize = 64;

/// A game being played: rules, position, history.
///
/// Chance plays by itself: after every move the table draws from the seed until a player is to
/// move, and undo takes those draws back too. The draw of ply 12 depends on the seed and on 12
/// alone, so a move taken back and made again meets the same dice.
///
/// Copies share the history, so a copy of a long game costs no more than one of a short game.
pub struct Table<R: Room> {
    game: R,
    seed: Seed,
    position: R::Position,
    tints: Tints,
    /// Time that has passed since the last action.
    waited: Duration,
    played: Log<Played<R::Action>>,
    /// The table after every [`SPACING`] actions, the start first.
    marks: Log<Mark<R>>,
    /// Moves of players so far.
    moves: usize,
    agents: Arc<Agents<R>>,
    /// For the moves of whole games that are played without a screen.
    notebooks: Arc<Notebooks<R>>,
}

type Agents<R> = Mutex<BTreeMap<String, Arc<dyn Agent<R>>>>;

/// One action with who played it, and after how long.
#[derive(Clone, Copy)]
struct Played<A> {
    action: A,
    by: Turn,
    waited: Duration,
}

/// A table right after an action.
struct Mark<R: Room> {
    position: R::Position,
    tints: Tints,
    moves: usize,
}

impl<R: Room> Clone for Mark<R> {
    fn clone(&self) -> Self {
        Self { position: self.position.clone(), tints: self.tints.clone(), moves: self.moves }
    }
}

impl<R: Room> Clone for Table<R> {
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            seed: self.seed,
            position: self.position.clone(),
            tints: self.tints.clone(),
            waited: self.waited,
            played: self.played.clone(),
            marks: self.marks.clone(),
            moves: self.moves,
            agents: Arc::clone(&self.agents),
            notebooks: Arc::clone(&self.notebooks),
        }
    }
}

impl<R: Room> Table<R> {
    /// A new game. Chance has made its opening moves.
    pub fn new(game: R, seed: Seed) -> Self {
        let position = game.start();
        Self::at_position(game, position, seed)
    }

    /// A game that begins at a position of these rules.
    pub fn at_position(game: R, position: R::Position, seed: Seed) -> Self {
        let Size { width, height } = game.size();
        let mut table = Self {
            game,
            seed,
            position,
            tints: Tints::new(width, height),
            waited: Duration::ZERO,
            played: Log::default(),
            marks: Log::default(),
            moves: 0,
            agents: Arc::default(),
            notebooks: Arc::default(),
        };
        table.mark();
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

    /// Plays a legal action of the seat to move, then lets chance play.
    pub fn play_action(&mut self, action: R::Action) -> Result<()> {
        self.check(action)?;
        self.push(action);
        self.let_chance_play();
        Ok(())
    }

    /// Refuses an action that is not legal here, in the game's notation, and names one that is.
    fn check(&self, action: R::Action) -> Result<()> {
        self.game.check(&self.position, action).map_err(|error| match error {
            Error::Illegal { reason, .. } => {
                let text = self.game.action_text(action);
                Error::illegal(text, format!("{reason}{}", self.remedy()))
            }
            other => other,
        })
    }

    /// What would be legal; nothing once the game is over.
    fn remedy(&self) -> String {
        let mut legal = Vec::new();
        self.game.actions(&self.position, &mut legal);
        let Some(&first) = legal.first() else { return String::new() };
        let due = self.game.due(&self.position).unwrap_or_else(|| "play another".into());
        format!("; {due}, for example `{}`", self.game.action_text(first))
    }

    fn push(&mut self, action: R::Action) {
        let by = self.game.turn(&self.position);
        let waited = std::mem::take(&mut self.waited);
        self.apply(action, by);
        self.played.push(Played { action, by, waited });
        if self.played.len().is_multiple_of(SPACING) {
            self.mark();
        }
    }

    fn apply(&mut self, action: R::Action, by: Turn) {
        self.game.tint(&mut self.tints, &self.position, action);
        self.game.play(&mut self.position, action);
        self.moves += usize::from(by != Turn::Chance);
    }

    fn mark(&mut self) {
        let (position, tints) = (self.position.clone(), self.tints.clone());
        self.marks.push(Mark { position, tints, moves: self.moves });
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

    /// Goes back to where only the first `actions` had been played.
    fn rewind(&mut self, actions: usize) {
        let nearest = actions / SPACING;
        self.marks.truncate(nearest + 1);
        self.played.truncate(actions);
        let Some(mark) = self.marks.last().cloned() else { return };
        (self.position, self.tints, self.moves) = (mark.position, mark.tints, mark.moves);
        self.waited = Duration::ZERO;
        let again: Vec<_> = self.played.iter_from(nearest * SPACING).copied().collect();
        for played in again {
            self.game.pass_time(&mut self.position, milliseconds(played.waited));
            self.apply(played.action, played.by);
        }
    }

    /// How many actions had been played when the next was the move number `moves` of a player, from 0.
    fn actions_before(&self, moves: usize) -> usize {
        let (mut low, mut high) = (0, self.marks.len());
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            let later = self.marks.get(middle).is_none_or(|mark| mark.moves > moves);
            (low, high) = if later { (low, middle) } else { (middle, high) };
        }
        let mut seen = self.marks.get(low).map_or(0, |mark| mark.moves);
        let mut actions = low * SPACING;
        for played in self.played.iter_from(actions) {
            let by_player = played.by != Turn::Chance;
            if by_player && seen == moves {
                break;
            }
            seen += usize::from(by_player);
            actions += 1;
        }
        actions
    }

    /// The agent that `spec` asks for; made once, then kept.
    fn agent(&self, spec: &Spec) -> Result<Arc<dyn Agent<R>>> {
        let name = spec.to_string();
        let mut agents = self.agents.lock().unwrap_or_else(PoisonError::into_inner);
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

    /// An action of this game; one of another game is refused.
    fn typed(action: &AnyAction) -> Result<R::Action> {
        let foreign = || Error::State(format!("{action:?} is no action of {}", R::INFO.name));
        action.get().ok_or_else(foreign)
    }
}

/// Whole milliseconds; a wait of more than seven weeks is cut.
fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
