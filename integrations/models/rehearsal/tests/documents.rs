//! Conversations about documents and spreadsheets.

use serde_json::json;

use super::drive::{file, files, named};
use super::talk::Talk;

#[test]
fn a_document_is_made_and_then_added_to() {
    let mut talk = Talk::new();
    let create = json!({ "title": "Plan", "content": "Tea at four" });
    talk.asks("create a document called Plan that says Tea at four", &[("docs.create", create)]);
    let told = talk
        .hears(&json!({ "created": true, "id": "d1", "title": "Plan", "link": "https://docs.example/d1" }));
    assert!(told.starts_with("The document “Plan” is there: https://docs.example/d1"), "{told}");
    talk.asks("append “And cake” to the doc Plan", &[named(&["plan"], Some("document"))]);
    let append = json!({ "document": "d1", "content": "And cake", "mode": "suggest" });
    talk.hears_and_asks(&[files(&[file("d1", "Plan", "Google Doc")])], &[("docs.append", append)]);
    let told = talk.hears(
        &json!({ "changed": true, "document": "d1", "link": "https://docs.example/d1", "mode": "suggest" }),
    );
    assert!(told.starts_with("Suggested in “Plan”; accept or reject it there"), "{told}");
}

#[test]
fn comments_are_told_with_what_they_are_about() {
    let mut talk = Talk::new();
    talk.asks("what do the comments in Plan say?", &[named(&["plan"], Some("document"))]);
    talk.hears_and_asks(
        &[files(&[file("d1", "Plan", "Google Doc")])],
        &[("docs.comments", json!({ "document": "d1" }))],
    );
    let told = talk.hears(&json!({ "file": file("d1", "Plan", "Google Doc"), "shown": 1, "total": 1, "continue_with": null,
        "comments": [{ "id": "c1", "status": "open", "about": "the price", "tab": null, "author": "Ben", "by_the_user": false,
            "when": "2026-11-14 09:00 +01:00", "words": "Too high", "replies": [{ "author": "Ana", "words": "No" }] }] }));
    assert!(told.contains("• Ben on “the price”, Sat 14 Nov, 09:00: Too high\n   ↳ Ana: No"), "{told}");
}

#[test]
fn all_open_suggestions_are_accepted_together() {
    let mut talk = Talk::new();
    talk.asks("accept all suggestions in Plan", &[named(&["plan"], Some("document"))]);
    talk.hears_and_asks(
        &[files(&[file("d1", "Plan", "Google Doc")])],
        &[("docs.suggestions", json!({ "document": "d1" }))],
    );
    let open =
        json!({ "file": file("d1", "Plan", "Google Doc"), "suggestions": [{ "id": "s1" }, { "id": "s2" }] });
    let decide = json!({ "document": "d1", "suggestions": ["s1", "s2"], "decision": "accept" });
    talk.hears_and_asks(&[open], &[("docs.decide_suggestion", decide)]);
}

#[test]
fn cells_are_told_as_a_table() {
    let mut talk = Talk::new();
    talk.asks("read A1:B2 of Budget", &[named(&["budget"], Some("spreadsheet"))]);
    talk.hears_and_asks(
        &[files(&[file("s1", "Budget", "Google Sheet")])],
        &[("sheets.read", json!({ "spreadsheet": "s1", "range": "A1:B2" }))],
    );
    let told = talk.hears(&json!({ "title": "Budget", "id": "s1", "link": "https://sheets.example/s1",
        "sheets": [{ "title": "Plan" }, { "title": "Invoices" }],
        "ranges": [{ "range": "Plan!A1:B2", "table": "|  | A | B |\n|---|---|---|\n| 1 | Ink | 40 |\n", "next_range": null }] }));
    assert!(
        told.contains("\n\n|  | A | B |\n|---|---|---|\n| 1 | Ink | 40 |\n\n")
            && told.contains("Its tabs: Plan, Invoices."),
        "{told}"
    );
}

#[test]
fn a_number_is_written_as_a_number_and_words_as_words() {
    let mut talk = Talk::new();
    let cases = [("40", json!(40)), ("forty", json!("forty"))];
    for (value, cell) in cases {
        talk.asks(&format!("set B2 of Budget to {value}"), &[named(&["budget"], Some("spreadsheet"))]);
        let write = json!({ "spreadsheet": "s1", "range": "B2", "values": [[cell]] });
        talk.hears_and_asks(&[files(&[file("s1", "Budget", "Google Sheet")])], &[("sheets.write", write)]);
        talk.hears(&json!({ "written": true, "cells": 1, "ranges": ["B2"], "id": "s1", "link": "" }));
    }
}

#[test]
fn a_row_is_added_and_a_row_made_bold() {
    let mut talk = Talk::new();
    talk.asks("append a row Ink, 4.5 to Budget", &[named(&["budget"], Some("spreadsheet"))]);
    let append = json!({ "spreadsheet": "s1", "rows": [["Ink", 4.5]] });
    talk.hears_and_asks(&[files(&[file("s1", "Budget", "Google Sheet")])], &[("sheets.append", append)]);
    talk.hears(&json!({ "appended": true, "rows": 1, "range": "Plan!A9:B9", "id": "s1", "link": "" }));
    let bold = json!({ "spreadsheet": "s1", "changes": [{ "style": { "range": "1:1", "bold": true } }] });
    talk.asks("make row 1 of it bold", &[("sheets.format", bold)]);
}
