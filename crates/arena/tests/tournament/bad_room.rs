//! A game whose agents misbehave: two in turn count one or two up to twelve, who says twelve has won.

use ludex_core::{
    Agent, AnyTable, Budget, Candidate, Choice, Decision, Error, Game, Notation, Picture, Result,
    Room, RoomInfo, SearchStats, Seat, Seed, Setup, Size, Spec, Turn, room,
};
use std::time::Duration;

#[derive(Clone)]
pub(crate) struct Count;

const END: u8 = 12;

impl Game for Count {
    /// The number, and who is to go on.
    type Position = (u8, usize);
    type Action = u8;
    type Undo = u8;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Self::Position {
        (0, 0)
    }

    fn turn(&self, &(number, mover): &Self::Position) -> Turn {
        if number >= END { Turn::Over } else { Turn::Seat(Seat(mover)) }
    }

    fn actions(&self, &(number, _): &Self::Position, out: &mut Vec<u8>) {
        out.extend((1..=2).filter(|step| number + step <= END));
    }

    fn play(&self, position: &mut Self::Position, step: u8) -> u8 {
        *position = (position.0 + step, 1 - position.1);
        step
    }

    fn undo(&self, position: &mut Self::Position, step: u8, _: u8) {
        *position = (position.0 - step, 1 - position.1);
    }

    fn score(&self, &(number, mover): &Self::Position, seat: Seat) -> f64 {
        match number >= END {
            true if seat.0 == mover => -1.0,
            true => 1.0,
            false => 0.0,
        }
    }

    fn key(&self, &(number, mover): &Self::Position) -> u64 {
        ludex_core::mix(u64::from(number) * 2 + mover as u64 + 1)
    }
}

impl Notation for Count {
    fn action_text(&self, step: u8) -> String {
        step.to_string()
    }

    fn read_action(&self, text: &str) -> Result<u8> {
        text.parse().map_err(|_| Error::bad("step", text, "write 1 or 2"))
    }

    fn position_text(&self, (number, mover): &Self::Position) -> String {
        format!("{number} {mover}\n")
    }

    fn read_position(&self, _: &str) -> Result<Self::Position> {
        Ok(self.start())
    }

    fn picture(&self, _: &Self::Position, _: &[u8]) -> Picture {
        Picture::new(1, 1)
    }
}

const fn named(name: &'static str) -> Choice {
    Choice { name, help: "", parameters: &[] }
}

/// How an agent behaves.
struct Manner(String, Seed);

impl Agent<Count> for Manner {
    fn decide(
        &self,
        game: &Count,
        position: &(u8, usize),
        budget: &Budget,
    ) -> Result<Decision<u8>> {
        let late_in_the_game = position.0 >= 6;
        let step = match self.0.as_str() {
            "panics" if late_in_the_game => panic!("no idea at {}", position.0),
            "gives-up" if late_in_the_game => return Err(Error::State("too hard".into())),
            "cheats" if late_in_the_game => 7,
            "stalls" if late_in_the_game => {
                while !budget.stop.is_set() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                1
            }
            "best" => (END - position.0) % 3,
            _ => 1 + (self.1.derive(game.key(position)).0 % 2) as u8,
        };
        // Nobody but a cheat goes beyond the end.
        let step = if self.0 == "cheats" { step } else { step.clamp(1, 2.min(END - position.0)) };
        Ok(Decision {
            agent: self.0.clone(),
            seat: position.1,
            seed: self.1,
            chosen: 0,
            candidates: vec![Candidate::new(step, 0.0)],
            search: SearchStats::default(),
            story: Vec::new(),
        })
    }
}

impl Room for Count {
    const INFO: RoomInfo = RoomInfo {
        name: "count",
        title: "Count",
        about: "count to twelve",
        seats: 2,
        rules: &[named("standard")],
        sizes: [Size::new(1, 1); 3],
        agents: &[
            named("lots"),
            named("best"),
            named("panics"),
            named("gives-up"),
            named("cheats"),
            named("stalls"),
        ],
        opponent: "lots",
        metrics: &["plies"],
        input: "1 or 2",
        perft_counts_paths: false,
    };

    fn open(_: &Spec, _: Option<Size>) -> Result<Self> {
        Ok(Count)
    }

    fn rules(&self) -> Spec {
        Spec::named("standard")
    }

    fn size(&self) -> Size {
        Size::new(1, 1)
    }

    fn agent(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>> {
        Ok(Box::new(Manner(spec.name.clone(), seed)))
    }

    fn metrics(&self, _: &Self::Position, plies: u64) -> Vec<f64> {
        vec![plies as f64]
    }
}

pub(crate) fn table() -> Box<dyn AnyTable> {
    let setup = Setup { rules: Spec::named("standard"), size: None, seed: Seed(1) };
    room::<Count>().open(&setup).expect("a table")
}
