//! A lasting connection, whatever carries it: questions come in, answers and news go out.

use crate::error::{RequestError, Result};
use crate::hub::Hub;
use crate::limits::{Deed, Had, Thing, Who};
use crate::protocol::{Answer, Ask, ErrorKind, Event, Reply, Request};
use crate::session::{Headline, Session};
use crate::work;
use axum::extract::ws::Utf8Bytes;
use ludex_core::Stop;
use ludex_table::desk::Mask;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

/// Messages that wait for a slow reader.
pub(crate) const MOST_WAITING: usize = 64;

/// One end of a connection.
pub(crate) struct Client {
    hub: Arc<Hub>,
    out: mpsc::Sender<Utf8Bytes>,
    joined: HashMap<String, Joined>,
    jobs: Jobs,
    /// The game that is meant where none is named.
    game: Option<String>,
    /// The agent that answers where none is named.
    agent: Option<String>,
}

/// A table that is listened to.
struct Joined {
    session: Arc<Session>,
    seats: Mask,
    forwarding: AbortHandle,
    _had: Had,
}

impl Drop for Joined {
    fn drop(&mut self) {
        self.forwarding.abort();
        self.session.unlisten(self.seats);
    }
}

/// Long work under way, by the number of its request.
#[derive(Clone, Default)]
struct Jobs(Arc<Mutex<HashMap<u64, Stop>>>);

impl Jobs {
    fn with<T>(&self, look: impl FnOnce(&mut HashMap<u64, Stop>) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Client {
    pub(crate) fn new(hub: Arc<Hub>, out: mpsc::Sender<Utf8Bytes>) -> Self {
        Self { hub, out, joined: HashMap::new(), jobs: Jobs::default(), game: None, agent: None }
    }

    /// The same, where neither a game nor who answers need be named.
    pub(crate) fn of_game(mut self, game: String, agent: Option<String>) -> Self {
        self.game = Some(game);
        self.agent = agent;
        self
    }

    /// Hears a message and answers it.
    pub(crate) async fn hear(&mut self, text: &str) {
        match read(text) {
            Ok(Request { id, ask }) => self.take_up(id, ask).await,
            Err((id, error)) => self.reply(id, Err(error)).await,
        }
    }

    async fn take_up(&mut self, id: u64, ask: Ask) {
        if let Err(error) = self.hub.guests.ask(&self.hub.limits, Who::asks()).await {
            return self.reply(id, Err(error)).await;
        }
        let answer = match ask {
            Ask::Join { .. } => match self.join_checked(id, ask).await {
                Ok(()) => return,
                Err(error) => Err(error),
            },
            Ask::Leave { session } => {
                self.joined.remove(&session);
                Ok(Answer::Done)
            }
            Ask::Cancel { request } => {
                self.jobs.with(|jobs| jobs.get(&request).map(Stop::set));
                Ok(Answer::Done)
            }
            Ask::Analyse { .. }
            | Ask::WhyNot { .. }
            | Ask::Unfold { .. }
            | Ask::Draws { .. }
            | Ask::Review { .. }
            | Ask::Move(_)
            | Ask::Puzzle(_)
            | Ask::Run(_)
            | Ask::Arena(_) => {
                let ask = self.with_game(ask);
                return self.start(id, ask).await;
            }
            ask => {
                let ask = self.with_game(ask);
                let held = self.held(&ask);
                self.hub.answer(ask, held, work::no_stream()).await
            }
        };
        self.reply(id, answer).await;
    }

    fn with_game(&self, ask: Ask) -> Ask {
        match (ask, &self.game) {
            (Ask::Create(mut create), Some(game)) if create.game.is_empty() => {
                create.game.clone_from(game);
                Ask::Create(create)
            }
            (Ask::Move(mut ask), Some(game)) => {
                if ask.game.is_empty() {
                    ask.game.clone_from(game);
                }
                ask.agent = ask.agent.or_else(|| self.agent.clone());
                Ask::Move(ask)
            }
            (Ask::Step(mut ask), Some(game)) if ask.game.is_empty() => {
                ask.game.clone_from(game);
                Ask::Step(ask)
            }
            (ask, _) => ask,
        }
    }

    /// The seats for which this connection has shown tokens.
    fn held(&self, ask: &Ask) -> Mask {
        let (Ask::State { session, .. } | Ask::Set { session, .. }) = ask else { return 0 };
        self.joined.get(session).map_or(0, |joined| joined.seats)
    }

    async fn join_checked(&mut self, id: u64, ask: Ask) -> Result<()> {
        self.hub.with_token(&ask)?;
        let Ask::Join { session, token } = ask else { return Ok(()) };
        let joined = self.join(id, &session, token.as_deref()).await;
        if joined.as_ref().is_err_and(|error| error.kind == ErrorKind::Forbidden) {
            self.hub.guests.act(&self.hub.limits, Who::asks(), Deed::WrongToken)?;
        }
        joined
    }

    /// Whether this connection holds a seat anywhere.
    pub(crate) fn is_in_game(&self) -> bool {
        !self.joined.is_empty()
    }

    /// Listens to a table, and answers that before any news of it go out: only the answer says which seats are one's
    /// own. Whoever joins twice holds the seats of both tokens.
    async fn join(&mut self, id: u64, name: &str, token: Option<&str>) -> Result<()> {
        let session = self.hub.session(name).await?;
        let most = self.hub.limits.joined;
        if self.joined.len() >= most && !self.joined.contains_key(name) {
            let say = format!("you listen to {most} tables already; leave one first");
            return Err(RequestError::limit(say));
        }
        let had = self.hub.guests.have(&self.hub.limits, Who::asks(), Thing::Joined)?;
        let play = session.play().await;
        let opened = token.map_or(0, |token| play.desk.seats_of(token));
        if opened == 0 && token.is_some_and(|token| play.desk.may_set(token).is_err()) {
            return Err(RequestError::forbidden("this token opens no seat; leave it out to watch"));
        }
        drop(play);
        let before = self.joined.remove(name).map_or(0, |joined| joined.seats);
        let seats = before | opened;
        let news = session.listen(seats).await;
        let state = Box::new(session.play().await.desk.state(seats));
        let (answered, after_answer) = oneshot::channel();
        let forward = forward(Arc::clone(&session), news, self.out.clone(), seats);
        let forwarding = tokio::spawn(async move {
            if after_answer.await.is_ok() {
                forward.await;
            }
        });
        let forwarding = forwarding.abort_handle();
        self.joined.insert(name.to_owned(), Joined { session, seats, forwarding, _had: had });
        self.reply(id, Ok(Answer::State { state })).await;
        // Nobody waits for it any more if the connection has ended.
        let _ = answered.send(());
        Ok(())
    }

    /// Starts long work, so that the connection stays free for other questions.
    async fn start(&mut self, id: u64, ask: Ask) {
        let stop = Stop::default();
        let most = self.hub.limits.jobs;
        let begun = self.jobs.with(|jobs| {
            let free = jobs.len() < most && !jobs.contains_key(&id);
            free.then(|| jobs.insert(id, stop.clone())).is_some()
        });
        if !begun {
            let say = format!("{most} answers are still under way; cancel one first");
            return self.reply(id, Err(RequestError::limit(say))).await;
        }
        let (hub, out, jobs) = (Arc::clone(&self.hub), self.out.clone(), self.jobs.clone());
        let early = out.clone();
        let send = move |answer| early.try_send(text(id, false, answer)).is_ok();
        let stream = work::stream(stop, send);
        tokio::spawn(Who::asks().scope(async move {
            let answer = hub.answer(ask, 0, stream).await;
            jobs.with(|jobs| jobs.remove(&id));
            reply(&hub, &out, id, answer).await;
        }));
    }

    /// Waits for the long work under way, where nobody can ask for more.
    pub(crate) async fn finish(&self) {
        while self.jobs.with(|jobs| !jobs.is_empty()) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }

    async fn reply(&self, id: u64, answer: Result<Answer>) {
        reply(&self.hub, &self.out, id, answer).await;
    }
}

impl Drop for Client {
    /// Whoever leaves wants no answers any more.
    fn drop(&mut self) {
        self.jobs.with(|jobs| jobs.values().for_each(Stop::set));
    }
}

/// Reads a request; a mistake comes with the number of the request, if that could be read.
fn read(message: &str) -> std::result::Result<Request, (u64, RequestError)> {
    serde_json::from_str(message).map_err(|error| {
        let number = serde_json::from_str::<serde_json::Value>(message).ok();
        let id = number.and_then(|value| value.get("id")?.as_u64()).unwrap_or(0);
        let say = format!(
            "this is no request: {error}; send one JSON object such as {{\"id\": 1, \"ask\": \"hello\"}}"
        );
        (id, RequestError::bad(say))
    })
}

fn text(id: u64, last: bool, answer: Answer) -> Utf8Bytes {
    // Answers always can be written: their maps have texts as keys.
    serde_json::to_string(&Reply { id, last, answer }).unwrap_or_default().into()
}

async fn reply(hub: &Hub, out: &mpsc::Sender<Utf8Bytes>, id: u64, answer: Result<Answer>) {
    hub.metrics.message(answer.is_ok());
    let answer = answer.unwrap_or_else(Answer::from);
    // Whoever has left does not hear it.
    let _ = out.send(text(id, true, answer)).await;
}

/// Sends the news of a table until it is gone or nobody takes them.
async fn forward(
    session: Arc<Session>,
    mut news: Receiver<Arc<Headline>>,
    out: mpsc::Sender<Utf8Bytes>,
    seats: Mask,
) {
    loop {
        let text = match news.recv().await {
            Ok(news) => news.text(seats),
            Err(RecvError::Closed) => return,
            // Too slow for all of it: the table as it is now says the same.
            Err(RecvError::Lagged(_)) => {
                let state = Box::new(session.play().await.desk.state(seats));
                Headline::new(Event::State { session: session.id.clone(), state }).text(seats)
            }
        };
        if out.send(text).await.is_err() {
            return;
        }
    }
}
