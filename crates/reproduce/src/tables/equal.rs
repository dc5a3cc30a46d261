//! The CITS4211 report's methods on lists of one piece.

use crate::plot::Plot;
use crate::workshop::Workshop;
use crate::{Compare, Content, Entry, Estimate, Figure};
use ludex_core::Result;
use ludex_offline::{Method, Options, Outcome, Task, solve};

pub(super) const ENTRY: Entry = Entry {
    name: "offline-equal",
    title: "CITS4211: 110 equal pieces",
    source: "The CITS4211 report (N. Aplin, A. Tyndall, 2013); the figures are those of its authors' program",
    question: "The same piece 110 times, 11 wide, one may wait: rows cleared, final height, empty cells. There is no chance in it, so \
               figures are equal or they are not. 40 rows is all that 110 pieces can clear.",
    measure,
};

const PIECES: [&str; 7] = ["1 (I)", "2 (O)", "3 (T)", "4 (L)", "5 (J)", "6 (S)", "7 (Z)"];

/// Rows cleared, final height and empty cells by piece.
const NAIVE: [[u32; 3]; 7] =
    [[40, 0, 0], [0, 44, 44], [14, 31, 55], [28, 14, 22], [17, 27, 44], [5, 41, 66], [0, 44, 44]];
const BOXES: [[u32; 3]; 7] =
    [[40, 0, 0], [0, 56, 176], [0, 76, 396], [0, 56, 176], [0, 56, 176], [0, 45, 55], [0, 45, 55]];

fn measure(workshop: &Workshop<'_>) -> Result<Content> {
    let mut content = Content::default();
    let methods = [
        (Method::Naive, "utility player", Some(&NAIVE)),
        (Method::Pdt, "boxes", Some(&BOXES)),
        (Method::Beam, "beam", None),
    ];
    // The beam goes on for as long as it is below the bound, which equal pieces seldom reach.
    let methods = &methods[..workshop.pick(2, 3)];
    let mut equal = Vec::new();
    for &(method, name, published) in methods {
        let mut as_published = 0;
        for (piece, label) in PIECES.iter().enumerate() {
            (workshop.on_step)(&format!("{name}, piece {label}"));
            let solution = solve(
                &Task::standard(),
                &[piece as u8; 110],
                method,
                &Options::default(),
                workshop.stop,
            )?;
            let own = (!workshop.is_over()).then_some(solution.outcome);
            let published = published.map(|all| all[piece]);
            let all = figures(name, label, published, own);
            as_published += u32::from(all.iter().all(|figure| figure.verdict.words == "equal"));
            content.figures.extend(all);
        }
        if published.is_some() {
            equal.push(format!("{name}: {as_published} of 7 pieces exactly as published."));
        }
    }
    content.findings = equal;
    let rows = content.figures.iter().filter(|figure| figure.unit == "rows");
    let named = rows.map(|figure| Figure {
        what: format!("{}, {}", figure.group, figure.what.replace(", rows cleared", "")),
        ..figure.clone()
    });
    let named: Vec<Figure> = named.collect();
    content.plots.push(Plot::bars("Rows cleared of 40", "rows", false, named.iter()));
    Ok(content)
}

fn figures(
    name: &str,
    label: &str,
    published: Option<[u32; 3]>,
    own: Option<Outcome>,
) -> [Figure; 3] {
    let found = own.map(|own| [own.rows as f64, own.height as f64, own.holes as f64]);
    let figure = |index: usize, what: &str, unit: &str| {
        Figure::new(name, format!("piece {label}, {what}"), unit)
            .published(published.map(|all| Estimate::exact(f64::from(all[index]))))
            .own(found.map(|all| Estimate::exact(all[index])), Compare::Exactly)
    };
    [
        figure(0, "rows cleared", "rows"),
        figure(1, "final height", "height"),
        figure(2, "empty cells", "cells"),
    ]
}
