//! How long games last when some of them were cut short.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What is earned per game lost, from games of which some were cut short.
///
/// Assumes that a game is as likely to end at any moment as at any other, so that its length is
/// exponential: then all that was earned, divided by the number of games that ended, is the best guess at
/// the mean of games played to their end.
#[derive(Clone, Debug, PartialEq)]
pub struct PerDeath {
    /// Which figure, such as `lines`.
    pub metric: String,
    /// All that was earned divided by the deaths; none if nobody died.
    pub mean: Option<f64>,
    /// Games that ended by themselves.
    pub deaths: u64,
    /// The interval that holds the true mean in 95 of 100 such samples; without deaths it has no upper end.
    pub ci95: (f64, Option<f64>),
}

impl PerDeath {
    /// From all that was earned and the number of games that ended.
    ///
    /// ```
    /// use ludex_arena::PerDeath;
    /// let four = PerDeath::of("lines", 1000.0, 4);
    /// assert_eq!(four.mean, Some(250.0));
    /// assert!((four.ci95.0 - 97.6).abs() < 0.1);
    /// let none = PerDeath::of("lines", 1000.0, 0);
    /// assert_eq!((none.mean, none.ci95.1), (None, None));
    /// ```
    pub fn of(metric: &str, total: f64, deaths: u64) -> Self {
        // As many deaths or more with a chance of 2.5 in 100, and as many or fewer.
        let fewest = (deaths > 0).then(|| expected(deaths - 1, 0.975));
        let most = expected(deaths, 0.025);
        Self {
            metric: metric.into(),
            mean: (deaths > 0).then(|| total / deaths as f64),
            deaths,
            ci95: (total / most, fewest.map(|fewest| total / fewest)),
        }
    }
}

impl Serialize for PerDeath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry(&self.metric, &self.mean)?;
        map.serialize_entry("deaths", &self.deaths)?;
        map.serialize_entry("ci95", &self.ci95)?;
        map.end()
    }
}

/// The mean of a Poisson distribution that gives `count` or less with this probability.
fn expected(count: u64, probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 2.0 * count as f64 + 20.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if at_most(count, middle) > probability { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The probability of `count` or less when `mean` are expected.
fn at_most(count: u64, mean: f64) -> f64 {
    // In logarithms, because the first terms of a large sum are too small for a number.
    let (mut log, mut sum) = (-mean, (-mean).exp());
    for i in 1..=count {
        log += (mean / i as f64).ln();
        sum += log.exp();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half the quantiles of chi-squared with 2, 20, 22 and 2000 degrees of freedom.
    #[test]
    fn intervals_are_those_of_the_tables() {
        assert!((expected(0, 0.025) - 3.688_879).abs() < 1e-5);
        assert!((expected(9, 0.975) - 4.795_389).abs() < 1e-5);
        assert!((expected(10, 0.025) - 18.390_36).abs() < 1e-4);
        assert!((expected(999, 0.975) - 938.97).abs() < 0.05);
    }

    #[test]
    fn a_document_names_the_figure() {
        let json = serde_json::to_string(&PerDeath::of("lines", 30.0, 0)).unwrap();
        assert!(json.starts_with("{\"lines\":null,\"deaths\":0,\"ci95\":[8.13"), "{json}");
        assert!(json.ends_with(",null]}"), "{json}");
    }
}
