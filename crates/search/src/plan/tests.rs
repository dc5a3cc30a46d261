//! The planners on random mazes, against a naive reference.

use super::*;
use ludex_core::{Budget, Meter};
use proptest::prelude::*;
use std::collections::VecDeque;

/// A grid with walls, and a cost of 1 to 3 for leaving each cell.
#[derive(Clone, Debug)]
struct Maze {
    side: i32,
    wall: Vec<bool>,
    toll: Vec<u32>,
}

type Spot = (i32, i32);
const STEPS: [Spot; 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];

impl Maze {
    fn index(&self, (x, y): Spot) -> usize {
        (y * self.side + x) as usize
    }

    fn open(&self, spot: Spot) -> bool {
        let inside = (0..self.side).contains(&spot.0) && (0..self.side).contains(&spot.1);
        inside && !self.wall[self.index(spot)]
    }

    fn end(&self) -> Spot {
        (self.side - 1, self.side - 1)
    }

    /// Distances from `start` by the plainest search there is.
    fn distances(&self, start: Spot) -> Vec<Option<usize>> {
        let mut distance = vec![None; self.wall.len()];
        distance[self.index(start)] = Some(0);
        let mut queue = VecDeque::from([start]);
        while let Some(spot) = queue.pop_front() {
            for step in STEPS {
                let next = (spot.0 + step.0, spot.1 + step.1);
                if self.open(next) && distance[self.index(next)].is_none() {
                    distance[self.index(next)] = distance[self.index(spot)].map(|d| d + 1);
                    queue.push_back(next);
                }
            }
        }
        distance
    }

    /// Least tolls from `start`, relaxed until nothing changes.
    fn tolls(&self, start: Spot) -> Vec<Option<u32>> {
        let mut least = vec![None; self.wall.len()];
        least[self.index(start)] = Some(0);
        for _ in 0..self.wall.len() {
            for y in 0..self.side {
                for x in 0..self.side {
                    self.relax((x, y), &mut least);
                }
            }
        }
        least
    }

    fn relax(&self, spot: Spot, least: &mut [Option<u32>]) {
        let Some(here) = least[self.index(spot)] else { return };
        let cost = here + self.toll[self.index(spot)];
        for step in STEPS {
            let next = (spot.0 + step.0, spot.1 + step.1);
            if self.open(next) && least[self.index(next)].is_none_or(|known| known > cost) {
                least[self.index(next)] = Some(cost);
            }
        }
    }

    fn replay(&self, start: Spot, plan: &[Spot]) -> Spot {
        plan.iter().fold(start, |at, &step| self.apply(&at, step).expect("a step into the open"))
    }
}

impl Domain for Maze {
    type Node = Spot;
    type Action = Spot;
    type Goal = Spot;

    fn actions(&self) -> &[Spot] {
        &STEPS
    }

    fn apply(&self, node: &Spot, step: Spot) -> Option<Spot> {
        let next = (node.0 + step.0, node.1 + step.1);
        self.open(next).then_some(next)
    }

    fn preference(&self, node: &Spot, step: Spot, goal: &Spot) -> f64 {
        f64::from((goal.0 - node.0) * step.0 + (goal.1 - node.1) * step.1)
    }

    fn reached(&self, node: &Spot, goal: &Spot) -> bool {
        node == goal
    }

    fn action_text(&self, step: Spot) -> String {
        format!("{},{}", step.0, step.1)
    }

    fn cost(&self, node: &Spot, _: Spot) -> u32 {
        self.toll[self.index(*node)]
    }

    fn estimate(&self, node: &Spot, goal: &Spot) -> u32 {
        node.0.abs_diff(goal.0) + node.1.abs_diff(goal.1)
    }
}

impl Reverse for Maze {
    fn unapply(&self, node: &Spot, step: Spot) -> Option<Spot> {
        self.apply(node, (-step.0, -step.1))
    }

    fn back_preference(&self, node: &Spot, step: Spot, start: &Spot) -> f64 {
        self.preference(node, (-step.0, -step.1), start)
    }
}

fn mazes() -> impl Strategy<Value = Maze> {
    (1..9i32).prop_flat_map(|side| {
        let cells = (side * side) as usize;
        let wall = prop::collection::vec(prop::bool::weighted(0.35), cells);
        let toll = prop::collection::vec(1..4u32, cells);
        (wall, toll).prop_map(move |(mut wall, toll)| {
            wall[0] = false;
            wall[cells - 1] = false;
            Maze { side, wall, toll }
        })
    })
}

fn meter() -> Meter {
    Budget::unlimited().start()
}

fn length<A>(plan: Option<&Vec<A>>) -> Option<usize> {
    plan.map(Vec::len)
}

/// Every step but the last flagged one is reached from an earlier one.
fn check_story(story: &[ludex_core::StoryStep], forward: bool) {
    assert!(story[0].step.is_empty() && !story[0].backtracked);
    for pair in story.windows(2) {
        let (before, after) = (&pair[0].step, &pair[1].step);
        let extends = after.len() == before.len() + 1
            && if forward { after.starts_with(before) } else { after.ends_with(before) };
        assert_eq!(pair[1].backtracked, !extends, "{before:?} then {after:?}");
    }
}

proptest! {
    #[test]
    fn shortest_agrees_with_the_reference(maze in mazes()) {
        let expected = maze.distances((0, 0))[maze.index(maze.end())];
        let plan = shortest(&maze, &(0, 0), &maze.end(), &mut meter());
        prop_assert_eq!(length(plan.as_ref()), expected);
        let even = Maze { toll: vec![1; maze.toll.len()], ..maze.clone() };
        let starred = a_star(&even, &(0, 0), &maze.end(), &mut meter());
        prop_assert_eq!(starred.as_ref().map(|(plan, _)| plan.len()), expected);
        if let (Some(plan), Some((starred, _))) = (plan, starred) {
            prop_assert_eq!(maze.replay((0, 0), &plan), maze.end());
            prop_assert_eq!(maze.replay((0, 0), &starred), maze.end());
        }
    }

    #[test]
    fn a_star_finds_the_least_toll(maze in mazes()) {
        let expected = maze.tolls((0, 0))[maze.index(maze.end())];
        let found = a_star(&maze, &(0, 0), &maze.end(), &mut meter());
        prop_assert_eq!(found.map(|(_, cost)| cost), expected);
    }

    #[test]
    fn depth_first_finds_a_plan_exactly_where_there_is_one(maze in mazes()) {
        let exists = maze.distances((0, 0))[maze.index(maze.end())].is_some();
        let search = depth_first(&maze, &(0, 0), &maze.end(), &mut meter());
        prop_assert_eq!(search.plan.is_some(), exists);
        prop_assert!(search.tried() <= maze.wall.len());
        let story = search.story(|a| maze.action_text(a));
        check_story(&story, true);
        prop_assert_eq!(story.iter().filter(|s| s.backtracked).count(), search.given_up());
        if let Some(plan) = search.plan {
            prop_assert_eq!(maze.replay((0, 0), &plan), maze.end());
            let told: Vec<String> = plan.iter().map(|&a| maze.action_text(a)).collect();
            prop_assert_eq!(&story[story.len() - 1].step, &told);
        }
    }

    #[test]
    fn backward_reaches_what_forward_reaches(maze in mazes()) {
        let forward = depth_first(&maze, &(0, 0), &maze.end(), &mut meter());
        let (plan, story) = backward(&maze, &(0, 0), &maze.end(), &mut meter());
        prop_assert_eq!(plan.is_some(), forward.plan.is_some());
        check_story(&story, false);
        if let Some(plan) = plan {
            prop_assert_eq!(maze.replay((0, 0), &plan), maze.end());
            let told: Vec<String> = plan.iter().map(|&a| maze.action_text(a)).collect();
            prop_assert_eq!(&story[story.len() - 1].step, &told);
        }
    }

    #[test]
    fn any_order_is_the_best_of_all_orders(maze in mazes(), picks in prop::collection::vec(any::<prop::sample::Index>(), 3)) {
        let open: Vec<Spot> = (0..maze.side)
            .flat_map(|y| (0..maze.side).map(move |x| (x, y)))
            .filter(|&spot| maze.open(spot))
            .collect();
        let goals: Vec<Spot> = picks.iter().map(|pick| *pick.get(&open)).collect();
        let toll = |a: Spot, b: Spot| maze.tolls(a)[maze.index(b)];
        let total = |order: &[usize; 3]| {
            let stops = [(0, 0), goals[order[0]], goals[order[1]], goals[order[2]]];
            stops.windows(2).try_fold(0, |sum, leg| Some(sum + toll(leg[0], leg[1])?))
        };
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let any = through(&maze, &(0, 0), &goals, Order::Any, &mut meter());
        prop_assert_eq!(any.as_ref().map(|j| j.cost), orders.iter().filter_map(total).min());
        let given = through(&maze, &(0, 0), &goals, Order::Given, &mut meter());
        prop_assert_eq!(given.as_ref().map(|j| j.cost), total(&orders[0]));
        if let Some(journey) = any {
            for (&goal, &stop) in journey.order.iter().zip(&journey.stops) {
                prop_assert_eq!(maze.replay((0, 0), &journey.plan[..stop]), goals[goal]);
            }
        }
    }
}

fn corridor(length: i32) -> Maze {
    let cells = (length * length) as usize;
    let wall = (0..cells).map(|cell| cell >= length as usize).collect();
    Maze { side: length, wall, toll: vec![1; cells] }
}

#[test]
fn a_spent_budget_ends_every_planner() {
    let maze = corridor(50);
    let goal = (49, 0);
    let stopped = |run: &dyn Fn(&mut Meter) -> bool| {
        let mut meter = Budget::nodes(10).start();
        let found = run(&mut meter);
        assert!(!found && meter.exhausted() && meter.nodes() <= 60);
    };
    stopped(&|meter| depth_first(&maze, &(0, 0), &goal, meter).plan.is_some());
    stopped(&|meter| backward(&maze, &(0, 0), &goal, meter).0.is_some());
    stopped(&|meter| shortest(&maze, &(0, 0), &goal, meter).is_some());
    stopped(&|meter| a_star(&maze, &(0, 0), &goal, meter).is_some());
    stopped(&|meter| through(&maze, &(0, 0), &[goal, (0, 0)], Order::Any, meter).is_some());
}

/// Counting up, one by one, to the top.
struct Stairs;

impl Domain for Stairs {
    type Node = u32;
    type Action = ();
    type Goal = u32;

    fn actions(&self) -> &[()] {
        &[()]
    }

    fn apply(&self, node: &u32, (): ()) -> Option<u32> {
        (*node < 300_000).then_some(node + 1)
    }

    fn reached(&self, node: &u32, goal: &u32) -> bool {
        node == goal
    }

    fn action_text(&self, (): ()) -> String {
        "up".into()
    }
}

#[test]
fn deep_plans_do_not_overflow_the_stack() {
    let search = depth_first(&Stairs, &0, &300_000, &mut meter());
    assert_eq!(search.plan.map(|plan| plan.len()), Some(300_000));
}

#[test]
fn more_goals_than_can_be_ordered_are_visited_as_given() {
    let goals: Vec<u32> = (1..=MOST_GOALS_IN_ANY_ORDER as u32 + 1).collect();
    let journey = through(&Stairs, &0, &goals, Order::Any, &mut meter()).expect("a plan");
    assert_eq!(journey.order, (0..goals.len()).collect::<Vec<_>>());
    let turned: Vec<u32> = goals.into_iter().rev().collect();
    assert!(through(&Stairs, &0, &turned, Order::Any, &mut meter()).is_none());
}
