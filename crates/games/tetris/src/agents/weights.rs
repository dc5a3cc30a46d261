//! The published policies as weights.

use crate::evaluate::Linear;
use crate::features::{FEATURES, at};
use ludex_core::weights::WeightFile;
use ludex_core::{Result, Size};

/// A published policy.
pub(super) struct Published {
    pub(super) name: &'static str,
    pub(super) help: &'static str,
    weights: &'static [(usize, f64)],
}

impl Published {
    pub(super) fn linear(&self) -> Linear {
        Linear::of(self.weights)
    }
}

/// The weights of a file, by the names of the [`FEATURES`].
pub(super) fn from_file(name: &str) -> Result<Linear> {
    let known = FEATURES.map(|feature| feature.name);
    Ok(Linear::of(&WeightFile::read(name)?.of(&known)?))
}

/// The weights of a file that hold for all pieces: those whose names no piece stands before.
pub(super) fn of_all_pieces(name: &str, pieces: &[&str]) -> Result<Linear> {
    let pairs = named(name, pieces)?;
    Ok(Linear::of(&pairs.into_iter().filter(|(at, _)| *at < FEATURES.len()).collect::<Vec<_>>()))
}

/// The weights of a file for each of these pieces, where it has some for single ones: `I:HO` is that of `HO` for the
/// piece I, in place of the one for all.
pub(super) fn by_piece(name: &str, pieces: &[&str]) -> Result<Option<Vec<Linear>>> {
    let pairs = named(name, pieces)?;
    if pairs.iter().all(|(at, _)| *at < FEATURES.len()) {
        return Ok(None);
    }
    let of = |piece: usize| {
        let mut weights = Vec::new();
        for group in [0, piece + 1] {
            let own = pairs.iter().filter(|(at, _)| at / FEATURES.len() == group);
            weights.extend(own.map(|&(at, weight)| (at % FEATURES.len(), weight)));
        }
        Linear::of(&weights)
    };
    Ok(Some((0..pieces.len()).map(of).collect()))
}

/// The weights of a file by number: first those of the [`FEATURES`], then those of each piece.
fn named(name: &str, pieces: &[&str]) -> Result<Vec<(usize, f64)>> {
    let plain = FEATURES.iter().map(|feature| feature.name.to_owned());
    let single = |piece: &&str| FEATURES.map(|feature| format!("{piece}:{}", feature.name));
    let known: Vec<String> = plain.chain(pieces.iter().flat_map(single)).collect();
    WeightFile::read(name)?.of(&known.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The policy of that name.
pub(super) fn published(name: &str) -> Option<&'static Published> {
    PUBLISHED.iter().find(|policy| policy.name == name)
}

const RVCE: &[(usize, f64)] = &[
    (at::LH, -11.3348),
    (at::ER, 5.5992),
    (at::RT, -9.9515),
    (at::CT, -15.1223),
    (at::HO, -3.3014),
    (at::WE, -10.9907),
    (at::HD, -5.6510),
    (at::RH, -34.6718),
    (at::DV, 5.4843),
];

/// All of them, weakest first.
pub(super) const PUBLISHED: &[Published] = &[
    Published {
        name: "lee",
        help: "height, lines, holes, bumpiness with weights found by a genetic algorithm (2013)",
        weights: &[
            (at::AGGREGATE, -0.510_066),
            (at::LINES, 0.760_666),
            (at::HO, -0.356_63),
            (at::BUMPINESS, -0.184_483),
        ],
    },
    Published {
        name: "essex",
        help: "the same four terms with the weights of the 2022 puzzle-solver report",
        weights: &[
            (at::AGGREGATE, -0.55),
            (at::LINES, 0.82),
            (at::HO, -0.41),
            (at::BUMPINESS, -0.21),
        ],
    },
    Published {
        name: "dellacherie",
        help: "six terms with weights set by hand (2003)",
        weights: &[
            (at::LH, -1.0),
            (at::ER, 1.0),
            (at::RT, -1.0),
            (at::CT, -1.0),
            (at::HO, -4.0),
            (at::WE, -1.0),
        ],
    },
    Published {
        name: "eltetris",
        help: "Dellacherie's terms, tuned, with rows cleared instead of eroded cells",
        weights: &[
            (at::LH, -4.500_159),
            (at::LINES, 3.418_127),
            (at::RT, -3.217_888),
            (at::CT, -9.348_695),
            (at::HO, -7.899_265),
            (at::WE, -3.385_597),
        ],
    },
    Published {
        name: "bcts",
        help: "eight terms tuned by cross-entropy (Thiery and Scherrer 2009)",
        weights: &[
            (at::LH, -12.629),
            (at::ER, 6.602),
            (at::RT, -9.216),
            (at::CT, -19.774),
            (at::HO, -13.083),
            (at::WE, -10.487),
            (at::HD, -1.612),
            (at::RH, -24.041),
        ],
    },
    Published { name: "rvce", help: "nine terms tuned by cross-entropy on 10x10", weights: RVCE },
    Published {
        name: "dt10",
        help: "nine terms from classification-based policy iteration on 10x10",
        weights: &[
            (at::LH, -2.18),
            (at::ER, 2.42),
            (at::RT, -2.17),
            (at::CT, -3.31),
            (at::HO, 0.95),
            (at::WE, -2.22),
            (at::HD, -0.81),
            (at::RH, -9.65),
            (at::DV, 1.27),
        ],
    },
    Published {
        name: "dt20",
        help: "the same on 10x20: the best published policy for one piece",
        weights: &[
            (at::LH, -2.68),
            (at::ER, 1.38),
            (at::RT, -2.41),
            (at::CT, -6.32),
            (at::HO, 2.03),
            (at::WE, -2.71),
            (at::HD, -0.43),
            (at::RH, -9.48),
            (at::DV, 0.89),
        ],
    },
    Published {
        name: "dt",
        help: "the nine published terms with weights of your own; without a file, those of rvce",
        weights: RVCE,
    },
    // Found on 10x8, then on 10x9; the commands are in the guide.
    Published {
        name: "ludex",
        help: "these and nine further terms, weighed by `ludex tune`: the strongest for one piece",
        weights: &[
            (at::LH, -0.6381),
            (at::ER, 0.6739),
            (at::RT, -0.9813),
            (at::CT, -2.0467),
            (at::HO, -1.0946),
            (at::WE, -1.2372),
            (at::HD, -0.2371),
            (at::RH, -1.1520),
            (at::DV, 0.4263),
            (at::BU2, -0.0368),
            (at::DV2, 0.5583),
            (at::EMPC, -0.1233),
            (at::RHW, -0.4811),
            (at::AF2, 0.3206),
            (at::AFC, 0.3278),
            (at::PSZ, 1.0202),
            (at::PBU, -0.3656),
            (at::CR, -0.2696),
        ],
    },
];

/// Weights of entropy, aggregate height, holes, bumpiness and rows cleared.
pub(crate) type Five = [f64; 5];

/// The TetrisVs report's weights.
pub(crate) const REPORT: Five = [-10.0, -1.0, -1.0, -1.0, 1.0];

/// Better weights for the same five terms, found by the cross-entropy method on 10x10:
/// `cargo run --release -p ludex-tetris --example tetris_tune 10x10 12 12 1 3000`, generation 11.
///
/// They are meant for the corrected bumpiness, with which games on 10x20 last a hundred times longer than the
/// report's; the guide has the figures. With the report's own bumpiness, which hides a deep well, they
/// still beat its weights.
pub(super) const TUNED: Five = [-0.715, -0.239, -0.586, -0.254, -0.031];

/// The TetrisVs report's five terms.
///
/// `faithful` keeps its bumpiness, which moves empty columns to the right end. Its agent does not
/// mind losing.
pub(crate) fn entropy(five: Five, faithful: bool) -> Linear {
    let bumpiness = if faithful { at::FAITHFUL } else { at::BUMPINESS };
    let features = [at::ENTROPY, at::AGGREGATE, at::HO, bumpiness, at::LINES];
    let pairs: Vec<(usize, f64)> = features.into_iter().zip(five).collect();
    Linear { lost: 0.0, ..Linear::of(&pairs) }
}

/// The RL-Competition report's eight terms, each normalised to 0..100.
///
/// A term is measured in hundredths of the most that a board of this size can show, so its weight here
/// is 100 times the report's divided by that most:
///
/// | term | most on a board `w` wide and `h` high |
/// | --- | --- |
/// | pile height, altitude difference | `h` |
/// | holes | `w (h - 1)`: everything below a roof |
/// | removed lines | 4 |
/// | blocks | `w h` |
/// | height-weighted blocks | `w h (h + 1) / 2` |
/// | surface length | `(w + 1) h + w`: every upright border and the floor |
/// | row and column transitions | `(w + 1) h + w h` |
pub(crate) fn yaveroglu(size: Size) -> Linear {
    let (w, h) = (size.width as f64, size.height as f64);
    let terms = [
        (at::PILE, -3.0, h),
        (at::HO, -40.0, w * (h - 1.0)),
        (at::LINES, 2.0, 4.0),
        (at::ALTITUDE, -1.0, h),
        (at::BLOCKS, -1.0, w * h),
        (at::WEIGHTED, -1.0, w * h * (h + 1.0) / 2.0),
        (at::SURFACE, -1.0, (w + 1.0) * h + w),
        (at::TRANSITIONS, -35.0, (w + 1.0) * h + w * h),
    ];
    Linear::of(&terms.map(|(term, weight, most)| (term, 100.0 * weight / most)))
}
