//! Taking a message of ours out of its thread.

use kernel::{MessageRef, ThreadId};
use serde_json::json;

use super::lines::of_message;
use super::message::{Destination, EVENT_TYPE};
use super::{SlackChat, thread_at};
use crate::SlackError;
use crate::json::{list, text};
use crate::names::Place;

/// It is gone, whoever removed it.
const GONE: [&str; 3] = ["message_not_found", "thread_not_found", "channel_not_found"];

impl SlackChat {
    /// A long message is several: they go together.
    pub(super) async fn remove_all(&self, thread: &ThreadId, message: &MessageRef) -> Result<(), SlackError> {
        let place = Place::of_message(message).ok_or_else(|| SlackError::NoSuchName(message.to_string()))?;
        let mut to = thread_at(thread)?;
        if to.channel != place.channel {
            // It was told directly, in no thread.
            to = Destination { team: place.team.clone(), channel: place.channel.clone(), root: None };
        }
        let pages = self.pages_of(&to, &place.ts).await?;
        let _turn = self.lines.queue(&of_message(&place)).await;
        for ts in pages.iter().chain([&place.ts]) {
            let deleted =
                self.client.post("chat.delete", &json!({ "channel": place.channel, "ts": ts })).await;
            match deleted {
                Err(SlackError::Refused { code, .. }) if GONE.contains(&code.as_str()) => {}
                deleted => drop(deleted?),
            }
        }
        Ok(())
    }

    /// What else stands in the thread under the key of this message, with a number behind it.
    async fn pages_of(&self, to: &Destination, ts: &str) -> Result<Vec<String>, SlackError> {
        let mut ours: Vec<(String, String)> = Vec::new();
        let mut cursor = String::new();
        loop {
            let answer = self.read_back(to, &cursor).await?;
            let messages = list(&answer, "/messages").iter().filter(|message| {
                self.is_by_us(message) && text(message, "/metadata/event_type") == Some(EVENT_TYPE)
            });
            ours.extend(messages.filter_map(|message| {
                let key = text(message, "/metadata/event_payload/key")?;
                Some((text(message, "/ts")?.to_owned(), key.to_owned()))
            }));
            match text(&answer, "/response_metadata/next_cursor") {
                Some(next) if next != cursor => next.clone_into(&mut cursor),
                _ => break,
            }
        }
        let Some(key) = ours.iter().find(|(known, _)| known == ts).map(|(_, key)| key.clone()) else {
            return Ok(Vec::new());
        };
        let is_page = |other: &str| {
            let number = other.strip_prefix(&key).and_then(|rest| rest.strip_prefix('/'));
            number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        Ok(ours.into_iter().filter(|(_, other)| is_page(other)).map(|(ts, _)| ts).collect())
    }
}

#[cfg(test)]
mod tests {
    use kernel::ports::Chat;
    use serde_json::{Value, json};

    use super::super::tests::chat;
    use super::*;
    use crate::scripted::{Answer, ScriptedSlack, soon};

    fn ours(ts: &str, key: &str) -> Value {
        json!({"ts": ts, "bot_id": "BBOT", "metadata": {"event_type": EVENT_TYPE, "event_payload": {"key": key}}})
    }

    #[tokio::test]
    async fn a_message_goes_with_all_its_pages_and_nothing_else() {
        let slack = ScriptedSlack::start().await;
        let thread = [ours("2.0", "r/1"), ours("3.0", "r/1/2"), ours("4.0", "r/12"), ours("5.0", "r/1/x")];
        slack.will("conversations.replies", Answer::Says(json!({"ok": true, "messages": thread})));
        slack.will("chat.delete", Answer::Says(json!({"ok": false, "error": "message_not_found"})));
        soon(chat(&slack).remove(&"T1:C1:1.0".into(), &"T1:C1:2.0".into())).await.unwrap();
        let deleted: Vec<Value> = slack.calls("chat.delete").iter().map(|call| call["ts"].clone()).collect();
        assert_eq!(deleted, ["3.0", "2.0"]);
    }
}
