//! What a model is shown of its tools, what it may use, and how it finds the rest.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use sandbox::World;
use serde_json::{Value, json};

use crate::harness::{Acting, Met, Plan, Town, all_text, small_world};
use crate::serving::countersign;

const MAIL: [&str; 2] = ["gmail.modify", "gmail.compose"];

async fn acting(config: &str) -> Acting {
    Acting::on(Plan::new(World::fernwood()).config(config), "ana", &MAIL).await
}

/// The bytes a provider was sent.
pub type Sent = Arc<Mutex<Vec<Bytes>>>;

/// Speaks both protocols, and always says the same.
pub async fn provider(sent: &Sent) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let messages = |State(sent): State<Sent>, body: Bytes| async move {
        sent.lock().unwrap().push(body);
        let events = [
            json!({ "type": "message_start", "message": { "usage": { "input_tokens": 1, "output_tokens": 1 } } }),
            json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }),
            json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": "Yes." } }),
            json!({ "type": "content_block_stop", "index": 0 }),
            json!({ "type": "message_delta", "delta": { "stop_reason": "end_turn" }, "usage": { "output_tokens": 1 } }),
            json!({ "type": "message_stop" }),
        ];
        let named = |event: &Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap());
        let stream = events.iter().map(named).collect::<Vec<_>>().concat();
        ([("content-type", "text/event-stream")], stream)
    };
    let complete = |State(sent): State<Sent>, body: Bytes| async move {
        sent.lock().unwrap().push(body);
        let chunk =
            json!({ "choices": [{ "index": 0, "delta": { "content": "Yes." }, "finish_reason": "stop" }] });
        ([("content-type", "text/event-stream")], format!("data: {chunk}\n\ndata: [DONE]\n\n"))
    };
    let routes = Router::new()
        .route("/v1/messages", post(messages))
        .route("/v1/chat/completions", post(complete))
        .with_state(Arc::clone(sent));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}

/// What was sent for two questions in one thread.
async fn asked_twice(config: &str, variables: &[(&'static str, &str)], sent: &Sent) -> Vec<Bytes> {
    let (world, cast) = small_world();
    let mut town = Town::empty(Plan::new(world).config(config)).await;
    town.open_with(variables).await;
    let first = town.control.say(&cast.asker, "dm", "who are you?", None).await;
    town.control.reply(&first, 0).await;
    town.control.say(&cast.asker, "dm", "and who else?", Some(&first.ts)).await;
    town.control.reply(&first, 1).await;
    sent.lock().unwrap().clone()
}

pub fn part<'a>(body: &'a Bytes, key: &str) -> &'a str {
    // As it was sent: from its name to the end of its value.
    let text = std::str::from_utf8(body).unwrap();
    let from = text.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("no {key} in {text}"));
    let value = &text[from + key.len() + 3..];
    let mut values = serde_json::Deserializer::from_str(value).into_iter::<Value>();
    values.next().unwrap().unwrap();
    &value[..values.byte_offset()]
}

fn of_google(name: &str) -> bool {
    ["gmail__", "calendar__", "drive__", "docs__", "sheets__"].iter().any(|area| name.starts_with(area))
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_google_takes_no_more_than_2500_tokens_of_a_request_and_its_beginning_stays_as_it_is() {
    let sent = Sent::default();
    let base = provider(&sent).await;
    let bodies =
        asked_twice("", &[("ANTHROPIC_API_KEY", "sk-ant-x"), ("ANTHROPIC_BASE_URL", &base)], &sent).await;
    for key in ["tools", "system"] {
        assert_eq!(part(&bodies[0], key), part(&bodies[1], key), "{key}");
    }
    let tools: Vec<Value> = serde_json::from_str(part(&bodies[0], "tools")).unwrap();
    let google: Vec<&Value> = tools.iter().filter(|tool| of_google(tool["name"].as_str().unwrap())).collect();
    let bytes: usize = google.iter().map(|tool| tool.to_string().len() + 1).sum();
    println!("{} Google tools in {bytes} bytes, {} tokens", google.len(), bytes / 4);
    assert!(google.len() >= 50 && bytes / 4 <= 2_500, "{bytes} bytes");

    let sent = Sent::default();
    let base = provider(&sent).await;
    let config = format!("[model]\nprovider = \"custom\"\nname = \"x\"\nbase_url = \"{base}/v1/\"\n");
    let bodies = asked_twice(&config, &[], &sent).await;
    assert_eq!(part(&bodies[0], "tools"), part(&bodies[1], "tools"));
    let tools: Vec<Value> = serde_json::from_str(part(&bodies[0], "tools")).unwrap();
    let google = tools.iter().filter(|tool| of_google(tool["function"]["name"].as_str().unwrap()));
    let bytes: usize = google.map(|tool| tool.to_string().len() + 1).sum();
    println!("as chat completions have it: {bytes} bytes, {} tokens", bytes / 4);
    assert!(bytes / 4 <= 2_700, "{bytes} bytes");
}

/// The actions of seed 000, as it called them.
const SEED: [(&str, &[&str]); 5] = [
    ("google_gmail", &["search", "read", "send", "reply", "draft", "archive", "mark_read", "labels"]),
    ("google_sheets", &["read", "write", "append", "create", "list", "format"]),
    ("google_drive", &["search", "read", "upload", "create_doc", "list", "move", "share"]),
    ("google_calendar", &["list_events", "create_event", "update_event", "delete_event", "free_busy"]),
    ("google_docs", &["read", "create", "append", "replace"]),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_action_of_the_grouped_tools_is_routed_to_a_tool_of_its_own() {
    let acting = acting("").await;
    for (group, actions) in SEED {
        for action in actions {
            // What no tool takes: so it gets as far as its arguments, and touches nothing.
            let act = acting.act(group, json!({ "action": action, "nonsense": 1 })).await;
            let told = acting.told(&act).await;
            let area = group.trim_start_matches("google_");
            assert!(told.starts_with(&format!("input_invalid: Bad arguments for {area}.{action}")), "{told}");
        }
    }
    let act = acting.act("google_gmail", json!({ "action": "burn" })).await;
    assert_eq!(act.told_code().await, "not_available");
    assert!(acting.told(&act).await.contains("takes an `action`, one of: "), "it says which there are");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_was_shown_in_a_line_tells_what_it_takes_when_it_is_called_wrongly() {
    let acting = acting("").await;
    let act = acting.act("gmail.search", json!({ "q": "paper" })).await;
    let told = acting.told(&act).await;
    assert!(
        told.contains("unknown field `q`") && told.contains("It takes: {") && told.contains("\"query\""),
        "{told}"
    );
    let in_full =
        Acting::on(Plan::new(World::fernwood()).config("[tools]\ndisclosure = \"direct\""), "ana", &MAIL)
            .await;
    let act = in_full.act("gmail.search", json!({ "q": "paper" })).await;
    assert!(!in_full.told(&act).await.contains("It takes"), "it was told before");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_was_not_shown_is_found_and_called_by_every_road() {
    let acting = acting("[tools]\ndisclosure = \"discovery\"\ndirect = [\"docs\"]\n").await;
    let found = acting.perform("tools.search", json!({ "query": "search my mail" })).await.words;
    assert!(found.contains("- gmail.search [looks]: "), "{found}");
    let listed = acting.perform("list_categories", json!({})).await.words;
    assert!(listed.contains("- gmail: ") && !listed.contains("- tools"), "{listed}");
    let browsed = acting.perform("tools.browse", json!({ "category": "gmail" })).await.words;
    assert!(browsed.contains("- gmail.send [reaches somebody"), "{browsed}");
    let known = acting.perform("tools.get", json!({ "name": "gmail__search" })).await.words;
    assert!(known.contains("\"query\"") && known.contains("google_gmail:search"), "{known}");
    assert!(known.contains("For example: {"), "{known}");
    let within = json!({ "name": "gmail.search", "arguments": { "query": "in:inbox" } });
    for (tool, args) in [
        ("gmail.search", json!({ "query": "in:inbox" })),
        ("gmail__search", json!({ "query": "in:inbox" })),
        ("tools.execute", within.clone()),
        ("execute_tool", json!({ "name": "gmail.search", "params": { "query": "in:inbox" } })),
        ("tools.parallel", json!({ "calls": [within, { "name": "gmail.labels" }] })),
    ] {
        let answer = acting.perform(tool, args).await;
        assert!(!answer.failed && answer.words.contains("untrusted"), "{tool}: {}", answer.words);
    }
    let nowhere = acting.act("tools.get", json!({ "name": "gmail.fly" })).await;
    assert_eq!(nowhere.told_code().await, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_called_within_another_call_is_countersigned_as_what_it_is() {
    let acting = acting("[tools]\ndisclosure = \"discovery\"\n").await;
    let mail = json!({ "to": ["otto@elsewhere.example"], "subject": "Keys", "body": "Under the mat." });
    let act = acting.act("tools.execute", json!({ "name": "gmail.send", "arguments": mail })).await;
    let card = all_text(&act.card().await);
    assert!(card.contains("Send an email") && card.contains("otto@elsewhere.example"), "{card}");
    assert_eq!(act.requests_to("gmail.users.messages.send").await.len(), 0);
    assert!(!act.approved().await.failed);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_allowed_is_neither_shown_nor_found_nor_run_and_the_audit_names_the_gate() {
    let config = "[tools]\ndeny = [\"gmail.send\"]\ndisclosure = \"discovery\"\n[tools.areas.gmail]\nblocked_actions = [\"trash\"]\n";
    let mut acting = acting(config).await;
    let mail = json!({ "to": ["otto@elsewhere.example"], "subject": "Keys", "body": "Here." });
    let sent = acting.act("gmail.send", mail.clone()).await;
    assert_eq!(sent.told_code().await, "denied");
    let within = acting.act("tools.execute", json!({ "name": "gmail.send", "arguments": mail })).await;
    assert_eq!(within.told_code().await, "denied");
    let binned = acting.act("gmail.trash", json!({ "id": "x" })).await;
    assert_eq!(binned.told_code().await, "denied");
    let found = acting.perform("tools.search", json!({ "query": "send an email", "limit": 20 })).await.words;
    assert!(!found.contains("gmail.send") && !found.contains("gmail.trash"), "{found}");
    let hidden = acting.act("tools.get", json!({ "name": "gmail.send" })).await;
    assert_eq!(hidden.told_code().await, "not_found");
    let data = acting.town.data();
    acting.town.close().await;
    let (_, shown) = countersign(&["audit", "show", "--data-dir", data.to_str().unwrap()]);
    for gate in ["deny", "area:gmail"] {
        assert!(shown.contains(gate), "{gate} in {shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_whoever_runs_this_wants_asked_is_asked_even_where_it_only_looks() {
    let acting = acting("approvals = \"provenance\"\n[tools.hooks]\nconfirm = [\"gmail.search\"]\n").await;
    let act = acting.act("gmail.search", json!({ "query": "in:inbox" })).await;
    assert!(matches!(act.met().await, Met::Card(_)));
    assert_eq!(act.requests_to("gmail.users.threads.list").await.len(), 0);
    assert!(!act.approved().await.failed);
}

/// What is written to the log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// On one thread the listener hears all of it.
#[tokio::test(flavor = "current_thread")]
async fn what_whoever_runs_this_wants_to_read_in_the_log_stands_there_and_no_other_call_does() {
    let log = Log::default();
    let writer = log.clone();
    let written = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let _listening = tracing::subscriber::set_default(written);
    let acting = acting("[tools.hooks]\nlog = [\"gmail.search\"]\n").await;
    for (tool, args) in [("gmail.labels", json!({})), ("gmail.search", json!({ "query": "in:inbox" }))] {
        assert!(!acting.perform(tool, args).await.failed);
    }
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let called: Vec<&str> = log.lines().filter(|line| line.contains(" called ")).collect();
    assert_eq!(called.len(), 1, "{called:?}");
    assert!(called[0].contains("gmail.search"), "{called:?}");
}

#[test]
fn a_policy_explains_itself_gate_by_gate() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let config = "[tools]\ndeny = [\"drive.*\"]\n[[approvers]]\ntools = [\"gmail.send\"]\npeople = [\"boss@example.com\"]\nneeded = \"both\"\n";
    std::fs::write(file.path(), config).unwrap();
    let explain = |tool: &str| {
        let path = file.path().to_str().unwrap();
        countersign(&["policy", "explain", tool, "--as", "ana@example.com", "--in", "C1", "--config", path])
    };
    let (code, words) = explain("drive.share");
    assert_eq!(code, Some(0));
    assert!(words.contains("refuses deny") && words.contains("it is among drive.*"), "{words}");
    let (_, words) = explain("google_gmail:send");
    assert!(
        words.contains("gmail.send") && words.contains("one of boss@example.com must sign it"),
        "{words}"
    );
    let (code, words) = explain("gmail.fly");
    assert!(code != Some(0) && words.contains("countersign tools"), "{words}");
}

fn shown_in(body: &Bytes) -> Vec<String> {
    let tools: Vec<Value> = serde_json::from_str(part(body, "tools")).unwrap();
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_holds_for_a_provider_holds_where_nobody_named_it_and_where_it_only_stands_in() {
    let sent = Sent::default();
    let base = provider(&sent).await;
    // The first is found by its key; the second would answer while the first is away, the third where a role is worth more.
    let config = "[model.fallback]\nprovider = \"ollama\"\nname = \"here\"\n\
                  [model.tiers.deep]\nprovider = \"openai\"\nname = \"gpt-5\"\n\
                  [tools.providers.anthropic]\ndeny = [\"gmail.*\"]\n\
                  [tools.providers.ollama]\ndeny = [\"drive.*\"]\n\
                  [tools.providers.openai]\ndeny = [\"docs.*\"]\n\
                  [tools.providers.mistral]\ndeny = [\"*\"]\n";
    let keys = [
        ("ANTHROPIC_API_KEY", "sk-ant-x"),
        ("ANTHROPIC_BASE_URL", base.as_str()),
        ("OPENAI_API_KEY", "sk-x"),
    ];
    let shown = shown_in(&asked_twice(config, &keys, &sent).await[0]);
    for (area, there) in [("gmail__", false), ("drive__", false), ("docs__", false), ("calendar__", true)] {
        assert_eq!(shown.iter().any(|name| name.starts_with(area)), there, "{area} in {shown:?}");
    }
}

#[test]
fn a_policy_explains_what_holds_for_whoever_may_answer() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("countersign.toml");
    let config = "[model.fallback]\nprovider = \"ollama\"\nname = \"here\"\n[tools.providers.ollama]\ndeny = [\"drive.*\"]\n";
    std::fs::write(&file, config).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(["policy", "explain", "drive.share", "--config"]).arg(&file);
    let clean = command.env_clear().env("HOME", folder.path()).env("OLLAMA_HOST", "off");
    let told = String::from_utf8(clean.env("OPENAI_API_KEY", "sk-x").output().unwrap().stdout).unwrap();
    assert!(told.contains("answered by a model of ollama or openai"), "{told}");
    assert!(told.contains("refuses provider:ollama"), "{told}");
}

#[test]
fn what_tools_take_is_told_for_every_way_of_showing_them() {
    let (code, words) = countersign(&["tools", "--cost"]);
    assert_eq!(code, Some(0));
    for line in ["direct ", "compact ", "discovery ", "← chosen", "gmail "] {
        assert!(words.contains(line), "{line} in {words}");
    }
}
