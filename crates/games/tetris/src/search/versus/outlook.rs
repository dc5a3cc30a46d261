//! What a shared board is worth to one of two players.

use super::Reply;
use crate::board::Pile;
use crate::features::{FEATURES, at};
use crate::position::{Landing, Position};
use crate::rules::Tetris;
use crate::terrain::{Terrain, proper_holes};
use crate::word::Word;
use ludex_core::{Evaluate, Seat, Term};

/// How many amounts describe the shape of the pile.
const SHAPES: usize = 8;

/// The features of the shape, as in [`FEATURES`].
const SHAPE: [usize; SHAPES] = [at::LH, at::RT, at::CT, at::HO, at::WE, at::HD, at::RH, at::DV];

/// What one unit of each amount is worth, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The shape of the pile: landing heights of the foreseen placements, row and column transitions, holes, wells,
    /// hole depth, rows with holes, diversity. Good shape helps both players.
    pub shape: [f64; SHAPES],
    /// A row of the highest column above the tenth, squared.
    pub danger: f64,
    /// By how much the weights of the shape grow with each row of the pile above [`calm`](Self::calm), if there is
    /// a lead to lose.
    pub caution: f64,
    /// Up to this height of the pile nobody needs to be cautious.
    pub calm: u32,
    /// A lead in points that is worth keeping whatever it costs.
    pub comfort: f64,
    /// From this height on survival comes first.
    pub high: u32,
    /// By how much the weights grow then.
    pub alarm: f64,
    /// A point that the opponent earns along the foreseen course, over and above the lost lead.
    pub gift: f64,
    /// A row that the first placement leaves to the opponent although another one would not.
    pub offer: f64,
    /// From this height of the pile on, such rows may be left: who lets the pile grow to deny them loses with them.
    pub generous: u32,
    /// A hole that no falling cell could be steered into.
    pub proper: f64,
    /// A point that the next piece earns on average.
    pub reply: f64,
    /// The certainty that the next piece cannot appear.
    pub lost: f64,
}

/// Piles up to this height endanger nobody.
const SAFE: u32 = 10;

/// The shape weights of the best published policy, to be scaled.
const DT20: [f64; SHAPES] = [-2.68, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89];

impl Weights {
    /// The default with another scale of the shape: points for a unit of the published policy.
    pub fn scaled(scale: f64) -> Self {
        let shape = DT20.map(|weight| weight * scale);
        Self {
            shape,
            danger: -2.0,
            caution: 0.5,
            calm: 6,
            high: 11,
            alarm: 0.5,
            comfort: 500.0,
            gift: -0.5,
            offer: -10_000.0,
            generous: 14,
            proper: -20.0,
            reply: 0.5,
            lost: -100_000.0,
        }
    }
}

impl Weights {
    /// The weights for a decision: the higher the pile and the larger the own lead, the more shape counts, because
    /// what is won is lost when both lose.
    pub fn on_guard(self, pile: u32, lead: f64) -> Self {
        let rows = f64::from(pile.saturating_sub(self.calm));
        let at_stake = (lead / self.comfort).clamp(0.0, 1.0);
        let alarm = f64::from(pile.saturating_sub(self.high));
        let factor = 1.0 + self.caution * rows * at_stake + self.alarm * alarm;
        Self { shape: self.shape.map(|weight| weight * factor), ..self }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::scaled(4.0)
    }
}

/// The value of a position: the points ahead, now and with the next piece, and the state of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// What counts how much.
    pub weights: Weights,
    /// The opponent's points before the foreseen course.
    pub before: u32,
}

/// What is seen on a board at little cost.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Glance {
    /// Points of the opponent along the course.
    gift: f64,
    shape: [f64; SHAPES],
    pile: u32,
}

/// What takes a closer look.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Study {
    proper: u32,
    /// Points of the next piece, counted against the player if it is the opponent's.
    reply: f64,
    /// The chance that the next piece cannot appear.
    blocked: f64,
}

impl Glance {
    #[inline]
    pub(crate) fn of<T: Word>(board: &Pile<T>, landing: Landing, gift: f64) -> Self {
        let height = f64::from(landing.twice_height) / 2.0;
        let [rt, ct, ho, we, hd, rh, dv] = Terrain::of(board).amounts();
        let shape = [height, rt, ct, ho, we, hd, rh, dv];
        Self { gift, shape, pile: board.pile_height() }
    }
}

impl Study {
    pub(crate) fn of<T: Word>(board: &Pile<T>, reply: Reply, own: bool) -> Self {
        let sign = if own { 1.0 } else { -1.0 };
        Self { proper: proper_holes(board), reply: sign * reply.points, blocked: reply.blocked }
    }
}

fn danger(pile: u32) -> f64 {
    f64::from(pile.saturating_sub(SAFE).pow(2))
}

impl Weights {
    /// What the board is worth to both, as far as a glance tells.
    #[inline]
    pub(crate) fn glance(&self, seen: &Glance) -> f64 {
        let shape = self.shape.iter().zip(&seen.shape).fold(0.0, |sum, (w, f)| sum + w * f);
        shape + self.danger * danger(seen.pile) + self.gift * seen.gift
    }

    /// What a closer look adds; nothing good if the opponent has the next piece.
    #[inline]
    pub(crate) fn study(&self, seen: &Study) -> f64 {
        self.proper * f64::from(seen.proper) + self.reply * seen.reply + self.lost * seen.blocked
    }
}

impl Outlook {
    fn look(&self, game: &Tetris, position: &Position, seat: Seat) -> (f64, Glance, Study) {
        let own = f64::from(position.points[seat.0]);
        let rival = if game.rules().seats == 2 { position.points[seat.other().0] } else { 0 };
        let reply = match position.hand().current() {
            _ if game.is_stepwise() => Reply::default(),
            Some(piece) => Reply::known(game, &position.board, piece),
            None => Reply::expected(game, &position.board, position.dealt),
        };
        let mine = usize::from(position.mover) == seat.0;
        let mut study = Study::of(&position.board, reply, mine);
        if position.lost {
            (study.reply, study.blocked) = (0.0, 1.0);
        }
        let gift = f64::from(rival.saturating_sub(self.before));
        (own - f64::from(rival), Glance::of(&position.board, position.last, gift), study)
    }
}

impl Evaluate<Tetris> for Outlook {
    fn value(&self, game: &Tetris, position: &Position, seat: Seat) -> f64 {
        let (lead, glance, study) = self.look(game, position, seat);
        lead + self.weights.glance(&glance) + self.weights.study(&study)
    }

    fn terms(&self, game: &Tetris, position: &Position, seat: Seat) -> Vec<Term> {
        let (lead, glance, study) = self.look(game, position, seat);
        let weights = &self.weights;
        let mut terms = vec![Term::new("lead", "my points less yours", lead, 1.0)];
        for (i, &feature) in SHAPE.iter().enumerate() {
            let (name, meaning) = (FEATURES[feature].name, FEATURES[feature].meaning);
            terms.push(Term::new(name, meaning, glance.shape[i], weights.shape[i]));
        }
        let above = "height of the pile above 10, squared";
        let closed = FEATURES[at::PROPER];
        let reply = "points the next piece earns at once, on average; against me if it is yours";
        let blocked = "the chance that the next piece cannot appear and both lose";
        terms.extend([
            Term::new("danger", above, danger(glance.pile), weights.danger),
            Term::new("gift", "points that you earn on the way", glance.gift, weights.gift),
            Term::new(closed.name, closed.meaning, study.proper.into(), weights.proper),
            Term::new("reply", reply, study.reply, weights.reply),
            Term::new("lost", blocked, study.blocked, weights.lost),
        ]);
        terms
    }
}
