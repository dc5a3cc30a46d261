//! The protocol over plain HTTP: one question, one answer.

use super::extract::{Body, HttpAnswer, Id, QueryString, Token};
use crate::error::Result;
use crate::hub::Hub;
use crate::protocol::{
    Answer, Ask, AskStep, Create, Player, PuzzleAsk, RunArena, RunMatch, Settings,
};
use crate::work::no_stream;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

type At = State<Arc<Hub>>;

/// All routes below `/api/v1`, with their descriptions.
pub(crate) fn routes() -> OpenApiRouter<Arc<Hub>> {
    OpenApiRouter::new()
        .routes(routes!(hello))
        .routes(routes!(create, list))
        .routes(routes!(load))
        .routes(routes!(state))
        .routes(routes!(history))
        .routes(routes!(save))
        .routes(routes!(renew))
        .routes(routes!(act))
        .routes(routes!(key))
        .routes(routes!(undo))
        .routes(routes!(set))
        .routes(routes!(go_on))
        .routes(routes!(point))
        .routes(routes!(preview))
        .routes(routes!(threats))
        .routes(routes!(analyse))
        .routes(routes!(why_not))
        .routes(routes!(unfold))
        .routes(routes!(draws))
        .routes(routes!(review))
        .routes(routes!(run))
        .routes(routes!(tournament))
        .routes(routes!(puzzle))
        .routes(routes!(curves))
        .routes(routes!(step))
}

async fn answer(hub: &Arc<Hub>, ask: Ask) -> HttpAnswer {
    HttpAnswer(counted(hub, ask).await)
}

async fn counted(hub: &Arc<Hub>, ask: Ask) -> Result<Answer> {
    let answer = hub.answer(ask, 0, no_stream()).await;
    hub.metrics.message(answer.is_ok());
    answer
}

/// An action in notation.
#[derive(Deserialize, ToSchema)]
struct Action {
    /// What to play.
    action: String,
}

/// A key by its name.
#[derive(Deserialize, ToSchema)]
struct Key {
    /// `left`, `right`, `up`, `down`, `rotate`, `rotate-back`, `drop`, `hold`.
    key: String,
}

/// A seat.
#[derive(Deserialize, ToSchema)]
struct Seat {
    /// From 0.
    seat: usize,
}

/// A saved game.
#[derive(Deserialize, ToSchema)]
struct Load {
    /// What `save` gave, or a position file.
    record: String,
    /// Who plays on; those of the record if missing.
    #[serde(default)]
    seats: Vec<Player>,
}

/// A time in the game.
#[derive(Deserialize, IntoParams)]
struct When {
    /// Moves of players from the start; now if missing.
    ply: Option<u64>,
}

/// How many.
#[derive(Deserialize, IntoParams)]
struct Limit {
    /// At most so many.
    limit: Option<usize>,
}

/// A cell of the picture.
#[derive(Deserialize, IntoParams)]
struct Cell {
    /// From the left, from 0.
    column: usize,
    /// From the top, from 0.
    row: usize,
    /// Moves of players from the start; now if missing.
    ply: Option<u64>,
}

/// A course to show.
#[derive(Deserialize, ToSchema)]
struct Course {
    /// Moves of players from the start; now if missing.
    #[serde(default)]
    ply: Option<u64>,
    /// One action after the other.
    actions: Vec<String>,
}

/// Whom to ask.
#[derive(Deserialize, ToSchema)]
struct Analysis {
    /// Moves of players from the start; now if missing.
    #[serde(default)]
    ply: Option<u64>,
    /// The agent; the seat's own or the game's usual one if missing.
    #[serde(default)]
    agent: Option<String>,
    /// Longest time to think.
    #[serde(default)]
    seconds: Option<f64>,
}

/// What to ask about.
#[derive(Deserialize, ToSchema)]
struct Doubt {
    /// Moves of players from the start; now if missing.
    #[serde(default)]
    ply: Option<u64>,
    /// The agent.
    #[serde(default)]
    agent: Option<String>,
    /// The action in question.
    instead: String,
}

/// Whose view of chance.
#[derive(Deserialize, ToSchema)]
struct Chances {
    /// Moves of players from the start; now if missing.
    #[serde(default)]
    ply: Option<u64>,
    /// The agent; the game's usual one if missing.
    #[serde(default)]
    agent: Option<String>,
}

/// Where to look into a search.
#[derive(Deserialize, ToSchema)]
struct Branch {
    /// Moves of players from the start; now if missing.
    #[serde(default)]
    ply: Option<u64>,
    /// The agent.
    #[serde(default)]
    agent: Option<String>,
    /// Moves from there on that are only thought of.
    path: Vec<String>,
}

/// Who judges.
#[derive(Deserialize, ToSchema)]
struct Review {
    /// The agent; the game's usual one if missing.
    #[serde(default)]
    agent: Option<String>,
}

/// The games, their rules and agents.
#[utoipa::path(get, path = "/hello", tag = "games", responses(super::docs::Answers))]
async fn hello(State(hub): At) -> HttpAnswer {
    answer(&hub, Ask::Hello).await
}

/// Sets up a table. The answer holds a secret token for each seat of a person.
#[utoipa::path(post, path = "/sessions", tag = "tables", request_body = Create,
    responses(super::docs::Answers))]
async fn create(State(hub): At, Body(body): Body<Create>) -> HttpAnswer {
    answer(&hub, Ask::Create(body)).await
}

/// Stored games, the newest first.
#[utoipa::path(
    get,
    path = "/sessions",
    tag = "tables",
    params(Limit),
    responses(super::docs::Answers)
)]
async fn list(State(hub): At, QueryString(Limit { limit }): QueryString<Limit>) -> HttpAnswer {
    answer(&hub, Ask::List { limit, own: Vec::new() }).await
}

/// Sets up a table from a saved game or a position file.
#[utoipa::path(post, path = "/load", tag = "tables", request_body = Load,
    responses(super::docs::Answers))]
async fn load(State(hub): At, Body(Load { record, seats }): Body<Load>) -> HttpAnswer {
    answer(&hub, Ask::Load { record, seats }).await
}

/// The table as it is now, or as it was. With a token, `yours` names its seats.
#[utoipa::path(get, path = "/sessions/{id}", tag = "tables", params(("id" = String, Path), When),
    security((), ("token" = [])), responses(super::docs::Answers))]
async fn state(
    State(hub): At,
    Id(session): Id,
    Token(token): Token,
    QueryString(When { ply }): QueryString<When>,
) -> HttpAnswer {
    let held = match hub.session(&session).await {
        Ok(found) => found.play().await.desk.seats_of(&token),
        Err(error) => return HttpAnswer(Err(error)),
    };
    HttpAnswer(hub.answer(Ask::State { session, ply }, held, no_stream()).await)
}

/// All moves so far.
#[utoipa::path(get, path = "/sessions/{id}/history", tag = "tables",
    params(("id" = String, Path)), responses(super::docs::Answers))]
async fn history(State(hub): At, Id(session): Id) -> HttpAnswer {
    answer(&hub, Ask::History { session }).await
}

/// The game as a text that `load` takes.
#[utoipa::path(get, path = "/sessions/{id}/save", tag = "tables",
    params(("id" = String, Path)), responses(super::docs::Answers))]
async fn save(State(hub): At, Id(session): Id, Token(token): Token) -> HttpAnswer {
    let token = (!token.is_empty()).then_some(token);
    answer(&hub, Ask::Save { session, token }).await
}

/// Another token for a seat; the one before opens nothing any more.
#[utoipa::path(post, path = "/sessions/{id}/renew", tag = "tables", params(("id" = String, Path)),
    request_body = Seat, security(("token" = [])), responses(super::docs::Answers))]
async fn renew(
    State(hub): At,
    Id(session): Id,
    Token(token): Token,
    Body(Seat { seat }): Body<Seat>,
) -> HttpAnswer {
    answer(&hub, Ask::Renew { session, token, seat }).await
}

/// Plays an action of the seat to move.
#[utoipa::path(post, path = "/sessions/{id}/act", tag = "play", params(("id" = String, Path)),
    request_body = Action, security(("token" = [])), responses(super::docs::Answers))]
async fn act(
    State(hub): At,
    Id(session): Id,
    Token(token): Token,
    Body(Action { action }): Body<Action>,
) -> HttpAnswer {
    answer(&hub, Ask::Act { session, token, action }).await
}

/// Presses a key of the falling piece, or an arrow.
#[utoipa::path(post, path = "/sessions/{id}/key", tag = "play", params(("id" = String, Path)),
    request_body = Key, security(("token" = [])), responses(super::docs::Answers))]
async fn key(
    State(hub): At,
    Id(session): Id,
    Token(token): Token,
    Body(Key { key }): Body<Key>,
) -> HttpAnswer {
    answer(&hub, Ask::Key { session, token, key }).await
}

/// Takes back one's last move and what followed it.
#[utoipa::path(post, path = "/sessions/{id}/undo", tag = "play", params(("id" = String, Path)),
    security(("token" = [])), responses(super::docs::Answers))]
async fn undo(State(hub): At, Id(session): Id, Token(token): Token) -> HttpAnswer {
    answer(&hub, Ask::Undo { session, token }).await
}

/// Changes pause, speed, players, explanations.
#[utoipa::path(post, path = "/sessions/{id}/set", tag = "play", params(("id" = String, Path)),
    request_body = Settings, security(("token" = [])), responses(super::docs::Answers))]
async fn set(
    State(hub): At,
    Id(session): Id,
    Token(token): Token,
    Body(settings): Body<Settings>,
) -> HttpAnswer {
    answer(&hub, Ask::Set { session, token, settings }).await
}

/// Goes on after an explained move.
#[utoipa::path(post, path = "/sessions/{id}/continue", tag = "play",
    params(("id" = String, Path)), security(("token" = [])), responses(super::docs::Answers))]
async fn go_on(State(hub): At, Id(session): Id, Token(token): Token) -> HttpAnswer {
    answer(&hub, Ask::Continue { session, token }).await
}

/// The action meant by pointing at a cell.
#[utoipa::path(get, path = "/sessions/{id}/point", tag = "play",
    params(("id" = String, Path), Cell), responses(super::docs::Answers))]
async fn point(
    State(hub): At,
    Id(session): Id,
    QueryString(cell): QueryString<Cell>,
) -> HttpAnswer {
    let Cell { column, row, ply } = cell;
    answer(&hub, Ask::Point { session, column, row, ply }).await
}

/// The board with actions that are only thought of.
#[utoipa::path(post, path = "/sessions/{id}/preview", tag = "reasons",
    params(("id" = String, Path)), request_body = Course, responses(super::docs::Answers))]
async fn preview(State(hub): At, Id(session): Id, Body(course): Body<Course>) -> HttpAnswer {
    let Course { ply, actions } = course;
    answer(&hub, Ask::Preview { session, ply, actions }).await
}

/// What the players threaten.
#[utoipa::path(get, path = "/sessions/{id}/threats", tag = "reasons",
    params(("id" = String, Path), When), responses(super::docs::Answers))]
async fn threats(
    State(hub): At,
    Id(session): Id,
    QueryString(When { ply }): QueryString<When>,
) -> HttpAnswer {
    answer(&hub, Ask::Threats { session, ply }).await
}

/// What an agent would do and why.
#[utoipa::path(post, path = "/sessions/{id}/analyse", tag = "reasons",
    params(("id" = String, Path)), request_body = Analysis, responses(super::docs::Answers))]
async fn analyse(State(hub): At, Id(session): Id, Body(body): Body<Analysis>) -> HttpAnswer {
    let Analysis { ply, agent, seconds } = body;
    answer(&hub, Ask::Analyse { session, ply, agent, seconds }).await
}

/// Why an agent would not play this.
#[utoipa::path(post, path = "/sessions/{id}/why_not", tag = "reasons",
    params(("id" = String, Path)), request_body = Doubt, responses(super::docs::Answers))]
async fn why_not(State(hub): At, Id(session): Id, Body(body): Body<Doubt>) -> HttpAnswer {
    let Doubt { ply, agent, instead } = body;
    answer(&hub, Ask::WhyNot { session, ply, agent, instead }).await
}

/// What chance could have drawn since the move before, and what an agent would make of each.
#[utoipa::path(post, path = "/sessions/{id}/draws", tag = "reasons",
    params(("id" = String, Path)), request_body = Chances, responses(super::docs::Answers))]
async fn draws(State(hub): At, Id(session): Id, Body(body): Body<Chances>) -> HttpAnswer {
    let Chances { ply, agent } = body;
    answer(&hub, Ask::Draws { session, ply, agent }).await
}

/// What an agent's search expects after some moves that are only thought of.
#[utoipa::path(post, path = "/sessions/{id}/unfold", tag = "reasons",
    params(("id" = String, Path)), request_body = Branch, responses(super::docs::Answers))]
async fn unfold(State(hub): At, Id(session): Id, Body(body): Body<Branch>) -> HttpAnswer {
    let Branch { ply, agent, path } = body;
    answer(&hub, Ask::Unfold { session, ply, agent, path }).await
}

/// What an agent thinks of every move of the game.
#[utoipa::path(post, path = "/sessions/{id}/review", tag = "reasons",
    params(("id" = String, Path)), request_body = Review, responses(super::docs::Answers))]
async fn review(
    State(hub): At,
    Id(session): Id,
    Body(Review { agent }): Body<Review>,
) -> HttpAnswer {
    answer(&hub, Ask::Review { session, agent }).await
}

/// Plays a match of agents.
#[utoipa::path(post, path = "/matches", tag = "games", request_body = RunMatch,
    responses(super::docs::Answers))]
async fn run(State(hub): At, Body(body): Body<RunMatch>) -> HttpAnswer {
    answer(&hub, Ask::Run(body)).await
}

/// Plays a tournament of agents.
#[utoipa::path(post, path = "/tournaments", tag = "games", request_body = RunArena,
    responses(super::docs::Answers))]
async fn tournament(State(hub): At, Body(body): Body<RunArena>) -> HttpAnswer {
    answer(&hub, Ask::Arena(body)).await
}

/// A puzzle after some moves.
#[utoipa::path(post, path = "/puzzle", tag = "games", request_body = PuzzleAsk,
    responses(super::docs::Answers))]
async fn puzzle(State(hub): At, Body(body): Body<PuzzleAsk>) -> HttpAnswer {
    answer(&hub, Ask::Puzzle(body)).await
}

/// How tunings went, or go.
#[utoipa::path(get, path = "/curves", tag = "games", responses(super::docs::Answers))]
async fn curves(State(hub): At) -> HttpAnswer {
    answer(&hub, Ask::Curves).await
}

/// Takes actions at a position that is on no table, for programs that learn: what they bring, and what is seen then.
#[utoipa::path(post, path = "/steps", tag = "learning", request_body = AskStep,
    responses(super::docs::Answers))]
async fn step(State(hub): At, Body(body): Body<AskStep>) -> HttpAnswer {
    answer(&hub, Ask::Step(body)).await
}
