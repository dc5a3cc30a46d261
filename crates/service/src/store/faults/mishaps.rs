//! A whole hub over a database that fails.

use super::faults;
use crate::hub::Hub;
use crate::limits::Limits;
use crate::protocol::{Answer, Ask, Create, Player, Settings, State, TurnView};
use crate::store::Store;
use crate::store::database::{Database, Fault, Outcome, Write};
use crate::store::rows::{Line, Saved};
use crate::store::sqlite::Sqlite;
use crate::work::no_stream;
use ludex_core::Seed;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What happens to a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mishap {
    /// Nothing is done, and it says so.
    Refused,
    /// All is done, but it says that nothing is.
    AnswerLost,
    /// The process dies before anything is done.
    DiesBefore,
    /// The process dies when all is done.
    DiesAfter,
}

/// The database as one process sees it. Its life may end; the disk stays.
struct Life {
    disk: Arc<Sqlite>,
    mishaps: &'static [Mishap],
    seed: Seed,
    commits: AtomicU64,
    injected: Arc<AtomicU64>,
    dead: AtomicBool,
}

impl Life {
    fn is_dead(&self) -> bool {
        self.dead.load(Ordering::SeqCst)
    }

    /// Every other commit meets with something; a process dies less often.
    fn draw(&self) -> Option<Mishap> {
        let lot = self.seed.derive(self.commits.fetch_add(1, Ordering::SeqCst)).0;
        let drawn = self.mishaps[lot as usize / 16 % self.mishaps.len()];
        let dies = matches!(drawn, Mishap::DiesBefore | Mishap::DiesAfter);
        let happens = if dies { lot.is_multiple_of(16) } else { lot.is_multiple_of(2) };
        happens.then(|| {
            self.injected.fetch_add(1, Ordering::SeqCst);
            drawn
        })
    }

    fn alive<T>(&self, look: impl FnOnce(&Sqlite) -> Outcome<T>) -> Outcome<T> {
        if self.is_dead() { Err(Fault::Closed) } else { look(&self.disk) }
    }
}

impl Database for Life {
    fn commit(&self, batches: &[Vec<Write>]) -> Vec<Outcome> {
        let all = |fault: Fault| vec![Err(fault); batches.len()];
        if self.is_dead() {
            return all(Fault::Closed);
        }
        let drawn = self.draw();
        let done = match drawn {
            Some(Mishap::Refused | Mishap::DiesBefore) => None,
            _ => Some(self.disk.commit(batches)),
        };
        if matches!(drawn, Some(Mishap::DiesBefore | Mishap::DiesAfter)) {
            self.dead.store(true, Ordering::SeqCst);
            return all(Fault::Closed);
        }
        match (drawn, done) {
            (None, Some(done)) => done,
            _ => all(Fault::Failed("injected".into())),
        }
    }

    fn probe(&self) -> Outcome {
        self.alive(Database::probe)
    }

    fn read(&self, id: &str) -> Outcome<Option<Saved>> {
        self.alive(|disk| disk.read(id))
    }

    fn list(&self, limit: usize) -> Outcome<Vec<Line>> {
        self.alive(|disk| disk.list(limit))
    }

    fn list_public(&self, limit: usize) -> Outcome<Vec<Line>> {
        self.alive(|disk| disk.list_public(limit))
    }

    fn line(&self, id: &str) -> Outcome<Option<Line>> {
        self.alive(|disk| disk.line(id))
    }

    fn close(&self) {}
}

/// What a client knows of its table.
#[derive(Clone)]
struct Known {
    session: String,
    tokens: Vec<String>,
    owner: String,
    moves: Vec<String>,
    paused: bool,
    /// How it may stand instead, because an answer got lost or the process died.
    doubts: Vec<(Vec<String>, bool)>,
}

/// A client, a server that keeps failing, and the disk.
struct Trial {
    disk: Arc<Sqlite>,
    injected: Arc<AtomicU64>,
    mishaps: &'static [Mishap],
    seed: Seed,
    steps: u64,
    lives: u64,
    life: Arc<Life>,
    hub: Arc<Hub>,
    tables: Vec<Known>,
}

const TABLES: usize = 6;

impl Trial {
    fn new(mishaps: &'static [Mishap]) -> Self {
        let (disk, injected) = (Arc::new(Sqlite::in_memory().unwrap()), Arc::default());
        let seed = Seed(11);
        let (life, hub) = live(&disk, &injected, mishaps, seed);
        let tables = Vec::new();
        Self { disk, injected, mishaps, seed, steps: 0, lives: 1, life, hub, tables }
    }

    fn lot(&mut self, below: usize) -> usize {
        self.steps += 1;
        (self.seed.derive(self.steps).0 % below as u64) as usize
    }

    async fn ask(&self, ask: Ask) -> crate::error::Result<Answer> {
        self.hub.answer(ask, 0, no_stream()).await
    }

    async fn state(&self, session: &str) -> Option<State> {
        match self.ask(Ask::State { session: session.into(), ply: None }).await {
            Ok(Answer::State { state }) => Some(*state),
            Ok(other) => panic!("{other:?}"),
            Err(error) => {
                assert!(self.life.is_dead(), "{session}: {}", error.message);
                None
            }
        }
    }

    /// The moves of a table as the server tells them.
    async fn moves(&self, session: &str) -> Option<Vec<String>> {
        match self.ask(Ask::History { session: session.into() }).await {
            Ok(Answer::History { moves }) => Some(moves.into_iter().map(|m| m.action).collect()),
            other => {
                assert!(self.life.is_dead(), "{session}: {other:?}");
                None
            }
        }
    }

    /// One thing that a client does, and a look at what came of it.
    async fn step(&mut self) {
        if self.tables.len() < TABLES {
            return self.create().await;
        }
        let at = self.lot(TABLES);
        let table = self.tables[at].clone();
        let Some(state) = self.state(&table.session).await else { return self.restart().await };
        let (ask, moves, paused) = self.choose(&table, &state);
        let Some(ask) = ask else {
            self.tables.swap_remove(at);
            return;
        };
        let answer = self.ask(ask).await;
        let lost = self.mishaps.contains(&Mishap::AnswerLost);
        let known = &mut self.tables[at];
        match answer {
            Ok(_) => (known.moves, known.paused, known.doubts) = (moves, paused, Vec::new()),
            // Where no answer is lost, only what was under way when the process died may be there or not.
            Err(_) if lost || self.life.is_dead() => known.doubts.push((moves, paused)),
            Err(_) => {}
        }
        if self.life.is_dead() {
            return self.restart().await;
        }
        self.compare(at).await;
    }

    /// What to ask next, and how the table stands if it is granted; nothing when the game is over.
    fn choose(&mut self, table: &Known, state: &State) -> (Option<Ask>, Vec<String>, bool) {
        let (session, mut moves, mut paused) =
            (table.session.clone(), table.moves.clone(), table.paused);
        let TurnView::Seat { seat } = state.turn else { return (None, moves, paused) };
        let ask = match self.lot(10) {
            0 => {
                paused = !paused;
                let settings = Settings { paused: Some(paused), ..Settings::default() };
                Ask::Set { session, token: table.owner.clone(), settings }
            }
            1 | 2 if !moves.is_empty() => {
                moves.pop();
                Ask::Undo { session, token: table.owner.clone() }
            }
            _ => {
                let action = state.actions[self.lot(state.actions.len())].clone();
                moves.push(action.clone());
                Ask::Act { session, token: table.tokens[seat].clone(), action }
            }
        };
        (Some(ask), moves, paused)
    }

    /// The server shows exactly what was acknowledged.
    async fn compare(&mut self, at: usize) {
        let known = self.tables[at].clone();
        let (moves, state) = (self.moves(&known.session).await, self.state(&known.session).await);
        if let (Some(moves), Some(state)) = (moves, state) {
            assert_eq!((&moves, state.paused), (&known.moves, known.paused), "{}", self.steps);
        }
    }

    async fn create(&mut self) {
        let seats = vec![Player::Human; 2];
        let ask = Create { game: "tris".into(), seats, ..Create::default() };
        let made = self.ask(Ask::Create(ask)).await;
        if self.life.is_dead() {
            return self.restart().await;
        }
        if let Ok(Answer::Created { session, tokens, owner, .. }) = made {
            let tokens = tokens.into_iter().map(Option::unwrap).collect();
            let (moves, doubts) = (Vec::new(), Vec::new());
            self.tables.push(Known { session, tokens, owner, moves, paused: false, doubts });
        }
    }

    /// The process is gone, the next one opens what the disk has.
    async fn restart(&mut self) {
        self.lives += 1;
        let seed = self.seed.derive(self.lives << 32);
        (self.life, self.hub) = live(&self.disk, &self.injected, self.mishaps, seed);
        for at in 0..self.tables.len() {
            let known = self.tables[at].clone();
            // The driver may store how the table stands, and the process die again of that.
            let Some(moves) = self.moves(&known.session).await else { return self.again().await };
            let Some(state) = self.state(&known.session).await else { return self.again().await };
            let found = (moves, state.paused);
            let Known { moves, paused, doubts, .. } = &known;
            let expected = (&found.0, found.1) == (moves, *paused) || doubts.contains(&found);
            assert!(expected, "{found:?} instead of {moves:?} or {doubts:?}");
            let known = &mut self.tables[at];
            (known.moves, known.paused) = found;
            known.doubts.clear();
        }
    }

    async fn again(&mut self) {
        Box::pin(self.restart()).await;
    }
}

fn live(
    disk: &Arc<Sqlite>,
    injected: &Arc<AtomicU64>,
    mishaps: &'static [Mishap],
    seed: Seed,
) -> (Arc<Life>, Arc<Hub>) {
    let life = Arc::new(Life {
        disk: Arc::clone(disk),
        mishaps,
        seed,
        commits: AtomicU64::new(0),
        injected: Arc::clone(injected),
        dead: AtomicBool::new(false),
    });
    let store = Store::over(Arc::clone(&life) as Arc<dyn Database>).unwrap();
    (life, Hub::over(ludex_games::all().into(), store, Limits::default(), None))
}

async fn endure(mishaps: &'static [Mishap]) {
    let (mut trial, wanted) = (Trial::new(mishaps), faults(1500));
    while trial.injected.load(Ordering::SeqCst) < wanted {
        trial.step().await;
    }
    trial.restart().await;
    let moves: usize = trial.tables.iter().map(|known| known.moves.len()).sum();
    assert!(moves > 0 && trial.lives > 10, "{moves} moves, {} lives", trial.lives);
}

#[tokio::test]
async fn writes_that_fail_have_not_happened() {
    endure(&[Mishap::Refused, Mishap::DiesBefore, Mishap::DiesAfter]).await;
}

#[tokio::test]
async fn even_if_the_answer_of_the_database_gets_lost() {
    endure(&[Mishap::Refused, Mishap::AnswerLost, Mishap::DiesBefore, Mishap::DiesAfter]).await;
}
