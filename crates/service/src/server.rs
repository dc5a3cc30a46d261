//! The HTTP server as a whole.

use crate::curves::CURVES;
use crate::error::{HttpError, RequestError};
use crate::hub::Hub;
use crate::options::{MakeRouter, Options};
use crate::store::Store;
use crate::transport::accept::accept;
use crate::transport::{admit, docs, origin, rest, ws};
use crate::{assets, log};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ludex_records::{Game, Recorder};
use std::any::Any;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::SwaggerUi;

/// So often idle tables are let go.
const TIDY: Duration = Duration::from_mins(1);
/// After this long, connections that do not end by themselves are cut.
const FAREWELL: Duration = Duration::from_secs(3);

/// A server that listens, ready to run.
pub struct Server {
    listener: TcpListener,
    hub: Arc<Hub>,
    router: Router,
}

impl Server {
    /// Opens the store and starts to listen.
    pub async fn bind(options: Options) -> io::Result<Self> {
        let told = |error: RequestError| io::Error::other(error.message);
        let listener = TcpListener::bind((options.host.as_str(), options.port)).await?;
        let store = Store::open(options.data.as_deref()).map_err(told)?;
        let store = match &options.records {
            Some(path) => store.with_records(Recorder::open(path).map_err(io::Error::other)?),
            None => store,
        };
        let curves = options.data.map(|folder| folder.join(CURVES));
        let hub = Hub::over(options.rooms, store, options.limits, curves);
        let router =
            router(&hub, &options.routers).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self { listener, hub, router })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until `end` comes, then finishes those under way and stores what there is.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Self { listener, hub, router } = self;
        let tidying = tokio::spawn(tidy(Arc::clone(&hub)));
        accept(&hub, listener, router, end).await;
        hub.closing.send_replace(true);
        let finished = async {
            // Those who listen are told that it ends; all go by themselves.
            while hub.lines.count() > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        // Whoever does not go is cut off.
        let _ = tokio::time::timeout(FAREWELL, finished).await;
        tidying.abort();
        hub.close().await;
        tracing::info!("closed");
        Ok(())
    }
}

async fn tidy(hub: Arc<Hub>) {
    let mut often = tokio::time::interval(TIDY);
    loop {
        often.tick().await;
        hub.tidy();
    }
}

/// Serves until the program is asked to end; tells `ready` where it listens.
pub fn serve(options: Options, ready: impl FnOnce(SocketAddr) -> io::Result<()>) -> io::Result<()> {
    serve_with(options, async |server| ready(server.address()?))
}

/// The same with a game that was kept at a table; tells `ready` the table's name, too.
pub fn serve_game(
    options: Options,
    game: Game,
    ready: impl FnOnce(SocketAddr, &str) -> io::Result<()>,
) -> io::Result<()> {
    serve_with(options, async |server| {
        let opened = server.hub.open_game(game).await;
        let session = opened.map_err(|error| io::Error::other(error.message))?;
        ready(server.address()?, &session)
    })
}

fn serve_with(
    options: Options,
    ready: impl AsyncFnOnce(&Server) -> io::Result<()>,
) -> io::Result<()> {
    if options.log {
        log::start();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let server = Server::bind(options).await?;
        let address = server.address()?;
        // Whoever knows that it is ready may ask it to end at once.
        let end = asked_to_end()?;
        ready(&server).await?;
        tracing::info!(%address, "listening");
        server.run(end).await
    });
    // A search that is still under way is not waited for.
    runtime.shutdown_background();
    served
}

/// Waits for Ctrl-C or a polite request of the system; listens for them from now on.
fn asked_to_end() -> io::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

fn router(hub: &Arc<Hub>, more: &[MakeRouter]) -> ludex_core::Result<Router> {
    let (api, description) = OpenApiRouter::with_openapi(docs::Frame::openapi())
        .nest("/api/v1", rest::routes())
        .split_for_parts();
    let own = Router::new()
        .merge(api)
        .route("/api/v1/ws", get(ws::connect))
        .layer(middleware::from_fn(origin::guard))
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .method_not_allowed_fallback(wrong_method)
        .with_state(Arc::clone(hub));
    let page = Router::new().fallback(assets::file).layer(CompressionLayer::new());
    let more = more.iter().try_fold(Router::new(), |all, make| {
        Ok::<_, ludex_core::Error>(all.merge(make(hub.pools.quick.clone())?))
    })?;
    let router = Router::new()
        .merge(own)
        .merge(more)
        .merge(SwaggerUi::new("/docs").url("/api/v1/openapi.json", description))
        .fallback_service(page)
        .layer(middleware::from_fn_with_state(Arc::clone(hub), admit::admit))
        .layer(middleware::from_fn_with_state(Arc::clone(hub), watched))
        .layer(CatchPanicLayer::custom(excuse));
    Ok(with_headers(router))
}

/// A handler that panics is a fault of ours; the connection and the others live on.
fn excuse(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
    tracing::error!(text, "a request failed");
    HttpError(RequestError::failed()).into_response()
}

/// Says like every other refusal that a path is asked in another way.
async fn wrong_method(method: Method, uri: Uri, request: Request) -> Response {
    admit::read_away(request).await;
    let say = format!("{} does not take {method}; /docs lists what does", uri.path());
    let mut response = HttpError(RequestError::bad(say)).into_response();
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}

async fn metrics(State(hub): State<Arc<Hub>>) -> impl IntoResponse {
    let sessions = hub.tables().len();
    let text = hub.metrics.text(sessions) + &hub.store.health().metrics();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}

/// Whether it is alive, and can keep what is played.
async fn health(State(hub): State<Arc<Hub>>) -> Response {
    match hub.store.health().report() {
        Ok(well) => well.into_response(),
        Err(ill) => (StatusCode::SERVICE_UNAVAILABLE, ill).into_response(),
    }
}

/// Counts and logs every request.
async fn watched(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    let (status, time) = (response.status().as_u16(), started.elapsed());
    hub.metrics.request(status, time);
    tracing::debug!(%method, path, status, micros = time.as_micros() as u64, "request");
    response
}

/// What browsers are told with every answer.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

fn with_headers(router: Router) -> Router {
    HEADERS.into_iter().fold(router, |router, (name, value)| {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        router.layer(SetResponseHeaderLayer::if_not_present(name, value))
    })
}
