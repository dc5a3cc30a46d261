//! Just enough WebSocket: short texts out, texts of any length in.

use crate::Outcome;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::TcpStream;

/// A connection to the message protocol.
pub(crate) struct Frames(BufStream<TcpStream>);

impl Frames {
    pub(crate) async fn connect(address: &str) -> Outcome<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let mut stream = BufStream::new(stream);
        let hello = format!(
            "GET /api/v1/ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(hello.as_bytes()).await?;
        stream.flush().await?;
        let mut line = String::new();
        while line.trim_end() != "" || line.is_empty() {
            line.clear();
            if stream.read_line(&mut line).await? == 0 {
                return Err("the server hung up".into());
            }
        }
        Ok(Self(stream))
    }

    /// Sends a text shorter than 64 KiB.
    pub(crate) async fn send(&mut self, text: &str) -> Outcome<()> {
        let length = u16::try_from(text.len())?;
        // A mask of zeros is a mask too.
        self.0.write_all(&[0x81, 0xfe]).await?;
        self.0.write_all(&length.to_be_bytes()).await?;
        self.0.write_all(&[0; 4]).await?;
        self.0.write_all(text.as_bytes()).await?;
        Ok(self.0.flush().await?)
    }

    /// The next text.
    pub(crate) async fn read(&mut self) -> Outcome<Vec<u8>> {
        loop {
            let [kind, length] = [self.0.read_u8().await?, self.0.read_u8().await?];
            let length = match length {
                126 => u64::from(self.0.read_u16().await?),
                127 => self.0.read_u64().await?,
                short => u64::from(short),
            };
            let mut payload = vec![0; usize::try_from(length)?];
            self.0.read_exact(&mut payload).await?;
            if kind & 0x0f == 1 {
                return Ok(payload);
            }
        }
    }
}
