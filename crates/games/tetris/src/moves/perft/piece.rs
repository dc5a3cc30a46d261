//! What is known of a piece before any board is seen, and where it can come to rest.

use super::strip::{FARTHEST, LANES, Lanes, ROWS, Single, Strip};
use crate::pieces::MOST_STATES;
use crate::reach::{Mover, Turn};
use crate::shape::{MOST_CELLS, Placement};
use arrayvec::ArrayVec;
use std::array::from_fn;

/// One state of a piece.
struct State {
    /// Its cells by column and row, from the lower left corner.
    cells: ArrayVec<(usize, u32), MOST_CELLS>,
    /// Every place between the walls.
    inside: Strip,
    /// The first state that covers the same cells.
    same: usize,
    /// Its cells on the floor, by the column of the lower left corner.
    stamps: ArrayVec<Strip, LANES>,
    height: u32,
    turns: ArrayVec<Rotation, 2>,
}

/// A turn with the moves to try, in order.
struct Rotation {
    to: usize,
    kicks: ArrayVec<Kick, MOST_KICKS>,
    /// The same the other way round, those together that lead to the same column: each is columns to the right and rows
    /// up, both back.
    back: ArrayVec<(i8, ArrayVec<i8, MOST_KICKS>), MOST_KICKS>,
}

/// More tries than this no table of kicks has.
const MOST_KICKS: usize = 8;

/// Places where pieces can rest: no two of a lane lie next to each other.
const MOST_PLACES: usize = MOST_STATES * LANES * ROWS as usize / 2;

struct Kick {
    dx: i8,
    dy: i8,
    /// Places that it lifts out of the strip, where everything is free.
    sky: Strip,
}

/// A piece whose straight drops can all be reached.
pub(super) struct PieceTable {
    states: ArrayVec<State, MOST_STATES>,
    /// Straight drops, each set of cells once.
    drops: u64,
}

/// Where a piece fits, and where it can get to, by state.
struct Places<L> {
    free: [L; MOST_STATES],
    seen: [L; MOST_STATES],
}

impl Kick {
    /// None if it leads too far.
    fn new((dx, dy): (i8, i8), columns: usize) -> Option<Self> {
        let near = usize::from(dx.unsigned_abs().max(dy.unsigned_abs())) <= FARTHEST;
        near.then(|| Self { dx, dy, sky: sky(dx, dy, columns) })
    }
}

/// The places that a kick lifts out of the strip into one of so many columns.
fn sky(dx: i8, dy: i8, columns: usize) -> Strip {
    let rows = if dy > 0 { (1_u16 << dy) - 1 } else { 0 };
    let inside = |x: usize| (0..columns as i32).contains(&(x as i32 + i32::from(dx)));
    Strip(from_fn(|x| if inside(x) { rows } else { 0 }))
}

/// The ways back from where kicks lead, by columns.
fn back(kicks: &[Kick]) -> ArrayVec<(i8, ArrayVec<i8, MOST_KICKS>), MOST_KICKS> {
    let mut back: ArrayVec<(i8, ArrayVec<i8, MOST_KICKS>), MOST_KICKS> = ArrayVec::new();
    for kick in kicks {
        match back.iter_mut().find(|(dx, _)| *dx == -kick.dx) {
            Some((_, rises)) => rises.push(-kick.dy),
            None => back.push((-kick.dx, ArrayVec::from_iter([-kick.dy]))),
        }
    }
    back
}

impl PieceTable {
    /// None where a turn has more tries than there is room for.
    pub(super) fn new(mover: &Mover, width: usize) -> Option<Self> {
        let columns = |state: usize| width + 1 - mover.shapes[state].width();
        let rotation = |turn: &Turn| {
            let few = turn.kicks.len() <= MOST_KICKS;
            let kicks =
                turn.kicks.iter().filter(|_| few).map(|&by| Kick::new(by, columns(turn.to)));
            let kicks = kicks.collect::<Option<ArrayVec<_, MOST_KICKS>>>().filter(|_| few)?;
            Some(Rotation { to: turn.to, back: back(&kicks), kicks })
        };
        let state = |i: usize| {
            let shape = &mover.shapes[i];
            Some(State {
                cells: shape.each_cell().map(|(x, y)| (x, y as u32)).collect(),
                inside: Strip(from_fn(|x| if x < columns(i) { u16::MAX } else { 0 })),
                same: mover.same[i],
                stamps: (0..columns(i)).map(|x| Strip::stamp(shape, x)).collect(),
                height: shape.height() as u32,
                turns: mover.turns[i].iter().map(rotation).collect::<Option<_>>()?,
            })
        };
        let own = (0..mover.shapes.len()).filter(|&i| mover.same[i] == i);
        let drops = own.map(|i| columns(i) as u64).sum();
        Some(Self { states: (0..mover.shapes.len()).map(state).collect::<Option<_>>()?, drops })
    }

    /// Where the piece fits, and all straight drops. Also a bit for each state in which more is hidden, and whether
    /// something could come to rest there.
    #[inline(always)]
    fn look<L: Lanes>(&self, board: L) -> (Places<L>, u32, bool) {
        let none = L::load(&Strip::NONE);
        let shifted: [L; MOST_CELLS] =
            [board, board.left(1), board.left(2), board.left(3), board.left(4)];
        let mut places = Places { free: [none; MOST_STATES], seen: [none; MOST_STATES] };
        let (mut hidden, mut resting) = (0, none);
        for (i, state) in self.states.iter().enumerate() {
            let mut blocked = none;
            for &(dx, dy) in &state.cells {
                blocked = blocked.or(shifted[dx % MOST_CELLS].down(dy));
            }
            let free = L::load(&state.inside).and_not(blocked);
            let seen = free.shafts();
            let more = free.and_not(seen);
            resting = resting.or(more.and_not(free.up(1)));
            hidden |= u32::from(!more.is_empty()) << i;
            (places.free[i], places.seen[i]) = (free, seen);
        }
        (places, hidden, !resting.is_empty())
    }

    /// How many placements there are, on all boards together.
    #[inline(always)]
    pub(super) fn count<L: Lanes>(&self, board: L) -> u64 {
        let (mut places, hidden, more) = self.look(board);
        if !more {
            return self.drops * L::BOARDS;
        }
        self.explore(&mut places, hidden);
        let mut count = 0;
        for (i, state) in self.states.iter().enumerate() {
            if state.same == i {
                count += u64::from(self.resting(&places, i).count());
            }
        }
        count
    }

    /// Every placement with the row that the piece then reaches up to.
    #[inline(always)]
    pub(super) fn placements<L: Single>(
        &self,
        board: L,
    ) -> ArrayVec<(Placement, u32), MOST_PLACES> {
        let (mut places, hidden, more) = self.look(board);
        if more {
            self.explore(&mut places, hidden);
        }
        let mut list = ArrayVec::new();
        for (i, state) in self.states.iter().enumerate() {
            if state.same == i {
                let rests = self.resting(&places, i).store();
                for (x, &lane) in rests.0.iter().enumerate() {
                    let mut rows = lane;
                    while rows != 0 {
                        let y = ROWS - 1 - rows.trailing_zeros();
                        rows &= rows - 1;
                        let at = Placement { rotation: i as u8, x: x as u8, y: y as u8 };
                        list.push((at, y + state.height));
                    }
                }
            }
        }
        list
    }

    /// The board with the piece on it, full rows included.
    #[inline(always)]
    pub(super) fn placed<L: Lanes>(&self, board: L, at: Placement) -> L {
        let stamp = &self.states[usize::from(at.rotation)].stamps[usize::from(at.x)];
        board.or(L::load(stamp).up(at.y.into()))
    }

    #[inline(always)]
    fn resting<L: Lanes>(&self, places: &Places<L>, own: usize) -> L {
        let mut all = L::load(&Strip::NONE);
        for (i, state) in self.states.iter().enumerate() {
            if state.same == own {
                all = all.or(places.seen[i].and_not(places.free[i].up(1)));
            }
        }
        all
    }

    /// Moves on from the straight drops until nothing new comes; only states with something `hidden` can gain.
    #[inline(always)]
    fn explore<L: Lanes>(&self, places: &mut Places<L>, hidden: u32) {
        let mut fresh = (1_u32 << self.states.len()) - 1;
        while fresh != 0 {
            let i = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            if hidden >> i & 1 == 1 {
                places.spread(i);
            }
            for turn in &self.states[i].turns {
                if hidden >> turn.to & 1 == 1 && places.turn(i, turn) {
                    fresh |= 1 << turn.to;
                }
            }
        }
    }
}

impl<L: Lanes> Places<L> {
    /// Moves down and to both sides until nothing new comes.
    #[inline(always)]
    fn spread(&mut self, state: usize) {
        let (free, mut seen) = (self.free[state], self.seen[state].fallen(self.free[state]));
        loop {
            let sides = seen.right(1).or(seen.left(1));
            let new = sides.and(free).and_not(seen);
            if new.is_empty() {
                break;
            }
            seen = seen.or(new.fallen(free));
        }
        self.seen[state] = seen;
    }

    /// Turns everything that can turn; true if that leads to something new.
    ///
    /// Only places from which some try leads to something new need to be looked at, and mostly there are none.
    #[inline(always)]
    fn turn(&mut self, from: usize, turn: &Rotation) -> bool {
        let (free, before) = (self.free[turn.to], self.seen[turn.to]);
        let new = free.and_not(before);
        let mut sources = L::load(&Strip::NONE);
        for (dx, rises) in &turn.back {
            let mut lifted = L::load(&Strip::NONE);
            for &dy in rises {
                lifted = lifted.or(moved(new, 0, dy));
            }
            sources = sources.or(moved(lifted, *dx, 0));
        }
        let mut waiting = sources.and(self.seen[from]);
        if waiting.is_empty() {
            return false;
        }
        let mut seen = before;
        for kick in &turn.kicks {
            let turned = moved(waiting, kick.dx, kick.dy).and(free);
            seen = seen.or(turned);
            waiting = waiting.and_not(moved(turned, -kick.dx, -kick.dy).or(L::load(&kick.sky)));
        }
        self.seen[turn.to] = seen;
        !seen.and_not(before).is_empty()
    }
}

/// Places moved by so many columns to the right and rows up.
#[inline(always)]
fn moved<L: Lanes>(places: L, dx: i8, dy: i8) -> L {
    let (lanes, rows) = (usize::from(dx.unsigned_abs()), u32::from(dy.unsigned_abs()));
    let raised = match dy {
        0 => places,
        1.. => places.up(rows),
        _ => places.down(rows),
    };
    match dx {
        0 => raised,
        1.. => raised.right(lanes),
        _ => raised.left(lanes),
    }
}
