//! Looking: search, one message, a conversation, labels, files.

use serde_json::{Value, json};

use super::arrived;
use crate::harness::{Acting, Action, a_read_weathers};

const READING: [&str; 1] = ["gmail.readonly"];

#[tokio::test(flavor = "multi_thread")]
async fn mail_is_searched_page_by_page() {
    let acting = Acting::as_ana(&READING).await;
    let act = acting.act("gmail.search", json!({ "query": "in:inbox", "limit": 3 })).await;
    let answer = act.answer().await;
    assert!(answer.is_fenced(), "{}", answer.words);
    let first = answer.json();
    assert_eq!(first["shown"], 3);
    let lists = act.requests_to("gmail.users.messages.list").await;
    assert_eq!((lists.len(), lists[0].path.as_str()), (1, "/gmail/v1/users/me/messages"));
    assert_eq!((lists[0].values("q"), lists[0].values("maxResults")), (vec!["in:inbox"], vec!["3"]));
    assert_eq!(act.requests_to("gmail.users.messages.get").await.len(), 3);

    let next = json!({ "query": "in:inbox", "limit": 3, "page": first["next_page"] });
    let second = acting.perform("gmail.search", next).await.json();
    assert_ne!(first["messages"][0]["id"], second["messages"][0]["id"]);
    let usual = acting.act("gmail.search", json!({ "query": "" })).await;
    assert_eq!(usual.answer().await.json()["shown"], 10, "ten unless another number is given");
    for limit in [0, 51] {
        let refused = acting.perform("gmail.search", json!({ "query": "", "limit": limit })).await;
        assert_eq!(refused.code(), Some("input_invalid"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_read_from_any_character() {
    let acting = Acting::as_ana(&READING).await;
    let text = "The lantern burns. ".repeat(600);
    let mail = arrived(&acting, json!({ "subject": "A long letter", "text": text })).await;
    let first = acting.perform("gmail.read", json!({ "id": mail["id"] })).await.json();
    assert_eq!(first["subject"], "A long letter");
    let next = &first["continue_with"]["from_char"];
    assert_eq!(*next, 8000);
    let rest = acting.perform("gmail.read", json!({ "id": mail["id"], "from_char": next })).await.json();
    assert_eq!(rest["continue_with"], Value::Null);
    assert!(text.trim_end().ends_with(rest["body"].as_str().unwrap()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_read_oldest_first_without_what_it_repeats() {
    let acting = Acting::as_ana(&READING).await;
    let path = "/google/mailbox?person=ana&q=subject:relaunch";
    let found = acting.control().get(path).await["messages"].as_array().unwrap().clone();
    let thread = found.last().unwrap()["thread"].clone();
    let of_it: Vec<&Value> = found.iter().filter(|row| row["thread"] == thread).collect();
    assert!(of_it.len() > 1, "a conversation has several messages");
    let act = acting.act("gmail.thread", json!({ "id": thread })).await;
    let answer = act.answer().await.json();
    assert_eq!((&answer["shown"], &answer["total"]), (&json!(of_it.len()), &json!(of_it.len())));
    let messages = answer["messages"].as_array().unwrap();
    let dates: Vec<&str> = messages.iter().map(|row| row["date"].as_str().unwrap()).collect();
    assert!(dates.is_sorted(), "{dates:?}");
    assert!(
        dates.iter().all(|date| date.ends_with("+01:00") || date.ends_with("+02:00")),
        "in Ana's time: {dates:?}"
    );
    assert_eq!(act.requests_to("gmail.users.threads.get").await.len(), 1);

    let newest = of_it.first().unwrap();
    let by_message =
        acting.perform("gmail.thread", json!({ "id": newest["id"], "from_message": 1 })).await.json();
    assert_eq!(by_message["thread"], thread);
    assert_eq!(by_message["messages"][0]["id"], messages[1]["id"]);
    let beyond = acting.perform("gmail.thread", json!({ "id": thread, "from_message": 99 })).await;
    assert_eq!(beyond.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn labels_come_with_their_counts() {
    let acting = Acting::as_ana(&["gmail.labels"]).await;
    let act = acting.act("gmail.labels", json!({})).await;
    let answer = act.answer().await.json();
    let known = acting.control().get("/google/labels?person=ana").await["labels"].as_array().unwrap().clone();
    assert_eq!((&answer["shown"], &answer["total"]), (&json!(known.len()), &json!(known.len())));
    for row in answer["labels"].as_array().unwrap() {
        let label = known.iter().find(|label| label["id"] == row["id"]).unwrap();
        assert_eq!((&row["messages"], &row["unread"]), (&label["messages"], &label["unread"]), "{row}");
    }
    assert_eq!(act.requests_to("gmail.users.labels.get").await.len(), known.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn attached_files_are_listed_and_read() {
    let acting = Acting::as_ana(&READING).await;
    let files = json!([{ "name": "notes.txt", "kind": "text/plain", "text": "The key is under the mat." },
                       { "name": "prices.csv", "kind": "text/csv", "text": "item,price\nmast,40" }]);
    let mail =
        arrived(&acting, json!({ "subject": "Two files", "text": "Here.", "attachments": files })).await;
    let listed = acting.perform("gmail.attachments", json!({ "id": mail["id"] })).await.json();
    assert_eq!((&listed["shown"], &listed["total"]), (&json!(2), &json!(2)));
    assert_eq!(listed["files"][1]["name"], "prices.csv");
    for file in ["NOTES.txt", "1"] {
        let args = json!({ "id": mail["id"], "file": file });
        let read = acting.perform("gmail.attachments", args).await.json();
        assert_eq!(read["text"].as_str().unwrap().trim(), "The key is under the mat.");
    }
    let later = json!({ "id": mail["id"], "file": "notes.txt", "from_char": 8 });
    assert_eq!(
        acting.perform("gmail.attachments", later).await.json()["text"].as_str().unwrap().trim(),
        "is under the mat."
    );
    let none = acting.perform("gmail.attachments", json!({ "id": mail["id"], "file": "other.pdf" })).await;
    assert_eq!(none.code(), Some("input_invalid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_look_weathers() {
    let newest = async |acting: &Acting| acting.control().mailbox("ana", "INBOX").await[0].clone();
    let search = Action { tool: "gmail.search", method: "gmail.users.messages.list", scopes: &READING };
    a_read_weathers(search, async |_| json!({ "query": "in:inbox", "limit": 2 })).await;
    let read = Action { tool: "gmail.read", method: "gmail.users.messages.get", scopes: &READING };
    a_read_weathers(read, async |acting| json!({ "id": newest(acting).await["id"] })).await;
    let thread = Action { tool: "gmail.thread", method: "gmail.users.threads.get", scopes: &READING };
    a_read_weathers(thread, async |acting| json!({ "id": newest(acting).await["thread"] })).await;
    let labels =
        Action { tool: "gmail.labels", method: "gmail.users.labels.list", scopes: &["gmail.labels"] };
    a_read_weathers(labels, async |_| json!({})).await;
    let files = Action { tool: "gmail.attachments", method: "gmail.users.messages.get", scopes: &READING };
    a_read_weathers(files, async |acting| json!({ "id": newest(acting).await["id"] })).await;
}
