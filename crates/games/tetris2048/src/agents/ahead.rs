//! The players who look at one or two known pieces.

use super::known::Known;
use crate::evaluate::Linear;
use crate::pieces::Piece;
use crate::rules::{Action, Position, Tetris2048};
use ludex_core::{Agent, Budget, Candidate, Decision, Error, Meter, Result, Seat};
use ludex_search::common::{Identity, mover, stats};
use ludex_tetris::Placement;

/// Looks at so many known pieces.
pub(super) struct Ahead {
    pub(super) identity: Identity,
    pub(super) linear: Linear,
    pub(super) pieces: usize,
}

impl Ahead {
    pub(super) fn known<'a>(&'a self, game: &'a Tetris2048) -> Known<'a> {
        Known { game, linear: &self.linear }
    }

    /// A candidate with its course.
    fn candidate(
        &self,
        game: &Tetris2048,
        position: &Position,
        pieces: &[Piece],
        at: Placement,
        value: f64,
    ) -> Candidate<Action> {
        let (line, terms) = self.known(game).course(&position.tiles, pieces, self.pieces, at);
        let action = |(&piece, at): (&Piece, Placement)| Action::Place { piece, at };
        let mut candidate = Candidate::new(Action::Place { piece: pieces[0], at }, value);
        candidate.depth = line.len() as u32;
        candidate.line = pieces.iter().zip(line).map(action).collect();
        candidate.terms = terms;
        candidate.keys = keys(game, position, pieces[0], at);
        candidate
    }

    /// Every placement with its value.
    pub(super) fn values(
        &self,
        game: &Tetris2048,
        position: &Position,
        pieces: &[Piece],
        meter: &mut Meter,
    ) -> Vec<(Placement, f64)> {
        let (known, mut all) = (self.known(game), Vec::new());
        known.each(&position.tiles, pieces[0], |at, earned, after| {
            let ahead = known.value(after, &pieces[1..], self.pieces - 1);
            all.push((at, self.linear.earned(&earned) + ahead));
            meter.visit();
        });
        all
    }
}

/// The pieces that the player to move knows.
pub(super) fn known_pieces(game: &Tetris2048, position: &Position) -> Result<Vec<Piece>> {
    mover(game, position)?;
    Ok(position.current.into_iter().chain(position.next).collect())
}

/// The fewest keys to a placement.
fn keys(game: &Tetris2048, position: &Position, piece: Piece, at: Placement) -> Vec<String> {
    let keys = game.pieces().reach.keys(&game.board(&position.tiles), piece.kind.into(), at);
    keys.unwrap_or_default().iter().map(ToString::to_string).collect()
}

impl Agent<Tetris2048> for Ahead {
    fn choose(&self, game: &Tetris2048, position: &Position, _: &Budget) -> Result<Action> {
        let pieces = known_pieces(game, position)?;
        let best = self.known(game).best(&position.tiles, &pieces, self.pieces);
        let best = best.ok_or_else(|| Error::State("there is no placement".into()))?;
        Ok(Action::Place { piece: pieces[0], at: best.at })
    }

    fn decide(
        &self,
        game: &Tetris2048,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let pieces = known_pieces(game, position)?;
        let mut meter = budget.start();
        let values = self.values(game, position, &pieces, &mut meter);
        let make = |(at, value)| self.candidate(game, position, &pieces, at, value);
        let candidates: Vec<_> = values.into_iter().map(make).collect();
        let mut search = stats("search", self.pieces.min(pieces.len()) as u32, &meter);
        search.complete = true;
        let key = ludex_core::Game::key(game, position);
        Ok(self.identity.conclude(key, Seat::FIRST, candidates, search))
    }
}
