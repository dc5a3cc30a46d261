//! Finesse: with how few keys a hand brings a piece over its place.
//!
//! A key that is held until the piece stops at a wall is one key. Pieces that must be steered further down, under
//! an overhang or by a spin, are not judged: there the way is part of the move.

use crate::keys::Key;
use crate::position::{Action, Position};
use crate::rules::Tetris;
use crate::shape::Placement;
use ludex_core::Finesse;
use std::collections::{HashSet, VecDeque};

/// Keys used and keys that would have done.
pub(super) fn judge(game: &Tetris, position: &Position, action: Action) -> Option<Finesse> {
    let Action::Place { piece, at, how, .. } = action else { return None };
    let above = Above { game, position, piece };
    let used = Some(u32::from(how.keys)).filter(|&keys| keys > 0)?;
    Some(Finesse { used, enough: above.fewest(at)? })
}

/// A piece on the row where it appears.
struct Above<'a> {
    game: &'a Tetris,
    position: &'a Position,
    piece: u8,
}

impl Above<'_> {
    fn press(&self, at: Placement, key: Key) -> Option<Placement> {
        self.game.reach().press(&self.position.board, self.piece.into(), at, key)
    }

    /// Where a key leads that is held until nothing moves any more.
    fn held(&self, at: Placement, key: Key) -> Placement {
        std::iter::successors(Some(at), |at| self.press(*at, key)).last().unwrap_or(at)
    }

    fn lands_on(&self, at: Placement, goal: Placement) -> bool {
        let piece = &self.game.rules().set.pieces[usize::from(self.piece)];
        let form = |rotation: u8| piece.same_shape(usize::from(rotation));
        let landed = self.held(at, Key::Down);
        (landed.x, landed.y, form(landed.rotation)) == (goal.x, goal.y, form(goal.rotation))
    }

    /// The fewest keys after which a drop ends at `goal`; none if that takes more than keys above.
    fn fewest(&self, goal: Placement) -> Option<u32> {
        let start = self.game.reach().spawn(self.piece.into())?;
        let mut seen = HashSet::from([start]);
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((here, keys)) = queue.pop_front() {
            if self.lands_on(here, goal) {
                return Some(keys);
            }
            let taps = [Key::Left, Key::Right, Key::Turn, Key::TurnBack];
            let taps = taps.into_iter().filter_map(|key| self.press(here, key));
            let walls = [Key::Left, Key::Right].map(|key| self.held(here, key));
            for there in taps.chain(walls) {
                if seen.insert(there) {
                    queue.push_back((there, keys + 1));
                }
            }
        }
        None
    }
}
