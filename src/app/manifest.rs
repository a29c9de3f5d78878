//! `countersign manifest`: what machines read about us, generated from the code.

mod configuration;

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::Common;
use crate::config::ConfigFile;
use crate::sandboxed::say;
use crate::serve::load_config;
use crate::slack_settings::distribution;
use crate::{Environment, Exit, Trouble, definitions};

const DESCRIPTION: &str = "Works in your own Google Workspace; sends nothing without your countersignature.";

/// Every manifest: file name and content.
pub fn manifests() -> Vec<(&'static str, String)> {
    let config = schemars::schema_for!(ConfigFile).to_value();
    vec![
        ("slack-app.json", pretty(&slack_app())),
        ("tools.json", pretty(&json!({ "tools": definitions() }))),
        ("config.schema.json", pretty(&config)),
        ("configuration.md", configuration::page(&config)),
    ]
}

pub(crate) fn write(into: &Path) -> Result<(), Trouble> {
    let failed = |error: std::io::Error| {
        let words = format!("{} cannot be written: {error}", into.display());
        Trouble::new(Exit::Failed, words)
    };
    std::fs::create_dir_all(into).map_err(failed)?;
    for (name, content) in manifests() {
        std::fs::write(into.join(name), content).map_err(failed)?;
        say(&format!("{}", into.join(name).display()));
    }
    Ok(())
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Printed {
    WithLink,
    Manifest,
}

/// The Slack app as this configuration needs it: over sockets, unless Slack is to call us.
pub(crate) fn slack(common: &Common, printed: Printed) -> Result<(), Trouble> {
    let config = load_config(common)?;
    let environment = Environment::of_process().map_err(|error| Trouble::new(Exit::Configuration, error))?;
    let mut app = slack_app();
    if environment.slack_signing_secret.is_some() && environment.slack_app_token.is_none() {
        let root = config.public_url.url().as_str().trim_end_matches('/');
        be_called(&mut app, &format!("{root}{}", slack::PATH));
    }
    if distribution(&config, &environment)?.is_some() {
        let root = config.public_url.url().as_str().trim_end_matches('/');
        be_installed(&mut app, &format!("{root}{}", slack::CALLBACK));
        // A token that somebody has copied would end after twelve hours.
        put(&mut app, "/settings", "token_rotation_enabled", json!(environment.slack_bot_token.is_none()));
    }
    if printed == Printed::WithLink {
        say(&format!("This link makes the app in your workspace:\n{}\n\nIts manifest:", link(&app)));
    }
    say(pretty(&app).trim_end());
    Ok(())
}

/// Slack's page that makes an app of a manifest.
fn link(app: &Value) -> String {
    let mut link = url::form_urlencoded::Serializer::new(String::new());
    link.append_pair("new_app", "1").append_pair("manifest_json", &app.to_string());
    format!("https://api.slack.com/apps?{}", link.finish())
}

/// By others, in their workspaces.
fn be_installed(app: &mut Value, back: &str) {
    put(app, "/oauth_config", "redirect_urls", json!([back]));
    put(app, "/settings", "org_deploy_enabled", json!(true));
}

fn be_called(app: &mut Value, at: &str) {
    put(app, "/settings", "socket_mode_enabled", json!(false));
    put(app, "/settings/event_subscriptions", "request_url", json!(at));
    put(app, "/settings/interactivity", "request_url", json!(at));
    for number in 0..slack::SLASH_COMMANDS.len() {
        put(app, &format!("/features/slash_commands/{number}"), "url", json!(at));
    }
}

fn put(app: &mut Value, pointer: &str, name: &str, value: Value) {
    if let Some(Value::Object(fields)) = app.pointer_mut(pointer) {
        fields.insert(name.to_owned(), value);
    }
}

/// The app to create in one's own workspace.
fn slack_app() -> Value {
    json!({
        "display_information": {
            "name": "Countersign",
            "description": DESCRIPTION,
            "background_color": "#1f3a34",
        },
        "features": {
            "agent_view": {
                "agent_description": DESCRIPTION,
                "suggested_prompts": slack::PROMPTS,
            },
            "app_home": { "home_tab_enabled": true, "messages_tab_enabled": true, "messages_tab_read_only_enabled": false },
            "bot_user": { "display_name": "Countersign", "always_online": true },
            "shortcuts": shortcuts(),
            "slash_commands": slash_commands(),
        },
        "oauth_config": { "scopes": { "bot": slack::BOT_SCOPES } },
        "settings": {
            "event_subscriptions": { "bot_events": slack::BOT_EVENTS },
            "interactivity": { "is_enabled": true },
            "org_deploy_enabled": false,
            "socket_mode_enabled": true,
            "token_rotation_enabled": false,
        },
    })
}

fn slash_commands() -> Vec<Value> {
    let written = |command: slack::SlashCommand| {
        json!({
            "command": command.command,
            "description": command.description,
            "usage_hint": command.usage_hint,
            "should_escape": false,
        })
    };
    slack::SLASH_COMMANDS.into_iter().map(written).collect()
}

fn shortcuts() -> Vec<Value> {
    let written = |shortcut: slack::Shortcut| {
        json!({
            "name": shortcut.name,
            "type": "message",
            "callback_id": shortcut.callback_id,
            "description": shortcut.description,
        })
    };
    slack::SHORTCUTS.into_iter().map(written).collect()
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_that_slack_calls_names_one_address_everywhere() {
        let mut app = slack_app();
        be_called(&mut app, "https://x.example/slack/events");
        let text = app.to_string();
        let places = 2 + slack::SLASH_COMMANDS.len();
        assert_eq!(text.matches("\"https://x.example/slack/events\"").count(), places, "{text}");
        assert_eq!(app.pointer("/settings/socket_mode_enabled"), Some(&json!(false)));
        assert!(link(&app).starts_with("https://api.slack.com/apps?new_app=1&manifest_json=%7B"));
    }
}
