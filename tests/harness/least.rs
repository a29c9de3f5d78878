//! Whether an action asks for no more than Google's own description wants for what it did.

use std::path::Path;

use serde_json::Value;

use super::acting::Asked;
use super::granting::scope;
use super::weather::Action;

/// Each allows less than the one after it, by their short names. `drive.file` is in no such order: it shows other files,
/// not fewer.
const NARROWER: &[(&str, &str)] = &[
    ("gmail.labels", "gmail.readonly"),
    ("gmail.readonly", "gmail.modify"),
    ("gmail.send", "gmail.compose"),
    ("gmail.compose", "gmail.modify"),
    ("calendar.events.readonly", "calendar.events"),
    ("calendar.events.readonly", "calendar.readonly"),
    ("calendar.calendarlist.readonly", "calendar.readonly"),
    ("calendar.settings.readonly", "calendar.readonly"),
    ("calendar.freebusy", "calendar.readonly"),
    ("calendar.acls.readonly", "calendar"),
    ("calendar.readonly", "calendar"),
    ("calendar.events", "calendar"),
    ("drive.metadata.readonly", "drive.readonly"),
    ("drive.readonly", "drive"),
    ("documents.readonly", "documents"),
    ("documents.readonly", "drive.readonly"),
    ("documents", "drive"),
    ("spreadsheets.readonly", "spreadsheets"),
    ("spreadsheets.readonly", "drive.readonly"),
    ("spreadsheets", "drive"),
];

/// Every method it used takes one of its scopes; and none of them could be narrower.
pub(super) fn asks_for_the_least(action: Action<'_>, asked: &[Asked]) {
    for asked in asked {
        let taken = action.scopes.iter().any(|scope| accepts(asked, scope));
        assert!(taken, "{} asks for nothing that {} takes", action.tool, asked.method);
    }
    for wide in action.scopes {
        let others = || action.scopes.iter().filter(|other| *other != wide);
        let needs_it = |asked: &&Asked| accepts(asked, wide) && !others().any(|other| accepts(asked, other));
        let theirs: Vec<&Asked> = asked.iter().filter(needs_it).collect();
        for narrow in narrower_than(wide) {
            let enough = !theirs.is_empty() && theirs.iter().all(|asked| accepts(asked, narrow));
            assert!(!enough, "{} asks for {wide}, and {narrow} would do", action.tool);
        }
    }
}

fn narrower_than(wide: &str) -> Vec<&'static str> {
    let next = NARROWER.iter().filter(|(_, wider)| *wider == wide);
    next.flat_map(|(narrow, _)| narrower_than(narrow).into_iter().chain([*narrow])).collect()
}

fn accepts(asked: &Asked, name: &str) -> bool {
    // Whoever sees the names of files does not see what is in them, although the method is the same.
    if name.starts_with("drive.metadata") && asked.values("alt") == ["media"] {
        return false;
    }
    let accepted = described(&asked.method)["scopes"].clone();
    accepted.as_array().into_iter().flatten().any(|known| *known == scope(name))
}

/// A method as Google describes it.
fn described(id: &str) -> Value {
    let names: Vec<&str> = id.split('.').collect();
    let file = match names[0] {
        "gmail" => "gmail.v1",
        "calendar" => "calendar.v3",
        "drive" => "drive.v3",
        "docs" => "docs.v1",
        "sheets" => "sheets.v4",
        other => panic!("{other} is none of the APIs we use"),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("integrations/sandbox-google/contract/{file}.json"));
    let contract: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let (last, resources) = names[1..].split_last().unwrap();
    let resource = resources.iter().fold(&contract, |at, name| &at["resources"][*name]);
    resource["methods"][*last].clone()
}
