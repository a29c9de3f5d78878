//! Documents as files: who opens them, their revisions, what goes in and comes out of them.

use super::*;
use crate::docs;

#[tokio::test]
async fn whoever_may_not_open_a_document_is_told_what_google_tells() {
    let caller = Caller::new();
    let id = caller.saying("text").await;
    let missing = caller.docs("ben", "GET", "/nothing-by-this-id", None).await;
    assert_eq!((missing.code, missing.message()), (404, "Requested entity was not found."));
    let closed = caller.docs("ben", "GET", &format!("/{id}"), None).await;
    assert_eq!((closed.code, closed.message()), (403, "The caller does not have permission"));
    caller.share(&id, "ben@house.example", "reader");
    let read = caller.docs("ben", "GET", &format!("/{id}"), None).await;
    assert_eq!((read.code, read.body.get("revisionId")), (200, None));
    assert_eq!(read.body["suggestionsViewMode"], "PREVIEW_WITHOUT_SUGGESTIONS");
    for query in ["suggestionsViewMode=SUGGESTIONS_INLINE", "commentsViewMode=COMMENTS_VIEW_MODE_INCLUDED"] {
        let refused = caller.docs("ben", "GET", &format!("/{id}?{query}"), None).await;
        assert_eq!(
            (refused.code, refused.message()),
            (403, "The caller does not have permission"),
            "{query}"
        );
    }
    let write = json!({ "requests": [insertion(1, "x")] });
    let refused = caller.docs("ben", "POST", &format!("/{id}:batchUpdate"), Some(write)).await;
    assert_eq!((refused.code, refused.message()), (403, "The caller does not have permission"));
}

#[tokio::test]
async fn an_app_with_its_own_files_alone_sees_no_others() {
    let caller = Caller::new();
    let token = caller.google.token_for("ana", &["https://www.googleapis.com/auth/drive.file"]).unwrap();
    let others = imported(&caller, "# Hers\n");
    let missing = caller.with_token(&token, "GET", &format!("/v1/documents/{others}"), None).await;
    assert_eq!((missing.code, missing.message()), (404, "Requested entity was not found."));
    let made = caller.with_token(&token, "POST", "/v1/documents", Some(json!({ "title": "Ours" }))).await;
    let id = made.body["documentId"].as_str().unwrap();
    assert_eq!(caller.with_token(&token, "GET", &format!("/v1/documents/{id}"), None).await.code, 200);
}

#[tokio::test]
async fn a_spreadsheet_is_no_document() {
    let caller = Caller::new();
    let id = caller.saying("").await;
    caller.google.with(|state| {
        let file = state.drive.files.get_mut(&id).unwrap();
        file.mime_type = crate::drive::SPREADSHEET.to_owned();
    });
    let refused = caller.docs("ana", "GET", &format!("/{id}"), None).await;
    assert_eq!((refused.code, refused.message()), (400, "This operation is not supported for this document"));
    assert_eq!(refused.body["error"]["status"], "FAILED_PRECONDITION");
}

#[tokio::test]
async fn a_stale_revision_is_refused_and_every_write_makes_a_new_one() {
    let caller = Caller::new();
    let id = caller.saying("text").await;
    let before = caller.document(&id, "").await["revisionId"].as_str().unwrap().to_owned();
    assert_eq!(caller.document(&id, "").await["revisionId"], before.as_str());
    let typed = json!({ "requests": [insertion(1, "a")] });
    caller.google.write_document("ben", &id, &typed).unwrap().unwrap();
    let guarded = |control: Value| json!({ "requests": [insertion(1, "b")], "writeControl": control });
    let path = format!("/{id}:batchUpdate");
    let stale =
        caller.docs("ana", "POST", &path, Some(guarded(json!({ "requiredRevisionId": before })))).await;
    assert_eq!(stale.code, 400);
    let words = format!("The required revision ID '{before}' does not match the latest revision.");
    assert_eq!(stale.message(), words);
    assert_eq!(text(&caller.document(&id, "").await["body"]), "atext\n");
    let now = caller.document(&id, "").await["revisionId"].clone();
    let written =
        caller.docs("ana", "POST", &path, Some(guarded(json!({ "requiredRevisionId": now })))).await;
    assert_eq!(written.code, 200, "{}", written.text);
    let newest = caller.document(&id, "").await["revisionId"].clone();
    assert_eq!(written.body["writeControl"]["requiredRevisionId"], newest);
    assert_ne!(newest, now);
    let unknown = caller.docs("ana", "POST", &path, Some(guarded(json!({ "targetRevisionId": "x" })))).await;
    assert_eq!(
        unknown.message(),
        "Invalid writeControl.targetRevisionId: The revision ID 'x' is invalid or too old."
    );
}

#[tokio::test]
async fn a_batch_for_an_earlier_revision_is_merged_with_what_was_written_since() {
    let caller = Caller::new();
    let id = caller.saying("one two three").await;
    let before = caller.document(&id, "").await["revisionId"].clone();
    let others = json!({ "requests": [deletion(5, 9), insertion(1, "zero ")] });
    caller.google.write_document("ben", &id, &others).unwrap().unwrap();
    // Index 12 is in "three" as it was; the second request counts on from the first.
    let requests = json!([insertion(12, "-"), insertion(13, "+"), insertion(4, "!"), deletion(1, 2)]);
    let body = json!({ "requests": requests, "writeControl": { "targetRevisionId": before } });
    let merged = caller.docs("ana", "POST", &format!("/{id}:batchUpdate"), Some(body)).await;
    assert_eq!(merged.code, 200, "{}", merged.text);
    assert_eq!(text(&caller.document(&id, "").await["body"]), "zero ne! thr-+ee\n");
    let far = json!({ "requests": [insertion(99, "x")], "writeControl": { "targetRevisionId": before } });
    let refused = caller.docs("ana", "POST", &format!("/{id}:batchUpdate"), Some(far)).await;
    let words = "Invalid requests[0].insertText: Index 99 must be less than the end index of the referenced segment, 15.";
    assert_eq!((refused.code, refused.message()), (400, words));
}

#[tokio::test]
async fn what_is_not_built_says_so_by_name() {
    let caller = Caller::new();
    let id = caller.saying("").await;
    let answer = caller.try_edit(&id, json!([{ "createFootnote": { "location": { "index": 1 } } }])).await;
    assert_eq!(answer.code, 501);
    assert!(answer.message().starts_with("docs.documents.batchUpdate createFootnote"), "{}", answer.text);
    let empty = caller.try_edit(&id, json!([{}])).await;
    assert_eq!(empty.code, 400, "{}", empty.text);
}

const PAGE: &str = "# Plan

Some **bold**, *slanted*, ~~gone~~ and `code` words, **bold *both*** with a [link](https://a.example).

* one
  * deeper
    1. counted
* two

1. first
   * below
2. second

- [x] done
- [ ] open

> Said by somebody.

```
let x = 1;

let y = 2;
```

---

| A | B |
| :---- | :---- |
| 1 | \\*2 |

The end
";

fn imported(caller: &Caller, markdown: &str) -> String {
    caller.google.new_document("ana", "Plan", markdown).unwrap()
}

fn exported(caller: &Caller, id: &str, kind: &str) -> String {
    let bytes = caller.google.look_at(|state| docs::export(state, id, kind)).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn markdown_comes_out_as_it_went_in() {
    let caller = Caller::new();
    let id = imported(&caller, PAGE);
    assert_eq!(exported(&caller, &id, "text/markdown"), PAGE);
    assert_eq!(exported(&caller, &imported(&caller, ""), "text/markdown"), "");
    let table = "| A |\n| :---- |\n| x |\n\n| B |\n| :---- |\n| y |\n";
    assert_eq!(exported(&caller, &imported(&caller, table), "text/markdown"), table);
    let mixed = "* a bullet\n\n- [ ] a box\n";
    assert_eq!(exported(&caller, &imported(&caller, "- a bullet\n- [ ] a box\n"), "text/markdown"), mixed);
    let tricky = "1\\. no list, \\# no, a\\_b\n";
    assert_eq!(exported(&caller, &imported(&caller, tricky), "text/markdown"), tricky.replace("\\#", "#"));
}

#[tokio::test]
async fn an_imported_document_is_a_real_one() {
    let caller = Caller::new();
    let id = imported(&caller, PAGE);
    let document = caller.document(&id, "").await;
    let shown = paragraphs(&document["body"]);
    assert_eq!(shown[0]["paragraphStyle"]["namedStyleType"], "HEADING_1");
    assert_eq!(shown[1]["elements"][1]["textRun"]["textStyle"], json!({ "bold": true }));
    assert_eq!(shown[3]["bullet"]["nestingLevel"], 1);
    assert_eq!(shown[2]["bullet"]["listId"], shown[3]["bullet"]["listId"]);
    assert!(shown.iter().any(|one| one["elements"][0]["horizontalRule"].is_object()));
    let indices: Vec<u64> = document["body"]["content"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|one| [one["startIndex"].as_u64().unwrap_or_default(), one["endIndex"].as_u64().unwrap()])
        .collect();
    assert!(indices[1..].chunks(2).all(|pair| pair.len() < 2 || pair[0] == pair[1]), "{indices:?}");
}

#[tokio::test]
async fn other_exports_say_the_same() {
    let caller = Caller::new();
    let id = imported(&caller, PAGE);
    caller.suggest("ana", &id, json!([insertion(1, "Suggested ")])).await;
    let plain = exported(&caller, &id, "text/plain");
    assert!(plain.starts_with(
        "\u{feff}Plan\r\nSome bold, slanted, gone and code words, bold both with a link.\r\n* one\r\n   * deeper\r\n"
    ));
    let html = exported(&caller, &id, "text/html");
    assert!(html.contains("<h1>Plan</h1>") && html.contains("<b>bold</b>"), "{html}");
    assert!(html.contains("<a href=\"https://a.example\">link</a>"), "{html}");
    assert!(caller.google.look_at(|state| docs::export(state, &id, "application/rtf")).is_none());
}

#[tokio::test]
async fn a_copy_is_a_document_of_its_own() {
    let caller = Caller::new();
    let id = imported(&caller, "# One\n");
    let copy = caller.saying("").await;
    caller.google.with(|state| docs::copy(state, &id, &copy));
    caller.edit(&copy, json!([insertion(1, "x")])).await;
    assert_eq!(exported(&caller, &id, "text/markdown"), "# One\n");
    assert_eq!(exported(&caller, &copy, "text/markdown"), "# xOne\n");
}

#[tokio::test]
async fn an_imported_image_is_a_fetch_too() {
    let caller = Caller::new();
    let id = imported(&caller, "See ![x](https://evil.example/a.png)\n");
    let told = json!(caller.google.document_told(&id).unwrap());
    assert_eq!(told["images"][0]["uri"], "https://evil.example/a.png");
    assert_eq!(told["images"][0]["by"], "ana@house.example");
}

/// A document with something of everything in it.
async fn rich(caller: &Caller) -> String {
    let id = imported(caller, PAGE);
    caller.suggest("ana", &id, json!([insertion(1, "Suggested "), deletion(12, 13)])).await;
    let range = json!({ "startIndex": 1, "endIndex": 20 });
    let bold = json!({ "range": range, "textStyle": { "bold": true }, "fields": "bold" });
    let centred =
        json!({ "range": range, "paragraphStyle": { "alignment": "CENTER" }, "fields": "alignment" });
    let looks = json!([
        { "updateTextStyle": bold }, { "updateParagraphStyle": centred }, { "createParagraphBullets": { "range": range } },
    ]);
    caller.suggest("ana", &id, looks).await;
    let table = json!({ "insertTable": { "location": { "index": 1 }, "rows": 1, "columns": 1 } });
    caller.suggest("ana", &id, json!([table])).await;
    let person = json!({ "location": { "index": 1 }, "personProperties": { "email": "ben@house.example" } });
    let uri = format!("https://docs.google.com/document/d/{id}/edit");
    let more = json!([
        { "insertComment": { "range": range, "content": "Hm", "assigneeEmailAddress": "ben@house.example" } },
        { "createNamedRange": { "range": range, "name": "start" } },
        { "insertInlineImage": { "location": { "index": 1 }, "uri": "https://a.example/x.png" } },
        { "insertRichLink": { "location": { "index": 1 }, "richLinkProperties": { "uri": uri } } },
        { "insertPerson": person },
        { "insertPageBreak": { "location": { "index": 1 } } },
        { "addDocumentTab": { "tabProperties": { "parentTabId": "t.0", "iconEmoji": "📌" } } },
    ]);
    caller.edit(&id, more).await;
    id
}

#[tokio::test]
async fn what_is_answered_has_the_names_and_types_of_the_contract() {
    let caller = Caller::new();
    let id = rich(&caller).await;
    for query in ["", "?includeTabsContent=true"] {
        // A document is also what `documents.create` takes, and its body is checked by the contract.
        let document = caller.document(&id, query).await;
        let checked = caller.docs("ana", "POST", "", Some(document)).await;
        assert_eq!(checked.code, 200, "{}", checked.text);
    }
}

#[tokio::test]
async fn a_snapshot_keeps_everything() {
    let caller = Caller::new();
    let id = rich(&caller).await;
    let before = caller.document(&id, "?includeTabsContent=true").await;
    let snapshot = caller.google.snapshot().unwrap();
    let world = World::read(
        &json!({
            "workspace": "Test House", "domain": "house.example", "people": [{ "handle": "ana", "name": "Ana Ruíz" }],
        })
        .to_string(),
    )
    .unwrap();
    let google = Google::restore(&snapshot, &world, caller.changes.clone(), client()).unwrap();
    let later = Caller { google: Arc::new(google), changes: caller.changes.clone() };
    assert_eq!(later.document(&id, "?includeTabsContent=true").await, before);
    assert_eq!(json!(later.google.document_told(&id)), json!(caller.google.document_told(&id)));
}
