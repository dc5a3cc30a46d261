//! `ludex serve`: the games over HTTP.

use crate::House;
use crate::args::ServeArgs;
use crate::failure::{Done, Failure};
use ludex_service::Options;
use std::io::Write;

pub(super) fn serve(house: &House, args: ServeArgs, out: &mut dyn Write) -> Done {
    let ServeArgs { host, port, data } = args;
    let place = format!("{host}:{port}");
    let options = Options { host, port, data, ..Options::new(house.shared_rooms()) };
    let served = ludex_service::serve(options, |address| {
        writeln!(out, "Ludex listens on http://{address}; Ctrl-C ends it.")?;
        out.flush()
    });
    served.map_err(|error| {
        let remedy = "choose another address with --host, another port with --port";
        Failure::Failed(format!("cannot serve on {place}: {error}; {remedy}"))
    })
}
