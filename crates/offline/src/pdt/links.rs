//! The placements between the states of a graph, by piece: kept as lists of numbers, since a search that asks for a thousand
//! states a question would spend its time on finding them anew.

use super::Graph;

/// The most starts of lists that are kept; of a larger box the placements are found anew each time.
const MOST_STARTS: usize = 1 << 24;

/// Which way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Putting a piece on a state.
    Forth,
    /// Taking one off.
    Back,
}

/// The states of a graph, numbered from the smallest, and what leads from one to the other.
pub(super) struct Links<'a> {
    graph: &'a Graph,
    codes: Vec<u32>,
    /// Forth and back, unless that would be too much.
    kept: Option<[Lists; 2]>,
}

/// For each state and piece, the states at the other end.
struct Lists {
    pieces: usize,
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl Lists {
    #[inline]
    fn of(&self, state: u32, piece: u8) -> &[u32] {
        let at = state as usize * self.pieces + usize::from(piece);
        &self.ends[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    fn forth(graph: &Graph, codes: &[u32]) -> Self {
        let pieces = graph.kit().len();
        let mut starts = Vec::with_capacity(codes.len() * pieces + 1);
        let mut ends = Vec::new();
        let mut by_piece: Vec<Vec<u32>> = vec![Vec::new(); pieces];
        starts.push(0);
        for &code in codes {
            graph.each_next(code, |fit, next| {
                by_piece[usize::from(fit.piece)].push(graph.rank(next) as u32);
            });
            for list in &mut by_piece {
                ends.append(list);
                starts.push(ends.len() as u32);
            }
        }
        Self { pieces, starts, ends }
    }

    /// The same links the other way round.
    fn turned(&self) -> Self {
        let mut starts = vec![0u32; self.starts.len()];
        let pieces = self.pieces;
        let each = |visit: &mut dyn FnMut(usize, u32)| {
            for (at, range) in self.starts.windows(2).enumerate() {
                for &end in &self.ends[range[0] as usize..range[1] as usize] {
                    visit(end as usize * pieces + at % pieces, (at / pieces) as u32);
                }
            }
        };
        each(&mut |at, _| starts[at + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut ends = vec![0; self.ends.len()];
        each(&mut |at, from| {
            ends[next[at] as usize] = from;
            next[at] += 1;
        });
        Self { pieces, starts, ends }
    }
}

impl<'a> Links<'a> {
    pub(super) fn new(graph: &'a Graph) -> Self {
        Self::with_most(graph, MOST_STARTS)
    }

    fn with_most(graph: &'a Graph, most: usize) -> Self {
        let codes: Vec<u32> = graph.codes().collect();
        let kept = (codes.len() * graph.kit().len() <= most).then(|| {
            let forth = Lists::forth(graph, &codes);
            let back = forth.turned();
            [forth, back]
        });
        Self { graph, codes, kept }
    }

    /// How many states there are, the full box too.
    pub(super) fn states(&self) -> usize {
        self.codes.len()
    }

    /// The code of a state.
    pub(super) fn code(&self, state: u32) -> u32 {
        self.codes[state as usize]
    }

    /// Calls `each` with the states that a piece leads to, or comes from.
    #[inline]
    pub(super) fn each(&self, way: Way, state: u32, piece: u8, mut each: impl FnMut(u32)) {
        if let Some(kept) = &self.kept {
            for &end in kept[way as usize].of(state, piece) {
                each(end);
            }
            return;
        }
        let code = self.code(state);
        let heights = self.graph.shape.heights(code);
        let rank = |code| self.graph.rank(code) as u32;
        match way {
            Way::Forth => self.graph.each_next_on(&heights, piece, code, |_, next, _| {
                each(rank(next));
            }),
            Way::Back => self.graph.each_before_on(&heights, piece, code, |before| {
                each(rank(before));
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use ludex_core::Stop;

    #[test]
    fn what_is_kept_is_what_is_found_anew() {
        let shape = "4x6".parse().unwrap();
        let graph = Graph::build(shape, &Kit::standard(), &Stop::default()).unwrap();
        let (kept, anew) = (Links::new(&graph), Links::with_most(&graph, 0));
        assert!(kept.kept.is_some() && anew.kept.is_none());
        let ends = |links: &Links, way, state, piece| {
            let mut ends = Vec::new();
            links.each(way, state, piece, |end| ends.push(end));
            ends.sort_unstable();
            ends
        };
        for state in 0..kept.states() as u32 {
            for piece in 0..7 {
                for way in [Way::Forth, Way::Back] {
                    let (a, b) = (ends(&kept, way, state, piece), ends(&anew, way, state, piece));
                    assert_eq!(a, b, "{way:?} from {state} by {piece}");
                }
            }
        }
    }
}
