//! Which settings of two runs differ, in words.

use serde::Serialize;
use serde_json::{Map, Value};

/// The settings that differ: `seed 1 there and 2 here`. `names` says what some are called where they are given.
pub(crate) fn differences(
    kept: &impl Serialize,
    given: &impl Serialize,
    names: &[(&str, &str)],
) -> String {
    let (kept, given) = (fields(kept), fields(given));
    let differ = given.iter().filter(|(name, value)| kept.get(*name) != Some(value));
    let told = differ.map(|(name, value)| {
        let called =
            names.iter().find(|(own, _)| own == name).map_or(name.as_str(), |found| found.1);
        match kept.get(name) {
            Some(other) => format!("{called} {} there and {} here", words(other), words(value)),
            None => called.to_owned(),
        }
    });
    told.collect::<Vec<_>>().join(", ")
}

fn fields(settings: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// A value as people write it.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => format!("`{text}`"),
        Value::Array(all) => {
            let all: Vec<String> = all.iter().map(|one| one.to_string().replace('"', "")).collect();
            format!("`{}`", all.join(","))
        }
        other => other.to_string(),
    }
}
