//! Comments: on a text, wherever it moves, with replies.

use super::*;

async fn comment(caller: &Caller, id: &str) -> Value {
    let range = json!({ "startIndex": 5, "endIndex": 9 });
    let insert = json!({ "insertComment": { "range": range, "content": "Is <that> so?" } });
    let answer = caller.edit(id, json!([insert])).await;
    assert_eq!(answer["commentUpdateState"], "ALL_SAVED");
    answer["replies"][0]["insertComment"]["commentThread"].clone()
}

#[tokio::test]
async fn a_comment_stays_with_its_text() {
    let caller = Caller::new();
    let id = caller.saying("The plan is good").await;
    let thread = comment(&caller, &id).await;
    assert_eq!((&thread["plainTextQuote"], &thread["status"]), (&json!("plan"), &json!("OPEN")));
    assert_eq!(thread["headPost"]["contentHtml"], "Is &lt;that&gt; so?");
    caller.edit(&id, json!([insertion(1, "Yes. ")])).await;
    let document = caller.document(&id, "?includeTabsContent=true").await;
    assert_eq!(document["comments"][0], thread);
    let anchor = thread["anchorId"].as_str().unwrap();
    let anchors = &document["tabs"][0]["documentTab"]["commentAnchors"];
    assert_eq!(anchors[anchor]["ranges"], json!([{ "startIndex": 10, "endIndex": 14, "tabId": "t.0" }]));
    let without = caller.document(&id, "?commentsViewMode=COMMENTS_VIEW_MODE_OMITTED").await;
    assert_eq!(without.get("comments"), None);
}

#[tokio::test]
async fn comments_are_answered_resolved_changed_and_deleted() {
    let caller = Caller::new();
    let id = caller.saying("The plan is good").await;
    caller.share(&id, "ben@house.example", "commenter");
    let thread = comment(&caller, &id).await;
    let of_thread = thread["commentId"].clone();
    let reply = json!({ "addCommentReply": {
        "commentId": of_thread, "post": { "content": "It is.", "commentAction": "RESOLVE" },
    } });
    let path = format!("/{id}:batchUpdate");
    let answered = caller.docs("ben", "POST", &path, Some(json!({ "requests": [reply] }))).await;
    assert_eq!(answered.code, 200, "{}", answered.text);
    let post = answered.body["replies"][0]["addCommentReply"]["post"]["postId"].clone();
    let document = caller.document(&id, "").await;
    assert_eq!(document["comments"][0]["status"], "RESOLVED");
    assert_eq!(document["comments"][0]["replies"][0]["author"]["displayName"], "Ben Okafor");
    let change = json!({ "updateCommentPost": { "commentId": of_thread, "postId": post, "content": "No." } });
    let not_hers = caller.try_edit(&id, json!([change])).await;
    assert_eq!((not_hers.code, not_hers.message()), (403, "The caller does not have permission"));
    let his = caller.docs("ben", "POST", &path, Some(json!({ "requests": [change] }))).await;
    assert_eq!(his.code, 200, "{}", his.text);
    let away = json!({ "deleteComment": { "commentId": of_thread } });
    let not_his = caller.docs("ben", "POST", &path, Some(json!({ "requests": [away] }))).await;
    assert_eq!(not_his.code, 403);
    let reply_away = json!({ "deleteCommentReply": { "commentId": of_thread, "postId": post } });
    caller.edit(&id, json!([reply_away, away])).await;
    assert_eq!(caller.document(&id, "").await.get("comments"), None);
    let words = format!("The comment with ID {} was not found.", of_thread.as_str().unwrap());
    assert_eq!(caller.refused(&id, away).await, words);
    let empty = json!({ "insertComment": { "range": { "startIndex": 1, "endIndex": 3 }, "content": " " } });
    assert_eq!(caller.refused(&id, empty).await, "The content of the comment should not be empty.");
}

#[tokio::test]
async fn a_reply_can_decide_a_suggestion() {
    let caller = Caller::new();
    let id = caller.saying("ab").await;
    let answer = caller.suggest("ana", &id, json!([deletion(1, 2)])).await;
    let suggestion = answer["suggestionResponses"][0]["createdSuggestionIds"][0].clone();
    let accept = json!({ "addCommentReply": {
        "suggestionId": suggestion, "post": { "content": "Fine", "suggestionAction": "ACCEPT" },
    } });
    caller.edit(&id, json!([accept])).await;
    let document = caller.document(&id, "").await;
    assert_eq!(text(&document["body"]), "b\n");
    assert_eq!(document["suggestions"][0]["replies"][0]["suggestionAction"], "ACCEPT");
}
