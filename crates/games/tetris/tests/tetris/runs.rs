//! Games without a screen.

use super::table;
use ludex_core::{Run, Seed, Size, Spec, Stop};

/// A policy that nobody watches plays on without being asked for every drop. The game must be the same.
#[test]
fn who_plays_on_alone_plays_what_it_would_play_if_asked() {
    let stop = Stop::default();
    for (rules, width, height, limit) in [
        ("simplified", 10, 10, 9_000),
        ("simplified", 6, 8, u64::MAX),
        ("simplified", 4, 5, u64::MAX),
        ("simplified", 10, 20, 4_099),
        ("simplified", 17, 6, u64::MAX),
        ("simplified:set=srs", 10, 8, 300),
        ("simplified:randomizer=bag", 8, 8, 300),
        ("simplified:known=2", 8, 8, 300),
        ("offline", 11, 9, 300),
        ("tetrisvs", 8, 10, 100),
    ] {
        let table = table(rules, Some(Size::new(width, height)));
        for (agent, seed) in [("dt20", 1), ("ludex", 2), ("bcts", 3), ("dt10:random=true", 4)] {
            let agents = [agent.parse::<Spec>().expect("an agent")];
            let alone = Run { limit, ..Run::new(&agents, Seed(seed), &stop) };
            let asked = Run { keep_moves: true, ..alone };
            let [alone, asked] = [alone, asked].map(|run| table.run_game(&run).expect("a game"));
            assert!(alone.moves.is_empty() && asked.decisions == asked.moves.len() as u64);
            let what = |end: &ludex_core::Finished| {
                (end.scores.clone(), end.metrics.clone(), end.decisions, end.over, end.stopped)
            };
            assert_eq!(what(&alone), what(&asked), "{agent} {rules} {width}x{height}");
        }
    }
}
