//! What whoever runs us is told about installations.

use serde_json::{Value, json};

use super::{Browser, Towns};

use crate::harness::variables;

/// What `countersign doctor` finds.
pub(super) async fn findings(towns: &Towns) -> Vec<Value> {
    let card = towns.town.card();
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.env("OLLAMA_HOST", "off");
    command.args(["doctor", "--json", "--data-dir"]).arg(towns.town.data()).env_clear();
    command.envs(variables(card)).env_remove("SLACK_BOT_TOKEN");
    command
        .env("SLACK_CLIENT_ID", &card.slack_client_id)
        .env("SLACK_CLIENT_SECRET", &card.slack_client_secret);
    let output = command.output().await.unwrap();
    let said: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    said["findings"].as_array().unwrap().clone()
}

pub(super) fn about<'a>(findings: &'a [Value], about: &str) -> &'a Value {
    let found = findings.iter().find(|finding| finding["about"] == about);
    found.unwrap_or_else(|| panic!("{about}: {findings:#?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_looks_at_every_installation() {
    let towns = Towns::new().await;
    assert_eq!(about(&findings(&towns).await, "installations")["health"], "look");
    towns.install(0).await;
    towns.install(1).await;
    let found = findings(&towns).await;
    assert_eq!(about(&found, "the installation in Harbour Works")["health"], "ok", "{found:#?}");
    assert!(!found.iter().any(|finding| finding["about"] == "SLACK_BOT_TOKEN"), "{found:#?}");
    towns.second.post("/slack/app/revoke", json!({})).await;
    towns
        .second
        .until("it is forgotten", async || {
            let found = findings(&towns).await;
            let gone = |finding: &Value| finding["about"] == "the installation in Harbour Works";
            (!found.iter().any(gone)).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_workspace_of_the_environment_needs_no_installation() {
    let mut towns = Towns::new().await;
    towns.town.close().await;
    let card = towns.town.card().clone();
    let more = [
        ("SLACK_CLIENT_ID", card.slack_client_id.as_str()),
        ("SLACK_CLIENT_SECRET", card.slack_client_secret.as_str()),
    ];
    towns.town.open_with(&more).await;
    let page = Browser::new(&towns.town).goes(&towns.allow(0)).await;
    assert!(page.words.contains("Nothing was changed"), "{page:?}");
    towns.greets(&towns.first).await;
    assert_eq!(towns.install(1).await.status, 200);
    towns.greets(&towns.second).await;
}
