//! What a model is shown of servers' tools, and what whoever runs the house is told of them without reaching them.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::notes::{offer, tool};
use super::{program, town_with, usual};
use crate::disclosing::{Sent, part, provider};
use crate::harness::{Plan, Town, small_world};
use crate::serving::countersign;

/// What the command says with this configuration in this data directory.
fn said(config: &str, data: &Path, what: &[&str]) -> (Option<i32>, String) {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), config).unwrap();
    let (file, data) = (file.path().to_str().unwrap(), data.to_str().unwrap());
    countersign(&[what, &["--config", file, "--data-dir", data]].concat())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_is_shown_a_line_of_a_servers_tool_reads_what_it_does() {
    let folder = TempDir::new().unwrap();
    offer(folder.path(), &[tool("read_file", "Reads a note, whole. Not a folder.", &["path"])]);
    let sent = Sent::default();
    let base = provider(&sent).await;
    let (world, cast) = small_world();
    let config = format!(
        "[model]\nprovider = \"custom\"\nname = \"x\"\nbase_url = \"{base}/v1/\"\n\
         [tools]\ndisclosure = \"compact_direct\"\n{}",
        program(folder.path())
    );
    let town = Plan::new(world).config(&config).build().await;
    let shown = town
        .control
        .until("the server's tool is shown", async || {
            let asked = town.control.say(&cast.asker, "dm", "who are you?", None).await;
            town.control.reply(&asked, 0).await;
            let body = sent.lock().unwrap().last().cloned().unwrap();
            let tools: Vec<Value> = serde_json::from_str(part(&body, "tools")).unwrap();
            let mut tools = tools.into_iter().map(|tool| tool["function"].clone());
            tools.find(|tool| tool["name"] == "mcp__notes__read_file")
        })
        .await;
    assert_eq!(shown["description"], "Reads a note (path)");
}

/// What a model is sent once a server with so many tools is there: what it is told, and which tools it is shown.
async fn sent_with(number: usize) -> [String; 2] {
    let folder = TempDir::new().unwrap();
    let many = (0..number).map(|place| tool(&format!("op_{place}"), "Does one thing of many.", &["what"]));
    offer(folder.path(), &many.collect::<Vec<_>>());
    let sent = Sent::default();
    let base = provider(&sent).await;
    let (world, cast) = small_world();
    let model = format!("[model]\nprovider = \"custom\"\nname = \"x\"\nbase_url = \"{base}/v1/\"\n");
    let town = Plan::new(world).config(&format!("{model}{}", program(folder.path()))).build().await;
    let body = town.control.until("the server is there", async || {
        let asked = town.control.say(&cast.asker, "dm", "who are you?", None).await;
        town.control.reply(&asked, 0).await;
        let body = sent.lock().unwrap().last().cloned().unwrap();
        part(&body, "tools").contains("tools__search").then_some(body)
    });
    let body = body.await;
    let messages: Vec<Value> = serde_json::from_str(part(&body, "messages")).unwrap();
    [messages[0]["content"].to_string(), part(&body, "tools").to_owned()]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_takes_the_same_with_a_thousand_tools_of_servers_as_with_some_hundreds() {
    let (some, many) = tokio::join!(sent_with(300), sent_with(1_000));
    println!("{} bytes of words, {} bytes of tools", many[0].len(), many[1].len());
    assert_eq!(some, many);
    assert!(many[1].contains("tools__search") && !many[1].contains("op_7"), "{}", many[1]);
}

/// The data directory of a house that has seen a server with these tools, and what it was configured with.
async fn seen(tools: &[Value], folder: &TempDir) -> (Town, String) {
    offer(folder.path(), &[usual(), tools.to_vec()].concat());
    let (mut town, _) = town_with(folder, "").await;
    town.close().await;
    (town, program(folder.path()))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_seen_of_servers_is_explained_listed_found_and_counted_without_them() {
    let folder = TempDir::new().unwrap();
    let many: Vec<Value> =
        (0..180).map(|number| tool(&format!("op_{number}"), "Turns a page over", &["page"])).collect();
    let (town, notes) = seen(&many, &folder).await;
    let data = town.data();
    let rules = format!("[tools.areas.notes]\nblocked_actions = [\"op_7\"]\n{notes}");
    let (code, words) = said(&rules, &data, &["policy", "explain", "mcp__notes__op_7"]);
    assert!(
        code == Some(0) && words.contains("refuses area:notes") && words.contains("op_7 is blocked"),
        "{words}"
    );
    let (_, words) = said(&rules, &data, &["policy", "explain", "mcp:notes:op_8"]);
    assert!(words.contains("mcp__notes__op_8") && words.contains("its person is asked"), "{words}");
    let (code, words) = said(&rules, &data, &["policy", "explain", "skill.use"]);
    assert!(code == Some(0) && words.contains("skill.use (looks)"), "{words}");
    let (code, words) = said(&notes, &data, &["tools", "--cost"]);
    assert!(code == Some(0) && words.contains("notes "), "{words}");
    let chosen = words.lines().find(|line| line.contains("← chosen")).unwrap();
    assert!(chosen.contains("discovery"), "so many do not fit: {words}");
    let (_, words) = said(&notes, &data, &["tools"]);
    assert!(words.contains("mcp__notes__search") && words.contains("Finds notes"), "{words}");
    let (_, words) = said(&notes, &data, &["tools", "search", "turn", "a", "page", "over"]);
    assert!(words.contains("mcp__notes__op_"), "{words}");
}

#[test]
fn before_the_first_start_nothing_is_known_of_servers_and_that_is_said() {
    let data = TempDir::new().unwrap();
    let data = data.path().join("nowhere");
    let (code, words) = said("", &data, &["mcp", "list"]);
    assert!(code == Some(0) && words.contains("No server is configured"), "{words}");
    let notes = "[mcp.servers.notes]\ncommand = \"x\"\nenv_from = [\"NOBODY_SET_THIS\"]\n";
    let (code, words) = said(notes, &data, &["mcp", "list"]);
    assert!(code == Some(0) && words.contains("it has not been connected"), "{words}");
    let (code, words) = said(notes, &data, &["mcp", "diff", "notes"]);
    assert!(code == Some(1) && words.contains("Nothing has been connected yet"), "{words}");
    let (code, words) = said(notes, &data, &["policy", "explain", "mcp__notes__read"]);
    assert!(code == Some(1) && words.contains("Nothing is known of the tools of notes"), "{words}");
    let (code, words) = said(notes, &data, &["tools", "--cost"]);
    assert!(code == Some(0) && words.contains("Not yet connected") && words.contains("notes"), "{words}");
    assert!(!data.exists(), "looking leaves nothing behind");
}

#[test]
fn a_rule_with_a_slip_of_the_pen_in_it_is_refused_before_anything_starts() {
    let data = TempDir::new().unwrap();
    let (code, words) = said("[tools.areas.gmial]\nblocked_actions = [\"trash\"]\n", data.path(), &["tools"]);
    assert!(code == Some(3) && words.contains("Did you mean \"gmail\"?"), "{words}");
}

#[test]
fn a_skill_that_is_not_there_says_what_it_lacks() {
    let data = TempDir::new().unwrap();
    let write = |name: &str, head: &str| {
        let folder = data.path().join("skills").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("SKILL.md"), format!("---\nname: {name}\n{head}\n---\nDo it.\n")).unwrap();
    };
    write(
        "report",
        "description: >-\n  Writes the report\n  of the week.\nallowed-tools: gmail.search, docs.create # both",
    );
    write("build", "description: Builds it\nallowed-tools: gmail.search Bash(git log)");
    write("broken", "description: one: two: three");
    let (code, words) = said("", data.path(), &["skills"]);
    assert_eq!(code, Some(0), "{words}");
    for part in [
        "Writes the report of the week. (needs gmail.search, docs.create)",
        "NOT THERE: it lacks Bash(git log)",
        "broken: left out: ",
    ] {
        assert!(words.contains(part), "{part} in {words}");
    }
}
