//! What a table looks like after its change could not be stored.

use crate::hub::Hub;
use crate::limits::Limits;
use crate::protocol::{Answer, Ask, Create, Player, Settings, State, TurnView};
use crate::store::Store;
use crate::store::database::{Database, Fault, Outcome, Write};
use crate::store::rows::{Line, Saved};
use crate::store::sqlite::Sqlite;
use crate::work::no_stream;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// A database that writes so many times and then no more.
struct Limited {
    disk: Sqlite,
    left: AtomicI64,
}

impl Database for Limited {
    fn commit(&self, batches: &[Vec<Write>]) -> Vec<Outcome> {
        if self.left.fetch_sub(1, Ordering::SeqCst) > 0 {
            return self.disk.commit(batches);
        }
        vec![Err(Fault::Failed("full".into())); batches.len()]
    }

    fn probe(&self) -> Outcome {
        self.disk.probe()
    }

    fn read(&self, id: &str) -> Outcome<Option<Saved>> {
        self.disk.read(id)
    }

    fn list(&self, limit: usize) -> Outcome<Vec<Line>> {
        self.disk.list(limit)
    }

    fn list_public(&self, limit: usize) -> Outcome<Vec<Line>> {
        self.disk.list_public(limit)
    }

    fn line(&self, id: &str) -> Outcome<Option<Line>> {
        self.disk.line(id)
    }

    fn close(&self) {}
}

/// A table with somebody at it.
struct Seated {
    hub: Arc<Hub>,
    disk: Arc<Limited>,
    session: String,
    token: String,
}

impl Seated {
    async fn new(ask: Create) -> Self {
        let disk = Sqlite::in_memory().unwrap();
        let disk = Arc::new(Limited { disk, left: AtomicI64::new(i64::MAX) });
        let store = Store::over(Arc::clone(&disk) as Arc<dyn Database>).unwrap();
        let hub = Hub::over(ludex_games::all().into(), store, Limits::default(), None);
        let Answer::Created { session, tokens, .. } = hub.create(ask).await.unwrap() else {
            panic!("a table is created")
        };
        Self { hub, disk, session, token: tokens[0].clone().unwrap() }
    }

    fn writes_left(&self, left: i64) {
        self.disk.left.store(left, Ordering::SeqCst);
    }

    async fn ask(&self, ask: Ask) -> crate::error::Result<State> {
        match self.hub.answer(ask, 0, no_stream()).await? {
            Answer::State { state } => Ok(*state),
            other => panic!("{other:?}"),
        }
    }

    async fn act(&self, action: &str) -> crate::error::Result<State> {
        let (session, token) = (self.session.clone(), self.token.clone());
        self.ask(Ask::Act { session, token, action: action.into() }).await
    }

    async fn state(&self) -> State {
        self.ask(Ask::State { session: self.session.clone(), ply: None }).await.unwrap()
    }

    async fn until(&self, fits: impl Fn(&State) -> bool) -> State {
        loop {
            let state = self.state().await;
            if fits(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    fn stored(&self) -> usize {
        self.disk.read(&self.session).unwrap().unwrap().moves.len()
    }
}

#[tokio::test]
async fn an_agent_whose_move_cannot_be_stored_stands_still() {
    let table = Seated::new(Create { game: "tris".into(), ..Create::default() }).await;
    // The person's move, but not the agent's.
    table.writes_left(1);
    table.act("b2").await.unwrap();
    let halted = table.until(|state| state.paused).await;
    assert_eq!((halted.ply, table.stored()), (1, 1));
    assert_eq!(halted.turn, TurnView::Seat { seat: 1 });
    let (session, token) = (table.session.clone(), table.token.clone());
    let settings = Settings { paused: Some(false), ..Settings::default() };
    let go_on = Ask::Set { session, token, settings };
    assert!(table.ask(go_on.clone()).await.unwrap_err().message.contains("full"));
    table.writes_left(i64::MAX);
    table.ask(go_on).await.unwrap();
    table.until(|state| state.ply == 2).await;
    assert_eq!(table.stored(), 2);
}

#[tokio::test]
async fn reasons_are_there_again() {
    let table = Seated::new(Create { game: "tris".into(), ..Create::default() }).await;
    table.act("b2").await.unwrap();
    let before = table.until(|state| state.reasons.is_some()).await;
    table.writes_left(0);
    let action = before.actions[0].clone();
    table.act(&action).await.unwrap_err();
    let after = table.state().await;
    assert_eq!((after.reasons, after.ply, after.position), (before.reasons, 2, before.position));
}

#[tokio::test]
async fn a_piece_falls_again_and_the_clock_goes_on() {
    let seats = vec![Player::Human; 2];
    let settings = Settings { gravity: Some(false), ..Settings::default() };
    let rules = Some("versus:turns=1".into());
    let ask = Create {
        game: "tetris".into(),
        rules,
        seats,
        settings,
        seed: Some(9),
        ..Create::default()
    };
    let table = Seated::new(ask).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    let before = table.state().await;
    table.writes_left(0);
    let (session, token) = (table.session.clone(), table.token.clone());
    let drop = Ask::Key { session, token, key: "drop".into() };
    table.ask(drop.clone()).await.unwrap_err();
    let after = table.state().await;
    assert_eq!((after.ply, table.stored()), (0, 0));
    assert_eq!((after.turn, after.picture), (before.turn, before.picture));
    let (live, was) = (after.live.unwrap(), before.live.unwrap());
    assert_eq!((live.picture, live.beside), (was.picture, was.beside));
    assert!(live.left_ms <= was.left_ms, "time is not given back");
    table.writes_left(i64::MAX);
    assert_eq!(table.ask(drop).await.unwrap().ply, 1);
}

#[tokio::test]
async fn who_hangs_up_leaves_a_whole_table() {
    let seats = vec![Player::Human; 2];
    let table = Seated::new(Create { game: "tris".into(), seats, ..Create::default() }).await;
    for left in [0, i64::MAX] {
        table.writes_left(left);
        // Asked once, and never again: the request is dropped while the store writes.
        let mut act = Box::pin(table.act("b2"));
        let waiting = is_pending(act.as_mut()).await;
        assert!(waiting, "it waits for the store");
        drop(act);
        tokio::time::sleep(Duration::from_millis(5)).await;
        let state = table.until(|state| left == 0 || state.ply == 1).await;
        assert_eq!(state.ply as usize, table.stored());
    }
}

/// Whether a future is still waiting after a first look.
async fn is_pending<T>(future: std::pin::Pin<&mut impl Future<Output = T>>) -> bool {
    let mut future = Some(future);
    std::future::poll_fn(move |context| {
        let pending = future.take().is_some_and(|future| future.poll(context).is_pending());
        std::task::Poll::Ready(pending)
    })
    .await
}
