//! What changes files: move, rename, trash.

use serde_json::{Value, json};

use super::{a_note, file, fresh, known, put};
use crate::harness::{Acting, Action, Met, a_write_weathers, all_text};

const CHANGING: &[&str] = &["drive"];

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_moved_from_where_it_was_once_it_is_countersigned() {
    let acting = Acting::as_ana(CHANGING).await;
    let (id, name) = a_note(&acting, "To be moved").await;
    let folder = known(&acting, "Harbour Museum").await;
    let act = acting.act("drive.move", json!({ "file": name, "folder": "Clients/Harbour Museum" })).await;
    let shown = all_text(&act.card().await);
    for words in ["My Drive → Harbour Museum", "Who can open the new folder", "ben@fernwood.example"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let root = file(&acting, &id).await["parent"].as_str().unwrap().to_owned();
    assert_eq!(act.approved().await.json()["into"], folder.as_str());
    let asked = &act.requests_to("drive.files.update").await[0];
    assert_eq!(
        (asked.values("addParents"), asked.values("removeParents")),
        (vec![folder.as_str()], vec![root.as_str()])
    );
    assert_eq!(asked.values("supportsAllDrives"), ["true"]);
    assert_eq!(file(&acting, &id).await["parent"], folder.as_str());
    let again = acting.perform("drive.move", json!({ "file": id, "folder": folder })).await;
    assert_eq!(again.code(), Some("conflict"));
    let home = acting.perform("drive.move", json!({ "file": id, "folder": "My Drive" })).await.json();
    assert_eq!(home["into"], root.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_changed_while_the_card_waited_is_left_alone() {
    let acting = Acting::as_ana(CHANGING).await;
    for (tool, more) in [
        ("drive.move", json!({ "folder": "Clients" })),
        ("drive.rename", json!({ "name": "other" })),
        ("drive.trash", json!({})),
        ("drive.share", json!({ "with": "mara@harbour.example" })),
    ] {
        // Shared, so that every change of it asks.
        let seed = json!({ "name": fresh("Waiting"), "owner": "ana", "text": "one",
                           "shared_with": [{ "person": "ben", "role": "writer" }] });
        let id = put(&acting, seed).await;
        let mut given = more;
        given["file"] = json!(id);
        let act = acting.act(tool, given).await;
        act.card().await;
        acting
            .control()
            .post("/google/file/change", json!({ "person": "ben", "id": id, "text": "two" }))
            .await;
        let before = file(&acting, &id).await;
        assert_eq!(act.approved().await.code(), Some("stale_write"), "{tool}");
        assert_eq!(file(&acting, &id).await, before, "{tool}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn moving_weathers() {
    let action = Action { tool: "drive.move", method: "drive.files.update", scopes: CHANGING };
    a_write_weathers(
        action,
        async |acting| json!({ "file": a_note(acting, "To be moved").await.0, "folder": "Private" }),
        async |acting, args: &Value| {
            let file = file(acting, args["file"].as_str().unwrap()).await;
            usize::from(file["path"].as_array().unwrap().iter().any(|folder| folder["name"] == "Private"))
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ones_own_file_is_renamed_without_a_card_and_a_shared_one_with() {
    let acting = Acting::as_ana(CHANGING).await;
    let (id, _) = a_note(&acting, "Old name").await;
    let act = acting.act("drive.rename", json!({ "file": id, "name": "New name" })).await;
    assert_eq!(act.answer().await.json()["name"], "New name");
    assert_eq!(file(&acting, &id).await["name"], "New name");
    let asked = &act.requests_to("drive.files.update").await[0];
    assert_eq!(
        (&asked.body, asked.values("supportsAllDrives")),
        (&json!({ "name": "New name" }), vec!["true"])
    );
    let act = acting.act("drive.rename", json!({ "file": "sitemap.txt", "name": "site map.txt" })).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("sitemap.txt → site map.txt"), "{shown}");
    act.approved().await.json();
    assert_eq!(super::files_named(&acting, "site map.txt").await.len(), 1);
    for (name, code) in [("", "input_invalid"), ("New name", "conflict")] {
        let refused = acting.perform("drive.rename", json!({ "file": id, "name": name })).await;
        assert_eq!(refused.code(), Some(code));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn renaming_weathers() {
    let action = Action { tool: "drive.rename", method: "drive.files.update", scopes: CHANGING };
    a_write_weathers(
        action,
        async |acting| json!({ "file": a_note(acting, "Old").await.0, "name": fresh("New") }),
        async |acting, args: &Value| {
            usize::from(file(acting, args["file"].as_str().unwrap()).await["name"] == args["name"])
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_goes_to_the_bin_once_it_is_countersigned_and_a_shortcut_goes_alone() {
    let acting = Acting::as_ana(CHANGING).await;
    let key = fresh("key");
    let id = put(&acting, json!({ "key": key, "name": fresh("Kept"), "owner": "ana", "text": "x" })).await;
    let shortcut = put(&acting, json!({ "name": fresh("Short"), "owner": "ana", "shortcut_to": key })).await;
    let act = acting.act("drive.trash", json!({ "file": shortcut })).await;
    assert!(all_text(&act.card().await).contains("30 days"));
    assert_eq!(act.approved().await.json()["trashed"], true);
    let asked = &act.requests_to("drive.files.update").await[0];
    assert_eq!((&asked.body, asked.values("supportsAllDrives")), (&json!({ "trashed": true }), vec!["true"]));
    assert_eq!(file(&acting, &shortcut).await["trashed"], true);
    assert_eq!(file(&acting, &id).await["trashed"], false);
    let denied = acting.act("drive.trash", json!({ "file": id })).await;
    assert_eq!(denied.denied().await.code(), Some("denied"));
    assert_eq!(file(&acting, &id).await["trashed"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn throwing_away_weathers() {
    let action = Action { tool: "drive.trash", method: "drive.files.update", scopes: CHANGING };
    a_write_weathers(
        action,
        async |acting| json!({ "file": a_note(acting, "Rubbish").await.0 }),
        async |acting, args: &Value| {
            usize::from(file(acting, args["file"].as_str().unwrap()).await["trashed"] == true)
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_is_taken_back_by_its_button_unless_somebody_has_changed_it_since() {
    let acting = Acting::as_ana(CHANGING).await;
    for (tool, more) in [
        ("drive.move", json!({ "folder": "Private" })),
        ("drive.rename", json!({ "name": "Other" })),
        ("drive.trash", json!({})),
    ] {
        let (id, _) = a_note(&acting, "There and back").await;
        let before = file(&acting, &id).await;
        let mut given = more;
        given["file"] = json!(id);
        let act = acting.act(tool, given).await;
        assert!(!act.approved().await.failed, "{tool}");
        assert_ne!(file(&acting, &id).await, before, "{tool}");
        let told = act.taken_back().await;
        assert!(told.contains("*Undone*"), "{tool}: {told}");
        let now = file(&acting, &id).await;
        for part in ["name", "parent", "trashed", "text"] {
            assert_eq!(now[part], before[part], "{tool}: {part}");
        }
    }
    let (id, _) = a_note(&acting, "There and elsewhere").await;
    let act = acting.act("drive.rename", json!({ "file": id, "name": "Other" })).await;
    act.approved().await.json();
    acting.control().post("/google/file/change", json!({ "person": "ana", "id": id, "name": "Third" })).await;
    let told = act.taken_back().await;
    assert!(told.contains("*Not undone*") && told.contains("changed this file since"), "{told}");
    assert_eq!(file(&acting, &id).await["name"], "Third");
}

/// Seen by one permission, and not to be changed by the other: that is said before a card is shown.
#[tokio::test(flavor = "multi_thread")]
async fn what_we_did_not_make_asks_for_the_wider_permission_first() {
    let narrow = ["drive.metadata.readonly", "spreadsheets.readonly", "documents.readonly", "drive.file"];
    for (tool, name, title, more, wider) in [
        ("drive.rename", "file", "gift-ideas.txt", json!({ "name": "other" }), "drive"),
        ("drive.download", "file", "gift-ideas.txt", json!({}), "drive.readonly"),
        (
            "sheets.write",
            "spreadsheet",
            "Contacts",
            json!({ "range": "A1", "values": [["x"]] }),
            "spreadsheets",
        ),
        ("docs.append", "document", "Team meeting notes", json!({ "content": "More." }), "documents"),
    ] {
        let acting = Acting::as_ana(&narrow).await;
        let mut given = more;
        given[name] = json!(known(&acting, title).await);
        let act = acting.act(tool, given).await;
        let Met::Offer(offer) = act.met().await else { panic!("{tool}") };
        assert_eq!(acting.town.accept(&acting.person, &offer).await, [wider.to_owned()].into(), "{tool}");
    }
}
