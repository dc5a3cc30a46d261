//! Nim, a complete game. Try it: `cargo run --example nim -- play nim`.
use ludex::prelude::*;

#[derive(Clone)]
pub(crate) struct Nim;

/// The stones left on each heap, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Heaps {
    stones: [u8; 3],
    mover: usize,
}

pub(crate) type Take = (u8, u8); // which heap, how many stones

impl Game for Nim {
    type Position = Heaps;
    type Action = Take;
    type Undo = ();

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
            out.extend((1..=left).map(|stones| (heap, stones)));
        }
    }

    fn play(&self, heaps: &mut Heaps, (heap, stones): Take) {
        heaps.stones[usize::from(heap)] -= stones;
        heaps.mover = 1 - heaps.mover;
    }

    fn undo(&self, heaps: &mut Heaps, (heap, stones): Take, (): ()) {
        heaps.stones[usize::from(heap)] += stones;
        heaps.mover = 1 - heaps.mover;
    }

    /// Who is to move when nothing is left has lost.
    fn score(&self, heaps: &Heaps, seat: Seat) -> f64 {
        match self.turn(heaps) {
            Turn::Over if seat.0 == heaps.mover => -1.0,
            Turn::Over => 1.0,
            _ => 0.0,
        }
    }

    fn key(&self, heaps: &Heaps) -> u64 {
        mix(heaps.stones.iter().fold(1 + heaps.mover as u64, |key, &n| 8 * key + u64::from(n)))
    }
}

impl Notation for Nim {
    fn action_text(&self, (heap, stones): Take) -> String {
        format!("{}-{stones}", (b'a' + heap) as char)
    }

    fn read_action(&self, text: &str) -> Result<Take> {
        let (heap, stones) = text.split_once('-').unwrap_or((text, ""));
        let heap = ["a", "b", "c"].iter().position(|name| *name == heap);
        match (heap, stones.parse()) {
            (Some(heap), Ok(stones)) => Ok((heap as u8, stones)),
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
            _ => Err(Error::position(1, "write the heaps, up to `3 5 7`, then `seat 1` or `2`")),
        }
    }

    fn picture(&self, heaps: &Heaps, ghosts: &[Take]) -> Picture {
        let mut picture = Picture::new(7, 3).columns(1..=7).rows(["a", "b", "c"]);
        for (row, &stones) in heaps.stones.iter().enumerate() {
            let ghosts = ghosts.iter().filter(|(heap, _)| usize::from(*heap) == row);
            let left = ghosts.fold(stones, |left, (_, taken)| left.saturating_sub(*taken));
            for column in 0..stones {
                let ink = if column < left { Ink::Piece(row as u8) } else { Ink::Ghost };
                picture.set(column.into(), row, "o", ink);
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
        agents: &[stock::RANDOM, stock::MCTS, stock::MINIMAX, stock::NEGAMAX],
        opponent: "negamax:depth=20",
        metrics: &["plies"],
        input: "point at a stone: it goes, and all to its right; or type heap and stones: b-2",
        perft_counts_paths: false,
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
        Stock::new(spec, seed).build(ScoreOnly)
    }

    fn metrics(&self, _: &Heaps, plies: u64) -> Vec<f64> {
        vec![plies as f64]
    }

    fn point(&self, heaps: &Heaps, column: usize, row: usize) -> Option<Take> {
        Some((row as u8, heaps.stones[row].checked_sub(column as u8)?))
    }

    fn look(&self) -> Look {
        Look::of(Shape::Stone).palette([0xB8_74_3A, 0x6E_8B_3D, 0x4A_6F_A5]).words([("o", "stone")])
    }
}

fn main() -> std::process::ExitCode {
    ludex::main_with(vec![room::<Nim>()])
}
