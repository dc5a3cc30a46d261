//! How much moves gave away, beside what the game is like.

use super::spread;
use crate::protocol::{Grade, Measure, Reviewed, SeatReview};
use ludex_core::explain::{Explanation, Speaker};
use ludex_core::{AnyDecision, Candidate, Finesse, Proven};

/// Shares of the chance to win from which a move is no longer fine.
const OF_THE_CHANCE: [(f64, Grade); 3] =
    [(0.2, Grade::Blunder), (0.1, Grade::Mistake), (0.05, Grade::Inaccuracy)];
/// The same in gaps between a middling move and the best.
const OF_A_MIDDLING_MOVE: [(f64, Grade); 3] =
    [(3.0, Grade::Blunder), (1.0, Grade::Mistake), (0.5, Grade::Inaccuracy)];
/// More such gaps than this no move is said to give away: what ends a game has no measure.
const MOST_GAPS: f64 = 10.0;
/// What a mistake gives away of the chance to win.
const A_MISTAKE: f64 = 0.1;
/// Results go from -1 to 1; a little more makes a judge prefer the shorter win.
const A_RESULT: f64 = 1.25;

/// A move as the judge sees it, before it is measured.
pub(super) struct Judged {
    pub(super) ply: usize,
    pub(super) seat: usize,
    pub(super) played: String,
    pub(super) best: String,
    pub(super) value: f64,
    pub(super) best_value: f64,
    /// The chances to win after the move played and after the best, where they were measured.
    pub(super) chances: Option<[f64; 2]>,
    pub(super) proven: Option<Proven>,
    /// Whether a certain outcome was thrown away.
    spoiled: bool,
    /// Whether it ended a game for one that the best would not have ended.
    pub(super) ends: bool,
    /// How far a middling move lies behind the best.
    spread: f64,
    pub(super) luck: Option<Chance>,
    pub(super) words: Option<String>,
    pub(super) finesse: Option<Finesse>,
}

/// What chance gave before a move, in the judge's unit, and the standard error of that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chance {
    pub(super) value: f64,
    pub(super) error: f64,
}

impl Judged {
    /// What the judge thinks of a move; nothing if it is none of its candidates.
    pub(super) fn of(
        decision: &dyn AnyDecision,
        speaker: Speaker,
        [ply, seat]: [usize; 2],
        action: &str,
    ) -> Option<Self> {
        let Explanation { decision: found, chances, .. } = decision.explanation(speaker);
        let at = found.candidates.iter().position(|candidate| candidate.action == action)?;
        let (played, best) = (&found.candidates[at], found.best());
        let chance = |at: usize| chances.get(at).copied().flatten();
        Some(Self {
            ply,
            seat,
            played: action.to_owned(),
            best: best.action.clone(),
            value: worth(played),
            best_value: worth(best),
            chances: chance(at).zip(chance(found.chosen)).map(|(played, best)| [played, best]),
            proven: played.proven,
            spoiled: spoils(best.proven, played.proven),
            ends: false,
            spread: spread(found),
            luck: None,
            words: None,
            finesse: None,
        })
    }

    fn is_best(&self) -> bool {
        self.played == self.best
    }
}

/// What the judge thinks of a move, whether or not it is the one that it has chosen.
pub(super) fn worth(candidate: &Candidate<String>) -> f64 {
    let chosen = candidate.terms.iter().filter(|term| term.is_choice);
    candidate.value - chosen.map(|term| term.contribution).sum::<f64>()
}

/// Whether a certain outcome was thrown away.
fn spoils(best: Option<Proven>, played: Option<Proven>) -> bool {
    match (best, played) {
        (Some(Proven::Win), Some(outcome)) => outcome != Proven::Win,
        (Some(Proven::Draw), Some(outcome)) => outcome == Proven::Loss,
        _ => false,
    }
}

/// What a game's moves are measured by.
pub(super) struct Scale {
    /// Whether losses are shares of the chance to win: it was measured for the judge, or its values are results, half
    /// of whose difference it is.
    chances: bool,
    measured: bool,
    /// What a middling move gives away, in the judge's unit; infinite where moves hardly differ.
    middling: f64,
}

impl Scale {
    /// The scale of a game with these moves.
    pub(super) fn of(zero_sum: bool, moves: &[Judged]) -> Self {
        let result = |value: f64| value.abs() <= A_RESULT;
        let results = moves.iter().all(|m| result(m.value) && result(m.best_value));
        let mut spreads: Vec<f64> = moves.iter().map(|m| m.spread).collect();
        spreads.sort_by(f64::total_cmp);
        let middle = spreads.get(spreads.len() / 2).copied().filter(|middle| *middle > 0.0);
        // What chance gave is known in the judge's unit alone.
        let measured = moves.iter().all(|m| m.chances.is_some() && m.luck.is_none());
        let chances = zero_sum && (measured || results);
        Self { chances, measured, middling: middle.unwrap_or(f64::INFINITY) }
    }

    pub(super) fn measure(&self) -> Measure {
        if self.chances { Measure::Chance } else { Measure::Middling }
    }

    /// What a move gave away: a share of the chance to win, or in gaps between a middling move and the best.
    fn loss(&self, found: &Judged) -> f64 {
        if let Some([played, best]) = found.chances.filter(|_| self.chances && self.measured) {
            return if found.is_best() { 0.0 } else { (best - played).max(0.0) };
        }
        let values = [found.best_value, found.value];
        let [best, value] = if self.chances { values.map(|v| v.clamp(-1.0, 1.0)) } else { values };
        let most = if self.chances { 1.0 } else { MOST_GAPS };
        if found.is_best() { 0.0 } else { self.in_loss(best - value).clamp(0.0, most) }
    }

    /// A difference of the judge's values as losses are measured.
    fn in_loss(&self, difference: f64) -> f64 {
        difference / if self.chances { 2.0 } else { self.middling }
    }

    /// A loss in mistakes: 1 is one, 2 are two.
    fn in_mistakes(&self, loss: f64) -> f64 {
        loss / if self.chances { A_MISTAKE } else { 1.0 }
    }

    fn grade(&self, found: &Judged) -> Grade {
        let loss = self.loss(found);
        let steps = if self.chances { OF_THE_CHANCE } else { OF_A_MIDDLING_MOVE };
        match steps.iter().find(|(least, _)| loss >= *least) {
            _ if found.is_best() => Grade::Fine,
            _ if found.spoiled => Grade::Blunder,
            Some(_) if found.ends => Grade::Blunder,
            Some((_, grade)) => *grade,
            None => Grade::Fine,
        }
    }

    /// Whether a move gave away enough to be told why.
    pub(super) fn is_slip(&self, found: &Judged) -> bool {
        self.grade(found) > Grade::Fine
    }

    /// A move with its measure.
    pub(super) fn reviewed(&self, found: &Judged) -> Reviewed {
        let grade = self.grade(found);
        Reviewed {
            ply: found.ply as u64,
            seat: found.seat,
            played: found.played.clone(),
            best: found.best.clone(),
            value: found.value,
            best_value: found.best_value,
            chance: found.chances.map(|[played, _]| played),
            proven: found.proven,
            loss: self.loss(found),
            grade,
            mistake: grade >= Grade::Mistake,
            luck: found.luck.map(|luck| self.in_loss(luck.value)),
            words: found.words.clone(),
            keys_used: found.finesse.map(|finesse| finesse.used),
            keys_enough: found.finesse.map(|finesse| finesse.enough),
        }
    }

    /// What a seat gave away and what chance did; nothing if none of its moves was judged.
    pub(super) fn seat(&self, seat: usize, all: &[Judged]) -> Option<SeatReview> {
        let own: Vec<&Judged> = all.iter().filter(|found| found.seat == seat).collect();
        if own.is_empty() {
            return None;
        }
        let losses = || own.iter().map(|found| self.loss(found));
        let kept: f64 = losses().map(|loss| 0.5f64.powf(self.in_mistakes(loss))).sum();
        let lucks: Vec<Chance> = own.iter().filter_map(|found| found.luck).collect();
        let luck = (!lucks.is_empty()).then(|| {
            let value: f64 = lucks.iter().map(|luck| luck.value).sum();
            let error = lucks.iter().map(|luck| luck.error.powi(2)).sum::<f64>().sqrt();
            [value, error].map(|sum| self.summed(self.in_loss(sum), lucks.len()))
        });
        Some(SeatReview {
            seat,
            moves: own.len() as u64,
            accuracy: 100.0 * kept / own.len() as f64,
            gave: self.summed(losses().sum(), own.len()),
            luck: luck.map(|[value, _]| value),
            luck_error: luck.map(|[_, error]| error).filter(|error| *error > 0.0),
        })
    }

    /// A sum over a seat's moves as people read it: a chance over the whole game, else what it is for each move.
    fn summed(&self, sum: f64, moves: usize) -> f64 {
        if self.chances { sum } else { sum / moves as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(value: f64, best_value: f64, spread: f64) -> Judged {
        Judged {
            ply: 0,
            seat: 0,
            played: if value == best_value { "a" } else { "b" }.into(),
            best: "a".into(),
            value,
            best_value,
            chances: None,
            proven: None,
            spoiled: false,
            ends: false,
            spread,
            luck: None,
            words: None,
            finesse: None,
        }
    }

    fn grades(zero_sum: bool, moves: &[Judged]) -> Vec<Grade> {
        let scale = Scale::of(zero_sum, moves);
        moves.iter().map(|found| scale.grade(found)).collect()
    }

    #[test]
    fn only_a_worse_outcome_spoils() {
        let (win, draw, loss) = (Some(Proven::Win), Some(Proven::Draw), Some(Proven::Loss));
        assert!(spoils(win, draw) && spoils(win, loss) && spoils(draw, loss));
        assert!(!spoils(win, win) && !spoils(loss, loss) && !spoils(win, None));
        let spoiled = [Judged { spoiled: true, ..judged(5.0, 6.0, 100.0) }];
        assert_eq!(grades(false, &spoiled), [Grade::Blunder]);
    }

    #[test]
    fn results_are_graded_by_the_chance_to_win() {
        let values = [(0.0, 0.0), (0.1, 0.15), (0.0, 0.12), (0.0, 0.25), (-1.0, 1.04)];
        let moves = values.map(|(value, best)| judged(value, best, 1.0));
        let wanted = [Grade::Fine, Grade::Fine, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];
        assert_eq!(grades(true, &moves), wanted);
        let scale = Scale::of(true, &moves);
        assert_eq!(scale.measure(), Measure::Chance);
        assert_eq!(scale.loss(&moves[4]), 1.0);
        let shorter = [judged(1.02, 1.06, 1.0)];
        assert_eq!(grades(true, &shorter), [Grade::Fine], "a longer way to a certain win");
    }

    #[test]
    fn where_chances_were_measured_they_count_whatever_the_unit() {
        let chances = [[0.5, 0.5], [0.45, 0.52], [0.4, 0.52], [0.2, 0.6]];
        let moves = chances.map(|chances| Judged {
            chances: Some(chances),
            ..judged(if chances[0] == chances[1] { 300.0 } else { 100.0 }, 300.0, 1.0)
        });
        let wanted = [Grade::Fine, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];
        assert_eq!(grades(true, &moves), wanted);
        let scale = Scale::of(true, &moves);
        assert_eq!(scale.measure(), Measure::Chance);
        assert!((scale.loss(&moves[3]) - 0.4).abs() < 1e-12);
        let mixed = [judged(100.0, 300.0, 200.0), moves.into_iter().next_back().unwrap()];
        assert_eq!(Scale::of(true, &mixed).measure(), Measure::Middling, "not known of all");
    }

    #[test]
    fn values_with_a_unit_are_graded_by_a_middling_move() {
        let values = [90.0, 88.0, 85.0, 80.0, -200.0];
        let moves = values.map(|value| judged(value, 90.0, 10.0));
        let wanted = [Grade::Fine, Grade::Fine, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];
        assert_eq!(grades(false, &moves), wanted);
        assert_eq!(grades(false, &[judged(3.0, 4.0, 0.0)]), [Grade::Fine], "all moves are alike");
    }

    #[test]
    fn what_ends_a_game_is_a_blunder_and_has_a_bounded_measure() {
        let values = [90.0, 80.0, -1_000_000.0];
        let moves = values.map(|value| judged(value, 90.0, 10.0));
        let scale = Scale::of(false, &moves);
        assert_eq!(moves.each_ref().map(|found| scale.loss(found)), [0.0, 1.0, 10.0]);
        assert!((scale.seat(0, &moves).unwrap().gave - 11.0 / 3.0).abs() < 1e-12);
        let ended = [Judged { ends: true, ..judged(83.0, 90.0, 10.0) }];
        assert_eq!(grades(false, &ended), [Grade::Blunder]);
    }

    #[test]
    fn accuracy_is_all_for_the_best_and_half_for_a_mistake() {
        let of = |moves: &[Judged]| Scale::of(true, moves).seat(0, moves).map(|s| s.accuracy);
        assert_eq!(of(&[judged(0.0, 0.0, 1.0), judged(1.0, 1.0, 1.0)]), Some(100.0));
        assert!((of(&[judged(0.0, 0.2, 1.0)]).unwrap() - 50.0).abs() < 1e-9);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn skill_and_luck_are_told_apart() {
        let luck = |value, error| Some(Chance { value, error });
        let moves = [
            Judged { luck: luck(-4.0, 3.0), ..judged(90.0, 90.0, 10.0) },
            Judged { luck: luck(2.0, 4.0), ..judged(86.0, 90.0, 10.0) },
            judged(90.0, 90.0, 10.0),
        ];
        let seat = Scale::of(false, &moves).seat(0, &moves).unwrap();
        assert!((seat.gave - 4.0 / 30.0).abs() < 1e-12, "{seat:?}");
        assert_eq!((seat.luck, seat.luck_error), (Some(-0.1), Some(0.25)));
    }
}
