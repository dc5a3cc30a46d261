//! The falling piece: keys and gravity move it, then it is a placement like any other.
//!
//! Where placements must be reachable, keys do what the rotation system says. Where pieces are dropped
//! straight, the path does not matter: a piece that is moved against a tower climbs it, and only
//! columns on which it cannot come to rest are passed over.

use crate::pieces::State;
use crate::position::{Action, How, LastKey, Position};
use crate::rules::{Tetris, Way};
use crate::shape::Placement;
use crate::{Key, Shape, keys_and_drop};
use ludex_core::{Game, Ink, Live, Lock, Notation, Pace, Picture, Pressed, Turn};
use std::time::Duration;

/// The TetrisVs report's: a second for a row, a level a minute, each a fifth quicker.
const PACE: Pace = Pace::by_time(Duration::from_secs(1), Duration::from_mins(1), 0.8);

/// The guideline's: half a second, and fifteen moves that begin it anew.
const LOCK: Lock = Lock { delay: Duration::from_millis(500), resets: 15 };

/// The guideline's time for a row.
fn guideline_interval(level: u32) -> Duration {
    let before = f64::from(level.saturating_sub(1).min(28));
    Duration::from_secs_f64((0.8 - before * 0.007).powf(before))
}

/// What a falling piece listens to; the last one only where the rules let one put a piece aside.
const KEYS: [&str; 7] = ["left", "right", "rotate", "rotate-back", "down", "drop", "hold"];

/// A piece on its way down.
pub(crate) struct FallingPiece {
    game: Tetris,
    /// The position with the hold as it is now.
    position: Position,
    piece: u8,
    held: bool,
    at: Placement,
    done: bool,
    /// The row it appeared on.
    first_row: u8,
    /// How it has been steered so far.
    how: How,
}

impl FallingPiece {
    /// The piece that the seat to move places next.
    pub(crate) fn new(game: &Tetris, position: &Position) -> Option<Self> {
        if !matches!(game.turn(position), Turn::Seat(_)) {
            return None;
        }
        let piece = position.hand().current()?;
        let at = spawn(game, position, piece)?;
        let (game, position, how) = (game.clone(), *position, How::default());
        Some(Self { game, position, piece, held: false, at, done: false, first_row: at.y, how })
    }

    /// The same with the piece that comes out when this one is put aside.
    fn after_hold(&self) -> Option<Self> {
        let alternative = self.position.hand().alternative()?;
        let same = alternative == self.piece;
        if self.held || same || !self.game.rules().hold {
            return None;
        }
        let at = spawn(&self.game, &self.position, alternative)?;
        let mut position = self.position;
        position.hands[usize::from(position.mover)].swap();
        let (game, how) = (self.game.clone(), How::default());
        let (piece, first_row) = (alternative, at.y);
        Some(Self { game, position, piece, held: true, at, done: false, first_row, how })
    }

    /// Whether it lies a while before it is finished, and keys that only move it down never finish it.
    fn has_lock_delay(&self) -> bool {
        self.game.scores_by_guideline()
    }

    /// Where a key takes the piece.
    fn moved(&self, from: Placement, key: Key) -> Option<Placement> {
        match self.game.rules().way {
            Way::Reachable => {
                self.game.reach().press(&self.position.board, self.piece.into(), from, key)
            }
            Way::Straight => Straight { falling: self }.moved(from, key),
            // There each key is a move of its own, which the table plays.
            Way::Steps => None,
        }
    }

    /// Where the piece comes to rest from here.
    fn landed(&self, from: Placement) -> Placement {
        let below = |at: &Placement| self.moved(*at, Key::Down);
        std::iter::successors(Some(from), below).last().unwrap_or(from)
    }

    /// Moves one row down, or is finished.
    fn fall(&mut self) {
        match self.moved(self.at, Key::Down) {
            Some(below) => (self.at, self.how.last) = (below, LastKey::Other),
            None => self.done = true,
        }
    }

    /// A key moves it down. Where it may lie a while, that does not finish it.
    fn press_down(&mut self) -> Pressed {
        if self.has_lock_delay() && self.rests() {
            return Pressed::Nothing;
        }
        self.fall();
        self.how.soft = self.how.soft.saturating_add(1);
        Pressed::Fell
    }

    /// A key moves it to a side or turns it.
    fn press_aside(&mut self, key: Key) -> Pressed {
        let Some(there) = self.moved(self.at, key) else { return Pressed::Nothing };
        let told = self.game.reach().told(&self.position.board, self.piece.into(), self.at, key);
        (self.at, self.how.last) = (there, told);
        Pressed::Moved
    }

    /// The same placement in the first state that covers the same cells, as the rules name it.
    fn named(&self, at: Placement) -> Placement {
        let piece = &self.game.rules().set.pieces[usize::from(self.piece)];
        let rotation = piece.same_shape(usize::from(at.rotation)) as u8;
        Placement { rotation, ..at }
    }

    /// The fewest keys after which a drop ends at `goal`.
    fn way_to(&self, goal: Placement) -> Option<Vec<&'static str>> {
        let goal = self.named(goal);
        let ends_well = |at| self.named(self.landed(at)) == goal;
        keys_and_drop(self.at, |at, key| self.moved(at, key), ends_well)
    }
}

/// Where a piece starts; none if it cannot be placed at all.
fn spawn(game: &Tetris, position: &Position, piece: u8) -> Option<Placement> {
    if !game.can_place(&position.board, piece) {
        return None;
    }
    let home = game.reach().spawn(piece.into());
    match game.rules().way {
        Way::Reachable => home,
        Way::Steps => None,
        Way::Straight => {
            let drops: Vec<Placement> =
                game.drop_kernel().drops(&position.board, piece.into()).map(|d| d.0).collect();
            let centre = home.map_or(game.rules().size.width as u8 / 2, |h| h.x);
            let first = drops.iter().min_by_key(|d| (d.rotation, d.x.abs_diff(centre)))?;
            let height = game.shape(piece, *first).height();
            Some(Placement { y: (game.rules().size.height - height) as u8, ..*first })
        }
    }
}

/// Moves where the path does not matter.
struct Straight<'a> {
    falling: &'a FallingPiece,
}

impl Straight<'_> {
    fn states(&self) -> &[State] {
        let piece = usize::from(self.falling.piece);
        &self.falling.game.rules().set.pieces[piece].states
    }

    /// The row on which a shape comes to rest in a column; none if it would stick out at the top.
    fn rest(&self, shape: &Shape, x: usize) -> Option<u8> {
        let board = &self.falling.position.board;
        let inside = x + shape.width() <= board.width();
        let y = inside.then(|| board.landing(shape, x))?;
        (y + shape.height() <= board.height()).then_some(y as u8)
    }

    /// The piece in column `x`, no lower than before; lifted if something is in the way.
    fn over(&self, from: Placement, rotation: u8, x: usize) -> Option<Placement> {
        let shape = &self.states()[usize::from(rotation)].shape;
        let rest = self.rest(shape, x)?;
        let highest = (self.falling.position.board.height() - shape.height()) as u8;
        Some(Placement { rotation, x: x as u8, y: from.y.clamp(rest, highest) })
    }

    fn moved(&self, from: Placement, key: Key) -> Option<Placement> {
        let (x, width) = (usize::from(from.x), self.falling.position.board.width());
        match key {
            Key::Left => (0..x).rev().find_map(|x| self.over(from, from.rotation, x)),
            Key::Right => (x + 1..width).find_map(|x| self.over(from, from.rotation, x)),
            Key::Turn => self.turned(from, 1),
            Key::TurnBack => self.turned(from, self.states().len() - 1),
            Key::Down => {
                let rest = self.rest(&self.states()[usize::from(from.rotation)].shape, x)?;
                (from.y > rest).then(|| Placement { y: from.y - 1, ..from })
            }
        }
    }

    /// Turns about the pivot, then goes to the nearest column where the piece can come to rest.
    fn turned(&self, from: Placement, by: usize) -> Option<Placement> {
        let states = self.states();
        let now = usize::from(from.rotation);
        let to = (now + by) % states.len();
        let wanted = i32::from(from.x) + i32::from(states[now].pivot.0 - states[to].pivot.0);
        let width = self.falling.position.board.width();
        let columns = (0..width).filter_map(|x| self.over(from, to as u8, x));
        let nearest = columns.min_by_key(|at| i32::from(at.x).abs_diff(wanted));
        nearest.filter(|_| to != now)
    }
}

impl Live<Action> for FallingPiece {
    fn keys(&self) -> &'static [&'static str] {
        if self.game.rules().hold { &KEYS } else { &KEYS[..KEYS.len() - 1] }
    }

    fn key(&mut self, key: &str) -> Pressed {
        if self.done {
            return Pressed::Nothing;
        }
        match key {
            "down" => self.press_down(),
            "drop" => {
                self.finish();
                Pressed::Moved
            }
            "hold" => match self.after_hold() {
                Some(other) => {
                    *self = other;
                    Pressed::Swapped
                }
                None => Pressed::Nothing,
            },
            _ => {
                let known = Key::ALL.into_iter().find(|k| k.name() == key);
                known.map_or(Pressed::Nothing, |key| self.press_aside(key))
            }
        }
    }

    fn begin(&mut self, held: &[String]) -> Vec<String> {
        if !self.has_lock_delay() {
            return Vec::new();
        }
        let mut used = Vec::new();
        // One turn at most: whoever holds both turn keys means neither.
        let turns = held.iter().filter(|key| key.starts_with("rotate")).count();
        for key in ["hold", "rotate", "rotate-back"] {
            let wanted = held.iter().any(|held| held == key) && (key == "hold" || turns == 1);
            if wanted && self.key(key) != Pressed::Nothing {
                self.count_key(key);
                used.push(key.to_owned());
            }
        }
        used
    }

    fn count_key(&mut self, key: &str) {
        if ["left", "right", "rotate", "rotate-back"].contains(&key) {
            self.how.keys = self.how.keys.saturating_add(1);
        }
    }

    fn rests(&self) -> bool {
        !self.done && self.moved(self.at, Key::Down).is_none()
    }

    fn depth(&self) -> u32 {
        self.first_row.saturating_sub(self.at.y).into()
    }

    fn tick(&mut self) {
        if !self.done {
            self.fall();
        }
    }

    fn finish(&mut self) {
        if self.done {
            return;
        }
        let landed = self.landed(self.at);
        let rows = self.at.y.saturating_sub(landed.y);
        if rows > 0 {
            self.how.last = LastKey::Other;
        }
        self.how.hard = self.how.hard.saturating_add(rows);
        (self.at, self.done) = (landed, true);
    }

    fn done(&self) -> Option<Action> {
        let (piece, hold, at) = (self.piece, self.held, self.named(self.at));
        let how = if self.has_lock_delay() { self.how } else { How::default() };
        self.done.then_some(Action::Place { piece, hold, at, how })
    }

    fn carries_out(&self, meant: &Action) -> bool {
        self.done().is_some_and(|action| action.bare() == meant.bare())
    }

    fn keys_to(&self, action: Action) -> Option<Vec<&'static str>> {
        let Action::Place { piece, hold, at, .. } = action else {
            return None;
        };
        if hold && !self.held {
            let other = self.after_hold().filter(|other| other.piece == piece)?;
            let mut keys = vec!["hold"];
            keys.extend(other.way_to(at)?);
            return Some(keys);
        }
        let same = piece == self.piece && hold == self.held && !self.done;
        same.then(|| self.way_to(at))?
    }

    fn picture(&self, ghosts: &[Action]) -> Picture {
        let mut picture = self.game.picture(&self.position, &[]);
        let landed = self.landed(self.at);
        self.game.draw_shape(&mut picture, self.piece, landed, ":", Ink::Ghost);
        self.game.draw_ghosts(&mut picture, &self.position, ghosts);
        self.game.draw_piece(&mut picture, self.piece, self.at);
        picture
    }

    fn beside(&self) -> Vec<(&'static str, Picture)> {
        let hand = self.position.hand();
        let held = hand.hold.iter().map(|&piece| ("hold", piece));
        let next = hand.pieces().iter().skip(1).map(|&piece| ("next", piece));
        let others =
            (0..self.game.rules().seats).filter(|&seat| seat != usize::from(self.position.mover));
        let others = others.filter_map(|seat| self.position.hands[seat].current());
        let others = others.map(|piece| ("other's", piece));
        held.chain(next)
            .chain(others)
            .map(|(name, piece)| (name, self.game.piece_picture(piece)))
            .collect()
    }

    fn pace(&self) -> Pace {
        if !self.has_lock_delay() {
            return PACE;
        }
        let level = self.game.level(&self.position);
        let lock = Some(LOCK);
        let (interval, gained) = (guideline_interval(level), level - 1);
        Pace { interval, level: Duration::MAX, factor: 1.0, gained, lock }
    }
}
