//! A stored table as a game in progress.

use crate::catalogue::Catalogue;
use crate::protocol::Create;
use crate::session::{Play, seats};
use crate::store::{Fault, Line, Saved};
use crate::trouble::{Result, Trouble};
use std::time::{Duration, Instant};

/// Plays a stored game again. What cannot be played again is refused by name.
pub(crate) fn replay(catalogue: &Catalogue, saved: Saved) -> Result<Play> {
    let Saved { line, moves, changed } = saved;
    let broken = |what: &str, why: &Trouble| {
        let say = format!("{what} of table `{}` cannot be played again: {}", line.id, why.message);
        Trouble::from(Fault::Broken(say))
    };
    let set_up = set_up(catalogue, &line);
    let mut play = set_up.map_err(|why| broken("the start", &why))?;
    let now = Instant::now();
    for (ply, saved) in moves.iter().enumerate() {
        play.wait(saved.waited());
        let played = play.play(&saved.action, saved.value, now);
        let what = || format!("move {} (`{:.40}`)", ply + 1, saved.action);
        played.map_err(|why| broken(&what(), &why))?;
    }
    // A line from before the last move does not know how long ago that was.
    if play.plies() == line.plies {
        play.wait(Duration::from_millis(line.waited_ms));
    }
    play.changed_at = changed;
    play.unsaid.clear();
    play.mark_stored();
    Ok(play)
}

fn set_up(catalogue: &Catalogue, line: &Line) -> Result<Play> {
    let table = catalogue.open(&asked(line))?;
    let chair = |(name, token): &(String, String)| {
        let sitter = seats::sitter(table.as_ref(), &seats::player(name))?;
        Ok(seats::Chair { sitter, token: token.clone() })
    };
    let chairs = line.chairs.iter().map(chair).collect::<Result<_>>()?;
    let (id, owner, manners) = (line.id.clone(), line.owner.clone(), line.manners.clone());
    let mut play = Play::new(id, owner, table, chairs, manners);
    play.position.clone_from(&line.position);
    Ok(play)
}

/// What would set up a stored table again.
fn asked(line: &Line) -> Create {
    Create {
        game: line.game.clone(),
        rules: Some(line.rules.clone()),
        size: Some(line.size.clone()),
        seed: Some(line.seed),
        position: line.position.clone(),
        ..Create::default()
    }
}
