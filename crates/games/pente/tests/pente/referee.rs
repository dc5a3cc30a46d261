//! A slow, obvious referee, and many random games in which the rules must agree with it.
//!
//! `LUDEX_PENTE_GAMES=1000000 cargo test --release -p ludex-pente --test pente referee` plays a million games.

use crate::game;
use ludex_core::{Game, Seat, Seed, Turn};
use ludex_pente::{Pente, Point, Position, Variant};
use rand::RngExt;

const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The game as the rule book tells it: a grid, and loops over it.
struct Referee<'a> {
    game: &'a Pente,
    grid: Vec<Vec<Option<usize>>>,
    captured: [usize; 2],
    longest: [usize; 2],
    mover: usize,
    winner: Option<usize>,
}

impl<'a> Referee<'a> {
    fn new(game: &'a Pente) -> Self {
        let side = usize::from(game.settings().side);
        Self {
            game,
            grid: vec![vec![None; side]; side],
            captured: [0; 2],
            longest: [0; 2],
            mover: 0,
            winner: None,
        }
    }

    fn at(&self, column: isize, row: isize) -> Option<usize> {
        let row = self.grid.get(usize::try_from(row).ok()?)?;
        *row.get(usize::try_from(column).ok()?)?
    }

    fn full(&self) -> bool {
        self.grid.iter().flatten().all(Option::is_some)
    }

    fn over(&self) -> bool {
        self.winner.is_some() || self.full()
    }

    /// Whether the cells from a point on in a direction belong to these seats.
    fn shows(&self, (c, r): (isize, isize), (dc, dr): (isize, isize), seats: &[usize]) -> bool {
        (1..).zip(seats).all(|(i, &seat)| self.at(c + i * dc, r + i * dr) == Some(seat))
    }

    fn play(&mut self, point: Point) {
        let (me, you) = (self.mover, 1 - self.mover);
        let here = (point.column() as isize, point.row() as isize);
        self.grid[point.row()][point.column()] = Some(me);
        let mut gone = Vec::new();
        for (dc, dr) in DIRECTIONS {
            let step = |i: isize| (here.0 + i * dc, here.1 + i * dr);
            if self.game.settings().variant == Variant::Gomoku {
                break;
            }
            if self.shows(here, (dc, dr), &[you, you, me]) {
                gone.extend([step(1), step(2)]);
            }
            let keryo = self.game.settings().variant == Variant::Keryo;
            if keryo && self.shows(here, (dc, dr), &[you, you, you, me]) {
                gone.extend([step(1), step(2), step(3)]);
            }
            let poof = self.game.settings().variant == Variant::Poof;
            if poof
                && self.shows(here, (dc, dr), &[me, you])
                && self.shows(here, (-dc, -dr), &[you])
            {
                gone.extend([here, step(1)]);
            }
        }
        gone.sort_unstable();
        gone.dedup();
        for (column, row) in gone {
            let owner = self.at(column, row).unwrap();
            self.captured[1 - owner] += 1;
            self.grid[row as usize][column as usize] = None;
        }
        self.judge(here);
        self.mover = you;
    }

    fn judge(&mut self, here: (isize, isize)) {
        let me = self.mover;
        let settings = self.game.settings();
        let length = |step: (isize, isize)| {
            let reach = |(dc, dr): (isize, isize)| {
                (1..20)
                    .take_while(|i| self.at(here.0 + i * dc, here.1 + i * dr) == Some(me))
                    .count()
            };
            1 + reach(step) + reach((-step.0, -step.1))
        };
        let stands = self.at(here.0, here.1) == Some(me);
        let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let rows: Vec<usize> = lines.into_iter().filter(|_| stands).map(length).collect();
        self.longest[me] = rows.iter().copied().fold(self.longest[me], usize::max);
        let row = usize::from(settings.row);
        let exact = settings.variant == Variant::ExactFive;
        if rows.iter().any(|&length| if exact { length == row } else { length >= row }) {
            self.winner = Some(me);
            return;
        }
        let goal = usize::from(settings.captures * settings.variant.stones_per_capture());
        let leader = usize::from(self.captured[1] > self.captured[0]);
        if self.captured[0] != self.captured[1] && self.captured[leader] >= goal {
            self.winner = Some(leader);
        }
    }
}

fn compare(game: &Pente, position: &Position, referee: &Referee<'_>) {
    let side = usize::from(game.settings().side);
    for row in 0..side {
        for column in 0..side {
            let point = game.point_at(column, row).unwrap();
            assert_eq!(position.owner(point).map(|s| s.0), referee.grid[row][column]);
        }
    }
    for seat in 0..2 {
        assert_eq!(usize::from(position.captured(Seat(seat))), referee.captured[seat]);
        assert_eq!(usize::from(position.longest(Seat(seat))), referee.longest[seat]);
    }
    assert_eq!(position.winner().map(|s| s.0), referee.winner);
    match game.turn(position) {
        Turn::Over => assert!(referee.over()),
        turn => assert!(!referee.over() && turn == Turn::Seat(Seat(referee.mover))),
    }
}

/// Plays a game near its own stones, where captures and rows happen, and takes some moves back.
fn play_random(game: &Pente, seed: Seed) -> usize {
    let mut dice = seed.rng();
    let (mut position, mut referee) = (game.start(), Referee::new(game));
    let (mut actions, mut plies) = (Vec::new(), 0);
    while game.turn(&position) != Turn::Over {
        actions.clear();
        game.actions(&position, &mut actions);
        let close: Vec<Point> =
            actions.iter().copied().filter(|&p| touches(game, &position, p)).collect();
        let pool = if close.is_empty() || dice.random_bool(0.05) { &actions } else { &close };
        let action = pool[dice.random_range(0..pool.len())];
        let before = position;
        let undo = game.play(&mut position, action);
        game.undo(&mut position, action, undo);
        assert_eq!((position, game.key(&position)), (before, game.key(&before)));
        game.play(&mut position, action);
        referee.play(action);
        compare(game, &position, &referee);
        plies += 1;
    }
    plies
}

fn touches(game: &Pente, position: &Position, point: Point) -> bool {
    DIRECTIONS.iter().any(|&(dc, dr)| {
        let column = point.column().checked_add_signed(dc);
        let row = point.row().checked_add_signed(dr);
        let near = column.zip(row).and_then(|(column, row)| game.point_at(column, row));
        near.is_some_and(|near| position.owner(near).is_some())
    })
}

#[test]
fn random_games_agree_with_the_referee() {
    let games = std::env::var("LUDEX_PENTE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(240);
    let rules = [
        ("pente", 19),
        ("pente", 7),
        ("pente:row=5,captures=40", 9),
        ("keryo:row=5", 9),
        ("exact-five:captures=20", 13),
        ("poof:row=5", 9),
        ("poof:captures=2", 7),
        ("pente:tournament", 13),
        ("keryo:captures=40", 5),
        ("exact-five:row=3,captures=40", 7),
    ];
    let mut plies = 0;
    for index in 0..games {
        let (rules, side) = rules[index as usize % rules.len()];
        plies += play_random(&game(rules, side), Seed(1).derive(index));
    }
    assert!(plies > games as usize * 10, "games of {plies} plies in all are no games");
}
