//! `countersign doctor`: what is missing for this installation to work, and what mends it.

mod here;
mod search;
mod servers;

use std::sync::Arc;

use kernel::{Finding, Health};
use serde_json::json;
use wire::{Configured, Timeouts};

use crate::cli::Common;
use crate::sandboxed::say;
use crate::serve::{data_directory, load_config, ourselves};
use crate::slack_settings::{SlackTransport, distribution};
use crate::{Config, Environment, Exit, SystemClock, Trouble, packs};

/// How it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Telling {
    Words,
    Json,
}

/// Ends with the code 1 if something is broken, so that a script can tell.
pub(crate) async fn doctor(common: &Common, member: Option<&str>, telling: Telling) -> Result<(), Trouble> {
    let config = load_config(common)?;
    let environment = Environment::of_process().map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let findings = examine(common, &config, &environment, member).await?;
    match telling {
        Telling::Words => findings.iter().for_each(|finding| say(&in_words(finding))),
        Telling::Json => say(&as_json(&findings)),
    }
    match findings.iter().filter(|finding| finding.health == Health::Broken).count() {
        0 => Ok(()),
        1 => Err(Trouble::new(Exit::Failed, "1 thing must be mended.")),
        broken => Err(Trouble::new(Exit::Failed, format!("{broken} things must be mended."))),
    }
}

async fn examine(
    common: &Common,
    config: &Config,
    environment: &Environment,
    member: Option<&str>,
) -> Result<Vec<Finding>, Trouble> {
    let wire = Configured::new(Timeouts::default()).map_err(|error| Trouble::new(Exit::Failed, error))?;
    let data = data_directory(common, config)?;
    let mut findings = vec![here::data(&data)];
    findings.push(here::threads(&data).await);
    findings.extend(here::listener(config).await);
    findings.extend(doors(config, environment));
    let services = packs::services(config, environment, &data, ourselves()?, Arc::new(SystemClock)).await;
    let vault = services.as_ref().ok().map(|services| &*services.vault);
    let kept = distribution(config, environment)?.and(vault);
    let slack = slack::Examined {
        wire: &wire,
        api: &environment.slack_api,
        bot_token: environment.slack_bot_token.as_ref(),
        app_token: environment.slack_app_token.as_ref(),
        vault: kept,
        heard: vault,
        public_url: &config.public_url,
        member,
    };
    findings.extend(slack.examine().await);
    findings.push(here::model(&wire, config, environment).await);
    findings.extend(here::model_endings(&wire, config, environment).await);
    findings.extend(search::embedding(config, environment).await);
    let mut services = match services {
        Ok(services) => services,
        Err(trouble) => {
            findings.push(Finding::broken("the vault", trouble.words, here::VAULT_REMEDY));
            return Ok(findings);
        }
    };
    findings.push(Finding::sound("the vault", "It opens with its key."));
    match servers::pins(config, &data).await {
        Ok(pins) => services.pins = pins,
        Err(finding) => findings.push(finding),
    }
    for pack in config.file.packs() {
        findings.extend(pack.examine(&services).await);
    }
    findings.extend(servers::idle_rules(config, services.pins.as_deref()).await);
    Ok(findings)
}

/// How Slack reaches us.
fn doors(config: &Config, environment: &Environment) -> Option<Finding> {
    const ABOUT: &str = "the way from Slack to us";
    if let Err(trouble) = SlackTransport::of(environment) {
        let remedy = "Make an app-level token with connections:write on the app's page Basic Information. Without an app yet, \
                      run: countersign manifest slack";
        return Some(Finding::broken(ABOUT, trouble.words, remedy));
    }
    environment.slack_signing_secret.as_ref()?;
    let hook = format!("{}{}", config.public_url.url().as_str().trim_end_matches('/'), slack::PATH);
    let called = config.public_url.url().scheme() == "https";
    Some(match (&environment.slack_app_token, called) {
        (Some(_), _) => Finding::doubtful(
            ABOUT,
            format!(
                "Both SLACK_APP_TOKEN and SLACK_SIGNING_SECRET are set: sockets are used, and {hook} is open too."
            ),
            "Leave out SLACK_SIGNING_SECRET unless the app's page has this as its request URL.",
        ),
        (None, true) => Finding::doubtful(
            ABOUT,
            format!("Slack may call {hook}."),
            "Enter it as the request URL of events, interactivity and commands.",
        ),
        (None, false) => Finding::broken(
            ABOUT,
            format!("Slack cannot call {hook} from outside."),
            "Set public_url to an https address that leads here, or use sockets (SLACK_APP_TOKEN).",
        ),
    })
}

fn in_words(finding: &Finding) -> String {
    let sign = match finding.health {
        Health::Sound => "ok    ",
        Health::Doubtful => "look  ",
        Health::Broken => "BROKEN",
    };
    let remedy = finding.remedy.as_ref().map(|remedy| format!("\n        → {remedy}")).unwrap_or_default();
    format!("{sign}  {}: {}{remedy}", finding.about, finding.words)
}

fn as_json(findings: &[Finding]) -> String {
    let one = |finding: &Finding| {
        let health = match finding.health {
            Health::Sound => "ok",
            Health::Doubtful => "look",
            Health::Broken => "broken",
        };
        json!({ "about": finding.about, "health": health, "words": finding.words, "remedy": finding.remedy })
    };
    json!({ "findings": findings.iter().map(one).collect::<Vec<_>>() }).to_string()
}
