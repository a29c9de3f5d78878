//! Files between the conversation and the drive.

use kernel::Secret;
use serde_json::json;
use wire::Url;

use super::{file, fresh, put};
use crate::harness::{Acting, Posted, all_text};

/// What we have put into a thread: name and content.
async fn arrived(acting: &Acting, thread: &Posted) -> Vec<(String, String)> {
    let replies = acting.control().replies(thread).await;
    let files = replies.iter().filter_map(|reply| reply["files"].as_array()).flatten();
    let mut arrived = Vec::new();
    for file in files {
        let url = Url::parse(file["url_private_download"].as_str().unwrap()).unwrap();
        let token = Secret::new(acting.town.card().bot_token.clone());
        let answer = acting.control().fetch(url, &token).await;
        arrived.push((file["name"].as_str().unwrap().to_owned(), answer));
    }
    arrived
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_arrives_in_the_thread_once_it_is_countersigned() {
    let acting = Acting::as_ana(&["drive.readonly"]).await;
    let name = fresh("report") + ".csv";
    let id = put(&acting, json!({ "name": name, "owner": "ana", "text": "a,b\n1,2\n" })).await;
    let act = acting.act("drive.download", json!({ "file": id })).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains(&name) && shown.contains("everybody in this conversation"), "{shown}");
    assert!(arrived(&acting, act.posted()).await.is_empty(), "nothing leaves before it is countersigned");
    let answer = act.approved().await;
    assert!(!answer.failed, "{}", answer.words);
    assert_eq!(arrived(&acting, act.posted()).await, [(name, "a,b\n1,2\n".to_owned())]);

    let document = json!({ "name": "Notes", "owner": "ana", "markdown": "# Notes\n\nWords." });
    let id = put(&acting, document).await;
    let act = acting.act("drive.download", json!({ "file": id, "format": "markdown" })).await;
    act.approved().await.json();
    let carried = arrived(&acting, act.posted()).await;
    assert!(carried[0].0 == "Notes.md" && carried[0].1.contains("# Notes"), "{carried:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_changed_while_the_card_waited_or_that_is_denied_does_not_leave() {
    let acting = Acting::as_ana(&["drive.readonly"]).await;
    let a_file = async || put(&acting, json!({ "name": fresh("note"), "owner": "ana", "text": "A" })).await;
    let id = a_file().await;
    let act = acting.act("drive.download", json!({ "file": id })).await;
    act.card().await;
    let change = json!({ "person": "ana", "id": id, "text": "B" });
    acting.control().post("/google/file/change", change).await;
    assert_eq!(act.approved().await.code(), Some("stale_write"));
    assert!(arrived(&acting, act.posted()).await.is_empty());
    let act = acting.act("drive.download", json!({ "file": a_file().await })).await;
    assert_eq!(act.denied().await.code(), Some("denied"));
    assert!(arrived(&acting, act.posted()).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_attached_goes_into_the_drive_once_it_is_countersigned() {
    let acting = Acting::as_ana(&["drive.file"]).await;
    let name = fresh("table") + ".csv";
    let attached = json!([{ "name": name, "kind": "text/csv", "text": "a,b\n1,2\n" }]);
    let act = acting.act_on("drive.upload", json!({ "attached": name }), attached).await;
    let shown = all_text(&act.card().await);
    for words in [name.as_str(), "the file you attached", "text/csv", "8 bytes"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(act.requests_to("drive.files.create").await.is_empty());
    let id = act.approved().await.json()["id"].as_str().unwrap().to_owned();
    let made = file(&acting, &id).await;
    let part = |name: &str| made[name].clone();
    assert_eq!(
        [part("name"), part("mime_type"), part("text")],
        [json!(name), json!("text/csv"), json!("a,b\n1,2\n")]
    );
    let nothing = acting.perform("drive.upload", json!({ "attached": name })).await;
    assert_eq!(nothing.code(), Some("not_found"), "of another conversation: {}", nothing.words);
}
