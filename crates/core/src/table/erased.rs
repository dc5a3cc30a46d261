//! A [`Table`] behind a pointer: one small trait for each thing that doors do with it.

use super::{AnyAction, AnyDecision, OtherDraws, Played, Table, decided::Decided, milliseconds};
use crate::explain::{Contrast, Explanation, Speaker, Unfolded};
use crate::live::{self, Live};
use crate::perft::{self, Perft};
use crate::referee::position_file;
use crate::run::{Finished, Run, build_agent, name_metrics, run_game};
use crate::{
    Budget, Candidate, Decision, Error, Finesse, Metric, Observation, Picture, Proven, Result,
    Room, RoomInfo, Seat, Seed, Series, Size, Spec, Stop, Threat, Turn,
};
use std::sync::Arc;
use std::time::Duration;

/// What is played at a table.
pub trait TableInfo {
    /// What the room tells about itself; seats and usual opponent are those of these rules.
    fn info(&self) -> RoomInfo;
    /// The rules.
    fn rules(&self) -> Spec;
    /// The board's size.
    fn size(&self) -> Size;
    /// The seed of chance and lots.
    fn seed(&self) -> Seed;
    /// Whether what is good for one player is as bad for the other.
    fn is_zero_sum(&self) -> bool;
}

/// How a game stands.
pub trait TableState {
    /// Who acts next.
    fn turn(&self) -> Turn;
    /// Who acts next, and everything that may be played.
    fn turn_and_actions(&self) -> (Turn, Vec<AnyAction>);
    /// Moves of players so far.
    fn plies(&self) -> usize;
    /// Each seat's score.
    fn scores(&self) -> Vec<f64>;
    /// Each seat's outcome, once the game is over.
    fn outcomes(&self) -> Option<Vec<Proven>>;
    /// Whether chance has had a hand in it.
    fn has_chance(&self) -> bool;
    /// The figures of the game so far.
    fn metrics(&self) -> Vec<Metric>;
    /// How a series of games stands with this one, where the game has a way to say that: a name and a text.
    fn tally(&self, before: &Series) -> Option<(&'static str, String)>;
    /// How long the clock still runs, in games that it ends.
    fn time_left(&self) -> Option<Duration>;
    /// How long the clock has run, in games with one.
    fn time_played(&self) -> Option<Duration>;
    /// How long a person has, and what happens then, in games that do not wait.
    fn beat(&self) -> Option<(Duration, AnyAction)>;
}

/// How a game goes on, and back.
pub trait TableMoves {
    /// Reads an action; whether it is legal is seen when it is played.
    fn read(&self, text: &str) -> Result<AnyAction>;
    /// The legal action meant by pointing at a cell.
    fn point(&self, column: usize, row: usize) -> Option<AnyAction>;
    /// The legal action meant by an arrow key.
    fn arrow(&self, key: &str) -> Option<AnyAction>;
    /// The next move in the making, in games where keys carry it out one by one.
    fn live(&self) -> Option<Box<dyn Live<AnyAction>>>;
    /// Plays an action of the seat to move.
    fn act(&mut self, action: &AnyAction) -> Result<()>;
    /// Takes back the last move of a player.
    fn undo(&mut self) -> Result<()>;
    /// Lets time pass, in games with a clock.
    fn pass_time(&mut self, time: Duration);
    /// The table as it was after so many moves of players.
    fn at(&self, plies: usize) -> Box<dyn AnyTable>;
    /// What chance could have done since the last move: in every way if there are no more than `most`, else in so
    /// many ways drawn by lot.
    fn other_draws(&self, most: usize) -> OtherDraws;
    /// What chance did since the last move, one thing after the other.
    fn drawn(&self) -> Vec<AnyAction>;
    /// The players' moves so far, written out.
    fn moves(&self) -> Vec<(Seat, String)>;
}

/// What people see of a game.
pub trait TableView {
    /// An action in the game's notation.
    fn text(&self, action: &AnyAction) -> String;
    /// An action in the words of a sentence.
    fn phrase(&self, action: &AnyAction) -> String;
    /// What an action achieves here, in a few words each.
    fn feats(&self, action: &AnyAction) -> Vec<String>;
    /// The action as agents think of it.
    fn bare(&self, action: &AnyAction) -> AnyAction;
    /// Keys that a hand needed for an action, where that was counted.
    fn finesse(&self, action: &AnyAction) -> Option<Finesse>;
    /// The same for one that is legal here, told apart from all others.
    fn phrase_here(&self, action: &AnyAction) -> String;
    /// The board, with ghosts of actions that are only thought of.
    fn picture(&self, ghosts: &[AnyAction]) -> Picture;
    /// Gives a picture of this table by somebody else, such as [`Live`], the colours that the table remembers.
    fn tint(&self, picture: &mut Picture);
    /// The board on its way through an action, where it does several things in a row.
    fn frames(&self, action: &AnyAction) -> Vec<Picture>;
    /// What the players threaten, those who are not to move first; `None` where the game knows no such thing.
    fn threats(&self) -> Option<Vec<Threat>>;
    /// The position as numbers, for programs that learn.
    fn observe(&self) -> Option<Observation>;
    /// The position as a file.
    fn save(&self) -> String;
}

/// What agents think of a game.
pub trait TableAgents {
    /// Refuses an agent that this game does not have.
    fn check_agent(&self, agent: &Spec) -> Result<()>;
    /// What an agent would do, with everything it knows. One search; reasons are made of its result.
    fn think(&self, agent: &Spec, budget: &Budget) -> Result<Arc<dyn AnyDecision>>;
    /// The action of an agent, as fast as it can be had.
    fn pick(&self, agent: &Spec, budget: &Budget) -> Result<AnyAction>;
    /// What the agent's search expects after these moves of players.
    fn unfold(&self, agent: &Spec, path: &[String], budget: &Budget) -> Result<Unfolded>;
}

/// Whole games and trees of games.
pub trait TableRuns {
    /// Plays a whole game from the start of the rules with agents.
    fn run_game(&self, run: &Run<'_>) -> Result<Finished>;
    /// Counts positions by depth: distinct ones, and paths that lead to them.
    fn perft(&self, depth: u32, stop: &Stop) -> Perft;
}

/// A [`Table`] behind a pointer.
pub trait AnyTable:
    TableInfo + TableState + TableMoves + TableView + TableAgents + TableRuns + Send + Sync
{
    /// A copy that shares nothing but the agents.
    fn snapshot(&self) -> Box<dyn AnyTable>;
}

/// Tables spoken to in notation, for doors that have nothing but text.
impl dyn AnyTable + '_ {
    /// Legal actions of the seat to move.
    pub fn actions(&self) -> Vec<String> {
        self.turn_and_actions().1.iter().map(|action| self.text(action)).collect()
    }

    /// Plays an action of the seat to move.
    pub fn play(&mut self, action: &str) -> Result<()> {
        let action = self.read(action)?;
        self.act(&action)
    }

    /// What an agent would do, and everything it knows.
    pub fn decide(&self, agent: &Spec, budget: &Budget) -> Result<Decision<String>> {
        Ok(self.think(agent, budget)?.explanation(Speaker::Agent).decision.clone())
    }

    /// The action of an agent, as fast as it can be had.
    pub fn choose(&self, agent: &Spec, budget: &Budget) -> Result<String> {
        Ok(self.text(&self.pick(agent, budget)?))
    }

    /// What an agent advises the person to move.
    pub fn advise(&self, agent: &Spec, budget: &Budget) -> Result<Explanation> {
        Ok(self.think(agent, budget)?.explanation(Speaker::Advisor).clone())
    }

    /// What an agent would do, in words.
    pub fn explain(&self, agent: &Spec, budget: &Budget) -> Result<Explanation> {
        Ok(self.think(agent, budget)?.explanation(Speaker::Agent).clone())
    }

    /// Why the agent does not play `instead`.
    pub fn why_not(&self, agent: &Spec, instead: &str, budget: &Budget) -> Result<Contrast> {
        let instead = self.read(instead)?;
        self.think(agent, budget)?.why_not(&instead, Speaker::Agent, budget)
    }

    /// Plays a whole game from the start with agents, at most as long as `limit` says.
    pub fn run(&self, agents: &[Spec], seed: Seed, limit: u64, stop: &Stop) -> Result<Finished> {
        self.run_game(&Run { limit, ..Run::new(agents, seed, stop) })
    }
}

impl<R: Room> TableInfo for Table<R> {
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

    fn is_zero_sum(&self) -> bool {
        self.game.is_zero_sum()
    }
}

impl<R: Room> TableState for Table<R> {
    fn turn(&self) -> Turn {
        self.game.turn(&self.position)
    }

    fn turn_and_actions(&self) -> (Turn, Vec<AnyAction>) {
        let mut actions = Vec::new();
        let turn = self.game.turn_and_actions(&self.position, &mut actions);
        (turn, actions.into_iter().map(AnyAction::new).collect())
    }

    fn plies(&self) -> usize {
        self.moves
    }

    fn scores(&self) -> Vec<f64> {
        (0..self.game.seats()).map(|s| self.game.score(&self.position, Seat(s))).collect()
    }

    fn outcomes(&self) -> Option<Vec<Proven>> {
        let seats = (0..self.game.seats()).map(Seat);
        let over = self.turn() == Turn::Over;
        over.then(|| seats.map(|seat| self.game.outcome(&self.position, seat)).collect())
    }

    fn has_chance(&self) -> bool {
        // Where there is chance at all, it deals before or right after the first move.
        self.played.iter().take(4).any(|played| played.by == Turn::Chance)
    }

    fn metrics(&self) -> Vec<Metric> {
        name_metrics(&self.game, &self.position, self.moves as u64)
    }

    fn tally(&self, before: &Series) -> Option<(&'static str, String)> {
        self.game.tally(&self.position, before)
    }

    fn time_left(&self) -> Option<Duration> {
        self.game.time_left(&self.position)
    }

    fn time_played(&self) -> Option<Duration> {
        self.game.time_played(&self.position)
    }

    fn beat(&self) -> Option<(Duration, AnyAction)> {
        let (time, action) = self.game.beat(&self.position)?;
        Some((time, AnyAction::new(action)))
    }
}

impl<R: Room> Table<R> {
    /// An action that is meant, if it is legal.
    fn meant(&self, action: Option<R::Action>) -> Option<AnyAction> {
        let action = action?;
        self.game.check(&self.position, action).ok()?;
        Some(AnyAction::new(action))
    }
}

impl<R: Room> TableMoves for Table<R> {
    fn read(&self, text: &str) -> Result<AnyAction> {
        self.game.read_action(text).map(AnyAction::new)
    }

    fn point(&self, column: usize, row: usize) -> Option<AnyAction> {
        self.meant(self.game.point(&self.position, column, row))
    }

    fn arrow(&self, key: &str) -> Option<AnyAction> {
        self.meant(self.game.arrow(&self.position, key))
    }

    fn live(&self) -> Option<Box<dyn Live<AnyAction>>> {
        self.mover().ok()?;
        self.game.live(&self.position).map(live::erased)
    }

    fn act(&mut self, action: &AnyAction) -> Result<()> {
        self.play_action(Self::typed(action)?)
    }

    fn undo(&mut self) -> Result<()> {
        let later = self.played.iter().rev().position(|played| played.by != Turn::Chance);
        match later {
            Some(later) => {
                self.rewind(self.played.len() - 1 - later);
                Ok(())
            }
            None => Err(Error::State("there is no move to take back".into())),
        }
    }

    fn pass_time(&mut self, time: Duration) {
        let before = milliseconds(self.waited);
        self.waited += time;
        self.game.pass_time(&mut self.position, milliseconds(self.waited) - before);
    }

    fn at(&self, plies: usize) -> Box<dyn AnyTable> {
        let mut table = self.clone();
        table.rewind(self.actions_before(plies));
        Box::new(table)
    }

    fn other_draws(&self, most: usize) -> OtherDraws {
        self.draws(most)
    }

    fn drawn(&self) -> Vec<AnyAction> {
        self.drawn_last().map(AnyAction::new).collect()
    }

    fn moves(&self) -> Vec<(Seat, String)> {
        let text = |played: &Played<R::Action>| match played.by {
            Turn::Seat(seat) => Some((seat, self.game.action_text(played.action))),
            _ => None,
        };
        self.played.iter().filter_map(text).collect()
    }
}

impl<R: Room> TableView for Table<R> {
    fn text(&self, action: &AnyAction) -> String {
        action.get().map_or_else(String::new, |action| self.game.action_text(action))
    }

    fn phrase(&self, action: &AnyAction) -> String {
        action.get().map_or_else(String::new, |action| self.game.phrase(action))
    }

    fn feats(&self, action: &AnyAction) -> Vec<String> {
        action.get().map_or_else(Vec::new, |action| self.game.feats(&self.position, action))
    }

    fn bare(&self, action: &AnyAction) -> AnyAction {
        let bare = action.get().map(|action| AnyAction::new(self.game.bare(action)));
        bare.unwrap_or_else(|| action.clone())
    }

    fn finesse(&self, action: &AnyAction) -> Option<Finesse> {
        self.game.finesse(&self.position, action.get()?)
    }

    fn phrase_here(&self, action: &AnyAction) -> String {
        let say = |action| self.game.phrase_at(&self.position, action);
        action.get().map_or_else(String::new, say)
    }

    fn picture(&self, ghosts: &[AnyAction]) -> Picture {
        let ghosts: Vec<R::Action> = ghosts.iter().filter_map(AnyAction::get).collect();
        let mut picture = self.game.picture(&self.position, &ghosts);
        self.tint(&mut picture);
        picture
    }

    fn tint(&self, picture: &mut Picture) {
        self.tints.apply(picture);
    }

    fn frames(&self, action: &AnyAction) -> Vec<Picture> {
        action.get().map_or_else(Vec::new, |action| self.game.frames(&self.position, action))
    }

    fn threats(&self) -> Option<Vec<Threat>> {
        let mut seats: Vec<Seat> = (0..self.game.seats()).map(Seat).collect();
        seats.sort_by_key(|&seat| self.turn() == Turn::Seat(seat));
        let threats = seats.into_iter().map(|seat| self.game.threats(&self.position, seat));
        Some(threats.collect::<Option<Vec<_>>>()?.concat())
    }

    fn observe(&self) -> Option<Observation> {
        self.game.observe(&self.position)
    }

    fn save(&self) -> String {
        position_file(&self.game, &self.position)
    }
}

impl<R: Room> TableAgents for Table<R> {
    fn check_agent(&self, agent: &Spec) -> Result<()> {
        self.agent(agent).map(|_| ())
    }

    fn think(&self, agent: &Spec, budget: &Budget) -> Result<Arc<dyn AnyDecision>> {
        self.mover()?;
        let thinker = self.agent(agent)?;
        let decision = thinker.decide(&self.game, &self.position, budget)?;
        Ok(Arc::new(Decided::new(self.clone(), agent.clone(), thinker, decision)))
    }

    fn pick(&self, agent: &Spec, budget: &Budget) -> Result<AnyAction> {
        self.mover()?;
        let action = self.agent(agent)?.choose(&self.game, &self.position, budget)?;
        Ok(AnyAction::new(action))
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
        let phrases = self.phrases(&found);
        let text = |candidate: Candidate<R::Action>| candidate.map(|a| self.game.action_text(a));
        Ok(Unfolded { candidates: found.into_iter().map(text).collect(), phrases })
    }
}

impl<R: Room> TableRuns for Table<R> {
    fn run_game(&self, run: &Run<'_>) -> Result<Finished> {
        let build = |(seat, spec)| match run.guests.get(seat) {
            Some(Some(_)) => Ok(None),
            _ => build_agent(&self.game, spec, run.seed).map(Some),
        };
        let agents = run.agents.iter().enumerate().map(build).collect::<Result<Vec<_>>>()?;
        let start =
            self.marks.get(0).map_or_else(|| self.game.start(), |mark| mark.position.clone());
        run_game(&self.game, start, &agents, run, &self.notebooks)
    }

    fn perft(&self, depth: u32, stop: &Stop) -> Perft {
        if R::INFO.perft_counts_paths {
            let quickly = |depth| self.game.count_paths(&self.position, depth, stop);
            return perft::paths(&self.game, &self.position, depth, stop, quickly);
        }
        perft::positions(&self.game, &self.position, depth, stop)
    }
}

impl<R: Room> AnyTable for Table<R> {
    fn snapshot(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }
}
