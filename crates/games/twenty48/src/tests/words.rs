use crate::Twenty48;
use ludex_core::{AnyTable, Budget, Seed, Spec, room};

fn table(rows: &str) -> Box<dyn AnyTable> {
    room::<Twenty48>().load(&format!("2048 standard 4x4\n{rows}"), Seed(1)).unwrap()
}

fn words(rows: &str, agent: &str) -> String {
    let agent: Spec = agent.parse().unwrap();
    table(rows).explain(&agent, &Budget::unlimited()).unwrap().words
}

const LATE: &str = "512 64 8 0\n64 16 4 0\n8 4 0 0\n2 2 0 0\n";

#[test]
fn explanations_say_what_the_board_proves() {
    for agent in
        ["expectimax:depth=3", "alphabeta:depth=3", "ntuple:plies=2", "flat-mc:rollouts=50"]
    {
        let said = words(LATE, agent);
        assert!(said.contains("512 in a corner") && said.contains("free cells"), "{agent}: {said}");
        assert!(said.contains("moves the greatest tile out of its corner"), "{agent}: {said}");
    }
    let said = words("2 2 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n", "ntuple:plies=1");
    assert!(said.contains("It makes a 4."), "{said}");
    let said = words("2 2 4 4\n8 8 0 0\n2 4 2 4\n4 2 4 2\n", "expectimax:depth=2");
    assert!(said.contains("It makes 3 merges, the greatest a 16."), "{said}");
}

#[test]
fn the_only_move_is_called_so() {
    let said = words("2 4 2 4\n4 2 4 2\n2 4 2 4\n0 0 0 0\n", "expectimax:depth=2");
    assert!(said.contains("It is the only legal move."), "{said}");
}

#[test]
fn another_slide_is_compared_by_its_consequences() {
    let agent: Spec = "ntuple:plies=1".parse().unwrap();
    let contrast = table(LATE).why_not(&agent, "right", &Budget::unlimited()).unwrap();
    assert!(contrast.words.contains("out of its corner"), "{}", contrast.words);
    assert!(contrast.words.contains("points from it, against"), "{}", contrast.words);
}
