//! The program as a whole: its games, its benches, its way in and out.

use crate::Bench;
use crate::args::Args;
use crate::commands;
use crate::failure::{Done, Failure};
use clap::{CommandFactory, FromArgMatches};
use ludex_core::{AnyRoom, Error};
use ludex_learn::school::School;
use ludex_learn::tune::course::Tunable;
use ludex_service::MakeRouter;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Games and benches, ready to be run as a program.
pub struct House {
    rooms: Arc<[Box<dyn AnyRoom>]>,
    benches: Vec<Bench>,
    schools: Vec<Box<dyn School>>,
    tunables: Vec<Box<dyn Tunable>>,
    routers: Vec<MakeRouter>,
}

impl House {
    /// A program with these games and a bench for each of their agents.
    pub fn new(rooms: Vec<Box<dyn AnyRoom>>) -> Self {
        let (benches, schools) = (Vec::new(), Vec::new());
        let (tunables, routers) = (Vec::new(), Vec::new());
        Self { rooms: rooms.into(), benches, schools, tunables, routers }
    }

    /// The same with more benches, shown before the others.
    pub fn with_benches<B: Into<Bench>>(mut self, benches: Vec<B>) -> Self {
        self.benches.extend(benches.into_iter().map(Into::into));
        self
    }

    /// The same with games that learn.
    pub fn with_schools(mut self, schools: Vec<Box<dyn School>>) -> Self {
        self.schools.extend(schools);
        self
    }

    /// The same with games whose weights can be tuned.
    pub fn with_tunables(mut self, tunables: Vec<Box<dyn Tunable>>) -> Self {
        self.tunables.extend(tunables);
        self
    }

    /// The same with further routes of `serve`.
    pub fn with_routers(mut self, routers: impl IntoIterator<Item = MakeRouter>) -> Self {
        self.routers.extend(routers);
        self
    }

    /// Reads the command line and does what it says.
    pub fn main(&self) -> ExitCode {
        let mut out = io::stdout().lock();
        let done = self.obey(&mut out);
        let flushed = out.flush();
        let done = done.and_then(|()| Ok(flushed?));
        drop(out);
        match done {
            Ok(()) | Err(Failure::PipeClosed) => ExitCode::SUCCESS,
            // The results say themselves that they are not all.
            Err(failure @ Failure::Interrupted(None)) => ExitCode::from(failure.code()),
            Err(failure) => {
                // Nothing can be done about an error stream that is closed too.
                let _ = writeln!(io::stderr(), "error: {failure}");
                ExitCode::from(failure.code())
            }
        }
    }

    fn obey(&self, out: &mut dyn Write) -> Done {
        let matches = match Args::command().try_get_matches() {
            Ok(matches) => matches,
            Err(error) => return say_usage(&error, out),
        };
        let args = Args::from_arg_matches(&matches).map_err(|e| Failure::Usage(e.to_string()))?;
        commands::obey(self, args, out)
    }

    pub(crate) fn rooms(&self) -> &[Box<dyn AnyRoom>] {
        &self.rooms
    }

    /// The rooms, for those who outlive this call.
    pub(crate) fn shared_rooms(&self) -> Arc<[Box<dyn AnyRoom>]> {
        Arc::clone(&self.rooms)
    }

    pub(crate) fn routers(&self) -> Vec<MakeRouter> {
        self.routers.clone()
    }

    pub(crate) fn benches(&self) -> &[Bench] {
        &self.benches
    }

    /// The school of the game that a person wants to train.
    pub(crate) fn school(&self, game: &str) -> Result<&dyn School, Failure> {
        let found = self.schools.iter().find(|school| school.game() == game);
        let names = self.schools.iter().map(|school| school.game());
        Ok(found.ok_or_else(|| Error::unknown("game that learns", game, names))?.as_ref())
    }

    /// What can be tuned of the game that a person asked for.
    pub(crate) fn tunable(&self, game: &str) -> Result<&dyn Tunable, Failure> {
        let found = self.tunables.iter().find(|own| own.game() == game);
        let names = self.tunables.iter().map(|own| own.game());
        Ok(found.ok_or_else(|| Error::unknown("game to tune", game, names))?.as_ref())
    }

    /// The room that a person asked for.
    pub(crate) fn room(&self, name: &str) -> Result<&dyn AnyRoom, Failure> {
        let found = self.rooms.iter().find(|room| room.info().name == name);
        let names = self.rooms.iter().map(|room| room.info().name);
        Ok(found.ok_or_else(|| Error::unknown("game", name, names))?.as_ref())
    }
}

/// Help and version are results; everything else that clap says is an error of usage.
fn say_usage(error: &clap::Error, out: &mut dyn Write) -> Done {
    if error.use_stderr() {
        return Err(Failure::usage_text(&error.to_string()));
    }
    // Clap knows by itself whether the terminal wants colours.
    let text = error.render();
    if io::IsTerminal::is_terminal(&io::stdout()) {
        write!(out, "{}", text.ansi())?;
    } else {
        write!(out, "{text}")?;
    }
    Ok(())
}

/// What the program is called, so that the commands it prints can be repeated.
pub(crate) fn program_name() -> String {
    let path = std::env::args_os().next().unwrap_or_default();
    let name = Path::new(&path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| "ludex".into())
}
