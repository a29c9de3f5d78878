//! Filing: archive, read and unread, labels, trash.

use serde_json::{Value, json};

use super::{arrived, fresh, has, labels};
use crate::harness::{Acting, Action, a_write_weathers};

const FILING: [&str; 1] = ["gmail.modify"];

async fn mail(acting: &Acting) -> Value {
    arrived(acting, json!({ "subject": fresh("Lunch"), "text": "At noon?" })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_archived_once_she_agrees() {
    let acting = Acting::as_ana(&FILING).await;
    let mail = mail(&acting).await;
    let act = acting.act("gmail.archive", json!({ "id": mail["id"] })).await;
    assert_eq!(labels(&acting, &mail["id"]).await, ["INBOX", "UNREAD"], "nothing happens before she agrees");
    let answer = act.approved().await.json();
    assert_eq!((&answer["conversation"], &answer["changed"]), (&mail["thread"], &json!(1)));
    assert_eq!(labels(&acting, &mail["id"]).await, ["UNREAD"]);
    let asked = act.requests_to("gmail.users.threads.modify").await;
    assert_eq!(asked[0].body, json!({ "addLabelIds": [], "removeLabelIds": ["INBOX"] }));
    assert_eq!(
        asked[0].path,
        format!("/gmail/v1/users/me/threads/{}/modify", mail["thread"].as_str().unwrap())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_so_already_is_neither_asked_about_nor_written() {
    let acting = Acting::as_ana(&FILING).await;
    let mail = mail(&acting).await;
    for (tool, more) in [
        ("gmail.archive", json!({})),
        ("gmail.mark_read", json!({})),
        ("gmail.mark_read", json!({ "unread": true, "conversation": true })),
        ("gmail.label", json!({ "add": ["STARRED"] })),
        ("gmail.label", json!({ "remove": ["STARRED"] })),
        ("gmail.trash", json!({})),
    ] {
        let mut args = more;
        args["id"] = mail["id"].clone();
        assert!(!acting.perform(tool, args.clone()).await.failed, "{tool}");
        let again = acting.act(tool, args).await;
        let answer = again.answer().await;
        assert_eq!(answer.code(), Some("conflict"), "{tool}");
        assert!(answer.words.contains("It is so already"), "{}", answer.words);
        let asked = again.requests().await;
        let reads = |method: &str| matches!(method.rsplit('.').next(), Some("get" | "list"));
        assert!(asked.iter().all(|asked| reads(&asked.method)), "{tool}: {asked:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_marked_as_read_and_a_conversation_as_unread() {
    let acting = Acting::as_ana(&FILING).await;
    let mail = mail(&acting).await;
    let act = acting.act("gmail.mark_read", json!({ "id": mail["id"] })).await;
    assert_eq!(act.answer().await.json()["message"], mail["id"]);
    assert!(!has(&acting, &mail["id"], "UNREAD").await);
    let asked = act.requests_to("gmail.users.messages.modify").await;
    assert_eq!(asked[0].body, json!({ "addLabelIds": [], "removeLabelIds": ["UNREAD"] }));

    let args = json!({ "id": mail["thread"], "conversation": true, "unread": true });
    let act = acting.act("gmail.mark_read", args).await;
    assert_eq!(act.answer().await.json()["conversation"], mail["thread"]);
    assert!(has(&acting, &mail["id"], "UNREAD").await);
    assert_eq!(act.requests_to("gmail.users.threads.modify").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn labels_are_put_on_and_taken_off_by_name() {
    let acting = Acting::as_ana(&FILING).await;
    let mail = mail(&acting).await;
    let args = json!({ "id": mail["id"], "add": ["clients/harbour museum", "STARRED"], "remove": ["INBOX"] });
    acting.act("gmail.label", args).await.answer().await.json();
    let known = acting.control().get("/google/labels?person=ana").await["labels"].as_array().unwrap().clone();
    let museum = known.iter().find(|label| label["name"] == "Clients/Harbour Museum").unwrap()["id"].clone();
    let now = labels(&acting, &mail["id"]).await;
    assert!(
        now.contains(&museum.as_str().unwrap().to_owned()) && now.contains(&"STARRED".to_owned()),
        "{now:?}"
    );
    assert!(!now.contains(&"INBOX".to_owned()), "{now:?}");

    let unknown = json!({ "id": mail["id"], "add": ["Sailing"] });
    let refused = acting.perform("gmail.label", unknown).await;
    assert_eq!(refused.code(), Some("input_invalid"));
    assert!(refused.words.contains("Clients/Harbour Museum"), "the known ones are named: {}", refused.words);
    let made = json!({ "id": mail["id"], "add": ["Sailing"], "create": true, "only_this_message": true });
    let act = acting.act("gmail.label", made).await;
    assert_eq!(act.answer().await.json()["message"], mail["id"]);
    assert_eq!(act.requests_to("gmail.users.labels.create").await[0].body, json!({ "name": "Sailing" }));
    assert_eq!(labels(&acting, &mail["id"]).await.len(), now.len() + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_goes_into_the_trash() {
    let acting = Acting::as_ana(&FILING).await;
    let (whole, one) = (mail(&acting).await, mail(&acting).await);
    let act = acting.act("gmail.trash", json!({ "id": whole["id"] })).await;
    assert_eq!(act.approved().await.json()["conversation"], whole["thread"]);
    assert_eq!(act.requests_to("gmail.users.threads.trash").await.len(), 1);
    let act = acting.act("gmail.trash", json!({ "id": one["id"], "only_this_message": true })).await;
    assert_eq!(act.approved().await.json()["message"], one["id"]);
    assert_eq!(act.requests_to("gmail.users.messages.trash").await.len(), 1);
    assert!(has(&acting, &whole["id"], "TRASH").await && has(&acting, &one["id"], "TRASH").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_model_cannot_reach_the_way_back() {
    let acting = Acting::as_ana(&FILING).await;
    let args = json!({ "conversation": null, "described": "x", "messages": [] });
    assert_eq!(acting.perform("gmail.restore", args).await.code(), Some("not_available"));
}

#[tokio::test(flavor = "multi_thread")]
async fn archiving_weathers() {
    let action = Action { tool: "gmail.archive", method: "gmail.users.threads.modify", scopes: &FILING };
    a_write_weathers(
        action,
        async |acting| json!({ "id": mail(acting).await["id"] }),
        async |acting, args| usize::from(!has(acting, &args["id"], "INBOX").await),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn marking_weathers() {
    let action = Action { tool: "gmail.mark_read", method: "gmail.users.messages.modify", scopes: &FILING };
    a_write_weathers(
        action,
        async |acting| json!({ "id": mail(acting).await["id"] }),
        async |acting, args| usize::from(!has(acting, &args["id"], "UNREAD").await),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn labelling_weathers() {
    let action = Action { tool: "gmail.label", method: "gmail.users.threads.modify", scopes: &FILING };
    let args = async |acting: &Acting| json!({ "id": mail(acting).await["id"], "add": ["STARRED"] });
    a_write_weathers(action, args, async |acting, args| {
        usize::from(has(acting, &args["id"], "STARRED").await)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn making_a_label_weathers() {
    let action = Action { tool: "gmail.label", method: "gmail.users.labels.create", scopes: &FILING };
    let args = async |acting: &Acting| json!({ "id": mail(acting).await["id"], "add": [fresh("Made")], "create": true });
    a_write_weathers(action, args, async |acting, args| {
        let known =
            acting.control().get("/google/labels?person=ana").await["labels"].as_array().unwrap().clone();
        known.iter().filter(|label| label["name"] == args["add"][0]).count()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn trashing_weathers() {
    let action = Action { tool: "gmail.trash", method: "gmail.users.threads.trash", scopes: &FILING };
    a_write_weathers(
        action,
        async |acting| json!({ "id": mail(acting).await["id"] }),
        async |acting, args| usize::from(has(acting, &args["id"], "TRASH").await),
    )
    .await;
}
