//! Answers that grow: how they begin, what is taken, how they read meanwhile and afterwards.

use serde_json::{Value, json};

use super::client::{Outside, Socket};

pub(super) struct Begun {
    pub(super) channel: Value,
    pub(super) thread: Value,
}

/// Somebody has asked something in their direct message.
pub(super) async fn asked(outside: &Outside) -> Begun {
    let posted = outside.post("/slack/post", json!({"person": "ana", "channel": "dm", "text": "go"})).await;
    Begun { channel: posted["channel"].clone(), thread: posted["ts"].clone() }
}

pub(super) async fn start(outside: &Outside, begun: &Begun, more: Value) -> Value {
    let mut call = json!({"channel": begun.channel, "thread_ts": begun.thread});
    call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    outside.api("chat.startStream", call).await
}

pub(super) async fn said(outside: &Outside, method: &str, begun: (&Begun, &Value), more: Value) -> Value {
    let mut call = json!({"channel": begun.0.channel, "ts": begun.1});
    call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    outside.api(method, call).await
}

async fn read(outside: &Outside, begun: &Begun) -> Value {
    let thread = json!({"channel": begun.channel, "ts": begun.thread, "include_all_metadata": true});
    outside.api("conversations.replies", thread).await["messages"].as_array().unwrap().last().unwrap().clone()
}

/// The events of messages that the app itself has caused.
async fn event(socket: &mut Socket) -> Value {
    socket.take().await["payload"]["event"].clone()
}

#[tokio::test]
async fn an_answer_grows_and_the_app_is_told_when_it_begins_and_when_it_ends() {
    let outside = Outside::new().await;
    let mut socket = outside.connect().await.greeted().await;
    let begun = asked(&outside).await;
    event(&mut socket).await;
    let started = start(&outside, &begun, json!({"markdown_text": "**Two"})).await;
    assert_eq!((&started["ok"], &started["channel"]), (&json!(true), &begun.channel));
    let first = event(&mut socket).await;
    assert_eq!((&first["type"], &first["streaming_state"]), (&json!("message"), &json!("in_progress")));
    assert_eq!((&first["ts"], &first["thread_ts"]), (&started["ts"], &begun.thread));

    let ts = &started["ts"];
    let appended =
        said(&outside, "chat.appendStream", (&begun, ts), json!({"markdown_text": " letters** came"})).await;
    assert_eq!((&appended["ok"], &appended["ts"]), (&json!(true), ts));
    let meanwhile = read(&outside, &begun).await;
    assert_eq!(
        (&meanwhile["text"], &meanwhile["streaming_state"]),
        (&json!("*Two letters* came"), &json!("in_progress"))
    );
    assert_eq!(meanwhile["blocks"][0]["elements"][0]["elements"][0]["style"], json!({"bold": true}));
    assert!(meanwhile.get("edited").is_none(), "growing is no edit");

    let button =
        json!({"type": "button", "action_id": "more", "text": {"type": "plain_text", "text": "More"}});
    let stop = json!({
        "markdown_text": ", both from Mia.", "blocks": [{"type": "actions", "elements": [button]}],
        "metadata": {"event_type": "answer", "event_payload": {"id": "1"}},
    });
    let stopped = said(&outside, "chat.stopStream", (&begun, ts), stop).await;
    assert_eq!(stopped["message"]["text"], "*Two letters* came, both from Mia.", "the last words are added");
    assert_eq!(stopped["message"]["streaming_state"], "completed");
    let last = event(&mut socket).await;
    assert_eq!(last["subtype"], "message_changed", "nothing was told of what was appended");
    assert_eq!(last["message"]["streaming_state"], "completed");
    assert_eq!(last["previous_message"]["text"], first["text"]);
    let after = read(&outside, &begun).await;
    assert_eq!(after["blocks"].as_array().unwrap().last().unwrap()["type"], "actions");
    assert_eq!(after["metadata"]["event_type"], "answer");
    for method in ["chat.appendStream", "chat.stopStream"] {
        let refused = said(&outside, method, (&begun, ts), json!({"markdown_text": "more"})).await;
        assert_eq!(refused["error"], "message_not_in_streaming_state", "{method}");
    }
    assert_eq!(
        outside.get("/slack/streams").await["streams"][0]["markdown"],
        "**Two letters** came, both from Mia."
    );
}

#[tokio::test]
async fn a_stream_in_a_channel_is_for_somebody_and_always_an_answer() {
    let outside = Outside::new().await;
    let root =
        outside.post("/slack/post", json!({"person": "ana", "channel": "general", "text": "hi"})).await;
    let begun = Begun { channel: root["channel"].clone(), thread: root["ts"].clone() };
    let (ana, team) = (&outside.card.people[0].slack_user_id, &outside.card.slack_team_id);
    for (more, error) in [
        (json!({}), "missing_recipient_team_id"),
        (json!({"recipient_user_id": ana}), "missing_recipient_team_id"),
        (json!({"recipient_team_id": team}), "missing_recipient_user_id"),
        (json!({"recipient_user_id": ana, "recipient_team_id": "T1"}), "team_not_found"),
        (json!({"recipient_user_id": "U0NOBODY", "recipient_team_id": team}), "user_not_found"),
        (
            json!({"recipient_user_id": ana, "recipient_team_id": team, "task_display_mode": "wide"}),
            "invalid_arguments",
        ),
    ] {
        assert_eq!(start(&outside, &begun, more).await["error"], error);
    }
    let fine = json!({"recipient_user_id": ana, "recipient_team_id": team, "markdown_text": "x"});
    assert_eq!(start(&outside, &begun, fine.clone()).await["ok"], true);
    let mut rootless = fine;
    rootless["channel"] = begun.channel.clone();
    let refused = outside.api("chat.startStream", rootless).await;
    assert_eq!(refused["response_metadata"]["messages"][0], "[ERROR] missing required field: thread_ts");
    let nowhere = Begun { channel: begun.channel, thread: json!("1699999999.000001") };
    let more = json!({"recipient_user_id": ana, "recipient_team_id": team});
    assert_eq!(start(&outside, &nowhere, more).await["error"], "thread_not_found");
}

#[tokio::test]
async fn a_stream_takes_what_it_began_with_and_nothing_else() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let chunk = |text: &str| json!({"chunks": [{"type": "markdown_text", "text": text}]});
    let both = json!({"markdown_text": "x", "chunks": [{"type": "markdown_text", "text": "y"}]});
    assert_eq!(start(&outside, &begun, both).await["error"], "cannot_provide_both_markdown_text_and_chunks");
    let text = start(&outside, &begun, json!({"markdown_text": "a"})).await["ts"].clone();
    let chunks = start(&outside, &begun, chunk("a")).await["ts"].clone();
    let append = "chat.appendStream";
    assert_eq!(said(&outside, append, (&begun, &text), chunk("b")).await["error"], "streaming_mode_mismatch");
    let plain = json!({"markdown_text": "b"});
    assert_eq!(said(&outside, append, (&begun, &chunks), plain).await["error"], "streaming_mode_mismatch");
    assert_eq!(
        said(&outside, append, (&begun, &text), json!({})).await["error"],
        "markdown_text_or_chunks_required"
    );
    assert_eq!(said(&outside, "chat.stopStream", (&begun, &chunks), json!({"chunks": []})).await["ok"], true);
    let open = start(&outside, &begun, json!({})).await["ts"].clone();
    assert_eq!(said(&outside, append, (&begun, &open), chunk("a")).await["ok"], true, "nothing was said yet");
    let theirs = said(&outside, append, (&begun, &begun.thread), json!({"markdown_text": "b"})).await;
    assert_eq!(theirs["error"], "message_not_owned_by_app");
    let unknown = json!("1699999999.000001");
    let refused = said(&outside, append, (&begun, &unknown), json!({"markdown_text": "b"})).await;
    assert_eq!(refused["error"], "message_not_found");
}

#[tokio::test]
async fn chunks_show_tasks_where_they_came_up_or_in_a_plan() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let task = |status: &str, details: &str| json!({"type": "task_update", "id": "t1", "title": "Search mail", "status": status, "details": details});
    let first =
        json!({"chunks": [{"type": "markdown_text", "text": "Looking. "}, task("in_progress", "one ")]});
    let ts = start(&outside, &begun, first).await["ts"].clone();
    let source = json!({"type": "url", "url": "https://a.example/", "text": "A"});
    let mut done = task("complete", "two");
    done["sources"] = json!([source]);
    let block = json!({"type": "blocks", "blocks": [{"type": "divider"}]});
    said(&outside, "chat.appendStream", (&begun, &ts), json!({"chunks": [done, block]})).await;
    let blocks = read(&outside, &begun).await["blocks"].clone();
    let kinds: Vec<&str> = blocks.as_array().unwrap().iter().map(|it| it["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["rich_text", "task_card", "divider"]);
    assert_eq!((&blocks[1]["status"], &blocks[1]["sources"][0]), (&json!("complete"), &source));
    assert_eq!(blocks[1]["details"]["elements"][0]["elements"][0]["text"], "one two", "details are added to");

    let plan = json!({"task_display_mode": "plan", "chunks": [
        task("pending", ""), {"type": "plan_update", "title": "Find the invoice"},
        {"type": "task_update", "id": "t2", "title": "Read it", "status": "error"},
    ]});
    start(&outside, &begun, plan).await;
    let shown = read(&outside, &begun).await;
    assert_eq!(
        (&shown["blocks"][0]["type"], &shown["blocks"][0]["title"]),
        (&json!("plan"), &json!("Find the invoice"))
    );
    assert_eq!(shown["blocks"][0]["tasks"].as_array().unwrap().len(), 2);
    assert_eq!(shown["text"], "Search mail Read it");
}

#[tokio::test]
async fn what_is_no_chunk_or_too_much_is_refused_and_adds_nothing() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let ts = start(&outside, &begun, json!({"chunks": [{"type": "markdown_text", "text": "a"}]})).await["ts"]
        .clone();
    let task = json!({"type": "task_update", "id": "t", "title": "T", "status": "pending"});
    let with = |name: &str, value: Value| {
        let mut task = task.clone();
        task[name] = value;
        task
    };
    let dividers =
        |count: usize| json!({"type": "blocks", "blocks": vec![json!({"type": "divider"}); count]});
    for (chunk, error) in [
        (json!({"type": "text", "text": "x"}), "invalid_chunks"),
        (json!({"type": "markdown_text"}), "invalid_chunks"),
        (json!({"type": "markdown_text", "text": "x", "colour": "red"}), "invalid_chunks"),
        (json!({"type": "markdown_text", "text": "x".repeat(12_001)}), "invalid_chunks"),
        (json!({"type": "markdown_text", "text": "x".repeat(12_000)}), "msg_too_long"),
        (with("status", json!("done")), "invalid_chunks"),
        (with("title", json!("x".repeat(257))), "invalid_chunks"),
        (with("sources", json!([{"type": "url", "url": "https://a.example/"}])), "invalid_chunks"),
        (json!({"type": "plan_update"}), "invalid_chunks"),
        (dividers(51), "msg_blocks_too_many"),
        (json!({"type": "blocks", "blocks": [{"type": "nonsense"}]}), "invalid_blocks"),
    ] {
        let refused = said(&outside, "chat.appendStream", (&begun, &ts), json!({"chunks": [chunk]})).await;
        assert_eq!(refused["error"], error, "{chunk}");
    }
    let append = |chunk: Value| json!({"chunks": [chunk]});
    assert_eq!(said(&outside, "chat.appendStream", (&begun, &ts), append(dividers(50))).await["ok"], true);
    let more = said(&outside, "chat.appendStream", (&begun, &ts), append(dividers(1))).await;
    assert_eq!(more["error"], "msg_blocks_too_many", "fifty in all");
    let many = json!({"blocks": vec![json!({"type": "divider"}); 51]});
    assert_eq!(said(&outside, "chat.stopStream", (&begun, &ts), many).await["error"], "msg_blocks_too_many");
    let rest = json!({"blocks": vec![json!({"type": "divider"}); 50]});
    let stopped = said(&outside, "chat.stopStream", (&begun, &ts), rest).await;
    assert_eq!(stopped["message"]["blocks"].as_array().unwrap().len(), 101, "counted apart from the chunks");
    let long = start(&outside, &begun, json!({"markdown_text": "x".repeat(12_001)})).await;
    assert_eq!(long["error"], "msg_too_long");
}

#[tokio::test]
async fn tables_are_counted_over_all_of_a_stream_and_what_ends_it() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let ts = start(&outside, &begun, json!({"chunks": []})).await["ts"].clone();
    let table = |characters: usize| json!({"type": "table", "rows": [[{"type": "raw_text", "text": "x".repeat(characters)}]]});
    let append = |characters| json!({"chunks": [{"type": "blocks", "blocks": [table(characters)]}]});
    let stop = |characters| json!({"blocks": [table(characters)]});
    for (method, given, error) in [
        ("chat.appendStream", append(6_000), Value::Null),
        ("chat.appendStream", append(4_001), json!("invalid_chunks")),
        ("chat.stopStream", stop(4_001), json!("invalid_blocks")),
        ("chat.stopStream", stop(4_000), Value::Null),
    ] {
        let answer = said(&outside, method, (&begun, &ts), given).await;
        assert_eq!(answer["error"], error, "{method}: {answer}");
    }
}
