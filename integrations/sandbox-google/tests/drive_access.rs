//! Who sees what: strangers, shared drives, the bin, and what a snapshot keeps.

use super::drive::house;
use super::*;

#[tokio::test]
async fn a_file_one_may_not_see_is_not_there() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    for (person, path) in [("ben", format!("files/{id}")), ("ana", "files/1nowhere".to_owned())] {
        let answer = house.drive(person, "GET", &path, None).await;
        let named = path.rsplit('/').next().unwrap();
        assert_eq!((answer.code, answer.reason()), (404, "notFound"));
        assert_eq!(answer.message(), format!("File not found: {named}."));
        let entry = &answer.body["error"]["errors"][0];
        assert_eq!((&entry["location"], &entry["locationType"]), (&json!("fileId"), &json!("parameter")));
        assert!(answer.body["error"].get("status").is_none());
    }
}

#[tokio::test]
async fn a_reader_reads_and_changes_nothing() {
    let house = house();
    let id = house.file_id("ben", "budget_2026.csv");
    assert_eq!(house.drive("ben", "GET", &format!("files/{id}?alt=media"), None).await.code, 200);
    let star = house.drive("ben", "PATCH", &format!("files/{id}"), Some(json!({ "starred": true }))).await;
    assert_eq!(star.code, 200, "a star is one's own");
    assert_eq!(house.metadata("ana", &id, "starred").await["starred"], false);
    for (method, path, body) in [
        ("PATCH", format!("files/{id}"), Some(json!({ "name": "mine" }))),
        ("PATCH", format!("files/{id}"), Some(json!({ "trashed": true }))),
        ("PATCH", format!("files/{id}"), None),
        ("DELETE", format!("files/{id}"), None),
        ("GET", format!("files/{id}/permissions"), None),
        ("POST", format!("files/{id}/permissions"), Some(json!({ "type": "anyone", "role": "reader" }))),
        ("GET", format!("files/{id}/revisions"), None),
        ("POST", format!("files/{id}/comments?fields=id"), Some(json!({ "content": "hm" }))),
    ] {
        let answer = house.drive("ben", method, &path, body).await;
        assert_eq!((answer.code, answer.reason()), (403, "insufficientFilePermissions"), "{method} {path}");
        assert_eq!(answer.message(), format!("The user does not have sufficient permissions for file {id}."));
    }
}

#[tokio::test]
async fn what_is_in_a_shared_drive_is_hidden_from_those_who_do_not_know_of_them() {
    let house = house();
    let id = house.file_id("ana", "Shared rules.txt");
    assert_eq!(house.drive("ana", "GET", &format!("files/{id}"), None).await.code, 404);
    let known = house.metadata("ben", &id, "*").await;
    assert!(known["driveId"].is_string() && known["teamDriveId"] == known["driveId"]);
    for absent in ["owners", "ownedByMe", "shared", "permissions"] {
        assert!(known.get(absent).is_none(), "{absent}");
    }
    assert_eq!(known["capabilities"]["canEdit"], true);
    assert_eq!(known["capabilities"]["canTrash"], false, "a contributor throws nothing away");
    let trash = json!({ "trashed": true });
    let path = format!("files/{id}?supportsAllDrives=true");
    assert_eq!(house.drive("ben", "PATCH", &path, Some(trash.clone())).await.code, 403);
    assert_eq!(house.drive("ana", "PATCH", &path, Some(trash)).await.code, 200);
    assert_eq!(house.drive("zoe", "GET", &path, None).await.code, 404);
}

#[tokio::test]
async fn what_lies_in_a_folder_in_the_bin_is_in_the_bin() {
    let house = house();
    let (folder, file) = (house.file_id("ana", "Plans"), house.file_id("ana", "Meeting notes.txt"));
    for trashed in [true, false] {
        let path = format!("files/{folder}?fields=trashed,trashedTime");
        let answer = house.drive("ana", "PATCH", &path, Some(json!({ "trashed": trashed }))).await;
        assert_eq!(answer.body["trashed"], trashed);
        assert_eq!(answer.body.get("trashedTime").is_some(), trashed);
        let below = house.metadata("ana", &file, "trashed,explicitlyTrashed").await;
        assert_eq!(below, json!({ "trashed": trashed, "explicitlyTrashed": false }));
    }
}

#[tokio::test]
async fn a_snapshot_keeps_every_file_and_everybody_has_a_drive_afterwards() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    let before = house.metadata("ana", &id, "*").await;
    let snapshot = house.google.snapshot().unwrap();
    let world = World::read(
        r#"{ "workspace": "T", "domain": "house.example",
             "people": [{ "handle": "ana", "name": "Ana Ruíz" }, { "handle": "new", "name": "Newcomer" }] }"#,
    );
    let google = Google::restore(&snapshot, &world.unwrap(), Changes::default(), client()).unwrap();
    let restored = Caller { google: Arc::new(google), changes: Changes::default() };
    assert_eq!(restored.metadata("ana", &id, "*").await, before);
    assert_eq!(restored.metadata("new", "root", "name").await["name"], "My Drive");
}
