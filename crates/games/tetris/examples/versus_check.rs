//! Long checks of the versus agents, for release builds.
//!
//! `cargo run --release -p ludex-tetris --example versus_check -- speed|equal|duel|heights`
//!
//! | check | prints |
//! | --- | --- |
//! | `speed [AGENT]` | the time of one decision in 1,000 mid-game positions |
//! | `duel A B GAMES [seed=SEED] [pieces=N] [from=GAME] [WEIGHT=VALUE ...]` | results of paired games of 60 pieces each, or of `N` together; the games not won; how long A thought; weights are those of `versus` |
//! | `heights A B GAMES [...]` | how often a pile is lost within ten more placements of A, by its height when A has to place |
//! | `equal` | whether `tetrisvs-hard` and `tetrisvs-easy` find what plain min-max finds, in 200 of these positions |

use cpu_time::ThreadTime;
use ludex_core::{Agent, Budget, Error, Game, Result, Room, Seed, Spec, Turn};
use ludex_tetris::report::{self, Level, Mode};
use ludex_tetris::versus::{Foresight, Weights};
use ludex_tetris::{Action, Position, Tetris};

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let agent = words.get(1).map_or("tetrisvs-hard", String::as_str);
    match words.first().map_or("", String::as_str) {
        "speed" => speed(agent),
        "equal" => equal(),
        "duel" => duel(&words[1..]),
        "heights" => heights(&words[1..]),
        other => Err(Error::unknown("check", other, ["speed", "equal", "duel", "heights"])),
    }
}

fn versus() -> Result<Tetris> {
    Tetris::open(&Spec::named("versus"), None)
}

type Player = Box<dyn Agent<Tetris>>;

fn agent(game: &Tetris, spec: &str, seed: u64) -> Result<Player> {
    game.agent(&spec.parse()?, Seed(seed))
}

/// Positions from games of different agents, each taken after 10 to 69 pieces.
fn positions(game: &Tetris, count: u64) -> Result<Vec<Position>> {
    let pairs = [
        ["tetrisvs-hard", "tetrisvs-easy"],
        ["tetrisvs-hard", "random"],
        ["dellacherie", "tetrisvs-easy"],
    ];
    let mut found = Vec::new();
    let mut i = 0;
    while (found.len() as u64) < count {
        let [first, second] = pairs[i as usize % pairs.len()];
        let agents = [agent(game, first, i)?, agent(game, second, i)?];
        let pieces = 10 + (Seed(7).derive(i).0 % 60) as u32;
        found.extend(play(game, &agents, Seed(1).derive(i), pieces)?);
        i += 1;
    }
    Ok(found)
}

/// The position after so many pieces, if the game lasts.
fn play(game: &Tetris, agents: &[Player; 2], seed: Seed, pieces: u32) -> Result<Option<Position>> {
    let position = play_on(game, [&agents[0], &agents[1]], seed, pieces, |_, _, _| ())?;
    Ok((!position.lost).then_some(position))
}

/// The position after so many pieces, or at the end. `watch` sees who decides where, and in how many milliseconds.
fn play_on(
    game: &Tetris,
    agents: [&Player; 2],
    seed: Seed,
    pieces: u32,
    mut watch: impl FnMut(usize, &Position, f64),
) -> Result<Position> {
    let (mut position, mut dice, mut buffer) = (game.start(), seed.rng(), Vec::new());
    loop {
        let action = match game.turn(&position) {
            Turn::Over => return Ok(position),
            Turn::Seat(_) if position.pieces == pieces => return Ok(position),
            Turn::Seat(seat) => {
                let (action, took) =
                    time(|| agents[seat.0].choose(game, &position, &Budget::unlimited()))?;
                watch(seat.0, &position, took);
                action
            }
            Turn::Chance => match game.sample(&position, &mut dice, &mut buffer) {
                Some(deal) => deal,
                None => return Ok(position),
            },
        };
        game.play(&mut position, action);
    }
}

/// What comes out, and the milliseconds of this thread's processor time that it took; others may share the machine.
fn time<T>(what: impl FnOnce() -> Result<T>) -> Result<(T, f64)> {
    let watch = ThreadTime::now();
    let found = what()?;
    Ok((found, watch.elapsed().as_secs_f64() * 1000.0))
}

fn speed(name: &str) -> Result<()> {
    let game = versus()?;
    let (positions, player) = (positions(&game, 1000)?, agent(&game, name, 1)?);
    let mut times = Vec::new();
    for position in &positions {
        times.push(time(|| player.choose(&game, position, &Budget::unlimited()))?.1);
    }
    println!("{name}: {}", told(times));
    Ok(())
}

/// Times in words.
fn told(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let count = times.len().max(1);
    let mean = times.iter().sum::<f64>() / count as f64;
    let at = |percent: usize| times.get(count * percent / 100).copied().unwrap_or(0.0);
    let most = times.last().copied().unwrap_or(0.0);
    let (median, late) = (at(50), at(99));
    format!(
        "mean {mean:.2} ms, median {median:.2} ms, 99th percentile {late:.2} ms, worst {most:.2} ms"
    )
}

fn equal() -> Result<()> {
    let game = versus()?;
    let mut checked = 0;
    for position in positions(&game, 200)? {
        let emergency = report::is_emergency(&position.board);
        let pieces = known(&position, emergency);
        let mode = if emergency { Mode::MaxMax } else { Mode::Max };
        for (name, level) in [("tetrisvs-easy", Level::Easy), ("tetrisvs-hard", Level::Hard)] {
            let plain = report::plainly(&game, &position.board, &pieces, mode, level)?;
            let fast = report::choose(&game, &position.board, &pieces, mode, level)?;
            let choice = agent(&game, name, 1)?.choose(&game, &position, &Budget::unlimited())?;
            let (piece, at) = plain.steps[0];
            if plain != fast || choice != Action::place(piece, false, at) {
                return Err(Error::State(format!("{name} differs in {position:?}")));
            }
            checked += 1;
        }
    }
    println!("{checked} decisions in 200 positions: move, chain and value equal plain min-max");
    Ok(())
}

/// The known pieces in the order in which the report's agent looks at them.
fn known(position: &Position, emergency: bool) -> Vec<u8> {
    let mover = usize::from(position.mover);
    let [own, other] = [mover, 1 - mover].map(|seat| position.hands[seat].pieces());
    let pieces = [own[0], other[0], own[1]];
    pieces[..if emergency { 2 } else { 3 }].to_vec()
}

/// Wins, draws, losses, and games that both lost, for the first of two agents.
fn duel(words: &[String]) -> Result<()> {
    let game = versus()?;
    let ([first, second], games, rest) = contest(words)?;
    let setting = setting(rest)?;
    let players = [setting.player(&game, first)?, setting.player(&game, second)?];
    let (mut counts, mut points, mut rows, mut times) = ([0; 4], [0; 2], 0, Vec::new());
    for i in setting.from..games {
        let me = (i % 2) as usize;
        let seats = [&players[me], &players[1 - me]];
        let clock = |seat: usize, _: &Position, took: f64| {
            if seat == me {
                times.push(took);
            }
        };
        let end = play_on(&game, seats, setting.seed.derive(i / 2), setting.pieces, clock)?;
        let [own, other] = [end.points[me], end.points[1 - me]];
        let kind =
            if end.lost { 3 } else { 1 + usize::from(own < other) - usize::from(own > other) };
        counts[kind] += 1;
        if kind > 0 {
            let what = ["drawn", "lost", "lost by both"][kind - 1];
            println!("game {i}: {what}, {own} - {other} after {} pieces", end.pieces);
        }
        points = [points[0] + own, points[1] + other];
        rows += end.lines[0] + end.lines[1];
    }
    let [wins, draws, losses, both] = counts;
    let mean = |sum: u32| f64::from(sum) / (games - setting.from).max(1) as f64;
    println!(
        "{first} - {second}: {wins} wins, {draws} draws, {losses} losses, {both} lost by both"
    );
    println!(
        "points a game: {:.0} - {:.0}; rows {:.1}",
        mean(points[0]),
        mean(points[1]),
        mean(rows)
    );
    println!("{first} thinks: {}", told(times));
    Ok(())
}

/// How often a pile of each height, seen when the first of two agents has to place, is lost within so many more of its placements.
const SOON: usize = 10;

fn heights(words: &[String]) -> Result<()> {
    let game = versus()?;
    let ([first, second], games, rest) = contest(words)?;
    let setting = setting(rest)?;
    let players = [setting.player(&game, first)?, setting.player(&game, second)?];
    let mut table = [[0u32; 2]; 21];
    for i in setting.from..games {
        let me = (i % 2) as usize;
        let (seats, mut seen) = ([&players[me], &players[1 - me]], Vec::new());
        let look = |seat: usize, position: &Position, _: f64| {
            if seat == me {
                seen.push(position.board.pile_height() as usize);
            }
        };
        let end = play_on(&game, seats, setting.seed.derive(i), setting.pieces, look)?;
        for (left, &height) in seen.iter().rev().enumerate() {
            table[height][0] += 1;
            table[height][1] += u32::from(end.lost && left < SOON);
        }
    }
    for (height, [seen, lost]) in table.iter().enumerate().filter(|(_, row)| row[0] > 0) {
        let share = f64::from(*lost) / f64::from(*seen);
        println!("{height:2} rows: seen {seen} times, lost soon {share:.3}");
    }
    Ok(())
}

/// Two agents, a number of games, and what comes after them.
fn contest(words: &[String]) -> Result<([&String; 2], u64, &[String])> {
    let [first, second, games, rest @ ..] = words else {
        return Err(Error::State("give two agents and a number of games".into()));
    };
    let games = games.parse().map_err(|_| Error::bad("number", games, "give 1 or more"))?;
    Ok(([first, second], games, rest))
}

/// What a duel can be told.
struct Setting {
    weights: Weights,
    foresight: Foresight,
    /// Deals the pieces.
    seed: Seed,
    /// Pieces of both players after which a game ends.
    pieces: u32,
    /// The first game that is played.
    from: u64,
}

impl Setting {
    /// `versus` with these weights, or an agent by its name.
    fn player(&self, game: &Tetris, name: &str) -> Result<Player> {
        match name {
            "versus" => Ok(ludex_tetris::versus::agent(self.weights, self.foresight, Seed(1))),
            other => agent(game, other, 1),
        }
    }
}

/// The weights of `versus` with some of them set by hand, and the rest of what a duel can be told.
fn setting(words: &[String]) -> Result<Setting> {
    let (mut weights, mut replies, mut games) = (Weights::default(), 1, 0);
    let (mut exact, mut answered) = (None, None);
    let (mut seed, mut pieces, mut from) = (Seed(1), 120, 0);
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let value: f64 =
            value.parse().map_err(|_| Error::bad("weight", word, "give NAME=NUMBER"))?;
        match name {
            "scale" => weights.shape = Weights::scaled(value).shape,
            "danger" => weights.danger = value,
            "caution" => weights.caution = value,
            "calm" => weights.calm = value as u32,
            "high" => weights.high = value as u32,
            "alarm" => weights.alarm = value,
            "comfort" => weights.comfort = value,
            "gift" => weights.gift = value,
            "offer" => weights.offer = value,
            "generous" => weights.generous = value as u32,
            "proper" => weights.proper = value,
            "reply" => weights.reply = value,
            "replies" => replies = value as usize,
            "fall" => weights.fall = value,
            "given" => weights.given = value,
            "imagined" => games = value as u64,
            "exact" => exact = Some(value > 0.0),
            "answered" => answered = Some(value as usize),
            "pieces" => pieces = value as u32,
            "from" => from = value as u64,
            "seed" => seed = Seed(value as u64),
            other => return Err(Error::unknown("weight", other, [])),
        }
    }
    let foresight = Foresight::new(replies, games);
    let (exact, answered) =
        (exact.unwrap_or(foresight.exact), answered.unwrap_or(foresight.answered));
    let foresight = Foresight { exact, answered, ..foresight };
    Ok(Setting { weights, foresight, seed, pieces, from })
}
