//! What a table is made of: figures side by side, plots, findings.

use crate::plot::Plot;
use ludex_arena::Summary;
use ludex_core::explain::number;
use serde::Serialize;

/// A number, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The interval that holds the true number in 95 of 100 such samples, where there is chance.
    pub interval: Option<[f64; 2]>,
    /// Games, moves or lists that it rests on, where that is known.
    pub sample: Option<u64>,
}

impl Estimate {
    /// A number without an interval.
    pub fn exact(value: f64) -> Self {
        Self { value, interval: None, sample: None }
    }

    /// A number of which the standard error is known.
    pub fn with_error(value: f64, error: f64) -> Self {
        let interval = Some([value - 1.96 * error, value + 1.96 * error]);
        Self { value, interval, sample: None }
    }

    /// The mean of a sample; none if that is empty.
    pub fn mean(sample: &[f64]) -> Option<Self> {
        let Summary { mean, ci95, .. } = Summary::of(sample)?;
        Some(Self { value: mean, interval: ci95, sample: Some(sample.len() as u64) })
    }

    /// A share in per cent, with Wilson's interval; none of nothing.
    ///
    /// ```
    /// use ludex_reproduce::Estimate;
    /// let share = Estimate::share(8, 10).unwrap();
    /// let [low, high] = share.interval.unwrap();
    /// assert_eq!(share.value, 80.0);
    /// assert!((low - 49.02).abs() < 0.01 && (high - 94.33).abs() < 0.01);
    /// ```
    pub fn share(hits: u64, of: u64) -> Option<Self> {
        if of == 0 {
            return None;
        }
        let (n, p, z) = (of as f64, hits as f64 / of as f64, 1.96_f64);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let reach = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let interval = Some([100.0 * (middle - reach).max(0.0), 100.0 * (middle + reach).min(1.0)]);
        Some(Self { value: 100.0 * p, interval, sample: Some(of) })
    }

    /// The same as resting on so many games.
    pub fn of(mut self, sample: u64) -> Self {
        self.sample = Some(sample);
        self
    }

    /// For people: `1,280 [1,207 to 1,353]`.
    pub fn words(&self) -> String {
        match self.interval {
            Some([low, high]) => {
                format!("{} [{} to {}]", written(self.value), written(low), written(high))
            }
            None => written(self.value),
        }
    }

    /// Half the width of the interval, if there is one.
    fn reach(&self) -> f64 {
        self.interval.map_or(0.0, |[low, high]| (high - low) / 2.0)
    }
}

/// A figure as people write it. Of what is very small, such as the seconds of a fast decision, two digits are kept.
pub(crate) fn written(value: f64) -> String {
    match value.abs() {
        v if v > 0.0 && v < 0.01 => {
            let digits = (1.0 - v.log10().floor()) as usize;
            let text = format!("{value:.digits$}");
            text.trim_end_matches('0').to_owned()
        }
        _ => number(value),
    }
}

/// How two figures are held against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// They measure the same: they agree unless they differ by more than chance explains.
    Same,
    /// They must be equal: there is no chance.
    Exactly,
    /// Seconds: how many times as fast.
    Speed,
    /// More is better: how many times as much.
    More,
    /// They are only shown.
    Nothing,
}

/// What a comparison came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// As published.
    Agrees,
    /// Otherwise than published.
    Differs,
    /// Better than published, where more or faster is better.
    Better,
    /// Nothing to compare with.
    Shown,
}

/// What a comparison came to, in a word and in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// In a word.
    pub kind: Kind,
    /// In words; empty where there is nothing to say.
    pub words: String,
}

/// A published figure and the program's own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// Figures of the same group stand together.
    pub group: String,
    /// What was counted or measured.
    pub what: String,
    /// In which unit.
    pub unit: String,
    /// What was published, or measured again elsewhere.
    pub published: Option<Estimate>,
    /// What was found now; none if the run ended before.
    pub own: Option<Estimate>,
    /// What the two say about each other.
    pub verdict: Verdict,
}

impl Figure {
    /// A figure of a group, with what was published about it.
    pub fn new(group: &str, what: impl Into<String>, unit: &str) -> Self {
        Self {
            group: group.into(),
            what: what.into(),
            unit: unit.into(),
            published: None,
            own: None,
            verdict: Verdict { kind: Kind::Shown, words: String::new() },
        }
    }

    /// The same with what was published.
    pub fn published(mut self, published: impl Into<Option<Estimate>>) -> Self {
        self.published = published.into();
        self
    }

    /// The same with what was found, held against what was published.
    pub fn own(mut self, own: impl Into<Option<Estimate>>, compare: Compare) -> Self {
        self.own = own.into();
        self.verdict = match (self.published, self.own) {
            (Some(published), Some(own)) => judge(published, own, compare),
            (_, None) => Verdict { kind: Kind::Shown, words: "not measured".into() },
            (None, _) => Verdict { kind: Kind::Shown, words: String::new() },
        };
        self
    }
}

fn judge(published: Estimate, own: Estimate, compare: Compare) -> Verdict {
    let ratio = |a: f64, b: f64| format!("{} times", number(a / b));
    let (kind, words) = match compare {
        Compare::Nothing => (Kind::Shown, String::new()),
        Compare::Exactly if published.value == own.value => (Kind::Agrees, "equal".into()),
        Compare::Exactly => (Kind::Differs, higher_or_lower(published, own).into()),
        Compare::Same => {
            let apart = (published.value - own.value).abs();
            if apart <= published.reach().hypot(own.reach()) {
                (Kind::Agrees, "agrees".into())
            } else {
                (Kind::Differs, higher_or_lower(published, own).into())
            }
        }
        Compare::Speed if own.value <= 0.0 => (Kind::Better, "too fast to be measured".into()),
        Compare::Speed if own.value <= published.value => {
            (Kind::Better, ratio(published.value, own.value) + " as fast")
        }
        Compare::Speed => (Kind::Differs, ratio(own.value, published.value) + " as slow"),
        Compare::More if own.value >= published.value && published.value > 0.0 => {
            (Kind::Better, ratio(own.value, published.value) + " as much")
        }
        Compare::More if own.value >= published.value => (Kind::Better, "more".into()),
        Compare::More => (Kind::Differs, "less".into()),
    };
    Verdict { kind, words }
}

fn higher_or_lower(published: Estimate, own: Estimate) -> &'static str {
    if own.value > published.value { "higher" } else { "lower" }
}

/// A published table, again.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// Its name in commands.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Who published it, and where.
    pub source: String,
    /// What is asked and how it is measured.
    pub question: String,
    /// The figures side by side.
    pub figures: Vec<Figure>,
    /// What the figures say.
    pub findings: Vec<String>,
    /// Commands that repeat parts of it.
    pub commands: Vec<String>,
    /// The seed of all chance.
    pub seed: u64,
    /// Whether it was the short form.
    pub quick: bool,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Processor time in seconds, over all threads.
    pub processor_seconds: f64,
    /// Whether it was ended before all was measured; then short games count too much.
    pub interrupted: bool,
    /// Pictures of it.
    #[serde(skip)]
    pub plots: Vec<Plot>,
}

impl Table {
    /// Figures by what their comparison came to.
    pub fn count(&self, kind: Kind) -> usize {
        self.figures.iter().filter(|figure| figure.verdict.kind == kind).count()
    }

    /// What the comparisons came to, in a few words.
    pub fn summary(&self) -> String {
        let part = |kind, word: &str| match self.count(kind) {
            0 => None,
            count => Some(format!("{count} {word}")),
        };
        let parts: Vec<String> = [
            part(Kind::Agrees, "as published"),
            part(Kind::Better, "better"),
            part(Kind::Differs, "otherwise"),
            part(Kind::Shown, "only shown"),
        ]
        .into_iter()
        .flatten()
        .collect();
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(published: Estimate, own: Estimate, compare: Compare) -> String {
        Figure::new("", "x", "").published(published).own(own, compare).verdict.words
    }

    /// Two means agree where their difference is below 1.96 of its standard error.
    #[test]
    fn chance_is_told_from_difference() {
        let one = Estimate::with_error(100.0, 3.0);
        assert_eq!(words(one, Estimate::with_error(109.7, 4.0), Compare::Same), "agrees");
        assert_eq!(words(one, Estimate::with_error(109.9, 4.0), Compare::Same), "higher");
        assert_eq!(words(one, Estimate::with_error(90.1, 4.0), Compare::Same), "lower");
    }

    #[test]
    fn verdicts_have_words() {
        let [two, three] = [2.0, 3.0].map(Estimate::exact);
        assert_eq!(words(two, two, Compare::Exactly), "equal");
        assert_eq!(words(two, three, Compare::Exactly), "higher");
        assert_eq!(words(three, two, Compare::Speed), "1.5 times as fast");
        assert_eq!(words(two, three, Compare::Speed), "1.5 times as slow");
        assert_eq!(words(two, three, Compare::More), "1.5 times as much");
        assert_eq!(words(three, two, Compare::More), "less");
        assert_eq!(words(two, three, Compare::Nothing), "");
    }

    #[test]
    fn a_share_of_nothing_is_none() {
        assert_eq!(Estimate::share(0, 0), None);
        assert_eq!(Estimate::share(0, 10).and_then(|s| s.interval).map(|i| i[0]), Some(0.0));
    }
}
