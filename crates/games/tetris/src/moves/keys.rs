//! The keys that bring a piece to a placement.

use crate::board::Pile;
use crate::position::LastKey;
use crate::reach::{Fall, Mover, Reach};
use crate::shape::Placement;
use crate::word::Word;
use std::collections::{HashMap, VecDeque};
use std::fmt;

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// To the next state.
    Turn,
    /// To the state before.
    TurnBack,
    /// One row down, or all the way if the rules have only that.
    Down,
}

impl Key {
    /// All keys, in the order in which they are tried.
    pub const ALL: [Self; 5] = [Self::Left, Self::Right, Self::Turn, Self::TurnBack, Self::Down];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Turn => "rotate",
            Self::TurnBack => "rotate-back",
            Self::Down => "down",
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Reach {
    /// Where a key takes the piece; none if it cannot go there.
    ///
    /// ```
    /// use ludex_tetris::{Board, Key, Reach, sets};
    /// let (set, board) = (sets::tetrisvs(), Board::new(10, 20).unwrap());
    /// let reach = Reach::new(&set, 10, 20).unwrap();
    /// let spawn = reach.spawn(0).unwrap();
    /// let moved = reach.press(&board, 0, spawn, Key::Left).unwrap();
    /// assert_eq!(moved.x + 1, spawn.x);
    /// ```
    pub fn press<T: Word>(
        &self,
        board: &Pile<T>,
        piece: usize,
        at: Placement,
        key: Key,
    ) -> Option<Placement> {
        let mover = &self.movers[piece];
        let shape = &mover.shapes[at.rotation as usize];
        let free = |p: &Placement| board.fits(shape, p.x.into(), p.y.into());
        match key {
            Key::Left => Some(Placement { x: at.x.checked_sub(1)?, ..at }).filter(free),
            Key::Right => Some(Placement { x: at.x + 1, ..at }).filter(free),
            Key::Turn => turned(mover, board, at, at.rotation as usize + 1).map(|t| t.0),
            Key::TurnBack => {
                turned(mover, board, at, at.rotation as usize + mover.shapes.len() - 1).map(|t| t.0)
            }
            Key::Down => {
                let one =
                    |p: Placement| Some(Placement { y: p.y.checked_sub(1)?, ..p }).filter(free);
                match self.fall() {
                    Fall::Unit => one(at),
                    Fall::Sonic => std::iter::successors(one(at), |p| one(*p)).last(),
                }
            }
        }
    }

    /// How a turn by this key is told: whether it takes the farthest kick.
    pub(crate) fn told<T: Word>(
        &self,
        board: &Pile<T>,
        piece: usize,
        at: Placement,
        key: Key,
    ) -> LastKey {
        let mover = &self.movers[piece];
        let step = match key {
            Key::Turn => 1,
            Key::TurnBack => mover.shapes.len() - 1,
            _ => return LastKey::Other,
        };
        let found = turned(mover, board, at, at.rotation as usize + step);
        found.map_or(LastKey::Other, |(_, told)| told)
    }

    /// The turns that lead to a place: a plain one if there is any, else one by the farthest kick.
    pub(crate) fn turn_into<T: Word>(
        &self,
        board: &Pile<T>,
        piece: usize,
        goal: Placement,
    ) -> LastKey {
        let mover = &self.movers[piece];
        let from = |rotation: usize| {
            let turns = mover.turns[rotation].iter().filter(|t| t.to == goal.rotation as usize);
            let before = turns.flat_map(|t| &t.kicks).filter_map(|&kick| shifted(goal, kick, -1));
            before.map(move |at| Placement { rotation: rotation as u8, ..at })
        };
        let fits =
            |p: &Placement| board.fits(&mover.shapes[p.rotation as usize], p.x.into(), p.y.into());
        let places = (0..mover.shapes.len()).flat_map(from).filter(fits);
        let led = places.filter_map(|p| turned(mover, board, p, goal.rotation.into()));
        let told: Vec<LastKey> = led.filter(|(to, _)| *to == goal).map(|(_, told)| told).collect();
        told.into_iter().min().unwrap_or_default()
    }

    /// The fewest keys from the spawn to a placement, or to one that covers the same cells.
    ///
    /// None if keys cannot get there. The piece then still has to be locked.
    ///
    /// ```
    /// use ludex_tetris::{Board, Reach, sets};
    /// let (set, board) = (sets::tetrisvs(), Board::new(10, 20).unwrap());
    /// let reach = Reach::new(&set, 10, 20).unwrap();
    /// let mut places = Vec::new();
    /// reach.placements(&board, 0, &mut places);
    /// assert!(places.iter().all(|p| reach.keys(&board, 0, *p).is_some()));
    /// ```
    pub fn keys<T: Word>(
        &self,
        board: &Pile<T>,
        piece: usize,
        goal: Placement,
    ) -> Option<Vec<Key>> {
        let mover = &self.movers[piece];
        let start = mover.spawn.filter(|_| self.can_spawn(board, piece))?;
        let same = *mover.same.get(goal.rotation as usize)?;
        let is_goal = |p: &Placement| {
            (p.x, p.y) == (goal.x, goal.y) && mover.same[p.rotation as usize] == same
        };
        let mut came: HashMap<Placement, Option<(Placement, Key)>> = HashMap::from([(start, None)]);
        let mut queue = VecDeque::from([start]);
        while let Some(here) = queue.pop_front() {
            if is_goal(&here) {
                return Some(way_back(&came, here));
            }
            for key in Key::ALL {
                let Some(there) = self.press(board, piece, here, key) else { continue };
                came.entry(there).or_insert_with(|| {
                    queue.push_back(there);
                    Some((here, key))
                });
            }
        }
        None
    }
}

/// The keys that led to a place, first key first.
fn way_back(came: &HashMap<Placement, Option<(Placement, Key)>>, end: Placement) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut here = end;
    while let Some(Some((before, key))) = came.get(&here) {
        keys.push(*key);
        here = *before;
    }
    keys.reverse();
    keys
}

/// The first try of a turn that fits, and how it is told; none if there is no such key or nothing fits.
fn turned<T: Word>(
    mover: &Mover,
    board: &Pile<T>,
    at: Placement,
    to: usize,
) -> Option<(Placement, LastKey)> {
    let (from, to) = (at.rotation as usize, to % mover.shapes.len());
    // Pieces with two states have the same turn to both sides; the table lists what keys can do.
    let turn = mover.turns[from].iter().find(|t| t.to == to)?;
    turn.kicks.iter().enumerate().find_map(|(tries, &(dx, dy))| {
        let there = shifted(at, (dx, dy), 1)?;
        let fits = board.fits(&mover.shapes[to], there.x.into(), there.y.into());
        let far = tries > 0 && tries + 1 == turn.kicks.len();
        let told = if far { LastKey::FarTurn } else { LastKey::Turn };
        fits.then_some((Placement { rotation: to as u8, ..there }, told))
    })
}

/// A place moved by a kick, forwards (1) or back (-1).
fn shifted(at: Placement, (dx, dy): (i8, i8), way: i16) -> Option<Placement> {
    let x = u8::try_from(i16::from(at.x) + way * i16::from(dx)).ok()?;
    let y = u8::try_from(i16::from(at.y) + way * i16::from(dy)).ok()?;
    Some(Placement { x, y, ..at })
}

/// The fewest keys after which a drop ends well, with that drop; none if no keys lead there. `moved` says where a key leads, `ends_well`
/// whether a drop from a place is the one that is wanted.
pub fn keys_and_drop(
    start: Placement,
    moved: impl Fn(Placement, Key) -> Option<Placement>,
    ends_well: impl Fn(Placement) -> bool,
) -> Option<Vec<&'static str>> {
    let mut came = HashMap::from([(start, None)]);
    let mut queue = VecDeque::from([start]);
    while let Some(here) = queue.pop_front() {
        if ends_well(here) {
            return Some(keys_back(&came, here));
        }
        for key in Key::ALL {
            let Some(there) = moved(here, key) else { continue };
            came.entry(there).or_insert_with(|| {
                queue.push_back(there);
                Some((here, key))
            });
        }
    }
    None
}

/// The keys that led to a place, and the drop at their end.
fn keys_back(
    came: &HashMap<Placement, Option<(Placement, Key)>>,
    end: Placement,
) -> Vec<&'static str> {
    let mut keys = vec!["drop"];
    let mut here = end;
    while let Some(Some((before, key))) = came.get(&here) {
        keys.push(key.name());
        here = *before;
    }
    keys.reverse();
    keys
}
