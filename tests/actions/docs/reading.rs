//! Reading: as Markdown, by tab, in parts.

use serde_json::{Value, json};

use super::{READING, by_hand, document, read, shared};
use crate::harness::{Acting, Action, a_read_weathers};

const KICK_OFF: &str = "Relaunch: kick-off notes";

#[tokio::test(flavor = "multi_thread")]
async fn a_document_is_read_by_its_title_its_link_or_its_id() {
    let acting = Acting::as_ana(&READING).await;
    let act = acting.act("docs.read", json!({ "document": KICK_OFF })).await;
    let answer = act.answer().await;
    assert!(answer.is_fenced(), "a document may be a stranger's");
    let answer = answer.json();
    let text = answer["text"].as_str().unwrap();
    assert!(text.starts_with("# Relaunch: kick-off notes\n\nPresent: Ines Albrecht"), "{text}");
    for part in [
        "## What the museum wants\n\n- Opening hours within seconds",
        "3. Carla draws the *tide line* that runs",
        "| Question | Who | Until |\n| --- | --- | --- |\n| Test access to Quaypass | Ben | next week |",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let outline = &answer["tabs"][0]["outline"];
    assert_eq!(outline[1], json!({ "level": 2, "text": "What the museum wants" }));
    assert_eq!((outline.as_array().unwrap().len(), &answer["continue_with"]), (4, &Value::Null));
    assert!(answer["comments"].is_null() && answer["suggestions"].is_null(), "only on request");
    let asked = act.requests_to("docs.documents.get").await;
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].values("includeTabsContent"), ["true"]);
    assert_eq!(asked[0].values("suggestionsViewMode"), ["PREVIEW_WITHOUT_SUGGESTIONS"]);

    let id = answer["file"]["id"].as_str().unwrap();
    for name in [id, answer["file"]["link"].as_str().unwrap()] {
        assert_eq!(read(&acting, name).await["text"], answer["text"]);
    }
    let missing = acting.perform("docs.read", json!({ "document": "No such document anywhere" })).await;
    assert_eq!(missing.code(), Some("not_found"));
    let sheet = acting.perform("docs.read", json!({ "document": "Budget Harbour Museum" })).await;
    assert_eq!(sheet.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_document_is_read_in_parts() {
    let acting = Acting::as_ana(&READING).await;
    let text = "The lantern burns. ".repeat(900);
    let id = document(&acting, &format!("# Long\n\n{text}")).await;
    let first = read(&acting, &id).await;
    assert_eq!(first["continue_with"]["from_char"], 12_000);
    let rest = json!({ "document": id, "from_char": 12_000 });
    let rest = acting.perform("docs.read", rest).await.json();
    assert_eq!(rest["continue_with"], Value::Null);
    let both = format!("{}{}", first["text"].as_str().unwrap(), rest["text"].as_str().unwrap());
    assert_eq!(both, format!("# Long\n\n{}", text.trim_end()));
    let beyond = acting.perform("docs.read", json!({ "document": id, "from_char": 99_999 })).await;
    assert_eq!(beyond.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn tabs_are_read_one_after_the_other_or_one_alone() {
    let acting = Acting::as_ana(&READING).await;
    let id = document(&acting, "First words.").await;
    let tab = json!([{ "addDocumentTab": { "tabProperties": { "title": "Second" } } }]);
    let made = by_hand(&acting, "ana", &id, tab).await;
    let second = made["replies"][0]["addDocumentTab"]["tabProperties"]["tabId"].clone();
    let text =
        json!([{ "insertText": { "location": { "index": 1, "tabId": second }, "text": "Second words." } }]);
    by_hand(&acting, "ana", &id, text).await;
    let all = read(&acting, &id).await;
    assert_eq!(all["tabs"].as_array().unwrap().len(), 2);
    let text = all["text"].as_str().unwrap();
    assert!(text.contains("First words.") && text.ends_with("⟦tab Second⟧\n\nSecond words."), "{text}");
    for name in [second.as_str().unwrap(), "second"] {
        let one = acting.perform("docs.read", json!({ "document": id, "tab": name })).await.json();
        assert_eq!(one["text"], "Second words.");
    }
    let none = acting.perform("docs.read", json!({ "document": id, "tab": "Third" })).await;
    assert_eq!(none.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn comments_and_suggestions_come_on_request_and_are_not_in_the_text() {
    let acting = Acting::as_ana(&READING).await;
    let id = shared(&acting, "The mast is forty feet.").await;
    let range = json!({ "startIndex": 5, "endIndex": 9 });
    let comment = json!([{ "insertComment": { "content": "Really?", "range": range } }]);
    by_hand(&acting, "ben", &id, comment).await;
    let words = json!([{ "insertText": { "location": { "index": 1 }, "text": "Note: " } }]);
    let suggestion = json!({ "person": "ben", "id": id, "requests": words, "mode": "suggest" });
    acting.control().post("/google/document/write", suggestion).await;
    let args = json!({ "document": id, "comments": true, "suggestions": true });
    let answer = acting.perform("docs.read", args).await.json();
    assert_eq!(answer["text"], "The mast is forty feet.");
    let comment = &answer["comments"]["rows"][0];
    assert_eq!((&comment["about"], &comment["words"]), (&json!("mast"), &json!("Really?")));
    assert_eq!((&answer["comments"]["shown"], &answer["comments"]["total"]), (&json!(1), &json!(1)));
    let change = answer["suggestions"]["rows"][0]["change"].as_str().unwrap();
    assert!(change.contains("Note:"), "{change}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_boxes_it_is_said_that_nobody_knows_which_are_ticked_and_who_does() {
    let acting = Acting::as_ana(&["drive.metadata.readonly", "documents.readonly", "drive.readonly"]).await;
    let id = document(&acting, "- [x] masts\n- [ ] sails").await;
    let seen = read(&acting, &id).await;
    assert_eq!(seen["text"], "- [ ] masts\n- [ ] sails");
    let remark = seen["remark"].as_str().unwrap();
    assert!(
        remark.contains("does not say which boxes are ticked") && remark.contains("drive.read"),
        "{remark}"
    );
    let exported = acting.perform("drive.read", json!({ "file": id })).await.json();
    assert!(exported["text"].as_str().unwrap().contains("- [x] masts"), "{exported}");
    let plain = document(&acting, "- masts").await;
    assert!(read(&acting, &plain).await["remark"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_look_weathers() {
    let named = async |_: &Acting| json!({ "document": KICK_OFF });
    for tool in ["docs.read", "docs.comments", "docs.suggestions"] {
        let look = Action { tool, method: "docs.documents.get", scopes: &READING };
        a_read_weathers(look, named).await;
    }
}
