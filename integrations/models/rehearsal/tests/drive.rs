//! Conversations about files.

use serde_json::{Value, json};

use super::talk::Talk;

pub(super) fn file(id: &str, name: &str, kind: &str) -> Value {
    json!({ "id": id, "name": name, "type": kind, "modified": "2026-11-09 08:12 +01:00", "owner": "ana@example.com",
        "size": null, "in_shared_drive": false, "shared": true, "link": format!("https://drive.example/{id}") })
}

pub(super) fn files(files: &[Value]) -> Value {
    json!({ "files": files, "shown": files.len(), "next_page": null, "remark": null })
}

/// The search for a file by the words of its name.
pub(super) fn named(words: &[&str], kind: Option<&str>) -> (&'static str, Value) {
    let terms: Vec<String> = words.iter().map(|word| format!("name contains '{word}'")).collect();
    let mut args = json!({ "query": terms.join(" and "), "limit": 10 });
    if let Some(kind) = kind {
        args["type"] = json!(kind);
    }
    ("drive.search", args)
}

#[test]
fn files_are_listed_with_links_and_opened_by_their_number() {
    let mut talk = Talk::new();
    talk.asks("find files about budget", &[("drive.search", json!({ "query": "budget", "limit": 10 }))]);
    let told = talk.hears(&files(&[file("f1", "Budget", "Google Sheet"), file("f2", "Plan", "Google Doc")]));
    assert!(told.contains("2. “Plan” (Google Doc, Mon 9 Nov, 08:12) — https://drive.example/f2"), "{told}");
    talk.asks("read the second one", &[("docs.read", json!({ "document": "f2" }))]);
    let text = json!({ "file": file("f2", "Plan", "Google Doc"), "tabs": [], "text": "# Plan\n\nWords.",
        "text_shown": "all", "continue_with": { "from_char": 14 }, "hidden_removed": 0 });
    let told = talk.hears(&text);
    assert!(told.contains("# Plan\n\nWords.") && told.contains("read on"), "{told}");
    talk.asks("read on", &[("docs.read", json!({ "document": "f2", "from_char": 14 }))]);
}

#[test]
fn a_folder_is_found_by_its_name() {
    let mut talk = Talk::new();
    talk.asks("what's in the Offsite folder?", &[named(&["offsite"], Some("folder"))]);
    talk.hears_and_asks(
        &[files(&[file("d1", "Offsite", "folder")])],
        &[("drive.list", json!({ "folder": "d1" }))],
    );
    assert!(talk.hears(&files(&[])).starts_with("There are no files in “Offsite”."));
}

#[test]
fn of_several_files_the_one_with_exactly_that_name_is_meant() {
    let mut talk = Talk::new();
    talk.asks("who can see the kick-off notes?", &[named(&["kick-off", "notes"], None)]);
    let found = files(&[
        file("f1", "Relaunch: kick-off notes", "Google Doc"),
        file("f2", "Kick-off notes", "shortcut"),
    ]);
    talk.hears_and_asks(&[found], &[("drive.permissions", json!({ "file": "f2" }))]);
    let told = talk.hears(
        &json!({ "file": file("f2", "Kick-off notes", "shortcut"), "shown": 2, "total": 2, "people": [
            { "who": "ana@example.com", "name": "Ana", "role": "owner", "inherited": false },
            { "who": "anyone with the link", "name": null, "role": "reader", "inherited": true },
        ]}),
    );
    assert!(told.contains("• Ana (ana@example.com): owns it"), "{told}");
    assert!(told.contains("• anyone with the link: can read, by its folder"), "{told}");
}

#[test]
fn of_several_others_it_asks_which() {
    let mut talk = Talk::new();
    talk.asks("share the plan with ben@x.de as editor", &[named(&["plan"], None)]);
    let found = files(&[file("f1", "Plan A", "Google Doc"), file("f2", "Plan B", "Google Doc")]);
    assert!(talk.hears(&found).contains("Which file do you mean?\n1. “Plan A”"));
    let share = json!({ "file": "f2", "with": "ben@x.de", "role": "writer" });
    talk.asks("plan b", &[("drive.share", share)]);
    let told = talk.hears(&json!({ "shared": true, "id": "f2", "with": "ben@x.de", "role": "writer",
        "link": "https://drive.example/f2" }));
    assert_eq!(told, "“Plan B” is shared with ben@x.de, who can edit: https://drive.example/f2");
}

#[test]
fn no_such_file_is_said() {
    let mut talk = Talk::new();
    talk.asks("rename the file moon to sun", &[named(&["moon"], None)]);
    assert!(talk.hears(&files(&[])).contains("I found no file called “moon”."));
}

#[test]
fn what_is_attached_is_uploaded_and_nothing_without_it() {
    let mut talk = Talk::new();
    assert!(talk.says("upload this file").contains("Nothing is attached"));
    talk.asks(
        "upload this file\n[attached: F7 “plan.txt” text/plain, 12 bytes]",
        &[("drive.upload", json!({ "attached": "F7" }))],
    );
    let done =
        json!({ "uploaded": true, "id": "f9", "name": "plan.txt", "link": "https://drive.example/f9" });
    assert_eq!(talk.hears(&done), "“plan.txt” is in your Drive: https://drive.example/f9");
    talk.asks(
        "share it with ben@x.de",
        &[("drive.share", json!({ "file": "f9", "with": "ben@x.de", "role": "reader" }))],
    );
}

#[test]
fn a_file_is_moved_into_a_folder_found_by_its_name() {
    let mut talk = Talk::new();
    talk.asks("move the file plan to the Offsite folder", &[named(&["plan"], None)]);
    talk.hears_and_asks(
        &[files(&[file("f1", "Plan", "Google Doc")])],
        &[named(&["offsite"], Some("folder"))],
    );
    talk.hears_and_asks(
        &[files(&[file("d1", "Offsite", "folder")])],
        &[("drive.move", json!({ "file": "f1", "folder": "d1" }))],
    );
}

#[test]
fn what_was_just_made_is_called_by_its_name() {
    let mut talk = Talk::new();
    talk.asks("create a document called Plan", &[("docs.create", json!({ "title": "Plan", "content": "" }))]);
    talk.hears(&json!({ "created": true, "id": "d1", "title": "Plan", "link": "" }));
    talk.asks("rename it to Plan B", &[("drive.rename", json!({ "file": "d1", "name": "Plan B" }))]);
    let told = talk.hears(&json!({ "renamed": true, "id": "d1", "name": "Plan B", "link": "" }));
    assert_eq!(told, "“Plan” is now called “Plan B”");
    talk.asks("trash it", &[("drive.trash", json!({ "file": "d1" }))]);
    assert_eq!(talk.hears(&json!({ "trashed": true, "id": "d1", "link": "" })), "“Plan B” is in the bin");
}
