//! What stands in the place of other people's engines where they are not built in: nobody.

use crate::Measure;

pub(crate) const MINIMAX: Option<&str> = None;
pub(crate) const BOARD_GAME: Option<&str> = None;
pub(crate) const ALPHABETA: Option<Measure> = None;
pub(crate) const ALPHABETA_NODES: Option<Measure> = None;
pub(crate) const PLAYOUTS: Option<Measure> = None;
pub(crate) const UCT: Option<Measure> = None;
