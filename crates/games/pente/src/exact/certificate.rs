//! A proof as a file, and the checker that replays it.
//!
//! Two lines of text say what is proved, `ludex pente win` and `RULES SIZE PLIES`. Then follows one byte for each stone of the
//! first player, in the order in which a walk through all replies asks for it: row times side plus column. Where
//! a stone wins at once there is no byte, and a position that was seen before, turned or mirrored perhaps, is not asked for again.

use super::board::{Board, Ground, symmetries};
use super::solve::Solver;
use crate::board::Point;
use crate::position::Position;
use crate::rules::Pente;
use crate::settings::Settings;
use ludex_core::{Error, Game, Result, Seat, Spec, Turn};
use std::collections::HashMap;

/// A proof that the first player wins from the centre.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The file.
    pub bytes: Vec<u8>,
}

/// What a checked certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The rules.
    pub settings: Settings,
    /// The ply by which the first player has won, whatever the second does.
    pub plies: u32,
    /// Positions with the first player to move for which the certificate names a stone.
    pub positions: usize,
    /// Replies of the second player that were played.
    pub replies: u64,
}

const TITLE: &str = "ludex pente win";

/// Writes the win with `stones` more stones of the first player that `solver` has found.
pub(super) fn write(game: &Pente, solver: &mut Solver<'_>, stones: u8) -> Result<Certificate> {
    let mut failed = false;
    let mut bytes = Vec::new();
    let ground = solver.ground;
    let mut walk = Walk::new(game);
    let walked = walk.start(&mut |position, ply| {
        let left = stones - (ply / 2 - 1) as u8;
        let found = solver.winning_stone(&board_of(ground, position), left);
        let (column, row) = found.map_or((0, 0), |index| ground.place(index));
        failed |= found.is_none();
        bytes.push((row * ground.side + column) as u8);
        game.point_at(column, row).filter(|_| found.is_some())
    });
    if failed || walked.is_err() {
        return Err(Error::State("the search was stopped before the proof was written".into()));
    }
    let plies = 2 * u32::from(stones) + 1;
    let header = format!("{TITLE}\n{} {} {plies}\n", game.settings().spec(), game.board_size());
    Ok(Certificate { bytes: [header.into_bytes(), bytes].concat() })
}

/// The solver's view of a position of the rules.
pub(super) fn board_of(ground: &Ground, position: &Position) -> Board {
    let mut board = Board::default();
    for seat in 0..2 {
        for point in position.stones[seat].descending() {
            board = board.with(ground, seat, ground.index(point.column(), point.row()));
        }
    }
    board.captured = position.captured;
    board
}

/// Replays a certificate: every reply, plain rules, no search.
pub fn check(bytes: &[u8]) -> Result<Checked> {
    let (game, plies, stones) = read_header(bytes)?;
    let walk = replay(&game, plies, stones)?;
    let settings = game.settings();
    Ok(Checked { settings, plies, positions: walk.known.len(), replies: walk.replies })
}

/// What the first player does in every position of a certificate.
pub(super) fn steps(bytes: &[u8]) -> Result<HashMap<[u64; 8], Step>> {
    let (game, plies, stones) = read_header(bytes)?;
    Ok(replay(&game, plies, stones)?.known)
}

fn replay<'a>(game: &'a Pente, plies: u32, stones: &[u8]) -> Result<Walk<'a>> {
    let mut stones = stones.iter();
    let mut walk = Walk::new(game);
    let walked = walk.start(&mut |_, _| {
        let cell = usize::from(*stones.next()?);
        game.point_at(cell % game.side(), cell / game.side())
    });
    let last_ply = match walked {
        Ok(last_ply) => last_ply,
        Err(reason) => return Err(Error::bad("certificate", walk.path_text(), reason)),
    };
    if stones.next().is_some() {
        return Err(Error::bad(
            "certificate",
            "its end",
            "there are stones left that nobody asked for",
        ));
    }
    if last_ply > plies {
        let said = format!("a win by ply {plies}");
        return Err(Error::bad("certificate", said, format!("it takes {last_ply} plies")));
    }
    Ok(walk)
}

fn read_header(bytes: &[u8]) -> Result<(Pente, u32, &[u8])> {
    let mut parts = bytes.splitn(3, |&b| b == b'\n');
    let mut line = || String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
    let (title, what) = (line(), line());
    let form = format!("the first lines read `{TITLE}` and `RULES SIZE PLIES`");
    let words: Vec<&str> = what.split(' ').collect();
    let ([rules, size, plies], true) = (&words[..], title == TITLE) else {
        return Err(Error::bad("certificate", title, form));
    };
    let spec: Spec = rules.parse()?;
    let game = Pente::new(Settings::read(&spec, Some(size.parse()?))?);
    let plies = plies.parse().map_err(|_| Error::bad("certificate", *plies, form))?;
    Ok((game, plies, parts.next().unwrap_or_default()))
}

/// A walk through all replies, the same for the writer, the checker and who plays by the proof.
pub(super) struct Walk<'a> {
    game: &'a Pente,
    /// Positions with the first player to move that are done.
    pub(super) known: HashMap<[u64; 8], Step>,
    replies: u64,
    path: Vec<Point>,
}

/// What the first player does in a position of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Column and row of the stone, turned as [`canonical`] turns the position.
    pub(super) place: (usize, usize),
    /// Plies until he has won, this stone included, if the second player resists as long as possible.
    pub(super) plies: u32,
}

/// Names the first player's stone in a position at a ply.
type Ask<'f> = &'f mut dyn FnMut(&Position, usize) -> Option<Point>;

/// Plies until the first player has won, or what is wrong.
type Walked = std::result::Result<u32, &'static str>;

impl<'a> Walk<'a> {
    fn new(game: &'a Pente) -> Self {
        Self { game, known: HashMap::new(), replies: 0, path: Vec::new() }
    }

    /// Walks from the stone on the centre; the ply by which the first player has won.
    fn start(&mut self, ask: Ask<'_>) -> Walked {
        let mut position = self.game.start();
        self.game.play(&mut position, self.game.centre());
        Ok(1 + self.second(&position, ask)?)
    }

    /// Every reply of the second player.
    fn second(&mut self, position: &Position, ask: Ask<'_>) -> Walked {
        let (mut replies, mut most) = (Vec::new(), 0);
        self.game.actions(position, &mut replies);
        for reply in replies {
            self.replies += 1;
            self.path.push(reply);
            let next = after(self.game, position, reply);
            if self.game.turn(&next) == Turn::Over {
                return Err("the game ends here without a win of the first player");
            }
            most = most.max(1 + self.first(&next, ask)?);
            self.path.pop();
        }
        Ok(most)
    }

    /// The named stone of the first player, unless one wins at once.
    fn first(&mut self, position: &Position, ask: Ask<'_>) -> Walked {
        if winning_stone(self.game, position).is_some() {
            return Ok(1);
        }
        let (name, image) = canonical(self.game, position);
        if let Some(known) = self.known.get(&name) {
            return Ok(known.plies);
        }
        let ply = self.game.ply(position);
        let stone = ask(position, ply).ok_or("no stone is named for this position")?;
        if self.game.check(position, stone).is_err() {
            return Err("the stone named for this position is not legal");
        }
        self.path.push(stone);
        let plies = 1 + self.second(&after(self.game, position, stone), ask)?;
        self.path.pop();
        let place = symmetries(stone.column(), stone.row(), self.game.side())[image];
        self.known.insert(name, Step { place, plies });
        Ok(plies)
    }

    fn path_text(&self) -> String {
        let names: Vec<String> = self.path.iter().map(|&p| crate::notation::name_of(p)).collect();
        names.join(" ")
    }
}

/// A stone with which the first player, to move, wins at once.
pub(super) fn winning_stone(game: &Pente, position: &Position) -> Option<Point> {
    let mut stones = Vec::new();
    game.actions(position, &mut stones);
    stones.into_iter().find(|&stone| after(game, position, stone).winner() == Some(Seat::FIRST))
}

/// The position after a stone.
pub(super) fn after(game: &Pente, position: &Position, stone: Point) -> Position {
    let mut next = *position;
    game.play(&mut next, stone);
    next
}

/// One name for a position and its images: stones of both sides by cell, and the captures. Exact, not a hash. Also which of the eight
/// images has it.
pub(super) fn canonical(game: &Pente, position: &Position) -> ([u64; 8], usize) {
    let side = usize::from(game.settings().side);
    let mut images = [[0_u64; 8]; 8];
    for (seat, stones) in position.stones.iter().enumerate() {
        for point in stones.descending() {
            for (image, (c, r)) in
                images.iter_mut().zip(symmetries(point.column(), point.row(), side))
            {
                let bit = 2 * (r * side + c) + seat;
                image[bit / 64] |= 1 << (bit % 64);
            }
        }
    }
    let least = images.into_iter().enumerate().min_by_key(|&(_, image)| image);
    let (which, mut least) = least.unwrap_or_default();
    // A board of 15x15 fills 450 bits; the rest has room for the captures.
    least[7] |= u64::from(position.captured[0]) << 48 | u64::from(position.captured[1]) << 56;
    (least, which)
}
