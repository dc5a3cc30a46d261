//! Beam search: far ahead where the future is known, keeping the best positions only.

use crate::common::{Identity, legal, mover, play_earning, play_telling, stats};
use crate::ranking;
use ludex_core::{
    Agent, Bound, Breakdown, Budget, Candidate, Decision, Evaluate, Game, Meter, Result,
    SearchStats, Seat, Turn,
};
use std::cmp::Ordering;
use std::collections::HashMap;

/// How a beam search goes about it.
#[derive(Clone, Copy, Debug)]
pub struct BeamSettings {
    /// Positions kept at every move.
    pub width: usize,
    /// Moves to look ahead. The budget may ask for less.
    pub depth: u32,
}

/// Looks ahead move by move and keeps only the most valuable positions.
///
/// For one player and a known future: chance with a single outcome is played on, chance with
/// several ends the view, and so does another player's move. With a beam as wide as the tree
/// this is exhaustive search.
///
/// A candidate's value is the best value at the end of the beam below it, and exact if nothing had to leave the beam; else there may
/// be something better. Where nothing below a candidate stayed in the beam, its value is the last one known, the line
/// is shorter, and the candidate stands behind all that stayed.
///
/// ```
/// use ludex_core::{Agent, Budget, Game, ScoreOnly, Seed, doc::Coin};
/// use ludex_search::{beam::{Beam, BeamSettings}, common::Identity};
///
/// let settings = BeamSettings { width: 10, depth: 5 };
/// let agent = Beam::new(Identity::new("beam:width=10", Seed(1)), ScoreOnly, settings);
/// let decision = agent.decide(&Coin, &Coin.start(), &Budget::unlimited()).unwrap();
/// assert_eq!(decision.best().line.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Beam<E> {
    identity: Identity,
    evaluate: E,
    settings: BeamSettings,
}

/// A position that was in the beam.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its own value, later the best that it led to, with what was earned from here on.
    value: f64,
    /// What chance earned right after it.
    bonus: f64,
    /// Moves from the root to where that value was found.
    depth: u32,
    /// Whether chance had played when it was valued.
    after_chance: bool,
    /// Whether that is an end of the view, not a place where the beam lost it.
    seen_through: bool,
    /// The edge that leads there.
    towards: Option<usize>,
}

impl Node {
    /// Whether following `other` is better than what is known.
    fn yields_to(&self, other: &Node) -> bool {
        let rank = |n: &Node| (n.seen_through, if n.seen_through { 0 } else { n.depth });
        match rank(other).cmp(&rank(self)) {
            // Edges are looked at last to first, so the first of equals has the last word.
            Ordering::Equal => other.value >= self.value,
            order => order == Ordering::Greater,
        }
    }
}

/// A move from one position of the beam to another. Equal positions share their node.
#[derive(Clone, Copy, Debug)]
struct Edge<A> {
    from: usize,
    action: A,
    reward: f64,
    to: usize,
}

/// A position that may enter the beam, known by its last move.
#[derive(Clone, Copy, Debug)]
struct Entrant<A> {
    /// The value of the position itself.
    value: f64,
    /// What the last move earned.
    reward: f64,
    /// With all that was earned on the way: what decides who enters.
    total: f64,
    key: u64,
    /// Index into the layer that it comes from.
    parent: usize,
    action: A,
}

/// A position in the beam, ready to be played on.
struct Front<P> {
    node: usize,
    /// What was earned on the way here.
    earned: f64,
    position: P,
}

struct Search<'a, G: Game, E> {
    game: &'a G,
    evaluate: &'a E,
    seat: Seat,
    width: usize,
    nodes: Vec<Node>,
    edges: Vec<Edge<G::Action>>,
    layer: Vec<Front<G::Position>>,
    entrants: Vec<Entrant<G::Action>>,
    buffer: Vec<G::Action>,
    meter: Meter,
    /// Whether a position had to leave the beam.
    narrowed: bool,
    /// Moves looked ahead so far, and at most.
    depth: u32,
    deepest: u32,
}

/// The node of the root.
const ROOT: usize = 0;

impl<'a, G: Game, E: Evaluate<G>> Search<'a, G, E> {
    fn new(game: &'a G, evaluate: &'a E, seat: Seat, settings: BeamSettings, meter: Meter) -> Self {
        Self {
            game,
            evaluate,
            seat,
            width: settings.width.max(1),
            nodes: Vec::new(),
            edges: Vec::new(),
            layer: Vec::new(),
            entrants: Vec::new(),
            buffer: Vec::new(),
            meter,
            narrowed: false,
            depth: 0,
            deepest: settings.depth.max(1),
        }
    }

    /// Grows the beam below the given actions of the root.
    fn run(&mut self, root: &G::Position, actions: &[G::Action]) {
        let value = self.evaluate.value(self.game, root, self.seat);
        let (bonus, depth, after_chance, seen_through) = (0.0, 0, false, false);
        self.nodes.push(Node { value, bonus, depth, after_chance, seen_through, towards: None });
        self.layer.push(Front { node: ROOT, earned: 0.0, position: root.clone() });
        self.enter_all(0, actions);
        self.keep(usize::MAX);
        // Every action keeps its node, but only the best go on. They are sorted.
        self.narrowed |= self.layer.len() > self.width;
        self.layer.truncate(self.width);
        self.meter.check_clock();
        while self.depth < self.deepest && !self.layer.is_empty() && self.advance() {}
        self.close();
    }

    /// Takes the beam one move further; false if the budget ran out before.
    fn advance(&mut self) -> bool {
        self.entrants.clear();
        for index in 0..self.layer.len() {
            if self.meter.exhausted() {
                return false;
            }
            let mut actions = std::mem::take(&mut self.buffer);
            actions.clear();
            self.game.actions(&self.layer[index].position, &mut actions);
            self.enter_all(index, &actions);
            self.buffer = actions;
        }
        self.keep(self.width);
        true
    }

    /// Values the positions that `actions` lead to from a position of the layer.
    fn enter_all(&mut self, parent: usize, actions: &[G::Action]) {
        let (game, evaluate, seat) = (self.game, self.evaluate, self.seat);
        let Front { earned, position, .. } = &mut self.layer[parent];
        for &action in actions {
            self.meter.visit();
            let (undo, reward) = play_earning(game, evaluate, position, action, seat);
            let value = evaluate.value(game, position, seat);
            let (total, key) = (*earned + reward + value, game.key(position));
            self.entrants.push(Entrant { value, reward, total, key, parent, action });
            game.undo(position, action, undo);
        }
    }

    /// Makes the best entrants the new layer; equal positions enter once.
    fn keep(&mut self, width: usize) {
        let mut entrants = std::mem::take(&mut self.entrants);
        entrants.sort_by(|a, b| b.total.total_cmp(&a.total));
        self.depth += 1;
        let mut known = HashMap::with_capacity(width.min(entrants.len()));
        let mut next = Vec::with_capacity(width.min(entrants.len()));
        for entrant in &entrants {
            let from = self.layer[entrant.parent].node;
            let full = known.len() >= width;
            let to = match known.get(&entrant.key) {
                Some(&node) => node,
                None if full => {
                    self.narrowed = true;
                    continue;
                }
                None => self.enter(entrant, &mut next),
            };
            known.insert(entrant.key, to);
            let Entrant { action, reward, .. } = *entrant;
            self.edges.push(Edge { from, action, reward, to });
        }
        self.layer = next;
        self.entrants = entrants;
    }

    /// Makes a node for an entrant; it stays in the layer if it can be played on.
    fn enter(&mut self, entrant: &Entrant<G::Action>, next: &mut Vec<Front<G::Position>>) -> usize {
        let parent = &self.layer[entrant.parent];
        let (mut earned, mut position) = (parent.earned, parent.position.clone());
        self.game.play(&mut position, entrant.action);
        let settled = self.evaluate.settled(self.game, &position, self.seat, self.seat);
        let (bonus, goes_on) =
            if settled { (0.0, false) } else { self.play_known_chance(&mut position) };
        let mut value = entrant.value;
        let after_chance = !goes_on && self.depth < self.deepest;
        if after_chance {
            value = bonus + self.evaluate.value(self.game, &position, self.seat);
        }
        let node = self.nodes.len();
        let (depth, seen_through) = (self.depth, !goes_on);
        self.nodes.push(Node { value, bonus, depth, after_chance, seen_through, towards: None });
        if goes_on {
            earned += entrant.reward + bonus;
            next.push(Front { node, earned, position });
        }
        node
    }

    /// Plays chance as long as it has a single outcome; says what that earned and whether there is then more to see.
    fn play_known_chance(&mut self, position: &mut G::Position) -> (f64, bool) {
        let mut earned = 0.0;
        while let Some(outcome) = self.known_outcome(position) {
            earned += play_earning(self.game, self.evaluate, position, outcome, self.seat).1;
            if self.evaluate.settled(self.game, position, self.seat, self.seat) {
                return (earned, false);
            }
        }
        (earned, self.game.turn(position) == Turn::Seat(self.seat))
    }

    /// The only outcome of chance, if chance is next and has only one.
    fn known_outcome(&mut self, position: &G::Position) -> Option<G::Action> {
        if self.game.turn(position) != Turn::Chance {
            return None;
        }
        self.buffer.clear();
        self.game.actions(position, &mut self.buffer);
        let [outcome] = self.buffer[..] else { return None };
        Some(outcome)
    }

    /// Marks what is still in the beam, and carries values back to the root.
    fn close(&mut self) {
        for front in &self.layer {
            self.nodes[front.node].seen_through = true;
        }
        for index in (0..self.edges.len()).rev() {
            let Edge { from, to, reward, .. } = self.edges[index];
            let (parent, child) = (self.nodes[from], self.nodes[to]);
            let value = parent.bonus + reward + child.value;
            let found = Node { value, bonus: parent.bonus, towards: Some(index), ..child };
            if parent.yields_to(&found) {
                self.nodes[from] = found;
            }
        }
    }

    /// The best course that begins with an edge of the root.
    fn line(&self, first: &Edge<G::Action>) -> Vec<G::Action> {
        let mut line = vec![first.action];
        let mut at = first.to;
        while let Some(index) = self.nodes[at].towards {
            line.push(self.edges[index].action);
            at = self.edges[index].to;
        }
        line
    }

    /// A line taken apart: what its steps earned, those of chance between them included, and what its end promises.
    ///
    /// `after_chance` says whether the end was valued after chance had played.
    fn tell(&mut self, root: &G::Position, line: &[G::Action], after_chance: bool) -> Breakdown {
        let (mut parts, mut position) = (Breakdown::default(), root.clone());
        let share = (self.seat, 1.0);
        for (index, &action) in line.iter().enumerate() {
            play_telling(self.game, self.evaluate, &mut position, action, share, &mut parts);
            let last = index + 1 == line.len();
            if last && !after_chance {
                break;
            }
            let mut stop = self.evaluate.settled(self.game, &position, self.seat, self.seat);
            while !stop && let Some(outcome) = self.known_outcome(&position) {
                play_telling(self.game, self.evaluate, &mut position, outcome, share, &mut parts);
                stop = self.evaluate.settled(self.game, &position, self.seat, self.seat);
            }
        }
        parts.add(self.evaluate.terms(self.game, &position, self.seat), 1.0);
        parts
    }
}

impl<E> Beam<E> {
    /// An agent.
    pub fn new(identity: Identity, evaluate: E, settings: BeamSettings) -> Self {
        Self { identity, evaluate, settings }
    }

    /// Searches below the given actions. The flags say which stayed in the beam.
    fn search<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        actions: &[G::Action],
        budget: &Budget,
    ) -> Result<(Vec<Found<G::Action>>, SearchStats)>
    where
        E: Evaluate<G>,
    {
        let seat = mover(game, position)?;
        let depth = self.settings.depth.min(budget.depth.unwrap_or(u32::MAX));
        let settings = BeamSettings { depth, ..self.settings };
        let mut search = Search::new(game, &self.evaluate, seat, settings, budget.start());
        search.run(position, actions);
        let found = actions.iter().map(|&action| search.found(position, action)).collect();
        Ok((found, stats("beam", search.depth, &search.meter)))
    }
}

/// A candidate, and whether the beam followed it to the end.
struct Found<A> {
    candidate: Candidate<A>,
    stayed: bool,
}

impl<G: Game, E: Evaluate<G>> Search<'_, G, E> {
    fn found(&mut self, root: &G::Position, action: G::Action) -> Found<G::Action> {
        let edge = self.edges.iter().find(|e| e.from == ROOT && e.action == action).copied();
        let Some(edge) = edge else {
            return Found { candidate: Candidate::unseen(action, 0.0), stayed: false };
        };
        let Node { value, depth, after_chance, seen_through, .. } = self.nodes[edge.to];
        let sure = seen_through && !self.narrowed;
        let bound = if sure { Bound::Exact } else { Bound::Lower };
        let mut candidate = Candidate::new(action, edge.reward + value).read_as(bound, depth);
        candidate.line = self.line(&edge);
        let parts = self.tell(root, &candidate.line, after_chance);
        candidate.terms = parts.into_terms(candidate.value, "rounding");
        Found { candidate, stayed: seen_through }
    }
}

impl<G: Game, E: Evaluate<G>> Agent<G> for Beam<E> {
    fn decide(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Decision<G::Action>> {
        let seat = mover(game, position)?;
        let (mut found, search) = self.search(game, position, &legal(game, position), budget)?;
        let listed = found.iter_mut().map(|f| &mut f.candidate);
        ranking::add_first_impressions(game, &self.evaluate, position, seat, listed);
        let lost: Vec<_> = found.iter().filter(|f| !f.stayed).map(|f| f.candidate.action).collect();
        let mut candidates: Vec<_> = found.into_iter().map(|f| f.candidate).collect();
        let stayed = |c: &Candidate<G::Action>| !lost.contains(&c.action);
        let prefer = |a: &Candidate<_>, b: &Candidate<_>| {
            stayed(a).cmp(&stayed(b)).then(a.value.total_cmp(&b.value))
        };
        let key = game.key(position);
        let chosen = ranking::choose_by(&self.identity, key, &mut candidates, prefer);
        Ok(ranking::decision(&self.identity, seat, chosen, candidates, search))
    }

    fn weigh(
        &self,
        game: &G,
        position: &G::Position,
        action: G::Action,
        budget: &Budget,
    ) -> Result<Candidate<G::Action>> {
        let seat = mover(game, position)?;
        game.check(position, action)?;
        let (mut found, _) = self.search(game, position, &[action], budget)?;
        let mut candidate = found.swap_remove(0).candidate;
        let listed = [&mut candidate];
        ranking::add_first_impressions(game, &self.evaluate, position, seat, listed);
        Ok(candidate)
    }
}
