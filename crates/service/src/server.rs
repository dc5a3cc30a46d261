//! The HTTP server as a whole.

use crate::limits::Pool;
use crate::options::Options;
use crate::refusal::Refusal;
use crate::tetrisvs;
use axum::Router;
use axum::http::{HeaderValue, header};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;

/// A server that listens, ready to run.
pub struct Server {
    listener: TcpListener,
    router: Router,
}

impl Server {
    /// Starts to listen.
    pub async fn bind(options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind((options.host.as_str(), options.port)).await?;
        let router = router().map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self { listener, router })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until `end` comes, then finishes those under way.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        axum::serve(self.listener, self.router).with_graceful_shutdown(end).await
    }
}

/// Serves until the program is asked to end; tells `ready` where it listens.
pub fn serve(options: Options, ready: impl FnOnce(SocketAddr) -> io::Result<()>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(options).await?;
        ready(server.address()?)?;
        server.run(asked_to_end()).await
    })
}

/// Ctrl-C, or a polite request of the system.
async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

fn router() -> ludex_core::Result<Router> {
    let cores = available_parallelism().map_or(1, NonZeroUsize::get);
    let pool = Pool::new(cores, 1024);
    let any_origin = SetResponseHeaderLayer::if_not_present(
        header::ACCESS_CONTROL_ALLOW_ORIGIN,
        HeaderValue::from_static("*"),
    );
    let router =
        Router::new().merge(tetrisvs::routes(pool)?).fallback(nowhere).layer(any_origin).layer(
            CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
                axum::response::IntoResponse::into_response(Refusal::failed())
            }),
        );
    Ok(router)
}

async fn nowhere(uri: axum::http::Uri) -> Refusal {
    let path: String = uri.path().chars().take(60).collect();
    Refusal::not_found(format!("there is nothing at `{path}`; see docs/serve.md for the paths"))
}
