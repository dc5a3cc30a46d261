//! Weights by name, in small JSON files: what a tuner writes and agents read as `weights=FILE`.
//!
//! ```json
//! { "made_by": "ludex tune tetris --method cmaes --seed 1", "weights": { "LH": -2.68, "ER": 1.38 } }
//! ```

use crate::{Error, Result, resources};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

const WHAT: &str = "weight file";
/// Files are read up to this size.
const LARGEST: usize = 64 * 1024;
/// Weights beyond this only drown the others.
const MOST: f64 = 1e9;

/// Weights by name, and the command that found them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightFile {
    /// How to find them again; for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub made_by: String,
    /// Name and number of each; names that are missing weigh nothing.
    weights: Map<String, Value>,
}

impl WeightFile {
    /// A file with these weights.
    pub fn new<N: Into<String>>(
        made_by: impl Into<String>,
        weights: impl IntoIterator<Item = (N, f64)>,
    ) -> Self {
        let weights = weights.into_iter().map(|(name, weight)| (name.into(), weight.into()));
        Self { made_by: made_by.into(), weights: weights.collect() }
    }

    /// Reads a file's text. `name` is what errors call it.
    ///
    /// ```
    /// use ludex_core::weights::WeightFile;
    /// let file = WeightFile::parse("mine.json", r#"{"weights": {"holes": -4}}"#).unwrap();
    /// assert_eq!(file.of(&["rows", "holes"]).unwrap(), [(1, -4.0)]);
    /// let error = file.of(&["rows", "hole"]).unwrap_err();
    /// assert_eq!(error.to_string(), "unknown weight `holes`; did you mean `hole`?");
    /// ```
    pub fn parse(name: &str, text: &str) -> Result<Self> {
        let file: Self = serde_json::from_str(text).map_err(|error| {
            bad(name, format!("{error}; write {{\"weights\": {{\"NAME\": 1.5}}}}"))
        })?;
        if file.weights.is_empty() {
            return Err(bad(name, "it holds no weights".into()));
        }
        for (weight, value) in &file.weights {
            let fits = value.as_f64().is_some_and(|number| number.abs() <= MOST);
            if !fits {
                return Err(bad(
                    name,
                    format!("`{weight}` is {value}: give a number up to {MOST:e}"),
                ));
            }
        }
        Ok(file)
    }

    /// Reads what an agent's `weights=NAME` means here.
    pub fn read(name: &str) -> Result<Self> {
        Self::parse(name, &resources::text(WHAT, name, LARGEST)?)
    }

    /// The place of each weight among the names that an evaluator knows, and its number.
    pub fn of(&self, known: &[&str]) -> Result<Vec<(usize, f64)>> {
        let found = self.weights.iter().map(|(name, value)| {
            let place = known.iter().position(|own| own == name);
            let place =
                place.ok_or_else(|| Error::unknown("weight", name, known.iter().copied()))?;
            Ok((place, value.as_f64().unwrap_or_default()))
        });
        found.collect()
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

fn bad(name: &str, reason: String) -> Error {
    Error::bad(WHAT, name, reason)
}

#[cfg(test)]
mod tests {
    use super::WeightFile;

    #[test]
    fn what_is_written_is_read() {
        let file = WeightFile::new("by hand", [("LH", -2.68), ("DV", 0.1)]);
        assert_eq!(WeightFile::parse("f", &file.text()).unwrap(), file);
        assert_eq!(file.of(&["DV", "LH"]).unwrap(), [(1, -2.68), (0, 0.1)]);
    }

    #[test]
    fn what_is_no_weight_is_refused_by_name() {
        let cases = [
            ("", "EOF"),
            ("{}", "missing field `weights`"),
            (r#"{"weights": {}}"#, "holds no weights"),
            (r#"{"weights": {"LH": "much"}}"#, "`LH` is \"much\""),
            (r#"{"weights": {"LH": 1e300}}"#, "`LH` is 1e+300"),
            (r#"{"weight": {"LH": 1}}"#, "unknown field `weight`"),
        ];
        for (text, reason) in cases {
            let error = WeightFile::parse("mine.json", text).unwrap_err().to_string();
            assert!(error.contains("mine.json") && error.contains(reason), "{error}");
        }
    }
}
