//! The workspace as the control API and the page look at it.

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Slack,
    acts::Cannot,
    configuration::Configuration,
    deliveries::{Attempt, Delivery, Stage},
    message::Metadata,
    sessions::SessionState,
    ts::Ts,
    workspace::{App, ChannelKind, Standing, Workspace},
};

/// A person as the card lists them.
#[derive(Clone, Debug, Serialize)]
pub struct PersonView {
    pub handle: String,
    pub name: String,
    pub slack_user_id: String,
    pub address: String,
    /// The IANA time zone.
    pub zone: String,
    pub(crate) standing: Standing,
    /// What is shown beside the name of those who are not simply members.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badge: Option<&'static str>,
}

impl Slack {
    pub fn app(&self) -> App {
        self.read(|workspace| workspace.app.clone())
    }

    pub fn configuration(&self) -> Configuration {
        self.read(|workspace| workspace.configuration.clone())
    }

    pub fn team_id(&self) -> String {
        self.read(|workspace| workspace.team.id.to_string())
    }

    /// How the address of every message begins.
    pub fn archives(&self) -> String {
        self.read(|workspace| workspace.team.archives())
    }

    /// What the workspace is called.
    pub fn team_name(&self) -> String {
        self.read(|workspace| workspace.team.name.clone())
    }

    pub fn people(&self) -> Vec<PersonView> {
        self.read(|workspace| {
            let shown = |person: &super::workspace::Person| PersonView {
                handle: person.handle.clone(),
                name: person.name.clone(),
                slack_user_id: person.id.to_string(),
                address: person.address.clone(),
                zone: person.zone.clone(),
                standing: person.standing.clone(),
                badge: person.standing.badge(),
            };
            workspace.people.iter().map(shown).collect()
        })
    }

    pub fn channels(&self) -> Vec<Value> {
        self.read(|workspace| {
            let shown = |channel: &super::workspace::Channel| {
                let members: Vec<&str> = channel
                    .members
                    .iter()
                    .filter_map(|id| workspace.person(id.as_str()))
                    .map(|person| person.handle.as_str())
                    .collect();
                let kind = match channel.kind {
                    ChannelKind::Public => "public",
                    ChannelKind::Private => "private",
                    ChannelKind::Group => "group_dm",
                    ChannelKind::Direct(_) => "dm",
                };
                let agent = channel.has(&workspace.app.user);
                json!({"id": channel.id, "name": channel.name, "kind": kind, "members": members, "agent": agent, "sharing": channel.sharing})
            };
            workspace.channels.values().map(shown).collect()
        })
    }

    /// The messages of a channel, or of one thread, oldest first. `dm:HANDLE` is somebody's direct message.
    pub fn messages(
        &self,
        channel: &str,
        thread: Option<Ts>,
        after: Option<Ts>,
    ) -> Result<Vec<Value>, Cannot> {
        self.read(|workspace| {
            let id = match channel.strip_prefix("dm:").and_then(|handle| workspace.person_by_handle(handle)) {
                Some(person) => workspace.direct_channel(&person.id),
                None => workspace.channel(channel).or_else(|| workspace.channel_by_name(channel)),
            };
            let id = id.map(|channel| channel.id.clone()).ok_or_else(|| {
                Cannot::Find(format!(
                    "There is no channel `{channel}`. GET /control/channels lists them; `dm:HANDLE` is a direct message."
                ))
            })?;
            let messages = workspace.messages.get(&id).into_iter().flat_map(|messages| messages.values());
            Ok(messages
                .filter(|message| after.is_none_or(|after| message.ts > after))
                .filter(|message| thread.is_none_or(|root| message.ts == root || message.thread == Some(root)))
                .map(|message| workspace.shown(&id, message, Metadata::Shown))
                .collect())
        })
    }

    /// The ephemeral messages of one person, or of all.
    pub fn ephemerals(&self, person: Option<&str>) -> Vec<Value> {
        self.read(|workspace| {
            let mine = |recipient: &str| {
                workspace
                    .person(recipient)
                    .map(|it| it.handle.as_str())
                    .filter(|handle| person.is_none_or(|person| person == *handle || person == recipient))
            };
            let said = workspace.ephemerals.iter().map(|it| (it, "app"));
            let said = said.chain(workspace.slackbot.iter().map(|it| (it, "slackbot")));
            said.filter_map(|(it, from)| {
                    let handle = mine(it.recipient.as_str())?;
                    Some(json!({
                        "from": from, "ts": it.ts, "channel": it.channel, "person": handle, "thread_ts": it.thread,
                        "text": it.content.text, "blocks": it.content.blocks,
                        "attachments": it.content.attachments,
                    }))
                })
                .collect()
        })
    }

    /// The content of a file somebody can see.
    pub fn file_of(&self, handle: &str, id: &str) -> Option<Vec<u8>> {
        self.read(|workspace| {
            let person = workspace.person_by_handle(handle)?;
            let file = workspace.file(id).filter(|file| workspace.may_see(&person.id, file))?;
            Some(file.content.clone())
        })
    }

    /// The status line and session of every thread that has one.
    pub fn statuses(&self) -> Vec<Value> {
        self.read(|workspace| {
            workspace
                .sessions
                .values()
                .flat_map(|threads| threads.values())
                .map(|session| {
                    json!({
                        "channel": session.channel, "thread_ts": session.thread, "status": session.status,
                        "loading_messages": session.loading_messages, "session": session.state(),
                        "stoppable": session.state() == Some(SessionState::Processing)
                            && workspace.configuration.hears_of("agent_session_stopped"),
                        "title": session.title, "initiator": session.initiator,
                    })
                })
                .collect()
        })
    }

    /// What was sent to the app, and when it was acknowledged.
    pub fn deliveries(&self) -> Vec<Value> {
        self.read(|workspace: &Workspace| workspace.deliveries.all().iter().map(|it| delivery(it)).collect())
    }
}

fn delivery(delivery: &Delivery) -> Value {
    let stage = match delivery.stage {
        Stage::Waiting(_) => "waiting",
        Stage::Sent => "sent",
        Stage::Acknowledged => "acknowledged",
        Stage::GivenUp => "given_up",
    };
    let delivered_at = delivery.attempts.first().map(|attempt| attempt.sent_at);
    let took = delivered_at
        .zip(delivery.acked_at)
        .map(|(sent, acked)| acked.microseconds().saturating_sub(sent.microseconds()) / 1000);
    let attempt = |attempt: &Attempt| json!({"at": attempt.sent_at, "socket": attempt.connection, "outcome": attempt.outcome});
    let tries: Vec<Value> = delivery.attempts.iter().map(attempt).collect();
    json!({
        "event_id": delivery.id, "kind": delivery.kind, "about": delivery.about, "stage": stage,
        "queued_at": delivery.queued_at, "delivered_at": delivered_at, "acked_at": delivery.acked_at,
        "ack_ms": took, "attempts": delivery.attempts.len(), "tries": tries,
        "channel": delivery.channel, "ts": delivery.ts,
    })
}
