//! Pictures.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::Message;
use serde_json::{Value, json};

use super::{attach, bytes, shown, town};
use crate::harness::{Plan, Town, small_world};

/// The head of a picture of this size; nobody here looks further.
pub(super) fn png(width: u32, height: u32) -> Vec<u8> {
    let head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    [&head[..], &width.to_be_bytes(), &height.to_be_bytes(), b"\x08\x06\0\0\0"].concat()
}

/// What the model's maker was asked.
type Asked = Arc<Mutex<Vec<Value>>>;

async fn answer(
    State(asked): State<Asked>,
    axum::Json(body): axum::Json<Value>,
) -> ([(&'static str, &'static str); 1], &'static str) {
    asked.lock().unwrap().push(body);
    let stream = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":5,\"output_tokens\":1}}}\n\n\
        event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n\
        event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"A red square.\"}}\n\n\
        event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n\
        event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":7}}\n\n\
        event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
    ([("content-type", "text/event-stream")], stream)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_reaches_the_model_as_a_picture_whatever_it_was_said_to_be() {
    let asked = Asked::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let routes = Router::new().route("/v1/messages", post(answer)).layer(DefaultBodyLimit::disable());
    let routes = routes.with_state(asked.clone());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let (world, cast) = small_world();
    let mut town = Town::empty(Plan::new(world)).await;
    town.open_with(&[("ANTHROPIC_API_KEY", "sk-ant-story"), ("ANTHROPIC_BASE_URL", &base)]).await;

    let picture = png(640, 480);
    let files = json!([bytes("square.jpg", "image/jpeg", &picture)]);
    let question = attach(&town.control, &cast.asker, "dm", ("what is this?", files)).await;
    assert_eq!(town.control.reply(&question, 0).await, "A red square.");
    town.control.say(&cast.asker, "dm", "and now?", Some(&question.ts)).await;
    town.control.reply(&question, 1).await;

    let asked = asked.lock().unwrap();
    for body in asked.iter() {
        let content = body["messages"][0]["content"].as_array().unwrap();
        let image = content.iter().find(|block| block["type"] == "image").expect("a picture");
        let source =
            json!({ "type": "base64", "media_type": "image/png", "data": STANDARD.encode(&picture) });
        assert_eq!(image["source"], source);
        assert!(content[0]["text"].as_str().unwrap().contains("“square.jpg”"), "{content:?}");
    }
    assert_eq!(asked.len(), 2, "it is shown again with the next question");
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_that_no_model_takes_are_left_out_and_named() {
    let (town, cast, model) = town().await;
    let heavy = [png(10, 10), vec![0; 4 * 1024 * 1024]].concat();
    let files = json!([
        bytes("wide.png", "image/png", &png(8001, 10)),
        bytes("heavy.png", "image/png", &heavy),
        bytes("phone.jpg", "image/jpeg", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
        bytes("good.png", "image/png", &png(8000, 10)),
    ]);
    let asked = attach(&town.control, &cast.asker, "dm", ("look", files)).await;
    let told = town.control.reply(&asked, 0).await;
    for (name, why) in
        [("wide.png", "8,000 pixels"), ("heavy.png", "3.75 MB"), ("phone.jpg", "Attach it as PNG or JPEG")]
    {
        assert!(told.lines().any(|line| line.contains(name) && line.contains(why)), "{name}: {told}");
    }
    assert!(
        !told.contains("“good.png” left out") && shown(&model).contains("is picture 1 of those"),
        "{told}"
    );
    let heard = model.heard.lock().unwrap();
    let pictures = heard[0].messages.iter().filter_map(|message| match message {
        Message::Pictures(pictures) => Some(pictures.len()),
        Message::User(_) | Message::Assistant { .. } | Message::Results(_) => None,
    });
    assert_eq!(pictures.collect::<Vec<_>>(), [1]);
}
