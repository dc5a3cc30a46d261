//! A game, judged: what moves gave away, and what chance did.

use crate::{drive, machine, table};
use ludex_core::{Seed, Spec, Stop};
use ludex_table::desk::{Desk, Outcome, Stream};
use ludex_table::protocol::{Answer, Ask, Grade, Measure, Reviewed, SeatReview};
use std::time::Duration;

/// The last answer to `review`, after so many moves of an agent.
fn reviewed(
    game: &str,
    rules: &str,
    player: &str,
    seed: u64,
    plies: usize,
) -> (Vec<Reviewed>, Measure, Vec<SeatReview>) {
    let table = table(game, &rules.parse::<Spec>().expect("rules"), Seed(seed));
    let players = vec![player; table.info().seats];
    let mut machine = machine(table, &players);
    drive(&mut machine, Duration::ZERO, plies);
    let mut desk = Desk::new("table".into(), machine, || "token".into());
    let ask = Ask::Review { session: "table".into(), agent: None };
    let stream = Stream {
        stop: Stop::default(),
        send: Box::new(|_| true),
        clock: Box::new(|| Duration::ZERO),
    };
    let Ok(Outcome::Work(work)) = desk.answer(&ask, 0, Duration::ZERO) else { panic!("work") };
    let Ok(Answer::Review { moves, measure, seats, total }) = work.run(&stream) else {
        panic!("a review")
    };
    assert_eq!(moves.len() as u64, total, "the last answer has all moves");
    (moves, measure, seats)
}

#[test]
fn the_judge_gives_nothing_away_by_its_own_measure() {
    let (moves, measure, seats) = reviewed("tetris", "tetrisvs", "dellacherie", 1, 30);
    assert_eq!(measure, Measure::Middling);
    assert!(moves.iter().all(|m| m.grade == Grade::Fine && m.loss == 0.0));
    assert_eq!((seats[0].accuracy, seats[0].gave), (100.0, 0.0));
}

#[test]
fn without_chance_there_is_no_luck() {
    let (moves, measure, seats) = reviewed("tris", "standard", "random", 3, 9);
    assert_eq!(measure, Measure::Chance);
    assert!(moves.iter().all(|m| m.luck.is_none()));
    assert!(seats.len() == 2 && seats.iter().all(|seat| seat.luck.is_none()));
    assert!(moves.iter().any(|m| m.grade == Grade::Blunder), "chance plays badly");
}

/// A random player gives away much in every game of chance, and luck is told apart from that; over many games it is
/// nothing on average, whatever the judge.
#[test]
fn skill_and_luck_are_told_apart() {
    for (game, rules, games, plies) in
        [("tetris", "tetrisvs", 2, 8), ("tetris", "guideline", 1, 4), ("2048", "standard", 3, 10)]
    {
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
        for seed in 1..=games {
            let (moves, _, seats) = reviewed(game, rules, "random", seed, plies);
            assert!(seats[0].gave > 0.0, "{game} {rules}: {:?}", seats[0]);
            let lucks: Vec<f64> = moves.iter().filter_map(|m| m.luck).collect();
            assert!(lucks.len() > plies / 2, "{game} {rules}: {}", lucks.len());
            assert!(lucks.iter().any(|luck| *luck != 0.0), "{game} {rules}: nothing was luck");
            sum += lucks.iter().sum::<f64>();
            squares += lucks.iter().map(|luck| luck * luck).sum::<f64>();
            count += lucks.len() as f64;
        }
        let (mean, error) = (sum / count, (squares / count).sqrt() / f64::sqrt(count));
        assert!(mean.abs() < 3.5 * error, "{game} {rules}: luck {mean} on average, error {error}");
    }
}
