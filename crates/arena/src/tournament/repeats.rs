//! Games that were played before. Agents that draw no lots play the same game again and again: only the first of
//! these says anything.

use super::Bout;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What tells one game of an encounter from another.
pub(super) type Print = u64;

/// The print of a game: of its moves, of who sat where, and of how it ended, as chance has moves that are not noted.
pub(super) fn print(bout: &Bout) -> Print {
    let mut hasher = DefaultHasher::new();
    // Words of other games and their order say nothing of this one.
    let moves = bout.finished.moves.alone();
    moves.words().text().hash(&mut hasher);
    moves.codes().hash(&mut hasher);
    bout.pairing.seat_of(0).hash(&mut hasher);
    bout.finished.scores.iter().for_each(|score| score.to_bits().hash(&mut hasher));
    hasher.finish()
}

/// Rounds of an encounter, in their order: which of them bring a game that the ones before have not had.
///
/// What counts is the round, not the game: a game that comes again beside a new one is evidence, as the two were played
/// with one seed.
#[derive(Default)]
pub(super) struct Rounds {
    whole: HashSet<Vec<Print>>,
    games: HashSet<Print>,
}

impl Rounds {
    /// Notes the games of the next round, of which some may be missing. Whether they are no repetition.
    pub(super) fn is_new(&mut self, games: &[Option<Print>]) -> bool {
        let played: Vec<Print> = games.iter().copied().flatten().collect();
        let new_game = played.iter().any(|game| !self.games.contains(game));
        self.games.extend(&played);
        if played.len() < games.len() {
            return new_game;
        }
        self.whole.insert(played)
    }

    /// Different whole rounds so far.
    pub(super) fn distinct(&self) -> u64 {
        self.whole.len() as u64
    }
}

/// How many games are different.
pub(super) fn distinct(games: &[Option<Print>]) -> u64 {
    games.iter().flatten().collect::<HashSet<_>>().len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_counts_once() {
        let mut rounds = Rounds::default();
        let mut is_new = |one, other| rounds.is_new(&[one, other]);
        assert!(is_new(Some(1), Some(2)));
        assert!(!is_new(Some(1), Some(2)));
        assert!(is_new(Some(1), Some(3)), "one of the games is new");
        assert!(is_new(Some(4), Some(2)));
        assert!(is_new(Some(4), Some(3)), "these two never came with one seed");
        assert!(!is_new(Some(4), None));
        assert!(is_new(None, Some(5)));
        assert_eq!(rounds.distinct(), 4);
        assert_eq!(distinct(&[Some(1), None, Some(1), Some(2)]), 2);
    }
}
