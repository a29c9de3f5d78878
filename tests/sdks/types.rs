//! The sandbox's answers against the types Slack publishes: a field those do not have, or of another type, fails the compiler.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use tokio::process::Command;

use super::{first_line, script};
use crate::harness::{Control, Published};

const PACKAGES: [&str; 4] =
    ["@slack/web-api@8.2.0", "@slack/types@3.2.0", "@slack/socket-mode@3.1.0", "typescript@7.0.2"];

#[tokio::test]
#[ignore = "installs Slack's types with npm"]
async fn the_published_types_have_every_field_the_sandbox_answers() {
    let published = Published::install("slack-types", &PACKAGES, &[]);
    let place = published.place();
    let world = place.join("world.json");
    std::fs::write(&world, company().to_string()).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_countersign"));
    program.args(["sandbox", "--in-memory", "--json", "--port", "0", "--world"]).arg(&world);
    let (_sandbox, card) = first_line(&mut program).await;
    std::fs::copy(script("types.mjs"), place.join("types.mjs")).unwrap();
    run(Command::new("node").args(["types.mjs", &card]), place).await;
    let card: Value = serde_json::from_str(&card).unwrap();
    every_method_was_called(&Control::new(card["control_url"].as_str().unwrap())).await;
    run(
        Command::new(published.node("tsc")).args(["--noEmit", "--strict", "--skipLibCheck", "answers.ts"]),
        place,
    )
    .await;
}

async fn run(command: &mut Command, place: &Path) {
    let output = command.current_dir(place).output().await.unwrap();
    let told = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&told));
}

/// Checks the calls against the list of methods in the README of the sandbox's Slack.
async fn every_method_was_called(control: &Control) {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("integrations/sandbox-slack/README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let (_, listed) = readme.split_once("\nMethods: `").unwrap();
    let (listed, _) = listed.split_once("`.").unwrap();
    let requests = control.get("/requests?service=slack").await;
    let called: BTreeSet<&str> =
        requests["requests"].as_array().unwrap().iter().map(|it| it["method"].as_str().unwrap()).collect();
    let missing: Vec<&str> = listed.split_whitespace().filter(|method| !called.contains(method)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// People, channels and bots of every kind, in an organisation.
fn company() -> Value {
    json!({
        "workspace": "Fernwood Studio", "domain": "fernwood.example", "organisation": "Fernwood Group",
        "people": [
            { "handle": "ana", "name": "Ana Ruiz" },
            { "handle": "ben", "name": "Ben Ito" },
            { "handle": "guest", "name": "Gus Best", "standing": "guest" },
            { "handle": "single", "name": "Sina Lee", "standing": "single_channel_guest" },
            { "handle": "dora", "name": "Dora Gone", "standing": "deactivated" },
            { "handle": "pia", "name": "Pia Port", "address": "pia@harbor.example", "standing": "external" },
        ],
        "channels": [
            { "name": "general" },
            { "name": "secret", "private": true, "members": ["ana"] },
            { "name": "mpdm-ana--ben--countersign-1", "group": true, "members": ["ana", "ben"] },
            { "name": "partners", "members": ["ana", "pia"] },
            { "name": "invited", "members": ["ana"] },
        ],
        "connects": [
            { "channel": "partners", "with": ["harbor.example"] },
            { "channel": "invited", "pending": ["port.example"], "organisation": true },
        ],
        "bots": [
            { "name": "Deploys", "kind": "app" },
            { "name": "Alerts", "kind": "integration" },
            { "name": "Flow", "kind": "workflow" },
        ],
    })
}
