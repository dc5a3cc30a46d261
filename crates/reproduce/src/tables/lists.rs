//! Figures 9 to 11 of the CITS4211 report: two methods on lists of different pieces.

use crate::plot::Plot;
use crate::workshop::Workshop;
use crate::{Compare, Content, Entry, Estimate, Figure};
use cpu_time::ThreadTime;
use ludex_core::explain::number;
use ludex_core::{Result, Seed};
use ludex_offline::pdt::{Filler, Filling, Graph, Question};
use ludex_offline::{Kit, Method, Options, Outcome, Task, solve};
use rand::RngExt;

pub(super) const ENTRY: Entry = Entry {
    name: "offline-lists",
    title: "CITS4211, figures 9 to 11: rows, height and holes on lists of 1,000 pieces",
    source: "The CITS4211 report (N. Aplin, A. Tyndall, 2013), figures 9 to 11 and its section on prescient search; the figures of one \
             uniform list are its program's, run again elsewhere",
    question: "All pieces are known, the board is 11 wide, one piece may wait. The report draws means of three lists without numbers and \
               says: the utility player beats the boxes in every respect, and the boxes do much better without the S piece. `beam` is what \
               this program does by itself.",
    measure,
};

/// Which pieces a list is drawn from; 5 is S and 6 is Z.
const KINDS: [(&str, &[u8]); 3] = [
    ("uniform pieces", &[0, 1, 2, 3, 4, 5, 6]),
    ("without S", &[0, 1, 2, 3, 4, 6]),
    ("without S and Z", &[0, 1, 2, 3, 4]),
];
const METHODS: [(Method, &str); 3] =
    [(Method::Naive, "utility player"), (Method::Pdt, "boxes"), (Method::Beam, "beam")];
const PIECES: usize = 1000;

/// What one method made of the lists of one kind.
struct Measured {
    kind: &'static str,
    method: Method,
    name: &'static str,
    ends: Vec<Outcome>,
    seconds: Vec<f64>,
}

fn measure(workshop: &Workshop<'_>) -> Result<Content> {
    let mut all = Vec::new();
    for (kind, pieces) in KINDS {
        for (method, name) in METHODS {
            (workshop.on_step)(&format!("{name}, {kind}"));
            all.push(place(workshop, (kind, pieces), (method, name))?);
        }
    }
    let mut content = Content::default();
    for measured in &all {
        content.figures.extend(figures(measured));
    }
    for (what, unit) in
        [("rows cleared", "rows"), ("final height", "height"), ("empty cells", "cells")]
    {
        let named = content.figures.iter().filter(|figure| figure.what.ends_with(what));
        let named: Vec<Figure> = named.map(named_after_group).collect();
        let title = format!("{} after 1,000 pieces", ludex_core::explain::capital(what));
        content.plots.push(Plot::bars(&title, unit, false, named.iter()));
    }
    content.findings = claims(&all);
    fillings(workshop, &mut content)?;
    Ok(content)
}

fn named_after_group(figure: &Figure) -> Figure {
    let name = figure.what.split(',').next().unwrap_or_default();
    Figure { what: format!("{name}, {}", figure.group), ..figure.clone() }
}

fn list(seed: Seed, pieces: &[u8], len: usize) -> Vec<u8> {
    let mut dice = seed.rng();
    (0..len).map(|_| pieces[dice.random_range(0..pieces.len())]).collect()
}

fn place(
    workshop: &Workshop<'_>,
    (kind, pieces): (&'static str, &[u8]),
    (method, name): (Method, &'static str),
) -> Result<Measured> {
    let (task, options) = (Task::standard(), Options::default());
    let mut measured = Measured { kind, method, name, ends: Vec::new(), seconds: Vec::new() };
    for index in 0..workshop.pick(10, 60) {
        let list = list(workshop.seed.derive(index), pieces, PIECES);
        let watch = ThreadTime::now();
        let solution = solve(&task, &list, method, &options, workshop.stop)?;
        // A list that was broken off says nothing.
        if workshop.is_over() {
            break;
        }
        measured.seconds.push(watch.elapsed().as_secs_f64());
        measured.ends.push(solution.outcome);
    }
    Ok(measured)
}

fn figures(measured: &Measured) -> Vec<Figure> {
    let Measured { kind, method, name, ends, seconds } = measured;
    let mean = |of: fn(&Outcome) -> f64| Estimate::mean(&ends.iter().map(of).collect::<Vec<_>>());
    // Its authors' program on one uniform list.
    let known = *method == Method::Naive && *kind == KINDS[0].0;
    let published = |value: f64| known.then(|| Estimate::exact(value).of(1));
    vec![
        Figure::new(kind, format!("{name}, rows cleared"), "rows")
            .published(published(361.0))
            .own(mean(|end| end.rows as f64), Compare::Nothing),
        Figure::new(kind, format!("{name}, final height"), "height")
            .published(published(4.0))
            .own(mean(|end| end.height as f64), Compare::Nothing),
        Figure::new(kind, format!("{name}, empty cells"), "cells")
            .published(published(15.0))
            .own(mean(|end| end.holes as f64), Compare::Nothing),
        Figure::new(kind, format!("{name}, time of a list"), "s")
            .published(published(14.0))
            .own(Estimate::mean(seconds), Compare::Speed),
    ]
}

/// What the report says in words, held against every list.
fn claims(all: &[Measured]) -> Vec<String> {
    let of = |kind: usize, wanted: Method| {
        let found = all.iter().find(|m| m.kind == KINDS[kind].0 && m.method == wanted);
        found.map_or(&[][..], |found| &found.ends)
    };
    let (naive, boxes, beam) = (of(0, Method::Naive), of(0, Method::Pdt), of(0, Method::Beam));
    if naive.is_empty() || naive.len() != boxes.len() || beam.is_empty() {
        return Vec::new();
    }
    let beaten = |(a, b): &(&Outcome, &Outcome)| {
        a.rows >= b.rows && a.height <= b.height && a.holes <= b.holes
    };
    let beats = naive.iter().zip(boxes).filter(beaten).count();
    let rows = |ends: &[Outcome]| {
        number(ends.iter().map(|end| end.rows as f64).sum::<f64>() / ends.len().max(1) as f64)
    };
    let best = beam.iter().filter(|end| end.rows == 363 && end.height == 1).count();
    vec![
        format!(
            "\"The utility player outranks the boxes in all aspects\": so it is on {beats} of {} uniform lists.",
            naive.len()
        ),
        format!(
            "\"The boxes improve without the S piece\": from {} rows to {} of 363.",
            rows(boxes),
            rows(of(1, Method::Pdt))
        ),
        format!(
            "`beam` reaches the bound, 363 rows and height 1, on {best} of {} uniform lists.",
            beam.len()
        ),
    ]
}

/// Eleven pieces into 4x11, which the report gave up.
fn fillings(workshop: &Workshop<'_>, content: &mut Content) -> Result<()> {
    (workshop.on_step)("eleven pieces into 4x11");
    if workshop.is_over() {
        return Ok(());
    }
    let Ok(graph) = Graph::build("4x11".parse()?, &Kit::standard(), workshop.stop) else {
        return Ok(());
    };
    let table = Filler::new(&graph);
    let (mut filled, mut seconds) = (0, Vec::new());
    for index in 0..workshop.pick(200, 1000) {
        let list = list(workshop.seed.derive(index), KINDS[0].1, 11);
        let watch = ThreadTime::now();
        let answer = table.fill(Question { list: &list, buffer: 1 }, workshop.stop);
        if workshop.is_over() {
            break;
        }
        seconds.push(watch.elapsed().as_secs_f64());
        filled += u64::from(matches!(answer, Filling::Filled(_)));
    }
    let group = "eleven pieces that fill 4x11 (prescient search)";
    let worst = seconds.iter().copied().fold(0.0, f64::max);
    let count = seconds.len() as u64;
    content.figures.extend([
        Figure::new(group, "lists with a filling found", "%")
            .published(Estimate::exact(25.0))
            .own(Estimate::share(filled, count), Compare::More),
        Figure::new(group, "the slowest answer", "s")
            .published(Estimate::exact(10.0))
            .own((count > 0).then(|| Estimate::exact(worst).of(count)), Compare::Speed),
    ]);
    content.findings.push(
        "The report's search found a filling in a quarter of the tries and gave up after ten seconds in half of them. Here every list is \
         decided: the others have no filling."
            .into(),
    );
    Ok(())
}
