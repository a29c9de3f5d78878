//! A document from outside: made, written in by somebody else, and seen on the page.

use http::Request;
use http_body_util::Full;
use serde_json::{Value, json};

use super::{client::Outside, tame::only_our_tags};

const HOSTILE: &str = "<script>alert(1)</script> \"><img src=x onerror=alert(2)>";

async fn look(outside: &Outside, path: &str) -> (u16, String) {
    let address = format!("{}{path}", outside.card.google_base_url);
    let answer = outside.send(Request::get(address).body(Full::default()).unwrap()).await.unwrap();
    (answer.status, answer.body.as_str().unwrap_or_default().to_owned())
}

async fn made(outside: &Outside, markdown: &str) -> String {
    let given = json!({"person": "ana", "title": "Plan <b>", "markdown": markdown});
    outside.post("/google/document", given).await["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn somebody_else_writes_and_the_revision_is_another() {
    let outside = Outside::new().await;
    let id = made(&outside, "# Plan\n").await;
    let path = format!("/google/document?id={id}");
    let before = outside.get(&path).await;
    outside.post("/google/document/type", json!({"person": "ben", "id": id, "text": "More"})).await;
    let after = outside.get(&path).await;
    assert_eq!(after["markdown"], "# Plan\n\n# More\n");
    assert_ne!(after["revision"], before["revision"]);
    let bad = json!([{"insertText": {"location": {"index": 99}, "text": "x"}}]);
    let refused =
        outside.try_post("/google/document/write", json!({"person": "ben", "id": id, "requests": bad})).await;
    assert_eq!(refused.status, 400);
    assert!(refused.body["error"].as_str().unwrap().starts_with("Invalid requests[0].insertText: Index 99"));
    let nowhere =
        outside.try_post("/google/document/type", json!({"person": "ben", "id": "none", "text": "x"})).await;
    assert_eq!(nowhere.status, 404);
    outside.sandbox.stop().await.unwrap();
}

#[tokio::test]
async fn the_page_shows_a_document_with_its_suggestions_and_comments() {
    let outside = Outside::new().await;
    let markdown =
        format!("# Head\n\nSome text, {HOSTILE}\n\n- one\n    1. two\n\n| a | b |\n| - | - |\n| c | d |\n");
    let id = made(&outside, &markdown).await;
    let requests: Value = json!([
        {"deleteContentRange": {"range": {"startIndex": 6, "endIndex": 10}}},
        {"insertText": {"location": {"index": 10}, "text": "New"}},
    ]);
    outside
        .post(
            "/google/document/write",
            json!({"person": "ben", "id": id, "requests": requests, "mode": "suggest"}),
        )
        .await;
    let comment = json!([{"insertComment": {"range": {"startIndex": 1, "endIndex": 5}, "content": HOSTILE}}]);
    outside.post("/google/document/write", json!({"person": "ben", "id": id, "requests": comment})).await;
    let (status, page) = look(&outside, &format!("/as/ana/document/{id}")).await;
    assert_eq!(status, 200);
    let body = page.split_once("<body").unwrap().1.trim_end_matches("</html>");
    only_our_tags(&format!("<body{body}"));
    for wanted in [
        "<h2><mark",
        "</mark></h2>",
        "<del ",
        ">New</ins>",
        "Suggested by Ben Ito",
        "level-1",
        "<td>",
        "id=\"remarks\"",
    ] {
        assert!(page.contains(wanted), "{wanted} in {page}");
    }
    let (status, part) = look(&outside, &format!("/as/ana/part/document?document={id}")).await;
    assert_eq!(status, 200);
    only_our_tags(&part);
    assert_eq!(look(&outside, &format!("/as/ben/document/{id}")).await.0, 404, "it is Ana's alone");
    assert_eq!(look(&outside, "/as/ana/document/none").await.0, 404);
    outside.sandbox.stop().await.unwrap();
}
