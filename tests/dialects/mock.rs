//! A mock of the providers that somebody else publishes. It refuses little, so what it was asked is looked at.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

use super::Story;
use super::providers::LAST_WORDS;
use crate::harness::{Control, Published};

struct Mock {
    base: String,
    journal: Control,
    _process: Child,
}

impl Mock {
    async fn start() -> Self {
        let installed = Published::install("model-mock", &["@copilotkit/aimock@1.43.0"], &[]);
        let call = |round: usize, query: &str| {
            let reasoned = json!([{ "name": "gmail__search", "arguments": { "query": query } }]);
            json!({ "match": { "userMessage": "look", "turnIndex": round },
                "response": { "reasoning": "Hm.", "reasoningSignature": "mock-signature", "toolCalls": reasoned } })
        };
        let last = json!({ "match": { "userMessage": "look", "turnIndex": 2 }, "response": { "content": LAST_WORDS } });
        let fixtures = json!({ "fixtures": [call(0, "in:inbox"), call(1, "in:sent"), last] });
        let file = installed.place().join("fixtures.json");
        std::fs::write(&file, fixtures.to_string()).unwrap();
        let mut command = Command::new(installed.node("llmock"));
        command.args(["-p", "0", "-f"]).arg(&file).env("AIMOCK_STRICT_TURN_INDEX", "1");
        let mut process = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let base = loop {
            let line = lines.next_line().await.unwrap().expect("it says where it listens");
            if let Some((_, base)) = line.split_once("listening on ") {
                break base.trim().to_owned();
            }
        };
        // A program that writes on must not find a closed pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self { journal: Control::new(&base), base, _process: process }
    }

    async fn asked(&self) -> Vec<Value> {
        let journal = self.journal.get("/__aimock/journal").await;
        let entries = journal.as_array().or(journal["entries"].as_array()).unwrap().clone();
        entries.into_iter().filter(|entry| !entry["body"].is_null()).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "installs a mock of the providers with npm"]
async fn a_published_mock_takes_what_we_send_over_every_protocol() {
    for (config, path) in [
        ("provider = \"anthropic\"\nbase_url = \"{base}/\"\n", "/v1/messages"),
        ("provider = \"openai\"\nbase_url = \"{base}/v1/\"\n", "/v1/responses"),
        (
            "provider = \"openai\"\nbase_url = \"{base}/v1/\"\nname = \"gpt-4.1\"\napi = \"chat_completions\"\n",
            "/v1/chat/completions",
        ),
    ] {
        let mock = Mock::start().await;
        let story = Story::begin(&format!("[model]\n{}", config.replace("{base}", &mock.base))).await;
        let asked = story.ask("look").await;
        story.answered(&asked, 1).await;
        let all = mock.asked().await;
        let paths: Vec<&str> = all.iter().filter_map(|entry| entry["path"].as_str()).collect();
        assert_eq!(paths, [path; 3], "{all:#?}");
    }
}
