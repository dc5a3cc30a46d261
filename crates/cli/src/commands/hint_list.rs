//! `ludex hint --positions`: a list of positions in, moves out.

use super::hint::A_HINT;
use crate::House;
use crate::args::HintArgs;
use crate::failure::{Done, Failure};
use crate::input::{read_bytes, setup};
use crate::output::stop_when_unwanted;
use csv::StringRecord;
use ludex_core::explain::Speaker;
use ludex_core::{AnyRoom, AnyTable, Budget, Error, Setup, Stop, Turn};
use std::io::Write;
use std::path::Path;

/// A position of the list, and the line on which it stands.
struct Listed {
    line: u64,
    table: Box<dyn AnyTable>,
}

/// Advises for every position of a list. All of it is read before anything is written.
pub(super) fn hint_list(house: &House, args: &HintArgs, path: &Path, out: &mut dyn Write) -> Done {
    let room = house.room(&args.game)?;
    let asked = setup(room, &args.rules, args.seed);
    let agent = match &args.agent {
        Some(agent) => agent.clone(),
        None => room.info().opponent.parse()?,
    };
    room.open(&asked)?.check_agent(&agent)?;
    let positions = read(room, &asked, path)?;
    let stop = stop_when_unwanted();
    let mut rows = csv::Writer::from_writer(out);
    let write = |error: csv::Error| Failure::from(std::io::Error::from(error));
    rows.write_record(["line", "move", "value", "others", "why"]).map_err(write)?;
    for Listed { line, table } in positions {
        if stop.is_set() {
            break;
        }
        let row = advice(line, table.as_ref(), &agent, &stop)?;
        rows.write_record(row).map_err(write)?;
    }
    Ok(rows.flush()?)
}

/// The line, the move, its value, the other moves with theirs, and why; a game that is over has no move.
fn advice(
    line: u64,
    table: &dyn AnyTable,
    agent: &ludex_core::Spec,
    stop: &Stop,
) -> Result<[String; 5], Failure> {
    if table.turn() == Turn::Over {
        let over = "the game is over".to_owned();
        return Ok([line.to_string(), String::new(), String::new(), String::new(), over]);
    }
    let budget = Budget { stop: stop.clone(), ..Budget::default() }.within(A_HINT);
    let decided = table.think(agent, &budget)?;
    let explanation = decided.explanation(Speaker::Advisor);
    let chosen = explanation.decision.best();
    let others = explanation.decision.candidates.iter().filter(|c| c.action != chosen.action);
    let others: Vec<String> = others.map(|c| format!("{} {}", c.action, c.value)).collect();
    let value = chosen.value.to_string();
    let words = explanation.words.clone();
    Ok([line.to_string(), chosen.action.clone(), value, others.join("; "), words])
}

/// Reads a list: each line is a position, in one field with `/` between its lines, or with a field for each cell. Empty lines and lines that
/// start with `#` are passed over.
fn read(room: &dyn AnyRoom, asked: &Setup, path: &Path) -> Result<Vec<Listed>, Failure> {
    let bytes = read_bytes("list of positions", path)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| refuse(path, "it is not text; give a list of positions as CSV".into()))?;
    let size = room.open(asked)?.size();
    let header = format!("{} {} {size}", room.info().name, asked.rules);
    let mut all = Vec::new();
    for (line, row) in (1..).zip(text.lines()) {
        if row.trim().is_empty() || row.starts_with('#') {
            continue;
        }
        let refuse = |reason: String| refuse(path, format!("line {line}: {reason}"));
        let record = fields(row).map_err(|error| refuse(error.to_string()))?;
        let position = position(&record, size.width);
        let loaded = room.load(&format!("{header}\n{position}"), asked.seed);
        let table = loaded.map_err(|error| match error {
            // The line that it names is one of the position, not of the list.
            Error::Position { reason, .. } => refuse(reason),
            other => refuse(other.to_string()),
        })?;
        all.push(Listed { line, table });
    }
    Ok(all)
}

/// The fields of one line.
fn fields(row: &str) -> csv::Result<StringRecord> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .trim(csv::Trim::All)
        .from_reader(row.as_bytes());
    let mut record = StringRecord::new();
    reader.read_record(&mut record)?;
    Ok(record)
}

fn refuse(path: &Path, reason: String) -> Failure {
    Failure::Usage(format!("{}: {reason}", path.display()))
}

/// The text of a position from a record.
fn position(record: &StringRecord, width: usize) -> String {
    if record.len() == 1 {
        return record[0].split('/').map(str::trim).collect::<Vec<_>>().join("\n");
    }
    let cells: Vec<&str> =
        record.iter().map(|cell| if cell.is_empty() { "0" } else { cell }).collect();
    cells.chunks(width).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}
