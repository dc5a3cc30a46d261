//! What a shared board is worth to one of two players.

use super::Reply;
use crate::board::Pile;
use crate::evaluate::{LOST_TERM, on_grid};
use crate::features::{FEATURES, at};
use crate::position::{Action, Landing};
use crate::rules::{Ahead, Foreseen, Tetris};
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
    /// The certainty that both lose soon, where games are imagined to find that out.
    pub fall: f64,
    /// A point that the opponent earns in imagined games before the pile is down.
    pub given: f64,
}

/// Piles up to this height endanger nobody.
const SAFE: u32 = 10;

/// The shape weights of the best published policy, to be scaled.
const DT20: [f64; SHAPES] = [-2.68, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89];

impl Weights {
    /// The default with another scale of the shape: points for a unit of the published policy.
    pub fn scaled(scale: f64) -> Self {
        let shape = DT20.map(|weight| on_grid(weight * scale));
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
            fall: -8_000.0,
            given: -2.0,
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
        Self { shape: self.shape.map(|weight| on_grid(weight * factor)), ..self }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::scaled(4.0)
    }
}

/// The value of a position: the points ahead, now and with the next piece, and the state of the board.
///
/// Points and landing heights are earned step by step; the rest is what a board promises.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// What counts how much.
    pub weights: Weights,
    /// Points ahead where the look ahead begins.
    pub lead: f64,
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

impl Weights {
    /// What there is to see on a foreseen board, by itself and with what the next piece will do.
    fn look(game: &Tetris, here: &Foreseen, last: Landing, seat: Seat) -> (Glance, Study) {
        let position = &here.position;
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
        (Glance::of(&position.board, last, 0.0), study)
    }

    fn shape_term(&self, index: usize, amount: f64) -> Term {
        FEATURES[SHAPE[index]].term(amount, self.shape[index])
    }

    /// The terms of a board but for points and landing heights.
    fn board_terms(&self, (glance, study): (Glance, Study)) -> Vec<Term> {
        let mut terms: Vec<Term> =
            (1..SHAPES).map(|i| self.shape_term(i, glance.shape[i])).collect();
        let above = "height above ten rows: that of the pile, squared";
        let closed = FEATURES[at::PROPER];
        let reply = "points of the next piece: what it earns at once, on average; negative if it is the opponent's";
        let blocked = "the risk of a blocked board: the chance that the next piece cannot appear and both lose";
        terms.extend([
            Term::new("danger", above, danger(glance.pile), self.danger),
            closed.term(study.proper.into(), self.proper),
            Term::new("reply", reply, study.reply, self.reply),
            Term::new(LOST_TERM, blocked, study.blocked, self.lost),
        ]);
        terms
    }

    /// The value of a board with the points so far and the landing height of the last placement alone.
    pub(crate) fn at_once(&self, game: &Tetris, here: &Foreseen, seat: Seat) -> f64 {
        let (glance, study) = Self::look(game, here, here.last, seat);
        lead(game, here, seat) + self.glance(&glance) + self.study(&study)
    }

    /// The same taken apart.
    pub(crate) fn terms_at_once(&self, game: &Tetris, here: &Foreseen, seat: Seat) -> Vec<Term> {
        let (glance, study) = Self::look(game, here, here.last, seat);
        let height = self.shape_term(0, glance.shape[0]);
        let mut terms = vec![Term::new("lead", LEAD, lead(game, here, seat), 1.0), height];
        terms.extend(self.board_terms((glance, study)));
        terms
    }
}

const LEAD: &str = "the lead: points, less the opponent's";

/// Own points less those of the other.
fn lead(game: &Tetris, here: &Foreseen, seat: Seat) -> f64 {
    let points = here.position.points.map(f64::from);
    let rival = if game.rules().seats == 2 { points[seat.other().0] } else { 0.0 };
    points[seat.0] - rival
}

/// What a placement earned.
struct Earned {
    height: f64,
    /// Points, counted against the player if they are the opponent's.
    points: f64,
    /// Points of the opponent.
    gift: f64,
}

impl Earned {
    fn by(
        ahead: &Ahead,
        before: &Foreseen,
        action: Action,
        after: &Foreseen,
        seat: Seat,
    ) -> Option<Self> {
        let game = ahead.game();
        let landing = game.landing(&before.position, action, &after.position)?;
        let points = f64::from(game.rules().scoring.points(landing.lines));
        let own = usize::from(before.position.mover) == seat.0;
        let (points, gift) = if own { (points, 0.0) } else { (0.0 - points, points) };
        Some(Self { height: f64::from(landing.twice_height) / 2.0, points, gift })
    }
}

impl Evaluate<Ahead> for Outlook {
    fn value(&self, ahead: &Ahead, here: &Foreseen, seat: Seat) -> f64 {
        let (glance, study) = Weights::look(ahead.game(), here, Landing::default(), seat);
        self.lead + self.weights.glance(&glance) + self.weights.study(&study)
    }

    fn terms(&self, ahead: &Ahead, here: &Foreseen, seat: Seat) -> Vec<Term> {
        let seen = Weights::look(ahead.game(), here, Landing::default(), seat);
        let mut terms = vec![Term::new("lead", LEAD, self.lead, 1.0)];
        terms.extend(self.weights.board_terms(seen));
        terms
    }

    fn has_rewards(&self) -> bool {
        true
    }

    fn reward(
        &self,
        ahead: &Ahead,
        before: &Foreseen,
        action: Action,
        after: &Foreseen,
        seat: Seat,
    ) -> f64 {
        let earned = Earned::by(ahead, before, action, after, seat);
        earned.map_or(0.0, |Earned { height, points, gift }| {
            points + self.weights.shape[0] * height + self.weights.gift * gift
        })
    }

    fn reward_terms(
        &self,
        ahead: &Ahead,
        before: &Foreseen,
        action: Action,
        after: &Foreseen,
        seat: Seat,
    ) -> Vec<Term> {
        let earned = Earned::by(ahead, before, action, after, seat);
        earned.map_or_else(Vec::new, |Earned { height, points, gift }| {
            vec![
                Term::new("lead", LEAD, points, 1.0),
                self.weights.shape_term(0, height),
                Term::new(
                    "gift",
                    "points for the opponent: what it earns on the way",
                    gift,
                    self.weights.gift,
                ),
            ]
        })
    }
}
