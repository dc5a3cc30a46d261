//! Playing under rules that go step by step.
//!
//! Every course of the form "rotate some times, shift some times, drop" is tried from where the piece is, and
//! scored by where it leaves the piece. The first action of the best course is the answer; at the next step all
//! is thought through again. The rest of a course is itself a course, so nothing that was found is lost.
//!
//! Who may tuck tries every course there is: turns and shifts in any order and at any height, so also those that shift
//! last, below an overhang.

use crate::evaluate::Linear;
use crate::position::{Action, How, Position};
use crate::rules::Tetris;
use crate::rules::clears::Placed;
use crate::shape::Placement;
use crate::steps::{Fallen, Press};
use ludex_core::{
    Bound, Breakdown, Budget, Candidate, Decision, Error, Evaluate, Meter, Result, Seat,
};
use ludex_search::common::{Identity, mover, stats};
use std::collections::HashMap;

/// What it is worth to have the falling piece at rest somewhere.
pub(super) trait Rest {
    /// How it compares with other places.
    fn merit(&self, rest: Placement) -> f64;

    /// What is known about it, as a candidate that plays `action`, the first of so many `steps` that lead there.
    fn describe(&self, rest: Placement, action: Action, steps: u32) -> Candidate<Action>;
}

/// Acts step by step to bring pieces where they are worth most.
pub(super) struct Stepper<'a> {
    pub(super) identity: &'a Identity,
    pub(super) rest: &'a dyn Rest,
    /// Whether every course counts, and not only those that turn, shift and drop in this order.
    pub(super) tuck: bool,
}

/// Pieces at rest by what a linear policy says of the boards.
pub(super) struct Boards<'a> {
    pub(super) game: &'a Tetris,
    pub(super) linear: &'a Linear,
    pub(super) position: &'a Position,
}

impl Boards<'_> {
    /// The piece at rest as a placement, before it and after it.
    fn placed(&self, rest: Placement) -> (Position, Action, Position) {
        let before = Position { falling: None, ..*self.position };
        let piece = before.hand().current().unwrap_or_default();
        let mut after = before;
        let placed = Placed { piece, at: rest, how: How::default() };
        self.game.place(&mut after, false, placed);
        (before, Action::place(piece, false, rest), after)
    }
}

impl Rest for Boards<'_> {
    fn merit(&self, rest: Placement) -> f64 {
        let (before, action, after) = self.placed(rest);
        let value = self.linear.value(self.game, &after, Seat::FIRST);
        self.linear.reward(self.game, &before, action, &after, Seat::FIRST) + value
    }

    fn describe(&self, rest: Placement, press: Action, steps: u32) -> Candidate<Action> {
        let (before, action, after) = self.placed(rest);
        let (game, seat) = (self.game, Seat::FIRST);
        let mut parts = Breakdown::default();
        parts.add(self.linear.reward_terms(game, &before, action, &after, seat), 1.0);
        parts.add(self.linear.terms(game, &after, seat), 1.0);
        let mut candidate = Candidate::new(press, self.merit(rest)).read_as(Bound::Exact, steps);
        candidate.terms = parts.into_terms(candidate.value, "rounding");
        candidate
    }
}

/// Actions in a row: one action first, turns, shifts, and a drop if the piece has not locked before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Course {
    turn: (Press, u32),
    shift: (Press, u32),
    waits: bool,
    drops: bool,
}

impl Course {
    const DROP: Self =
        Self { turn: (Press::Rotate, 0), shift: (Press::Left, 0), waits: false, drops: true };

    fn presses(self) -> impl Iterator<Item = Press> {
        let times = |(press, n): (Press, u32)| std::iter::repeat_n(press, n as usize);
        let waits = times((Press::None, self.waits.into()));
        let drops = times((Press::Drop, self.drops.into()));
        waits.chain(times(self.turn)).chain(times(self.shift)).chain(drops)
    }

    fn length(self) -> u32 {
        u32::from(self.waits) + self.turn.1 + self.shift.1 + u32::from(self.drops)
    }

    fn first(self) -> Option<Press> {
        self.presses().next()
    }
}

/// A course with where it ends and what that is worth.
#[derive(Clone, Debug)]
struct Rated {
    presses: Vec<Press>,
    end: End,
}

/// Where a course ends, and after how many actions.
#[derive(Clone, Copy, Debug)]
struct End {
    rest: Placement,
    merit: f64,
    length: u32,
}

impl End {
    /// Whether it is better, or as good and sooner reached.
    fn beats(&self, other: &Self) -> bool {
        self.merit > other.merit || (self.merit == other.merit && self.length < other.length)
    }
}

/// The turns to try: none, one to either side, two.
const TURNS: [(Press, u32); 4] =
    [(Press::Rotate, 0), (Press::Rotate, 1), (Press::RotateBack, 1), (Press::Rotate, 2)];

/// A look at all courses from one position.
struct Survey<'a> {
    game: &'a Tetris,
    rest: &'a dyn Rest,
    position: &'a Position,
    piece: u8,
    /// The best course for each first action.
    best: [Option<Rated>; Press::ALL.len()],
    /// What was already valued. Different courses often end in the same place.
    known: Vec<(Placement, f64)>,
    /// The best that can still be made of a place, and the action that begins it, where every course counts.
    ways: HashMap<Placement, (Press, End)>,
    meter: Meter,
}

impl Survey<'_> {
    /// Tries every course there is. Each action leads at least one row down, so a place never comes twice.
    fn look_everywhere(&mut self, start: Placement) {
        for press in Press::ALL {
            let mut presses = vec![press];
            let mut here = self.fall(Fallen { at: start, locked: false }, press);
            while !here.locked {
                let (next, _) = self.way(here.at);
                presses.push(next);
                here = self.fall(here, next);
            }
            let end =
                End { rest: here.at, merit: self.merit(here.at), length: presses.len() as u32 };
            self.best[press.number()] = Some(Rated { presses, end });
        }
    }

    /// The best that can be made of a falling piece.
    fn way(&mut self, from: Placement) -> (Press, End) {
        if let Some(&known) = self.ways.get(&from) {
            return known;
        }
        let mut best: Option<(Press, End)> = None;
        for press in Press::ALL {
            let here = self.fall(Fallen { at: from, locked: false }, press);
            let end = if here.locked {
                End { rest: here.at, merit: self.merit(here.at), length: 1 }
            } else {
                let (_, end) = self.way(here.at);
                End { length: end.length + 1, ..end }
            };
            if best.is_none_or(|(_, best)| end.beats(&best)) {
                best = Some((press, end));
            }
        }
        let best = best.unwrap_or_else(|| unreachable!("there are six actions"));
        self.ways.insert(from, best);
        best
    }
}

impl Survey<'_> {
    /// Tries all courses: those that start at once, and those that start after a step of waiting.
    fn look(&mut self, start: Placement) {
        self.turns(Fallen { at: start, locked: false }, false);
        let waited = self.game.fall(&self.position.board, self.piece, start, Press::None);
        self.turns(waited, true);
    }

    fn turns(&mut self, start: Fallen, waits: bool) {
        for turn in TURNS {
            let turned = (0..turn.1).fold(start, |here, _| self.fall(here, turn.0));
            let course = Course { turn, waits, ..Course::DROP };
            self.finish(turned, course);
            for side in [Press::Left, Press::Right] {
                self.shifts(turned, Course { shift: (side, 0), ..course });
            }
        }
    }

    /// Shifts until the piece is stopped by something. The first try counts in any case, so that every
    /// first action has its course.
    fn shifts(&mut self, start: Fallen, mut course: Course) {
        let mut here = start;
        while !here.locked {
            let before = here.at.x;
            here = self.fall(here, course.shift.0);
            course.shift.1 += 1;
            self.finish(here, course);
            if here.at.x == before {
                return;
            }
        }
    }

    fn fall(&self, here: Fallen, press: Press) -> Fallen {
        if here.locked {
            return here;
        }
        self.game.fall(&self.position.board, self.piece, here.at, press)
    }

    /// Drops the piece and remembers the course if it is the best with its first action.
    fn finish(&mut self, here: Fallen, course: Course) {
        let course = Course { drops: !here.locked, ..course };
        let rest = self.fall(here, Press::Drop).at;
        let end = End { rest, merit: self.merit(rest), length: course.length() };
        let Some(first) = course.first() else { return };
        let best = &mut self.best[first.number()];
        if best.as_ref().is_none_or(|best| end.beats(&best.end)) {
            *best = Some(Rated { presses: course.presses().collect(), end });
        }
    }

    fn merit(&mut self, rest: Placement) -> f64 {
        if let Some((_, merit)) = self.known.iter().find(|(known, _)| *known == rest) {
            return *merit;
        }
        self.meter.visit();
        let merit = self.rest.merit(rest);
        self.known.push((rest, merit));
        merit
    }

    fn candidate(&self, rated: &Rated) -> Option<(f64, Candidate<Action>)> {
        let line: Vec<Action> = rated.presses.iter().copied().map(Action::Press).collect();
        let mut candidate = self.rest.describe(rated.end.rest, *line.first()?, line.len() as u32);
        candidate.line = line;
        Some((rated.end.merit, candidate))
    }
}

/// What a decision about all steps says of one of them.
pub(super) fn found(decision: &Decision<Action>, action: Action) -> Result<Candidate<Action>> {
    let found = decision.find(&action).cloned();
    found.ok_or_else(|| Error::illegal(format!("{action:?}"), "it is not legal here"))
}

impl<'a> Stepper<'a> {
    /// The best course for each action, best first, and the survey that found them.
    fn survey(
        &self,
        game: &'a Tetris,
        position: &'a Position,
        budget: &Budget,
    ) -> Result<(Vec<Rated>, Survey<'a>)> {
        mover(game, position)?;
        let (piece, start) = (position.hand().current(), position.falling);
        let mut survey = Survey {
            game,
            rest: self.rest,
            position,
            piece: piece.unwrap_or_default(),
            best: [const { None }; Press::ALL.len()],
            known: Vec::with_capacity(64),
            ways: HashMap::new(),
            meter: budget.start(),
        };
        if self.tuck {
            survey.look_everywhere(start.unwrap_or_default());
        } else {
            survey.look(start.unwrap_or_default());
        }
        let mut rated: Vec<Rated> = survey.best.iter_mut().filter_map(Option::take).collect();
        rated.sort_by(|a, b| {
            b.end.merit.total_cmp(&a.end.merit).then(a.end.length.cmp(&b.end.length))
        });
        Ok((rated, survey))
    }

    pub(super) fn choose(
        &self,
        game: &'a Tetris,
        position: &'a Position,
        budget: &Budget,
    ) -> Result<Action> {
        if self.identity.random {
            return Ok(self.decide(game, position, budget)?.best().action);
        }
        let (rated, _) = self.survey(game, position, budget)?;
        let first = rated.first().and_then(|best| best.presses.first().copied());
        Ok(Action::Press(first.unwrap_or(Press::Drop)))
    }

    pub(super) fn weigh(
        &self,
        game: &'a Tetris,
        position: &'a Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        found(&self.decide(game, position, budget)?, action)
    }

    pub(super) fn decide(
        &self,
        game: &'a Tetris,
        position: &'a Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let (rated, survey) = self.survey(game, position, budget)?;
        let candidates = rated.iter().filter_map(|rated| survey.candidate(rated)).collect();
        let longest = rated.iter().map(|rated| rated.end.length).max().unwrap_or(0);
        let courses = if self.tuck { "every course" } else { "rotate, shift, drop" };
        let stats = stats(courses, longest, &survey.meter);
        let key = ludex_core::Game::key(game, position);
        Ok(self.identity.conclude_by_merit(key, Seat::FIRST, candidates, stats))
    }
}
