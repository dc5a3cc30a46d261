//! The rules: one game type for every rule set.

use super::clears::Placed;
use crate::board::{Board, Cleared};
use crate::dealer::Dealer;
use crate::drop::DropKernel;
use crate::pieces::PieceSet;
use crate::position::{Action, How, Landing, Position};
use crate::reach::Reach;
use crate::shape::{Placement, Shape};
use crate::steps::Press;
use ludex_core::{Error, Game, Proven, Result, Rng, Seat, Size, Spec, Turn, mix};
use rand::RngExt;
use std::sync::Arc;

/// Which placements count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Any rotation and column, dropped straight from above, without a look at the path.
    Straight,
    /// What keys can reach from where the piece appears, tucks and spins included.
    Reachable,
    /// None: the piece falls by itself, and each action is a step of one row.
    Steps,
}

/// What cleared rows earn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scoring {
    /// One point each.
    Lines,
    /// 100, 300, 500, 700: a hundred each and a hundred for each but the first.
    TetrisVs,
    /// 100, 300, 500, 800.
    Guideline,
    /// The RL-Competition's: rows and a tenth, raised to this power, rounded down.
    Power(f64),
}

impl Scoring {
    /// Points for clearing `lines` rows at once.
    pub fn points(self, lines: u32) -> u32 {
        match (self, lines) {
            (_, 0) => 0,
            (Self::Lines, n) => n,
            (Self::Guideline, 4..) => 200 * lines,
            (Self::TetrisVs | Self::Guideline, n) => 200 * n - 100,
            (Self::Power(exponent), n) => (f64::from(n) + 0.1).powf(exponent) as u32,
        }
    }
}

/// Everything that makes up a rule set.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What it is called, with options.
    pub spec: Spec,
    /// The board.
    pub size: Size,
    /// The pieces.
    pub set: PieceSet,
    /// Which placements count.
    pub way: Way,
    /// Who deals.
    pub dealer: Dealer,
    /// Pieces known in advance, the current one included.
    pub known: usize,
    /// Whether a piece can be put aside.
    pub hold: bool,
    /// What rows earn.
    pub scoring: Scoring,
    /// Players on the one board.
    pub seats: usize,
    /// Levels of a minute each after which the game ends; it may go on for ever.
    pub turns: Option<u32>,
    /// Milliseconds that a placement takes where nobody watches.
    pub placement_time: u32,
    /// Whether a piece that lies in the highest row ends the game.
    pub touch_ends: bool,
    /// Where the guideline's clock ends the game: after this many seconds.
    pub seconds: Option<u32>,
    /// Rows with which the game is done.
    pub goal: Option<u32>,
    /// The level at the start.
    pub first_level: u32,
    /// Rows that raise the level by one; 0 if none do.
    pub level_rows: u32,
}

/// Tetris under some rules.
#[derive(Clone, Debug)]
pub struct Tetris {
    rules: Arc<Rules>,
    tools: Arc<Tools>,
}

/// What is made once from the rules.
#[derive(Debug)]
struct Tools {
    reach: Reach,
    drop: DropKernel,
}

impl Tetris {
    /// The game with these rules; refuses pieces that do not fit the board.
    pub fn new(rules: Rules) -> Result<Self> {
        let Size { width, height } = rules.size;
        let reach = Reach::new(&rules.set, width, height)?;
        let drop = DropKernel::new(&rules.set, width, height)?;
        let homeless = |i: &usize| rules.way != Way::Straight && reach.spawn(*i).is_none();
        if let Some(i) = (0..rules.set.pieces.len()).find(homeless) {
            let reason =
                format!("it cannot appear on a board of {}; take a larger one", rules.size);
            return Err(Error::bad("piece", &rules.set.pieces[i].name, reason));
        }
        Ok(Self { rules: Arc::new(rules), tools: Arc::new(Tools { reach, drop }) })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The generator of reachable placements.
    pub fn reach(&self) -> &Reach {
        &self.tools.reach
    }

    /// The generator of straight drops.
    pub fn drop_kernel(&self) -> &DropKernel {
        &self.tools.drop
    }

    /// The same game with placements of whole pieces, where it goes step by step.
    pub(crate) fn placing(&self) -> Self {
        let rules = Rules { way: Way::Reachable, ..(*self.rules).clone() };
        Self { rules: Arc::new(rules), ..self.clone() }
    }

    /// The shape of a piece at a placement.
    pub fn shape(&self, piece: u8, at: Placement) -> &Shape {
        self.tools.reach.shape(usize::from(piece), at.rotation)
    }

    /// The seat that gets the next piece, if somebody needs one.
    ///
    /// The one who places knows all pieces there are to know; the other has one less, because
    /// the newest piece appears when the turn comes.
    fn needy(&self, position: &Position) -> Option<usize> {
        if !self.rules.dealer.has_more(position.dealt) {
            return None;
        }
        let mover = usize::from(position.mover);
        let others = (0..self.rules.seats).filter(|&seat| seat != mover);
        let short = |seat: usize| {
            let wanted = self.rules.known - usize::from(seat != mover);
            position.hands[seat].pieces().len() < wanted
        };
        std::iter::once(mover).chain(others).find(|&seat| short(seat))
    }

    /// Calls `each` with every placement of a piece.
    fn each_placement(&self, board: &Board, piece: u8, mut each: impl FnMut(Placement)) {
        let piece = usize::from(piece);
        match self.rules.way {
            Way::Straight => self.tools.drop.drops(board, piece).for_each(|(at, _)| each(at)),
            Way::Reachable | Way::Steps => self.tools.reach.for_each(board, piece, each),
        }
    }

    /// Whether a piece has any placement at all.
    pub(crate) fn can_place(&self, board: &Board, piece: u8) -> bool {
        let piece = usize::from(piece);
        match self.rules.way {
            Way::Straight => self.tools.drop.has_drop(board, piece),
            Way::Reachable | Way::Steps => self.tools.reach.can_spawn(board, piece),
        }
    }

    /// Milliseconds of a level.
    pub const LEVEL: u32 = 60_000;

    /// Milliseconds after which the clock ends the game, if it does.
    pub(crate) fn time_limit(&self) -> Option<u32> {
        let turns = self.rules.turns.map(|turns| turns * Self::LEVEL);
        turns.or_else(|| self.rules.seconds.map(|seconds| seconds * 1000))
    }

    pub(crate) fn time_is_up(&self, position: &Position) -> bool {
        self.time_limit().is_some_and(|limit| position.clock >= limit)
    }

    /// Whether somebody measures the time: the rules, or whoever wants to be done soon.
    pub(crate) fn is_timed(&self) -> bool {
        self.rules.seats > 1 || self.rules.seconds.is_some() || self.rules.goal.is_some()
    }

    /// Whether all rows are cleared that were to be cleared.
    pub(crate) fn is_done(&self, position: &Position) -> bool {
        self.rules.goal.is_some_and(|goal| position.lines[0] >= goal)
    }

    /// Lets the clock run. Time belongs to the position but comes from outside, so games without
    /// a screen need no waiting.
    pub fn advance(&self, position: &mut Position, milliseconds: u32) {
        position.clock = position.clock.saturating_add(milliseconds);
    }

    /// Notices when the current piece cannot be placed.
    pub(crate) fn settle(&self, position: &mut Position) {
        if self.is_stepwise() {
            return self.enter(position);
        }
        let current = position.hand().current();
        let touches = self.rules.touch_ends && self.touches_the_top(&position.board);
        position.lost =
            touches || current.is_some_and(|piece| !self.can_place(&position.board, piece));
    }

    pub(crate) fn touches_the_top(&self, board: &Board) -> bool {
        let Size { width, height } = self.rules.size;
        (0..width).any(|x| board.is_full(x, height - 1))
    }

    pub(crate) fn place(&self, position: &mut Position, hold: bool, placed: Placed) {
        let seat = usize::from(position.mover);
        if hold {
            position.hands[seat].swap();
        }
        position.hands[seat].take();
        let Placed { piece, at, how } = placed;
        let spin = self.scores_by_guideline().then(|| self.spin(&position.board, placed));
        let shape = self.shape(piece, at);
        let cleared = position.board.place(shape, at.x.into(), at.y.into());
        let points = match spin {
            Some(spin) => {
                let empty = cleared.lines > 0 && position.board.pile_height() == 0;
                let award = self.award_for(position, spin, cleared.lines, empty, how);
                position.streak = award.streak(position.streak);
                award.points
            }
            None => self.rules.scoring.points(cleared.lines),
        };
        // A position file may bring any number along.
        let add = |sum: &mut u32, more: u32| *sum = sum.saturating_add(more);
        add(&mut position.lines[seat], cleared.lines);
        add(&mut position.points[seat], points);
        add(&mut position.pieces, 1);
        position.mover = ((seat + 1) % self.rules.seats) as u8;
    }

    /// What an action did to the board, if it was a placement or locked a piece.
    pub(crate) fn landing(
        &self,
        before: &Position,
        action: Action,
        after: &Position,
    ) -> Option<Landing> {
        let (piece, at) = match action {
            Action::Place { piece, at, .. } => (piece, at),
            Action::Press(press) => self.locked_by(before, press)?,
            Action::Deal(_) => return None,
        };
        let shape = self.shape(piece, at);
        let clears = after.board.blocks() < before.board.blocks() + shape.cells();
        let cleared = if clears {
            before.board.clone().place(shape, at.x.into(), at.y.into())
        } else {
            Cleared::default()
        };
        Some(Landing::of(shape, at, cleared))
    }

    fn deal(&self, position: &mut Position, seat: usize, piece: u8) {
        // A new piece costs a step. What is known beyond the first piece at the start came with that.
        let along = position.pieces == 0 && position.falling.is_some();
        position.steps = position.steps.saturating_add((self.is_stepwise() && !along).into());
        position.hands[seat].push(piece);
        let pieces = self.rules.set.pieces.len();
        self.rules.dealer.deal(&mut position.dealt, piece, pieces);
    }

    /// What rows and clears so far mean for the points to come.
    fn earned(&self, position: &Position) -> u64 {
        let left = self.rules.goal.map_or(0, |goal| goal.saturating_sub(position.lines[0]));
        let risen = position.lines[0].checked_rem(self.rules.level_rows).unwrap_or(0);
        let streak = position.streak.clears << 1 | u32::from(position.streak.hard);
        let words = [left, self.level(position), risen, streak];
        words.iter().fold(0, |key: u64, &word| mix(key.rotate_left(7) ^ u64::from(word)))
    }

    /// Whether a piece can have been steered like this.
    fn check_how(&self, action: Action) -> std::result::Result<(), &'static str> {
        let Action::Place { how, .. } = action else { return Ok(()) };
        if how != How::default() && !self.scores_by_guideline() {
            return Err("these rules do not ask how a piece was steered; name the placement only");
        }
        if usize::from(how.soft) + usize::from(how.hard) > self.rules.size.height {
            return Err("it would have gone down more rows than the board has");
        }
        Ok(())
    }

    /// The pieces that come, where the player has no choice but where to put them and nothing but a blocked spawn ends
    /// the game; none where that is not so.
    pub(crate) fn forced(&self, position: &Position) -> Option<Vec<u8>> {
        let (rules, hand) = (self.rules(), position.hand());
        let Dealer::List(list) = &rules.dealer else { return None };
        let choice = rules.hold && (rules.known > 1 || hand.alternative().is_some());
        let ends = rules.touch_ends || rules.goal.is_some() || self.time_limit().is_some();
        let plain = rules.way == Way::Reachable && rules.seats == 1 && !choice && !ends;
        let to_come = list.get(position.dealt.count as usize..).unwrap_or_default();
        plain.then(|| hand.pieces().iter().chain(to_come).copied().collect())
    }

    /// Any piece, each as probable as the others.
    #[inline]
    pub(crate) fn uniform_piece(&self, rng: &mut Rng) -> u8 {
        rng.random_range(self.piece_numbers())
    }

    fn piece_numbers(&self) -> std::ops::Range<u8> {
        0..self.rules.set.pieces.len() as u8
    }
}

impl Game for Tetris {
    type Position = Position;
    type Action = Action;
    type Undo = Position;

    fn seats(&self) -> usize {
        self.rules.seats
    }

    fn start(&self) -> Position {
        let Size { width, height } = self.rules.size;
        let board = Board::new(width, height);
        Position::new(board.unwrap_or_else(|_| unreachable!("the size was checked")))
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.lost || self.time_is_up(position) || self.is_done(position) {
            return Turn::Over;
        }
        if self.needy(position).is_some() {
            return Turn::Chance;
        }
        match position.hand().current() {
            Some(_) => Turn::Seat(Seat(position.mover.into())),
            None => Turn::Over,
        }
    }

    fn actions(&self, position: &Position, out: &mut Vec<Action>) {
        match self.turn(position) {
            Turn::Over => {}
            Turn::Chance => {
                let pieces = self.piece_numbers().map(Action::Deal);
                out.extend(pieces.filter(|&deal| self.probability(position, deal) > 0.0));
            }
            Turn::Seat(_) if self.is_stepwise() => out.extend(Press::ALL.map(Action::Press)),
            Turn::Seat(_) => self.placements(position, out),
        }
    }

    fn probability(&self, position: &Position, action: Action) -> f64 {
        match action {
            Action::Deal(piece) => {
                let pieces = self.rules.set.pieces.len();
                self.rules.dealer.probability(position.dealt, piece, pieces)
            }
            Action::Place { .. } | Action::Press(_) => 1.0,
        }
    }

    fn play(&self, position: &mut Position, action: Action) -> Position {
        let before = *position;
        self.apply(position, action);
        before
    }

    fn apply(&self, position: &mut Position, action: Action) {
        match action {
            Action::Place { piece, hold, at, how } => {
                self.place(position, hold, Placed { piece, at, how });
            }
            Action::Press(press) => self.press(position, press),
            Action::Deal(piece) => {
                if let Some(seat) = self.needy(position) {
                    self.deal(position, seat, piece);
                }
            }
        }
        self.settle(position);
    }

    fn undo(&self, position: &mut Position, _: Action, before: Position) {
        *position = before;
    }

    fn score(&self, position: &Position, seat: Seat) -> f64 {
        f64::from(position.points[seat.0])
    }

    /// Whoever cannot place a piece loses, and with two on one board both do.
    fn outcome(&self, position: &Position, seat: Seat) -> Proven {
        if self.rules.seats == 2 && position.lost {
            return Proven::Loss;
        }
        match self.rules.seats {
            1 => Proven::Draw,
            _ => {
                Proven::from_margin(self.score(position, seat) - self.score(position, seat.other()))
            }
        }
    }

    /// Points, pieces and steps so far decide nothing; the clock does only where it ends the game, rows only where
    /// they do or where they raise the level.
    fn key(&self, position: &Position) -> u64 {
        let clock = if self.time_limit().is_some() { position.clock } else { 0 };
        let earned = if self.scores_by_guideline() { self.earned(position) } else { 0 };
        let memory = self.rules.dealer.memory(position.dealt);
        position.key([memory, u64::from(clock) | earned << 32])
    }

    /// How a hand carried a placement out is its own business, as far as it is possible.
    fn check(&self, position: &Position, action: Action) -> Result<()> {
        let mut legal = Vec::new();
        self.actions(position, &mut legal);
        let reason = match self.turn(position) {
            _ if legal.contains(&action.bare()) => match self.check_how(action) {
                Ok(()) => return Ok(()),
                Err(reason) => reason,
            },
            Turn::Over => "the game is over",
            _ => "it is not among the legal moves of this position",
        };
        Err(Error::illegal(format!("{action:?}"), reason))
    }

    fn sample(
        &self,
        position: &Position,
        rng: &mut Rng,
        buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        buffer.clear();
        if self.rules.dealer == Dealer::Uniform && self.turn(position) == Turn::Chance {
            return Some(Action::Deal(self.uniform_piece(rng)));
        }
        self.actions(position, buffer);
        match self.turn(position) {
            Turn::Over => None,
            Turn::Chance => Some(self.draw(position, rng, buffer)),
            Turn::Seat(_) => Some(buffer[rng.random_range(0..buffer.len())]),
        }
    }
}

impl Tetris {
    /// Appends what the seat to move can do: the current piece, then the one from the hold.
    pub(crate) fn placements(&self, position: &Position, out: &mut Vec<Action>) {
        let hand = position.hand();
        if let Some(piece) = hand.current() {
            self.each_placement(&position.board, piece, |at| {
                out.push(Action::place(piece, false, at));
            });
        }
        if !self.rules.hold || hand.alternative() == hand.current() {
            return;
        }
        if let Some(piece) = hand.alternative()
            && self.can_place(&position.board, piece)
        {
            self.each_placement(&position.board, piece, |at| {
                out.push(Action::place(piece, true, at));
            });
        }
    }
}
