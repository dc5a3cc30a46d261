//! The sequential probability ratio test: two agents play until it is clear which of two claims holds.
//!
//! The unit is a pair of games with one seed and seats swapped, because the two games of a pair are not independent.
//! Its score is one of five: 0, ½, 1, 1½, 2 points. The test compares two claims about the rating difference, each with
//! the distribution over the five that has the claimed mean and explains the results best: the generalised test.

use super::expected_score;
use ludex_core::{Error, Result};
use serde::Serialize;
use std::str::FromStr;

/// Two claims about how much stronger the first agent is, and how often the test may err.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The lower claim, in rating points.
    pub elo0: f64,
    /// The upper claim.
    pub elo1: f64,
    /// How often the upper claim is taken for true where the lower one is.
    pub alpha: f64,
    /// How often the lower claim is taken for true where the upper one is.
    pub beta: f64,
}

/// A claim that a test has found true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The lower claim.
    Elo0,
    /// The upper claim.
    Elo1,
}

/// A score that never came up counts for this much, so that no claim is impossible.
const NEVER: f64 = 1e-3;

impl Sprt {
    /// The same with other probabilities to err.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Self> {
        for (name, error) in [("alpha", alpha), ("beta", beta)] {
            if !(error > 0.0 && error < 0.5) {
                return Err(Error::bad(
                    name,
                    error.to_string(),
                    "give a number above 0 and below 0.5",
                ));
            }
        }
        Ok(Self { alpha, beta, ..self })
    }

    /// Where the test ends: at or below the first the lower claim is taken for true, at or above the second the upper.
    ///
    /// ```
    /// use ludex_arena::Sprt;
    /// let sprt: Sprt = "0,5".parse().unwrap();
    /// let (low, high) = sprt.bounds();
    /// assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
    /// ```
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// How much more likely the upper claim makes these pairs than the lower one, as a logarithm. `pairs` counts the
    /// pairs in which the first agent had 0, ½, 1, 1½ and 2 points.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { NEVER } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let tilt = |elo: f64| Tilt::of(&seen, expected_score(elo));
        let (lower, upper) = (tilt(self.elo0), tilt(self.elo1));
        let gain = |i: usize| counts[i] * (lower.factor(i).ln() - upper.factor(i).ln());
        (0..5).map(gain).sum()
    }

    /// What the test says about these pairs; nothing while it is not sure.
    pub fn verdict(&self, pairs: &[u64; 5]) -> Option<Verdict> {
        let ((low, high), llr) = (self.bounds(), self.llr(pairs));
        match () {
            () if llr >= high => Some(Verdict::Elo1),
            () if llr <= low => Some(Verdict::Elo0),
            () => None,
        }
    }
}

impl FromStr for Sprt {
    type Err = Error;

    /// Reads `ELO0,ELO1`; the test may err in 5 of 100 cases.
    fn from_str(text: &str) -> Result<Self> {
        let form = || Error::bad("test", text, "give two rating differences, such as 0,10");
        let (elo0, elo1) = text.split_once(',').ok_or_else(form)?;
        let read = |text: &str| text.trim().parse::<f64>().map_err(|_| form());
        let (elo0, elo1) = (read(elo0)?, read(elo1)?);
        if !(elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0) {
            let say = "give two numbers from -1000 to 1000, the smaller one first";
            return Err(Error::bad("test", text, say));
        }
        Ok(Self { elo0, elo1, alpha: 0.05, beta: 0.05 })
    }
}

/// The distribution with a given mean that makes what was seen most likely: each probability that was seen, divided by a
/// factor that grows with the score.
struct Tilt {
    mean: f64,
    slope: f64,
}

impl Tilt {
    fn of(seen: &[f64; 5], mean: f64) -> Self {
        // The mean of the divided probabilities falls as the slope grows; the ends are where a factor becomes zero.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..200 {
            let slope = f64::midpoint(low, high);
            let tilt = Self { mean, slope };
            let excess = |i: usize| seen[i] * (score(i) - mean) / tilt.factor(i);
            if (0..5).map(excess).sum::<f64>() > 0.0 { low = slope } else { high = slope }
        }
        Self { mean, slope: f64::midpoint(low, high) }
    }

    fn factor(&self, i: usize) -> f64 {
        1.0 + self.slope * (score(i) - self.mean)
    }
}

/// The share of the points of a pair.
fn score(i: usize) -> f64 {
    i as f64 / 4.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(text: &str) -> Sprt {
        text.parse().expect("a test")
    }

    /// Two tests of a chess engine that were published with their pairs, their claims and the logarithm in two decimals.
    #[test]
    fn published_tests_come_out_the_same() {
        let short = test("-0.25,1.25").llr(&[292, 5905, 28939, 6129, 299]);
        assert!((short - 2.95).abs() < 0.02, "{short}");
        let long = test("0.25,1.25").llr(&[5, 418, 6043, 506, 12]);
        assert!((long - 2.92).abs() < 0.02, "{long}");
    }

    /// Where games are won and lost only and never within a pair, it is the plain test of a coin, whose logarithm is a
    /// sum that one can write down.
    #[test]
    fn a_coin_has_a_closed_form() {
        let sprt = test("0,50");
        let (won, lost) = (60, 40);
        let p = expected_score(50.0);
        let coin = won as f64 * (p / 0.5).ln() + lost as f64 * ((1.0 - p) / 0.5).ln();
        let llr = sprt.llr(&[lost, 0, 0, 0, won]);
        assert!((llr - coin).abs() < 0.02, "{llr} {coin}");
    }

    /// The test of the opposite claims about the opposite results is the opposite test.
    #[test]
    fn it_does_not_matter_who_is_called_first() {
        let pairs = [3, 17, 40, 22, 9];
        let mut turned = pairs;
        turned.reverse();
        let (one, other) = (test("-3,8").llr(&pairs), test("-8,3").llr(&turned));
        assert!((one + other).abs() < 1e-9, "{one} {other}");
    }

    #[test]
    fn it_ends_at_its_bounds() {
        let sprt = test("0,20");
        assert_eq!(sprt.verdict(&[0; 5]), None);
        assert_eq!(sprt.verdict(&[10, 20, 40, 20, 10]), None);
        assert_eq!(sprt.verdict(&[10, 20, 200, 400, 90]), Some(Verdict::Elo1));
        assert_eq!(sprt.verdict(&[90, 400, 200, 20, 10]), Some(Verdict::Elo0));
        let strict = sprt.with_errors(0.001, 0.001).expect("errors");
        assert!((strict.bounds().1 - 6.906_755).abs() < 1e-5);
    }

    #[test]
    fn claims_in_the_wrong_order_are_refused() {
        for text in ["5", "5,0", "0,0", "a,b", "0,5000", "nan,5"] {
            let error = text.parse::<Sprt>().expect_err(text).to_string();
            assert!(error.starts_with(&format!("bad test `{text}`: give two")), "{error}");
        }
        let error = test("0,5").with_errors(0.7, 0.05).expect_err("an error").to_string();
        assert!(error.contains("bad alpha `0.7`"), "{error}");
    }
}
