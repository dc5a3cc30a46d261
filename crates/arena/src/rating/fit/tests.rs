//! Ratings against values that are known from elsewhere.

use super::*;
use crate::expected_score;
use ludex_core::Seed;
use rand::RngExt;

/// Games in rounds of their own: wins, draws, losses of the first.
fn games(wins: usize, draws: usize, losses: usize) -> impl Iterator<Item = (usize, f64)> {
    let points = [(wins, 1.0), (draws, 0.5), (losses, 0.0)];
    points.into_iter().flat_map(|(count, points)| std::iter::repeat_n(points, count)).enumerate()
}

fn two(wins: usize, draws: usize, losses: usize) -> Ratings {
    let mut results = Results::new(2);
    results.add(0, 1, games(wins, draws, losses));
    results.rate().expect("ratings")
}

/// The difference of two agents, and half its interval.
fn apart(ratings: &Ratings) -> (f64, f64) {
    let (gap, margin) = ratings.difference(0, 1);
    (gap, margin.expect("an interval"))
}

fn near(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() < within, "{a} is not {b}");
}

/// Three quarters of the points are 190.85 rating points, however they come about.
#[test]
fn two_agents_are_as_far_apart_as_their_score_says() {
    near(two(75, 0, 25).difference(0, 1).0, 190.848, 1e-3);
    near(two(60, 30, 10).difference(0, 1).0, 190.848, 1e-3);
    near(two(10, 0, 10).difference(0, 1).0, 0.0, 1e-9);
    near(two(75, 0, 25).points(0), 95.424, 1e-3);
}

/// 60 : 40 without draws: the error of the logit is 1 / sqrt(n p q), that is 69.5 points at 1.96; draws make it smaller.
#[test]
fn errors_are_those_of_the_textbook() {
    let (_, coin) = apart(&two(60, 0, 40));
    near(coin, 1.96 * POINTS / (99.0_f64 * 0.24).sqrt(), 1e-6);
    // 40 won, 40 drawn, 20 lost: the variance of a game is 0.14.
    let (_, drawn) = apart(&two(40, 40, 20));
    near(drawn, 1.96 * POINTS * (0.14_f64 / 99.0).sqrt() / 0.24, 1e-6);
}

/// The usual approximation: the bell curve at (wins - losses) / sqrt(wins + losses), draws counting for nothing.
#[test]
fn superiority_is_near_the_usual_approximation() {
    for (wins, draws, losses) in [(60, 0, 40), (30, 60, 20), (520, 400, 480), (12, 3, 15)] {
        let usual = (wins as f64 - losses as f64) / ((wins + losses) as f64).sqrt();
        let superior = two(wins, draws, losses).superior(0, 1).expect("a likelihood");
        near(superior, normal_below(usual), 0.006);
    }
}

/// The worked example of four teams that encyclopaedias show for this model: strengths 0.640, 1.043, 0.660, 2.270.
#[test]
fn four_teams_have_their_published_strengths() {
    let wins = [(0, 1, 2, 3), (0, 3, 1, 4), (1, 2, 5, 3), (2, 3, 1, 3)];
    let mut results = Results::new(4);
    for (one, other, won, lost) in wins {
        results.add(one, other, games(won, 0, lost));
    }
    let ratings = results.rate().expect("ratings");
    for (team, strength) in [0.640, 1.043, 0.660, 2.270_f64].into_iter().enumerate() {
        near(ratings.strengths[team].exp(), strength, 0.001);
    }
    assert!(!ratings.bounded);
}

/// Each pair is one win and one loss: nothing is left to chance, where independent games would leave much.
#[test]
fn pairs_make_intervals_narrow() {
    let paired = (0..100).flat_map(|round| [(round, 1.0), (round, 0.0)]);
    let mut results = Results::new(2);
    results.add(0, 1, paired);
    let (gap, margin) = apart(&results.rate().expect("ratings"));
    near(gap, 0.0, 1e-9);
    let half_a_game = 1.96 * POINTS * 0.5 / (200.0 * 0.25);
    near(margin, half_a_game, 1e-6);
    assert!(apart(&two(100, 0, 100)).1 > 10.0 * margin);
}

/// A hundred wins in a row: at least 96.4 % of the points with 97.5 % certainty, that is 570 rating points.
#[test]
fn who_has_won_everything_has_a_finite_rating() {
    let ratings = two(100, 0, 0);
    assert!(ratings.bounded);
    let (gap, margin) = apart(&ratings);
    near(gap, POINTS * (100.5_f64 / 0.5).ln(), 1e-6);
    near(gap - margin, 570.0, 20.0);
}

#[test]
fn who_has_not_met_cannot_be_compared() {
    let mut results = Results::new(4);
    results.add(0, 1, games(3, 1, 2));
    results.add(2, 3, games(3, 1, 2));
    assert_eq!(results.rate(), None);
    assert_eq!(Results::new(2).rate(), None);
    let mut one_round = Results::new(2);
    one_round.add(0, 1, games(1, 0, 0).take(1));
    assert!(one_round.rate().expect("a drawn game beside it").bounded);
}

/// One round says who did better, but not how sure that is.
#[test]
fn a_single_round_has_no_interval() {
    let mut results = Results::new(2);
    results.add(0, 1, [(0, 1.0), (0, 0.5)].into_iter());
    let ratings = results.rate().expect("ratings");
    near(ratings.difference(0, 1).0, 190.848, 1e-3);
    assert_eq!((ratings.difference(0, 1).1, ratings.superior(0, 1)), (None, None));
    assert_eq!(ratings.margin(0), None);
}

/// Of a hundred tournaments with known strengths about 95 intervals hold the truth.
#[test]
fn intervals_hold_what_they_promise() {
    let truth = [80.0, 0.0, -80.0];
    let mut held = 0;
    for trial in 0..300 {
        let mut dice = Seed(trial).rng();
        let mut results = Results::new(3);
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let expected = expected_score(truth[one] - truth[other]);
            let mut points = Vec::new();
            for round in 0..100 {
                // The luck of a round helps one side in one game and the other side in the other.
                let luck = 0.2 * (dice.random::<f64>() - 0.5);
                for chance in [expected + luck, expected - luck] {
                    let point = f64::from(dice.random::<f64>() < chance);
                    points.push((round, point));
                }
            }
            results.add(one, other, points.into_iter());
        }
        let ratings = results.rate().expect("ratings");
        let inside = |agent: usize| {
            (ratings.points(agent) - truth[agent]).abs()
                < ratings.margin(agent).expect("an interval")
        };
        held += (0..3).filter(|&agent| inside(agent)).count();
    }
    assert!((830..=880).contains(&held), "{held} of 900, where 855 are expected");
}
