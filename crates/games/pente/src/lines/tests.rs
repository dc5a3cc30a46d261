//! What is followed step by step equals what is made afresh, and both agree with the rules.

use super::worths::MOST_WORTH;
use super::*;
use crate::patterns::Kind;
use crate::{Settings, Variant};
use ludex_core::{Game, Seed, mix};

/// Worths that make no sense, with all flags.
#[allow(clippy::trivially_copy_pass_by_ref)] // as weights are asked for
fn senseless(kind: &Kind) -> u16 {
    let hash = mix(u64::from(kind.run) << 8 | kind.shape as u64);
    (hash % u64::from(MOST_WORTH)) as u16
        | ((hash >> 20) as u16 & 0x1e) << FLAGS_AT
        | u16::from(kind.takes > 0) << FLAGS_AT
}

#[test]
fn what_is_followed_equals_what_is_made_afresh() {
    for (side, variant) in
        [(19, Variant::Pente), (7, Variant::Keryo), (9, Variant::Poof), (5, Variant::Pente)]
    {
        let game = Pente::new(Settings::usual(side, variant));
        let worths = Worths::new(&Patterns::of(game.settings()), senseless, SETS);
        let mut position = game.start();
        let mut lines = Lines::new(&game, &position, worths.clone());
        let (mut dice, mut buffer) = (Seed(3).rng(), Vec::new());
        let mut moves = Vec::new();
        while let Some(point) = game.sample(&position, &mut dice, &mut buffer) {
            let seat = position.mover().unwrap();
            let removed = game.removed(&position, seat, point.index());
            let before = lines.clone();
            lines.play(seat, point.index(), removed);
            lines.undo();
            assert_same(&lines, &before);
            lines.play(seat, point.index(), removed);
            let undo = game.play(&mut position, point);
            moves.push((point, undo));
            assert_same(&lines, &Lines::new(&game, &position, worths.clone()));
        }
        // Back to the start: stones that were placed, captured and replaced on the way included.
        for (point, undo) in moves.into_iter().rev() {
            lines.undo();
            game.undo(&mut position, point, undo);
            assert_same(&lines, &Lines::new(&game, &position, worths.clone()));
        }
    }
}

fn assert_same(a: &Lines, b: &Lines) {
    assert_eq!((a.words, a.sums, a.sets), (b.words, b.sums, b.sets));
    assert!(a.cells == b.cells);
}

/// The slow, obvious way: windows read point by point from the position, kinds looked up, worths added up.
#[test]
fn sums_and_sets_are_those_of_the_kinds_of_all_free_points() {
    let game = Pente::new(Settings::usual(9, Variant::Pente));
    let patterns = Patterns::of(game.settings());
    let worths = Worths::new(&patterns, senseless, SETS);
    let (mut dice, mut buffer, mut position) = (Seed(5).rng(), Vec::new(), game.start());
    while let Some(point) = game.sample(&position, &mut dice, &mut buffer) {
        game.play(&mut position, point);
        let lines = Lines::new(&game, &position, worths.clone());
        let mut sums = [0; 2];
        for point in game.points().without(&position.stones).descending() {
            for (seat, sum) in sums.iter_mut().enumerate() {
                let halves = keys_of(&game, &position, point)
                    .map(|key| senseless(&patterns.kind(patterns.ids[key][seat])));
                let worth: i32 = halves.iter().map(|half| i32::from(half & 0x3ff)).sum();
                assert_eq!(lines.worth(point)[seat], worth);
                *sum += worth;
                for flag in 0..SETS {
                    let any = halves.iter().any(|half| half >> (FLAGS_AT as usize + flag) & 1 != 0);
                    assert_eq!(lines.set(seat, flag).has(point.index()), any);
                }
            }
        }
        assert_eq!(lines.sums, sums);
    }
}

/// The windows of a point along the four lines.
fn keys_of(game: &Pente, position: &Position, point: Point) -> [usize; 4] {
    let owner = |column: i32, row: i32| match (usize::try_from(column), usize::try_from(row)) {
        (Ok(column), Ok(row)) => game
            .point_at(column, row)
            .map_or(3, |point| position.owner(point).map_or(0, |seat| 1 << seat.0)),
        _ => 3,
    };
    [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|(columns, rows)| {
        let steps = [-4, -3, -2, -1, 1, 2, 3, 4];
        let (column, row) = (point.column() as i32, point.row() as i32);
        let read = |key: usize, (at, step): (usize, i32)| {
            key | owner(column + step * columns, row + step * rows) << (2 * at)
        };
        steps.into_iter().enumerate().fold(0, read)
    })
}

#[test]
fn kinds_agree_with_the_rules() {
    let game = Pente::new(Settings::usual(13, Variant::Pente));
    let patterns = Patterns::of(game.settings());
    let worths = Worths::new(&patterns, |_| 0, 0);
    for seed in 0..20 {
        let (mut dice, mut buffer) = (Seed(seed).rng(), Vec::new());
        let mut position = game.start();
        while let Some(point) = game.sample(&position, &mut dice, &mut buffer) {
            let lines = Lines::new(&game, &position, worths.clone());
            let seat = position.mover().unwrap();
            let kinds = lines.ids(point).map(|ids| patterns.kind(ids[seat]));
            let takes: u8 = kinds.iter().map(|kind| kind.takes).sum();
            assert_eq!(takes, game.removed(&position, seat, point.index()).captures());
            for (line, kind) in kinds.iter().enumerate() {
                let run = position.run(seat, point.index(), line);
                assert_eq!(usize::from(kind.run).min(5), run.min(5));
            }
            game.play(&mut position, point);
        }
    }
}
