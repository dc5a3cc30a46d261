//! What the board proves about a placement.

use crate::pieces::Piece;
use crate::rules::{Action, Position, Tetris2048};
use crate::tiles::{Earned, Tiles, number};
use ludex_core::Candidate;
use ludex_core::explain::{Sign, capital, count, number as written, with_article};

/// What happens when the piece has come to rest.
struct After {
    earned: Earned,
    holes: i64,
    largest: u8,
    /// Whether the game is over, whatever is dealt.
    over: bool,
}

impl After {
    fn of(game: &Tetris2048, position: &Position, action: Action) -> Option<Self> {
        let Action::Place { piece, at } = action else { return None };
        let mut tiles = position.tiles;
        let earned = game.put(&mut tiles, piece, at);
        let holes = holes(&tiles) - holes(&position.tiles);
        let over = match position.next {
            Some(next) => !game.can_appear(&tiles, next),
            None => Piece::all().all(|next| !game.can_appear(&tiles, next)),
        };
        Some(Self { earned, holes, largest: position.tiles.largest(), over })
    }
}

fn holes(tiles: &Tiles) -> i64 {
    let of = |column: &u32| u32::BITS - column.leading_zeros() - column.count_ones();
    tiles.columns().iter().map(|column| i64::from(of(column))).sum()
}

/// What people look at: points and holes.
pub(crate) fn signs(position: &Position) -> Vec<Sign> {
    vec![
        Sign::Earned { many: "points", amount: position.score as f64 },
        Sign::Stands { many: "holes", amount: holes(&position.tiles) as f64 },
    ]
}

/// What the chosen placement does at once.
pub(crate) fn remarks(
    game: &Tetris2048,
    position: &Position,
    chosen: &Candidate<Action>,
) -> Vec<String> {
    let Some(after) = After::of(game, position, chosen.action) else { return Vec::new() };
    let mut said = Vec::new();
    if after.earned.merges > 0 {
        let made = with_article(&written(number(after.earned.largest) as f64));
        let record = after.earned.largest > after.largest && after.largest > 0;
        said.push(match (after.earned.merges, record) {
            (1, false) => format!("Two tiles merge into {made}."),
            (1, true) => {
                format!("Two tiles merge into {made}, larger than all that lie there.")
            }
            (merges, record) => {
                let (merges, larger) =
                    (capital(&count(merges as usize)), ", larger than all that lie there");
                let larger = if record { larger } else { "" };
                format!("{merges} merges follow, up to {made}{larger}.")
            }
        });
    }
    match after.earned.lines {
        0 => {}
        1 => said.push(format!(
            "It clears a row worth {} points.",
            written(after.earned.cleared as f64)
        )),
        lines => {
            let points = written(after.earned.cleared as f64);
            said.push(format!("It clears {} rows worth {points} points.", count(lines as usize)));
        }
    }
    match after.holes {
        0 => said.push("It opens no hole.".into()),
        1 => said.push("It leaves one more hole.".into()),
        more if more > 0 => said.push(format!("It leaves {} more holes.", count(more as usize))),
        -1 => said.push("There is one hole fewer.".into()),
        fewer => said.push(format!("There are {} holes fewer.", count(-fewer as usize))),
    }
    if after.over {
        said.push("Then the next piece cannot appear, and the game is over.".into());
    }
    said
}
