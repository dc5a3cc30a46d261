//! The RL-Competition report's steps per game.

use crate::plot::Plot;
use crate::workshop::{Contest, Workshop};
use crate::{Compare, Content, Entry, Estimate, Figure};
use ludex_arena::Summary;
use ludex_core::Result;
use ludex_core::explain::number;

pub(super) const ENTRY: Entry = Entry {
    name: "rl-competition",
    title: "Yaveroglu's steps per game",
    source: "The RL-Competition report (O. N. Yaveroglu), sections 4.1 and 4.2",
    question: "The report counts what the competition's viewer shows and calls it blocks; the viewer counts steps. It names neither board \
               nor pieces. The random player of its figure 3 tells them: only one of the two candidates fits its 90.97.",
    measure,
};

/// What is played: rules, size, and what to call it.
const BOARDS: [(&str, &str, &str); 2] = [
    ("rlcomp:randomizer=weighted", "10x25", "10x25, weighted pieces of 2008"),
    ("rlcomp:randomizer=uniform", "10x20", "10x20, uniform pieces"),
];

/// Steps of the random player in figure 3, over 37 episodes.
const RANDOM: f64 = 90.97;
/// Steps of the report's agent in figure 4, over 106 episodes, and its best run.
const AGENT: (f64, f64) = (4072.97, 106.0);
const BEST: f64 = 4471.0;

fn measure(workshop: &Workshop<'_>) -> Result<Content> {
    let mut content = Content::default();
    for (rules, size, board) in BOARDS {
        let play = |agent: &str, games| {
            let agents = [agent];
            workshop.play(&Contest {
                game: "tetris",
                rules,
                size,
                agents: &agents,
                games,
                limit: None,
            })
        };
        let random = play("random", workshop.pick(4_000, 100_000))?;
        let agent = play("yaveroglu", workshop.pick(20, 150))?;
        let steps = agent.column("steps");
        // Lengths are close to exponential, so the standard error is the mean divided by the root of the games.
        let published = Estimate::with_error(AGENT.0, AGENT.0 / AGENT.1.sqrt()).of(106);
        content.figures.extend([
            Figure::new(board, "random, steps", "steps")
                .published(figure_3(&random.column("steps")))
                .own(Estimate::mean(&random.column("steps")), Compare::Same),
            Figure::new(board, "yaveroglu, steps, mean of figure 4", "steps")
                .published(published)
                .own(Estimate::mean(&steps), Compare::Same),
            Figure::new(board, "yaveroglu, steps, the best mean in the report", "steps")
                .published(Estimate::exact(BEST))
                .own(Estimate::mean(&steps), Compare::Nothing),
            Figure::new(board, "yaveroglu, pieces", "pieces")
                .own(Estimate::mean(&agent.column("pieces")), Compare::Nothing),
            Figure::new(board, "yaveroglu, rows", "rows")
                .own(Estimate::mean(&agent.column("lines")), Compare::Nothing),
        ]);
        content.findings.extend(told(board, &steps, &agent.column("pieces")));
        content.commands.extend([random.command, agent.command]);
    }
    let steps = content.figures.iter().filter(|figure| figure.what.contains("figure 4"));
    let named = steps.cloned().map(|mut figure| {
        figure.what = format!("yaveroglu, {}", figure.group);
        figure
    });
    let named: Vec<Figure> = named.collect();
    content.plots.push(Plot::bars("Steps in a game", "steps", false, named.iter()));
    Ok(content)
}

/// What figure 3 shows; the report gives no spread, so it is that of the games played here.
fn figure_3(steps: &[f64]) -> Option<Estimate> {
    let Summary { sd, .. } = Summary::of(steps)?;
    Some(Estimate::with_error(RANDOM, sd / 37_f64.sqrt()).of(37))
}

/// Steps and pieces side by side.
fn told(board: &str, steps: &[f64], pieces: &[f64]) -> Option<String> {
    let [steps, pieces] = [Estimate::mean(steps)?, Estimate::mean(pieces)?];
    let each = number(steps.value / pieces.value);
    Some(format!(
        "On {board} the agent lives for {} steps or {} pieces: {each} steps each.",
        number(steps.value),
        number(pieces.value)
    ))
}
