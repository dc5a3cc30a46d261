//! A client of the WebSocket.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A connection. Whatever comes without being asked for waits in `events`.
pub(crate) struct Ws {
    pub(crate) socket: WebSocket<TcpStream>,
    pub(crate) events: VecDeque<Value>,
    /// Answers that are not the last, newest last.
    pub(crate) early: Vec<Value>,
    number: u64,
}

impl Ws {
    pub(crate) fn connect(address: &str) -> Self {
        Self::connect_from(address, None)
    }

    /// The same for a client behind a proxy on this machine.
    pub(crate) fn connect_from(address: &str, client: Option<&str>) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut request = format!("ws://{address}/api/v1/ws").into_client_request().unwrap();
        if let Some(client) = client {
            request.headers_mut().insert("x-forwarded-for", client.parse().unwrap());
        }
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        Self { socket, events: VecDeque::new(), early: Vec::new(), number: 0 }
    }

    pub(crate) fn send(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).unwrap();
    }

    fn read(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Sends a question and returns its number.
    pub(crate) fn start(&mut self, mut ask: Value) -> u64 {
        self.number += 1;
        ask["id"] = json!(self.number);
        self.send(ask.to_string());
        self.number
    }

    /// The last answer to a question.
    pub(crate) fn answer_to(&mut self, number: u64) -> Value {
        loop {
            let message = self.read();
            if message.get("event").is_some() {
                self.events.push_back(message);
            } else if message["id"] == number && message["last"] == true {
                return message;
            } else {
                self.early.push(message);
            }
        }
    }

    /// Asks and waits for the last answer.
    pub(crate) fn ask(&mut self, ask: Value) -> Value {
        let number = self.start(ask);
        self.answer_to(number)
    }

    /// Asks for what must be granted.
    pub(crate) fn good(&mut self, ask: Value) -> Value {
        let answer = self.ask(ask.clone());
        assert_ne!(answer["answer"], "error", "{ask}: {answer}");
        answer
    }

    /// Asks for what must be refused; kind and message of the refusal.
    pub(crate) fn refused(&mut self, ask: Value) -> (String, String) {
        let answer = self.ask(ask.clone());
        assert_eq!(answer["answer"], "error", "{ask}: {answer}");
        let text = |name: &str| answer[name].as_str().unwrap().to_owned();
        (text("kind"), text("message"))
    }

    /// The next event of a kind that fits; others are dropped.
    pub(crate) fn event(&mut self, kind: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + Duration::from_secs(20);
        while Instant::now() < end {
            let event = self.events.pop_front().unwrap_or_else(|| self.read());
            if event["event"] == kind && fits(&event) {
                return event;
            }
        }
        panic!("no {kind} event came");
    }

    /// The state of a table once it fits.
    pub(crate) fn state(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        self.event("state", |event| fits(&event["state"]))["state"].clone()
    }
}

/// A seat for a person.
pub(crate) fn human() -> Value {
    json!({"kind": "human"})
}

/// A seat for an agent.
pub(crate) fn agent(spec: &str) -> Value {
    json!({"kind": "agent", "agent": spec})
}
