//! Which cells a network looks at: tuples of cells, each in all eight reflections and rotations of the board.

use crate::grid::Direction;
use crate::tables::{Board, Tables, cells_mask, occupied, select, square_images, tables};
use arrayvec::ArrayVec;
use ludex_core::{Error, Result, Rng, Size};
use ludex_learn::afterstate::{Afterstates, Features};
use rand::Rng as _;

/// A network's name and the cells of its tuples, numbered 0 to f by rows.
struct Named {
    name: &'static str,
    tuples: &'static [&'static str],
}

/// The networks that can be asked for.
const NETWORKS: [Named; 4] = [
    Named { name: "4x5", tuples: &["01234", "45678", "01245", "45689"] },
    Named {
        name: "8x5",
        tuples: &["01234", "45678", "01245", "45689", "01246", "01589", "0156a", "1569a"],
    },
    Named { name: "4x6", tuples: &["012456", "45689a", "012345", "456789"] },
    Named {
        name: "8x6",
        tuples: &["012456", "12569d", "012345", "01567a", "01259a", "0159de", "01589d", "01246a"],
    },
];

/// The names of the networks that can be asked for.
pub fn network_names() -> impl Iterator<Item = &'static str> {
    NETWORKS.iter().map(|network| network.name)
}

/// Cells of a tuple that lie one behind the other: `board >> shift & mask` puts them where they belong in the number.
#[derive(Clone, Copy, Debug)]
struct Run {
    shift: u32,
    mask: u64,
}

/// Most runs of a tuple.
const RUNS: usize = 4;

/// One tuple: which cells, and where its weights start.
#[derive(Clone, Debug)]
struct Tuple {
    cells: Vec<u8>,
    runs: ArrayVec<Run, RUNS>,
    first_weight: u32,
}

/// The tuples of a network for boards of 4x4.
#[derive(Clone, Debug)]
pub struct Patterns {
    name: String,
    tuples: Vec<Tuple>,
    /// The largest tiles, as powers of two, with which stages begin, rising; the first stage is not among them.
    stages: Vec<u8>,
    /// Boards with this tile, as a power of two, or a larger one are looked at [`halved`]; `None` for no board.
    halved_from: Option<u8>,
    /// Weights of one stage.
    weights: usize,
}

/// Most stages of a network.
const MOST_STAGES: usize = 4;

const SIZE: Size = Size::new(4, 4);

/// Images of the board in which a network looks for its tuples.
pub(crate) const IMAGES: usize = 8;

impl Patterns {
    /// The network of that name: `4x5`, `8x5`, `4x6` or `8x6`, tuples times cells. `8x5+2048+8192` has other weights for
    /// boards with a tile of 2048 or more, and others again from 8192 on. `8x5/16384` looks at boards with a tile of 16384
    /// or more as if the tiles above the first gap were half as large.
    pub fn named(name: &str) -> Result<Self> {
        let (name_before, stages) = split(name, '+');
        let (base, halved_from) = split(name_before, '/');
        let found = NETWORKS.iter().find(|network| network.name == base);
        let network = found.ok_or_else(|| Error::unknown("network", base, network_names()))?;
        let stages = stages.map_or(Ok(Vec::new()), read_stages)?;
        let halved_from = halved_from.map(read_halved).transpose()?;
        let (name, tuples) = (name.into(), Vec::new());
        let mut patterns = Self { name, tuples, stages, halved_from, weights: 0 };
        for text in network.tuples {
            let cells: Vec<u8> =
                text.chars().filter_map(|c| c.to_digit(16)).map(|c| c as u8).collect();
            let first_weight = patterns.weights as u32;
            patterns.weights += 1 << (4 * cells.len());
            patterns.tuples.push(Tuple { runs: runs(&cells), cells, first_weight });
        }
        Ok(patterns)
    }

    /// The same, but boards with this tile or a larger one are looked at as if the tiles above the first gap were half as large.
    pub(crate) fn halving(mut self, tile: &str) -> Result<Self> {
        self.halved_from = Some(read_halved(tile)?);
        Ok(self)
    }

    /// Whether some boards are looked at as if they were others. Then values are no forecasts of points.
    pub(crate) fn halves(&self) -> bool {
        self.halved_from.is_some()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of tuples.
    pub fn tuples(&self) -> usize {
        self.tuples.len()
    }

    /// The cells of a tuple on the board itself, the lowest digit of its number first.
    pub fn cells(&self, tuple: usize) -> &[u8] {
        &self.tuples[tuple].cells
    }

    /// Where the weights of a tuple start.
    pub fn first_weight(&self, tuple: usize) -> usize {
        self.tuples[tuple].first_weight as usize
    }
}

/// What stands before and behind a sign.
fn split(text: &str, sign: char) -> (&str, Option<&str>) {
    text.split_once(sign).map_or((text, None), |(before, behind)| (before, Some(behind)))
}

/// A tile that the first boards do not have yet, as a power of two.
fn read_tile(word: &str) -> Option<u8> {
    let number = word.parse::<u32>().ok().filter(|n| n.is_power_of_two() && *n <= 32768);
    number.map(|number| number.trailing_zeros() as u8).filter(|&exponent| exponent > 1)
}

fn read_halved(word: &str) -> Result<u8> {
    let say = "give a power of two from 4 to 32768";
    read_tile(word).ok_or_else(|| Error::bad("tile from which boards are halved", word, say))
}

/// The tiles with which stages begin, as powers of two: at most three, rising.
fn read_stages(text: &str) -> Result<Vec<u8>> {
    let tiles: Option<Vec<u8>> = text.split('+').map(read_tile).collect();
    let rising = |tiles: &Vec<u8>| tiles.is_sorted_by(|a, b| a < b) && tiles.len() < MOST_STAGES;
    tiles.filter(rising).ok_or_else(|| {
        let say = "give at most three powers of two from 4 to 32768, rising";
        Error::bad("stages", text.replace('+', ","), say)
    })
}

/// Splits ascending cells into runs of neighbours.
fn runs(cells: &[u8]) -> ArrayVec<Run, RUNS> {
    let mut all: ArrayVec<Run, RUNS> = ArrayVec::new();
    for (place, &cell) in (0..).zip(cells) {
        let shift = 4 * (u32::from(cell) - place);
        let mask = 15 << (4 * place);
        match all.last_mut() {
            Some(run) if run.shift == shift => run.mask |= mask,
            _ => all.push(Run { shift, mask }),
        }
    }
    all
}

impl Tuple {
    /// The numbers of the weights that speak about this tuple in all images of a board.
    #[inline]
    fn indices(&self, boards: &[Board; IMAGES], out: &mut [u32; IMAGES]) {
        let mut numbers = [u64::from(self.first_weight); IMAGES];
        for run in &self.runs {
            for (number, board) in numbers.iter_mut().zip(boards) {
                *number += board >> run.shift & run.mask;
            }
        }
        *out = numbers.map(|number| number as u32);
    }
}

impl Features for Patterns {
    type State = Board;

    fn weights(&self) -> usize {
        self.weights * self.stages()
    }

    fn stages(&self) -> usize {
        1 + self.stages.len()
    }

    #[inline]
    fn stage(&self, board: Board) -> usize {
        if self.stages.is_empty() {
            return 0;
        }
        let largest = largest(board);
        self.stages.iter().filter(|&&first| largest >= first).count()
    }

    fn active(&self) -> usize {
        IMAGES * self.tuples.len()
    }

    #[inline]
    fn indices(&self, board: Board, out: &mut [u32]) {
        let boards = square_images(self.halved_from.map_or(board, |from| halved(board, from)));
        let (eights, _) = out.as_chunks_mut();
        for (tuple, eight) in self.tuples.iter().zip(eights) {
            tuple.indices(&boards, eight);
        }
    }
}

/// 2048 on 4x4 as something to be learned.
pub struct Lesson {
    patterns: Patterns,
    tables: &'static Tables,
}

impl Lesson {
    /// The game for a network.
    pub fn new(patterns: Patterns) -> Self {
        Self { patterns, tables: tables() }
    }

    /// The tuples of its network.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }
}

impl Features for Lesson {
    type State = Board;

    fn weights(&self) -> usize {
        self.patterns.weights()
    }

    fn stages(&self) -> usize {
        self.patterns.stages()
    }

    #[inline]
    fn stage(&self, board: Board) -> usize {
        self.patterns.stage(board)
    }

    fn active(&self) -> usize {
        self.patterns.active()
    }

    #[inline]
    fn indices(&self, board: Board, out: &mut [u32]) {
        self.patterns.indices(board, out);
    }
}

impl Afterstates for Lesson {
    fn start(&self, dice: &mut Rng) -> Board {
        let first = self.chance(0, dice);
        self.chance(first, dice)
    }

    #[inline]
    fn options(&self, board: Board, out: &mut Vec<(Board, f32)>) {
        for direction in Direction::ALL {
            let moved = self.tables.slide(SIZE, board, direction);
            if moved != board {
                out.push((moved, self.tables.reward(board, direction) as f32));
            }
        }
    }

    #[inline]
    fn chance(&self, after: Board, dice: &mut Rng) -> Board {
        spawn(after, dice)
    }

    /// A 2 on each empty cell: looking at the 4s as well takes twice as long, and one tile in ten is a 4.
    #[inline]
    fn likely(&self, after: Board, out: &mut Vec<Board>) {
        let mut empty = cells_mask(SIZE) & !occupied(after);
        while empty != 0 {
            let lowest = empty & empty.wrapping_neg();
            out.push(after | lowest);
            empty ^= lowest;
        }
    }

    #[inline]
    fn reached(&self, state: Board) -> usize {
        largest(state).into()
    }
}

/// The largest tile of a board, as a power of two.
fn largest(board: Board) -> u8 {
    (0..16).map(|cell| (board >> (4 * cell) & 15) as u8).max().unwrap_or(0)
}

/// The board with all tiles above the first gap below the largest one half as large, again and again as long as that one is `from` or larger and
/// there is a gap: 16384, 8192 and 4096 without a 2048 become 8192, 4096 and 2048. Until the tile of the gap is made, none of those above can
/// merge, so both boards are played alike, and what was learned of the one, which every good game comes to, serves the other.
fn halved(mut board: Board, from: u8) -> Board {
    let tile = |board: Board, cell: u32| board >> (4 * cell) & 15;
    loop {
        let present = (0..16).fold(0_u32, |present, cell| present | 1 << tile(board, cell));
        let largest = present.ilog2();
        let gap = (1..largest).rev().find(|gap| present >> gap & 1 == 0).map(u64::from);
        let Some(gap) = gap.filter(|_| largest >= from.into()) else { return board };
        let shifted = |cell| tile(board, cell) - u64::from(tile(board, cell) > gap);
        board = (0..16).map(|cell| shifted(cell) << (4 * cell)).sum();
    }
}

/// Puts a tile on an empty cell of a 4x4 board by lot.
#[inline]
pub(crate) fn spawn(board: Board, dice: &mut Rng) -> Board {
    let lot = dice.next_u64();
    let empty = cells_mask(SIZE) & !occupied(board);
    let index = ((lot >> 32) * u64::from(empty.count_ones())) >> 32;
    let four = f64::from(lot as u32) >= crate::TWO * 4_294_967_296.0;
    board | (1 + u64::from(four)) << select(empty, index as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_above_the_first_gap_are_halved() {
        assert_eq!(halved(0xedc9_8000_0000_0021, 14), 0xdcb9_8000_0000_0021, "no 1024");
        assert_eq!(
            halved(0xee00_0000_0000_0001, 14),
            0xdd00_0000_0000_0001,
            "equal ones stay equal"
        );
        assert_eq!(halved(0xfed0_0000_0000_0001, 14), 0xdcb0_0000_0000_0001, "32768 twice");
        assert_eq!(halved(0xfed0_0000_0000_0001, 15), 0xedc0_0000_0000_0001, "as far as asked");
        assert_eq!(halved(0x1234_5678_9abc_de00, 14), 0x1234_5678_9abc_de00, "no gap");
        assert_eq!(halved(0xdb00_0000_0000_0001, 14), 0xdb00_0000_0000_0001, "too small");
        assert_eq!(halved(0, 14), 0);
    }

    #[test]
    fn only_boards_with_the_tile_are_looked_at_as_halved() {
        let (plain, halving) =
            (Patterns::named("4x5").unwrap(), Patterns::named("4x5/16384").unwrap());
        let indices = |patterns: &Patterns, board| {
            let mut out = vec![0; patterns.active()];
            patterns.indices(board, &mut out);
            out
        };
        assert_eq!(indices(&halving, 0xdb21), indices(&plain, 0xdb21));
        assert_eq!(indices(&halving, 0xeb21), indices(&plain, 0xdb21));
        assert_eq!(halving.weights(), plain.weights());
    }
}
