//! The learning curve of a tuning, left where the page of `ludex serve` finds it.

use super::kept::replace_at_once;
use super::serve::usual_folder;
use ludex_core::Spec;
use ludex_learn::tune::run::{Plan, Tuning};
use ludex_service::CURVES;
use ludex_service::protocol::{CurvePoint, CurveWeight, LearningCurve};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A curve that grows while somebody may look at it.
pub(super) struct CurveFile {
    path: Option<PathBuf>,
    curve: LearningCurve,
}

impl CurveFile {
    /// A curve without a point yet, in the data folder or the usual one.
    pub(super) fn new(data: Option<&Path>, plan: &Plan, counted: &str, command: String) -> Self {
        let folder = data.map(Path::to_owned).or_else(usual_folder);
        let Plan { game, rules, size, method, generations, .. } = plan;
        let curve = LearningCurve {
            game: game.clone(),
            rules: rules.clone(),
            size: size.clone(),
            method: method.to_string(),
            counted: counted.to_owned(),
            planned: *generations,
            finished: false,
            command,
            points: Vec::new(),
            weights: Vec::new(),
        };
        Self { path: folder.map(|folder| folder.join(CURVES).join(name(plan))), curve }
    }

    /// Writes how it stands. Nobody tunes for the curve's sake: if it cannot be written, the tuning goes on and
    /// somebody is told once.
    pub(super) fn show(&mut self, tuning: &Tuning<'_>, terms: &[String]) {
        let Some(path) = &self.path else { return };
        let points = tuning.curve().iter().map(|generation| CurvePoint {
            best: generation.best,
            mean: generation.mean,
            spread: generation.spread,
            games: generation.games,
        });
        self.curve.points = points.collect();
        let weights = terms.iter().cloned().zip(tuning.weights());
        self.curve.weights = weights.map(|(name, weight)| CurveWeight { name, weight }).collect();
        self.curve.finished = tuning.is_finished();
        if let Err(error) = self.write(path) {
            eprintln!("the page will not show this run: {}: {error}", path.display());
            self.path = None;
        }
    }

    fn write(&self, path: &Path) -> std::io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let text = serde_json::to_string(&self.curve)?;
        replace_at_once(path, |file| file.write_all(text.as_bytes()))
    }
}

/// The same run has the same file.
fn name(plan: &Plan) -> String {
    let Plan { game, rules, size, method, seed, terms, .. } = plan;
    let rules = rules.parse().map_or_else(|_| rules.clone(), |rules: Spec| rules.name);
    let (terms, generations) = (terms.len(), plan.generations);
    let (candidates, games) = (plan.candidates, plan.games);
    format!(
        "{game}-{rules}-{size}-{method}-{terms}-terms-{generations}x{candidates}x{games}-seed-{seed}.json"
    )
}
