//! Which game of a tournament is which.

/// Who meets whom, and how often.
///
/// Games are counted round by round: first everybody plays with the first seed, both ways, then everybody with the
/// second. So a tournament that is interrupted has treated all alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    /// The agents of each encounter; one alone in games for one.
    pub(crate) encounters: Vec<Vec<usize>>,
    /// Games of each encounter.
    games: u64,
    /// Games with one seed in an encounter.
    places: u64,
}

/// A game by its encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Which encounter, from 0.
    pub(crate) encounter: usize,
    /// Which of its games, from 0.
    pub(crate) number: u64,
}

impl Schedule {
    pub(crate) fn new(agents: usize, seats: usize, gauntlet: bool, games: u64) -> Self {
        let firsts = if gauntlet { 0..1 } else { 0..agents };
        let rivals = |first: usize| (first + 1..agents).map(move |second| vec![first, second]);
        let encounters: Vec<Vec<usize>> = match seats {
            1 => (0..agents).map(|agent| vec![agent]).collect(),
            _ => firsts.flat_map(rivals).collect(),
        };
        Self { encounters, games, places: seats.max(1) as u64 }
    }

    /// Games in all.
    pub(crate) fn len(&self) -> u64 {
        self.games.saturating_mul(self.encounters.len() as u64)
    }

    /// Game number `index` of the tournament, from 0.
    pub(crate) fn place(&self, index: u64) -> Place {
        let encounters = self.encounters.len() as u64;
        let round = index / (encounters * self.places);
        let before = round * self.places;
        // The last round may be shorter.
        let places = self.places.min(self.games - before);
        let rest = index - before * encounters;
        Place { encounter: (rest / places) as usize, number: before + rest % places }
    }

    /// Games of a round of an encounter: what is played with the same seed.
    pub(crate) fn places(&self) -> usize {
        self.places as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every game of every encounter is played once, and no round begins before the one before is given out.
    #[test]
    fn everybody_plays_everything_round_by_round() {
        for (agents, seats, gauntlet, games) in [
            (3, 2, false, 4),
            (4, 2, false, 5),
            (4, 2, true, 3),
            (3, 1, false, 7),
            (2, 2, false, 1),
        ] {
            let schedule = Schedule::new(agents, seats, gauntlet, games);
            let places: Vec<Place> = (0..schedule.len()).map(|i| schedule.place(i)).collect();
            for encounter in 0..schedule.encounters.len() {
                let numbers = places.iter().filter(|place| place.encounter == encounter);
                assert!(numbers.map(|place| place.number).eq(0..games), "{schedule:?}");
            }
            let rounds = places.iter().map(|place| place.number / schedule.places);
            assert!(rounds.is_sorted(), "{schedule:?}");
        }
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let schedule = Schedule::new(4, 2, true, 2);
        assert_eq!(schedule.encounters, [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Schedule::new(4, 2, false, 2).encounters.len(), 6);
        assert_eq!(Schedule::new(3, 1, false, 2).encounters, [[0], [1], [2]]);
    }
}
