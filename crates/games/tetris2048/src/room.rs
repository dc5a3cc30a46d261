//! The room of Tetris-2048: names, agents, figures.

use crate::live::FallingPiece;
use crate::rules::{Action, Position, Tetris2048};
use crate::tiles::{MOST_HEIGHT, MOST_WIDTH};
use crate::{agents, remarks};
use ludex_core::{
    Agent, Choice, Decision, Game, Live, Picture, Result, Room, RoomInfo, Seed, Size, Spec,
};

const RULES: &[Choice] = &[Choice {
    name: "standard",
    help: "equal tiles merge from above, full rows go, what has no footing falls; a 2048 wins, play goes on",
    parameters: &[],
}];

impl Room for Tetris2048 {
    const INFO: RoomInfo = RoomInfo {
        name: "tetris2048",
        title: "Tetris-2048",
        about: "Pieces of numbered tiles fall; equal tiles merge; make a 2048",
        seats: 1,
        rules: RULES,
        sizes: [Self::USUAL, Size::new(4, 6), Size::new(MOST_WIDTH, MOST_HEIGHT)],
        agents: agents::AGENTS,
        opponent: "search",
        metrics: &["score", "lines", "pieces", "max_tile"],
        input: "a placement such as T2242/1@3,0: piece, quarter turns, column, row",
        perft_counts_paths: false,
    };

    fn open(rules: &Spec, size: Option<Size>) -> Result<Self> {
        rules.choose("rule set", RULES)?;
        Self::new(size.unwrap_or(Self::USUAL))
    }

    fn rules(&self) -> Spec {
        Spec::named("standard")
    }

    fn size(&self) -> Size {
        self.board_size()
    }

    fn agent(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>> {
        agents::build(self, spec, seed)
    }

    fn metrics(&self, position: &Position, _: u64) -> Vec<f64> {
        let (lines, placed) = (position.lines.into(), position.placed.into());
        vec![position.score as f64, lines, placed, position.largest() as f64]
    }

    fn live(&self, position: &Position) -> Option<Box<dyn Live<Action>>> {
        Some(Box::new(FallingPiece::new(self, position)?))
    }

    fn point(&self, position: &Position, column: usize, row: usize) -> Option<Action> {
        let mut actions = Vec::new();
        self.actions(position, &mut actions);
        let y = self.board_size().height.checked_sub(row + 1)?;
        let covers = |action: &&Action| match **action {
            Action::Place { piece, at } => {
                self.pieces().cells(piece, at).iter().any(|cell| (cell.0, cell.1) == (column, y))
            }
            Action::Deal(_) => false,
        };
        actions.iter().find(covers).copied()
    }

    /// One picture for what lies, then for each merge, clearing and fall.
    fn frames(&self, before: &Position, action: Action) -> Vec<Picture> {
        let Action::Place { piece, at } = action else { return Vec::new() };
        let mut tiles = before.tiles;
        let changed = self.stamp(&mut tiles, piece, at);
        let mut frames = vec![self.board_picture(&tiles)];
        tiles.resolve_watched(changed, |_, tiles| frames.push(self.board_picture(tiles)));
        // A piece that only lies there is on the board at once.
        if frames.len() > 1 { frames } else { Vec::new() }
    }

    fn limit_metric(&self) -> Option<&'static str> {
        Some("pieces")
    }

    fn remarks(&self, position: &Position, decision: &Decision<Action>) -> Vec<String> {
        remarks::remarks(self, position, decision.best())
    }
}
