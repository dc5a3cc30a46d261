//! `ludex engine`: the message protocol on standard input and output, or that of Gomocup.

use crate::House;
use crate::failure::{Done, Failure};
use ludex_core::{Error, Spec};
use ludex_games::pente::gomocup::Brain;
use std::io::{self, BufRead, BufReader, Write};

pub(super) fn engine(house: &House, game: &str, agent: Option<Spec>, out: &mut dyn Write) -> Done {
    let room = house.room(game)?;
    if let Some(agent) = &agent {
        agent.choose("agent", room.info().agents)?;
    }
    let input = BufReader::new(io::stdin());
    let talked = ludex_service::engine(house.shared_rooms(), game, agent, input, out);
    talked.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::PipeClosed,
        _ => Failure::Failed(format!("the engine has stopped: {error}")),
    })
}

/// The brain protocol of Gomocup: a line in, at most one line out.
pub(super) fn gomocup(house: &House, game: &str, out: &mut dyn Write) -> Done {
    house.room(game)?;
    if game != "pente" {
        return Err(Error::bad("game", game, "only `pente` speaks the Gomocup protocol").into());
    }
    let mut brain = Brain::default();
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| Failure::Failed(format!("cannot read a line: {error}")))?;
        let answer = brain.hear(&line);
        for said in answer.lines {
            writeln!(out, "{said}")?;
        }
        out.flush()?;
        if answer.end {
            break;
        }
    }
    Ok(())
}
