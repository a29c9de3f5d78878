use kernel::ports::{Chat as _, Task};
use kernel::{PersonId, ThreadId};

use super::super::tests::chat;
use super::*;
use crate::scripted::{Answer, LONG, ScriptedSlack, soon};

const REPLIES: &str = "conversations.replies";

fn draft(slack: &ScriptedSlack) -> SlackDraft {
    SlackDraft::new(chat(slack), &ThreadId::from("T1:C1:1.0"), &PersonId::from("T1:U1"))
}

fn words(text: &str) -> Growth {
    Growth { text: text.to_owned(), tasks: Vec::new() }
}

fn refused(code: &str) -> Answer {
    Answer::Says(json!({"ok": false, "error": code}))
}

async fn grow(draft: &mut SlackDraft, text: &str) -> Option<MessageRef> {
    soon(draft.grow(&words(text))).await.unwrap()
}

#[tokio::test]
async fn it_is_begun_for_its_reader_and_then_added_to() {
    let slack = ScriptedSlack::start().await;
    let mut draft = draft(&slack);
    assert_eq!(grow(&mut draft, "Hel").await, Some(MessageRef::from("T1:C1:9.0")));
    assert_eq!(grow(&mut draft, "lo").await, None);
    let begun = &slack.calls(START)[0];
    assert_eq!(
        (begun["recipient_user_id"].as_str(), begun["recipient_team_id"].as_str()),
        (Some("U1"), Some("T1"))
    );
    assert_eq!(begun["chunks"], json!([{"type": "markdown_text", "text": "Hel"}]));
    assert_eq!(slack.calls(APPEND)[0]["chunks"][0]["text"], "lo");
}

#[tokio::test]
async fn a_broadcast_that_comes_in_pieces_is_no_broadcast() {
    let slack = ScriptedSlack::start().await;
    let mut draft = draft(&slack);
    for piece in ["a <", "!here> ", "!", "[x](https://a.example) <", "@U1>"] {
        grow(&mut draft, piece).await;
    }
    let sent: String = [slack.calls(START), slack.calls(APPEND)]
        .concat()
        .iter()
        .map(|call| call["chunks"][0]["text"].as_str().unwrap().to_owned())
        .collect();
    for live in ["<!", "<@", "!["] {
        assert!(!sent.contains(live), "{sent}");
    }
    assert!(sent.contains("here>") && sent.contains("[x](https://a.example)"), "{sent}");
}

#[tokio::test]
async fn a_stream_that_slack_has_ended_is_written_anew_and_gone_on_with_in_another() {
    let slack = ScriptedSlack::start().await;
    slack.will(APPEND, refused("message_not_in_streaming_state"));
    slack.will("chat.stopStream", refused("message_not_in_streaming_state"));
    let mut draft = draft(&slack);
    grow(&mut draft, "```rust\nlet a = 1;\n").await;
    grow(&mut draft, "let b = 2;\n").await;
    let mended = &slack.calls(UPDATE)[0];
    assert!(mended["blocks"][0]["text"].as_str().unwrap().contains("let b = 2;"), "{mended}");
    assert_eq!(grow(&mut draft, "let c = 3;\n").await, Some(MessageRef::from("T1:C1:9.0")));
    let next = slack.calls(START)[1]["chunks"][0]["text"].as_str().unwrap().to_owned();
    assert_eq!(next, "_(continued)_\n\n```rust\nlet c = 3;\n", "nothing is said twice, and code stays code");
}

#[tokio::test]
async fn an_answer_that_got_lost_makes_nobody_read_a_thing_twice() {
    let slack = ScriptedSlack::start().await;
    let mut draft = draft(&slack);
    slack.will(START, Answer::Lost { after: LONG });
    slack.will(REPLIES, Answer::Says(json!({"ok": true, "messages": [
        {"ts": "1.0", "text": "root"},
        {"ts": "4.0", "bot_id": "BBOT", "metadata": {"event_type": "countersign_post", "event_payload": {}},
            "streaming_state": "completed"},
        {"ts": "5.0", "bot_id": "BBOT", "streaming_state": "in_progress"},
    ]})));
    assert_eq!(grow(&mut draft, "one ").await, Some(MessageRef::from("T1:C1:5.0")), "it is found");
    slack.will(APPEND, Answer::Lost { after: LONG });
    grow(&mut draft, "two").await;
    assert_eq!(slack.calls(START).len() + slack.calls(APPEND).len(), 2, "nothing is sent again");
    assert_eq!(slack.calls(UPDATE)[0]["blocks"][0]["text"], "one two");
}

#[tokio::test]
async fn where_nothing_can_be_streamed_a_message_is_written_anew_and_not_too_often() {
    const POST: &str = "chat.postMessage";
    for code in ["unknown_method", "missing_recipient_team_id", "not_allowed_token_type"] {
        let slack = ScriptedSlack::start().await;
        slack.will(START, refused(code));
        let mut draft = draft(&slack);
        assert_eq!(grow(&mut draft, "a").await, Some(MessageRef::from("T1:C1:9.0")), "{code}");
        let posted = Instant::now();
        assert_eq!(grow(&mut draft, "b").await, None);
        assert!(posted.elapsed().as_millis() > 900, "{:?}", posted.elapsed());
        assert_eq!((slack.calls(START).len(), slack.calls(POST).len()), (1, 1));
        let anew = &slack.calls(UPDATE)[0];
        assert_eq!(anew["blocks"][0]["text"], "ab");
        assert_eq!(anew["metadata"]["event_type"], "countersign_begun", "it can be found after a crash");
    }
}

#[tokio::test]
async fn where_nothing_can_be_written_that_is_said_once() {
    let slack = ScriptedSlack::start().await;
    slack.will(START, refused("not_in_channel"));
    slack.will("chat.postMessage", refused("not_in_channel"));
    let mut draft = draft(&slack);
    assert!(matches!(soon(draft.grow(&words("a"))).await, Err(ChatError::Refused(_))));
    assert!(soon(draft.grow(&words("b"))).await.is_err());
    assert_eq!(slack.calls(START).len(), 1);
}

#[tokio::test]
async fn what_a_busy_slack_did_not_take_goes_with_the_next() {
    let slack = ScriptedSlack::start().await;
    slack.will(START, Answer::Busy { seconds: 9 });
    let mut draft = draft(&slack);
    assert_eq!(grow(&mut draft, "a").await, None);
    assert!(grow(&mut draft, "b").await.is_some());
    assert_eq!(slack.calls(START)[1]["chunks"][0]["text"], "ab");
}

#[tokio::test]
async fn it_goes_on_in_another_message_before_it_is_too_long() {
    let slack = ScriptedSlack::start().await;
    let mut draft = draft(&slack);
    grow(&mut draft, &"a".repeat(6000)).await;
    assert!(grow(&mut draft, &"b".repeat(6000)).await.is_some());
    assert_eq!(slack.calls("chat.stopStream")[0]["ts"], "9.0");
    assert!(slack.calls(START)[1]["chunks"][0]["text"].as_str().unwrap().starts_with("_(continued)_"));
}

#[tokio::test]
async fn tasks_are_shown_as_they_stand() {
    let slack = ScriptedSlack::start().await;
    let mut draft = draft(&slack);
    let task = |state| Growth {
        text: String::new(),
        tasks: vec![Task { id: "c1".to_owned(), title: "Searches your mail".to_owned(), state }],
    };
    soon(draft.grow(&task(TaskState::Running))).await.unwrap();
    soon(draft.grow(&task(TaskState::Failed))).await.unwrap();
    let shown =
        json!([{"type": "task_update", "id": "c1", "title": "Searches your mail", "status": "in_progress"}]);
    assert_eq!(slack.calls(START)[0]["chunks"], shown);
    assert_eq!(slack.calls(APPEND)[0]["chunks"][0]["status"], "error");
}

#[tokio::test]
async fn several_steps_are_one_plan_that_says_how_far_it_is() {
    let slack = ScriptedSlack::start().await;
    let mut draft = draft(&slack);
    let task = |id: &str, state| Task { id: id.to_owned(), title: "Searches your mail".to_owned(), state };
    let begun = vec![task("c1", TaskState::Running), task("c2", TaskState::Running)];
    soon(draft.grow(&Growth { text: String::new(), tasks: begun })).await.unwrap();
    let over = vec![task("c1", TaskState::Done)];
    soon(draft.grow(&Growth { text: String::new(), tasks: over })).await.unwrap();
    let start = &slack.calls(START)[0];
    assert_eq!(start["task_display_mode"], "plan");
    assert_eq!(start["chunks"][2], json!({"type": "plan_update", "title": "0 of 2 steps done"}));
    let append = &slack.calls(APPEND)[0];
    assert_eq!(append["chunks"][1], json!({"type": "plan_update", "title": "1 of 2 steps done"}));
}

#[tokio::test]
async fn what_was_begun_becomes_the_answer_and_the_rest_of_it_goes() {
    let slack = ScriptedSlack::start().await;
    let post = kernel::ports::Post {
        thread: ThreadId::from("T1:C1:1.0"),
        key: "k1".to_owned(),
        view: kernel::View::words("The answer"),
        maybe_posted: false,
    };
    let begun = [MessageRef::from("T1:C1:5.0"), MessageRef::from("T1:C1:6.0")];
    let message = soon(chat(&slack).complete(&post, &begun)).await.unwrap();
    assert_eq!(message, MessageRef::from("T1:C1:5.0"));
    let update = &slack.calls(UPDATE)[0];
    assert_eq!(
        (update["ts"].as_str(), update["blocks"][0]["text"].as_str()),
        (Some("5.0"), Some("The answer"))
    );
    assert_eq!(update["metadata"]["event_payload"]["key"], "k1", "it is found by its key from now on");
    assert_eq!(slack.calls("chat.delete")[0]["ts"], "6.0");
    assert_eq!(slack.calls("chat.postMessage").len(), 0);
}

#[tokio::test]
async fn it_goes_on_in_another_message_before_slack_ends_it() {
    let slack = ScriptedSlack::start().await;
    let mut draft = draft(&slack);
    grow(&mut draft, "early").await;
    let stream = draft.stream.as_mut().unwrap();
    stream.since =
        Instant::now().checked_sub(limits::STREAM_LIFE).unwrap() - std::time::Duration::from_secs(1);
    assert!(grow(&mut draft, "late").await.is_some());
    assert_eq!(slack.calls(APPEND).len(), 0);
    assert_eq!(slack.calls(START)[1]["chunks"][0]["text"], "_(continued)_\n\nlate");
}
