//! The Pente report's levels: how long a move takes, by board.

use crate::plot::Plot;
use crate::workshop::Workshop;
use crate::{Compare, Content, Entry, Estimate, Figure};
use cpu_time::ThreadTime;
use ludex_core::{Budget, Game, Result, Room, Seed, Spec, Turn};
use ludex_games::pente::{Pente, Position, Settings, Variant};

pub(super) const ENTRY: Entry = Entry {
    name: "pente-levels",
    title: "Pente: time per move by level and board",
    source: "The Pente report (R. J. L. Guedes, J. F. C. M. Barbosa, 2018); the times are those of its program, run again elsewhere",
    question: "The report's levels look 2, 3 and 4 plies ahead. Its program could not be asked for `hard` on 13x13, and 19x19 was given up. \
               Here the same levels play games against themselves after six stones by lot, and every move is timed.",
    measure,
};

/// Board, level, and the published median and worst seconds, where there are any.
type Row = (u8, &'static str, Option<f64>, Option<f64>);

const ROWS: [Row; 12] = [
    (7, "easy", None, None),
    (7, "medium", None, None),
    (7, "hard", Some(1.1), Some(5.0)),
    (9, "easy", None, None),
    (9, "medium", None, None),
    (9, "hard", Some(4.1), Some(45.0)),
    (13, "easy", None, None),
    (13, "medium", None, Some(81.0)),
    (13, "hard", None, None),
    (19, "easy", None, None),
    (19, "medium", None, None),
    (19, "hard", None, None),
];

fn measure(workshop: &Workshop<'_>) -> Result<Content> {
    let mut content = Content::default();
    for (side, level, median, worst) in ROWS {
        (workshop.on_step)(&format!("{level} on {side}x{side}"));
        let mut seconds = Vec::new();
        let game = Pente::new(Settings::usual(side, Variant::Pente));
        for index in 0..workshop.pick(1, 4) {
            seconds.extend(moves(&game, level, workshop, workshop.seed.derive(index))?);
        }
        seconds.sort_by(f64::total_cmp);
        let count = seconds.len();
        let at = |index: usize| seconds.get(index).map(|s| Estimate::exact(*s).of(count as u64));
        let board = format!("{side}x{side}");
        content.figures.extend([
            Figure::new(&board, format!("{level}, median"), "s")
                .published(median.map(Estimate::exact))
                .own(at(count / 2), Compare::Speed),
            Figure::new(&board, format!("{level}, worst"), "s")
                .published(worst.map(Estimate::exact))
                .own(at(count.saturating_sub(1)), Compare::Speed),
        ]);
    }
    let worst = content.figures.iter().filter(|figure| figure.what.ends_with("worst"));
    let named = worst.map(|figure| Figure {
        what: format!("{} {}", figure.group, figure.what.replace(", worst", "")),
        ..figure.clone()
    });
    let named: Vec<Figure> = named.collect();
    content.plots.push(Plot::bars("Slowest move, seconds, logarithmic", "s", true, named.iter()));
    Ok(content)
}

/// Seconds of processor time for each move of a level in both seats, after six stones by lot.
fn moves(game: &Pente, level: &str, workshop: &Workshop<'_>, seed: Seed) -> Result<Vec<f64>> {
    let agent = game.agent(&Spec::named(level), seed)?;
    let (mut position, mut dice): (Position, _) = (game.start(), seed.rng());
    for _ in 0..6 {
        match game.sample(&position, &mut dice, &mut Vec::new()) {
            Some(point) => drop(game.play(&mut position, point)),
            None => break,
        }
    }
    let mut seconds = Vec::new();
    while game.turn(&position) != Turn::Over && seconds.len() < 60 && !workshop.is_over() {
        let watch = ThreadTime::now();
        let point = agent.choose(game, &position, &Budget::unlimited())?;
        seconds.push(watch.elapsed().as_secs_f64());
        game.play(&mut position, point);
    }
    Ok(seconds)
}
