//! A puzzle on the whole screen: the piece in the hand, where it would go, and what was asked.

use super::keys::Wish;
use ludex_core::{Ink, Picture, Result};
use ludex_offline::puzzle::{Goal, Move, Play, Puzzle, Scene, Step};
use ludex_offline::{Put, symbol};

/// A puzzle that somebody plays.
pub(crate) struct Sitting<'a> {
    pub(super) puzzle: &'a Puzzle,
    play: Play<'a>,
    puts: Vec<Put>,
    pub(super) scene: Scene,
    /// How hard it is; none for a list.
    pub(super) level: Option<u8>,
    /// Which of the waiting pieces is in the hand.
    pub(super) place: usize,
    /// What of its turns and columns is aimed at; the nearest that there is counts.
    turn: usize,
    column: usize,
    /// What there is to say.
    pub(super) words: String,
    /// The answer while somebody goes through it, and how far that is.
    pub(super) proof: Option<(Vec<Step>, usize)>,
    pub(super) help: bool,
    left: bool,
}

impl<'a> Sitting<'a> {
    /// A puzzle after some moves.
    pub(crate) fn new(puzzle: &'a Puzzle, puts: Vec<Put>) -> Result<Self> {
        let mut play = Play::new(puzzle);
        let level = match puzzle.goal {
            Goal::Most => None,
            _ => play.rating()?.map(|rating| rating.level),
        };
        let scene = play.scene(&puts)?;
        let mut sitting = Self {
            puzzle,
            play,
            puts,
            scene,
            level,
            place: 0,
            turn: 0,
            column: 0,
            words: String::new(),
            proof: None,
            help: false,
            left: false,
        };
        sitting.take_up();
        Ok(sitting)
    }

    /// Whether the person has left.
    pub(super) fn left(&self) -> bool {
        self.left
    }

    /// Moves made so far.
    pub(super) fn played(&self) -> usize {
        self.puts.len()
    }

    /// Rows to clear, if that is the goal.
    pub(super) fn wanted(&self) -> Option<usize> {
        self.play.wanted()
    }

    /// Does what a person wants; what goes wrong is said.
    pub(super) fn obey(&mut self, wish: &Wish) {
        if let Err(error) = self.heed(wish) {
            self.words = error.to_string();
        }
    }

    fn heed(&mut self, wish: &Wish) -> Result<()> {
        if std::mem::take(&mut self.help) && !matches!(wish, Wish::Leave) {
            return Ok(());
        }
        match wish {
            Wish::Leave | Wish::Quit => self.left = true,
            Wish::Help => self.help = true,
            Wish::Cancel => self.proof = None,
            Wish::Arrow("left") => self.step(-1),
            Wish::Arrow("right") => self.step(1),
            Wish::Arrow("up") => self.turn += 1,
            Wish::Point(column, _) => self.column = *column,
            Wish::Next => self.place = (self.place + 1) % self.scene.waiting.len().max(1),
            Wish::Arrow(_) | Wish::Confirm => return self.drop(),
            Wish::Undo => return self.undo(),
            Wish::Hint => return self.hint(),
            Wish::Why => self.words = self.play.verdict(&self.puts)?.words,
            Wish::Explain => {
                let steps = self.play.proof(&self.puts)?;
                self.proof = (!steps.is_empty()).then_some((steps, 0));
                self.words = String::new();
            }
            _ => {}
        }
        Ok(())
    }

    /// The move that is aimed at: the possible one that is nearest.
    pub(super) fn aim(&self) -> Option<&Move> {
        let piece = self.scene.waiting.get(self.place)?;
        let own = || self.scene.moves.iter().filter(|one| one.put.piece == *piece);
        let mut turns: Vec<u8> = own().map(|one| one.put.rotation).collect();
        turns.dedup();
        let turn = turns.get(self.turn % turns.len().max(1))?;
        own()
            .filter(|one| one.put.rotation == *turn)
            .min_by_key(|one| self.column.abs_diff(one.put.column.into()))
    }

    /// One column on, or one step of the proof.
    fn step(&mut self, by: isize) {
        if let Some((steps, at)) = &mut self.proof {
            *at = at.saturating_add_signed(by).min(steps.len() - 1);
        } else if let Some(aim) = self.aim() {
            self.column = usize::from(aim.put.column).saturating_add_signed(by);
        }
    }

    fn drop(&mut self) -> Result<()> {
        let Some(put) = self.aim().map(|aim| aim.put).filter(|_| self.proof.is_none()) else {
            return Ok(());
        };
        self.puts.push(put);
        self.look()?;
        if self.scene.moves.is_empty() {
            self.words = self.play.verdict(&self.puts)?.words;
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<()> {
        if self.puts.pop().is_none() {
            self.words = "There is no move to take back.".into();
            return Ok(());
        }
        self.look()
    }

    fn hint(&mut self) -> Result<()> {
        let Some(advice) = self.play.advice(&self.puts)? else {
            self.words = self.play.verdict(&self.puts)?.words;
            return Ok(());
        };
        let put = advice.put;
        let waiting = &self.scene.waiting;
        self.place = waiting.iter().position(|&piece| piece == put.piece).unwrap_or(0);
        let own = self.scene.moves.iter().filter(|one| one.put.piece == put.piece);
        let mut turns: Vec<u8> = own.map(|one| one.put.rotation).collect();
        turns.dedup();
        self.turn = turns.iter().position(|&turn| turn == put.rotation).unwrap_or(0);
        self.column = put.column.into();
        self.words = advice.words;
        Ok(())
    }

    /// Looks at the board anew.
    fn look(&mut self) -> Result<()> {
        self.scene = self.play.scene(&self.puts)?;
        self.words = String::new();
        self.proof = None;
        self.take_up();
        Ok(())
    }

    fn take_up(&mut self) {
        (self.place, self.turn) = (0, 0);
        self.column = (self.puzzle.task.width / 2).saturating_sub(1);
    }

    /// The board with the piece where it would go.
    pub(super) fn picture(&self) -> Picture {
        let aim = self.aim().filter(|_| self.proof.is_none());
        let (board, ghost) = match &self.proof {
            Some((steps, at)) => (&steps[*at].board, Some(&steps[*at].cells)),
            None => (&self.scene.board, aim.map(|aim| &aim.cells)),
        };
        let (width, height) = (self.puzzle.task.width, board.len());
        let mut picture = Picture::new(width, height).columns(0..width).rows((0..height).rev());
        for (y, row) in board.iter().enumerate() {
            for (x, cell) in row.chars().enumerate() {
                let piece = (0..7).find(|&piece| symbol(piece) == cell);
                match (cell, piece) {
                    ('.', _) => {}
                    (_, Some(piece)) => picture.set(x, y, cell, Ink::Piece(piece)),
                    _ => picture.set(x, y, "#", Ink::Lying),
                }
            }
        }
        for &(x, y) in ghost.into_iter().flatten() {
            picture.set(x.into(), height - 1 - usize::from(y), ":", Ink::Ghost);
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Seed;
    use ludex_offline::puzzle::{Kind, make};

    #[test]
    fn hints_and_drops_solve_a_puzzle_and_undo_takes_back() {
        let (puzzle, _) = make(Kind::Fill, Seed(1)).unwrap();
        let mut sitting = Sitting::new(&puzzle, Vec::new()).unwrap();
        sitting.obey(&Wish::Undo);
        assert_eq!(sitting.words, "There is no move to take back.");
        while !sitting.scene.solved {
            sitting.obey(&Wish::Hint);
            assert!(sitting.words.contains("goal in reach"), "{}", sitting.words);
            sitting.obey(&Wish::Confirm);
        }
        assert_eq!(sitting.words, "Solved.");
        let played = sitting.played();
        sitting.obey(&Wish::Undo);
        assert_eq!((sitting.played(), sitting.scene.solved), (played - 1, false));
        sitting.obey(&Wish::Why);
        assert_eq!(sitting.words, "It can still be done.");
    }

    #[test]
    fn arrows_turn_and_move_what_is_in_the_hand_and_go_through_the_proof() {
        let (puzzle, _) = make(Kind::Rows, Seed(3)).unwrap();
        let mut sitting = Sitting::new(&puzzle, Vec::new()).unwrap();
        for _ in 0..20 {
            sitting.obey(&Wish::Arrow("left"));
        }
        assert_eq!(sitting.aim().unwrap().put.column, 0);
        let before = sitting.aim().unwrap().put.piece;
        sitting.obey(&Wish::Next);
        let other = sitting.aim().unwrap().put.piece;
        assert_eq!([before, other], puzzle.list[..2]);
        sitting.obey(&Wish::Explain);
        assert_eq!(sitting.proof.as_ref().unwrap().1, 0);
        sitting.obey(&Wish::Arrow("right"));
        assert_eq!(sitting.proof.as_ref().unwrap().1, 1);
        sitting.obey(&Wish::Confirm);
        assert_eq!(sitting.played(), 0, "a proof is looked at, not played");
        sitting.obey(&Wish::Cancel);
        assert!(sitting.proof.is_none());
        sitting.obey(&Wish::Quit);
        assert!(sitting.left());
    }
}
