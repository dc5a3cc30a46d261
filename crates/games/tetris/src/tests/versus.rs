//! The versus agent: its search against a plain one, and positions drawn by hand.

use super::{dice, random_board};
use crate::dealer::Dealt;
use crate::position::{Action, Position};
use crate::report::EMERGENCY;
use crate::rules::{Ahead, Foreseen};
use crate::versus::{Fates, Glance, Outlook, Weights, most_rows, risk};
use crate::{Board, LowBoard, Tetris};
use ludex_core::{
    Agent, Bound, Budget, Candidate, Evaluate, Game, Notation, Room, Seat, Seed, Size, Spec, Turn,
};
use ludex_search::common::play_earning;
use rand::RngExt;

fn versus(size: Option<Size>) -> Tetris {
    Tetris::open(&Spec::named("versus"), size).unwrap()
}

fn agent(game: &Tetris, spec: &str) -> Box<dyn Agent<Tetris>> {
    game.agent(&spec.parse().unwrap(), Seed(1)).unwrap()
}

fn load(game: &Tetris, text: &str) -> Position {
    game.read_position(text).unwrap()
}

/// The search as plainly as it can be written: no bounds, every leaf looked at closely.
fn plain(game: &Ahead, outlook: &Outlook, here: &Foreseen, seat: Seat, replies: usize) -> f64 {
    if !matches!(game.turn(here), Turn::Seat(_)) {
        return outlook.value(game, here, seat);
    }
    let mut actions = Vec::new();
    game.actions(here, &mut actions);
    let after = |&action: &Action| {
        let mut next = *here;
        let (_, reward) = play_earning(game, outlook, &mut next, action, seat);
        (next, reward)
    };
    let mut nexts: Vec<(Foreseen, f64)> = actions.iter().map(after).collect();
    let own = usize::from(here.position.mover) == seat.0;
    let worth = |(next, _): &(Foreseen, f64)| {
        let mover = usize::from(here.position.mover);
        let points = next.position.points.map(f64::from);
        let glance = Glance::of(&next.position.board, next.last, 0.0);
        points[mover] - points[1 - mover] + outlook.weights.glance(&glance)
    };
    if !own {
        nexts.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        nexts.truncate(replies);
    }
    let values =
        nexts.iter().map(|(next, reward)| reward + plain(game, outlook, next, seat, replies));
    values.reduce(if own { f64::max } else { f64::min }).unwrap()
}

/// The rows that each first placement leaves to the opponent although another one would leave none, by trying all.
fn offers(game: &Tetris, position: &Position) -> Vec<(Action, u32)> {
    let (game, start) = (Ahead::known(game), Foreseen::start(position));
    let rows_left = |&action: &Action| {
        let (mut next, mut replies) = (start, Vec::new());
        game.play(&mut next, action);
        game.actions(&next, &mut replies);
        let rows = |&reply: &Action| {
            let mut end = next;
            game.play(&mut end, reply);
            end.last.lines
        };
        (action, replies.iter().map(rows).max().unwrap_or(0))
    };
    let mut actions = Vec::new();
    game.actions(&start, &mut actions);
    let mut left: Vec<(Action, u32)> = actions.iter().map(rows_left).collect();
    let contested = position.board.pile_height() < Weights::default().generous;
    if !contested || left.iter().all(|&(_, rows)| rows > 0) {
        for (_, rows) in &mut left {
            *rows = 0;
        }
    }
    left
}

/// A random position with the pieces that both know.
fn random_position(game: &Tetris, i: u64) -> Position {
    let mut dice = dice(43, i);
    let Size { width, height } = game.rules().size;
    let mut position = Position::new(random_board(&mut dice, width, height));
    for (seat, known) in [(0, 2), (1, 1)] {
        for _ in 0..known {
            position.hands[seat].push(dice.random_range(0..7));
        }
    }
    position.points = [100 * dice.random_range(0..20), 100 * dice.random_range(0..20)];
    game.settle(&mut position);
    position
}

#[test]
fn the_search_finds_what_a_plain_one_finds() {
    let game = versus(Some(Size::new(6, 14)));
    let (budget, ahead) = (Budget::unlimited(), Ahead::known(&game));
    let (mut searched, mut offered) = (0, 0);
    for i in 0..40 {
        let position = random_position(&game, i);
        if game.turn(&position) != Turn::Seat(Seat::FIRST) {
            continue;
        }
        let replies = 1 + i as usize % 4;
        let player = agent(&game, &format!("versus:replies={replies}"));
        let decision = player.decide(&game, &position, &budget).unwrap();
        let chosen = player.choose(&game, &position, &budget).unwrap();
        assert_eq!(decision.best().action, chosen, "{i}");
        let lead = f64::from(position.points[0]) - f64::from(position.points[1]);
        let weights = Weights::default().on_guard(position.board.pile_height(), lead);
        let outlook = Outlook { weights, lead };
        let offers = offers(&game, &position);
        for candidate in &decision.candidates {
            let mut next = Foreseen::start(&position);
            let (_, reward) =
                play_earning(&ahead, &outlook, &mut next, candidate.action, Seat::FIRST);
            let (_, rows) = offers.iter().find(|(action, _)| *action == candidate.action).unwrap();
            let expected = reward
                + plain(&ahead, &outlook, &next, Seat::FIRST, replies)
                + weights.offer * f64::from(*rows);
            offered += rows;
            let off = (candidate.value - expected).abs();
            assert!(off < 1e-6, "{i} {:?} is off by {off}", candidate.action);
            let sum: f64 = candidate.terms.iter().map(|term| term.contribution).sum();
            assert!((sum - expected).abs() < 1e-6, "{sum} {expected}");
            searched += 1;
        }
        for one in [decision.best(), decision.candidates.last().unwrap()] {
            let weighed = player.weigh(&game, &position, one.action, &budget).unwrap();
            assert_eq!((weighed.value, &weighed.line), (one.value, &one.line));
        }
    }
    assert!(searched > 200 && offered > 20, "{searched} {offered}");
}

/// What the search expects after a placement is what made the placement's value.
#[test]
fn the_tree_unfolds_as_it_was_searched() {
    let game = versus(None);
    let budget = Budget::unlimited();
    let position = load(&game, "next O S\nnext2 I\nboard\nXXXXXX....\n");
    for spec in ["versus", "versus:replies=3", "tetrisvs-easy", "tetrisvs-hard"] {
        let player = agent(&game, spec);
        let decision = player.decide(&game, &position, &budget).unwrap();
        for candidate in &decision.candidates {
            let offer = candidate.terms.iter().find(|term| term.name == "offer");
            let worth = candidate.value - offer.map_or(0.0, |term| term.contribution);
            let answers = player.unfold(&game, &position, &[candidate.action], &budget).unwrap();
            let expected = answers.iter().find(|answer| answer.action == candidate.line[1]);
            assert!((expected.unwrap().value - worth).abs() < 1e-9, "{spec} {candidate:?}");
            let path = &candidate.line[..2];
            let own = player.unfold(&game, &position, path, &budget).unwrap();
            assert!(own.first().is_none_or(|own| (own.value - worth).abs() < 1e-9), "{spec}");
            let over = player.unfold(&game, &position, &candidate.line, &budget).unwrap();
            assert!(over.is_empty(), "no more pieces are known");
        }
    }
    let player = agent(&game, "mcts:sims=400");
    let best = player.decide(&game, &position, &budget).unwrap().best().clone();
    let answers = player.unfold(&game, &position, &[best.action], &budget).unwrap();
    let visits: u64 = answers.iter().filter_map(|answer| answer.visits).sum();
    assert!(answers.len() == 2 && visits > 0 && visits < best.visits.unwrap(), "{answers:?}");
    assert_eq!(answers[0].action, best.line[1]);
}

/// The rows that a piece can clear, found by trying every placement.
#[test]
fn the_most_rows_are_those_of_the_best_placement() {
    let game = versus(Some(Size::new(7, 14)));
    let mut clears = 0;
    for i in 0..400 {
        let mut dice = dice(44, i);
        let mut board: Board = random_board(&mut dice, 7, 14);
        for y in 0..dice.random_range(0..6) {
            (0..7).for_each(|x| board.set(x, y, x != 3 && x != (3 + i as usize % 3)));
        }
        let low: LowBoard = board.low().unwrap();
        for piece in 0..7 {
            let mut best = 0;
            game.reach().for_each(&board, piece.into(), |at| {
                let shape = game.shape(piece, at);
                best = best.max(board.clone().place(shape, at.x.into(), at.y.into()).lines);
            });
            assert_eq!(most_rows(&game, &board, piece), best, "{i} {piece}");
            assert_eq!(most_rows(&game, &low, piece), best);
            clears += best;
        }
    }
    assert!(clears > 200, "{clears}");
}

fn after(game: &Tetris, position: &Position, spec: &str) -> Position {
    let action = agent(game, spec).choose(game, position, &Budget::unlimited()).unwrap();
    let mut next = *position;
    game.play(&mut next, action);
    next
}

#[test]
fn a_row_that_the_opponent_could_clear_is_denied() {
    let game = versus(None);
    let bar = game.rules().set.index("I").unwrap() as u8;
    let texts = [
        "next O S\nnext2 I\nboard\nXXXXXX....\n",
        "next T O\nnext2 I\nboard\nXXXX.XXXXX\nXXXX.XXXXX\nXXXX.XXXXX\n",
        "next Z L\nnext2 I\nboard\nXXX....XXX\nXXX....XXX\n",
    ];
    for text in texts {
        let position = load(&game, text);
        assert!(most_rows(&game, &position.board, bar) > 0);
        let next = after(&game, &position, "versus");
        assert_eq!(most_rows(&game, &next.board, bar), 0, "{text}");
    }
}

/// Through whole games: as long as the pile is not high, no row is left that could have been denied.
#[test]
fn nothing_is_given_away_while_there_is_a_contest() {
    let game = versus(None);
    let players = ["versus", "tetrisvs-easy"].map(|spec| agent(&game, spec));
    let (mut seen, mut avoidable) = (0, 0);
    for i in 0..3 {
        let (mut position, mut dice, mut buffer) = (game.start(), dice(45, i), Vec::new());
        while position.pieces < 60 {
            let action = match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => game.sample(&position, &mut dice, &mut buffer).unwrap(),
                Turn::Seat(seat) => {
                    players[seat.0].choose(&game, &position, &Budget::unlimited()).unwrap()
                }
            };
            if position.mover == 0 && matches!(action, Action::Place { .. }) {
                let offers = offers(&game, &position);
                let (_, rows) = offers.iter().find(|(other, _)| *other == action).unwrap();
                assert_eq!(*rows, 0, "{}", game.position_text(&position));
                avoidable += u32::from(offers.iter().any(|(_, rows)| *rows > 0));
                seen += 1;
            }
            game.play(&mut position, action);
        }
    }
    assert!(seen > 60 && avoidable > 20, "{seen} {avoidable}");
}

/// The words say what the board proves about the opponent's piece.
#[test]
fn words_tell_what_is_left_to_the_opponent() {
    let game = versus(None);
    let remarks = |text: &str, spec: &str| {
        let position = load(&game, text);
        let decision = agent(&game, spec).decide(&game, &position, &Budget::unlimited()).unwrap();
        game.remarks(&position, &decision, ludex_core::explain::Speaker::Agent)
    };
    let denied = "next O S\nnext2 I\nboard\nXXXXXX....\n";
    let said = remarks(denied, "versus");
    assert!(said.contains(&"It leaves nothing to clear for your I.".to_owned()), "{said:?}");
    let open = "next I O\nnext2 I\nboard\nXXXXXX....\nXXXXXX....\n";
    let said = remarks(open, "tetrisvs-easy");
    assert!(said.contains(&"It leaves a row to clear for your I.".to_owned()), "{said:?}");
}

#[test]
fn four_rows_at_once_are_worth_the_bar() {
    let game = versus(None);
    let text = format!("next I O\nnext2 S\nboard\n{}", "XXXXXXXXX.\n".repeat(4));
    let position = load(&game, &text);
    for spec in ["versus", "mcts:sims=400"] {
        assert_eq!(after(&game, &position, spec).points, [700, 0], "{spec}");
    }
}

/// A tower below the place where pieces appear: to put a piece on it would end the game for both.
#[test]
fn nobody_wins_when_both_lose() {
    let game = versus(None);
    let text = format!("next O O\nnext2 I\npoints 900 0\nboard\n{}", "....XXX...\n".repeat(17));
    let position = load(&game, &text);
    let decision = agent(&game, "versus").decide(&game, &position, &Budget::unlimited()).unwrap();
    let outcomes: Vec<(bool, f64)> = decision
        .candidates
        .iter()
        .map(|candidate| {
            let mut next = position;
            game.play(&mut next, candidate.action);
            (next.lost, candidate.value)
        })
        .collect();
    assert!(outcomes.iter().any(|(lost, _)| *lost), "some placement blocks the spawn");
    for (lost, value) in outcomes {
        assert!(!lost || value < -90_000.0, "{value}");
    }
    let best = decision.best();
    let risk = best.terms.iter().find(|term| term.name == "lost").unwrap();
    assert_eq!(risk.amount, 0.0);
    assert_eq!(best.line.len(), 3);
}

/// The more there is to lose, the more the shape counts.
#[test]
fn a_lead_and_a_high_pile_make_cautious() {
    let weights = Weights::default();
    let guarded = |pile, lead| weights.on_guard(pile, lead).shape[1] / weights.shape[1];
    assert_eq!(guarded(4, 2000.0), 1.0);
    assert_eq!(guarded(10, -500.0), 1.0);
    assert!(guarded(10, 500.0) > guarded(10, 100.0) && guarded(10, 100.0) > 1.0);
    assert!(guarded(16, -500.0) > 1.0, "a pile this high is everybody's concern");
}

/// The tree search says how often it looked, foresees a course, and its terms add up.
#[test]
fn tree_search_explains_itself_where_two_play() {
    let game = versus(None);
    let position = load(&game, "next I O\nnext2 O\nboard\nXXXXXX....\n");
    let player = agent(&game, "mcts:sims=500");
    let decision = player.decide(&game, &position, &Budget::unlimited()).unwrap();
    let best = decision.best();
    assert_eq!(game.action_text(best.action), "I1@19,7");
    assert!(best.visits.unwrap() > 50 && best.line.len() >= 2, "{best:?}");
    assert!(best.terms.iter().any(|term| term.name == "lead" && term.amount >= 100.0));
    let visits: u64 = decision.candidates.iter().filter_map(|c| c.visits).sum();
    assert_eq!(visits, 500);
}

/// Low piles are told by how such piles were lost, a pile up to the spawn is the end, and between them the same pieces give the same fates.
#[test]
fn fates_are_known_where_there_is_nothing_to_imagine() {
    let game = versus(None);
    let weights = Weights::default();
    let tower = |rows: usize| {
        let text = format!("next I O\nnext2 O\nboard\n{}", ".XXXXXXXXX\n".repeat(rows));
        load(&game, &text).board.low().unwrap()
    };
    let lost = |board: &LowBoard, seed: u64| {
        let (dealt, seed) = (Dealt::default(), Seed(seed));
        Fates { game: &game, weights: &weights, dealt, games: 20, seed }
            .of(board, &[0, 1], |_| true)
            .0
            .lost
    };
    assert_eq!(lost(&tower(13), 1), 20.0 * risk(&tower(13)));
    assert_eq!(lost(&tower(13), 1), lost(&tower(13), 2));
    assert_eq!(lost(&tower(19), 1), 20.0);
    let between = tower(16);
    assert_eq!(lost(&between, 1), lost(&between, 1));
}

/// On a high pile the reply that is expected is the one that the report's agent gives, and what follows from it is what made the value.
#[test]
fn who_imagines_games_expects_the_reply_of_the_report_s_agent() {
    let game = versus(None);
    let budget = Budget::unlimited();
    let (player, rival) = (agent(&game, "versus:time=0.0005"), agent(&game, "tetrisvs-hard"));
    let glance = agent(&game, "versus");
    let mut surprises = 0;
    for (i, known) in ["S Z\nnext2 O", "I T\nnext2 L", "O J\nnext2 S"].iter().enumerate() {
        let ragged = "X.XXXX.XXX\nXXX.XXXX.X\n".repeat(7 + i % 2);
        let position = load(&game, &format!("next {known}\nboard\n{ragged}"));
        let decision = player.decide(&game, &position, &budget).unwrap();
        let expected = glance.decide(&game, &position, &budget).unwrap();
        for candidate in decision.candidates.iter().filter(|candidate| candidate.line.len() == 3) {
            let mut next = position;
            game.play(&mut next, candidate.action);
            if next.board.pile_height() < EMERGENCY {
                continue;
            }
            // The report's agent knows a piece more, but does not look at it where the pile is high.
            next.hands[1].push(0);
            let reply = rival.choose(&game, &next, &budget).unwrap();
            assert_eq!(candidate.line[1], reply, "{i} {:?}", candidate.action);
            let answers = player.unfold(&game, &position, &[candidate.action], &budget).unwrap();
            assert_eq!(answers[0].action, reply);
            let before =
                |term: &&ludex_core::Term| !["offer", "fall", "given"].contains(&&*term.name);
            let sum: f64 = candidate.terms.iter().filter(before).map(|t| t.contribution).sum();
            assert!((answers[0].value - sum).abs() < 1e-6, "{i} {:?}", candidate.action);
            let mut others = expected.candidates.iter().filter(|o| o.action == candidate.action);
            surprises += usize::from(others.any(|other| other.line[1] != reply));
        }
    }
    assert!(surprises > 10, "{surprises}");
}

/// Rows with buried gaps are what games are lost by, more than height; whatever the pile, a chance is a chance.
#[test]
fn buried_gaps_are_riskier_than_height() {
    let game = versus(None);
    let pile = |rows: &str| {
        let text = format!("next I O\nnext2 O\nboard\n{rows}");
        risk(&load(&game, &text).board)
    };
    let (open, buried) = (".XXXXXXXXX\n", "XXXX.XXXXX\nXXX.XXXXXX\n");
    let risks = [6, 7, 8, 9].map(|pairs| pile(&buried.repeat(pairs)));
    assert!(risks.is_sorted_by(|a, b| a < b), "{risks:?}");
    assert!(risks[0] > 0.0 && risks[3] < 1.0, "{risks:?}");
    assert!(pile(&buried.repeat(8)) > 3.0 * pile(&open.repeat(16)), "{risks:?}");
}

/// While there is a contest the report's agent looks at its own next piece, which nobody knows yet: the value of a placement is the mean over the
/// answers to each that may come, and its terms add up to that. Only the placements that promise most get their answers.
#[test]
fn who_imagines_games_takes_the_mean_over_the_answers_of_the_report_s_agent() {
    let game = versus(None);
    let budget = Budget::unlimited();
    let (player, rival) = (agent(&game, "versus:time=0.0005"), agent(&game, "tetrisvs-hard"));
    let ragged = "....X.....\nX.XXXX.XX.\nXXX.XXXX.X\n".repeat(2);
    let mut differ = 0;
    for known in ["S Z\nnext2 O", "I T\nnext2 L", "O J\nnext2 S"] {
        let position = load(&game, &format!("next {known}\nboard\n{ragged}"));
        let decision = player.decide(&game, &position, &budget).unwrap();
        let looked_at = decision.candidates.iter().filter(|c| c.bound != Bound::None);
        assert_eq!(looked_at.clone().count(), 8);
        for candidate in looked_at.take(3) {
            let mut next = position;
            game.play(&mut next, candidate.action);
            let answers: Vec<Action> = (0..7)
                .map(|piece| {
                    let mut next = next;
                    next.hands[1].push(piece);
                    rival.choose(&game, &next, &budget).unwrap()
                })
                .collect();
            let expected = player.unfold(&game, &position, &[candidate.action], &budget).unwrap();
            let times = |action: Action| answers.iter().filter(|answer| **answer == action).count();
            assert_eq!(times(expected[0].action), answers.iter().map(|a| times(*a)).max().unwrap());
            let value = |answer: &Action| {
                expected.iter().find(|found| found.action == *answer).expect("an answer").value
            };
            let mean = answers.iter().map(value).sum::<f64>() / 7.0;
            let aside = ["offer", "fall", "given"];
            let before = candidate.terms.iter().filter(|term| !aside.contains(&&*term.name));
            let sum: f64 = before.map(|term| term.contribution).sum();
            assert!((mean - sum).abs() < 1e-6, "{mean} {candidate:?}");
            let sure = answers.iter().all(|answer| answer == &answers[0]);
            assert_eq!(candidate.line.len(), if sure { 3 } else { 1 });
            differ += usize::from(!sure);
        }
        // Who asks about one of the others gets it looked at in the same way.
        let other = decision.candidates.last().unwrap();
        let weighed = player.weigh(&game, &position, other.action, &budget).unwrap();
        assert_eq!((other.bound, weighed.bound), (Bound::None, Bound::Exact));
    }
    assert!((1..9).contains(&differ), "{differ}");
}

/// Who imagines what follows says so: a term of its own, and values that are samples.
#[test]
fn imagined_games_are_told() {
    let game = versus(None);
    let ragged = "X.XXXX.XXX\nXXX.XXXX.X\n".repeat(8);
    let position = load(&game, &format!("next S Z\nnext2 O\nboard\n{ragged}"));
    let decision =
        agent(&game, "versus:time=0.01").decide(&game, &position, &Budget::unlimited()).unwrap();
    let best = decision.best();
    let fall = best.terms.iter().find(|term| term.name == "fall").unwrap();
    assert!((0.0..=1.0).contains(&fall.amount), "{fall:?}");
    assert_eq!((best.bound, best.visits), (Bound::Sampled, Some(30)));
    let chosen =
        agent(&game, "versus:time=0.01").choose(&game, &position, &Budget::unlimited()).unwrap();
    assert_eq!(chosen, best.action);
    let bounded = |c: &&Candidate<Action>| c.bound == Bound::Upper;
    assert!(decision.candidates.iter().filter(bounded).all(|c| c.value < best.value));
}
