//! Files from Drive and from the conversation go along with a mail, and files of a mail go into Drive.

use std::collections::BTreeSet;

use kernel::{FileId, SharedFile};

use super::*;
use crate::scopes::DRIVE_READONLY;

const FILE: &str = "/drive/v3/files/1AbCdEfGhIjKlMnOpQrSt";
const ID: &str = "1AbCdEfGhIjKlMnOpQrSt";

fn in_drive(kind: &str, size: &str, modified: &str) -> Value {
    json!({ "id": ID, "name": "The plan", "mimeType": kind, "modifiedTime": modified, "size": size,
            "webViewLink": "https://drive.google.com/file/d/x/view", "owners": [{ "emailAddress": "ben@example.com" }] })
}

/// A file in Drive, which somebody edits when it has been looked at so often.
async fn with_drive(kind: &'static str, size: &'static str, edited_after: usize) -> World {
    let gmail = Mutex::new(Drafts::default());
    world(move |seen, before| {
        if seen.is("GET", &format!("{FILE}/export")) || seen.target.contains("alt=media") {
            return ok(json!("the content"));
        }
        if seen.is("GET", FILE) {
            let modified =
                if before < edited_after { "2026-11-01T10:00:00Z" } else { "2026-11-02T10:00:00Z" };
            return ok(in_drive(kind, size, modified));
        }
        gmail.lock().unwrap().answer(seen)
    })
    .await
}

fn with_files(files: &Value) -> Value {
    let mut args = letter();
    args["files"] = files.clone();
    args
}

fn shown(tool: &dyn AnyTool, plan: &Value) -> String {
    let effect = tool.effect(plan).unwrap();
    effect.fields.into_iter().find(|field| field.name == "Attachments").unwrap().value
}

#[tokio::test]
async fn drive_is_asked_for_only_when_something_is_taken_from_it() {
    let world = world(|_, _| ok(json!({}))).await;
    for name in ["gmail.send", "gmail.reply", "gmail.forward", "gmail.draft"] {
        let tool = tool(&world, name);
        let least = |files: Value| -> BTreeSet<String> {
            let mut args = match name {
                "gmail.reply" => json!({ "id": "m1", "body": "x" }),
                "gmail.forward" => json!({ "id": "m1", "to": ["ben@example.com"] }),
                _ => letter(),
            };
            args["files"] = files;
            tool.needs(&args).unwrap().into_iter().map(|any| any[0].clone()).collect()
        };
        assert_eq!(least(json!([{ "attached": "F1" }])), least(json!([])), "{name}");
        let with_drive = least(json!([{ "attached": "F1" }, { "drive": { "file": ID } }]));
        let without = least(json!([]));
        assert_eq!(&with_drive - &without, BTreeSet::from([DRIVE_READONLY.0.to_owned()]), "{name}");
    }
}

#[tokio::test]
async fn a_file_says_on_the_card_what_it_is_and_where_it_comes_from() {
    let world = with_drive("application/vnd.google-apps.spreadsheet", "0", usize::MAX).await;
    world.files.there.lock().unwrap().insert("F1".to_owned(), b"notes".to_vec());
    let file = SharedFile {
        id: FileId::from("F1"),
        name: "notes.txt".to_owned(),
        media_type: "text/plain; x".to_owned(),
        size: 5,
    };
    let call = Call { files: Arc::from([file]), ..a_call("k") };
    let send = tool(&world, "gmail.send");
    let files = json!([{ "drive": { "file": ID } }, { "attached": "notes.txt" }, { "drive": { "file": ID, "format": "pdf" } }]);
    let plan = send.plan(with_files(&files), &call).await.unwrap();
    let shown = shown(send.as_ref(), &plan);
    let lines: Vec<&str> = shown.lines().collect();
    assert!(
        lines[0].starts_with("The plan.xlsx (application/vnd.openxml") && lines[0].contains("Google Sheet"),
        "{shown}"
    );
    assert_eq!(
        lines[1],
        "notes.txt (application/octet-stream, 5 bytes), attached by you in this conversation"
    );
    assert!(lines[2].starts_with("The plan.pdf (application/pdf, 13 bytes), made from"), "{shown}");
    let words: Vec<String> = send
        .flow(&plan)
        .unwrap()
        .sinks
        .into_iter()
        .filter(|sink| plan.pointer(&sink.pointer).unwrap() == sink.value.as_str())
        .map(|sink| sink.value)
        .collect();
    assert!(
        words.contains(&"notes.txt".to_owned()) && words.contains(&"The plan.xlsx".to_owned()),
        "{words:?}"
    );
    let done = run(send.as_ref(), plan.clone(), &call).await.unwrap();
    assert!(done.answer.value.contains("\"files\": 3"), "{}", done.answer.value);
    world.files.there.lock().unwrap().insert("F1".to_owned(), b"other".to_vec());
    let other = Call { files: Arc::clone(&call.files), ..a_call("k2") };
    let plan = send.plan(with_files(&files), &other).await.unwrap();
    world.files.there.lock().unwrap().insert("F1".to_owned(), b"again".to_vec());
    let stale = run(send.as_ref(), plan, &other).await.unwrap_err();
    assert_eq!(stale.code, Code::StaleWrite);
    assert_eq!(world.count("POST", DRAFTS), 1, "nothing is drafted with a file that is another");
}

#[tokio::test]
async fn a_file_that_was_edited_while_the_card_waited_is_not_sent() {
    for kind in ["application/pdf", "application/vnd.google-apps.document"] {
        let world = with_drive(kind, "13", 1).await;
        let (send, call) = (tool(&world, "gmail.send"), a_call("k"));
        let plan = send.plan(with_files(&json!([{ "drive": { "file": ID } }])), &call).await.unwrap();
        let stale = run(send.as_ref(), plan, &call).await.unwrap_err();
        assert_eq!(stale.code, Code::StaleWrite, "{kind}");
        assert!(stale.words.contains("renamed or edited"), "{}", stale.words);
        assert_eq!((world.count("POST", DRAFTS), world.count("POST", SEND)), (0, 0), "{kind}");
    }
}

#[tokio::test]
async fn what_is_too_large_is_refused_before_it_is_fetched() {
    let world = with_drive("application/zip", "31457280", usize::MAX).await;
    let send = tool(&world, "gmail.send");
    let args = with_files(&json!([{ "drive": { "file": ID } }]));
    let refused = send.plan(args, &a_call("k")).await.unwrap_err();
    assert_eq!(refused.code, Code::InputInvalid);
    assert!(refused.words.contains("30.0 MB") && refused.words.contains("link"), "{}", refused.words);
    assert!(world.seen().iter().all(|seen| !seen.target.contains("alt=media")), "nothing is fetched");
}

#[tokio::test]
async fn a_folder_and_a_file_nobody_attached_are_refused() {
    let world = with_drive("application/vnd.google-apps.folder", "0", usize::MAX).await;
    let send = tool(&world, "gmail.send");
    for (files, code) in [
        (json!([{ "drive": { "file": ID } }]), Code::InputInvalid),
        (json!([{ "attached": "F9" }]), Code::NotFound),
        (json!([{ "drive": { "file": "https://evil.example/x" } }]), Code::InputInvalid),
    ] {
        assert_eq!(send.plan(with_files(&files), &a_call("k")).await.unwrap_err().code, code, "{files}");
    }
}
