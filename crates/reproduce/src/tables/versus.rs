//! What the TetrisVs report claims about games for two.

use crate::plot::Plot;
use crate::workshop::{Contest, Workshop};
use crate::{Compare, Content, Entry, Estimate, Figure};
use cpu_time::ThreadTime;
use ludex_core::explain::number;
use ludex_core::{Agent, Budget, Game, Result, Room, Seed, Spec, Turn};
use ludex_games::tetris::report;
use ludex_games::tetris::versus::most_rows;
use ludex_games::tetris::{Action, Position, Tetris};

pub(super) const ENTRY: Entry = Entry {
    name: "tetrisvs-versus",
    title: "TetrisVs, versus: who offers rows, who wins, how long it takes",
    source: "The TetrisVs report (A. R. Iacovazzi, 2024), section 3; times and the duel of its program, run again elsewhere",
    question: "The report says that in hard mode its agent never lets the opponent clear a row, that in easy mode it now and then \
               does, that both stop caring from height 14 on, and that a move takes up to ten seconds. A row counts as given away if \
               another placement would have left nothing to clear for the opponent's piece, which was known.",
    measure,
};

/// Pieces of a game, both players' together.
const PIECES: u32 = 120;

type Player = Box<dyn Agent<Tetris>>;

fn measure(workshop: &Workshop<'_>) -> Result<Content> {
    let game = Tetris::open(&Spec::named("versus"), None)?;
    let mut content = Content::default();
    let games = workshop.pick(20, 200);
    for (first, second) in [
        ("tetrisvs-hard", "random"),
        ("tetrisvs-hard", "tetrisvs-easy"),
        ("tetrisvs-easy", "random"),
        ("tetrisvs-easy", "tetrisvs-hard"),
        ("versus", "tetrisvs-hard"),
    ] {
        (workshop.on_step)(&format!("rows that {first} gives to {second}"));
        let given = given_away(&game, workshop, [first, second], games)?;
        content.figures.extend(given.figures(first, second));
    }
    content.plots.push(Plot::bars(
        "Clears that could have been denied, in 100 placements of the opponent",
        "%",
        false,
        content.figures.iter(),
    ));
    times(&game, workshop, &mut content)?;
    duels(workshop, &mut content)?;
    Ok(content)
}

/// Clears of the opponent, by whether they could have been denied.
#[derive(Default)]
struct Given {
    /// Of the opponent, and how many of them cleared rows.
    placements: u64,
    clears: u64,
    /// Another placement would have denied the clear: below the height of an emergency, and from it on.
    deniable: [u64; 2],
}

impl Given {
    fn figures(&self, first: &str, second: &str) -> [Figure; 2] {
        let group = "clears that could have been denied, per 100 placements of the opponent";
        let never = (first == "tetrisvs-hard").then(|| Estimate::exact(0.0));
        let share = |count| Estimate::share(count, self.placements);
        [
            Figure::new(group, format!("{first} to {second}, below height 14"), "%")
                .published(never)
                .own(share(self.deniable[0]), Compare::Exactly),
            Figure::new(group, format!("{first} to {second}, from height 14 on"), "%")
                .own(share(self.deniable[1]), Compare::Nothing),
        ]
    }

    /// Looks at what the opponent has made of a placement.
    fn count(&mut self, game: &Tetris, before: &Position, rows: u32) {
        self.placements += 1;
        if rows > 0 {
            self.clears += 1;
            let emergency = usize::from(report::is_emergency(&before.board));
            self.deniable[emergency] += u64::from(can_deny(game, before));
        }
    }
}

/// Whether some placement leaves nothing to clear for the opponent's current piece.
fn can_deny(game: &Tetris, position: &Position) -> bool {
    let theirs = position.hands[1 - usize::from(position.mover)].current().unwrap_or_default();
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    actions.into_iter().any(|action| {
        let mut after = *position;
        game.play(&mut after, action);
        !after.lost && most_rows(game, &after.board, theirs) == 0
    })
}

/// Paired games in which every clear of the second agent is looked at.
fn given_away(
    game: &Tetris,
    workshop: &Workshop<'_>,
    [first, second]: [&str; 2],
    games: u64,
) -> Result<Given> {
    let mut given = Given::default();
    for index in 0..games {
        if workshop.is_over() {
            break;
        }
        let (me, seed) = ((index % 2) as usize, workshop.seed.derive(index / 2));
        let players = [agent(game, first, seed)?, agent(game, second, seed)?];
        let mut own: Option<Position> = None;
        play(game, seed, PIECES, |position, dice| match dice {
            Dice::Move(seat) => {
                let mine = seat == me;
                own = if mine { Some(*position) } else { own };
                players[usize::from(!mine)].choose(game, position, &Budget::unlimited())
            }
            Dice::Done { before, action } => {
                let mover = usize::from(before.mover);
                if let (true, Some(own)) = (mover != me, &own) {
                    given.count(game, own, position.lines[mover] - before.lines[mover]);
                }
                Ok(action)
            }
        })?;
    }
    Ok(given)
}

/// What a game asks of whoever plays it.
enum Dice<'a> {
    /// The move of this seat.
    Move(usize),
    /// To look at a placement that was made.
    Done { before: &'a Position, action: Action },
}

/// Plays a game of so many pieces at most; returns how it stands then.
fn play(
    game: &Tetris,
    seed: Seed,
    pieces: u32,
    mut hand: impl FnMut(&Position, Dice<'_>) -> Result<Action>,
) -> Result<Position> {
    let (mut position, mut dice, mut buffer) = (game.start(), seed.rng(), Vec::new());
    loop {
        let before = position;
        match game.turn(&position) {
            Turn::Over => return Ok(position),
            Turn::Seat(_) if position.pieces >= pieces => return Ok(position),
            Turn::Seat(seat) => {
                let action = hand(&position, Dice::Move(seat.0))?;
                game.play(&mut position, action);
                hand(&position, Dice::Done { before: &before, action })?;
            }
            Turn::Chance => match game.sample(&position, &mut dice, &mut buffer) {
                Some(deal) => drop(game.play(&mut position, deal)),
                None => return Ok(position),
            },
        }
    }
}

fn agent(game: &Tetris, spec: &str, seed: Seed) -> Result<Player> {
    game.agent(&spec.parse()?, seed)
}

/// Positions of games between different agents, each after 10 to 69 pieces.
fn positions(game: &Tetris, workshop: &Workshop<'_>, count: usize) -> Result<Vec<Position>> {
    let pairs = [
        ["tetrisvs-hard", "tetrisvs-easy"],
        ["tetrisvs-hard", "random"],
        ["dellacherie", "tetrisvs-easy"],
    ];
    let (mut found, mut index) = (Vec::new(), 0);
    while found.len() < count && !workshop.is_over() {
        let seed = workshop.seed.derive(index);
        let pair = pairs[index as usize % pairs.len()];
        let players = [agent(game, pair[0], seed)?, agent(game, pair[1], seed)?];
        let pieces = 10 + (seed.derive(7).0 % 60) as u32;
        let end = play(game, seed, pieces, |position, dice| match dice {
            Dice::Move(seat) => players[seat].choose(game, position, &Budget::unlimited()),
            Dice::Done { action, .. } => Ok(action),
        })?;
        found.extend((!end.lost).then_some(end));
        index += 1;
    }
    Ok(found)
}

/// Processor time of a move: median and worst.
fn times(game: &Tetris, workshop: &Workshop<'_>, content: &mut Content) -> Result<()> {
    (workshop.on_step)("the time of a move");
    let positions = positions(game, workshop, workshop.pick(150, 1000))?;
    let group = "processor time of a move";
    for (name, median, worst) in
        [("tetrisvs-easy", 4.5, 20.0), ("tetrisvs-hard", 4.6, 26.0), ("versus", 0.0, 0.0)]
    {
        let player = agent(game, name, workshop.seed)?;
        let mut seconds = Vec::new();
        for position in &positions {
            let watch = ThreadTime::now();
            player.choose(game, position, &Budget::unlimited())?;
            seconds.push(watch.elapsed().as_secs_f64());
        }
        seconds.sort_by(f64::total_cmp);
        let at =
            |index: usize| seconds.get(index).map(|s| Estimate::exact(*s).of(seconds.len() as u64));
        let published = |value: f64| (value > 0.0).then(|| Estimate::exact(value));
        content.figures.extend([
            Figure::new(group, format!("{name}, median"), "s")
                .published(published(median))
                .own(at(seconds.len() / 2), Compare::Speed),
            Figure::new(group, format!("{name}, worst"), "s")
                .published(published(worst))
                .own(at(seconds.len().saturating_sub(1)), Compare::Speed),
        ]);
    }
    Ok(())
}

/// Who wins.
fn duels(workshop: &Workshop<'_>, content: &mut Content) -> Result<()> {
    let group = "games won, of those that somebody won";
    // 222 to 208 of 800, the others drawn or lost by both.
    let published = [Estimate::share(222, 430), None];
    let agents = [["tetrisvs-hard", "tetrisvs-easy"], ["versus", "tetrisvs-hard"]];
    for (pair, published) in agents.iter().zip(published) {
        let duel = workshop.play(&Contest {
            game: "tetris",
            rules: "versus",
            size: "10x20",
            agents: pair,
            games: workshop.pick(40, 400),
            limit: Some(u64::from(PIECES)),
        })?;
        let [first, second] = [duel.wins(0), duel.wins(1)];
        content.figures.push(
            Figure::new(group, format!("{} against {}", pair[0], pair[1]), "%")
                .published(published)
                .own(Estimate::share(first, first + second), Compare::Same),
        );
        content.findings.push(format!(
            "{} against {}: {} to {} of {} games of 60 pieces each; {} were lost by both.",
            pair[0],
            pair[1],
            first,
            second,
            number(duel.len() as f64),
            duel.lost_by_all()
        ));
        content.commands.push(duel.command);
    }
    Ok(())
}
