//! Who may open files: share and unshare.

use serde_json::{Value, json};

use super::{a_note, file, fresh, known, put};
use crate::harness::{Acting, Action, a_write_weathers, all_text};

const SHARING: &[&str] = &["drive"];
const MARA: &str = "mara@harbour.example";

/// What somebody may do with a file, as its page shows it.
async fn role(acting: &Acting, id: &str, who: &str) -> Option<String> {
    let file = file(acting, id).await;
    let readers = file["readers"].as_array().unwrap();
    let found = readers.iter().find(|reader| reader["who"].as_str().unwrap().contains(who));
    found.map(|reader| reader["role"].as_str().unwrap().to_owned())
}

/// The mails Google has sent about a file.
async fn mails(acting: &Acting, id: &str) -> Vec<Value> {
    let notices = acting.control().get("/google/notices").await;
    notices["notices"].as_array().unwrap().iter().filter(|notice| notice["about"] == id).cloned().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_shared_with_somebody_outside_and_the_card_says_so() {
    let acting = Acting::as_ana(SHARING).await;
    let (id, name) = a_note(&acting, "Plan").await;
    let expires = (sandbox::now() + jiff::SignedDuration::from_hours(30 * 24)).to_string();
    let given = json!({ "file": name, "with": "Mara <Mara@harbour.example>", "role": "commenter",
                        "message": "As agreed.", "expires": expires });
    let act = acting.act("drive.share", given).await;
    let shown = all_text(&act.card().await);
    for words in [
        "mara@harbour.example is outside fernwood.example",
        "ana@fernwood.example",
        "nothing → commenter until",
        "As agreed.",
        name.as_str(),
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert_eq!(role(&acting, &id, MARA).await, None);
    assert_eq!(act.approved().await.json()["role"], "commenter");
    let asked = &act.requests_to("drive.permissions.create").await[0];
    assert_eq!(asked.values("sendNotificationEmail"), ["true"]);
    assert_eq!(asked.values("emailMessage"), ["As agreed."]);
    assert_eq!(asked.values("supportsAllDrives"), ["true"]);
    assert_eq!((&asked.body["type"], &asked.body["role"]), (&json!("user"), &json!("commenter")));
    assert!(asked.body["expirationTime"].is_string());
    assert_eq!(role(&acting, &id, MARA).await.as_deref(), Some("commenter"));
    let mails = mails(&acting, &id).await;
    assert!(mails.len() == 1 && mails[0]["text"].as_str().unwrap().contains("As agreed."), "{mails:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_defaults_are_to_read_and_to_be_told_and_a_role_is_changed_in_silence() {
    let acting = Acting::as_ana(SHARING).await;
    let (id, _) = a_note(&acting, "Plan").await;
    let act = acting.act("drive.share", json!({ "file": id, "with": "ben@fernwood.example" })).await;
    let shown = all_text(&act.card().await);
    assert!(!shown.contains("outside") && shown.contains("nothing → reader"), "{shown}");
    assert_eq!(act.approved().await.json()["role"], "reader");
    assert_eq!(mails(&acting, &id).await.len(), 1);
    let again = acting.perform("drive.share", json!({ "file": id, "with": "ben@fernwood.example" })).await;
    assert_eq!(again.code(), Some("conflict"));
    let more = json!({ "file": id, "with": "ben@fernwood.example", "role": "writer" });
    let act = acting.act("drive.share", more).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("reader → writer") && shown.contains("nobody is told"), "{shown}");
    assert_eq!(act.approved().await.json()["role"], "writer");
    let asked = &act.requests_to("drive.permissions.update").await[0];
    assert_eq!((&asked.body, asked.values("removeExpiration")), (&json!({ "role": "writer" }), vec!["true"]));
    assert_eq!(role(&acting, &id, "ben@").await.as_deref(), Some("writer"));
    assert_eq!(mails(&acting, &id).await.len(), 1);
    let silent = json!({ "file": id, "with": "dai@fernwood.example", "notify": false });
    let act = acting.act("drive.share", silent).await;
    act.approved().await.json();
    let asked = &act.requests_to("drive.permissions.create").await[0];
    assert_eq!(
        (asked.values("sendNotificationEmail"), asked.values("emailMessage").len()),
        (vec!["false"], 0)
    );
    assert_eq!(mails(&acting, &id).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn crowds_are_shared_with_loudly_and_groups_as_groups() {
    let acting = Acting::as_ana(SHARING).await;
    let (id, _) = a_note(&acting, "Plan").await;
    for (with, group, words, kind) in [
        ("anyone", false, "Everybody on the internet", "anyone"),
        ("fernwood.example", false, "everybody at fernwood.example", "domain"),
        ("team@fernwood.example", true, "the group team@fernwood.example", "group"),
    ] {
        let act = acting.act("drive.share", json!({ "file": id, "with": with, "group": group })).await;
        let shown = all_text(&act.card().await);
        assert!(shown.contains(words), "{words}: {shown}");
        act.approved().await.json();
        let asked = &act.requests_to("drive.permissions.create").await[0];
        assert_eq!(asked.body["type"], kind);
        assert_eq!(asked.values("sendNotificationEmail").is_empty(), kind != "group");
    }
    let (id, _) = a_note(&acting, "Plan").await;
    for bad in [
        json!({ "file": id, "with": "anyone", "expires": "2999-01-01" }),
        json!({ "file": id, "with": MARA, "expires": "2020-01-01" }),
        json!({ "file": id, "with": "anyone", "message": "x" }),
        json!({ "file": id, "with": "harbour.example", "group": true }),
        json!({ "file": id, "with": "somebody" }),
    ] {
        let refused = acting.perform("drive.share", bad.clone()).await;
        assert_eq!(refused.code(), Some("input_invalid"), "{bad}: {}", refused.words);
    }
    let owner = acting.perform("drive.share", json!({ "file": id, "with": "ana@fernwood.example" })).await;
    assert_eq!(owner.code(), Some("conflict"));
    let foreign = json!({ "file": "Quarter three in one page", "with": MARA });
    assert_eq!(acting.perform("drive.share", foreign).await.code(), Some("not_available"));
}

#[tokio::test(flavor = "multi_thread")]
async fn sharing_weathers() {
    let action = Action { tool: "drive.share", method: "drive.permissions.create", scopes: SHARING };
    a_write_weathers(
        action,
        async |acting| json!({ "file": a_note(acting, "Plan").await.0, "with": MARA, "role": "writer" }),
        async |acting, args: &Value| {
            let id = args["file"].as_str().unwrap();
            let shared = usize::from(role(acting, id, MARA).await.is_some());
            assert_eq!(mails(acting, id).await.len(), shared, "one mail for one sharing");
            shared
        },
    )
    .await;
}

async fn shared(acting: &Acting) -> String {
    let seed = json!({ "name": fresh("Shared"), "owner": "ana", "text": "x",
                       "shared_with": [{ "person": "ben", "role": "writer" }] });
    put(acting, seed).await
}

#[tokio::test(flavor = "multi_thread")]
async fn sharing_is_taken_back_once_it_is_countersigned() {
    let acting = Acting::as_ana(SHARING).await;
    let id = shared(&acting).await;
    let act = acting.act("drive.unshare", json!({ "file": id, "with": "ben@fernwood.example" })).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("writer → nothing") && shown.contains("Who no longer can"), "{shown}");
    assert_eq!(act.approved().await.json()["unshared"], true);
    let asked = act.requests_to("drive.permissions.delete").await;
    assert_eq!((asked.len(), asked[0].values("supportsAllDrives")), (1, vec!["true"]));
    assert_eq!(role(&acting, &id, "ben@").await, None);
    for (file, with, why) in [
        (id.as_str(), MARA, "not shared with them"),
        (id.as_str(), "ana@fernwood.example", "own it"),
        ("Relaunch: kick-off notes", "ben@fernwood.example", "by a folder"),
    ] {
        let refused = acting.perform("drive.unshare", json!({ "file": file, "with": with })).await;
        assert_eq!(refused.code(), Some("conflict"));
        assert!(refused.words.contains(why), "{}", refused.words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unsharing_weathers() {
    let action = Action { tool: "drive.unshare", method: "drive.permissions.delete", scopes: SHARING };
    a_write_weathers(
        action,
        async |acting| json!({ "file": shared(acting).await, "with": "ben@fernwood.example" }),
        async |acting, args: &Value| {
            usize::from(role(acting, args["file"].as_str().unwrap(), "ben@").await.is_none())
        },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sharing_and_unsharing_are_taken_back_by_their_buttons() {
    let acting = Acting::as_ana(SHARING).await;
    let id = shared(&acting).await;
    let act = acting.act("drive.share", json!({ "file": id, "with": MARA })).await;
    act.approved().await.json();
    assert!(act.taken_back().await.contains("*Undone*"));
    assert_eq!(role(&acting, &id, MARA).await, None);
    assert_eq!(
        role(&acting, &id, "ben@").await.as_deref(),
        Some("writer"),
        "only that permission is removed"
    );
    let lower = json!({ "file": id, "with": "ben@fernwood.example", "role": "reader" });
    let act = acting.act("drive.share", lower).await;
    act.approved().await.json();
    assert!(act.taken_back().await.contains("*Undone*"));
    assert_eq!(role(&acting, &id, "ben@").await.as_deref(), Some("writer"), "the former role");
    let act = acting.act("drive.unshare", json!({ "file": id, "with": "ben@fernwood.example" })).await;
    act.approved().await.json();
    assert!(act.taken_back().await.contains("*Undone*"));
    assert_eq!(role(&acting, &id, "ben@").await.as_deref(), Some("writer"));
    assert_eq!(mails(&acting, &id).await.len(), 1, "going back tells nobody");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_may_do_by_the_shared_drive_is_not_given_again() {
    let acting = Acting::as_ana(SHARING).await;
    let given = json!({ "file": known(&acting, "Style guide").await, "with": "dai@fernwood.example", "role": "commenter" });
    let answer = acting.perform("drive.share", given).await;
    assert_eq!(answer.code(), Some("conflict"), "{}", answer.words);
}
