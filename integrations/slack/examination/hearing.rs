//! Whether what is said to us in a direct message comes through: we say something ourselves, and listen.

use std::time::Duration;

use kernel::{Finding, Secret};
use serde_json::{Value, json};
use wire::{Frame, Socket};

use super::error::ExaminationError;
use super::{EVENTS, Examined, MANIFEST};
use crate::json::text;

const LONGEST: Duration = Duration::from_secs(10);
const WORDS: &str = "Countersign is being examined. This message disappears by itself.";

impl Examined<'_> {
    /// The message is taken away again, whatever came of it.
    pub(super) async fn hearing(&self, bot: &Secret, member: &str, socket: &mut Socket) -> Finding {
        let said = match self.say_something(bot, member).await {
            Ok(said) => said,
            Err(error) => {
                return Finding::doubtful(
                    EVENTS,
                    error.to_string(),
                    "Name a member by the address of their profile.",
                );
            }
        };
        let heard = tokio::time::timeout(LONGEST, heard(socket, &said)).await;
        let place = json!({ "channel": said.channel, "ts": said.ts });
        let removed = self.call("chat.delete", bot, &place).await;
        if !removed.is_ok_and(|(_, answer)| crate::json::yes(&answer, "/ok")) {
            tracing::warn!("the message of the examination could not be taken away");
        }
        match heard {
            Ok(true) => Finding::sound(EVENTS, "Direct messages come through."),
            Ok(false) | Err(_) => Finding::doubtful(
                EVENTS,
                "What was said in a direct message did not come through on this socket.",
                format!("If no other process uses the app, `message.im` is not subscribed. {MANIFEST}"),
            ),
        }
    }

    async fn say_something(&self, bot: &Secret, member: &str) -> Result<Said, ExaminationError> {
        let found = self.asked("users.lookupByEmail", bot, &json!({ "email": member })).await?;
        let user = text(&found, "/user/id").unwrap_or_default();
        let opened = self.asked("conversations.open", bot, &json!({ "users": user })).await?;
        let channel = text(&opened, "/channel/id").unwrap_or_default().to_owned();
        let posted =
            self.asked("chat.postMessage", bot, &json!({ "channel": channel, "text": WORDS })).await?;
        Ok(Said { channel, ts: text(&posted, "/ts").unwrap_or_default().to_owned() })
    }

    async fn asked(&self, method: &str, token: &Secret, body: &Value) -> Result<Value, ExaminationError> {
        let (_, answer) = self.call(method, token, body).await?;
        match text(&answer, "/error") {
            Some(code) => Err(ExaminationError::Refused { method: method.to_owned(), code: code.to_owned() }),
            None => Ok(answer),
        }
    }
}

struct Said {
    channel: String,
    ts: String,
}

/// Nothing is acknowledged here: what else is said is delivered anew once somebody works.
async fn heard(socket: &mut Socket, said: &Said) -> bool {
    loop {
        match socket.next().await {
            Ok(Frame::Text(words)) => {
                let frame: Value = serde_json::from_str(&words).unwrap_or_default();
                let event = |name: &str| text(&frame, &format!("/payload/event/{name}"));
                if event("channel") == Some(&said.channel) && event("ts") == Some(&said.ts) {
                    return true;
                }
            }
            Ok(Frame::Sign) => {}
            Ok(Frame::Closed) | Err(_) => return false,
        }
    }
}
