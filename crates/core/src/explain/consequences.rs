//! Explaining by consequences: two moves are played on some moves by the agent itself, and what differs is told with
//! its error. It needs no terms, so it serves agents whose values nobody can take apart.

use super::Speaker;
use super::fact::SURE;
use super::numbers::{count, number};
use crate::{Agent, Budget, Decision, Meter, Proven, Result, Room, Seat, Seed, Turn};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// Something that people count on a board, or see there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sign {
    /// What was earned so far: rows, points. Its growth counts.
    Earned {
        /// What they are called: `rows`.
        many: &'static str,
        /// How many there are by now.
        amount: f64,
    },
    /// What stands on the board: holes.
    Stands {
        /// What they are called.
        many: &'static str,
        /// How many there are.
        amount: f64,
    },
    /// What is so or not: `the greatest tile is in a corner`.
    Holds {
        /// What.
        what: &'static str,
        /// Whether it is.
        holds: bool,
    },
}

impl Sign {
    fn amount(self) -> f64 {
        match self {
            Self::Earned { amount, .. } | Self::Stands { amount, .. } => amount,
            Self::Holds { holds, .. } => f64::from(u8::from(holds)),
        }
    }
}

/// What became of two moves in games that were played on after them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Consequences {
    /// What differs for certain, in a sentence or two.
    pub words: String,
    /// Games after each of the two.
    pub games: u32,
    /// Moves of players in each game, at most.
    pub moves: u32,
    /// Everything that was counted, what differs most surely first.
    pub figures: Vec<Consequence>,
}

/// One thing that was counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Consequence {
    /// What: `rows`, `the game is over`.
    pub what: String,
    /// Whether it is a share of the games.
    pub share: bool,
    /// The mean after the choice.
    pub chosen: f64,
    /// The mean after the other.
    pub instead: f64,
    /// The standard error of their difference: both met the same luck.
    pub error: f64,
}

impl Consequence {
    /// Whether chance would not explain the difference.
    pub fn is_sure(&self) -> bool {
        let gap = (self.chosen - self.instead).abs();
        gap > 0.0 && gap >= SURE * self.error
    }

    /// Whether it only says the other way round what another one says: who has won all games has lost none.
    fn says_as_much_as(&self, other: &Self) -> bool {
        let ends = |one: &Self| ["won", "lost"].contains(&&*one.what);
        let turned = |a: f64, b: f64| a + b == 1.0;
        ends(self)
            && ends(other)
            && turned(self.chosen, other.chosen)
            && turned(self.instead, other.instead)
    }
}

/// How long games are played on, and how many.
#[derive(Clone, Copy, Debug)]
pub struct Trials {
    /// Moves of players in each game.
    pub moves: u32,
    /// Games after each move at most.
    pub games: u32,
    /// Time for all of them.
    pub time: Duration,
}

impl Trials {
    /// What fits between a question and its answer.
    pub const QUICK: Self = Self { moves: 20, games: 60, time: Duration::from_millis(100) };
    /// What somebody waits for who asked nothing else.
    pub const CAREFUL: Self = Self { moves: 20, games: 200, time: Duration::from_secs(2) };
}

/// Less games than this prove nothing.
const FEWEST: usize = 10;

/// Makes the agent for a game: each game has lots of its own.
pub type Players<'a, R> = dyn Fn(Seed) -> Result<Arc<dyn Agent<R>>> + 'a;

/// Plays a decision's choice and another move on with the agent itself; none where time was too short for enough games.
pub fn consequences<R: Room>(
    game: &R,
    position: &R::Position,
    decision: &Decision<R::Action>,
    instead: R::Action,
    players: &Players<'_, R>,
    trials: Trials,
    speaker: Speaker,
) -> Result<Option<Consequences>> {
    let seat = Seat(decision.seat);
    let mut patience = Patience::new(trials);
    let (mut means, mut number) = (Sums::default(), 0);
    let luck = decision.seed.derive(game.key(position));
    while number < trials.games && !patience.is_spent() {
        let seed = luck.derive(number.into());
        let on = PlayedOn { game, seat, moves: trials.moves, seed };
        let player = players(seed)?;
        let [mine, theirs] = [decision.best().action, instead]
            .map(|action| on.signs(position, action, player.as_ref(), &mut patience));
        let (Some(mine), Some(theirs)) = (mine?, theirs?) else { break };
        means.add(&mine, &theirs);
        number += 1;
    }
    Ok((number as usize >= FEWEST).then(|| means.conclude(number, trials.moves, speaker)))
}

/// The time that is left, and whether what is wanted could ever fit into it.
struct Patience {
    meter: Meter,
    time: f64,
    /// Moves in the fewest games that prove something.
    needed: f64,
    chosen: u32,
}

impl Patience {
    fn new(trials: Trials) -> Self {
        let meter = Budget::unlimited().within(trials.time).start();
        let needed = f64::from(trials.moves) * 2.0 * FEWEST as f64;
        Self { meter, time: trials.time.as_secs_f64(), needed, chosen: 0 }
    }

    fn is_spent(&mut self) -> bool {
        self.meter.check_clock();
        // A slow agent is seen by its first move; four times too slow may still be a slow start.
        let needed = self.meter.seconds() / f64::from(self.chosen.max(1)) * self.needed;
        self.meter.exhausted() || (self.chosen > 0 && needed > 4.0 * self.time)
    }
}

/// A game that goes on after a move.
struct PlayedOn<'a, R: Room> {
    game: &'a R,
    seat: Seat,
    moves: u32,
    seed: Seed,
}

/// A name, whether it is a share, and an amount.
type Counted = (&'static str, bool, f64);

impl<R: Room> PlayedOn<'_, R> {
    /// What is counted after `action` and some moves; none if time ran out.
    fn signs(
        &self,
        position: &R::Position,
        action: R::Action,
        player: &dyn Agent<R>,
        patience: &mut Patience,
    ) -> Result<Option<Vec<Counted>>> {
        let before = self.game.signs(position, self.seat);
        let (mut here, mut buffer) = (position.clone(), Vec::new());
        self.game.play(&mut here, action);
        let (mut left, mut drawn) = (self.moves.saturating_sub(1), 0);
        loop {
            let next = match self.game.turn(&here) {
                Turn::Over => break,
                Turn::Chance => {
                    // Luck is numbered, so that both moves meet the same.
                    drawn += 1;
                    let mut dice = self.seed.derive(drawn).rng();
                    let Some(outcome) = self.game.sample(&here, &mut dice, &mut buffer) else {
                        break;
                    };
                    outcome
                }
                Turn::Seat(_) if left == 0 => break,
                Turn::Seat(_) if patience.is_spent() => return Ok(None),
                Turn::Seat(_) => {
                    left -= 1;
                    patience.chosen += 1;
                    player.choose(self.game, &here, &Budget::unlimited())?
                }
            };
            self.game.play(&mut here, next);
        }
        Ok(Some(self.counted(&before, &here)))
    }

    fn counted(&self, before: &[Sign], here: &R::Position) -> Vec<Counted> {
        let over = self.game.turn(here) == Turn::Over;
        let is = |so: bool| f64::from(u8::from(so));
        let mut counted = if self.game.seats() > 1 {
            let ended = |outcome| is(over && self.game.outcome(here, self.seat) == outcome);
            vec![("won", true, ended(Proven::Win)), ("lost", true, ended(Proven::Loss))]
        } else {
            vec![("over", true, is(over))]
        };
        let signs = self.game.signs(here, self.seat);
        counted.extend(signs.iter().zip(before).map(|(now, old)| match *now {
            Sign::Earned { many, amount, .. } => (many, false, amount - old.amount()),
            Sign::Stands { many, amount, .. } => (many, false, amount),
            Sign::Holds { what, .. } => (what, true, now.amount()),
        }));
        counted
    }
}

/// Sums of what was counted, and of the squares of the differences.
#[derive(Default)]
struct Sums(Vec<(Counted, f64, f64)>);

impl Sums {
    fn add(&mut self, mine: &[Counted], theirs: &[Counted]) {
        if self.0.is_empty() {
            self.0 = mine.iter().map(|&(name, share, _)| ((name, share, 0.0), 0.0, 0.0)).collect();
        }
        for ((sum, other, squares), (mine, theirs)) in
            self.0.iter_mut().zip(mine.iter().zip(theirs))
        {
            sum.2 += mine.2;
            *other += theirs.2;
            *squares += (mine.2 - theirs.2).powi(2);
        }
    }

    fn conclude(&self, games: u32, moves: u32, speaker: Speaker) -> Consequences {
        let n = f64::from(games);
        let figure = |&((what, share, sum), other, squares): &(Counted, f64, f64)| {
            let gap = (sum - other) / n;
            let variance = ((squares - n * gap * gap) / (n - 1.0)).max(0.0);
            let (chosen, instead) = (sum / n, other / n);
            let error = (variance / n).sqrt();
            Consequence { what: what.into(), share, chosen, instead, error }
        };
        let mut figures: Vec<Consequence> = self.0.iter().map(figure).collect();
        let surety = |c: &Consequence| {
            let gap = (c.chosen - c.instead).abs();
            if gap > 0.0 { gap / c.error.max(gap / 1e6) } else { 0.0 }
        };
        figures.sort_by(|a, b| surety(b).total_cmp(&surety(a)));
        let words = told(&figures, games, moves, speaker);
        Consequences { words, games, moves, figures }
    }
}

/// At most so many figures are told.
const TOLD: usize = 2;

fn told(figures: &[Consequence], games: u32, moves: u32, speaker: Speaker) -> String {
    let how = format!("Played on for up to {} moves, {games} times each", count(moves as usize));
    let sure = figures.iter().filter(|figure| figure.is_sure());
    let mut told: Vec<&Consequence> = Vec::new();
    for figure in sure {
        if !told.iter().any(|known| known.says_as_much_as(figure)) {
            told.push(figure);
        }
    }
    let told = told.into_iter().take(TOLD);
    let parts: Vec<String> = told.map(|figure| sentence(figure, games, speaker)).collect();
    if parts.is_empty() {
        return format!("{how}, the two differ by no more than chance would explain.");
    }
    format!("{how}: {}.", parts.join("; "))
}

fn sentence(figure: &Consequence, games: u32, speaker: Speaker) -> String {
    let Consequence { what, share, chosen, instead, error } = figure;
    if *share {
        let of = |share: f64| match share {
            0.0 => "none".to_owned(),
            1.0 => format!("all {games}"),
            share => format!("{:.0} of {games}", share * f64::from(games)),
        };
        let what = match &**what {
            "over" => "the game is over".into(),
            "won" => speaker.mover_does("have won", "has won"),
            "lost" => speaker.mover_does("have lost", "has lost"),
            other => other.to_owned(),
        };
        return format!("{what} in {} after it, in {} after the choice", of(*instead), of(*chosen));
    }
    let gap = instead - chosen;
    let more = if gap > 0.0 { "more" } else { "fewer" };
    let doubt = match number(*error) {
        none if none == "0" => "every time".into(),
        some => format!("± {some}"),
    };
    let gap = number(gap.abs());
    let what = if gap == "1" { one_of(what) } else { what.clone() };
    format!("{gap} {more} {what} after it ({doubt})")
}

/// One of many: `piece of food`.
fn one_of(many: &str) -> String {
    let (noun, of) = many.split_once(" of ").map_or((many, None), |(noun, of)| (noun, Some(of)));
    let one = noun.strip_suffix('s').unwrap_or(noun);
    of.map_or_else(|| one.to_owned(), |of| format!("{one} of {of}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(what: &str, share: bool, chosen: f64, instead: f64) -> Consequence {
        Consequence { what: what.into(), share, chosen, instead, error: 0.0 }
    }

    fn words(figures: &[Consequence]) -> String {
        told(figures, 60, 20, Speaker::Agent)
    }

    #[test]
    fn who_has_won_all_games_has_lost_none_and_that_is_said_once() {
        let both = [figure("won", true, 1.0, 0.0), figure("lost", true, 0.0, 1.0)];
        let told = "Played on for up to 20 moves, 60 times each: I have won in none after it, in all 60 \
                    after the choice.";
        assert_eq!(words(&both), told);
        // Where some games end otherwise, each of the two says something.
        let some = [figure("won", true, 0.7, 0.5), figure("lost", true, 0.1, 0.2)];
        assert!(words(&some).contains("; I have lost in 12 of 60 after it"), "{}", words(&some));
    }

    #[test]
    fn one_is_no_plural() {
        let told =
            words(&[figure("holes", false, 2.0, 1.0), figure("pieces of food", false, 1.0, 2.0)]);
        assert!(told.contains("1 fewer hole after it (every time)"), "{told}");
        assert!(told.contains("1 more piece of food after it"), "{told}");
    }
}
