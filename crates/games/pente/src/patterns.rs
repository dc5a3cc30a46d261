//! What a stone on an empty point would make along one line, for both players.
//!
//! Everything that decides about a row of five or a capture lies within four points to each side. Those eight
//! points, two bits each, are a 16-bit [key](window_key) into a table that is made once for each kind of rules. The
//! table names a [`Kind`] for each player by a small number, so that whoever adds up kinds keeps a short list of
//! worths beside it.

use crate::engine::Weights;
use crate::lines::Worths;
use crate::settings::{Settings, Variant};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

/// A point of a line in two bits: a bit for each seat's stone, both for a point off the board.
pub(crate) const OFF: u64 = 0b11;

/// The numbers of two kinds, by seat.
pub(crate) type Ids = [u16; 2];

/// Keys of windows: two bits for each of eight points.
const KEYS: usize = 1 << 16;

/// Points that count to each side.
pub(crate) const REACH: usize = 4;

/// What a row becomes with one more stone, the better the later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Shape {
    /// Nothing that could still win.
    #[default]
    Dead,
    /// Three more stones are needed for a row with one way to win.
    One,
    /// Two more make a four; the row is open only on one side.
    Two,
    /// One more makes an open three.
    OpenTwo,
    /// One more makes a four.
    Three,
    /// One more makes an open four.
    OpenThree,
    /// One point is left to complete the row.
    Four,
    /// Two points are left, of which the opponent can take only one.
    OpenFour,
    /// The row is complete.
    Five,
}

/// What a stone would do along one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Kind {
    pub(crate) shape: Shape,
    /// Length of the row through the stone, as far as the window shows it.
    pub(crate) run: u8,
    /// Opponent's stones that it captures.
    pub(crate) takes: u8,
    /// Own stones beside the placed one that it loses (poof).
    pub(crate) loses: u8,
    /// Opponent's groups that it could capture with the next stone.
    pub(crate) threatens: u8,
    /// Own groups, the stone included, that the opponent could capture with the next stone.
    pub(crate) exposes: u8,
}

/// The table of a kind of rules.
pub(crate) struct Patterns {
    /// For every key the numbers of the kinds for both seats.
    pub(crate) ids: Box<[Ids]>,
    /// The kinds by number.
    pub(crate) kinds: Vec<Kind>,
    /// What they are worth to engines, by their weights, and to the report's levels; made when they are first needed.
    pub(crate) engine: Mutex<Vec<(Weights, Worths)>>,
    pub(crate) levels: OnceLock<Worths>,
}

/// The eight points around position `at` of a line that starts with [`REACH`] points off the board.
#[inline]
pub(crate) fn window_key(line: u64, at: usize) -> usize {
    let window = line >> (2 * at);
    usize::from((window & 0xff | window >> 2 & 0xff00) as u16)
}

/// Of the rules only these matter to the table.
type Rules = (u8, Variant);
type Tables = Vec<(Rules, Arc<Patterns>)>;
static TABLES: LazyLock<Mutex<Tables>> = LazyLock::new(Mutex::default);

impl Patterns {
    /// The table for these rules; made when it is first asked for.
    pub(crate) fn of(settings: Settings) -> Arc<Patterns> {
        let rules = (settings.row, settings.variant);
        let mut tables = TABLES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, table)) = tables.iter().find(|(known, _)| *known == rules) {
            return Arc::clone(table);
        }
        let table = Arc::new(Self::build(rules));
        tables.push((rules, Arc::clone(&table)));
        table
    }

    fn build((row, variant): Rules) -> Self {
        let shapes = Shapes::new(row);
        let mut kinds = Numbers::default();
        let number = |key| kinds.of(Window::new(key).kind(&shapes, variant));
        let first: Vec<u16> = (0..1 << 16).map(number).collect();
        // What the second seat sees is what the first would see with the colours swapped.
        let swapped = |key: usize| (key & 0x5555) << 1 | key >> 1 & 0x5555;
        let ids = (0..KEYS).map(|key| [first[key], first[swapped(key)]]).collect();
        Self { ids, kinds: kinds.known, engine: Mutex::default(), levels: OnceLock::new() }
    }

    #[inline]
    pub(crate) fn kind(&self, id: u16) -> Kind {
        self.kinds[usize::from(id)]
    }
}

/// Gives every kind that occurs a number.
#[derive(Default)]
struct Numbers {
    known: Vec<Kind>,
    numbers: HashMap<Kind, u16>,
}

impl Numbers {
    fn of(&mut self, kind: Kind) -> u16 {
        *self.numbers.entry(kind).or_insert_with(|| {
            self.known.push(kind);
            (self.known.len() - 1) as u16
        })
    }
}

/// The eight points around a stone, one bit each: the four before it, then the four behind it.
#[derive(Clone, Copy)]
struct Window {
    own: u8,
    rival: u8,
    free: u8,
}

impl Window {
    /// The window as the first seat sees it.
    fn new(key: usize) -> Self {
        let (mut own, mut rival, mut free) = (0, 0, 0);
        for point in 0..8 {
            let bits = key >> (2 * point) & 3;
            own |= u8::from(bits == 1) << point;
            rival |= u8::from(bits == 2) << point;
            free |= u8::from(bits == 0) << point;
        }
        Self { own, rival, free }
    }

    fn kind(self, shapes: &Shapes, variant: Variant) -> Kind {
        let mut kind =
            Kind { shape: shapes.of(self.own, self.free), run: run(self.own), ..Kind::default() };
        if variant == Variant::Gomoku {
            return kind;
        }
        for back in [false, true] {
            let side = if back { self.reversed() } else { self };
            let most = if variant == Variant::Keryo { 3 } else { 2 };
            for length in 2..=most {
                kind.takes += length * u8::from(side.rivals_then(length, side.own));
                kind.threatens += u8::from(side.rivals_then(length, side.free));
                kind.exposes += u8::from(side.stands_open(length));
            }
            kind.loses += u8::from(variant == Variant::Poof && side.poofs());
        }
        kind
    }

    fn reversed(self) -> Self {
        let [own, rival, free] = [self.own, self.rival, self.free].map(u8::reverse_bits);
        Self { own, rival, free }
    }

    /// Whether `length` opposing stones stand behind the stone, and then one of `end`.
    fn rivals_then(self, length: u8, end: u8) -> bool {
        let stones = (1 << length) - 1;
        self.rival >> 4 & stones == stones && end >> (4 + length) & 1 != 0
    }

    /// Whether the stone ends a group of `length` own stones that starts behind an opposing one, or the other way
    /// round; each group is seen from its far end once.
    fn stands_open(self, length: u8) -> bool {
        let behind = (self.own >> 4).trailing_ones() as u8;
        let before = (self.own << 4).leading_ones() as u8;
        if behind + before + 1 != length {
            return false;
        }
        let far = self.point(i32::from(behind) + 1);
        let near = self.point(-i32::from(before) - 1);
        // Looked at from both sides: count it where the opponent stands behind.
        far == Some(Owner::Rival) && near == Some(Owner::Nobody)
    }

    fn point(self, offset: i32) -> Option<Owner> {
        let bit = if offset > 0 { offset + 3 } else { offset + 4 };
        let mask = 1_u8.checked_shl(u32::try_from(bit).ok()?)?;
        match mask {
            _ if self.own & mask != 0 => Some(Owner::Own),
            _ if self.rival & mask != 0 => Some(Owner::Rival),
            _ if self.free & mask != 0 => Some(Owner::Nobody),
            _ => None,
        }
    }

    /// Whether the stone and the next one behind it form a pair between opposing stones.
    fn poofs(self) -> bool {
        self.point(-1) == Some(Owner::Rival)
            && self.point(1) == Some(Owner::Own)
            && self.point(2) == Some(Owner::Rival)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Own,
    Rival,
    Nobody,
}

/// Length of the row through the middle.
fn run(own: u8) -> u8 {
    (1 + (own >> 4).trailing_ones() + (own << 4).leading_ones()) as u8
}

/// The shapes of all windows by own and free points.
struct Shapes {
    row: u8,
    /// Indexed by own points, then free points.
    known: Vec<Shape>,
}

impl Shapes {
    fn new(row: u8) -> Self {
        let mut shapes = Self { row, known: vec![Shape::Dead; 1 << 16] };
        // A window with more own stones is known before those with fewer.
        let mut order: Vec<u8> = (0..=255).collect();
        order.sort_by_key(|own| std::cmp::Reverse(own.count_ones()));
        for own in order {
            for free in (0..=255).filter(|free| own & free == 0) {
                let shape = shapes.find(own, free);
                shapes.known[usize::from(own) << 8 | usize::from(free)] = shape;
            }
        }
        shapes
    }

    fn of(&self, own: u8, free: u8) -> Shape {
        self.known[usize::from(own) << 8 | usize::from(free)]
    }

    fn find(&self, own: u8, free: u8) -> Shape {
        if run(own) >= self.row {
            return Shape::Five;
        }
        let next = |point: u8| self.of(own | 1 << point, free & !(1 << point));
        let after: Vec<Shape> = (0..8).filter(|p| free >> p & 1 != 0).map(next).collect();
        let best = after.iter().copied().max().unwrap_or_default();
        match best {
            Shape::Five if after.iter().filter(|&&s| s == Shape::Five).count() > 1 => {
                Shape::OpenFour
            }
            Shape::Five => Shape::Four,
            Shape::OpenFour => Shape::OpenThree,
            Shape::Four => Shape::Three,
            Shape::OpenThree => Shape::OpenTwo,
            Shape::Three => Shape::Two,
            Shape::OpenTwo | Shape::Two => Shape::One,
            Shape::One | Shape::Dead => Shape::Dead,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kind for `X` at the `*` of a drawn line of nine points.
    fn kind(rules: Rules, drawn: &str) -> Kind {
        let table = Patterns::of(Settings { row: rules.0, ..Settings::usual(19, rules.1) });
        let code = |c| match c {
            'X' => 1,
            'O' => 2,
            '#' => OFF,
            _ => 0,
        };
        let line = drawn.chars().rev().fold(0, |line, c| line << 2 | code(c));
        assert_eq!(drawn.find('*'), Some(REACH), "{drawn}");
        table.kind(table.ids[window_key(line, 0)][0])
    }

    #[test]
    fn shapes_are_named_by_what_they_threaten() {
        let shape = |drawn| kind((5, Variant::Pente), drawn).shape;
        assert_eq!(shape("XXXX*...."), Shape::Five);
        assert_eq!(shape(".XXX*...."), Shape::OpenFour);
        assert_eq!(shape("OXXX*...."), Shape::Four);
        assert_eq!(shape(".X.X*X..."), Shape::Four);
        assert_eq!(shape("..XX*...."), Shape::OpenThree);
        assert_eq!(shape(".OXX*...."), Shape::Three);
        assert_eq!(shape("..X.*X..."), Shape::OpenThree);
        assert_eq!(shape("...X*...."), Shape::OpenTwo);
        assert_eq!(shape("#OXX*O..."), Shape::Dead);
        assert_eq!(shape("O...*...O"), Shape::One);
        let short = |drawn| kind((4, Variant::Pente), drawn).shape;
        assert_eq!(short("..XX*...."), Shape::OpenFour);
        assert_eq!(short("...X*...."), Shape::OpenThree);
    }

    #[test]
    fn captures_are_seen_from_the_stone() {
        let pente = |drawn| kind((5, Variant::Pente), drawn);
        assert_eq!(pente(".XOO*OOX.").takes, 4);
        assert_eq!(pente("....*OO..").threatens, 1);
        assert_eq!(pente("....*OOO.").threatens, 0);
        assert_eq!(pente("...O*X...").exposes, 1);
        assert_eq!(pente("..OX*....").exposes, 1);
        assert_eq!(pente("..OX*O...").exposes, 0);
        assert_eq!(pente("...O*XX..").exposes, 0);
        assert_eq!(pente("####*XO..").exposes, 0);
        let keryo = |drawn| kind((5, Variant::Keryo), drawn);
        assert_eq!(keryo("....*OOOX").takes, 3);
        assert_eq!(keryo("...O*XX..").exposes, 1);
        assert_eq!(kind((5, Variant::Poof), "..OX*O...").loses, 1);
        assert_eq!(kind((5, Variant::Poof), "...O*XO..").loses, 1);
        assert_eq!(pente("..OX*O...").loses, 0);
    }
}
