//! Files through Drive's routes: what every test of Drive needs, and making and reading files.

use super::*;

pub(super) const DRIVE: &str = "https://www.googleapis.com/auth/drive";
pub(super) const DRIVE_FILE: &str = "https://www.googleapis.com/auth/drive.file";

/// A small house: Ana's folder with files, one of Ben's, a shared drive, and somebody outside.
pub(super) fn house() -> Caller {
    Caller::of(&json!({
        "drives": [{ "name": "Studio", "members": [
            { "person": "ana", "role": "organizer" }, { "person": "ben", "role": "writer" },
        ] }],
        "files": [
            { "key": "plans", "name": "Plans", "owner": "ana", "modified": "9d" },
            { "key": "notes", "name": "Meeting notes.txt", "owner": "ana", "folder": "plans", "modified": "3d",
              "text": "Tide tables and tickets", "starred": true },
            { "name": "budget_2026.csv", "owner": "ana", "folder": "plans", "modified": "2d", "kind": "text/csv",
              "text": "a,b\n1,2\n", "shared_with": [{ "person": "ben", "role": "reader" }] },
            { "name": "It's Ana's \\ plan.txt", "owner": "ana", "modified": "1d", "text": "x" },
            { "name": "Old.txt", "owner": "ana", "modified": "30d", "text": "old", "trashed": true },
            { "name": "Ben's list.txt", "owner": "ben", "modified": "4d", "text": "milk",
              "shared_with": [{ "person": "ana", "role": "writer" }] },
            { "name": "Linked.txt", "owner": "ben", "modified": "5d", "text": "open to all",
              "shared_with": [{ "person": "anyone", "role": "reader" }] },
            { "name": "From outside.txt", "owner": "Tom Reed <tom@away.example>", "modified": "6d", "text": "hi",
              "shared_with": [{ "person": "ana", "role": "commenter" }] },
            { "name": "Shared rules.txt", "owner": "ana", "folder": "Studio/Guides", "modified": "7d", "text": "be kind" },
            { "name": "Way to the notes", "owner": "ana", "modified": "8d", "shortcut_to": "notes" },
        ],
    }))
}

impl Caller {
    /// A call of Drive by somebody with the whole of Drive.
    pub(super) async fn drive(&self, person: &str, method: &str, path: &str, body: Option<Value>) -> Answer {
        let token = self.google.token_for(person, &[DRIVE]).unwrap();
        self.with_token(&token, method, &format!("/drive/v3/{path}"), body).await
    }

    /// The id of a file somebody sees, by its name.
    pub(super) fn file_id(&self, person: &str, name: &str) -> String {
        let files = self.google.files(person);
        let found = files.iter().find(|file| file.name == name);
        found.unwrap_or_else(|| panic!("{person} does not see {name}")).id.clone()
    }

    /// One file with these fields.
    pub(super) async fn metadata(&self, person: &str, id: &str, fields: &str) -> Value {
        let path = format!("files/{id}?supportsAllDrives=true&fields={fields}");
        let answer = self.drive(person, "GET", &path, None).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        answer.body
    }

    /// Sends content and metadata in one upload.
    pub(super) async fn upload(&self, person: &str, metadata: &Value, kind: &str, content: &str) -> Answer {
        let token = self.google.token_for(person, &[DRIVE]).unwrap();
        let body = format!(
            "--b\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{metadata}\r\n\
             --b\r\nContent-Type: {kind}\r\n\r\n{content}\r\n--b--\r\n"
        );
        let request = Request::builder()
            .method("POST")
            .uri("/upload/drive/v3/files?uploadType=multipart&fields=*&supportsAllDrives=true")
            .header("Authorization", format!("Bearer {token}"))
            .header("Content-Type", "multipart/related; boundary=b")
            .body(Body::from(body));
        self.call(request.unwrap()).await
    }
}

pub(super) fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

#[tokio::test]
async fn a_file_shows_four_fields_unless_more_are_asked_for() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    let plain = house.drive("ana", "GET", &format!("files/{id}"), None).await;
    assert_eq!(
        plain.body,
        json!({ "kind": "drive#file", "id": id, "name": "Meeting notes.txt", "mimeType": "text/plain" })
    );
    let all = house.metadata("ana", &id, "*").await;
    assert_eq!(all["size"], "23");
    assert_eq!(all["version"], "1");
    assert_eq!(all["md5Checksum"], "dbf5547e3a8e5f9cbb1f86ea29029f87");
    assert_eq!(all["sha1Checksum"], "ebd8f9d275068ad3c66e1688a40e9c9c7b896b49");
    assert_eq!(all["sha256Checksum"], "dfc09db5924bd64bd9357cacd1a1142c48729ee5d9208d9c77ce625fbb678d48");
    assert_eq!(all["owners"][0]["emailAddress"], "ana@house.example");
    assert_eq!(all["owners"][0]["displayName"], "Ana Ruíz");
    assert_eq!(all["parents"], json!([house.file_id("ana", "Plans")]));
    assert_eq!(
        (&all["ownedByMe"], &all["shared"], &all["starred"]),
        (&json!(true), &json!(false), &json!(true))
    );
    assert_eq!(all["webViewLink"], format!("https://drive.google.com/file/d/{id}/view?usp=drivesdk"));
    assert!(
        all["capabilities"]["canEdit"].as_bool().unwrap()
            && all["capabilities"]["canTrash"].as_bool().unwrap()
    );
    assert!(all["modifiedTime"].as_str().unwrap().ends_with('Z'));
    assert!(all.get("driveId").is_none() && all.get("shortcutDetails").is_none());
}

#[tokio::test]
async fn a_shortcut_names_what_it_leads_to_and_a_file_from_elsewhere_hangs_nowhere() {
    let house = house();
    let shortcut =
        house.metadata("ana", &house.file_id("ana", "Way to the notes"), "mimeType,shortcutDetails").await;
    let target = house.file_id("ana", "Meeting notes.txt");
    assert_eq!(shortcut["mimeType"], "application/vnd.google-apps.shortcut");
    assert_eq!(shortcut["shortcutDetails"], json!({ "targetId": target, "targetMimeType": "text/plain" }));
    let foreign = house.metadata("ana", &house.file_id("ana", "From outside.txt"), "*").await;
    assert!(foreign.get("parents").is_none() && foreign.get("permissions").is_none());
    assert_eq!(foreign["owners"][0]["displayName"], "Tom Reed");
    assert_eq!(foreign["capabilities"]["canComment"], true);
    assert_eq!(foreign["capabilities"]["canEdit"], false);
    let bens = house
        .metadata("ana", &house.file_id("ana", "Ben's list.txt"), "parents,sharedWithMeTime,permissions")
        .await;
    assert!(bens.get("parents").is_none() && bens.get("sharedWithMeTime").is_some());
    assert_eq!(bens["permissions"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn content_is_downloaded_whole_or_in_part() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    let token = house.google.token_for("ana", &[DRIVE]).unwrap();
    let download = |range: Option<&'static str>| {
        let mut builder = Request::builder()
            .uri(format!("/drive/v3/files/{id}?alt=media"))
            .header("Authorization", format!("Bearer {token}"));
        if let Some(range) = range {
            builder = builder.header("Range", range);
        }
        house.call(builder.body(Body::empty()).unwrap())
    };
    let whole = download(None).await;
    assert_eq!((whole.code, whole.text.as_str()), (200, "Tide tables and tickets"));
    assert_eq!(whole.headers["content-type"], "text/plain");
    let part = download(Some("bytes=5-10")).await;
    assert_eq!((part.code, part.text.as_str()), (206, "tables"));
    assert_eq!(part.headers["content-range"], "bytes 5-10/23");
    assert_eq!(download(Some("bytes=99-")).await.code, 416);
}

#[tokio::test]
async fn what_has_no_bytes_is_not_downloaded_and_what_has_is_not_exported() {
    let house = house();
    let folder = house.file_id("ana", "Plans");
    let refused = house.drive("ana", "GET", &format!("files/{folder}?alt=media"), None).await;
    assert_eq!((refused.code, refused.reason()), (403, "fileNotDownloadable"));
    assert_eq!(refused.body["error"]["errors"][0]["location"], "alt");
    let text = house.file_id("ana", "Meeting notes.txt");
    let refused = house.drive("ana", "GET", &format!("files/{text}/export?mimeType=text/plain"), None).await;
    assert_eq!((refused.code, refused.reason()), (403, "fileNotExportable"));
    let metadata_only = "https://www.googleapis.com/auth/drive.metadata.readonly";
    let token = house.google.token_for("ana", &[metadata_only]).unwrap();
    let refused = house.with_token(&token, "GET", &format!("/drive/v3/files/{text}?alt=media"), None).await;
    assert_eq!(refused.code, 403);
}

#[tokio::test]
async fn a_document_is_exported_only_as_what_google_exports() {
    let house = house();
    let document = json!({ "name": "D", "mimeType": "application/vnd.google-apps.document" });
    let made = house.upload("ana", &document, "text/markdown", "# Hi").await;
    assert_eq!((made.code, &made.body["mimeType"]), (200, &document["mimeType"]), "{}", made.text);
    assert!(made.body["webViewLink"].as_str().unwrap().starts_with("https://docs.google.com/document/d/"));
    assert!(made.body["exportLinks"]["text/markdown"].is_string() && made.body.get("size").is_none());
    let id = made.body["id"].as_str().unwrap();
    let odd = house.drive("ana", "GET", &format!("files/{id}/export?mimeType=image/png"), None).await;
    assert_eq!((odd.code, odd.message()), (400, "The requested conversion is not supported."));
    let pdf = house.drive("ana", "GET", &format!("files/{id}/export?mimeType=application/pdf"), None).await;
    assert!(pdf.code == 200 && pdf.text.starts_with("%PDF-1.4") && pdf.text.contains("Hi"), "{}", pdf.text);
    let unbuilt =
        house.drive("ana", "GET", &format!("files/{id}/export?mimeType=application/rtf"), None).await;
    assert_eq!(unbuilt.code, 501);
    let raw = house.drive("ana", "GET", &format!("files/{id}?alt=media"), None).await;
    assert_eq!(
        raw.message(),
        "Only files with binary content can be downloaded. Use Export with Docs Editors files."
    );
}

#[tokio::test]
async fn files_are_made_in_a_folder_of_ones_own_or_of_others() {
    let house = house();
    let made = house
        .drive("ana", "POST", "files?fields=*", Some(json!({ "name": "New", "description": "d" })))
        .await;
    assert_eq!((made.code, &made.body["mimeType"]), (200, &json!("application/octet-stream")));
    assert_eq!((&made.body["size"], &made.body["version"]), (&json!("0"), &json!("1")));
    let root = house.metadata("ana", "root", "id,name").await;
    assert_eq!((&made.body["parents"][0], &root["name"]), (&root["id"], &json!("My Drive")));
    let folder = json!({ "name": "Sub", "mimeType": "application/vnd.google-apps.folder", "parents": [house.file_id("ana", "Plans")] });
    let folder =
        house.drive("ana", "POST", "files", Some(folder)).await.body["id"].as_str().unwrap().to_owned();
    let uploaded = house
        .upload("ana", &json!({ "name": "a.json", "parents": [folder] }), "application/json", "{}")
        .await;
    assert_eq!((uploaded.code, &uploaded.body["mimeType"]), (200, &json!("application/json")));
    assert_eq!(uploaded.body["originalFilename"], "a.json");
    let guides = house.file_id("ana", "Guides");
    let shared =
        house.upload("ben", &json!({ "name": "b.txt", "parents": [guides] }), "text/plain", "b").await;
    assert_eq!(shared.code, 200, "{}", shared.text);
    assert!(shared.body.get("owners").is_none() && shared.body["driveId"].is_string());
    let shortcut = json!({ "mimeType": "application/vnd.google-apps.shortcut", "shortcutDetails": { "targetId": folder } });
    assert_eq!(house.drive("ana", "POST", "files", Some(shortcut)).await.body["name"], "Sub");
}

#[tokio::test]
async fn what_cannot_be_made_is_refused() {
    let house = house();
    let (plans, text) = (house.file_id("ana", "Plans"), house.file_id("ana", "Meeting notes.txt"));
    let budget = house.file_id("ben", "budget_2026.csv");
    let shortcut = house.file_id("ana", "Way to the notes");
    let kind = "application/vnd.google-apps.shortcut";
    let cases = [
        ("ana", json!({ "parents": ["nowhere"] }), 404, "notFound"),
        ("ana", json!({ "parents": [text] }), 403, "parentNotAFolder"),
        ("ana", json!({ "parents": [plans, "root"] }), 400, "invalid"),
        ("ben", json!({ "parents": [plans] }), 404, "notFound"),
        ("ben", json!({ "parents": [budget] }), 403, "parentNotAFolder"),
        ("ana", json!({ "size": "7" }), 403, "fieldNotWritable"),
        ("ana", json!({ "owners": [] }), 403, "fieldNotWritable"),
        ("ana", json!({ "inheritedPermissionsDisabled": true }), 501, "notImplemented"),
        ("ana", json!({ "mimeType": kind }), 400, "required"),
        (
            "ana",
            json!({ "mimeType": kind, "shortcutDetails": { "targetId": shortcut } }),
            403,
            "shortcutTargetInvalid",
        ),
        ("ana", json!({ "mimeType": kind, "shortcutDetails": { "targetId": "nowhere" } }), 404, "notFound"),
        ("ana", json!({ "title": "v2" }), 400, "invalid"),
    ];
    for (person, body, code, reason) in cases {
        let answer = house.drive(person, "POST", "files", Some(body.clone())).await;
        assert_eq!((answer.code, answer.reason()), (code, reason), "{body}");
    }
    let converted = json!({ "mimeType": "application/vnd.google-apps.document" });
    let refused = house.upload("ana", &converted, "image/png", "x").await;
    assert_eq!((refused.code, refused.reason()), (400, "badRequest"));
    let folder = json!({ "mimeType": "application/vnd.google-apps.folder" });
    assert_eq!(house.upload("ana", &folder, "text/plain", "x").await.code, 400);
}

#[tokio::test]
async fn an_id_is_used_once_and_only_if_it_was_given_out() {
    let house = house();
    let given = house.drive("ana", "GET", "files/generateIds?count=3", None).await;
    assert_eq!((&given.body["kind"], &given.body["space"]), (&json!("drive#generatedIds"), &json!("drive")));
    let ids = given.body["ids"].as_array().unwrap().clone();
    assert_eq!(ids.len(), 3);
    let body = json!({ "id": ids[0], "name": "Once" });
    let made = house.drive("ana", "POST", "files", Some(body.clone())).await;
    assert_eq!(made.body["id"], ids[0]);
    let again = house.drive("ana", "POST", "files", Some(body)).await;
    assert_eq!((again.code, again.reason()), (409, "fileIdInUse"));
    assert_eq!(again.message(), "A file already exists with the provided ID.");
    let invented = house.drive("ana", "POST", "files", Some(json!({ "id": "1invented" }))).await;
    assert_eq!((invented.code, invented.message()), (400, "The provided file ID is not usable."));
    let document = json!({ "id": ids[1], "mimeType": "application/vnd.google-apps.document" });
    let refused = house.drive("ana", "POST", "files", Some(document)).await;
    assert_eq!(
        (refused.code, refused.message()),
        (400, "Generated IDs are not supported for Docs Editors formats.")
    );
    let folder = json!({ "id": ids[1], "mimeType": "application/vnd.google-apps.folder" });
    assert_eq!(house.drive("ana", "POST", "files", Some(folder)).await.code, 200);
}

#[tokio::test]
async fn a_presentation_is_made_from_a_file_of_power_point() {
    let house = house();
    let metadata = json!({ "name": "Deck", "mimeType": "application/vnd.google-apps.presentation" });
    let kind = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
    let made = house.upload("ana", &metadata, kind, "PK").await;
    assert_eq!((made.code, &made.body["mimeType"]), (200, &metadata["mimeType"]), "{}", made.text);
    assert!(
        made.body["webViewLink"].as_str().unwrap().starts_with("https://docs.google.com/presentation/d/")
    );
    let refused = house.upload("ana", &metadata, "text/plain", "hello").await;
    assert_eq!((refused.code, refused.reason()), (400, "badRequest"));
}
