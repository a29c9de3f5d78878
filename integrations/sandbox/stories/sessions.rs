//! What the agent says of a thread: state, title, Stop button, suggestions.

use serde_json::{Value, json};

use super::{client::Outside, streaming::asked};

#[tokio::test]
async fn a_session_is_shown_on_its_thread_and_its_changes_are_told() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let mut socket = outside.connect().await.greeted().await;
    socket.take().await;
    let mut call = json!({"channel_id": begun.channel, "thread_ts": begun.thread, "status": "processing", "title": "Invoices"});
    let set = outside.api("agents.sessions.setStatus", call.clone()).await;
    assert_eq!(
        (&set["status"], &set["agent_status"], &set["title"]),
        (&json!("processing"), &json!("processing"), &json!("Invoices"))
    );
    let event = socket.take().await["payload"]["event"].clone();
    assert_eq!(event["subtype"], "message_changed");
    assert_eq!(event["message"]["text"], event["previous_message"]["text"], "the words are the same");
    let session = &event["message"]["agent_session"];
    assert_eq!((&session["status"], &session["title"]), (&json!("processing"), &json!("Invoices")));
    assert_eq!(session["agent_statuses"][0]["is_stoppable"], true);
    assert!(session["date_status_processing_expire"].is_u64());

    call["title"] = json!("Another");
    outside.api("agents.sessions.setStatus", call).await;
    assert_eq!(
        outside.get("/slack/statuses").await["statuses"][0]["title"],
        "Invoices",
        "only the first counts"
    );
    let place = |more: Value| {
        let mut call = json!({"channel_id": begun.channel, "thread_ts": begun.thread});
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        call
    };
    let renamed = outside.api("agents.sessions.rename", place(json!({"title": "Two invoices"}))).await;
    assert_eq!((&renamed["ok"], &renamed["title"]), (&json!(true), &json!("Two invoices")));
    let long = outside.api("agents.sessions.rename", place(json!({"title": "x".repeat(201)}))).await;
    assert_eq!(
        long["response_metadata"]["messages"][0],
        "[ERROR] must be less than 201 characters [json-pointer:/title]"
    );
    let wrong = outside.api("agents.sessions.setStatus", place(json!({"status": "busy"}))).await;
    assert_eq!(wrong["error"], "invalid_arguments");
}

#[tokio::test]
async fn only_what_is_a_session_can_be_renamed_and_the_app_hears_of_a_persons_title() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let place = json!({"channel_id": begun.channel, "thread_ts": begun.thread, "title": "Mine"});
    assert_eq!(outside.api("agents.sessions.rename", place.clone()).await["error"], "session_not_found");
    let theirs = json!({"person": "ana", "channel": "dm", "thread_ts": begun.thread, "title": "Hers"});
    assert_eq!(outside.try_post("/slack/rename", theirs.clone()).await.status, 404);
    let session = json!({"channel_id": begun.channel, "thread_ts": begun.thread, "status": "active"});
    outside.api("agents.sessions.setStatus", session).await;
    outside.api("agents.sessions.rename", place).await;
    let mut socket = outside.connect().await.greeted().await;
    assert_eq!(outside.post("/slack/rename", theirs).await["event_ids"].as_array().unwrap().len(), 1);
    let event = loop {
        let event = socket.take().await["payload"]["event"].clone();
        if event["type"] == "agent_session_title_changed" {
            break event;
        }
    };
    assert_eq!((&event["previous_title"], &event["title"]), (&json!("Mine"), &json!("Hers")));
    assert_eq!(event["user"], outside.card.people[0].slack_user_id);
}

#[tokio::test]
async fn without_the_subscription_there_is_a_warning_and_no_stop_button() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    outside.post("/slack/app", json!({"events": ["message.im"]})).await;
    let session = json!({"channel_id": begun.channel, "thread_ts": begun.thread, "status": "processing"});
    let set = outside.api("agents.sessions.setStatus", session).await;
    assert_eq!(
        (&set["ok"], &set["warning"]),
        (&json!(true), &json!("missing_agent_session_stopped_event_subscription"))
    );
    assert_eq!(outside.get("/slack/statuses").await["statuses"][0]["stoppable"], false);
    let press = json!({"person": "ana", "channel": "dm", "thread_ts": begun.thread});
    assert_eq!(outside.try_post("/slack/stop", press).await.status, 409);
}

#[tokio::test]
async fn suggestions_stand_above_the_messages_and_never_in_a_thread() {
    let outside = Outside::new().await;
    let begun = asked(&outside).await;
    let prompt = |n: usize| json!({"title": format!("Prompt {n}"), "message": format!("do {n}")});
    let call = |prompts: Vec<Value>| json!({"channel_id": begun.channel, "title": "Try", "prompts": prompts});
    let method = "assistant.threads.setSuggestedPrompts";
    let mut in_thread = call(vec![prompt(9)]);
    in_thread["thread_ts"] = begun.thread.clone();
    assert_eq!(outside.api(method, in_thread).await["ok"], true, "Slack says that all is well");
    assert_eq!(outside.get("/slack/prompts?person=ana").await["prompts"], Value::Null, "and shows nothing");
    assert_eq!(outside.api(method, call((1..=4).map(prompt).collect())).await["ok"], true);
    let shown = outside.get("/slack/prompts?person=ana").await["prompts"].clone();
    assert_eq!((&shown["title"], &shown["prompts"][3]), (&json!("Try"), &prompt(4)));
    let many = outside.api(method, call((1..=5).map(prompt).collect())).await;
    assert_eq!(
        many["response_metadata"]["messages"][0],
        "[ERROR] no more than 4 items allowed [json-pointer:/prompts]"
    );
    let half = outside.api(method, call(vec![json!({"title": "x"})])).await;
    assert_eq!(half["error"], "invalid_arguments");
    let title = json!({"channel_id": begun.channel, "thread_ts": begun.thread, "title": "Invoices"});
    assert_eq!(outside.api("assistant.threads.setTitle", title).await["ok"], true);
    let nowhere = json!({"channel_id": begun.channel, "thread_ts": "1699999999.000001", "title": "x"});
    assert_eq!(outside.api("assistant.threads.setTitle", nowhere).await["error"], "invalid_thread_ts");
}
