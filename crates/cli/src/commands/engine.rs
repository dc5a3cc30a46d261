//! `ludex engine`: the message protocol on standard input and output.

use crate::House;
use crate::failure::{Done, Failure};
use std::io::{self, BufReader, Write};

pub(super) fn engine(house: &House, game: &str, out: &mut dyn Write) -> Done {
    house.room(game)?;
    let input = BufReader::new(io::stdin());
    let talked = ludex_service::engine(house.shared_rooms(), game, input, out);
    talked.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::PipeClosed,
        _ => Failure::Failed(format!("the engine has stopped: {error}")),
    })
}
