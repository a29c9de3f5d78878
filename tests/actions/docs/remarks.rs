//! Remarks: comments, replies, suggestions and what becomes of them.

use serde_json::{Value, json};

use super::{READING, UPDATE, WRITING, by_hand, fresh, read, shared, told};
use crate::harness::{Acting, Action, a_write_weathers, all_text};

const TEXT: &str = "The mast is forty feet 🚀 high.\n\nThe mast is new.";

/// A comment of Ben's on the first `mast`.
async fn commented(acting: &Acting, id: &str) -> String {
    let range = json!({ "startIndex": 5, "endIndex": 9 });
    let request = json!([{ "insertComment": { "content": "Really?", "range": range } }]);
    let made = by_hand(acting, "ben", id, request).await;
    made["replies"][0]["insertComment"]["commentThread"]["commentId"].as_str().unwrap().to_owned()
}

/// A suggestion of Ben's.
async fn suggested(acting: &Acting, id: &str, words: &str) -> String {
    let requests = json!([{ "insertText": { "location": { "index": 1 }, "text": words } }]);
    let body = json!({ "person": "ben", "id": id, "requests": requests, "mode": "suggest" });
    let made = acting.control().post("/google/document/write", body).await;
    made["suggestionResponses"][0]["createdSuggestionIds"][0].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn comments_are_listed_with_their_replies_and_what_they_are_about() {
    let acting = Acting::as_ana(&READING).await;
    let id = shared(&acting, TEXT).await;
    let comment = commented(&acting, &id).await;
    let reply = json!([{ "addCommentReply": { "commentId": comment, "post": { "content": "Yes." } } }]);
    by_hand(&acting, "ana", &id, reply).await;
    let answer = acting.perform("docs.comments", json!({ "document": id })).await;
    assert!(answer.is_fenced());
    let answer = answer.json();
    let row = &answer["comments"][0];
    assert_eq!(
        (&row["about"], &row["words"], &row["author"]),
        (&json!("mast"), &json!("Really?"), &json!("Ben Okafor"))
    );
    assert_eq!(
        (&row["replies"][0]["words"], &row["replies"][0]["by_the_user"]),
        (&json!("Yes."), &json!(true))
    );
    assert!(row["when"].as_str().unwrap().ends_with("+01:00"), "where Ana is: {row}");
    assert_eq!((&answer["shown"], &answer["total"]), (&json!(1), &json!(1)));

    let resolve =
        json!([{ "addCommentReply": { "commentId": comment, "post": { "commentAction": "RESOLVE" } } }]);
    by_hand(&acting, "ben", &id, resolve).await;
    assert_eq!(acting.perform("docs.comments", json!({ "document": id })).await.json()["total"], 0);
    let all = json!({ "document": id, "include_resolved": true });
    assert_eq!(acting.perform("docs.comments", all).await.json()["comments"][0]["status"], "resolved");
    let beyond = json!({ "document": id, "include_resolved": true, "from": 1 });
    assert_eq!(acting.perform("docs.comments", beyond).await.json()["shown"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comment_is_countersigned_and_stands_at_its_words() {
    let acting = Acting::as_ana(&WRITING).await;
    let id = shared(&acting, TEXT).await;
    let twice = json!({ "document": id, "about": "mast", "comment": "Which one?" });
    let refused = acting.perform("docs.comment", twice.clone()).await;
    assert_eq!(refused.code(), Some("input_invalid"), "{}", refused.words);
    let args = json!({ "document": id, "about": "mast", "which": 2, "comment": " Which one? " });
    let act = acting.act("docs.comment", args).await;
    let shown = all_text(&act.card().await);
    for part in ["⟦mast⟧ is new", "Which one?", "Ben Okafor"] {
        assert!(shown.contains(part), "the card does not show {part}: {shown}");
    }
    let answer = act.approved().await.json();
    assert_eq!((&answer["commented"], answer["comment"].is_string()), (&json!(true), true));
    let comment = &told(&acting, &id).await["comments"][0];
    assert_eq!((&comment["content"], &comment["quote"]), (&json!("Which one?"), &json!("mast")));
    let asked = &act.requests_to(UPDATE).await[0].body;
    assert!(asked["requests"][0]["insertComment"]["range"]["startIndex"].as_u64().unwrap() > 30, "{asked}");
    for (about, comment, code) in [("boom", "x", "not_found"), ("forty", " ", "input_invalid")] {
        let args = json!({ "document": id, "about": about, "comment": comment });
        assert_eq!(acting.perform("docs.comment", args).await.code(), Some(code));
    }
    let tabbed = json!({ "document": id, "about": "forty", "comment": "x", "tab": "No such" });
    assert_eq!(acting.perform("docs.comment", tabbed).await.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comment_is_answered_resolved_and_reopened() {
    let acting = Acting::as_ana(&WRITING).await;
    let id = shared(&acting, TEXT).await;
    let comment = commented(&acting, &id).await;
    let act = acting
        .act("docs.reply_comment", json!({ "document": id, "comment": comment, "reply": "Forty." }))
        .await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("Really?") && shown.contains("Forty."), "{shown}");
    // What others write meanwhile is no reason not to answer.
    acting
        .control()
        .post("/google/document/type", json!({ "person": "ben", "id": id, "text": "More." }))
        .await;
    assert_eq!(act.approved().await.json()["replied"], true);
    for (action, resolved) in [("resolve", true), ("reopen", false)] {
        let args = json!({ "document": id, "comment": comment, "action": action });
        assert_eq!(acting.perform("docs.reply_comment", args).await.json()["action"], action);
        assert_eq!(told(&acting, &id).await["comments"][0]["resolved"], resolved);
    }
    let replies = told(&acting, &id).await["comments"][0]["replies"].clone();
    assert_eq!(replies[0], json!({ "author": "ana@fernwood.example", "content": "Forty." }));

    let suggestion = suggested(&acting, &id, "Note: ").await;
    let args = json!({ "document": id, "comment": suggestion, "reply": "Why?" });
    assert!(!acting.perform("docs.reply_comment", args).await.failed, "suggestions are talked about too");
    for (args, code) in [
        (json!({ "document": id, "comment": comment }), "input_invalid"),
        (json!({ "document": id, "comment": "AAAAnone", "reply": "x" }), "not_found"),
        (json!({ "document": id, "comment": suggestion, "action": "resolve" }), "input_invalid"),
    ] {
        assert_eq!(acting.perform("docs.reply_comment", args.clone()).await.code(), Some(code), "{args}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn suggestions_are_listed_and_decided() {
    let acting = Acting::as_ana(&WRITING).await;
    let id = shared(&acting, TEXT).await;
    let (first, second) = (suggested(&acting, &id, "Note: ").await, {
        let body = json!([{ "deleteContentRange": { "range": { "startIndex": 20, "endIndex": 24 } } }]);
        let body = json!({ "person": "ben", "id": id, "requests": body, "mode": "suggest" });
        let made = acting.control().post("/google/document/write", body).await;
        made["suggestionResponses"][0]["createdSuggestionIds"][0].as_str().unwrap().to_owned()
    });
    let answer = acting.perform("docs.suggestions", json!({ "document": id })).await.json();
    assert_eq!((&answer["shown"], &answer["total"]), (&json!(2), &json!(2)));
    assert_eq!(answer["suggestions"][0]["author"], "Ben Okafor");
    let from = json!({ "document": id, "from": 1 });
    assert_eq!(
        acting.perform("docs.suggestions", from).await.json()["suggestions"][0]["id"],
        second.as_str()
    );

    let accept = json!({ "document": id, "suggestions": [first], "decision": "accept" });
    let act = acting.act("docs.decide_suggestion", accept.clone()).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("Accept a suggestion") && shown.contains("Note:"), "{shown}");
    assert_eq!(act.approved().await.json()["decision"], "accept");
    let reject = json!({ "document": id, "suggestions": [second], "decision": "reject" });
    assert!(!acting.perform("docs.decide_suggestion", reject).await.failed);
    let text = read(&acting, &id).await["text"].as_str().unwrap().to_owned();
    assert_eq!(text, format!("Note: {TEXT}"));
    let again = acting.perform("docs.decide_suggestion", accept).await;
    assert_eq!(again.code(), Some("conflict"), "{}", again.words);
    for ids in [json!([]), json!(["suggest.none"])] {
        let args = json!({ "document": id, "suggestions": ids, "decision": "reject" });
        assert!(acting.perform("docs.decide_suggestion", args).await.failed);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_remark_weathers() {
    let comment = Action { tool: "docs.comment", method: UPDATE, scopes: &WRITING };
    let given = async |acting: &Acting| {
        let id = shared(acting, TEXT).await;
        json!({ "document": id, "about": "forty", "comment": fresh("A word") })
    };
    let comments = async |acting: &Acting, given: &Value| {
        let comments = told(acting, given["document"].as_str().unwrap()).await["comments"].clone();
        comments.as_array().unwrap().iter().filter(|one| one["content"] == given["comment"]).count()
    };
    a_write_weathers(comment, given, comments).await;
    let reply = Action { tool: "docs.reply_comment", method: UPDATE, scopes: &WRITING };
    let given = async |acting: &Acting| {
        let id = shared(acting, TEXT).await;
        json!({ "document": id, "comment": commented(acting, &id).await, "reply": fresh("An answer") })
    };
    let replies = async |acting: &Acting, given: &Value| {
        let comments = told(acting, given["document"].as_str().unwrap()).await["comments"].clone();
        comments[0]["replies"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["content"] == given["reply"])
            .count()
    };
    a_write_weathers(reply, given, replies).await;
    let decide = Action { tool: "docs.decide_suggestion", method: UPDATE, scopes: &WRITING };
    let given = async |acting: &Acting| {
        let id = shared(acting, TEXT).await;
        let suggestion = suggested(acting, &id, "Note: ").await;
        json!({ "document": id, "suggestions": [suggestion], "decision": "accept" })
    };
    let accepted = async |acting: &Acting, given: &Value| {
        let suggestions = told(acting, given["document"].as_str().unwrap()).await["suggestions"].clone();
        suggestions.as_array().unwrap().iter().filter(|one| one["status"] == "ACCEPTED").count()
    };
    a_write_weathers(decide, given, accepted).await;
}
