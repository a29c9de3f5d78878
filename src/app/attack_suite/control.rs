//! The sandbox's control API, as far as a rehearsal needs it.

use std::time::Duration;

use serde_json::{Value, json};
use wire::{Configured, Method, Timeouts, Url};

use crate::{Exit, Trouble};

/// How long a trial may take before it is given up.
const PATIENCE: Duration = Duration::from_mins(2);

#[derive(Clone)]
pub(super) struct Control {
    wire: Configured,
    base: String,
}

/// A message that was posted as a person.
#[derive(Clone, Debug)]
pub(super) struct Posted {
    pub(super) channel: String,
    pub(super) ts: String,
}

impl Control {
    pub(super) fn new(base: &str) -> Result<Self, Trouble> {
        let timeouts = Timeouts { connect: Duration::from_secs(5), answer: PATIENCE };
        let wire = Configured::new(timeouts).map_err(|error| Trouble::new(Exit::Failed, error))?;
        Ok(Self { wire, base: base.to_owned() })
    }

    pub(super) async fn get(&self, path: &str) -> Result<Value, Trouble> {
        self.send(Method::GET, path, None).await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> Result<Value, Trouble> {
        self.send(Method::POST, path, Some(body)).await
    }

    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Result<Value, Trouble> {
        let failed =
            |words: String| Trouble::new(Exit::Failed, format!("The sandbox did not do {path}: {words}"));
        let url = Url::parse(&format!("{}{path}", self.base)).map_err(|error| failed(error.to_string()))?;
        let mut request = self.wire.request(method, url).at_most(usize::MAX);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.map_err(|error| failed(error.to_string()))?;
        let value: Value = answer.json().map_err(|error| failed(error.to_string()))?;
        if answer.status.is_success() { Ok(value) } else { Err(failed(value.to_string())) }
    }

    pub(super) async fn say(
        &self,
        person: &str,
        place: &str,
        text: &str,
        thread: Option<&Posted>,
    ) -> Result<Posted, Trouble> {
        let body = match thread {
            Some(thread) => {
                json!({ "person": person, "channel": place, "text": text, "thread_ts": thread.ts })
            }
            None => json!({ "person": person, "channel": place, "text": text }),
        };
        let said = self.post("/slack/post", body).await?;
        let text = |name: &str| said.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(Posted { channel: text("channel"), ts: text("ts") })
    }

    /// What the app has said in a thread, oldest first, without what is still being written.
    pub(super) async fn replies(&self, posted: &Posted) -> Result<Vec<Value>, Trouble> {
        let path = format!("/slack/messages?channel={}&thread_ts={}", posted.channel, posted.ts);
        let messages = list(&self.get(&path).await?, "messages");
        Ok(messages.into_iter().filter(|message| is_ours(message) && !is_draft(message)).collect())
    }

    /// What the app has told somebody directly about a thread elsewhere.
    pub(super) async fn told(&self, person: &str, about: &Posted) -> Result<Vec<Value>, Trouble> {
        let path = format!("/slack/messages?channel=dm:{person}&after={}", about.ts);
        let messages = list(&self.get(&path).await?, "messages");
        let thread = format!("{}:{}/", about.channel, about.ts);
        let is_about = |message: &Value| {
            at(message, "/metadata/event_payload/key").as_str().is_some_and(|key| key.contains(&thread))
        };
        Ok(messages.into_iter().filter(|message| is_ours(message) && is_about(message)).collect())
    }

    pub(super) async fn click(
        &self,
        person: &str,
        place: &str,
        card: &Value,
        action: &Value,
    ) -> Result<Value, Trouble> {
        let body = json!({ "person": person, "channel": place, "ts": at(card, "/ts"), "action": action });
        self.post("/slack/click", body).await
    }

    /// Brings a press so many times more, as it came.
    pub(super) async fn again(&self, presses: &Value, times: u32) -> Result<(), Trouble> {
        if times > 0 {
            let body = json!({ "event_id": at(presses, "/trigger_ids/0"), "times": times });
            self.post("/slack/redeliver", body).await?;
        }
        Ok(())
    }

    /// How much has happened so far.
    pub(super) async fn count(&self) -> Result<u64, Trouble> {
        Ok(at(&self.get("/wait").await?, "/count").as_u64().unwrap_or_default())
    }

    /// Until more has happened than that, or a moment has passed.
    pub(super) async fn more_than(&self, count: u64) -> Result<(), Trouble> {
        self.get(&format!("/wait?after={count}&timeout_ms=1000")).await.map(drop)
    }
}

/// What stands there; null if nothing does.
pub(super) fn at<'a>(value: &'a Value, pointer: &str) -> &'a Value {
    value.pointer(pointer).unwrap_or(&Value::Null)
}

/// A list in an answer; empty where there is none.
pub(super) fn list(answer: &Value, name: &str) -> Vec<Value> {
    answer.get(name).and_then(Value::as_array).cloned().unwrap_or_default()
}

fn is_ours(message: &Value) -> bool {
    at(message, "/bot_id").is_string()
}

fn is_draft(message: &Value) -> bool {
    let begun = *at(message, "/metadata/event_type") == "countersign_begun";
    begun
        || (at(message, "/streaming_state").is_string()
            && at(message, "/metadata/event_payload/key").is_null())
}

/// Whether a message is a card, in whatever state.
pub(super) fn is_card(message: &Value) -> bool {
    at(message, "/metadata/event_payload/key").as_str().is_some_and(|key| key.contains("/card/"))
}

/// The id of the button with this text, as it is pressed.
pub(super) fn button(message: &Value, text: &str) -> Option<Value> {
    let blocks = at(message, "/blocks").as_array()?;
    let elements = blocks.iter().filter_map(|block| at(block, "/elements").as_array()).flatten();
    let found = elements
        .filter(|element| *at(element, "/type") == "button")
        .find(|element| *at(element, "/text/text") == text)?;
    Some(at(found, "/action_id").clone())
}

/// Every text in a message, whatever block it stands in.
pub(super) fn all_text(message: &Value) -> String {
    let words = at(message, "/text").as_str().unwrap_or_default();
    format!("{}\n{words}", all_text_of(at(message, "/blocks")))
}

/// Every text in blocks.
pub(super) fn all_text_of(blocks: &Value) -> String {
    fn walk(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| match value {
                Value::String(text) if name == "text" => found.push(text.clone()),
                other => walk(other, found),
            }),
            Value::Array(items) => items.iter().for_each(|item| walk(item, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(blocks, &mut found);
    found.join("\n")
}
