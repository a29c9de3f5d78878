//! Conversations that put mail in order.

use serde_json::{Value, json};

use super::talk::{Talk, row, rows};

fn search(query: &str) -> (&'static str, Value) {
    ("gmail.search", json!({ "query": query, "limit": 10 }))
}

fn filed() -> Value {
    json!({ "done": true, "what": "“Budget” from Ben", "conversation": "t1", "message": null,
        "messages": 1, "changed": 1 })
}

#[test]
fn the_only_conversation_that_fits_is_archived() {
    let mut talk = Talk::new();
    talk.asks("archive the mail from Ben", &[search("from:ben -in:drafts")]);
    let found = rows(&[row("m2", "Ben <b@x.de>", "Budget"), row("m1", "Ben <b@x.de>", "Budget")]);
    talk.hears_and_asks(&[found], &[("gmail.archive", json!({ "id": "m2" }))]);
    assert!(talk.hears(&filed()).starts_with("Archived: “Budget” from Ben"));
    talk.asks("mark it as unread", &[("gmail.mark_read", json!({ "id": "m2", "unread": true }))]);
}

#[test]
fn of_several_conversations_it_asks_which() {
    let mut talk = Talk::new();
    talk.asks("trash the mail from Ben", &[search("from:ben -in:drafts")]);
    let mut other = row("m1", "Ben <b@x.de>", "Lunch");
    other["thread"] = json!("t2");
    let told = talk.hears(&rows(&[row("m2", "Ben <b@x.de>", "Budget"), other]));
    assert!(told.contains("2. “Lunch”") && told.contains("Which one do you mean?"), "{told}");
    talk.asks("the second one", &[("gmail.trash", json!({ "id": "m1" }))]);
}

#[test]
fn a_mail_is_forwarded_to_the_one_of_that_name() {
    let mut talk = Talk::new();
    talk.asks(
        "forward the latest mail from Ben to Carla saying please look",
        &[search("from:ben -in:drafts")],
    );
    talk.hears_and_asks(
        &[rows(&[row("m1", "Ben <b@x.de>", "Budget")])],
        &[search("from:carla -in:drafts"), search("to:carla -in:drafts")],
    );
    let forward = json!({ "id": "m1", "to": ["c@x.de"], "note": "please look" });
    talk.hears_and_asks(
        &[rows(&[row("m5", "Carla <c@x.de>", "Hi")]), rows(&[])],
        &[("gmail.forward", forward)],
    );
    let told = talk.hears(&json!({ "sent": true, "id": "s", "to": ["c@x.de"], "subject": "Fwd: Budget" }));
    assert!(told.contains("Sent to c@x.de: “Fwd: Budget”"), "{told}");
}

#[test]
fn the_only_attachment_is_read() {
    let mut talk = Talk::new();
    talk.asks("read the attachment of the latest mail from Dai", &[search("from:dai -in:drafts")]);
    talk.hears_and_asks(
        &[rows(&[row("m1", "Dai <d@x.de>", "Numbers")])],
        &[("gmail.attachments", json!({ "id": "m1" }))],
    );
    talk.hears_and_asks(
        &[json!({ "id": "m1", "files": [{ "number": 1, "name": "q3.csv", "type": "text/csv", "size": 9 }] })],
        &[("gmail.attachments", json!({ "id": "m1", "file": "q3.csv" }))],
    );
    let told = talk
        .hears(&json!({ "id": "m1", "name": "q3.csv", "type": "text/csv", "size": 9, "text": "a,b",
        "text_shown": "all", "cut": false, "hidden_removed": 0, "continue_with": null }));
    assert!(told.contains("a,b"), "{told}");
}

#[test]
fn a_whole_conversation_is_told_oldest_first() {
    let mut talk = Talk::new();
    talk.asks("read the whole thread about the budget", &[search("budget -in:drafts")]);
    talk.hears_and_asks(
        &[rows(&[row("m1", "Ben <b@x.de>", "Budget")])],
        &[("gmail.thread", json!({ "id": "m1" }))],
    );
    let message = |from: &str, body: &str| {
        json!({ "id": "m", "from": from, "to": "", "cc": "", "date": "2026-11-14 06:51 UTC", "labels": [], "body": body,
            "body_shown": "all", "quoted_left_out": 0, "hidden_removed": 0, "attachments": [] })
    };
    let told = talk
        .hears(&json!({ "thread": "t1", "subject": "Budget", "shown": 2, "total": 2, "continue_with": null,
        "messages": [message("Ben <b@x.de>", "First."), message("Ana <a@x.de>", "Second.")] }));
    assert!(told.find("First.") < told.find("Second.") && told.starts_with("“Budget”, 2 mails"), "{told}");
}

#[test]
fn labels_are_told_without_those_of_the_mailbox_itself() {
    let mut talk = Talk::new();
    talk.asks("what labels do I have?", &[("gmail.labels", json!({}))]);
    let label = |name: &str, own: bool| json!({ "name": name, "id": name, "own": own, "messages": 2, "unread": 1, "conversations": 2, "unread_conversations": 1 });
    let told = talk.hears(
        &json!({ "labels": [label("INBOX", false), label("Invoices", true)], "shown": 2, "total": 2 }),
    );
    assert!(told.starts_with("Your labels:\n• Invoices (2 conversations, 1 unread)"), "{told}");
}

#[test]
fn a_draft_is_kept_and_nothing_sent() {
    let mut talk = Talk::new();
    let draft = json!({ "to": ["b@x.de"], "subject": "lunch", "body": "Now?" });
    talk.asks("draft a mail to b@x.de about lunch saying Now?", &[("gmail.draft", draft)]);
    let told = talk
        .hears(&json!({ "draft": "d", "message": "m", "thread": "t", "to": ["b@x.de"], "subject": "lunch",
        "sent": false, "link": "https://mail.example/d" }));
    assert!(told.starts_with("Kept as a draft to b@x.de: “lunch”. Nothing was sent."), "{told}");
    assert!(talk.says("try again").contains("nothing I could do again"));
}
