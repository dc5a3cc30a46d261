//! The description of the REST API, and the page that shows it.

use crate::protocol::Answer;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{IntoResponses, Modify, OpenApi};

/// What every question may be answered with.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only its description is used")]
pub(super) enum Answers {
    /// The answer.
    #[response(status = 200)]
    Granted(Answer),
    /// A table was set up.
    #[response(status = 201)]
    Created(Answer),
    /// The message or a value in it is wrong.
    #[response(status = 400)]
    Bad(Answer),
    /// The token opens no seat here.
    #[response(status = 403)]
    Forbidden(Answer),
    /// There is no such game, table or agent.
    #[response(status = 404)]
    Missing(Answer),
    /// Not now: out of turn, over, illegal at this position.
    #[response(status = 409)]
    Conflict(Answer),
    /// Too much: try again later, or less.
    #[response(status = 429)]
    Limit(Answer),
    /// A fault of the service.
    #[response(status = 500)]
    Internal(Answer),
}

/// The frame of the description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludex",
        description = "Plays games and says why. Every body is one answer of the message protocol, \
                       the same that the WebSocket at /api/v1/ws speaks."
    ),
    components(schemas(Answer)),
    modifiers(&Tokens),
    tags(
        (name = "games", description = "What can be played, and matches of agents"),
        (name = "tables", description = "Games in progress"),
        (name = "play", description = "Moves; they need the token of a seat"),
        (name = "reasons", description = "What agents think"),
        (name = "learning", description = "Games as an environment for programs that learn")
    )
)]
pub(crate) struct Frame;

/// Tokens of seats come as bearer tokens.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        let components = api.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
}
