//! Random games as explicit graphs, and the plain search that all others are compared with.
//!
//! A game here is a list of nodes. Nothing is clever, so what it says can be trusted.

use crate::common::{legal, play_earning};
use ludex_core::{Evaluate, Game, Rng, Seat, Seed, Term, Turn, mix};
use rand::RngExt;
use std::sync::Arc;

/// What kind of random game to make.
// Four independent yes-or-no choices are what they are; tests run through all of them.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Players, 1 or 2.
    pub seats: usize,
    /// Whether chance plays.
    pub chance: bool,
    /// Actions of the longest game, those of chance included.
    pub depth: u32,
    /// Actions per node at most.
    pub branching: usize,
    /// Whether scores grow on the way; otherwise they are -2 to 2, at the end only.
    pub rewards: bool,
    /// Whether different paths may lead to the same node, with different numbers of player moves.
    pub shared: bool,
    /// Whether players (and chance, if it plays) take turns; otherwise anybody may be next.
    pub alternate: bool,
}

impl Shape {
    /// A tree for one player without chance.
    pub const fn alone(depth: u32, branching: usize) -> Self {
        let (seats, chance, rewards, shared, alternate) = (1, false, false, false, true);
        Self { seats, chance, depth, branching, rewards, shared, alternate }
    }

    /// A tree for two players who take turns, without chance.
    pub const fn duel(depth: u32, branching: usize) -> Self {
        Self { seats: 2, ..Self::alone(depth, branching) }
    }

    /// The same with chance among the players.
    pub const fn with_chance(self) -> Self {
        Self { chance: true, ..self }
    }

    /// The same with scores that grow on the way.
    pub const fn with_rewards(self) -> Self {
        Self { rewards: true, ..self }
    }

    /// The same with nodes that several paths lead to.
    pub const fn with_shared_nodes(self) -> Self {
        Self { shared: true, ..self }
    }

    /// The same with anybody next at every node.
    pub const fn in_any_order(self) -> Self {
        Self { alternate: false, ..self }
    }

    /// Every kind of game, small: with and without each of the choices above.
    pub fn all(depth: u32, branching: usize) -> impl Iterator<Item = Shape> {
        (0..32).map(move |bits: u32| Self {
            seats: 1 + (bits & 1) as usize,
            chance: bits & 2 != 0,
            rewards: bits & 4 != 0,
            shared: bits & 8 != 0,
            alternate: bits & 16 != 0,
            depth,
            branching,
        })
    }
}

#[derive(Clone, Debug)]
struct Node {
    turn: Turn,
    scores: [f64; 2],
    /// Where each action leads, and with which probability if chance plays it.
    next: Vec<(u32, f64)>,
}

/// A random game. A position is the number of a node, an action the number of an edge.
#[derive(Clone, Debug)]
pub struct TreeGame {
    seats: usize,
    nodes: Arc<[Node]>,
}

impl TreeGame {
    /// The game that `seed` makes of a shape. The first seat moves first.
    pub fn new(shape: Shape, seed: Seed) -> Self {
        let mut maker = Maker { shape, dice: seed.rng(), nodes: Vec::new() };
        maker.add(Turn::Seat(Seat::FIRST), [0.0; 2]);
        let mut layer = 0..1;
        for depth in 1..=shape.depth {
            let end = maker.nodes.len();
            for parent in layer {
                maker.grow(parent, end, depth);
            }
            layer = end..maker.nodes.len();
        }
        Self { seats: shape.seats, nodes: maker.nodes.into() }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, position: u32) -> &Node {
        &self.nodes[position as usize]
    }
}

struct Maker {
    shape: Shape,
    dice: Rng,
    nodes: Vec<Node>,
}

impl Maker {
    fn add(&mut self, turn: Turn, scores: [f64; 2]) -> u32 {
        self.nodes.push(Node { turn, scores, next: Vec::new() });
        (self.nodes.len() - 1) as u32
    }

    /// Gives `parent` its edges into the layer that begins at node `layer`.
    fn grow(&mut self, parent: usize, layer: usize, depth: u32) {
        if self.nodes[parent].turn == Turn::Over {
            return;
        }
        let count = self.dice.random_range(1..=self.shape.branching);
        let weights: Vec<u32> = (0..count).map(|_| self.dice.random_range(1..=4)).collect();
        let total = f64::from(weights.iter().sum::<u32>());
        for weight in weights {
            let child = self.child(parent, layer, depth);
            self.nodes[parent].next.push((child, f64::from(weight) / total));
        }
    }

    /// A node for an edge to lead to: often a new one, perhaps one that is there already.
    fn child(&mut self, parent: usize, layer: usize, depth: u32) -> u32 {
        if self.shape.shared && layer < self.nodes.len() && self.dice.random_range(0..2) == 0 {
            let old = self.dice.random_range(layer..self.nodes.len()) as u32;
            if self.nodes[parent].next.iter().all(|&(child, _)| child != old) {
                return old;
            }
        }
        let turn = self.turn(depth);
        let scores = self.scores(parent, turn);
        self.add(turn, scores)
    }

    fn turn(&mut self, depth: u32) -> Turn {
        if depth == self.shape.depth || self.dice.random_range(0..8) == 0 {
            return Turn::Over;
        }
        let kinds = self.shape.seats + usize::from(self.shape.chance);
        match (self.shape.alternate, self.shape.chance) {
            (true, true) if depth % 2 == 1 => Turn::Chance,
            (true, true) => Turn::Seat(Seat(depth as usize / 2 % self.shape.seats)),
            (true, false) => Turn::Seat(Seat(depth as usize % self.shape.seats)),
            (false, _) => match self.dice.random_range(0..kinds) {
                kind if kind == self.shape.seats => Turn::Chance,
                seat => Turn::Seat(Seat(seat)),
            },
        }
    }

    fn scores(&mut self, parent: usize, turn: Turn) -> [f64; 2] {
        if self.shape.rewards {
            let mut scores = self.nodes[parent].scores;
            if let Turn::Seat(seat) = self.nodes[parent].turn {
                scores[seat.0] += f64::from(self.dice.random_range(0..10));
            }
            return scores;
        }
        let margin = f64::from(self.dice.random_range(-2..=2));
        if turn == Turn::Over { [margin, 0.0 - margin] } else { [0.0; 2] }
    }
}

impl Game for TreeGame {
    type Position = u32;
    type Action = u16;
    type Undo = u32;

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> u32 {
        0
    }

    fn turn(&self, &position: &u32) -> Turn {
        self.node(position).turn
    }

    fn actions(&self, &position: &u32, out: &mut Vec<u16>) {
        out.extend(0..self.node(position).next.len() as u16);
    }

    fn probability(&self, &position: &u32, action: u16) -> f64 {
        self.node(position).next[action as usize].1
    }

    fn play(&self, position: &mut u32, action: u16) -> u32 {
        let next = self.node(*position).next[action as usize].0;
        std::mem::replace(position, next)
    }

    fn undo(&self, position: &mut u32, _: u16, parent: u32) {
        *position = parent;
    }

    fn score(&self, &position: &u32, seat: Seat) -> f64 {
        self.node(position).scores[seat.0]
    }

    fn key(&self, &position: &u32) -> u64 {
        mix(u64::from(position) + 1)
    }
}

/// A static value for every node: the score, and while the game goes on a hunch without sense.
///
/// The hunches are whole numbers from -5 to 5, so that there are ties.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hunch {
    /// Whether the value for one seat is minus the value for the other.
    pub zero_sum: bool,
    /// Whether some positions are settled for the one who moved there.
    pub settles: bool,
}

impl Hunch {
    fn hunch(self, game: &TreeGame, position: u32, seat: Seat) -> f64 {
        if game.turn(&position) == Turn::Over {
            return 0.0;
        }
        let salt = if self.zero_sum { 0 } else { seat.0 as u64 };
        let amount = (mix(game.key(&position) + salt) % 11) as f64 - 5.0;
        if self.zero_sum && seat != Seat::FIRST { 0.0 - amount } else { amount }
    }

    fn rival(self, game: &TreeGame, position: u32, seat: Seat) -> f64 {
        let counts = self.zero_sum && game.seats == 2;
        if counts { game.score(&position, seat.other()) } else { 0.0 }
    }
}

impl Evaluate<TreeGame> for Hunch {
    fn value(&self, game: &TreeGame, position: &u32, seat: Seat) -> f64 {
        let score = game.score(position, seat) - self.rival(game, *position, seat);
        score + self.hunch(game, *position, seat)
    }

    fn terms(&self, game: &TreeGame, position: &u32, seat: Seat) -> Vec<Term> {
        vec![
            Term::new("score", "own score", game.score(position, seat), 1.0),
            Term::new("rival", "score of the opponent", self.rival(game, *position, seat), -1.0),
            Term::new("hunch", "a guess", self.hunch(game, *position, seat), 1.0),
        ]
    }

    fn settled(&self, game: &TreeGame, position: &u32, _: Seat, mover: Seat) -> bool {
        self.settles && mix(game.key(position) + 7 + mover.0 as u64).is_multiple_of(6)
    }
}

/// The same with the score as rewards: steps earn what they add to it and a little of their own, and what remains of
/// the value is the hunch.
#[derive(Clone, Copy, Debug, Default)]
pub struct Earning(pub Hunch);

impl Earning {
    /// The growth of the score, and what the step itself is worth: -3 to 3.
    fn parts(self, game: &TreeGame, before: u32, action: u16, after: u32, seat: Seat) -> [f64; 2] {
        let score = |at: u32| game.score(&at, seat) - self.0.rival(game, at, seat);
        let name = u64::from(before) << 16 | u64::from(action);
        let own = (mix(name + 99) % 7) as f64 - 3.0;
        let turned = self.0.zero_sum && seat != Seat::FIRST;
        [score(after) - score(before), if turned { 0.0 - own } else { own }]
    }
}

impl Evaluate<TreeGame> for Earning {
    fn value(&self, game: &TreeGame, position: &u32, seat: Seat) -> f64 {
        self.0.hunch(game, *position, seat)
    }

    fn terms(&self, game: &TreeGame, position: &u32, seat: Seat) -> Vec<Term> {
        vec![Term::new("hunch", "a guess", self.0.hunch(game, *position, seat), 1.0)]
    }

    fn has_rewards(&self) -> bool {
        true
    }

    fn reward(&self, game: &TreeGame, before: &u32, action: u16, after: &u32, seat: Seat) -> f64 {
        self.parts(game, *before, action, *after, seat).iter().sum()
    }

    fn reward_terms(
        &self,
        game: &TreeGame,
        before: &u32,
        action: u16,
        after: &u32,
        seat: Seat,
    ) -> Vec<Term> {
        let [growth, own] = self.parts(game, *before, action, *after, seat);
        vec![
            Term::new("growth", "growth of the score", growth, 1.0),
            Term::new("step", "what steps earn by themselves", own, 1.0),
        ]
    }

    fn settled(&self, game: &TreeGame, position: &u32, seat: Seat, mover: Seat) -> bool {
        self.0.settled(game, position, seat, mover)
    }
}

/// The value of every action for `seat`, looking `depth` moves of players ahead: the plain,
/// obvious search.
///
/// The seat itself takes its best action, the others its worst, chance is averaged. A position is
/// valued as it stands when the depth is used up (even if chance is next), when the game is over,
/// and when it is settled for the player who moved last. Rewards on the way are added.
pub fn exhaustive<G: Game>(
    game: &G,
    evaluate: &dyn Evaluate<G>,
    position: &G::Position,
    seat: Seat,
    depth: u32,
) -> Vec<(G::Action, f64)> {
    let Turn::Seat(mover) = game.turn(position) else {
        return Vec::new();
    };
    let reference = Reference { game, evaluate, seat };
    let actions = legal(game, position);
    let mut position = position.clone();
    let value =
        |action| (action, reference.child(&mut position, action, mover, depth.saturating_sub(1)));
    actions.into_iter().map(value).collect()
}

struct Reference<'a, G: Game> {
    game: &'a G,
    evaluate: &'a dyn Evaluate<G>,
    seat: Seat,
}

impl<G: Game> Reference<'_, G> {
    fn child(&self, position: &mut G::Position, action: G::Action, mover: Seat, depth: u32) -> f64 {
        let (undo, reward) = play_earning(self.game, self.evaluate, position, action, self.seat);
        let value = reward + self.value(position, mover, depth);
        self.game.undo(position, action, undo);
        value
    }

    fn value(&self, position: &mut G::Position, mover: Seat, depth: u32) -> f64 {
        let turn = self.game.turn(position);
        let settled = self.evaluate.settled(self.game, position, self.seat, mover);
        if depth == 0 || settled || turn == Turn::Over {
            return self.evaluate.value(self.game, position, self.seat);
        }
        let actions = legal(self.game, position);
        match turn {
            Turn::Seat(next) => {
                let values =
                    actions.into_iter().map(|action| self.child(position, action, next, depth - 1));
                let best = if next == self.seat { f64::max } else { f64::min };
                values.reduce(best).unwrap_or(0.0)
            }
            _ => actions.into_iter().fold(0.0, |sum, action| {
                let probability = self.game.probability(position, action);
                sum + probability * self.child(position, action, mover, depth)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_fixes_the_game() {
        let shape = Shape::duel(6, 4).with_chance();
        let texts = [1, 1, 2].map(|seed| format!("{:?}", TreeGame::new(shape, Seed(seed))));
        assert_eq!(texts[0], texts[1]);
        assert_ne!(texts[0], texts[2]);
    }

    #[test]
    fn chance_sums_to_one_and_ends_have_no_actions() {
        for shape in Shape::all(6, 4) {
            let game = TreeGame::new(shape, Seed(3));
            for position in 0..game.nodes() as u32 {
                let actions = legal(&game, &position);
                let over = game.turn(&position) == Turn::Over;
                assert_eq!(over, actions.is_empty());
                let sum: f64 = actions.iter().map(|&a| game.probability(&position, a)).sum();
                assert!(over || (sum - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn one_ply_is_the_static_value() {
        let game = TreeGame::new(Shape::duel(4, 4), Seed(5));
        let hunch = Hunch::default();
        for (action, value) in exhaustive(&game, &hunch, &0, Seat::FIRST, 1) {
            let mut next = 0;
            game.play(&mut next, action);
            assert_eq!(value, hunch.value(&game, &next, Seat::FIRST));
        }
    }
}
