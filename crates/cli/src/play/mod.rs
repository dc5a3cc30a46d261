//! Games in the terminal.
//!
//! What is going on ([`App`], [`Menu`], [`Replay`]) knows nothing of screens and keyboards; `keys`
//! turns key presses into wishes, `draw` shows the state, and this file lets them meet.

mod app;
mod chances;
#[cfg(test)]
mod doors_tests;
mod draw;
mod falling;
#[cfg(test)]
mod falling_tests;
pub(crate) mod files;
mod keymap;
mod keys;
mod menu;
mod puzzle;
mod replay;
mod screen;
mod shelf;
mod study;
#[cfg(test)]
mod tests;
mod think;
mod turns;
mod why;
mod wishes;

pub(crate) use app::{App, Origin};
pub(crate) use keymap::{KeyMap, usual_file};
pub(crate) use ludex_table::Player;
pub(crate) use menu::Menu;
pub(crate) use puzzle::Sitting;
pub(crate) use replay::Replay;
pub(crate) use shelf::Shelf;

use crate::failure::{Done, Failure};
use keys::Wish;
use ludex_core::{AnyRoom, Seed};
use screen::Screen;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long to wait for a key when nothing else happens.
const IDLE: Duration = Duration::from_millis(250);

/// The same while somebody thinks.
const BUSY: Duration = Duration::from_millis(50);

/// The time of a game, which may run faster or slower than that of the room it is played in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
    scale: f64,
}

impl Clock {
    /// A clock that runs `scale` times as fast as usual.
    pub(crate) fn new(scale: f64) -> Self {
        Self { start: Instant::now(), scale }
    }

    fn now(&self) -> Duration {
        self.start.elapsed().mul_f64(self.scale)
    }

    /// How long one really waits for this much time of the game.
    fn really(&self, time: Duration) -> Duration {
        time.div_f64(self.scale).min(IDLE)
    }
}

/// Plays one game until the person leaves it.
pub(crate) fn game(app: &mut App, clock: Clock) -> Done {
    let mut screen = Screen::open()?;
    play_on(&mut screen, app, clock)
}

/// Plays on until the person leaves; the record is kept even if the terminal breaks down.
fn play_on(screen: &mut Screen, app: &mut App, clock: Clock) -> Done {
    let shown = show(screen, app, clock);
    shown.and(app.close().map_err(Failure::Failed))
}

fn show(screen: &mut Screen, app: &mut App, clock: Clock) -> Done {
    while !app.left() {
        let now = clock.now();
        app.advance(now);
        let scrollable = screen.draw(|frame| draw::game(frame, app, now))?.scrollable;
        app.limit_scroll(scrollable);
        let patience = clock.really(app.patience(now));
        if let Some(wish) = screen.wait(patience, |key| app.meaning(key))? {
            app.obey(&wish, clock.now());
        }
    }
    Ok(())
}

/// Lets the person choose a game, play it, and choose again.
pub(crate) fn menu(
    rooms: &[Box<dyn AnyRoom>],
    seed: Seed,
    keymap: KeyMap,
    shelf: Option<&Arc<Shelf>>,
) -> Done {
    let mut screen = Screen::open()?;
    let mut menu = Menu::new(rooms, seed, keymap);
    loop {
        screen.draw(|frame| draw::menu(frame, &menu))?;
        match screen.wait(IDLE, keys::in_menu)? {
            Some(Wish::Leave) => return Ok(()),
            Some(wish) => menu.obey(&wish),
            None => {}
        }
        if menu.left() {
            return Ok(());
        }
        if let Some(app) = menu.take_game() {
            let mut app = app.with_records(shelf.cloned());
            play_on(&mut screen, &mut app, Clock::new(1.0))?;
        }
    }
}

/// Plays a puzzle until the person leaves it.
pub(crate) fn puzzle(sitting: &mut Sitting) -> Done {
    let mut screen = Screen::open()?;
    while !sitting.left() {
        screen.draw(|frame| draw::puzzle(frame, sitting))?;
        if let Some(wish) = screen.wait(IDLE, keys::in_puzzle)? {
            sitting.obey(&wish);
        }
    }
    Ok(())
}

/// Steps through a recorded game; from any place of it one can play on.
pub(crate) fn replay(rooms: &[Box<dyn AnyRoom>], mut replay: Replay, keymap: &KeyMap) -> Done {
    let mut screen = Screen::open()?;
    replay.begin();
    while !replay.left() {
        replay.advance();
        let scrollable = screen.draw(|frame| draw::replay(frame, &replay))?.scrollable;
        replay.scroll.limit(scrollable);
        let patience = if replay.is_busy() { BUSY } else { IDLE };
        match screen.wait(patience, keys::in_replay)? {
            Some(Wish::TryHere) => match App::from_replay(rooms, &replay) {
                Ok(app) => {
                    let mut app = app.with_keys(keymap.clone());
                    play_on(&mut screen, &mut app, Clock::new(1.0))?;
                }
                Err(error) => replay.notice = Some(error.to_string()),
            },
            Some(wish) => replay.obey(&wish),
            None => {}
        }
    }
    Ok(())
}
