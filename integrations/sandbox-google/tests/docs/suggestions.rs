//! Suggestions: kept apart, seen as asked for, decided once.

use super::*;

fn seen(mode: &str) -> String {
    format!("?suggestionsViewMode={mode}")
}

async fn in_modes(caller: &Caller, id: &str) -> [String; 3] {
    let mut texts = Vec::new();
    for mode in ["SUGGESTIONS_INLINE", "PREVIEW_SUGGESTIONS_ACCEPTED", "PREVIEW_WITHOUT_SUGGESTIONS"] {
        let document = caller.document(id, &seen(mode)).await;
        assert_eq!(document["suggestionsViewMode"], mode);
        texts.push(text(&document["body"]));
    }
    texts.try_into().unwrap()
}

fn created(answer: &Value, request: usize) -> String {
    answer["suggestionResponses"][request]["createdSuggestionIds"][0].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_suggestion_changes_nothing_until_it_is_accepted() {
    let caller = Caller::new();
    let id = caller.saying("We open at nine.\nEnd").await;
    let replace = json!({ "replaceAllText": {
        "containsText": { "text": "nine", "matchCase": true }, "replaceText": "ten\nsharp",
    } });
    let answer = caller.suggest("ana", &id, json!([replace])).await;
    assert_eq!(answer["replies"][0]["replaceAllText"]["occurrencesChanged"], 1);
    let [inline, accepted, without] = in_modes(&caller, &id).await;
    assert_eq!(inline, "We open at nineten\nsharp.\nEnd\n");
    assert_eq!(accepted, "We open at ten\nsharp.\nEnd\n");
    assert_eq!(without, "We open at nine.\nEnd\n");
    let document = caller.document(&id, "").await;
    let suggestion = created(&answer, 0);
    let runs = paragraphs(&document["body"])[0]["elements"].clone();
    assert_eq!(runs[1]["textRun"]["suggestedDeletionIds"], json!([suggestion]));
    assert_eq!(runs[2]["textRun"]["suggestedInsertionIds"], json!([suggestion]));
    let thread = &document["suggestions"][0];
    assert_eq!((&thread["status"], &thread["headPost"]["author"]["me"]), (&json!("OPEN"), &json!(true)));
    assert_eq!(thread["summaryText"], "Replace: “nine” with “ten\nsharp”");
    let answer = caller.edit(&id, json!([{ "acceptSuggestion": { "suggestionId": suggestion } }])).await;
    assert_eq!(answer["suggestionResponses"][0]["acceptedSuggestionIds"], json!([suggestion]));
    let document = caller.document(&id, "").await;
    assert_eq!(text(&document["body"]), "We open at ten\nsharp.\nEnd\n");
    assert_eq!(document["suggestions"][0]["status"], "ACCEPTED");
    let twice = json!({ "acceptSuggestion": { "suggestionId": suggestion } });
    let words = format!("The suggestion with ID {suggestion} was not found.");
    assert_eq!(caller.refused(&id, twice).await, words);
}

#[tokio::test]
async fn looks_and_bullets_are_suggested_too() {
    let caller = Caller::new();
    let id = caller.saying("\tentry").await;
    let bold = json!({ "updateTextStyle": {
        "range": { "startIndex": 2, "endIndex": 7 }, "textStyle": { "bold": true }, "fields": "bold",
    } });
    let heading = json!({ "updateParagraphStyle": {
        "range": { "startIndex": 2, "endIndex": 7 },
        "paragraphStyle": { "namedStyleType": "HEADING_2" }, "fields": "namedStyleType",
    } });
    let bullets = json!({ "createParagraphBullets": { "range": { "startIndex": 2, "endIndex": 7 } } });
    let answer = caller.suggest("ana", &id, json!([bold, heading, bullets])).await;
    let ids: Vec<String> = (0..3).map(|request| created(&answer, request)).collect();
    let document = caller.document(&id, "").await;
    let shown = paragraphs(&document["body"])[0].clone();
    let change = &shown["elements"][1]["textRun"]["suggestedTextStyleChanges"][&ids[0]];
    assert_eq!(change["textStyle"], json!({ "bold": true }));
    assert_eq!(change["textStyleSuggestionState"], json!({ "boldSuggested": true }));
    let change = &shown["suggestedParagraphStyleChanges"][&ids[1]];
    assert_eq!(change["paragraphStyle"]["namedStyleType"], "HEADING_2");
    assert!(shown["suggestedBulletChanges"][&ids[2]]["bullet"]["listId"].is_string());
    assert_eq!(shown["elements"][0]["textRun"]["suggestedDeletionIds"], json!([ids[2]]));
    assert_eq!(document["suggestions"][0]["summaryText"], "Format: bold");
    let accepted = caller.document(&id, &seen("PREVIEW_SUGGESTIONS_ACCEPTED")).await;
    let shown = paragraphs(&accepted["body"])[0].clone();
    assert_eq!(shown["bullet"]["nestingLevel"], 1);
    assert_eq!(shown["paragraphStyle"]["namedStyleType"], "HEADING_2");
    assert_eq!(shown["elements"][0]["textRun"]["textStyle"], json!({ "bold": true }));
    let away: Vec<Value> =
        ids.iter().map(|id| json!({ "rejectSuggestion": { "suggestionId": id } })).collect();
    caller.edit(&id, json!(away)).await;
    let document = caller.document(&id, "").await;
    assert_eq!(text(&document["body"]), "\tentry\n");
    assert_eq!(document["suggestions"][2]["status"], "REJECTED");
    assert_eq!(paragraphs(&document["body"])[0].get("suggestedBulletChanges"), None);
}

#[tokio::test]
async fn what_the_same_author_goes_on_to_write_is_one_suggestion() {
    let caller = Caller::new();
    let id = caller.saying("ac").await;
    let bold = json!({ "updateTextStyle": {
        "range": { "startIndex": 2, "endIndex": 3 }, "textStyle": { "bold": true }, "fields": "bold",
    } });
    let requests = json!([insertion(2, "b"), insertion(3, "bb"), bold, deletion(4, 5)]);
    let answer = caller.suggest("ana", &id, requests).await;
    let suggestion = created(&answer, 0);
    for request in 1..4 {
        let updated = &answer["suggestionResponses"][request]["updatedSummarySuggestionIds"];
        assert_eq!(*updated, json!([suggestion]));
    }
    let document = caller.document(&id, "").await;
    assert_eq!(document["suggestions"].as_array().unwrap().len(), 1);
    assert_eq!(document["suggestions"][0]["summaryText"], "Add: “bb”");
    caller.edit(&id, json!([{ "deleteSuggestion": { "suggestionId": suggestion } }])).await;
    let document = caller.document(&id, "").await;
    assert_eq!((text(&document["body"]).as_str(), document.get("suggestions")), ("ac\n", None));
}

#[tokio::test]
async fn a_suggested_table_goes_whole() {
    let caller = Caller::new();
    let id = caller.saying("").await;
    let table = json!({ "insertTable": { "location": { "index": 1 }, "rows": 1, "columns": 1 } });
    let answer = caller.suggest("ana", &id, json!([table])).await;
    let suggestion = created(&answer, 0);
    // Somebody else has written in it meanwhile.
    caller.edit(&id, json!([insertion(5, "x")])).await;
    let document = caller.document(&id, "").await;
    assert_eq!(document["body"]["content"][2]["table"]["suggestedInsertionIds"], json!([suggestion]));
    caller.edit(&id, json!([{ "rejectSuggestion": { "suggestionId": suggestion } }])).await;
    assert_eq!(text(&caller.document(&id, "").await["body"]), "\n");
}

#[tokio::test]
async fn a_commenter_suggests_and_does_not_decide() {
    let caller = Caller::new();
    let id = caller.saying("text").await;
    caller.share(&id, "ben@house.example", "commenter");
    let edit = json!({ "requests": [insertion(1, "x")] });
    let refused = caller.docs("ben", "POST", &format!("/{id}:batchUpdate"), Some(edit)).await;
    assert_eq!((refused.code, refused.message()), (403, "The caller does not have permission"));
    let answer = caller.suggest("ben", &id, json!([insertion(1, "x")])).await;
    let accept = json!([{ "acceptSuggestion": { "suggestionId": created(&answer, 0) } }]);
    let body = json!({ "requests": accept, "writeControl": { "writeMode": "SUGGEST" } });
    let refused = caller.docs("ben", "POST", &format!("/{id}:batchUpdate"), Some(body)).await;
    assert_eq!(refused.code, 403);
    let seen_by_ana = caller.document(&id, "").await;
    assert_eq!(seen_by_ana["suggestions"][0]["headPost"]["author"]["displayName"], "Ben Okafor");
    caller.edit(&id, accept).await;
    assert_eq!(text(&caller.document(&id, "").await["body"]), "xtext\n");
}
