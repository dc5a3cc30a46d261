//! `ludex serve`: the games over HTTP.

use crate::House;
use crate::args::ServeArgs;
use crate::failure::{Done, Failure};
use crate::resources::Folder;
use ludex_core::resources;
use ludex_service::Options;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

pub(super) fn serve(house: &House, args: ServeArgs, out: &mut dyn Write) -> Done {
    let ServeArgs { host, port, data, open } = args;
    let place = format!("{host}:{port}");
    let data = data.or_else(usual_folder);
    if let Some(folder) = &data {
        resources::install(Folder(folder.join("resources")));
    }
    let routers = house.routers();
    let known = Options::new(house.shared_rooms());
    let options = Options { host, port, data, log: true, routers, ..known };
    let served = ludex_service::serve(options, |address| {
        writeln!(out, "Ludex listens on http://{address}; Ctrl-C ends it.")?;
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

/// Asks the desktop to show an address; false if there is none that could.
fn open_browser(address: &str) -> bool {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = std::process::Stdio::null;
    let child = Command::new(opener).arg(address).stdout(quiet()).stderr(quiet()).spawn();
    child.is_ok()
}

/// Where games are kept if nobody says otherwise.
pub(super) fn usual_folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")))?;
    Some(folder.join("ludex"))
}
