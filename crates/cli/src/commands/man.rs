//! `ludex man`: the manual, page by page.

use crate::args::Args;
use crate::failure::Done;
use clap::CommandFactory;
use clap_mangen::Man;
use ludex_core::Error;
use std::io::Write;

pub(super) fn man(page: Option<&str>, out: &mut dyn Write) -> Done {
    let mut command = Args::command();
    command.build();
    let command = match page {
        None => command,
        Some(name) => {
            let names = command.get_subcommands().map(clap::Command::get_name);
            let unknown = Error::unknown("command", name, names);
            command.find_subcommand(name).cloned().ok_or(unknown)?
        }
    };
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    Ok(out.write_all(&text)?)
}
