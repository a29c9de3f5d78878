//! How lists, mails and counts are told.

use serde_json::{Value, json};

use super::talk::{Talk, mail, row, rows};

fn unread(words: &str) -> Talk {
    let mut talk = Talk::new();
    talk.asks(words, &[("gmail.search", json!({ "query": "is:unread in:inbox", "limit": 10 }))]);
    talk
}

fn page(count: usize, total: usize) -> Value {
    let found: Vec<Value> =
        (0..count).map(|id| row(&id.to_string(), "\"Ana Ruiz\" <ana@x.de>", "Hi")).collect();
    let mut page = rows(&found);
    page["total_estimate"] = json!(total);
    page["next_page"] = if total > count { json!("p2") } else { Value::Null };
    page
}

#[test]
fn counts_say_how_much_is_shown() {
    let told = unread("what's new?").hears(&page(10, 14));
    assert!(told.starts_with("The newest 10 of about 14 unread mails:\n1. "), "{told}");
    assert!(unread("what's new?").hears(&page(2, 2)).starts_with("2 unread mails, newest first:"));
    assert!(unread("what's new?").hears(&page(1, 1)).starts_with("1 unread mail:"));
    assert!(unread("what's new?").hears(&page(0, 0)).starts_with("I found no unread mail."));
    assert!(
        unread("how many unread mails?").hears(&page(10, 14)).starts_with("There are about 14 unread mails.")
    );
    assert!(unread("how many unread mails?").hears(&page(1, 1)).starts_with("I count 1 unread mail."));
}

#[test]
fn a_time_is_told_like_a_time() {
    let mut talk = Talk::new();
    talk.asks(
        "mail from today",
        &[("gmail.search", json!({ "query": "in:inbox after:1794697200", "limit": 10 }))],
    );
    assert!(talk.hears(&page(0, 0)).starts_with("I found no mail from today."));
    talk.asks(
        "mail from this week",
        &[("gmail.search", json!({ "query": "in:inbox after:1794178800", "limit": 10 }))],
    );
    assert!(talk.hears(&page(10, 10)).starts_with("10 mails from this week, newest first:"));
}

#[test]
fn a_line_of_a_list_is_one_line_with_a_name_and_the_persons_time() {
    let told = unread("what's new?").hears(&page(1, 1));
    assert!(told.contains("\n1. “Hi” from Ana Ruiz, Sat 14 Nov, 07:51 (unread) — so it begins\n"), "{told}");
}

#[test]
fn sent_mail_names_those_it_went_to() {
    let mut talk = Talk::new();
    talk.asks("show my sent mail", &[("gmail.search", json!({ "query": "in:sent", "limit": 10 }))]);
    let mut sent = row("1", "Ana <ana@example.com>", "Visit");
    sent["to"] = json!("\"Daichi Mori\" <daichi@x.jp>");
    let told = talk.hears(&rows(&[sent]));
    assert!(told.starts_with("1 sent mail:\n1. “Visit” to Daichi Mori, "), "{told}");
}

#[test]
fn a_summary_of_a_part_says_so() {
    let mut talk = unread("summarise my unread mail");
    let reads = ["0", "1", "2"].map(|id| ("gmail.read", json!({ "id": id })));
    talk.hears_and_asks(&[page(10, 12)], &reads);
    let told = talk.hears_all(&["0", "1", "2"].map(|id| mail(id, "Ben <b@x.de>", "Hi", "Text.")));
    assert!(told.contains("the newest 3 of about 12 mails, oldest first"), "{told}");
    assert!(told.contains("Ben, Sat 14 Nov, 07:51: Text."), "{told}");
}

#[test]
fn a_mail_without_a_subject_gets_one_of_its_own_words() {
    let send = json!({ "to": ["b@x.de"], "subject": "The server is up again",
        "body": "The server is up again, thanks.\n\nAna" });
    Talk::new().asks("email b@x.de saying the server is up again, thanks.\n\nAna", &[("gmail.send", send)]);
}
