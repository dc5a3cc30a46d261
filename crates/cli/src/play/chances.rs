//! What if chance had drawn otherwise: the draws before a move of a game that is gone through.

use super::study::Study;
use ludex_table::protocol::{Answer, Draw};

/// What chance could have drawn, as far as it is known.
pub(crate) struct Chances {
    study: Study,
    /// Whether these are all that there could have been.
    pub(crate) complete: bool,
    /// The best for who is to move first; none while somebody still thinks.
    pub(crate) draws: Vec<Draw>,
    /// The one that is looked at.
    pub(crate) selected: usize,
    /// Why there is no answer.
    pub(crate) failed: Option<String>,
}

impl Chances {
    /// Waits for the answer to a question.
    pub(super) fn new(study: Study) -> Self {
        Self { study, complete: true, draws: Vec::new(), selected: 0, failed: None }
    }

    /// Hears the answer; what came is looked at first.
    pub(crate) fn advance(&mut self) {
        for answer in self.study.news() {
            match answer {
                Ok(Answer::Draws { draws, complete, .. }) => {
                    self.selected = draws.iter().position(|draw| draw.came).unwrap_or(0);
                    (self.draws, self.complete) = (draws, complete);
                    if self.draws.is_empty() {
                        self.failed = Some("Chance had no part before this move.".into());
                    }
                }
                Ok(_) => {}
                Err(error) => self.failed = Some(error.to_string()),
            }
        }
    }

    /// Whether there is still something to hear.
    pub(crate) fn is_waiting(&self) -> bool {
        self.draws.is_empty() && self.failed.is_none()
    }

    /// Looks at another draw, round and round.
    pub(crate) fn select(&mut self, step: isize) {
        let count = self.draws.len() as isize;
        if count > 0 {
            self.selected = (self.selected as isize + step).rem_euclid(count) as usize;
        }
    }

    /// The draw that is looked at.
    pub(crate) fn draw(&self) -> Option<&Draw> {
        self.draws.get(self.selected)
    }

    /// What came.
    pub(crate) fn came(&self) -> Option<&Draw> {
        self.draws.iter().find(|draw| draw.came)
    }
}
