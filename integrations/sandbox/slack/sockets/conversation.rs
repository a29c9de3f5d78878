//! One Socket Mode connection, from hello to the end.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use serde_json::{Value, json};
use tokio::{
    sync::mpsc::UnboundedReceiver,
    time::{Instant, MissedTickBehavior},
};

use super::{HOST, Outgoing, Reason};
use crate::slack::{Slack, ts::Ts};

const PING_EVERY: Duration = Duration::from_secs(10);
/// A client that has not made a sound for so long is gone.
const SILENCE_MS: u64 = 35_000;
/// How long a client may take to answer our close frame.
const FAREWELL: Duration = Duration::from_secs(1);

/// Holds the connection until it ends. Speaking and listening do not wait for each other: a client that is slow to read
/// is still heard.
pub(super) async fn hold(slack: Arc<Slack>, socket: WebSocket) {
    let (sink, stream) = socket.split();
    let heard = Heard::default();
    let mut mouth = Mouth { sink, heard: &heard, ends: None };
    let Some((number, orders, connections)) = slack.connected() else {
        tokio::select! {
            () = mouth.turn_away() => {}
            () = listen(&slack, stream, &heard) => {}
        }
        return;
    };
    tokio::select! {
        () = mouth.speak(slack.hello(connections), orders) => {}
        () = listen(&slack, stream, &heard) => {}
    }
    slack.disconnected(number);
}

/// When the client was last heard, in microseconds.
struct Heard(AtomicU64);

impl Default for Heard {
    fn default() -> Self {
        Self(AtomicU64::new(Ts::now().microseconds()))
    }
}

struct Mouth<'a> {
    sink: SplitSink<WebSocket, Message>,
    heard: &'a Heard,
    /// When the connection is closed, once it has been told to go.
    ends: Option<Instant>,
}

/// Nothing more can be said.
struct Over;

impl Mouth<'_> {
    async fn turn_away(&mut self) {
        if self.say(Reason::TooManyWebsockets.frame().to_string()).await.is_ok() {
            let _over = self.close().await;
        }
    }

    async fn speak(&mut self, hello: Value, mut orders: UnboundedReceiver<Outgoing>) {
        let mut pings = tokio::time::interval_at(Instant::now() + PING_EVERY, PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut said = self.say(hello.to_string()).await;
        while said.is_ok() {
            let ends = self.ends.unwrap_or_else(|| Instant::now() + Duration::from_hours(1));
            said = tokio::select! {
                order = orders.recv() => match order {
                    Some(order) => self.obey(order).await,
                    None => Err(Over),
                },
                _ = pings.tick() => self.ping().await,
                () = tokio::time::sleep_until(ends) => self.close().await,
            };
        }
    }

    async fn obey(&mut self, order: Outgoing) -> Result<(), Over> {
        match order {
            Outgoing::Frame(frame) => self.say(frame).await,
            Outgoing::Disconnect(reason, after) => {
                self.ends = Some(Instant::now() + after);
                self.say(reason.frame().to_string()).await
            }
            Outgoing::Close => self.close().await,
            Outgoing::Drop => Err(Over),
        }
    }

    async fn ping(&mut self) -> Result<(), Over> {
        let heard = Ts::now().microseconds().saturating_sub(self.heard.0.load(Ordering::Relaxed));
        if heard / 1000 > SILENCE_MS {
            return Err(Over);
        }
        let words = format!("Ping from {HOST}");
        self.sink.send(Message::Ping(words.into())).await.map_err(|_| Over)
    }

    async fn say(&mut self, frame: String) -> Result<(), Over> {
        self.sink.send(Message::Text(frame.into())).await.map_err(|_| Over)
    }

    /// Says farewell and leaves the client time to say so too, which the listening side notices.
    async fn close(&mut self) -> Result<(), Over> {
        let farewell = Message::Close(Some(CloseFrame { code: 1000, reason: "".into() }));
        if self.sink.send(farewell).await.is_ok() {
            tokio::time::sleep(FAREWELL).await;
        }
        Err(Over)
    }
}

/// Takes acknowledgements until the connection ends. A close frame is answered by the read after it.
async fn listen(slack: &Slack, mut stream: SplitStream<WebSocket>, heard: &Heard) {
    while let Some(Ok(frame)) = stream.next().await {
        heard.0.store(Ts::now().microseconds(), Ordering::Relaxed);
        let Message::Text(text) = frame else { continue };
        let answer: Value = serde_json::from_str(&text).unwrap_or_default();
        if let Some(envelope_id) = answer.get("envelope_id").and_then(Value::as_str) {
            slack.acknowledged(envelope_id, answer.get("payload"));
        }
    }
}

impl Slack {
    fn hello(&self, connections: usize) -> Value {
        let app = self.read(|workspace| workspace.app.id.clone());
        json!({
            "type": "hello", "num_connections": connections,
            "debug_info": {
                "host": HOST, "started": Ts::now().to_string(), "build_number": 1,
                "approximate_connection_time": 18060,
            },
            "connection_info": {"app_id": app},
        })
    }
}
