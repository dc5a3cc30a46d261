//! `ludex records`: finished games.

mod collections;

use super::play::{keymap, on_terminal};
use super::print_json;
use super::serve::{open_browser, usual_records};
use crate::House;
use crate::args::{RecordsCommand, WhichArgs};
use crate::failure::{Done, Failure};
use crate::house::program_name;
use crate::output::{bar, columns, counted_games, stop_when_unwanted};
use crate::play::{self, Replay};
use ludex_core::explain::number;
use ludex_core::{AnyRoom, Error};
use ludex_records::export::{self, Format, date};
use ludex_records::{Book, Filter, Game, List, Summary, Unreadable, replay};
use ludex_service::Options;
use serde::Serialize;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// So many games that cannot be read are told one by one.
const TOLD: usize = 10;

/// Games that a list shows if nobody says how many.
const LISTED: u64 = 20;

pub(super) fn records(
    house: &House,
    newest_of: Option<&Path>,
    command: Option<&RecordsCommand>,
    out: &mut dyn Write,
) -> Done {
    match command {
        None => {
            let newest = Filter { limit: Some(LISTED), ..Filter::default() };
            list(&newest, newest_of, false, out)
        }
        Some(RecordsCommand::List { which, json }) => {
            let mut filter = which.filter();
            filter.limit = filter.limit.or((!json && filter.ids.is_empty()).then_some(LISTED));
            list(&filter, which.records.as_deref(), *json, out)
        }
        Some(RecordsCommand::Show { number, records, text, json }) => {
            let game = read(records.as_deref(), *number)?;
            match text {
                true => Ok(write!(out, "{}", game.record().text())?),
                false => show(&game, *json, out),
            }
        }
        Some(RecordsCommand::Check { files, game, records, json }) => match &files[..] {
            [] => check(house, records.as_deref(), *json, out),
            files => collections::check_files(house, files, game, *json, out),
        },
        Some(RecordsCommand::Export { which, format, output }) => {
            export(house, which, *format, output.as_deref(), out)
        }
        Some(RecordsCommand::Replay { number, records, page, port }) => {
            let game = read(records.as_deref(), *number)?;
            if *page { in_page(house, game, *port, out) } else { in_terminal(house, &game) }
        }
    }
}

fn failed(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::PipeClosed,
        _ => Failure::Failed(error.to_string()),
    }
}

/// The file that is meant, to look at it.
fn book(named: Option<&Path>) -> Result<Book, Failure> {
    let unknown = || Failure::Usage("no file of records is known; name it with --records".into());
    let path = named.map(Path::to_owned).or_else(usual_records).ok_or_else(unknown)?;
    Book::look(&path).map_err(failed)
}

fn read(named: Option<&Path>, id: i64) -> Result<Game, Failure> {
    let book = book(named)?;
    let found = book.read(id).map_err(failed)?;
    found.ok_or_else(|| no_such_game(&book, id))
}

fn no_such_game(book: &Book, id: i64) -> Failure {
    let reason = format!(
        "there is no such game in `{}`; `{} records list` shows what there is",
        book.path().display(),
        program_name()
    );
    Error::bad("game", id.to_string(), reason).into()
}

/// Refuses numbers that no game has. Those that other conditions leave out are there.
fn refuse_missing(book: &Book, filter: &Filter) -> Done {
    if filter.ids.is_empty() {
        return Ok(());
    }
    let named = Filter { ids: filter.ids.clone(), ..Filter::default() };
    let List { games, unreadable } = book.list(&named).map_err(failed)?;
    let found: HashSet<i64> =
        games.iter().map(|game| game.id).chain(unreadable.iter().map(|row| row.id)).collect();
    match filter.ids.iter().find(|id| !found.contains(id)) {
        Some(id) => Err(no_such_game(book, *id)),
        None => Ok(()),
    }
}

fn list(filter: &Filter, named: Option<&Path>, json: bool, out: &mut dyn Write) -> Done {
    let book = book(named)?;
    refuse_missing(&book, filter)?;
    let List { games, unreadable } = book.list(filter).map_err(failed)?;
    if json {
        print_json(&games, out)?;
    } else if games.is_empty() && unreadable.is_empty() {
        writeln!(out, "no such games")?;
    } else {
        print_list(games, out)?;
    }
    all_readable(&unreadable)
}

/// Games that cannot be read are named when the others have been given.
fn all_readable(unreadable: &[Unreadable]) -> Done {
    if unreadable.is_empty() {
        return Ok(());
    }
    let named: Vec<String> = unreadable
        .iter()
        .take(TOLD)
        .map(|Unreadable { id, fault }| format!("game {id}: {fault}"))
        .collect();
    let more = match unreadable.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let say = format!(
        "{}{more}; all others are given, and `{} records check` looks at every game",
        named.join("; "),
        program_name()
    );
    Err(Failure::Failed(say))
}

fn print_list(games: Vec<Summary>, out: &mut dyn Write) -> Done {
    let header = ["number", "ended (UTC)", "from", "game", "players", "result", "moves", "figures"];
    let mut lines = vec![header.map(String::from).to_vec()];
    for Summary { id, source, ended, game, rules, size, seats, result, ending, plies, .. } in games
    {
        let figures: Vec<String> = ending
            .metrics
            .iter()
            .map(|(name, value)| format!("{name} {}", number(*value)))
            .collect();
        lines.push(vec![
            id.to_string(),
            date(ended),
            source.name().into(),
            format!("{game} {rules} {size}"),
            seats.join(" - "),
            result,
            plies.to_string(),
            figures.join(", "),
        ]);
    }
    write!(out, "{}", columns(&lines))?;
    Ok(())
}

fn show(game: &Game, json: bool, out: &mut dyn Write) -> Done {
    if json {
        return print_json(game, out);
    }
    let scores: Vec<String> = game.result.scores.iter().map(|score| number(*score)).collect();
    writeln!(out, "ended {} (UTC), {}", date(game.ended), game.source.name())?;
    writeln!(out, "result {}, score {}", game.result.text(), scores.join(" - "))?;
    if let Some(fault) = &game.result.fault {
        writeln!(out, "lost by a fault: {}", fault.words())?;
    }
    for (name, value) in &game.result.metrics {
        writeln!(out, "{name} {}", number(*value))?;
    }
    if let Some(event) = &game.event {
        let number = game.number.map_or_else(String::new, |number| format!(", game {number}"));
        writeln!(out, "of: {event}{number}")?;
    }
    if let Some(decisions) = &game.decisions {
        writeln!(out, "decisions kept: {}; `--json` shows them", decisions.len())?;
    }
    write!(out, "\n{}", game.record().text())?;
    Ok(())
}

#[derive(Serialize)]
struct Audit {
    records: PathBuf,
    games: u64,
    checked: u64,
    moves: u64,
    damage: Vec<String>,
    faults: Vec<Fault>,
}

#[derive(Serialize)]
struct Fault {
    number: i64,
    fault: String,
}

/// Looks at every page of the file and plays every game again.
fn check(house: &House, named: Option<&Path>, json: bool, out: &mut dyn Write) -> Done {
    let book = book(named)?;
    let damage = book.damage().map_err(failed)?;
    let List { games, unreadable } = book.list(&Filter::default()).map_err(failed)?;
    let mut found = Audit {
        records: book.path().into(),
        games: (games.len() + unreadable.len()) as u64,
        checked: unreadable.len() as u64,
        moves: 0,
        damage,
        faults: unreadable
            .into_iter()
            .map(|Unreadable { id, fault }| Fault { number: id, fault })
            .collect(),
    };
    let (progress, stop) = (bar(found.games, "games"), stop_when_unwanted());
    for summary in games.iter().take_while(|_| !stop.is_set()) {
        match check_one(house.rooms(), &book, summary) {
            Ok(()) => found.moves += summary.plies,
            Err(fault) => found.faults.push(Fault { number: summary.id, fault }),
        }
        found.checked += 1;
        progress.inc(1);
    }
    progress.finish_and_clear();
    found.faults.sort_by_key(|fault| fault.number);
    if json {
        print_json(&found, out)?;
    } else {
        print_check(&found, out)?;
    }
    match found.damage.len() + found.faults.len() {
        0 => Failure::if_interrupted(found.checked < found.games),
        count => Err(Failure::Failed(format!("{count} faults in `{}`", found.records.display()))),
    }
}

fn check_one(rooms: &[Box<dyn AnyRoom>], book: &Book, summary: &Summary) -> Result<(), String> {
    let game = book.read_game(summary.id).map_err(|error| error.to_string())?;
    let game = game.ok_or("it cannot be found by its number")?;
    replay::check_listed(rooms, summary, &game.map_err(|unreadable| unreadable.fault)?)
}

fn print_check(found: &Audit, out: &mut dyn Write) -> Done {
    for damage in &found.damage {
        writeln!(out, "the file: {damage}")?;
    }
    for Fault { number, fault } in &found.faults {
        writeln!(out, "game {number}: {fault}")?;
    }
    let all = match found.games {
        all if all == found.checked => String::new(),
        all => format!(" of {} (interrupted)", number(all as f64)),
    };
    let sound = found.damage.is_empty() && found.faults.is_empty();
    let (games, moves) = (number(found.checked as f64), number(found.moves as f64));
    let sound = if sound { "; all end as stored" } else { "" };
    writeln!(out, "played again: games {games}{all}, moves {moves}{sound}")?;
    Ok(())
}

fn export(
    house: &House,
    which: &WhichArgs,
    format: Format,
    output: Option<&Path>,
    out: &mut dyn Write,
) -> Done {
    let book = book(which.records.as_deref())?;
    let filter = which.filter();
    refuse_missing(&book, &filter)?;
    let List { games, mut unreadable } = book.list(&filter).map_err(failed)?;
    let hidden = match output {
        None => write_games(house, &book, &games, format, out)?,
        Some(path) => {
            let named = |error: io::Error| {
                let file = path.display();
                Failure::Failed(format!("cannot write `{file}`: {error}; name another file"))
            };
            let mut file = BufWriter::new(File::create_new(path).map_err(named)?);
            let hidden = write_games(house, &book, &games, format, &mut file)?;
            file.flush().map_err(named)?;
            hidden
        }
    };
    // Results are the games; this is only about them.
    eprintln!("exported {}", counted_games((games.len() - hidden.len()) as u64));
    unreadable.extend(hidden);
    all_readable(&unreadable)
}

/// Writes games; returns those whose moves cannot be read.
fn write_games(
    house: &House,
    book: &Book,
    games: &[Summary],
    format: Format,
    out: &mut dyn Write,
) -> Result<Vec<Unreadable>, Failure> {
    let mut hidden = Vec::new();
    if format == Format::Csv {
        export::csv_header(out)?;
        games.iter().try_for_each(|summary| export::csv_line(summary, out))?;
        return Ok(hidden);
    }
    for Summary { id, game: name, .. } in games {
        let game = match book.read_game(*id).map_err(failed)? {
            Some(Ok(game)) => game,
            Some(Err(unreadable)) => {
                hidden.push(unreadable);
                continue;
            }
            None => continue,
        };
        if format == Format::JsonLines {
            export::json_line(*id, &game, out)?;
        } else {
            let title = house.room(name).map_or(name.as_str(), |room| room.info().title);
            write!(out, "{}", export::pgn(&game, title))?;
        }
    }
    Ok(hidden)
}

fn in_terminal(house: &House, game: &Game) -> Done {
    let replay = Replay::kept(house.rooms(), game)?;
    let keymap = keymap(None)?;
    on_terminal(|| play::replay(house.rooms(), replay, &keymap))
}

/// Serves the page with this game until Ctrl-C. Nothing of it is kept.
fn in_page(house: &House, game: Game, port: u16, out: &mut dyn Write) -> Done {
    replay::replay(house.rooms(), &game)?;
    let options = Options { port, ..Options::new(house.shared_rooms()) };
    let served = ludex_service::serve_game(options, game, |address, session| {
        let link = format!("http://{address}/#/game/{session}?ply=0");
        writeln!(out, "The game is at {link}; Ctrl-C ends it.")?;
        if !open_browser(&link) {
            writeln!(out, "No browser could be opened; go there yourself.")?;
        }
        out.flush()
    });
    served.map_err(failed)
}
