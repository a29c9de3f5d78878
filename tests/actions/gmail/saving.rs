//! Files of a mail, saved in Drive.

use serde_json::{Value, json};

use super::{arrived, fresh};
use crate::actions::drive::{file, files_named, known};
use crate::harness::{Acting, Action, Met, a_write_weathers, all_text};

const SAVING: [&str; 2] = ["gmail.readonly", "drive.file"];

/// A mail with two files; its id.
async fn with_files(acting: &Acting) -> (String, String) {
    let name = fresh("plan") + ".txt";
    let files = json!([
        { "name": "terms.pdf", "kind": "application/pdf", "text": "%PDF-1.4 terms" },
        { "name": name, "kind": "text/plain", "text": "Three berths." },
    ]);
    let mail = json!({ "subject": fresh("The plan"), "text": "See the files.", "attachments": files });
    let mail = arrived(acting, mail).await;
    (mail["id"].as_str().unwrap().to_owned(), name)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_a_mail_is_saved_and_the_undo_button_throws_it_away() {
    let acting = Acting::as_ana(&SAVING).await;
    let (id, name) = with_files(&acting).await;
    let act = acting.act("gmail.save_attachment", json!({ "id": id, "file": name })).await;
    let answer = act.answer().await.json();
    assert_eq!((&answer["saved"], &answer["size"]), (&json!(true), &json!(13)));
    assert!(answer["link"].as_str().unwrap().contains(answer["id"].as_str().unwrap()), "{answer}");
    let creates = act.requests_to("drive.files.create").await;
    assert_eq!((creates.len(), creates[0].path.as_str()), (1, "/upload/drive/v3/files"));
    assert_eq!(creates[0].values("supportsAllDrives"), ["true"]);
    let saved = file(&acting, answer["id"].as_str().unwrap()).await;
    assert_eq!((&saved["name"], &saved["mime_type"]), (&json!(name), &json!("text/plain")));
    assert_eq!((&saved["text"], &saved["owner"]), (&json!("Three berths."), &json!("ana@fernwood.example")));
    let undone = act.taken_back().await;
    assert!(undone.contains("*Undone*") && undone.contains(&name), "{undone}");
    let gone = file(&acting, answer["id"].as_str().unwrap()).await;
    assert_eq!(gone["trashed"], true, "{gone}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_goes_into_the_named_folder_under_another_name_once_its_readers_are_known() {
    let acting = Acting::as_ana(&["gmail.readonly", "drive"]).await;
    let (id, _) = with_files(&acting).await;
    let name = fresh("terms") + ".pdf";
    let args = json!({ "id": id, "file": "1", "folder": "Clients/Harbour Museum", "name": name });
    let act = acting.act("gmail.save_attachment", args).await;
    let shown = all_text(&act.card().await);
    for words in [
        name.as_str(),
        "terms.pdf",
        "mara@harbour.example",
        "Harbour Museum",
        "ben@fernwood.example",
        "application/pdf",
        "14 bytes",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(act.requests_to("drive.files.create").await.is_empty());
    let id = act.approved().await.json()["id"].as_str().unwrap().to_owned();
    let saved = file(&acting, &id).await;
    assert_eq!((&saved["name"], &saved["mime_type"]), (&json!(name), &json!("application/pdf")));
    assert_eq!(saved["parent"], known(&acting, "Harbour Museum").await.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_saved_is_refused_with_what_there_is() {
    let acting = Acting::as_ana(&["gmail.readonly", "drive"]).await;
    let (id, name) = with_files(&acting).await;
    let wrong = acting.perform("gmail.save_attachment", json!({ "id": id, "file": "other.txt" })).await;
    assert_eq!(wrong.code(), Some("input_invalid"));
    assert!(wrong.words.contains(&name) && wrong.is_fenced(), "{}", wrong.words);
    for (args, code) in [
        (json!({ "id": "18c0000000000000", "file": "1" }), "not_found"),
        (json!({ "id": id, "file": "1", "folder": "No such folder" }), "not_found"),
        (json!({ "id": id, "file": "1", "folder": "sitemap.txt" }), "not_found"),
        (json!({ "id": id, "file": "1", "name": "two\nlines" }), "input_invalid"),
        (json!({ "id": id }), "input_invalid"),
    ] {
        let refused = acting.perform("gmail.save_attachment", args.clone()).await;
        assert_eq!(refused.code(), Some(code), "{args}: {}", refused.words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_asks_for_the_scope_that_opens_it() {
    let acting = Acting::as_ana(&SAVING).await;
    let (id, name) = with_files(&acting).await;
    let args = json!({ "id": id, "file": name, "folder": "Clients" });
    let act = acting.act("gmail.save_attachment", args).await;
    let Met::Offer(offer) = act.met().await else { panic!("the folder is not asked for") };
    assert_eq!(acting.town.accept("ana", &offer).await, ["drive".to_owned()].into());
    let id = act.goes_on().await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(file(&acting, &id).await["parent"], known(&acting, "Clients").await.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn saving_weathers() {
    let action = Action { tool: "gmail.save_attachment", method: "drive.files.create", scopes: &SAVING };
    a_write_weathers(
        action,
        async |acting| {
            let (id, name) = with_files(acting).await;
            json!({ "id": id, "file": name })
        },
        async |acting, args: &Value| files_named(acting, args["file"].as_str().unwrap()).await.len(),
    )
    .await;
}
