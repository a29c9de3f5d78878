//! Buttons that are stored in today's databases: their tools keep their names, their versions and their arguments.

use kernel::Listing;

use super::*;

/// Every kind, as it was stored before there was one tool for all of them.
fn stored() -> Vec<(&'static str, Value)> {
    let (file, link) =
        (json!({ "id": "f1", "key": "0-x_Y" }), "https://docs.google.com/spreadsheets/d/f1/edit");
    let was = json!({ "summary": "Old", "start": { "dateTime": "2027-02-01T14:00:00+01:00" } });
    let patch =
        json!({ "write": "patch", "event": "e1", "etag": "\"1\"", "was": was, "body": { "summary": "Old" } });
    let delete = json!({ "write": "delete", "event": "e1", "etag": "\"1\"", "was": was });
    let insert = json!({ "write": "insert", "event": "e2", "body": { "summary": "Rest" } });
    let cell = json!({
        "row": 1, "column": 2, "left": { "numberValue": 4.5 }, "back": null,
        "format": { "left": { "type": "DATE", "pattern": "yyyy" }, "back": null },
    });
    let kept = json!({
        "sheet": 0, "title": "Costs", "cells": [cell], "made": { "rows": { "from": 4, "to": 5, "of": 5, "columns": 3 } },
    });
    let stretch = json!({ "tab": "t.0", "start": 1, "end": 9, "way": "into", "style": "NORMAL_TEXT" });
    let folder = |id: &str| json!({ "id": id, "name": "Private" });
    vec![
        (
            "gmail.restore",
            json!({
                "conversation": "c1", "described": "“Lunch?” of Ben",
                "messages": [{ "id": "m1", "lost": ["INBOX"], "gained": ["TRASH"] }],
            }),
        ),
        (
            "drive.put_back",
            json!({ "file": file, "what": { "folder": { "from": folder("a"), "to": folder("b") } } }),
        ),
        (
            "drive.put_back",
            json!({ "file": { "id": "f1" }, "what": { "name": { "from": "New", "to": "Old" } } }),
        ),
        ("drive.put_back", json!({ "file": file, "what": "restore" })),
        (
            "drive.put_back",
            json!({ "file": file, "what": { "discard": { "left": "2026-11-01T10:00:00Z" } } }),
        ),
        (
            "drive.restore_sharing",
            json!({
                "file": file, "grantee": { "person": "ben@firm.example" }, "left": { "role": "reader" },
                "restore": { "role": "writer", "expires": "2027-01-01T00:00:00Z" },
            }),
        ),
        (
            "drive.restore_sharing",
            json!({ "file": file, "grantee": "anyone", "left": { "role": "reader" }, "restore": null }),
        ),
        ("docs.take_back", json!({ "file": file, "title": "Plan", "what": { "suggested": ["s1"] } })),
        (
            "docs.take_back",
            json!({ "file": file, "title": "Plan", "what": { "written": { "revision": "r1", "stretch": stretch } } }),
        ),
        ("sheets.restore", json!({ "file": file, "link": link, "sheets": [kept] })),
        (
            "sheets.unformat",
            json!({ "file": file, "link": link, "requests": [{ "repeatCell": {} }], "checks": [] }),
        ),
        (
            "calendar.take_back",
            json!({
                "calendar": { "id": "primary", "name": "your main calendar" }, "zone": "Europe/Madrid",
                "notify": "none", "writes": [delete, patch, insert],
            }),
        ),
    ]
}

#[tokio::test]
async fn a_button_that_an_older_build_stored_is_read_under_its_name() {
    let world = World::answering(|_, _| ok(json!({}))).await;
    for (name, arguments) in stored() {
        let tool = tool(&world, name);
        let definition = tool.definition();
        assert_eq!((definition.version, definition.listing), (1, Listing::Hidden), "{name}");
        assert_eq!(tool.validate(&arguments), Ok(()), "{name}: {arguments}");
    }
}
