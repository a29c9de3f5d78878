//! One Socket Mode connection, from hello to the end.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::time::{Instant, MissedTickBehavior};

use super::{HOST, Outgoing, Reason};
use crate::slack::{Slack, ts::Ts};

const PING_EVERY: Duration = Duration::from_secs(10);
/// A client that has not made a sound for so long is gone.
const SILENCE: Duration = Duration::from_secs(35);

pub(super) async fn hold(slack: Arc<Slack>, mut socket: WebSocket) {
    let Some((number, orders, connections)) = slack.connected() else {
        if send(&mut socket, &Reason::TooManyWebsockets.frame()).await.is_ok() {
            close(&mut socket).await;
        }
        return;
    };
    let mut talk = Talk { slack: &slack, socket, heard: Instant::now(), ends: None };
    let ended = talk.greet(connections).await;
    if ended.is_ok() {
        talk.go_on(orders).await;
    }
    slack.disconnected(number);
}

struct Talk<'a> {
    slack: &'a Slack,
    socket: WebSocket,
    heard: Instant,
    /// When the connection is closed, once it has been told to go.
    ends: Option<Instant>,
}

/// The connection cannot be used any more.
struct Over;

impl Talk<'_> {
    async fn greet(&mut self, connections: usize) -> Result<(), Over> {
        let app = self.slack.read(|workspace| workspace.app.id.clone());
        let hello = json!({
            "type": "hello", "num_connections": connections,
            "debug_info": {
                "host": HOST, "started": Ts::now().to_string(), "build_number": 1,
                "approximate_connection_time": 18060,
            },
            "connection_info": {"app_id": app},
        });
        send(&mut self.socket, &hello).await
    }

    async fn go_on(&mut self, mut orders: tokio::sync::mpsc::UnboundedReceiver<Outgoing>) {
        let mut pings = tokio::time::interval_at(Instant::now() + PING_EVERY, PING_EVERY);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let ends = self.ends.unwrap_or_else(|| Instant::now() + Duration::from_hours(1));
            let step = tokio::select! {
                order = orders.recv() => match order {
                    Some(order) => self.obey(order).await,
                    None => Err(Over),
                },
                frame = self.socket.recv() => match frame {
                    Some(Ok(frame)) => {
                        self.hear(&frame);
                        Ok(())
                    }
                    Some(Err(_)) | None => Err(Over),
                },
                _ = pings.tick() => self.ping().await,
                () = tokio::time::sleep_until(ends) => {
                    close(&mut self.socket).await;
                    Err(Over)
                }
            };
            if step.is_err() {
                return;
            }
        }
    }

    async fn obey(&mut self, order: Outgoing) -> Result<(), Over> {
        match order {
            Outgoing::Frame(frame) => send_text(&mut self.socket, frame).await,
            Outgoing::Disconnect(reason, after) => {
                self.ends = Some(Instant::now() + after);
                send(&mut self.socket, &reason.frame()).await
            }
            Outgoing::Close => {
                close(&mut self.socket).await;
                Err(Over)
            }
            Outgoing::Drop => Err(Over),
        }
    }

    fn hear(&mut self, frame: &Message) {
        self.heard = Instant::now();
        match frame {
            Message::Text(text) => {
                let answer: Value = serde_json::from_str(text).unwrap_or_default();
                if let Some(envelope_id) = answer.get("envelope_id").and_then(Value::as_str) {
                    self.slack.acknowledged(envelope_id, answer.get("payload"));
                }
            }
            // After a close frame the next read answers it and then ends.
            Message::Close(_) | Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => {}
        }
    }

    async fn ping(&mut self) -> Result<(), Over> {
        if self.heard.elapsed() > SILENCE {
            return Err(Over);
        }
        let words = format!("Ping from {HOST}");
        self.socket.send(Message::Ping(words.into())).await.map_err(|_| Over)
    }
}

async fn send(socket: &mut WebSocket, frame: &Value) -> Result<(), Over> {
    send_text(socket, frame.to_string()).await
}

async fn send_text(socket: &mut WebSocket, frame: String) -> Result<(), Over> {
    socket.send(Message::Text(frame.into())).await.map_err(|_| Over)
}

async fn close(socket: &mut WebSocket) {
    let farewell = Message::Close(Some(CloseFrame { code: 1000, reason: "".into() }));
    if socket.send(farewell).await.is_ok() {
        // The client's own close frame ends the handshake; a silent client does not hold us up.
        let answer = async { while socket.recv().await.is_some_and(|frame| frame.is_ok()) {} };
        drop(tokio::time::timeout(Duration::from_secs(1), answer).await);
    }
}
