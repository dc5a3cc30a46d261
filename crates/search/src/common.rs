//! What all searching agents share: names, lots, first impressions, the making of a decision.

use ludex_core::{
    Breakdown, Candidate, Decision, Error, Evaluate, Game, Meter, Result, Rng, SearchStats, Seat,
    Seed, Turn, rank,
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
        let best = (candidates[0].value, candidates[0].bound);
        let equals = candidates.iter().take_while(|c| (c.value, c.bound) == best).count();
        self.choose_among(equals, key, seat, candidates, search)
    }

    /// The same for candidates that are ranked by something else than their values, each with its merit.
    pub fn conclude_by_merit<A>(
        &self,
        key: u64,
        seat: Seat,
        mut ranked: Vec<(f64, Candidate<A>)>,
        search: SearchStats,
    ) -> Decision<A> {
        ranked.sort_by(|a, b| (b.0 + 0.0).total_cmp(&(a.0 + 0.0)));
        let best = ranked[0].0;
        let equals = ranked.iter().take_while(|(merit, _)| *merit == best).count();
        let number = |(order, (_, candidate))| Candidate { order, ..candidate };
        let candidates = ranked.into_iter().enumerate().map(number).collect();
        self.choose_among(equals, key, seat, candidates, search)
    }

    /// Chooses the first candidate, or one of the first that are equals by lot.
    fn choose_among<A>(
        &self,
        equals: usize,
        key: u64,
        seat: Seat,
        candidates: Vec<Candidate<A>>,
        search: SearchStats,
    ) -> Decision<A> {
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

/// Plays an action and says what the step has earned for `seat`.
///
/// Where an evaluator has no rewards this is just playing.
#[inline]
pub fn play_earning<G: Game, E: Evaluate<G> + ?Sized>(
    game: &G,
    evaluate: &E,
    position: &mut G::Position,
    action: G::Action,
    seat: Seat,
) -> (G::Undo, f64) {
    if !evaluate.has_rewards() {
        return (game.play(position, action), 0.0);
    }
    let before = position.clone();
    let undo = game.play(position, action);
    let reward = evaluate.reward(game, &before, action, position, seat);
    (undo, reward)
}

/// The same with the reward taken apart into `parts`, of which it is a `share`.
pub fn play_telling<G: Game, E: Evaluate<G> + ?Sized>(
    game: &G,
    evaluate: &E,
    position: &mut G::Position,
    action: G::Action,
    (seat, share): (Seat, f64),
    parts: &mut Breakdown,
) {
    if !evaluate.has_rewards() {
        game.play(position, action);
        return;
    }
    let before = position.clone();
    game.play(position, action);
    parts.add(evaluate.reward_terms(game, &before, action, position, seat), share);
}

/// A course of actions taken apart: what each step has earned, and what the position at the end promises.
pub fn tell_course<G: Game, E: Evaluate<G> + ?Sized>(
    game: &G,
    evaluate: &E,
    position: &G::Position,
    course: &[G::Action],
    seat: Seat,
) -> (Breakdown, G::Position) {
    let (mut parts, mut end) = (Breakdown::default(), position.clone());
    for &action in course {
        play_telling(game, evaluate, &mut end, action, (seat, 1.0), &mut parts);
    }
    parts.add(evaluate.terms(game, &end, seat), 1.0);
    (parts, end)
}

/// What a course of actions has earned for `seat`.
pub fn earned<G: Game, E: Evaluate<G> + ?Sized>(
    game: &G,
    evaluate: &E,
    position: &G::Position,
    course: &[G::Action],
    seat: Seat,
) -> f64 {
    let mut here = position.clone();
    let step = |sum: f64, &action: &G::Action| {
        sum + play_earning(game, evaluate, &mut here, action, seat).1
    };
    course.iter().fold(0.0, step)
}

/// The rank of each action by its reward and the plain value of the position right after it, 0 the best.
pub fn first_impressions<G: Game>(
    game: &G,
    evaluate: &dyn Evaluate<G>,
    position: &G::Position,
    seat: Seat,
    actions: &[G::Action],
) -> Vec<usize> {
    let mut position = position.clone();
    let value = |&action: &G::Action| {
        let (undo, reward) = play_earning(game, evaluate, &mut position, action, seat);
        let value = reward + evaluate.value(game, &position, seat);
        game.undo(&mut position, action, undo);
        value
    };
    let values: Vec<f64> = actions.iter().map(value).collect();
    let mut sorted = values.clone();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let better = |value: &f64| sorted.partition_point(|other| other.total_cmp(value).is_gt());
    values.iter().map(better).collect()
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
