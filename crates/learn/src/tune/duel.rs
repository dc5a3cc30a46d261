//! Games for two, by which weights are judged: what somebody wins against another.

use ludex_core::{Agent, Budget, Game, Proven, Result, Seat, Seed, Turn};

/// Two players and what they may do.
pub struct Duel<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// Who is judged, and the other.
    pub players: [&'a dyn Agent<G>; 2],
    /// What a decision may cost: positions rather than time, so that a game comes again.
    pub budget: Budget,
    /// Moves of a game at most.
    pub limit: u64,
}

impl<G: Game> Duel<'_, G> {
    /// Plays a game from each side with the same chances; returns the points of who is judged, 0 to 1: a win is 1, a draw a
    /// half, the mean of both games.
    pub fn points(&self, start: &G::Position, seed: Seed) -> Result<f64> {
        let games = Seat::FIRST.0..2;
        let points = games.map(|own| self.game_from(start.clone(), Seat(own), seed));
        Ok(points.sum::<Result<f64>>()? / 2.0)
    }

    fn game_from(&self, mut position: G::Position, own: Seat, seed: Seed) -> Result<f64> {
        let (mut moves, mut actions, mut buffer) = (0, 0, Vec::new());
        while moves < self.limit {
            let action = match self.game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    let mut dice = seed.derive(actions).rng();
                    match self.game.sample(&position, &mut dice, &mut buffer) {
                        Some(action) => action,
                        None => break,
                    }
                }
                Turn::Seat(seat) => {
                    moves += 1;
                    let player = self.players[usize::from(seat != own)];
                    player.choose(self.game, &position, &self.budget)?
                }
            };
            self.game.apply(&mut position, action);
            actions += 1;
        }
        // Nobody has won a game that was cut short.
        if self.game.turn(&position) != Turn::Over {
            return Ok(0.5);
        }
        Ok(match self.game.outcome(&position, own) {
            Proven::Win => 1.0,
            Proven::Draw => 0.5,
            Proven::Loss => 0.0,
        })
    }
}
