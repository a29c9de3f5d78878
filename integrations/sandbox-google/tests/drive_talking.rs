//! Comments, changes, prepared downloads, and who one is.

use super::drive::{DRIVE, house};
use super::*;

#[tokio::test]
async fn some_methods_answer_only_when_told_what() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    for path in ["about".to_owned(), format!("files/{id}/comments")] {
        let answer = house.drive("ana", "GET", &path, None).await;
        assert_eq!((answer.code, answer.reason()), (400, "required"));
        assert_eq!(answer.message(), "The 'fields' parameter is required for this method.");
        assert_eq!(answer.body["error"]["errors"][0]["location"], "fields");
    }
    let about = house.drive("ana", "GET", "about?fields=user,exportFormats,importFormats", None).await;
    assert_eq!(about.body["user"]["emailAddress"], "ana@house.example");
    assert_eq!(about.body["user"]["me"], true);
    let formats = &about.body["exportFormats"]["application/vnd.google-apps.document"];
    assert!(formats.as_array().unwrap().contains(&json!("text/markdown")));
}

#[tokio::test]
async fn a_comment_is_made_answered_and_resolved() {
    let house = house();
    let id = house.file_id("ana", "From outside.txt");
    let comments = format!("files/{id}/comments");
    let empty = house.drive("ana", "POST", &format!("{comments}?fields=*"), Some(json!({}))).await;
    assert_eq!((empty.code, empty.reason()), (400, "required"));
    let body = json!({ "content": "Is <this> right?", "quotedFileContent": { "value": "hi", "mimeType": "text/plain" } });
    let made = house.drive("ana", "POST", &format!("{comments}?fields=*"), Some(body)).await;
    assert_eq!(made.body["author"]["displayName"], "Ana Ruíz", "{}", made.text);
    assert_eq!(made.body["htmlContent"], "Is &lt;this&gt; right?");
    let comment = made.body["id"].as_str().unwrap();
    let replies = format!("{comments}/{comment}/replies");
    let wrong =
        house.drive("ana", "POST", &format!("{replies}?fields=*"), Some(json!({ "action": "close" }))).await;
    assert_eq!(wrong.code, 400);
    for body in [json!({ "content": "Yes." }), json!({ "action": "resolve" })] {
        assert_eq!(house.drive("ana", "POST", &format!("{replies}?fields=id"), Some(body)).await.code, 200);
    }
    let all = house
        .drive("ana", "GET", &format!("{comments}?fields=comments(resolved,replies(content,action))"), None)
        .await;
    let one = &all.body["comments"][0];
    assert_eq!((&one["resolved"], &one["replies"][1]["action"]), (&json!(true), &json!("resolve")));
    let listed = house.drive("ana", "GET", &format!("{replies}?fields=replies(content)"), None).await;
    assert_eq!(listed.body["replies"][0]["content"], "Yes.");
    let missing = house.drive("ana", "GET", &format!("{comments}/AAAA?fields=id"), None).await;
    assert_eq!((missing.code, missing.message()), (404, "Comment not found: AAAA."));
}

#[tokio::test]
async fn a_comment_is_changed_and_deleted_by_who_wrote_it() {
    let house = house();
    let document = json!({ "name": "Doc", "mimeType": "application/vnd.google-apps.document" });
    let document = house.drive("ana", "POST", "files", Some(document)).await.body["id"].clone();
    let share = json!({ "type": "user", "role": "writer", "emailAddress": "ben@house.example" });
    let path = format!("files/{}/permissions", document.as_str().unwrap());
    house.drive("ana", "POST", &path, Some(share)).await;
    for id in [document.as_str().unwrap(), &house.file_id("ana", "Ben's list.txt")] {
        let comments = format!("files/{id}/comments");
        let made = house
            .drive("ana", "POST", &format!("{comments}?fields=id"), Some(json!({ "content": "Milk?" })))
            .await;
        let one = format!("{comments}/{}", made.body["id"].as_str().unwrap());
        let fields = format!("{one}?fields=content");
        let other = house.drive("ben", "PATCH", &fields, Some(json!({ "content": "No" }))).await;
        assert_eq!((other.code, other.reason()), (403, "insufficientFilePermissions"));
        assert_eq!(house.drive("ben", "DELETE", &one, None).await.code, 403);
        let changed = house.drive("ana", "PATCH", &fields, Some(json!({ "content": "Tea?" }))).await;
        assert_eq!((changed.code, &changed.body["content"]), (200, &json!("Tea?")), "{}", changed.text);
        assert_eq!(house.drive("ben", "GET", &fields, None).await.body["content"], "Tea?");
        assert_eq!(house.drive("ana", "DELETE", &one, None).await.code, 204);
        assert_eq!(house.drive("ana", "GET", &fields, None).await.code, 404);
    }
}

#[tokio::test]
async fn changes_are_told_since_a_moment_one_remembers() {
    let house = house();
    let start = house.drive("ana", "GET", "changes/startPageToken", None).await;
    let token = start.body["startPageToken"].as_str().unwrap().to_owned();
    let nothing = house.drive("ana", "GET", &format!("changes?pageToken={token}"), None).await;
    assert_eq!(nothing.body["changes"], json!([]));
    assert_eq!(nothing.body["newStartPageToken"], json!(token));
    let (notes, gone) = (house.file_id("ana", "Meeting notes.txt"), house.file_id("ana", "Old.txt"));
    house.drive("ana", "PATCH", &format!("files/{notes}"), Some(json!({ "name": "Notes.txt" }))).await;
    house.drive("ana", "DELETE", &format!("files/{gone}"), None).await;
    let told = house.drive("ana", "GET", &format!("changes?pageToken={token}"), None).await;
    let changes = told.body["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 2);
    assert_eq!((&changes[0]["file"]["name"], &changes[0]["removed"]), (&json!("Notes.txt"), &json!(false)));
    assert_eq!((&changes[1]["fileId"], &changes[1]["removed"]), (&json!(gone), &json!(true)));
    let paged = house.drive("ana", "GET", &format!("changes?pageToken={token}&pageSize=1"), None).await;
    assert!(paged.body.get("newStartPageToken").is_none() && paged.body["nextPageToken"].is_string());
    let bens = house.drive("ben", "GET", &format!("changes?pageToken={token}"), None).await;
    assert_eq!(bens.body["changes"], json!([]));
    let wrong = house.drive("ana", "GET", "changes?pageToken=99999", None).await;
    assert_eq!((wrong.code, &wrong.body["error"]["errors"][0]["location"]), (400, &json!("pageToken")));
}

#[tokio::test]
async fn a_download_is_prepared_and_fetched_by_whoever_prepared_it() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    let prepared = house.drive("ana", "POST", &format!("files/{id}/download"), None).await;
    assert_eq!(prepared.body["done"], true, "{}", prepared.text);
    let name = prepared.body["name"].as_str().unwrap();
    let again = house.drive("ana", "GET", &format!("operations/{name}"), None).await;
    assert_eq!(again.body, prepared.body);
    let address = prepared.body["response"]["downloadUri"].as_str().unwrap();
    let path = address.strip_prefix("http://127.0.0.1").unwrap();
    let anas = house.google.token_for("ana", &[DRIVE]).unwrap();
    let fetched = house.with_token(&anas, "GET", path, None).await;
    assert_eq!((fetched.code, fetched.text.as_str()), (200, "Tide tables and tickets"));
    let bens = house.google.token_for("ben", &[DRIVE]).unwrap();
    assert_eq!(house.with_token(&bens, "GET", path, None).await.code, 404);
    assert_eq!(house.get(path).await.code, 401);
    assert_eq!(house.drive("ben", "GET", &format!("operations/{name}"), None).await.code, 404);
    let wrong = house.drive("ana", "POST", &format!("files/{id}/download?mimeType=text/csv"), None).await;
    assert_eq!((wrong.code, wrong.message()), (400, "The requested conversion is not supported."));
    let folder =
        house.drive("ana", "POST", &format!("files/{}/download", house.file_id("ana", "Plans")), None).await;
    assert_eq!((folder.code, folder.reason()), (403, "fileNotDownloadable"));
}
