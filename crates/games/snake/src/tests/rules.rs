use super::*;
use ludex_core::conformance::{check, check_terms};
use ludex_core::{Seat, Seed, Turn};

#[test]
fn the_laws_of_games_hold() {
    check(&game(4, 4), 20, Seed(1));
    check(&game(7, 5).with_foods(3), 20, Seed(2));
    check(&game(5, 4).with_foods(8).with_patience(Some(30)), 20, Seed(3));
    check(&Snake::default(), 2, Seed(4));
}

#[test]
fn terms_sum_to_the_value() {
    check_terms(&game(5, 5).with_foods(2), &Comfort, 20, Seed(1));
    check_terms(&Snake::default(), &Comfort, 5, Seed(2));
}

#[test]
fn it_starts_near_the_middle_heading_right() {
    let position = Snake::default().start();
    let grid = Snake::default().grid();
    let body: Vec<_> = position.body(grid).map(|cell| grid.spot(cell)).collect();
    assert_eq!(body, [(8, 10), (9, 10), (10, 10)]);
    assert_eq!(position.heading(), Direction::Right);
    assert_eq!(Snake::default().turn(&position), Turn::Chance);
}

#[test]
fn a_wall_ends_the_game() {
    let game = game(4, 4);
    let mut position = read(&game, "body 4,2 3,2 2,2\nfood 1,1\nsteps 0\nhungry 0\n");
    go(&game, &mut position, "r");
    assert_eq!((position.end(), position.steps()), (Some(End::Wall), 1));
    assert_eq!(game.turn(&position), Turn::Over);
}

#[test]
fn the_own_body_ends_the_game() {
    let game = game(4, 4);
    let text = "body 2,2 3,2 3,3 2,3 1,3 1,2\nfood 4,4\nsteps 0\nhungry 0\n";
    let mut position = read(&game, text);
    go(&game, &mut position, "d");
    assert_eq!(position.end(), Some(End::Body));
    assert_eq!(position.length(), 6);
}

#[test]
fn the_cell_that_the_tail_leaves_is_free() {
    let game = game(4, 4);
    let mut position = read(&game, "body 2,2 3,2 3,3 2,3\nfood 4,4\nsteps 0\nhungry 0\n");
    go(&game, &mut position, "drul");
    assert_eq!(position.end(), None);
    assert_eq!(position.head(), game.grid().cell(1, 1));
}

#[test]
fn turning_back_is_not_playable() {
    let game = game(4, 4);
    let mut position = game.start();
    game.play(&mut position, Action::Food(0));
    assert!(game.check(&position, Action::Go(Direction::Left)).is_err());
    assert!(game.check(&position, Action::Go(Direction::Right)).is_ok());
    assert!(game.check(&position, Action::Food(1)).is_err());
}

#[test]
fn eating_grows_by_one_and_brings_new_food() {
    let game = game(4, 4);
    let mut position = read(&game, "body 3,2 2,2 1,2\nfood 4,2\nsteps 9\nhungry 9\n");
    go(&game, &mut position, "r");
    assert_eq!((position.length(), position.hungry(), position.steps()), (4, 0, 10));
    assert_eq!(position.tail(), game.grid().cell(0, 1));
    assert_eq!(game.score(&position, Seat::FIRST), 1.0);
    assert_eq!(game.turn(&position), Turn::Chance);
    let mut outcomes = Vec::new();
    game.actions(&position, &mut outcomes);
    assert_eq!(outcomes.len(), 12);
}

#[test]
fn filling_the_board_wins() {
    let game = game(4, 4);
    let text = "body 1,2 2,2 3,2 4,2 4,3 3,3 2,3 1,3 1,4 2,4 3,4 4,4\n\
                food 1,1\nsteps 90\nhungry 3\n";
    let mut position = read(&game, text);
    go(&game, &mut position, "u");
    for column in 1..4 {
        game.play(&mut position, Action::Food(column));
        assert_eq!(game.turn(&position), Turn::Seat(Seat::FIRST));
        go(&game, &mut position, "r");
    }
    assert_eq!((position.end(), position.length()), (Some(End::Full), 16));
    assert_eq!(game.turn(&position), Turn::Over);
}

#[test]
fn a_snake_without_food_starves() {
    let game = game(4, 4).with_patience(Some(8));
    let mut position = read(&game, "body 2,2 3,2 3,3 2,3\nfood 4,4\nsteps 0\nhungry 0\n");
    go(&game, &mut position, "druldru");
    assert_eq!(position.end(), None);
    go(&game, &mut position, "l");
    assert_eq!(position.end(), Some(End::Starved));
}

#[test]
fn several_foods_lie_at_once_while_there_is_room() {
    let game = game(4, 4).with_foods(3);
    let mut position = game.start();
    for cell in 0..3 {
        assert_eq!(game.turn(&position), Turn::Chance);
        game.play(&mut position, Action::Food(cell));
    }
    assert_eq!(game.turn(&position), Turn::Seat(Seat::FIRST));
    assert_eq!(position.foods(), [0, 1, 2]);
}

/// The flood fill against a plain search with sets.
#[test]
fn reach_agrees_with_a_plain_search() {
    let game = game(6, 5);
    let grid = game.grid();
    for seed in 0..40 {
        let mut dice = Seed(seed).rng();
        let mut position = game.start();
        let mut buffer = Vec::new();
        while let Some(action) = game.sample(&position, &mut dice, &mut buffer) {
            game.play(&mut position, action);
            let mut found = std::collections::BTreeSet::from([position.head()]);
            while let Some(next) = found
                .iter()
                .flat_map(|&cell| {
                    Direction::ALL.into_iter().filter_map(move |d| grid.step(cell, d))
                })
                .find(|cell| !found.contains(cell) && !position.is_body(*cell))
            {
                found.insert(next);
            }
            let tail = found.iter().any(|&cell| grid.direction(cell, position.tail()).is_some());
            let reach = evaluate::reach(&game, &position);
            assert_eq!((reach.cells, reach.tail), (found.len() - 1, tail));
        }
    }
}
