//! The RL-Competition's steps: hand-made cases, and whole episodes against boxes of 5x5 cells.

use super::super::position::{Action, Position};
use super::super::rules::{Scoring, Tetris};
use super::super::{Dealer, Environment, Press};
use ludex_core::{Budget, Evaluate, Game, Metric, Notation, Room, Seat, Seed, Series, Size, Turn};
use rand::RngExt;
use std::collections::HashSet;

/// The boxes as the sheet gives them, (x, y) with y down, in the order I O T S Z L J.
const BOXES: [[[(i32, i32); 4]; 4]; 7] = {
    const I: [[(i32, i32); 4]; 2] =
        [[(0, 2), (1, 2), (2, 2), (3, 2)], [(2, 1), (2, 2), (2, 3), (2, 4)]];
    const O: [(i32, i32); 4] = [(1, 2), (1, 3), (2, 2), (2, 3)];
    const S: [[(i32, i32); 4]; 2] =
        [[(1, 1), (2, 1), (2, 2), (3, 2)], [(1, 2), (1, 3), (2, 1), (2, 2)]];
    const Z: [[(i32, i32); 4]; 2] =
        [[(1, 2), (2, 1), (2, 2), (3, 1)], [(1, 1), (1, 2), (2, 2), (2, 3)]];
    [
        [I[0], I[1], I[0], I[1]],
        [O; 4],
        [
            [(1, 2), (2, 1), (2, 2), (2, 3)],
            [(1, 2), (2, 2), (2, 3), (3, 2)],
            [(2, 1), (2, 2), (2, 3), (3, 2)],
            [(1, 2), (2, 1), (2, 2), (3, 2)],
        ],
        [S[0], S[1], S[0], S[1]],
        [Z[0], Z[1], Z[0], Z[1]],
        [
            [(1, 2), (2, 2), (3, 2), (3, 3)],
            [(2, 1), (2, 2), (2, 3), (3, 1)],
            [(1, 1), (1, 2), (2, 2), (3, 2)],
            [(1, 3), (2, 1), (2, 2), (2, 3)],
        ],
        [
            [(1, 2), (2, 2), (3, 1), (3, 2)],
            [(1, 1), (2, 1), (2, 2), (2, 3)],
            [(1, 2), (1, 3), (2, 2), (3, 2)],
            [(2, 1), (2, 2), (2, 3), (3, 3)],
        ],
    ]
};

/// The sheet cell by cell: slow and obvious.
struct Reference {
    size: (i32, i32),
    full: HashSet<(i32, i32)>,
    piece: usize,
    rotation: usize,
    x: i32,
    y: i32,
}

impl Reference {
    fn cells(&self, rotation: usize, x: i32, y: i32) -> [(i32, i32); 4] {
        BOXES[self.piece][rotation].map(|(dx, dy)| (x + dx, y + dy))
    }

    fn inside(&self, rotation: usize, x: i32, y: i32) -> bool {
        let (width, height) = self.size;
        let inside = |&(x, y): &(i32, i32)| (0..width).contains(&x) && (0..height).contains(&y);
        self.cells(rotation, x, y).iter().all(inside)
    }

    fn hits(&self, rotation: usize, x: i32, y: i32) -> bool {
        self.cells(rotation, x, y).iter().any(|cell| self.full.contains(cell))
    }

    fn free(&self, rotation: usize, x: i32, y: i32) -> bool {
        self.inside(rotation, x, y) && !self.hits(rotation, x, y)
    }

    /// Brings a piece in; whether the episode is over.
    fn spawn(&mut self, piece: usize) -> bool {
        (self.piece, self.rotation, self.x, self.y) = (piece, 0, self.size.0 / 2 - 2, -4);
        let mut hit = false;
        while !self.inside(0, self.x, self.y) {
            hit |= self.hits(0, self.x, self.y);
            self.y += 1;
        }
        hit || self.hits(0, self.x, self.y)
    }

    /// One step; whether the piece locked.
    fn act(&mut self, action: usize) -> bool {
        let (mut rotation, mut x, mut y) = (self.rotation, self.x, self.y);
        match action {
            0 => x -= 1,
            1 => x += 1,
            2 => rotation = (rotation + 1) % 4,
            3 => rotation = (rotation + 3) % 4,
            5 => {
                while self.free(rotation, x, y + 1) {
                    y += 1;
                }
            }
            _ => {}
        }
        if self.free(rotation, x, y) {
            (self.rotation, self.x, self.y) = (rotation, x, y);
        }
        if self.free(self.rotation, self.x, self.y + 1) {
            self.y += 1;
            return false;
        }
        self.full.extend(self.cells(self.rotation, self.x, self.y));
        self.clear();
        true
    }

    fn clear(&mut self) {
        for row in 0..self.size.1 {
            if (0..self.size.0).all(|x| self.full.contains(&(x, row))) {
                let kept = self.full.iter().filter(|cell| cell.1 != row);
                let down = |&(x, y): &(i32, i32)| (x, if y < row { y + 1 } else { y });
                self.full = kept.map(down).collect();
            }
        }
    }

    fn agrees(&self, world: &Environment) -> bool {
        let seen = world.observation();
        let width = self.size.0;
        let full = |i: usize| self.full.contains(&(i as i32 % width, i as i32 / width));
        let pose = (self.piece, self.rotation, self.x, self.y);
        seen.board.iter().enumerate().all(|(i, &cell)| cell == full(i))
            && seen.piece.is_none_or(|p| (p.identity, p.rotation, p.x, p.y) == pose)
    }
}

#[test]
fn episodes_agree_with_the_sheet_cell_by_cell() {
    for (i, size) in [(10, 20), (10, 25), (4, 5), (5, 6), (7, 9), (11, 8)].into_iter().enumerate() {
        let mut dice = super::dice(41, i as u64);
        let board = Size::new(size.0, size.1);
        let mut world = Environment::new(board, Dealer::Uniform, 1.0, Seed(i as u64)).unwrap();
        for _ in 0..40 {
            world.start();
            follow(&mut world, (size.0 as i32, size.1 as i32), &mut dice);
        }
    }
}

fn follow(world: &mut Environment, size: (i32, i32), dice: &mut ludex_core::Rng) {
    let full = HashSet::new();
    let mut reference = Reference { size, full, piece: 0, rotation: 0, x: 0, y: 0 };
    let mut over = reference.spawn(world.observation().piece.unwrap().identity);
    let mut locked = false;
    while !over {
        let press = Press::ALL[dice.random_range(0..6)];
        let step = world.step(press);
        if locked {
            over = reference.spawn(step.observation.piece.unwrap().identity);
            locked = false;
        } else {
            locked = reference.act(press.number());
        }
        assert!(reference.agrees(world), "{press}: {}", world.position().board);
        assert_eq!((step.terminal, step.observation.piece.is_none()), (over, locked));
    }
}

fn rlcomp(size: &str) -> Tetris {
    Tetris::open(&"rlcomp".parse().unwrap(), Some(size.parse().unwrap())).unwrap()
}

fn play(game: &Tetris, text: &str, presses: &[Press]) -> Position {
    let mut position = game.read_position(text).unwrap();
    for &press in presses {
        game.check(&position, Action::Press(press)).unwrap();
        game.play(&mut position, Action::Press(press));
    }
    position
}

/// Where the falling piece is, in notation.
fn falling(game: &Tetris, position: &Position) -> String {
    let text = game.position_text(position);
    let line = text.lines().find_map(|line| line.strip_prefix("falling "));
    line.unwrap_or("none").to_owned()
}

#[test]
fn every_action_falls_one_row_and_an_illegal_one_does_nothing_else() {
    let game = rlcomp("10x20");
    let after = |text, press| falling(&game, &play(&game, text, &[press]));
    let free = "next T\nfalling T1@10,5\nboard\n";
    assert_eq!(after(free, Press::Left), "T1@11,4");
    assert_eq!(after(free, Press::Right), "T1@11,6");
    assert_eq!(after(free, Press::Rotate), "T2@11,5");
    assert_eq!(after(free, Press::RotateBack), "T4@11,5");
    assert_eq!(after(free, Press::None), "T1@11,5");
    assert_eq!(after("next T\nfalling T1@10,1\nboard\n", Press::Left), "T1@11,1", "the wall");
    assert_eq!(after("next I\nboard\n", Press::Rotate), "I1@1,5", "the ceiling");
    assert_eq!(after("next T\nfalling T3@10,0\nboard\n", Press::Rotate), "T3@11,0", "the wall");
}

#[test]
fn a_piece_locks_when_it_cannot_fall_after_the_action() {
    let game = rlcomp("6x8");
    let falls = |text, presses: &[Press]| falling(&game, &play(&game, text, presses));
    let above_floor = "next O\nfalling O1@5,2\nboard\n";
    assert_eq!(falls(above_floor, &[Press::None]), "O1@6,2", "on the floor, but not locked yet");
    assert_eq!(falls(above_floor, &[Press::None, Press::Right]), "none", "moved, then locked");
    let ledge = "next O\nfalling O1@4,2\nboard\n.XX...\n.XX...\n";
    assert_eq!(falls(ledge, &[Press::None]), "none");
    assert_eq!(falls(ledge, &[Press::Right]), "none", "still half on the ledge");
    let edge = "next O\nfalling O1@4,3\nboard\n.XX...\n.XX...\n";
    assert_eq!(falls(edge, &[Press::Right]), "O1@5,4", "off the ledge at the last moment");
}

#[test]
fn a_drop_locks_at_once_and_the_next_piece_costs_a_step() {
    let game = rlcomp("6x8");
    let mut position = play(&game, "next O\nboard\n", &[Press::Drop]);
    assert_eq!((position.steps, position.pieces), (1, 1));
    assert_eq!(position.board.to_string().lines().last(), Some("..XX.."));
    assert_eq!(game.turn(&position), Turn::Chance);
    game.play(&mut position, Action::Deal(2));
    assert_eq!((position.steps, position.pieces), (2, 1));
    assert_eq!(falling(&game, &position), "T1@1,3");
}

#[test]
fn it_is_over_when_a_new_piece_meets_something() {
    let game = rlcomp("10x5");
    let over = |piece: &str, top: &str| {
        let text = format!("next {piece}\nboard\n{top}\n..........\n..........\n");
        let text = format!("{text}..........\n..........\n");
        game.turn(&game.read_position(&text).unwrap()) == Turn::Over
    };
    // J comes in as ..X above XXX on columns 4 to 6.
    assert!(!over("J", "XXXX...XXX"), "beside it");
    assert!(over("J", "......X..."), "where it comes to be");
    assert!(over("J", "....X....."), "on its way in only");
    assert!(!over("T", "XXXX..XXXX"), "T comes in on columns 4 and 5");
    assert!(over("T", "....X....."), "on its way in only");
}

#[test]
fn rewards_are_powers_rounded_down() {
    let points = |exponent| [0, 1, 2, 3, 4].map(|rows| Scoring::Power(exponent).points(rows));
    assert_eq!(points(1.0), [0, 1, 2, 3, 4]);
    assert_eq!(points(2.0), [0, 1, 4, 9, 16]);
    assert_eq!(points(0.5), [0, 1, 1, 1, 2]);
    let game = Tetris::open(&"rlcomp:exponent=2".parse().unwrap(), None).unwrap();
    let text = "next O\nfalling O1@20,1\nboard\n..XXXXXXXX\n..XXXXXXXX\n";
    let position = play(&game, text, &[Press::Drop]);
    assert_eq!((position.points[0], position.lines[0]), (4, 2));
}

#[test]
fn impossible_positions_are_refused() {
    let refuse = |rules: &str, text: &str| {
        let game = Tetris::open(&rules.parse().unwrap(), Some(Size::new(6, 8))).unwrap();
        game.read_position(text).unwrap_err().to_string()
    };
    let on_full = "next O\nfalling O1@6,2\nboard\n.XX...\n";
    assert!(refuse("rlcomp", on_full).contains("on full cells"));
    let outside = "next O\nfalling O1@6,9\nboard\n";
    assert!(refuse("rlcomp", outside).contains("outside the board"));
    let another = "next O\nfalling T1@4,3\nboard\n";
    assert!(refuse("rlcomp", another).contains("bad falling piece `T1@4,3`"));
    assert!(refuse("rlcomp", "falling T1@4,3\nboard\n").contains("bad falling piece"));
    assert!(refuse("simplified", "next O\nfalling O1@4,2\nboard\n").contains("placements only"));
}

#[test]
fn a_random_agent_lives_as_long_as_the_competitions() {
    let set = super::super::sets::rlcomp();
    let weighted = Dealer::by_name("weighted", &set).unwrap();
    for (size, dealer, steps, pieces) in [
        (Size::new(10, 20), Dealer::Uniform, 68.3, 12.9),
        (Size::new(10, 25), weighted, 91.1, 16.2),
    ] {
        let mut world = Environment::new(size, dealer, 1.0, Seed(3)).unwrap();
        let mut dice = super::dice(42, 0);
        let (games, mut seen) = (4000, 0);
        for _ in 0..games {
            while !world.is_over() {
                world.advance(Press::ALL[dice.random_range(0..6)]);
            }
            seen += world.pieces_seen();
            world.start();
        }
        let all = world.counters().total_steps - world.counters().steps;
        let mean = all as f64 / f64::from(games);
        // Four standard errors of 4,000 episodes. The means are those of 300,000 episodes, which a
        // program of its own, written after the competition's source, gives too.
        assert!((mean - steps).abs() < 1.4, "{size}: {mean} steps, expected {steps}");
        let mean = f64::from(seen) / f64::from(games);
        assert!((mean - pieces).abs() < 0.15, "{size}: {mean} pieces, published {pieces}");
    }
}

#[test]
fn an_observation_is_the_board_the_piece_and_the_size() {
    let list = Dealer::list("OJ", &super::super::sets::rlcomp()).unwrap();
    let mut world = Environment::new(Size::new(6, 7), list, 1.0, Seed(1)).unwrap();
    let numbers = world.observation().numbers(&world);
    assert_eq!(numbers.len(), 42 + 7 + 2);
    assert_eq!(numbers[..12], [0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0]);
    assert_eq!(numbers[42..], [0, 1, 0, 0, 0, 0, 0, 7, 6]);
    let step = world.step(Press::Drop);
    assert_eq!(step.observation.board.iter().filter(|&&full| full).count(), 4);
    assert!(world.step(Press::None).observation.piece.is_some_and(|j| j.identity == 6));
    assert!(!world.step(Press::Drop).terminal || world.is_over());
    assert!(world.step(Press::Drop).terminal, "the list is at its end");
    assert!(Environment::new(Size::new(6, 7), Dealer::Uniform, f64::NAN, Seed(1)).is_err());
    assert!(Environment::new(Size::new(2, 2), Dealer::Uniform, 1.0, Seed(1)).is_err());
}

/// The board after an agent has steered one piece to its place.
fn steered(game: &Tetris, text: &str, spec: &str) -> Position {
    let agent = game.agent(&spec.parse().unwrap(), Seed(1)).unwrap();
    let mut position = game.read_position(text).unwrap();
    while position.falling.is_some() {
        let action = agent.choose(game, &position, &Budget::unlimited()).unwrap();
        let decision = agent.decide(game, &position, &Budget::unlimited()).unwrap();
        assert_eq!(decision.best().action, action, "{spec}");
        game.play(&mut position, action);
    }
    position
}

#[test]
fn who_tucks_fills_a_hole_that_is_open_at_one_side() {
    let game = rlcomp("6x8");
    let text = "next T\nboard\n....XX\nX....X\n";
    assert!(!steered(&game, text, "yaveroglu").board.is_full(4, 0));
    assert!(steered(&game, text, "yaveroglu:tuck=true").board.is_full(4, 0));
    assert!(steered(&game, text, "yaveroglu:tuck=true,pieces=2").board.is_full(4, 0));
}

/// Every course counts: no sequence of actions ends in a better place than the one that was found.
#[test]
fn the_best_course_is_the_best_there_is() {
    let game = rlcomp("5x6");
    let agent = game.agent(&"yaveroglu:tuck=true".parse().unwrap(), Seed(1)).unwrap();
    for (i, text) in
        ["next T\nboard\n...XX\nX....\n", "next L\nboard\n.XX..\n.X...\n"].iter().enumerate()
    {
        let start = game.read_position(text).unwrap();
        let decision = agent.decide(&game, &start, &Budget::unlimited()).unwrap();
        let mut ends = vec![start];
        let mut best = f64::NEG_INFINITY;
        while let Some(position) = ends.pop() {
            if position.falling.is_none() {
                let weights = crate::agents::yaveroglu_of(game.rules().size);
                let rows =
                    weights.weights[crate::features::at::LINES] * f64::from(position.lines[0]);
                best = best.max(weights.value(&game, &position, Seat::FIRST) + rows);
                continue;
            }
            ends.extend(Press::ALL.map(|press| {
                let mut next = position;
                game.play(&mut next, Action::Press(press));
                next
            }));
        }
        assert!(
            (decision.best().value - best).abs() < 1e-9,
            "{i}: {} {best}",
            decision.best().value
        );
        assert_eq!(decision.candidates.len(), 6);
    }
}

/// What programs outside see is what the environment shows, in the words of all games.
#[test]
fn the_room_shows_what_the_environment_shows() {
    let mut world = Environment::new(Size::new(6, 9), Dealer::Uniform, 1.0, Seed(3)).unwrap();
    let mut dice = Seed(4).rng();
    while !world.is_over() {
        let (shown, seen) = (world.game().observe(world.position()).unwrap(), world.observation());
        assert_eq!((shown.width, shown.height), (6, 9));
        let full: Vec<bool> = shown.cells.iter().map(|&cell| cell == 1).collect();
        assert_eq!(full, seen.board);
        let number = |name: &str| shown.numbers[name];
        match seen.piece {
            None => assert_eq!(number("piece"), -1),
            Some(piece) => {
                assert_eq!(number("piece") as usize, piece.identity);
                assert_eq!(number("rotation") as usize, piece.rotation);
                assert_eq!((number("x"), number("y")), (piece.x, piece.y));
            }
        }
        world.advance(Press::ALL[dice.random_range(0..6)]);
    }
    let other = Tetris::open(&"simplified".parse().unwrap(), None).unwrap();
    assert_eq!(other.observe(&other.start()), None);
}

/// The viewer's counters over games that follow each other.
#[test]
fn a_series_is_counted_as_the_viewer_does() {
    let game = rlcomp("6x8");
    let position = game.read_position("next T\nsteps 4\nboard\n").unwrap();
    let mut before = Series::default();
    let told = |before: &Series| game.tally(&position, before).unwrap();
    assert_eq!(told(&before), ("E/S/T", "1/4/4".into()));
    for steps in [40.0, 50.0] {
        let figures = ["lines", "pieces", "score", "steps"];
        let values = [1.0, 9.0, 1.0, steps];
        let figures: Vec<Metric> =
            figures.into_iter().zip(values).map(|(name, value)| Metric { name, value }).collect();
        before.add(&figures);
    }
    assert_eq!(told(&before), ("E/S/T", "3/4/94".into()));
    assert_eq!(Tetris::INFO.metrics[3], "steps", "the figure that is counted");
}
