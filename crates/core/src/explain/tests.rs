//! Sentences that were once false, and what is said in their place.

use super::*;
use crate::{Bound, Proven, SearchStats, Seed, Term};

fn candidate(action: &str, value: f64, bound: Bound) -> Candidate<String> {
    let mut candidate = Candidate::new(action.to_owned(), value).read_as(bound, 1);
    candidate.terms = vec![Term::new("value", "the value", value, 1.0)];
    candidate.line = vec![action.to_owned()];
    candidate
}

fn sampled(action: &str, value: f64, visits: u64, error: Option<f64>) -> Candidate<String> {
    let candidate = candidate(action, value, Bound::Sampled);
    Candidate { visits: Some(visits), error, ..candidate }
}

fn proven(action: &str, value: f64, outcome: Proven) -> Candidate<String> {
    Candidate { proven: Some(outcome), ..candidate(action, value, Bound::Exact) }
}

fn decision(mut candidates: Vec<Candidate<String>>) -> Decision<String> {
    for (order, candidate) in candidates.iter_mut().enumerate() {
        candidate.order = order;
    }
    let search = SearchStats { complete: true, ..SearchStats::default() };
    let agent = "test".to_owned();
    Decision { agent, seat: 0, seed: Seed(1), chosen: 0, candidates, search, story: Vec::new() }
}

fn told_by(speaker: Speaker, candidates: Vec<Candidate<String>>) -> String {
    let decision = decision(candidates);
    let say = |text: &str| text.to_owned();
    let statement = speaker.plays("play", &decision.best().action);
    let voice = Voice {
        seats: 2,
        speaker,
        means: false,
        calibration: None,
        say: &say,
        statement,
        remarks: Vec::new(),
        comparisons: Vec::new(),
    };
    words(&decision, &voice)
}

fn told(candidates: Vec<Candidate<String>>) -> String {
    told_by(Speaker::Agent, candidates)
}

#[test]
fn averages_are_never_called_equal() {
    let text = told(vec![sampled("a", 1.0, 1, None), sampled("b", 1.0, 1, None)]);
    assert!(!text.contains("equally good"), "{text}");
}

#[test]
fn tried_most_often_needs_more_trials_than_any_other() {
    let often = |visits| {
        told(vec![sampled("a", 0.5, visits, Some(0.1)), sampled("b", 0.4, 50, Some(0.1))])
            .contains("tried most often")
    };
    assert!(often(51) && !often(50) && !often(49));
}

#[test]
fn a_forced_win_is_not_too_close_to_call() {
    let text = told(vec![proven("a", 1.0, Proven::Win), sampled("b", 0.9, 40, Some(0.2))]);
    assert!(text.contains("It wins") && !text.contains("chance"), "{text}");
}

#[test]
fn an_average_is_the_average() {
    let text = told(vec![sampled("a", 5.0, 9, Some(1.0)), sampled("b", 4.0, 8, Some(1.0))]);
    assert!(text.contains("9 trials of it average 5, 8 trials of b 4"), "{text}");
    assert!(text.contains("may still be chance (0.7 standard errors)"), "{text}");
}

#[test]
fn the_next_best_is_the_nearest_by_value() {
    let values = [("a", 5.0), ("b", 3.0), ("c", 4.0)];
    let text = told(values.map(|(name, value)| candidate(name, value, Bound::Exact)).to_vec());
    assert!(text.contains("The next best, c, is 1 worse"), "{text}");
}

#[test]
fn nothing_is_0_worse() {
    let values = [("a", 5.000_000_1), ("b", 5.0)];
    let text = told(values.map(|(name, value)| candidate(name, value, Bound::Exact)).to_vec());
    assert!(text.contains("almost the same") && !text.contains(" 0 worse"), "{text}");
}

#[test]
fn what_is_not_seen_is_no_result() {
    let ahead = Candidate { depth: 5, ..candidate("a", 0.0, Bound::Exact) };
    let text = told(vec![ahead, proven("b", -1.0, Proven::Loss)]);
    assert!(
        text.contains("b, loses against best play; here I see no loss within 5 moves"),
        "{text}"
    );
    assert!(!text.contains("-1"), "{text}");
}

#[test]
fn where_all_moves_lose_none_is_compared() {
    let text = told(["a", "b"].map(|name| proven(name, -1.0, Proven::Loss)).to_vec());
    assert!(text.contains("Every move loses against best play."), "{text}");
    assert!(!text.contains("next best"), "{text}");
}

#[test]
fn mainly_is_said_of_more_than_half() {
    let with = |action: &str, parts: &[f64]| {
        let names = ["x", "y", "z"];
        let terms =
            names.into_iter().zip(parts).map(|(name, &part)| Term::new(name, name, part, 1.0));
        let terms: Vec<Term> = terms.collect();
        let value = parts.iter().sum();
        Candidate { terms, ..candidate(action, value, Bound::Exact) }
    };
    let split = told(vec![with("a", &[3.0, 3.0, 3.0]), with("b", &[0.0; 3])]);
    assert!(!split.contains("mainly"), "{split}");
    let one = told(vec![with("a", &[6.0, 2.0, 1.0]), with("b", &[0.0; 3])]);
    assert!(one.contains("is 9 worse, mainly for x (0 against 6)"), "{one}");
}

#[test]
fn advice_is_for_you_and_agents_speak_of_themselves() {
    let mut best = proven("a", 0.0, Proven::Draw);
    best.line = ["a", "b", "c"].map(String::from).to_vec();
    let said = |speaker| told_by(speaker, vec![best.clone(), proven("d", -1.0, Proven::Loss)]);
    assert!(said(Speaker::Agent).starts_with("I play a."));
    assert!(said(Speaker::Agent).contains("Your best answer is b, then I play c."));
    assert!(said(Speaker::Advisor).starts_with("Play a."));
    let advice = said(Speaker::Advisor);
    assert!(advice.contains("Your opponent's best answer is b, then you play c."), "{advice}");
}

#[test]
fn chances_have_the_same_words_everywhere() {
    let curve = Calibration { agent: "test", slope: 1.0, shift: 0.0, positions: 1 };
    let facts = |gap: f64| {
        let values = [("a", 0.0), ("b", -gap)];
        let decision =
            decision(values.map(|(name, value)| candidate(name, value, Bound::Exact)).to_vec());
        let found = facts(&decision, Sure { steps: 1, ends: false }, Some(&curve));
        found.into_iter().find_map(|fact| match fact {
            Fact::NextBest { chances: Some([mine, theirs]), .. } => {
                Some(Grade::of_chance(mine - theirs))
            }
            _ => None,
        })
    };
    assert_eq!(facts(0.02), Some(Grade::Same));
    assert_eq!(facts(0.1), Some(Grade::Little));
    assert_eq!(facts(0.4), Some(Grade::Worse));
    assert_eq!(facts(2.0), Some(Grade::Much));
}

#[test]
fn a_move_that_ends_the_game_wins_at_once_however_deep_the_search_was() {
    let deep = Candidate { depth: 9, ..proven("a", 1.0, Proven::Win) };
    let text = told(vec![deep.clone(), proven("b", 0.0, Proven::Draw)]);
    assert!(text.contains("It wins at once."), "{text}");
    let line = ["a", "b", "c"].map(String::from).to_vec();
    let text = told(vec![Candidate { line, ..deep }, proven("b", 0.0, Proven::Draw)]);
    assert!(text.contains("It wins by force."), "{text}");
}

#[test]
fn a_worse_average_is_not_called_the_same() {
    let averages = |mean: f64, other: f64| {
        told(vec![sampled("a", mean, 9, Some(1.0)), sampled("b", other, 8, Some(1.0))])
    };
    let same = averages(0.5, 0.5);
    assert!(same.contains("9 trials of it average 0.5, and so do 8 trials of b"), "{same}");
    let worse = averages(0.125, 0.143);
    assert!(worse.contains("the difference may be chance"), "{worse}");
    let hardly = averages(0.500_04, 0.5);
    assert!(
        hardly.contains("9 trials of it average 0.5000, 8 trials of b 0.5000")
            || hardly.contains("0.50004"),
        "{hardly}"
    );
}

#[test]
fn who_averages_more_after_as_many_trials_is_not_passed_over_for_an_equal() {
    let tie = || vec![sampled("a", 3.0, 4, Some(1.0)), sampled("b", 3.0, 4, Some(1.0))];
    let with = |visits| {
        let mut all = tie();
        all.push(sampled("c", 5.0, visits, Some(1.0)));
        told(all)
    };
    assert!(with(4).contains("4 trials of c 5"), "{}", with(4));
    assert!(with(1).contains("and so do 4 trials of b"), "{}", with(1));
}

#[test]
fn where_all_others_lose_none_of_them_is_the_next_best() {
    let lost = |name| proven(name, -1.0, Proven::Loss);
    let text = told(vec![proven("a", 0.0, Proven::Draw), lost("b"), lost("c")]);
    assert!(text.contains("Everything else loses against best play."), "{text}");
    let text = told(vec![proven("a", 1.0, Proven::Win), proven("b", 0.0, Proven::Draw), lost("c")]);
    assert!(text.contains("The next best, b, only draws."), "{text}");
}

#[test]
fn equals_are_told_beside_what_the_board_says_of_others() {
    let equals = decision(vec![
        candidate("a", 2.0, Bound::Exact),
        candidate("b", 2.0, Bound::Exact),
        candidate("c", 1.0, Bound::Exact),
    ]);
    let say = |text: &str| text.to_owned();
    let voice = Voice {
        seats: 1,
        speaker: Speaker::Agent,
        means: false,
        calibration: None,
        say: &say,
        statement: "I play a.".into(),
        remarks: Vec::new(),
        comparisons: vec!["C closes the gap.".into()],
    };
    let text = words(&equals, &voice);
    assert!(
        text.contains("Two moves are equally good to me; this is one of them. C closes"),
        "{text}"
    );
}
