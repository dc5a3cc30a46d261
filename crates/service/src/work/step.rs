//! A game as an environment: a position and actions in; a position, what is seen of it and what was earned out.

use crate::error::Result;
use crate::hub::{Hub, drawn_seed};
use crate::protocol::{Answer, AskStep, Create};
use ludex_core::Turn;
use std::sync::Arc;

/// Takes actions at a position that is on no table.
pub(crate) async fn step(hub: &Arc<Hub>, ask: AskStep) -> Result<Answer> {
    let own = Arc::clone(hub);
    hub.pools.quick.run(move || take(&own, ask)).await?
}

fn take(hub: &Hub, ask: AskStep) -> Result<Answer> {
    let AskStep { game, rules, size, position, actions, seed } = ask;
    let create = Create { game, rules, size, position, seed, ..Create::default() };
    let mut table = hub.catalogue.open(&create, drawn_seed())?;
    let seat = match table.turn() {
        Turn::Seat(seat) => seat.0,
        Turn::Chance | Turn::Over => 0,
    };
    let before = table.scores();
    let mut taken = 0;
    for action in &actions {
        // An illegal action is refused as such; what a plan has left when the game is over is not.
        if table.turn() == Turn::Over {
            break;
        }
        table.play(action)?;
        taken += 1;
    }
    let (turn, legal) = table.turn_and_actions();
    let metrics = table.metrics().into_iter().map(|metric| (metric.name.to_owned(), metric.value));
    Ok(Answer::Step {
        position: table.save(),
        observation: table.observe(),
        reward: table.scores()[seat] - before[seat],
        taken,
        over: turn == Turn::Over,
        actions: legal.iter().map(|action| table.text(action)).collect(),
        metrics: metrics.collect(),
    })
}
