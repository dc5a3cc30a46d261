//! All tables of a server.

use crate::catalogue::Shows;
use crate::clock;
use crate::curves::CURVES;
use crate::error::{RequestError, Result};
use crate::limits::{
    Deed, FORGOTTEN_UNPLAYED, Guests, IDLE, Limits, Lines, MOST_LISTED, Pools, SHORT_IDLE, Who,
};
use crate::metrics::Metrics;
use crate::options::Rooms;
use crate::protocol::{self, Answer, Create, Pass, SessionLine};
use crate::replay::replay;
use crate::session::{Play, Reopen, Session, drive};
use crate::store::{Fault, Line, Store};
use ludex_core::Seed;
use ludex_records::Game;
use ludex_table::desk::{Catalogue, new_settings, seated};
use ludex_table::{Machine, Player, Record};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// All tables of a server.
pub(crate) struct Hub {
    pub(crate) catalogue: Catalogue,
    pub(crate) shows: Shows,
    pub(crate) store: Store,
    /// Where programs that tune leave their learning curves.
    pub(crate) curves: Option<PathBuf>,
    pub(crate) pools: Pools,
    pub(crate) metrics: Metrics,
    pub(crate) limits: Limits,
    /// How much each client has and does.
    pub(crate) guests: Arc<Guests>,
    pub(crate) lines: Arc<Lines>,
    /// Whether the server is about to end.
    pub(crate) closing: watch::Sender<bool>,
    tables: Mutex<HashMap<String, Arc<Session>>>,
    /// When idle tables were last looked for because there was no room.
    searched: Mutex<Option<Instant>>,
}

impl Hub {
    /// A server's tables, with those that were stored.
    pub(crate) fn open(rooms: Rooms, data: Option<&Path>, limits: Limits) -> Result<Arc<Self>> {
        let curves = data.map(|folder| folder.join(CURVES));
        Ok(Self::over(rooms, Store::open(data)?, limits, curves))
    }

    /// The same with a store that is open already.
    pub(crate) fn over(
        rooms: Rooms,
        store: Store,
        limits: Limits,
        curves: Option<PathBuf>,
    ) -> Arc<Self> {
        Arc::new(Self {
            catalogue: Catalogue::new(rooms),
            shows: Shows::default(),
            store,
            curves,
            pools: Pools::new(limits.step_aside),
            metrics: Metrics::default(),
            guests: Arc::default(),
            lines: Lines::new(limits.connections),
            limits,
            closing: watch::Sender::new(false),
            tables: Mutex::default(),
            searched: Mutex::default(),
        })
    }

    pub(crate) fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets up a table.
    pub(crate) async fn create(self: &Arc<Self>, ask: Create) -> Result<Answer> {
        self.may_create()?;
        let hub = Arc::clone(self);
        let play = self.pools.quick.run(move || hub.set_up(&ask)).await??;
        self.begin(play).await
    }

    fn set_up(&self, ask: &Create) -> Result<Play> {
        Play::new(self.machine(ask)?)
    }

    /// A game as it is asked for.
    pub(crate) fn machine(&self, ask: &Create) -> Result<Machine> {
        let table = self.catalogue.open(ask, drawn_seed())?;
        let players = seated(table.as_ref(), ask)?;
        let machine = Machine::new(table, players, new_settings(&ask.settings)?, clock::now());
        Ok(machine.from_position(ask.position.clone()))
    }

    /// Lets a new table begin, and says who may sit there.
    async fn begin(self: &Arc<Self>, mut play: Play) -> Result<Answer> {
        play.save_table();
        play.save_moves();
        let desk = &play.desk;
        let seats = desk.machine.players().iter().zip(&desk.tokens);
        let tokens = seats.map(|(player, token)| player.is_human().then(|| token.clone()));
        let tokens: Vec<_> = tokens.collect();
        let (session, owner) = (desk.id.clone(), desk.owner.clone());
        let state = Box::new(desk.state(desk.human_seats()));
        // Nobody knows of the table yet: if it cannot be stored, there is none.
        self.store.write(std::mem::take(&mut play.unsaved)).await?;
        self.seat(play);
        self.metrics.created();
        Ok(Answer::Created { session, tokens, owner, state })
    }

    /// Puts a table among the others and lets time pass there.
    fn seat(self: &Arc<Self>, play: Play) -> Arc<Session> {
        let session = Arc::new(Session::new(play));
        let known = Arc::clone(
            self.tables().entry(session.id.clone()).or_insert_with(|| Arc::clone(&session)),
        );
        if Arc::ptr_eq(&known, &session) {
            drive(&session, self.store.clone(), self.pools.clone(), None);
        }
        known
    }

    /// A table by its name: from memory, or else from the store.
    pub(crate) async fn session(self: &Arc<Self>, id: &str) -> Result<Arc<Session>> {
        let found = self.tables().get(id).cloned();
        if let Some(session) = found {
            session.touch();
            return Ok(session);
        }
        self.may_create()?;
        let (hub, name) = (Arc::clone(self), id.to_owned());
        let play = self.pools.quick.run(move || hub.restore(&name)).await??;
        Ok(self.seat(play))
    }

    fn restore(&self, id: &str) -> Result<Play> {
        let unknown = || {
            let shown: String = id.chars().take(20).collect();
            RequestError::missing(format!(
                "there is no table `{shown}`; it may have been forgotten"
            ))
        };
        let saved = self.store.read(id)?.ok_or_else(unknown)?;
        replay(&self.catalogue, saved)
    }

    /// A new table from a saved text.
    pub(crate) async fn load(
        self: &Arc<Self>,
        text: String,
        seats: Vec<protocol::Player>,
    ) -> Result<Answer> {
        self.may_create()?;
        let hub = Arc::clone(self);
        let play = self.pools.quick.run(move || hub.read_text(&text, seats)).await??;
        self.begin(play).await
    }

    fn read_text(&self, text: &str, seats: Vec<protocol::Player>) -> Result<Play> {
        if !text.starts_with("ludex record") {
            let game = text.split_whitespace().next().unwrap_or_default().to_owned();
            let position = Some(text.to_owned());
            return self.set_up(&Create { game, seats, position, ..Create::default() });
        }
        let record = Record::read(text)?;
        let named = record.seats.iter().map(|name| name.parse::<Player>());
        let named = named.collect::<ludex_core::Result<Vec<_>>>()?;
        let seats = if seats.is_empty() { named.iter().map(Into::into).collect() } else { seats };
        let mut machine = self.machine(&Create {
            game: record.game,
            rules: Some(record.rules),
            size: Some(record.size),
            seats,
            seed: Some(record.seed.0),
            position: record.position,
            ..Create::default()
        })?;
        for (at, action) in record.moves.iter().enumerate() {
            let line = record.first_line + at;
            let played = machine.replay(action, None, Duration::ZERO);
            let refuse = |error| RequestError::bad(format!("bad record, line {line}: {error}"));
            played.map_err(refuse)?;
        }
        machine.begin_again(clock::now());
        Play::new(machine)
    }

    /// A new table with a game that was kept; its name. One that had not ended stands still.
    pub(crate) async fn open_game(self: &Arc<Self>, game: Game) -> Result<String> {
        let players = game.seats.iter().map(|name| name.parse::<Player>());
        let players = players.collect::<ludex_core::Result<Vec<_>>>()?;
        let mut machine = self.machine(&Create {
            seats: players.iter().map(Into::into).collect(),
            game: game.game.clone(),
            rules: Some(game.rules.clone()),
            size: Some(game.size.clone()),
            seed: Some(game.seed),
            position: game.position.clone(),
            ..Create::default()
        })?;
        for (ply, action) in game.moves.iter().enumerate() {
            machine.replay(action, None, game.waited(ply))?;
        }
        machine.wait(game.waited(game.moves.len()));
        machine.begin_again(clock::now());
        if machine.mover().is_some() {
            machine.set_paused(true, clock::now());
        }
        match self.begin(Play::new(machine)?).await? {
            Answer::Created { session, .. } => Ok(session),
            _ => Err(RequestError::failed()),
        }
    }

    /// Stored games that are somebody's own or public, the newest first.
    pub(crate) async fn list(
        self: &Arc<Self>,
        limit: Option<usize>,
        own: Vec<Pass>,
    ) -> Result<Vec<SessionLine>> {
        let limit = limit.unwrap_or(50).min(MOST_LISTED);
        let store = self.store.clone();
        let found = self.pools.quick.run(move || {
            let mut lines = store.list_public(limit)?;
            for pass in own.iter().take(MOST_LISTED) {
                lines.extend(store.line(&pass.session)?.filter(|line| line.opens_to(&pass.token)));
            }
            Ok::<_, Fault>(lines)
        });
        let lines = found.await??;
        let mut lines: Vec<Line> = lines.into_iter().map(|line| self.newest(line)).collect();
        lines.sort_by_key(|line| (Reverse(line.changed), line.id.clone()));
        lines.dedup_by(|one, other| one.id == other.id);
        lines.truncate(limit);
        Ok(lines.into_iter().map(Line::view).collect())
    }

    /// A stored table as it stands now, if it is in memory.
    fn newest(&self, line: Line) -> Line {
        let table = self.tables().get(&line.id).cloned();
        // One that is changed at the moment is not stored yet.
        table.and_then(|table| table.play_now().map(|play| Line::of(&play))).unwrap_or(line)
    }

    /// Refuses whoever sets up too many tables, and more than there is room for.
    fn may_create(&self) -> Result<()> {
        self.guests.act(&self.limits, Who::asks(), Deed::Creation)?;
        self.make_room()
    }

    /// Refuses more tables than there is room for; those that are idle leave the memory first.
    fn make_room(&self) -> Result<()> {
        let most = self.limits.tables;
        if self.tables().len() < most {
            return Ok(());
        }
        if self.may_search() {
            self.let_go(SHORT_IDLE);
        }
        if self.tables().len() < most {
            return Ok(());
        }
        let say = format!("{most} tables are in use; try again in a minute");
        Err(RequestError::limit(say))
    }

    /// Looking through all tables takes time, so those who are refused again and again do not make it happen.
    fn may_search(&self) -> bool {
        let mut searched = self.searched.lock().unwrap_or_else(PoisonError::into_inner);
        let may = searched.is_none_or(|when| when.elapsed() > Duration::from_secs(1));
        if may {
            *searched = Some(Instant::now());
        }
        may
    }

    /// Idle tables leave the memory. They stay in the store.
    pub(crate) fn let_go(&self, idle: Duration) {
        let mut tables = self.tables();
        let found = tables.extract_if(|_, session| session.idle() > idle && !session.show);
        let found: Vec<_> = found.collect();
        for (id, session) in found {
            // Whoever still has it may be about to move there, and another of its name would not know of that.
            match Arc::try_unwrap(session) {
                Ok(session) => self.put_away(&mut session.into_play()),
                Err(held) => drop(tables.insert(id, held)),
            }
        }
    }

    /// Lets the store know how a table stands that leaves the memory. Its moves are stored already.
    fn put_away(&self, play: &mut Play) {
        play.machine_mut().hold(true, clock::now());
        play.machine_mut().stop_thinking();
        play.save_table();
        let unsaved = std::mem::take(&mut play.unsaved);
        if !unsaved.is_empty() {
            self.store.write_later(unsaved);
        }
    }

    /// Lets go of what is idle, every now and then.
    pub(crate) fn tidy(&self) {
        self.let_go(IDLE);
        let in_use = self.tables().keys().cloned().collect();
        let keep = Duration::from_hours(24 * self.limits.keep_days);
        self.store.forget(keep, FORGOTTEN_UNPLAYED, in_use);
    }

    /// Ends everything in good order.
    pub(crate) async fn close(&self) {
        let tables: Vec<_> = self.tables().drain().map(|(_, session)| session).collect();
        for session in tables {
            self.put_away(&mut *session.play().await);
        }
        self.store.close();
    }

    /// Adds a table that is neither stored nor let go by its players.
    pub(crate) fn add_show(self: &Arc<Self>, machine: Machine, reopen: Reopen) -> Result<String> {
        let mut play = Play::new(machine)?;
        play.show = true;
        let id = play.desk.id.clone();
        let session = Arc::new(Session::new(play));
        self.tables().insert(id.clone(), Arc::clone(&session));
        drive(&session, self.store.clone(), self.pools.clone(), Some(reopen));
        Ok(id)
    }
}

/// A seed that nobody chose, short enough to be typed.
pub(crate) fn drawn_seed() -> Seed {
    use std::hash::{BuildHasher, Hasher, RandomState};
    Seed(RandomState::new().build_hasher().finish() >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Ask, ErrorKind};
    use crate::work::no_stream;

    /// A table for two people; its name and the first one's token.
    async fn create(hub: &Arc<Hub>) -> (String, String) {
        let seats = vec![protocol::Player::Human; 2];
        let ask = Create { game: "tris".into(), seats, ..Create::default() };
        let Answer::Created { session, tokens, .. } = hub.create(ask).await.unwrap() else {
            panic!("a table is created")
        };
        (session, tokens[0].clone().unwrap())
    }

    async fn act(hub: &Arc<Hub>, session: &str, token: &str) {
        let (session, token, action) = (session.to_owned(), token.to_owned(), "b2".to_owned());
        let ask = Ask::Act { session, token, action };
        hub.answer(ask, 0, no_stream()).await.unwrap();
    }

    #[tokio::test]
    async fn idle_tables_leave_the_memory_and_come_back() {
        let hub = Hub::open(ludex_games::all().into(), None, Limits::default()).unwrap();
        let (session, token) = create(&hub).await;
        act(&hub, &session, &token).await;
        let held = hub.session(&session).await.unwrap();
        tokio::time::sleep(Duration::from_millis(2)).await;
        hub.let_go(Duration::ZERO);
        assert_eq!(hub.tables().len(), 1, "whoever has it may be about to move");
        drop(held);
        hub.let_go(Duration::ZERO);
        assert!(hub.tables().is_empty(), "nobody has asked for it");
        let back = hub.session(&session).await.unwrap();
        assert_eq!(back.play().await.machine().plies(), 1, "the move was kept");
        assert_eq!(back.play().await.desk.seats_of(&token), 1, "and so was the token");
        assert_eq!(hub.session("nowhere").await.err().unwrap().kind, ErrorKind::Missing);
    }

    #[tokio::test]
    async fn games_are_listed_by_their_last_move() {
        let hub = Hub::open(ludex_games::all().into(), None, Limits::default()).unwrap();
        let mut made = Vec::new();
        for _ in 0..6 {
            made.push(create(&hub).await);
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let (oldest, token) = made.remove(0);
        act(&hub, &oldest, &token).await;
        made.push((oldest, token));
        let listed = async || {
            let pass =
                |(id, token): &(String, String)| Pass { session: id.clone(), token: token.clone() };
            let lines = hub.list(None, made.iter().map(pass).collect()).await.unwrap();
            lines.into_iter().map(|line| line.session).collect::<Vec<_>>()
        };
        let expected: Vec<_> = made.iter().rev().map(|(id, _)| id.clone()).collect();
        assert_eq!(listed().await, expected);
        tokio::time::sleep(Duration::from_millis(2)).await;
        hub.let_go(Duration::ZERO);
        assert!(hub.tables().is_empty());
        // Writes are done in order, so what is handed over last is written after all others.
        hub.store.write(Vec::new()).await.unwrap();
        assert_eq!(listed().await, expected, "leaving the memory is no move");
    }

    #[tokio::test]
    async fn who_listens_keeps_a_table() {
        let hub = Hub::open(ludex_games::all().into(), None, Limits::default()).unwrap();
        let (session, _) = create(&hub).await;
        let table = hub.session(&session).await.unwrap();
        let _news = table.listen(0).await;
        drop(table);
        tokio::time::sleep(Duration::from_millis(2)).await;
        hub.let_go(Duration::ZERO);
        assert_eq!(hub.tables().len(), 1);
    }
}
