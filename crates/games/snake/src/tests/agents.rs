use super::*;
use ludex_core::conformance::check_agent;
use ludex_core::{Budget, Decision, Room, Seat, Seed, Setup, Spec, Turn, room};
use ludex_search::common::after;

const AGENTS: [&str; 7] = [
    "random",
    "greedy-planner",
    "greedy-planner:nodes=20",
    "shortest",
    "two-goals",
    "survivor",
    "survivor:shortcuts=false",
];

fn decide(game: &Snake, agent: &str, position: &Position) -> Decision<Action> {
    let spec: Spec = agent.parse().expect("a spec");
    let agent = game.agent(&spec, Seed(1)).expect("an agent");
    agent.decide(game, position, &Budget::unlimited()).expect("a decision")
}

/// Plays a whole game and shows every position in which the agent is to move.
fn watch(game: &Snake, agent: &str, seed: u64, mut visit: impl FnMut(&Position)) -> Position {
    let spec: Spec = agent.parse().expect("a spec");
    let agent = game.agent(&spec, Seed(seed)).expect("an agent");
    let mut dice = Seed(seed).rng();
    let (mut position, mut buffer) = (game.start(), Vec::new());
    loop {
        let action = match game.turn(&position) {
            Turn::Over => return position,
            Turn::Chance => game.sample(&position, &mut dice, &mut buffer).expect("food"),
            Turn::Seat(_) => {
                visit(&position);
                agent.choose(game, &position, &Budget::unlimited()).expect("a choice")
            }
        };
        game.play(&mut position, action);
    }
}

#[test]
fn agents_are_sound_in_random_games() {
    for agent in AGENTS {
        check_agent(&game(6, 6), agent, 4, 2, Seed(1));
        check_agent(&game(5, 6).with_foods(2), agent, 4, 2, Seed(2));
        check_agent(&game(5, 5).with_foods(3), agent, 4, 2, Seed(3));
    }
}

/// In an agent's own games snakes grow long, which random games never show.
#[test]
fn choose_and_decide_agree_in_own_games() {
    for agent in &AGENTS[1..] {
        let game = game(6, 6).with_foods(2).with_patience(Some(40));
        let mut seen = 0;
        let end = watch(&game, agent, 5, |position| {
            seen += 1;
            if seen % 5 == 0 {
                let spec: Spec = agent.parse().expect("a spec");
                let player = game.agent(&spec, Seed(5)).expect("an agent");
                let chosen = player.choose(&game, position, &Budget::unlimited()).expect("one");
                let decision = decide(&game, agent, position);
                assert_eq!(decision.best().action, chosen, "{agent}: {position:?}");
                check_sums(&decision);
                check_line(&game, position, &decision);
            }
        });
        assert!(end.length() > 5, "{agent} reached {}", end.length());
    }
}

fn check_sums(decision: &Decision<Action>) {
    for candidate in &decision.candidates {
        let sum: f64 = candidate.terms.iter().map(|term| term.contribution).sum();
        assert!((sum - candidate.value).abs() < 1e-9, "{candidate:?}");
        assert!(candidate.keys.len() <= candidate.line.len(), "{candidate:?}");
    }
}

/// The chosen line can be played, and nobody dies on it if the first step lives.
fn check_line(game: &Snake, position: &Position, decision: &Decision<Action>) {
    let mut next = position.clone();
    for &action in &decision.best().line {
        if game.turn(&next) == Turn::Chance {
            return;
        }
        assert!(game.check(&next, action).is_ok(), "{:?}", decision.best().line);
        game.play(&mut next, action);
        let dead = matches!(next.end(), Some(End::Wall | End::Body));
        assert!(!dead || decision.best().line.len() == 1, "{:?}", decision.best().line);
    }
}

#[test]
fn agents_do_not_crash_where_they_need_not() {
    for agent in &AGENTS[1..] {
        let game = game(7, 6);
        watch(&game, agent, 3, |position| {
            let mut scratch = position.clone();
            let lives = |d: &Direction| game.survives(position, *d).is_some();
            let spec: Spec = agent.parse().expect("a spec");
            let player = game.agent(&spec, Seed(3)).expect("an agent");
            let chosen = player.choose(&game, position, &Budget::unlimited()).expect("one");
            let end = after(&game, &mut scratch, chosen, |next| next.end());
            let crashed = matches!(end, Some(End::Wall | End::Body));
            assert!(!crashed || !Direction::ALL.iter().any(lives), "{agent}: {position:?}");
        });
    }
}

#[test]
fn the_survivor_fills_boards_with_an_even_side() {
    for (width, height, games) in
        [(4, 4, 40), (6, 6, 40), (8, 8, 20), (5, 6, 20), (8, 7, 20), (4, 11, 10)]
    {
        let game = game(width, height);
        for seed in 0..games {
            let end = watch(&game, "survivor", seed, |_| {});
            assert_eq!(end.end(), Some(End::Full), "{width}x{height}, seed {seed}: {end:?}");
        }
    }
}

#[test]
fn the_survivor_fills_boards_with_several_foods() {
    for seed in 0..10 {
        let game = game(8, 6).with_foods(1 + seed as usize % 8);
        assert_eq!(watch(&game, "survivor", seed, |_| {}).end(), Some(End::Full), "seed {seed}");
    }
}

#[test]
fn the_survivor_fills_the_usual_board_with_short_ways() {
    let game = Snake::default();
    let mut hungriest = 0;
    let end = watch(&game, "survivor", 1, |position| hungriest = hungriest.max(position.hungry()));
    assert_eq!(end.end(), Some(End::Full));
    assert!(end.steps() < 20_000, "{} steps", end.steps());
    assert!(hungriest < game.patience() / 2, "{hungriest} steps without food");
}

#[test]
fn the_plain_round_fills_the_board_slowly() {
    let game = game(8, 8);
    let steps = |agent: &str| -> u32 {
        let played = (0..10).map(|seed| watch(&game, agent, seed, |_| {}));
        played.inspect(|end| assert_eq!(end.end(), Some(End::Full))).map(|end| end.steps()).sum()
    };
    assert!(steps("survivor") * 4 < steps("survivor:shortcuts=false") * 3);
}

#[test]
fn on_odd_boards_the_survivor_comes_far() {
    for seed in 0..5 {
        let end = watch(&game(7, 7), "survivor", seed, |_| {});
        assert!(end.length() > 35, "seed {seed}: {}", end.length());
    }
}

/// The food lies straight ahead, behind a pocket of one cell that the planner must leave again.
#[test]
fn the_greedy_planner_tells_what_it_gave_up() {
    let game = game(6, 6);
    let text = "body 3,2 2,2 2,3 2,4 3,4 4,4 4,3 4,2 5,2 6,2 6,3\nfood 3,5\nsteps 40\nhungry 2\n";
    let position = read(&game, text);
    let decision = decide(&game, "greedy-planner", &position);
    let last = &decision.story[decision.story.len() - 1];
    let line: Vec<String> =
        decision.best().line.iter().map(|&action| game.action_text(action)).collect();
    assert_eq!(last.step, line);
    let gave_up = decision.story.iter().filter(|step| step.backtracked).count();
    assert!(gave_up > 0);
    assert_eq!(decision.story[1].step, ["down"]);
    assert!(decision.story[2].backtracked, "{:?}", decision.story[2]);
    let remarks = game.remarks(&position, &decision, ludex_core::explain::Speaker::Agent);
    assert!(
        remarks
            .iter()
            .any(|r| r.contains(&format!("gave up {gave_up} path")) && r.contains("after `down`")),
        "{remarks:?}"
    );
}

#[test]
fn shortest_knows_when_cells_come_free() {
    let game = game(6, 4);
    // The tail at 4,2 will have left by the time the head is there.
    let text = "body 1,2 1,1 2,1 3,1 4,1 4,2\nfood 5,2\nsteps 9\nhungry 2\n";
    let decision = decide(&game, "shortest", &read(&game, text));
    assert_eq!(decision.best().line, [Action::Go(Direction::Right); 4]);
}

#[test]
fn two_goals_eats_both() {
    let game = game(8, 8).with_foods(2);
    let text = "body 4,4 3,4 2,4\nfood 6,4 6,7\nsteps 9\nhungry 2\n";
    let decision = decide(&game, "two-goals", &read(&game, text));
    assert_eq!(decision.best().line.len(), 5);
}

/// Taking the direct way would shut the snake in; the remark says so, and the board proves it.
#[test]
fn the_survivor_says_what_a_short_way_would_cost() {
    let game = game(8, 8);
    let mut proven = 0;
    for seed in 0..6 {
        watch(&game, "survivor", seed, |position| {
            if position.hungry() != 0 {
                return;
            }
            let decision = decide(&game, "survivor", position);
            let remarks = game.remarks(position, &decision, ludex_core::explain::Speaker::Agent);
            proven += usize::from(remarks.iter().any(|r| r.contains("and stay free")));
            assert!(remarks.len() <= 1, "{remarks:?}");
        });
    }
    assert!(proven > 0, "the case never arose");
}

#[test]
fn budgets_and_ends_are_respected() {
    let game = game(6, 6);
    let position = read(&game, "body 3,3 2,3 1,3\nfood 6,6\nsteps 0\nhungry 0\n");
    for agent in AGENTS {
        let player = game.agent(&agent.parse().expect("a spec"), Seed(1)).expect("an agent");
        let hurried = player.decide(&game, &position, &Budget::nodes(1)).expect("a decision");
        assert_eq!(hurried.candidates.len(), 3);
        let chance = player.choose(&game, &game.start(), &Budget::unlimited());
        assert!(chance.is_err(), "{agent} moved for chance");
    }
}

#[test]
fn a_table_plays_and_explains() {
    let setup = Setup {
        rules: "standard:foods=2".parse().expect("rules"),
        size: Some(Size::new(8, 8)),
        seed: Seed(7),
    };
    let mut table = room::<Snake>().open(&setup).expect("a table");
    for agent in AGENTS {
        let agent: Spec = agent.parse().expect("a spec");
        let said = table.explain(&agent, &Budget::unlimited()).expect("words");
        assert!(said.words.len() > 10, "{}", said.words);
        table.play(&said.decision.best().action).expect("a legal move");
        if table.turn() != Turn::Seat(Seat::FIRST) {
            return;
        }
        let actions = table.actions();
        table.why_not(&agent, &actions[0], &Budget::unlimited()).expect("a contrast");
    }
}

#[test]
fn a_decision_as_json() {
    let game = game(6, 6);
    let position = read(&game, "body 3,3 2,3 1,3\nfood 5,5\nsteps 0\nhungry 0\n");
    let mut decision = decide(&game, "survivor", &position).map(|a| game.action_text(a));
    decision.search.seconds = 0.0;
    insta::assert_json_snapshot!(decision);
}
