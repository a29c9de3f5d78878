//! The sandbox's control API, and waiting for things to happen without sleeping.

use std::time::{Duration, Instant};

use kernel::Secret;
use serde_json::{Value, json};
use wire::{Configured, Method, Timeouts, Url};

/// How long something may take before a story gives up on it.
/// A hang is found by it, never slowness: machines that test may be slow.
const PATIENCE: Duration = Duration::from_mins(5);

#[derive(Clone)]
pub struct Control {
    pub(super) wire: Configured,
    base: String,
}

/// A message that was posted as a person.
#[derive(Clone, Debug)]
pub struct Posted {
    pub channel: String,
    pub ts: String,
    pub event_ids: Vec<String>,
    /// Who wrote it; nobody where it is not known.
    pub by: String,
}

impl Control {
    pub fn new(base: &str) -> Self {
        let timeouts =
            Timeouts { connect: Duration::from_secs(5), answer: PATIENCE + Duration::from_secs(10) };
        Self { wire: Configured::new(timeouts).unwrap(), base: base.to_owned() }
    }

    /// For what is outside of the control API.
    pub fn wire(&self) -> &Configured {
        &self.wire
    }

    pub async fn get(&self, path: &str) -> Value {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.send(Method::POST, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Value {
        self.send(Method::DELETE, path, None).await
    }

    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let url = Url::parse(&format!("{}{path}", self.base)).unwrap();
        // The sandbox remembers all that a story did, however long it was.
        let mut request = self.wire.request(method, url).at_most(usize::MAX);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        let value: Value = answer.json().unwrap();
        assert!(answer.status.is_success(), "{path}: {value}");
        value
    }

    /// The text at an address that is open to the bearer of a token.
    pub async fn fetch(&self, url: Url, token: &Secret) -> String {
        let answer = self.wire.request(Method::GET, url).bearer(token).send().await.unwrap();
        assert!(answer.status.is_success(), "{}", answer.status);
        String::from_utf8(answer.body.to_vec()).unwrap()
    }

    /// Somebody writes something; `thread` for a reply.
    pub async fn say(&self, person: &str, channel: &str, text: &str, thread: Option<&str>) -> Posted {
        let mut body = json!({ "person": person, "channel": channel, "text": text });
        if let Some(thread) = thread {
            body["thread_ts"] = thread.into();
        }
        let said = self.post("/slack/post", body).await;
        Posted { by: person.to_owned(), ..posted(&said) }
    }

    /// Somebody rewrites what they wrote.
    pub async fn edit(&self, person: &str, posted: &Posted, text: &str) {
        let body = json!({ "person": person, "channel": posted.channel, "ts": posted.ts, "text": text });
        self.post("/slack/edit", body).await;
    }

    /// Somebody deletes what they wrote.
    pub async fn withdraw(&self, person: &str, posted: &Posted) {
        let body = json!({ "person": person, "channel": posted.channel, "ts": posted.ts });
        self.post("/slack/delete", body).await;
    }

    pub async fn click(&self, person: &str, message: &Value, action: &str) -> Value {
        let body =
            json!({ "person": person, "channel": message["channel"], "ts": message["ts"], "action": action });
        self.post("/slack/click", body).await
    }

    /// Whether whoever pressed it has seen the warning sign: nobody answered Slack in time, and it does not come again.
    pub async fn failed(&self, clicked: &Value) -> bool {
        let deliveries = self.get("/slack/deliveries").await;
        let mine = |delivery: &&Value| delivery["event_id"] == clicked["trigger_ids"][0];
        let delivery = deliveries["deliveries"].as_array().unwrap().iter().find(mine).cloned();
        delivery.is_some_and(|delivery| delivery["stage"] == "given_up")
    }

    /// Presses a button while nobody is there to hear of it, until Slack gives up.
    pub async fn click_in_vain(&self, person: &str, message: &Value, action: &str) {
        self.post("/slack/timing", json!({ "ack_ms": 100 })).await;
        let clicked = self.click(person, message, action).await;
        self.until("the warning sign", async || self.failed(&clicked).await.then_some(())).await;
        self.post("/slack/timing", json!({})).await;
    }

    /// What the app said in a thread, oldest first.
    pub async fn replies(&self, posted: &Posted) -> Vec<Value> {
        let path = format!("/slack/messages?channel={}&thread_ts={}", posted.channel, posted.ts);
        let mut messages = self.get(&path).await["messages"].as_array().unwrap().clone();
        messages.retain(|message| message["bot_id"].is_string() && !is_draft(message));
        for message in &mut messages {
            message["channel"] = posted.channel.clone().into();
        }
        messages
    }

    /// What the app said in a thread, and what it told whoever began it of that thread alone.
    pub async fn said_of(&self, posted: &Posted) -> Vec<Value> {
        let mut said = self.replies(posted).await;
        said.extend(self.told_of(posted).await);
        said
    }

    /// What whoever wrote this was told of it directly.
    pub async fn told_of(&self, posted: &Posted) -> Vec<Value> {
        if posted.by.is_empty() {
            return Vec::new();
        }
        let path = format!("/slack/messages?channel=dm:{}&after={}", posted.by, posted.ts);
        let mut messages = self.get(&path).await["messages"].as_array().unwrap().clone();
        let thread = format!("{}:{}/", posted.channel, posted.ts);
        let key = |message: &Value| message["metadata"]["event_payload"]["key"].as_str().map(str::to_owned);
        messages.retain(|message| key(message).is_some_and(|key| key.contains(&thread)));
        for message in &mut messages {
            // As they call it themselves.
            message["channel"] = "dm".into();
        }
        messages
    }

    pub async fn ephemerals(&self, person: &str) -> Vec<Value> {
        self.get(&format!("/slack/ephemerals?person={person}")).await["ephemerals"]
            .as_array()
            .unwrap()
            .clone()
    }

    pub async fn mailbox(&self, person: &str, label: &str) -> Vec<Value> {
        self.get(&format!("/google/mailbox?person={person}&label={label}")).await["messages"]
            .as_array()
            .unwrap()
            .clone()
    }

    pub async fn message(&self, person: &str, id: &str) -> Value {
        self.get(&format!("/google/message?person={person}&id={id}")).await
    }

    /// Requests that Google or Slack got, e.g. `("google", "gmail.users.drafts.*")`.
    pub async fn requests(&self, service: &str, method: &str) -> Vec<Value> {
        self.get(&format!("/requests?service={service}&method={method}")).await["requests"]
            .as_array()
            .unwrap()
            .clone()
    }

    pub async fn fault(&self, fault: Value) {
        self.post("/faults", fault).await;
    }

    /// Looks again after every change until there is something to see.
    pub async fn until<T>(&self, what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            let count = self.get("/wait").await["count"].as_u64().unwrap();
            if let Some(seen) = look().await {
                return seen;
            }
            assert!(began.elapsed() < PATIENCE, "waited in vain for: {what}");
            self.get(&format!("/wait?after={count}&timeout_ms=1000")).await;
        }
    }

    /// The app's next reply in a thread after `seen` of them, without a card.
    pub async fn reply(&self, posted: &Posted, seen: usize) -> String {
        let what = format!("reply number {} to {}", seen + 1, posted.ts);
        self.until(&what, async || {
            let replies = self.replies(posted).await;
            let words: Vec<String> = replies.iter().filter(|reply| !is_card(reply)).map(all_text).collect();
            words.get(seen).cloned()
        })
        .await
    }

    /// Whether people see that the app works in a thread; then they see a button to stop it.
    pub async fn is_processing(&self, thread: &str) -> bool {
        let told = self.get("/slack/statuses").await;
        let mut statuses = told["statuses"].as_array().unwrap().iter();
        statuses.any(|status| status["thread_ts"] == thread && status["session"] == "processing")
    }

    pub async fn processing(&self, thread: &str) {
        self.until("it is at work", async || self.is_processing(thread).await.then_some(())).await;
    }

    /// Presses the button in a direct message as soon as it is there.
    pub async fn press_stop(&self, person: &str, thread: &str) {
        self.processing(thread).await;
        self.post("/slack/stop", json!({ "person": person, "channel": "dm", "thread_ts": thread })).await;
    }

    /// Waits until the product has everything that was sent to it about a message: what comes over two sockets at
    /// once comes in any order.
    pub async fn delivered(&self, posted: &Posted) {
        self.until("what was said has arrived", async || {
            let deliveries = self.get("/slack/deliveries").await["deliveries"].as_array().unwrap().clone();
            let about = |delivery: &&Value| posted.event_ids.iter().any(|id| delivery["event_id"] == **id);
            deliveries.iter().filter(about).all(|one| one["stage"] == "acknowledged").then_some(())
        })
        .await;
    }

    /// The newest card that can be decided: in the thread, or for whoever asked alone.
    pub async fn live_card(&self, posted: &Posted) -> Value {
        self.until("a card with buttons", async || {
            let said = self.said_of(posted).await;
            said.into_iter().rev().find(|one| button(one, "Approve").is_some())
        })
        .await
    }

    /// Waits until a card says something.
    pub async fn card_says(&self, posted: &Posted, card: &Value, words: &str) -> Value {
        self.until(&format!("a card that says {words:?}"), async || {
            let said = self.said_of(posted).await;
            said.into_iter().find(|one| one["ts"] == card["ts"] && all_text(one).contains(words))
        })
        .await
    }

    pub async fn ephemeral_saying(&self, person: &str, words: &str) -> Value {
        self.until(&format!("{person} is told {words:?}"), async || {
            let whispers = self.ephemerals(person).await;
            whispers.into_iter().rev().find(|whisper| all_text(whisper).contains(words))
        })
        .await
    }
}

pub fn posted(said: &Value) -> Posted {
    let text = |name: &str| said[name].as_str().unwrap().to_owned();
    let event_ids = said["event_ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned());
    Posted { channel: text("channel"), ts: text("ts"), event_ids: event_ids.collect(), by: String::new() }
}

/// Every text in a message, whatever block it stands in.
pub fn all_text(message: &Value) -> String {
    fn walk(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        Value::String(text) if name == "text" => found.push(text.clone()),
                        other => walk(other, found),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    let words = message["blocks"].as_array().into_iter().flatten();
    words.filter(|block| block["type"] != "context_actions").for_each(|block| walk(block, &mut found));
    if found.is_empty() {
        found.extend(message["text"].as_str().map(str::to_owned));
    }
    found.join("\n")
}

/// The button with this text.
pub fn button(message: &Value, text: &str) -> Option<Value> {
    let blocks = message["blocks"].as_array()?;
    let elements = blocks.iter().filter_map(|block| block["elements"].as_array()).flatten();
    elements
        .filter(|element| element["type"] == "button")
        .find(|element| element["text"]["text"] == text)
        .cloned()
}

/// Whether a message is still being written: it has no key before it is whole.
fn is_draft(message: &Value) -> bool {
    let begun = message["metadata"]["event_type"] == "countersign_begun";
    begun || (message["streaming_state"].is_string() && message["metadata"]["event_payload"]["key"].is_null())
}

/// Whether a message is an approval card, in whatever state.
pub fn is_card(message: &Value) -> bool {
    message["metadata"]["event_payload"]["key"].as_str().is_some_and(|key| key.contains("/card/"))
}
