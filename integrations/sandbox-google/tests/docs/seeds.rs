//! Comments and suggestions that a world starts with.

use sandbox_world::FileSeed;

use super::*;

const TEXT: &str = "First hundred lamps.";

fn house(more: &Value) -> Caller {
    let mut file = json!({ "key": "plan", "name": "Plan", "owner": "ana", "markdown": TEXT });
    for (name, value) in more.as_object().unwrap() {
        file[name] = value.clone();
    }
    Caller::of(&json!({ "files": [file] }))
}

fn plan(caller: &Caller) -> String {
    caller.file_id("ana", "Plan")
}

/// Without what is another each time.
fn likened(document: &Value) -> String {
    fn walk(value: &Value) -> Value {
        match value {
            Value::Array(items) => items.iter().map(walk).collect(),
            Value::Object(fields) => {
                let volatile = |name: &str| {
                    name.ends_with("Time") || matches!(name, "postId" | "documentId" | "revisionId")
                };
                let kept = fields.iter().filter(|(name, _)| !volatile(name));
                Value::Object(kept.map(|(name, value)| (name.clone(), walk(value))).collect())
            }
            other => other.clone(),
        }
    }
    let mut text = walk(document).to_string();
    for (id, name) in [
        (document["comments"][0]["anchorId"].as_str(), "ANCHOR"),
        (document["comments"][0]["commentId"].as_str(), "COMMENT"),
        (document["suggestions"][0]["suggestionId"].as_str(), "SUGGESTION"),
    ] {
        text = text.replace(id.unwrap(), name);
    }
    text
}

#[tokio::test]
async fn what_was_said_before_the_world_began_is_as_a_client_would_have_said_it() {
    let seeded = house(&json!({
        "comments": [{ "id": "AAAAhow", "by": "ana", "about": "First", "says": "Is <that> so?" }],
        "suggestions": [{ "id": "suggest.less", "by": "ana", "find": "hundred", "replace": "dozen" }],
    }));
    let made = house(&json!({}));
    let id = plan(&made);
    let range = json!({ "startIndex": 1, "endIndex": 6 });
    made.edit(&id, json!([{ "insertComment": { "range": range, "content": "Is <that> so?" } }])).await;
    let wanted = json!({ "text": "hundred", "matchCase": true });
    let replace = json!([{ "replaceAllText": { "containsText": wanted, "replaceText": "dozen" } }]);
    made.suggest("ana", &id, replace).await;

    let query = "?suggestionsViewMode=SUGGESTIONS_INLINE&commentsViewMode=COMMENTS_VIEW_MODE_INCLUDED";
    let before = seeded.document(&plan(&seeded), query).await;
    assert_eq!(before["comments"][0]["commentId"], "AAAAhow");
    assert_eq!(before["suggestions"][0]["suggestionId"], "suggest.less");
    assert_eq!(likened(&before), likened(&made.document(&id, query).await));

    let reply =
        json!({ "commentId": "AAAAhow", "post": { "content": "It is.", "commentAction": "RESOLVE" } });
    let accept = json!({ "acceptSuggestion": { "suggestionId": "suggest.less" } });
    seeded.edit(&plan(&seeded), json!([{ "addCommentReply": reply }, accept])).await;
    let after = seeded.document(&plan(&seeded), query).await;
    assert_eq!(after["comments"][0]["status"], "RESOLVED");
    assert_eq!(text(&after["body"]), "First dozen lamps.\n");
}

#[tokio::test]
async fn somebody_outside_may_have_spoken_and_ids_are_chosen_where_none_are_given() {
    let eve = "Eve Malloy <eve@evil.example>";
    let seeded = house(&json!({
        "comments": [{ "by": eve, "about": "lamps", "says": "Hm" }],
        "suggestions": [
            { "by": eve, "find": "hundred", "replace": "" },
            { "by": eve, "find": " lamps", "replace": " tables" },
        ],
    }));
    let document = seeded.document(&plan(&seeded), "").await;
    assert_eq!(document["comments"][0]["headPost"]["author"]["displayName"], "Eve Malloy");
    let open = document["suggestions"].as_array().unwrap();
    assert_eq!(open.len(), 2, "each is one of its own, however near: {open:?}");
    assert!(open.iter().all(|one| one["suggestionId"].as_str().unwrap().starts_with("suggest.")), "{open:?}");
}

#[test]
fn what_speaks_of_words_that_are_not_there_is_refused_with_what_to_do() {
    let caller = house(&json!({}));
    let refused = |more: Value| {
        let mut file = json!({ "name": "Notes", "owner": "ana", "markdown": TEXT });
        for (name, value) in more.as_object().unwrap() {
            file[name] = value.clone();
        }
        let seed: FileSeed = serde_json::from_value(file).unwrap();
        let words = caller.google.put_file(&seed).unwrap_err().to_string();
        let left = caller.google.with(|state| state.drive.files.values().any(|file| file.name == "Notes"));
        assert!(!left, "what is refused is not there");
        words
    };
    let comment = |by: &str, about: &str| json!({ "id": "same", "by": by, "about": about, "says": "x" });
    let words = refused(json!({ "comments": [comment("ana", "tables")] }));
    assert!(words.contains("has no “tables”") && words.contains("as they stand there"), "{words}");
    let words = refused(json!({ "suggestions": [{ "by": "ana", "find": "first", "replace": "x" }] }));
    assert!(words.contains("has no “first”"), "{words}");
    let words = refused(json!({ "comments": [comment("nobody", "lamps")] }));
    assert!(words.contains("`nobody` is neither a handle"), "{words}");
    let words = refused(json!({ "comments": [comment("ana", "lamps"), comment("ben", "First")] }));
    assert!(words.contains("have the id `same`") && words.contains("another"), "{words}");
}

#[tokio::test]
async fn drive_and_docs_tell_of_the_same_comments_whoever_made_them() {
    let caller = house(&json!({
        "shared_with": [{ "person": "ben", "role": "reader" }],
        "comments": [{ "id": "AAAAhow", "by": "Eve <eve@evil.example>", "about": "First", "says": "Is that so?" }],
    }));
    let id = plan(&caller);
    let comments = format!("files/{id}/comments");
    let range = json!({ "startIndex": 7, "endIndex": 14 });
    caller.edit(&id, json!([{ "insertComment": { "range": range, "content": "Not more?" } }])).await;
    let made = caller
        .drive("ana", "POST", &format!("{comments}?fields=id"), Some(json!({ "content": "All of it." })))
        .await;
    assert_eq!(made.code, 200, "{}", made.text);
    let reply = format!("{comments}/AAAAhow/replies?fields=id");
    let body = json!({ "content": "It is.", "action": "resolve" });
    assert_eq!(caller.drive("ana", "POST", &reply, Some(body)).await.code, 200);

    let told = caller.drive("ana", "GET", &format!("{comments}?fields=*"), None).await;
    let told = told.body["comments"].as_array().unwrap().clone();
    let of_drive: Vec<(&str, &str, &Value)> = told
        .iter()
        .rev()
        .map(|one| {
            (
                one["id"].as_str().unwrap(),
                one["content"].as_str().unwrap(),
                &one["quotedFileContent"]["value"],
            )
        })
        .collect();
    let document = caller.document(&id, "").await;
    let of_docs: Vec<(&str, &str, &Value)> = document["comments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let quote = &one["plainTextQuote"];
            let quote = if quote == "" { &Value::Null } else { quote };
            (one["commentId"].as_str().unwrap(), one["headPost"]["content"].as_str().unwrap(), quote)
        })
        .collect();
    assert_eq!(of_drive, of_docs);
    assert_eq!(
        of_drive.iter().map(|one| one.1).collect::<Vec<_>>(),
        ["Is that so?", "Not more?", "All of it."]
    );
    assert_eq!((&told[2]["author"]["displayName"], &told[2]["resolved"]), (&json!("Eve"), &json!(true)));
    assert_eq!(document["comments"][0]["status"], "RESOLVED");
    assert_eq!(document["comments"][0]["replies"][0]["content"], "It is.");

    let unheard = caller.drive("ben", "GET", &format!("{comments}?fields=*"), None).await;
    assert_eq!(unheard.body["comments"], json!([]), "who only reads hears nothing of it");
}
