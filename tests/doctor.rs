//! `countersign doctor`: an installation that lacks something says what, and what mends it.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::process::Command;

use crate::harness::{Cast, Plan, Town, small_world, variables};

struct Patient {
    town: Town,
    cast: Cast,
}

impl Patient {
    async fn arrives() -> Self {
        let (world, cast) = small_world();
        Self { town: Town::empty(Plan::new(world)).await, cast }
    }

    /// Somebody has let it read their mail, and nothing else.
    async fn arrives_with_a_mailbox() -> Self {
        let mut patient = Self::arrives().await;
        patient.town.open().await;
        let asked = patient.town.control.say(&patient.cast.asker, "dm", "What's new in my mail?", None).await;
        patient.town.connect(&patient.cast.asker).await;
        patient.town.control.reply(&asked, 0).await;
        patient.town.close().await;
        patient
    }

    /// The code it ends with, and what it found.
    async fn examined(&self, changed: &[(&str, &str)], more: &[&str]) -> (Option<i32>, Vec<Value>) {
        self.examined_with("", changed, more).await
    }

    async fn examined_with(
        &self,
        written: &str,
        changed: &[(&str, &str)],
        more: &[&str],
    ) -> (Option<i32>, Vec<Value>) {
        let here = format!("http://127.0.0.1:{}", self.town.port());
        self.examined_at(&here, written, changed, more).await
    }

    /// What people come back to stands somewhere else.
    async fn examined_at(
        &self,
        public_url: &str,
        written: &str,
        changed: &[(&str, &str)],
        more: &[&str],
    ) -> (Option<i32>, Vec<Value>) {
        let config = tempfile::NamedTempFile::new().unwrap();
        let at = format!("127.0.0.1:{}", self.town.port());
        let always = format!("listen = \"{at}\"\npublic_url = \"{public_url}\"\n");
        std::fs::write(config.path(), always + written).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command
            .args(["doctor", "--json", "--config"])
            .arg(config.path())
            .arg("--data-dir")
            .arg(self.town.data());
        command.args(more).env_clear().envs(variables(self.town.card())).envs(changed.iter().copied());
        let output = command.stdout(Stdio::piped()).output().await.unwrap();
        let said: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        (output.status.code(), said["findings"].as_array().unwrap().clone())
    }
}

fn about<'a>(findings: &'a [Value], about: &str) -> &'a Value {
    findings
        .iter()
        .find(|finding| finding["about"] == about)
        .unwrap_or_else(|| panic!("{about}: {findings:#?}"))
}

fn broken(findings: &[Value]) -> Vec<String> {
    let broken = findings.iter().filter(|finding| finding["health"] == "broken");
    broken.map(|finding| finding["about"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sound_installation_is_said_to_be_sound() {
    let patient = Patient::arrives().await;
    let address = patient.town.address_of(&patient.cast.asker);
    let (code, findings) = patient.examined(&[], &["--with", &address]).await;
    assert_eq!((code, broken(&findings)), (Some(0), Vec::new()), "{findings:#?}");
    for sound in [
        "SLACK_BOT_TOKEN",
        "SLACK_APP_TOKEN",
        "Slack scopes",
        "Slack events",
        "the clock",
        "GOOGLE_CLIENT_ID",
        "the way back from Google",
        "the vault",
        "public_url",
        "the listener",
    ] {
        assert_eq!(about(&findings, sound)["health"], "ok", "{findings:#?}");
    }
    // Nothing stays of the message by which it was tried.
    let path = format!("/slack/messages?channel=dm:{}", patient.cast.asker);
    let messages = patient.town.control.get(&path).await;
    assert!(!messages.to_string().contains("being examined"), "{messages}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lack_is_named_with_what_mends_it() {
    let patient = Patient::arrives().await;
    let (bot, app) = (patient.town.card().bot_token.clone(), patient.town.card().app_token.clone());
    let cases = [
        (vec![("SLACK_BOT_TOKEN", "xoxb-wrong")], "SLACK_BOT_TOKEN"),
        (vec![("SLACK_BOT_TOKEN", "")], "SLACK_BOT_TOKEN"),
        (vec![("SLACK_APP_TOKEN", "xapp-wrong")], "SLACK_APP_TOKEN"),
        (vec![("SLACK_APP_TOKEN", bot.as_str())], "the way from Slack to us"),
        (vec![("SLACK_BOT_TOKEN", app.as_str())], "SLACK_BOT_TOKEN"),
        (vec![("SLACK_APP_TOKEN", "")], "the way from Slack to us"),
        (vec![("SLACK_APP_TOKEN", ""), ("SLACK_SIGNING_SECRET", "x")], "the way from Slack to us"),
        (vec![("GOOGLE_CLIENT_SECRET", "wrong")], "GOOGLE_CLIENT_ID"),
        (vec![("GOOGLE_SERVICE_ACCOUNT_KEY", "{}")], "Google"),
    ];
    for (changed, wanted) in cases {
        let (code, findings) = patient.examined(&changed, &[]).await;
        assert_eq!(code, Some(1), "{changed:?}: {findings:#?}");
        let finding = about(&findings, wanted);
        assert_eq!(finding["health"], "broken", "{changed:?}: {findings:#?}");
        assert!(finding["remedy"].as_str().is_some_and(|remedy| !remedy.is_empty()), "{finding}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_beside_the_sockets_breaks_nothing() {
    let patient = Patient::arrives().await;
    let (code, findings) = patient.examined(&[("SLACK_SIGNING_SECRET", "x")], &[]).await;
    assert_eq!((code, broken(&findings)), (Some(0), Vec::new()), "{findings:#?}");
    assert_eq!(about(&findings, "the way from Slack to us")["health"], "look", "{findings:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_no_app_yet_is_told_how_to_make_one_and_installers_where_to_go() {
    let patient = Patient::arrives().await;
    let none = [("SLACK_BOT_TOKEN", ""), ("SLACK_APP_TOKEN", "")];
    let (_, findings) = patient.examined(&none, &[]).await;
    let remedy = about(&findings, "SLACK_BOT_TOKEN")["remedy"].as_str().unwrap();
    assert!(remedy.contains("countersign manifest slack"), "{remedy}");
    let shared = [("SLACK_CLIENT_ID", "1.2"), ("SLACK_CLIENT_SECRET", "x"), ("SLACK_BOT_TOKEN", "")];
    let (_, findings) = patient.examined(&shared, &[]).await;
    let remedy = about(&findings, "installations")["remedy"].as_str().unwrap();
    let page = format!("http://127.0.0.1:{}/slack/install", patient.town.port());
    assert!(remedy.contains(&page), "{remedy}");
}

#[tokio::test(flavor = "multi_thread")]
async fn scopes_clients_and_addresses_that_are_wrong_are_seen() {
    let patient = Patient::arrives().await;
    patient.town.control.post("/slack/app", json!({ "scopes": ["chat:write", "users:read"] })).await;
    let card = patient.town.card();
    let changed = [
        ("GOOGLE_CLIENT_ID", card.device_client_id.as_str()),
        ("GOOGLE_CLIENT_SECRET", card.device_client_secret.as_str()),
        ("GOOGLE_DEVICE_CODE_URL", card.google_device_code_url.as_str()),
        ("GOOGLE_DEVICE_CLIENT_ID", card.client_id.as_str()),
        ("GOOGLE_DEVICE_CLIENT_SECRET", card.client_secret.as_str()),
    ];
    let (code, findings) = patient.examined(&changed, &[]).await;
    assert_eq!(code, Some(1));
    let scopes = about(&findings, "Slack scopes")["words"].as_str().unwrap();
    assert!(scopes.contains("im:history") && !scopes.contains("chat:write,"), "{scopes}");
    for wanted in ["the way back from Google", "GOOGLE_DEVICE_CLIENT_ID"] {
        assert_eq!(about(&findings, wanted)["health"], "broken", "{findings:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_address_that_leads_elsewhere_is_seen() {
    let patient = Patient::arrives().await;
    // Somebody answers there; it is not us.
    let elsewhere = patient.town.card().control_url.clone();
    let (code, findings) = patient.examined_at(&elsewhere, "", &[], &[]).await;
    assert_eq!(code, Some(1), "{findings:#?}");
    let finding = about(&findings, "public_url");
    assert_eq!(finding["health"], "broken", "{finding}");
    let listens = format!("127.0.0.1:{}", patient.town.port());
    assert!(finding["remedy"].as_str().unwrap().contains(&listens), "{finding}");
    // Nobody answers: it may be reached from outside all the same.
    let (_, findings) = patient.examined_at("http://127.0.0.1:9", "", &[], &[]).await;
    assert_eq!(about(&findings, "public_url")["health"], "look", "{findings:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_api_that_is_switched_off_is_named_with_the_page_that_switches_it_on() {
    let patient = Patient::arrives_with_a_mailbox().await;
    let (code, findings) = patient.examined(&[], &[]).await;
    assert_eq!((code, broken(&findings)), (Some(0), Vec::new()), "{findings:#?}");
    let words = about(&findings, "Google APIs")["words"].as_str().unwrap();
    assert!(words.contains("Drive API") && !words.contains("Gmail API"), "{words}");

    patient.town.control.post("/google/switch", json!({ "api": "gmail", "position": "off" })).await;
    let (code, findings) = patient.examined(&[], &[]).await;
    assert_eq!((code, broken(&findings)), (Some(1), vec!["Gmail API".to_owned()]), "{findings:#?}");
    let remedy = about(&findings, "Gmail API")["remedy"].as_str().unwrap();
    assert!(remedy.ends_with("/apis/library/gmail.googleapis.com"), "{remedy}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vault_whose_keyring_or_key_is_not_there_is_seen() {
    let patient = Patient::arrives_with_a_mailbox().await;
    // There is no session to ask for a keyring.
    let none = [("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")];
    let (code, findings) = patient.examined_with("[vault]\nkey = \"keyring\"\n", &none, &[]).await;
    let finding = about(&findings, "the vault");
    assert_eq!((code, &finding["health"]), (Some(1), &json!("broken")), "{findings:#?}");
    assert!(finding["remedy"].as_str().unwrap().contains("keyring"), "{finding}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ollama_that_is_given_too_little_to_read_is_seen() {
    let patient = Patient::arrives().await;
    for (in_words, health) in [(false, "ok"), (true, "look")] {
        let base = crate::plugging_in::completions(crate::plugging_in::Asked::default(), in_words).await;
        let (code, findings) = patient.examined(&[("OLLAMA_HOST", &base)], &[]).await;
        let finding = about(&findings, "ollama");
        assert_eq!((code, &finding["health"]), (Some(0), &json!(health)), "{findings:#?}");
        assert!(finding["words"].as_str().unwrap().contains("llama-here:8b"), "{finding}");
        assert_eq!(finding["remedy"].to_string().contains("OLLAMA_CONTEXT_LENGTH"), in_words, "{finding}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_embeddings_endpoint_is_tried_where_one_is_configured() {
    let patient = Patient::arrives().await;
    let (_, findings) = patient.examined(&[], &[]).await;
    assert!(findings.iter().all(|finding| finding["about"] != "[search]"), "{findings:#?}");
    let endpoint = crate::search::Endpoint::start().await;
    let written = format!("[search]\nurl = \"{}\"\n", endpoint.url);
    let key = [("EMBEDDING_API_KEY", crate::search::KEY)];
    let (_, findings) = patient.examined_with(&written, &key, &[]).await;
    assert_eq!(about(&findings, "[search]")["health"], "ok", "{findings:#?}");
    let (code, findings) = patient.examined_with(&written, &[], &[]).await;
    assert_eq!((code, broken(&findings)), (Some(1), vec!["[search]".to_owned()]), "{findings:#?}");
    assert!(about(&findings, "[search]")["remedy"].as_str().unwrap().contains("EMBEDDING_API_KEY"));
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_whose_tools_are_used_are_tried() {
    use crate::mcp::{notes, program, usual};

    let patient = Patient::arrives().await;
    let folder = tempfile::TempDir::new().unwrap();
    notes::offer(folder.path(), &usual());
    let written = program(folder.path());
    let (code, findings) = patient.examined_with(&written, &[], &[]).await;
    let found = about(&findings, "the MCP server notes");
    assert_eq!((code, &found["health"]), (Some(0), &json!("ok")), "{found:#?}");
    assert!(found["words"].as_str().unwrap().contains("4 of its tools can be used"), "{found:#?}");

    let gone = written.replace("command = ", "command = \"/nowhere/at/all\" #");
    let (code, findings) = patient.examined_with(&gone, &[], &[]).await;
    assert_eq!((code, broken(&findings)), (Some(1), vec!["the MCP server notes".to_owned()]));
    let unset = format!("{written}env_from = [\"NOBODY_SET_THIS\"]\n");
    let (code, findings) = patient.examined_with(&unset, &[], &[]).await;
    assert_eq!((code, broken(&findings)), (Some(1), vec!["[mcp.servers]".to_owned()]));
    assert!(about(&findings, "[mcp.servers]")["words"].as_str().unwrap().contains("NOBODY_SET_THIS"));
}

#[tokio::test(flavor = "multi_thread")]
async fn it_may_run_beside_the_product() {
    let mut patient = Patient::arrives().await;
    patient.town.open().await;
    let (code, findings) = patient.examined(&[], &[]).await;
    assert_eq!((code, broken(&findings)), (Some(0), Vec::new()), "{findings:#?}");
    assert_eq!(about(&findings, "the listener")["health"], "look");
    let asked = patient.town.control.say(&patient.cast.asker, "dm", "hello", None).await;
    patient.town.control.reply(&asked, 0).await;
}

#[test]
fn the_manifest_comes_with_a_link_that_makes_the_app() {
    let (code, words) = crate::serving::countersign(&["manifest", "slack"]);
    assert_eq!(code, Some(0), "{words}");
    let link = words.lines().find(|line| line.starts_with("https://api.slack.com/apps?")).unwrap();
    let url = wire::Url::parse(link).unwrap();
    let given = url.query_pairs().find(|(name, _)| name == "manifest_json").unwrap().1.into_owned();
    let (_, printed) = crate::serving::countersign(&["manifest", "slack", "--json"]);
    let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(parse(&given), parse(&printed));
    assert_eq!(parse(&printed)["settings"]["socket_mode_enabled"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_ends_is_named_with_its_successor_and_the_provider_knows_best() {
    let patient = Patient::arrives().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    // The catalogue says 30 November 2026.
    let described = json!({ "type": "model", "id": "claude-sonnet-4-5", "lifecycle": "deprecated",
        "retires_at": "2020-01-01T00:00:00Z" });
    let list = json!({ "data": [described] });
    let routes = axum::Router::new()
        .route("/v1/models/claude-sonnet-4-5", axum::routing::get(async move || axum::Json(described)))
        .route("/v1/models", axum::routing::get(async move || axum::Json(list)));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let keys = [("ANTHROPIC_API_KEY", "sk-ant-story"), ("ANTHROPIC_BASE_URL", base.as_str())];
    let named = "[model]\nname = \"claude-sonnet-4-5\"\n";
    let (code, findings) = patient.examined_with(named, &keys, &[]).await;
    let ending = about(&findings, "the model (balanced)");
    assert_eq!((code, &ending["health"]), (Some(1), &json!("broken")), "{findings:#?}");
    let words = ending["words"].as_str().unwrap();
    assert!(words.contains("was switched off on 2020-01-01. Configure claude-sonnet-5-5"), "{words}");
    let (_, findings) = patient.examined_with("", &keys, &[]).await;
    assert!(findings.iter().all(|finding| finding["about"] != "the model (balanced)"), "{findings:#?}");
}

/// Slack tells no app what it has subscribed to, so it goes by what has arrived.
#[tokio::test(flavor = "multi_thread")]
async fn an_app_made_with_an_older_manifest_works_and_is_told_what_to_renew() {
    let mut patient = Patient::arrives().await;
    let app = patient.town.control.get("/slack/app").await;
    let now = app["events"].as_array().unwrap().clone();
    let earlier: Vec<&Value> =
        now.iter().filter(|event| !["user_change", "team_join"].contains(&event.as_str().unwrap())).collect();
    assert_eq!(earlier.len() + 2, now.len());
    patient.town.control.post("/slack/app", json!({ "events": earlier })).await;
    patient.town.open().await;
    let asked = patient.town.control.say(&patient.cast.asker, "dm", "hello", None).await;
    assert!(!patient.town.control.reply(&asked, 0).await.is_empty());
    let said = async |health: &str| {
        let (_, findings) = patient.examined(&[], &[]).await;
        let found = findings.into_iter().find(|finding| finding["about"] == "events about people")?;
        (found["health"] == health).then_some(found)
    };
    let found = patient.town.control.until("the events are missed", async || said("look").await).await;
    assert!(found["remedy"].as_str().unwrap().contains("user_change"), "{found}");
    patient.town.control.post("/slack/app", json!({ "events": now })).await;
    let status = json!({ "person": patient.cast.asker, "status": "At lunch" });
    patient.town.control.post("/slack/people/status", status).await;
    patient.town.control.until("the events are there", async || said("ok").await).await;
}
