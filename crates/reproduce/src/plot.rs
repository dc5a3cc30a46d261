//! Plots as SVG, drawn by hand: they need no script and no font of their own, and take the page's colours.

use crate::{Estimate, Figure};
use ludex_core::explain::number;
use std::fmt::Write;

/// A picture of figures.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// A published and an own bar for each figure.
    Bars {
        /// What it shows.
        title: String,
        /// The unit of all bars.
        unit: String,
        /// Whether the scale is logarithmic.
        log: bool,
        /// The bars.
        rows: Vec<Row>,
    },
    /// Every game a dot, with mean and interval.
    Runs {
        /// What it shows.
        title: String,
        /// The unit of all dots.
        unit: String,
        /// The samples.
        series: Vec<Series>,
    },
    /// Points with intervals, joined, on a logarithmic scale.
    Lines {
        /// What it shows.
        title: String,
        /// What lies along the bottom.
        x: String,
        /// The unit of the points.
        unit: String,
        /// Published points: a name, where and how much.
        marks: Vec<(String, f64, f64)>,
        /// The lines.
        lines: Vec<Line>,
    },
}

/// Two bars that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What they show.
    pub label: String,
    /// The published one.
    pub published: Option<Estimate>,
    /// The own one.
    pub own: Option<Estimate>,
}

/// A sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is.
    pub label: String,
    /// Whether it was published.
    pub published: bool,
    /// Its numbers.
    pub values: Vec<f64>,
}

/// Points that are joined.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What they are.
    pub label: String,
    /// Where and how much.
    pub points: Vec<(f64, Estimate)>,
}

/// Columns of a plot: where labels end, where it ends.
const LEFT: f64 = 260.0;
const RIGHT: f64 = 640.0;
const WIDTH: f64 = 760.0;
/// Dots of a sample at most; more could not be told apart.
const MOST_DOTS: usize = 400;

/// Colours of a plot on its own. A page sets them to its own.
const STYLE: &str = "<style>.plot{--ink:#222;--dim:#777;--line:#ddd;--published:#b8860b;--own:#1a6fb5;font:12px system-ui,sans-serif}\
    .plot text{fill:var(--ink)}.plot .dim{fill:var(--dim)}.plot .grid{stroke:var(--line)}.plot .published{fill:var(--published)}\
    .plot .own{fill:var(--own)}.plot .bar{opacity:.85}.plot .whisker{stroke:var(--ink);stroke-width:1.2}.plot .dot{opacity:.45}\
    .plot .join{fill:none;stroke:var(--own);stroke-width:1.5}</style>";

impl Plot {
    /// Bars for figures; those without any number are left out.
    pub fn bars<'a>(
        title: &str,
        unit: &str,
        log: bool,
        figures: impl Iterator<Item = &'a Figure>,
    ) -> Self {
        let known = figures.filter(|figure| figure.published.or(figure.own).is_some());
        let row = |figure: &Figure| Row {
            label: figure.what.clone(),
            published: figure.published,
            own: figure.own,
        };
        Self::Bars { title: title.into(), unit: unit.into(), log, rows: known.map(row).collect() }
    }

    /// What it shows.
    pub fn title(&self) -> &str {
        match self {
            Self::Bars { title, .. } | Self::Runs { title, .. } | Self::Lines { title, .. } => {
                title
            }
        }
    }

    /// Whether there is anything to see.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Bars { rows, .. } => rows.is_empty(),
            Self::Runs { series, .. } => series.iter().all(|series| series.values.is_empty()),
            Self::Lines { lines, .. } => lines.iter().all(|line| line.points.is_empty()),
        }
    }

    /// A drawing that stands alone.
    pub fn svg(&self) -> String {
        self.drawn(STYLE)
    }

    /// The same for a page that has the colours.
    pub fn inline_svg(&self) -> String {
        self.drawn("")
    }

    fn drawn(&self, style: &str) -> String {
        let (body, height) = match self {
            Self::Bars { unit, log, rows, .. } => bars(unit, *log, rows),
            Self::Runs { unit, series, .. } => runs(unit, series),
            Self::Lines { x, unit, marks, lines, .. } => curves(x, unit, marks, lines),
        };
        let title = escape(self.title());
        format!(
            "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\">\
             {style}<text x=\"0\" y=\"14\" font-weight=\"600\">{title}</text>{body}</svg>"
        )
    }
}

/// Text that means itself inside a page.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// From numbers to places.
struct Scale {
    low: f64,
    high: f64,
    log: bool,
    /// Where `low` and `high` lie.
    ends: [f64; 2],
}

impl Scale {
    fn new(values: impl Iterator<Item = f64>, log: bool, ends: [f64; 2]) -> Self {
        let values: Vec<f64> = values.filter(|v| v.is_finite() && (!log || *v > 0.0)).collect();
        let most = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let least = values.iter().copied().fold(most, f64::min);
        if log {
            Self { low: floor_10(least), high: floor_10(most) * 10.0, log, ends }
        } else {
            Self { low: 0.0, high: nice(most), log, ends }
        }
    }

    fn place(&self, value: f64) -> f64 {
        let share = if self.log {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            value / self.high
        };
        self.ends[0] + share.clamp(0.0, 1.0) * (self.ends[1] - self.ends[0])
    }

    fn ticks(&self) -> Vec<f64> {
        if !self.log {
            return (0..=4).map(|i| self.high * f64::from(i) / 4.0).collect();
        }
        let mut ticks = vec![self.low];
        while ticks.last().is_some_and(|last| *last < self.high * 0.99) {
            ticks.push(ticks[ticks.len() - 1] * 10.0);
        }
        ticks
    }
}

/// The power of ten at or below a number.
fn floor_10(value: f64) -> f64 {
    10_f64.powf(value.log10().floor())
}

/// A round number not below this one.
fn nice(value: f64) -> f64 {
    let unit = floor_10(value);
    let steps = [1.0, 1.2, 1.6, 2.0, 2.4, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    steps.iter().map(|step| step * unit).find(|round| *round >= value).unwrap_or(value)
}

/// A number on an axis.
fn tick(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{}M", number(v / 1e6)),
        v if v > 0.0 && v < 0.001 => format!("{v:.0e}"),
        v => number(v),
    }
}

/// Vertical lines with their numbers below.
fn grid(out: &mut String, scale: &Scale, unit: &str, top: f64, bottom: f64) {
    for value in scale.ticks() {
        let x = scale.place(value);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>\
             <text class=\"dim\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 14.0,
            tick(value)
        );
    }
    let _ = write!(
        out,
        "<text class=\"dim\" x=\"{WIDTH}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
        bottom + 14.0,
        escape(unit)
    );
}

/// A name at the left edge. One that is too long for it is squeezed, and cut where that would be too much.
fn label(out: &mut String, text: &str, y: f64) {
    const FULL: usize = 42;
    const MOST: usize = 54;
    let count = text.chars().count();
    let short: String = match count {
        count if count > MOST => text.chars().take(MOST - 1).chain(['…']).collect(),
        _ => text.to_owned(),
    };
    let (x, short) = (LEFT - 10.0, escape(&short));
    let squeezed = match count {
        count if count > FULL => format!(" textLength=\"{x}\" lengthAdjust=\"spacingAndGlyphs\""),
        _ => String::new(),
    };
    let _ =
        write!(out, "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\"{squeezed}>{short}</text>");
}

/// What the two colours mean.
fn legend(out: &mut String) {
    for (x, class) in [(WIDTH - 150.0, "published"), (WIDTH - 60.0, "own")] {
        let word = if class == "own" { "here" } else { class };
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{x}\" y=\"5\" width=\"10\" height=\"10\" rx=\"2\"/>\
             <text class=\"dim\" x=\"{}\" y=\"14\">{word}</text>",
            x + 14.0
        );
    }
}

fn bars(unit: &str, log: bool, rows: &[Row]) -> (String, f64) {
    let both = rows.iter().flat_map(|row| row.published.into_iter().chain(row.own));
    let values =
        both.flat_map(|e| e.interval.map_or(vec![e.value], |[_, high]| vec![e.value, high]));
    let scale = Scale::new(values, log, [LEFT, RIGHT]);
    let (step, top) = (34.0, 30.0);
    let bottom = top + step * rows.len() as f64;
    let mut out = String::new();
    legend(&mut out);
    grid(&mut out, &scale, unit, top, bottom);
    for (index, row) in rows.iter().enumerate() {
        let y = top + step * index as f64 + 4.0;
        label(&mut out, &row.label, y + 17.0);
        let pair = [("published", row.published, y), ("own", row.own, y + 13.0)];
        for (class, estimate, y) in pair {
            if let Some(estimate) = estimate {
                bar(&mut out, &scale, class, estimate, y);
            }
        }
    }
    (out, bottom + 22.0)
}

fn bar(out: &mut String, scale: &Scale, class: &str, estimate: Estimate, y: f64) {
    let (from, to) = (scale.ends[0], scale.place(estimate.value));
    let _ = write!(
        out,
        "<rect class=\"{class} bar\" x=\"{from}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"11\" rx=\"2\"/>",
        (to - from).max(1.0)
    );
    let mut end = to;
    if let Some([low, high]) = estimate.interval {
        let (low, high) = (scale.place(low.max(0.0)), scale.place(high));
        whisker(out, [low, high], y + 5.5);
        end = end.max(high);
    }
    let _ = write!(
        out,
        "<text class=\"dim\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        end + 6.0,
        y + 9.5,
        tick(estimate.value)
    );
}

fn whisker(out: &mut String, [low, high]: [f64; 2], y: f64) {
    let _ = write!(
        out,
        "<path class=\"whisker\" fill=\"none\" d=\"M{low:.1} {y:.1}H{high:.1}M{low:.1} {:.1}v6M{high:.1} {:.1}v6\"/>",
        y - 3.0,
        y - 3.0
    );
}

fn runs(unit: &str, series: &[Series]) -> (String, f64) {
    let values = series.iter().flat_map(|series| series.values.iter().copied());
    let scale = Scale::new(values, false, [LEFT, RIGHT + 60.0]);
    let (step, top) = (46.0, 30.0);
    let bottom = top + step * series.len() as f64;
    let mut out = String::new();
    legend(&mut out);
    grid(&mut out, &scale, unit, top, bottom);
    for (index, Series { label: name, published, values }) in series.iter().enumerate() {
        let y = top + step * index as f64 + step / 2.0;
        label(&mut out, name, y + 4.0);
        let class = if *published { "published" } else { "own" };
        let every = values.len().div_ceil(MOST_DOTS).max(1);
        for (at, value) in values.iter().enumerate().step_by(every) {
            // Dots of large samples are spread, so that one can see how many there are.
            let spread = if values.len() > 20 { ((at * 7919) % 29) as f64 - 14.0 } else { 0.0 };
            let (x, y) = (scale.place(*value), y + spread);
            let _ = write!(
                out,
                "<circle class=\"{class} dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>"
            );
        }
        if let Some(mean) = Estimate::mean(values) {
            let x = scale.place(mean.value);
            let ends =
                mean.interval.unwrap_or([mean.value; 2]).map(|end| scale.place(end.max(0.0)));
            whisker(&mut out, ends, y);
            let _ = write!(out, "<path class=\"whisker\" d=\"M{x:.1} {:.1}v20\"/>", y - 10.0);
        }
    }
    (out, bottom + 22.0)
}

fn curves(x: &str, unit: &str, marks: &[(String, f64, f64)], lines: &[Line]) -> (String, f64) {
    let points = || lines.iter().flat_map(|line| &line.points);
    let values = points().flat_map(|(_, e)| e.interval.map_or(vec![e.value], |i| i.to_vec()));
    let (top, bottom, left, right) = (34.0, 330.0, 70.0, WIDTH - 120.0);
    let scale = Scale::new(values.chain(marks.iter().map(|mark| mark.2)), true, [bottom, top]);
    let places = || points().map(|(x, _)| *x).chain(marks.iter().map(|mark| mark.1));
    let (first, last) = (places().fold(f64::MAX, f64::min), places().fold(f64::MIN, f64::max));
    let across = |x: f64| left + (x - first) / (last - first).max(1.0) * (right - left);
    let mut out = String::new();
    for value in scale.ticks() {
        let y = scale.place(value);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>\
             <text class=\"dim\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 8.0,
            y + 4.0,
            tick(value)
        );
    }
    for place in (first as i64)..=(last as i64) {
        let x = across(place as f64);
        let _ = write!(
            out,
            "<text class=\"dim\" x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{place}</text>",
            bottom + 16.0
        );
    }
    let _ = write!(
        out,
        "<text class=\"dim\" x=\"{WIDTH}\" y=\"{}\" text-anchor=\"end\">{}</text>\
         <text class=\"dim\" x=\"0\" y=\"30\">{}</text>",
        bottom + 16.0,
        escape(x),
        escape(unit)
    );
    for Line { label, points } in lines {
        curve(&mut out, label, points, &scale, &across);
    }
    for (name, x, value) in marks {
        let (x, y) = (across(*x), scale.place(*value));
        let _ = write!(
            out,
            "<circle class=\"published\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>\
             <text class=\"dim\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 9.0,
            y + 4.0,
            escape(name)
        );
    }
    (out, bottom + 26.0)
}

fn curve(
    out: &mut String,
    label: &str,
    points: &[(f64, Estimate)],
    scale: &Scale,
    across: &dyn Fn(f64) -> f64,
) {
    let mut path = String::new();
    for (index, (x, estimate)) in points.iter().enumerate() {
        let (x, y) = (across(*x), scale.place(estimate.value));
        let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
        let _ = write!(out, "<circle class=\"own\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
        if let Some(ends) = estimate.interval {
            let [low, high] = ends.map(|end| scale.place(end));
            let _ = write!(out, "<path class=\"whisker\" d=\"M{x:.1} {low:.1}V{high:.1}\"/>");
        }
    }
    let _ = write!(out, "<path class=\"join\" d=\"{path}\"/>");
    if let Some((x, estimate)) = points.last() {
        let (x, y) = (across(*x) + 9.0, scale.place(estimate.value) - 8.0);
        let _ = write!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", escape(label));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_round() {
        assert_eq!(nice(930.0), 1000.0);
        assert_eq!(nice(1833.6), 2000.0);
        let log = Scale::new([0.004, 30.0].into_iter(), true, [0.0, 100.0]);
        assert_eq!(log.ticks().len(), 6, "{:?}", log.ticks());
        assert!(log.place(0.0) >= 0.0 && log.place(1e9) <= 100.0);
    }

    #[test]
    fn what_is_empty_is_drawn_all_the_same() {
        let plot = Plot::bars("<none>", "s", true, std::iter::empty());
        assert!(plot.is_empty());
        assert!(plot.svg().contains("&lt;none&gt;"), "{}", plot.svg());
        assert!(!plot.svg().contains("NaN"));
    }
}
