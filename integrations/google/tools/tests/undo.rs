//! Buttons that are stored in today's databases: their tools keep their names, their versions and their arguments.

use kernel::Listing;

use super::*;

type Stored = (&'static str, Value);

fn mail() -> Vec<Stored> {
    let messages = json!([{ "id": "m1", "lost": ["INBOX"], "gained": ["TRASH"] }]);
    let filed = |conversation: Value| json!({ "conversation": conversation, "described": "“Lunch?”", "messages": messages });
    vec![("gmail.restore", filed(json!("c1"))), ("gmail.restore", filed(Value::Null))]
}

fn files() -> Vec<Stored> {
    let file = json!({ "id": "f1", "key": "0-x_Y" });
    let folder = |id: &str| json!({ "id": id, "name": "Private" });
    let put_back = |what: Value| ("drive.put_back", json!({ "file": file, "what": what }));
    let shared = |grantee: Value, restore: Value| {
        let left = json!({ "role": "reader" });
        let args = json!({ "file": file, "grantee": grantee, "left": left, "restore": restore });
        ("drive.restore_sharing", args)
    };
    vec![
        put_back(json!({ "folder": { "from": folder("a"), "to": folder("b") } })),
        put_back(json!({ "name": { "from": "New", "to": "Old" } })),
        put_back(json!("restore")),
        put_back(json!({ "discard": { "left": "2026-11-01T10:00:00Z" } })),
        shared(
            json!({ "person": "ben@x.example" }),
            json!({ "role": "writer", "expires": "2027-01-01T00:00:00Z" }),
        ),
        shared(json!("anyone"), Value::Null),
    ]
}

fn documents() -> Vec<Stored> {
    let stretch = json!({ "tab": "t.0", "start": 1, "end": 9, "way": "into", "style": "NORMAL_TEXT" });
    let back =
        |what: Value| ("docs.take_back", json!({ "file": { "id": "d1" }, "title": "Plan", "what": what }));
    vec![
        back(json!({ "suggested": ["s1"] })),
        back(json!({ "written": { "revision": "r1", "stretch": stretch } })),
    ]
}

fn spreadsheets() -> Vec<Stored> {
    let (file, link) = (json!({ "id": "f1" }), "https://docs.google.com/spreadsheets/d/f1/edit");
    let cell = json!({
        "row": 1, "column": 2, "left": { "numberValue": 4.5 }, "back": null,
        "format": { "left": { "type": "DATE", "pattern": "yyyy" }, "back": null },
    });
    let made = json!({ "rows": { "from": 4, "to": 5, "of": 5, "columns": 3 } });
    let kept = json!({ "sheet": 0, "title": "Costs", "cells": [cell], "made": made });
    let requests = json!([{ "repeatCell": {} }]);
    vec![
        ("sheets.restore", json!({ "file": file, "link": link, "sheets": [kept] })),
        ("sheets.unformat", json!({ "file": file, "link": link, "requests": requests, "checks": [] })),
    ]
}

fn events() -> Vec<Stored> {
    let was = json!({ "summary": "Old", "start": { "dateTime": "2027-02-01T14:00:00+01:00" } });
    let writes = json!([
        { "write": "delete", "event": "e1", "etag": "\"1\"", "was": was },
        { "write": "patch", "event": "e1", "etag": "\"1\"", "was": was, "body": { "summary": "Old" } },
        { "write": "insert", "event": "e2", "body": { "summary": "Rest" } },
    ]);
    let calendar = json!({ "id": "primary", "name": "your main calendar" });
    let args = json!({ "calendar": calendar, "zone": "Europe/Madrid", "notify": "none", "writes": writes });
    vec![("calendar.take_back", args)]
}

#[tokio::test]
async fn a_button_that_an_older_build_stored_is_read_under_its_name() {
    let world = World::answering(|_, _| ok(json!({}))).await;
    for (name, arguments) in [mail(), files(), documents(), spreadsheets(), events()].concat() {
        let tool = tool(&world, name);
        let definition = tool.definition();
        assert_eq!((definition.version, definition.listing), (1, Listing::Hidden), "{name}");
        assert_eq!(tool.validate(&arguments), Ok(()), "{name}: {arguments}");
    }
}
