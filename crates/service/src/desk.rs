//! Every question of the protocol that needs no connection of its own.

use crate::error::{RequestError, Result};
use crate::hub::Hub;
use crate::protocol::{Answer, Ask, VERSION};
use crate::session::Session;
use crate::work;
use ludex_table::desk::{Mask, Outcome, Stream};
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
            Ask::Run(ask) => work::contest(self, ask, stream).await,
            Ask::Join { .. } | Ask::Leave { .. } | Ask::Cancel { .. } => {
                let say = "this needs a lasting connection; use the WebSocket at /api/v1/ws";
                Err(RequestError::bad(say))
            }
            ask => self.answer_at_table(ask, held, stream).await,
        }
    }

    async fn welcome(self: &Arc<Self>) -> Result<Answer> {
        let hub = Arc::clone(self);
        let described = self.pools.quick.run(move || {
            hub.catalogue.games();
        });
        described.await?;
        Ok(Answer::Welcome {
            protocol: VERSION,
            version: env!("CARGO_PKG_VERSION").into(),
            games: self.catalogue.games().to_vec(),
            shows: self.shows(),
        })
    }

    /// Questions about one table.
    async fn answer_at_table(
        self: &Arc<Self>,
        ask: Ask,
        held: Mask,
        stream: Stream,
    ) -> Result<Answer> {
        let session = self.session(ask.session().unwrap_or_default()).await?;
        match self.outcome(&session, ask, held).await? {
            Outcome::Answer(answer) => Ok(answer),
            Outcome::Work(work) => work::on_pool(self, work, stream).await,
        }
    }

    async fn outcome(&self, session: &Arc<Session>, ask: Ask, held: Mask) -> Result<Outcome> {
        if ask.token().is_some() {
            return session
                .change(&self.store, move |desk, now| desk.answer(&ask, held, now))
                .await;
        }
        if matches!(ask, Ask::State { ply: None, .. }) {
            session.wake.notify_one();
        }
        session.play().await.desk.answer(&ask, held, crate::clock::now())
    }
}
