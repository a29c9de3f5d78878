//! Requests that lean on what was said or found before.

use serde_json::{Value, json};

use super::talk::{Talk, mail, row, rows};

fn search(query: &str) -> (&'static str, Value) {
    ("gmail.search", json!({ "query": query, "limit": 10 }))
}

fn read(id: &str) -> (&'static str, Value) {
    ("gmail.read", json!({ "id": id }))
}

#[test]
fn nothing_from_a_name_is_searched_for_by_its_words() {
    let mut talk = Talk::new();
    talk.asks("is there anything from the plumber?", &[search("from:plumber -in:drafts")]);
    talk.hears_and_asks(&[rows(&[])], &[search("plumber -in:drafts")]);
    let told = talk.hears(&rows(&[row("1", "Jo <jo@x.de>", "Your plumber")]));
    assert!(
        told.starts_with("Nothing is from plumber; I searched for the words instead.\n1 mail about"),
        "{told}"
    );
}

#[test]
fn of_words_that_find_nothing_together_the_longest_is_tried() {
    let mut talk = Talk::new();
    talk.asks("look for the boiler invoice", &[search("boiler invoice -in:drafts")]);
    talk.hears_and_asks(&[rows(&[])], &[search("invoice -in:drafts")]);
    let told = talk.hears(&rows(&[row("1", "Jo <jo@x.de>", "Invoice")]));
    assert!(told.contains("searched for “invoice” alone"), "{told}");
}

#[test]
fn only_unread_keeps_the_person() {
    let mut talk = Talk::new();
    talk.asks("mail from Ben", &[search("from:ben -in:drafts")]);
    talk.hears(&rows(&[row("1", "Ben <b@x.de>", "x")]));
    talk.asks("only unread", &[search("from:ben is:unread -in:drafts")]);
}

#[test]
fn a_list_is_read_in_part_and_says_so() {
    let mut talk = Talk::new();
    talk.asks("mail from Ben", &[search("from:ben -in:drafts")]);
    talk.hears(&rows(&["a", "b", "c", "d"].map(|id| row(id, "Ben <b@x.de>", id))));
    talk.asks("read them all", &[read("a"), read("b"), read("c")]);
    let told = talk.hears_all(&["a", "b", "c"].map(|id| mail(id, "Ben <b@x.de>", id, "Text.")));
    assert!(told.ends_with("These are the newest 3 of 4."), "{told}");
}

#[test]
fn what_a_mail_is_like_is_told_without_reading_it_again() {
    let mut talk = Talk::new();
    talk.asks("mail from Ben", &[search("from:ben -in:drafts")]);
    talk.hears(&rows(&[row("a", "Ben <b@x.de>", "Plan")]));
    talk.asks("what attachments does it have?", &[read("a")]);
    let mut plan = mail("a", "\"Ben Adler\" <b@x.de>", "Plan", "Text.");
    plan["attachments"] = json!([{ "name": "plan.pdf", "type": "application/pdf", "size": 3 }]);
    assert_eq!(talk.hears(&plan), "Attached to “Plan”: plan.pdf (application/pdf).");
    assert_eq!(talk.says("who is it from?"), "“Plan” is from Ben Adler <b@x.de>.");
    assert_eq!(talk.says("when was it sent?"), "“Plan” is of Sat 14 Nov, 07:51.");
}

#[test]
fn the_last_time_somebody_wrote_is_told() {
    let mut talk = Talk::new();
    let newest = json!({ "query": "from:ben -in:drafts", "limit": 1 });
    talk.asks("when did Ben last write?", &[("gmail.search", newest)]);
    let told = talk.hears(&rows(&[row("a", "Ben Adler <b@x.de>", "Plan")]));
    assert!(told.starts_with("Ben Adler last wrote on Sat 14 Nov, 07:51: “Plan”."), "{told}");
    talk.asks("read it", &[read("a")]);
}

#[test]
fn what_was_counted_can_be_listed() {
    let mut talk = Talk::new();
    talk.asks("how many unread mails do I have?", &[search("is:unread in:inbox")]);
    talk.hears(&rows(&[row("a", "Ben <b@x.de>", "Plan"), row("b", "Ben <b@x.de>", "Plan")]));
    talk.asks("list them", &[search("is:unread in:inbox")]);
}
