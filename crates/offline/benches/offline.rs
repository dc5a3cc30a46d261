//! Speed of the offline methods; every bench checks its answer first.
#![allow(missing_docs, reason = "criterion's macros make public items")]

use criterion::{Criterion, criterion_group, criterion_main};
use ludex_core::{Seed, Stop};
use ludex_offline::beam::{Effort, beam};
use ludex_offline::clear::{Field, Moves};
use ludex_offline::pdt::Graph;
use ludex_offline::{Kit, Task, Weights, naive::naive};
use rand::RngExt;

fn list(len: usize) -> Vec<u8> {
    let mut rng = Seed(1).rng();
    (0..len).map(|_| rng.random_range(0..7)).collect()
}

fn lists(c: &mut Criterion) {
    let (task, list, stop) = (Task::standard(), list(1000), Stop::default());
    assert_eq!(beam(&task, &list, Effort::default(), &stop).len(), 1000);
    c.bench_function("offline/naive/1000", |b| {
        b.iter(|| naive(&task, &list, &Weights::default(), &stop));
    });
    c.bench_function("offline/beam/1000", |b| {
        b.iter(|| beam(&task, &list, Effort::default(), &stop));
    });
}

fn boxes(c: &mut Criterion) {
    let (kit, stop) = (Kit::standard(), Stop::default());
    let build = |text: &str| {
        let shape = text.parse().expect("a box");
        Graph::build(shape, &kit, &stop).expect("a graph")
    };
    assert_eq!(build("4x6").states(), 1288);
    c.bench_function("offline/pdt/4x4", |b| b.iter(|| build("4x4")));
    c.bench_function("offline/pdt/4x8", |b| b.iter(|| build("4x8")));
}

fn clears(c: &mut Criterion) {
    let field = Field::empty(4, Moves::Spins).expect("a field");
    let queue = field.read_queue("OTISZLJILSJ").expect("a queue");
    let first = || field.solve(&queue, true, false, &Stop::default());
    assert_eq!(first().found.len(), 1);
    c.bench_function("offline/clear/first", |b| b.iter(first));
}

criterion_group!(benches, lists, boxes, clears);
criterion_main!(benches);
