//! Decisions with the table they were taken at: all that is needed to explain them.

use super::{AnyAction, AnyTable, Table};
use crate::explain::{
    self, Consequences, Contrast, Explanation, Speaker, Trials, Verdict, capital,
};
use crate::run::build_agent;
use crate::{Agent, Bound, Budget, Candidate, Decision, Result, Room, Seat, Spec, Turn};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A decision that was taken, whatever the game. What is asked about it is answered from what the search has
/// found; nothing is searched again but an action that the search has not looked at in earnest.
pub trait AnyDecision: Send + Sync {
    /// Who decided.
    fn agent(&self) -> &Spec;
    /// For which seat.
    fn seat(&self) -> Seat;
    /// The table it was taken at.
    fn table(&self) -> &dyn AnyTable;
    /// The chosen action.
    fn action(&self) -> AnyAction;
    /// Its value for the deciding seat.
    fn value(&self) -> f64;
    /// Whether the search came to its end.
    fn is_complete(&self) -> bool;
    /// Every action that was weighed, best first.
    fn candidates(&self) -> Vec<AnyAction>;
    /// The decision in notation and in somebody's words; made when first asked for.
    fn explanation(&self, speaker: Speaker) -> &Explanation;
    /// Why not this action.
    fn why_not(&self, instead: &AnyAction, speaker: Speaker, budget: &Budget) -> Result<Contrast>;
    /// What becomes of the choice and of this action when the agent plays on after both; none where that takes too long.
    fn consequences(
        &self,
        instead: &AnyAction,
        trials: Trials,
        speaker: Speaker,
    ) -> Result<Option<Consequences>>;
    /// Whether somebody may know better.
    fn has_referee(&self) -> bool;
    /// What the game's referee knows better, if there is one and it does.
    fn verdict(&self, budget: &Budget) -> Result<Option<Verdict>>;
    /// The same decision where the choice cannot be carried out any more and this candidate takes its place.
    fn redirected(&self, to: &AnyAction) -> Option<Arc<dyn AnyDecision>>;
}

/// A decision of a game.
pub(super) struct Decided<R: Room> {
    table: Table<R>,
    spec: Spec,
    agent: Arc<dyn Agent<R>>,
    decision: Decision<R::Action>,
    /// What was chosen at first, where that cannot be carried out any more.
    lost: Option<R::Action>,
    /// In the words of each kind of speaker.
    explanations: [OnceLock<Explanation>; Speaker::KINDS],
}

impl<R: Room> Decided<R> {
    pub(super) fn new(
        table: Table<R>,
        spec: Spec,
        agent: Arc<dyn Agent<R>>,
        decision: Decision<R::Action>,
    ) -> Self {
        Self { table, spec, agent, decision, lost: None, explanations: Default::default() }
    }

    fn explain(&self, speaker: Speaker) -> Explanation {
        let Table { game, position, .. } = &self.table;
        let mut explanation = explain::tell(game, position, &self.decision, speaker);
        if let Some(lost) = self.lost {
            explanation.words = self.out_of_reach(lost);
        }
        explanation
    }

    fn out_of_reach(&self, lost: R::Action) -> String {
        let Table { game, position, .. } = &self.table;
        let say = |action| game.phrase_at(position, action);
        let (lost, found) = (capital(&say(lost)), say(self.decision.best().action));
        let (place, of) = (self.decision.chosen + 1, self.decision.candidates.len());
        format!(
            "{lost} is out of reach from here. Of what can still be reached, {found} is best: \
             number {place} of {of}."
        )
    }

    /// A candidate as carefully weighed as the chosen one.
    fn weighed(&self, action: R::Action, budget: &Budget) -> Result<Candidate<R::Action>> {
        let Table { game, position, .. } = &self.table;
        match self.decision.find(&action) {
            Some(known) if matches!(known.bound, Bound::Exact | Bound::Sampled) => {
                Ok(known.clone())
            }
            _ => self.agent.weigh(game, position, action, budget),
        }
    }
}

impl<R: Room> AnyDecision for Decided<R> {
    fn agent(&self) -> &Spec {
        &self.spec
    }

    fn seat(&self) -> Seat {
        Seat(self.decision.seat)
    }

    fn table(&self) -> &dyn AnyTable {
        &self.table
    }

    fn action(&self) -> AnyAction {
        AnyAction::new(self.decision.best().action)
    }

    fn value(&self) -> f64 {
        self.decision.best().value
    }

    fn is_complete(&self) -> bool {
        self.decision.search.complete
    }

    fn candidates(&self) -> Vec<AnyAction> {
        self.decision.candidates.iter().map(|c| AnyAction::new(c.action)).collect()
    }

    fn explanation(&self, speaker: Speaker) -> &Explanation {
        self.explanations[speaker.kind()].get_or_init(|| self.explain(speaker))
    }

    fn why_not(&self, instead: &AnyAction, speaker: Speaker, budget: &Budget) -> Result<Contrast> {
        let Table { game, position, .. } = &self.table;
        let action = Table::<R>::typed(instead)?;
        self.table.check(action)?;
        let other = self.weighed(action, budget)?;
        Ok(explain::why_not(game, position, &self.decision, other, speaker))
    }

    fn consequences(
        &self,
        instead: &AnyAction,
        trials: Trials,
        speaker: Speaker,
    ) -> Result<Option<Consequences>> {
        let Table { game, position, .. } = &self.table;
        let action = Table::<R>::typed(instead)?;
        self.table.check(action)?;
        if action == self.decision.best().action {
            return Ok(None);
        }
        // Where chance plays no part, the same agent would play the same game again: each gets lots of its own.
        let by_chance = game.turn(&game.start()) == Turn::Chance;
        let player = |seed| {
            if by_chance {
                return Ok(Arc::clone(&self.agent));
            }
            build_agent(game, &self.spec, seed).map(Arc::from)
        };
        explain::consequences(game, position, &self.decision, action, &player, trials, speaker)
    }

    fn has_referee(&self) -> bool {
        self.table.game.referee().is_some_and(|referee| referee != self.spec.to_string())
    }

    fn verdict(&self, budget: &Budget) -> Result<Option<Verdict>> {
        let Table { game, position, .. } = &self.table;
        let Some(referee) = game.referee() else { return Ok(None) };
        let truth = self.table.agent(&referee.parse()?)?.decide(game, position, budget)?;
        Ok(explain::verdict(game, position, &self.decision, &truth))
    }

    fn redirected(&self, to: &AnyAction) -> Option<Arc<dyn AnyDecision>> {
        let to = to.get()?;
        let chosen = self.decision.candidates.iter().position(|c| c.action == to)?;
        let lost = self.lost.unwrap_or(self.decision.best().action);
        Some(Arc::new(Self {
            table: self.table.clone(),
            spec: self.spec.clone(),
            agent: Arc::clone(&self.agent),
            decision: Decision { chosen, ..self.decision.clone() },
            lost: Some(lost).filter(|lost| *lost != to),
            explanations: Default::default(),
        }))
    }
}

impl<R: Room> Table<R> {
    /// All actions that some candidates speak of, in the words of a sentence.
    pub(super) fn phrases(&self, candidates: &[Candidate<R::Action>]) -> BTreeMap<String, String> {
        let actions = candidates.iter().flat_map(|c| c.line.iter().chain([&c.action]));
        let phrase =
            |&action: &R::Action| (self.game.action_text(action), self.game.phrase(action));
        actions.map(phrase).collect()
    }
}
