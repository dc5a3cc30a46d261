//! Names with parameters, as text: `minimax:depth=3,eval=entropy`.

use crate::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// A name plus parameters. Agents and rule sets are written this way everywhere.
///
/// ```
/// use ludex_core::Spec;
/// let spec: Spec = "minimax:depth=3,random".parse().unwrap();
/// assert_eq!(spec.name, "minimax");
/// assert_eq!(spec.get::<u32>("depth").unwrap(), Some(3));
/// assert!(spec.flag("random").unwrap());
/// assert_eq!(spec.to_string(), "minimax:depth=3,random");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// What is configured.
    pub name: String,
    parameters: Vec<(String, Option<String>)>,
}

/// What a parameter is called, means, and is when left out.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name in a [`Spec`].
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// The value when it is not given.
    pub default: &'static str,
}

/// A named thing that a [`Spec`] can ask for: an agent or a rule set.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Its name in a [`Spec`].
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}

impl Spec {
    /// A name without parameters.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), parameters: Vec::new() }
    }

    /// The same with one more parameter; replaces an earlier one of that name.
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.parameters.retain(|(known, _)| known != name);
        self.parameters.push((name.into(), Some(value.to_string())));
        self
    }

    /// A parameter's value read as `T`, or `None` where it is not given.
    pub fn get<T: FromStr>(&self, name: &str) -> Result<Option<T>> {
        let Some((_, value)) = self.parameters.iter().find(|(known, _)| known == name) else {
            return Ok(None);
        };
        let value = value.as_deref().unwrap_or("");
        let read = value.parse().map_err(|_| {
            let kind = kind_of::<T>();
            Error::bad(format!("parameter {name} of {}", self.name), value, format!("give {kind}"))
        });
        read.map(Some)
    }

    /// A parameter's value read as `T`, or `default`.
    pub fn get_or<T: FromStr>(&self, name: &str, default: T) -> Result<T> {
        Ok(self.get(name)?.unwrap_or(default))
    }

    /// A number that must lie in a range.
    pub fn get_in<T>(&self, name: &str, default: T, range: std::ops::RangeInclusive<T>) -> Result<T>
    where
        T: FromStr + PartialOrd + fmt::Display,
    {
        let value = self.get_or(name, default)?;
        if range.contains(&value) {
            return Ok(value);
        }
        let what = format!("parameter {name} of {}", self.name);
        let reason = format!("give {} to {}", range.start(), range.end());
        Err(Error::bad(what, value.to_string(), reason))
    }

    /// A list, `name=[1,2,3]` or a single value; `None` where it is not given.
    ///
    /// ```
    /// use ludex_core::Spec;
    /// let spec: Spec = "linear:weights=[-1,2.5],pieces=2".parse().unwrap();
    /// assert_eq!(spec.list::<f64>("weights").unwrap(), Some(vec![-1.0, 2.5]));
    /// assert_eq!(spec.list::<u32>("pieces").unwrap(), Some(vec![2]));
    /// ```
    pub fn list<T: FromStr>(&self, name: &str) -> Result<Option<Vec<T>>> {
        let Some((_, value)) = self.parameters.iter().find(|(known, _)| known == name) else {
            return Ok(None);
        };
        let value = value.as_deref().unwrap_or("");
        let inside = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let read = |item: &str| {
            item.trim().parse().map_err(|_| {
                let form = format!("give {}, several as [a,b,...]", kind_of::<T>());
                Error::bad(format!("parameter {name} of {}", self.name), item, form)
            })
        };
        inside.unwrap_or(value).split(',').map(read).collect::<Result<Vec<T>>>().map(Some)
    }

    /// A switch: `name`, `name=true` or `name=false`; off when not given.
    pub fn flag(&self, name: &str) -> Result<bool> {
        match self.parameters.iter().find(|(known, _)| known == name) {
            None => Ok(false),
            Some((_, None)) => Ok(true),
            Some((_, Some(_))) => self.get_or(name, false),
        }
    }

    /// Finds this spec's name among `choices` and refuses parameters that it does not have.
    pub fn choose<'a>(&self, kind: &'static str, choices: &'a [Choice]) -> Result<&'a Choice> {
        let choice = choices
            .iter()
            .find(|choice| choice.name == self.name)
            .ok_or_else(|| Error::unknown(kind, &self.name, choices.iter().map(|c| c.name)))?;
        let known = || choice.parameters.iter().map(|p| p.name);
        match self.parameters.iter().find(|(name, _)| !known().any(|k| k == name)) {
            Some((name, _)) => Err(Error::unknown("parameter", name, known())),
            None => Ok(choice),
        }
    }
}

/// How to say what a type of value looks like.
fn kind_of<T>() -> &'static str {
    let name = std::any::type_name::<T>();
    match name {
        "f64" | "f32" => "a number such as 0.5",
        "bool" => "true or false",
        _ if name.starts_with('u') => "a whole number, 0 or more",
        _ if name.starts_with('i') => "a whole number",
        _ => "a valid value",
    }
}

impl FromStr for Spec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if name.is_empty() || !name.chars().all(is_name_char) {
            let form = "write NAME or NAME:parameter=value,...";
            return Err(Error::bad("specification", text, form));
        }
        let mut spec = Self::named(name);
        for part in parts(rest).filter(|part| !part.is_empty()) {
            let (key, value) = match part.split_once('=') {
                Some((key, value)) => (key, Some(value.to_owned())),
                None => (part, None),
            };
            if spec.parameters.iter().any(|(known, _)| known == key) {
                return Err(Error::bad("specification", text, format!("`{key}` is given twice")));
            }
            spec.parameters.push((key.to_owned(), value));
        }
        Ok(spec)
    }
}

/// The text between commas; those inside brackets belong to a list.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    text.split(move |c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        c == ',' && depth <= 0
    })
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (name, value)) in self.parameters.iter().enumerate() {
            f.write_str(if i == 0 { ":" } else { "," })?;
            f.write_str(name)?;
            if let Some(value) = value {
                write!(f, "={value}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHOICES: &[Choice] = &[Choice {
        name: "minimax",
        help: "",
        parameters: &[Parameter { name: "depth", help: "", default: "9" }],
    }];

    #[test]
    fn unknown_names_and_parameters_are_refused_with_a_hint() {
        let say = |text: &str| {
            let spec: Spec = text.parse().unwrap();
            spec.choose("agent", CHOICES).unwrap_err().to_string()
        };
        assert_eq!(say("minmax"), "unknown agent `minmax`; did you mean `minimax`?");
        assert_eq!(say("minimax:dept=3"), "unknown parameter `dept`; did you mean `depth`?");
    }

    #[test]
    fn bad_values_name_themselves() {
        let spec: Spec = "minimax:depth=-2".parse().unwrap();
        let text = spec.get::<u32>("depth").unwrap_err().to_string();
        assert_eq!(text, "bad parameter depth of minimax `-2`: give a whole number, 0 or more");
        let spec: Spec = "minimax:depth=99".parse().unwrap();
        let text = spec.get_in("depth", 1u32, 1..=20).unwrap_err().to_string();
        assert_eq!(text, "bad parameter depth of minimax `99`: give 1 to 20");
    }

    #[test]
    fn nonsense_does_not_parse() {
        for text in ["", ":", "a b", "a:x=1,x=2", "\u{0}"] {
            assert!(text.parse::<Spec>().is_err(), "{text:?}");
        }
    }
}
