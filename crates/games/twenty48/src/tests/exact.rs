use crate::exact::{Exact, Summary};
use ludex_core::{Size, Stop};

fn solve(width: usize, height: usize) -> Exact {
    Exact::solve(Size::new(width, height), &Stop::default(), &|_, _| ()).unwrap().unwrap()
}

fn assert_close(found: f64, known: f64) {
    assert!((found - known).abs() < 5e-11 * known.max(1.0), "{found} is not {known}");
}

fn chance(summary: &Summary, tile: u32) -> f64 {
    summary.tiles.iter().find(|known| known.tile == tile).unwrap().chance
}

#[test]
fn two_by_two_is_solved() {
    let exact = solve(2, 2);
    let summary = exact.summary();
    assert_close(summary.expected_score, 66.964_149_457_1);
    assert_close(summary.random_score, 19.656_540_175_5);
    assert_eq!((summary.minimax_score, summary.states), (12.0, 110));
    assert_close(chance(summary, 16), 0.962_511_253_750);
    assert_close(chance(summary, 32), 0.082_887_289_072);
}

#[test]
fn two_by_three_is_solved() {
    for exact in [solve(2, 3), solve(3, 2)] {
        let summary = exact.summary();
        assert_close(summary.expected_score, 480.258_271_776_0);
        assert_close(summary.random_score, 61.168_880_295_3);
        assert_eq!((summary.minimax_score, summary.states), (44.0, 21_752));
        assert_close(chance(summary, 64), 0.939_263_692_431);
    }
}

#[test]
fn larger_boards_are_refused() {
    let error = |width, height| {
        Exact::solve(Size::new(width, height), &Stop::default(), &|_, _| ())
            .err()
            .unwrap()
            .to_string()
    };
    assert!(error(4, 3).contains("bad size `4x3`: give a board of at most 9 cells"));
    assert!(error(2, 5).contains("sides of at most 4"));
}

#[test]
fn a_stop_ends_solving() {
    let stop = Stop::default();
    stop.set();
    assert!(Exact::solve(Size::new(3, 3), &stop, &|_, _| ()).unwrap().is_none());
}

/// What agents expect, followed through all that chance may do: the exact player what is exact, the others no more.
#[test]
fn agents_are_measured_by_the_exact_value() {
    let room = ludex_core::room::<crate::Twenty48>();
    let rules = ludex_core::Spec::named("standard");
    let setup = ludex_core::Setup { rules, size: Some(Size::new(2, 2)), seed: ludex_core::Seed(1) };
    let expected = |agent: &str| {
        let agent = agent.parse().expect("a specification");
        let found = room.expected_score(&setup, &agent, &Stop::default());
        found.expect("a small board").expect("nobody stopped it")
    };
    let best = 66.964_149_457_1;
    assert!((expected("exact") - best).abs() < 1e-9);
    for agent in ["random", "expectimax", "alphabeta"] {
        let score = expected(agent);
        assert!(score > 15.0 && score < best + 1e-9, "{agent} expects {score}");
    }
    assert!(expected("expectimax") > 0.9 * best);
    // Who draws lots may draw any move.
    assert!((expected("random") - 19.656_540_175_5).abs() < 1e-9);
}
