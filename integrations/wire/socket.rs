//! The WebSocket dialer: text frames in and out, each within its time.
//!
//! Knows frames. Doesn't know what they say, and never dials again by itself.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt, stream};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};
use tokio_tungstenite::{Connector, MaybeTlsStream, WebSocketStream, connect_async_tls_with_config};
use url::Url;

use crate::WireError;
use crate::address::is_loopback;
use crate::crypto::{Roots, tls};

/// The largest message that is taken.
const LARGEST: usize = 16 * 1024 * 1024;
/// What is read at a time. It is wiped before each read, so more costs more even where little comes.
const AT_A_TIME: usize = 4 * 1024;

#[derive(Clone, Copy, Debug)]
pub struct SocketTimeouts {
    /// From the first packet to the upgraded connection.
    pub connect: Duration,
    /// For one frame to leave.
    pub write: Duration,
}

/// What came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    Text(String),
    /// Anything else that shows that the other side is there.
    Sign,
    /// The other side closed.
    Closed,
}

/// An open connection.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    host: String,
    write: Duration,
}

impl fmt::Debug for Socket {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Socket").field("host", &self.host).finish_non_exhaustive()
    }
}

/// Opens a connection: encrypted, or to this machine. Goes through no proxy.
pub async fn dial(address: &str, timeouts: SocketTimeouts) -> Result<Socket, WireError> {
    let url = acceptable(address)?;
    let host = url.host_str().unwrap_or("nowhere").to_owned();
    tracing::trace!(host, "a socket");
    let connector = match url.scheme() {
        "wss" => Connector::Rustls(Arc::new(tls(Roots::Native)?)),
        _ => Connector::Plain,
    };
    let limits = WebSocketConfig::default()
        .read_buffer_size(AT_A_TIME)
        .max_message_size(Some(LARGEST))
        .max_frame_size(Some(LARGEST));
    let dialing = connect_async_tls_with_config(url.as_str(), Some(limits), true, Some(connector));
    match tokio::time::timeout(timeouts.connect, dialing).await {
        Ok(Ok((stream, _))) => Ok(Socket { stream, host, write: timeouts.write }),
        Ok(Err(error)) => Err(WireError::Unreachable { host, why: error.to_string() }),
        Err(_) => Err(WireError::TimedOut { host, limit: timeouts.connect }),
    }
}

impl Socket {
    /// The next frame. May be dropped while it waits without losing one.
    pub async fn next(&mut self) -> Result<Frame, WireError> {
        match self.stream.next().await {
            Some(Ok(Message::Text(text))) => Ok(Frame::Text(text.as_str().to_owned())),
            Some(Ok(Message::Close(_)) | Err(Error::ConnectionClosed | Error::AlreadyClosed)) | None => {
                Ok(Frame::Closed)
            }
            Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                Ok(Frame::Sign)
            }
            Some(Err(error)) => {
                Err(WireError::Unanswered { host: self.host.clone(), why: error.to_string() })
            }
        }
    }

    /// All of them in their order, in as few packets as they fit into.
    pub async fn send_all(&mut self, texts: impl IntoIterator<Item = String>) -> Result<(), WireError> {
        let mut messages = stream::iter(texts.into_iter().map(|text| Ok(Message::text(text))));
        let (host, limit) = (&self.host, self.write);
        in_time(host, limit, self.stream.send_all(&mut messages)).await
    }

    /// Asks the other side for a sign.
    pub async fn ping(&mut self) -> Result<(), WireError> {
        self.put(Message::Ping(Bytes::new())).await
    }

    /// Says goodbye, without waiting for an answer.
    pub async fn close(mut self) -> Result<(), WireError> {
        self.put(Message::Close(None)).await
    }

    async fn put(&mut self, message: Message) -> Result<(), WireError> {
        in_time(&self.host, self.write, self.stream.send(message)).await
    }
}

async fn in_time(
    host: &str,
    limit: Duration,
    sending: impl Future<Output = Result<(), Error>>,
) -> Result<(), WireError> {
    match tokio::time::timeout(limit, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(WireError::Unanswered { host: host.to_owned(), why: error.to_string() }),
        Err(_) => Err(WireError::TimedOut { host: host.to_owned(), limit }),
    }
}

/// The address of a socket carries its ticket in the query, so no more than scheme and host is ever said of it.
fn acceptable(address: &str) -> Result<Url, WireError> {
    let bad = |given: String, why: &str| WireError::BadAddress {
        name: "the address of the socket".to_owned(),
        given,
        why: why.to_owned(),
    };
    let url = Url::parse(address).map_err(|error| bad("…".to_owned(), &error.to_string()))?;
    let shown = format!("{}://{}/…", url.scheme(), url.host_str().unwrap_or("nowhere"));
    match url.scheme() {
        "wss" => Ok(url),
        "ws" if is_loopback(&url) => Ok(url),
        "ws" => Err(bad(shown, "plain ws is accepted for this machine (127.0.0.1) only; use wss")),
        _ => Err(bad(shown, "it must begin with wss://")),
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    /// Longer than a machine stalls.
    const LONG: Duration = Duration::from_mins(3);
    const PATIENT: SocketTimeouts = SocketTimeouts { connect: LONG, write: LONG };
    /// For what can only end by running out of it.
    const BRIEF: Duration = Duration::from_millis(200);
    const QUICK: SocketTimeouts = SocketTimeouts { connect: BRIEF, write: LONG };

    async fn listener() -> (TcpListener, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("ws://{}/link?ticket=secret", listener.local_addr().unwrap());
        (listener, address)
    }

    #[tokio::test]
    async fn text_goes_both_ways_and_a_close_is_seen() {
        let (listener, address) = listener().await;
        let server = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
            let heard = socket.next().await.unwrap().unwrap();
            socket.send(heard).await.unwrap();
            assert!(socket.next().await.unwrap().unwrap().is_ping());
            socket.flush().await.unwrap();
            socket.close(None).await.unwrap();
        });
        let mut socket = dial(&address, PATIENT).await.unwrap();
        socket.send_all(["héllo".to_owned()]).await.unwrap();
        assert_eq!(socket.next().await, Ok(Frame::Text("héllo".to_owned())));
        socket.ping().await.unwrap();
        assert_eq!(socket.next().await, Ok(Frame::Sign));
        assert_eq!(socket.next().await, Ok(Frame::Closed));
        server.await.unwrap();
    }

    #[tokio::test]
    async fn a_server_that_never_upgrades_is_given_up() {
        let (listener, address) = listener().await;
        let refused = dial(&address, QUICK).await.unwrap_err();
        assert_eq!(refused, WireError::TimedOut { host: "127.0.0.1".to_owned(), limit: QUICK.connect });
        drop(listener);
    }

    #[tokio::test]
    async fn a_write_that_nobody_takes_is_given_up() {
        const SHORT: SocketTimeouts = SocketTimeouts { connect: LONG, write: BRIEF };
        let (listener, address) = listener().await;
        let accepted = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            tokio_tungstenite::accept_async(stream).await.unwrap()
        });
        let mut socket = dial(&address, SHORT).await.unwrap();
        let _never_read = accepted.await.unwrap();
        // More than any buffer between the two holds.
        let stalled = socket.send_all(["x".repeat(64 << 20)]).await.unwrap_err();
        assert_eq!(stalled, WireError::TimedOut { host: "127.0.0.1".to_owned(), limit: SHORT.write });
    }

    #[tokio::test]
    async fn plain_ws_is_for_this_machine_only_and_the_ticket_is_never_said() {
        for address in ["ws://example.com/link?ticket=secret", "http://127.0.0.1/?ticket=secret", "secret"] {
            let refused = dial(address, QUICK).await.unwrap_err();
            assert!(matches!(refused, WireError::BadAddress { .. }), "{refused}");
            assert!(!refused.to_string().contains("secret"), "{refused}");
        }
    }
}
