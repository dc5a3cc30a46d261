//! Games that end so quickly one after the other that a row of its own would cost each more than its moves: they stand
//! together in one row of the table `bundles`.
//!
//! A bundle says once what its games have in common: the columns, the words of their moves, who sat where. Each game is a
//! stretch of bytes: its length (four bytes), its seed (eight), and then numbers: milliseconds since the first game of the
//! bundle ended, its number in the match, which of the seatings it had, whether it is over, outcomes and scores seat by
//! seat, figures, how many moves it has, and the [packed](crate::packed) numbers of their words.
//! All numbers but the seed are as short as they can be: seven bits a byte, the lowest first, the eighth bit says that more follow.

use crate::packed::{self, read_codes, write_codes};
use crate::{Game, Result as Ended, Source, Summary};
use ludex_core::{Finished, Moves, Proven, Spec, Words};
use ludex_table::Pairing;
use std::fmt::Display;
use std::sync::Arc;

/// The most games of a bundle: whoever reads one passes over those before it.
const MOST_GAMES: u64 = 1024;

/// Bytes after which a bundle takes no more games.
const MOST_BYTES: usize = 1 << 20;

/// What all games of a match or tournament have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) source: Source,
    pub(crate) version: String,
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) size: String,
    pub(crate) event: String,
}

/// Games that stand together.
#[derive(Debug)]
pub(crate) struct Bundle {
    pub(crate) head: Arc<Head>,
    /// Distinct seatings: who sat where.
    pub(crate) seatings: Vec<Vec<Spec>>,
    /// Names of the figures.
    pub(crate) metrics: Vec<&'static str>,
    /// When the first game ended.
    pub(crate) ended: u64,
    /// What moves are called, in notation.
    pub(crate) words: Arc<Words>,
    /// How many games there are.
    pub(crate) games: u64,
    /// All of them.
    pub(crate) packed: Vec<u8>,
}

/// Whether a game can stand in a bundle: nothing is known of it but what bundles have room for.
pub(crate) fn is_plain(finished: &Finished) -> bool {
    finished.fault.is_none() && finished.reasons.is_empty() && finished.move_time.is_zero()
}

impl Bundle {
    /// A bundle for games like this one.
    pub(crate) fn new(head: &Arc<Head>, finished: &Finished, ended: u64) -> Self {
        Self {
            head: Arc::clone(head),
            seatings: Vec::new(),
            metrics: finished.metrics.iter().map(|metric| metric.name).collect(),
            ended,
            words: Arc::clone(finished.moves.words()),
            games: 0,
            packed: Vec::new(),
        }
    }

    /// Whether a game belongs here: the same match, and its words are those of the bundle, or one list goes on where the
    /// other ends. Then the bundle has the longer one.
    pub(crate) fn takes(&mut self, head: &Arc<Head>, finished: &Finished) -> bool {
        let full = self.games >= MOST_GAMES || self.packed.len() >= MOST_BYTES;
        if full || !Arc::ptr_eq(&self.head, head) {
            return false;
        }
        let words = finished.moves.words();
        if Arc::ptr_eq(&self.words, words) {
            return true;
        }
        let (known, new) = (self.words.text(), words.text());
        if new.len() > known.len() && new.starts_with(known) {
            self.words = Arc::clone(words);
            return true;
        }
        known.starts_with(new)
    }

    /// Adds a game that belongs here.
    pub(crate) fn add(&mut self, pairing: &Pairing, finished: &Finished, ended: u64, number: u64) {
        let seating = self.seating(&pairing.seats);
        let start = self.packed.len();
        let out = &mut self.packed;
        out.extend([0; 4]);
        out.extend(pairing.seed.0.to_le_bytes());
        let since = ended.saturating_sub(self.ended);
        for number in [since, number, seating, u64::from(finished.over)] {
            write_number(out, number);
        }
        write_number(out, finished.outcomes.len() as u64);
        out.extend(finished.outcomes.iter().map(|&outcome| outcome_code(outcome)));
        write_number(out, finished.scores.len() as u64);
        finished.scores.iter().for_each(|&score| write_value(out, score));
        finished.metrics.iter().for_each(|metric| write_value(out, metric.value));
        write_number(out, finished.moves.len() as u64);
        let bits = packed::bits(finished.moves.words().len().saturating_sub(1) as u32);
        out.push(bits as u8);
        write_codes(out, finished.moves.codes(), bits);
        let length = (out.len() - start - 4) as u32;
        out[start..start + 4].copy_from_slice(&length.to_le_bytes());
        self.games += 1;
    }

    /// The number of a seating.
    fn seating(&mut self, seats: &[Spec]) -> u64 {
        let known = self.seatings.iter().position(|known| known == seats);
        known.unwrap_or_else(|| {
            self.seatings.push(seats.to_vec());
            self.seatings.len() - 1
        }) as u64
    }

    /// The same as it is read from a file.
    pub(crate) fn stored(self) -> Stored {
        let seats = |seats: Vec<Spec>| seats.iter().map(ToString::to_string).collect();
        Stored {
            seatings: self.seatings.into_iter().map(seats).collect(),
            metrics: self.metrics.into_iter().map(str::to_owned).collect(),
            head: Head::clone(&self.head),
            ended: self.ended,
            words: self.words,
            packed: self.packed,
        }
    }
}

/// A bundle as it stands in a file.
#[derive(Debug)]
pub(crate) struct Stored {
    pub(crate) head: Head,
    pub(crate) seatings: Vec<Vec<String>>,
    pub(crate) metrics: Vec<String>,
    pub(crate) ended: u64,
    pub(crate) words: Arc<Words>,
    pub(crate) packed: Vec<u8>,
}

impl Stored {
    /// The bytes of each game, as far as they can be told apart.
    pub(crate) fn stretches(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = &self.packed[..];
        std::iter::from_fn(move || {
            let (length, after) = rest.split_first_chunk()?;
            let (game, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            rest = after;
            Some(game)
        })
    }

    /// Every game, or what is wrong with it.
    pub(crate) fn games(&self) -> impl Iterator<Item = Result<Game, Damaged>> {
        self.stretches().map(|game| self.game(game))
    }

    /// The game of a stretch.
    pub(crate) fn game(&self, stretch: &[u8]) -> Result<Game, Damaged> {
        let mut rest = stretch;
        let mut game = self.result(&mut rest).ok_or(Damaged("result"))?;
        game.moves = self.moves(&mut rest).ok_or(Damaged("moves"))?;
        Ok(game)
    }

    /// The same for a list, which needs no moves.
    pub(crate) fn summary(&self, id: i64, stretch: &[u8]) -> Result<Summary, Damaged> {
        let mut rest = stretch;
        let game = self.result(&mut rest).ok_or(Damaged("result"))?;
        let plies = read_number(&mut rest).ok_or(Damaged("moves"))?;
        Ok(Summary {
            id,
            source: game.source,
            ended: game.ended,
            game: game.game,
            rules: game.rules,
            size: game.size,
            seed: game.seed,
            seats: game.seats,
            event: game.event,
            number: game.number,
            result: game.result.text().into(),
            ending: game.result,
            plies,
        })
    }

    /// A game without its moves.
    fn result(&self, rest: &mut &[u8]) -> Option<Game> {
        let seed = take(rest)?;
        let (since, number) = (read_number(rest)?, read_number(rest)?);
        let seats = self.seatings.get(read_number(rest)? as usize)?.clone();
        let over = read_number(rest)? != 0;
        // Each is a byte at least: whoever claims many has to bring them.
        let count = read_number(rest)?;
        let outcomes = (0..count).map(|_| take(rest).and_then(|[code]| read_outcome(code)));
        let outcomes = outcomes.collect::<Option<_>>()?;
        let count = read_number(rest)?;
        let scores = (0..count).map(|_| read_value(rest)).collect::<Option<_>>()?;
        let metrics = self.metrics.iter().map(|name| Some((name.clone(), read_value(rest)?)));
        let metrics = metrics.collect::<Option<_>>()?;
        let Head { source, version, game, rules, size, event } = self.head.clone();
        Some(Game {
            source,
            ended: self.ended.checked_add(since)?,
            version,
            game,
            rules,
            size,
            seed: u64::from_le_bytes(seed),
            seats,
            position: None,
            event: Some(event),
            number: Some(number),
            result: Ended { scores, outcomes, over, metrics, fault: None },
            moves: Moves::default(),
            waits: Vec::new(),
            decisions: None,
            key: None,
        })
    }

    fn moves(&self, rest: &mut &[u8]) -> Option<Moves> {
        let count = usize::try_from(read_number(rest)?).ok()?;
        let [bits] = take(rest)?;
        Moves::among(&self.words, read_codes(rest, bits.into(), count)?)
    }
}

/// A game of a bundle that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damaged(&'static str);

impl Display for Damaged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "its {}: damaged, in a bundle with others", self.0)
    }
}

fn outcome_code(outcome: Proven) -> u8 {
    match outcome {
        Proven::Win => 0,
        Proven::Draw => 1,
        Proven::Loss => 2,
    }
}

fn read_outcome(code: u8) -> Option<Proven> {
    [Proven::Win, Proven::Draw, Proven::Loss].get(usize::from(code)).copied()
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*taken)
}

/// Seven bits a byte, the lowest first.
fn write_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read_number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let [byte] = take(rest)?;
        let bits = u64::from(byte & 0x7f);
        number |= bits << shift;
        if byte < 0x80 {
            return (number >> shift == bits).then_some(number);
        }
    }
    None
}

/// Whole values whose size is below this are numbers: four times the value, or below zero four times its size less two.
/// Of all others the eight bytes follow the number 1.
const MOST_WHOLE: f64 = (1u64 << 53) as f64;

fn write_value(out: &mut Vec<u8>, value: f64) {
    let whole = value.abs() < MOST_WHOLE && (value as i64 as f64).to_bits() == value.to_bits();
    if whole {
        let value = value as i64;
        let folded = ((value << 1) ^ (value >> 63)).cast_unsigned();
        write_number(out, folded << 1);
    } else {
        out.push(1);
        out.extend(value.to_le_bytes());
    }
}

fn read_value(rest: &mut &[u8]) -> Option<f64> {
    let number = read_number(rest)?;
    if number & 1 == 1 {
        return (number == 1).then(|| take(rest).map(f64::from_le_bytes))?;
    }
    let folded = number >> 1;
    let value = (folded >> 1).cast_signed() ^ -(folded & 1).cast_signed();
    Some(value as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Metric, Seed};
    use std::time::Duration;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, 1 << 53, u64::MAX - 1, u64::MAX] {
            let mut out = Vec::new();
            write_number(&mut out, number);
            assert_eq!(read_number(&mut &out[..]), Some(number), "{number}");
            assert_eq!(read_number(&mut &out[..out.len() - 1]), None, "{number}");
        }
        assert_eq!(read_number(&mut &[0xff; 10][..]), None);
        let long = [&[0xff; 9][..], &[2]].concat();
        assert_eq!(read_number(&mut &long[..]), None, "more than 64 bits");
    }

    #[test]
    fn values_come_back() {
        let whole = [0.0, 1.0, -1.0, 2.0, -2.0, 63.0, 8e15, -8e15];
        for value in whole.into_iter().chain([-0.0, 0.1, -7.25, MOST_WHOLE, 1e300, f64::INFINITY]) {
            let mut out = Vec::new();
            write_value(&mut out, value);
            let found = read_value(&mut &out[..]).expect("a value");
            assert_eq!(found.to_bits(), value.to_bits(), "{value}");
            assert_eq!(read_value(&mut &out[..out.len() - 1]), None, "{value}");
        }
        let mut out = Vec::new();
        write_value(&mut out, f64::NAN);
        assert!(read_value(&mut &out[..]).expect("a value").is_nan());
    }

    /// Two games.
    fn bundle() -> Stored {
        let text = |text: &str| text.to_owned();
        let head = Arc::new(Head {
            source: Source::Run,
            version: text("1"),
            game: text("tris"),
            rules: text("standard"),
            size: text("3x3"),
            event: text("a match"),
        });
        let finished = Finished {
            scores: vec![1.0, -1.5],
            outcomes: vec![Proven::Win, Proven::Loss],
            metrics: vec![Metric { name: "plies", value: 3.0 }],
            decisions: 3,
            over: true,
            stopped: false,
            moves: ["a", "b", "a"].into_iter().collect(),
            reasons: Vec::new(),
            move_time: Duration::ZERO,
            fault: None,
        };
        let mut bundle = Bundle::new(&head, &finished, 1000);
        for number in [1, 300] {
            let pairing = Pairing::new(&[Spec::named("random")], 2, Seed(1), number);
            assert!(bundle.takes(&head, &finished));
            bundle.add(&pairing, &finished, 1000 + number, number);
        }
        bundle.stored()
    }

    #[test]
    fn games_come_back() {
        let bundle = bundle();
        let games: Vec<Game> = bundle.games().map(|game| game.expect("a game")).collect();
        let told = |game: &Game| (game.number, game.ended, game.moves.text());
        assert_eq!(told(&games[0]), (Some(1), 1001, "a\nb\na".into()));
        assert_eq!(told(&games[1]), (Some(300), 1300, "a\nb\na".into()));
        assert_eq!(
            (games[0].result.text(), &games[0].result.scores[..]),
            ("1-0", &[1.0, -1.5][..])
        );
        assert_eq!(games[0].seats, ["random", "random"]);
        assert_eq!(games.len(), 2);
    }

    /// Whatever the bytes are, reading them ends; games before those that are gone are there.
    #[test]
    fn damaged_bundles_do_no_harm() {
        let whole = bundle().packed;
        let first = bundle().stretches().next().expect("a game").len() + 4;
        for length in 0..whole.len() {
            let cut = Stored { packed: whole[..length].to_vec(), ..bundle() };
            let readable = cut.games().flatten().count();
            assert_eq!(readable, usize::from(length >= first), "{length} bytes");
        }
        for (at, change) in (0..whole.len()).flat_map(|at| [1, 0x7f, 0x80, 0xff].map(|c| (at, c))) {
            let mut packed = whole.clone();
            packed[at] ^= change;
            let damaged = Stored { packed, ..bundle() };
            for game in damaged.games().flatten() {
                assert!(game.moves.len() <= 8 * whole.len(), "byte {at}");
            }
        }
    }
}
