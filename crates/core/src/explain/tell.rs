//! Decisions of a game in words: the one place where its board, its own proofs and the numbers come together.

use super::fact::{Sure, facts};
use super::{Calibration, Contrast, Explanation, Speaker, Voice, contrast, words_of};
use crate::{Bound, Candidate, Decision, Game, Room, Turn};
use std::collections::BTreeMap;

/// An explanation compares the choice with this many others at most.
const MOST_COMPARISONS: usize = 2;

/// How much of a decision's best line is sure to be what follows.
///
/// A line that depends on what chance does ends where chance has a choice. One that was found without looking at chance goes on as
/// long as the next move can be played whatever comes.
pub fn certain_steps<G: Game>(
    game: &G,
    position: &G::Position,
    decision: &Decision<G::Action>,
) -> Sure {
    let independent = WITHOUT_CHANCE.contains(&decision.search.algorithm.as_str());
    sure(game, position, &decision.best().line, independent)
}

/// Searches that never look past an uncertain outcome of chance.
const WITHOUT_CHANCE: [&str; 3] = ["minimax", "negamax", "beam"];

fn sure<G: Game>(game: &G, position: &G::Position, line: &[G::Action], independent: bool) -> Sure {
    let up_to = |steps| Sure { steps, ends: false };
    let mut here = position.clone();
    for (step, &action) in line.iter().enumerate() {
        while game.turn(&here) == Turn::Chance {
            let mut outcomes = Vec::new();
            game.actions(&here, &mut outcomes);
            let fits = |&outcome: &G::Action| {
                let mut dealt = here.clone();
                game.play(&mut dealt, outcome);
                game.turn(&dealt) != Turn::Chance && game.check(&dealt, action).is_ok()
            };
            if outcomes.len() > 1 && !(independent && outcomes.iter().all(fits)) {
                return up_to(step);
            }
            game.play(&mut here, outcomes[0]);
        }
        if game.check(&here, action).is_err() {
            return up_to(step);
        }
        game.play(&mut here, action);
    }
    Sure { steps: line.len(), ends: game.turn(&here) == Turn::Over }
}

/// Searches whose values are means over what chance may do.
const MEANS: [&str; 3] = ["expectimax", "ntuple", "exact"];

/// Whether the value of a candidate is a mean over what chance may do, by a search of this kind.
pub fn is_mean<G: Game>(
    game: &G,
    position: &G::Position,
    algorithm: &str,
    candidate: &Candidate<G::Action>,
) -> bool {
    let looks_past = candidate.depth > 1 && candidate.bound != Bound::Sampled;
    MEANS.contains(&algorithm) && looks_past && {
        let mut next = position.clone();
        game.play(&mut next, candidate.action);
        let mut outcomes = Vec::new();
        game.turn(&next) == Turn::Chance && {
            game.actions(&next, &mut outcomes);
            outcomes.len() > 1
        }
    }
}

/// How the values of a decision turn into chances, where two play and somebody has measured it.
pub fn calibration<R: Room>(game: &R, decision: &Decision<R::Action>) -> Option<Calibration> {
    let agent = decision.agent.split(':').next().unwrap_or_default();
    let curves = game.calibrations();
    curves.iter().find(|curve| curve.agent == agent).copied().filter(|_| game.seats() > 1)
}

/// A decision in words.
pub fn tell<R: Room>(
    game: &R,
    position: &R::Position,
    decision: &Decision<R::Action>,
    speaker: Speaker,
) -> Explanation {
    let best = decision.best();
    let certain = certain_steps(game, position, decision);
    let calibration = calibration(game, decision);
    let facts = facts(decision, certain, calibration.as_ref());
    // Of what is as good there is nothing to say but that, unless everything is.
    let apart = |c: &&Candidate<R::Action>| c.order != best.order && !c.is_level_with(best);
    let alike = decision.candidates.iter().all(|c| !apart(&c));
    let compared = |c: &&Candidate<R::Action>| c.order != best.order && (alike || apart(c));
    let others = decision.candidates.iter().filter(compared);
    let proofs = others.filter_map(|other| game.compare(position, best, other, speaker));
    let phrases = phrases(game, position, &decision.candidates);
    let say = |text: &str| said(&phrases, text);
    let voice = Voice {
        seats: game.seats(),
        speaker,
        means: is_mean(game, position, &decision.search.algorithm, best),
        calibration,
        say: &say,
        statement: game.statement(position, best.action, speaker),
        remarks: game.remarks(position, decision, speaker),
        comparisons: proofs.take(MOST_COMPARISONS).collect(),
    };
    let decision = decision.clone().map(|action| game.action_text(action));
    let words = words_of(&decision, &facts, &voice);
    let chances = calibration.map_or_else(Vec::new, |curve| {
        decision.candidates.iter().map(|candidate| curve.of(candidate)).collect()
    });
    Explanation { words, decision, phrases, chances, verdict: None }
}

/// Why another move than that of a decision was not chosen. `other` is that move, weighed as carefully as the choice.
pub fn why_not<R: Room>(
    game: &R,
    position: &R::Position,
    decision: &Decision<R::Action>,
    other: Candidate<R::Action>,
    speaker: Speaker,
) -> Contrast {
    let chosen = decision.best().clone();
    let phrases = phrases(game, position, [&chosen, &other]);
    let say = |text: &str| said(&phrases, text);
    let clip = |mut candidate: Candidate<R::Action>| {
        let certain = sure(game, position, &candidate.line, false);
        candidate.line.truncate(certain.steps.max(1));
        candidate
    };
    let voice = Voice {
        seats: game.seats(),
        speaker,
        means: is_mean(game, position, &decision.search.algorithm, &chosen),
        calibration: calibration(game, decision),
        say: &say,
        statement: game.statement(position, chosen.action, speaker),
        remarks: Vec::new(),
        comparisons: Vec::from_iter(game.compare(position, &chosen, &other, speaker)),
    };
    let text = |action| game.action_text(action);
    let told = contrast(clip(chosen.clone()).map(text), clip(other.clone()).map(text), &voice);
    // The words speak of what is certain; the numbers keep the whole lines.
    let lines_part_at = chosen.line.iter().zip(&other.line).take_while(|(a, b)| a == b).count();
    Contrast { chosen: chosen.map(text), instead: other.map(text), lines_part_at, ..told }
}

pub(super) fn said(phrases: &BTreeMap<String, String>, text: &str) -> String {
    phrases.get(text).cloned().unwrap_or_else(|| text.to_owned())
}

/// All actions that some candidates speak of, in the words of a sentence: the candidates as they are told apart here, the rest of
/// their lines by themselves.
pub(super) fn phrases<'c, R: Room>(
    game: &R,
    position: &R::Position,
    candidates: impl IntoIterator<Item = &'c Candidate<R::Action>>,
) -> BTreeMap<String, String> {
    let (mut later, mut here) = (BTreeMap::new(), BTreeMap::new());
    for candidate in candidates {
        let action = candidate.action;
        here.insert(game.action_text(action), game.phrase_at(position, action));
        let line = candidate.line.iter().skip(1);
        later.extend(line.map(|&next| (game.action_text(next), game.phrase(next))));
    }
    later.extend(here);
    later
}
