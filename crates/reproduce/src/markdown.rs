//! All tables as one text for the guide.

use crate::plot::Plot;
use crate::{Machine, Table};
use ludex_core::explain::number;
use std::fmt::Write;

/// The text, with its pictures in files of their own: names relative to the text, and what is in them.
pub fn markdown(
    tables: &[Table],
    machine: &Machine,
    command: &str,
) -> (String, Vec<(String, String)>) {
    let mut pictures = Vec::new();
    let mut text = format!(
        "# Results\n\nPublished figures and this program's own, side by side. This page is written by the program itself:\n\n\
         ```sh\n{command}\n```\n\nMachine: {}. Intervals in brackets are 95 % intervals. Times are processor time, over all\n\
         threads; the machine was shared with other work. Each table names the commands that repeat it; with the same seed they\n\
         give the same games.\n\n| table | outcome | processor time |\n| --- | --- | --- |\n",
        machine.words()
    );
    for table in tables {
        let seconds = number(table.processor_seconds);
        let _ = writeln!(
            text,
            "| [{}](#{}) | {} | {seconds} s |",
            table.title,
            anchor(&table.title),
            table.summary()
        );
    }
    for table in tables {
        section(&mut text, table, &mut pictures);
    }
    (text, pictures)
}

fn section(text: &mut String, table: &Table, pictures: &mut Vec<(String, String)>) {
    let _ = write!(
        text,
        "\n## {}\n\n{}\n\n*Source: {}.*\n\n",
        table.title, table.question, table.source
    );
    if table.interrupted {
        text.push_str(
            "**Interrupted: not everything was measured, and short games count too much.**\n\n",
        );
    }
    for (index, plot) in table.plots.iter().filter(|plot| !plot.is_empty()).enumerate() {
        let name = format!("pictures/results-{}-{}.svg", table.name, index + 1);
        let _ = write!(text, "![{}]({name})\n\n", plot.title());
        pictures.push((name, Plot::svg(plot)));
    }
    for finding in &table.findings {
        let _ = writeln!(text, "- {finding}");
    }
    if !table.findings.is_empty() {
        text.push('\n');
    }
    text.push_str("| figure | unit | published | here | games or moves | |\n| --- | --- | --- | --- | --- | --- |\n");
    let mut group = "";
    for figure in &table.figures {
        if group != figure.group {
            group = &figure.group;
            let _ = writeln!(text, "| **{group}** | | | | | |");
        }
        let words = |estimate: Option<crate::Estimate>| {
            estimate.map_or_else(String::new, |estimate| estimate.words())
        };
        let sample = figure.own.and_then(|own| own.sample);
        let sample = sample.map_or_else(String::new, |count| number(count as f64));
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {sample} | {} |",
            figure.what,
            figure.unit,
            words(figure.published),
            words(figure.own),
            figure.verdict.words
        );
    }
    let _ = write!(
        text,
        "\nSeed {}, {} s of processor time in {} s.\n\n```sh\n{}\n```\n",
        table.seed,
        number(table.processor_seconds),
        number(table.seconds),
        table.commands.join("\n")
    );
}

/// What a heading is called in links.
fn anchor(title: &str) -> String {
    let keep = |c: char| c.is_alphanumeric() || c == '-' || c == ' ';
    title.to_lowercase().chars().filter(|c| keep(*c)).collect::<String>().replace(' ', "-")
}
