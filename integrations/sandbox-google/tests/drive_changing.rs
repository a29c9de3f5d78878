//! Renaming, moving, replacing, copying and deleting.

use super::drive::{DRIVE, house};
use super::*;

#[tokio::test]
async fn a_file_is_renamed_and_its_version_counts_up() {
    let house = house();
    let id = house.file_id("ana", "Ben's list.txt");
    let before = house.metadata("ana", &id, "version,modifiedTime").await;
    let change = json!({ "name": "Our list.txt", "description": "of both", "appProperties": { "a": "1" } });
    let answer = house.drive("ana", "PATCH", &format!("files/{id}?fields=*"), Some(change)).await;
    assert_eq!(
        (&answer.body["name"], &answer.body["description"]),
        (&json!("Our list.txt"), &json!("of both"))
    );
    assert_eq!(answer.body["appProperties"], json!({ "a": "1" }));
    assert_eq!(answer.body["lastModifyingUser"]["emailAddress"], "ana@house.example");
    assert_ne!(answer.body["version"], before["version"]);
    assert!(answer.body["modifiedTime"].as_str() > before["modifiedTime"].as_str());
    assert_eq!(house.metadata("ben", &id, "name").await["name"], "Our list.txt");
}

#[tokio::test]
async fn only_what_is_a_clients_to_set_can_be_changed() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    let path = format!("files/{id}");
    let parents = house.drive("ana", "PATCH", &path, Some(json!({ "parents": ["root"] }))).await;
    assert_eq!((parents.code, parents.reason()), (403, "fieldNotWritable"));
    assert!(parents.message().starts_with("The parents field is not directly writable in update requests."));
    for field in [json!({ "id": "x" }), json!({ "ownedByMe": true }), json!({ "version": "9" })] {
        let answer = house.drive("ana", "PATCH", &path, Some(field)).await;
        assert_eq!((answer.code, answer.reason()), (403, "fieldNotWritable"));
    }
    assert_eq!(house.drive("ana", "PATCH", "files/root", Some(json!({ "name": "Mine" }))).await.code, 403);
}

#[tokio::test]
async fn a_file_is_moved_by_leaving_one_folder_for_another() {
    let house = house();
    let (id, plans) = (house.file_id("ana", "Meeting notes.txt"), house.file_id("ana", "Plans"));
    let only_added = house.drive("ana", "PATCH", &format!("files/{id}?addParents=root"), None).await;
    assert_eq!((only_added.code, only_added.reason()), (403, "cannotAddParent"));
    assert_eq!(only_added.message(), "Increasing the number of parents is not allowed");
    let only_removed = house.drive("ana", "PATCH", &format!("files/{id}?removeParents={plans}"), None).await;
    assert_eq!(only_removed.code, 400);
    let path = format!("files/{id}?addParents=root&removeParents={plans}&fields=parents");
    let moved = house.drive("ana", "PATCH", &path, None).await;
    assert_eq!(moved.body["parents"][0], house.metadata("ana", "root", "id").await["id"]);
    let again =
        house.drive("ana", "PATCH", &format!("files/{id}?addParents=root&removeParents={plans}"), None).await;
    assert_eq!(again.code, 200, "it is there already");
    let text = house.file_id("ana", "budget_2026.csv");
    let into_file =
        house.drive("ana", "PATCH", &format!("files/{id}?addParents={text}&removeParents=root"), None).await;
    assert_eq!((into_file.code, into_file.reason()), (403, "parentNotAFolder"));
}

#[tokio::test]
async fn a_folder_does_not_go_into_itself() {
    let house = house();
    let plans = house.file_id("ana", "Plans");
    let below =
        json!({ "name": "Below", "mimeType": "application/vnd.google-apps.folder", "parents": [plans] });
    let below =
        house.drive("ana", "POST", "files", Some(below)).await.body["id"].as_str().unwrap().to_owned();
    for target in [&plans, &below] {
        let path = format!("files/{plans}?addParents={target}&removeParents=root");
        assert_eq!(house.drive("ana", "PATCH", &path, None).await.code, 403);
    }
}

#[tokio::test]
async fn a_file_that_goes_into_a_shared_drive_belongs_to_nobody() {
    let house = house();
    let (file, folder) = (house.file_id("ana", "It's Ana's \\ plan.txt"), house.file_id("ana", "Plans"));
    let guides = house.file_id("ana", "Guides");
    let moved = |id: &str, to: &str, from: &str| {
        format!("files/{id}?addParents={to}&removeParents={from}&supportsAllDrives=true&fields=*")
    };
    let refused = house.drive("ana", "PATCH", &moved(&folder, &guides, "root"), None).await;
    assert_eq!((refused.code, refused.reason()), (403, "teamDrivesFolderMoveInNotSupported"));
    let inside = house.drive("ana", "PATCH", &moved(&file, &guides, "root"), None).await;
    assert!(inside.code == 200 && inside.body.get("owners").is_none() && inside.body["driveId"].is_string());
    let alone = house
        .drive("ana", "PATCH", &format!("files/{file}?removeParents={guides}&supportsAllDrives=true"), None)
        .await;
    assert_eq!((alone.code, alone.reason()), (403, "teamDrivesParentLimit"));
    assert_eq!(house.drive("ben", "PATCH", &moved(&file, "root", &guides), None).await.code, 403);
    let outside = house.drive("ana", "PATCH", &moved(&file, "root", &guides), None).await;
    assert_eq!(outside.body["owners"][0]["emailAddress"], "ana@house.example", "{}", outside.text);
}

#[tokio::test]
async fn new_content_replaces_the_old_which_stays_a_revision() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    let token = house.google.token_for("ana", &[DRIVE]).unwrap();
    let request = Request::builder()
        .method("PATCH")
        .uri(format!("/upload/drive/v3/files/{id}?uploadType=media&fields=size,headRevisionId"))
        .header("Authorization", format!("Bearer {token}"))
        .header("Content-Type", "text/plain")
        .body(Body::from("second"));
    let answer = house.call(request.unwrap()).await;
    assert_eq!(answer.body["size"], "6", "{}", answer.text);
    let all = house.drive("ana", "GET", &format!("files/{id}/revisions"), None).await;
    let revisions = all.body["revisions"].as_array().unwrap();
    assert_eq!(revisions.len(), 2);
    assert_eq!(revisions[1]["id"], answer.body["headRevisionId"]);
    assert_eq!(
        revisions[0].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["id", "kind", "mimeType", "modifiedTime"]
    );
    let first = revisions[0]["id"].as_str().unwrap();
    let old = house.drive("ana", "GET", &format!("files/{id}/revisions/{first}?alt=media"), None).await;
    assert_eq!(old.text, "Tide tables and tickets");
    let head = house.drive("ana", "GET", &format!("files/{id}/revisions/head?alt=media"), None).await;
    assert_eq!(head.text, "second");
    let none = house.drive("ana", "GET", &format!("files/{id}/revisions/zzz"), None).await;
    assert_eq!((none.code, none.message()), (404, "Revision not found: zzz."));
}

#[tokio::test]
async fn a_copy_is_the_copiers_own() {
    let house = house();
    let id = house.file_id("ben", "budget_2026.csv");
    let copy = house.drive("ben", "POST", &format!("files/{id}/copy?fields=*"), Some(json!({}))).await;
    assert_eq!((copy.code, &copy.body["name"]), (200, &json!("Copy of budget_2026.csv")));
    assert_eq!((&copy.body["ownedByMe"], &copy.body["shared"]), (&json!(true), &json!(false)));
    assert_eq!(copy.body["parents"][0], house.metadata("ben", "root", "id").await["id"]);
    assert_eq!(copy.body["size"], "8");
    let beside = house
        .drive("ana", "POST", &format!("files/{id}/copy?fields=name,parents"), Some(json!({ "name": "C" })))
        .await;
    assert_eq!(beside.body, json!({ "name": "C", "parents": [house.file_id("ana", "Plans")] }));
    let twice = json!({ "id": copy.body["id"] });
    assert_eq!(house.drive("ana", "POST", &format!("files/{id}/copy"), Some(twice)).await.code, 409);
    let folder = house
        .drive("ana", "POST", &format!("files/{}/copy", house.file_id("ana", "Plans")), Some(json!({})))
        .await;
    assert_eq!((folder.code, folder.reason()), (403, "cannotCopyFile"));
}

#[tokio::test]
async fn a_folder_is_deleted_with_all_that_lies_in_it_and_only_by_its_owner() {
    let house = house();
    let (folder, file) = (house.file_id("ana", "Plans"), house.file_id("ana", "Meeting notes.txt"));
    let shared = house.file_id("ana", "Ben's list.txt");
    assert_eq!(house.drive("ana", "DELETE", &format!("files/{shared}"), None).await.code, 403);
    assert_eq!(house.drive("ana", "DELETE", "files/root", None).await.code, 403);
    let body = json!({ "type": "user", "role": "writer", "emailAddress": "ben@house.example" });
    house.drive("ana", "POST", &format!("files/{folder}/permissions"), Some(body)).await;
    let bens =
        house.drive("ben", "POST", "files", Some(json!({ "name": "Ben's own", "parents": [folder] }))).await;
    assert_eq!(house.drive("ana", "DELETE", &format!("files/{folder}"), None).await.code, 204);
    let kept = house.metadata("ben", bens.body["id"].as_str().unwrap(), "parents").await;
    assert_eq!(
        kept["parents"][0],
        house.metadata("ben", "root", "id").await["id"],
        "what is Ben's stays Ben's"
    );
    for gone in [folder, file] {
        assert_eq!(house.drive("ana", "GET", &format!("files/{gone}"), None).await.code, 404);
    }
}

#[tokio::test]
async fn somebody_else_changes_a_file_meanwhile() {
    let house = house();
    let id = house.file_id("ana", "Ben's list.txt");
    let before = house.metadata("ana", &id, "version,md5Checksum").await;
    let deed = |name: Option<&str>, text: Option<&str>| crate::files::Deed {
        name: name.map(str::to_owned),
        text: text.map(str::to_owned),
        trashed: None,
    };
    house.google.change_file("ben", &id, &deed(Some("Ben's shopping.txt"), Some("milk, eggs"))).unwrap();
    let after = house.metadata("ana", &id, "name,version,md5Checksum,lastModifyingUser(displayName)").await;
    assert_eq!(
        (&after["name"], &after["lastModifyingUser"]["displayName"]),
        (&json!("Ben's shopping.txt"), &json!("Ben Okafor"))
    );
    assert!(after["version"] != before["version"] && after["md5Checksum"] != before["md5Checksum"]);
    let revisions = house.drive("ana", "GET", &format!("files/{id}/revisions"), None).await;
    assert_eq!(revisions.body["revisions"].as_array().unwrap().len(), 2);
    let foreign = house.file_id("ana", "From outside.txt");
    assert!(
        house.google.change_file("ana", &foreign, &deed(None, Some("x"))).is_err(),
        "a commenter changes nothing"
    );
    assert!(house.google.change_file("zoe", &id, &deed(None, None)).is_err());
}
