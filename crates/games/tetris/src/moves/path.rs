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

    /// How far the pivot at `node` lies right of that of `start`, and how far below it.
    fn offset(&self, node: Placement, start: Placement) -> (i32, i32) {
        let pivot = |at| self.reach.pivot(self.piece, at);
        let ((x, y), (start_x, start_y)) = (pivot(node), pivot(start));
        (x - start_x, start_y - y)
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

    /// As in the report: columns between the pivot and that of the spawn count tenfold, so far columns are crossed
    /// first; then rows count; a turn counts 1 as long as the state is not the first.
    fn back_preference(&self, node: &Placement, key: Key, start: &Placement) -> f64 {
        let (right, below) = self.offset(*node, *start);
        match key {
            Key::Left => f64::from(-10 * right),
            Key::Right => f64::from(10 * right),
            Key::Down => f64::from(below),
            Key::Turn | Key::TurnBack => f64::from(u8::from(node.rotation != start.rotation)),
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
    use crate::{PieceSet, report, sets};
    use ludex_core::{Room, Seed};
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

    /// The keys of the original for its sixth piece of l, t, i, o, o, z, played from an empty board.
    #[test]
    fn keys_are_those_of_the_original() {
        let set = sets::tetrisvs();
        let game = crate::Tetris::open(&"tetrisvs".parse().unwrap(), None).unwrap();
        let piece = |name: &str| set.index(name).unwrap() as u8;
        let mut board = Board::new(10, 20).unwrap();
        let mut keys = Vec::new();
        for pair in ["LT", "TI", "IO", "OO", "OZ", "ZL"] {
            let pieces: Vec<u8> = pair.chars().map(|name| piece(&name.to_string())).collect();
            let (mode, level) = (report::Mode::MaxMax, report::Level::Easy);
            let chain = report::choose(&game, &board, &pieces, mode, level).unwrap();
            let (piece, at) = chain.steps[0];
            keys = plan(game.reach(), &board, piece.into(), at).unwrap().keys;
            board.place(game.shape(piece, at), at.x.into(), at.y.into());
        }
        let told: Vec<&str> = keys.iter().map(|key| key.name()).collect();
        let wanted = [&["down", "rotate"][..], &["down"; 9], &["left"], &["down"; 7]].concat();
        assert_eq!(told, wanted);
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
