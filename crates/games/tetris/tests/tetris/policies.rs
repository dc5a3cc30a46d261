//! What the policies do on positions drawn by hand, and what they say about it.

use ludex_core::{AnyTable, Budget, Proven, Seed, Spec, Turn, room};
use ludex_tetris::Tetris;

fn load(text: &str) -> Box<dyn AnyTable> {
    room::<Tetris>().load(text, Seed(1)).expect("a position")
}

fn choice(table: &dyn AnyTable, agent: &str) -> String {
    table.choose(&agent.parse().expect("an agent"), &Budget::unlimited()).expect("a choice")
}

const POLICIES: [&str; 11] = [
    "lee",
    "essex",
    "entropy:pieces=1",
    "yaveroglu",
    "dellacherie",
    "eltetris",
    "bcts",
    "rvce",
    "dt10",
    "dt20",
    "ludex",
];

const WELL: &str = "tetris simplified 10x20\nnext I\nboard\n\
    XXXXXXXXX.\n\
    XXXXXXXXX.\n\
    XXXXXXXXX.\n\
    XXXXXXXXX.\n";
const NOTCH: &str = "tetris simplified 10x20\nnext T\nboard\n\
    X........X\n\
    XX..X..XXX\n\
    XXX.XXXXXX\n";
const STEP: &str = "tetris simplified 10x20\nnext S\nboard\n\
    ..X.......\n\
    XXX.....XX\n\
    XXXX.XXXXX\n\
    XXXXX.XXXX\n";
const DILEMMA: &str = "tetris simplified 10x20\nnext J\nboard\n\
    X.........\n\
    XX.....XXX\n\
    XXX.XXXXXX\n\
    XXXXXXX.XX\n";

#[test]
fn all_policies_agree_where_one_placement_is_plainly_best() {
    for (position, best) in [(WELL, "I2@16,9"), (NOTCH, "T4@18,3"), (STEP, "S2@17,3")] {
        let table = load(position);
        for agent in POLICIES {
            assert_eq!(choice(table.as_ref(), agent), best, "{agent}\n{position}");
        }
    }
}

/// The simple policies fill the notch, the others keep it open for something better.
#[test]
fn policies_differ_in_a_dilemma() {
    let chosen = POLICIES.map(|agent| choice(load(DILEMMA).as_ref(), agent));
    let expected = [
        "J2@17,3", // lee
        "J2@17,3", // essex
        "J2@17,3", // entropy
        "J2@17,3", // yaveroglu
        "J4@15,9", // dellacherie
        "J1@17,5", // eltetris
        "J1@17,5", // bcts
        "J4@15,9", // rvce
        "J4@15,9", // dt10
        "J4@15,9", // dt20
        "J4@15,9", // ludex
    ];
    assert_eq!(chosen, expected);
}

#[test]
fn the_next_piece_changes_the_choice() {
    let position = "tetris simplified:known=2 10x20\nnext O I\nboard\n\
        XXXXXXXX..\n\
        XXXXXXXXX.\n\
        XXXXXXXXX.\n\
        XXXXXXXXX.\n";
    let table = load(position);
    let decision =
        table.decide(&"dt20:pieces=2".parse().expect("an agent"), &Budget::unlimited()).unwrap();
    assert_eq!(decision.best().line[1], "I2@16,9", "the bar goes into the well");
    let covers_the_well = |action: &str| ["O1@14,8", "O1@15,8"].contains(&action);
    assert!(!covers_the_well(&decision.best().action), "{}", decision.best().action);
}

#[test]
fn searches_on_top_of_a_policy_see_what_it_sees() {
    for agent in ["best:time=0.0001", "dt20:depth=2", "dt20:rollouts=4,horizon=3", "mcts:sims=300"]
    {
        assert_eq!(choice(load(WELL).as_ref(), agent), "I2@16,9", "{agent}");
    }
}

#[test]
fn an_explanation_has_candidates_terms_what_follows_and_keys() {
    let table =
        load("tetris tetrisvs 10x20\nnext T O\nboard\nX.........\nXXXX..XXXX\nXXXX.XXXXX\n");
    let explanation = table.explain(&Spec::named("entropy"), &Budget::unlimited()).unwrap();
    let decision = &explanation.decision;
    assert_eq!(decision.candidates.len(), table.actions().len());
    for candidate in &decision.candidates {
        let sum: f64 = candidate.terms.iter().map(|term| term.contribution).sum();
        assert_eq!(candidate.terms.len(), 5);
        assert!((sum - candidate.value).abs() < 1e-9, "{candidate:?}");
        assert_eq!(candidate.line[0], candidate.action);
        assert!(candidate.line[1].starts_with('O'), "the next piece has its placement");
        assert!(candidate.keys.iter().any(|key| key == "down"), "{:?}", candidate.keys);
    }
    let best = decision.best();
    assert_eq!((best.action.as_str(), best.keys[..2].join(" ")), ("T2@18,4", "down rotate".into()));
    assert!(!decision.story.is_empty(), "the planner tells how it found the way");
    for words in
        ["It clears two rows at once.", "It makes no hole.", "Next I would play the O on columns"]
    {
        assert!(explanation.words.contains(words), "{}", explanation.words);
    }
}

#[test]
fn steps_are_explained_as_a_course_of_actions() {
    let table = load("tetris rlcomp 10x20\nnext I\nboard\nXXXXXXXXX.\nXXXXXXXXX.\n");
    let decision = table.decide(&Spec::named("yaveroglu"), &Budget::unlimited()).unwrap();
    let best = decision.best();
    assert_eq!(best.terms.len(), 9, "eight terms, and the end of the game");
    assert_eq!(best.line.last().map(String::as_str), Some("drop"));
    assert_eq!(best.line.iter().filter(|press| *press == "right").count(), 4);
}

/// A board with its middle full up to the given number of rows.
fn tower(rules: &str, size: (usize, usize), rows: usize, next: &str) -> Box<dyn AnyTable> {
    let row: String = (0..size.0).map(|x| if x == 0 { '.' } else { 'X' }).collect();
    let rows = format!("{row}\n").repeat(rows);
    load(&format!("tetris {rules} {}x{}\nnext {next}\nboard\n{rows}", size.0, size.1))
}

#[test]
fn a_game_ends_where_the_next_piece_has_no_room() {
    // TetrisVs brings the pivot in on the second row from the top: L needs both, I only the second.
    for (rows, piece, over) in
        [(18, "T", false), (19, "T", true), (18, "I", false), (19, "I", true), (19, "O", true)]
    {
        let table = tower("tetrisvs", (10, 20), rows, piece);
        assert_eq!(table.turn() == Turn::Over, over, "{rows} rows, {piece}");
    }
    // Straight drops only ask whether the piece stays below the top.
    assert_ne!(tower("simplified", (10, 20), 19, "I").turn(), Turn::Over);
    assert_eq!(tower("simplified", (10, 20), 19, "O").turn(), Turn::Over);
    assert_eq!(tower("essex", (15, 23), 22, "T").turn(), Turn::Over);
    // Modern games have hidden rows, and pieces appear there.
    assert_ne!(tower("guideline", (10, 40), 19, "T").turn(), Turn::Over);
    assert_eq!(tower("guideline", (10, 40), 21, "T").turn(), Turn::Over);
}

#[test]
fn a_blocked_spawn_loses_for_both() {
    let table = load(&format!(
        "tetris versus 10x20\nnext T\nnext2 O\npoints 300 100\nboard\n{}",
        ".XXXXXXXXX\n".repeat(19)
    ));
    assert_eq!(table.turn(), Turn::Over);
    assert_eq!(table.outcomes(), Some(vec![Proven::Loss, Proven::Loss]));
}

#[test]
fn every_width_is_played_and_refused_beyond() {
    for (rules, width) in [4, 5, 10, 11, 15, 32].map(|width| ("simplified", width)) {
        for rules in [rules, "tetrisvs", "rlcomp"] {
            let table = tower(rules, (width, 12), 0, "S");
            let end = table.run(
                &[Spec::named("dellacherie")],
                Seed(2),
                if rules == "rlcomp" { 60 } else { 25 },
                &ludex_core::Stop::default(),
            );
            assert!(end.unwrap().decisions > 10, "{rules}, {width} wide");
        }
    }
    let refuse = |size: &str| {
        let text = format!("tetris simplified {size}\nboard\n");
        room::<Tetris>().load(&text, Seed(1)).err().expect("an error").to_string()
    };
    assert!(refuse("33x20").contains("bad size `33x20`"));
    assert!(refuse("10x65").contains("bad size `10x65`"));
    assert!(refuse("3x20").contains("bad size `3x20`"));
}
