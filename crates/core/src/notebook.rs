//! The moves of a game as they are played.

use crate::moves::Words;
use crate::{Moves, Notation};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Of a move that has no word yet, or none in this game.
const NONE: u32 = u32::MAX;

/// Words after which a notebook begins anew: games of rules like these have hardly a move twice.
const MOST_WORDS: usize = 1 << 16;

/// What is known of a move.
#[derive(Clone, Copy)]
struct Entry {
    /// Its place among the words of all games.
    word: u32,
    /// What it is called in this game.
    code: u32,
}

/// Writes down the moves of one game after the other, all of the same rules. A move that came before in its game costs a
/// look into a small table, one that came in another game no writing.
pub(crate) struct Notebook<G: Notation> {
    /// Moves of all games.
    words: Words,
    /// What is known of moves that have a number of their own.
    numbered: Vec<Entry>,
    /// The same of all others.
    others: HashMap<G::Action, Entry>,
    /// The different moves of this game, as they came.
    used: Vec<G::Action>,
    /// The game so far.
    codes: Vec<u32>,
    /// Moves that are to be noted: kept here for its memory.
    pub(crate) pending: Vec<G::Action>,
}

impl<G: Notation> Default for Notebook<G> {
    fn default() -> Self {
        Self {
            words: Words::default(),
            numbered: Vec::new(),
            others: HashMap::new(),
            used: Vec::new(),
            codes: Vec::new(),
            pending: Vec::new(),
        }
    }
}

impl<G: Notation> Notebook<G> {
    /// Notes a move.
    #[inline]
    pub(crate) fn note(&mut self, game: &G, action: G::Action) {
        let known = match game.action_number(action) {
            Some(number) => self.numbered.get(number),
            None => self.others.get(&action),
        };
        match known {
            Some(&Entry { code, .. }) if code != NONE => self.codes.push(code),
            _ => self.note_first(game, action),
        }
    }

    /// Notes a move that has not come before in this game.
    #[cold]
    fn note_first(&mut self, game: &G, action: G::Action) {
        let code = self.used.len() as u32;
        let next = self.words.len() as u32;
        let entry = self.entry(game, action);
        entry.code = code;
        if entry.word == NONE {
            entry.word = next;
            self.words.add(|text| game.write_action(action, text));
        }
        self.used.push(action);
        self.codes.push(code);
    }

    fn entry(&mut self, game: &G, action: G::Action) -> &mut Entry {
        const UNKNOWN: Entry = Entry { word: NONE, code: NONE };
        match game.action_number(action) {
            Some(number) => {
                if self.numbered.len() <= number {
                    self.numbered.resize(number + 1, UNKNOWN);
                }
                &mut self.numbered[number]
            }
            None => self.others.entry(action).or_insert(UNKNOWN),
        }
    }

    /// Notes all moves that are pending.
    pub(crate) fn note_pending(&mut self, game: &G) {
        let mut pending = std::mem::take(&mut self.pending);
        self.codes.reserve(pending.len());
        for &action in &pending {
            self.note(game, action);
        }
        pending.clear();
        self.pending = pending;
    }

    /// The moves of the game that has ended; the next begins.
    pub(crate) fn take(&mut self, game: &G) -> Moves {
        let mut words = Words::default();
        for action in std::mem::take(&mut self.used) {
            let entry = self.entry(game, action);
            entry.code = NONE;
            let word = entry.word as usize;
            words.add(|text| text.push_str(self.words.get(word).unwrap_or_default()));
        }
        let moves = Moves::new(words, self.codes.clone());
        self.codes.clear();
        if self.words.len() > MOST_WORDS {
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
