//! A real server on a free port, and a client to talk to it.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub(crate) mod ws;

use ludex_service::{Options, Server};
use serde_json::Value;
use std::path::Path;
use std::sync::mpsc;
use tokio::sync::oneshot;
use ureq::Agent;

/// A running server with a client. Dropping it ends the server.
pub(crate) struct Api {
    base: String,
    agent: Agent,
    end: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Api {
    /// A new server, a new game.
    pub(crate) fn start() -> Self {
        Self::with(Options { port: 0, ..Options::new(ludex_games::all()) })
    }

    /// A server that keeps its games in a folder.
    pub(crate) fn keeping(folder: &Path) -> Self {
        let data = Some(folder.to_owned());
        Self::with(Options { port: 0, data, ..Options::new(ludex_games::all()) })
    }

    /// A server that runs already.
    pub(crate) fn at(address: &str) -> Self {
        Self { base: format!("http://{address}"), agent: client(), end: None, thread: None }
    }

    /// A new connection.
    pub(crate) fn ws(&self) -> ws::Ws {
        ws::Ws::connect(self.address())
    }

    /// Host and port.
    pub(crate) fn address(&self) -> &str {
        self.base.trim_start_matches("http://")
    }

    /// Status and body of a POST with a JSON body and a token.
    pub(crate) fn send(&self, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let request = self.agent.post(format!("{}/{path}", self.base));
        let request = request.header("authorization", format!("Bearer {token}"));
        let mut answer = request.send_json(body).unwrap();
        (answer.status().as_u16(), answer.body_mut().read_json().unwrap())
    }

    /// A server with these options.
    pub(crate) fn with(options: Options) -> Self {
        let (tell, address) = mpsc::channel();
        let (end, ended) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(async move {
                let server = Server::bind(options).await.unwrap();
                tell.send(server.address().unwrap()).unwrap();
                server.run(async move { drop(ended.await) }).await.unwrap();
            });
        });
        let base = format!("http://{}", address.recv().unwrap());
        Self { base, agent: client(), end: Some(end), thread: Some(thread) }
    }

    fn call(&self, path: &str) -> ureq::http::Response<ureq::Body> {
        self.agent.get(format!("{}/{path}", self.base)).call().unwrap()
    }

    /// Status and body.
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        let mut answer = self.call(path);
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    }

    /// Status and body of a POST without a body.
    pub(crate) fn post(&self, path: &str) -> (u16, String) {
        let mut answer = self.agent.post(format!("{}/{path}", self.base)).send_empty().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    }

    /// The body of an answer that must be good.
    pub(crate) fn text(&self, path: &str) -> String {
        let (status, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// The same read as JSON.
    pub(crate) fn json(&self, path: &str) -> Value {
        serde_json::from_str(&self.text(path)).unwrap()
    }

    /// A header of the answer, whatever its status.
    pub(crate) fn header(&self, path: &str, name: &str) -> Option<String> {
        let answer = self.call(path);
        answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned())
    }
}

fn client() -> Agent {
    Agent::config_builder().http_status_as_error(false).build().into()
}

impl Drop for Api {
    fn drop(&mut self) {
        self.end.take().map(|end| end.send(()));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}
