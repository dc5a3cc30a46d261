//! What the board alone proves about a placement, in sentences.

use super::over::Over;
use crate::board::Board;
use crate::evaluate::LOST_TERM;
use crate::features::{FEATURES, at};
use crate::position::{Action, Position};
use crate::rules::Tetris;
use crate::versus::most_rows;
use crate::word::Word;
use ludex_core::explain::{Sign, Speaker, capital, count, number};
use ludex_core::{Bound, Candidate, Decision, Game, Seat, Term};

/// What one sentence claims.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Claim {
    /// So many rows go.
    Clears(u32),
    /// The game is over after it.
    Over(Over),
    /// It is so after every other move, too.
    NoEscape,
    /// The opponent's piece can then clear at most so many rows; before, it could have cleared some, or can now.
    Leaves {
        /// The piece.
        piece: u8,
        /// Rows.
        rows: u32,
    },
    /// What becomes of holes.
    Holes(Holes),
    /// What holes, their depth and their rows add to the value, and what covers them where that counts.
    HolesTogether { sum: f64, covers: bool },
    /// Another placement had the better games, but not surely: the ranking counts what is sure.
    BetterOnAverage { other: usize },
}

impl Claim {
    fn say(
        &self,
        game: &Tetris,
        position: &Position,
        decision: &Decision<Action>,
        speaker: Speaker,
    ) -> String {
        match self {
            Self::Clears(1) => "It clears a row.".into(),
            Self::Clears(rows) => format!("It clears {} rows at once.", count(*rows as usize)),
            Self::Over(over) => format!("Then {}.", over.words(game)),
            Self::NoEscape => "No other move avoids that.".into(),
            Self::Leaves { piece, rows } => {
                let name = format!("{} {}", speaker.their(), game.spoken_name(*piece));
                match rows {
                    0 => format!("It leaves nothing to clear for {name}."),
                    1 => format!("It leaves a row to clear for {name}."),
                    rows => {
                        let rows = count(*rows as usize);
                        format!("It leaves {rows} rows to clear for {name}.")
                    }
                }
            }
            Self::Holes(holes) => holes.sentence(),
            Self::HolesTogether { sum, covers } => {
                let rows =
                    if *covers { ", their rows and what covers them" } else { " and their rows" };
                format!("Holes, their depth{rows} are worth {} together.", number(*sum))
            }
            Self::BetterOnAverage { other } => {
                let (best, other) = (decision.best(), &decision.candidates[*other]);
                let name = capital(&game.phrase_here(position, other.action));
                let (more, less) = (number(other.value), number(best.value));
                format!("{name} averages more ({more} against {less}), but less of that is sure.")
            }
        }
    }
}

/// Facts about the chosen placement: rows cleared, rows left to the opponent, what becomes of holes.
pub(crate) fn claims(
    game: &Tetris,
    position: &Position,
    decision: &Decision<Action>,
) -> Vec<Claim> {
    let action = decision.best().action;
    let end = Over::after(game, position, action);
    let Action::Place { piece, at, .. } = action else {
        return end.map(Claim::Over).into_iter().collect();
    };
    let (mut after, mut placed) = (*position, position.board);
    game.play(&mut after, action);
    for (dx, dy) in game.shape(piece, at).each_cell() {
        placed.set(usize::from(at.x) + dx, usize::from(at.y) + dy, true);
    }
    let rows = game.landing(position, action, &after).map_or(0, |landing| landing.lines);
    let mut claims = Vec::new();
    claims.extend((rows > 0).then_some(Claim::Clears(rows)));
    match end {
        Some(end) => claims.push(Claim::Over(end)),
        None => claims.extend(offered(game, position, &after)),
    }
    claims
        .extend((end.is_some() && no_escape(game, position, decision)).then_some(Claim::NoEscape));
    claims.push(Claim::Holes(Holes::of(&position.board, &placed)));
    if decision.best().depth == 1 {
        claims.extend(hole_terms(&decision.best().terms));
    }
    claims.extend(better_on_average(decision));
    claims
}

/// Whether every other move ends the game as well.
fn no_escape(game: &Tetris, position: &Position, decision: &Decision<Action>) -> bool {
    let ends = |c: &Candidate<Action>| Over::after(game, position, c.action).is_some();
    decision.candidates.len() > 1 && decision.candidates.iter().all(ends)
}

/// The placement with the best average of games, where that is not the choice.
fn better_on_average(decision: &Decision<Action>) -> Option<Claim> {
    let by_games = |c: &&Candidate<Action>| c.bound == Bound::Sampled;
    let best = Some(decision.best()).filter(by_games)?;
    let tried = decision.candidates.iter().filter(by_games);
    let other = tried.max_by(|a, b| a.value.total_cmp(&b.value))?;
    let ranked = decision.search.algorithm == "rollouts" && other.value > best.value;
    ranked.then_some(Claim::BetterOnAverage { other: other.order })
}

/// The same in sentences.
pub(crate) fn remarks(
    game: &Tetris,
    position: &Position,
    decision: &Decision<Action>,
    speaker: Speaker,
) -> Vec<String> {
    let say = |claim: &Claim| claim.say(game, position, decision, speaker);
    claims(game, position, decision).iter().map(say).collect()
}

/// Says of another move that it ends the game where the chosen one does not. A term may tell that, too; then it is said only of
/// the next best, because others would have much more against them.
pub(crate) fn compare(
    game: &Tetris,
    position: &Position,
    chosen: &Candidate<Action>,
    other: &Candidate<Action>,
) -> Option<String> {
    let end = Over::after(game, position, other.action)?;
    let told = other.terms.iter().any(|term| term.name == LOST_TERM);
    let next_best = other.order <= 1;
    if told && !next_best || Over::after(game, position, chosen.action).is_some() {
        return None;
    }
    Some(format!("After {} {}.", game.phrase_here(position, other.action), end.words(game)))
}

/// What people look at: rows, points where two play for them, holes.
pub(crate) fn signs(game: &Tetris, position: &Position, seat: Seat) -> Vec<Sign> {
    let columns = position.board.columns().iter();
    let holes: u32 = columns.map(|&column| covered(column, column).ones()).sum();
    let earned = if game.rules().seats == 1 {
        Sign::Earned { many: "rows", amount: f64::from(position.lines[seat.0]) }
    } else {
        Sign::Earned { many: "points", amount: f64::from(position.points[seat.0]) }
    };
    vec![earned, Sign::Stands { many: "holes", amount: f64::from(holes) }]
}

/// What the placement leaves to the opponent's piece, where two play.
fn offered(game: &Tetris, before: &Position, after: &Position) -> Option<Claim> {
    if game.rules().seats < 2 || game.is_stepwise() {
        return None;
    }
    let piece = after.hand().current()?;
    let most = |position: &Position| most_rows(game, &position.board, piece);
    let rows = most(after);
    (rows > 0 || most(before) > 0).then_some(Claim::Leaves { piece, rows })
}

/// What becomes of holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holes {
    /// Cells that are covered now and were not before.
    pub(crate) made: u32,
    /// Holes that the piece lies in.
    pub(crate) filled: u32,
    /// Holes that nothing covers any more, because rows were cleared.
    pub(crate) opened: u32,
}

impl Holes {
    /// Compares the board before the piece came and with it, full rows still in place.
    fn of(before: &Board, placed: &Board) -> Self {
        let full = placed.columns().iter().fold(placed.rows_mask(), |full, column| full & column);
        let mut holes = Self { made: 0, filled: 0, opened: 0 };
        for (&old, &new) in before.columns().iter().zip(placed.columns()) {
            // Rows that go cover nothing.
            let (were, are) = (covered(old, old), covered(new, new & !full));
            holes.made += (are & !were).ones();
            holes.filled += (were & new).ones();
            holes.opened += (were & !new & !are).ones();
        }
        holes
    }

    /// What becomes of holes, in one sentence.
    fn sentence(&self) -> String {
        let counts = [("makes", self.made), ("fills", self.filled), ("opens", self.opened)];
        let told: Vec<String> = counts
            .into_iter()
            .filter(|(_, holes)| *holes > 0)
            .map(|(does, holes)| match holes {
                1 => format!("{does} a hole"),
                n => format!("{does} {} holes", count(n as usize)),
            })
            .collect();
        match &told[..] {
            [] => "It makes no hole.".into(),
            [first, second, third] => format!("It {first}, {second} and {third}."),
            some => format!("It {}.", some.join(" and ")),
        }
    }
}

/// The empty cells of a column below the top of what covers them.
fn covered(column: u64, cover: u64) -> u64 {
    u64::below(cover.top()) & !column
}

/// Some policies reward holes as such, because depth and rows of holes already cost more than
/// they should. Then only all of these together make sense.
fn hole_terms(terms: &[Term]) -> Option<Claim> {
    let find = |feature: usize| terms.iter().find(|term| term.name == FEATURES[feature].name);
    let holes = find(at::HO).filter(|term| term.weight > 0.0 && term.amount > 0.0)?;
    let others = [at::HD, at::RH, at::RHW].into_iter().filter_map(find);
    let over: Vec<&Term> = [at::EMPC, at::AFC, at::CR].into_iter().filter_map(find).collect();
    let covers = !over.is_empty();
    let sum: f64 = others.chain(over).map(|term| term.contribution).sum();
    Some(Claim::HolesTogether { sum: holes.contribution + sum, covers })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;

    fn told(before: &Board, placed: &Board) -> String {
        Holes::of(before, placed).sentence()
    }

    #[test]
    fn holes_are_made_filled_and_opened() {
        let empty = board!["....", "....", "...."];
        let roof = board!["....", "XX..", "...."];
        assert_eq!(told(&empty, &empty), "It makes no hole.");
        assert_eq!(told(&empty, &roof), "It makes two holes.");
        // A piece under the roof opens nothing: what it fills is still covered.
        assert_eq!(told(&roof, &board!["....", "XX..", ".XX."]), "It fills a hole.");
        // Who completes the roof takes it away, and covers nothing.
        assert_eq!(told(&roof, &board!["....", "XXXX", "...."]), "It opens two holes.");
        // What stands on the roof comes down and covers them again.
        assert_eq!(
            told(&roof, &board!["..XX", "XXXX", "...."]),
            "It makes two holes and opens two holes."
        );
    }
}
