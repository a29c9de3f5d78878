//! Taking a message of ours out of its thread.

use kernel::{MessageRef, ThreadId};
use serde_json::{Value, json};

use super::lines::of_message;
use super::message::{Beside, Destination, EVENT_TYPE, Mark};
use super::slack_chat::{SlackChat, thread_at};
use crate::SlackError;
use crate::json::{list, text};
use crate::names::Place;

/// It is gone, whoever removed it.
const GONE: [&str; 6] = [
    "message_not_found",
    "thread_not_found",
    "channel_not_found",
    "file_not_found",
    "file_deleted",
    "canvas_not_found",
];

impl SlackChat {
    pub(super) async fn remove_all(&self, thread: &ThreadId, message: &MessageRef) -> Result<(), SlackError> {
        let place = self.strip_all(thread, message).await?;
        let _turn = self.lines.queue(&of_message(&place)).await;
        self.delete(&place, &place.ts).await
    }

    /// A long message is several: they go together, with their files. Says where the first of them stands.
    pub(super) async fn strip_all(
        &self,
        thread: &ThreadId,
        message: &MessageRef,
    ) -> Result<Place, SlackError> {
        let place = Place::of_message(message).ok_or_else(|| SlackError::NoSuchName(message.to_string()))?;
        let mut to = thread_at(thread)?;
        if to.channel != place.channel {
            // It was told directly, in no thread.
            to = Destination { team: place.team.clone(), channel: place.channel.clone(), root: None };
        }
        let (parts, beside) = self.parts_of(&to, &place.ts).await?;
        self.clear_away(&beside).await?;
        for ts in &parts {
            self.delete(&place, ts).await?;
        }
        Ok(place)
    }

    async fn delete(&self, near: &Place, ts: &str) -> Result<(), SlackError> {
        let which = json!({ "channel": near.channel, "ts": ts });
        match self.client.post("chat.delete", &which).await {
            Err(SlackError::Refused { code, .. }) if GONE.contains(&code.as_str()) => Ok(()),
            deleted => deleted.map(drop),
        }
    }

    /// One that Slack does not let us delete keeps nothing else from going.
    async fn clear_away(&self, beside: &Beside) -> Result<(), SlackError> {
        let files = beside.files.iter().map(|id| ("files.delete", json!({ "file": id })));
        let canvases = beside.canvases.iter().map(|id| ("canvases.delete", json!({ "canvas_id": id })));
        for (method, which) in files.chain(canvases) {
            match self.client.post(method, &which).await {
                Ok(_) => {}
                Err(SlackError::Refused { code, .. }) if GONE.contains(&code.as_str()) => {}
                Err(error @ SlackError::Refused { .. }) => {
                    tracing::warn!(%error, %which, "what belongs to a removed message has stayed");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// What else stands in the thread for this message: what has its key with a number behind it, and what shows its files.
    /// And what stands beside it.
    async fn parts_of(&self, to: &Destination, ts: &str) -> Result<(Vec<String>, Beside), SlackError> {
        let mut ours: Vec<Ours> = Vec::new();
        let mut cursor = String::new();
        loop {
            let answer = self.read_back(to, &cursor).await?;
            let by_us = list(&answer, "/messages").iter().filter(|message| self.is_by_us(message));
            ours.extend(by_us.filter_map(Ours::read));
            match text(&answer, "/response_metadata/next_cursor") {
                Some(next) if next != cursor => next.clone_into(&mut cursor),
                _ => break,
            }
        }
        let marked = ours.iter().find(|one| one.ts == ts);
        let Some(Mark { key, beside }) = marked.and_then(|one| one.mark.clone()) else {
            return Ok((Vec::new(), Beside::default()));
        };
        let parts = ours.into_iter().filter(|one| one.is_page_of(&key) || one.only_shows(&beside.files));
        Ok((parts.map(|one| one.ts).collect(), beside))
    }
}

/// A message of ours, as it stands in a thread.
struct Ours {
    ts: String,
    mark: Option<Mark>,
    files: Vec<String>,
}

impl Ours {
    fn read(message: &Value) -> Option<Self> {
        let is_marked = text(message, "/metadata/event_type") == Some(EVENT_TYPE);
        let key = text(message, "/metadata/event_payload/key").filter(|_| is_marked);
        let mark = key.map(|key| Mark { key: key.to_owned(), beside: Beside::of(message) });
        let files = list(message, "/files").iter().filter_map(|file| text(file, "/id").map(str::to_owned));
        Some(Self { ts: text(message, "/ts")?.to_owned(), mark, files: files.collect() })
    }

    fn is_page_of(&self, first: &str) -> bool {
        let key = self.mark.as_ref().map(|mark| mark.key.as_str()).unwrap_or_default();
        let number = key.strip_prefix(first).and_then(|rest| rest.strip_prefix('/'));
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    }

    fn only_shows(&self, files: &[String]) -> bool {
        self.mark.is_none() && !self.files.is_empty() && self.files.iter().all(|file| files.contains(file))
    }
}

#[cfg(test)]
mod tests {
    use kernel::ports::Chat;

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

    #[tokio::test]
    async fn what_stands_beside_a_message_goes_before_it_and_what_others_put_there_stays() {
        let slack = ScriptedSlack::start().await;
        let mut answer = ours("2.0", "r/1");
        answer["metadata"]["event_payload"]["files"] = json!("F1 F2");
        answer["metadata"]["event_payload"]["canvases"] = json!("F3");
        let shows = |ts: &str, by: &str, files: &[&str]| {
            let files: Vec<Value> = files.iter().map(|id| json!({"id": id})).collect();
            json!({"ts": ts, "bot_id": by, "files": files})
        };
        let thread = [
            shows("1.5", "BBOT", &["F1", "F2"]),
            shows("1.6", "BBOT", &["F2", "F9"]),
            shows("1.7", "BOTHER", &["F1"]),
            answer,
        ];
        slack.will("conversations.replies", Answer::Says(json!({"ok": true, "messages": thread})));
        slack.will("files.delete", Answer::Says(json!({"ok": false, "error": "cant_delete_file"})));
        soon(chat(&slack).remove(&"T1:C1:1.0".into(), &"T1:C1:2.0".into())).await.unwrap();
        let said = |method: &str, field: &str| -> Vec<Value> {
            slack.calls(method).iter().map(|call| call[field].clone()).collect()
        };
        assert_eq!(said("files.delete", "file"), ["F1", "F2"]);
        assert_eq!(said("canvases.delete", "canvas_id"), ["F3"]);
        assert_eq!(said("chat.delete", "ts"), ["1.5", "2.0"]);
    }
}
