//! The program as a whole: commands, exit codes, and a Slack that does not behave.

use std::process::Command;

/// Runs the program to its end.
pub fn countersign(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(arguments)
        .env_clear()
        .env("HOME", std::env::temp_dir())
        .output()
        .unwrap();
    let words =
        [output.stdout, output.stderr].map(|words| String::from_utf8_lossy(&words).into_owned()).concat();
    (output.status.code(), words)
}

#[test]
fn the_tools_can_be_listed_and_their_schema_printed() {
    let (code, words) = countersign(&["tools"]);
    assert_eq!(code, Some(0), "{words}");
    for tool in ["gmail.search", "gmail.read", "gmail.send", "gmail.reply"] {
        assert!(words.contains(tool), "{words}");
    }
    let (code, schema) = countersign(&["tools", "schema", "gmail.send"]);
    assert_eq!(code, Some(0));
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    assert!(schema["properties"]["to"].is_object(), "{schema}");
    let (code, words) = countersign(&["tools", "schema", "gmail.fly"]);
    assert_eq!(code, Some(1));
    assert!(words.contains("countersign tools"), "{words}");
}

#[test]
fn serving_without_tokens_says_what_to_set() {
    let data = tempfile::tempdir().unwrap();
    let (code, words) = countersign(&["serve", "--data-dir", data.path().to_str().unwrap()]);
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains("SLACK_BOT_TOKEN") && words.contains("countersign"), "{words}");
}

#[test]
fn a_wrong_configuration_is_refused_with_its_line() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("countersign.toml");
    std::fs::write(&file, "listen = \"127.0.0.1:0\"\n[limits]\nstep = 1\n").unwrap();
    let (code, words) = countersign(&["serve", "--config", file.to_str().unwrap()]);
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains("step = 1") && words.contains("line 3"), "{words}");
}
