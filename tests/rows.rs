//! What `tests/README.md` says the stories show, held against the stories there are.

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_row_names_stories_and_every_named_story_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut stories = BTreeSet::new();
    for folder in ["tests", "integrations", "src"] {
        gather(&root.join(folder), &mut stories);
    }
    let table = std::fs::read_to_string(root.join("tests/README.md")).unwrap();
    let rows: Vec<&str> =
        table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| situation")).collect();
    assert!(rows.len() > 50, "{} rows", rows.len());
    for row in rows {
        let named: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "nothing shows this: {row}");
        let lost: Vec<&&str> = named.iter().filter(|name| !stories.contains(**name)).collect();
        assert!(lost.is_empty(), "{lost:?}, of this row, are no stories: {row}");
    }
}

/// The names of all tests in a folder.
fn gather(folder: &Path, stories: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, stories);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            stories.extend(tests_in(&std::fs::read_to_string(path).unwrap()));
        }
    }
}

fn tests_in(source: &str) -> Vec<String> {
    let mut told = false;
    let mut found = Vec::new();
    for line in source.lines().map(str::trim_start) {
        told |= line.starts_with("#[test") || line.starts_with("#[tokio::test");
        let line = line.trim_start_matches("pub ").trim_start_matches("async ");
        if let Some((name, _)) = line.strip_prefix("fn ").and_then(|rest| rest.split_once('('))
            && std::mem::take(&mut told)
        {
            found.push(name.to_owned());
        }
    }
    found
}
