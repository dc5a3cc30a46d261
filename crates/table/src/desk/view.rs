//! A table as messages show it.

use super::{Desk, Mask, RequestError, Result};
use crate::protocol::{Happened, LiveView, Named, Settings, SmallPicture, State, TurnView};
use crate::{Move, Player, TableSettings};
use ludex_core::explain::{Explanation, number};
use ludex_core::{AnyTable, Proven, Seat, Turn};

/// Reasons that travel with every state show this many candidates.
const MOST_CANDIDATES: usize = 12;

impl Desk {
    /// The table as it is now, for somebody who has the tokens of these seats.
    pub fn state(&self, yours: Mask) -> State {
        let mut state = self.view(self.machine.table(), self.machine.plies(), yours);
        state.live = self.live();
        state.frames = self.machine.frames().to_vec();
        state.waiting = self.machine.is_waiting();
        state
    }

    /// The table as it was after `plies` moves.
    pub fn past(&self, plies: u64, yours: Mask) -> Result<State> {
        let plies = self.check_ply(plies)?;
        Ok(self.view(self.machine.table_at(plies).as_ref(), plies, yours))
    }

    /// Refuses a time that has not come yet.
    pub(super) fn check_ply(&self, ply: u64) -> Result<usize> {
        let most = self.machine.plies();
        let found = usize::try_from(ply).ok().filter(|&ply| ply <= most);
        found.ok_or_else(|| RequestError::bad(format!("bad ply `{ply}`; give 0 to {most}")))
    }

    fn view(&self, table: &dyn AnyTable, plies: usize, yours: Mask) -> State {
        let info = table.info();
        let (turn, actions) = table.turn_and_actions();
        let metrics = table.metrics().into_iter();
        let last = plies.checked_sub(1);
        State {
            session: self.id.clone(),
            version: self.version,
            game: info.name.into(),
            rules: table.rules().to_string(),
            size: table.size().to_string(),
            seed: self.tells_seed().then(|| table.seed().0),
            ply: plies as u64,
            plies: self.machine.plies() as u64,
            players: self.player_views(),
            yours: seats(yours),
            turn: match turn {
                Turn::Seat(Seat(seat)) => TurnView::Seat { seat },
                Turn::Chance | Turn::Over => TurnView::Over,
            },
            zero_sum: table.is_zero_sum(),
            chance: table.has_chance(),
            usual: table.info().opponent.into(),
            scores: table.scores(),
            metrics: metrics.map(|m| Named { name: m.name.into(), value: m.value }).collect(),
            picture: table.picture(&[]),
            frames: Vec::new(),
            observation: table.observe(),
            actions: actions.iter().map(|action| table.text(action)).collect(),
            last: last.and_then(|ply| Some(happened(ply, self.machine.moves().get(ply)?))),
            reasons: last.and_then(|ply| self.reasons(ply)),
            live: None,
            waiting: false,
            paused: self.machine.settings().paused,
            undo: self.machine.can_take_back(),
            settings: self.settings(),
            played_ms: table.time_played().map(|time| time.as_millis() as u64),
            result: self.result(table),
            position: table.save(),
        }
    }

    /// Why a move was made, if an agent made it and that is still known.
    fn reasons(&self, ply: usize) -> Option<Box<Explanation>> {
        let decision = self.machine.decision(ply)?;
        let speaker = self.machine.speaker(decision.seat().0, decision.agent());
        Some(Box::new(shortened(decision.explanation(speaker))))
    }

    fn settings(&self) -> Settings {
        let TableSettings { paused, pace_ms, think_seconds, explain, gravity, public } =
            *self.machine.settings();
        Settings {
            paused: Some(paused),
            pace_ms,
            think_seconds,
            explain: Some(explain),
            gravity: Some(gravity),
            public: Some(public),
            seats: Some(self.machine.players().iter().map(Into::into).collect()),
        }
    }

    /// The falling piece and the clock, in games that have one.
    pub fn live(&self) -> Option<LiveView> {
        let time = self.machine.real_time()?;
        let live = time.live()?;
        let table = self.machine.table();
        let mut picture = live.picture(&[]);
        table.tint(&mut picture);
        let small = |(name, picture): (&str, _)| SmallPicture { name: name.into(), picture };
        Some(LiveView {
            picture,
            beside: live.beside().into_iter().map(small).collect(),
            level: time.level(),
            interval_ms: time.interval().as_millis() as u64,
            played_ms: table.time_played().unwrap_or(time.played()).as_millis() as u64,
            left_ms: table.time_left().map(|left| left.as_millis() as u64),
        })
    }

    /// All moves so far.
    pub fn history(&self) -> Vec<Happened> {
        let moves = self.machine.moves().iter().enumerate();
        moves.map(|(ply, made)| happened(ply, made)).collect()
    }

    /// How it ended, in a sentence.
    fn result(&self, table: &dyn AnyTable) -> Option<String> {
        let outcomes = table.outcomes()?;
        if outcomes.len() == 1 {
            let metric = table.metrics().into_iter().next();
            let figure = metric.map(|m| format!(": {} {}", m.name, number(m.value)));
            return Some(format!("The game is over{}.", figure.unwrap_or_default()));
        }
        let winner = outcomes.iter().position(|&outcome| outcome == Proven::Win);
        Some(match winner {
            Some(seat) => match &self.machine.players()[seat] {
                Player::Human => format!("Player {} wins.", seat + 1),
                Player::Agent(agent) => format!("{agent} (seat {}) wins.", seat + 1),
            },
            None if outcomes.iter().all(|&o| o == Proven::Loss) => "Nobody wins: all lose.".into(),
            None => "A draw.".into(),
        })
    }
}

/// The seats of a mask, in order.
pub(super) fn seats(mask: Mask) -> Vec<usize> {
    (0..Mask::BITS as usize).filter(|seat| mask & (1 << seat) != 0).collect()
}

fn happened(ply: usize, made: &Move) -> Happened {
    Happened {
        ply: ply as u64,
        seat: made.seat,
        action: made.action.clone(),
        bare: made.bare.clone(),
        phrase: made.phrase.clone(),
        value: made.value,
        chance: made.chance,
        scores: made.scores.clone(),
        waited_ms: made.waited.as_millis() as u64,
        feats: made.feats.clone(),
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
