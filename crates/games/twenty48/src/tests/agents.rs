use super::{game, read};
use crate::search::{Chance, Leaf, Limits, Parts, Search, Table};
use crate::tables::{Board, square_images};
use crate::{Action, Direction, Patterns, Player, Shape, Twenty48};
use ludex_core::{Agent, Budget, Game, Room, Seed, Size, Spec, Stop, Turn, conformance};
use ludex_learn::afterstate::Features;

fn agent(game: &Twenty48, spec: &str) -> Box<dyn Agent<Twenty48>> {
    game.agent(&spec.parse().unwrap(), Seed(1)).unwrap()
}

#[test]
fn agents_conform() {
    let usual = Twenty48::default();
    for spec in
        ["random", "minimax:depth=2", "alphabeta:depth=3", "flat-mc:rollouts=5", "mcts:sims=40"]
    {
        conformance::check_agent(&usual, spec, 1, 17, Seed(3));
    }
    for spec in [
        "expectimax:depth=2",
        "expectimax:states=900",
        "alphabeta:states=900",
        "ntuple:plies=1",
        "ntuple:plies=2",
        "ntuple:plies=3",
    ] {
        conformance::check_agent(&usual, spec, 1, 29, Seed(4));
    }
    for size in [Size::new(3, 2), Size::new(3, 4), Size::new(5, 3)] {
        let game = Twenty48::new(size).unwrap();
        conformance::check_agent(&game, "expectimax:depth=2", 1, 7, Seed(5));
        conformance::check_agent(&game, "alphabeta:depth=2", 1, 7, Seed(5));
    }
    conformance::check_agent(&game(3, 2), "exact", 5, 1, Seed(6));
    conformance::check_terms(&usual, &Shape::default(), 5, Seed(7));
}

#[test]
fn terms_add_up_to_the_value() {
    let game = Twenty48::default();
    let position = read(&game, "2 4 8 16\n256 128 64 32\n512 1024 2048 2\n2 4 0 2\n");
    for spec in ["expectimax:depth=3", "ntuple:plies=1", "ntuple:plies=2", "alphabeta:depth=3"] {
        let decision = agent(&game, spec).decide(&game, &position, &Budget::unlimited()).unwrap();
        for candidate in &decision.candidates {
            let sum: f64 = candidate.terms.iter().map(|term| term.contribution).sum();
            let near = (sum - candidate.value).abs() <= 1e-9 * sum.abs().max(1.0);
            assert!(near, "{spec} {:?}: {} is not {sum}", candidate.action, candidate.value);
        }
    }
}

/// A server gives every move a time in which it must be ready; that is no invitation to use it up.
#[test]
fn a_time_that_nobody_asked_to_use_up_changes_nothing() {
    let game = Twenty48::default();
    let position = read(&game, "0 2 2 0\n0 2 0 0\n0 0 0 0\n0 0 0 0\n");
    let patient = Budget::unlimited().within(std::time::Duration::from_hours(1));
    for spec in ["expectimax", "alphabeta", "ntuple"] {
        let agent = agent(&game, spec);
        let own = agent.decide(&game, &position, &Budget::unlimited()).unwrap();
        let limited = agent.decide(&game, &position, &patient).unwrap();
        assert_eq!(limited.search.depth, own.search.depth, "{spec}");
        assert_eq!(limited.best().action, own.best().action, "{spec}");
        assert_eq!(agent.choose(&game, &position, &patient).unwrap(), own.best().action, "{spec}");
    }
}

/// A leaf whose values are easy to follow: the sum of the exponents, weighted by cell.
struct Plain;

impl Leaf for Plain {
    const POINTS: bool = true;
    const KEPT: bool = true;
    const DEEPER: bool = false;

    fn value(&self, after: Board) -> f32 {
        (0..16).map(|cell| (cell + 1) as f32 * (after >> (4 * cell) & 15) as f32).sum()
    }

    fn parts(&self, after: Board) -> Vec<f64> {
        vec![f64::from(self.value(after))]
    }

    fn terms(&self, _: &Parts) -> Vec<ludex_core::Term> {
        Vec::new()
    }
}

/// What the search must find, by the rules alone: no table, no words of bits. After a 4 it looks `less` slides less far ahead.
fn slow(game: &Twenty48, board: Board, depth: u8, less: u8) -> [Option<f64>; 4] {
    let position = crate::Position::small(board, 0, 0);
    Direction::ALL.map(|direction| {
        let after = game.slide(&position, direction);
        (after.due() > 0)
            .then(|| f64::from(after.score()) + slow_after(game, &after, depth - 1, less))
    })
}

fn slow_after(game: &Twenty48, after: &crate::Position, depth: u8, less: u8) -> f64 {
    let board = after.board(game.grid()).unwrap();
    if depth == 0 {
        return f64::from(Plain.value(board));
    }
    let mut tiles = Vec::new();
    game.actions(after, &mut tiles);
    let worth = |&tile: &Action| {
        let mut next = *after;
        game.play(&mut next, tile);
        let is_four = matches!(tile, Action::Tile(_, 2));
        let depth = if is_four { depth.saturating_sub(less).max(1) } else { depth };
        let best = slow(game, next.board(game.grid()).unwrap(), depth, less).into_iter().flatten();
        game.probability(after, tile) * best.reduce(f64::max).unwrap_or(0.0)
    };
    tiles.iter().map(worth).sum()
}

#[test]
fn the_search_finds_what_the_rules_alone_give() {
    for (game, text) in [
        (Twenty48::default(), "2 4 8 16\n4 8 16 32\n2 4 0 64\n2 2 4 8\n"),
        (game(3, 2), "2 0 4\n0 2 8\n"),
        (game(2, 3), "2 0\n4 2\n0 8\n"),
    ] {
        let board = read(&game, text).board(game.grid()).unwrap();
        for (depth, less_after_four) in (1..=3).flat_map(|depth| [(depth, 0), (depth, 1)]) {
            let (mut numbers, mut parts) = (Table::<f32>::new(10), Table::<Parts>::new(10));
            let (mut meter, mut other) = (Budget::unlimited().start(), Budget::unlimited().start());
            let limits = Limits { chance: Chance::Fair, depth, least: 0.0, less_after_four };
            let size = game.grid().size();
            let found = Search::new(&Plain, size, &mut numbers, &mut meter).slides(board, limits);
            let apart = Search::new(&Plain, size, &mut parts, &mut other).slides(board, limits);
            let known = slow(&game, board, depth, less_after_four);
            for ((found, apart), known) in found.into_iter().zip(apart).zip(known) {
                let apart = apart.map(|parts| parts.points + parts.leaf.iter().sum::<f64>());
                for found in [found.map(f64::from), apart] {
                    let near = found.zip(known).is_none_or(|(a, b)| (a - b).abs() < 1e-4 * b);
                    assert!(
                        found.is_some() == known.is_some() && near,
                        "{text} {depth}: {found:?} {known:?}"
                    );
                }
            }
        }
    }
}

/// Where chance is hostile, what the fast search finds is what the generic one finds: it counts slides, the other
/// slides and tiles.
#[test]
fn the_worst_is_the_same_for_both_searches() {
    for (game, text) in [
        (Twenty48::default(), "2 4 8 16\n4 8 16 32\n2 4 0 64\n2 2 4 8\n"),
        (Twenty48::default(), "2 4 8 16\n256 128 64 32\n512 1024 2048 2\n2 4 0 2\n"),
        (game(3, 2), "2 0 4\n0 2 8\n"),
        (game(2, 3), "2 0\n4 2\n0 8\n"),
    ] {
        let position = read(&game, text);
        let board = position.board(game.grid()).unwrap();
        let leaf = crate::evaluate::ShapeLeaf::new(game.grid().size(), Shape::default());
        for slides in 1..=3 {
            let plain = agent(&game, &format!("minimax:depth={}", 2 * slides - 1));
            let plain = plain.decide(&game, &position, &Budget::unlimited()).unwrap();
            let (mut table, mut meter) = (Table::<f32>::new(10), Budget::unlimited().start());
            let (chance, depth, least) = (Chance::Hostile, slides, 0.0);
            let limits = Limits { chance, depth, least, less_after_four: 0 };
            let found = Search::new(&leaf, game.grid().size(), &mut table, &mut meter)
                .slides(board, limits);
            for candidate in &plain.candidates {
                let Action::Slide(direction) = candidate.action else { panic!("a slide") };
                let value = f64::from(found[direction as usize].unwrap());
                let near = (value - candidate.value).abs() <= 1e-5 * candidate.value.abs().max(1.0);
                assert!(near, "{text}{slides} {direction:?}: {value} {}", candidate.value);
            }
        }
    }
}

#[test]
fn a_network_sees_the_same_in_every_image() {
    for name in crate::network_names() {
        let patterns = Patterns::named(name).unwrap();
        let sorted = |board| {
            let mut indices = vec![0; patterns.active()];
            patterns.indices(board, &mut indices);
            assert!(indices.iter().all(|&index| (index as usize) < patterns.weights()));
            indices.sort_unstable();
            indices
        };
        let board = 0x0123_4567_89ab_cde1;
        for image in square_images(board) {
            assert_eq!(sorted(image), sorted(board), "{name}");
        }
    }
}

/// No two tuples of a network are images of each other: they would learn the same twice.
#[test]
fn tuples_differ_by_more_than_symmetry() {
    for name in crate::network_names() {
        let patterns = Patterns::named(name).unwrap();
        let least = |tuple: usize| {
            let images = square_images(0xfedc_ba98_7654_3210).into_iter();
            let cells = images.map(|image| {
                let mut cells: Vec<u64> =
                    patterns.cells(tuple).iter().map(|cell| image >> (4 * cell) & 15).collect();
                cells.sort_unstable();
                cells
            });
            cells.min().unwrap()
        };
        let mut all: Vec<_> = (0..patterns.tuples()).map(least).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), patterns.tuples(), "{name}");
    }
}

#[test]
fn stages_have_weights_of_their_own() {
    let (plain, staged) =
        (Patterns::named("4x5").unwrap(), Patterns::named("4x5+64+2048").unwrap());
    assert_eq!(staged.weights(), 3 * plain.weights());
    let indices = |patterns: &Patterns, board| {
        let mut indices = vec![0; patterns.active()];
        patterns.staged_indices(board, &mut indices);
        indices
    };
    for (board, stage) in
        [(0x0000_0001_0020_0005, 0), (0x0000_0001_0020_0006, 1), (0xc000_0001_0000_0000, 2)]
    {
        let first = (stage * plain.weights()) as u32;
        let moved: Vec<u32> = indices(&plain, board).iter().map(|index| index + first).collect();
        assert_eq!(indices(&staged, board), moved, "{board:x}");
    }
    let error = |name: &str| Patterns::named(name).err().unwrap().to_string();
    for name in ["4x5+100", "4x5+2048+64", "4x5+64+64", "4x5+", "4x5+2"] {
        assert!(error(name).contains("give at most three powers of two from 4 to 32768"), "{name}");
    }
    for name in ["4x5/100", "4x5/", "4x5/65536+64"] {
        assert!(error(name).contains("give a power of two from 4 to 32768"), "{name}");
    }
    assert!(error("5x5+64").contains("`5x5`"));
}

#[test]
fn the_learned_player_comes_with_the_program() {
    let player = Player::built_in().unwrap();
    assert_eq!(player.network().label().network, "8x5");
    let size = include_bytes!("../../data/8x5.ludexnet").len();
    assert!(size <= 3_000_000, "{size} bytes are too many to carry along");
    let game = Twenty48::default();
    let spec: Spec = "ntuple:plies=1".parse().unwrap();
    let table = ludex_core::Table::new(game.clone(), Seed(1));
    let mut scores = 0.0;
    for seed in 0..10 {
        let end = <dyn ludex_core::AnyTable>::run(
            &table,
            std::slice::from_ref(&spec),
            Seed(seed),
            u64::MAX,
            &Stop::default(),
        );
        scores += end.unwrap().scores[0];
    }
    assert!(scores / 10.0 > 40_000.0, "a mean of {}", scores / 10.0);
}

/// Without a 2048 nothing above it can merge: the board is played like the one with half the tiles there.
#[test]
fn a_player_may_look_at_late_boards_as_earlier_ones() {
    let game = game(4, 4);
    let decide = |spec: &str, tiles: &str| {
        let position = read(&game, tiles);
        agent(&game, spec).decide(&game, &position, &Budget::unlimited()).expect("a decision")
    };
    let (late, earlier) = (
        "16384 8192 4096 8\n4 2 0 0\n0 0 0 0\n2 0 0 0",
        "8192 4096 2048 8\n4 2 0 0\n0 0 0 0\n2 0 0 0",
    );
    let values = |spec: &str, tiles: &str| -> Vec<(crate::Action, f64)> {
        decide(spec, tiles).candidates.iter().map(|one| (one.action, one.value)).collect()
    };
    let halving = "ntuple:plies=2,halve=16384";
    assert_eq!(values(halving, late), values("ntuple", earlier));
    assert_eq!(values(halving, earlier), values("ntuple", earlier));
    assert_ne!(values("ntuple", late), values("ntuple", earlier));
    // Such a value is no forecast of points, so no term says that it is one.
    let names = |spec: &str| decide(spec, late).candidates[0].terms[0].name.to_string();
    assert_eq!([names("ntuple"), names(halving)], ["points", "earned"]);
    let refused = game.agent(&"ntuple:halve=1000".parse().unwrap(), Seed(1)).err().unwrap();
    assert!(refused.to_string().contains("give a power of two from 4 to 32768"), "{refused}");
}

#[test]
fn other_boards_than_it_has_learned_are_refused() {
    let spec: Spec = "ntuple".parse().unwrap();
    let error = game(3, 3).agent(&spec, Seed(1)).err().unwrap().to_string();
    assert_eq!(
        error,
        "bad board for ntuple `3x3`: it has learned 4x4 alone; on other boards ask expectimax"
    );
    let spec: Spec = "exact".parse().unwrap();
    assert!(
        game(4, 4).agent(&spec, Seed(1)).err().unwrap().to_string().contains("at most 9 cells")
    );
}

/// Tiles that no table holds: the generic search takes over.
#[test]
fn tiles_beyond_the_tables_are_played_on() {
    let game = Twenty48::default();
    let position = read(&game, "65536 2 2 4\n0 0 0 0\n0 0 0 0\n0 0 0 2\n");
    for spec in ["expectimax:depth=2", "ntuple:plies=1", "alphabeta:depth=2", "flat-mc:rollouts=2"]
    {
        let agent = agent(&game, spec);
        let action = agent.choose(&game, &position, &Budget::unlimited()).unwrap();
        assert!(game.check(&position, action).is_ok(), "{spec}");
    }
}

#[test]
fn nobody_is_asked_when_nobody_moves() {
    let game = Twenty48::default();
    let over = read(&game, "2 4 2 4\n4 2 4 2\n2 4 2 4\n4 2 4 2\n");
    assert_eq!(game.turn(&over), Turn::Over);
    for position in [over, game.start()] {
        for spec in ["expectimax", "ntuple:plies=1", "ntuple", "alphabeta", "flat-mc:rollouts=2"] {
            let agent = agent(&game, spec);
            assert!(agent.choose(&game, &position, &Budget::unlimited()).is_err(), "{spec}");
            assert!(agent.decide(&game, &position, &Budget::unlimited()).is_err(), "{spec}");
        }
    }
}

/// The exact player earns what it promises, and nobody earns more.
#[test]
fn the_exact_player_keeps_its_promise() {
    let game = game(2, 2);
    let table = ludex_core::Table::new(game.clone(), Seed(1));
    let mean = |spec: &str, games: u64| {
        let spec: Spec = spec.parse().unwrap();
        let run = |seed| {
            let end = <dyn ludex_core::AnyTable>::run(
                &table,
                std::slice::from_ref(&spec),
                Seed(seed),
                u64::MAX,
                &Stop::default(),
            );
            end.unwrap().scores[0]
        };
        (0..games).map(run).sum::<f64>() / games as f64
    };
    // The standard deviation of a score is about 30, so four errors of 3,000 games are 2.2.
    assert!((mean("exact", 3000) - 66.964).abs() < 2.2);
    assert!(mean("expectimax:depth=2", 1000) < 66.964 + 4.0);
}
