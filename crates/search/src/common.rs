//! What all searching agents share: names, lots, first impressions, the making of a decision.

use ludex_core::{
    Candidate, Decision, Error, Evaluate, Game, Meter, Result, Rng, SearchStats, Seat, Seed, Turn,
    rank,
};
use rand::RngExt;

/// Who an agent is: what it is called and from which seed its lots come.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The specification it was made from.
    pub spec: String,
    /// The seed of its lots.
    pub seed: Seed,
    /// Whether it draws lots among equally good actions instead of taking the first.
    pub random: bool,
}

impl Identity {
    /// An agent that takes the first of equals.
    pub fn new(spec: impl ToString, seed: Seed) -> Self {
        Self { spec: spec.to_string(), seed, random: false }
    }

    /// The same, but drawing lots among equals if `random`.
    pub fn drawing_lots(self, random: bool) -> Self {
        Self { random, ..self }
    }

    /// The dice for one position: the same whenever it is asked about.
    pub fn dice(&self, key: u64) -> Rng {
        self.seed.derive(key).rng()
    }

    /// Ranks the candidates and chooses one: the first of the best, or one of them by lot.
    pub fn conclude<A>(
        &self,
        key: u64,
        seat: Seat,
        mut candidates: Vec<Candidate<A>>,
        search: SearchStats,
    ) -> Decision<A> {
        rank(&mut candidates);
        let best = candidates[0].value;
        let equals = candidates.iter().take_while(|c| c.value == best).count();
        let by_lot = self.random && equals > 1;
        let chosen = if by_lot { self.dice(key).random_range(0..equals) } else { 0 };
        Decision {
            agent: self.spec.clone(),
            seat: seat.0,
            seed: self.seed,
            chosen,
            candidates,
            search,
            story: Vec::new(),
        }
    }
}

/// The seat to move, or an error when there is none.
pub fn mover<G: Game>(game: &G, position: &G::Position) -> Result<Seat> {
    match game.turn(position) {
        Turn::Seat(seat) => Ok(seat),
        Turn::Chance => Err(Error::State("chance is to move, not a player".into())),
        Turn::Over => Err(Error::State("the game is over: nobody is to move".into())),
    }
}

/// The legal actions of a position.
pub fn legal<G: Game>(game: &G, position: &G::Position) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    actions
}

/// The position after some moves of players, and who made the last of them.
pub fn walk<G: Game>(
    game: &G,
    position: &G::Position,
    path: &[G::Action],
) -> Result<(G::Position, Seat)> {
    let (mut here, mut last) = (position.clone(), mover(game, position)?);
    for &action in path {
        last = mover(game, &here)?;
        game.check(&here, action)?;
        game.play(&mut here, action);
    }
    Ok((here, last))
}

/// Runs `look` on the position after `action` and takes the action back.
#[inline]
pub fn after<G: Game, T>(
    game: &G,
    position: &mut G::Position,
    action: G::Action,
    look: impl FnOnce(&mut G::Position) -> T,
) -> T {
    let undo = game.play(position, action);
    let seen = look(position);
    game.undo(position, action, undo);
    seen
}

/// The rank of each action by the plain value of the position right after it, 0 the best.
pub fn first_impressions<G: Game>(
    game: &G,
    evaluate: &dyn Evaluate<G>,
    position: &G::Position,
    seat: Seat,
    actions: &[G::Action],
) -> Vec<usize> {
    let mut position = position.clone();
    let value = |&action: &G::Action| {
        after(game, &mut position, action, |next| evaluate.value(game, next, seat))
    };
    let values: Vec<f64> = actions.iter().map(value).collect();
    let mut order: Vec<usize> = (0..actions.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let mut ranks = vec![0; actions.len()];
    for (rank, index) in order.into_iter().enumerate() {
        ranks[index] = rank;
    }
    ranks
}

/// Statistics of a finished search.
pub fn stats(algorithm: &str, depth: u32, meter: &Meter) -> SearchStats {
    SearchStats {
        algorithm: algorithm.into(),
        depth,
        nodes: meter.nodes(),
        seconds: meter.seconds(),
        complete: !meter.exhausted(),
        ..SearchStats::default()
    }
}
