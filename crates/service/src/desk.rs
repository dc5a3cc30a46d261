//! Every question of the protocol that needs no connection of its own.

use crate::error::{RequestError, Result};
use crate::hub::Hub;
use crate::limits::{Deed, Thing, Who};
use crate::protocol::{Answer, Ask, AskMove, ErrorKind, Player, RunArena, RunMatch, VERSION};
use crate::secret::{TOKEN, secret};
use crate::session::Session;
use crate::work;
use crate::{curves, puzzle};
use ludex_table::desk::{Desk, Mask, Outcome, Stream};
use std::sync::Arc;

impl Hub {
    /// Answers a question. `held` are the seats that the one who asks has shown tokens for.
    pub(crate) async fn answer(
        self: &Arc<Self>,
        ask: Ask,
        held: Mask,
        stream: Stream,
    ) -> Result<Answer> {
        self.check_agents(&ask)?;
        self.with_token(&ask)?;
        let shown = shown_token(&ask);
        let answer = self.answer_checked(ask, held, stream).await;
        if shown && answer.as_ref().is_err_and(|error| error.kind == ErrorKind::Forbidden) {
            self.guests.act(&self.limits, Who::asks(), Deed::WrongToken)?;
        }
        answer
    }

    async fn answer_checked(
        self: &Arc<Self>,
        ask: Ask,
        held: Mask,
        stream: Stream,
    ) -> Result<Answer> {
        match ask {
            Ask::Hello => self.welcome().await,
            Ask::Create(ask) => self.create(ask).await,
            Ask::Load { record, seats } => self.load(record, seats).await,
            Ask::List { limit, own } => {
                Ok(Answer::Listed { sessions: self.list(limit, own).await? })
            }
            Ask::Renew { session, token, seat } => self.renew(&session, token, seat).await,
            Ask::Run(ask) => work::contest(self, ask, stream).await,
            Ask::Arena(ask) => work::tournament(self, ask, stream).await,
            Ask::Move(ask) => work::choose(self, ask, stream).await,
            Ask::Step(ask) => work::step(self, ask).await,
            Ask::Puzzle(ask) => {
                let _job = self.guests.have(&self.limits, Who::asks(), Thing::Job)?;
                self.pools.quick.run(move || puzzle::answer(&ask)).await?
            }
            Ask::Curves => {
                let folder = self.curves.clone();
                self.pools.quick.run(move || curves::answer(folder.as_deref())).await
            }
            Ask::Join { .. } | Ask::Leave { .. } | Ask::Cancel { .. } => {
                let say = "this needs a lasting connection; use the WebSocket at /api/v1/ws";
                Err(RequestError::bad(say))
            }
            ask => self.answer_at_table(ask, held, stream).await,
        }
    }

    /// Who has tried too many tokens tries no more.
    pub(crate) fn with_token(&self, ask: &Ask) -> Result<()> {
        if !shown_token(ask) {
            return Ok(());
        }
        self.guests.may_try_tokens(&self.limits, Who::asks())
    }

    /// Refuses agents that would take more than there is.
    fn check_agents(&self, ask: &Ask) -> Result<()> {
        let seats = |seats: &[Player]| {
            seats.iter().try_for_each(|seat| match seat {
                Player::Agent { agent } => self.limits.check_agent(agent),
                Player::Human => Ok(()),
            })
        };
        match ask {
            Ask::Create(create) => seats(&create.seats),
            Ask::Load { seats: wanted, .. } => seats(wanted),
            Ask::Set { settings, .. } => seats(settings.seats.as_deref().unwrap_or_default()),
            Ask::Analyse { agent: Some(agent), .. }
            | Ask::WhyNot { agent: Some(agent), .. }
            | Ask::Unfold { agent: Some(agent), .. }
            | Ask::Draws { agent: Some(agent), .. }
            | Ask::Review { agent: Some(agent), .. }
            | Ask::Move(AskMove { agent: Some(agent), .. }) => self.limits.check_agent(agent),
            Ask::Run(RunMatch { agents, .. }) | Ask::Arena(RunArena { agents, .. }) => {
                agents.iter().try_for_each(|agent| self.limits.check_agent(agent))
            }
            _ => Ok(()),
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

    /// Another token for a seat.
    async fn renew(self: &Arc<Self>, id: &str, token: String, seat: usize) -> Result<Answer> {
        let session = self.session(id).await?;
        let fresh = secret(TOKEN)?;
        let own = fresh.clone();
        let renew = move |desk: &mut Desk, now| desk.renew(&token, seat, own, now);
        session.change(&self.store, renew).await?;
        Ok(Answer::Renewed { token: fresh })
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

/// Whether a question shows a token.
fn shown_token(ask: &Ask) -> bool {
    let other = matches!(ask, Ask::Join { token: Some(_), .. } | Ask::Renew { .. });
    other || ask.token().is_some()
}
