//! The value of small games, proved.
//!
//! [`solve`] finds the shortest win of the first player from the centre with a search of its own, independent of the engine,
//! and shows by trying every stone that there is none shorter. The win is written as a [`certificate`](Certificate) that
//! [`check`] replays by the plain rules against every reply.

mod agent;
mod board;
mod certificate;
mod set;
mod solve;

pub(crate) use agent::ByProof;
pub use certificate::{Certificate, Checked, check};

use crate::rules::Pente;
use crate::settings::Variant;
use board::{Board, Ground};
use ludex_core::{Budget, Error, Result};
use solve::{Attack, Solver};

/// A proved win of the first player.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The ply of the winning stone; the first stone, on the centre, is ply 1.
    pub plies: u32,
    /// Whether every shorter win was excluded by trying all stones.
    pub shortest: bool,
    /// Positions that were looked into.
    pub nodes: u64,
    /// The proof.
    pub certificate: Certificate,
}

/// Stones of the first player, the centre included, up to which a win is looked for.
pub const MOST_STONES: u8 = 12;

/// Proves that the first player wins from the centre, and by which ply.
///
/// `None` where there is no win by threats within [`MOST_STONES`] stones or the budget ends before one is found.
pub fn solve(game: &Pente, budget: &Budget) -> Result<Option<Solution>> {
    let ground = ground(game)?;
    let start = Board::default().play(&ground, 0, ground.centre());
    let mut finder = Solver::new(&ground, Attack::Threats, budget.start());
    let found = (1..MOST_STONES).find(|&stones| finder.holds(&start, stones));
    let Some(mut stones) = found.filter(|_| !finder.meter.exhausted()) else { return Ok(None) };
    let mut nodes = finder.meter.nodes();
    // A win with fewer stones, one of which threatens nothing, would be shorter still.
    let mut every = Solver::new(&ground, Attack::All, budget.start());
    let shorter = (1..stones).find(|&fewer| every.holds(&start, fewer));
    nodes += every.meter.nodes();
    let shortest = !every.meter.exhausted();
    let solver = match shorter {
        Some(fewer) => {
            stones = fewer;
            &mut every
        }
        None => &mut finder,
    };
    let certificate = certificate::write(game, solver, stones)?;
    let plies = 2 * u32::from(stones) + 1;
    Ok(Some(Solution { plies, shortest, nodes, certificate }))
}

/// The ply up to which the first player cannot force a win from the centre, as far as the budget shows that by trying every stone against
/// every reply; 1 where it shows nothing.
pub fn no_win_by(game: &Pente, budget: &Budget) -> Result<u32> {
    let ground = ground(game)?;
    let start = Board::default().play(&ground, 0, ground.centre());
    let mut every = Solver::new(&ground, Attack::All, budget.start());
    let excluded = |stones: &u8| !every.holds(&start, *stones) && !every.meter.exhausted();
    let stones = (1..MOST_STONES).take_while(excluded).last().unwrap_or(0);
    Ok(2 * u32::from(stones) + 1)
}

fn ground(game: &Pente) -> Result<Ground> {
    let settings = game.settings();
    let plain = settings.variant == Variant::Pente && !settings.tournament && settings.lots == 0;
    if !plain || settings.side > 15 {
        let reason = "give `pente` without tournament rule and lots on a board up to 15x15";
        let what = format!("{} {}", settings.spec(), game.board_size());
        return Err(Error::bad("game to prove", what, reason));
    }
    Ok(Ground::new(settings.side.into(), settings.row.into(), game.goal()))
}

#[cfg(test)]
mod tests;
