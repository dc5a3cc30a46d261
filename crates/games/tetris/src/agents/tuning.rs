//! Tetris as something to be tuned: policies play whole games, and rows count.

use crate::dealer::Dealer;
use crate::evaluate::Linear;
use crate::features::{FEATURES, at};
use crate::rules::{Tetris, Way};
use crate::simulate::{simulate, simulate_known};
use ludex_core::{Error, Result, Room, Seed, Size, Spec};
use ludex_learn::tune::course::{Course, TermSet, Tunable, places_of};

/// The terms of Tetris policies.
#[derive(Clone, Copy, Debug)]
pub struct Courses;

const DT: &[&str] = &["LH", "ER", "RT", "CT", "HO", "WE", "HD", "RH", "DV"];
const MORE: &[&str] = &[
    "LH", "ER", "RT", "CT", "HO", "WE", "HD", "RH", "DV", "BU2", "DV2", "EMPC", "RHW", "AF2",
    "AFC", "PSZ", "PBU", "CR",
];

impl Tunable for Courses {
    fn game(&self) -> &'static str {
        "tetris"
    }

    fn sets(&self) -> &'static [TermSet] {
        &[
            TermSet { name: "dt", help: "the nine published terms", terms: DT, agent: "dt" },
            TermSet { name: "more", help: "these and nine further ones", terms: MORE, agent: "dt" },
            TermSet {
                name: "lee",
                help: "height, rows, holes, bumpiness",
                terms: &["height", "lines", "HO", "bumpiness"],
                agent: "lee",
            },
            TermSet {
                name: "entropy",
                help: "the TetrisVs report's five terms, its bumpiness corrected",
                terms: &["entropy", "height", "HO", "bumpiness", "lines"],
                agent: "entropy",
            },
        ]
    }

    fn course(
        &self,
        rules: &Spec,
        size: Option<Size>,
        terms: &[String],
    ) -> Result<Box<dyn Course>> {
        let game = Tetris::open(rules, size)?;
        let own = game.rules();
        let plain = !own.hold && !own.touch_ends && own.goal.is_none();
        let alone = own.seats == 1 && own.way != Way::Steps && plain;
        if !alone || own.dealer != Dealer::Uniform || own.size.height > 32 {
            let reason = "tuning plays alone, with uniformly drawn pieces and no extras, on boards up to 32 high: \
                          give `simplified` or `tetrisvs`";
            return Err(Error::bad("rules", format!("{rules} {}", own.size), reason));
        }
        let terms = places_of(terms, &FEATURES.map(|feature| feature.name))?;
        let course = Games { game, terms };
        // A mixture that no search knows is refused now and not after the first generation.
        course.play(&vec![1.0; course.terms.len()], Seed(1), 1)?;
        Ok(Box::new(course))
    }
}

/// Games of policies with weights of some terms.
struct Games {
    game: Tetris,
    terms: Vec<usize>,
}

impl Course for Games {
    fn setting(&self) -> (String, String) {
        (self.game.rules().spec.to_string(), self.game.rules().size.to_string())
    }

    /// Terms that grow large have small weights.
    fn scales(&self) -> Vec<f64> {
        let scale = |term: &usize| match *term {
            at::BU2 | at::RHW => 0.2,
            at::EMPC => 0.4,
            _ => 1.0,
        };
        self.terms.iter().map(scale).collect()
    }

    /// The best placement stays the best.
    fn only_directions(&self) -> bool {
        true
    }

    fn counted(&self) -> &'static str {
        "lines"
    }

    fn play(&self, weights: &[f64], seed: Seed, limit: u64) -> Result<f64> {
        let pairs: Vec<(usize, f64)> =
            self.terms.iter().copied().zip(weights.iter().copied()).collect();
        let (linear, rules) = (Linear::of(&pairs), self.game.rules());
        let by_kernel = rules.way == Way::Straight && rules.known == 1;
        let played = match linear.drop_weights().filter(|_| by_kernel) {
            Some(weights) => simulate(self.game.drop_kernel(), &weights, seed, limit)?,
            None => simulate_known(&self.game, &linear, seed, limit)?,
        };
        Ok(played.lines as f64)
    }
}
