//! Truth beside belief: what the strongest agent of a game knows about the decision of another.

use super::numbers::capital;
use super::tell::{calibration, phrases, said};
use crate::{Bound, Candidate, Decision, Proven, Room};
use serde::{Deserialize, Serialize};

/// What a referee has to say about a decision: something certain that its agent did not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Verdict {
    /// In a sentence.
    pub words: String,
    /// Who is the referee.
    pub referee: String,
    /// What the move that was chosen leads to, for who made it.
    pub outcome: Proven,
    /// What the best move would have led to, if that is certain, too.
    pub best: Option<Proven>,
    /// The best move.
    pub action: String,
}

/// What `truth` proves about the choice of `belief` that the latter did not know; both are about the same position.
pub fn verdict<R: Room>(
    game: &R,
    position: &R::Position,
    belief: &Decision<R::Action>,
    truth: &Decision<R::Action>,
) -> Option<Verdict> {
    let (thought, best) = (belief.best(), truth.best());
    let found = truth.find(&thought.action)?;
    let outcome = found.proven.filter(|outcome| thought.proven != Some(*outcome))?;
    let phrases = phrases(game, position, &truth.candidates);
    let say = |action: R::Action| said(&phrases, &game.action_text(action));
    let believed = match view(game, belief, thought) {
        Some(view) => format!("It thought the game {view}; "),
        None => String::new(),
    };
    let forces = found.line.get(1).map(|&reply| format!(": {} forces it", say(reply)));
    let forces = forces.unwrap_or_default();
    let better = best.action != found.action;
    let words = match (outcome, best.proven) {
        (Proven::Loss, Some(Proven::Loss)) => {
            format!("{believed}it is lost{forces}.")
        }
        (Proven::Loss, Some(Proven::Draw)) if better => {
            let best = say(best.action);
            format!("{believed}this loses{forces}. With {best} it was a draw.")
        }
        (Proven::Loss, Some(Proven::Win)) if better => {
            let best = say(best.action);
            format!("{believed}this loses{forces}. {} would win.", capital(&best))
        }
        (Proven::Loss, _) => format!("{believed}this loses{forces}."),
        (Proven::Draw, Some(Proven::Win)) if better => {
            let best = say(best.action);
            format!("{believed}{best} would win, this only draws.")
        }
        // Who thought nothing, or thought it even, has nothing to learn from a draw.
        (Proven::Draw, _) if believed.is_empty() || believed.contains("even") => return None,
        (Proven::Draw, _) => format!("{believed}with best play it is a draw."),
        (Proven::Win, _) => format!("{believed}it is won."),
    };
    Some(Verdict {
        words: capital(&words),
        referee: truth.agent.clone(),
        outcome,
        best: best.proven,
        action: game.action_text(best.action),
    })
}

/// What an agent thought of the game for itself; nothing, if it drew lots.
fn view<R: Room>(
    game: &R,
    belief: &Decision<R::Action>,
    thought: &Candidate<R::Action>,
) -> Option<&'static str> {
    if thought.bound == Bound::None {
        return None;
    }
    let chance = calibration(game, belief).and_then(|curve| curve.of(thought));
    Some(match (thought.proven, chance) {
        (Some(Proven::Win), _) => "won",
        (Some(Proven::Loss), _) => "lost",
        (Some(Proven::Draw), _) => "drawn",
        (None, Some(chance)) if chance > 0.9 => "nearly won",
        (None, Some(chance)) if chance > 0.6 => "good",
        (None, Some(chance)) if chance < 0.1 => "nearly lost",
        (None, Some(chance)) if chance < 0.4 => "bad",
        // Without a measure of its values only their sign can be told.
        (None, None) if thought.value > 0.0 => "good",
        (None, None) if thought.value < 0.0 => "bad",
        (None, _) => "even",
    })
}
