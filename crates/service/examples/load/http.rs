//! Just enough HTTP: one connection, one request after the other.

use crate::Outcome;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::{TcpSocket, TcpStream};

/// A connection that is kept.
pub(crate) struct Http {
    stream: BufStream<TcpStream>,
    address: String,
}

impl Http {
    pub(crate) async fn connect(address: &str) -> Outcome<Self> {
        Self::over(TcpStream::connect(address).await?, address)
    }

    /// A connection of another client of this machine: the loopback network has an address for each.
    pub(crate) async fn connect_from(client: [u8; 4], address: &str) -> Outcome<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((client, 0).into())?;
        Self::over(socket.connect(address.parse()?).await?, address)
    }

    fn over(stream: TcpStream, address: &str) -> Outcome<Self> {
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufStream::new(stream), address: address.into() })
    }

    /// Status and body of a GET.
    pub(crate) async fn get(&mut self, path: &str) -> Outcome<(u16, Vec<u8>)> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        self.ask(&request).await
    }

    /// Status and body of a POST with a JSON body.
    pub(crate) async fn post(
        &mut self,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Outcome<(u16, Vec<u8>)> {
        let (host, body) = (&self.address, body.to_string());
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.ask(&request).await
    }

    async fn ask(&mut self, request: &str) -> Outcome<(u16, Vec<u8>)> {
        self.stream.write_all(request.as_bytes()).await?;
        self.stream.flush().await?;
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).ok_or("no status")?.parse()?;
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        Ok((status, body))
    }
}
