//! Ten solo runs of the TetrisVs report's agent.

use crate::plot::{Plot, Series};
use crate::workshop::{Contest, Workshop};
use crate::{Compare, Content, Entry, Estimate, Figure};
use ludex_core::explain::number;
use ludex_core::{Result, Seed};
use rand::RngExt;

pub(super) const ENTRY: Entry = Entry {
    name: "tetrisvs-solo",
    title: "TetrisVs, Table 1: ten solo runs",
    source: "The TetrisVs report (A. R. Iacovazzi, 2024), Table 1 and section 3",
    question: "How many rows does the report's agent clear, alone on 10x20 with the next piece known? The report played ten games. \
               Here the same agent plays many, so that it can be told what ten games are worth.",
    measure,
};

/// Rows cleared in the report's ten runs, in its order.
const RUNS: [f64; 10] =
    [859.0, 2660.0, 1187.0, 2922.0, 2497.0, 2390.0, 1111.0, 1127.0, 1675.0, 1908.0];

/// Mean and standard error over 300 games of a program elsewhere that makes the original's moves.
const ELSEWHERE: [(f64, f64); 2] = [(1227.0, 67.0), (1178.0, 56.0)];

/// Median processor seconds of the original for one move.
const PROLOG_SECONDS: f64 = 0.38;

fn measure(workshop: &Workshop<'_>) -> Result<Content> {
    let contest = |agents, games| Contest {
        game: "tetris",
        rules: "tetrisvs",
        size: "10x20",
        agents,
        games,
        limit: None,
    };
    let faithful = workshop.play(&contest(&["entropy"], workshop.pick(80, 1000)))?;
    let corrected =
        workshop.play(&contest(&["entropy:bumpiness=corrected"], workshop.pick(40, 300)))?;
    let (rows, other) = (faithful.column("lines"), corrected.column("lines"));
    let ten = &rows[..rows.len().min(10)];
    let group = "rows cleared in a game";
    let elsewhere = ELSEWHERE.map(|(mean, error)| Estimate::with_error(mean, error).of(300));
    let published = Estimate::mean(&RUNS);
    let figures = vec![
        Figure::new(group, "the report's ten runs, and the first ten here", "rows")
            .published(published)
            .own(Estimate::mean(ten), Compare::Same),
        Figure::new(group, "the same ten, and all games here", "rows")
            .published(published)
            .own(Estimate::mean(&rows), Compare::Same),
        Figure::new(group, "a copy of the agent elsewhere, and all games here", "rows")
            .published(elsewhere[0])
            .own(Estimate::mean(&rows), Compare::Same),
        Figure::new(group, "the same with the corrected bumpiness", "rows")
            .published(elsewhere[1])
            .own(Estimate::mean(&other), Compare::Same),
        Figure::new("time", "processor time of a move (the original's median; the mean here)", "s")
            .published(Estimate::exact(PROLOG_SECONDS))
            .own(faithful.seconds_a_decision.map(Estimate::exact), Compare::Speed),
    ];
    let plots = vec![Plot::Runs {
        title: "Rows cleared, game by game".into(),
        unit: "rows".into(),
        series: vec![
            Series { label: "published".into(), published: true, values: RUNS.to_vec() },
            Series { label: "here, first ten".into(), published: false, values: ten.to_vec() },
            Series {
                label: format!("here, all {}", rows.len()),
                published: false,
                values: rows.clone(),
            },
        ],
    }];
    let findings = findings(&rows, workshop.seed);
    Ok(Content { figures, findings, commands: vec![faithful.command, corrected.command], plots })
}

/// What ten games say, found by drawing ten of the own ones again and again.
fn findings(rows: &[f64], seed: Seed) -> Vec<String> {
    const DRAWS: u32 = 10_000;
    if rows.len() < 20 {
        return Vec::new();
    }
    let mut dice = seed.derive(10).rng();
    let (mut as_many, mut none_short) = (0_u32, 0_u32);
    let (mean, least) =
        (RUNS.iter().sum::<f64>() / 10.0, RUNS.iter().copied().fold(f64::MAX, f64::min));
    for _ in 0..DRAWS {
        let ten: [f64; 10] = std::array::from_fn(|_| rows[dice.random_range(0..rows.len())]);
        as_many += u32::from(ten.iter().sum::<f64>() / 10.0 >= mean);
        none_short += u32::from(ten.iter().all(|value| *value >= least));
    }
    let per_cent = |count: u32| number(100.0 * f64::from(count) / f64::from(DRAWS));
    vec![
        format!(
            "Ten games drawn from the {} played here have a mean of {} rows or more in {} of 100 draws: ten runs say little.",
            number(rows.len() as f64),
            number(mean),
            per_cent(as_many)
        ),
        format!(
            "What is odd about the published runs is that none was short: ten games of {} rows or more each come up in {} of 100 draws. \
             The report does not say how its runs were chosen.",
            number(least),
            per_cent(none_short)
        ),
    ]
}
