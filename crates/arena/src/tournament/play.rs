//! The games of a tournament on threads.

use super::schedule::{Place, Schedule};
use super::{Bout, Scoreboard, Tournament};
use crate::external::Visit;
use crate::{Pairing, Progress};
use ludex_core::{Error, Guest, MoveClock, Result, Run, Spec, Stop};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// So often the clocks of all games are looked at.
const LOOK: Duration = Duration::from_millis(10);

/// The name of the threads that play; panics of agents come from them.
const THREAD: &str = "arena";

/// Lets panics of agents in tournaments be told in reports alone, not on standard error as well.
pub fn quiet_panics() {
    let other = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().name() != Some(THREAD) {
            other(panic);
        }
    }));
}

/// One thread that plays: the clock of its game, and what ends that game.
struct Post {
    clock: MoveClock,
    stop: Mutex<Stop>,
}

impl Post {
    /// A flag for a new game, as the one before may have been told to stop.
    fn new_stop(&self) -> Stop {
        let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        *stop = Stop::default();
        stop.clone()
    }

    /// Ends the game if everything ends, or if somebody thinks too long. The clock is read under the lock, so that a
    /// game is not ended for what happened in the one before.
    fn look(&self, end: bool) {
        let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        if end || self.clock.overdue() {
            stop.set();
        }
    }
}

impl Tournament {
    /// Plays all games, and says how many seconds that took. `on_game` hears of every game when it ends, from the thread that played it; what the
    /// results amount to is on the `board`, which anybody may read meanwhile.
    ///
    /// When `stop` is set, games under way are given up.
    pub fn play(
        &self,
        stop: &Stop,
        progress: &Progress,
        board: &Scoreboard,
        on_game: &(dyn Fn(&Bout) + Sync),
    ) -> Result<f64> {
        self.check()?;
        let started = Instant::now();
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = if self.jobs == 0 { cores() } else { self.jobs };
        let jobs = jobs.min(self.total().min(1024) as usize);
        let posts: Vec<Post> = (0..jobs)
            .map(|_| Post { clock: MoveClock::new(self.time), stop: Mutex::default() })
            .collect();
        let (schedule, next) = (self.schedule(), AtomicU64::new(0));
        let desk = Desk { tournament: self, schedule, stop, board, next, on_game };
        let done = AtomicBool::new(false);
        let named = || thread::Builder::new().name(THREAD.into());
        let played = thread::scope(|scope| {
            let begin = |post| {
                let (desk, decided) = (&desk, progress.counter());
                named().spawn_scoped(scope, move || desk.work(post, &decided))
            };
            let watcher = named().spawn_scoped(scope, || desk.watch(&posts, &done));
            let workers: Vec<_> = posts.iter().map(begin).collect();
            let ended: Vec<Result<()>> = workers.into_iter().map(joined).collect();
            done.store(true, Ordering::Release);
            watcher.map_err(|error| no_thread(&error))?.thread().unpark();
            ended.into_iter().collect::<Result<()>>()
        });
        played.map(|()| started.elapsed().as_secs_f64())
    }
}

fn no_thread(error: &std::io::Error) -> Error {
    Error::State(format!("cannot start a thread: {error}; try fewer with --jobs"))
}

fn joined(worker: std::io::Result<thread::ScopedJoinHandle<'_, Result<()>>>) -> Result<()> {
    let failed = |_| Error::State("a thread of the tournament has panicked".into());
    worker.map_err(|error| no_thread(&error))?.join().map_err(failed)?
}

/// Where the threads of a tournament get their games from.
struct Desk<'a> {
    tournament: &'a Tournament,
    schedule: Schedule,
    stop: &'a Stop,
    board: &'a Scoreboard,
    next: AtomicU64,
    on_game: &'a (dyn Fn(&Bout) + Sync),
}

impl Desk<'_> {
    fn ended(&self) -> bool {
        self.stop.is_set() || self.board.is_settled()
    }

    /// Looks at all clocks until the games are over.
    fn watch(&self, posts: &[Post], done: &AtomicBool) {
        while !done.load(Ordering::Acquire) {
            thread::park_timeout(LOOK);
            for post in posts {
                post.look(self.ended());
            }
        }
    }

    fn work(&self, post: &Post, decided: &AtomicU64) -> Result<()> {
        while !self.ended() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            if index >= self.schedule.len() {
                break;
            }
            let played = self.play_game(index, post, decided);
            // One thread that cannot go on ends it for all.
            let bout = played.inspect_err(|_| self.stop.set())?;
            if !bout.finished.stopped {
                self.board.add(&bout);
                (self.on_game)(&bout);
            } else if bout.agents.len() == 1 && bout.finished.decisions > 0 {
                // Long games are under way more often than short ones: without them the means would be too low.
                self.board.add(&bout);
            }
        }
        Ok(())
    }

    fn play_game(&self, index: u64, post: &Post, decided: &AtomicU64) -> Result<Bout> {
        let Tournament { table, entrants, seed, limit, keep_moves, .. } = self.tournament;
        let Place { encounter, number } = self.schedule.place(index);
        let agents = self.schedule.encounters[encounter].clone();
        let specs: Vec<Spec> = agents.iter().map(|&i| entrants[i].spec.clone()).collect();
        let pairing = Pairing::new(&specs, table.info().seats, *seed, number);
        let mut visits: Vec<Option<Visit>> = pairing.seats.iter().map(|_| None).collect();
        for (place, &agent) in agents.iter().enumerate() {
            visits[pairing.seat_of(place)] = entrants[agent].external().map(Visit::new);
        }
        let guests: Vec<Option<&dyn Guest>> =
            visits.iter().map(|visit| visit.as_ref().map(|visit| visit as &dyn Guest)).collect();
        let stop = post.new_stop();
        let finished = table.run_game(&Run {
            limit: limit.unwrap_or(u64::MAX),
            decided: Some(decided),
            // Whether a game was played before shows in its moves.
            keep_moves: *keep_moves || pairing.seats.len() > 1,
            guests: &guests,
            referee: Some(&post.clock),
            ..Run::new(&pairing.seats, pairing.seed, &stop)
        })?;
        Ok(Bout { index, agents, encounter, number, pairing, finished })
    }
}
