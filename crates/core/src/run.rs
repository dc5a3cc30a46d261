//! Whole games between agents, without a screen.

use crate::{Agent, Budget, Metric, Proven, Result, Room, Seat, Seed, Spec, Stop, Turn};
use std::sync::atomic::{AtomicU64, Ordering};

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

/// The figure that a limit counts, in games that have it.
const PIECES: &str = "pieces";

/// The end of a game that goes on for too long: after so many pieces in games of pieces, after so many
/// decisions in all others.
struct Limit {
    most: u64,
    /// Where pieces stand among the figures, and how many there were at the start.
    pieces: Option<(usize, f64)>,
    /// Decisions before which it cannot be reached, as none places two pieces.
    look_at: u64,
}

impl Limit {
    fn new<R: Room>(game: &R, start: &R::Position, most: u64) -> Self {
        let place = R::INFO.metrics.iter().position(|name| *name == PIECES);
        let pieces = place.and_then(|i| Some((i, *game.metrics(start, 0).get(i)?)));
        Self { most, pieces, look_at: most }
    }

    fn reached<R: Room>(&mut self, game: &R, position: &R::Position, decisions: u64) -> bool {
        if decisions < self.look_at {
            return false;
        }
        let moves = self.moves(game, position, decisions);
        self.look_at = decisions.saturating_add(self.most.saturating_sub(moves));
        moves >= self.most
    }

    fn moves<R: Room>(&self, game: &R, position: &R::Position, decisions: u64) -> u64 {
        let placed = self.pieces.and_then(|(i, before)| {
            let now = game.metrics(position, decisions).get(i).copied();
            now.map(|now| (now - before) as u64)
        });
        placed.unwrap_or(decisions)
    }
}

/// How a game without a screen ends.
#[derive(PartialEq)]
enum End {
    Over,
    Limit,
    Stop,
}

/// Plays a game with typed actions: no text, nothing remembered. Every decision is added to `decided`.
pub(crate) fn run_game<R: Room>(
    game: &R,
    mut position: R::Position,
    agents: &[Box<dyn Agent<R>>],
    seed: Seed,
    limit: u64,
    stop: &Stop,
    decided: &AtomicU64,
) -> Result<Finished> {
    let budget = Budget { stop: stop.clone(), ..Budget::default() };
    let mut dice = seed.rng();
    let mut buffer = Vec::new();
    let mut limit = Limit::new(game, &position, limit);
    let mut decisions = 0;
    let end = loop {
        let action = match game.turn(&position) {
            Turn::Over => break End::Over,
            Turn::Seat(_) if limit.reached(game, &position, decisions) => break End::Limit,
            Turn::Seat(seat) => {
                let action = agents[seat.0 % agents.len()].choose(game, &position, &budget)?;
                // A stop cuts the search short, too: what it knew by then is not its decision.
                if stop.is_set() {
                    break End::Stop;
                }
                decisions += 1;
                decided.fetch_add(1, Ordering::Relaxed);
                action
            }
            Turn::Chance => match game.sample(&position, &mut dice, &mut buffer) {
                Some(outcome) => outcome,
                None => break End::Over,
            },
        };
        game.play(&mut position, action);
    };
    let seats = || (0..game.seats()).map(Seat);
    let scores = seats().map(|seat| game.score(&position, seat)).collect();
    let outcomes = seats().map(|seat| game.outcome(&position, seat)).collect();
    let metrics = name_metrics(game, &position, decisions);
    let (over, stopped) = (end == End::Over, end == End::Stop);
    Ok(Finished { scores, outcomes, metrics, decisions, over, stopped })
}
