//! What a game knows about itself that makes a search strong.
//!
//! [`Negamax`](super::Negamax) asks a [`Guide`] for values, moves and proofs. A game without one is searched by [`Plain`],
//! which knows nothing but the rules and an evaluator.

use ludex_core::{Evaluate, Game, Proven, Seat};
use std::hash::{Hash, Hasher};

/// The value of having won; [`Verdict::Win`] in `n` plies is worth `n` less.
pub const WIN: f64 = 1_000_000.0;

/// Values from here on, and from minus this down, are proofs. [`Guide::estimate`] stays below.
pub const DECIDED: f64 = WIN - 1_000.0;

/// What is worse than every estimate and yet no proof: every move that was looked at loses, but not every move was looked at.
pub(crate) const HOPELESS: f64 = DECIDED - 1.0;

/// A position as a guide sees it.
#[derive(Debug)]
pub struct At<'a, G: Game, S> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub position: &'a G::Position,
    /// What the guide has kept up to date on the way here.
    pub state: &'a S,
    /// Who asks: the seat to move, except in [`Guide::estimate`], where it is the seat to value for.
    pub seat: Seat,
    /// Plies still to be searched below the position: [`u8::MAX`] where the root's moves are listed, 0 past the horizon and for estimates.
    pub depth: u8,
}

/// How far to look after a move, compared with its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// One ply further: it forces the reply, or is forced itself.
    Further,
    /// As far as planned.
    Planned,
    /// Less far when it comes late in the order; once more in full where that finds it good after all.
    MaybeLess,
}

/// An action with a guess of how good it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move<A> {
    /// The action.
    pub action: A,
    /// The higher, the sooner it is tried; between -2^30 and 2^30. Among equals killers come first, then what has cut off most.
    pub score: i64,
    /// How far to look after it.
    pub look: Look,
}

impl<A> Move<A> {
    /// A move that is looked at as far as planned.
    pub fn new(action: A, score: i32) -> Self {
        Self { action, score: score.into(), look: Look::Planned }
    }

    /// The same with another look.
    pub fn look(self, look: Look) -> Self {
        Self { look, ..self }
    }
}

/// What [`Guide::moves`] has listed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// There is another stage.
    More,
    /// Every legal action, or every one that does not lose at once: a loss after all of these is a loss.
    All,
    /// Promising ones only. A loss after all of these proves nothing, and the search claims nothing.
    Some,
    /// Promising ones only, and another stage has the rest: it is asked for where all of these lose, so that a loss can be proved.
    SomeFirst,
}

/// Whether a player may do without the noisy moves of [`Guide::noisy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calm {
    /// Yes: the position is worth at least its estimate.
    MayStand,
    /// No: the list holds every reply that does not lose at once.
    MustReply,
}

/// An outcome that the guide knows without search, for the seat to move. Plies are counted from here to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It wins in at most so many plies.
    Win(u16),
    /// It loses, in so many plies at most.
    Loss(u16),
    /// Nobody can win any more.
    Draw,
}

impl Verdict {
    /// The value for the seat to move.
    pub fn value(self) -> f64 {
        match self {
            Self::Win(plies) => WIN - f64::from(plies.min(900)),
            Self::Loss(plies) => f64::from(plies.min(900)) - WIN,
            Self::Draw => 0.0,
        }
    }

    /// What a value proves, if it proves a win or a loss.
    pub fn of(value: f64) -> Option<Self> {
        let plies = (WIN - value.abs()) as u16;
        match value {
            v if v >= DECIDED => Some(Self::Win(plies)),
            v if v <= -DECIDED => Some(Self::Loss(plies)),
            _ => None,
        }
    }

    /// The outcome for the seat to move.
    pub fn proven(self) -> Proven {
        match self {
            Self::Win(_) => Proven::Win,
            Self::Loss(_) => Proven::Loss,
            Self::Draw => Proven::Draw,
        }
    }
}

/// How far noisy moves are followed past the horizon. Unbounded, they may cost more than all the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quiescence {
    /// Plies past the horizon.
    pub plies: u8,
    /// Positions past one leaf.
    pub nodes: u32,
}

/// A game's own knowledge for [`Negamax`](super::Negamax): what a strong engine needs beside the rules.
///
/// Only [`estimate`](Guide::estimate), [`moves`](Guide::moves) and the state must be given; everything else may be left as it is. The guide
/// is an evaluator, too: [`Evaluate::value`] is the slow, obvious reference that `estimate` must equal, and [`Evaluate::terms`] what
/// people read.
///
/// Values are `f64`. Whole numbers stay exact in them, so a guide that counts in whole numbers loses nothing.
///
/// ```
/// use ludex_core::{Agent, Budget, Evaluate, Game, Proven, Seat, Seed, Term, Turn, mix};
/// use ludex_search::common::Identity;
/// use ludex_search::negamax::{At, Guide, Listed, Look, Move, Negamax, Verdict};
///
/// /// Twenty matches; who takes the last one wins. A position is the number left, and who is to move.
/// #[derive(Clone)]
/// struct Matches;
///
/// impl Game for Matches {
///     type Position = (u8, usize);
///     type Action = u8;
///     type Undo = ();
///     fn seats(&self) -> usize { 2 }
///     fn start(&self) -> (u8, usize) { (20, 0) }
///     fn turn(&self, &(left, mover): &(u8, usize)) -> Turn {
///         if left == 0 { Turn::Over } else { Turn::Seat(Seat(mover)) }
///     }
///     fn actions(&self, &(left, _): &(u8, usize), out: &mut Vec<u8>) { out.extend(1..=left.min(3)); }
///     fn play(&self, at: &mut (u8, usize), take: u8) { *at = (at.0 - take, 1 - at.1); }
///     fn undo(&self, at: &mut (u8, usize), take: u8, (): ()) { *at = (at.0 + take, 1 - at.1); }
///     fn score(&self, &(left, mover): &(u8, usize), seat: Seat) -> f64 {
///         if left > 0 { 0.0 } else if seat.0 == mover { -1.0 } else { 1.0 }
///     }
///     fn key(&self, &(left, mover): &(u8, usize)) -> u64 { mix(2 * u64::from(left) + mover as u64) }
/// }
///
/// struct Fours;
///
/// impl Evaluate<Matches> for Fours {
///     fn value(&self, _: &Matches, _: &(u8, usize), _: Seat) -> f64 { 0.0 }
///     fn terms(&self, _: &Matches, _: &(u8, usize), _: Seat) -> Vec<Term> { Vec::new() }
/// }
///
/// impl Guide<Matches> for Fours {
///     type State = ();
///     fn state(&self, _: &Matches, _: &(u8, usize)) {}
///     fn estimate(&self, _: &At<'_, Matches, ()>) -> f64 { 0.0 }
///     /// What leaves a multiple of four is tried first, the rest later and perhaps less far.
///     fn moves(&self, at: &At<'_, Matches, ()>, stage: u8, out: &mut Vec<Move<u8>>) -> Listed {
///         let left = at.position.0;
///         let good = |take: &u8| (left - take) % 4 == 0;
///         if stage == 0 {
///             out.extend((1..=left.min(3)).filter(good).map(|take| Move::new(take, 1)));
///             return Listed::More;
///         }
///         let rest = (1..=left.min(3)).filter(|take| !good(take));
///         out.extend(rest.map(|take| Move::new(take, 0).look(Look::MaybeLess)));
///         Listed::All
///     }
///     /// Three or fewer: take them all.
///     fn decided(&self, at: &At<'_, Matches, ()>) -> Option<Verdict> {
///         (at.position.0 <= 3).then_some(Verdict::Win(1))
///     }
/// }
///
/// let agent = Negamax::guided(Identity::new("fours", Seed(1)), Fours, 30);
/// let decision = agent.decide(&Matches, &(18, 0), &Budget::unlimited()).unwrap();
/// assert_eq!((decision.best().action, decision.best().proven), (2, Some(Proven::Win)));
/// ```
pub trait Guide<G: Game>: Evaluate<G> {
    /// What is kept up to date along [`Game::play`] and [`Game::undo`]; every thread has its own.
    type State: Send;

    /// Whether the search must give the values of plain min-max: to the given depth everywhere, ends valued by the evaluator.
    ///
    /// Only [`Plain`] says yes. Then none of reductions, extensions, quiescence and proofs of the guide is used.
    const EXACT: bool = false;

    /// The state of a position from scratch.
    fn state(&self, game: &G, position: &G::Position) -> Self::State;

    /// Follows `action`, which has just been played and led to `after`.
    fn push(
        &self,
        _game: &G,
        _after: &G::Position,
        _action: G::Action,
        _undo: &G::Undo,
        _state: &mut Self::State,
    ) {
    }

    /// Takes the last [`push`](Guide::push) back; `after` is still the position that `action` led to.
    fn pop(
        &self,
        _game: &G,
        _after: &G::Position,
        _action: G::Action,
        _undo: &G::Undo,
        _state: &mut Self::State,
    ) {
    }

    /// What the position promises `at.seat` while the game goes on: [`Evaluate::value`], quickly. Between -[`DECIDED`] and [`DECIDED`].
    fn estimate(&self, at: &At<'_, G, Self::State>) -> f64;

    /// Appends the actions of a stage, counted from 0, until it says that there are no more stages.
    ///
    /// No action may be listed twice. Stages pay where the first one is cheap and often enough: what is generated late is often not needed at all.
    fn moves(
        &self,
        at: &At<'_, G, Self::State>,
        stage: u8,
        out: &mut Vec<Move<G::Action>>,
    ) -> Listed;

    /// How far noisy moves are followed; not at all unless the guide says so.
    fn quiescence(&self) -> Quiescence {
        Quiescence::default()
    }

    /// Appends the noisy moves: those after which an estimate of the position now would be wrong.
    fn noisy(&self, _at: &At<'_, G, Self::State>, _out: &mut Vec<Move<G::Action>>) -> Calm {
        Calm::MayStand
    }

    /// What is certain here, although the game goes on. It must be true against every play.
    fn decided(&self, _at: &At<'_, G, Self::State>) -> Option<Verdict> {
        None
    }

    /// By how much a value may well differ from the one that was found a ply less deep. Whatever differs more costs a second look.
    fn wavers(&self, value: f64) -> f64 {
        value.abs().max(1.0) / 8.0
    }

    /// By how many plies less a move is looked at that allows it ([`Look::MaybeLess`]), with `depth` plies to go behind `tried` others. What
    /// turns out to be good after all is looked at in full.
    #[inline]
    fn reduction(&self, depth: u8, tried: usize) -> u8 {
        if depth < 3 || tried < 3 { 0 } else { 1 + lateness(depth, tried) / 4 }
    }

    /// A number below 4096 for an action, its name in tables. Actions that share one cost good guesses, no more.
    fn index(&self, action: G::Action) -> u16 {
        let mut hasher = Quick(1);
        action.hash(&mut hasher);
        (hasher.0 >> 52) as u16
    }

    /// The action with this [`index`](Guide::index), if it is legal here and [`moves`](Guide::moves) would list it: the best move
    /// of an earlier search can then be tried before any are listed.
    fn recall(&self, _at: &At<'_, G, Self::State>, _index: u16) -> Option<Move<G::Action>> {
        None
    }
}

/// How late a move comes in a deep search: the later and the deeper, the more.
#[inline]
pub fn lateness(depth: u8, tried: usize) -> u8 {
    let late = (tried + 1).ilog2() as u8;
    late * depth.max(1).ilog2() as u8
}

/// The guide of games that have none: all actions, the evaluator's values, the same answers as plain min-max.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain<E>(
    /// What the leaves are worth; zero-sum for two seats.
    pub E,
);

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Plain<E> {
    #[inline]
    fn value(&self, game: &G, position: &G::Position, seat: Seat) -> f64 {
        self.0.value(game, position, seat)
    }

    fn terms(&self, game: &G, position: &G::Position, seat: Seat) -> Vec<ludex_core::Term> {
        self.0.terms(game, position, seat)
    }

    fn has_rewards(&self) -> bool {
        self.0.has_rewards()
    }

    fn reward(
        &self,
        game: &G,
        before: &G::Position,
        action: G::Action,
        after: &G::Position,
        seat: Seat,
    ) -> f64 {
        self.0.reward(game, before, action, after, seat)
    }

    fn reward_terms(
        &self,
        game: &G,
        before: &G::Position,
        action: G::Action,
        after: &G::Position,
        seat: Seat,
    ) -> Vec<ludex_core::Term> {
        self.0.reward_terms(game, before, action, after, seat)
    }

    #[inline]
    fn settled(&self, game: &G, position: &G::Position, seat: Seat, mover: Seat) -> bool {
        self.0.settled(game, position, seat, mover)
    }
}

impl<G: Game, E: Evaluate<G>> Guide<G> for Plain<E> {
    type State = ();
    const EXACT: bool = true;

    fn state(&self, _: &G, _: &G::Position) {}

    #[inline]
    fn estimate(&self, at: &At<'_, G, ()>) -> f64 {
        self.0.value(at.game, at.position, at.seat)
    }

    /// Never asked: the search takes the actions as the rules list them.
    fn moves(&self, at: &At<'_, G, ()>, _: u8, out: &mut Vec<Move<G::Action>>) -> Listed {
        let mut actions = Vec::new();
        at.game.actions(at.position, &mut actions);
        out.extend(actions.into_iter().map(|action| Move::new(action, 0)));
        Listed::All
    }
}

/// A hasher for very small values: one multiplication a word.
struct Quick(u64);

impl Quick {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Quick {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.word(byte.into());
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.word(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.word(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.word(word.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.word(word);
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.word(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
