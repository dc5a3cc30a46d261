//! `ludex serve`: the games over HTTP.

use crate::House;
use crate::args::ServeArgs;
use crate::failure::{Done, Failure};
use crate::resources::Folder;
use ludex_core::resources;
use ludex_service::Options;
use ludex_service::limits::Limits;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) fn serve(house: &House, args: ServeArgs, out: &mut dyn Write) -> Done {
    let limits = limits(args.settings.as_deref(), &args.set)?;
    if args.print_settings {
        return Ok(write!(out, "{}", limits.text())?);
    }
    let ServeArgs { host, port, data, open, records, no_records, .. } = args;
    let place = format!("{host}:{port}");
    let data = data.or_else(usual_folder);
    if let Some(folder) = &data {
        refuse_file(folder)?;
        resources::install(Folder(folder.join("resources")));
    }
    let in_folder = || Some(data.as_ref()?.join(ludex_records::FILE));
    let records = records.or_else(in_folder).filter(|_| !no_records);
    let routers = house.routers();
    let known = Options::new(house.shared_rooms());
    let options = Options { host, port, data, records, log: true, routers, limits, ..known };
    let served = ludex_service::serve(options, |address| {
        writeln!(out, "Ludex listens on http://{address}; Ctrl-C ends it.")?;
        if !address.ip().is_loopback() {
            writeln!(out, "{OPEN_TO_OTHERS}")?;
        }
        if open && !open_browser(&format!("http://{address}")) {
            writeln!(out, "No browser could be opened; go there yourself.")?;
        }
        out.flush()
    });
    served.map_err(|error| {
        // What the service says itself names its own remedy.
        if error.kind() == std::io::ErrorKind::Other {
            return Failure::Failed(error.to_string());
        }
        let remedy = "choose another address with --host, another port with --port";
        Failure::Failed(format!("cannot serve on {place}: {error}; {remedy}"))
    })
}

/// Games are kept in a folder; somebody's file stays as it is.
fn refuse_file(folder: &Path) -> Done {
    if folder.is_file() {
        let say = format!("`{}` is a file; name a folder with --data", folder.display());
        return Err(Failure::Usage(say));
    }
    Ok(())
}

/// What whoever lets others in should know.
const OPEN_TO_OTHERS: &str = "Warning: other machines can reach it, without encryption and without users. \
    Put a reverse proxy with TLS before it on the internet: see docs/serve.md.";

/// The settings of a file, if there is one, with single ones over them.
fn limits(file: Option<&Path>, single: &[String]) -> Result<Limits, Failure> {
    let mut text = String::new();
    if let Some(path) = file {
        let wrong = |error| Failure::Usage(format!("cannot read `{}`: {error}", path.display()));
        text = std::fs::read_to_string(path).map_err(wrong)?;
    }
    let place = file.map_or_else(|| "--set".to_owned(), |path| path.display().to_string());
    Limits::read_with(&text, single)
        .map_err(|error| Failure::Usage(format!("bad settings in `{place}`: {error}")))
}

/// Asks the desktop to show an address; false if there is none that could.
pub(super) fn open_browser(address: &str) -> bool {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = std::process::Stdio::null;
    let child = Command::new(opener).arg(address).stdout(quiet()).stderr(quiet()).spawn();
    child.is_ok()
}

/// The file of finished games if nobody says otherwise.
pub(super) fn usual_records() -> Option<PathBuf> {
    Some(usual_folder()?.join(ludex_records::FILE))
}

/// Where games are kept if nobody says otherwise.
pub(super) fn usual_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")))?;
    Some(folder.join("ludex"))
}
