//! What is said of placements, counted again cell by cell; and the cells that terms point at.

use crate::doors::{Claim, Over, claims};
use crate::features::{FEATURES, at};
use crate::position::{Action, Position};
use crate::reference;
use crate::{Linear, Tetris};
use ludex_core::explain::Speaker;
use ludex_core::{Budget, Candidate, Decision, Evaluate, Game, Room, Seat, Seed, Turn, playout};

/// Full cells by row from the floor and column.
type Grid = Vec<Vec<bool>>;

fn grid(position: &Position) -> Grid {
    let board = &position.board;
    (0..board.height()).map(|y| (0..board.width()).map(|x| board.is_full(x, y)).collect()).collect()
}

/// The board with a placement on it, full rows still in place, and the cells of the piece.
fn placed(game: &Tetris, position: &Position, action: Action) -> (Grid, Vec<(usize, usize)>) {
    let Action::Place { piece, at, .. } = action else { panic!("a placement") };
    let mut grid = grid(position);
    let cells: Vec<(usize, usize)> = game
        .shape(piece, at)
        .each_cell()
        .map(|(dx, dy)| (usize::from(at.x) + dx, usize::from(at.y) + dy))
        .collect();
    for &(x, y) in &cells {
        grid[y][x] = true;
    }
    (grid, cells)
}

fn full_rows(grid: &Grid) -> Vec<usize> {
    (0..grid.len()).filter(|&y| grid[y].iter().all(|&full| full)).collect()
}

/// Whether something lies above an empty cell, rows that go left out.
fn is_covered(grid: &Grid, x: usize, y: usize, gone: &[usize]) -> bool {
    !grid[y][x] && (y + 1..grid.len()).any(|above| grid[above][x] && !gone.contains(&above))
}

/// Cells made, filled and opened as holes.
fn holes(before: &Grid, after: &Grid, piece: &[(usize, usize)]) -> [u32; 3] {
    let gone = full_rows(after);
    let mut counts = [0; 3];
    for (x, y) in (0..before[0].len()).flat_map(|x| (0..before.len()).map(move |y| (x, y))) {
        let was = is_covered(before, x, y, &[]);
        let is = is_covered(after, x, y, &gone);
        counts[0] += u32::from(is && !was);
        counts[1] += u32::from(was && piece.contains(&(x, y)));
        counts[2] += u32::from(was && !after[y][x] && !is);
    }
    counts
}

/// The most rows that the next piece clears, by trying all.
fn most_cleared(game: &Tetris, position: &Position, piece: u8) -> u32 {
    let mut most = 0;
    game.reach().for_each(&position.board, piece.into(), |at| {
        let (grid, _) = placed(game, position, Action::place(piece, false, at));
        most = most.max(full_rows(&grid).len() as u32);
    });
    most
}

#[test]
fn claims_about_placements_hold() {
    let mut checked = 0;
    let asked = [
        ("tetrisvs", "dt20"),
        ("tetrisvs", "dt10"),
        ("simplified", "lee"),
        ("simplified", "bcts"),
        ("simplified", "dt20"),
        ("simplified", "ludex"),
        ("versus", "tetrisvs-easy"),
    ];
    let mut together = 0;
    for (rules, agent) in asked {
        let size = Some("6x14".parse().expect("a size"));
        let game = Tetris::open(&rules.parse().expect("rules"), size).expect("a game");
        let player = game.agent(&agent.parse().expect("a spec"), Seed(1)).expect("an agent");
        for seed in 0..40 {
            let (mut position, mut dice) = (game.start(), Seed(seed).rng());
            playout(&game, &mut position, &mut dice, &mut Vec::new(), 6 + seed as u32 % 16);
            while game.turn(&position) == Turn::Chance {
                let deal = game.sample(&position, &mut dice, &mut Vec::new()).expect("a piece");
                game.play(&mut position, deal);
            }
            if !matches!(game.turn(&position), Turn::Seat(_)) {
                continue;
            }
            let decision = player.decide(&game, &position, &Budget::unlimited()).expect("one");
            for claim in claims(&game, &position, &decision) {
                assert!(holds(&game, &position, &decision, &claim), "{claim:?}");
                together += u32::from(matches!(claim, Claim::HolesTogether { .. }));
                checked += 1;
            }
        }
    }
    assert!(checked > 150, "only {checked} claims");
    assert!(together > 10, "only {together} times holes are worth something together");
}

/// Holes, their depth, their rows and what covers them, measured cell by cell, with the weights that the agent gives them.
fn holes_together(game: &Tetris, position: &Position, best: &Candidate<Action>) -> f64 {
    let Action::Place { piece, at: to, .. } = best.action else { panic!("a placement") };
    let grid = reference::Grid::of(&position.board);
    let (x, y) = (to.x.into(), to.y.into());
    let (features, _) = reference::measure(&grid, game.shape(piece, to), x, y);
    let weight = |feature: usize| {
        let name = FEATURES[feature].name;
        best.terms.iter().find(|term| term.name == name).map_or(0.0, |term| term.weight)
    };
    let about = [at::HO, at::HD, at::RH, at::RHW, at::EMPC, at::AFC, at::CR];
    about.into_iter().map(|feature| features.0[feature] * weight(feature)).sum()
}

fn holds(game: &Tetris, position: &Position, decision: &Decision<Action>, claim: &Claim) -> bool {
    let action = decision.best().action;
    let (before, (after, piece)) = (grid(position), placed(game, position, action));
    let mut next = *position;
    game.play(&mut next, action);
    match claim {
        Claim::Clears(rows) => full_rows(&after).len() as u32 == *rows,
        Claim::Over(over) => is_over(game, &next, *over),
        Claim::NoEscape => decision.candidates.iter().all(|candidate| {
            let mut next = *position;
            game.play(&mut next, candidate.action);
            [Over::Next, Over::Any, Over::Touch].iter().any(|&over| is_over(game, &next, over))
        }),
        Claim::BetterOnAverage { other } => {
            let (best, other) = (decision.best(), &decision.candidates[*other]);
            let tried = [best, other].iter().all(|c| c.visits > Some(0));
            tried && other.value > best.value && other.order > best.order
        }
        Claim::Leaves { piece, rows } => most_cleared(game, &next, *piece) == *rows,
        Claim::Holes(told) => {
            holes(&before, &after, &piece) == [told.made, told.filled, told.opened]
        }
        Claim::HolesTogether { sum, .. } => {
            (holes_together(game, position, decision.best()) - sum).abs() < 1e-6
        }
    }
}

/// Whether a position is lost for this reason: by looking at every place that the pieces could have.
fn is_over(game: &Tetris, position: &Position, over: Over) -> bool {
    let has_room = |piece: u8| {
        let mut places = 0;
        match game.rules().way {
            crate::rules::Way::Straight => {
                places += game.drop_kernel().drops(&position.board, piece.into()).count();
            }
            _ => game.reach().for_each(&position.board, piece.into(), |_| places += 1),
        }
        places > 0
    };
    let pieces = game.rules().set.pieces.len() as u8;
    match (over, position.hand().current()) {
        (Over::Next, Some(piece)) => !has_room(piece),
        (Over::Any, None) => (0..pieces).all(|piece| !has_room(piece)),
        (Over::Touch, _) => {
            game.rules().touch_ends && grid(position).last().is_some_and(|row| row.contains(&true))
        }
        _ => false,
    }
}

/// Eighteen rows with holes in them: a T that stands on them leaves no room for what comes.
fn high(rules: &str, next: &str) -> String {
    let rows = "X.XXXXXXX.\nXXXX.XXXXX\n".repeat(9);
    format!("tetris {rules} 10x20\nnext {next}\nboard\n{rows}")
}

#[test]
fn the_end_of_the_game_is_told() {
    let said = words("entropy", &high("tetrisvs", "T O"));
    assert!(said.contains("Then the next piece cannot appear, and the game is over."), "{said}");
    let both = high("versus", "T S").replace("board", "next2 O\nboard");
    let said = words("random", &both);
    assert!(said.contains(" cannot appear, and both lose."), "{said}");
    assert!(!said.contains("the game is over"), "{said}");
}

#[test]
fn every_claim_about_the_end_holds() {
    let (mut ends, mut spared) = (0, 0);
    let asked = [
        ("tetrisvs", "entropy"),
        ("tetrisvs", "random"),
        ("simplified", "random"),
        ("essex:top=touch", "random"),
        ("versus", "random"),
        ("guideline", "random"),
    ];
    for (rules, agent) in asked {
        let size = Some(if rules == "guideline" { "6x12" } else { "6x8" }.parse().expect("a size"));
        let game = Tetris::open(&rules.parse().expect("rules"), size).expect("a game");
        let player = game.agent(&agent.parse().expect("a spec"), Seed(1)).expect("an agent");
        for seed in 0..60 {
            let (mut position, mut dice) = (game.start(), Seed(seed).rng());
            let mut before = None;
            while game.turn(&position) != Turn::Over {
                if matches!(game.turn(&position), Turn::Seat(_)) {
                    before = Some(position);
                }
                let action = game.sample(&position, &mut dice, &mut Vec::new()).expect("a move");
                game.play(&mut position, action);
            }
            let position = before.expect("a move");
            let decision = player.decide(&game, &position, &Budget::unlimited()).expect("one");
            let found = claims(&game, &position, &decision);
            for claim in &found {
                assert!(holds(&game, &position, &decision, claim), "{rules}: {claim:?}");
            }
            let told = found.iter().any(|claim| matches!(claim, Claim::Over(_)));
            for other in decision.candidates.iter().filter(|c| c.order != decision.best().order) {
                let mut next = position;
                game.play(&mut next, other.action);
                let ends = [Over::Next, Over::Any, Over::Touch];
                let ends = !told && ends.iter().any(|&over| is_over(&game, &next, over));
                let said = game.compare(&position, decision.best(), other, Speaker::Agent);
                assert_eq!(said.is_some(), ends, "{rules}: {said:?}");
            }
            let mut next = position;
            game.play(&mut next, decision.best().action);
            assert!(told || !next.lost, "{rules}, seed {seed}: the end is not told");
            (ends, spared) = (ends + u32::from(told), spared + u32::from(!told));
        }
    }
    assert!(ends > 60 && spared > 30, "{ends} ends told, {spared} games go on");
}

#[test]
fn pieces_with_numbers_are_called_by_their_letters() {
    let said = words("dt20", "tetris offline 11x20\nnext 2\nboard\nXXXX..XXXX.\n");
    assert!(said.starts_with("I put the O on columns "), "{said}");
}

#[test]
fn the_way_counts_what_was_tried() {
    let text = "tetris tetrisvs 10x20\nnext O T\nboard\nXXXXXX..XX\n";
    let table = ludex_core::room::<Tetris>().load(text, Seed(1)).expect("a position");
    let told = table.explain(&"entropy".parse().expect("a spec"), &Budget::unlimited());
    let decision = told.expect("words").decision;
    assert_eq!(decision.story.first().map(|tried| tried.step.len()), Some(0));
    assert_eq!(decision.story.last().map(|tried| &tried.step), Some(&decision.best().keys));
}

#[test]
fn better_averages_are_not_kept_back() {
    let text = high("simplified", "T");
    let said = words("dellacherie:rollouts=10", &text);
    assert!(
        said.contains(" averages more (-257.5 against -25,259), but less of that is sure."),
        "{said}"
    );
}

#[test]
fn meanings_have_a_short_form_for_sentences() {
    let short = |meaning: &str| {
        let brief = ludex_core::explain::brief(meaning);
        assert!(brief.len() <= 40 && !brief.contains([';', ',']), "{brief}");
    };
    for feature in FEATURES {
        short(feature.meaning);
    }
    let text = "tetris versus 10x20\nnext O S\nnext2 I\nboard\nXXXXXX....\n";
    for agent in ["versus", "versus:time=0.01", "tetrisvs-hard"] {
        let table = ludex_core::room::<Tetris>().load(text, Seed(1)).expect("a position");
        let told = table.explain(&agent.parse().expect("a spec"), &Budget::unlimited());
        let told = told.expect("words");
        let terms = told.decision.candidates.iter().flat_map(|c| &c.terms);
        terms.for_each(|term| short(&term.meaning));
    }
}

#[test]
fn terms_point_at_the_cells_that_they_count() {
    let game = Tetris::open(&"simplified".parse().expect("rules"), None).expect("a game");
    let linear = Linear::of(&[(at::HO, -1.0), (at::WE, -1.0), (at::RT, -1.0), (at::CT, -1.0)]);
    for seed in 0..60 {
        let (mut position, mut dice) = (game.start(), Seed(seed).rng());
        playout(&game, &mut position, &mut dice, &mut Vec::new(), 30);
        let cells = grid(&position);
        let height = cells.len();
        for term in linear.terms(&game, &position, Seat::FIRST) {
            for &[x, row] in &term.cells {
                let (x, y) = (usize::from(x), height - 1 - usize::from(row));
                assert!(!cells[y][x], "{} points at a full cell", term.name);
                let counts = match term.name.as_ref() {
                    "HO" => is_covered(&cells, x, y, &[]),
                    "WE" => {
                        let side = |x: Option<usize>| {
                            x.is_none_or(|x| cells[y].get(x).copied().unwrap_or(true))
                        };
                        side(x.checked_sub(1)) && side(Some(x + 1))
                    }
                    _ => true,
                };
                assert!(counts, "{} does not count ({x}, {y})", term.name);
            }
            let listed = term.cells.len() as f64;
            assert!(term.name != "HO" || listed == term.amount, "holes are counted one by one");
            assert!(
                term.name != "WE" || (listed <= term.amount),
                "wells are counted with their depth"
            );
        }
    }
}

/// What explanations say of a position file.
fn words(agent: &str, text: &str) -> String {
    let table = ludex_core::room::<Tetris>().load(text, Seed(1)).expect("a position");
    table.explain(&agent.parse().expect("a spec"), &Budget::unlimited()).expect("words").words
}

#[test]
fn pieces_that_nobody_knows_are_not_told() {
    let text = "tetris simplified 10x20\nnext T\nboard\nXXXX..XXXX\n";
    for agent in ["bcts:depth=2", "mcts:sims=60", "dt20:rollouts=4"] {
        let said = words(agent, text);
        assert!(!said.contains("Next I would"), "{agent}: {said}");
    }
    let known =
        words("bcts:depth=2", "tetris simplified:known=2 10x20\nnext T O\nboard\nXXXX..XXXX\n");
    assert!(!known.contains("Next I would play the") || known.contains("the O"), "{known}");
}

#[test]
fn means_are_called_means() {
    let said = words("bcts:depth=2", "tetris simplified 10x20\nnext T\nboard\nXXXX..XXXX\n");
    assert!(!said.contains(" worse") || said.contains("on average"), "{said}");
    let now = words("bcts", "tetris simplified 10x20\nnext T\nboard\nXXXX..XXXX\n");
    assert!(!now.contains("on average"), "{now}");
}

#[test]
fn nothing_comes_out_of_an_empty_hold() {
    for (hold, source) in [("", ", which comes next,"), ("hold I\n", "from the hold")] {
        let text = format!("tetris guideline 10x24\nnext S O T L J\n{hold}board\n.XXXXXXXXX\n");
        let table = ludex_core::room::<Tetris>().load(&text, Seed(1)).expect("a position");
        let said = table.explain(&"dt20".parse().expect("a spec"), &Budget::unlimited());
        let phrases = said.expect("words").phrases;
        let held: Vec<&String> =
            phrases.iter().filter(|(text, _)| text.starts_with("hold:")).map(|(_, p)| p).collect();
        assert!(!held.is_empty() && held.iter().all(|p| p.contains(source)), "{held:?}");
    }
}

#[test]
fn advice_on_placements_is_for_you() {
    let text = "tetris tetrisvs 10x20\nnext O T\nboard\nXXXXXX..XX\n";
    let table = ludex_core::room::<Tetris>().load(text, Seed(1)).expect("a position");
    let agent = "entropy".parse().expect("a spec");
    let said = table.advise(&agent, &Budget::unlimited()).expect("words").words;
    assert!(
        said.starts_with("Put the O on columns 6-7.") && said.contains("Then expect to"),
        "{said}"
    );
}

#[test]
fn more_known_pieces_than_the_rules_give_are_refused() {
    for rules in ["versus 10x20", "simplified 10x20"] {
        let text = format!("tetris {rules}\nnext O T S Z L J\nboard\nXXXXXX..XX\n");
        let read = ludex_core::room::<Tetris>().load(&text, Seed(1));
        assert!(read.is_err(), "{rules}");
    }
}
