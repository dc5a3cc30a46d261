//! What all planning agents share: a plan, and a decision built around it.

use crate::board::Direction;
use crate::evaluate::{Comfort, WIDEST_GAP};
use crate::remarks::first_meal;
use crate::{Action, End, Position, Snake};
use ludex_core::{
    Agent, Bound, Budget, Candidate, Decision, Evaluate, Game, Meter, Notation, Proven, Result,
    Seat, Term, Turn,
};
use ludex_search::common::{Identity, after, first_impressions, legal, mover, stats};
use ludex_search::plan::Search;

/// What a planner has in mind.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The steps; empty if it found none.
    pub(super) steps: Vec<Direction>,
    /// How it was found, where that is a story.
    pub(super) search: Option<Search<Direction>>,
}

impl Plan {
    pub(super) fn of(steps: Option<Vec<Direction>>) -> Self {
        Self { steps: steps.unwrap_or_default(), search: None }
    }
}

/// A way to make plans.
pub(super) trait Planner: Send + Sync {
    /// Its name in the statistics.
    const ALGORITHM: &'static str;

    /// The budget of one plan, given that of one decision.
    fn limits(&self, budget: &Budget) -> Budget {
        budget.clone()
    }

    /// The plan from here. Its first step must not be deadly.
    fn plan(&self, game: &Snake, position: &Position, meter: &mut Meter) -> Plan;

    /// The plan told further, for people: the same first step.
    fn spell_out(&self, _: &Snake, _: &Position, steps: Vec<Direction>) -> Vec<Direction> {
        steps
    }

    /// What else it holds against or for a step, at most [`OPINION`] apart.
    fn opinion(&self, _: &Snake, _: &Position, _: Direction) -> Option<Term> {
        None
    }
}

/// The most that two opinions may differ.
pub(super) const OPINION: f64 = 500.0;

/// What being the plan's first step is worth: more than everything else together.
const PLANNED: f64 = 2000.0;
const _: () = assert!(PLANNED > WIDEST_GAP + OPINION);

/// An agent that takes the first step of its plan, and the most comfortable one if it has none.
pub(super) struct Planning<P> {
    pub(super) identity: Identity,
    pub(super) planner: P,
}

impl<P: Planner> Planning<P> {
    fn plan(&self, game: &Snake, position: &Position, budget: &Budget) -> (Plan, Meter) {
        let mut meter = self.planner.limits(budget).start();
        let plan = self.planner.plan(game, position, &mut meter);
        (plan, meter)
    }

    /// Comfort and opinion: what decides where there is no plan.
    fn value(&self, game: &Snake, position: &mut Position, action: Action) -> f64 {
        let opinion = self.opinion(game, position, action).map_or(0.0, |term| term.contribution);
        after(game, position, action, |next| Comfort.value(game, next, Seat::FIRST)) + opinion
    }

    fn opinion(&self, game: &Snake, position: &Position, action: Action) -> Option<Term> {
        match action {
            Action::Go(direction) => self.planner.opinion(game, position, direction),
            Action::Food(_) => None,
        }
    }

    fn candidate(
        &self,
        game: &Snake,
        position: &mut Position,
        action: Action,
        plan: &Plan,
        budget: &Budget,
    ) -> Candidate<Action> {
        let planned = plan.steps.first().is_some_and(|&step| action == Action::Go(step));
        let opinion = self.opinion(game, position, action);
        let value = self.value(game, position, action);
        let bonus = Term::new(
            "plan",
            "the step that the plan begins with",
            f64::from(u8::from(planned)),
            PLANNED,
        )
        .as_choice();
        let depth = if planned { plan.steps.len() } else { 1 };
        let mut candidate =
            Candidate::new(action, value + bonus.contribution).read_as(Bound::Exact, depth as u32);
        candidate.line = vec![action];
        after(game, position, action, |next| {
            candidate.terms = Comfort.terms(game, next, Seat::FIRST);
            candidate.proven = (next.end() == Some(End::Full)).then_some(Proven::Win);
            let rest =
                if planned { plan.steps[1..].to_vec() } else { self.rest(game, next, budget) };
            candidate.line.extend(rest.into_iter().map(Action::Go));
        });
        // A way is told where it leads to something.
        let meal = first_meal(game, position, &candidate.line).unwrap_or(0);
        candidate.keys = candidate.line[..meal].iter().map(|&go| game.action_text(go)).collect();
        candidate.terms.extend(opinion);
        candidate.terms.push(bonus);
        candidate
    }

    /// A plan as it is told: further, but not beyond the end of the game. Planners do not count how long the snake can go without
    /// food.
    fn told(&self, game: &Snake, position: &Position, steps: Vec<Direction>) -> Vec<Direction> {
        let mut steps = self.planner.spell_out(game, position, steps);
        let mut here = position.clone();
        let ends = steps.iter().position(|&step| {
            game.play(&mut here, Action::Go(step));
            here.end().is_some()
        });
        steps.truncate(ends.map_or(steps.len(), |last| last + 1));
        steps
    }

    /// How it would go on after another step than the planned one.
    fn rest(&self, game: &Snake, position: &Position, budget: &Budget) -> Vec<Direction> {
        match game.turn(position) {
            Turn::Seat(_) => {
                let (plan, _) = self.plan(game, position, budget);
                self.told(game, position, plan.steps)
            }
            _ => Vec::new(),
        }
    }
}

impl<P: Planner> Agent<Snake> for Planning<P> {
    fn choose(&self, game: &Snake, position: &Position, budget: &Budget) -> Result<Action> {
        mover(game, position)?;
        let (plan, _) = self.plan(game, position, budget);
        if let Some(&step) = plan.steps.first() {
            return Ok(Action::Go(step));
        }
        let mut position = position.clone();
        let mut best = (f64::NEG_INFINITY, Action::Go(position.heading()));
        for action in legal(game, &position) {
            let value = self.value(game, &mut position, action);
            if value > best.0 {
                best = (value, action);
            }
        }
        Ok(best.1)
    }

    fn decide(
        &self,
        game: &Snake,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let seat = mover(game, position)?;
        let (mut plan, meter) = self.plan(game, position, budget);
        plan.steps = self.told(game, position, plan.steps);
        let actions = legal(game, position);
        let ranks = first_impressions(game, &Comfort, position, seat, &actions);
        let mut scratch = position.clone();
        let weigh = |(&action, rank)| {
            let mut found = self.candidate(game, &mut scratch, action, &plan, budget);
            found.rank_before_search = Some(rank);
            found
        };
        let candidates: Vec<_> = actions.iter().zip(ranks).map(weigh).collect();
        let search = stats(P::ALGORITHM, plan.steps.len().max(1) as u32, &meter);
        let key = game.key(position);
        let mut decision = self.identity.conclude(key, seat, candidates, search);
        if let Some(search) = plan.search {
            decision.story = search.story(|direction| direction.name().into());
        }
        Ok(decision)
    }
}
