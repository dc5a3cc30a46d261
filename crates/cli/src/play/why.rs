//! The panel of reasons: one decision, and what the person looks at in it.

use ludex_core::explain::{Contrast, Explanation};
use ludex_core::{AnyTable, Candidate, Live, Picture, Spec};

/// A decision with the table it was taken at.
pub(crate) struct Why {
    /// The table before the move.
    pub(crate) table: Box<dyn AnyTable>,
    /// Who decided.
    pub(crate) agent: Spec,
    /// What, and why.
    pub(crate) explanation: Explanation,
    /// Whether it was advice, not a move.
    pub(crate) advice: bool,
    /// The candidate under examination.
    pub(crate) selected: Option<usize>,
    /// The answer to "why not this one?".
    pub(crate) contrast: Option<Contrast>,
}

impl Why {
    /// How many moves had been played when it was decided.
    pub(crate) fn plies(&self) -> usize {
        self.table.moves().len()
    }

    /// Makes the best that the falling piece can still reach the choice; says whether there is anything.
    ///
    /// An agent decides at the table, where the piece has not moved yet; by now it may have fallen between
    /// towers, or another may have come out of the hold.
    pub(crate) fn keep_in_reach(&mut self, live: &dyn Live) -> bool {
        let decision = &self.explanation.decision;
        let others = (0..decision.candidates.len()).filter(|i| *i != decision.chosen);
        let keys = |i: usize| Some((i, live.keys_to(&decision.candidates[i].action)?));
        let Some((index, keys)) = std::iter::once(decision.chosen).chain(others).find_map(keys)
        else {
            return false;
        };
        if index != decision.chosen {
            self.choose_instead(index);
        }
        self.lead_from_here(&keys);
        true
    }

    fn choose_instead(&mut self, index: usize) {
        let decision = &mut self.explanation.decision;
        let lost = self.table.phrase(&decision.best().action);
        let found = self.table.phrase(&decision.candidates[index].action);
        let (place, of) = (index + 1, decision.candidates.len());
        self.explanation.words = format!(
            "{lost} is out of reach from here. Of what can still be reached, {found} is best: \
             number {place} of {of}."
        );
        decision.chosen = index;
    }

    /// Replaces the keys of the choice, where the agent has told some, by those from here. Before the piece
    /// has moved they are the agent's own, with the story of how they were found.
    fn lead_from_here(&mut self, keys: &[&str]) {
        let decision = &mut self.explanation.decision;
        let choice = &mut decision.candidates[decision.chosen];
        let from_the_start = self.table.live().and_then(|live| live.keys_to(&choice.action));
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

    /// Looks at the game again.
    pub(crate) fn deselect(&mut self) {
        self.selected = None;
        self.contrast = None;
    }

    /// The candidate under examination.
    pub(crate) fn examined(&self) -> Option<&Candidate<String>> {
        self.explanation.decision.candidates.get(self.selected?)
    }

    /// What is expected from the position after `plies` moves on; none if this is about another.
    pub(crate) fn ahead(&self, plies: usize) -> Option<Vec<String>> {
        let made = plies.checked_sub(self.plies())?;
        // Right after the move that was decided on, the rest of its line is still expected.
        let known = made == 0 || (made == 1 && !self.advice);
        let line = &self.explanation.decision.best().line;
        known.then(|| line.get(made..).unwrap_or_default().to_vec())
    }

    /// The board with the expected course of the examined candidate.
    pub(crate) fn picture(&self) -> Option<Picture> {
        let candidate = self.examined()?;
        if candidate.line.is_empty() {
            return Some(self.table.picture(std::slice::from_ref(&candidate.action)));
        }
        Some(self.table.picture(&candidate.line))
    }
}
