//! Where Slack takes less than it could: no streams, or files that do not appear.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::refuse;
use crate::harness::{Plan, Posted, ScriptedModel, Speaker, Town, all_text, says, small_world};

/// More than is held back for the next second.
fn a_lot(word: &str) -> String {
    format!("{word} ").repeat(80)
}

/// All that stands in the thread of ours, whole or not.
async fn ours(town: &Town, asked: &Posted) -> Vec<Value> {
    let path = format!("/slack/messages?channel={}&thread_ts={}", asked.channel, asked.ts);
    let mut messages = town.control.get(&path).await["messages"].as_array().unwrap().clone();
    messages.retain(|message| message["bot_id"].is_string());
    messages
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_grows_where_nothing_can_be_streamed() {
    let (world, cast) = small_world();
    let speaker = Speaker::new();
    let town = Plan::new(world).model(speaker.clone()).build().await;
    refuse(&town, "chat.startStream", "unknown_method", None).await;
    let asked = town.control.say(&cast.asker, "dm", "go on", None).await;
    let mut begun: Option<Value> = None;
    for word in ["first", "second", "third"] {
        speaker.says(&a_lot(word));
        let grown =
            async || ours(&town, &asked).await.into_iter().find(|message| all_text(message).contains(word));
        let message = town.control.until(&format!("a message that says {word}"), grown).await;
        let first = begun.get_or_insert_with(|| message["ts"].clone());
        assert_eq!(message["ts"], *first, "one message grows");
    }
    speaker.says("and the end");
    speaker.ends();
    let whole = town.control.reply(&asked, 0).await;
    for word in ["first", "second", "third", "and the end"] {
        assert!(whole.contains(word), "{whole}");
    }
    assert_eq!(ours(&town, &asked).await.len(), 1, "nothing else is left");
    let edits = town.control.requests("slack", "chat.update").await;
    let when = |edit: &Value| edit["at"].as_str().unwrap().parse::<Timestamp>().unwrap();
    let unfinished: Vec<Timestamp> = edits
        .iter()
        .filter(|edit| edit["body"].to_string().contains("countersign_begun"))
        .map(when)
        .collect();
    assert!(unfinished.len() >= 2, "{edits:?}");
    let close = |pair: &[Timestamp]| pair[1].duration_since(pair[0]).as_millis() < 950;
    assert!(!unfinished.windows(2).any(close), "{unfinished:?}");
    assert_eq!(town.control.requests("slack", "chat.startStream").await.len(), 1, "it was asked once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_does_not_appear_is_replaced_by_messages() {
    let (world, cast) = small_world();
    let lines: Vec<String> = (0..4000).map(|number| format!("line {number} of the report")).collect();
    let text = lines.join("\n\n");
    let town = Plan::new(world).model(ScriptedModel::new(move |_| says(&text))).build().await;
    refuse(&town, "canvases.create", "canvas_disabled_user_team", None).await;
    let status = json!({ "code": 200, "body": { "ok": true, "file": { "id": "F1", "shares": {} } } });
    let nowhere = json!({ "service": "slack", "method": "files.info", "kind": { "status": status } });
    town.control.fault(nowhere).await;
    let asked = town.control.say(&cast.asker, "dm", "report", None).await;
    let whole = async || {
        let texts: Vec<String> = ours(&town, &asked).await.iter().map(all_text).collect();
        texts.iter().any(|text| text.contains("Files cannot be uploaded here")).then(|| texts.join("\n"))
    };
    let said = town.control.until("the whole answer", whole).await;
    assert_eq!(town.control.requests("slack", "files.completeUploadExternal").await.len(), 1);
    for line in lines {
        assert!(said.contains(&line), "{line} is lost");
    }
}
