//! Does the first player win, and how soon? Depth-first search by the number of stones that he may still place.
//!
//! His stones are tried, the second player's replies are all refuted or one of them saves him. Only such replies are left out as
//! lose at once, because a row stands to be completed that they neither block nor break.

use super::board::{Board, Ground};
use super::set::Set;
use ludex_core::Meter;

/// Which stones of the first player are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attack {
    /// Only those that threaten to win with one or two more stones. Finds wins soon.
    Threats,
    /// All. What is not found then does not exist.
    All,
}

const FIRST: usize = 0;
const SECOND: usize = 1;

/// What is known of a position with the first player to move.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// He does not win with this many stones.
    fails: u8,
    /// He wins with this many stones; 0 where that is not known.
    wins: u8,
}

pub(super) struct Solver<'a> {
    pub(super) ground: &'a Ground,
    pub(super) meter: Meter,
    attack: Attack,
    table: Vec<Entry>,
}

/// Entries of the table: 64 MiB.
const ENTRIES: usize = 1 << 22;

impl<'a> Solver<'a> {
    pub(super) fn new(ground: &'a Ground, attack: Attack, meter: Meter) -> Self {
        Self { ground, meter, attack, table: vec![Entry::default(); ENTRIES] }
    }

    /// A stone with which the first player wins within `stones` more stones, this one included.
    pub(super) fn winning_stone(&mut self, board: &Board, stones: u8) -> Option<usize> {
        let moves = self.attacks(board, stones);
        moves.into_iter().find(|&index| {
            let next = board.play(self.ground, FIRST, index);
            self.holds(&next, stones - 1)
        })
    }

    /// Whether the first player, to move, wins with at most this many stones.
    pub(super) fn wins(&mut self, board: &Board, stones: u8) -> bool {
        if stones == 0 || self.meter.exhausted() {
            return false;
        }
        if board.wins_at_once(self.ground, FIRST) {
            return true;
        }
        if stones == 1 {
            return false;
        }
        self.meter.visit();
        let key = board.key();
        let slot = key as usize % ENTRIES;
        let mut entry = self.table[slot];
        if entry.key != key {
            entry = Entry { key, ..Entry::default() };
        }
        if entry.fails >= stones || entry.wins > 0 && entry.wins <= stones {
            return entry.fails < stones;
        }
        let wins = self.winning_stone(board, stones).is_some();
        if self.meter.exhausted() {
            return false;
        }
        if wins {
            entry.wins = stones;
        } else {
            entry.fails = stones;
        }
        self.table[slot] = entry;
        wins
    }

    /// Whether the first player wins with this many stones whatever the second, to move, replies.
    pub(super) fn holds(&mut self, board: &Board, stones: u8) -> bool {
        if stones == 0 || board.wins_at_once(self.ground, SECOND) {
            return false;
        }
        let replies = self.replies(board, stones);
        replies.into_iter().all(|index| {
            let next = board.play(self.ground, SECOND, index);
            !next.free(self.ground).is_empty() && self.wins(&next, stones)
        })
    }

    /// Replies that do not lose at once, the most stubborn first.
    fn replies(&self, board: &Board, stones: u8) -> Vec<usize> {
        let ground = self.ground;
        let free = board.free(ground);
        let open = board.completing(ground, FIRST);
        let captures = board.capturing(ground, SECOND);
        if !open.is_empty() {
            let blocks = if open.count() == 1 { open } else { Set::default() };
            return (blocks | captures).iter().collect();
        }
        let (once, twice) = board.threatening(ground, FIRST);
        // With one stone left and nothing to complete, whatever does not help him holds.
        let first = if stones == 1 { free & !once } else { twice };
        let (own, _) = board.threatening(ground, SECOND);
        ranked(free, &[first, captures, own, once])
    }

    fn attacks(&mut self, board: &Board, stones: u8) -> Vec<usize> {
        let ground = self.ground;
        let (once, twice) = board.threatening(ground, FIRST);
        let danger = board.completing(ground, SECOND);
        let mut allowed = board.free(ground);
        if !danger.is_empty() {
            allowed = allowed & (danger | board.capturing(ground, FIRST));
        }
        // The last stone but one must threaten to complete a row, unless captures can win.
        let by_row = board.captured[FIRST] + u8_count(board.stones[SECOND]) + stones < ground.goal;
        if stones == 2 && by_row {
            allowed = allowed & once;
        }
        let mut moves = ranked(allowed, &[twice, once, near(board, ground)]);
        if self.attack == Attack::Threats {
            moves.retain(|&index| once.has(index) || self.prepares(board, index));
        }
        moves
    }

    /// Whether a stone threatens to make two threats at once with the next one.
    fn prepares(&self, board: &Board, index: usize) -> bool {
        let next = board.play(self.ground, FIRST, index);
        !next.threatening(self.ground, FIRST).1.is_empty()
    }
}

fn u8_count(set: Set) -> u8 {
    set.count() as u8
}

/// Free points next to a stone of the first player.
fn near(board: &Board, ground: &Ground) -> Set {
    let own = board.stones[FIRST];
    let stride = ground.side as isize + 1;
    let steps = [1, stride, stride + 1, stride - 1];
    let around = |set: Set, step: isize| set | own.seen_at(step) | own.seen_at(-step);
    steps.into_iter().fold(Set::default(), around)
}

/// The points of `allowed`: those of the first group first, and so on.
fn ranked(allowed: Set, groups: &[Set]) -> Vec<usize> {
    let mut rest = allowed;
    let mut order = Vec::with_capacity(allowed.count() as usize);
    for &group in groups {
        order.extend((rest & group).iter());
        rest = rest & !group;
    }
    order.extend(rest.iter());
    order
}
