//! People press buttons and choose from menus.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Cannot, somebody};
use crate::slack::{
    Slack,
    deliveries::Kind,
    ids::{ChannelId, UserId},
    message::{Content, Metadata},
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
    /// The value of the option chosen from a menu.
    #[serde(default)]
    pub(crate) option: Option<String>,
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
            let (block_id, mut element) =
                element(&target.content, &click.action).ok_or_else(|| nothing_there(&target, click))?;
            if let (Some(forged), Some(fields)) = (&click.value, element.as_object_mut()) {
                fields.insert("value".to_owned(), json!(forged));
            }
            let mut clicked = Clicked { trigger_ids: Vec::new(), payloads: Vec::new() };
            for _ in 0..click.times {
                let action = action(&block_id, &element, click.option.as_deref(), workspace.next_ts())?;
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

fn elements(content: &Content) -> impl Iterator<Item = (String, &Value)> {
    content.blocks.iter().flat_map(|block| {
        let id = block.get("block_id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let listed = block.get("elements").and_then(Value::as_array).into_iter().flatten();
        listed.chain(block.get("accessory")).map(move |element| (id.clone(), element))
    })
}

fn element(content: &Content, action: &str) -> Option<(String, Value)> {
    let named = |field: &Value| field.as_str() == Some(action);
    elements(content)
        .find(|(_, element)| element.get("action_id").is_some_and(named))
        .or_else(|| elements(content).find(|(_, element)| element.pointer("/text/text").is_some_and(named)))
        .map(|(id, element)| (id, element.clone()))
}

fn nothing_there(target: &Target, click: &Click) -> Cannot {
    let there: Vec<&str> = elements(&target.content)
        .filter_map(|(_, element)| element.get("action_id").and_then(Value::as_str))
        .collect();
    let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
    Cannot::Find(format!("{} has no action `{}`. Its action ids: {there}.", click.ts, click.action))
}

fn action(block_id: &str, element: &Value, option: Option<&str>, now: Ts) -> Result<Value, Cannot> {
    let mut action = Map::new();
    for name in ["type", "action_id", "text", "value", "style", "url", "placeholder", "confirm"] {
        if let Some(value) = element.get(name) {
            action.insert(name.to_owned(), value.clone());
        }
    }
    action.insert("block_id".to_owned(), json!(block_id));
    action.insert("action_ts".to_owned(), json!(now));
    if let Some(options) = element.get("options").and_then(Value::as_array) {
        let chosen = options.iter().find(|choice| choice.get("value").and_then(Value::as_str) == option);
        let chosen = chosen.ok_or_else(|| {
            Cannot::Find("This is a menu. Give the `value` of one of its options as `option`.".to_owned())
        })?;
        action.insert("selected_option".to_owned(), chosen.clone());
    }
    Ok(Value::Object(action))
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
        ChannelKind::Public => target.channel.name.as_str(),
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
    let (team, app) = (&workspace.team, &workspace.app);
    let mut payload = json!({
        "type": "block_actions",
        "user": {"id": user, "username": handle, "name": handle, "team_id": workspace.team_of(user)},
        "api_app_id": app.id,
        "token": app.verification_token,
        "container": container,
        "trigger_id": trigger,
        "team": {"id": team.id, "domain": team.domain},
        "enterprise": null,
        "is_enterprise_install": false,
        "channel": {"id": target.channel.id, "name": name},
        "state": {"values": {}},
        "response_url": response_url,
        "actions": [action],
    });
    if let (Some(shown), Some(fields)) = (&target.shown, payload.as_object_mut()) {
        fields.insert("message".into(), shown.clone());
    }
    payload
}
