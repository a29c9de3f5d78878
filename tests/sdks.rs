//! Slack's own SDKs, unchanged, against `countersign sandbox`: the agents in `tests/sdks` are what somebody writes with Bolt,
//! and people do the same with each of them. Whether the product works there is no matter here; it does not run.

#[path = "sdks/types.rs"]
mod types;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;

use kernel::Secret;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use wire::Url;

use crate::harness::{Control, Posted, Published};

/// Installs once. Node looks for packages beside the script, so that is put where they are.
fn installed() -> &'static Published {
    static PUBLISHED: OnceLock<Published> = OnceLock::new();
    PUBLISHED.get_or_init(|| {
        let published = Published::install("slack-sdks", &["@slack/bolt"], &["slack_bolt"]);
        std::fs::copy(script("agent.mjs"), published.place().join("agent.mjs")).unwrap();
        published
    })
}

#[tokio::test]
#[ignore = "installs Slack's SDK with npm"]
async fn bolt_for_javascript_works_over_sockets() {
    a_day_with(Agent::start(javascript(), "socket").await).await;
}

#[tokio::test]
#[ignore = "installs Slack's SDK with npm"]
async fn bolt_for_javascript_works_with_a_request_url() {
    a_day_with(Agent::start(javascript(), "http").await).await;
}

#[tokio::test]
#[ignore = "installs Slack's SDK with pip"]
async fn bolt_for_python_works_over_sockets() {
    a_day_with(Agent::start(python(), "socket").await).await;
}

#[tokio::test]
#[ignore = "installs Slack's SDK with pip"]
async fn bolt_for_python_works_with_a_request_url() {
    a_day_with(Agent::start(python(), "http").await).await;
}

fn javascript() -> Command {
    let mut command = Command::new("node");
    command.arg(installed().place().join("agent.mjs"));
    command
}

fn python() -> Command {
    let mut command = Command::new(installed().python("python"));
    command.arg(script("agent.py"));
    command
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sdks").join(name)
}

/// A sandbox as a program, and somebody's agent in it. Both end with it.
struct Agent {
    control: Control,
    token: Secret,
    _processes: [Child; 2],
}

impl Agent {
    async fn start(mut command: Command, way: &str) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_countersign"));
        program.args(["sandbox", "--in-memory", "--json", "--port", "0"]);
        let (sandbox, card) = first_line(&mut program).await;
        let card: Value = serde_json::from_str(&card).unwrap();
        let told = |name: &str| card[name].as_str().unwrap().to_owned();
        command.arg(way).env("SLACK_API_URL", told("slack_api_url"));
        for credential in ["app_token", "bot_token", "signing_secret"] {
            command.env(format!("SLACK_{}", credential.to_uppercase()), told(credential));
        }
        let (agent, ready) = first_line(&mut command).await;
        let control = Control::new(&told("control_url"));
        // Machines that test may be slow; three seconds for an acknowledgement are not what is tried here.
        control.post("/slack/timing", json!({ "factor": 20.0 })).await;
        match ready.strip_prefix("listening on ") {
            Some(port) => {
                let url = format!("http://127.0.0.1:{port}/slack/events");
                let app = json!({ "transport": "http", "request_url": url, "interactivity_url": url, "command_url": url });
                control.post("/slack/app", app).await;
            }
            None => assert_eq!(ready, "connected"),
        }
        Self { control, token: Secret::new(told("bot_token")), _processes: [sandbox, agent] }
    }

    /// What stands in a thread, oldest first, once it has a message with this text.
    async fn thread_with(&self, asked: &Posted, text: &str) -> Vec<Value> {
        let path = format!("/slack/messages?channel={}&thread_ts={}", asked.channel, asked.ts);
        self.control
            .until(text, async || {
                let messages = self.control.get(&path).await["messages"].as_array().unwrap().clone();
                messages.iter().any(|message| message["text"] == text).then_some(messages)
            })
            .await
    }
}

/// Starts a program, which says in its first line that it is ready.
async fn first_line(command: &mut Command) -> (Child, String) {
    let mut process = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let line = lines.next_line().await.unwrap().expect("it says that it is ready");
    // Whoever writes on must not find a closed door.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    (process, line)
}

async fn a_day_with(agent: Agent) {
    let asked = agent.control.say("ana", "general", "@countersign hello", None).await;
    it_replies_streams_and_uploads(&agent, &asked).await;
    its_button_opens_a_form(&agent, &asked).await;
    its_form_refuses_and_takes(&agent, &asked).await;
    it_hears_commands_and_shortcuts(&agent, &asked).await;
    it_publishes_its_home_tab(&agent).await;
    everything_was_acknowledged(&agent).await;
}

async fn it_replies_streams_and_uploads(agent: &Agent, asked: &Posted) {
    let messages = agent.thread_with(asked, "The prices").await;
    let [_, reply, streamed, uploaded] = messages.as_slice() else { panic!("{messages:#?}") };
    let said = reply["text"].as_str().unwrap();
    assert!(said.starts_with("You said: <@U") && said.ends_with("> hello"), "{said}");
    assert_eq!(streamed["text"], "A *first* part, a second part, and the end.");
    let streams = agent.control.get("/slack/streams").await["streams"].clone();
    assert_eq!(streams[0]["markdown"], "A **first** part, a second part, and the end.");
    assert_eq!(streams[0]["state"], "completed");
    let file = &uploaded["files"][0];
    assert_eq!(file["name"], "prices.csv");
    let url = Url::parse(file["url_private_download"].as_str().unwrap()).unwrap();
    assert_eq!(agent.control.fetch(url, &agent.token).await, "tea,2\nsalt,1\n");
}

/// The press opens the form by its trigger, and replaces the message by its response URL.
async fn its_button_opens_a_form(agent: &Agent, asked: &Posted) {
    let mut reply = agent.thread_with(asked, "The prices").await[1].clone();
    reply["channel"] = asked.channel.clone().into();
    agent.control.click("ana", &reply, "Fill in").await;
    let messages = agent.thread_with(asked, "Filling in the order of tea").await;
    assert_eq!(messages[1]["ts"], reply["ts"], "it stands in the place of the one with the button");
    assert!(!messages[1].to_string().contains("open_form"), "{}", messages[1]);
    let views = agent.control.get("/slack/views?person=ana").await["views"].clone();
    assert_eq!(views[0]["view"]["title"]["text"], "Order");
}

async fn its_form_refuses_and_takes(agent: &Agent, asked: &Posted) {
    let control = &agent.control;
    control.post("/slack/submit", json!({ "person": "ana", "text": "some" })).await;
    control
        .until("the form says what is wrong", async || {
            let views = control.get("/slack/views?person=ana").await["views"].clone();
            (views[0]["errors"]["amount"] == "A number, please").then_some(())
        })
        .await;
    control.post("/slack/submit", json!({ "person": "ana", "text": "12" })).await;
    agent.thread_with(asked, "Ordered 12").await;
    // Some send their answer to the press only after what they do about it.
    control
        .until("the form is closed", async || {
            (control.get("/slack/views?person=ana").await["views"] == json!([])).then_some(())
        })
        .await;
}

async fn it_hears_commands_and_shortcuts(agent: &Agent, asked: &Posted) {
    let command = json!({ "person": "ana", "channel": "general", "command": "/countersign", "text": "salt" });
    agent.control.post("/slack/command", command).await;
    agent.control.ephemeral_saying("ana", "Looking for salt").await;
    agent.control.ephemeral_saying("ana", "Found salt").await;
    let shortcut = json!({ "person": "ana", "callback_id": "ask_about_message", "channel": asked.channel, "ts": asked.ts });
    agent.control.post("/slack/shortcut", shortcut).await;
    let question = agent.thread_with(asked, "Ordered 12").await[0]["text"].clone();
    agent.thread_with(asked, &format!("About: {}", question.as_str().unwrap())).await;
}

async fn it_publishes_its_home_tab(agent: &Agent) {
    agent.control.post("/slack/home", json!({ "person": "ana", "tab": "home" })).await;
    agent
        .control
        .until("its Home tab", async || {
            let home = agent.control.get("/slack/home?person=ana").await;
            (home["view"]["blocks"][0]["text"]["text"] == "At home").then_some(())
        })
        .await;
}

/// Every event, press and command was acknowledged as the SDK does it.
async fn everything_was_acknowledged(agent: &Agent) {
    let control = &agent.control;
    control
        .until("every acknowledgement", async || {
            let deliveries = control.get("/slack/deliveries").await["deliveries"].as_array().unwrap().clone();
            deliveries.iter().all(|one| one["stage"] == "acknowledged").then_some(())
        })
        .await;
}
