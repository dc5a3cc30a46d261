//! The panel of reasons: one decision, and what the person looks at in it.

use ludex_core::explain::{Contrast, Explanation, Speaker};
use ludex_core::{AnyAction, AnyDecision, AnyTable, Candidate, Picture};
use ludex_table::{Machine, RealTime};
use std::sync::Arc;

/// A decision that is looked at.
pub(crate) struct Why {
    /// As it was taken.
    taken: Arc<dyn AnyDecision>,
    /// As far as it can still be carried out.
    pub(crate) decision: Arc<dyn AnyDecision>,
    /// That in words, with the keys from where the piece is.
    pub(crate) explanation: Explanation,
    /// Whether it was advice, not a move.
    pub(crate) advice: bool,
    /// In whose words.
    speaker: Speaker,
    /// The candidate under examination.
    pub(crate) selected: Option<usize>,
    /// The answer to "why not this one?".
    pub(crate) contrast: Option<Contrast>,
}

impl Why {
    /// A move that was made, in the words of who made it.
    pub(crate) fn of_move(decision: Arc<dyn AnyDecision>) -> Self {
        Self::new(decision, false, Speaker::Agent)
    }

    /// Advice for a move to come.
    pub(crate) fn of_advice(decision: Arc<dyn AnyDecision>, speaker: Speaker) -> Self {
        Self::new(decision, true, speaker)
    }

    fn new(decision: Arc<dyn AnyDecision>, advice: bool, speaker: Speaker) -> Self {
        Self {
            taken: Arc::clone(&decision),
            explanation: decision.explanation(speaker).clone(),
            decision,
            advice,
            speaker,
            selected: None,
            contrast: None,
        }
    }

    /// The table before the move.
    fn table(&self) -> &dyn AnyTable {
        self.decision.table()
    }

    /// How many moves had been played when it was decided.
    pub(crate) fn plies(&self) -> usize {
        self.table().plies()
    }

    /// Makes the best that the falling piece can still reach the choice; says whether there is anything.
    pub(crate) fn keep_in_reach(&mut self, machine: &Machine) -> bool {
        let Some(found) = machine.in_reach(&self.taken) else { return false };
        if found.action() != self.decision.action() {
            self.explanation = found.explanation(self.speaker).clone();
            self.decision = found;
        }
        let live = machine.real_time().and_then(RealTime::live);
        if let Some(keys) = live.and_then(|live| live.keys_to(self.decision.action())) {
            self.lead_from_here(&keys);
        }
        true
    }

    /// Replaces the keys of the choice, where the agent has told some, by those from here. Before the piece
    /// has moved they are the agent's own, with the story of how they were found.
    fn lead_from_here(&mut self, keys: &[&str]) {
        let action = self.decision.action();
        let from_the_start = self.table().live().and_then(|live| live.keys_to(action));
        let decision = &mut self.explanation.decision;
        let choice = &mut decision.candidates[decision.chosen];
        let moved = decision.story.is_empty() || from_the_start.as_deref() != Some(keys);
        if moved && !choice.keys.is_empty() {
            choice.keys = keys.iter().map(ToString::to_string).collect();
            decision.story.clear();
        }
    }

    /// Moves the selection by `step` candidates; from nowhere to the chosen one.
    pub(crate) fn select(&mut self, step: isize) {
        let last = self.explanation.decision.candidates.len() as isize - 1;
        let next = match self.selected {
            None => self.explanation.decision.chosen as isize,
            Some(index) => (index as isize + step).clamp(0, last),
        };
        if self.selected != Some(next as usize) {
            self.contrast = None;
        }
        self.selected = Some(next as usize);
    }

    /// Selects the candidate of this number.
    pub(crate) fn select_number(&mut self, index: usize) {
        let known = index < self.explanation.decision.candidates.len();
        if known && self.selected != Some(index) {
            (self.selected, self.contrast) = (Some(index), None);
        }
    }

    /// Looks at the game again.
    pub(crate) fn deselect(&mut self) {
        self.selected = None;
        self.contrast = None;
    }

    /// The candidate under examination.
    pub(crate) fn examined(&self) -> Option<&Candidate<String>> {
        self.explanation.decision.candidates.get(self.selected?)
    }

    /// What it plays.
    pub(crate) fn examined_action(&self) -> Option<AnyAction> {
        self.decision.candidates().into_iter().nth(self.selected?)
    }

    /// What is expected from the position after `plies` moves on; none if this is about another.
    pub(crate) fn ahead(&self, plies: usize) -> Option<Vec<AnyAction>> {
        let made = plies.checked_sub(self.plies())?;
        // Right after the move that was decided on, the rest of its line is still expected.
        let known = made == 0 || (made == 1 && !self.advice);
        let line = &self.explanation.decision.best().line;
        known.then(|| self.read(line.get(made..).unwrap_or_default()))
    }

    /// The board with the expected course of the examined candidate.
    pub(crate) fn picture(&self) -> Option<Picture> {
        let candidate = self.examined()?;
        if candidate.line.is_empty() {
            return Some(self.table().picture(&self.read(std::slice::from_ref(&candidate.action))));
        }
        Some(self.table().picture(&self.read(&candidate.line)))
    }

    fn read(&self, actions: &[String]) -> Vec<AnyAction> {
        actions.iter().filter_map(|text| self.table().read(text).ok()).collect()
    }
}
