//! Shut the Box, a game for one with dice. Try it: `cargo run --example shut_the_box -- serve --open`.
//!
//! Nine tiles stand open. Two dice are rolled; open tiles that add up to the roll are shut. Who cannot shut any
//! has ended the game; the more is shut, the better.
use ludex::prelude::*;

#[derive(Clone)]
pub(crate) struct ShutTheBox;

/// Tiles that are open, the lowest bit for tile 1, and what was rolled; 0 before the roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tiles {
    open: u16,
    roll: u8,
}

/// What happens: the dice show a sum, or tiles are shut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Step {
    Roll(u8),
    Shut(u16),
}

const TILES: u8 = 9;
const ALL_OPEN: u16 = (1 << TILES) - 1;

/// The numbers in a set of tiles.
fn numbers(tiles: u16) -> impl Iterator<Item = u8> {
    (1..=TILES).filter(move |number| tiles >> (number - 1) & 1 == 1)
}

fn sum(tiles: u16) -> u8 {
    numbers(tiles).sum()
}

/// Every set of open tiles that adds up to the roll.
fn sets(tiles: &Tiles) -> impl Iterator<Item = u16> {
    let &Tiles { open, roll } = tiles;
    (1..=ALL_OPEN).filter(move |&set| set & !open == 0 && sum(set) == roll)
}

impl Game for ShutTheBox {
    type Position = Tiles;
    type Action = Step;
    type Undo = u8;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> Tiles {
        Tiles { open: ALL_OPEN, roll: 0 }
    }

    fn turn(&self, tiles: &Tiles) -> Turn {
        match tiles {
            Tiles { open: 0, .. } => Turn::Over,
            Tiles { roll: 0, .. } => Turn::Chance,
            _ if sets(tiles).next().is_none() => Turn::Over,
            _ => Turn::Seat(Seat::FIRST),
        }
    }

    fn actions(&self, tiles: &Tiles, out: &mut Vec<Step>) {
        match self.turn(tiles) {
            Turn::Chance => out.extend((2..=12).map(Step::Roll)),
            Turn::Seat(_) => out.extend(sets(tiles).map(Step::Shut)),
            Turn::Over => {}
        }
    }

    /// Of the 36 ways two dice fall, six show a 7, five a 6 or an 8, and so on.
    fn probability(&self, _: &Tiles, step: Step) -> f64 {
        match step {
            Step::Roll(sum) => f64::from(6 - sum.abs_diff(7)) / 36.0,
            Step::Shut(_) => 1.0,
        }
    }

    /// Gives the roll that was on the table, which a step forgets.
    fn play(&self, tiles: &mut Tiles, step: Step) -> u8 {
        let before = tiles.roll;
        match step {
            Step::Roll(sum) => tiles.roll = sum,
            Step::Shut(set) => *tiles = Tiles { open: tiles.open & !set, roll: 0 },
        }
        before
    }

    fn undo(&self, tiles: &mut Tiles, step: Step, roll: u8) {
        if let Step::Shut(set) = step {
            tiles.open |= set;
        }
        tiles.roll = roll;
    }

    /// The sum of what is shut, at most 45.
    fn score(&self, tiles: &Tiles, _: Seat) -> f64 {
        f64::from(sum(ALL_OPEN & !tiles.open))
    }

    fn key(&self, tiles: &Tiles) -> u64 {
        mix(1 + u64::from(tiles.open) * 16 + u64::from(tiles.roll))
    }
}

impl Notation for ShutTheBox {
    fn action_text(&self, step: Step) -> String {
        match step {
            Step::Roll(sum) => format!("roll-{sum}"),
            Step::Shut(set) => numbers(set).map(|n| n.to_string()).collect::<Vec<_>>().join("+"),
        }
    }

    fn read_action(&self, text: &str) -> Result<Step> {
        let bad = || Error::bad("move", text, "write the tiles to shut, such as 3+4");
        if let Some(sum) = text.strip_prefix("roll-") {
            return sum
                .parse()
                .ok()
                .filter(|s| (2..=12).contains(s))
                .map(Step::Roll)
                .ok_or_else(bad);
        }
        text.split('+')
            .try_fold(0, |set, number| {
                let number = number
                    .parse::<u8>()
                    .ok()
                    .filter(|n| (1..=TILES).contains(n))
                    .ok_or_else(bad)?;
                Ok(set | 1 << (number - 1))
            })
            .map(Step::Shut)
    }

    fn position_text(&self, tiles: &Tiles) -> String {
        let open: Vec<String> = numbers(tiles.open).map(|n| n.to_string()).collect();
        format!("open {}\nroll {}\n", open.join(" "), tiles.roll)
    }

    fn read_position(&self, text: &str) -> Result<Tiles> {
        let bad = |line, say: &str| Error::position(line, say);
        let mut lines = text.lines();
        let open = lines.next().and_then(|line| line.trim_end().strip_prefix("open"));
        let open = open.ok_or_else(|| bad(1, "write `open` and the tiles that are open"))?;
        let open = open.split_whitespace().try_fold(0, |set, number| match number.parse() {
            Ok(number @ 1..=TILES) => Ok(set | 1 << (number - 1)),
            _ => Err(bad(1, "tiles are numbers from 1 to 9")),
        })?;
        let roll = lines.next().and_then(|line| line.strip_prefix("roll ")?.trim().parse().ok());
        match roll {
            Some(roll @ (0 | 2..=12)) => Ok(Tiles { open, roll }),
            _ => Err(bad(2, "write `roll` and the sum of the dice, or 0 before they are rolled")),
        }
    }

    fn picture(&self, tiles: &Tiles, ghosts: &[Step]) -> Picture {
        let mut picture = Picture::new(TILES.into(), 1).columns(1..=TILES);
        let thought = ghosts.iter().fold(0, |all, step| match step {
            Step::Shut(set) => all | set,
            Step::Roll(_) => all,
        });
        for number in numbers(tiles.open) {
            let ghost = thought >> (number - 1) & 1 == 1;
            let ink = if ghost { Ink::Ghost } else { Ink::Piece(number - 1) };
            picture.set(usize::from(number) - 1, 0, number.to_string(), ink);
        }
        if tiles.roll > 0 {
            picture.note("roll", tiles.roll);
        }
        picture
    }

    fn phrase(&self, step: Step) -> String {
        match step {
            Step::Roll(sum) => format!("a roll of {sum}"),
            Step::Shut(_) => self.action_text(step).replace('+', " and "),
        }
    }

    fn statement(&self, _: &Tiles, step: Step, speaker: Speaker) -> String {
        speaker.plays("shut", &self.phrase(step))
    }
}

impl Room for ShutTheBox {
    const INFO: RoomInfo = RoomInfo {
        name: "box",
        title: "Shut the Box",
        about: "shut tiles that add up to the dice, until none fit",
        seats: 1,
        rules: &[Choice { name: "standard", help: "nine tiles, two dice", parameters: &[] }],
        sizes: [Size::new(9, 1); 3],
        agents: &[stock::RANDOM, stock::MCTS, stock::EXPECTIMAX],
        opponent: "expectimax:depth=2",
        metrics: &["shut", "plies"],
        input: "choose tiles that add up to the roll: 3+4",
        perft_counts_paths: false,
    };

    fn open(_: &Spec, size: Option<Size>) -> Result<Self> {
        let only = Size::new(9, 1);
        size.unwrap_or(only).between(only, only).map(|_| ShutTheBox)
    }

    fn rules(&self) -> Spec {
        Spec::named("standard")
    }

    fn size(&self) -> Size {
        Size::new(9, 1)
    }

    fn agent(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>> {
        Stock::new(spec, seed).build(ScoreOnly)
    }

    fn metrics(&self, tiles: &Tiles, plies: u64) -> Vec<f64> {
        vec![self.score(tiles, Seat::FIRST), plies as f64]
    }

    fn look(&self) -> Look {
        Look::of(Shape::Tile).palette((0..9).map(|number| 0xD9_A0_5B - number * 0x0A_0C_08))
    }
}

fn main() -> std::process::ExitCode {
    ludex::main_with(vec![room::<ShutTheBox>()])
}
