//! Whether the app is set up in Slack as we need it: tokens, scopes, connections, clock.
//!
//! Changes nothing, except that a message comes and goes if a member is named.

mod error;
mod hearing;
mod installed;

use std::time::Duration;

use kernel::ports::Vault;
use kernel::{Finding, Secret};
use serde_json::{Value, json};
use wire::{Address, Configured, Frame, HeaderMap, Method, Socket, SocketTimeouts, dial};

use self::error::ExaminationError;
use crate::BOT_SCOPES;
use crate::json::text;
use crate::lasting_refusal;
use crate::workspaces::hears_profiles;

const BOT: &str = "SLACK_BOT_TOKEN";
const APP: &str = "SLACK_APP_TOKEN";
const MANIFEST: &str = "Run: countersign manifest slack, compare the app with it, and install the app again.";

/// How long a socket may take to greet us.
const EVENTS: &str = "Slack events";
const GREETING: Duration = Duration::from_secs(10);
/// Slack's signatures count for five minutes; whoever is that far off hears nobody.
const TOO_FAR: i64 = 300;
const FAR: i64 = 30;

/// What there is to look at.
pub struct Examined<'a> {
    pub wire: &'a Configured,
    pub api: &'a Address,
    pub bot_token: Option<&'a Secret>,
    pub app_token: Option<&'a Secret>,
    /// Where installations are kept, if others install the app.
    pub vault: Option<&'a dyn Vault>,
    /// Where it is noted which events arrive, if it opens.
    pub heard: Option<&'a dyn Vault>,
    /// How a browser reaches us.
    pub public_url: &'a Address,
    /// The address of a member with whom direct messages are tried.
    pub member: Option<&'a str>,
}

impl Examined<'_> {
    pub async fn examine(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let app = match (self.bot_token, self.vault) {
            (None, Some(_)) => None,
            (Some(_), _) | (None, None) => self.bot(&mut findings).await,
        };
        if let Some(vault) = self.vault {
            findings.extend(self.installations(vault).await);
        }
        let Some(token) = self.app_token else { return findings };
        match self.connect(token).await {
            Ok((hello, mut socket)) => {
                findings.push(connected(&hello, app.as_deref()));
                if let (Some(bot), Some(member)) = (self.bot_token, self.member) {
                    findings.push(match others(&hello) {
                        0 => self.hearing(bot, member, &mut socket).await,
                        others => left_out(others),
                    });
                }
                drop(socket.close().await);
            }
            Err(finding) => findings.push(finding),
        }
        findings
    }

    /// Gives the id of the app the bot belongs to, if Slack tells it.
    async fn bot(&self, findings: &mut Vec<Finding>) -> Option<String> {
        let Some(token) = self.bot_token else {
            let remedy = "Copy the Bot User OAuth Token (xoxb-…) from the app's page OAuth & Permissions. Without an app yet, \
                          run: countersign manifest slack";
            findings.push(Finding::broken(BOT, "It is not set.", remedy));
            return None;
        };
        if !token.reveal().contains("xoxb-") {
            let remedy = "It must begin with xoxb-. Are the two tokens swapped?";
            findings.push(Finding::broken(BOT, "It is not a bot's token.", remedy));
            return None;
        }
        let (headers, answer) = match self.call("auth.test", token, &json!({})).await {
            Ok(answered) => answered,
            Err(error) => {
                let remedy = "Check the network, and whether SLACK_API_URL is set to something else.";
                findings.push(Finding::broken("Slack", error.to_string(), remedy));
                return None;
            }
        };
        if let Some(code) = text(&answer, "/error") {
            findings.push(refused(BOT, code));
            return None;
        }
        let (name, team) = (text(&answer, "/user").unwrap_or("?"), text(&answer, "/team").unwrap_or("?"));
        findings.push(Finding::sound(BOT, format!("It is {name} in {team}.")));
        findings.push(scopes(&headers));
        findings.extend(clock(&headers));
        if let (Some(vault), Some(team)) = (self.heard, text(&answer, "/team_id")) {
            findings.extend(profiles(vault, team).await);
        }
        let bot = json!({ "bot": text(&answer, "/bot_id")? });
        let (_, about) = self.call("bots.info", token, &bot).await.ok()?;
        text(&about, "/bot/app_id").map(str::to_owned)
    }

    async fn connect(&self, token: &Secret) -> Result<(Value, Socket), Finding> {
        let broken = |words: &str| Finding::broken(APP, words, FIREWALL);
        let (_, answer) = self
            .call("apps.connections.open", token, &json!({}))
            .await
            .map_err(|error| Finding::broken(APP, error.to_string(), "Check the network."))?;
        if let Some(code) = text(&answer, "/error") {
            return Err(refused(APP, code));
        }
        match tokio::time::timeout(GREETING, greeted(text(&answer, "/url"))).await {
            Ok(greeted) => greeted.map_err(|error| broken(&error.to_string())),
            Err(_) => Err(broken("The socket opened, and Slack did not greet us.")),
        }
    }

    async fn call(
        &self,
        method: &str,
        token: &Secret,
        body: &Value,
    ) -> Result<(HeaderMap, Value), ExaminationError> {
        let url = self.api.at(&[method]).map_err(ExaminationError::Address)?;
        let request = self.wire.request(Method::POST, url).bearer(token).form(body);
        let answer = request.send().await.map_err(ExaminationError::Unreachable)?;
        let said = answer.json::<Value>().map_err(|_| ExaminationError::NotSlack {
            api: self.api.url().to_string(),
            status: answer.status.as_u16(),
        })?;
        Ok((answer.headers, said))
    }
}

const FIREWALL: &str =
    "Let this machine open WebSockets to wss://*.slack.com, or have Slack call you (SLACK_SIGNING_SECRET).";

fn refused(about: &str, code: &str) -> Finding {
    let remedy = lasting_refusal(code).unwrap_or(MANIFEST);
    Finding::broken(about, format!("Slack refuses it ({code})."), remedy)
}

fn connected(hello: &Value, bots_app: Option<&str>) -> Finding {
    if let (Some(bots), Some(theirs)) = (bots_app, text(hello, "/connection_info/app_id"))
        && bots != theirs
    {
        let words = format!("The two tokens belong to two apps ({bots} and {theirs}).");
        return Finding::broken(APP, words, "Copy both tokens from the pages of one app.");
    }
    match others(hello) {
        0 => Finding::sound(APP, "Sockets open, and Slack greets us."),
        others => Finding::doubtful(
            APP,
            format!("Sockets open; this app has {others} more open."),
            "That is right while Countersign runs. If it does not, somebody else uses this app and takes a part of \
             what is said to it.",
        ),
    }
}

/// How many sockets this app has open beside ours.
fn others(hello: &Value) -> u64 {
    hello.pointer("/num_connections").and_then(Value::as_u64).unwrap_or_default().saturating_sub(1)
}

fn scopes(headers: &HeaderMap) -> Finding {
    const ABOUT: &str = "Slack scopes";
    let Some(granted) = headers.get("x-oauth-scopes").and_then(|value| value.to_str().ok()) else {
        return Finding::doubtful(ABOUT, "Slack does not say which scopes the bot has.", MANIFEST);
    };
    let granted: Vec<&str> = granted.split(',').map(str::trim).collect();
    let missing: Vec<&str> = BOT_SCOPES.into_iter().filter(|scope| !granted.contains(scope)).collect();
    if missing.is_empty() {
        return Finding::sound(ABOUT, format!("All {} are granted.", BOT_SCOPES.len()));
    }
    Finding::broken(ABOUT, format!("Missing: {}.", missing.join(", ")), MANIFEST)
}

/// Whether changes of profiles arrive, as far as events have arrived at all.
async fn profiles(vault: &dyn Vault, team: &str) -> Option<Finding> {
    const ABOUT: &str = "events about people";
    const REMEDY: &str = "If the app was made with an older manifest, run: countersign manifest slack, subscribe the app to \
                          user_change and team_join as there, and install it again.";
    Some(if hears_profiles(vault, team).await.ok()?? {
        Finding::sound(ABOUT, "Slack tells us when a profile changes.")
    } else {
        let words = "No change of a profile has arrived yet, so people are looked up again every few minutes and busy \
                     channels are answered later.";
        Finding::doubtful(ABOUT, words, REMEDY)
    })
}

fn clock(headers: &HeaderMap) -> Option<Finding> {
    const ABOUT: &str = "the clock";
    const REMEDY: &str = "Set the clock by network time, e.g. with: timedatectl set-ntp true";
    let theirs = headers.get("date")?.to_str().ok()?;
    let theirs = jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(theirs).ok()?;
    let off = jiff::Timestamp::now().as_second() - theirs.as_second();
    Some(match off.abs() {
        TOO_FAR.. => Finding::broken(ABOUT, format!("It is {off} s off Slack's."), REMEDY),
        FAR.. => Finding::doubtful(ABOUT, format!("It is {off} s off Slack's."), REMEDY),
        _ => Finding::sound(ABOUT, "It agrees with Slack's."),
    })
}

async fn greeted(address: Option<&str>) -> Result<(Value, Socket), ExaminationError> {
    let address = address.ok_or(ExaminationError::NoAddress)?;
    let timeouts = SocketTimeouts { connect: GREETING, write: GREETING };
    let mut socket = dial(address, timeouts).await.map_err(ExaminationError::NoSocket)?;
    loop {
        match socket.next().await.map_err(ExaminationError::Broken)? {
            Frame::Text(words) => {
                let hello = serde_json::from_str(&words).unwrap_or_default();
                // What else comes is not acknowledged, so Slack delivers it to whoever works.
                if text(&hello, "/type") == Some("hello") {
                    return Ok((hello, socket));
                }
            }
            Frame::Sign => {}
            Frame::Closed => return Err(ExaminationError::Closed),
        }
    }
}

/// Events that nobody acknowledges are delivered again; presses, commands and forms are not. So nobody listens beside those who work.
fn left_out(others: u64) -> Finding {
    let words = format!(
        "Not tried: {others} more sockets of this app are open, and a press or a command that came to this one would be lost."
    );
    Finding::doubtful(EVENTS, words, "Stop Countersign first, and run this again.")
}

#[cfg(test)]
mod tests {
    use kernel::Health;
    use wire::Timeouts;

    use super::*;
    use crate::scripted::{Answer, ScriptedSlack, quick, say, soon};

    fn means(slack: &ScriptedSlack) -> (Configured, Address) {
        let wire = Configured::new(Timeouts::default()).unwrap();
        (wire, slack.client(quick()).settings().api.clone())
    }

    async fn examined(wire: &Configured, api: &Address) -> Vec<Finding> {
        let (bot, app) = (Secret::new("xoxb-1"), Secret::new("xapp-1"));
        let examined = Examined {
            heard: None,
            wire,
            api,
            bot_token: Some(&bot),
            app_token: Some(&app),
            vault: None,
            public_url: api,
            member: Some("ana@fernwood.example"),
        };
        soon(Box::pin(examined.examine())).await
    }

    fn found(findings: &[Finding], about: &str) -> Finding {
        findings
            .iter()
            .find(|finding| finding.about == about)
            .cloned()
            .unwrap_or_else(|| panic!("{findings:?}"))
    }

    #[tokio::test]
    async fn tokens_of_two_apps_are_told_apart() {
        let mut slack = ScriptedSlack::start().await;
        slack
            .will("auth.test", Answer::Says(json!({"ok": true, "user": "bot", "team": "T", "bot_id": "B1"})));
        slack.will("bots.info", Answer::Says(json!({"ok": true, "bot": {"app_id": "A1"}})));
        let (wire, api) = means(&slack);
        let examining = tokio::spawn(async move { examined(&wire, &api).await });
        let mut socket = slack.socket().await;
        let hello = json!({"type": "hello", "num_connections": 1, "connection_info": {"app_id": "A2"}});
        say(&mut socket, &hello).await;
        let finding = found(&examining.await.unwrap(), APP);
        assert!(finding.health == Health::Broken && finding.words.contains("A1 and A2"), "{finding:?}");
    }

    #[tokio::test]
    async fn nothing_is_listened_for_while_others_listen_as_this_app() {
        let mut slack = ScriptedSlack::start().await;
        slack.will("auth.test", Answer::Says(json!({"ok": true, "user": "bot", "team": "T"})));
        let (wire, api) = means(&slack);
        let examining = tokio::spawn(async move { examined(&wire, &api).await });
        let mut socket = slack.socket().await;
        say(&mut socket, &json!({"type": "hello", "num_connections": 3})).await;
        let findings = examining.await.unwrap();
        let finding = found(&findings, "Slack events");
        assert!(finding.health == Health::Doubtful && finding.words.contains("Not tried"), "{finding:?}");
        assert!(slack.calls("chat.postMessage").is_empty());
    }

    #[tokio::test]
    async fn a_refused_token_and_a_missing_scope_are_said_with_what_to_do() {
        let slack = ScriptedSlack::start().await;
        slack.will("auth.test", Answer::Says(json!({"ok": false, "error": "invalid_auth"})));
        slack.will("apps.connections.open", Answer::Says(json!({"ok": false, "error": "missing_scope"})));
        let (wire, api) = means(&slack);
        let findings = examined(&wire, &api).await;
        for about in [BOT, APP] {
            let finding = found(&findings, about);
            assert_eq!(finding.health, Health::Broken);
            assert!(finding.remedy.unwrap().len() > 20);
        }
        let mut headers = HeaderMap::new();
        headers.insert("x-oauth-scopes", "chat:write, commands".parse().unwrap());
        let finding = scopes(&headers);
        assert!(finding.health == Health::Broken && finding.words.contains("im:history"), "{finding:?}");
        assert!(!finding.words.contains("chat:write"), "{finding:?}");
    }

    #[test]
    fn a_clock_that_is_wrong_is_noticed() {
        let at = |seconds: i64| {
            let then = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(seconds);
            let date = jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&then).unwrap();
            let mut headers = HeaderMap::new();
            headers.insert("date", date.parse().unwrap());
            clock(&headers).unwrap().health
        };
        assert_eq!(at(0), Health::Sound);
        assert_eq!(at(-60), Health::Doubtful);
        assert_eq!(at(400), Health::Broken);
    }
}
