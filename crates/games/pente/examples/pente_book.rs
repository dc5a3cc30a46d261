//! Makes the opening book: `cargo run --release -p ludex-pente --example pente_book -- SIZE NODES PLIES WIDTH >> crates/games/pente/data/book.txt`.
//!
//! Each side in turn plays the best reply that the engine finds with NODES positions; against it the WIDTH replies are tried that a
//! tenth of them finds best. What the eight symmetries of the board make alike stands in the book once.

use ludex_core::{Agent, Bound, Budget, Game, Notation, Room, Seed, Size, Spec, Turn};
use ludex_pente::{Engine, Pente, Point, Position, engine};
use ludex_search::common::Identity;
use std::collections::HashSet;

type Failure = Box<dyn std::error::Error>;

/// Stones with their sides.
type Name = Vec<(usize, usize, usize)>;

struct Maker {
    game: Pente,
    size: Size,
    engine: Engine,
    nodes: u64,
    plies: usize,
    width: usize,
    known: HashSet<Name>,
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, usual: &str| args.get(i).cloned().unwrap_or_else(|| usual.to_owned());
    let size: Size = arg(0, "19x19").parse()?;
    let game = Pente::open(&Spec::named("pente"), Some(size))?;
    let engine = engine(Identity::new("engine", Seed(1)), 40);
    let (nodes, plies, width) =
        (arg(1, "500000").parse()?, arg(2, "5").parse()?, arg(3, "5").parse()?);
    let mut maker = Maker { game, size, engine, nodes, plies, width, known: HashSet::new() };
    for seat in 0..2 {
        let start = maker.game.start();
        maker.explore(&start, seat, &mut Vec::new())?;
    }
    Ok(())
}

impl Maker {
    /// Writes what `seat` plays from here on.
    fn explore(
        &mut self,
        at: &Position,
        seat: usize,
        stones: &mut Vec<Point>,
    ) -> Result<(), Failure> {
        let Turn::Seat(mover) = self.game.turn(at) else { return Ok(()) };
        if stones.len() >= self.plies || !self.known.insert(self.name(seat, stones)) {
            return Ok(());
        }
        let replies = if stones.is_empty() {
            vec![self.game.centre()]
        } else if mover.0 == seat {
            vec![self.reply(at, stones)?]
        } else {
            self.rivals(at)?
        };
        for point in replies {
            let mut next = *at;
            self.game.play(&mut next, point);
            stones.push(point);
            self.explore(&next, seat, stones)?;
            stones.pop();
        }
        Ok(())
    }

    /// Finds and writes the reply.
    fn reply(&self, at: &Position, stones: &[Point]) -> Result<Point, Failure> {
        let decision = self.engine.decide(&self.game, at, &Budget::nodes(self.nodes))?;
        let best = decision.best();
        let names: Vec<String> = stones.iter().map(|&p| self.game.action_text(p)).collect();
        let reply = self.game.action_text(best.action);
        println!("{} {} : {reply} {} {}", self.size, names.join(" "), best.value, best.depth);
        Ok(best.action)
    }

    /// What the other side is likely to play.
    fn rivals(&self, at: &Position) -> Result<Vec<Point>, Failure> {
        let decision = self.engine.decide(&self.game, at, &Budget::nodes(self.nodes / 10))?;
        let seen = decision.candidates.iter().filter(|c| c.bound != Bound::None);
        let mut alike = HashSet::new();
        let new = seen.map(|c| c.action).filter(|&p| alike.insert(self.name(0, &[p])));
        Ok(new.take(self.width).collect())
    }

    /// The least of the eight images of some stones, so that what is alike has one name. The order among the stones of a side
    /// does not matter.
    fn name(&self, seat: usize, stones: &[Point]) -> Name {
        let last = self.size.width - 1;
        let image = |which: usize| {
            let turn = |(at, p): (usize, &Point)| {
                let (c, r) = (p.column(), p.row());
                let (c, r) = if which & 1 == 0 { (c, r) } else { (last - c, r) };
                let (c, r) = if which & 2 == 0 { (c, r) } else { (c, last - r) };
                let (c, r) = if which & 4 == 0 { (c, r) } else { (r, c) };
                (at % 2, c, r)
            };
            let mut turned: Vec<_> = stones.iter().enumerate().map(turn).collect();
            turned.sort_unstable();
            turned.push((2, seat, 0));
            turned
        };
        (0..8).map(image).min().unwrap_or_default()
    }
}
