//! The REST API of `TetrisVs`, as its clients know it.
//!
//! All requests are GET, from any origin, and speak of one game that all clients share. A client
//! calls at the start `retcell`, `resetstart`, then `easyMode` or `hardMode`; before each move of the opponent
//! `resetstart`, `start/T` for each known piece, `path/max` or `path/maxmax`, `explainMove`; after each
//! piece of a person `put`.
#![forbid(unsafe_code)]

mod error;
mod game;
mod mind;
mod texts;
mod wire;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use error::ApiError;
use game::VsGame;
use ludex_service::limits::Pool;
use ludex_tetris::report::Level;
use std::sync::Arc;
use tokio::sync::Mutex;
use tower_http::cors::CorsLayer;
use wire::{Foreseen, Written};

/// The game and who thinks about it.
#[derive(Clone)]
struct Shared {
    game: Arc<Mutex<VsGame>>,
    pool: Pool,
}

type Answer<T> = Result<Json<T>, ApiError>;
type Ok = Json<&'static str>;

const OK: Ok = Json("ok");

/// The routes. Whoever asks waits for the others, so that everybody sees whole moves only.
pub fn routes(pool: Pool) -> ludex_core::Result<Router> {
    let game = Arc::new(Mutex::new(VsGame::new()?));
    let router = Router::new()
        .route("/retcell", get(retcell))
        .route("/resetstart", get(resetstart))
        .route("/start/{piece}", get(start))
        .route("/easyMode", get(easy))
        .route("/hardMode", get(hard))
        .route("/put/{state}/{row}/{column}", get(put))
        .route("/path/{player}", get(path))
        .route("/explainMove", get(explain_move))
        .route("/explainPath", get(explain_path))
        .route("/explainHeuristic", get(explain_heuristic))
        .route("/home", get(home))
        .method_not_allowed_fallback(only_get)
        .layer(CorsLayer::permissive());
    Ok(router.with_state(Shared { game, pool }))
}

async fn retcell(State(shared): State<Shared>) -> Answer<&'static str> {
    shared.game.lock().await.clear()?;
    Ok(OK)
}

async fn resetstart(State(shared): State<Shared>) -> Ok {
    shared.game.lock().await.known.clear();
    OK
}

async fn start(State(shared): State<Shared>, Path(piece): Path<String>) -> Answer<&'static str> {
    shared.game.lock().await.know(&piece)?;
    Ok(OK)
}

async fn easy(State(shared): State<Shared>) -> Ok {
    shared.game.lock().await.level = Level::Easy;
    OK
}

async fn hard(State(shared): State<Shared>) -> Ok {
    shared.game.lock().await.level = Level::Hard;
    OK
}

async fn put(
    State(shared): State<Shared>,
    Path((state, row, column)): Path<(String, String, String)>,
) -> Answer<&'static str> {
    let written = Written { state: &state, row: &row, column: &column };
    shared.game.lock().await.put(&written)?;
    Ok(OK)
}

/// The one request that takes thought: it leaves the threads that answer the others.
async fn path(
    State(shared): State<Shared>,
    Path(player): Path<String>,
) -> Answer<Vec<&'static str>> {
    let mut game = shared.game.lock_owned().await;
    shared.pool.run(move || game.path(&player)).await?.map(Json)
}

async fn explain_move(State(shared): State<Shared>) -> Json<Vec<Foreseen>> {
    Json(shared.game.lock().await.chain())
}

async fn explain_path(State(shared): State<Shared>) -> String {
    texts::path(&*shared.game.lock().await)
}

async fn explain_heuristic(State(shared): State<Shared>) -> String {
    texts::heuristic(&*shared.game.lock().await)
}

async fn home(State(shared): State<Shared>) -> String {
    texts::home(&*shared.game.lock().await)
}

async fn only_get() -> ApiError {
    let error = "this path answers GET only; call it with GET".into();
    ApiError { status: StatusCode::METHOD_NOT_ALLOWED, error }
}
