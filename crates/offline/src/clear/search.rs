//! Coverings of the field, each put into an order in which the queue and the ways to move allow it.

use super::cover::{Covers, stock};
use super::{Field, Laid};
use crate::waiting::Waiting;
use ludex_core::{Stop, mix};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A perfect clear.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// The placements in an order in which they can be made.
    pub laid: Vec<Laid>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Answer {
    /// The solutions, each set of placements once, in a fixed order.
    pub found: Vec<Found>,
    /// Partial coverings and partial orders that were looked at.
    pub nodes: u64,
    /// Whether the search was ended before it had seen everything it was asked for.
    pub stopped: bool,
}

#[derive(Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }
}

pub(super) type Fast = BuildHasherDefault<Mixed>;

/// Counts what is looked at, and notices when somebody stops the search.
pub(super) struct Watch<'a> {
    pub(super) stop: &'a Stop,
    pub(super) nodes: u64,
    pub(super) stopped: bool,
}

impl Watch<'_> {
    /// Counts one more node; true if the search is to end.
    pub(super) fn is_over(&mut self) -> bool {
        self.nodes += 1;
        self.stopped |= self.nodes.is_multiple_of(1024) && self.stop.is_set();
        self.stopped
    }
}

pub(super) fn solve(field: &Field, queue: &[u8], hold: bool, all: bool, stop: &Stop) -> Answer {
    let mut watch = Watch { stop, nodes: 0, stopped: false };
    let Some(pieces) = usable(field, queue, hold) else { return Answer::default() };
    let mut orderer = Orderer::new(field, hold);
    let mut found = Vec::new();
    Covers::new(field).each(stock(pieces), &mut watch, &mut |covers, cover, watch| {
        if let Some(laid) = orderer.order(covers, cover, pieces, watch) {
            found.push(Found { laid });
        }
        all || found.is_empty()
    });
    found.sort_unstable();
    Answer { found, nodes: watch.nodes, stopped: watch.stopped }
}

/// The pieces of a queue that can be used at all; none if they are too few.
pub(super) fn usable<'a>(field: &Field, queue: &'a [u8], hold: bool) -> Option<&'a [u8]> {
    let needed = field.needed().filter(|&needed| needed <= queue.len())?;
    Some(&queue[..queue.len().min(needed + usize::from(hold))])
}

/// Finds orders for coverings, and remembers where pieces can come to lie.
pub(super) struct Orderer<'a> {
    field: &'a Field,
    buffer: usize,
    /// The cells that a piece can come to lie on in a field.
    places: HashMap<(u64, u8), Box<[u64]>, Fast>,
    /// Parts of a covering from which it cannot be completed, as bits. What waits follows from what is done.
    dead: Vec<u64>,
}

/// A covering that is being put into order.
struct Ordering<'a> {
    queue: &'a [u8],
    lays: Vec<(Laid, u8)>,
    order: Vec<Laid>,
}

impl<'a> Orderer<'a> {
    pub(super) fn new(field: &'a Field, hold: bool) -> Self {
        Self { field, buffer: usize::from(hold), places: HashMap::default(), dead: Vec::new() }
    }

    /// An order in which a covering can be made from a queue.
    pub(super) fn order(
        &mut self,
        covers: &Covers,
        cover: &[u16],
        queue: &[u8],
        watch: &mut Watch,
    ) -> Option<Vec<Laid>> {
        let lays = cover.iter().map(|&index| covers.lay(index)).map(|lay| (lay.laid, lay.gaps));
        let mut ordering = Ordering { queue, lays: lays.collect(), order: Vec::new() };
        self.dead.clear();
        self.dead.resize((1usize << cover.len()).div_ceil(64), 0);
        let (waiting, seen) = Waiting::first(queue, self.buffer);
        self.from(&mut ordering, 0, self.field.cells, waiting, seen, watch)
            .then_some(ordering.order)
    }

    /// Whether the rest of a covering can be made; `done` are the placements that are made, as bits.
    fn from(
        &mut self,
        ordering: &mut Ordering,
        done: usize,
        field: u64,
        waiting: Waiting,
        seen: usize,
        watch: &mut Watch,
    ) -> bool {
        if done + 1 == 1 << ordering.lays.len() {
            return true;
        }
        if self.dead[done / 64] >> (done % 64) & 1 == 1 || watch.is_over() {
            return false;
        }
        let full = self.field.full_rows(field);
        for i in 0..ordering.lays.len() {
            let (laid, gaps) = ordering.lays[i];
            let Some(place) = waiting.pieces().iter().position(|&piece| piece == laid.piece) else {
                continue;
            };
            if done >> i & 1 == 1 || gaps & !full != 0 || !self.reaches(field, laid) {
                continue;
            }
            let mut rest = waiting;
            rest.take(place, ordering.queue.get(seen).copied());
            ordering.order.push(laid);
            if self.from(ordering, done | 1 << i, field | laid.cells, rest, seen + 1, watch) {
                return true;
            }
            ordering.order.pop();
        }
        self.dead[done / 64] |= 1 << (done % 64);
        false
    }

    /// Whether a piece can come to lie on these cells.
    fn reaches(&mut self, field: u64, laid: Laid) -> bool {
        if !self.field.is_held_up(field, laid.cells) {
            return false;
        }
        let all = self.field;
        let places = self.places.entry((field, laid.piece)).or_insert_with(|| {
            let mut places = Vec::new();
            all.each_place(field, laid.piece, |_, cells| places.push(cells));
            places.into_boxed_slice()
        });
        places.contains(&laid.cells)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Moves;
    use super::*;
    use ludex_core::Seed;
    use ludex_tetris::sets;
    use rand::RngExt;
    use std::collections::BTreeSet;

    /// Every solution by plain trying, piece after piece.
    fn plainly(
        field: &Field,
        cells: u64,
        waiting: &[u8],
        coming: &[u8],
        laid: &mut Vec<Laid>,
        found: &mut BTreeSet<Vec<Laid>>,
    ) {
        if cells == field.all() {
            let mut all = laid.clone();
            all.sort_unstable();
            found.insert(all);
            return;
        }
        for place in 0..waiting.len() {
            let mut rest = waiting.to_vec();
            let piece = rest.remove(place);
            rest.extend(coming.first());
            let mut places = Vec::new();
            field.each_place(cells, piece, |_, place| places.push(place));
            for place in places {
                laid.push(Laid { piece, cells: place });
                let coming = coming.get(1..).unwrap_or(&[]);
                plainly(field, cells | place, &rest, coming, laid, found);
                laid.pop();
            }
        }
    }

    #[test]
    fn the_solutions_are_those_of_plain_trying() {
        let mut rng = Seed(5).rng();
        let mut solved = 0;
        for round in 0..90 {
            let moves = [Moves::HardDrop, Moves::Tucks, Moves::Spins][round % 3];
            let (width, rows) = [(4, 4), (4, 3), (6, 2), (4, 2)][round % 4];
            let field = Field::new(width, rows, &[], sets::srs(), moves).unwrap();
            let needed = field.needed().unwrap();
            let hold = round % 2 == 0;
            let queue: Vec<u8> = (0..=needed).map(|_| rng.random_range(0..7)).collect();
            let pieces = usable(&field, &queue, hold).unwrap();
            let (waiting, coming) = pieces.split_at(1 + usize::from(hold));
            let mut found = BTreeSet::new();
            plainly(&field, 0, waiting, coming, &mut Vec::new(), &mut found);
            let answer = solve(&field, &queue, hold, true, &Stop::default());
            let ours: BTreeSet<Vec<Laid>> = answer
                .found
                .into_iter()
                .map(|mut found| {
                    found.laid.sort_unstable();
                    found.laid
                })
                .collect();
            assert_eq!(ours, found, "{queue:?}, {width}x{rows}, hold {hold}, {moves:?}");
            solved += usize::from(!found.is_empty());
        }
        assert!(solved > 5, "{solved}");
    }
}
