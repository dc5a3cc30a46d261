//! The figures of docs/offline.md: `cargo run --release -p ludex-offline --example offline_figures -- NAME`.
#![allow(missing_docs, reason = "a program, not a library")]

use cpu_time::ProcessTime;
use ludex_core::{Seed, Stop};
use ludex_offline::beam::{Effort, beam};
use ludex_offline::clear::{Field, Moves};
use ludex_offline::pdt::{Filler, Filling, Graph, Question};
use ludex_offline::{Kit, Put, Task, Weights, naive, verify};
use rand::RngExt;

fn random_list(seed: u64, pieces: &[u8], len: usize) -> Vec<u8> {
    let mut rng = Seed(seed).rng();
    (0..len).map(|_| pieces[rng.random_range(0..pieces.len())]).collect()
}

fn check(task: &Task, list: &[u8], puts: &[Put]) -> ludex_offline::Outcome {
    let numbered: Vec<(usize, Put)> = puts.iter().copied().enumerate().collect();
    verify(task, list, &numbered).expect("a legal solution")
}

/// Many lists by the beam: how often the best end is reached, and how long it takes.
fn many(
    name: &str,
    task: &Task,
    pieces: &[u8],
    len: usize,
    lists: u64,
    want: impl Fn(&ludex_offline::Outcome) -> bool,
) {
    let mut times = Vec::new();
    let (mut good, mut least) = (0, usize::MAX);
    for seed in 0..lists {
        let list = random_list(seed, pieces, len);
        let start = ProcessTime::now();
        let puts = beam(task, &list, Effort::default(), &Stop::default());
        times.push(start.elapsed().as_secs_f64() * 1e3);
        let end = check(task, &list, &puts);
        least = least.min(end.placed);
        good += u64::from(want(&end));
    }
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    println!(
        "{name}: {good} of {lists}, least placed {least}, median {median:.1} ms, worst {:.1} ms",
        times[times.len() - 1]
    );
}

/// Counts of boxes, and what they cost.
fn boxes() {
    for shape in ["4x4", "4x6", "4x8", "4x10", "4x11"] {
        let start = ProcessTime::now();
        let shape = shape.parse().expect("a box");
        let graph = Graph::build(shape, &Kit::standard(), &Stop::default()).expect("a graph");
        let built = start.elapsed().as_secs_f64() * 1e3;
        let counts = graph.count();
        let both = start.elapsed().as_secs_f64() * 1e3;
        let bytes = graph.to_bytes().len();
        println!(
            "{shape}: built in {built:.1} ms, counted after {both:.1} ms, file {bytes} bytes, {counts:?}"
        );
    }
}

/// Eleven random pieces into 4x11.
fn fillings() {
    let start = ProcessTime::now();
    let graph = Graph::build("4x11".parse().expect("a box"), &Kit::standard(), &Stop::default());
    let graph = graph.expect("a graph");
    let table = Filler::new(&graph);
    println!("4x11: table made in {:.2} s", start.elapsed().as_secs_f64());
    let all: Vec<u8> = (0..7).collect();
    let (mut times, mut filled, mut most) = (Vec::new(), 0, 0);
    for seed in 0..1000 {
        let list = random_list(seed, &all, 11);
        let start = ProcessTime::now();
        let (answer, states) =
            table.fill_counted(Question { list: &list, buffer: 1 }, &Stop::default());
        times.push(start.elapsed().as_secs_f64() * 1e3);
        most = most.max(states);
        filled += u32::from(matches!(answer, Filling::Filled(_)));
    }
    let mean = times.iter().sum::<f64>() / 1000.0;
    let worst = times.iter().copied().fold(0.0, f64::max);
    println!(
        "4x11: {filled} of 1000 lists fill it, mean {mean:.2} ms, worst {worst:.1} ms, most states {most}"
    );
}

/// Perfect clears of queues with hold on an empty 4x10.
fn clears() {
    for (name, moves) in
        [("hard drop", Moves::HardDrop), ("tucks", Moves::Tucks), ("SRS", Moves::Spins)]
    {
        let field = Field::empty(4, moves).expect("a field");
        let queue = field.read_queue("OTISZLJILSJ").expect("a queue");
        let start = ProcessTime::now();
        let answer = field.solve(&queue, true, true, &Stop::default());
        let all = start.elapsed().as_secs_f64() * 1e3;
        println!(
            "OTISZLJILSJ, {name}: {} solutions, {} nodes, {all:.1} ms",
            answer.found.len(),
            answer.nodes
        );
        let (mut times, mut found) = (Vec::new(), 0);
        for seed in 0..200 {
            let queue = random_list(seed, &[0, 1, 2, 3, 4, 5, 6], 11);
            let start = ProcessTime::now();
            let answer = field.solve(&queue, true, false, &Stop::default());
            times.push(start.elapsed().as_secs_f64() * 1e3);
            found += answer.found.len();
        }
        times.sort_by(f64::total_cmp);
        println!(
            "200 random queues, {name}: {found} clear, first in median {:.2} ms, worst {:.1} ms",
            times[100], times[199]
        );
    }
}

fn main() {
    let all: Vec<u8> = (0..7).collect();
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let asked = |name: &str| wanted.is_empty() || wanted.iter().any(|w| w == name);
    let task = |width, buffer, cap| Task::new(width, buffer, cap, Kit::standard()).expect("legal");
    let best = |end: &ludex_offline::Outcome| end.rows == 363 && end.height == 1;
    if asked("naive") {
        let list = random_list(1, &all, 1000);
        let start = ProcessTime::now();
        let puts = naive::naive(&task(11, 1, None), &list, &Weights::default(), &Stop::default());
        println!(
            "naive: {:?} in {:.2} ms",
            check(&task(11, 1, None), &list, &puts),
            start.elapsed().as_secs_f64() * 1e3
        );
    }
    if asked("buffer1") {
        many("1,000 pieces, width 11, buffer 1", &task(11, 1, None), &all, 1000, 200, best);
    }
    if asked("buffer0") {
        many("1,000 pieces, width 11, buffer 0", &task(11, 0, None), &all, 1000, 100, best);
    }
    if asked("narrow") {
        let done = |end: &ludex_offline::Outcome| end.placed == 1000;
        many("width 4, cap 20", &task(4, 1, Some(20)), &all, 1000, 200, done);
        many("width 4, cap 4", &task(4, 1, Some(4)), &all, 1000, 50, done);
    }
    if asked("sz") {
        let much = |least: usize| move |end: &ludex_offline::Outcome| end.placed >= least;
        many("S only, 11x22", &task(11, 1, Some(22)), &[5], 400, 1, much(305));
        many("S and Z, 11x22", &task(11, 1, Some(22)), &[5, 6], 400, 20, much(225));
    }
    if asked("boxes") {
        boxes();
    }
    if asked("fill") {
        fillings();
    }
    if asked("clear") {
        clears();
    }
    if asked("million") {
        many("a million pieces", &task(11, 1, None), &all, 1_000_000, 1, |end| end.height == 1);
    }
}
