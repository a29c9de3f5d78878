//! The stored form of the journal. The lines of `stored_kinds.jsonl` were written by earlier builds and are not changed:
//! databases are full of their like.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;

const STORED: &str = include_str!("stored_kinds.jsonl");

fn stored() -> Vec<Value> {
    STORED.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn kind(stored: &Value) -> &str {
    stored.as_object().unwrap().keys().next().unwrap()
}

/// The kinds of a family, as serde lists them where it is given another name.
fn kinds<Family: serde::de::DeserializeOwned>() -> Vec<String> {
    let Err(refused) = serde_json::from_value::<Family>(json!({ "no such kind": {} })) else {
        panic!("a family reads every name");
    };
    let refused = refused.to_string();
    let names = refused.split('`').skip(3).step_by(2);
    names.map(str::to_owned).collect()
}

fn all_kinds() -> Vec<String> {
    [
        kinds::<MessageEntry>(),
        kinds::<ReplyEntry>(),
        kinds::<CallEntry>(),
        kinds::<CardEntry>(),
        kinds::<RuleEntry>(),
        kinds::<PlaceEntry>(),
    ]
    .concat()
}

/// The digests of everything in an entry that is nothing but a digest: the bodies that it has.
fn body_digests(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => match fields.get("digest") {
            Some(Value::String(digest)) if fields.len() == 1 => found.push(digest.clone()),
            _ => fields.values().for_each(|field| body_digests(field, found)),
        },
        Value::Array(items) => items.iter().for_each(|item| body_digests(item, found)),
        _ => {}
    }
}

#[test]
fn every_stored_kind_is_read_and_written_as_it_was() {
    for line in stored() {
        let entry: Entry = serde_json::from_value(line.clone()).unwrap();
        assert_eq!(entry.unknown_kind(), None, "{line}");
        assert_eq!(serde_json::from_str::<Entry>(&line.to_string()).unwrap(), entry, "{line}");
        let written = json!(entry);
        let again: Entry = serde_json::from_value(written.clone()).unwrap();
        assert_eq!((kind(&written), again), (kind(&line), entry), "{line}");
    }
}

#[test]
fn there_is_a_stored_line_of_every_kind() {
    let lines = stored();
    let stored: BTreeSet<&str> = lines.iter().map(kind).collect();
    let known = all_kinds();
    let known: BTreeSet<&str> = known.iter().map(String::as_str).collect();
    assert!(known.len() > 50, "{known:?}");
    assert_eq!(stored, known);
}

#[test]
fn no_name_is_used_by_two_families() {
    let names = all_kinds();
    let once: BTreeSet<&String> = names.iter().collect();
    assert_eq!(once.len(), names.len());
}

/// Words that an entry does not name are never stored: the journal has their digest alone.
#[test]
fn the_words_of_every_kind_are_stored() {
    for line in stored() {
        let mut entry: Entry = serde_json::from_value(line.clone()).unwrap();
        let mut expected = Vec::new();
        body_digests(&line, &mut expected);
        let mut named: Vec<String> = entry.bodies().iter().map(|body| body.digest.to_string()).collect();
        let put_back: Vec<String> = entry.bodies_mut().iter().map(|body| body.digest.to_string()).collect();
        assert_eq!(named, put_back, "{line}");
        named.sort();
        expected.sort();
        assert_eq!(named, expected, "{line}");
    }
}

#[test]
fn an_entry_of_a_newer_build_is_kept_as_it_is() {
    let line = json!({ "Dreamt": { "turn": 3, "of": ["sheep"] } });
    let entry: Entry = serde_json::from_value(line.clone()).unwrap();
    assert_eq!(entry.unknown_kind(), Some("Dreamt"));
    assert!(!entry.wakes() && !entry.arrives() && entry.bodies().is_empty());
    assert_eq!(json!(entry), line);
}

#[test]
fn an_entry_that_lacks_a_part_is_unknown() {
    let entry: Entry = serde_json::from_value(json!({ "Decided": { "approval": "a" } })).unwrap();
    assert_eq!(entry.unknown_kind(), Some("Decided"));
}
