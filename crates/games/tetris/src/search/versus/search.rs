//! The best course over the known pieces, with [`Outlook`](super::Outlook) at its end.
//!
//! Points are what the two quarrel about; a pile in good shape serves both. So the opponent is not taken for
//! somebody who wrecks the board: of all replies, those count that are best for the opponent's own points and
//! for the shape, and of these the one that is worst for the deciding player. Where the pile is high and both pieces that the
//! report's agent would look at are known, its reply can be worked out instead.
//!
//! The last placement of the deciding player is looked at in two steps: a glance at every board it can leave, and
//! a closer look at those that may still be the best, most promising first. The closer look can only lower the
//! value, because it asks what the opponent's next piece will do.

use super::answers::{Answers, answers};
use super::fate::rescue;
use super::outlook::{Glance, Study};
use super::{Foresight, Reply, Weights, most_rows};
use crate::board::LowBoard;
use crate::dealer::Dealt;
use crate::position::{Landing, MOST_KNOWN};
use crate::report::EMERGENCY;
use crate::rules::Tetris;
use crate::shape::Placement;
use arrayvec::ArrayVec;

/// The placements of a course.
pub(crate) type Line = ArrayVec<Placement, MOST_KNOWN>;

/// What is asked.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) game: &'a Tetris,
    /// The known pieces in the order in which they are placed.
    pub(crate) pieces: &'a [u8],
    pub(crate) weights: &'a Weights,
    /// What the dealer remembers.
    pub(crate) dealt: Dealt,
    pub(crate) foresight: Foresight,
}

/// A foreseen board.
#[derive(Clone, Copy)]
pub(crate) struct Scene {
    pub(crate) board: LowBoard,
    /// Points ahead.
    pub(crate) lead: f64,
    /// Points of the opponent so far along the course.
    pub(crate) gift: f64,
    /// The landings so far.
    pub(crate) landing: Landing,
}

/// A placement, what follows from it, and what a glance at that says.
#[derive(Clone, Copy)]
struct Impression {
    at: Placement,
    lead: f64,
    /// Worth of the board to both.
    board: f64,
    /// Rows that a first placement leaves to the opponent although another one would not.
    offered: u32,
}

/// One running search.
pub(crate) struct Search<'a> {
    ask: Question<'a>,
    /// The best course from each ply on.
    lines: [Line; MOST_KNOWN + 1],
    /// One buffer for each ply, so that nothing is allocated inside.
    buffers: [Vec<Impression>; MOST_KNOWN],
    places: Vec<Placement>,
    pub(crate) nodes: u64,
    pub(crate) cutoffs: u64,
}

/// What may still matter: values above `alpha` and below `beta`.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

impl<'a> Search<'a> {
    pub(crate) fn new(ask: Question<'a>) -> Self {
        let (lines, buffers, places) = Default::default();
        Self { ask, lines, buffers, places, nodes: 0, cutoffs: 0 }
    }

    /// The value of the best course.
    pub(crate) fn best(&mut self, start: &Scene) -> f64 {
        self.node(start, 0, FULL)
    }

    /// The exact value of one first placement, its offer left aside; [`Search::line`] then starts with it.
    pub(crate) fn weigh(&mut self, start: &Scene, at: Placement) -> f64 {
        let after = self.placed(start, 0, at);
        let value = self.node(&after, 1, FULL);
        self.extend_line(0, at);
        value
    }

    /// Whether the answer to a first placement is that of the report's agent and rests on a piece that nobody knows yet.
    pub(crate) fn is_contested(&self, start: &Scene, at: Placement) -> bool {
        let contested =
            self.ask.foresight.answered > 0 && !self.own(1) && self.ask.pieces.len() > 2;
        contested && self.placed(start, 0, at).board.pile_height() < EMERGENCY
    }

    /// The answers to such a placement.
    pub(crate) fn answers(&mut self, start: &Scene, at: Placement) -> Answers {
        let after = self.placed(start, 0, at);
        let (found, nodes) = answers(&self.ask, &after.board);
        self.nodes += nodes;
        found
    }

    /// The exact value of a first placement with an answer to it, its offer left aside; [`Search::line`] then starts with both.
    pub(crate) fn weigh_answered(
        &mut self,
        start: &Scene,
        at: Placement,
        answer: Placement,
    ) -> f64 {
        let after = self.placed(start, 0, at);
        let after = self.placed(&after, 1, answer);
        let value = self.node(&after, 2, FULL);
        self.extend_line(1, answer);
        self.extend_line(0, at);
        value
    }

    /// The first placements in the order in which they are searched, which decides ties, each with the rows that it
    /// leaves to the opponent although another one would not.
    pub(crate) fn first(&mut self, start: &Scene) -> Vec<(Placement, u32)> {
        let mut found = Vec::new();
        self.impressions(start, 0, &mut found);
        found.into_iter().map(|seen| (seen.at, seen.offered)).collect()
    }

    /// Every placement after a course of others, with its exact value and the course from it on. First comes what
    /// who places is expected to do. Empty where no more pieces are known or the next one cannot appear.
    pub(crate) fn unfold(&mut self, start: &Scene, course: &[Placement]) -> Vec<(f64, Line)> {
        let ply = course.len();
        let Some(&piece) = self.ask.pieces.get(ply) else { return Vec::new() };
        let here = course.iter().enumerate().fold(*start, |at, (i, &to)| self.placed(&at, i, to));
        if !self.ask.game.reach().can_spawn(&here.board, piece.into()) {
            return Vec::new();
        }
        let mut seen = Vec::new();
        self.impressions(&here, ply, &mut seen);
        self.foresee(&here, ply, &mut seen);
        if ply == 1 && self.is_contested(start, course[0]) {
            let likely = self.answers(start, course[0]).first().map(|&(answer, _)| answer);
            let place = seen.iter().position(|seen| Some(seen.at) == likely);
            seen[..=place.unwrap_or(0)].rotate_right(1);
        }
        let weigh = |seen: Impression| {
            let offer = self.ask.weights.offer * f64::from(seen.offered);
            let value = self.node(&self.placed(&here, ply, seen.at), ply + 1, FULL) + offer;
            self.extend_line(ply, seen.at);
            (value, self.lines[ply].clone())
        };
        let mut found: Vec<(f64, Line)> = seen.into_iter().map(weigh).collect();
        if self.own(ply) {
            found.sort_by(|a, b| b.0.total_cmp(&a.0));
        }
        found
    }

    /// The course that was found last.
    pub(crate) fn line(&self) -> &[Placement] {
        &self.lines[0]
    }

    /// Whether the deciding player places at this ply.
    fn own(&self, ply: usize) -> bool {
        self.ask.game.rules().seats == 1 || ply.is_multiple_of(2)
    }

    fn node(&mut self, scene: &Scene, ply: usize, window: Window) -> f64 {
        self.nodes += 1;
        self.lines[ply].clear();
        let Some(&piece) = self.ask.pieces.get(ply) else {
            let reply = Reply::expected(self.ask.game, &scene.board, self.ask.dealt);
            return self.leaf(scene, ply, reply);
        };
        if !self.ask.game.reach().can_spawn(&scene.board, piece.into()) {
            return self.leaf(scene, ply, Reply { points: 0.0, blocked: 1.0 });
        }
        let mut found = std::mem::take(&mut self.buffers[ply]);
        found.clear();
        self.impressions(scene, ply, &mut found);
        let last = ply + 1 == self.ask.pieces.len();
        let value = if !self.own(ply) {
            let foreseen = self.foresee(scene, ply, &mut found);
            found.truncate(if foreseen { 1 } else { self.ask.foresight.replies });
            self.theirs(scene, ply, &found, window)
        } else if last && !self.own(ply + 1) {
            self.last(scene, ply, &found, window)
        } else {
            self.ours(scene, ply, &found, window)
        };
        self.buffers[ply] = found;
        value
    }

    /// Moves the reply of the report's agent to the front, if it is to be worked out and can be.
    fn foresee(&self, scene: &Scene, ply: usize, found: &mut [Impression]) -> bool {
        let pair = self.ask.pieces.get(ply..ply + 2).filter(|_| !self.own(ply));
        let high = scene.board.pile_height() >= EMERGENCY;
        let Some(pair) = pair.filter(|_| self.ask.foresight.exact && high) else { return false };
        let reply = rescue(self.ask.game, &scene.board, pair);
        let place = found.iter().position(|seen| Some(seen.at) == reply);
        if let Some(place) = place {
            found[..=place].rotate_right(1);
        }
        place.is_some()
    }

    /// Every placement with a glance at what it leaves, the most promising for who places first.
    fn impressions(&mut self, scene: &Scene, ply: usize, found: &mut Vec<Impression>) {
        let piece = self.ask.pieces[ply];
        self.places.clear();
        self.ask.game.reach().placements(&scene.board, piece.into(), &mut self.places);
        for i in 0..self.places.len() {
            let at = self.places[i];
            let after = self.placed(scene, ply, at);
            let gift = if self.own(ply) { after.gift } else { 0.0 };
            let board = self.ask.weights.glance(&Glance::of(&after.board, after.landing, gift));
            found.push(Impression { at, lead: after.lead, board, offered: 0 });
        }
        self.nodes += found.len() as u64;
        if ply == 0 {
            self.offers(scene, found);
        }
        let sign = if self.own(ply) { 1.0 } else { -1.0 };
        let offer = self.ask.weights.offer;
        let worth =
            |seen: &Impression| sign * seen.lead + seen.board + offer * f64::from(seen.offered);
        found.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    }

    /// Notes what the first placements leave to the opponent's known piece, where one of them leaves nothing.
    fn offers(&self, scene: &Scene, found: &mut [Impression]) {
        let theirs = self.ask.pieces.get(1).filter(|_| !self.own(1));
        let contested = scene.board.pile_height() < self.ask.weights.generous;
        let Some(&piece) = theirs.filter(|_| contested) else { return };
        for seen in &mut *found {
            let after = self.placed(scene, 0, seen.at);
            seen.offered = most_rows(self.ask.game, &after.board, piece);
        }
        if found.iter().all(|seen| seen.offered > 0) {
            for seen in found {
                seen.offered = 0;
            }
        }
    }

    #[inline]
    fn placed(&self, scene: &Scene, ply: usize, at: Placement) -> Scene {
        let mut board = scene.board;
        let shape = self.ask.game.shape(self.ask.pieces[ply], at);
        let cleared = board.place(shape, at.x.into(), at.y.into());
        let points = f64::from(self.ask.game.rules().scoring.points(cleared.lines));
        let landing = scene.landing.then(Landing::of(shape, at, cleared));
        let (lead, gift) = if self.own(ply) {
            (scene.lead + points, scene.gift)
        } else {
            (scene.lead - points, scene.gift + points)
        };
        Scene { board, lead, gift, landing }
    }

    /// The best of the deciding player's placements, with more to come.
    fn ours(&mut self, scene: &Scene, ply: usize, found: &[Impression], mut window: Window) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for &Impression { at, offered, .. } in found {
            let offer = self.ask.weights.offer * f64::from(offered);
            let Window { alpha, beta } = window;
            let inside = Window { alpha: alpha - offer, beta: beta - offer };
            let value = self.node(&self.placed(scene, ply, at), ply + 1, inside) + offer;
            if value > best {
                best = value;
                self.extend_line(ply, at);
            }
            window.alpha = window.alpha.max(best);
            if window.beta <= window.alpha {
                self.cutoffs += 1;
                break;
            }
        }
        best
    }

    /// The worst of the opponent's sensible replies.
    fn theirs(
        &mut self,
        scene: &Scene,
        ply: usize,
        found: &[Impression],
        mut window: Window,
    ) -> f64 {
        let mut worst = f64::INFINITY;
        for &Impression { at, .. } in found {
            let value = self.node(&self.placed(scene, ply, at), ply + 1, window);
            if value < worst {
                worst = value;
                self.extend_line(ply, at);
            }
            window.beta = window.beta.min(worst);
            if window.beta <= window.alpha {
                self.cutoffs += 1;
                break;
            }
        }
        worst
    }

    /// The best last placement, where the opponent's next piece is not known.
    fn last(&mut self, scene: &Scene, ply: usize, found: &[Impression], window: Window) -> f64 {
        let mut best = f64::NEG_INFINITY;
        let mut chosen = None;
        for &Impression { at, lead, board, .. } in found {
            let glance = lead + board;
            if glance <= best || best >= window.beta {
                break;
            }
            if glance <= window.alpha {
                // None of the others can matter either: a bound is enough.
                self.cutoffs += 1;
                best = glance;
                break;
            }
            let after = self.placed(scene, ply, at);
            let reply = Reply::expected(self.ask.game, &after.board, self.ask.dealt);
            let value = glance + self.ask.weights.study(&Study::of(&after.board, reply, false));
            if value > best {
                (best, chosen) = (value, Some(at));
            }
        }
        self.lines[ply].extend(chosen);
        best
    }

    /// The value of a board whose next piece does this.
    fn leaf(&self, scene: &Scene, ply: usize, reply: Reply) -> f64 {
        let weights = self.ask.weights;
        let glance =
            scene.lead + weights.glance(&Glance::of(&scene.board, scene.landing, scene.gift));
        glance + weights.study(&Study::of(&scene.board, reply, self.own(ply)))
    }

    fn extend_line(&mut self, ply: usize, at: Placement) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(at);
        line.extend(tail[0].iter().copied());
    }
}
