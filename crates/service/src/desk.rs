//! Every question of the protocol that needs no connection of its own.

use crate::hub::Hub;
use crate::protocol::{Answer, Ask, VERSION};
use crate::session::{Change, Mask, Play, Session, seats};
use crate::trouble::{Result, Trouble};
use crate::work::{self, Stream};
use ludex_arena::Record;
use ludex_core::{AnyTable, LIVE_KEYS, Picture};
use std::sync::Arc;

impl Hub {
    /// Answers a question. `held` are the seats that the one who asks has shown tokens for.
    pub(crate) async fn answer(
        self: &Arc<Self>,
        ask: Ask,
        held: Mask,
        stream: Stream,
    ) -> Result<Answer> {
        match ask {
            Ask::Hello => self.welcome().await,
            Ask::Create(ask) => self.create(ask).await,
            Ask::Load { record, seats } => self.load(record, seats).await,
            Ask::List { limit } => Ok(Answer::Listed { sessions: self.list(limit).await? }),
            Ask::State { session, ply } => self.state(&session, ply, held).await,
            Ask::History { session } => {
                let session = self.session(&session).await?;
                Ok(Answer::History { moves: session.play().await.history() })
            }
            Ask::Save { session } => Ok(saved(&*self.session(&session).await?.play().await)),
            Ask::Point { session, column, row, ply } => {
                self.point(&session, (column, row), ply).await
            }
            Ask::Preview { session, ply, actions } => self.preview(&session, ply, actions).await,
            Ask::Analyse { session, ply, agent, seconds } => {
                let session = self.session(&session).await?;
                work::analyse(self, &session, ply, agent, seconds, stream).await
            }
            Ask::WhyNot { session, ply, agent, instead } => {
                let session = self.session(&session).await?;
                work::why_not(self, &session, ply, agent, instead, stream).await
            }
            Ask::Unfold { session, ply, agent, path } => {
                let session = self.session(&session).await?;
                work::unfold(self, &session, ply, agent, path, stream).await
            }
            Ask::Review { session, agent } => {
                let session = self.session(&session).await?;
                work::review(self, &session, agent, stream).await
            }
            Ask::Run(ask) => work::contest(self, ask, stream).await,
            Ask::Join { .. } | Ask::Leave { .. } | Ask::Cancel { .. } => {
                let say = "this needs a lasting connection; use the WebSocket at /api/v1/ws";
                Err(Trouble::bad(say))
            }
            deed => self.deed(deed).await,
        }
    }

    async fn welcome(self: &Arc<Self>) -> Result<Answer> {
        let hub = Arc::clone(self);
        let shows = self.pools.quick.run(move || {
            hub.catalogue.games();
        });
        shows.await?;
        Ok(Answer::Welcome {
            protocol: VERSION,
            version: env!("CARGO_PKG_VERSION").into(),
            games: self.catalogue.games().to_vec(),
            shows: self.shows(),
        })
    }

    /// Questions that change a table.
    async fn deed(self: &Arc<Self>, ask: Ask) -> Result<Answer> {
        let (name, token) = match &ask {
            Ask::Act { session, token, .. }
            | Ask::Key { session, token, .. }
            | Ask::Undo { session, token }
            | Ask::Set { session, token, .. }
            | Ask::Continue { session, token } => (session.clone(), token.clone()),
            _ => return Err(Trouble::bad("this question cannot be asked here")),
        };
        let session = self.session(&name).await?;
        let done = session.change(&self.store, move |play, now| {
            let change = match &ask {
                Ask::Act { action, .. } => play.act(&token, action, now).map(|()| Change::Table)?,
                Ask::Key { key, .. } => play.key(&token, key, now)?,
                Ask::Undo { .. } => play.undo(&token, now).map(|()| Change::Table)?,
                Ask::Set { settings, .. } => {
                    play.set(&token, settings, now).map(|()| Change::Table)?
                }
                _ => play.go_on(&token, now).map(|()| Change::Table)?,
            };
            Ok((Box::new(play.state(play.seats_of(&token))), change))
        });
        Ok(Answer::State { state: done.await? })
    }

    async fn state(
        self: &Arc<Self>,
        session: &str,
        ply: Option<u64>,
        held: Mask,
    ) -> Result<Answer> {
        let session = self.session(session).await?;
        let Some(ply) = ply else {
            session.wake.notify_one();
            return Ok(Answer::State { state: Box::new(session.play().await.state(held)) });
        };
        // Playing a long game again takes time.
        let state = self.pools.quick.run(move || session.play_blocking().past(ply, held)).await??;
        Ok(Answer::State { state: Box::new(state) })
    }

    async fn point(
        self: &Arc<Self>,
        session: &str,
        (column, row): (usize, usize),
        ply: Option<u64>,
    ) -> Result<Answer> {
        let table = self.table_at(&self.session(session).await?, ply).await?;
        let action = table.point(column, row);
        let phrase = action.as_ref().map(|action| table.phrase(action));
        Ok(Answer::Pointed { action, phrase })
    }

    async fn preview(
        self: &Arc<Self>,
        session: &str,
        ply: Option<u64>,
        actions: Vec<String>,
    ) -> Result<Answer> {
        work::check_course(&actions)?;
        let table = self.table_at(&self.session(session).await?, ply).await?;
        let picture = steered(table.as_ref(), &actions);
        Ok(Answer::Preview { picture: picture.unwrap_or_else(|| table.picture(&actions)) })
    }

    /// A copy of the table as it is now, or as it was after `ply` moves.
    pub(crate) async fn table_at(
        &self,
        session: &Arc<Session>,
        ply: Option<u64>,
    ) -> Result<Box<dyn AnyTable>> {
        let Some(ply) = ply else { return Ok(session.play().await.table.snapshot()) };
        let session = Arc::clone(session);
        let again = move || {
            let game = session.play_blocking();
            game.table_after(game.check_ply(ply)?)
        };
        self.pools.quick.run(again).await?
    }
}

/// The piece where these keys bring it, if they are keys of a piece: planners tell their way so.
fn steered(table: &dyn AnyTable, keys: &[String]) -> Option<Picture> {
    if keys.is_empty() || !keys.iter().all(|key| LIVE_KEYS.contains(&key.as_str())) {
        return None;
    }
    let mut live = table.live()?;
    for key in keys {
        live.key(key);
    }
    let mut picture = live.picture(&[]);
    table.tint(&mut picture);
    Some(picture)
}

/// The game as a text that can be loaded.
fn saved(play: &Play) -> Answer {
    let players = play.chairs.iter().map(|chair| seats::name(&chair.sitter)).collect();
    let record = Record::of(play.table.as_ref(), players, play.position.clone());
    Answer::Saved { record: record.text() }
}
