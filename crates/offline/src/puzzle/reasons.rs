//! Why a move of a puzzle does, or does not: a [`Decision`] in which every candidate is proved.

use super::Play;
use super::play::Place;
use crate::list::Put;
use crate::reasons::{Names, columns};
use ludex_core::{
    Bound, Candidate, Decision, Error, Proven, Result, SearchStats, Seed, Term, rank,
};

impl Play<'_> {
    /// Decides about the next move. Every candidate is worth 1 if the goal can be reached after it, with a line that reaches
    /// it, and else 0: exhaustive search has proved either.
    pub fn decide(&mut self, puts: &[Put]) -> Result<Decision<Put>> {
        let place = self.after(puts)?;
        if self.reached(&place) {
            return Err(Error::State("the goal is reached; there is nothing to decide".into()));
        }
        let mut candidates = Vec::new();
        for (put, next) in self.moves(&place) {
            candidates.push(self.candidate(put, &next)?);
        }
        if candidates.is_empty() {
            return Err(Error::State("no waiting piece has a place; take moves back".into()));
        }
        rank(&mut candidates);
        let search = SearchStats {
            algorithm: "exhaustive search".into(),
            depth: self.puzzle.list.len() as u32,
            nodes: self.known.len() as u64,
            complete: true,
            ..SearchStats::default()
        };
        let agent = "solver".into();
        Ok(Decision { agent, seat: 0, seed: Seed(0), chosen: 0, candidates, search, story: vec![] })
    }

    fn candidate(&mut self, put: Put, next: &Place) -> Result<Candidate<Put>> {
        let can = self.solvable(next)?;
        let mut line = vec![put];
        let mut at = next.clone();
        while can && !self.reached(&at) {
            let Some((step, after)) = self.good_move(&at)? else { break };
            line.push(step);
            at = after;
        }
        let mut candidate = Candidate::new(put, f64::from(u8::from(can)));
        candidate.bound = Bound::Exact;
        candidate.proven = Some(if can { Proven::Win } else { Proven::Loss });
        candidate.depth = line.len() as u32;
        candidate.line = line;
        let help = "whether the goal can still be reached";
        candidate.terms = vec![Term::new("goal", help, f64::from(u8::from(can)), 1.0)];
        Ok(candidate)
    }

    /// A decision in words: how many moves would do, what waits and why, and where the line ends.
    pub fn words(&mut self, puts: &[Put], decision: &Decision<Put>) -> Result<String> {
        let best = decision.best();
        let all = decision.candidates.len();
        let good = decision.candidates.iter().filter(|c| c.proven == Some(Proven::Win)).count();
        if good == 0 {
            return Ok(format!(
                "None of the {all} moves keeps the goal in reach: every way was tried."
            ));
        }
        let put = best.action;
        let (name, at) = (Names::Words.piece(put.piece), self.columns(put));
        let rest = match (good, all) {
            (g, a) if g == a => "Every move keeps the goal in reach.".to_owned(),
            (1, a) => format!("It is the only one of {a} moves that keeps the goal in reach."),
            (g, a) => format!("{g} of {a} moves keep the goal in reach; this is one of them."),
        };
        let mut text = format!("{name} goes to {at}. {rest}");
        let place = self.after(puts)?;
        for &waits in place.waiting.pieces().iter().filter(|&&piece| piece != put.piece) {
            text += &self.why_waits(decision, waits);
        }
        Ok(text)
    }

    fn why_waits(&self, decision: &Decision<Put>, waits: u8) -> String {
        let of_it = || decision.candidates.iter().filter(|c| c.action.piece == waits);
        let name = Names::Words.piece(waits);
        let good = of_it().filter(|c| c.proven == Some(Proven::Win)).count();
        if of_it().next().is_none() {
            return format!(" {name} waits: it has no place now.");
        }
        if good > 0 {
            return format!(" {name} could go first as well.");
        }
        let later = decision.best().line.iter().position(|put| put.piece == waits);
        let then = later.map_or_else(
            || " It is not needed at all.".to_owned(),
            |at| {
                let put = decision.best().line[at];
                let after = if at == 1 { "next".into() } else { format!("after {at} moves") };
                format!(" It goes to {} {after}.", self.columns(put))
            },
        );
        format!(" {name} waits: wherever it went now, the goal would be out of reach.{then}")
    }

    fn columns(&self, put: Put) -> String {
        columns(&self.puzzle.task, put)
    }
}
