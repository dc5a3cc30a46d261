//! Min-max as the TetrisVs report has it: three perspectives, alpha-beta, no table.
//!
//! It looks a fixed number of plies ahead and values what it finds there from the point of view
//! of one seat, so it also serves games that are not zero-sum. For depth and speed in two-player
//! zero-sum games take [`negamax`](crate::negamax).

use crate::common::{Identity, after, first_impressions, legal, mover, stats, walk};
use ludex_core::{
    Agent, Budget, Candidate, Decision, Error, Evaluate, Game, Meter, Proven, Result, Seat, Turn,
    rank,
};
use std::str::FromStr;

/// Who wants what along the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// The deciding seat maximises, the other minimises.
    Max,
    /// The deciding seat minimises, the other maximises.
    Min,
    /// Everybody maximises: a look ahead for one player, or for two who cooperate. Never pruned.
    MaxMax,
}

impl FromStr for Perspective {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "max" => Ok(Self::Max),
            "min" => Ok(Self::Min),
            "maxmax" => Ok(Self::MaxMax),
            _ => Err(Error::unknown("perspective", text, ["max", "min", "maxmax"])),
        }
    }
}

/// The min-max agent.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    /// Name and lots.
    pub identity: Identity,
    /// What the leaves are worth.
    pub evaluate: E,
    /// Plies to look ahead.
    pub depth: u32,
    /// Who wants what.
    pub perspective: Perspective,
    /// Whether branches that cannot matter are left out. Changes no answer.
    pub prune: bool,
}

impl<E> Minimax<E> {
    /// Looks `depth` plies ahead as `max`.
    pub fn new(identity: Identity, evaluate: E, depth: u32) -> Self {
        Self { identity, evaluate, depth, perspective: Perspective::Max, prune: true }
    }
}

impl<G: Game, E: Evaluate<G>> Agent<G> for Minimax<E> {
    fn choose(&self, game: &G, position: &G::Position, budget: &Budget) -> Result<G::Action> {
        if self.identity.random {
            return Ok(self.decide(game, position, budget)?.best().action);
        }
        let mut search = Search::new(self, game, mover(game, position)?, budget);
        Ok(search.first_best(&mut position.clone()))
    }

    fn decide(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Decision<G::Action>> {
        let seat = mover(game, position)?;
        let actions = legal(game, position);
        let ranks = first_impressions(game, &self.evaluate, position, seat, &actions);
        let mut search = Search::new(self, game, seat, budget);
        let mut scratch = position.clone();
        let mut candidates = Vec::new();
        for (&action, rank) in actions.iter().zip(ranks) {
            let mut candidate = search.weigh(&mut scratch, action);
            candidate.rank_before_search = Some(rank);
            candidates.push(candidate);
        }
        if self.perspective == Perspective::Min {
            return Ok(self.conclude_min(game.key(position), seat, candidates, &search));
        }
        Ok(self.identity.conclude(game.key(position), seat, candidates, search.stats()))
    }

    fn weigh(
        &self,
        game: &G,
        position: &G::Position,
        action: G::Action,
        budget: &Budget,
    ) -> Result<Candidate<G::Action>> {
        let mut search = Search::new(self, game, mover(game, position)?, budget);
        Ok(search.weigh(&mut position.clone(), action))
    }

    fn unfold(
        &self,
        game: &G,
        position: &G::Position,
        path: &[G::Action],
        budget: &Budget,
    ) -> Result<Vec<Candidate<G::Action>>> {
        let mut search = Search::new(self, game, mover(game, position)?, budget);
        let (mut here, last) = walk(game, position, path)?;
        Ok(search.unfold(&mut here, path.len() as u32, last))
    }
}

impl<E> Minimax<E> {
    /// For `min` the lowest value is the best: rank with the sign turned, then turn it back.
    fn conclude_min<G: Game>(
        &self,
        key: u64,
        seat: Seat,
        mut candidates: Vec<Candidate<G::Action>>,
        search: &Search<'_, G, E>,
    ) -> Decision<G::Action>
    where
        E: Evaluate<G>,
    {
        negate(&mut candidates);
        let mut decision = self.identity.conclude(key, seat, candidates, search.stats());
        negate(&mut decision.candidates);
        decision
    }
}

fn negate<A>(candidates: &mut [Candidate<A>]) {
    for candidate in candidates {
        candidate.value = -candidate.value;
    }
}

/// One running search.
struct Search<'a, G: Game, E> {
    agent: &'a Minimax<E>,
    game: &'a G,
    seat: Seat,
    depth: u32,
    /// Plies ahead that were looked at; fewer than `depth` where the game ends before.
    reached: u32,
    meter: Meter,
    cutoffs: u64,
    /// Leaves that were valued before the game was over.
    horizon: u64,
    /// One buffer of actions for each ply, so that nothing is allocated inside.
    buffers: Vec<Vec<G::Action>>,
    /// `lines[p]` is the expected course from ply `p` on.
    lines: Vec<Vec<G::Action>>,
}

impl<'a, G: Game, E: Evaluate<G>> Search<'a, G, E> {
    fn new(agent: &'a Minimax<E>, game: &'a G, seat: Seat, budget: &Budget) -> Self {
        let depth = budget.depth.map_or(agent.depth, |limit| limit.min(agent.depth)).max(1);
        let plies = depth as usize + 2;
        Self {
            agent,
            game,
            seat,
            depth,
            reached: 0,
            meter: budget.start(),
            cutoffs: 0,
            horizon: 0,
            buffers: vec![Vec::new(); plies],
            lines: vec![Vec::new(); plies],
        }
    }

    fn stats(&self) -> ludex_core::SearchStats {
        let mut stats = stats("minimax", self.reached, &self.meter);
        stats.cutoffs = self.cutoffs;
        stats
    }

    /// Whether the seat that moves wants the value to be high.
    fn maximises(&self, mover: Seat) -> bool {
        match self.agent.perspective {
            Perspective::Max => mover == self.seat,
            Perspective::Min => mover != self.seat,
            Perspective::MaxMax => true,
        }
    }

    fn pruning(&self) -> bool {
        self.agent.prune && self.agent.perspective != Perspective::MaxMax
    }

    /// The first of the best actions, with pruning at the root too.
    fn first_best(&mut self, position: &mut G::Position) -> G::Action {
        self.node(position, 0, f64::NEG_INFINITY, f64::INFINITY, self.seat);
        self.lines[0][0]
    }

    /// One root action with its exact value, line and terms.
    fn weigh(&mut self, position: &mut G::Position, action: G::Action) -> Candidate<G::Action> {
        let horizon = self.horizon;
        let (game, seat) = (self.game, self.seat);
        let value = after(game, position, action, |next| {
            self.node(next, 1, f64::NEG_INFINITY, f64::INFINITY, seat)
        });
        let mut candidate = Candidate::new(action, value);
        candidate.line.push(action);
        candidate.line.extend(&self.lines[1]);
        self.look_at_leaf(position, &mut candidate);
        if self.horizon != horizon || self.meter.exhausted() {
            candidate.proven = None;
        }
        candidate
    }

    /// All actions of a position inside the tree with their exact values; `mover` made the move that led here.
    fn unfold(
        &mut self,
        position: &mut G::Position,
        ply: u32,
        mover: Seat,
    ) -> Vec<Candidate<G::Action>> {
        let Turn::Seat(next) = self.game.turn(position) else { return Vec::new() };
        if ply > 0 && self.ends_here(position, ply, mover) {
            return Vec::new();
        }
        let game = self.game;
        let actions = legal(game, position);
        let weigh = |action| {
            let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
            let value = after(game, position, action, |p| self.node(p, ply + 1, low, high, next));
            let mut candidate = Candidate::new(action, value);
            candidate.line.push(action);
            candidate.line.extend(&self.lines[ply as usize + 1]);
            candidate
        };
        let mut found: Vec<_> = actions.into_iter().map(weigh).collect();
        if self.maximises(next) {
            rank(&mut found);
        } else {
            negate(&mut found);
            rank(&mut found);
            negate(&mut found);
        }
        found
    }

    /// Plays the candidate's line and takes the last position apart.
    fn look_at_leaf(&self, position: &G::Position, candidate: &mut Candidate<G::Action>) {
        let mut leaf = position.clone();
        for &action in &candidate.line {
            self.game.play(&mut leaf, action);
        }
        candidate.terms = self.agent.evaluate.terms(self.game, &leaf, self.seat);
        if self.game.seats() == 2 {
            let margin =
                self.game.score(&leaf, self.seat) - self.game.score(&leaf, self.seat.other());
            candidate.proven = Some(Proven::from_margin(margin));
        }
    }

    /// The value of a position for the deciding seat; `mover` made the move that led here.
    fn node(
        &mut self,
        position: &mut G::Position,
        ply: u32,
        alpha: f64,
        beta: f64,
        mover: Seat,
    ) -> f64 {
        self.meter.visit();
        self.reached = self.reached.max(ply);
        self.lines[ply as usize].clear();
        let turn = self.game.turn(position);
        let Turn::Seat(next) = turn else {
            self.horizon += u64::from(turn == Turn::Chance);
            return self.leaf(position);
        };
        if ply > 0 && self.ends_here(position, ply, mover) {
            self.horizon += 1;
            return self.leaf(position);
        }
        self.inner(position, ply, alpha, beta, next)
    }

    fn leaf(&self, position: &G::Position) -> f64 {
        self.agent.evaluate.value(self.game, position, self.seat)
    }

    fn ends_here(&self, position: &G::Position, ply: u32, mover: Seat) -> bool {
        ply >= self.depth
            || self.meter.exhausted()
            || self.agent.evaluate.settled(self.game, position, self.seat, mover)
    }

    fn inner(
        &mut self,
        position: &mut G::Position,
        ply: u32,
        mut alpha: f64,
        mut beta: f64,
        next: Seat,
    ) -> f64 {
        let maximise = self.maximises(next);
        let mut actions = std::mem::take(&mut self.buffers[ply as usize]);
        actions.clear();
        self.game.actions(position, &mut actions);
        let mut best = if maximise { f64::NEG_INFINITY } else { f64::INFINITY };
        for (i, &action) in actions.iter().enumerate() {
            let game = self.game;
            let value = after(game, position, action, |p| self.node(p, ply + 1, alpha, beta, next));
            if i == 0 || (maximise && value > best) || (!maximise && value < best) {
                best = value;
                self.extend_line(ply as usize, action);
            }
            if maximise {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if self.pruning() && beta <= alpha {
                self.cutoffs += 1;
                break;
            }
        }
        self.buffers[ply as usize] = actions;
        best
    }

    fn extend_line(&mut self, ply: usize, action: G::Action) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&tail[0]);
    }
}
