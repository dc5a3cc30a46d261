//! Pente's room: names, agents, figures.

use ludex_core::{Choice, Parameter};

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
        parameters: &[ROW, PAIRS, TOURNAMENT],
    },
    Choice {
        name: "keryo",
        help: "two or three stones are captured at once, 15 win",
        parameters: &[ROW, STONES, TOURNAMENT],
    },
    Choice {
        name: "exact-five",
        help: "rows longer than five do not win",
        parameters: &[ROW, PAIRS, TOURNAMENT],
    },
    Choice {
        name: "poof",
        help: "a pair completed between two opposing stones is lost",
        parameters: &[ROW, PAIRS, TOURNAMENT],
    },
];
