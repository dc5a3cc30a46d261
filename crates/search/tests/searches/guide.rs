//! A guided search may look at what it likes, but what it calls decided is true, and what it reports it has done.

use ludex_core::{
    Agent, Bound, Budget, Candidate, Decision, Evaluate, Game, Proven, Seat, Seed, Term, Turn, mix,
};
use ludex_search::common::Identity;
use ludex_search::negamax::{At, Calm, Guide, Listed, Look, Move, Negamax, Quiescence, Verdict};
use ludex_search::tree_game::{Hunch, Shape, TreeGame, exhaustive};
use std::time::Duration;

/// A guide of random games that follows whims: what it lists, in how many stages, what it reduces, extends, follows past the horizon.
/// Only what it promises is kept.
#[derive(Clone, Copy, Debug)]
struct Whims {
    seed: u64,
    /// Whether it leaves legal moves out.
    gaps: bool,
    /// Whether it proves some positions by itself.
    proofs: bool,
    /// Whether it shortens and extends.
    looks: bool,
}

const HUNCH: Hunch = Hunch { zero_sum: true, settles: false };

impl Whims {
    fn whim(self, position: u32, action: u16, sides: u64) -> u64 {
        mix(self.seed ^ mix(u64::from(position) << 16 | u64::from(action))) % sides
    }

    /// Whether it lists what it has left out where all else loses.
    fn fills_gaps(self) -> bool {
        self.seed % 2 == 1
    }

    fn guess(self, position: u32, action: u16) -> Move<u16> {
        let looks = [Look::Planned, Look::Further, Look::MaybeLess, Look::MaybeLess];
        let look =
            if self.looks { looks[self.whim(position, action, 4) as usize] } else { Look::Planned };
        Move::new(action, self.whim(position, action, 5) as i32).look(look)
    }
}

impl Evaluate<TreeGame> for Whims {
    fn value(&self, game: &TreeGame, position: &u32, seat: Seat) -> f64 {
        HUNCH.value(game, position, seat)
    }

    fn terms(&self, game: &TreeGame, position: &u32, seat: Seat) -> Vec<Term> {
        HUNCH.terms(game, position, seat)
    }
}

/// The way from the root, to check that every push has its pop.
type Way = Vec<u32>;

impl Guide<TreeGame> for Whims {
    type State = Way;

    fn state(&self, _: &TreeGame, &position: &u32) -> Way {
        vec![position]
    }

    fn push(&self, _: &TreeGame, &after: &u32, _: u16, before: &u32, way: &mut Way) {
        assert_eq!(way.last(), Some(before));
        way.push(after);
    }

    fn pop(&self, _: &TreeGame, &after: &u32, _: u16, before: &u32, way: &mut Way) {
        assert_eq!(way.pop(), Some(after));
        assert_eq!(way.last(), Some(before));
    }

    fn estimate(&self, at: &At<'_, TreeGame, Way>) -> f64 {
        assert_eq!(at.state.last(), Some(at.position));
        self.value(at.game, at.position, at.seat)
    }

    fn moves(&self, at: &At<'_, TreeGame, Way>, stage: u8, out: &mut Vec<Move<u16>>) -> Listed {
        let &position = at.position;
        let mut actions = Vec::new();
        at.game.actions(&position, &mut actions);
        let all = actions.len();
        let (kept, rest): (Vec<_>, Vec<_>) = actions
            .into_iter()
            .partition(|&action| !self.gaps || self.whim(position, action, 3) > 0);
        if stage == 2 {
            assert!(self.fills_gaps() && !rest.is_empty());
            out.extend(rest.iter().map(|&action| self.guess(position, action)));
            return Listed::All;
        }
        let actions = kept;
        let complete = actions.len() == all;
        let now = |action: &&u16| u64::from(stage) == self.whim(position, **action, 2);
        out.extend(actions.iter().filter(now).map(|&action| self.guess(position, action)));
        match (stage, complete) {
            (0, _) => Listed::More,
            (_, true) => Listed::All,
            (_, false) if self.fills_gaps() => Listed::SomeFirst,
            (_, false) => Listed::Some,
        }
    }

    fn quiescence(&self) -> Quiescence {
        Quiescence { plies: (self.seed % 4) as u8, nodes: 10 }
    }

    fn noisy(&self, at: &At<'_, TreeGame, Way>, out: &mut Vec<Move<u16>>) -> Calm {
        let &position = at.position;
        let mut actions = Vec::new();
        at.game.actions(&position, &mut actions);
        let forced = self.whim(position, 99, 4) == 0;
        actions.retain(|&action| forced || self.whim(position, action, 2) == 0);
        out.extend(actions.iter().map(|&action| self.guess(position, action)));
        if forced { Calm::MustReply } else { Calm::MayStand }
    }

    fn decided(&self, at: &At<'_, TreeGame, Way>) -> Option<Verdict> {
        if !self.proofs || self.whim(*at.position, 77, 3) > 0 {
            return None;
        }
        Some(match truth(at.game, *at.position, at.seat) {
            Proven::Win => Verdict::Win(9),
            Proven::Draw => Verdict::Draw,
            Proven::Loss => Verdict::Loss(9),
        })
    }

    fn index(&self, action: u16) -> u16 {
        action
    }

    fn recall(&self, at: &At<'_, TreeGame, Way>, index: u16) -> Option<Move<u16>> {
        let mut moves = Vec::new();
        self.moves(at, 0, &mut moves);
        self.moves(at, 1, &mut moves);
        moves.into_iter().find(|m| m.action == index)
    }
}

/// The outcome for a seat with best play of both.
fn truth(game: &TreeGame, position: u32, seat: Seat) -> Proven {
    let Turn::Seat(mover) = game.turn(&position) else { return game.outcome(&position, seat) };
    let mut actions = Vec::new();
    game.actions(&position, &mut actions);
    let after = actions.into_iter().map(|action| {
        let mut next = position;
        game.play(&mut next, action);
        truth(game, next, seat)
    });
    let worth = |&proven: &Proven| {
        [Proven::Loss, Proven::Draw, Proven::Win].iter().position(|&p| p == proven)
    };
    if mover == seat { after.max_by_key(worth).unwrap() } else { after.min_by_key(worth).unwrap() }
}

fn after(game: &TreeGame, action: u16) -> u32 {
    let mut position = 0;
    game.play(&mut position, action);
    position
}

fn agent(guide: Whims, depth: u8) -> Negamax<Whims> {
    Negamax { table_mib: 1, ..Negamax::guided(Identity::new("test", Seed(1)), guide, depth) }
}

/// Random games for two with every combination of whims.
fn cases(depth: u32) -> impl Iterator<Item = (TreeGame, Whims)> {
    (0..128).map(move |seed: u64| {
        let shape = Shape::duel(depth, 4);
        let shape = if seed & 8 > 0 { shape.with_shared_nodes() } else { shape };
        let shape = if seed & 16 > 0 { shape.in_any_order() } else { shape };
        let (gaps, proofs, looks) = (seed & 1 > 0, seed & 2 > 0, seed & 4 > 0);
        (TreeGame::new(shape, Seed(seed)), Whims { seed: mix(seed), gaps, proofs, looks })
    })
}

fn check_claims(game: &TreeGame, candidates: &[Candidate<u16>], depth: u32, what: &str) {
    for candidate in candidates {
        let sum: f64 = candidate.terms.iter().map(|t| t.contribution).sum();
        assert!(
            (sum - candidate.value).abs() < 1e-6,
            "terms make {sum}, not {candidate:?}, {what}"
        );
        assert!(candidate.depth <= depth, "{candidate:?}, {what}");
        assert_eq!(candidate.depth == 0, candidate.bound == Bound::None, "{candidate:?}, {what}");
        if let Some(proven) = candidate.proven {
            let truth = truth(game, after(game, candidate.action), Seat::FIRST);
            assert_eq!(proven, truth, "{candidate:?}, {what}");
        }
    }
}

fn check_decision(game: &TreeGame, decision: &Decision<u16>, what: &str) {
    let best = decision.best();
    assert_eq!(decision.chosen, 0, "{what}");
    assert!(matches!(best.bound, Bound::Exact | Bound::Lower | Bound::None), "{best:?}, {what}");
    let nothing_known = decision.candidates.iter().all(|c| c.bound == Bound::None);
    assert!(best.bound != Bound::None || nothing_known || decision.search.depth == 0, "{what}");
    // An interrupted iteration may have reached one ply further for some.
    check_claims(game, &decision.candidates, decision.search.depth + 1, what);
    let mut actions: Vec<u16> = decision.candidates.iter().map(|c| c.action).collect();
    actions.sort_unstable();
    let mut legal = Vec::new();
    game.actions(&0, &mut legal);
    assert_eq!(actions, legal, "{what}");
}

#[test]
fn whatever_a_guide_leaves_out_reduces_or_extends_claims_are_true() {
    let mut claims = 0;
    for (game, guide) in cases(7) {
        for depth in [1, 2, 3, 5, 8] {
            let what = format!("{guide:?} depth {depth}");
            let (agent, budget) = (agent(guide, depth), Budget::unlimited());
            let decision = agent.decide(&game, &0, &budget).unwrap();
            check_decision(&game, &decision, &what);
            claims += decision.candidates.iter().filter(|c| c.proven.is_some()).count();
            let chosen = agent.choose(&game, &0, &budget).unwrap();
            assert_eq!(chosen, decision.best().action, "{what}");
            for candidate in &decision.candidates {
                let weighed = agent.weigh(&game, &0, candidate.action, &budget).unwrap();
                assert_eq!((weighed.bound, weighed.depth), (Bound::Exact, depth.into()), "{what}");
                check_claims(&game, &[weighed], depth.into(), &what);
            }
        }
    }
    assert!(claims > 500, "{claims}");
}

#[test]
fn forced_results_are_found_in_spite_of_reductions() {
    for (game, guide) in cases(6).filter(|(_, guide)| !guide.gaps) {
        // Reductions may hide a result for some plies, not for ever.
        let decision = agent(guide, 30).decide(&game, &0, &Budget::unlimited()).unwrap();
        let (best, truth_here) = (decision.best(), truth(&game, 0, Seat::FIRST));
        assert_eq!(truth(&game, after(&game, best.action), Seat::FIRST), truth_here, "{guide:?}");
        // A draw needs every branch to end with the game, and what was looked at less far need not.
        let proven = best.proven.unwrap_or(Proven::Draw);
        assert_eq!(proven, truth_here, "{guide:?} {best:?}");
    }
}

/// Nothing left out, shortened or looked past: that is plain min-max with ends worth more than hunches.
#[test]
fn without_whims_it_is_plain_minmax() {
    for (game, _) in cases(6) {
        let guide = Whims { seed: 4, gaps: false, proofs: false, looks: false };
        for depth in 1..=5 {
            let decision = agent(guide, depth).decide(&game, &0, &Budget::unlimited()).unwrap();
            let expected = exhaustive(&game, &Ends, &0, Seat::FIRST, depth.into());
            let best = expected.iter().map(|v| v.1).fold(f64::NEG_INFINITY, f64::max);
            let found = decision.best();
            match found.proven {
                Some(Proven::Win) => assert!(best > 1000.0),
                Some(Proven::Loss) => assert!(best < -1000.0),
                _ => assert_eq!(found.value, best, "depth {depth}"),
            }
        }
    }
}

/// Ends count as won or lost, everything else as the hunch says.
struct Ends;

impl Evaluate<TreeGame> for Ends {
    fn value(&self, game: &TreeGame, position: &u32, seat: Seat) -> f64 {
        if game.turn(position) != Turn::Over {
            return HUNCH.value(game, position, seat);
        }
        match game.outcome(position, seat) {
            Proven::Win => 1e6,
            Proven::Draw => 0.0,
            Proven::Loss => -1e6,
        }
    }

    fn terms(&self, game: &TreeGame, position: &u32, seat: Seat) -> Vec<Term> {
        vec![Term::new("value", "all of it", self.value(game, position, seat), 1.0)]
    }
}

#[test]
fn interrupted_searches_claim_no_more_than_they_did() {
    for (game, guide) in cases(9) {
        let agent = agent(guide, 20);
        for nodes in [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 300, 1000] {
            let what = format!("{guide:?} nodes {nodes}");
            let budget = Budget::nodes(nodes);
            let decision = agent.decide(&game, &0, &budget).unwrap();
            check_decision(&game, &decision, &what);
            let chosen = agent.choose(&game, &0, &budget).unwrap();
            assert_eq!(chosen, decision.best().action, "{what}");
            let weighed = agent.weigh(&game, &0, 0, &budget).unwrap();
            assert!(matches!(weighed.bound, Bound::Exact | Bound::None), "{weighed:?} {what}");
            check_claims(&game, &[weighed], 20, &what);
        }
    }
}

#[test]
fn with_a_limit_of_nodes_or_depth_an_answer_depends_on_the_question_alone() {
    let games: Vec<_> = cases(9).step_by(5).collect();
    for (game, guide) in &games {
        let old_hand = agent(*guide, 12);
        for (other, _) in games.iter().take(20) {
            let timed = Budget::unlimited().within(Duration::from_millis(1));
            old_hand.choose(other, &0, &timed).unwrap();
            old_hand.choose(other, &0, &Budget::nodes(100)).unwrap();
        }
        for budget in [Budget::nodes(200), Budget::depth(5), Budget::nodes(37)] {
            let known = |agent: &Negamax<Whims>| {
                let mut decision = agent.decide(game, &0, &budget).unwrap();
                decision.search.seconds = 0.0;
                decision
            };
            assert_eq!(known(&old_hand), known(&agent(*guide, 12)), "{guide:?}");
        }
    }
}

#[test]
fn against_the_clock_and_when_stopped_answers_stay_sound() {
    for (game, guide) in cases(9).step_by(3) {
        let agent = agent(guide, 40);
        let stopped = Budget::unlimited();
        stopped.stop.set();
        let timed = |micros| Budget::unlimited().within(Duration::from_micros(micros));
        for budget in [stopped, timed(1), timed(50), timed(400)] {
            let decision = agent.decide(&game, &0, &budget).unwrap();
            check_decision(&game, &decision, &format!("{guide:?} {budget:?}"));
            let best_effort = budget.time.is_some();
            assert_eq!(decision.search.algorithm.contains("best effort"), best_effort);
        }
    }
}

#[cfg(feature = "threads")]
#[test]
fn several_threads_give_sound_answers_interrupted_or_not() {
    for (game, guide) in cases(8).step_by(4) {
        let agent = Negamax { threads: 3, ..agent(guide, 8) };
        for budget in [Budget::unlimited(), Budget::nodes(150)] {
            let decision = agent.decide(&game, &0, &budget).unwrap();
            check_decision(&game, &decision, &format!("{guide:?} {budget:?}"));
            assert!(decision.search.algorithm.contains("best effort"));
        }
    }
}
