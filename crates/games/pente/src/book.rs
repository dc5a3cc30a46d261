//! Openings that the engine has looked into beforehand, longer than it may at the table.
//!
//! A line of the book names the board, the stones so far, the reply, its value and the plies that were looked ahead:
//! `19x19 K10 K11 : M12 61 13`. The example `pente_book` makes it.

use crate::board::{Point, Points, symmetries};
use crate::position::Position;
use crate::rules::Pente;
use crate::settings::{Settings, Variant};
use ludex_core::{
    Agent, Budget, Candidate, Decision, Game, Notation, Result, SearchStats, Size, Term, mix,
};
use ludex_search::common::{Identity, legal, mover, stats};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What decisions of the book name as their algorithm.
pub(crate) const ALGORITHM: &str = "opening book";

/// A reply, as it lies in the symmetry that names the position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reply {
    place: (usize, usize),
    value: f64,
    depth: u32,
}

type Book = HashMap<u64, Reply>;

/// The book that comes with the program.
static BOOK: LazyLock<Book> =
    LazyLock::new(|| include_str!("../data/book.txt").lines().filter_map(read).collect());

/// Reads a line of the book.
fn read(line: &str) -> Option<(u64, Reply)> {
    let (stones, reply) = line.split_once(" : ")?;
    let mut stones = stones.split(' ');
    let size: Size = stones.next()?.parse().ok()?;
    let game = Pente::new(Settings::usual(u8::try_from(size.width).ok()?, Variant::Pente));
    let mut position = game.start();
    for name in stones {
        let point = game.read_action(name).ok()?;
        game.check(&position, point).ok()?;
        game.play(&mut position, point);
    }
    let mut reply = reply.split(' ');
    let point = game.read_action(reply.next()?).ok()?;
    game.check(&position, point).ok()?;
    let (key, image) = canonical(&game, &position);
    let place = images(&game, point)[image];
    let (value, depth) = (reply.next()?.parse().ok()?, reply.next()?.parse().ok()?);
    Some((key, Reply { place, value, depth }))
}

/// The images of a point under the eight symmetries of the board.
fn images(game: &Pente, point: Point) -> [(usize, usize); 8] {
    symmetries(point.column(), point.row(), game.side())
}

/// A key that a position shares with its images, and the symmetry that leads to the image it is taken from.
fn canonical(game: &Pente, position: &Position) -> (u64, usize) {
    let key = |image: usize| {
        let mut turned = *position;
        for (stones, turned) in position.stones.iter().zip(&mut turned.stones) {
            *turned = Points::default();
            for point in stones.descending() {
                let (column, row) = images(game, point)[image];
                turned.insert(Point::new(column, row));
            }
        }
        (mix(turned.fresh_hash() ^ game.side() as u64), image)
    };
    (0..8).map(key).min().unwrap_or_else(|| unreachable!("eight images"))
}

/// What the book plays.
fn reply(game: &Pente, position: &Position) -> Option<(Point, Reply)> {
    let settings = game.settings();
    if settings != Settings::usual(settings.side, Variant::Pente) || game.ply(position) > DEEPEST {
        return None;
    }
    let (key, image) = canonical(game, position);
    let reply = BOOK.get(&key)?;
    let is_meant = |&point: &Point| images(game, point)[image] == reply.place;
    let point = legal(game, position).into_iter().find(is_meant)?;
    Some((point, *reply))
}

/// No line of the book has more stones.
const DEEPEST: usize = 8;

/// Plays by the book while it knows the position, then like another agent.
pub(crate) struct ByBook {
    pub(crate) identity: Identity,
    pub(crate) agent: Box<dyn Agent<Pente>>,
}

impl ByBook {
    fn candidate(point: Point, reply: Reply) -> Candidate<Point> {
        let meaning = "what the engine found when the book was made";
        Candidate {
            depth: reply.depth,
            line: vec![point],
            terms: vec![Term::new("book", meaning, reply.value, 1.0)],
            ..Candidate::new(point, reply.value)
        }
    }
}

impl Agent<Pente> for ByBook {
    fn choose(&self, game: &Pente, position: &Position, budget: &Budget) -> Result<Point> {
        match reply(game, position) {
            Some((point, _)) => Ok(point),
            None => self.agent.choose(game, position, budget),
        }
    }

    fn decide(
        &self,
        game: &Pente,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Point>> {
        let Some((point, reply)) = reply(game, position) else {
            return self.agent.decide(game, position, budget);
        };
        let seat = mover(game, position)?;
        let weigh = |other: Point| {
            if other == point {
                Self::candidate(point, reply)
            } else {
                Candidate::unseen(other, 0.0)
            }
        };
        let candidates = legal(game, position).into_iter().map(weigh).collect();
        let looked = stats(ALGORITHM, reply.depth, &budget.start());
        let stats = SearchStats { nodes: 1, ..looked };
        Ok(self.identity.conclude(game.key(position), seat, candidates, stats))
    }

    /// What the book does not play the engine looks into.
    fn weigh(
        &self,
        game: &Pente,
        position: &Position,
        action: Point,
        budget: &Budget,
    ) -> Result<Candidate<Point>> {
        let known = reply(game, position).filter(|(point, _)| *point == action);
        match known {
            Some((point, reply)) => Ok(Self::candidate(point, reply)),
            None => self.agent.weigh(game, position, action, budget),
        }
    }

    fn unfold(
        &self,
        game: &Pente,
        position: &Position,
        path: &[Point],
        budget: &Budget,
    ) -> Result<Vec<Candidate<Point>>> {
        self.agent.unfold(game, position, path, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::build;
    use ludex_core::Seed;

    #[test]
    fn every_line_of_the_book_is_legal_and_no_position_stands_in_it_twice() {
        let lines: Vec<&str> = include_str!("../data/book.txt").lines().collect();
        assert!(lines.len() > 20, "{} lines", lines.len());
        for line in &lines {
            assert!(read(line).is_some(), "{line}");
        }
        assert_eq!(BOOK.len(), lines.len());
    }

    #[test]
    fn the_book_plays_images_of_its_replies_in_images_of_its_positions() {
        let game = Pente::default();
        let agent = build(&"engine".parse().unwrap(), Seed(1)).unwrap();
        let centre = game.centre();
        let mut replies = Vec::new();
        for (column, row) in images(&game, Point::new(10, 10)) {
            let mut position = game.start();
            game.play(&mut position, centre);
            game.play(&mut position, Point::new(column, row));
            let Some((point, _)) = reply(&game, &position) else { continue };
            let decision = agent.decide(&game, &position, &Budget::unlimited()).unwrap();
            assert_eq!((decision.best().action, &*decision.search.algorithm), (point, ALGORITHM));
            game.play(&mut position, point);
            replies.push(canonical(&game, &position).0);
        }
        assert!(!replies.is_empty() && replies.iter().all(|key| *key == replies[0]));
    }

    #[test]
    fn other_rules_have_no_book() {
        let game = Pente::new(Settings::usual(19, Variant::Keryo));
        let mut position = game.start();
        game.play(&mut position, game.centre());
        assert!(reply(&game, &position).is_none());
    }
}
