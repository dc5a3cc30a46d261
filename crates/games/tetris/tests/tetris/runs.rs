//! Games without a screen.

use super::table;
use ludex_core::{MoveClock, Run, Seed, Size, Spec, Stop};
use std::time::Duration;

/// A policy that nobody watches plays on without being asked for every drop. The game must be the same, and so must its
/// moves if they are kept.
#[test]
fn who_plays_on_alone_plays_what_it_would_play_if_asked() {
    let (stop, clock) = (Stop::default(), MoveClock::new(Duration::from_mins(10)));
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
            let kept = Run { keep_moves: true, ..alone };
            // With a clock somebody is asked for every move.
            let asked = Run { referee: Some(&clock), ..kept };
            let [alone, kept, asked] =
                [alone, kept, asked].map(|run| table.run_game(&run).expect("a game"));
            assert!(alone.moves.is_empty() && asked.decisions == asked.moves.len() as u64);
            assert_eq!(kept, asked, "{agent} {rules} {width}x{height}");
            let moves = kept.moves.clone();
            assert_eq!(ludex_core::Finished { moves, ..alone }, kept);
            assert_eq!(kept.moves.iter().collect::<ludex_core::Moves>(), kept.moves);
        }
    }
}
