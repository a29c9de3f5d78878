//! `countersign doctor`: what is missing for this installation to work, and what mends it.

mod here;
mod search;
mod servers;

use kernel::{Finding, Health};
use serde_json::json;
use wire::{Configured, Timeouts};

use crate::cli::Common;
use crate::google_settings::google_settings;
use crate::sandboxed::say;
use crate::serve::{data_directory, load_config, ourselves};
use crate::services::{documents_read_by, open_vault};
use crate::slack_settings::{SlackTransport, distribution};
use crate::{Config, Environment, Exit, SystemClock, Trouble};

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
    let vault = open_vault(config, &data).await;
    let kept = distribution(config, environment)?.and(vault.as_ref().ok());
    let slack = slack::Examined {
        wire: &wire,
        api: &environment.slack_api,
        bot_token: environment.slack_bot_token.as_ref(),
        app_token: environment.slack_app_token.as_ref(),
        vault: kept.map(AsRef::as_ref),
        heard: vault.as_ref().ok().map(AsRef::as_ref),
        public_url: &config.public_url,
        member,
    };
    findings.extend(slack.examine().await);
    findings.push(here::model(&wire, config, environment).await);
    findings.extend(here::model_endings(&wire, config, environment).await);
    findings.extend(search::embedding(config, environment).await);
    let vault = match vault {
        Ok(vault) => vault,
        Err(trouble) => {
            findings.push(Finding::broken("the vault", trouble.words, here::VAULT_REMEDY));
            return Ok(findings);
        }
    };
    findings.push(Finding::sound("the vault", "It opens with its key."));
    findings.extend(servers::outside(config, &data, (&vault, &wire)).await);
    match google_settings(config, environment) {
        Ok(Some(settings)) => {
            let documents = documents_read_by(ourselves()?);
            let google =
                google::Google::new(settings, wire, vault, std::sync::Arc::new(SystemClock), documents);
            findings.extend(google.examine().await);
        }
        Ok(None) => findings.push(Finding::doubtful(
            "Google",
            "Neither a client nor a service account is set, so there are no Google tools.",
            "Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET; the README shows where to get them.",
        )),
        Err(trouble) => {
            findings.push(Finding::broken("Google", trouble.words, "Correct it, and run this again."));
        }
    }
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
