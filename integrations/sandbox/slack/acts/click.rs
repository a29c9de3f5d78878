//! People press buttons and choose from menus.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Cannot, action, somebody};
use crate::slack::{
    Slack,
    deliveries::Kind,
    ids::{ChannelId, UserId},
    message::{Content, Metadata},
    modals::{Filling, Use},
    response_urls::{Original, ResponseUrl},
    ts::Ts,
    workspace::{Channel, ChannelKind, Workspace},
};

/// A press of a button, or a choice from a menu.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Click {
    pub(crate) person: String,
    /// The channel's name or id; `dm` is the person's direct message with the app.
    pub(crate) channel: String,
    /// Of the message, ephemeral or not.
    pub(crate) ts: Ts,
    /// The `action_id`, or what the button says.
    pub(crate) action: String,
    /// What was chosen: the value of an option or of a feedback button, a date, a person …
    #[serde(default)]
    pub(crate) option: Option<Value>,
    /// A forged value in place of the button's own.
    #[serde(default)]
    pub(crate) value: Option<String>,
    /// How often it is pressed in a row.
    #[serde(default = "once")]
    pub(crate) times: u32,
}

/// What was sent to the app, one for each press.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Clicked {
    pub(crate) trigger_ids: Vec<String>,
    pub(crate) payloads: Vec<Value>,
}

fn once() -> u32 {
    1
}

/// The message that is pressed on.
struct Target {
    channel: Channel,
    original: Original,
    ts: Ts,
    thread: Option<Ts>,
    content: Content,
    /// As the payload shows it; an ephemeral message is not shown.
    shown: Option<Value>,
}

impl Slack {
    pub(crate) fn click(&self, click: &Click) -> Result<Clicked, Cannot> {
        self.change(|workspace| {
            let user = somebody(workspace, &click.person)?;
            let target = target(workspace, click, &user)?;
            let one = action::named(&target.content.blocks, &click.action)
                .ok_or_else(|| nothing_there(&target, click))?;
            let mut clicked = Clicked { trigger_ids: Vec::new(), payloads: Vec::new() };
            for _ in 0..click.times {
                let now = workspace.next_ts();
                let mut action = action::told(workspace, &one, click.option.as_ref(), now)?;
                if let (Some(forged), Some(fields)) = (&click.value, action.as_object_mut()) {
                    fields.insert("value".to_owned(), json!(forged));
                }
                let payload = payload(workspace, &self.base, &user, &target, &action);
                let trigger =
                    payload.get("trigger_id").and_then(Value::as_str).unwrap_or_default().to_owned();
                workspace.deliveries.queue(Kind::Interactive, trigger.clone(), "block_actions", &payload);
                clicked.trigger_ids.push(trigger);
                clicked.payloads.push(payload);
            }
            Ok(clicked)
        })
    }
}

fn target(workspace: &Workspace, click: &Click, user: &UserId) -> Result<Target, Cannot> {
    let ephemeral = workspace.ephemerals.iter().find(|ephemeral| ephemeral.ts == click.ts);
    if let Some(ephemeral) = ephemeral {
        if ephemeral.recipient != *user {
            return Err(Cannot::Allowed(format!(
                "{} cannot see the ephemeral message {}. Click as its recipient.",
                click.person, click.ts
            )));
        }
        return Ok(Target {
            channel: channel(workspace, &ephemeral.channel)?,
            original: Original::Ephemeral(ephemeral.ts),
            ts: ephemeral.ts,
            thread: ephemeral.thread,
            content: ephemeral.content.clone(),
            shown: None,
        });
    }
    let (_, id) = super::present(workspace, &click.person, &click.channel)?;
    let message = workspace.message(&id, click.ts).ok_or_else(|| {
        Cannot::Find(format!(
            "There is no message {} in `{}`. GET /control/slack/messages lists them.",
            click.ts, click.channel
        ))
    })?;
    Ok(Target {
        channel: channel(workspace, &id)?,
        original: Original::Message(message.ts),
        ts: message.ts,
        thread: message.thread,
        content: message.content.clone(),
        shown: Some(workspace.shown(&id, message, Metadata::Shown)),
    })
}

fn channel(workspace: &Workspace, id: &ChannelId) -> Result<Channel, Cannot> {
    let found = workspace.channel(id.as_str()).cloned();
    found.ok_or_else(|| Cannot::Find(format!("There is no channel {id}. GET /control/channels lists them.")))
}

fn nothing_there(target: &Target, click: &Click) -> Cannot {
    let there = action::known(&target.content.blocks);
    Cannot::Find(format!("{} has no action `{}`. Its action ids: {there}.", click.ts, click.action))
}

fn payload(workspace: &mut Workspace, base: &str, user: &UserId, target: &Target, action: &Value) -> Value {
    let now = workspace.next_ts();
    let person = workspace.person(user.as_str());
    let handle = person.map(|person| person.handle.clone()).unwrap_or_default();
    let url = ResponseUrl {
        channel: target.channel.id.clone(),
        user: user.clone(),
        original: target.original.clone(),
        made_at: now,
        uses: 0,
    };
    let response_url = Slack::response_url(workspace, base, url);
    let ephemeral = target.shown.is_none();
    let name = match target.channel.kind {
        ChannelKind::Public | ChannelKind::Group => target.channel.name.as_str(),
        ChannelKind::Private => "privategroup",
        ChannelKind::Direct(_) => "directmessage",
    };
    let mut container = json!({
        "type": "message", "message_ts": target.ts, "channel_id": target.channel.id, "is_ephemeral": ephemeral,
    });
    if let (Some(thread), Some(fields)) = (target.thread, container.as_object_mut()) {
        fields.insert("thread_ts".into(), json!(thread));
    }
    let trigger = workspace.trigger(user);
    let app = &workspace.app;
    let mut payload = json!({
        "type": "block_actions",
        "user": {"id": user, "username": handle, "name": handle, "team_id": workspace.team_of(user)},
        "api_app_id": app.id,
        "token": app.verification_token,
        "container": container,
        "trigger_id": trigger,
        "team": workspace.team_field(),
        "enterprise": workspace.enterprise_field(),
        "is_enterprise_install": workspace.whole().is_some(),
        "channel": {"id": target.channel.id, "name": name},
        "state": {"values": state(workspace, target, action)},
        "response_url": response_url,
        "actions": [action],
    });
    if let (Some(shown), Some(fields)) = (&target.shown, payload.as_object_mut()) {
        fields.insert("message".into(), shown.clone());
    }
    payload
}

/// What stands in the elements of the message that keep what was chosen.
fn state(workspace: &Workspace, target: &Target, action: &Value) -> Value {
    let filling = Filling { workspace, of: Use::Taken };
    let mut values = filling.values(&target.content.blocks, &Map::new()).unwrap_or_else(|_| json!({}));
    let text = |name: &str| action.get(name).and_then(Value::as_str).unwrap_or_default();
    if let Some(known) = values.pointer_mut(&format!("/{}/{}", text("block_id"), text("action_id")))
        && let Some(fields) = known.as_object_mut()
    {
        for (name, value) in fields.iter_mut() {
            *value = action.get(name).cloned().unwrap_or_default();
        }
    }
    values
}
