//! One beam, piece by piece: every state tries every waiting piece everywhere, the best go on.

use super::low::{Low, ROWS, joint_key};
use super::profile::Profile;
use crate::kit::Form;
use crate::list::Put;
use crate::task::Task;
use crate::waiting::Waiting;
use std::cmp::{Ordering, Reverse};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// A state of the beam.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const N: usize> {
    pub(crate) board: Low<N>,
    pub(crate) waiting: Waiting,
}

/// How a state came about: from which of the layer before, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    parent: u32,
    put: Put,
}

/// A placement that may make it into the next layer.
#[derive(Clone, Copy)]
struct Try {
    score: i32,
    /// Decides among equals, so that a layer is not all of one kind.
    lot: u32,
    parent: u32,
    place: u8,
    put: Put,
}

impl Try {
    /// Best first, and no two equal.
    fn order(&self, other: &Self) -> Ordering {
        let key = |t: &Self| (Reverse(t.score), t.lot, t.parent, t.put);
        key(self).cmp(&key(other))
    }
}

/// Keys are well mixed already.
#[derive(Default)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole keys are hashed")
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The beam's tools and buffers.
pub(crate) struct Sweep<'a, const N: usize> {
    task: &'a Task,
    forms: Vec<Vec<(u8, Form)>>,
    ceiling: usize,
    profile: Profile,
    tries: Vec<Try>,
    seen: HashSet<u64, BuildHasherDefault<Same>>,
    next: Vec<Node<N>>,
    /// The states of the last layer.
    pub(crate) nodes: Vec<Node<N>>,
    /// How the states of each layer came about.
    pub(crate) trace: Vec<Vec<Step>>,
    /// Placements tried.
    pub(crate) tried: u64,
}

impl<'a, const N: usize> Sweep<'a, N> {
    pub(crate) fn new(task: &'a Task, start: Node<N>, profile: Profile) -> Self {
        let forms = |piece| task.kit.distinct(piece).map(|(turn, form)| (turn, *form)).collect();
        Self {
            task,
            forms: task.kit.pieces().map(forms).collect(),
            ceiling: task.ceiling().min(ROWS),
            profile,
            tries: Vec::new(),
            seen: HashSet::default(),
            next: Vec::new(),
            nodes: vec![start],
            trace: Vec::new(),
            tried: 0,
        }
    }

    /// Places one more piece in every state and keeps the best `keep`; false if there is none left.
    pub(crate) fn advance(&mut self, next: Option<u8>, keep: usize) -> bool {
        self.try_all();
        if self.tries.is_empty() {
            return false;
        }
        self.tried += self.tries.len() as u64;
        self.seen.clear();
        self.next.clear();
        let mut steps = Vec::with_capacity(keep.min(self.tries.len()));
        // Many of the best turn out to be equal states, so that a second helping may be needed, and a third.
        let mut from = 0;
        while from < self.tries.len() && steps.len() < keep {
            let helping = (keep - steps.len()) * 3 / 2 + 8;
            let rest = &mut self.tries[from..];
            if rest.len() > helping {
                rest.select_nth_unstable_by(helping, Try::order);
            }
            let to = (from + helping).min(self.tries.len());
            self.tries[from..to].sort_unstable_by(Try::order);
            self.select(from..to, next, keep, &mut steps);
            from = to;
        }
        self.trace.push(steps);
        std::mem::swap(&mut self.nodes, &mut self.next);
        true
    }

    fn try_all(&mut self) {
        let Self { nodes, tries, forms, profile, ceiling, task, .. } = self;
        tries.clear();
        let width = task.width.min(N);
        for (parent, node) in nodes.iter().enumerate() {
            for place in node.waiting.distinct() {
                let piece = node.waiting.pieces()[place];
                for (rotation, form) in &forms[usize::from(piece)] {
                    for x in 0..=width - form.width() {
                        let y = node.board.landing(form, x);
                        if y + form.height() > *ceiling {
                            continue;
                        }
                        let mut board = node.board;
                        board.put(form, x, y, width);
                        let put = Put { piece, rotation: *rotation, column: x as u8 };
                        let score = profile.score(&board.look(width));
                        let parent = parent as u32;
                        let lot = lot(parent, put);
                        tries.push(Try { score, lot, parent, place: place as u8, put });
                    }
                }
            }
        }
    }

    /// Makes the states of some tries, leaving out those that are there already.
    fn select(
        &mut self,
        tries: Range<usize>,
        joins: Option<u8>,
        keep: usize,
        steps: &mut Vec<Step>,
    ) {
        for t in &self.tries[tries] {
            let mut node = self.nodes[t.parent as usize];
            let forms = &self.forms[usize::from(t.put.piece)];
            let Some((_, form)) = forms.iter().find(|(turn, _)| *turn == t.put.rotation) else {
                continue;
            };
            let x = usize::from(t.put.column);
            node.board.put(form, x, node.board.landing(form, x), self.task.width.min(N));
            node.waiting.take(t.place.into(), joins);
            if self.seen.insert(joint_key(node.board.key(), node.waiting.key())) {
                self.next.push(node);
                steps.push(Step { parent: t.parent, put: t.put });
            }
            if steps.len() == keep {
                break;
            }
        }
    }

    /// The placements that led to a state of the last layer.
    pub(crate) fn path(&self, mut index: usize) -> Vec<Put> {
        let mut puts: Vec<Put> = Vec::with_capacity(self.trace.len());
        for layer in self.trace.iter().rev() {
            let step = layer[index];
            puts.push(step.put);
            index = step.parent as usize;
        }
        puts.reverse();
        puts
    }
}

/// A number that has nothing to do with how good a placement is.
#[inline]
fn lot(parent: u32, put: Put) -> u32 {
    let put = u32::from(put.piece) << 7 | u32::from(put.rotation) << 5 | u32::from(put.column);
    let mixed = (u64::from(parent) << 16 | u64::from(put)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as u32
}
