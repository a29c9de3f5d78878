//! What people read: an answer that grows before their eyes and stands there whole in the end, whatever happens on the
//! way; tables, long answers, and words that can do nothing but be read.

mod rendering;
mod shapes;

use std::sync::Arc;

use serde_json::{Value, json};

use crate::harness::{Beat, Cast, Plan, Posted, Speaker, Town, all_text, small_world};

/// More than is held back for the next second.
fn a_lot(word: &str) -> String {
    format!("{word} ").repeat(80)
}

struct Scene {
    town: Town,
    cast: Cast,
    speaker: Arc<Speaker>,
}

impl Scene {
    async fn new() -> Self {
        let (world, cast) = small_world();
        let speaker = Speaker::new();
        let town = Plan::new(world).model(speaker.clone()).build().await;
        Self { town, cast, speaker }
    }

    async fn ask(&self, channel: &str) -> Posted {
        let words = if channel == "dm" { "go on" } else { "@countersign go on" };
        self.town.control.say(&self.cast.asker, channel, words, None).await
    }

    /// Waits for a stream that goes on and says this.
    async fn streamed(&self, words: &str) -> Value {
        self.town
            .control
            .until(&format!("a stream that says {words:?}"), async || {
                let streams = self.streams().await;
                streams.into_iter().find(|stream| {
                    stream["state"] == "in_progress" && stream["markdown"].as_str().unwrap().contains(words)
                })
            })
            .await
    }

    /// Waits until Slack was told this, whatever came of it.
    async fn sent(&self, word: &str) {
        let control = &self.town.control;
        let told = async || {
            let requests = control.requests("slack", "chat.*").await;
            let told = |request: &Value| request["body"].as_str().unwrap().contains(word);
            requests.iter().any(told).then_some(())
        };
        control.until(&format!("{word} is sent"), told).await;
    }

    async fn streams(&self) -> Vec<Value> {
        self.town.control.get("/slack/streams").await["streams"].as_array().unwrap().clone()
    }

    /// Everything of ours that stands in the thread once the turn is over.
    async fn left(&self, asked: &Posted) -> Vec<Value> {
        self.town.control.reply(asked, 0).await;
        idle(&self.town, asked).await;
        ours(&self.town, asked).await
    }

    /// The one message that is left, which says this and nothing else.
    async fn only(&self, asked: &Posted, words: &str) -> Value {
        let mut left = self.left(asked).await;
        assert_eq!(left.len(), 1, "one answer: {left:?}");
        let said: Vec<&str> = markdown(&left[0]);
        assert_eq!(said.join(""), words.trim_end(), "byte for byte");
        assert_eq!(left[0]["streaming_state"], "completed");
        left.remove(0)
    }
}

async fn idle(town: &Town, asked: &Posted) {
    town.control
        .until("nobody works on it", async || {
            let statuses = town.control.get("/slack/statuses").await.to_string();
            (statuses.contains(&asked.ts) && !statuses.contains("\"processing\"")).then_some(())
        })
        .await;
}

/// Drafts too.
async fn ours(town: &Town, asked: &Posted) -> Vec<Value> {
    let path = format!("/slack/messages?channel={}&thread_ts={}", asked.channel, asked.ts);
    let mut messages = town.control.get(&path).await["messages"].as_array().unwrap().clone();
    messages.retain(|message| message["bot_id"].is_string());
    messages
}

fn markdown(message: &Value) -> Vec<&str> {
    let blocks = message["blocks"].as_array().unwrap();
    blocks
        .iter()
        .filter(|block| block["type"] == "markdown")
        .map(|block| block["text"].as_str().unwrap())
        .collect()
}

async fn fault(town: &Town, method: &str, kind: Value) {
    town.control.fault(json!({"service": "slack", "method": method, "kind": kind, "times": 1})).await;
}

fn refused(code: &str) -> Value {
    json!({"status": {"code": 200, "body": {"ok": false, "error": code}}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_streamed_answer_with_a_table_arrives_whole() {
    let scene = Scene::new().await;
    let asked = scene.ask("dm").await;
    let first = a_lot("stock");
    scene.speaker.says(&first);
    scene.streamed("stock").await;
    scene.speaker.says("\n\n| Item | Count |\n|---|--:|\n| Pencils | 12 |\n");
    scene.speaker.says("\nThat is *all*.");
    scene.speaker.ends();
    let left = scene.left(&asked).await;
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(markdown(&left[0]), [first.trim_end(), "That is *all*."]);
    let table =
        left[0]["blocks"].as_array().unwrap().iter().find(|block| block["type"] == "data_table").unwrap();
    assert_eq!(
        table["rows"][1],
        json!([{"type": "raw_text", "text": "Pencils"},
        {"type": "raw_number", "value": 12, "text": "12"}])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_dies_after_five_minutes_leaves_the_text_whole() {
    let scene = Scene::new().await;
    let asked = scene.ask("dm").await;
    let parts = [a_lot("one"), a_lot("two"), a_lot("three")];
    scene.speaker.says(&parts[0]);
    let stream = scene.streamed("one").await;
    scene.town.control.post("/slack/streams/end", json!({"ts": stream["ts"]})).await;
    scene.speaker.says(&parts[1]);
    scene
        .town
        .control
        .until("the broken message is made whole", async || {
            let messages = ours(&scene.town, &asked).await;
            messages.iter().any(|message| all_text(message).contains("two")).then_some(())
        })
        .await;
    scene.speaker.says(&parts[2]);
    let next = scene.streamed("three").await;
    assert!(next["markdown"].as_str().unwrap().starts_with("_(continued)_"), "{next}");
    scene.speaker.ends();
    scene.only(&asked, &parts.concat()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_gets_lost_on_the_way_the_text_is_the_models_in_the_end() {
    let scene = Scene::new().await;
    let kinds = [
        json!("drop_after_commit"),
        json!("drop_before"),
        json!({"status": {"code": 503}}),
        json!({"status": {"code": 429, "retry_after": 0}}),
    ];
    let methods = ["chat.startStream", "chat.appendStream", "chat.stopStream", "chat.update"];
    for (round, (method, kind)) in
        methods.iter().flat_map(|method| kinds.iter().map(move |kind| (method, kind))).enumerate()
    {
        let asked = scene.ask("dm").await;
        fault(&scene.town, method, kind.clone()).await;
        let parts = ["alpha", "beta", "gamma"].map(|word| a_lot(&format!("{word}{round}")));
        for part in &parts {
            scene.speaker.says(part);
            scene.sent(part.split(' ').next().unwrap()).await;
        }
        scene.speaker.ends();
        scene.only(&asked, &parts.concat()).await;
        scene.town.control.delete("/faults").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_streaming_is_refused_the_answer_is_posted() {
    let scene = Scene::new().await;
    for code in ["unknown_method", "missing_recipient_team_id", "not_allowed_token_type"] {
        fault(&scene.town, "chat.startStream", refused(code)).await;
        let asked = scene.ask(&scene.cast.channel).await;
        let words = a_lot("posted");
        scene.speaker.says(&words);
        scene.sent(&asked.ts).await;
        scene.speaker.ends();
        let left = scene.left(&asked).await;
        assert_eq!(left.len(), 1, "{left:?}");
        assert_eq!(markdown(&left[0]), [words.trim_end()]);
        scene.town.control.delete("/faults").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_breaks_off_is_asked_again_and_its_beginning_is_not_left() {
    let scene = Scene::new().await;
    let asked = scene.ask(&scene.cast.channel).await;
    scene.speaker.says(&a_lot("half"));
    scene.streamed("half").await;
    scene.speaker.does(Beat::Break);
    scene.speaker.says("Whole.");
    scene.speaker.ends();
    scene.only(&asked, "Whole.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_before_a_call_is_not_the_answer() {
    let scene = Scene::new().await;
    scene.town.grant(&scene.cast.asker, &["gmail.readonly"]).await;
    let asked = scene.ask("dm").await;
    scene.speaker.says(&a_lot("looking"));
    scene.streamed("looking").await;
    scene.speaker.does(Beat::Call("gmail.search", json!({"query": "in:inbox"})));
    scene.speaker.ends();
    let stream = scene
        .town
        .control
        .until("the task is seen", async || {
            let streams = scene.streams().await;
            streams.into_iter().find(|stream| stream["tasks"][0]["status"] == "complete")
        })
        .await;
    assert_eq!(stream["tasks"][0]["title"], "Searches your Gmail mailbox and lists the messages found");
    scene.speaker.says("Found.");
    scene.speaker.ends();
    scene.only(&asked, "Found.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_card_waits_nothing_unfinished_stands_in_the_thread() {
    let scene = Scene::new().await;
    scene.town.grant(&scene.cast.asker, &["gmail.readonly", "gmail.compose"]).await;
    let asked = scene.ask("dm").await;
    scene.speaker.says(&a_lot("writing"));
    scene.streamed("writing").await;
    let mail = json!({"to": [scene.cast.friend_address], "subject": "Hello", "body": "Hello"});
    scene.speaker.does(Beat::Call("gmail.send", mail));
    scene.speaker.ends();
    let card = scene.town.control.live_card(&asked).await;
    scene
        .town
        .control
        .until("the card stands alone, and the session waits", async || {
            let statuses = scene.town.control.get("/slack/statuses").await.to_string();
            (ours(&scene.town, &asked).await.len() == 1 && statuses.contains("\"suspended\"")).then_some(())
        })
        .await;
    scene.town.control.click(&scene.cast.asker, &card, "Deny").await;
    scene.speaker.says("Not sent.");
    scene.speaker.ends();
    let left = scene.left(&asked).await;
    assert_eq!((left.len(), markdown(&left[1])), (2, vec!["Not sent."]), "below the card: {left:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn stop_ends_the_stream() {
    let scene = Scene::new().await;
    let asked = scene.ask("dm").await;
    scene.speaker.says(&a_lot("never"));
    scene.streamed("never").await;
    scene.town.control.press_stop(&scene.cast.asker, &asked.ts).await;
    let left = scene.left(&asked).await;
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(all_text(&left[0]).contains("Stopped. Nothing had been sent or changed."), "{left:?}");
    assert!(scene.streams().await.iter().all(|stream| stream["state"] != "in_progress"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_begins_after_the_stop_is_taken_away() {
    let scene = Scene::new().await;
    let control = &scene.town.control;
    let asked = scene.ask("dm").await;
    control.fault(json!({"service": "slack", "method": "chat.startStream", "kind": "hold"})).await;
    scene.speaker.says(&a_lot("never"));
    scene.sent("never").await;
    control.press_stop(&scene.cast.asker, &asked.ts).await;
    assert!(control.reply(&asked, 0).await.contains("Stopped. Nothing had been sent or changed."));
    control.delete("/faults").await;
    let begun = async || {
        let begun = control.requests("slack", "chat.startStream").await;
        (begun.len() == 1 && begun[0]["status"] == 200).then_some(())
    };
    control.until("the stream has begun after all", begun).await;
    let alone = async || (ours(&scene.town, &asked).await.len() == 1).then_some(());
    control.until("it is gone again", alone).await;
    assert!(scene.streams().await.iter().all(|stream| stream["state"] != "in_progress"));
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_channel_nothing_is_seen_early_that_draws_on_an_account() {
    let scene = Scene::new().await;
    scene.town.grant(&scene.cast.asker, &["gmail.readonly"]).await;
    let asked = scene.ask(&scene.cast.channel).await;
    scene.speaker.does(Beat::Call("gmail.search", json!({"query": "in:inbox"})));
    scene.speaker.ends();
    let words = a_lot("private");
    scene.speaker.says(&words);
    scene.speaker.ends();
    let left = scene.left(&asked).await;
    assert_eq!(markdown(left.last().unwrap()), [words.trim_end()]);
    for method in ["chat.startStream", "chat.appendStream"] {
        for request in scene.town.control.requests("slack", method).await {
            assert!(!request["body"].as_str().unwrap().contains("private"), "{request}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broadcast_in_an_answer_is_only_letters() {
    let scene = Scene::new().await;
    let asked = scene.ask(&scene.cast.channel).await;
    scene.speaker.says(&a_lot("hello"));
    scene.streamed("hello").await;
    scene.speaker.says(&format!("<!channel> <@U1> <{}", a_lot("!here>")));
    scene.speaker.ends();
    scene.left(&asked).await;
    for request in scene.town.control.requests("slack", "chat.*").await {
        let body = request["body"].as_str().unwrap();
        assert!(!["<!", "<@"].iter().any(|live| body.contains(live)), "{body}");
    }
}
