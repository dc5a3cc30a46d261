//! Why each defence against a forced win fails.

use crate::board::Point;
use crate::engine::{Tracked, threats::Prover};
use crate::notation::name_of;
use crate::position::Position;
use crate::rules::Pente;
use ludex_core::Game;

/// Positions for the refutation of one defence, and stones of the attacker in it.
const NODES: u32 = 600;
const STONES: u8 = 10;
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
    let Defences { tried, threat } = all(game, &next)?;
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
