//! Pente's room: names, agents, figures.

use crate::board::Point;
use crate::position::Position;
use crate::records::{self, Fault, Summary};
use crate::rules::Pente;
use crate::settings::Settings;
use crate::{agents, exact, remarks, threats};
use ludex_core::explain::{Calibration, Speaker};
use ludex_core::{
    Agent, Budget, Candidate, Choice, Collection, CollectionFault, Decision, Error, ExactValue,
    Game, Parameter, Result, Room, RoomInfo, Seat, Seed, Size, Spec, Steps, Stop, Threat,
};

const ROW: Parameter = Parameter {
    name: "row",
    help: "how many in a row win, 3 to 5",
    default: "4 up to 9x9, else 5",
};
const PAIRS: Parameter = Parameter {
    name: "captures",
    help: "how many captured pairs win, 1 to 40",
    default: "5 (7 on 9x9, 10 on 11x11 and 13x13)",
};
const STONES: Parameter = Parameter {
    name: "captures",
    help: "how many captured stones win, 1 to 40",
    default: "15 (21 on 9x9, 30 on 11x11 and 13x13)",
};
const LOTS: Parameter = Parameter {
    name: "lots",
    help: "stones laid by lot near the centre before the players choose, 0 to 6",
    default: "0",
};
const TOURNAMENT: Parameter = Parameter {
    name: "tournament",
    help: "the first player's second stone keeps 3 points off the centre",
    default: "false",
};

/// The rule sets, the usual one first.
pub(crate) const RULES: &[Choice] = &[
    Choice {
        name: "pente",
        help: "five in a row or five captured pairs win",
        parameters: &[ROW, PAIRS, LOTS, TOURNAMENT],
    },
    Choice {
        name: "keryo",
        help: "two or three stones are captured at once, 15 win",
        parameters: &[ROW, STONES, LOTS, TOURNAMENT],
    },
    Choice {
        name: "exact-five",
        help: "rows longer than five do not win",
        parameters: &[ROW, PAIRS, LOTS, TOURNAMENT],
    },
    Choice {
        name: "poof",
        help: "a pair completed between two opposing stones is lost",
        parameters: &[ROW, PAIRS, LOTS, TOURNAMENT],
    },
    Choice {
        name: "gomoku",
        help: "five in a row win, and nothing is captured",
        parameters: &[ROW, LOTS],
    },
];

impl Room for Pente {
    const INFO: RoomInfo = RoomInfo {
        name: "pente",
        title: "Pente",
        about: "Five in a row, or five captured pairs",
        seats: 2,
        rules: RULES,
        sizes: Settings::SIZES,
        agents: agents::AGENTS,
        opponent: "engine:level=4",
        metrics: &["plies"],
        input: "choose a point with the arrow keys and press Enter, or type it behind a colon: `:E5`",
        perft_counts_paths: false,
    };

    fn open(rules: &Spec, size: Option<Size>) -> Result<Self> {
        rules.choose("rule set", RULES)?;
        Settings::read(rules, size).map(Pente::new)
    }

    fn rules(&self) -> Spec {
        self.settings().spec()
    }

    fn size(&self) -> Size {
        self.board_size()
    }

    fn agent(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>> {
        agents::build(spec, seed)
    }

    fn metrics(&self, _: &Position, plies: u64) -> Vec<f64> {
        vec![plies as f64]
    }

    fn remarks(
        &self,
        position: &Position,
        decision: &Decision<Point>,
        speaker: Speaker,
    ) -> Vec<String> {
        remarks::remarks(self, position, decision, speaker)
    }

    fn compare(
        &self,
        position: &Position,
        chosen: &Candidate<Point>,
        other: &Candidate<Point>,
        speaker: Speaker,
    ) -> Option<String> {
        remarks::compare(self, position, [chosen, other], speaker)
    }

    fn threats(&self, position: &Position, seat: Seat) -> Option<Vec<Threat>> {
        Some(threats::shown(self, position, seat))
    }

    fn calibrations(&self) -> &'static [Calibration] {
        agents::CHANCES
    }

    fn referee(&self) -> Option<&'static str> {
        Some("engine:level=10")
    }

    fn point(&self, position: &Position, column: usize, row: usize) -> Option<Point> {
        let point = self.point_at(column, self.side().checked_sub(row + 1)?)?;
        self.check(position, point).ok().map(|()| point)
    }

    fn exact(&self, stop: &Stop, _: &Steps<'_>) -> Result<Option<ExactValue>> {
        let budget = Budget { stop: stop.clone(), ..Budget::default() };
        let solution = exact::solve(self, &budget);
        if stop.is_set() {
            return Ok(None);
        }
        let Some(solution) = solution? else {
            let what = format!("pente {}", self.board_size());
            let reason = format!(
                "no win by threats was found with {} stones of the first player; boards up to 9x9 are solved",
                exact::MOST_STONES
            );
            return Err(Error::bad("game to solve", what, reason));
        };
        let shortest = f64::from(u8::from(solution.shortest));
        let figures = vec![
            ("plies".to_owned(), f64::from(solution.plies)),
            ("shortest".to_owned(), shortest),
        ];
        let proof = solution.certificate.bytes;
        Ok(Some(ExactValue { value: 1.0, states: solution.nodes, figures, proof }))
    }

    fn check_collection(text: &str) -> Option<Collection> {
        let Summary { games, moves, faults } = records::check(text);
        let told = |fault: Fault| {
            let Fault { game, line, column, kind, reason } = fault;
            CollectionFault { game, line, column, kind: kind.to_string(), reason }
        };
        Some(Collection { games, moves, faults: faults.into_iter().map(told).collect() })
    }

    fn check_proof(proof: &[u8]) -> Result<ExactValue> {
        let checked = exact::check(proof)?;
        let figures = vec![
            ("plies".to_owned(), f64::from(checked.plies)),
            ("replies".to_owned(), checked.replies as f64),
        ];
        let states = checked.positions as u64;
        Ok(ExactValue { value: 1.0, states, figures, proof: proof.to_vec() })
    }
}
