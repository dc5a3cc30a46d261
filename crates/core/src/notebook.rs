//! The moves of a game as they are played.

use crate::{Moves, Notation, Words};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Of a move that has no word yet.
const NONE: u32 = u32::MAX;

/// Words after which a notebook begins anew: games of rules like these have hardly a move twice.
const MOST_WORDS: usize = 1 << 16;

/// The same for games as short as nothing, and what each of their moves adds to it. Whoever keeps a game keeps the words as
/// they stood then, so a game that adds a word has them copied: that must not take longer than the game.
const WORDS_OF_A_GAME: usize = 256;
const WORDS_OF_A_MOVE: usize = 16;

/// Writes down the moves of one game after the other, all of the same rules. A move that came before costs a look into a
/// small table, and no writing.
pub(crate) struct Notebook<G: Notation> {
    /// Moves of all games.
    words: Arc<Words>,
    /// Places among the words of moves that have a number of their own.
    numbered: Vec<u32>,
    /// The same of all others.
    others: HashMap<G::Action, u32>,
    /// The game so far.
    codes: Vec<u32>,
    /// Moves that are to be noted: kept here for its memory.
    pub(crate) pending: Vec<G::Action>,
}

impl<G: Notation> Default for Notebook<G> {
    fn default() -> Self {
        Self {
            words: Arc::default(),
            numbered: Vec::new(),
            others: HashMap::new(),
            codes: Vec::new(),
            pending: Vec::new(),
        }
    }
}

impl<G: Notation> Notebook<G> {
    /// Notes a move.
    #[inline]
    pub(crate) fn note(&mut self, game: &G, action: G::Action) {
        let word = self.word(game, action);
        self.codes.push(word);
    }

    /// The place of a move among the words; it has one from now on.
    fn word(&mut self, game: &G, action: G::Action) -> u32 {
        let known = match game.action_number(action) {
            Some(number) => self.numbered.get(number),
            None => self.others.get(&action),
        };
        match known {
            Some(&word) if word != NONE => word,
            _ => self.first_word(game, action),
        }
    }

    /// The same for a move that has not come before.
    #[cold]
    fn first_word(&mut self, game: &G, action: G::Action) -> u32 {
        let word = self.words.len() as u32;
        Arc::make_mut(&mut self.words).add(|text| game.write_action(action, text));
        match game.action_number(action) {
            Some(number) => {
                if self.numbered.len() <= number {
                    self.numbered.resize(number + 1, NONE);
                }
                self.numbered[number] = word;
            }
            None => {
                self.others.insert(action, word);
            }
        }
        word
    }

    /// Notes all moves that are pending: first those that are found by their number, which nearly all are where there are
    /// many, and then the others.
    pub(crate) fn note_pending(&mut self, game: &G) {
        let (noted, numbered) = (self.codes.len(), &self.numbered);
        let find = |&action: &G::Action| {
            let number = game.action_number(action).unwrap_or(usize::MAX);
            numbered.get(number).copied().unwrap_or(NONE)
        };
        self.codes.extend(self.pending.iter().map(find));
        if self.codes[noted..].contains(&NONE) {
            for at in 0..self.pending.len() {
                if self.codes[noted + at] == NONE {
                    self.codes[noted + at] = self.word(game, self.pending[at]);
                }
            }
        }
        self.pending.clear();
    }

    /// The moves of the game that has ended; the next begins.
    pub(crate) fn take(&mut self) -> Moves {
        let moves = Moves::new(Arc::clone(&self.words), self.codes.clone());
        self.codes.clear();
        let most = WORDS_OF_A_GAME + WORDS_OF_A_MOVE * moves.len();
        if self.words.len() > most.min(MOST_WORDS) {
            *self = Self::default();
        }
        moves
    }
}

/// Notebooks for whoever plays games of the same rules, a thread each.
pub(crate) struct Notebooks<G: Notation>(Mutex<Vec<Notebook<G>>>);

impl<G: Notation> Default for Notebooks<G> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<G: Notation> Notebooks<G> {
    /// One that nobody else writes into.
    pub(crate) fn take(&self) -> Notebook<G> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Puts one back whose game was taken out.
    pub(crate) fn put_back(&self, notebook: Notebook<G>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(notebook);
    }
}
