//! Files of Google's own kinds that are too large to be exported at once.

use std::sync::OnceLock;

use super::*;

/// A Drive that exports nothing, but prepares it, for the third look; what it has prepared lies at `place`.
async fn too_large(kind: &'static str, place: &'static str) -> World {
    let root = Arc::new(OnceLock::<String>::new());
    let known = Arc::clone(&root);
    let world = world(move |seen, before| {
        let operation = |done: bool| {
            let place = place.replace("ROOT/", known.get().unwrap());
            ok(json!({ "name": "op-1", "done": done, "response": if done { json!({ "downloadUri": place }) } else { Value::Null } }))
        };
        match seen.target.split('?').next().unwrap() {
            "/drive/v3/files/plan1/export" => refused(403, "exportSizeLimitExceeded"),
            "/drive/v3/files/plan1/download" => operation(false),
            "/drive/v3/operations/op-1" => operation(before > 0),
            "/prepared" => ok(json!("all of it")),
            _ => {
                let mut file = a_plan();
                file["mimeType"] = json!(kind);
                ok(file)
            }
        }
    })
    .await;
    root.set(world.google.book.settings.base.drive.url().to_string()).unwrap();
    world
}

#[tokio::test]
async fn what_is_too_large_to_export_is_prepared_and_fetched() {
    for kind in ["spreadsheet", "presentation", "document"] {
        let kind = match kind {
            "spreadsheet" => "application/vnd.google-apps.spreadsheet",
            "presentation" => "application/vnd.google-apps.presentation",
            _ => "application/vnd.google-apps.document",
        };
        let world = too_large(kind, "ROOT/prepared").await;
        done(&world, "drive.download", json!({ "file": "https://drive.google.com/open?id=plan1" })).await;
        let shared = world.files.shared.lock().unwrap().clone();
        assert_eq!(shared[0].1.content, br#""all of it""#);
        let asked = world.seen().into_iter().find(|seen| seen.target.contains("/download?")).unwrap();
        assert!(asked.target.contains("mimeType=application%2Fpdf"), "{}", asked.target);
        assert_eq!(world.count("GET", "/drive/v3/operations/op-1"), 2);
        if kind.ends_with("document") {
            continue;
        }
        let args = json!({ "file": "https://drive.google.com/open?id=plan1" });
        let (answer, _) = read(tool(&world, "drive.read").as_ref(), args).await.unwrap();
        assert!(answer["text"].as_str().unwrap().contains("all of it"), "{answer}");
    }
}

#[tokio::test]
async fn what_opens_the_account_is_shown_to_nobody_but_google() {
    for place in
        ["https://evil.example/prepared", "http://storage.googleapis.com/x", "https://evilgoogleapis.com/"]
    {
        let world = too_large("application/vnd.google-apps.presentation", place).await;
        let args = json!({ "file": "https://drive.google.com/open?id=plan1" });
        let refused = read(tool(&world, "drive.read").as_ref(), args).await.unwrap_err();
        assert_eq!(refused.code, Code::NotAvailable);
        assert!(
            refused.words.contains("10 MB") && !refused.words.contains("administrator"),
            "{}",
            refused.words
        );
    }
}
