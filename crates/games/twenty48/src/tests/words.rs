use crate::Twenty48;
use ludex_core::explain::{Speaker, Trials};
use ludex_core::{AnyTable, Budget, Seed, Spec, room};
use std::time::Duration;

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
    assert!(said.contains("It makes three merges, the greatest a 16."), "{said}");
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

#[test]
fn claims_are_true() {
    let mut claims = 0;
    for (agent, size) in [
        ("expectimax:depth=2", (4, 4)),
        ("ntuple:plies=1", (4, 4)),
        ("ntuple:plies=2", (4, 4)),
        ("expectimax:depth=2", (3, 3)),
        ("alphabeta:depth=3", (3, 3)),
        ("flat-mc:rollouts=4", (3, 3)),
    ] {
        let game = super::game(size.0, size.1);
        let every = if size.0 == 4 { 4 } else { 1 };
        claims += ludex_core::conformance::check_words(&game, agent, 3, every, Seed(9));
    }
    assert!(claims > 600, "only {claims} claims");
}

/// Numbers of a row or column in the order in which a slide moves them, none for empty cells.
fn line_of(cells: &[[u32; 4]; 4], direction: &str, at: usize) -> Vec<u32> {
    let cell = |i: usize| match direction {
        "left" => cells[at][i],
        "right" => cells[at][3 - i],
        "up" => cells[i][at],
        _ => cells[3 - i][at],
    };
    (0..4).map(cell).filter(|&tile| tile > 0).collect()
}

/// What a slide makes, and the tiles that it leaves, line by line.
fn slid(cells: &[[u32; 4]; 4], direction: &str) -> (Vec<u32>, Vec<Vec<u32>>) {
    let (mut made, mut lines) = (Vec::new(), Vec::new());
    for at in 0..4 {
        let (mut line, mut from) =
            (Vec::new(), line_of(cells, direction, at).into_iter().peekable());
        while let Some(tile) = from.next() {
            let merges = from.next_if_eq(&tile).is_some();
            line.push(if merges { 2 * tile } else { tile });
            made.extend(merges.then_some(2 * tile));
        }
        lines.push(line);
    }
    made.sort_unstable_by(|a, b| b.cmp(a));
    (made, lines)
}

#[test]
fn remarks_are_what_a_slide_does() {
    let agent: Spec = "expectimax:depth=1".parse().unwrap();
    let mut checked = 0;
    for seed in 0..80 {
        let mut table = room::<Twenty48>()
            .open(&ludex_core::Setup {
                rules: Spec::named("standard"),
                size: None,
                seed: Seed(seed),
            })
            .unwrap();
        for ply in 0..seed as usize {
            let legal = table.actions();
            let Some(action) = legal.get(ply % legal.len().max(1)).cloned() else { break };
            table.play(&action).unwrap();
        }
        if table.actions().len() < 2 {
            continue;
        }
        let picture = table.picture(&[]);
        let mut cells = [[0; 4]; 4];
        for (i, cell) in picture.cells.iter().enumerate() {
            cells[i / 4][i % 4] = cell.text.parse().unwrap_or(0);
        }
        let explanation = table.explain(&agent, &Budget::unlimited()).unwrap();
        let (made, lines) = slid(&cells, &explanation.decision.best().action);
        let free = 16 - lines.iter().map(Vec::len).sum::<usize>();
        let said = &explanation.words;
        let cells_left = match free {
            0 => "leaves no free cell".to_owned(),
            1 => "leaves one free cell".to_owned(),
            _ => format!("leaves {free} free cells"),
        };
        assert!(said.contains(&cells_left), "{cells_left}: {said}");
        let merges = match made[..] {
            [] => None,
            [one] => Some(format!("It makes {} {one}.", article(one))),
            [one, two] => {
                let pair = format!("It makes {} {one} and {} {two}.", article(one), article(two));
                Some(if one == two { format!("It makes two {one}s.") } else { pair })
            }
            [one, ..] => {
                let words = ["three", "four", "five", "six", "seven", "eight"];
                let (merges, a) = (words[made.len() - 3], article(one));
                Some(format!("It makes {merges} merges, the greatest {a} {one}."))
            }
        };
        let told = merges.as_ref().is_none_or(|text| said.contains(text));
        assert!(told && said.contains("It makes") == merges.is_some(), "{merges:?}: {said}");
        checked += 1;
    }
    assert!(checked > 50, "only {checked} positions");
}

fn article(tile: u32) -> &'static str {
    if [8, 8_192].contains(&tile) { "an" } else { "a" }
}

/// All four slides are alike here: nobody had a first thought, and trials that differ say that this may be chance. The tiles in the
/// corners stay where they are; the new one is not among them.
#[test]
fn equal_slides_are_not_told_apart() {
    let rows = "2 4 2 4\n4 2 4 2\n2 4 2 4\n4 2 4 4\n";
    for agent in ["flat-mc:rollouts=30", "mcts:sims=200"] {
        let spec: Spec = agent.parse().unwrap();
        let table = table(rows);
        let said = words(rows, agent);
        assert!(!said.contains("Without looking ahead"), "{agent}: {said}");
        assert!(!said.contains("out of its corner"), "{agent}: {said}");
        for other in ["up", "down", "left", "right"] {
            let contrast = table.why_not(&spec, other, &Budget::unlimited()).unwrap();
            let doubted = contrast.words.contains("±") || !contrast.words.contains("against");
            assert!(doubted, "{agent}: {}", contrast.words);
        }
    }
}

/// What becomes of two slides, played on by the agent itself with the same tiles.
#[test]
fn consequences_tell_what_differs_with_its_error() {
    let agent: Spec = "ntuple:plies=1".parse().unwrap();
    let table = table(LATE);
    let decision = table.think(&agent, &Budget::unlimited()).unwrap();
    let trials = Trials { moves: 12, games: 40, time: Duration::from_mins(1) };
    let instead = table.read("right").unwrap();
    let found =
        decision.consequences(&instead, trials, Speaker::Agent).unwrap().expect("enough games");
    assert_eq!((found.games, found.moves), (40, 12));
    let again = decision.consequences(&instead, trials, Speaker::Agent).unwrap();
    assert_eq!(again.as_ref(), Some(&found), "the same luck again");
    let corner = found.figures.iter().find(|figure| figure.what.contains("corner"));
    let corner = corner.expect("the corner is looked at");
    assert!(corner.share && (0.0..=1.0).contains(&corner.chosen), "{corner:?}");
    for sure in found.figures.iter().filter(|figure| figure.is_sure()).take(2) {
        let gap = (sure.chosen - sure.instead).abs();
        assert!(gap >= 2.0 * sure.error, "{sure:?}");
    }
    assert!(
        found.words.starts_with("Played on for up to 12 moves, 40 times each"),
        "{}",
        found.words
    );
    let own = decision.action();
    assert_eq!(
        decision.consequences(&own, trials, Speaker::Agent).unwrap(),
        None,
        "nothing beside itself"
    );
    let hurried = Trials { time: Duration::ZERO, ..trials };
    assert_eq!(decision.consequences(&instead, hurried, Speaker::Agent).unwrap(), None);
}
