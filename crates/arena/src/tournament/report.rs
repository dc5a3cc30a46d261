//! The result of a tournament, in the fields that `ludex arena --json` prints.

use super::board::TestState;
use super::{Scoreboard, Tournament};
use crate::{Sprt, Verdict};
use ludex_table::protocol::{ArenaFault, Encounter, Standing};
use serde::Serialize;

/// The result of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArenaReport {
    /// The game's name.
    pub game: String,
    /// Its rule set.
    pub rules: String,
    /// Width x height.
    pub size: String,
    /// The agents as they were asked for.
    pub agents: Vec<String>,
    /// `round_robin`, `gauntlet` or `sprt`.
    pub mode: &'static str,
    /// The seed of the tournament.
    pub seed: u64,
    /// Games that were asked for, all encounters together; for a test, the most.
    pub games: u64,
    /// Games played that count.
    pub played: u64,
    /// Games for one that a limit or a stop ended; they count as far as they came.
    pub censored: u64,
    /// Whether not all games were played as was asked for.
    pub interrupted: bool,
    /// The figure by which agents are ranked, in games for one.
    pub metric: Option<String>,
    /// Whether somebody has won or lost everything, so that ratings count one more game in every encounter, drawn.
    pub bounded: bool,
    /// The agents, the best first.
    pub standings: Vec<Standing>,
    /// Who met whom.
    pub crosstable: Vec<Encounter>,
    /// The test, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtReport>,
    /// Games that somebody lost by a fault of its own: the first ones.
    pub faults: Vec<ArenaFault>,
    /// Decisions taken in those games.
    pub decisions: u64,
    /// Wall time.
    pub seconds: f64,
    /// Speed over all threads.
    pub decisions_per_second: f64,
    /// The command that repeats the tournament.
    pub command: String,
}

/// A sequential test and what it found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// The claims.
    #[serde(flatten)]
    pub claims: Sprt,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// At or below this the lower claim holds.
    pub lower: f64,
    /// At or above this the upper claim holds.
    pub upper: f64,
    /// Different pairs of games in which the first agent had 0, ½, 1, 1½ and 2 points; a pair that is played again does
    /// not count again.
    pub pairs: [u64; 5],
    /// The claim that was found true, `elo0` or `elo1`; none if it is not sure.
    pub accepted: Option<Verdict>,
    /// Whether the test was given up because pairs only repeat each other.
    pub exhausted: bool,
}

impl ArenaReport {
    /// Everything that is known about a tournament that took so many seconds.
    pub fn new(tournament: &Tournament, board: &Scoreboard, seconds: f64, command: String) -> Self {
        let standings = board.standings();
        let decisions = board.decisions();
        let mode = match (&tournament.sprt, tournament.gauntlet) {
            (Some(_), _) => "sprt",
            (None, true) => "gauntlet",
            (None, false) => "round_robin",
        };
        Self {
            game: tournament.table.info().name.into(),
            rules: tournament.table.rules().to_string(),
            size: tournament.table.size().to_string(),
            agents: tournament.entrants.iter().map(|entrant| entrant.spec.to_string()).collect(),
            mode,
            seed: tournament.seed.0,
            games: standings.games,
            played: standings.played,
            censored: board.censored(),
            interrupted: (standings.played < standings.games || board.stopped())
                && !board.is_settled(),
            metric: standings.metric,
            bounded: standings.bounded,
            standings: standings.standings,
            crosstable: standings.crosstable,
            sprt: board.sprt().map(SprtReport::new),
            faults: standings.faults,
            decisions,
            seconds,
            decisions_per_second: if seconds > 0.0 { decisions as f64 / seconds } else { 0.0 },
            command,
        }
    }
}

impl SprtReport {
    fn new(state: TestState) -> Self {
        let TestState { sprt: claims, pairs, verdict: accepted, exhausted } = state;
        let (lower, upper) = claims.bounds();
        Self { claims, llr: claims.llr(&pairs), lower, upper, pairs, accepted, exhausted }
    }
}
