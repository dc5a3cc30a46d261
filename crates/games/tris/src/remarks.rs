//! What the board alone proves about a move.

use super::rules::{Cell, Position, Tris};
use ludex_core::explain::{Speaker, count};
use ludex_core::{Game, Seat, Turn};

/// What one sentence claims, with the cells that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// The stone completes a row.
    Completes,
    /// The other would have completed a row with a stone on the same cell.
    Stops,
    /// With a stone on any of these cells the next move would complete a row.
    Threatens(Vec<Cell>),
}

impl Claim {
    fn say(&self, speaker: Speaker) -> String {
        match self {
            Self::Completes => "It completes a row.".into(),
            Self::Stops => {
                let whose = speaker.rival_does("were", "was");
                format!("It stops a row {whose} about to complete.")
            }
            Self::Threatens(cells) if cells.len() == 1 => "It threatens to complete a row.".into(),
            Self::Threatens(cells) => {
                format!("It threatens to complete a row in {} ways.", count(cells.len()))
            }
        }
    }
}

/// Facts about the move: a row completed, a row stopped, threats.
pub(super) fn claims(game: &Tris, position: &Position, action: Cell) -> Vec<Claim> {
    let Turn::Seat(seat) = game.turn(position) else { return Vec::new() };
    let own = position.stones[seat.0] | action.bit();
    let rival = position.stones[seat.other().0];
    if game.wins(own) {
        return vec![Claim::Completes];
    }
    let mut claims = Vec::new();
    if game.wins(rival | action.bit()) {
        claims.push(Claim::Stops);
    }
    let threats = threats(game, position, action, seat);
    if !threats.is_empty() {
        claims.push(Claim::Threatens(threats));
    }
    claims
}

/// The same in sentences.
pub(super) fn remarks(
    game: &Tris,
    position: &Position,
    action: Cell,
    speaker: Speaker,
) -> Vec<String> {
    claims(game, position, action).iter().map(|claim| claim.say(speaker)).collect()
}

/// Cells where the mover could win with the next stone, after `action`.
fn threats(game: &Tris, position: &Position, action: Cell, seat: Seat) -> Vec<Cell> {
    let own = position.stones[seat.0] | action.bit();
    let free = position.free(game) & !action.bit();
    let wins = |cell: &Cell| free & cell.bit() != 0 && game.wins(own | cell.bit());
    game.cells().filter(wins).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Seed, Size, playout};

    /// Whether a seat has a row, looked up cell by cell on a board of marks.
    fn has_row(game: &Tris, stones: u64) -> bool {
        let at = |x: isize, y: isize| {
            let cell = usize::try_from(x).ok().zip(usize::try_from(y).ok());
            let cell = cell.and_then(|(x, y)| game.cell(x, y));
            cell.is_some_and(|cell| stones >> cell.0 & 1 == 1)
        };
        let length = game.row as isize;
        let spots = (0..game.size.width as isize)
            .flat_map(|x| (0..game.size.height as isize).map(move |y| (x, y)));
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        spots.into_iter().any(|(x, y)| {
            steps.iter().any(|(dx, dy)| (0..length).all(|i| at(x + dx * i, y + dy * i)))
        })
    }

    #[test]
    fn claims_hold_on_random_boards() {
        let mut checked = 0;
        for (size, row) in [(Size::new(3, 3), 3), (Size::new(5, 4), 3), (Size::new(6, 6), 4)] {
            let game = Tris::new(size, row).unwrap();
            for seed in 0..150 {
                let (mut position, mut dice) = (game.start(), Seed(seed).rng());
                playout(&game, &mut position, &mut dice, &mut Vec::new(), seed as u32 % 14);
                let Turn::Seat(seat) = game.turn(&position) else { continue };
                let mut actions = Vec::new();
                game.actions(&position, &mut actions);
                for action in actions {
                    checked += check(&game, &position, action, seat);
                }
            }
        }
        assert!(checked > 2000, "only {checked} claims");
    }

    fn check(game: &Tris, position: &Position, action: Cell, seat: Seat) -> usize {
        let with = |seat: Seat, cell: Cell| position.stones[seat.0] | 1 << cell.0;
        let claims = claims(game, position, action);
        let completes = has_row(game, with(seat, action));
        assert_eq!(claims.contains(&Claim::Completes), completes);
        if completes {
            return claims.len();
        }
        let stops = has_row(game, with(seat.other(), action));
        assert_eq!(claims.contains(&Claim::Stops), stops);
        let taken = position.stones[0] | position.stones[1] | 1 << action.0;
        let threats: Vec<Cell> = game
            .cells()
            .filter(|cell| taken >> cell.0 & 1 == 0)
            .filter(|cell| has_row(game, with(seat, action) | 1 << cell.0))
            .collect();
        let told = claims.iter().find_map(|claim| match claim {
            Claim::Threatens(cells) => Some(cells.clone()),
            _ => None,
        });
        assert_eq!(told.unwrap_or_default(), threats);
        claims.len() + 1
    }
}
