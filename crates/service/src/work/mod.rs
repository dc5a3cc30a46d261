//! Long work: analyses, reviews, matches, tournaments, moves for other programs. It runs on a pool of its own, streams what it finds, and can be
//! stopped.

mod bot;
mod contest;
mod step;
mod tournament;

pub(crate) use bot::choose;
pub(crate) use contest::contest;
pub(crate) use step::step;
pub(crate) use tournament::tournament;

use crate::clock;
use crate::error::Result;
use crate::hub::Hub;
use crate::limits::{Thing, Who};
use crate::protocol::Answer;
use ludex_core::Stop;
use ludex_table::desk::{Stream, Work};

/// Where work sends what it has so far.
pub(crate) fn stream(stop: Stop, send: impl Fn(Answer) -> bool + Send + Sync + 'static) -> Stream {
    Stream { stop, send: Box::new(send), clock: Box::new(clock::now) }
}

/// For those who want the last answer only.
pub(crate) fn no_stream() -> Stream {
    stream(Stop::default(), |_| false)
}

/// Has work done on the pool for that.
pub(crate) async fn on_pool(hub: &Hub, work: Work, stream: Stream) -> Result<Answer> {
    let _guard = StopOnDrop(stream.stop.clone());
    let _job = hub.guests.have(&hub.limits, Who::asks(), Thing::Job)?;
    hub.pools.long.run(move || work.run(&stream)).await?
}

/// When whoever waits for an answer goes away, the work for it ends.
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}
