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
    sync::{mpsc::UnboundedReceiver, watch},
    time::{Instant, MissedTickBehavior},
};

use super::{
    connections::{HOST, Outgoing, Reason},
    faults::{InForce, SocketFault},
};
use crate::{Slack, ts::Ts};

const PING_EVERY: Duration = Duration::from_secs(10);
/// A client that has not made a sound for so long is gone.
const SILENCE_MS: u64 = 35_000;
/// How long an envelope waits for another to overtake it.
const HELD: Duration = Duration::from_secs(1);
/// How long a client may take to answer our close frame.
const FAREWELL: Duration = Duration::from_secs(1);

/// Holds the connection, for so many seconds at most, until it ends. Speaking and listening do not wait for each other: a client that is slow to read
/// is still heard.
pub(super) async fn hold(slack: Arc<Slack>, socket: WebSocket, lives: u64) {
    let (sink, stream) = socket.split();
    let heard = Heard::default();
    let mut mouth = Mouth { sink, heard: &heard, ends: None, fault: InForce::default(), held: Vec::new() };
    let (number, orders, connections) = match slack.connected() {
        Ok(let_in) => let_in,
        Err(reason) => {
            tokio::select! {
                () = mouth.turn_away(reason) => {}
                () = listen(&slack, stream, &heard) => {}
            }
            return;
        }
    };
    tokio::select! {
        () = mouth.speak(slack.hello(connections, lives), orders) => {}
        () = listen(&slack, stream, &heard) => {}
        () = slack.age(number, lives) => {}
    }
    slack.disconnected(number);
}

/// What the listening side tells the speaking side, and the other way round.
struct Heard {
    /// When the client was last heard, in microseconds.
    at: AtomicU64,
    /// Nothing is heard any more.
    deaf: watch::Sender<bool>,
}

impl Default for Heard {
    fn default() -> Self {
        Self { at: AtomicU64::new(Ts::now().microseconds()), deaf: watch::channel(false).0 }
    }
}

struct Mouth<'a> {
    sink: SplitSink<WebSocket, Message>,
    heard: &'a Heard,
    /// When the connection is closed, once it has been told to go.
    ends: Option<Instant>,
    fault: InForce,
    /// Envelopes that wait for another to overtake them, and until when.
    held: Vec<(String, Option<Instant>)>,
}

/// Nothing more can be said.
struct Over;

impl Mouth<'_> {
    async fn turn_away(&mut self, reason: Reason) {
        if self.say(reason.frame().to_string()).await.is_ok() {
            let _over = self.close().await;
        }
    }

    async fn speak(&mut self, hello: Value, mut orders: UnboundedReceiver<Outgoing>) {
        let mut pings = tokio::time::interval_at(Instant::now() + PING_EVERY, PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut said = self.say(hello.to_string()).await;
        while said.is_ok() {
            let never = || Instant::now() + Duration::from_hours(1);
            let ends = self.ends.unwrap_or_else(never);
            let overtaken = self.held.iter().find_map(|(_, until)| *until).unwrap_or_else(never);
            said = tokio::select! {
                order = orders.recv() => match order {
                    Some(order) => self.obey(order).await,
                    None => Err(Over),
                },
                _ = pings.tick() => self.ping().await,
                () = tokio::time::sleep_until(ends) => self.close().await,
                () = tokio::time::sleep_until(overtaken) => self.let_go().await,
            };
        }
    }

    async fn obey(&mut self, order: Outgoing) -> Result<(), Over> {
        match order {
            Outgoing::Frame(frame) => self.deliver(frame).await,
            Outgoing::Fault(fault) => {
                self.heard.deaf.send_replace(fault.is_half_open());
                self.fault = fault;
                Ok(())
            }
            Outgoing::Drop => Err(Over),
            Outgoing::Disconnect(..) if self.fault.is_half_open() => Ok(()),
            Outgoing::Close if self.fault.is_half_open() => Err(Over),
            Outgoing::Disconnect(reason, after) => {
                self.ends = Some(Instant::now() + after);
                self.say(reason.frame().to_string()).await
            }
            Outgoing::Close => self.close().await,
        }
    }

    /// Sends an envelope, with whatever goes wrong on this connection.
    async fn deliver(&mut self, frame: String) -> Result<(), Over> {
        match self.fault.strike() {
            Some(SocketFault::HalfOpen) => Ok(()),
            Some(SocketFault::Slow { ms }) => {
                tokio::time::sleep(Duration::from_millis(ms)).await;
                self.say(frame).await
            }
            Some(SocketFault::Duplicate) => {
                self.say(frame.clone()).await?;
                self.say(frame).await
            }
            Some(SocketFault::DropAfterSend) => {
                self.say(frame).await?;
                Err(Over)
            }
            Some(SocketFault::Reorder) if self.held.is_empty() => {
                self.held.push((frame, Some(Instant::now() + HELD)));
                Ok(())
            }
            Some(SocketFault::Reorder) => {
                self.say(frame).await?;
                self.let_go().await
            }
            // An envelope that is held so long that it is sent again is held again.
            Some(SocketFault::Overtake { held, .. }) if message_ends_in(&frame, &held) => {
                self.held.push((frame, None));
                Ok(())
            }
            Some(SocketFault::Overtake { by, .. }) if message_ends_in(&frame, &by) => {
                self.fault.end();
                self.say(frame).await?;
                self.let_go().await
            }
            None | Some(SocketFault::Overtake { .. }) => self.say(frame).await,
        }
    }

    async fn let_go(&mut self) -> Result<(), Over> {
        for (frame, _) in std::mem::take(&mut self.held) {
            self.say(frame).await?;
        }
        Ok(())
    }

    async fn ping(&mut self) -> Result<(), Over> {
        let heard = Ts::now().microseconds().saturating_sub(self.heard.at.load(Ordering::Relaxed));
        if heard / 1000 > SILENCE_MS {
            return Err(Over);
        }
        if self.fault.is_half_open() {
            return Ok(());
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

fn message_ends_in(frame: &str, words: &str) -> bool {
    let frame: Value = serde_json::from_str(frame).unwrap_or_default();
    frame.pointer("/payload/event/text").and_then(Value::as_str).is_some_and(|text| text.ends_with(words))
}

/// Takes acknowledgements until the connection ends. A close frame is answered by the read after it.
async fn listen(slack: &Slack, mut stream: SplitStream<WebSocket>, heard: &Heard) {
    let mut deaf = heard.deaf.subscribe();
    loop {
        // Unread, a ping goes unanswered too.
        if deaf.wait_for(|deaf| !*deaf).await.is_err() {
            return;
        }
        let frame = tokio::select! {
            biased;
            _ = deaf.changed() => continue,
            frame = stream.next() => frame,
        };
        let Some(Ok(frame)) = frame else { return };
        heard.at.store(Ts::now().microseconds(), Ordering::Relaxed);
        let Message::Text(text) = frame else { continue };
        let answer: Value = serde_json::from_str(&text).unwrap_or_default();
        if let Some(envelope_id) = answer.get("envelope_id").and_then(Value::as_str) {
            for slack in slack.all() {
                slack.acknowledged(envelope_id, answer.get("payload"));
            }
        }
    }
}

impl Slack {
    fn hello(&self, connections: usize, lives: u64) -> Value {
        let app = self.read(|workspace| workspace.app.id.clone());
        json!({
            "type": "hello", "num_connections": connections,
            "debug_info": {
                "host": HOST, "started": Ts::now().to_string(), "build_number": 1,
                "approximate_connection_time": lives,
            },
            "connection_info": {"app_id": app},
        })
    }
}
