//! The brain protocol of Gomocup and Piskvork: lines in, lines out.
//!
//! A brain plays Gomoku unless it is told otherwise: `INFO ludex_rules pente` (or any other rule set with its settings) before `START`
//! makes it play that. Captures are implied: both sides take the stones off by the rules, and `BOARD` lists all
//! stones that were placed, captured ones included, those of each side in their order. Points are `x,y` from the upper left, from 0.

use crate::board::Point;
use crate::engine::engine;
use crate::position::Position;
use crate::rules::Pente;
use crate::settings::Settings;
use ludex_core::{Agent, Budget, Error, Game, Result, Seed, Size, Spec, Turn};
use ludex_search::common::Identity;
use std::time::Duration;

/// What a brain says to a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The lines, without their ends.
    pub lines: Vec<String>,
    /// Whether it was told to end.
    pub end: bool,
}

/// A player that speaks the protocol; it reads and writes nothing itself.
///
/// ```
/// let mut brain = ludex_pente::gomocup::Brain::default();
/// assert_eq!(brain.hear("START 15").lines, ["OK"]);
/// assert_eq!(brain.hear("START 20").lines[0].split(' ').next(), Some("ERROR"));
/// ```
pub struct Brain {
    rules: Spec,
    game: Option<Pente>,
    moves: Vec<Point>,
    /// Milliseconds for a move and for the rest of the match, as the manager says.
    turn: u64,
    left: Option<u64>,
    /// A `BOARD` that is being told.
    board: Option<Told>,
}

/// The stones of a board so far, with whether each is the brain's own; or what was wrong first: there is one answer to a board, after `DONE`.
type Told = Result<Vec<(Point, bool)>>;

impl Default for Brain {
    fn default() -> Self {
        let rules = Spec::named("gomoku");
        Self { rules, game: None, moves: Vec::new(), turn: 5_000, left: None, board: None }
    }
}

/// Plies that time cuts short.
const DEEPEST: u8 = 40;
/// Part of the time that is left that one move may take.
const MOVES_LEFT: u64 = 15;

impl Brain {
    /// Hears a line and answers.
    pub fn hear(&mut self, line: &str) -> Answer {
        let line = line.trim();
        if line.eq_ignore_ascii_case("END") {
            return Answer { lines: Vec::new(), end: true };
        }
        let told = match self.board.take() {
            Some(board) if !starts_anew(line) => self.hear_stone(board, line),
            _ => self.obey(line),
        };
        let lines = match told {
            Ok(said) => said.into_iter().collect(),
            Err(error) => vec![format!("ERROR {error}")],
        };
        Answer { lines, end: false }
    }

    fn obey(&mut self, line: &str) -> Result<Option<String>> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command.to_ascii_uppercase().as_str() {
            "" => Ok(None),
            "START" => self.start(rest),
            "RECTSTART" => {
                let (width, height) = rest.split_once(',').unwrap_or((rest, ""));
                self.start(if width.trim() == height.trim() { width } else { rest })
            }
            "RESTART" => {
                self.game()?;
                self.moves.clear();
                Ok(Some("OK".into()))
            }
            "BEGIN" => self.think(),
            "TURN" => {
                self.place(rest)?;
                self.think()
            }
            "BOARD" => {
                self.game()?;
                self.board = Some(Ok(Vec::new()));
                Ok(None)
            }
            "TAKEBACK" => self.take_back(rest),
            "INFO" => self.learn(rest),
            "ABOUT" => Ok(Some(format!(
                "name=\"Ludex\", version=\"{}\", author=\"Ludex\", country=\"-\"",
                env!("CARGO_PKG_VERSION")
            ))),
            _ => Ok(Some(format!("UNKNOWN {command} is not known here"))),
        }
    }

    fn game(&self) -> Result<&Pente> {
        self.game.as_ref().ok_or_else(|| Error::State("send START with a size first".into()))
    }

    fn start(&mut self, size: &str) -> Result<Option<String>> {
        let points: usize = size.trim().parse().map_err(|_| {
            Error::bad("size", size.trim(), "give one number, such as 15, or two equal ones")
        })?;
        let settings = Settings::read(&self.rules, Some(Size::new(points, points)))?;
        self.game = Some(Pente::new(settings));
        self.moves.clear();
        Ok(Some("OK".into()))
    }

    /// The point that a text names.
    fn point(&self, text: &str) -> Result<Point> {
        let game = self.game()?;
        let number = |text: Option<&str>| text.and_then(|text| text.trim().parse::<usize>().ok());
        let mut parts = text.split(',');
        let place = number(parts.next()).zip(number(parts.next()));
        let point = place.and_then(|(x, y)| game.point_at(x, game.side().checked_sub(y + 1)?));
        point.ok_or_else(|| {
            let reason = format!("write `x,y`, both from 0 to {}", game.side() - 1);
            Error::bad("point", text, reason)
        })
    }

    /// The position after the stones so far.
    fn position(&self) -> Result<Position> {
        self.position_after(&self.moves)
    }

    fn position_after(&self, moves: &[Point]) -> Result<Position> {
        let game = self.game()?;
        let mut position = game.start();
        for &point in moves {
            game.check(&position, point)?;
            game.play(&mut position, point);
        }
        Ok(position)
    }

    fn place(&mut self, text: &str) -> Result<()> {
        let point = self.point(text)?;
        self.game()?.check(&self.position()?, point)?;
        self.moves.push(point);
        Ok(())
    }

    fn take_back(&mut self, text: &str) -> Result<Option<String>> {
        let point = self.point(text)?;
        if self.moves.last() != Some(&point) {
            return Err(Error::bad("point", text, "it is not the last stone that was placed"));
        }
        self.moves.pop();
        Ok(Some("OK".into()))
    }

    /// A line between `BOARD` and `DONE`, and the stones told before it.
    fn hear_stone(&mut self, board: Told, line: &str) -> Result<Option<String>> {
        if line.eq_ignore_ascii_case("DONE") {
            let moves = in_turn(&board?)?;
            self.position_after(&moves)?;
            self.moves = moves;
            return self.think();
        }
        self.board = Some(board.and_then(|mut stones| {
            if !line.is_empty() {
                stones.push(self.stone(line)?);
            }
            Ok(stones)
        }));
        Ok(None)
    }

    /// A point, and whether the stone there is an own one.
    fn stone(&self, line: &str) -> Result<(Point, bool)> {
        let form = "write `x,y,1` for an own stone, `x,y,2` for the opponent's";
        let (place, field) =
            line.rsplit_once(',').ok_or_else(|| Error::bad("stone", line, form))?;
        let own = match field.trim() {
            "1" => true,
            "2" => false,
            _ => return Err(Error::bad("stone", line, form)),
        };
        Ok((self.point(place)?, own))
    }

    /// What `INFO` says; what is not known is ignored, as the protocol wants it.
    fn learn(&mut self, text: &str) -> Result<Option<String>> {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        match key {
            "timeout_turn" => self.turn = value.parse().unwrap_or(self.turn),
            "time_left" => self.left = value.parse().ok(),
            "ludex_rules" => {
                let rules: Spec = value.parse()?;
                if rules.get::<u8>("lots")?.is_some_and(|lots| lots > 0) {
                    return Err(Error::bad(
                        "rules",
                        value,
                        "stones are not laid by lot here; leave `lots` out",
                    ));
                }
                self.rules = rules;
            }
            "rule" if value != "0" => {
                let reason = "only 0, five or more in a row, is played here";
                return Err(Error::bad("rule", value, reason));
            }
            _ => {}
        }
        Ok(None)
    }

    /// Chooses a stone, places it and says where.
    fn think(&mut self) -> Result<Option<String>> {
        let (game, position) = (self.game()?, self.position()?);
        if game.turn(&position) == Turn::Over {
            return Err(Error::State("the game is over; send RESTART or START".into()));
        }
        let agent = engine(Identity::new("engine", Seed(1)), DEEPEST);
        let point = agent.choose(game, &position, &Budget::unlimited().within(self.time()))?;
        let said = format!("{},{}", point.column(), game.side() - 1 - point.row());
        self.moves.push(point);
        Ok(Some(said))
    }

    /// The time for a move, with a tenth to spare for the way to the manager.
    fn time(&self) -> Duration {
        let share = self.left.map_or(self.turn, |left| self.turn.min(left / MOVES_LEFT));
        Duration::from_millis((share - share / 10).max(10))
    }
}

/// Whether a line begins another game, so that a board that is being told is given up.
fn starts_anew(line: &str) -> bool {
    let command = line.split_whitespace().next().unwrap_or_default();
    ["START", "RECTSTART", "RESTART"].iter().any(|word| command.eq_ignore_ascii_case(word))
}

/// The stones in the order in which they were placed: who is to answer has as many as the other, or one fewer.
fn in_turn(stones: &[(Point, bool)]) -> Result<Vec<Point>> {
    let of = |side: bool| stones.iter().filter(move |(_, own)| *own == side).map(|&(p, _)| p);
    let (own, other): (Vec<_>, Vec<_>) = (of(true).collect(), of(false).collect());
    let (first, second) = match (own.len(), other.len()) {
        (a, b) if a == b => (own, other),
        (a, b) if a + 1 == b => (other, own),
        (a, b) => {
            let reason = "whoever is to answer has as many stones as the opponent, or one fewer";
            return Err(Error::bad("board", format!("{a} own and {b} opposing stones"), reason));
        }
    };
    let mut second = second.into_iter();
    Ok(first.into_iter().flat_map(|point| [Some(point), second.next()]).flatten().collect())
}
