//! The learned player.

use super::places::by_lines;
use crate::patterns::{IMAGES, Patterns};
use crate::search::{Leaf, Parts};
use crate::tables::{Board, square_images};
use crate::{Action, Position, Twenty48};
use ludex_core::{Error, Evaluate, Game, Result, Seat, Size, Term, Turn, resources};
use ludex_learn::afterstate::Features;
use ludex_learn::network::Network;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// A network and the cells it looks at.
pub struct Player {
    patterns: Patterns,
    network: Arc<Network>,
}

/// Most weights that speak about one board: eight tuples in eight images.
const MOST_ACTIVE: usize = 8 * IMAGES;

/// No file of weights is larger.
const LARGEST_FILE: usize = 1 << 30;

static BUILT_IN: LazyLock<Result<Arc<Player>>> = LazyLock::new(|| {
    let bytes: &[u8] = include_bytes!("../../data/8x5.ludexnet");
    Player::read("8x5.ludexnet", bytes).map(Arc::new)
});

/// The weight file that was read last, and its player.
static LAST_READ: Mutex<Option<(Vec<u8>, Arc<Player>)>> = Mutex::new(None);

impl Player {
    /// A player from a network that was learned with these patterns.
    pub fn new(patterns: Patterns, network: Network) -> Self {
        Self { patterns, network: Arc::new(network) }
    }

    /// The player that comes with the program.
    pub fn built_in() -> Result<Arc<Self>> {
        BUILT_IN.clone()
    }

    /// The player of a weight file, by name. The file that was read last is unpacked once, however many games ask for it.
    pub fn load(name: &str) -> Result<Arc<Self>> {
        let bytes = resources::bytes("weight file", name, LARGEST_FILE)?;
        let mut last = LAST_READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, player)) = last.as_ref().filter(|(known, _)| *known == bytes) {
            return Ok(player.clone());
        }
        let player = Arc::new(Self::read(name, &bytes)?);
        *last = Some((bytes, player.clone()));
        Ok(player)
    }

    /// Reads a weight file; `name` is for errors.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self> {
        let weights = |name: &str| Patterns::named(name).ok().map(|patterns| patterns.weights());
        let network = Network::read(name, bytes, "2048", weights)?;
        let patterns = Patterns::named(&network.label().network)?;
        Ok(Self::new(patterns, network))
    }

    /// The same player, who looks at boards with this tile or a larger one as if the tiles above the first gap were half as large.
    fn halving(&self, tile: &str) -> Result<Self> {
        let patterns = self.patterns.clone().halving(tile)?;
        Ok(Self { patterns, network: self.network.clone() })
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The points that a board after a slide promises.
    #[inline]
    pub fn value(&self, after: Board) -> f32 {
        let mut indices = [0; MOST_ACTIVE];
        let indices = &mut indices[..self.patterns.active()];
        self.patterns.staged_indices(after, indices);
        self.network.sum(indices)
    }

    fn parts(&self, after: Board) -> Vec<f64> {
        let mut indices = vec![0; self.patterns.active()];
        self.patterns.staged_indices(after, &mut indices);
        indices.iter().map(|&index| f64::from(self.network.weight(index as usize))).collect()
    }

    /// The term of what the moves looked at earn. Its name says whether the whole value is one in points: where boards are halved it is not.
    fn earned(&self, points: f64) -> Term {
        let name = if self.patterns.halves() { "earned" } else { "points" };
        Term::new(name, "points of the moves looked at", points, 1.0)
    }

    /// Terms for the parts of a value: one for every place where a tuple lies.
    fn terms(&self, parts: &[f64]) -> Vec<Term> {
        // A board whose cells hold their own numbers tells where each image has them from.
        let images = square_images(0xfedc_ba98_7654_3210);
        let mut terms = Vec::new();
        for tuple in 0..self.patterns.tuples() {
            for (place, image) in images.iter().enumerate() {
                let cells = self.patterns.cells(tuple).iter();
                let cells: Vec<u16> = cells.map(|cell| (image >> (4 * cell) & 15) as u16).collect();
                let value = parts.get(tuple * IMAGES + place).copied().unwrap_or(0.0);
                terms.push(place_term(tuple, place, &cells, value));
            }
        }
        terms
    }
}

fn place_term(tuple: usize, place: usize, cells: &[u16], value: f64) -> Term {
    let spots: Vec<[u16; 2]> = cells.iter().map(|cell| [cell % 4, cell / 4]).collect();
    let where_they_are = by_lines(&spots);
    Term {
        name: format!("tuple{}.{}", tuple + 1, place + 1).into(),
        meaning: format!("{where_they_are}: what the tiles there promise together").into(),
        ..Term::new("", "", value, 1.0).at(spots)
    }
}

/// The player as a leaf of the search.
pub(super) struct Learned(Arc<Player>);

impl Learned {
    /// Refuses boards of other sizes than the player has learned.
    pub(super) fn new(size: Size, player: Arc<Player>) -> Result<Self> {
        if size == Size::new(4, 4) {
            return Ok(Self(player));
        }
        let reason = "it has learned 4x4 alone; on other boards ask expectimax";
        Err(Error::bad("board for ntuple", size.to_string(), reason))
    }

    pub(super) fn player(&self) -> Arc<Player> {
        self.0.clone()
    }
}

impl Leaf for Learned {
    const POINTS: bool = true;
    const KEPT: bool = true;
    const DEEPER: bool = false;

    #[inline]
    fn value(&self, after: Board) -> f32 {
        self.0.value(after)
    }

    fn parts(&self, after: Board) -> Vec<f64> {
        self.0.parts(after)
    }

    fn terms(&self, parts: &Parts) -> Vec<Term> {
        let mut terms = vec![self.0.earned(parts.points)];
        terms.extend(self.0.terms(&parts.leaf));
        terms
    }
}

/// The player as an evaluator, for boards that do not fit into one word: tiles beyond 32768 look like it.
pub(super) struct Promise(pub(super) Arc<Player>);

impl Promise {
    fn board(game: &Twenty48, position: &Position) -> Option<Board> {
        let cells = game.grid().cells();
        let put = |board, cell| board | u64::from(position.exponent(cell).min(15)) << (4 * cell);
        (game.turn(position) != Turn::Over).then(|| cells.fold(0, put))
    }
}

impl Evaluate<Twenty48> for Promise {
    fn value(&self, game: &Twenty48, position: &Position, _: Seat) -> f64 {
        Self::board(game, position).map_or(0.0, |board| f64::from(self.0.value(board)))
    }

    fn terms(&self, game: &Twenty48, position: &Position, _: Seat) -> Vec<Term> {
        let parts = Self::board(game, position).map_or_else(Vec::new, |board| self.0.parts(board));
        self.0.terms(&parts)
    }

    fn has_rewards(&self) -> bool {
        true
    }

    fn reward(&self, _: &Twenty48, before: &Position, _: Action, after: &Position, _: Seat) -> f64 {
        f64::from(after.score() - before.score())
    }

    fn reward_terms(
        &self,
        _: &Twenty48,
        before: &Position,
        _: Action,
        after: &Position,
        _: Seat,
    ) -> Vec<Term> {
        let points = f64::from(after.score() - before.score());
        vec![self.0.earned(points)]
    }
}

/// What can be asked for besides the built-in player: a file, or nothing; and the tile from which boards are halved.
pub(super) fn player(weights: Option<String>, halve: Option<String>) -> Result<Arc<Player>> {
    let player = match weights {
        None => Player::built_in(),
        Some(name) if name == "8x5" => Player::built_in(),
        Some(name) => Player::load(&name),
    }?;
    Ok(match halve {
        Some(tile) => Arc::new(player.halving(&tile)?),
        None => player,
    })
}
