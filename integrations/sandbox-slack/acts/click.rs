//! People press buttons and choose from menus.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Cannot, Clicked, action, press, somebody};
use crate::{
    Slack,
    blocks::Interactive,
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
pub struct Click {
    pub person: String,
    /// The channel's name or id; `dm` is the person's direct message with the app.
    pub channel: String,
    /// Of the message, ephemeral or not.
    pub ts: Ts,
    /// The `action_id`, or what the button says.
    pub action: String,
    /// What was chosen: the value of an option or of a feedback button, a date, a person …
    #[serde(default)]
    pub option: Option<Value>,
    /// A forged value in place of the button's own.
    #[serde(default)]
    pub value: Option<String>,
    /// How often it is pressed in a row.
    #[serde(default = "once")]
    pub times: u32,
}

fn once() -> u32 {
    1
}

/// The message that is pressed on.
pub(super) struct Target {
    channel: Channel,
    original: Original,
    pub(super) ts: Ts,
    thread: Option<Ts>,
    content: Content,
    /// As the payload shows it; an ephemeral message is not shown.
    pub(super) shown: Option<Value>,
}

/// An element of a message.
pub(super) struct Found<'a> {
    pub(super) one: Interactive<'a>,
    /// The number of the attachment it stands in, counted from one; `None` for one of the message itself.
    attachment: Option<usize>,
}

/// What was pressed, as it is told.
struct Deed {
    action: Value,
    /// Where it stands.
    container: Value,
    /// What then stands in the elements of the message.
    values: Value,
}

impl Slack {
    pub fn click(&self, click: &Click) -> Result<Clicked, Cannot> {
        self.change(|workspace| {
            let user = somebody(workspace, &click.person)?;
            let target = Target::seen(workspace, (&click.person, &user), &click.channel, click.ts)?;
            let found = target.element(&click.action)?;
            let mut clicked = Clicked { trigger_ids: Vec::new(), payloads: Vec::new() };
            for _ in 0..click.times {
                let now = workspace.next_ts();
                let deed = deed(workspace, &user, &target, (&found, click, now))?;
                let payload = payload(workspace, &self.base, &user, &target, &deed);
                workspace.menus.choose(&user, &target.ts.to_string(), deed.values);
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

fn deed(
    workspace: &Workspace,
    user: &UserId,
    target: &Target,
    (found, click, now): (&Found<'_>, &Click, Ts),
) -> Result<Deed, Cannot> {
    let (one, place) = (&found.one, target.ts.to_string());
    let before = workspace.menus.chosen(user, &place);
    let filling = Filling { workspace, of: Use::Taken, by: user, on: &place, before: &before };
    let mut action = action::told(&filling, one, click.option.as_ref(), now)?;
    if let (Some(forged), Some(fields)) = (&click.value, action.as_object_mut()) {
        fields.insert("value".to_owned(), json!(forged));
    }
    let given = action::given(one, click.option.as_ref());
    let all: Vec<Value> = target.places().flat_map(|(_, blocks)| blocks).cloned().collect();
    let values = filling.values(&all, &given).map_err(press::misfilled)?;
    Ok(Deed { action, container: target.container(found), values })
}

impl Target {
    /// The message, if that person can see it there.
    pub(super) fn seen(
        workspace: &Workspace,
        (person, user): (&str, &UserId),
        place: &str,
        ts: Ts,
    ) -> Result<Self, Cannot> {
        if let Some(ephemeral) = workspace.ephemerals.iter().find(|ephemeral| ephemeral.ts == ts) {
            if ephemeral.recipient != *user {
                return Err(Cannot::Allowed(format!(
                    "{person} cannot see the ephemeral message {ts}. Click as its recipient."
                )));
            }
            return Ok(Self {
                channel: channel(workspace, &ephemeral.channel)?,
                original: Original::Ephemeral(ephemeral.ts),
                ts: ephemeral.ts,
                thread: ephemeral.thread,
                content: ephemeral.content.clone(),
                shown: None,
            });
        }
        let (_, id) = super::present(workspace, person, place)?;
        let message = workspace.message(&id, ts).ok_or_else(|| {
            Cannot::Find(format!(
                "There is no message {ts} in `{place}`. GET /control/slack/messages lists them."
            ))
        })?;
        Ok(Self {
            channel: channel(workspace, &id)?,
            original: Original::Message(message.ts),
            ts: message.ts,
            thread: message.thread,
            content: message.content.clone(),
            shown: Some(workspace.shown(&id, message, Metadata::Shown)),
        })
    }

    /// The element of that `action_id`, or that says so.
    pub(super) fn element(&self, action: &str) -> Result<Found<'_>, Cannot> {
        let mut found = self.places().filter_map(|(attachment, blocks)| {
            action::named(blocks, action).map(|one| Found { one, attachment })
        });
        found.next().ok_or_else(|| {
            let all: Vec<Value> = self.places().flat_map(|(_, blocks)| blocks).cloned().collect();
            let there = action::known(&all);
            Cannot::Find(format!("{} has no action `{action}`. Its action ids: {there}.", self.ts))
        })
    }

    /// The blocks of the message, then those of each attachment with its number.
    fn places(&self) -> impl Iterator<Item = (Option<usize>, &[Value])> {
        let attached = self.content.attachments.iter().zip(1..).filter_map(|(attachment, number)| {
            Some((Some(number), attachment.get("blocks")?.as_array()?.as_slice()))
        });
        std::iter::once((None, self.content.blocks.as_slice())).chain(attached)
    }

    /// Where an element stands, as interactions say it.
    pub(super) fn container(&self, found: &Found<'_>) -> Value {
        let mut container = json!({
            "type": "message", "message_ts": self.ts, "channel_id": self.channel.id,
            "is_ephemeral": self.shown.is_none(),
        });
        let Some(fields) = container.as_object_mut() else { return container };
        if let Some(number) = found.attachment {
            fields.insert("type".into(), json!("message_attachment"));
            fields.insert("attachment_id".into(), json!(number));
            fields.insert("is_app_unfurl".into(), json!(false));
        }
        if let Some(thread) = self.thread {
            fields.insert("thread_ts".into(), json!(thread));
        }
        container
    }

    pub(super) fn channel_shown(&self) -> Value {
        let name = match self.channel.kind {
            ChannelKind::Public | ChannelKind::Group => self.channel.name.as_str(),
            ChannelKind::Private => "privategroup",
            ChannelKind::Direct(_) => "directmessage",
        };
        json!({"id": self.channel.id, "name": name})
    }
}

fn channel(workspace: &Workspace, id: &ChannelId) -> Result<Channel, Cannot> {
    let found = workspace.channel(id.as_str()).cloned();
    found.ok_or_else(|| Cannot::Find(format!("There is no channel {id}. GET /control/channels lists them.")))
}

fn payload(workspace: &mut Workspace, base: &str, user: &UserId, target: &Target, deed: &Deed) -> Value {
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
    let trigger = workspace.trigger(user);
    let app = &workspace.app;
    let mut payload = json!({
        "type": "block_actions",
        "user": {"id": user, "username": handle, "name": handle, "team_id": workspace.team_of(user)},
        "api_app_id": app.id,
        "token": app.verification_token,
        "container": deed.container,
        "trigger_id": trigger,
        "team": workspace.team_field(),
        "enterprise": workspace.enterprise_field(),
        "is_enterprise_install": workspace.whole().is_some(),
        "channel": target.channel_shown(),
        "state": {"values": deed.values},
        "response_url": response_url,
        "actions": [deed.action],
    });
    if let (Some(shown), Some(fields)) = (&target.shown, payload.as_object_mut()) {
        fields.insert("message".into(), shown.clone());
    }
    payload
}
