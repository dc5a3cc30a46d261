//! The TetrisVs report's way of finding the keys: depth first, from the goal back to the spawn.
//!
//! [`Reach::keys`](crate::Reach::keys) finds the fewest keys. This planner finds some keys, but
//! its search can be told as a story: which way it tried first, and what it had to give up.

use crate::board::Board;
use crate::keys::Key;
use crate::reach::Reach;
use crate::shape::Placement;
use ludex_core::{Budget, StoryStep};
use ludex_search::plan::{Domain, Reverse, backward};

/// The keys to a placement with the story of how they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The keys from the spawn to the goal; the piece then still has to be locked.
    pub keys: Vec<Key>,
    /// The steps of the search, each one the tail of a plan.
    pub story: Vec<StoryStep>,
}

/// Plans the keys from where `piece` appears to `goal`; none if keys cannot get there.
///
/// ```
/// use ludex_tetris::{Placement, Reach, board, path, sets};
/// let set = sets::tetrisvs();
/// let reach = Reach::new(&set, 10, 20).unwrap();
/// let board = board![10 x 20; ".........."];
/// let goal = Placement { rotation: 0, x: 0, y: 0 };
/// let path = path::plan(&reach, &board, set.index("O").unwrap(), goal).unwrap();
/// let lefts = path.keys.iter().filter(|key| key.to_string() == "left").count();
/// assert_eq!((lefts, path.keys.len()), (4, 22));
/// ```
pub fn plan(reach: &Reach, board: &Board, piece: usize, goal: Placement) -> Option<Path> {
    let start = reach.spawn(piece).filter(|_| reach.can_spawn(board, piece))?;
    let falling = Falling { reach, board, piece };
    let mut meter = Budget::unlimited().start();
    let (keys, story) = backward(&falling, &start, &goal, &mut meter);
    Some(Path { keys: keys?, story })
}

/// A piece that falls: its places are the nodes, the keys the actions.
struct Falling<'a> {
    reach: &'a Reach,
    board: &'a Board,
    piece: usize,
}

/// The keys in the report's order.
const KEYS: [Key; 5] = [Key::Turn, Key::Right, Key::Left, Key::Down, Key::TurnBack];

impl Falling<'_> {
    fn states(&self) -> usize {
        self.reach.states(self.piece)
    }

    /// How many turns lead from one state to another.
    fn turns(&self, from: u8, to: u8) -> usize {
        (usize::from(to) + self.states() - usize::from(from)) % self.states()
    }
}

impl Domain for Falling<'_> {
    type Node = Placement;
    type Action = Key;
    type Goal = Placement;

    fn actions(&self) -> &[Key] {
        &KEYS
    }

    fn apply(&self, node: &Placement, key: Key) -> Option<Placement> {
        self.reach.press(self.board, self.piece, *node, key)
    }

    fn reached(&self, node: &Placement, goal: &Placement) -> bool {
        node == goal
    }

    fn action_text(&self, key: Key) -> String {
        key.to_string()
    }
}

impl Reverse for Falling<'_> {
    /// Looks among the few places from which the key could have led here. Turns may kick, so the
    /// place before is found by trying.
    fn unapply(&self, node: &Placement, key: Key) -> Option<Placement> {
        let leads_here = |from: &Placement| {
            let fits = |p: &Placement| {
                self.board.fits(self.reach.shape(self.piece, p.rotation), p.x.into(), p.y.into())
            };
            fits(from) && self.apply(from, key) == Some(*node)
        };
        match key {
            Key::Left => Some(Placement { x: node.x + 1, ..*node }).filter(leads_here),
            Key::Right => Some(Placement { x: node.x.checked_sub(1)?, ..*node }).filter(leads_here),
            Key::Down => Some(Placement { y: node.y + 1, ..*node }).filter(leads_here),
            Key::Turn => self.before_turn(node, self.states() - 1).find(leads_here),
            Key::TurnBack => self.before_turn(node, 1).find(leads_here),
        }
    }

    /// Sideways counts tenfold, as in the report: far columns are crossed first, then the nearer
    /// of rows and turns.
    fn back_preference(&self, node: &Placement, key: Key, start: &Placement) -> f64 {
        let right = f64::from(start.x) - f64::from(node.x);
        match key {
            Key::Left => 10.0 * right,
            Key::Right => -10.0 * right,
            Key::Down => f64::from(start.y) - f64::from(node.y),
            Key::Turn => self.turns(start.rotation, node.rotation) as f64,
            Key::TurnBack => self.turns(node.rotation, start.rotation) as f64,
        }
    }
}

impl Falling<'_> {
    /// Every place within a kick's reach whose state is `steps` turns further on.
    fn before_turn(&self, node: &Placement, steps: usize) -> impl Iterator<Item = Placement> {
        const REACH: i16 = 4;
        let rotation = ((usize::from(node.rotation) + steps) % self.states()) as u8;
        let (x, y) = (i16::from(node.x), i16::from(node.y));
        let near = move |centre: i16| (centre - REACH..=centre + REACH).filter(|c| *c >= 0);
        near(y)
            .flat_map(move |y| near(x).map(move |x| Placement { rotation, x: x as u8, y: y as u8 }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PieceSet, sets};
    use ludex_core::Seed;
    use rand::RngExt;

    fn random_board(seed: u64) -> Board {
        let mut dice = Seed(seed).rng();
        let mut board = Board::new(10, 20).unwrap();
        for y in 0..10 {
            for x in 0..10 {
                board.set(x, y, dice.random_range(0..10) < 6 && x != y);
            }
        }
        board
    }

    /// Presses the keys one by one.
    fn follow(reach: &Reach, board: &Board, piece: usize, keys: &[Key]) -> Placement {
        keys.iter().fold(reach.spawn(piece).unwrap(), |at, &key| {
            reach.press(board, piece, at, key).expect("a key that works")
        })
    }

    fn check(set: &PieceSet) {
        let reach = Reach::new(set, 10, 20).unwrap();
        for seed in 0..20 {
            let board = random_board(seed);
            for piece in 0..set.pieces.len() {
                let mut places = Vec::new();
                reach.placements(&board, piece, &mut places);
                for goal in places {
                    let Some(path) = plan(&reach, &board, piece, goal) else {
                        // The same cells in another state may be the only way in.
                        assert!(reach.keys(&board, piece, goal).is_some());
                        continue;
                    };
                    assert_eq!(follow(&reach, &board, piece, &path.keys), goal);
                    let told: Vec<String> = path.keys.iter().map(ToString::to_string).collect();
                    assert_eq!(path.story.last().unwrap().step, told);
                }
            }
        }
    }

    #[test]
    fn plans_lead_where_they_should() {
        check(&sets::tetrisvs());
        check(&sets::srs());
    }

    #[test]
    fn far_columns_are_crossed_first_seen_from_the_goal() {
        let set = sets::tetrisvs();
        let reach = Reach::new(&set, 10, 20).unwrap();
        let board = Board::new(10, 20).unwrap();
        let goal = Placement { rotation: 0, x: 0, y: 0 };
        let path = plan(&reach, &board, set.index("O").unwrap(), goal).unwrap();
        let texts: Vec<String> = path.keys.iter().rev().map(ToString::to_string).collect();
        assert_eq!(texts[..4], ["left", "left", "left", "down"]);
    }
}
