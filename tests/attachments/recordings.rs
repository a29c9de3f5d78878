//! Recordings.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use serde_json::json;

use super::{attach, bytes, echo, shown, town};
use crate::harness::{Plan, Town, small_world};

const CLIP: &[u8] = b"\0\0\0\x20ftypM4A \0\0\0\0M4A mp42isom spoken words";

#[tokio::test(flavor = "multi_thread")]
async fn without_an_endpoint_both_are_told_which_setting_reads_recordings() {
    let (town, cast, model) = town().await;
    let files = json!([bytes("memo.m4a", "audio/mp4", CLIP)]);
    let asked = attach(&town.control, &cast.asker, "dm", ("", files)).await;
    let told = town.control.reply(&asked, 0).await;
    for words in [told, shown(&model)] {
        assert!(
            words.contains("recordings are not read here") && words.contains("[transcription]"),
            "{words}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_slack_heard_in_a_voice_clip_is_used() {
    let (town, cast, model) = town().await;
    let mut clip = bytes("memo.m4a", "video/mp4", CLIP);
    clip["speech"] = json!("please call the harbour");
    let asked = attach(&town.control, &cast.asker, "dm", ("", json!([clip]))).await;
    town.control.reply(&asked, 0).await;
    let shown = shown(&model);
    assert!(shown.contains("what is spoken in it:\n<<<untrusted:"), "{shown}");
    assert!(shown.contains("please call the harbour"), "{shown}");
    assert!(town.control.requests("slack", "file_download").await.is_empty());
}

/// What the endpoint was sent: its headers, and the form.
type Sent = Arc<Mutex<Vec<(HeaderMap, String)>>>;

async fn write_down(
    State(sent): State<Sent>,
    headers: HeaderMap,
    body: Bytes,
) -> axum::Json<serde_json::Value> {
    sent.lock().unwrap().push((headers, String::from_utf8_lossy(&body).into_owned()));
    axum::Json(json!({ "text": "The ship leaves at nine." }))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_is_written_down_by_the_configured_endpoint() {
    let sent = Sent::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1/audio/transcriptions", listener.local_addr().unwrap());
    let routes = Router::new().route("/v1/audio/transcriptions", post(write_down)).with_state(sent.clone());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let (world, cast) = small_world();
    let model = echo();
    let config = format!("[transcription]\nurl = \"{url}\"\nmodel = \"small-ears\"");
    let mut town = Town::empty(Plan::new(world).config(&config).model(model.clone())).await;
    town.open_with(&[("TRANSCRIPTION_API_KEY", "key-of-ears")]).await;

    let files = json!([bytes("memo.m4a", "audio/mp4", CLIP)]);
    let asked = attach(&town.control, &cast.asker, "dm", ("when?", files)).await;
    let told = town.control.reply(&asked, 0).await;
    assert!(!told.contains("left out"), "{told}");
    assert!(shown(&model).contains("\nThe ship leaves at nine.\n"), "{}", shown(&model));
    let sent = sent.lock().unwrap();
    let (headers, form) = &sent[0];
    assert_eq!(headers["authorization"], "Bearer key-of-ears");
    assert!(form.contains("small-ears") && form.contains("filename=\"memo.m4a\""), "{form}");
    assert!(form.contains("spoken words"), "{form}");
}
