//! What makes files: upload, documents from Markdown, copies.

use serde_json::{Value, json};

use super::{a_note, file, files_named, fresh, known};
use crate::harness::{Acting, Action, Met, a_write_weathers, all_text};

const MAKING: &[&str] = &["drive.file"];

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_uploaded_once_it_is_countersigned() {
    let acting = Acting::as_ana(MAKING).await;
    let name = fresh("minutes") + ".md";
    let act = acting.act("drive.upload", json!({ "name": name, "content": "# Minutes\n\näöü" })).await;
    let shown = all_text(&act.card().await);
    for words in [name.as_str(), "My Drive", "nobody else", "text/markdown", "# Minutes"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(act.requests_to("drive.files.create").await.is_empty());
    let answer = act.approved().await.json();
    let creates = act.requests_to("drive.files.create").await;
    assert_eq!((creates.len(), creates[0].path.as_str()), (1, "/upload/drive/v3/files"));
    assert_eq!(creates[0].values("uploadType"), ["multipart"]);
    assert_eq!(creates[0].values("supportsAllDrives"), ["true"]);
    let made = file(&acting, answer["id"].as_str().unwrap()).await;
    assert_eq!((&made["name"], &made["mime_type"]), (&json!(name), &json!("text/markdown")));
    assert_eq!(made["text"], "# Minutes\n\näöü");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_goes_into_a_folder_whose_readers_are_named() {
    let acting = Acting::as_ana(&["drive"]).await;
    let name = fresh("table");
    let given = json!({ "name": name, "content": "a,b\n", "folder": "Clients/Harbour Museum", "media_type": "text/csv" });
    let act = acting.act("drive.upload", given).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("Harbour Museum") && shown.contains("ben@fernwood.example"), "{shown}");
    let id = act.approved().await.json()["id"].as_str().unwrap().to_owned();
    let made = file(&acting, &id).await;
    assert_eq!(made["parent"], known(&acting, "Harbour Museum").await.as_str());
    assert_eq!(made["mime_type"], "text/csv");
    for bad in
        [json!({ "name": " ", "content": "" }), json!({ "name": "a", "content": "", "media_type": "x" })]
    {
        assert_eq!(acting.perform("drive.upload", bad).await.code(), Some("input_invalid"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_we_did_not_make_asks_for_the_wider_permission_first() {
    let seeing = &["drive.file", "drive.metadata.readonly"][..];
    let note = || json!({ "name": fresh("note"), "content": "A note." });
    for (tool, scopes, mut given) in [
        ("drive.upload", MAKING, note()),
        ("drive.upload", seeing, note()),
        ("drive.create_doc", seeing, json!({ "title": fresh("Notes") })),
        ("docs.create", seeing, json!({ "title": fresh("Notes") })),
        ("sheets.create", seeing, json!({ "title": fresh("Notes") })),
        ("drive.copy", seeing, json!({})),
        ("drive.move", seeing, json!({})),
    ] {
        let acting = Acting::as_ana(scopes).await;
        if given == json!({}) {
            given["file"] = acting.perform("drive.upload", note()).await.json()["id"].clone();
        }
        given["folder"] = "Clients/Harbour Museum".into();
        let act = acting.act(tool, given).await;
        let Met::Offer(offer) = act.met().await else { panic!("{tool}") };
        assert_eq!(acting.town.accept("ana", &offer).await, ["drive".to_owned()].into(), "{tool}");
        assert!(!act.goes_on().await.failed, "{tool}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_top_of_ones_own_drive_is_no_folder_of_somebody_elses_making() {
    let acting = Acting::as_ana(MAKING).await;
    let given = json!({ "name": fresh("note"), "content": "A note.", "folder": "My Drive" });
    assert!(!acting.perform("drive.upload", given).await.failed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_file_goes_in_pieces_and_goes_on_where_it_broke_off() {
    let acting = Acting::as_ana(MAKING).await;
    let (name, content) = (fresh("large") + ".txt", "0123456789".repeat(1_000_000));
    let attached = json!([{ "name": name, "kind": "text/plain", "text": content }]);
    for (kind, announced) in [
        (json!("drop_before"), 1),
        (json!("drop_after_commit"), 1),
        (json!({ "status": { "code": 404 } }), 2),
    ] {
        // The announcement passes; the first piece is struck.
        let path = "/upload/drive/v3/files";
        let fault = json!({ "service": "google", "method": path, "kind": kind, "times": 1, "after": 1 });
        acting.control().fault(fault).await;
        let act = acting.act_on("drive.upload", json!({ "attached": name }), attached.clone()).await;
        let id = act.approved().await.json()["id"].as_str().unwrap().to_owned();
        acting.calm().await;
        assert_eq!(file(&acting, &id).await["size"], 10_000_000, "{kind}");
        let creates = act.requests_to("drive.files.create").await;
        assert!(creates.iter().all(|asked| asked.values("uploadType") == ["resumable"]), "{kind}");
        let announcements = creates.iter().filter(|asked| asked.body["name"] == name.as_str()).count();
        assert_eq!(announcements, announced, "{kind}");
        // Three pieces are stored, and asked about where one was lost; none goes twice.
        assert_eq!(creates.len(), 5, "{kind}");
    }
    assert_eq!(files_named(&acting, &name).await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_can_read_to_its_end_is_not_countersigned() {
    let acting = Acting::as_ana(&["drive"]).await;
    let content = format!("Minutes{}and what was in the mailbox", " ".repeat(100_000));
    for (tool, args) in [
        ("drive.upload", json!({ "name": "minutes.md", "content": content })),
        ("drive.create_doc", json!({ "title": "Minutes", "content": content })),
        ("docs.create", json!({ "title": "Minutes", "content": content })),
    ] {
        let refused = acting.perform(tool, args).await;
        assert_eq!(refused.code(), Some("input_invalid"), "{tool}: {}", refused.words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn uploading_weathers() {
    let action = Action { tool: "drive.upload", method: "drive.files.create", scopes: MAKING };
    a_write_weathers(
        action,
        async |_| json!({ "name": fresh("note") + ".txt", "content": "As agreed." }),
        async |acting, args| files_named(acting, args["name"].as_str().unwrap()).await.len(),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_is_made_from_markdown() {
    let acting = Acting::as_ana(&["drive"]).await;
    let title = fresh("Minutes");
    let markdown = "# Decisions\n\n- Open at **ten**\n- [Tickets](https://example.com/)\n";
    let given = json!({ "title": title, "content": markdown, "folder": "Studio/Meetings" });
    let act = acting.act("drive.create_doc", given).await;
    let shown = all_text(&act.card().await);
    for words in [title.as_str(), "Meetings", "dai@fernwood.example", "Open at"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let id = act.approved().await.json()["id"].as_str().unwrap().to_owned();
    let made = file(&acting, &id).await;
    assert_eq!(made["mime_type"], "application/vnd.google-apps.document");
    assert_eq!((&made["name"], &made["drive"]), (&json!(title), &json!("Studio")));
    assert!(made["text"].as_str().unwrap().contains("# Decisions"), "{made}");
    let empty = acting.perform("drive.create_doc", json!({ "title": fresh("Empty") })).await.json();
    assert!(empty["link"].as_str().unwrap().starts_with("https://docs.google.com/document/d/"));
}

#[tokio::test(flavor = "multi_thread")]
async fn making_a_document_weathers() {
    let action = Action { tool: "drive.create_doc", method: "drive.files.create", scopes: MAKING };
    a_write_weathers(
        action,
        async |_| json!({ "title": fresh("Minutes"), "content": "# Hello" }),
        async |acting, args| files_named(acting, args["title"].as_str().unwrap()).await.len(),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_into_ones_own_drive_needs_no_card_and_one_for_others_does() {
    let acting = Acting::as_ana(&["drive"]).await;
    let (id, name) = a_note(&acting, "Original").await;
    let act = acting.act("drive.copy", json!({ "file": id })).await;
    let copy = act.answer().await.json();
    assert_eq!(copy["copy_of"], id.as_str());
    let made = file(&acting, copy["id"].as_str().unwrap()).await;
    assert_eq!((&made["name"], &made["text"]), (&json!(format!("Copy of {name}")), &json!("A note.\n")));
    let asked = &act.requests_to("drive.files.copy").await[0];
    assert_eq!((asked.values("supportsAllDrives"), &asked.body["parents"]), (vec!["true"], &json!(["root"])));
    let named = fresh("Second");
    let given = json!({ "file": name, "name": named, "folder": "Studio" });
    let act = acting.act("drive.copy", given).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains(&named) && shown.contains("carla@fernwood.example"), "{shown}");
    act.approved().await.json();
    assert_eq!(files_named(&acting, &named).await[0]["drive"], "Studio");
    let folder = acting.perform("drive.copy", json!({ "file": "Clients" })).await;
    assert_eq!(folder.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn copying_weathers() {
    let action = Action { tool: "drive.copy", method: "drive.files.copy", scopes: &["drive"] };
    a_write_weathers(
        action,
        async |acting| json!({ "file": a_note(acting, "Original").await.0, "name": fresh("Copy") }),
        async |acting, args: &Value| files_named(acting, args["name"].as_str().unwrap()).await.len(),
    )
    .await;
}
