//! Several solutions of the same list side by side, as one web page that needs nothing else.

use crate::list::Put;
use crate::method::Solution;
use crate::report::Line;
use crate::task::Task;
use crate::verify::Replay;
use serde::Serialize;
use std::fmt::Write;

/// The page without its data.
const TEMPLATE: &str = include_str!("page.html");
/// The frame of the page that compares methods.
const BARS: &str = include_str!("bars.html");
/// Where the data goes.
const MARK: &str = "/*DATA*/";
/// Points of a curve at most; more could not be told apart.
const MOST_POINTS: usize = 1000;
/// Placements that are animated at most.
const MOST_FRAMES: usize = 2000;

#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    width: usize,
    buffer: usize,
    pieces: usize,
    /// For each piece and turn the cells as pairs of column and row.
    forms: Vec<Vec<Vec<[u8; 2]>>>,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct Run {
    name: String,
    placed: usize,
    rows: usize,
    height: usize,
    holes: u64,
    /// Piece, turn and column, one after the other.
    puts: Vec<[u8; 3]>,
    /// Pieces placed, rows cleared, height and holes.
    curve: Vec<[u64; 4]>,
}

/// Writes the page for some solutions of a list, each with a name.
pub fn page(title: &str, task: &Task, list: &[u8], solutions: &[(String, Solution)]) -> String {
    let runs = solutions.iter().map(|(name, solution)| run(name, task, list, solution)).collect();
    let cells = |form: &crate::Form| form.spots().into_iter().map(|(x, y)| [x, y]).collect();
    let forms = task.kit.pieces().map(|piece| task.kit.forms(piece).iter().map(cells).collect());
    let data = Data {
        title,
        width: task.width,
        buffer: task.buffer,
        pieces: list.len(),
        forms: forms.collect(),
        runs,
    };
    // Numbers and names always become JSON; `<` must not end the script that it stands in.
    let json = serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c");
    TEMPLATE.replace(MARK, &json)
}

fn run(name: &str, task: &Task, list: &[u8], solution: &Solution) -> Run {
    let outcome = solution.outcome;
    let puts = solution.puts.iter().take(MOST_FRAMES);
    Run {
        name: name.to_owned(),
        placed: outcome.placed,
        rows: outcome.rows,
        height: outcome.height,
        holes: outcome.holes,
        puts: puts.map(|put| [put.piece, put.rotation, put.column]).collect(),
        curve: curve(task, list, &solution.puts),
    }
}

/// The figures after every so many placements, the last one always among them.
fn curve(task: &Task, list: &[u8], puts: &[Put]) -> Vec<[u64; 4]> {
    let every = puts.len().div_ceil(MOST_POINTS).max(1);
    let mut replay = Replay::new(task, list);
    let mut curve = vec![[0; 4]];
    for (i, &put) in puts.iter().enumerate() {
        if replay.put(put).is_err() {
            break;
        }
        if (i + 1).is_multiple_of(every) || i + 1 == puts.len() {
            let now = replay.outcome();
            curve.push([now.placed as u64, now.rows as u64, now.height as u64, now.holes]);
        }
    }
    curve
}

/// Writes the page that compares methods: rows, height and empty cells as bars, one chart each.
pub fn bars(title: &str, lines: &[Line]) -> String {
    type Figure = fn(&Line) -> f64;
    let charts: [(&str, Figure); 3] = [
        ("Rows cleared", |line| line.rows),
        ("Final height", |line| line.height),
        ("Empty cells in occupied rows", |line| line.holes),
    ];
    let mut text = format!("<h1>{}</h1>\n", escaped(title));
    for (name, figure) in charts {
        let most = lines.iter().map(figure).fold(1.0, f64::max);
        let _ = writeln!(text, "<h2>{name}</h2>\n<table>");
        for line in lines {
            let (value, share) = (figure(line), 100.0 * figure(line) / most);
            let _ = writeln!(
                text,
                "<tr><th>{}</th><td>{}</td><td class=\"bar\"><i class=\"{}\" style=\"width:{share:.1}%\"></i></td><td>{value:.1}</td></tr>",
                escaped(&line.lists),
                line.method,
                line.method,
            );
        }
        text += "</table>\n";
    }
    BARS.replace(MARK, &text)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
