//! Models without tool calling of their own: how they write, and what comes of it.

use axum::Router;
use axum::routing::post;
use serde_json::{Value, json};

use crate::harness::{Plan, Town, all_text, small_world};

/// Writes this first, and says that it is done once it was told anything.
async fn writing(first: &'static str) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let complete = move |axum::Json(body): axum::Json<Value>| async move {
        let told = body["messages"].as_array().unwrap().last().unwrap().to_string();
        let words = if told.contains("<tool_result") { "<think>Good.</think>\n\nI looked." } else { first };
        let pieces = words.split_inclusive(' ').map(|piece| {
            let chunk = json!({ "choices": [{ "index": 0, "delta": { "content": piece } }] });
            format!("data: {chunk}\n\n")
        });
        let end = json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "stop" }] });
        let stream = format!("{}data: {end}\n\ndata: [DONE]\n\n", pieces.collect::<String>());
        ([("content-type", "text/event-stream")], stream)
    };
    let routes = Router::new().route("/v1/chat/completions", post(complete));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}

/// What the thread shows in the end, and what the mailbox was searched for.
async fn searched(first: &'static str) -> (String, Vec<String>) {
    let base = writing(first).await;
    let config = format!(
        "[model]\nprovider = \"custom\"\nname = \"small\"\nbase_url = \"{base}/v1/\"\ntext_mode = true\n"
    );
    let (world, cast) = small_world();
    let mut town = Town::empty(Plan::new(world).config(&config)).await;
    town.open_with(&[]).await;
    town.grant(&cast.asker, &["gmail.modify"]).await;
    let question = town.control.say(&cast.asker, "dm", "look for me", None).await;
    let shown = town.control.until("the last answer", async || {
        let replies: Vec<String> = town.control.replies(&question).await.iter().map(all_text).collect();
        replies.iter().any(|words| words.contains("I looked.")).then(|| replies.join("\n"))
    });
    let shown = shown.await;
    let asked = town.control.requests("google", "gmail.users.messages.list").await;
    let query = |request: &Value| {
        let pairs = url::form_urlencoded::parse(request["query"].as_str().unwrap().as_bytes());
        let wanted = pairs.filter(|(name, _)| name == "q" || name == "maxResults");
        wanted.map(|(_, value)| value.into_owned()).collect::<Vec<_>>().join(" ")
    };
    (shown, asked.iter().map(query).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_behind_words_is_made_and_what_a_model_thinks_stays_with_it() {
    let (shown, asked) = searched(
        "<think>\nMail, I think. {\"name\": \"gmail.labels\"}\n</think>\n\nSure, I will look.\n\
         {\"name\": \"gmail.search\", \"arguments\": {\"query\": \"paper\", \"limit\": 7}}",
    )
    .await;
    assert!(asked.len() == 1 && asked[0].contains("paper"), "{asked:?}");
    for never in ["think", "Mail, I", "Good.", "{", "arguments"] {
        assert!(!shown.contains(never), "{never} in {shown}");
    }
}

/// The tools are told in a line each here, so only we know what they take.
#[tokio::test(flavor = "multi_thread")]
async fn what_stands_between_tags_becomes_what_the_tool_takes() {
    let (shown, asked) = searched(
        "<tool_call>gmail.search\n<arg_key>query</arg_key>\n<arg_value>2025</arg_value>\n\
         <arg_key>limit</arg_key>\n<arg_value>7</arg_value>\n</tool_call>",
    )
    .await;
    assert!(asked.len() == 1 && asked[0].contains("2025") && asked[0].contains('7'), "{asked:?} {shown}");
}
