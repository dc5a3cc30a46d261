//! The named rule sets and their options.

use crate::dealer::Dealer;
use crate::pieces::PieceSet;
use crate::position::MOST_KNOWN;
use crate::rules::{Rules, Scoring, Tetris, Way};
use crate::sets;
use ludex_core::{Choice, Error, Parameter, Result, Size, Spec};

const RANDOMIZER: Parameter = Parameter {
    name: "randomizer",
    help: "uniform, bag (each piece once, then again), weighted or adversary (S and Z only)",
    default: "set by the rules",
};
const KNOWN: Parameter = Parameter {
    name: "known",
    help: "pieces known in advance, the current one included, 1 to 7",
    default: "set by the rules",
};
const LIST: Parameter =
    Parameter { name: "list", help: "exactly these pieces, such as IOLJS", default: "none" };
const SET: Parameter = Parameter {
    name: "set",
    help: "another set of pieces: a built-in one such as srs, or a file that ends in .pieces",
    default: "set by the rules",
};
const TURNS: Parameter = Parameter {
    name: "turns",
    help: "minutes to play, 1 to 5, where a clock is running",
    default: "no end",
};
const PACE: Parameter = Parameter {
    name: "pace",
    help: "seconds that a placement takes in games without a screen, for the clock of `turns`, 0.01 to 60",
    default: "2",
};
const TOP_OUT: Parameter = Parameter {
    name: "top",
    help: "what ends the game: spawn (the next piece cannot appear) or touch (a piece lies in the highest row)",
    default: "spawn",
};
const EXPONENT: Parameter = Parameter {
    name: "exponent",
    help: "rows cleared at once earn (rows + 0.1) to this power, rounded down, 0 to 8",
    default: "1",
};
const GOAL: Parameter = Parameter {
    name: "goal",
    help: "rows with which the game is done, 1 to 9999; 40 is a sprint, 150 a marathon",
    default: "no end",
};
const SECONDS: Parameter = Parameter {
    name: "seconds",
    help: "seconds to play, 1 to 3600, where a clock is running; 120 is an ultra",
    default: "no end",
};
const LEVEL: Parameter =
    Parameter { name: "level", help: "the level at the start, 1 to 20", default: "1" };
const LEVELS: Parameter = Parameter {
    name: "levels",
    help: "rows that raise the level, and with it speed and points, 0 to 100; 0: none do",
    default: "10",
};
const OPTIONS: &[Parameter] = &[RANDOMIZER, KNOWN, LIST, SET];

/// The rule sets, the default first.
pub(crate) const RULES: &[Choice] = &[
    Choice {
        name: "tetrisvs",
        help: "10x20, the TetrisVs report's: no kicks, one next piece, tucks and spins count",
        parameters: OPTIONS,
    },
    Choice {
        name: "versus",
        help: "two players take turns on one board; who clears more wins, a blocked spawn loses both",
        parameters: &[RANDOMIZER, LIST, SET, TURNS, PACE],
    },
    Choice {
        name: "simplified",
        help: "the literature's: any rotation and column, dropped straight, no next piece",
        parameters: OPTIONS,
    },
    Choice {
        name: "offline",
        help: "11 wide, straight drops of a given list of pieces 1 to 7",
        parameters: OPTIONS,
    },
    Choice {
        name: "essex",
        help: "15x23, modern rotation with kicks, one next piece",
        parameters: &[RANDOMIZER, KNOWN, LIST, SET, TOP_OUT],
    },
    Choice {
        name: "guideline",
        help: "10x20 below 20 hidden rows, modern rotation with kicks, hold, 5 previews, 7-bag, T-spins",
        parameters: &[RANDOMIZER, KNOWN, LIST, SET, GOAL, SECONDS, LEVEL, LEVELS],
    },
    Choice {
        name: "rlcomp",
        help: "10x25, the RL-Competition's: six actions, one row down with each; no next piece unless known=2",
        parameters: &[RANDOMIZER, LIST, EXPONENT, KNOWN],
    },
];

/// Board sizes: default, least, most.
pub(crate) const SIZES: [Size; 3] = [Size::new(10, 20), Size::new(4, 4), Size::new(32, 64)];

/// What a name stands for before options are looked at.
struct Preset {
    size: Size,
    set: &'static str,
    way: Way,
    dealer: &'static str,
    known: usize,
    hold: bool,
    scoring: Scoring,
    level_rows: u32,
    seats: usize,
}

fn preset(name: &str) -> Preset {
    let base = Preset {
        size: SIZES[0],
        set: "srs",
        way: Way::Reachable,
        dealer: "uniform",
        known: 2,
        hold: false,
        scoring: Scoring::Lines,
        level_rows: 0,
        seats: 1,
    };
    let straight = Preset { way: Way::Straight, set: "simplified", known: 1, ..base };
    match name {
        "simplified" => straight,
        "offline" => Preset { set: "offline", size: Size::new(11, 20), ..straight },
        "essex" => Preset { size: Size::new(15, 23), ..base },
        "guideline" => Preset {
            size: Size::new(10, 40),
            dealer: "bag",
            known: 6,
            hold: true,
            scoring: Scoring::Guideline,
            level_rows: 10,
            ..base
        },
        "versus" => Preset { set: "tetrisvs", scoring: Scoring::TetrisVs, seats: 2, ..base },
        "rlcomp" => {
            let (set, size) = ("rlcomp", Size::new(10, 25));
            Preset { set, size, way: Way::Steps, known: 1, ..base }
        }
        _ => Preset { set: "tetrisvs", scoring: Scoring::TetrisVs, ..base },
    }
}

/// The game that a specification and a size ask for.
pub(crate) fn open(spec: &Spec, size: Option<Size>) -> Result<Tetris> {
    spec.choose("rule set", RULES)?;
    let preset = preset(&spec.name);
    let size = size.unwrap_or(preset.size).between(SIZES[1], SIZES[2])?;
    let mut set = sets::named_or_in_file(&spec.get_or("set", preset.set.to_owned())?)?;
    if spec.name == "guideline" {
        set.spawn.row = hidden_rows(size).or(set.spawn.row);
    }
    Tetris::new(Rules {
        spec: spec.clone(),
        size,
        way: preset.way,
        dealer: dealer(spec, preset.dealer, &set)?,
        known: spec.get_in("known", preset.known, 1..=MOST_KNOWN)?,
        hold: preset.hold,
        scoring: scoring(spec, preset.scoring)?,
        seats: preset.seats,
        turns: turns(spec)?,
        placement_time: (1000.0 * spec.get_in("pace", 2.0, 0.01..=60.0)?) as u32,
        touch_ends: touch_ends(spec)?,
        seconds: end(spec, "seconds", 3600)?,
        goal: end(spec, "goal", 9999)?,
        first_level: spec.get_in("level", 1, 1..=20)?,
        level_rows: spec.get_in("levels", preset.level_rows, 0..=100)?,
        set,
    })
}

/// What ends a game, if anything of that name does.
fn end(spec: &Spec, name: &str, most: u32) -> Result<Option<u32>> {
    spec.get::<u32>(name)?.map(|_| spec.get_in(name, 1, 1..=most)).transpose()
}

fn turns(spec: &Spec) -> Result<Option<u32>> {
    match spec.get::<u32>("turns")? {
        None => Ok(None),
        Some(turns @ 1..=5) => Ok(Some(turns)),
        Some(other) => Err(Error::bad("parameter turns", other.to_string(), "give 1 to 5")),
    }
}

fn touch_ends(spec: &Spec) -> Result<bool> {
    match spec.get_or("top", "spawn".to_owned())?.as_str() {
        "spawn" => Ok(false),
        "touch" => Ok(true),
        other => Err(Error::unknown("end of the game", other, ["spawn", "touch"])),
    }
}

/// The game of the RL-Competition with this randomizer and exponent of the reward.
pub(crate) fn competition(size: Size, dealer: Dealer, exponent: f64) -> Result<Tetris> {
    let game = open(&Spec::named("rlcomp"), Some(size))?;
    Tetris::new(Rules { dealer, scoring: Scoring::Power(exponent), ..game.rules().clone() })
}

fn scoring(spec: &Spec, default: Scoring) -> Result<Scoring> {
    if spec.name == "rlcomp" {
        return Ok(Scoring::Power(spec.get_in("exponent", 1.0, 0.0..=8.0)?));
    }
    Ok(default)
}

/// The rows above the 20 that players see, if there are any; pieces appear at their lower edge.
fn hidden_rows(size: Size) -> Option<u8> {
    size.height.checked_sub(20).filter(|&rows| rows > 0).map(|rows| rows as u8)
}

fn dealer(spec: &Spec, default: &str, set: &PieceSet) -> Result<Dealer> {
    if let Some(list) = spec.get::<String>("list")? {
        return Dealer::list(&list, set);
    }
    Dealer::by_name(&spec.get_or("randomizer", default.to_owned())?, set)
}
