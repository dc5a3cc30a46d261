//! A game with everything the doors need: names, notation, pictures, agents.

use crate::exact::expected_score;
use crate::explain::{Calibration, Sign, Speaker};
use crate::run::build_agent;
use crate::table::{AnyTable, Setup, Table};
use crate::{
    Agent, Candidate, Choice, Collection, Controls, Decision, Error, ExactValue, Game, Live, Look,
    Observation, Offer, Picture, Result, Seat, Seed, Series, Size, Spec, Steps, Stop, Threat,
    Tints,
};
use std::marker::PhantomData;
use std::time::Duration;

/// A figure that a finished game reports.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Its name in tables and JSON.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
}

/// What a room tells about itself.
#[derive(Clone, Copy, Debug)]
pub struct RoomInfo {
    /// The name in commands: `tris`.
    pub name: &'static str,
    /// The name for people: `Tris`.
    pub title: &'static str,
    /// One line: what is played here.
    pub about: &'static str,
    /// Number of players under the default rules.
    pub seats: usize,
    /// Rule sets, the default first.
    pub rules: &'static [Choice],
    /// Board sizes: default, least, most.
    pub sizes: [Size; 3],
    /// Agents, weakest first.
    pub agents: &'static [Choice],
    /// The agent a newcomer meets, with parameters.
    pub opponent: &'static str,
    /// Names of the figures that [`Room::metrics`] returns, in its order.
    pub metrics: &'static [&'static str],
    /// How a person enters a move, in one line.
    pub input: &'static str,
    /// Whether the literature of this game counts paths, not distinct positions, by depth.
    pub perft_counts_paths: bool,
}

/// Keys that a move took, and keys that would have done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finesse {
    /// Keys that were pressed.
    pub used: u32,
    /// Keys that lead to the same.
    pub enough: u32,
}

/// How actions and positions are written and drawn.
///
/// Texts round-trip: what is written can be read back and is the same.
pub trait Notation: Game {
    /// An action as text, without spaces.
    fn action_text(&self, action: Self::Action) -> String;

    /// Appends the same text; faster where a room takes the trouble.
    fn write_action(&self, action: Self::Action, out: &mut String) {
        out.push_str(&self.action_text(action));
    }

    /// A small number that no other action has, where there is one at hand: moves that are kept are found by it sooner.
    fn action_number(&self, _action: Self::Action) -> Option<usize> {
        None
    }

    /// Reads an action. It need not be legal anywhere; [`Game::check`] decides that.
    fn read_action(&self, text: &str) -> Result<Self::Action>;

    /// A position as lines of text.
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a position; refuses what no game could reach as far as that is cheap to see.
    fn read_position(&self, text: &str) -> Result<Self::Position>;

    /// The board, with `ghosts` of actions that are only thought of.
    fn picture(&self, position: &Self::Position, ghosts: &[Self::Action]) -> Picture;

    /// An action in the words of a sentence: `the centre`, `O on column 1`.
    fn phrase(&self, action: Self::Action) -> String {
        self.action_text(action)
    }

    /// The same where it is played from `position`: there no two legal actions have the same words.
    fn phrase_at(&self, _position: &Self::Position, action: Self::Action) -> String {
        self.phrase(action)
    }

    /// The sentence that says that this action is played from `position`: `I play the centre.`
    fn statement(
        &self,
        position: &Self::Position,
        action: Self::Action,
        speaker: Speaker,
    ) -> String {
        speaker.plays("play", &self.phrase_at(position, action))
    }
}

/// A game ready for every door.
pub trait Room: Notation {
    /// Names and lists.
    const INFO: RoomInfo;

    /// The rules that `rules` and `size` ask for.
    fn open(rules: &Spec, size: Option<Size>) -> Result<Self>;

    /// The rules as text, so that [`Room::open`] gives them again.
    fn rules(&self) -> Spec;

    /// The size of the board.
    fn size(&self) -> Size;

    /// The agent that `spec` asks for.
    fn agent(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>>;

    /// The figures of a game that stands at `position` after `plies` moves of players.
    fn metrics(&self, position: &Self::Position, plies: u64) -> Vec<f64>;

    /// What the board alone proves about a decision, in sentences.
    fn remarks(&self, _: &Self::Position, _: &Decision<Self::Action>, _: Speaker) -> Vec<String> {
        Vec::new()
    }

    /// What the board proves about `other` beside the choice, in one sentence.
    ///
    /// Where a game answers, explanations say this instead of comparing numbers.
    fn compare(
        &self,
        _: &Self::Position,
        _chosen: &Candidate<Self::Action>,
        _other: &Candidate<Self::Action>,
        _: Speaker,
    ) -> Option<String> {
        None
    }

    /// What a seat could do with its next move that its opponent should know of, the gravest first, whoever is to move; `None` where the
    /// game knows no such thing.
    fn threats(&self, _: &Self::Position, _: Seat) -> Option<Vec<Threat>> {
        None
    }

    /// What is to be played with here, where that is not free to choose: `T is to be placed`. Said where a move
    /// is refused.
    fn due(&self, _: &Self::Position) -> Option<String> {
        None
    }

    /// How values of agents turn into chances to win, as measured under these rules.
    fn calibrations(&self) -> &'static [Calibration] {
        &[]
    }

    /// What people count on a board, for [`consequences`](crate::explain::consequences): always the same signs in the
    /// same order.
    fn signs(&self, position: &Self::Position, seat: Seat) -> Vec<Sign> {
        let amount = self.score(position, seat);
        let points = Sign::Earned { many: "points", amount };
        if self.seats() == 1 { vec![points] } else { Vec::new() }
    }

    /// The action meant by pointing at a cell of the picture.
    fn point(&self, _: &Self::Position, _column: usize, _row: usize) -> Option<Self::Action> {
        None
    }

    /// The action meant by an arrow key: `up`, `down`, `left`, `right`.
    fn arrow(&self, _: &Self::Position, _key: &str) -> Option<Self::Action> {
        None
    }

    /// In games that do not wait: how long a person has, and what happens if nothing is pressed.
    fn beat(&self, _: &Self::Position) -> Option<(Duration, Self::Action)> {
        None
    }

    /// The agent a newcomer meets under these rules, with parameters; the first to ask for a hint.
    fn opponent(&self) -> &'static str {
        Self::INFO.opponent
    }

    /// The agent that knows best under these rules, where its view may differ from that of the one who plays: exact
    /// where the game is solved, else as strong as a moment's thought allows. None where nobody wins.
    fn referee(&self) -> Option<&'static str> {
        None
    }

    /// Whether what is good for one player is as bad for the other. Not where two share a board and its
    /// dangers: then each has values of one's own.
    fn is_zero_sum(&self) -> bool {
        true
    }

    /// Where one game follows the other: how the series stands, with a name, in the way in which those who know the game
    /// count it. `before` is what came before the game at this position.
    fn tally(&self, _: &Self::Position, _before: &Series) -> Option<(&'static str, String)> {
        None
    }

    /// The position as numbers, for programs that learn; none where the game has no such form.
    fn observe(&self, _: &Self::Position) -> Option<Observation> {
        None
    }

    /// In games with a clock: lets this many milliseconds pass. Time belongs to the position but comes
    /// from outside, so games without a screen need not wait.
    fn pass_time(&self, _: &mut Self::Position, _milliseconds: u32) {}

    /// In games with a clock: how long a move takes in games without a screen.
    fn headless_time(&self) -> Duration {
        Duration::ZERO
    }

    /// Notes what an action leaves on the board and a position does not remember: the colours of pieces that lie.
    fn tint(&self, _: &mut Tints, _before: &Self::Position, _action: Self::Action) {}

    /// The board on its way through an action that does several things in a row, for doors that can show that; the last picture is the
    /// board when all is done.
    fn frames(&self, _before: &Self::Position, _action: Self::Action) -> Vec<Picture> {
        Vec::new()
    }

    /// In games that a clock ends: how long it still runs.
    fn time_left(&self, _: &Self::Position) -> Option<Duration> {
        None
    }

    /// In games whose result is a time, or that a clock ends: how long it has run.
    fn time_played(&self, _: &Self::Position) -> Option<Duration> {
        None
    }

    /// What an action achieves, in a few words each, to be seen on the board when it happens.
    fn feats(&self, _: &Self::Position, _: Self::Action) -> Vec<String> {
        Vec::new()
    }

    /// The action as agents think of it, without how a hand carried it out.
    fn bare(&self, action: Self::Action) -> Self::Action {
        action
    }

    /// How many keys a hand needed for an action and how many would have done, where that was counted.
    fn finesse(&self, _: &Self::Position, _: Self::Action) -> Option<Finesse> {
        None
    }

    /// How many sequences of exactly `depth` actions lead on from here, where the game can count them faster than by
    /// playing them. None where it cannot, or when a stop came first.
    fn count_paths(&self, _: &Self::Position, _depth: u32, _: &Stop) -> Option<u64> {
        None
    }

    /// In games whose moves are carried out key by key, such as falling pieces: the next move in the making.
    fn live(&self, _: &Self::Position) -> Option<Box<dyn Live<Self::Action>>> {
        None
    }

    /// The figure of [`RoomInfo::metrics`] that a limit on the length of games counts; decisions if there is none.
    fn limit_metric(&self) -> Option<&'static str> {
        None
    }

    /// How people play: by pointing, arrows, falling keys or buttons, as the functions above tell in the first
    /// position. A room that wants other keys or buttons says so here.
    fn controls(&self, start: &Self::Position) -> Controls {
        Controls::of(self, start)
    }

    /// The exact value of the game from its start, where it is small enough; `None` after a stop.
    fn exact(&self, _: &Stop, _: &Steps<'_>) -> Result<Option<ExactValue>> {
        let (name, size) = (Self::INFO.name, self.size());
        let remedy = "it is not solved here; `ludex exact --help` names the games that are";
        Err(Error::bad("game to solve", format!("{name} {size}"), remedy))
    }

    /// Reads and replays a collection of games in the form that players use; `None` where the game has no such form.
    fn check_collection(_text: &str) -> Option<Collection> {
        None
    }

    /// Replays a proof that [`exact`](Room::exact) has written, with the rules alone: what it proves.
    fn check_proof(_: &[u8]) -> Result<ExactValue> {
        Err(Error::bad("game to check", Self::INFO.name, "its exact values come without proofs"))
    }

    /// How the board looks where a door can do more than print characters: shapes, colours, words for ears.
    fn look(&self) -> Look {
        Look::default()
    }
}

/// A [`Room`] behind a pointer: what doors hold a list of.
pub trait AnyRoom: Send + Sync {
    /// Names and lists.
    fn info(&self) -> RoomInfo;

    /// Sets up a new game.
    fn open(&self, setup: &Setup) -> Result<Box<dyn AnyTable>>;

    /// How a rule set is played and looks; none if it does not open as it stands.
    fn offer(&self, rules: &Spec) -> Option<Offer>;

    /// Reads a position file, header line included.
    fn load(&self, text: &str, seed: Seed) -> Result<Box<dyn AnyTable>>;

    /// The exact value of a small game; `None` after a stop.
    fn exact(&self, setup: &Setup, stop: &Stop, steps: &Steps<'_>) -> Result<Option<ExactValue>>;

    /// The score that an agent expects in a small game for one, without error; `None` after a stop.
    fn expected_score(&self, setup: &Setup, agent: &Spec, stop: &Stop) -> Result<Option<f64>>;

    /// What a collection of games holds; `None` where the game has no form for one.
    fn check_collection(&self, text: &str) -> Option<Collection>;

    /// What a proof shows that [`exact`](AnyRoom::exact) has written.
    fn check_proof(&self, proof: &[u8]) -> Result<ExactValue>;
}

/// The room of `R` for a list of rooms.
///
/// ```ignore
/// let rooms = vec![room::<Tris>(), room::<Snake>()];
/// ```
pub fn room<R: Room>() -> Box<dyn AnyRoom> {
    Box::new(Door::<R>(PhantomData))
}

struct Door<R>(PhantomData<fn() -> R>);

impl<R: Room> AnyRoom for Door<R> {
    fn info(&self) -> RoomInfo {
        R::INFO
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn AnyTable>> {
        let game = open_rules::<R>(&setup.rules, setup.size)?;
        Ok(Box::new(Table::new(game, setup.seed)))
    }

    fn offer(&self, rules: &Spec) -> Option<Offer> {
        let table = Table::new(open_rules::<R>(rules, None).ok()?, Seed(1));
        let game = table.game();
        Some(Offer {
            seats: game.seats(),
            size: game.size(),
            opponent: game.opponent(),
            controls: game.controls(table.position()),
            look: game.look(),
            threats: game.threats(table.position(), Seat::FIRST).is_some(),
        })
    }

    fn exact(&self, setup: &Setup, stop: &Stop, steps: &Steps<'_>) -> Result<Option<ExactValue>> {
        open_rules::<R>(&setup.rules, setup.size)?.exact(stop, steps)
    }

    fn expected_score(&self, setup: &Setup, agent: &Spec, stop: &Stop) -> Result<Option<f64>> {
        let game = open_rules::<R>(&setup.rules, setup.size)?;
        let agent = build_agent(&game, agent, setup.seed)?;
        expected_score(&game, agent.as_ref(), stop)
    }

    fn check_collection(&self, text: &str) -> Option<Collection> {
        R::check_collection(text)
    }

    fn check_proof(&self, proof: &[u8]) -> Result<ExactValue> {
        R::check_proof(proof)
    }

    fn load(&self, text: &str, seed: Seed) -> Result<Box<dyn AnyTable>> {
        let (header, body) = text.split_once('\n').unwrap_or((text, ""));
        let (rules, size) = read_header(R::INFO.name, header.trim_end())?;
        let game = open_rules::<R>(&rules, Some(size))?;
        let position = game.read_position(body).map_err(after_header)?;
        Ok(Box::new(Table::at_position(game, position, seed)))
    }
}

fn open_rules<R: Room>(rules: &Spec, size: Option<Size>) -> Result<R> {
    rules.choose("rule set", R::INFO.rules)?;
    R::open(rules, size)
}

/// Reads `tris standard 3x3`, the first line of every position file.
fn read_header(name: &str, header: &str) -> Result<(Spec, Size)> {
    let words: Vec<&str> = header.split_whitespace().collect();
    let [game, rules, size] = words[..] else {
        let form = format!("the first line reads `{name} RULES WIDTHxHEIGHT`");
        return Err(Error::position(1, form));
    };
    if game != name {
        let say = Error::bad("game", game, format!("this position is read as {name}"));
        return Err(Error::position(1, say.to_string()));
    }
    Ok((rules.parse()?, size.parse()?))
}

fn after_header(error: Error) -> Error {
    match error {
        Error::Position { line, reason } => Error::Position { line: line + 1, reason },
        other => other,
    }
}
