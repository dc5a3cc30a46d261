//! What a row of numbers amounts to.

use serde::Serialize;

/// A sample in six figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The average.
    pub mean: f64,
    /// Standard deviation of the sample (divided by n - 1); 0 for a single number.
    pub sd: f64,
    /// The least number.
    pub min: f64,
    /// The middle number, or the average of the two in the middle.
    pub median: f64,
    /// The greatest number.
    pub max: f64,
    /// The interval that holds the true mean in 95 of 100 such samples: mean ± 1.96 sd / √n. A single number
    /// says nothing about it.
    pub ci95: Option<[f64; 2]>,
}

impl Summary {
    /// Sums up a sample; `None` if it is empty.
    ///
    /// ```
    /// use ludex_arena::Summary;
    /// let summary = Summary::of(&[1.0, 2.0, 6.0]).unwrap();
    /// assert_eq!((summary.mean, summary.median), (3.0, 2.0));
    /// assert_eq!(Summary::of(&[]), None);
    /// ```
    pub fn of(sample: &[f64]) -> Option<Self> {
        let mut sorted = sample.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let count = sorted.len() as f64;
        let mean = sorted.iter().sum::<f64>() / count;
        let sd = deviation(&sorted, mean);
        let reach = 1.96 * sd / count.sqrt();
        let ci95 = (sorted.len() > 1).then_some([mean - reach, mean + reach]);
        Some(Self { mean, sd, min, median: median(&sorted), max, ci95 })
    }
}

fn deviation(sample: &[f64], mean: f64) -> f64 {
    if sample.len() < 2 {
        return 0.0;
    }
    let squares: f64 = sample.iter().map(|x| (x - mean).powi(2)).sum();
    (squares / (sample.len() - 1) as f64).sqrt()
}

fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        return sorted[middle];
    }
    f64::midpoint(sorted[middle - 1], sorted[middle])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    /// 2, 4, 4, 4, 5, 5, 7, 9: sum 40, squares about the mean 32, so sd = sqrt(32 / 7).
    #[test]
    fn eight_numbers_by_hand() {
        let s = Summary::of(&[9.0, 2.0, 4.0, 5.0, 4.0, 7.0, 4.0, 5.0]).unwrap();
        assert_eq!((s.mean, s.min, s.median, s.max), (5.0, 2.0, 4.5, 9.0));
        assert!(near(s.sd, 2.138_089_935_299_395), "{}", s.sd);
        let reach = 1.96 * 2.138_089_935_299_395 / 8f64.sqrt();
        let [low, high] = s.ci95.unwrap();
        assert!(near(low, 5.0 - reach) && near(high, 5.0 + reach), "{low} {high}");
    }

    #[test]
    fn an_odd_count_has_a_middle() {
        assert_eq!(Summary::of(&[10.0, -1.0, 3.0]).unwrap().median, 3.0);
    }

    #[test]
    fn one_number_has_no_spread() {
        let s = Summary::of(&[7.0]).unwrap();
        assert_eq!((s.mean, s.sd, s.min, s.median, s.max), (7.0, 0.0, 7.0, 7.0, 7.0));
        assert_eq!(s.ci95, None, "nothing is known about its error");
    }
}
