//! All tables as one web page that needs nothing else.

use crate::model::written;
use crate::plot::escape;
use crate::{Estimate, Figure, Kind, Machine, Table};
use ludex_core::explain::number;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const KINDS: [(Kind, &str); 4] = [
    (Kind::Agrees, "agrees"),
    (Kind::Better, "better"),
    (Kind::Differs, "differs"),
    (Kind::Shown, "shown"),
];

/// So many of something.
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The page.
pub fn page(tables: &[Table], machine: &Machine) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Ludex: published figures, measured again</title><style>{STYLE}</style></head><body><main>\
         <h1>Published figures, measured again</h1>"
    );
    let count = |kind| tables.iter().map(|table| table.count(kind)).sum::<usize>();
    let seconds: f64 = tables.iter().map(|table| table.processor_seconds).sum();
    let _ = write!(
        out,
        "<p class=\"lead\">{} with {}: {} come out as published, {} better where better means something, {} otherwise. \
         The rest has nothing published beside it.</p>\
         <p class=\"dim\">{}. All of it took {} s of processor time.{} Intervals are 95 % intervals.</p><nav>",
        counted(tables.len(), "table"),
        counted(tables.iter().map(|table| table.figures.len()).sum(), "figure"),
        count(Kind::Agrees),
        count(Kind::Better),
        count(Kind::Differs),
        escape(&machine.words()),
        number(seconds),
        if tables.iter().any(|table| table.quick) { " This is the short form." } else { "" },
    );
    for table in tables {
        let _ = write!(
            out,
            "<a href=\"#{}\"><b>{}</b>{}<span class=\"dim\">{}</span></a>",
            table.name,
            escape(&table.title),
            split(table),
            escape(&table.summary())
        );
    }
    out += "</nav>";
    for table in tables {
        section(&mut out, table);
    }
    out + "</main></body></html>\n"
}

/// Shares of a table's figures as a coloured line.
fn split(table: &Table) -> String {
    let mut out = String::from("<span class=\"split\">");
    for (kind, class) in KINDS {
        let count = table.count(kind);
        if count > 0 {
            let _ = write!(out, "<i class=\"{class}\" style=\"flex:{count}\"></i>");
        }
    }
    out + "</span>"
}

fn section(out: &mut String, table: &Table) {
    let _ = write!(
        out,
        "<section id=\"{}\"><h2>{}</h2><p>{}</p><p class=\"source\">{}.</p>",
        table.name,
        escape(&table.title),
        prose(&table.question),
        escape(&table.source)
    );
    if table.interrupted {
        *out += "<p class=\"warn\">Interrupted: not everything was measured, and short games count too much.</p>";
    }
    for plot in table.plots.iter().filter(|plot| !plot.is_empty()) {
        let _ = write!(out, "<figure>{}</figure>", plot.inline_svg());
    }
    if !table.findings.is_empty() {
        *out += "<ul class=\"findings\">";
        for finding in &table.findings {
            let _ = write!(out, "<li>{}</li>", prose(finding));
        }
        *out += "</ul>";
    }
    *out += "<div class=\"wide\"><table><thead><tr><th>figure</th><th class=\"n\">published</th><th class=\"n\">here</th><th>unit</th><th></th></tr></thead><tbody>";
    let mut group = "";
    for figure in &table.figures {
        if group != figure.group {
            group = &figure.group;
            let _ =
                write!(out, "<tr class=\"group\"><td colspan=\"5\">{}</td></tr>", escape(group));
        }
        row(out, figure);
    }
    let _ = write!(
        out,
        "</tbody></table></div><details><summary>Seed {}, {} s of processor time in {} s. Repeat it</summary><pre>{}</pre></details></section>",
        table.seed,
        number(table.processor_seconds),
        number(table.seconds),
        escape(&table.commands.join("\n"))
    );
}

fn row(out: &mut String, figure: &Figure) {
    let class = KINDS.iter().find(|(kind, _)| *kind == figure.verdict.kind).map_or("", |(_, c)| c);
    let _ = write!(
        out,
        "<tr><td>{}</td>{}{}<td>{}</td><td><span class=\"tag {class}\">{}</span></td></tr>",
        escape(&figure.what),
        cell(figure.published),
        cell(figure.own),
        escape(&figure.unit),
        escape(&figure.verdict.words)
    );
}

fn cell(estimate: Option<Estimate>) -> String {
    let Some(Estimate { value, interval, sample }) = estimate else {
        return "<td></td>".into();
    };
    let interval = interval.map(|[low, high]| format!("{} to {}", written(low), written(high)));
    let sample = sample.map(|count| format!("n = {}", number(count as f64)));
    let below: Vec<String> = interval.into_iter().chain(sample).collect();
    format!("<td class=\"n\">{}<small>{}</small></td>", written(value), below.join(", "))
}

/// Words in backquotes are names of agents and methods.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for (index, part) in escape(text).split('`').enumerate() {
        match index % 2 {
            0 => out += part,
            _ => drop(write!(out, "<code>{part}</code>")),
        }
    }
    out
}
