//! Archive, labels, trash, and the way back.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;

const BASE: &str = "/gmail/v1/users/me";

/// A mailbox with one conversation of two messages, and the labels of each.
#[derive(Clone)]
struct Mailbox(Arc<Mutex<BTreeMap<String, Vec<String>>>>);

impl Mailbox {
    fn new() -> Self {
        let labels = |labels: &[&str]| labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>();
        Self(Arc::new(Mutex::new(BTreeMap::from([
            ("m1".to_owned(), labels(&["INBOX", "Label_1"])),
            ("m2".to_owned(), labels(&["INBOX", "UNREAD"])),
        ]))))
    }

    fn labels(&self, id: &str) -> Vec<String> {
        let mut labels = self.0.lock().unwrap().get(id).cloned().unwrap_or_default();
        labels.sort();
        labels
    }

    fn change(&self, ids: &[String], add: &[String], remove: &[String]) {
        let mut mailbox = self.0.lock().unwrap();
        for id in ids {
            let labels = mailbox.get_mut(id).unwrap();
            labels.retain(|label| !remove.contains(label) && !add.contains(label));
            labels.extend(add.iter().cloned());
        }
    }

    fn answer(&self, seen: &Seen) -> Answer {
        let path = seen.target.split('?').next().unwrap().trim_start_matches(BASE).to_owned();
        let body: Value = serde_json::from_str(&seen.body).unwrap_or_default();
        let list = |name: &str| serde_json::from_value::<Vec<String>>(body[name].clone()).unwrap_or_default();
        let all: Vec<String> = self.0.lock().unwrap().keys().cloned().collect();
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
        match (seen.method.as_str(), path.as_str()) {
            ("GET", "/labels") => {
                let mut labels = vec![
                    json!({ "id": "INBOX", "name": "INBOX", "type": "system" }),
                    json!({ "id": "SENT", "name": "SENT", "type": "system" }),
                    json!({ "id": "Label_1", "name": "Clients", "type": "user" }),
                ];
                if self.0.lock().unwrap().values().flatten().any(|label| label == "Label_2") {
                    labels.push(json!({ "id": "Label_2", "name": "Brand new", "type": "user" }));
                }
                return ok(json!({ "labels": labels }));
            }
            ("POST", "/labels") => return ok(json!({ "id": "Label_2", "name": body["name"] })),
            ("POST", "/threads/m1/modify") => {
                self.change(&all, &list("addLabelIds"), &list("removeLabelIds"));
            }
            ("POST", "/messages/batchModify") => {
                self.change(&list("ids"), &list("addLabelIds"), &list("removeLabelIds"));
            }
            ("POST", "/messages/m2/modify") => {
                self.change(&words(&["m2"]), &list("addLabelIds"), &list("removeLabelIds"));
            }
            ("POST", "/threads/m1/trash") => self.change(&all, &words(&["TRASH"]), &words(&["INBOX"])),
            ("POST", "/messages/m1/untrash") => self.change(&words(&["m1"]), &[], &words(&["TRASH"])),
            ("POST", "/messages/m2/untrash") => self.change(&words(&["m2"]), &[], &words(&["TRASH"])),
            ("GET", _) => {}
            _ => return refused(404, "notFound"),
        }
        let message = |id: &str| {
            let mut message = metadata(id, "Ben <ben@example.com>");
            message["threadId"] = json!("m1");
            message["labelIds"] = json!(self.labels(id));
            message
        };
        if path.starts_with("/threads") {
            return ok(
                json!({ "id": "m1", "messages": all.iter().map(|id| message(id)).collect::<Vec<_>>() }),
            );
        }
        ok(message(path.split('/').nth(2).unwrap()))
    }
}

/// Plans and runs it, and plans and runs the way back as a button would.
async fn there_and_back(name: &str, args: Value) -> (Mailbox, Vec<Vec<String>>, World) {
    let mailbox = Mailbox::new();
    let script = mailbox.clone();
    let world = world(move |seen, _| script.answer(seen)).await;
    let (there, back, call) = (tool(&world, name), tool(&world, "gmail.restore"), a_call("k"));
    let plan = there.plan(args, &call).await.unwrap();
    assert_eq!(there.probe(&plan, &call).await, Probe::DidNot);
    let done = run(there.as_ref(), plan.clone(), &call).await.unwrap();
    assert!(matches!(there.probe(&plan, &call).await, Probe::Happened(_)), "{name}");
    let between = vec![mailbox.labels("m1"), mailbox.labels("m2")];
    let undo = done.undo.expect("it can be undone");
    assert_eq!(
        (undo.tool.as_str(), undo.until),
        ("gmail.restore", crate::testing::NOW.plus(Duration::from_hours(24)))
    );
    let plan = back.plan(undo.arguments.clone(), &call).await.unwrap();
    run(back.as_ref(), plan.clone(), &call).await.unwrap();
    assert!(matches!(back.probe(&plan, &call).await, Probe::Happened(_)), "{name}");
    let again = back.plan(undo.arguments, &call).await.unwrap_err();
    assert_eq!(again.code, Code::Conflict, "what was undone is not undone again");
    assert_eq!(mailbox.labels("m1"), ["INBOX", "Label_1"], "{name}");
    assert_eq!(mailbox.labels("m2"), ["INBOX", "UNREAD"], "{name}");
    (mailbox, between, world)
}

#[tokio::test]
async fn an_archived_conversation_comes_back_as_it_was() {
    let (_, between, world) = there_and_back("gmail.archive", json!({ "id": "m2" })).await;
    assert_eq!(between, [vec!["Label_1"], vec!["UNREAD"]]);
    assert_eq!(world.count("POST", "/gmail/v1/users/me/threads/m1/modify"), 1);
    assert_eq!(world.count("POST", "/gmail/v1/users/me/messages/batchModify"), 1);
}

#[tokio::test]
async fn mail_comes_back_from_the_trash_into_the_inbox() {
    let (_, between, world) = there_and_back("gmail.trash", json!({ "id": "m2" })).await;
    assert_eq!(between, [vec!["Label_1", "TRASH"], vec!["TRASH", "UNREAD"]]);
    assert_eq!(world.count("POST", "/gmail/v1/users/me/messages/m1/untrash"), 1);
}

#[tokio::test]
async fn what_was_in_the_trash_before_stays_there() {
    let mailbox = Mailbox::new();
    mailbox.change(&["m1".to_owned()], &["TRASH".to_owned()], &["INBOX".to_owned()]);
    let script = mailbox.clone();
    let world = world(move |seen, _| script.answer(seen)).await;
    let (trash, back, call) = (tool(&world, "gmail.trash"), tool(&world, "gmail.restore"), a_call("k"));
    let plan = trash.plan(json!({ "id": "m2" }), &call).await.unwrap();
    let undo = run(trash.as_ref(), plan, &call).await.unwrap().undo.unwrap();
    let plan = back.plan(undo.arguments, &call).await.unwrap();
    run(back.as_ref(), plan, &call).await.unwrap();
    assert_eq!(mailbox.labels("m1"), ["Label_1", "TRASH"]);
    assert_eq!(mailbox.labels("m2"), ["INBOX", "UNREAD"]);
}

#[tokio::test]
async fn what_was_done_before_google_broke_down_is_found_out() {
    let mailbox = Mailbox::new();
    let script = mailbox.clone();
    let world = world(move |seen, before| {
        let answer = script.answer(seen);
        match (seen.method.as_str(), before) {
            ("POST", 0) => Answer(502, json!("lost on the way"), Some("0.01")),
            ("POST", _) => Answer(503, json!({}), Some("0.01")),
            _ => answer,
        }
    })
    .await;
    let (archive, call) = (tool(&world, "gmail.archive"), a_call("k"));
    let plan = archive.plan(json!({ "id": "m1" }), &call).await.unwrap();
    let done = run(archive.as_ref(), plan, &call).await.unwrap();
    assert!(done.undo.is_some(), "it is archived, and can be taken back");
}

#[tokio::test]
async fn one_message_is_marked_and_its_neighbour_is_not() {
    let (_, between, _) = there_and_back("gmail.mark_read", json!({ "id": "m2" })).await;
    assert_eq!(between, [vec!["INBOX", "Label_1"], vec!["INBOX"]]);
    let (_, between, _) =
        there_and_back("gmail.mark_read", json!({ "id": "m2", "conversation": true, "unread": true })).await;
    assert_eq!(between[0], ["INBOX", "Label_1", "UNREAD"]);
}

#[tokio::test]
async fn labels_are_known_by_name_and_made_only_when_asked() {
    let args = json!({ "id": "m2", "add": ["clients"], "remove": ["inbox"] });
    let (_, between, _) = there_and_back("gmail.label", args).await;
    assert_eq!(between, [vec!["Label_1"], vec!["Label_1", "UNREAD"]]);
    let made = json!({ "id": "m2", "add": ["Brand new"], "create": true });
    let (_, between, world) = there_and_back("gmail.label", made).await;
    assert_eq!(between[1], ["INBOX", "Label_2", "UNREAD"]);
    assert_eq!(world.count("POST", "/gmail/v1/users/me/labels"), 1);
    for (args, words) in [
        (json!({ "id": "m2", "add": ["Brand new"] }), "no label of that name"),
        (json!({ "id": "m2", "add": ["SENT"] }), "Gmail's own"),
        (json!({ "id": "m2" }), "Name labels"),
        (json!({ "id": "m2", "add": ["Clients"], "remove": ["Clients"] }), "at once"),
    ] {
        let refused = tool(&world, "gmail.label").plan(args, &a_call("k")).await.unwrap_err();
        assert_eq!(refused.code, Code::InputInvalid);
        assert!(refused.words.contains(words), "{}", refused.words);
    }
}

#[tokio::test]
async fn what_was_changed_in_between_is_neither_filed_nor_restored() {
    let mailbox = Mailbox::new();
    let script = mailbox.clone();
    let world = world(move |seen, _| script.answer(seen)).await;
    let (archive, back, call) = (tool(&world, "gmail.archive"), tool(&world, "gmail.restore"), a_call("k"));
    let plan = archive.plan(json!({ "id": "m1" }), &call).await.unwrap();
    mailbox.0.lock().unwrap().insert("m3".to_owned(), vec!["INBOX".to_owned()]);
    let stale = run(archive.as_ref(), plan, &call).await.unwrap_err();
    assert_eq!(stale.code, Code::StaleWrite);
    assert!(stale.words.contains("new message"), "{}", stale.words);

    let plan = archive.plan(json!({ "id": "m1" }), &call).await.unwrap();
    let undo = run(archive.as_ref(), plan, &call).await.unwrap().undo.unwrap();
    mailbox.change(&["m2".to_owned()], &["INBOX".to_owned()], &[]);
    let conflict = back.plan(undo.arguments, &call).await.unwrap_err();
    assert_eq!((conflict.code, conflict.heard_by), (Code::Conflict, kernel::Hearer::Person));

    let archived = archive.plan(json!({ "id": "m1" }), &call).await.unwrap();
    run(archive.as_ref(), archived, &call).await.unwrap();
    let nothing = archive.plan(json!({ "id": "m1" }), &call).await.unwrap_err();
    assert_eq!((nothing.code, nothing.heard_by), (Code::Conflict, kernel::Hearer::Model));
}
