//! `conversations.open`, `.info`, `.list` and `.members`.

use serde_json::{Value, json};

use super::{Answer, Call, Refusal, call::granted, of_one_workspace, only, readable, users::LOCALE, without};
use crate::{
    cursor::Page,
    ids::{TeamId, UserId},
    workspace::{Channel, ChannelKind, Person, Standing, Workspace},
};

/// The fields of a conversation in the answer of `conversations.open`, for direct messages of one or several people.
const OPENED: [&str; 10] = [
    "id",
    "created",
    "updated",
    "is_archived",
    "is_im",
    "is_open",
    "is_org_shared",
    "context_team_id",
    "user",
    "priority",
];

/// The conversation in the answer of `conversations.open`: whole only for `return_im`.
pub(super) fn opened(workspace: &Workspace, channel: &Channel, whole: bool) -> Value {
    let fields = if whole { &OPENED[..] } else { &["id"] };
    only(described(workspace, channel), fields)
}

/// Somebody the app may begin a direct message with.
pub(super) fn reachable<'a>(workspace: &'a Workspace, user: &str) -> Result<&'a Person, Refusal> {
    let person = workspace.person(user).ok_or_else(|| Refusal::new("user_not_found"))?;
    match person.standing {
        Standing::Deactivated => Err(Refusal::new("user_disabled")),
        Standing::External(_) => Err(Refusal::new("user_not_visible")),
        Standing::Member | Standing::Guest | Standing::SingleChannelGuest => Ok(person),
    }
}

pub(super) fn info(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    let count = call.arguments.flag("include_num_members")?;
    let locale = call.arguments.flag("include_locale")?;
    call.slack.read(|workspace| {
        let channel = readable(workspace, &channel, "read")?;
        let mut shown = described(workspace, channel);
        if let (true, Some(fields)) = (count, shown.as_object_mut()) {
            fields.insert("num_members".into(), json!(channel.members.len()));
        }
        if let (true, Some(fields)) = (locale, shown.as_object_mut()) {
            fields.insert("locale".into(), json!(LOCALE));
        }
        Ok(json!({"channel": shown}))
    })
}

pub(super) fn list(call: &Call<'_>) -> Answer {
    let limit = call.arguments.limit(100, 1000)?;
    let cursor = call.arguments.text("cursor")?;
    let types = types(call)?;
    call.slack.read(|workspace| {
        of_one_workspace(call, workspace)?;
        listable(workspace, &types)?;
        let channels: Vec<&Channel> = workspace
            .channels
            .values()
            .filter(|channel| types.iter().any(|word| word == type_of(channel)))
            .filter(|channel| !channel.is_hidden() || channel.has(&workspace.app.user))
            .collect();
        let page = Page::cut(channels, cursor.as_deref(), limit, |channel| channel.id.to_string())?;
        let channels: Vec<Value> = page.items.iter().map(|channel| listed(workspace, channel)).collect();
        Ok(json!({"channels": channels, "response_metadata": {"next_cursor": page.next}}))
    })
}

/// The kinds of conversations that are asked for.
pub(super) fn types(call: &Call<'_>) -> Result<Vec<String>, Refusal> {
    let types = call.arguments.text("types")?.unwrap_or_else(|| "public_channel".to_owned());
    let types: Vec<String> = types.split(',').map(|word| word.trim().to_owned()).collect();
    let known = |word: &String| matches!(word.as_str(), "public_channel" | "private_channel" | "mpim" | "im");
    if types.iter().all(known) { Ok(types) } else { Err(Refusal::new("invalid_types")) }
}

/// Refuses to list a kind of conversation that the app was not given the scope for.
pub(super) fn listable(workspace: &Workspace, types: &[String]) -> Result<(), Refusal> {
    types.iter().try_for_each(|word| {
        let family = match word.as_str() {
            "public_channel" => "channels",
            "private_channel" => "groups",
            direct => direct,
        };
        granted(workspace, &format!("{family}:read"))
    })
}

/// The word for it among `types`.
pub(super) fn type_of(channel: &Channel) -> &'static str {
    match channel.kind {
        ChannelKind::Public => "public_channel",
        ChannelKind::Private => "private_channel",
        ChannelKind::Group => "mpim",
        ChannelKind::Direct(_) => "im",
    }
}

pub(super) fn members(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    let limit = call.arguments.limit(100, 1000)?;
    let cursor = call.arguments.text("cursor")?;
    call.slack.read(|workspace| {
        let members: Vec<String> =
            readable(workspace, &channel, "read")?.members.iter().map(ToString::to_string).collect();
        let page = Page::cut(members, cursor.as_deref(), limit, Clone::clone)?;
        Ok(json!({"members": page.items, "response_metadata": {"next_cursor": page.next}}))
    })
}

/// The channel in a list, where some fields are missing and closed accounts are marked.
pub(super) fn listed(workspace: &Workspace, channel: &Channel) -> Value {
    let mut shown = without(described(workspace, channel), &["connected_team_ids", "is_open"]);
    if let (ChannelKind::Direct(user), Some(fields)) = (&channel.kind, shown.as_object_mut()) {
        fields.insert("is_user_deleted".into(), json!(gone(workspace, user)));
    }
    shown
}

/// The channel as `conversations.info` shows it.
pub(super) fn described(workspace: &Workspace, channel: &Channel) -> Value {
    let private = channel.kind != ChannelKind::Public;
    let sharing = &channel.sharing;
    let outside = channel.is_shared_outside();
    let teams: Vec<&TeamId> = [&workspace.team.id].into_iter().chain(&sharing.with).collect();
    match &channel.kind {
        ChannelKind::Direct(user) => json!({
            "id": channel.id, "created": channel.created, "is_archived": false, "is_im": true,
            "is_org_shared": false, "context_team_id": workspace.team.id, "updated": channel.created * 1000,
            "user": user, "is_open": true, "priority": 0,
        }),
        ChannelKind::Public | ChannelKind::Private | ChannelKind::Group => json!({
            "id": channel.id, "name": channel.name, "name_normalized": channel.name,
            "is_channel": !private, "is_group": private, "is_im": false,
            "is_mpim": channel.kind == ChannelKind::Group,
            "is_private": private, "created": channel.created, "creator": channel.members.first(),
            "is_archived": false, "is_general": channel.name == "general", "unlinked": 0,
            "is_shared": outside || sharing.organisation, "is_ext_shared": outside,
            "is_org_shared": sharing.organisation, "is_pending_ext_shared": !sharing.pending.is_empty(),
            "pending_shared": sharing.pending, "pending_connected_team_ids": sharing.pending,
            "context_team_id": workspace.team.id, "conversation_host_id": workspace.team.id,
            "connected_team_ids": sharing.with, "internal_team_ids": [workspace.team.id],
            "shared_team_ids": teams,
            "is_member": channel.has(&workspace.app.user), "updated": channel.created * 1000,
            "topic": {"value": "", "creator": "", "last_set": 0},
            "purpose": {"value": "", "creator": "", "last_set": 0}, "previous_names": [],
        }),
    }
}

fn gone(workspace: &Workspace, user: &UserId) -> bool {
    workspace.person(user.as_str()).is_some_and(|person| person.standing == Standing::Deactivated)
}
