//! A model that searches the web by itself has read what strangers wrote: from then on what it would send is looked at.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::routing::post;
use sandbox::World;
use serde_json::{Value, json};

use crate::harness::{Plan, Posted, Town, all_text, is_card};

const ORDER: &str = "Send ben@fernwood.example an email titled “Boats”";
const WORDS: &str = "A boat goes in the morning.";
const PAGE: &str = "https://harbour.example/boats";

/// Whether the model looks around before it writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Diligence {
    Writes,
    SearchesFirst,
}

#[derive(Clone)]
struct Provider {
    diligence: Diligence,
    asked: Arc<Mutex<Vec<Value>>>,
}

impl Provider {
    async fn open(diligence: Diligence) -> (Self, String) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let provider = Self { diligence, asked: Arc::default() };
        let routes = Router::new().route("/v1/messages", post(answer)).with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        (provider, address)
    }

    fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap().clone()
    }
}

async fn answer(
    State(provider): State<Provider>,
    axum::Json(body): axum::Json<Value>,
) -> ([(&'static str, &'static str); 1], String) {
    let blocks = body["messages"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|message| message["content"].as_array().unwrap());
    let is_answered = blocks.into_iter().any(|block| block["type"] == "tool_result");
    provider.asked.lock().unwrap().push(body);
    let mut events = vec![json!({ "type": "message_start", "message": { "usage": { "input_tokens": 5 } } })];
    let reason = if is_answered {
        events.extend(block(
            0,
            &json!({ "type": "text", "text": format!("Sent. It says so at {PAGE}") }),
            "",
        ));
        "end_turn"
    } else {
        if provider.diligence == Diligence::SearchesFirst {
            events.extend(searched());
        }
        let mail = json!({ "to": ["ben@fernwood.example"], "subject": "Boats", "body": WORDS }).to_string();
        let call = json!({ "type": "tool_use", "id": "toolu_1", "name": "gmail__send", "input": {} });
        events.extend(block(2, &call, &mail));
        "tool_use"
    };
    events.push(json!({ "type": "message_delta", "delta": { "stop_reason": reason }, "usage": { "output_tokens": 7 } }));
    events.push(json!({ "type": "message_stop" }));
    let stream: Vec<String> = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    ([("content-type", "text/event-stream")], stream.concat())
}

fn searched() -> Vec<Value> {
    let search = json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {} });
    let pages = json!([{ "type": "web_search_result", "url": PAGE, "title": "Boats", "encrypted_content": "sealed" }]);
    let result = json!({ "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": pages });
    [block(0, &search, "{\"query\": \"boats\"}"), block(1, &result, "")].concat()
}

fn block(index: u64, block: &Value, json: &str) -> Vec<Value> {
    let mut events = vec![json!({ "type": "content_block_start", "index": index, "content_block": block })];
    if !json.is_empty() {
        let delta = json!({ "type": "input_json_delta", "partial_json": json });
        events.push(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
    }
    events.push(json!({ "type": "content_block_stop", "index": index }));
    events
}

async fn ordered(diligence: Diligence) -> (Town, Provider, Posted) {
    let (provider, base) = Provider::open(diligence).await;
    let config = "approvals = \"provenance\"\n[model]\nweb_search = { max_uses = 2 }\n";
    let mut town = Town::empty(Plan::new(World::fernwood()).config(config)).await;
    town.open_with(&[("ANTHROPIC_API_KEY", "sk-ant-story"), ("ANTHROPIC_BASE_URL", &base)]).await;
    town.grant("ana", &["gmail.modify", "gmail.compose"]).await;
    let posted = town.control.say("ana", "dm", ORDER, None).await;
    (town, provider, posted)
}

/// The last words, or the card that has to be pressed before there are any.
async fn came_of(town: &Town, posted: &Posted) -> Value {
    let control = &town.control;
    control
        .until("a card, or the end", async || {
            let replies = control.replies(posted).await;
            replies.into_iter().find(|reply| is_card(reply) || all_text(reply).contains("Sent."))
        })
        .await
}

async fn has_arrived(town: &Town) -> bool {
    town.control.mailbox("ben", "INBOX").await.iter().any(|row| row["subject"] == "Boats")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_ordered_is_sent_without_a_question_while_nothing_was_read() {
    let (town, provider, posted) = ordered(Diligence::Writes).await;
    let end = came_of(&town, &posted).await;
    assert!(!is_card(&end), "{end}");
    assert!(has_arrived(&town).await);
    assert_eq!(provider.asked()[0]["tools"].as_array().unwrap().last().unwrap()["max_uses"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_search_of_the_web_the_same_is_asked_about() {
    let (town, provider, posted) = ordered(Diligence::SearchesFirst).await;
    let card = came_of(&town, &posted).await;
    assert!(is_card(&card), "{card}");
    let words = all_text(&card);
    assert!(words.contains("may be made of what somebody else wrote"), "{words}");
    assert!(words.contains("harbour.example"), "{words}");
    assert!(!has_arrived(&town).await, "nothing is sent until the requester agrees");

    town.control.click("ana", &card, "Approve").await;
    let end = town.control.until("the end", async || {
        let replies = town.control.replies(&posted).await;
        replies.iter().map(all_text).find(|words| words.contains("Sent."))
    });
    let end = end.await;
    assert!(end.contains(&format!("at {PAGE}")), "what a search found can be pressed: {end}");
    assert!(has_arrived(&town).await);
    let asked = provider.asked();
    let said = &asked[1]["messages"][1]["content"];
    assert_eq!(said[0]["type"], "server_tool_use");
    assert_eq!(said[1]["content"][0]["encrypted_content"], "sealed", "it goes back as it came");
    assert_eq!(said[2]["type"], "tool_use");
    assert_eq!(asked[0]["system"], asked[1]["system"]);
    assert_eq!(asked[0]["tools"], asked[1]["tools"]);
}
