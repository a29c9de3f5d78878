//! `countersign audit export`, checked as somebody would who has nothing but the lines.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{a_finished_story, audit, tamper};

/// The check of the README. `serde_json` sorts keys and leaves no spaces, as the check there asks for.
fn check(lines: &str) -> Result<(), String> {
    let mut last = String::new();
    for line in lines.lines().filter(|line| line.starts_with('{')) {
        let line: Value = serde_json::from_str(line).unwrap();
        if let Some(sealed) = line.get("sealed") {
            return if sealed["hash"] == *last { Ok(()) } else { Err("not the sealed end".to_owned()) };
        }
        let text = line["stored"].to_string();
        let hash = format!("{:x}", Sha256::digest(format!("{last}{text}")));
        if line["previous"] != *last || line["hash"] != *hash {
            return Err(format!("record {}", line["number"]));
        }
        last = hash;
    }
    Err("no sealed end".to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_the_lines_can_check_them_without_us() {
    let (data, _) = a_finished_story().await;
    let (code, lines) = audit(data.path(), "export", &[]);
    assert_eq!(code, Some(0), "{lines}");
    assert_eq!(check(&lines), Ok(()));
    let values: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (end, records) = values.split_last().unwrap();
    assert_eq!((&end["verified"], &end["flaw"]), (&Value::Bool(true), &Value::Null));
    assert_eq!(end["sealed"]["records"], records.len());
    for (place, record) in records.iter().enumerate() {
        assert_eq!(record["number"], place + 1);
        let at = jiff::Timestamp::from_millisecond(record["stored"]["at"].as_i64().unwrap()).unwrap();
        assert_eq!(record["time"], at.to_string());
    }
    // One letter, one line less, one line more.
    let edited = lines.replacen("\"what\":\"asked\"", "\"what\":\"said\"", 1);
    assert_eq!(check(&edited), Err("record 1".to_owned()));
    let without_second: Vec<&str> =
        lines.lines().enumerate().filter(|(place, _)| *place != 1).map(|(_, line)| line).collect();
    assert_eq!(check(&without_second.join("\n")), Err("record 3".to_owned()));
    let mut cut: Vec<&str> = lines.lines().collect();
    cut.remove(cut.len() - 2);
    assert_eq!(check(&cut.join("\n")), Err("not the sealed end".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_tampered_with_fails_the_check_and_says_so_in_its_last_line() {
    for (statement, wrong) in [
        ("UPDATE audit SET record = replace(record, 'asked', 'said') WHERE number = 1", "record 1"),
        ("UPDATE audit SET record = record || ' ' WHERE number = 2", "record 2"),
        ("UPDATE audit SET record = 'forged' WHERE number = 2", "record 2"),
        ("DELETE FROM audit WHERE number = 2", "record 3"),
        ("DELETE FROM audit WHERE number = (SELECT MAX(number) FROM audit)", "not the sealed end"),
    ] {
        let (data, _) = a_finished_story().await;
        tamper(data.path(), statement).await;
        let (code, lines) = audit(data.path(), "export", &[]);
        assert_eq!(code, Some(7), "{lines}");
        assert_eq!(check(&lines), Err(wrong.to_owned()), "{statement}");
        let end = lines.lines().find(|line| line.contains("\"sealed\"")).unwrap();
        let end: Value = serde_json::from_str(end).unwrap();
        assert_eq!(end["verified"], false, "{end}");
        assert!(end["flaw"].is_string(), "{end}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_new_and_its_owners_alone() {
    let (data, _) = a_finished_story().await;
    let out = tempfile::tempdir().unwrap();
    let file = out.path().join("audit.jsonl");
    let name = file.to_str().unwrap();
    let (code, words) = audit(data.path(), "export", &["--out", name]);
    assert!(code == Some(0) && words.is_empty(), "{words}");
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(check(&written), Ok(()));
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let (code, words) = audit(data.path(), "export", &["--out", name]);
    assert!(code == Some(1) && words.contains("there already"), "{words}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), written);

    let (code, some) = audit(data.path(), "export", &["--since", "2100-01-01"]);
    assert!(code == Some(0) && some.lines().count() == 1, "only the end: {some}");
}
