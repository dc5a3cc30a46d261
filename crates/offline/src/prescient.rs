//! The method that the CITS4211 report planned and gave up: whole bands of four rows, filled without a gap by search over the list.
//!
//! A band takes as many pieces as the board is wide. Its columns are divided into a few boxes whose graphs know which states can
//! still be filled, and all boxes are filled together, since the buffer ties them to each other. Where the graphs prove that no band
//! can be filled next, a beam bridges to the next empty board, or plays the rest.

use crate::beam::{Effort, beam, beam_to_empty};
use crate::list::Put;
use crate::pdt::{Box2, Graph};
use crate::task::Task;
use crate::waiting::Waiting;
use ludex_core::{Result, Stop, mix};
use std::collections::HashSet;

/// Rows of a band.
const HEIGHT: usize = 4;
/// The widest box whose graph is made on the spot.
const WIDEST: usize = 8;
/// Boards that are looked at for one band before a beam takes over.
const MOST_NODES: usize = 200_000;

/// What the method did.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Prescient {
    /// The placements.
    pub puts: Vec<Put>,
    /// Bands that were filled by the graphs.
    pub bands: usize,
    /// Bands that a beam had to bridge.
    pub bridges: usize,
}

/// The widths of the boxes of a band: as few as possible, none above eight, as equal as possible.
pub fn widths(width: usize) -> Vec<usize> {
    let boxes = width.div_ceil(WIDEST);
    (0..boxes).map(|i| (width + i) / boxes).rev().collect()
}

/// Places a list band by band. A graph as wide as the board, if there is one, fills bands in one box.
pub fn prescient(
    task: &Task,
    list: &[u8],
    whole: Option<&Graph>,
    stop: &Stop,
) -> Result<Prescient> {
    let bands = Bands::new(task, whole, stop)?;
    let mut done = Prescient::default();
    let mut rest = list.to_vec();
    let high_enough = task.ceiling() >= HEIGHT;
    while rest.len() >= task.width && high_enough && !stop.is_set() {
        let puts = match bands.fill(&rest, task.buffer, stop) {
            Some(puts) => {
                done.bands += 1;
                puts
            }
            None => match beam_to_empty(task, &rest, 4 * task.width, stop) {
                Some(puts) => {
                    done.bridges += 1;
                    puts
                }
                None => break,
            },
        };
        rest = left_over(&rest, task.buffer, &puts);
        done.puts.extend(puts);
    }
    done.puts.extend(beam(task, &rest, Effort::default(), stop));
    Ok(done)
}

/// What is left of a list after some placements, those that wait first.
fn left_over(list: &[u8], buffer: usize, puts: &[Put]) -> Vec<u8> {
    let (mut waiting, mut seen) = Waiting::first(list, buffer);
    for put in puts {
        let place = waiting.pieces().iter().position(|&piece| piece == put.piece);
        waiting.take(place.unwrap_or(0), list.get(seen).copied());
        seen = (seen + 1).min(list.len());
    }
    [waiting.pieces(), &list[seen..]].concat()
}

/// The boxes of a band, from left to right.
struct Bands<'a> {
    made: Vec<Graph>,
    whole: Option<&'a Graph>,
    /// The left edge and the graph of each box.
    boxes: Vec<(usize, usize)>,
}

impl<'a> Bands<'a> {
    fn new(task: &Task, whole: Option<&'a Graph>, stop: &Stop) -> Result<Self> {
        let shape = |graph: &Graph| (graph.shape().height, graph.shape().width);
        let whole = whole.filter(|g| shape(g) == (HEIGHT, task.width) && *g.kit() == task.kit);
        let mut made: Vec<Graph> = Vec::new();
        let mut boxes = Vec::new();
        let mut left = 0;
        for width in if whole.is_some() { vec![] } else { widths(task.width) } {
            let known = made.iter().position(|graph| graph.shape().width == width);
            let index = known.unwrap_or(made.len());
            if known.is_none() {
                made.push(Graph::build(Box2::new(HEIGHT, width)?, &task.kit, stop)?);
            }
            boxes.push((left, index));
            left += width;
        }
        Ok(Self { made, whole, boxes })
    }

    fn graphs(&self) -> Vec<(usize, &Graph)> {
        match self.whole {
            Some(graph) => vec![(0, graph)],
            None => self.boxes.iter().map(|&(left, index)| (left, &self.made[index])).collect(),
        }
    }

    /// Placements of the first pieces of a list that fill a band; none if there are none, or none were found.
    fn fill(&self, list: &[u8], buffer: usize, stop: &Stop) -> Option<Vec<Put>> {
        let graphs = self.graphs();
        let (waiting, seen) = Waiting::first(list, buffer);
        let mut search = Fill { graphs, list, dead: HashSet::new(), puts: Vec::new(), stop };
        search.from([0; 4], waiting, seen).then_some(search.puts)
    }
}

/// How low and by which lot, the boxes after it, which waiting piece, and where.
type Next = ((u8, u64), [u32; 4], u8, Put);

struct Fill<'a> {
    graphs: Vec<(usize, &'a Graph)>,
    list: &'a [u8],
    dead: HashSet<([u32; 4], u64)>,
    puts: Vec<Put>,
    stop: &'a Stop,
}

impl Fill<'_> {
    fn from(&mut self, codes: [u32; 4], waiting: Waiting, seen: usize) -> bool {
        if self.graphs.iter().zip(codes).all(|((_, graph), code)| code == graph.full()) {
            return true;
        }
        if self.dead.len() >= MOST_NODES || !self.dead.insert((codes, waiting.key())) {
            return false;
        }
        if self.dead.len().is_multiple_of(1024) && self.stop.is_set() {
            return false;
        }
        for (_, next, place, put) in self.nexts(codes, &waiting) {
            let mut rest = waiting;
            rest.take(place.into(), self.list.get(seen).copied());
            self.puts.push(put);
            if self.from(next, rest, seen + 1) {
                return true;
            }
            self.puts.pop();
        }
        false
    }

    /// Every placement that leaves all boxes on a way to be full, the lowest first; among equals the order is mixed, so
    /// that no box is favoured.
    fn nexts(&self, codes: [u32; 4], waiting: &Waiting) -> Vec<Next> {
        let mut nexts = Vec::new();
        for place in waiting.distinct() {
            let piece = waiting.pieces()[place];
            for (i, (left, graph)) in self.graphs.iter().enumerate() {
                graph.each_next_of(piece, codes[i], |fit, next, floor| {
                    let column = *left as u8 + fit.column;
                    let put = Put { piece, rotation: fit.rotation, column };
                    let mut after = codes;
                    after[i] = next;
                    let lot = mix(u64::from(next) << 8 | i as u64);
                    nexts.push(((floor, lot), after, place as u8, put));
                });
            }
        }
        nexts.sort_unstable();
        nexts
    }
}
