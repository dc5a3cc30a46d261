//! Moves after which the game is over.

use crate::position::{Action, Position};
use crate::rules::{Tetris, Way};
use ludex_core::{Game, Turn};

/// Why nothing can be placed any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// There is no room for the piece that comes next.
    Next,
    /// There is no room for any piece that may come.
    Any,
    /// A piece lies in the highest row, under rules that end the game there.
    Touch,
}

impl Over {
    /// Why the game is lost after a move, if it is whatever chance does.
    pub(crate) fn after(game: &Tetris, position: &Position, action: Action) -> Option<Self> {
        let mut after = *position;
        game.play(&mut after, action);
        // Who has cleared all rows, or has no time left, has not lost by that.
        if game.is_done(&after) || game.time_is_up(&after) {
            return None;
        }
        if after.lost {
            let touch = game.rules().touch_ends && game.touches_the_top(&after.board);
            return Some(if touch { Self::Touch } else { Self::Next });
        }
        let mut deals = Vec::new();
        if game.turn(&after) == Turn::Chance {
            game.actions(&after, &mut deals);
        }
        let loses = |&deal: &Action| {
            let mut next = after;
            game.play(&mut next, deal);
            next.lost
        };
        (!deals.is_empty() && deals.iter().all(loses)).then_some(Self::Any)
    }

    /// What happens, as the second half of a sentence.
    pub(crate) fn words(self, game: &Tetris) -> String {
        let straight = game.rules().way == Way::Straight;
        let why = match self {
            Self::Next if straight => "the next piece has no place",
            Self::Next => "the next piece cannot appear",
            Self::Any if straight => "no piece has a place",
            Self::Any => "no piece can appear",
            Self::Touch => "a piece touches the top",
        };
        let over = if game.rules().seats == 2 { "both lose" } else { "the game is over" };
        format!("{why}, and {over}")
    }
}
