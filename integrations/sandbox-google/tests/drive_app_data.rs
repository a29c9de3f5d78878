//! The folder of application data: for the client's own eyes, in a space of its own.

use super::drive::{DRIVE, house};
use super::*;

const APP_DATA: &str = "https://www.googleapis.com/auth/drive.appdata";

impl Caller {
    async fn as_app(&self, scopes: &[&str], method: &str, path: &str, body: Option<Value>) -> Answer {
        let token = self.google.token_for("ana", scopes).unwrap();
        self.with_token(&token, method, &format!("/drive/v3/{path}"), body).await
    }

    async fn names(&self, scopes: &[&str], query: &str) -> Vec<String> {
        let answer = self.as_app(scopes, "GET", &format!("files?{query}&fields=files(name)"), None).await;
        assert_eq!(answer.code, 200, "{}", answer.text);
        let files = answer.body["files"].as_array().unwrap();
        files.iter().map(|file| file["name"].as_str().unwrap().to_owned()).collect()
    }
}

/// A file of settings in the folder; its id.
async fn kept(caller: &Caller) -> String {
    let settings =
        json!({ "name": "settings.json", "parents": ["appDataFolder"], "mimeType": "application/json" });
    let made = caller.as_app(&[APP_DATA], "POST", "files?fields=id,spaces,parents", Some(settings)).await;
    assert_eq!((made.code, &made.body["spaces"]), (200, &json!(["appDataFolder"])), "{}", made.text);
    let folder = caller.as_app(&[APP_DATA], "GET", "files/appDataFolder", None).await;
    assert_eq!(folder.body["name"], "Application Data");
    assert_eq!(made.body["parents"], json!([folder.body["id"]]), "the alias stands for an id");
    made.body["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn application_data_is_in_a_space_of_its_own() {
    let caller = house();
    let start = caller.as_app(&[DRIVE], "GET", "changes/startPageToken", None).await;
    let id = kept(&caller).await;
    let both = [DRIVE, APP_DATA];
    assert_eq!(caller.names(&[APP_DATA], "spaces=appDataFolder").await, ["settings.json"]);
    assert_eq!(
        caller.names(&both, "spaces=appDataFolder&q='appDataFolder'+in+parents").await,
        ["settings.json"]
    );
    assert!(caller.names(&both, "q=name='settings.json'").await.is_empty(), "a list is of the drive");
    let everywhere = caller.names(&both, "spaces=drive,appDataFolder").await;
    assert!(everywhere.contains(&"settings.json".to_owned()) && everywhere.len() > 1);
    let token = start.body["startPageToken"].as_str().unwrap();
    let changed = async |spaces: &str| {
        let path = format!("changes?pageToken={token}&spaces={spaces}");
        caller.as_app(&both, "GET", &path, None).await.body["changes"].as_array().unwrap().len()
    };
    assert_eq!((changed("drive").await, changed("appDataFolder").await), (0, 1));
    assert!(caller.google.files("ana").iter().all(|file| file.id != id), "people see it nowhere");
    for (scopes, code) in [(&[DRIVE][..], 404), (&both, 200), (&[APP_DATA], 200)] {
        assert_eq!(caller.as_app(scopes, "GET", &format!("files/{id}"), None).await.code, code, "{scopes:?}");
    }
    let other = caller.google.token_for("ben", &both).unwrap();
    assert_eq!(caller.with_token(&other, "GET", &format!("/drive/v3/files/{id}"), None).await.code, 404);
    let gone = caller.as_app(&[APP_DATA], "DELETE", &format!("files/{id}"), None).await;
    assert_eq!(gone.code, 204);
    assert_eq!((changed("drive").await, changed("appDataFolder").await), (0, 1));
}

#[tokio::test]
async fn without_its_scope_no_space_is_opened() {
    let caller = house();
    let spaces = "The granted scopes do not give access to all of the requested spaces.";
    let folder = "The granted scopes do not allow use of the Application Data folder.";
    let in_folder = json!({ "name": "x", "parents": ["appDataFolder"] });
    for (scope, method, path, body, message) in [
        (DRIVE, "GET", "files?spaces=appDataFolder", None, spaces),
        (DRIVE, "GET", "files?spaces=drive,appDataFolder", None, spaces),
        (APP_DATA, "GET", "files", None, spaces),
        (APP_DATA, "POST", "files", Some(json!({ "name": "x" })), spaces),
        (DRIVE, "POST", "files", Some(in_folder), folder),
    ] {
        let refused = caller.as_app(&[scope], method, path, body).await;
        assert_eq!(
            (refused.code, refused.reason(), refused.message()),
            (403, "insufficientScopes", message),
            "{path}"
        );
    }
    let nowhere = caller.as_app(&[DRIVE], "GET", "files?spaces=photos", None).await;
    assert_eq!((nowhere.code, nowhere.message()), (400, "Invalid Value"));
}

#[tokio::test]
async fn application_data_is_not_shared_trashed_or_moved_and_holds_no_documents() {
    let caller = house();
    let id = kept(&caller).await;
    let both = [DRIVE, APP_DATA];
    let folder = caller.as_app(&both, "GET", "files/appDataFolder", None).await.body["id"].clone();
    let outside = caller.file_id("ana", "Meeting notes.txt");
    let document =
        json!({ "parents": ["appDataFolder"], "mimeType": "application/vnd.google-apps.document" });
    let reader = json!({ "type": "user", "role": "reader", "emailAddress": "ben@house.example" });
    let folder = folder.as_str().unwrap();
    for (method, path, body) in [
        ("POST", format!("files/{id}/permissions"), reader),
        ("PATCH", format!("files/{id}"), json!({ "trashed": true })),
        ("PATCH", format!("files/{id}?addParents=root&removeParents={folder}"), json!({})),
        ("POST", "files".to_owned(), document),
    ] {
        let refused = caller.as_app(&both, method, &path, Some(body)).await;
        assert_eq!(
            (refused.code, refused.reason(), refused.message()),
            (
                403,
                "notSupportedForAppDataFolderFiles",
                "Method not supported for files within the Application Data folder."
            ),
            "{method} {path}"
        );
    }
    let parents = caller.metadata("ana", &outside, "parents").await["parents"][0].clone();
    let path =
        format!("files/{outside}?addParents=appDataFolder&removeParents={}", parents.as_str().unwrap());
    let moved = caller.as_app(&both, "PATCH", &path, Some(json!({}))).await;
    assert_eq!((moved.code, moved.reason()), (403, "notSupportedForAppDataFolderFiles"));
    let renamed =
        caller.as_app(&[APP_DATA], "PATCH", &format!("files/{id}"), Some(json!({ "name": "y" }))).await;
    assert_eq!((renamed.code, &renamed.body["name"]), (200, &json!("y")));
    assert_eq!(caller.as_app(&both, "DELETE", "files/appDataFolder", None).await.code, 403);
}
