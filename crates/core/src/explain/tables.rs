//! Decisions as plain tables.

use super::numbers::{number, signed};
use crate::{Decision, Term};
use std::fmt::Write;

/// The candidates as a table, at most `rows` of them.
pub fn table(decision: &Decision<String>, rows: usize) -> String {
    let header = ["", "move", "value", "first", "visits", "expected line"].map(String::from);
    let mut lines = vec![header.to_vec()];
    for (i, c) in decision.candidates.iter().enumerate().take(rows) {
        let mark = if i == decision.chosen { "*" } else { "" };
        lines.push(vec![
            format!("{mark}{}", c.order + 1),
            c.action.clone(),
            number(c.value),
            c.rank_before_search.map_or_else(String::new, |r| (r + 1).to_string()),
            c.visits.map_or_else(String::new, |v| v.to_string()),
            c.line.get(1..).unwrap_or(&[]).join(" "),
        ]);
    }
    let mut text = columns(&lines);
    if decision.candidates.len() > rows {
        let more = decision.candidates.len() - rows;
        let _ = writeln!(text, "... and {more} more");
    }
    text
}

/// Longer tables of terms show those that weigh most, and the others as a sum.
const TERMS: usize = 20;

/// Terms of one candidate as a table.
pub fn term_table(terms: &[Term]) -> String {
    let header = ["term", "amount", "weight", "adds", "meaning"].map(String::from);
    let mut lines = vec![header.to_vec()];
    let mut shown: Vec<&Term> = terms.iter().collect();
    if shown.len() > TERMS {
        shown.sort_by(|a, b| b.contribution.abs().total_cmp(&a.contribution.abs()));
    }
    let rest = shown.split_off(shown.len().min(TERMS));
    for t in shown {
        lines.push(vec![
            t.name.to_string(),
            number(t.amount),
            weight(t.weight),
            signed(t.contribution),
            t.meaning.to_string(),
        ]);
    }
    if !rest.is_empty() {
        let sum = rest.iter().map(|t| t.contribution).sum();
        let more = format!("{} more", rest.len());
        lines.push(vec![
            more,
            String::new(),
            String::new(),
            signed(sum),
            "all others together".into(),
        ]);
    }
    columns(&lines)
}

/// A weight with all the digits that it takes to check what a term adds.
fn weight(value: f64) -> String {
    if value != 0.0 && value.abs() < 0.001 { value.to_string() } else { number(value) }
}

/// Aligns cells in columns; empty columns vanish.
fn columns(lines: &[Vec<String>]) -> String {
    let width = |c: usize| lines.iter().map(|l| l[c].chars().count()).max().unwrap_or(0);
    let filled = |c: &usize| lines.iter().skip(1).any(|l| !l[*c].is_empty());
    let shown: Vec<usize> = (0..lines[0].len()).filter(filled).collect();
    let mut out = String::new();
    for line in lines {
        let cells: Vec<String> =
            shown.iter().map(|&c| format!("{:w$}", line[c], w = width(c))).collect();
        out += cells.join("  ").trim_end();
        out.push('\n');
    }
    out
}
