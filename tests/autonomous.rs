//! Nobody is there: what would be asked about is not done, and kept on a card for later.

use serde_json::json;

use crate::harness::{Acting, Plan};

const SCOPES: [&str; 7] =
    ["gmail.modify", "gmail.compose", "calendar", "drive", "documents", "spreadsheets", "drive.file"];

#[tokio::test(flavor = "multi_thread")]
async fn every_confirmed_action_is_refused_where_nobody_is_there_and_can_be_approved_later() {
    let plan = Plan::new(sandbox::World::fernwood()).config("autonomy = \"autonomous\"");
    let acting = Acting::on(plan, "ana", &SCOPES).await;
    let mail = acting.control().mailbox("ana", "INBOX").await[0]["id"].clone();
    let sheet = "Budget Harbour Museum";
    let start = "2027-03-01T10:00";
    for (tool, args) in [
        ("gmail.send", json!({ "to": ["mara@harbour.example"], "subject": "Hello", "body": "Hi" })),
        ("gmail.reply", json!({ "id": mail, "body": "Yes" })),
        ("gmail.archive", json!({ "id": mail })),
        ("sheets.write", json!({ "spreadsheet": sheet, "range": "A1", "values": [["x"]] })),
        ("drive.upload", json!({ "name": "a.txt", "content": "a" })),
        ("drive.create_doc", json!({ "title": "A" })),
        ("drive.move", json!({ "file": "Team meeting notes", "folder": "Harbour Museum" })),
        ("drive.share", json!({ "file": "Team meeting notes", "with": "mara@harbour.example" })),
        (
            "calendar.create_event",
            json!({ "title": "A", "start": start, "guests": ["ben@fernwood.example"] }),
        ),
        ("calendar.update_event", json!({ "event": "Lunch with Grete", "start": start })),
        ("calendar.delete_event", json!({ "event": "Lunch with Grete" })),
        ("docs.create", json!({ "title": "A" })),
        ("docs.replace", json!({ "document": "Team meeting notes", "find": "the", "replace": "a" })),
    ] {
        let act = acting.act(tool, args).await;
        assert_eq!(act.told_code().await, "confirmation_required", "{tool}");
        let reads = |method: &str| {
            matches!(method.rsplit('.').next(), Some("get" | "list" | "batchGet" | "export" | "generateIds"))
        };
        let requests = act.requests().await;
        let wrote: Vec<_> = requests.iter().filter(|asked| !reads(&asked.method)).collect();
        assert!(wrote.is_empty(), "{tool}: {wrote:?}");
    }

    let later = acting.act("drive.create_doc", json!({ "title": "Kept for later" })).await;
    assert_eq!(later.told_code().await, "confirmation_required");
    let card = acting.control().live_card(later.posted()).await;
    acting.control().click("ana", &card, "Approve").await;
    acting
        .control()
        .until("it is made once somebody agrees", async || {
            let files = acting.control().get("/google/files?person=ana").await;
            files.to_string().contains("Kept for later").then_some(())
        })
        .await;
}
