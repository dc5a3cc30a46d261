//! Perfect clears: published counts.

use ludex_core::Stop;
use ludex_offline::clear::{Field, Moves};

fn count(queue: &str, moves: Moves) -> usize {
    let field = Field::empty(4, moves).unwrap();
    let queue = field.read_queue(queue).unwrap();
    field.solve(&queue, true, true, &Stop::default()).found.len()
}

#[test]
fn solutions_are_as_many_as_published() {
    assert_eq!(count("OTISZLJILSJ", Moves::HardDrop), 901);
    let counts = [Moves::Tucks, Moves::Spins].map(|m| count("OTISZLJILSJ", m));
    assert_eq!(counts, [1_329, 3_636]);
    assert_eq!(count("OIOSZZSOITJ", Moves::Spins), 0);
}
