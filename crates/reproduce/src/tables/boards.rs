//! Growing boards: how long games last on 10x20, which is too slow to be measured.

use crate::plot::{Line, Plot};
use crate::workshop::{Contest, Workshop, has_agent};
use crate::{Compare, Content, Entry, Estimate, Figure};
use ludex_arena::PerDeath;
use ludex_core::Result;
use ludex_core::explain::number;

pub(super) const ENTRY: Entry = Entry {
    name: "growing-boards",
    title: "Growing boards: what 10x20 would give",
    source: "Gabillon, Ghavamzadeh and Scherrer 2013: 51 million rows for dt20 on 10x20, the best published for one piece",
    question: "On 10x20 a good policy clears tens of millions of rows in a game. So games are played on lower boards, and the logarithm of the \
               rows, which grows by the same amount with every row of height, is drawn on as a straight line to height 20. With `dt20`, of \
               which a published figure exists, the way is checked; the interval is that of the line.",
    measure,
};

/// Heights of boards, and games that are played there.
const QUICK: [(u32, u64); 4] = [(8, 200), (9, 100), (10, 60), (11, 40)];
const FULL: [(u32, u64); 7] =
    [(12, 200), (13, 100), (14, 60), (15, 40), (16, 20), (17, 12), (18, 8)];

fn measure(workshop: &Workshop<'_>) -> Result<Content> {
    let mut content = Content::default();
    let mut lines = Vec::new();
    for (agent, published) in [("dt20", Some(51e6)), ("ludex", None)] {
        if !has_agent("tetris", agent) {
            continue;
        }
        let mut points = Vec::new();
        for &(height, games) in workshop.pick(&QUICK[..], &FULL[..]) {
            let size = format!("10x{height}");
            if let Some(point) = rows(workshop, agent, &size, games, &mut content)? {
                points.push((f64::from(height), point));
                content.figures.push(
                    Figure::new(agent, format!("{size}, rows a game lost"), "rows")
                        .own(point, Compare::Nothing),
                );
            }
        }
        let extrapolated = extrapolate(&points, 20.0);
        content.figures.push(
            Figure::new(agent, "10x20, drawn on", "rows")
                .published(published.map(Estimate::exact))
                .own(
                    extrapolated,
                    if published.is_some() { Compare::Same } else { Compare::Nothing },
                ),
        );
        content.findings.extend(extrapolated.map(|far| {
            format!(
                "`{agent}` would clear about {} million rows on 10x20 [{} to {}].",
                number(far.value / 1e6),
                number(ends(far)[0] / 1e6),
                number(ends(far)[1] / 1e6)
            )
        }));
        points.extend(extrapolated.map(|far| (20.0, far)));
        lines.push(Line { label: agent.into(), points });
    }
    content.plots.push(Plot::Lines {
        title:
            "Rows a game lost, by the height of the board (logarithmic); the last point is drawn on"
                .into(),
        x: "height".into(),
        unit: "rows".into(),
        marks: vec![("published, dt20".into(), 20.0, 51e6)],
        lines,
    });
    Ok(content)
}

fn ends(estimate: Estimate) -> [f64; 2] {
    estimate.interval.unwrap_or([estimate.value; 2])
}

/// Rows a game lost on a board.
fn rows(
    workshop: &Workshop<'_>,
    agent: &str,
    size: &str,
    games: u64,
    content: &mut Content,
) -> Result<Option<Estimate>> {
    let (game, rules, agents) = ("tetris", "simplified", [agent]);
    let played =
        workshop.play(&Contest { game, rules, size, agents: &agents, games, limit: None })?;
    content.commands.push(played.command.clone());
    let total = played.column("lines").iter().sum();
    let PerDeath { mean, ci95: (low, high), .. } = PerDeath::of("lines", total, played.len());
    Ok(mean.zip(high).map(|(value, high)| Estimate {
        value,
        interval: Some([low, high]),
        sample: Some(played.len()),
    }))
}

/// A straight line through the logarithms, weighted by what is known of each point, at `x`.
fn extrapolate(points: &[(f64, Estimate)], x: f64) -> Option<Estimate> {
    if points.len() < 3 {
        return None;
    }
    // The logarithm of a mean of n exponential games has a variance of about 1 / n.
    let weight = |e: &Estimate| e.sample.unwrap_or(1) as f64;
    let sum = |of: &dyn Fn(f64, f64) -> f64| {
        points.iter().map(|(x, e)| weight(e) * of(*x, e.value.ln())).sum::<f64>()
    };
    let (w, wx, wy) = (sum(&|_, _| 1.0), sum(&|x, _| x), sum(&|_, y| y));
    let (mx, my) = (wx / w, wy / w);
    let sxx = sum(&|x, _| (x - mx).powi(2));
    let slope = sum(&|x, y| (x - mx) * (y - my)) / sxx;
    let at = my + slope * (x - mx);
    // Where the points do not lie on the line, it is less sure than chance alone makes it.
    let off = sum(&|x, y| (y - my - slope * (x - mx)).powi(2)) / (points.len() - 2) as f64;
    let error = off.max(1.0).sqrt() * (1.0 / w + (x - mx).powi(2) / sxx).sqrt();
    let interval = Some([(at - 1.96 * error).exp(), (at + 1.96 * error).exp()]);
    Some(Estimate { value: at.exp(), interval, sample: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points that grow threefold with each row go on to do so.
    #[test]
    fn a_straight_line_goes_on() {
        let point = |x: i32| (f64::from(x), Estimate::exact(3_f64.powi(x)).of(1000));
        let far = extrapolate(&[point(8), point(9), point(10)], 20.0).unwrap();
        assert!((far.value / 3_f64.powi(20) - 1.0).abs() < 1e-9, "{far:?}");
        let [low, high] = ends(far);
        assert!(low < far.value && far.value < high);
        assert!(extrapolate(&[point(8), point(9)], 20.0).is_none());
    }
}
