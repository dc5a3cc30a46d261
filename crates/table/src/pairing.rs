//! Which game of a match is which: its seed, and who sits where.

use ludex_core::{Seed, Spec};

/// One game of a match. It can be opened at any table: the same seed and the same agents play the same game.
///
/// Agents that meet change places from game to game, and those games share a seed, so that nobody profits from luck or
/// from moving first. A single agent plays itself, every game with a seed of its own.
///
/// ```
/// use ludex_table::Pairing;
/// use ludex_core::{Seed, Spec};
/// let agents = ["minimax", "random"].map(Spec::named);
/// let [one, two] = [16, 17].map(|index| Pairing::new(&agents, 2, Seed(5), index));
/// assert_eq!(one.seed, two.seed);
/// assert_eq!((&one.seats[0], &two.seats[0]), (&agents[0], &agents[1]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// The seed of chance and of the agents' lots.
    pub seed: Seed,
    /// Who plays, seat by seat.
    pub seats: Vec<Spec>,
    /// The agent named as number 0 sits this many places before the first seat.
    rotation: usize,
}

impl Pairing {
    /// Game number `index`, from 0, of a match of these agents with the seed `seed`.
    pub fn new(agents: &[Spec], seats: usize, seed: Seed, index: u64) -> Self {
        let places = agents.len().max(1);
        let rotation = (index % places as u64) as usize;
        let agent = |seat: usize| agents.get((seat + rotation) % places).cloned();
        Self {
            seed: Self::seed(places, seed, index),
            seats: (0..seats).filter_map(agent).collect(),
            rotation,
        }
    }

    /// The seed of game number `index`, from 0, of a match of so many agents.
    pub fn seed(agents: usize, seed: Seed, index: u64) -> Seed {
        seed.of_game(index / agents.max(1) as u64)
    }

    /// The seat of the agent that was named as number `agent`, from 0.
    pub fn seat_of(&self, agent: usize) -> usize {
        let seats = self.seats.len().max(1);
        (agent + seats - self.rotation % seats) % seats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_everywhere_with_the_same_seed() {
        for seats in 1..=4 {
            let agents: Vec<Spec> = (0..seats).map(|i| Spec::named(format!("agent{i}"))).collect();
            for round in 0..3 {
                let games = (0..seats as u64).map(|i| round * seats as u64 + i);
                let games: Vec<_> =
                    games.map(|index| Pairing::new(&agents, seats, Seed(1), index)).collect();
                assert!(games.iter().all(|game| game.seed == games[0].seed));
                for (number, agent) in agents.iter().enumerate() {
                    let mut taken: Vec<usize> = games.iter().map(|g| g.seat_of(number)).collect();
                    assert!(
                        games.iter().zip(&taken).all(|(game, seat)| game.seats[*seat] == *agent)
                    );
                    taken.sort_unstable();
                    assert!(taken.into_iter().eq(0..seats));
                }
            }
        }
    }

    #[test]
    fn who_plays_alone_has_another_seed_in_every_game() {
        let agents = [Spec::named("random")];
        let game = |index| Pairing::new(&agents, 2, Seed(1), index);
        assert_ne!(game(0).seed, game(1).seed);
        assert_eq!(game(1).seats, [agents[0].clone(), agents[0].clone()]);
    }
}
