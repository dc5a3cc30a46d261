//! Which terms make the difference between two values.

use crate::Term;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How one term differs between two candidates, or a family of terms that mean nothing one by one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Difference {
    /// The term's name; those of a family with `+` between them.
    pub name: String,
    /// What its amount counts.
    pub meaning: String,
    /// The amount after the chosen action; of a family what it adds to the value.
    pub chosen: f64,
    /// The same after the other.
    pub instead: f64,
    /// What that adds to the chosen action's lead; negative where the other is better.
    pub contribution: f64,
}

/// Splits the differing terms into the fewest that settle the matter and the rest.
///
/// The settling ones favour `chosen` and outweigh everything that favours `instead`, even if all
/// other advantages of `chosen` are ignored, and they are more than half of the difference. Taking the largest first gives
/// the smallest such set.
///
/// ```
/// use ludex_core::{Term, explain::settle};
/// let term = |name, amount| Term::new(name, name, amount, 1.0);
/// let chosen = [term("rows", 9.0), term("holes", 1.0), term("height", 0.0)];
/// let other = [term("rows", 0.0), term("holes", 0.0), term("height", 4.0)];
/// let (settling, others) = settle(&chosen, &other);
/// assert_eq!(settling.len(), 1);
/// assert_eq!(settling[0].name, "rows");
/// assert_eq!(others[0].name, "height");
/// ```
pub fn settle(chosen: &[Term], instead: &[Term]) -> (Vec<Difference>, Vec<Difference>) {
    let mut all = differences(chosen, instead);
    all.sort_by(|a, b| b.contribution.abs().total_cmp(&a.contribution.abs()));
    let against: f64 = all.iter().map(|d| d.contribution.min(0.0)).sum();
    let total: f64 = all.iter().map(|d| d.contribution).sum();
    if total <= 0.0 {
        return (Vec::new(), all);
    }
    let mut gathered = 0.0;
    let (mut settling, mut others) = (Vec::new(), Vec::new());
    for difference in all {
        let settled = gathered + against > 0.0 && gathered > total / 2.0;
        if !settled && difference.contribution > 0.0 {
            gathered += difference.contribution;
            settling.push(difference);
        } else {
            others.push(difference);
        }
    }
    (settling, others)
}

/// Term by term, those that differ. A term missing on one side counts as zero there.
fn differences(chosen: &[Term], instead: &[Term]) -> Vec<Difference> {
    let mut told = BTreeSet::new();
    let mut result = Vec::new();
    for term in chosen.iter().chain(instead) {
        if told.contains(term.name.as_ref()) {
            continue;
        }
        let members = told_together(term, chosen, instead);
        let difference = match &term.family {
            Some(family) if members.len() > 1 => as_one(family, &members, chosen, instead),
            _ => by_itself(term, chosen, instead),
        };
        told.insert(term.name.as_ref());
        told.extend(members);
        result.extend(Some(difference).filter(|d| d.contribution != 0.0));
    }
    result
}

/// The names of the terms that must be told together with this one: its family, if one of them is liked where another is not.
fn told_together<'t>(term: &Term, chosen: &'t [Term], instead: &'t [Term]) -> BTreeSet<&'t str> {
    let all = || chosen.iter().chain(instead);
    let family = || all().filter(|t| term.family.is_some() && t.family == term.family);
    let sign = |sign: f64| family().any(|t| t.weight * sign > 0.0);
    let torn = sign(1.0) && sign(-1.0);
    family().filter(|_| torn).map(|t| t.name.as_ref()).collect()
}

fn find<'t>(terms: &'t [Term], name: &str) -> Option<&'t Term> {
    terms.iter().find(|term| term.name == name)
}

fn by_itself(term: &Term, chosen: &[Term], instead: &[Term]) -> Difference {
    let [a, b] = [chosen, instead]
        .map(|terms| find(terms, &term.name).map_or((0.0, 0.0), |t| (t.amount, t.contribution)));
    Difference {
        name: term.name.clone().into_owned(),
        meaning: term.meaning.clone().into_owned(),
        chosen: a.0,
        instead: b.0,
        contribution: a.1 - b.1,
    }
}

/// What a family adds on either side.
fn as_one(family: &str, members: &BTreeSet<&str>, chosen: &[Term], instead: &[Term]) -> Difference {
    let [chosen, instead] = [chosen, instead].map(|terms| {
        let named = terms.iter().filter(|term| members.contains(term.name.as_ref()));
        named.map(|term| term.contribution).sum::<f64>()
    });
    let names: Vec<&str> = members.iter().copied().collect();
    Difference {
        name: names.join("+"),
        meaning: family.into(),
        chosen,
        instead,
        contribution: chosen - instead,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_that_is_torn_is_told_as_one() {
        let holes = |amount, weight| {
            let of = |name, amount, weight| Term::new(name, name, amount, weight);
            let rows = of("rows", 2.0 * amount, -9.0).of_family(Some("holes and their rows"));
            vec![of("holes", amount, weight).of_family(Some("holes and their rows")), rows]
        };
        let (settling, others) = settle(&holes(0.0, 2.0), &holes(1.0, 2.0));
        let told = |d: &Difference| (d.name.clone(), d.chosen, d.instead, d.contribution);
        assert_eq!(
            settling.iter().map(told).collect::<Vec<_>>(),
            [("holes+rows".into(), 0.0, -16.0, 16.0)]
        );
        assert!(others.is_empty() && settling[0].meaning == "holes and their rows");
        // Where all of them cost, each says something by itself.
        let (settling, others) = settle(&holes(0.0, -2.0), &holes(1.0, -2.0));
        assert_eq!(
            settling.iter().chain(&others).map(|d| d.name.as_str()).collect::<Vec<_>>(),
            ["rows", "holes"]
        );
    }

    #[test]
    fn no_term_decides_that_gives_a_tenth_of_the_difference() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
        let all = |amount| names.map(|name| Term::new(name, name, amount, 1.0));
        let (many, none) = (all(2.7), all(0.0));
        let (settling, _) = settle(&many, &none);
        assert_eq!(settling.len(), 5, "five of nine equal shares are more than half");
    }
}
