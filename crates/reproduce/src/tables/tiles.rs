//! The Essex report's 2048 players.

use crate::plot::Plot;
use crate::workshop::{Contest, Games, Workshop};
use crate::{Compare, Content, Entry, Estimate, Figure};
use ludex_core::Result;
use ludex_core::explain::number;

pub(super) const ENTRY: Entry = Entry {
    name: "2048-essex",
    title: "2048: simulations by depth, and who reaches 2048",
    source: "The Essex report (P. Mittal, 2022), section 6.1; its Monte Carlo player was also run again elsewhere (8 of 10 games)",
    question: "The report gives one game for each number of simulations and depth. Here every setting plays many. `flat-mc` plays so many games \
               by lot after each slide, each so many slides long, and takes the best mean. Won means that a tile of 2048 was made.",
    measure,
};

/// Simulations, depth, and the score of the report's one game: Monte Carlo, then min-max.
const CELLS: [(u32, u32, f64); 4] =
    [(25, 100, 32540.0), (50, 100, 36380.0), (50, 200, 36296.0), (25, 200, 27216.0)];

/// Scores of the report's min-max player; none of its games reached 2048.
const MINIMAX: [f64; 4] = [7104.0, 5992.0, 3224.0, 7200.0];

fn measure(workshop: &Workshop<'_>) -> Result<Content> {
    let mut content = Content::default();
    let games = workshop.pick(6, 60);
    let mut all = 0;
    let mut won = 0;
    for (simulations, depth, score) in CELLS {
        let agent = format!("flat-mc:rollouts={simulations},depth={depth}");
        let played = play(workshop, &agent, games, &mut content)?;
        let what = format!("{simulations} simulations, depth {depth}");
        content.figures.push(
            Figure::new("Monte Carlo: score of a game", what, "points")
                .published(one_game(score, &played))
                .own(Estimate::mean(&played.column("score")), Compare::Same),
        );
        all += played.len();
        won += wins(&played);
    }
    content.plots.push(Plot::bars("Monte Carlo: score", "points", false, content.figures.iter()));
    let minimax = play(workshop, "minimax", workshop.pick(20, 100), &mut content)?;
    content.figures.push(
        Figure::new("min-max: score of a game", "mean of the report's four games", "points")
            .published(Estimate::mean(&MINIMAX))
            .own(Estimate::mean(&minimax.column("score")), Compare::More),
    );
    let group = "games in which 2048 was reached";
    let shares = content.figures.len();
    content.figures.push(
        Figure::new(group, "Monte Carlo, all settings; run again elsewhere", "%")
            .published(Estimate::share(8, 10))
            .own(Estimate::share(won, all), Compare::Same),
    );
    content.figures.push(
        Figure::new(group, "min-max (minimax:depth=3)", "%")
            .published(Estimate::share(0, 4))
            .own(Estimate::share(wins(&minimax), minimax.len()), Compare::Same),
    );
    for (agent, published, compare, games) in [
        ("alphabeta", Estimate::share(87, 100), Compare::Same, workshop.pick(5, 100)),
        ("expectimax:depth=2", None, Compare::Nothing, workshop.pick(4, 30)),
        ("ntuple:plies=1", None, Compare::Nothing, workshop.pick(20, 100)),
    ] {
        let played = play(workshop, agent, games, &mut content)?;
        content.figures.push(
            Figure::new(group, agent, "%")
                .published(published)
                .own(Estimate::share(wins(&played), played.len()), compare),
        );
        content.findings.extend(told(agent, &played));
    }
    content.plots.push(Plot::bars("2048 reached", "%", false, content.figures[shares..].iter()));
    content.findings.push(
        "Depth hardly matters: a game by lot is mostly over within a hundred slides. The report's single games lie within what one game may be."
            .into(),
    );
    Ok(content)
}

/// A score of one game, with the spread that games of that setting have here.
fn one_game(score: f64, played: &Games) -> Estimate {
    let sd = ludex_arena::Summary::of(&played.column("score")).map_or(0.0, |summary| summary.sd);
    Estimate::with_error(score, sd).of(1)
}

fn play(workshop: &Workshop<'_>, agent: &str, games: u64, content: &mut Content) -> Result<Games> {
    let agents = [agent];
    let played = workshop.play(&Contest {
        game: "2048",
        rules: "standard",
        size: "4x4",
        agents: &agents,
        games,
        limit: None,
    })?;
    content.commands.push(played.command.clone());
    Ok(played)
}

fn wins(played: &Games) -> u64 {
    played.column("max_tile").iter().filter(|tile| **tile >= 2048.0).count() as u64
}

fn told(agent: &str, played: &Games) -> Option<String> {
    let score = Estimate::mean(&played.column("score"))?;
    Some(format!("`{agent}` scores {} over {} games.", score.words(), number(played.len() as f64)))
}
