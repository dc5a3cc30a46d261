//! Decisions in words. Every sentence is backed by a number of the decision or by the board.

mod chance;
mod consequences;
mod contrast;
mod fact;
mod numbers;
mod referee;
mod say;
mod settle;
mod speaker;
mod tables;
mod tell;
#[cfg(test)]
mod tests;
mod way;

pub use chance::{Calibration, Grade};
pub use consequences::{Consequence, Consequences, Players, Sign, Trials, consequences};
pub use contrast::{Contrast, contrast};
pub use fact::{Averages, Fact, SURE, Sure, facts};
pub use numbers::{brief, capital, columns, count, number, with_article};
pub use referee::{Verdict, verdict};
pub use settle::{Difference, settle};
pub use speaker::{Side, Speaker};
pub use tables::{table, term_table};
pub use tell::{calibration, certain_steps, is_mean, tell, why_not};
pub use way::{spell, way};

use crate::{Candidate, Decision};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A decision and what can be said about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Explanation {
    /// A few sentences, the reason first.
    pub words: String,
    /// What they are made of.
    pub decision: Decision<String>,
    /// The actions of the candidates and their lines in the words of a sentence.
    pub phrases: BTreeMap<String, String>,
    /// The chance to win after each candidate, in their order, where it was measured what values mean; none for what
    /// nobody looked at.
    #[serde(default)]
    pub chances: Vec<Option<f64>>,
    /// What a referee knows better, where one was asked.
    #[serde(default)]
    pub verdict: Option<Verdict>,
}

/// One place in the tree of a search, with what may follow there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Unfolded {
    /// What may be played, what is expected first.
    pub candidates: Vec<Candidate<String>>,
    /// Their actions in the words of a sentence.
    pub phrases: BTreeMap<String, String>,
}

/// What a game itself can say about a decision, and how it names actions.
pub struct Voice<'a> {
    /// Number of players.
    pub seats: usize,
    /// Who speaks.
    pub speaker: Speaker,
    /// Whether values are means over what chance may do.
    pub means: bool,
    /// How values turn into chances to win, where that was measured.
    pub calibration: Option<Calibration>,
    /// Turns an action into the words of a sentence.
    pub say: &'a dyn Fn(&str) -> String,
    /// The sentence that says what is played.
    pub statement: String,
    /// What the board proves about the choice.
    pub remarks: Vec<String>,
    /// What the board proves about the others. If there is anything, it is told instead of the
    /// expected course and the numbers.
    pub comparisons: Vec<String>,
}

/// Says in a few sentences why `decision` is what it is.
///
/// The whole line of the choice counts as certain; [`tell`] knows where chance comes between.
pub fn words(decision: &Decision<String>, voice: &Voice) -> String {
    words_of(decision, &facts(decision, Sure::ALL, voice.calibration.as_ref()), voice)
}

/// The same with facts that were found before.
fn words_of(decision: &Decision<String>, facts: &[Fact], voice: &Voice) -> String {
    let mut sentences = vec![voice.statement.clone()];
    sentences.extend(voice.remarks.iter().cloned());
    // What a game can prove about other moves says more than the expected course and the numbers.
    let proofs = !voice.comparisons.is_empty();
    let replaced = |fact: &Fact| {
        match fact {
            // Where everything is as good, what the board says of the others says that, too.
            Fact::Level { count } => *count == decision.candidates.len(),
            _ => matches!(
                fact,
                Fact::NextBest { .. }
                    | Fact::Averages(_)
                    | Fact::Expect { .. }
                    | Fact::WorseOutcome { .. }
            ),
        }
    };
    let closing = |fact: &&Fact| matches!(fact, Fact::FirstThought { .. } | Fact::CutShort);
    let say = |fact: &Fact| fact.say(decision, voice);
    let told = facts.iter().filter(|fact| !(closing(fact) || proofs && replaced(fact)));
    sentences.extend(told.filter_map(say));
    sentences.extend(voice.comparisons.iter().cloned());
    sentences.extend(facts.iter().filter(closing).filter_map(say));
    sentences.join(" ")
}
