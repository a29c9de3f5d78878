//! Gmail, action by action.

use serde_json::{Value, json};

use crate::harness::{Acting, Action, a_read_weathers, a_write_weathers, all_text};

const SENDING: [&str; 2] = ["gmail.readonly", "gmail.compose"];

#[tokio::test(flavor = "multi_thread")]
async fn mail_is_searched() {
    let acting = Acting::as_ana(&["gmail.readonly"]).await;
    let act = acting.act("gmail.search", json!({ "query": "in:inbox", "limit": 3 })).await;
    let answer = act.answer().await;
    assert!(answer.is_fenced(), "{}", answer.words);
    assert_eq!(answer.json()["shown"], 3);
    let lists = act.requests_to("gmail.users.messages.list").await;
    assert_eq!((lists.len(), lists[0].path.as_str()), (1, "/gmail/v1/users/me/messages"));
    assert_eq!((lists[0].values("q"), lists[0].values("maxResults")), (vec!["in:inbox"], vec!["3"]));
    assert_eq!(act.requests_to("gmail.users.messages.get").await.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_weathers() {
    let action =
        Action { tool: "gmail.search", method: "gmail.users.messages.list", scopes: &["gmail.readonly"] };
    a_read_weathers(action, async |_| json!({ "query": "in:inbox", "limit": 2 })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_is_denied_is_not_sent() {
    let acting = Acting::as_ana(&SENDING).await;
    let act = acting.act("gmail.send", letter("Denied")).await;
    assert_eq!(act.denied().await.code(), Some("denied"));
    assert_eq!(sent(&acting, "Denied").await, 0);
    assert!(act.requests_to("gmail.users.drafts.create").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_is_drafted_and_sent_once_it_is_countersigned() {
    let acting = Acting::as_ana(&SENDING).await;
    let act = acting.act("gmail.send", letter("Countersigned")).await;
    let shown = all_text(&act.card().await);
    assert!(shown.contains("mara@harbour.example") && shown.contains("As agreed."), "{shown}");
    assert!(act.requests_to("gmail.users.drafts.create").await.is_empty());
    assert_eq!(act.approved().await.json()["sent"], true);
    let sends = act.requests_to("gmail.users.drafts.send").await;
    assert!(sends.len() == 1 && sends[0].body["id"].is_string(), "{sends:?}");
    assert_eq!(sent(&acting, "Countersigned").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn sending_weathers() {
    let action = Action { tool: "gmail.send", method: "gmail.users.drafts.send", scopes: &SENDING };
    a_write_weathers(
        action,
        async |_| letter(&fresh("Plan")),
        async |acting, args| sent(acting, args["subject"].as_str().unwrap()).await,
    )
    .await;
}

fn letter(subject: &str) -> Value {
    json!({ "to": ["mara@harbour.example"], "subject": subject, "body": "As agreed." })
}

fn fresh(stem: &str) -> String {
    format!("{stem} {}", uuid::Uuid::new_v4().simple())
}

async fn sent(acting: &Acting, subject: &str) -> usize {
    let sent = acting.control().mailbox(&acting.person, "SENT").await;
    sent.iter().filter(|row| row["subject"] == subject).count()
}
