//! "Each defence fails" is read again and replayed by the plain rules.

use crate::{game, read};
use ludex_core::{Budget, Game, Notation, Proven, Room, Seat, Seed, Spec, Turn, room};
use ludex_pente::{Pente, Position};

/// Positions of X to move who wins by force: by rows alone, and where pairs can be taken.
const WON: [&str; 2] = [
    ". . . . . . . . .
     . . . . . . . . .
     . . . X . . . . .
     . . . . . . . . .
     . . X . X X . . .
     . . . . . . . . .
     . . . O . . . . .
     O . . . . O . . .
     O . . . . . . . .",
    ". . . . . . . . .
     . . . . . . O . .
     . . . X . X . . .
     . . . X X . . . .
     . . . X . . . . .
     . . O . . . . . .
     . . . O . . . . .
     O . . . . O . . .
     . . . . . . . . .",
];

#[test]
fn each_defence_fails_as_it_is_told() {
    let game = game("pente:row=5", 9);
    let mut told = 0;
    for picture in WON {
        let text = format!("pente pente:row=5 9x9\n{picture}\n");
        let table = room::<Pente>().load(&text, Seed(1)).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let agent: Spec = "engine:level=4".parse().unwrap();
        let explained = table.explain(&agent, &Budget::unlimited()).unwrap();
        let stone = &explained.decision.best().action;
        let mut position = read(&game, picture);
        play(&game, &mut position, stone);
        if position.winner().is_some() {
            continue;
        }
        let said = &explained.words;
        let (_, sentence) =
            said.split_once("Each defence fails: ").unwrap_or_else(|| panic!("{said}"));
        let (sentence, _) = sentence.split_once('.').unwrap();
        told += check(&game, &position, sentence);
    }
    assert!(told >= 20, "only {told} defences were told");
}

/// Replays what a sentence tells; against how many replies.
fn check(game: &Pente, position: &Position, sentence: &str) -> usize {
    let (mut named, mut told) = (Vec::new(), 0);
    for part in sentence.split("; ") {
        if part.ends_with("the search found the win further on") {
            continue;
        }
        let rest = ["against everything else ", "whatever comes "];
        let (replies, course) = match rest.iter().find_map(|start| part.strip_prefix(start)) {
            Some(course) => (others(game, position, &named), course),
            None => one_reply(part, &mut named),
        };
        let single = replies.len() == 1;
        told += replies.len();
        for reply in replies {
            let mut next = *position;
            play(game, &mut next, &reply);
            assert_eq!(next.winner(), None, "{reply} in {sentence}");
            // Of many replies with one answer the course is an example.
            if single || course.ends_with("wins at once") {
                refute(game, next, course, sentence);
            } else {
                is_won(game, next, course, sentence);
            }
        }
    }
    told
}

/// The reply that a part of a sentence is about, and how it is refuted.
fn one_reply<'a>(part: &'a str, named: &mut Vec<String>) -> (Vec<String>, &'a str) {
    let told = part.strip_prefix("against ").and_then(|rest| rest.split_once(", "));
    let (reply, course) = told.unwrap_or_else(|| panic!("{part}"));
    named.push(reply.to_owned());
    (vec![reply.to_owned()], course)
}

/// Every legal reply that was not named.
fn others(game: &Pente, position: &Position, named: &[String]) -> Vec<String> {
    let mut points = Vec::new();
    game.actions(position, &mut points);
    let replies = points.into_iter().map(|point| game.action_text(point));
    replies.filter(|reply| !named.contains(reply)).collect()
}

/// Follows a course; a full one ends with the attacker's win.
fn refute(game: &Pente, mut position: Position, course: &str, sentence: &str) {
    let (first, rest) = course.split_once(' ').unwrap();
    play(game, &mut position, first.trim_end_matches(','));
    let Some(moves) = rest.strip_prefix("wins, say after ") else {
        assert_eq!(rest, "wins at once", "{sentence}");
        assert_eq!(position.winner(), Some(Seat::FIRST), "{course} in {sentence}");
        return;
    };
    for name in moves.split(", ").filter(|name| *name != "...") {
        play(game, &mut position, name);
    }
    let won = position.winner() == Some(Seat::FIRST);
    assert!(won || moves.ends_with("..."), "{course} in {sentence}");
}

/// Checks by search that the first stone of a course wins.
fn is_won(game: &Pente, mut position: Position, course: &str, sentence: &str) {
    let (first, _) = course.split_once(' ').unwrap();
    play(game, &mut position, first);
    let engine = game.agent(&"engine:level=6".parse().unwrap(), Seed(1)).unwrap();
    let decision = engine.decide(game, &position, &Budget::unlimited()).unwrap();
    assert_eq!(decision.best().proven, Some(Proven::Loss), "{course} in {sentence}");
}

fn play(game: &Pente, position: &mut Position, name: &str) {
    assert_ne!(game.turn(position), Turn::Over, "{name}");
    let point = game.read_action(name).unwrap_or_else(|e| panic!("{e}"));
    game.check(position, point).unwrap_or_else(|e| panic!("{e}"));
    game.play(position, point);
}
