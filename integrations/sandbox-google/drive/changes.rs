//! `changes`: what has become different since a moment one remembers.

mod journal;

use jiff::Timestamp;
use serde_json::{Value, json};

pub(crate) use self::journal::Journal;
use super::asked::Asked;
use super::file::Permission;
use super::tree::{Tree, reaches};
use super::{refusals, render, spaces};
use crate::drive::changes::journal::Gone;
use crate::drive::role::Role;
use crate::refusal::Refusal;

pub(super) fn start(tree: &Tree) -> Value {
    json!({ "kind": "drive#startPageToken", "startPageToken": (tree.journal.latest + 1).to_string() })
}

pub(super) fn list(tree: &Tree, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let query = &asked.call.query;
    let spaces = spaces::listed(asked)?;
    let from = query.one("pageToken").and_then(|token| token.parse::<u64>().ok());
    let from = from.filter(|from| (1..=tree.journal.latest + 1).contains(from));
    let from = from.ok_or_else(|| refusals::invalid_value("pageToken"))?;
    let size = query.one("pageSize").and_then(|size| size.parse().ok()).unwrap_or(100);
    let drives = asked.knows_drives() && query.is_true("includeItemsFromAllDrives");
    let mut changes: Vec<(u64, Value)> = Vec::new();
    for file in tree.files.values().filter(|file| file.change >= from) {
        if tree.open(&asked.visitor, &file.id, Role::Reader).is_err()
            || (tree.drive_of(file).is_some() && !drives)
            || !spaces.open(tree.is_app_data(file))
        {
            continue;
        }
        let mut change = entry(&file.id, file.modified);
        if let Some(fields) = change.as_object_mut() {
            fields.insert("removed".to_owned(), false.into());
            fields.insert("file".to_owned(), render::file(tree, asked, file));
        }
        changes.push((file.change, change));
    }
    let gone = tree.journal.gone.iter().filter(|gone| gone.change >= from && was_seen(gone, asked.me()));
    for gone in gone.filter(|gone| spaces.open(gone.is_app_data)) {
        if query.one("includeRemoved") != Some("false") {
            changes.push((gone.change, entry(&gone.file, gone.at)));
        }
    }
    changes.sort_by_key(|(number, _)| *number);
    let next = changes.get(size).map(|(number, _)| number.to_string());
    let shown: Vec<Value> = changes.into_iter().take(size).map(|(_, change)| change).collect();
    let (name, token) = match next {
        Some(next) => ("nextPageToken", next),
        None => ("newStartPageToken", (tree.journal.latest + 1).to_string()),
    };
    Ok(json!({ "kind": "drive#changeList", "changes": shown, name: token }))
}

fn entry(file: &str, at: Timestamp) -> Value {
    json!({
        "kind": "drive#change", "type": "file", "changeType": "file", "removed": true,
        "fileId": file, "time": render::time(at),
    })
}

fn was_seen(gone: &Gone, address: &str) -> bool {
    gone.seen_by.iter().any(|to| reaches(&Permission::new(to.clone(), Role::Reader, "", gone.at), address))
}
