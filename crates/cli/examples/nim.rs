//! Nim, complete: three heaps; take as many stones as you like from one; who takes the last wins.
//! Try it: `cargo run --example nim -- play nim`.
use ludex_core::*;
use ludex_search::{common::Identity, random::Random};
use std::process::ExitCode;

#[derive(Clone)]
struct Nim;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Heaps {
    stones: [u8; 3],
    mover: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Take {
    heap: u8,
    stones: u8,
}

impl Game for Nim {
    type Position = Heaps;
    type Action = Take;
    type Undo = Heaps;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Heaps {
        Heaps { stones: [3, 5, 7], mover: 0 }
    }

    fn turn(&self, heaps: &Heaps) -> Turn {
        if heaps.stones == [0, 0, 0] { Turn::Over } else { Turn::Seat(Seat(heaps.mover)) }
    }

    fn actions(&self, heaps: &Heaps, out: &mut Vec<Take>) {
        for (heap, &left) in (0..).zip(&heaps.stones) {
            out.extend((1..=left).map(|stones| Take { heap, stones }));
        }
    }

    fn play(&self, heaps: &mut Heaps, take: Take) -> Heaps {
        let before = *heaps;
        heaps.stones[usize::from(take.heap)] -= take.stones;
        heaps.mover = 1 - heaps.mover;
        before
    }

    fn undo(&self, heaps: &mut Heaps, _: Take, before: Heaps) {
        *heaps = before;
    }

    /// Who is to move when nothing is left has lost.
    fn score(&self, heaps: &Heaps, seat: Seat) -> f64 {
        match (self.turn(heaps), seat.0 == heaps.mover) {
            (Turn::Over, true) => -1.0,
            (Turn::Over, false) => 1.0,
            _ => 0.0,
        }
    }

    fn key(&self, heaps: &Heaps) -> u64 {
        let [a, b, c] = heaps.stones;
        mix(u64::from_le_bytes([a, b, c, heaps.mover as u8, 1, 0, 0, 0]))
    }
}

impl Notation for Nim {
    fn action_text(&self, take: Take) -> String {
        format!("{}-{}", (b'a' + take.heap) as char, take.stones)
    }

    fn read_action(&self, text: &str) -> Result<Take> {
        let (heap, stones) = text.split_once('-').unwrap_or((text, ""));
        let heap = ["a", "b", "c"].iter().position(|name| *name == heap);
        match (heap, stones.parse()) {
            (Some(heap), Ok(stones)) => Ok(Take { heap: heap as u8, stones }),
            _ => Err(Error::bad("move", text, "write heap and stones, such as b-2")),
        }
    }

    fn position_text(&self, heaps: &Heaps) -> String {
        let [a, b, c] = heaps.stones;
        format!("{a} {b} {c}\nseat {}\n", heaps.mover + 1)
    }

    fn read_position(&self, text: &str) -> Result<Heaps> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let numbers: Vec<u8> = words.iter().filter_map(|word| word.parse().ok()).collect();
        match (&words[..], &numbers[..]) {
            ([_, _, _, "seat", _], &[a, b, c, mover @ 1..=2]) if a <= 3 && b <= 5 && c <= 7 => {
                Ok(Heaps { stones: [a, b, c], mover: usize::from(mover) - 1 })
            }
            _ => {
                Err(Error::position(1, "write the heaps, up to `3 5 7`, then `seat 1` or `seat 2`"))
            }
        }
    }

    fn picture(&self, heaps: &Heaps, ghosts: &[Take]) -> Picture {
        let mut picture = Picture::new(7, 3).columns(1..=7).rows(["a", "b", "c"]);
        for (row, &stones) in heaps.stones.iter().enumerate() {
            let taken = ghosts.iter().filter(|take| usize::from(take.heap) == row);
            let left = taken.fold(stones, |left, take| left.saturating_sub(take.stones));
            for column in 0..stones {
                let ink = if column < left { Ink::Piece(row as u8) } else { Ink::Ghost };
                let text = if column < left { "o" } else { "x" };
                picture.set(column.into(), row, text, ink);
            }
        }
        picture
    }
}

impl Room for Nim {
    const INFO: RoomInfo = RoomInfo {
        name: "nim",
        title: "Nim",
        about: "three heaps; take from one; who takes the last stone wins",
        seats: 2,
        rules: &[Choice { name: "standard", help: "heaps of 3, 5 and 7", parameters: &[] }],
        sizes: [Size::new(7, 3); 3],
        agents: &[Choice { name: "random", help: "any legal move", parameters: &[] }],
        opponent: "random",
        metrics: &["plies"],
        input: "point at a stone: it goes, and all to its right; or type heap and stones: b-2",
    };

    fn open(_: &Spec, size: Option<Size>) -> Result<Self> {
        size.unwrap_or(Size::new(7, 3)).between(Size::new(7, 3), Size::new(7, 3)).map(|_| Nim)
    }

    fn rules(&self) -> Spec {
        Spec::named("standard")
    }

    fn size(&self) -> Size {
        Size::new(7, 3)
    }

    fn agent(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>> {
        Ok(Box::new(Random(Identity::new(spec, seed))))
    }

    fn metrics(&self, _: &Heaps, plies: u64) -> Vec<f64> {
        vec![plies as f64]
    }

    fn point(&self, heaps: &Heaps, column: usize, row: usize) -> Option<Take> {
        let stones = usize::from(heaps.stones[row]).checked_sub(column)? as u8;
        Some(Take { heap: row as u8, stones })
    }
}

fn main() -> ExitCode {
    ludex::main_with(vec![room::<Nim>()])
}
