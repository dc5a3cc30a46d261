//! Why each defence against a forced win fails.

use crate::board::Point;
use crate::engine::{Tracked, engine, threats::Prover};
use crate::notation::name_of;
use crate::position::Position;
use crate::rules::Pente;
use ludex_core::{Agent, Budget, Game, Proven, Seed};
use ludex_search::common::Identity;

/// Positions for the refutation of one defence, and stones of the attacker in it.
const NODES: u32 = 600;
const STONES: u8 = 10;
/// Defences that need more than threats to win at once and are searched, and how deep and with how many positions.
const SEARCHED: usize = 3;
const SEARCH_DEPTH: u8 = 10;
const SEARCH_NODES: u64 = 40_000;
/// Positions for the rest of a course.
const COURSE_NODES: u32 = 5_000;
/// Defences that are told one by one, and moves of each refutation.
const TOLD: usize = 6;
const MOVES: usize = 7;

/// A defence and the stones that refute it; none where that takes more than threats to win at once.
struct Defence {
    reply: Point,
    refutation: Option<Vec<Point>>,
}

/// All that may be tried against a win by force.
struct Defences {
    /// Every reply; where the attacker threatens to win at once, only those that stop it.
    tried: Vec<Defence>,
    /// Where the attacker wins at once against all others.
    threat: Option<Point>,
}

/// What follows on each defence against a `stone` that wins by force, in one sentence.
pub(crate) fn told(game: &Pente, position: &Position, stone: Point) -> Option<String> {
    let mut next = *position;
    game.play(&mut next, stone);
    let Defences { mut tried, threat } = all(game, &next)?;
    let open = tried.iter_mut().filter(|defence| defence.refutation.is_none());
    open.take(SEARCHED).for_each(|defence| defence.search(game, &next));
    let usual = usual_answer(&tried);
    let is_usual = |defence: &Defence| match threat {
        Some(point) => defence.refutation.as_deref() == Some(&[point]),
        None => usual.is_some() && defence.answer() == usual,
    };
    let (alike, special): (Vec<_>, Vec<_>) = tried.iter().partition(|d| is_usual(d));
    let mut parts: Vec<String> = special.iter().filter_map(|d| d.words()).take(TOLD).collect();
    let deeper: Vec<String> =
        special.iter().filter(|d| d.refutation.is_none()).map(|d| name_of(d.reply)).collect();
    if !deeper.is_empty() && deeper.len() <= TOLD {
        parts.push(format!("against {} the search found the win further on", deeper.join(", ")));
    }
    let rest = match threat {
        Some(point) => Some(wins_at_once(point)),
        None => alike.first().and_then(|defence| defence.course()),
    };
    if let (Some(course), true) = (rest, special.len() <= TOLD) {
        let others = if parts.is_empty() { "whatever comes" } else { "against everything else" };
        parts.push(format!("{others} {course}"));
    }
    (!parts.is_empty()).then(|| format!("Each defence fails: {}.", parts.join("; ")))
}

fn wins_at_once(point: Point) -> String {
    format!("{} wins at once", name_of(point))
}

impl Defence {
    /// Looks for the refutation with the engine.
    fn search(&mut self, game: &Pente, position: &Position) {
        let mut next = *position;
        game.play(&mut next, self.reply);
        let engine = engine(Identity::new("engine", Seed(1)), SEARCH_DEPTH);
        let Ok(decision) = engine.decide(game, &next, &Budget::nodes(SEARCH_NODES)) else { return };
        let best = decision.best();
        if best.proven == Some(Proven::Win) {
            let (course, ends) = to_the_end(game, &next, &best.line);
            self.refutation = ends.then_some(course);
        }
    }

    /// The attacker's next stone.
    fn answer(&self) -> Option<Point> {
        self.refutation.as_ref()?.first().copied()
    }

    fn words(&self) -> Option<String> {
        Some(format!("against {}, {}", name_of(self.reply), self.course()?))
    }

    fn course(&self) -> Option<String> {
        let stones = self.refutation.as_ref()?;
        let [first, rest @ ..] = &stones[..] else { return None };
        if rest.is_empty() {
            return Some(wins_at_once(*first));
        }
        let names: Vec<String> = rest.iter().take(MOVES).map(|&p| name_of(p)).collect();
        let more = if rest.len() > MOVES { ", ..." } else { "" };
        Some(format!("{} wins, say after {}{more}", name_of(*first), names.join(", ")))
    }
}

/// A course of a forced win played on to its end, as far as threats to win at once lead there, and whether it gets there. The
/// defender resists as long as possible.
pub(crate) fn to_the_end(game: &Pente, position: &Position, line: &[Point]) -> (Vec<Point>, bool) {
    let (mut course, mut here) = (Vec::new(), *position);
    for &point in line {
        course.push(point);
        game.play(&mut here, point);
    }
    let rest = rest_of(game, &here);
    course.extend(rest.iter().copied());
    for &point in &rest {
        game.play(&mut here, point);
    }
    (course, here.mover().is_none())
}

/// What follows where one side wins by threats alone: the mover, or who has just moved.
fn rest_of(game: &Pente, position: &Position) -> Vec<Point> {
    if position.mover().is_none() {
        return Vec::new();
    }
    let win = |position: &Position| {
        Prover::proof(&Tracked::new(game, position).sight(), COURSE_NODES, STONES)
    };
    if let Some(course) = win(position) {
        return course;
    }
    let Some(Defences { tried, .. }) = all(game, position) else { return Vec::new() };
    let course =
        |defence: &Defence| Some([vec![defence.reply], defence.refutation.clone()?].concat());
    let courses: Option<Vec<_>> = tried.iter().map(course).collect();
    courses.into_iter().flatten().max_by_key(Vec::len).unwrap_or_default()
}

/// The answer to most defences, if several have the same.
fn usual_answer(defences: &[Defence]) -> Option<Point> {
    let count = |point: Point| defences.iter().filter(|d| d.answer() == Some(point)).count();
    let (times, point) =
        defences.iter().filter_map(Defence::answer).map(|p| (count(p), p)).max()?;
    (times > 1).then_some(point)
}

/// Every reply of the mover that could help, with its refutation.
fn all(game: &Pente, position: &Position) -> Option<Defences> {
    position.mover()?;
    let mut replies = Vec::new();
    let tracked = Tracked::new(game, position);
    let sight = tracked.sight();
    sight.winning_points(1 - sight.seat, &mut replies);
    let threat = replies.first().copied();
    if threat.is_none() {
        game.actions(position, &mut replies);
    } else {
        sight.add_replies(&mut replies);
    }
    let refute = |reply: Point| {
        let mut next = *position;
        game.play(&mut next, reply);
        next.mover()?;
        let refutation = Prover::proof(&Tracked::new(game, &next).sight(), NODES, STONES);
        Some(Defence { reply, refutation })
    };
    let tried = replies.into_iter().map(refute).collect::<Option<_>>()?;
    Some(Defences { tried, threat })
}
