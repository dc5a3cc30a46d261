//! What those who look see.

use super::play::{Made, Play};
use super::seats::{self, Mask};
use crate::protocol::{Happened, LiveView, Named, SmallPicture, State, TurnView};
use crate::trouble::{Result, Trouble};
use ludex_core::explain::{Explanation, number};
use ludex_core::{AnyTable, Proven, Seat, Turn};

/// Reasons that travel with every state show this many candidates.
const MOST_CANDIDATES: usize = 12;

impl Play {
    /// The table as it is now.
    pub(crate) fn state(&self, yours: Mask) -> State {
        let mut state = self.view(self.table.as_ref(), self.plies(), yours);
        state.live = self.live_view();
        state.waiting = self.waiting;
        state.reasons = self.reasons.as_ref().map(|why| Box::new(shortened(why)));
        state
    }

    /// The table as it was after `plies` moves.
    pub(crate) fn past(&self, plies: u64, yours: Mask) -> Result<State> {
        let plies = self.check_ply(plies)?;
        let table = self.table_after(plies)?;
        Ok(self.view(table.as_ref(), plies, yours))
    }

    /// Refuses a time that has not come yet.
    pub(crate) fn check_ply(&self, ply: u64) -> Result<usize> {
        let found = usize::try_from(ply).ok().filter(|&ply| ply <= self.plies());
        let most = self.plies();
        found.ok_or_else(|| Trouble::bad(format!("bad ply `{ply}`; give 0 to {most}")))
    }

    fn view(&self, table: &dyn AnyTable, plies: usize, yours: Mask) -> State {
        let info = table.info();
        let metrics = table.metrics().into_iter();
        State {
            session: self.id.clone(),
            version: self.version,
            game: info.name.into(),
            rules: table.rules().to_string(),
            size: table.size().to_string(),
            seed: table.seed().0,
            ply: plies as u64,
            plies: self.plies() as u64,
            players: seats::view(&self.chairs, self.here),
            yours: (0..info.seats).filter(|seat| yours & (1 << seat) != 0).collect(),
            turn: turn(table),
            zero_sum: table.is_zero_sum(),
            scores: table.scores(),
            metrics: metrics.map(|m| Named { name: m.name.into(), value: m.value }).collect(),
            picture: table.picture(&[]),
            actions: table.actions(),
            last: plies.checked_sub(1).map(|last| happened(last, &self.made[last])),
            reasons: None,
            live: None,
            waiting: false,
            paused: self.manners.paused,
            undo: self.made.iter().any(|made| self.chairs[made.seat].is_human()),
            settings: self.settings(),
            result: self.result(table),
            position: table.save(),
        }
    }

    /// The falling piece and the clock, in games that have one.
    pub(crate) fn live_view(&self) -> Option<LiveView> {
        let time = &self.falling.as_ref()?.time;
        let live = time.live()?;
        let beside = live.beside().into_iter();
        let mut picture = live.picture(&[]);
        self.table.tint(&mut picture);
        Some(LiveView {
            picture,
            beside: beside
                .map(|(name, picture)| SmallPicture { name: name.into(), picture })
                .collect(),
            level: time.level(),
            interval_ms: time.interval().as_millis() as u64,
            played_ms: time.played().as_millis() as u64,
            left_ms: self.table.time_left().map(|left| left.as_millis() as u64),
        })
    }

    /// All moves so far.
    pub(crate) fn history(&self) -> Vec<Happened> {
        self.made.iter().enumerate().map(|(ply, made)| happened(ply, made)).collect()
    }

    /// How it ended, in a sentence.
    fn result(&self, table: &dyn AnyTable) -> Option<String> {
        let outcomes = table.outcomes()?;
        let name = |seat: usize| match &self.chairs[seat] {
            chair if chair.is_human() => format!("Player {}", seat + 1),
            chair => format!("{} (seat {})", seats::name(&chair.sitter), seat + 1),
        };
        if outcomes.len() == 1 {
            let metric = table.metrics().into_iter().next();
            let figure = metric.map(|m| format!(": {} {}", m.name, number(m.value)));
            return Some(format!("The game is over{}.", figure.unwrap_or_default()));
        }
        let winner = outcomes.iter().position(|&outcome| outcome == Proven::Win);
        Some(match winner {
            Some(seat) => format!("{} wins.", name(seat)),
            None if outcomes.iter().all(|&o| o == Proven::Loss) => "Nobody wins: all lose.".into(),
            None => "A draw.".into(),
        })
    }
}

fn turn(table: &dyn AnyTable) -> TurnView {
    match table.turn() {
        Turn::Seat(Seat(seat)) => TurnView::Seat { seat },
        Turn::Chance | Turn::Over => TurnView::Over,
    }
}

fn happened(ply: usize, made: &Made) -> Happened {
    Happened {
        ply: ply as u64,
        seat: made.seat,
        action: made.action.clone(),
        phrase: made.phrase.clone(),
        value: made.value,
        scores: made.scores.clone(),
    }
}

/// The best candidates only, and the keys of the chosen one only: the rest is there for the asking.
fn shortened(why: &Explanation) -> Explanation {
    let mut why = why.clone();
    let decision = &mut why.decision;
    let chosen = decision.chosen;
    if chosen >= MOST_CANDIDATES {
        decision.candidates.swap(chosen, MOST_CANDIDATES - 1);
        decision.chosen = MOST_CANDIDATES - 1;
    }
    decision.candidates.truncate(MOST_CANDIDATES);
    for (at, candidate) in decision.candidates.iter_mut().enumerate() {
        if at != decision.chosen {
            candidate.keys.clear();
        }
    }
    let spoken = |action: &String| {
        decision.candidates.iter().any(|c| c.action == *action || c.line.contains(action))
    };
    why.phrases.retain(|action, _| spoken(action));
    why
}
