//! Published linear policies on 10x10.

use crate::plot::Plot;
use crate::workshop::{Contest, Workshop, has_agent};
use crate::{Compare, Content, Entry, Estimate, Figure};
use ludex_core::Result;
use ludex_core::explain::number;

pub(super) const ENTRY: Entry = Entry {
    name: "policies",
    title: "Published policies, one piece, 10x10",
    source: "Dellacherie 2003; Thiery and Scherrer 2009 (bcts); Gabillon, Ghavamzadeh and Scherrer 2013 (dt10, dt20); the best published \
             mean on 10x10 (rvce); Lee 2013. Standard errors are those of measurements elsewhere with the same weights",
    question: "How many rows does each policy clear on a board ten high, when only the falling piece is known, pieces are uniform, and \
               every straight drop is allowed? Games end close to exponentially, so means need many of them.",
    measure,
};

/// Mean rows of the best policy published for 10x10, over 100,000 games.
const BEST: f64 = 5379.0;

/// An agent, its published mean and standard error, and the games that rests on, where they are known.
struct Policy {
    agent: &'static str,
    size: &'static str,
    published: Option<(f64, f64)>,
    sample: Option<u64>,
}

const POLICIES: [Policy; 6] = [
    Policy { agent: "dellacherie", size: "10x10", published: Some((2441.0, 61.0)), sample: None },
    Policy { agent: "bcts", size: "10x10", published: Some((3727.0, 159.0)), sample: None },
    Policy { agent: "dt10", size: "10x10", published: Some((5034.0, 190.0)), sample: None },
    Policy { agent: "dt20", size: "10x10", published: Some((4262.0, 150.0)), sample: None },
    // Close to exponential: the standard error is the mean divided by the root of the games.
    Policy { agent: "rvce", size: "10x10", published: Some((BEST, 17.0)), sample: Some(100_000) },
    Policy { agent: "eltetris", size: "10x10", published: None, sample: None },
];

fn measure(workshop: &Workshop<'_>) -> Result<Content> {
    let mut content = Content::default();
    let group = "rows cleared in a game, 10x10";
    for Policy { agent, size, published, sample } in &POLICIES {
        let games = rows(workshop, agent, &plain(size), workshop.pick(100, 1500), &mut content)?;
        let published = published
            .map(|(mean, error)| Estimate { sample: *sample, ..Estimate::with_error(mean, error) });
        content.figures.push(
            Figure::new(group, *agent, "rows").published(published).own(games, Compare::Same),
        );
    }
    if has_agent("tetris", "ludex") {
        let own = rows(workshop, "ludex", &plain("10x10"), workshop.pick(100, 1500), &mut content)?;
        content.figures.push(
            Figure::new(group, "ludex, beside the best published", "rows")
                .published(Estimate::exact(BEST).of(100_000))
                .own(own, Compare::More),
        );
        content.findings.extend(own.map(|own| {
            let (value, times) = (own.words(), number(own.value / BEST));
            format!(
                "`ludex`, tuned here, clears {value} rows: {times} times the best published mean."
            )
        }));
    }
    content.plots.push(Plot::bars("Rows cleared on 10x10", "rows", false, content.figures.iter()));
    let lee = rows(workshop, "lee", &plain("10x20"), workshop.pick(100, 1500), &mut content)?;
    content.figures.push(
        Figure::new("rows cleared in a game, 10x20", "lee, one piece known", "rows")
            .published(Estimate::exact(794.0))
            .own(lee, Compare::Same),
    );
    for agent in ["dt20:pieces=2", "ludex:pieces=2"] {
        let two = Board { rules: "simplified:known=2", size: "10x6" };
        let own = rows(workshop, agent, &two, workshop.pick(10, 300), &mut content)?;
        content.figures.push(
            Figure::new("rows cleared in a game, 10x6, the next piece known", agent, "rows")
                .own(own, Compare::Nothing),
        );
    }
    content.findings.push(
        "`lee` is known for two million rows; that was one run with the next piece known, 22 rows and pieces from a bag of seven."
            .into(),
    );
    Ok(content)
}

/// Where a policy plays.
struct Board {
    rules: &'static str,
    size: &'static str,
}

/// One piece known, on a board of this size.
fn plain(size: &'static str) -> Board {
    Board { rules: "simplified", size }
}

fn rows(
    workshop: &Workshop<'_>,
    agent: &str,
    &Board { rules, size }: &Board,
    games: u64,
    content: &mut Content,
) -> Result<Option<Estimate>> {
    let (game, agents) = ("tetris", [agent]);
    let played =
        workshop.play(&Contest { game, rules, size, agents: &agents, games, limit: None })?;
    content.commands.push(played.command.clone());
    Ok(Estimate::mean(&played.column("lines")))
}
