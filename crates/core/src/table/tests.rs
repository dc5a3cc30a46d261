//! Going back costs the same at any time, and leads to where the game was.

use super::*;
use crate::{
    AnyTable, Budget, Candidate, Choice, Decision, Game, Notation, Picture, RoomInfo, Run,
    SearchStats, Stop, mix, room,
};

/// Call a coin, then it is tossed, three hundred times. The time that goes by is part of the position.
#[derive(Clone)]
struct Coins;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Tosses {
    calls: u16,
    right: u16,
    called: Option<bool>,
    time: u32,
}

impl Game for Coins {
    type Position = Tosses;
    type Action = bool;
    type Undo = Tosses;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> Tosses {
        Tosses { calls: 0, right: 0, called: None, time: 0 }
    }

    fn turn(&self, tosses: &Tosses) -> Turn {
        match tosses.called {
            Some(_) => Turn::Chance,
            None if tosses.calls == 300 => Turn::Over,
            None => Turn::Seat(Seat::FIRST),
        }
    }

    fn actions(&self, tosses: &Tosses, out: &mut Vec<bool>) {
        if self.turn(tosses) != Turn::Over {
            out.extend([false, true]);
        }
    }

    fn probability(&self, _: &Tosses, _: bool) -> f64 {
        0.5
    }

    fn play(&self, tosses: &mut Tosses, heads: bool) -> Tosses {
        let before = *tosses;
        match tosses.called.take() {
            None => tosses.called = Some(heads),
            Some(called) => {
                tosses.calls += 1;
                tosses.right += u16::from(called == heads);
            }
        }
        before
    }

    fn undo(&self, tosses: &mut Tosses, _: bool, before: Tosses) {
        *tosses = before;
    }

    fn score(&self, tosses: &Tosses, _: Seat) -> f64 {
        tosses.right.into()
    }

    fn key(&self, tosses: &Tosses) -> u64 {
        mix(u64::from(tosses.calls) << 2 | u64::from(tosses.called.is_some()))
    }
}

impl Notation for Coins {
    fn action_text(&self, heads: bool) -> String {
        if heads { "heads".into() } else { "tails".into() }
    }

    fn read_action(&self, text: &str) -> Result<bool> {
        match text {
            "heads" => Ok(true),
            "tails" => Ok(false),
            _ => Err(Error::bad("call", text, "heads or tails")),
        }
    }

    fn position_text(&self, tosses: &Tosses) -> String {
        format!("{tosses:?}")
    }

    fn read_position(&self, _: &str) -> Result<Tosses> {
        Ok(self.start())
    }

    fn picture(&self, _: &Tosses, _: &[bool]) -> Picture {
        Picture::new(1, 1)
    }
}

/// Calls by lot.
struct Lots(Seed);

impl Agent<Coins> for Lots {
    fn decide(&self, game: &Coins, tosses: &Tosses, _: &Budget) -> Result<Decision<bool>> {
        let heads = self.0.derive(game.key(tosses)).0.is_multiple_of(2);
        Ok(Decision {
            agent: "lots".into(),
            seat: 0,
            seed: self.0,
            chosen: 0,
            candidates: vec![Candidate::new(heads, 0.0), Candidate::new(!heads, 0.0)],
            search: SearchStats::default(),
            story: Vec::new(),
        })
    }
}

impl Room for Coins {
    const INFO: RoomInfo = RoomInfo {
        name: "coins",
        title: "Coins",
        about: "call a coin",
        seats: 1,
        rules: &[Choice { name: "standard", help: "a fair coin", parameters: &[] }],
        sizes: [Size::new(1, 1); 3],
        agents: &[Choice { name: "lots", help: "calls by lot", parameters: &[] }],
        opponent: "lots",
        metrics: &["calls", "right"],
        input: "call",
        perft_counts_paths: false,
    };

    fn open(_: &Spec, _: Option<Size>) -> Result<Self> {
        Ok(Coins)
    }

    fn rules(&self) -> Spec {
        Spec::named("standard")
    }

    fn size(&self) -> Size {
        Size::new(1, 1)
    }

    fn agent(&self, _: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>> {
        Ok(Box::new(Lots(seed)))
    }

    fn metrics(&self, tosses: &Tosses, _: u64) -> Vec<f64> {
        vec![tosses.calls.into(), tosses.right.into()]
    }

    fn limit_metric(&self) -> Option<&'static str> {
        Some("right")
    }

    fn pass_time(&self, tosses: &mut Tosses, milliseconds: u32) {
        tosses.time += milliseconds;
    }
}

fn table(seed: u64) -> Box<dyn AnyTable> {
    let setup = Setup { rules: Spec::named("standard"), size: None, seed: Seed(seed) };
    room::<Coins>().open(&setup).expect("a table")
}

/// Every moment of a long game, by going back, by undo and by playing again, is the same.
#[test]
fn the_past_is_what_it_was() {
    let mut table = table(3);
    let mut past = vec![table.save()];
    for ply in 0..200 {
        table.pass_time(Duration::from_millis(ply));
        table.play(if ply % 3 == 0 { "heads" } else { "tails" }).expect("a call");
        past.push(table.save());
    }
    for (plies, text) in past.iter().enumerate() {
        let then = table.at(plies);
        assert_eq!((then.plies(), &then.save()), (plies, text));
        assert_eq!(then.moves()[..], table.moves()[..plies]);
    }
    assert_eq!(table.at(999).save(), table.save(), "there is no later");
    let copy = table.snapshot();
    for text in past.iter().rev().skip(1) {
        table.undo().expect("a move to take back");
        assert_eq!(&table.save(), text);
    }
    assert!(table.undo().is_err());
    assert_eq!(copy.plies(), 200, "a copy keeps its own past");
}

#[test]
fn a_move_made_again_meets_the_same_dice() {
    let mut table = table(5);
    table.play("heads").expect("a call");
    let after = table.save();
    table.undo().expect("a move");
    table.play("heads").expect("a call");
    assert_eq!(table.save(), after);
}

/// All that chance could have done is told with its shares, what has happened among it; by lot if it is too much.
#[test]
fn chance_could_have_drawn_otherwise() {
    let mut table = table(3);
    assert!(table.other_draws(8).tables.is_empty(), "nothing was tossed yet");
    table.play("heads").unwrap();
    table.play("heads").unwrap();
    let all = table.other_draws(8);
    let mut saved: Vec<String> = all.tables.iter().map(|(_, table)| table.save()).collect();
    saved.sort();
    assert!(all.complete && all.tables.iter().all(|(share, _)| *share == 0.5));
    assert!(saved.len() == 2 && saved[0] != saved[1] && saved.contains(&table.save()));
    assert!(
        all.tables.iter().all(|(_, other)| other.plies() == 2 && other.moves() == table.moves())
    );
    let some = table.other_draws(1);
    assert_eq!((some.complete, some.tables.len(), some.tables[0].0), (false, 1, 1.0));
}

#[test]
fn actions_of_other_games_are_refused() {
    let mut table = table(1);
    let error = table.act(&AnyAction::new(7_u64)).expect_err("no action of this game");
    assert_eq!(error.to_string(), "7 is no action of coins");
}

/// A run and a table with the same seed and agents play the same game.
#[test]
fn a_run_is_the_game_of_a_table() {
    let agents = [Spec::named("lots")];
    for seed in 0..20 {
        let stop = Stop::default();
        let run = Run { keep_moves: true, limit: 50, ..Run::new(&agents, Seed(seed), &stop) };
        let mut table = table(seed);
        let end = table.run_game(&run).expect("a game");
        assert!(!end.over && end.scores == [50.0], "the limit counts what the room says");
        for action in end.moves.iter() {
            let own = table.choose(&agents[0], &Budget::unlimited()).expect("a choice");
            assert_eq!(action, own);
            table.play(action).expect("a legal move");
        }
        assert_eq!(table.scores(), end.scores);
    }
}
