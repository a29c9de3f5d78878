use std::time::Duration;

use serde_json::Value;
use wire::{Configured, Timeouts};

use super::once::POST;
use super::*;
use crate::channels::Channels;
use crate::scripted::{Answer, LONG, ScriptedSlack, identity, quick, soon, time_passes};

const REPLIES: &str = "conversations.replies";

pub(super) fn chat(slack: &ScriptedSlack) -> SlackChat {
    let client = slack.client(quick());
    let channels = Arc::new(Channels::new(Arc::clone(&client)));
    SlackChat::new(client, identity(), Configured::new(Timeouts::default()).unwrap(), channels)
}

fn post(key: &str, words: &str) -> Post {
    Post {
        thread: ThreadId::from("T1:C1:1.0"),
        key: key.to_owned(),
        view: View::plain(words),
        maybe_posted: false,
    }
}

fn posted(ts: &str, key: &str, bot: &str) -> Answer {
    let metadata = json!({"event_type": "countersign_post", "event_payload": {"key": key, "odd": 7}});
    Answer::Says(json!({"ok": true, "messages": [
        {"ts": "1.0", "text": "root"},
        {"ts": ts, "bot_id": bot, "metadata": metadata},
    ]}))
}

#[tokio::test]
async fn a_post_carries_its_key_and_nothing_is_unfurled() {
    let slack = ScriptedSlack::start().await;
    let message = soon(chat(&slack).post(&post("k1", "Hello <!here> & all"))).await.unwrap();
    assert_eq!(message, MessageRef::from("T1:C1:9.0"));
    let calls = slack.calls(POST);
    let sent = &calls[0];
    assert_eq!((sent["channel"].as_str(), sent["thread_ts"].as_str()), (Some("C1"), Some("1.0")));
    assert_eq!(sent["metadata"], json!({"event_type": "countersign_post", "event_payload": {"key": "k1"}}));
    assert_eq!(sent["text"], "Hello &lt;!here&gt; &amp; all");
    for off in ["unfurl_links", "unfurl_media", "link_names"] {
        assert_eq!(sent[off], Value::from(false), "{off}");
    }
    assert_eq!(sent["parse"], "none");
}

#[tokio::test]
async fn an_answer_that_got_lost_does_not_make_a_second_message() {
    let slack = ScriptedSlack::start().await;
    slack.will(POST, Answer::Lost { after: LONG });
    slack.will(REPLIES, posted("5.0", "k1", "BBOT"));
    let message = soon(chat(&slack).post(&post("k1", "Hello"))).await.unwrap();
    assert_eq!(message, MessageRef::from("T1:C1:5.0"));
    assert_eq!(slack.calls(POST).len(), 1);
    assert_eq!(slack.calls(REPLIES)[0]["include_all_metadata"], "true");
}

#[tokio::test]
async fn a_message_that_did_not_arrive_is_posted_again() {
    let slack = ScriptedSlack::start().await;
    slack.will(POST, Answer::Status(503, json!({})));
    // Somebody else's message with our key is not ours.
    slack.will(REPLIES, posted("5.0", "k1", "BOTHER"));
    let message = soon(chat(&slack).post(&post("k1", "Hello"))).await.unwrap();
    assert_eq!(message, MessageRef::from("T1:C1:9.0"));
    assert_eq!(slack.calls(POST).len(), 2);
}

#[tokio::test]
async fn what_an_earlier_life_may_have_posted_is_looked_for_on_every_page() {
    let slack = ScriptedSlack::start().await;
    let first = json!({"ok": true, "messages": [], "response_metadata": {"next_cursor": "more"}});
    slack.will(REPLIES, Answer::Says(first));
    slack.will(REPLIES, posted("5.0", "k1", "BBOT"));
    let post = Post { maybe_posted: true, ..post("k1", "Hello") };
    assert_eq!(soon(chat(&slack).post(&post)).await.unwrap(), MessageRef::from("T1:C1:5.0"));
    assert_eq!(slack.calls(POST).len(), 0);
    assert_eq!(slack.calls(REPLIES)[1]["cursor"], "more");
}

#[tokio::test]
async fn a_slack_that_is_busy_is_asked_again_when_it_said() {
    let slack = ScriptedSlack::start().await;
    slack.will(POST, Answer::Busy { seconds: 1 });
    let chat = chat(&slack);
    let posting = tokio::spawn(async move { chat.post(&post("k1", "Hello")).await });
    slack.called(POST, 1).await;
    time_passes(Duration::from_millis(900)).await;
    assert_eq!(slack.calls(POST).len(), 1);
    time_passes(Duration::from_millis(100)).await;
    soon(posting).await.unwrap().unwrap();
    assert_eq!((slack.calls(POST).len(), slack.calls(REPLIES).len()), (2, 0));
}

#[tokio::test]
async fn patience_ends_with_an_error_that_says_to_try_again() {
    let slack = ScriptedSlack::start().await;
    for _ in 0..5 {
        slack.will(POST, Answer::Busy { seconds: 0 });
    }
    let error = soon(chat(&slack).post(&post("k1", "Hello"))).await.unwrap_err();
    assert!(matches!(error, ChatError::Unavailable { retry_after: Some(_), .. }), "{error}");
}

#[tokio::test]
async fn a_refusal_is_final() {
    let slack = ScriptedSlack::start().await;
    slack.will(POST, Answer::Says(json!({"ok": false, "error": "channel_not_found"})));
    let error = soon(chat(&slack).post(&post("k1", "Hello"))).await.unwrap_err();
    assert_eq!(error, ChatError::Refused("Slack refused chat.postMessage: channel_not_found".to_owned()));
    assert_eq!(slack.calls(POST).len(), 1);
}

#[tokio::test]
async fn posts_to_one_channel_keep_their_order() {
    let slack = ScriptedSlack::start().await;
    slack.will(POST, Answer::Status(500, json!({})));
    let chat = Arc::new(chat(&slack));
    let first = tokio::spawn({
        let chat = Arc::clone(&chat);
        async move { chat.post(&post("a", "first")).await }
    });
    slack.called(POST, 1).await;
    soon(chat.post(&post("b", "second"))).await.unwrap();
    soon(first).await.unwrap().unwrap();
    let texts: Vec<Value> = slack.calls(POST).iter().map(|call| call["text"].clone()).collect();
    assert_eq!(texts, ["first", "first", "second"]);
}

#[tokio::test]
async fn a_long_answer_becomes_several_messages_with_keys_of_their_own() {
    let slack = ScriptedSlack::start().await;
    let view = View::words("word and word again\n\n".repeat(1200));
    soon(chat(&slack).post(&Post { view, ..post("k1", "") })).await.unwrap();
    let calls = slack.calls(POST);
    let keys: Vec<&Value> = calls.iter().map(|call| &call["metadata"]["event_payload"]["key"]).collect();
    assert_eq!(keys, ["k1", "k1/2", "k1/3"]);
}

#[tokio::test]
async fn markdown_that_slack_does_not_take_is_posted_as_plain_text() {
    let slack = ScriptedSlack::start().await;
    slack.will(POST, Answer::Says(json!({"ok": false, "error": "invalid_blocks"})));
    let view = View::words("**Hello** <!here>");
    soon(chat(&slack).post(&Post { view, ..post("k1", "") })).await.unwrap();
    let calls = slack.calls(POST);
    assert_eq!(calls[0]["blocks"][0]["type"], "markdown");
    let section = &calls[1]["blocks"][0];
    assert_eq!(section["text"]["type"], "plain_text");
    assert_eq!(section["text"]["text"], "**Hello** <!here>");
    assert_eq!(calls[1]["metadata"], calls[0]["metadata"]);
}

#[tokio::test]
async fn an_edit_is_tried_until_it_works() {
    let slack = ScriptedSlack::start().await;
    slack.will("chat.update", Answer::Status(502, json!({})));
    slack.will("chat.update", Answer::Lost { after: LONG });
    soon(chat(&slack).update(&MessageRef::from("T1:C1:5.0"), &View::plain("new"))).await.unwrap();
    let calls = slack.calls("chat.update");
    assert_eq!(calls.len(), 3);
    assert_eq!((calls[2]["ts"].as_str(), calls[2]["channel"].as_str()), (Some("5.0"), Some("C1")));
}

#[tokio::test]
async fn a_whisper_and_a_direct_message_go_to_one_person() {
    let slack = ScriptedSlack::start().await;
    slack.will("conversations.open", Answer::Says(json!({"ok": true, "channel": {"id": "D7"}})));
    let (chat, ana) = (chat(&slack), PersonId::from("T1:U1"));
    let thread = |replies: &[&str]| {
        let messages: Vec<Value> = ["1.0"].iter().chain(replies).map(|ts| json!({"ts": ts})).collect();
        Answer::Says(json!({"ok": true, "messages": messages}))
    };
    // Where nobody has replied yet, Slack would show it to nobody.
    for (replies, root) in [(thread(&[]), None), (thread(&["2.0"]), Some("1.0"))] {
        slack.will(REPLIES, replies);
        soon(chat.whisper(&ThreadId::from("T1:C1:1.0"), &ana, &View::plain("psst"))).await.unwrap();
        let whispered = slack.calls("chat.postEphemeral").pop().unwrap();
        assert_eq!((whispered["user"].as_str(), whispered["thread_ts"].as_str()), (Some("U1"), root));
    }
    let told = soon(chat.tell(&ana, &View::plain("hello"))).await.unwrap();
    assert_eq!(told, MessageRef::from("T1:D7:9.0"));
    assert_eq!(slack.calls("conversations.open")[0]["users"], "U1");
    assert_eq!(slack.calls(POST)[0].get("thread_ts"), None);
}

#[tokio::test]
async fn a_direct_message_is_opened_once_and_again_where_it_is_gone() {
    let slack = ScriptedSlack::start().await;
    let open = |id: &str| Answer::Says(json!({"ok": true, "channel": {"id": id}}));
    slack.will("conversations.open", open("D7"));
    let (chat, ana) = (chat(&slack), PersonId::from("T1:U1"));
    for _ in 0..2 {
        let told = soon(chat.tell(&ana, &View::plain("hello"))).await.unwrap();
        assert_eq!(told, MessageRef::from("T1:D7:9.0"));
    }
    assert_eq!(slack.calls("conversations.open").len(), 1);
    slack.will(POST, Answer::Says(json!({"ok": false, "error": "channel_not_found"})));
    slack.will("conversations.open", open("D8"));
    let told = soon(chat.tell(&ana, &View::plain("hello"))).await.unwrap();
    assert_eq!(told, MessageRef::from("T1:D8:9.0"));
}

#[tokio::test]
async fn a_status_is_shown_on_both_surfaces_and_never_waited_for() {
    let slack = ScriptedSlack::start().await;
    slack.will("agents.sessions.setStatus", Answer::Says(json!({"ok": false, "error": "unknown_method"})));
    slack.will("assistant.threads.setStatus", Answer::Lost { after: quick().status });
    let chat = chat(&slack);
    soon(chat.show_status(&ThreadId::from("T1:C1:1.0"), Status::Working, "Find the invoice")).await;
    soon(chat.show_status(&ThreadId::from("T1:C1:1.0"), Status::Waiting, "")).await;
    let statuses = |method: &str| -> Vec<Value> {
        slack.calls(method).iter().map(|call| call["status"].clone()).collect()
    };
    assert_eq!(statuses("agents.sessions.setStatus"), ["processing", "suspended"]);
    assert_eq!(statuses("assistant.threads.setStatus"), ["is working on it…", ""]);
}

#[tokio::test]
async fn that_the_work_is_over_is_shown_later_where_it_could_not_be_at_once() {
    let slack = ScriptedSlack::start().await;
    let (chat, thread) = (chat(&slack), ThreadId::from("T1:C1:1.0"));
    let statuses = || -> Vec<Value> {
        slack.calls("agents.sessions.setStatus").iter().map(|call| call["status"].clone()).collect()
    };
    slack.will("agents.sessions.setStatus", Answer::Lost { after: quick().status });
    soon(chat.show_status(&thread, Status::Idle, "")).await;
    // Then the pause has begun.
    tokio::task::yield_now().await;
    time_passes(2 * quick().status).await;
    slack.called("agents.sessions.setStatus", 2).await;
    assert_eq!(statuses(), ["active", "active"]);
}

#[tokio::test]
async fn what_we_say_takes_the_line_away_by_itself() {
    let slack = ScriptedSlack::start().await;
    let (chat, thread) = (chat(&slack), ThreadId::from("T1:C1:1.0"));
    let lines = || -> Vec<Value> {
        slack.calls("assistant.threads.setStatus").iter().map(|call| call["status"].clone()).collect()
    };
    soon(chat.show_status(&thread, Status::Working, "")).await;
    soon(chat.post(&Post { thread: thread.clone(), ..post("k1", "here you are") })).await.unwrap();
    soon(chat.show_status(&thread, Status::Idle, "")).await;
    assert_eq!(lines(), ["is working on it…"]);
    assert_eq!(slack.calls("agents.sessions.setStatus")[1]["status"], "active");
    soon(chat.show_status(&thread, Status::Working, "")).await;
    soon(chat.post(&Post { thread: "T1:C1:2.0".into(), ..post("k2", "elsewhere") })).await.unwrap();
    soon(chat.show_status(&thread, Status::Idle, "")).await;
    assert_eq!(lines(), ["is working on it…", "is working on it…", ""]);
}
