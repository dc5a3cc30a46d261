//! `ludex store`: the games that `ludex serve` keeps, looked at from outside.

use super::print_json;
use super::serve::usual_folder;
use crate::House;
use crate::args::{StoreArgs, StoreCommand};
use crate::failure::{Done, Failure};
use crate::output::{bar, stop_when_unwanted};
use crate::resources::Folder;
use ludex_core::explain::number;
use ludex_core::{Stop, resources};
use ludex_service::{Archive, BackedUp, Checked, Exported, TableFault};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

pub(super) fn store(house: &House, command: StoreCommand, out: &mut dyn Write) -> Done {
    match command {
        StoreCommand::Check { place } => check(house, place, out),
        StoreCommand::Backup { file, place } => backup(&file, place, out),
        StoreCommand::Export { output, data } => export(output.as_deref(), data, out),
    }
}

/// The folder that is meant.
fn folder(named: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let unknown = || Failure::Usage("no folder of games is known; name it with --data".into());
    named.or_else(usual_folder).ok_or_else(unknown)
}

fn failed(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::PipeClosed,
        _ => Failure::Failed(error.to_string()),
    }
}

/// Does long work under a progress bar that Ctrl-C ends early.
fn watched<T>(
    unit: &str,
    work: impl FnOnce(&Stop, &mut dyn FnMut(u64, u64)) -> io::Result<T>,
) -> Result<T, Failure> {
    let bar = bar(0, unit);
    let done = work(&stop_when_unwanted(), &mut |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    done.map_err(failed)
}

fn check(house: &House, place: StoreArgs, out: &mut dyn Write) -> Done {
    let folder = folder(place.data)?;
    resources::install(Folder(folder.join("resources")));
    let archive = Archive::open(&folder).map_err(failed)?;
    let rooms = house.shared_rooms();
    let checked = watched("tables", |stop, progress| archive.check(rooms, stop, progress))?;
    if place.json {
        print_json(&checked, out)?;
    } else {
        print_check(&checked, out)?;
    }
    if checked.is_sound() {
        return Failure::if_interrupted(checked.checked < checked.tables);
    }
    let (count, file) = (checked.damage.len() + checked.faults.len(), checked.store.display());
    Err(Failure::Failed(format!("{count} faults in `{file}`; a backup may have what is missing")))
}

fn print_check(checked: &Checked, out: &mut dyn Write) -> Done {
    for damage in &checked.damage {
        writeln!(out, "the file: {damage}")?;
    }
    print_faults(&checked.faults, out)?;
    let (tables, moves) = (number(checked.checked as f64), number(checked.moves as f64));
    let all = match checked.tables {
        all if all == checked.checked => String::new(),
        all => format!(" of {} (interrupted)", number(all as f64)),
    };
    let sound = if checked.is_sound() { "; all sound" } else { "" };
    writeln!(out, "played again: tables {tables}{all}, moves {moves}{sound}")?;
    Ok(())
}

fn print_faults(faults: &[TableFault], out: &mut dyn Write) -> io::Result<()> {
    faults.iter().try_for_each(|TableFault { session, fault }| writeln!(out, "{session}: {fault}"))
}

fn backup(file: &Path, place: StoreArgs, out: &mut dyn Write) -> Done {
    let archive = Archive::open(&folder(place.data)?).map_err(failed)?;
    let made = watched("pages", |stop, progress| archive.backup(file, stop, progress))?;
    if place.json {
        return print_json(&made, out);
    }
    let BackedUp { backup, bytes, tables, moves, .. } = made;
    let [tables, moves, bytes] = [tables, moves, bytes].map(|count| number(count as f64));
    writeln!(out, "`{}`: tables {tables}, moves {moves}, bytes {bytes}", backup.display())?;
    Ok(())
}

fn export(output: Option<&Path>, data: Option<PathBuf>, out: &mut dyn Write) -> Done {
    let archive = Archive::open(&folder(data)?).map_err(failed)?;
    let exported = match output {
        None => watched("tables", |stop, progress| archive.export(out, stop, progress))?,
        Some(path) => {
            let named = |error: io::Error| {
                let file = path.display();
                Failure::Failed(format!("cannot write `{file}`: {error}; name another file"))
            };
            let mut file = BufWriter::new(File::create_new(path).map_err(named)?);
            watched("tables", |stop, progress| archive.export(&mut file, stop, progress))?
        }
    };
    let Exported { tables, moves, faults } = exported;
    // Results are the games; this is only about them.
    eprintln!("exported: tables {}, moves {}", number(tables as f64), number(moves as f64));
    if faults.is_empty() {
        return Ok(());
    }
    print_faults(&faults, &mut io::stderr())?;
    Err(Failure::Failed(format!("{} tables are not whole and were left out", faults.len())))
}
