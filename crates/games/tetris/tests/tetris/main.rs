//! Tetris through the doors that every game has.

mod choices;
mod policies;
mod runs;

use ludex_core::{
    AnyTable, Budget, Notation, Room, Seed, Setup, Size, Spec, Stop, conformance, resources, room,
};
use ludex_tetris::{Linear, Tetris, features::at};

fn game(rules: &str, size: &str) -> Tetris {
    Tetris::open(&rules.parse().unwrap(), Some(size.parse().unwrap())).unwrap()
}

fn table(rules: &str, size: Option<Size>) -> Box<dyn AnyTable> {
    let setup = Setup { rules: rules.parse().unwrap(), size, seed: Seed(1) };
    room::<Tetris>().open(&setup).unwrap()
}

#[test]
fn every_rule_set_conforms() {
    for (rules, size) in [
        ("tetrisvs", "10x12"),
        ("tetrisvs", "4x9"),
        ("simplified", "10x8"),
        ("simplified:randomizer=bag,known=3", "5x9"),
        ("simplified:randomizer=weighted", "4x8"),
        ("simplified:randomizer=adversary", "11x7"),
        ("simplified:list=IOTSZLJ", "32x20"),
        ("offline", "11x8"),
        ("essex", "15x8"),
        ("guideline", "10x10"),
        ("versus", "10x10"),
        ("versus:turns=2,randomizer=bag", "8x9"),
        ("tetrisvs:set=nintendo-right", "10x10"),
        ("rlcomp", "10x25"),
        ("rlcomp:randomizer=weighted,exponent=2", "5x6"),
        ("rlcomp:list=IOTSZLJ", "4x12"),
    ] {
        conformance::check(&game(rules, size), 2, Seed(1));
    }
}

#[test]
fn terms_sum_to_the_value() {
    let everything: Vec<(usize, f64)> = (0..21).map(|i| (i, 0.5 + i as f64)).collect();
    for linear in [Linear::of(&everything), Linear::of(&[(at::HO, -1.0)])] {
        conformance::check_terms(&game("tetrisvs", "10x12"), &linear, 3, Seed(2));
    }
}

#[test]
fn every_agent_chooses_what_it_decides() {
    for agent in
        Tetris::INFO.agents.iter().filter(|a| a.parameters.iter().any(|p| p.name == "pieces"))
    {
        for pieces in [1, 2] {
            let spec = format!("{}:pieces={pieces}", agent.name);
            conformance::check_agent(&game("simplified:known=2", "6x8"), &spec, 2, 3, Seed(3));
            conformance::check_agent(&game("tetrisvs", "6x9"), &spec, 2, 5, Seed(4));
        }
    }
    conformance::check_agent(&game("guideline", "10x12"), "dt20", 1, 6, Seed(5));
    conformance::check_agent(&game("simplified", "6x8"), "random", 1, 3, Seed(3));
}

#[test]
fn every_search_on_top_of_a_policy_chooses_what_it_decides() {
    for spec in [
        "dt20:depth=2",
        "lee:depth=1",
        "entropy:depth=2,weights=tuned",
        "bcts:depth=2,random=true",
        "dt10:rollouts=3,horizon=4,top=3",
        "entropy:rollouts=2,horizon=3",
        "mcts:sims=60",
        "mcts:sims=20,horizon=3,policy=bcts",
        "best:time=0.0002",
    ] {
        conformance::check_agent(&game("simplified", "5x8"), spec, 1, 4, Seed(6));
        conformance::check_agent(&game("tetrisvs", "5x9"), spec, 1, 6, Seed(7));
    }
    conformance::check_agent(
        &game("simplified:randomizer=weighted", "5x7"),
        "dt20:depth=3",
        1,
        6,
        Seed(8),
    );
    conformance::check_agent(
        &game("simplified:randomizer=bag", "5x7"),
        "dt20:depth=2",
        1,
        6,
        Seed(8),
    );
    conformance::check_agent(&game("guideline", "10x12"), "best", 1, 8, Seed(9));
}

#[test]
fn every_agent_for_two_is_sound() {
    for agent in Tetris::INFO.agents {
        conformance::check_agent(&game("versus", "6x10"), agent.name, 1, 7, Seed(10));
    }
    // High enough for games to be imagined.
    conformance::check_agent(&game("versus", "6x18"), "versus:time=0.002", 1, 5, Seed(11));
    for agent in
        ["versus:replies=3", "versus:random=true", "mcts:sims=30", "tetrisvs-easy:random=true"]
    {
        conformance::check_agent(&game("versus:randomizer=bag", "5x11"), agent, 1, 7, Seed(11));
    }
}

#[test]
fn searches_over_placements_clear_rows_step_by_step() {
    for agent in ["dt20:depth=2", "dt20:rollouts=2", "mcts:sims=60", "tetrisvs-hard", "versus"] {
        let spec: Spec = agent.parse().unwrap();
        let mut table = table("rlcomp", Some(Size::new(10, 20)));
        for _ in 0..80 {
            let best = table.decide(&spec, &Budget::unlimited()).unwrap().best().clone();
            let sum: f64 = best.terms.iter().map(|term| term.contribution).sum();
            assert!(agent != "dt20:rollouts=2" || (sum - best.value).abs() < 1e-9, "{best:?}");
            table.play(&best.action).unwrap();
        }
        let lines =
            table.metrics().into_iter().find(|metric| metric.name == "lines").unwrap().value;
        assert!(lines >= 3.0, "{agent} has cleared {lines} rows");
    }
}

#[test]
fn best_is_the_versus_agent_where_two_play() {
    let table = table("versus", None);
    let choice = |agent: &str| {
        let decision = table.decide(&agent.parse().unwrap(), &Budget::unlimited()).unwrap();
        (decision.best().action.clone(), decision.best().value)
    };
    assert_eq!(choice("best"), choice("versus"));
}

#[test]
fn six_known_pieces_are_not_too_many_to_look_at() {
    let table = table("guideline", None);
    for (agent, depth) in [("versus", 2), ("best", 2), ("best:time=0.1", 3)] {
        let decision = table.decide(&agent.parse().unwrap(), &Budget::unlimited()).unwrap();
        assert_eq!(decision.search.depth, depth, "{agent}");
    }
}

#[test]
fn lines_that_contradict_the_rules_or_each_other_are_refused() {
    let refuse = |rules: &str, lines: &str| {
        let text = format!("tetris {rules} 10x20\n{lines}board\n");
        room::<Tetris>().load(&text, Seed(1)).err().expect("no position").to_string()
    };
    assert!(refuse("tetrisvs", "next T\nnext O\n").contains("line 3: a line of that name"));
    assert!(refuse("tetrisvs", "hold I\n").contains("put no piece aside"));
    assert!(refuse("tetrisvs", "next2 I\n").contains("one player plays"));
    assert!(refuse("versus", "to-move 2\n").contains("mover"));
}

#[test]
fn every_search_tells_the_way() {
    let table = table("tetrisvs", None);
    for agent in ["dt20", "dt20:depth=2", "dt20:rollouts=2", "mcts:sims=40", "best:time=0.0002"] {
        let decision = table.decide(&agent.parse().unwrap(), &Budget::unlimited()).unwrap();
        assert!(!decision.story.is_empty() && !decision.best().keys.is_empty(), "{agent}");
    }
}

#[test]
fn sampled_decisions_say_how_sure_they_are() {
    let table = table("simplified:list=TSZ", Some("6x10".parse().unwrap()));
    let decide = |agent: &str| {
        table.decide(&agent.parse().unwrap(), &Budget::unlimited()).unwrap().candidates
    };
    let compared = decide("dt20:rollouts=5,horizon=2,top=3");
    let visits: Vec<_> = compared.iter().map(|c| c.visits).collect();
    assert_eq!(visits[..4], [Some(5), Some(5), Some(5), Some(0)]);
    // The pieces are given, so all five games are the same.
    assert_eq!(compared[0].error, Some(0.0));
    let grown = decide("mcts:sims=50");
    assert!(grown.iter().map(|c| c.visits.unwrap()).sum::<u64>() >= 49);
    for best in [&compared[0], &grown[0], &decide("dt20:depth=3")[0]] {
        assert!(!best.terms.is_empty() && !best.line.is_empty(), "{best:?}");
    }
}

#[test]
fn wrong_parameters_are_refused_with_the_reason() {
    let refuse = |agent: &str| {
        let spec: Spec = agent.parse().unwrap();
        table("tetrisvs", None).check_agent(&spec).unwrap_err().to_string()
    };
    assert!(refuse("dt20:depth=2,rollouts=3").contains("give either rollouts or depth"));
    assert!(refuse("dt20:depth=9").contains("give 1 to 6"));
    assert!(refuse("dt20:rollouts=0").contains("give 1 to"));
    assert!(refuse("mcts:policy=nobody").contains("unknown policy `nobody`"));
    assert!(refuse("entropy:weights=light").contains("bad weight file `light`"));
    assert!(refuse("best:time=0").contains("parameter time"));
}

#[test]
fn every_agent_acts_step_by_step() {
    for agent in Tetris::INFO.agents {
        conformance::check_agent(&game("rlcomp", "6x8"), agent.name, 2, 3, Seed(3));
    }
    conformance::check_agent(&game("rlcomp", "10x20"), "yaveroglu:random=true", 1, 5, Seed(6));
}

#[test]
fn a_course_of_steps_keeps_its_promise() {
    let yaveroglu = Spec::named("yaveroglu");
    let mut table = table("rlcomp", Some(Size::new(10, 20)));
    for _ in 0..300 {
        let decision = table.decide(&yaveroglu, &Budget::unlimited()).unwrap();
        let best = decision.best();
        let sum: f64 = best.terms.iter().map(|term| term.contribution).sum();
        assert!((best.value - sum).abs() < 1e-9, "terms sum to {sum}, not {}", best.value);
        table.play(&best.action).unwrap();
        if best.line.len() > 1 {
            let next = table.decide(&yaveroglu, &Budget::unlimited()).unwrap();
            let rest = next.best();
            assert!(rest.value >= best.value, "the rest of a course is a course");
        }
    }
}

#[test]
fn the_piece_that_ends_an_episode_counts() {
    let table = table("rlcomp", Some(Size::new(10, 20)));
    let mut sums = [0.0f64; 2];
    for game in 0..400 {
        let seats = [Spec::named("random")];
        let seed = Seed(5).derive(game);
        let end = table.run(&seats, seed, u64::MAX, &Stop::default()).unwrap();
        let metric = |name| end.metrics.iter().find(|metric| metric.name == name).unwrap().value;
        sums[0] += metric("steps");
        sums[1] += metric("pieces");
        // Every piece but the last was pressed at least once, and each cost a step to appear.
        assert!(metric("steps") >= 2.0 * metric("pieces") - 1.0);
    }
    let [steps, pieces] = sums.map(|sum| sum / 400.0);
    assert!((steps - 68.3).abs() < 4.0, "{steps} steps");
    assert!((pieces - 12.86).abs() < 0.4, "{pieces} pieces");
}

#[test]
fn a_gap_is_filled_step_by_step() {
    let text =
        "tetris rlcomp 10x20\nnext I\nboard\nXXXXXXXXX.\nXXXXXXXXX.\nXXXXXXXXX.\nXXXXXXXXX.\n";
    let mut table = room::<Tetris>().load(text, Seed(1)).unwrap();
    let mut presses = Vec::new();
    while table.scores() == [0.0] {
        let press = table.choose(&Spec::named("yaveroglu"), &Budget::unlimited()).unwrap();
        table.play(&press).unwrap();
        presses.push(press);
    }
    assert_eq!(presses.last().map(String::as_str), Some("drop"));
    assert_eq!(presses.iter().filter(|press| *press == "right").count(), 4);
    assert_eq!(table.scores(), [4.0]);
}

#[test]
fn perft_is_that_of_the_literature() {
    let queue = |list: &str, depth| {
        let table = table(&format!("guideline:list={list},known=1"), None);
        table.perft(depth, &Stop::default()).paths
    };
    // Without a hold: these rules know one piece, so there is nothing to put aside for.
    assert_eq!(queue("IOL", 3), [17, 153, 5_266]);
}

#[test]
fn a_game_is_lost_at_the_ceiling_and_not_before() {
    let load = |body: &str| room::<Tetris>().load(body, Seed(1)).unwrap();
    let room_for_one = load("tetris simplified 4x4\nnext O\nboard\nXX..\nXX..\n");
    assert_eq!(room_for_one.actions().len(), 3);
    let lost = load("tetris simplified 4x4\nnext O\nboard\nX.X.\nX.X.\nX.X.\n");
    assert!(lost.actions().is_empty());
    let error = lost.decide(&Spec::named("dt20"), &Budget::unlimited()).unwrap_err();
    assert!(error.to_string().contains("the game is over"));
}

#[test]
fn bad_positions_and_rules_are_refused_with_the_reason() {
    let refuse = |text: &str| room::<Tetris>().load(text, Seed(1)).err().unwrap().to_string();
    assert!(refuse("tetris simplified 4x4\nnext O\n").contains("the line `board` is missing"));
    assert!(refuse("tetris simplified 4x4\nboard\nXX\n").contains("line 3: 2 cells"));
    assert!(refuse("tetris simplified 4x4\nboard\nXXXX\n").contains("the row is full"));
    assert!(refuse("tetris simplified 4x4\nnext Q\nboard\n").contains("unknown piece `Q`"));
    assert!(refuse("tetris simplified 4x4\nnext O O\nboard\n").contains("know 1 pieces at most"));
    assert!(refuse("tetris simplified 4x4\nboard\n?...\n").contains("`?` is no cell"));
    assert!(refuse("tetris simplified 3x4\nboard\n").contains("bad size `3x4`"));
    assert!(refuse("tetris simplified:known=9 4x4\nboard\n").contains("give 1 to 7"));
    assert!(refuse("tetris simplified:list=IQ 4x4\nboard\n").contains("unknown piece `Q`"));
    assert!(refuse("tetris simplified:randomizer=dice 4x4\nboard\n").contains("randomizer"));
}

/// Names are paths in these tests, as they are on a command line.
struct Paths;

impl resources::Resolver for Paths {
    fn read(&self, name: &str, _: usize) -> Result<Vec<u8>, String> {
        std::fs::read(name).map_err(|error| error.to_string())
    }
}

/// A file with this text, in a folder that goes away with the test.
fn piece_file(folder: &tempfile::TempDir, text: &str) -> String {
    resources::install(Paths);
    let path = folder.path().join("own.pieces");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn pieces_come_from_a_file_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = piece_file(&folder, "set own\npiece dot\n@\n\npiece corner cw\nX.\n@X\n");
    let rules = format!("tetrisvs:set={path}");
    conformance::check(&game(&rules, "4x5"), 2, Seed(1));
    let mut table = table(&rules, Some(Size::new(4, 5)));
    for _ in 0..3 {
        let first = table.actions().first().cloned().expect("a move");
        table.play(&first).unwrap();
        let saved = table.save();
        assert!(saved.starts_with(&format!("tetris {rules} 4x5\n")), "{saved}");
        let again = room::<Tetris>().load(&saved, Seed(1)).unwrap();
        assert_eq!((again.save(), again.actions()), (saved, table.actions()));
    }
    let mut given = room::<Tetris>()
        .load(&format!("tetris {rules} 4x5\nnext corner dot\nboard\n.XX.\n"), Seed(1))
        .unwrap();
    given.play("corner1@4,0").unwrap_err();
    given.play("corner1@3,2").unwrap();
}

#[test]
fn the_guides_drawing_of_a_set_is_one() {
    let guide = include_str!("../../../../../docs/tetris.md");
    let drawing = guide.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let set: ludex_tetris::PieceSet = drawing.unwrap().parse().unwrap();
    let states = set.pieces.iter().map(|piece| (piece.name.as_str(), piece.states.len()));
    assert_eq!(states.collect::<Vec<_>>(), [("V", 4), ("I", 2)]);
}

#[test]
fn the_guides_pentominoes_are_all_there_and_playable() {
    resources::install(Paths);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/sets/pentominoes.pieces");
    let rules = format!("simplified:set={path}");
    let (game, table) = (game(&rules, "10x20"), table(&rules, Some(Size::new(10, 20))));
    let pieces = &game.rules().set.pieces;
    assert_eq!(pieces.len(), 18);
    let shapes: std::collections::HashSet<_> =
        pieces.iter().flat_map(|piece| piece.states.iter().map(|state| state.shape)).collect();
    // There are 63 fixed pentominoes: every one is a turn of exactly one piece.
    assert_eq!(shapes.len(), 63);
    assert!(shapes.iter().all(|shape| shape.cells() == 5));
    let end = table.run(&[Spec::named("dt20")], Seed(1), 60, &Stop::default()).unwrap();
    assert!(end.metrics[0].value > 0.0, "some rows are cleared: {:?}", end.metrics);
}

#[test]
fn bad_files_of_pieces_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let open = |set: &str, size: Size| {
        Tetris::open(&Spec::named("tetrisvs").with("set", set), Some(size)).unwrap_err().to_string()
    };
    let refuse = |text: &str| open(&piece_file(&folder, text), Size::new(4, 5));
    assert!(refuse("piece a\n...\n").contains("it has no cells"));
    assert!(refuse("piece a\nX.X\n").contains("it falls apart"));
    assert!(refuse("piece wide\nXXXXX\n").contains("bad piece `wide`: it is 5 wide"));
    assert!(refuse("piece a@b\nX\n").contains("only letters, digits and `_`"));
    assert!(refuse(&"# long\n".repeat(20_000)).contains("larger than 65536 bytes"));
    assert!(refuse("set own\nspawn 0 90\npiece a\nX\n").contains("it cannot appear"));
    let size = Size::new(10, 20);
    assert!(open("nowhere.pieces", size).contains("bad piece-set file `nowhere.pieces`"));
    assert!(open("my own.pieces", size).contains("a space in it"));
    assert!(open("sets/own.txt", size).contains("ends in .pieces"));
    assert!(open("own", size).contains("unknown piece set `own`"));
}

#[test]
fn decisions_look_the_same_from_outside() {
    let text = "tetris tetrisvs 10x20\nnext O T\nboard\nXXXXXX..XX\n";
    let table = room::<Tetris>().load(text, Seed(1)).unwrap();
    let explanation = table.explain(&Spec::named("entropy"), &Budget::unlimited()).unwrap();
    let best = explanation.decision.best().clone();
    insta::assert_json_snapshot!(best);
    insta::assert_snapshot!(explanation.words);
    let other = &explanation.decision.candidates[5].action;
    let contrast = table.why_not(&Spec::named("dt20"), other, &Budget::unlimited()).unwrap();
    insta::assert_snapshot!(contrast.words);
}

/// Every claim of the explanations, checked against decision and board.
#[test]
fn claims_are_true() {
    let mut claims = 0;
    for agent in
        ["dt20", "lee:pieces=2", "entropy", "bcts:depth=2", "dt10:rollouts=3", "mcts:sims=60"]
    {
        claims +=
            conformance::check_words(&game("simplified:known=2", "6x9"), agent, 4, 1, Seed(1));
        claims += conformance::check_words(&game("tetrisvs", "6x10"), agent, 4, 1, Seed(2));
    }
    for agent in ["versus", "tetrisvs-easy", "tetrisvs-hard", "mcts:sims=40", "random"] {
        claims += conformance::check_words(&game("versus", "6x12"), agent, 4, 1, Seed(3));
    }
    claims += conformance::check_words(&game("guideline", "10x12"), "dt20", 4, 2, Seed(4));
    claims += conformance::check_words(&game("rlcomp", "6x10"), "yaveroglu", 4, 1, Seed(5));
    assert!(claims > 900, "only {claims} claims");
}

#[test]
fn who_is_not_to_move_knows_one_piece_less() {
    let text = "tetris versus 10x20\nnext T O\nnext2 I L\nboard\n";
    let refused = room::<Tetris>().load(text, Seed(1)).err().expect("an error").to_string();
    assert!(refused.contains("`next2` names 2 pieces"), "{refused}");
}

#[test]
fn weights_come_from_a_file() {
    resources::install(Paths);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.json");
    let agent = |spec: &str| {
        let spec: Spec = format!("{spec}:weights={}", path.display()).parse().unwrap();
        table("simplified", Some(Size::new(10, 10))).run(&[spec], Seed(3), 300, &Stop::default())
    };
    let own = |spec: &str| {
        let spec: Spec = spec.parse().unwrap();
        table("simplified", Some(Size::new(10, 10))).run(&[spec], Seed(3), 300, &Stop::default())
    };
    let six = r#"{"weights": {"LH": -1, "ER": 1, "RT": -1, "CT": -1, "HO": -4, "WE": -1}}"#;
    std::fs::write(&path, six).unwrap();
    for name in ["lee", "dt20", "yaveroglu"] {
        assert_eq!(agent(name).unwrap().metrics, own("dellacherie").unwrap().metrics, "{name}");
    }
    assert_ne!(agent("entropy").unwrap().metrics, own("entropy").unwrap().metrics);
    std::fs::write(&path, r#"{"weights": {"hols": -4}}"#).unwrap();
    let error = agent("lee").unwrap_err().to_string();
    assert!(error.contains("unknown weight `hols`"), "{error}");
    std::fs::remove_file(&path).unwrap();
    let error = agent("lee").unwrap_err().to_string();
    assert!(error.contains("mine.json") && error.contains("cannot be read"), "{error}");
}

#[test]
fn weights_may_be_those_of_a_piece() {
    resources::install(Paths);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.json");
    std::fs::write(&file, r#"{"weights": {"HO": -40, "blocks": -1, "O:HO": -7}}"#).unwrap();
    let game = Tetris::open(&"rlcomp".parse().unwrap(), Some(Size::new(6, 8))).unwrap();
    let holes = |piece: &str| {
        let agent =
            game.agent(&format!("yaveroglu:weights={}", file.display()).parse().unwrap(), Seed(1));
        let position =
            game.read_position(&format!("next {piece}\nboard\n.XX...\n.X....\n")).unwrap();
        let decision = agent.unwrap().decide(&game, &position, &Budget::unlimited()).unwrap();
        decision.best().terms.iter().find(|term| term.name == "HO").unwrap().weight
    };
    assert_eq!((holes("T"), holes("O")), (-40.0, -7.0));
    std::fs::write(&file, r#"{"weights": {"HO": -40, "Q:HO": -7}}"#).unwrap();
    let spec = format!("yaveroglu:weights={}", file.display()).parse().unwrap();
    let error = game.agent(&spec, Seed(1)).err().unwrap().to_string();
    assert!(error.contains("unknown weight `Q:HO`"), "{error}");
}
