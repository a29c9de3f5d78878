//! Where the app is, and what it belongs to: `conversations.join`, `conversations.leave`, `users.conversations` and
//! `team.info`.

use serde_json::{Value, json};

use super::{Answer, Call, Refusal, conversations, of_one_workspace, visible, without};
use crate::{
    cursor::Page,
    workspace::{Channel, ChannelKind},
};

pub(super) fn join(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    call.slack.change(|workspace| {
        let channel = visible(workspace, &channel)?;
        if channel.kind != ChannelKind::Public {
            return Err(Refusal::new("method_not_supported_for_channel_type"));
        }
        let already = channel.has(&workspace.app.user);
        let (id, app) = (channel.id.clone(), workspace.app.user.clone());
        if let Some(channel) = workspace.channels.get_mut(&id) {
            channel.members.insert(app.clone());
        }
        if !already {
            workspace.tell_joined(&id, &app, None);
        }
        let shown = conversations::described(workspace, visible(workspace, id.as_str())?);
        let shown = without(shown, &["connected_team_ids", "conversation_host_id"]);
        Ok(if already {
            json!({
                "channel": shown, "warning": "already_in_channel",
                "response_metadata": {"warnings": ["already_in_channel"]},
            })
        } else {
            json!({"channel": shown})
        })
    })
}

pub(super) fn leave(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    call.slack.change(|workspace| {
        let channel = visible(workspace, &channel)?;
        if channel.name == "general" {
            return Err(Refusal::new("cant_leave_general"));
        }
        if matches!(channel.kind, ChannelKind::Direct(_)) {
            return Err(Refusal::new("method_not_supported_for_channel_type"));
        }
        if !channel.has(&workspace.app.user) {
            return Ok(json!({"not_in_channel": true}));
        }
        let (id, app) = (channel.id.clone(), workspace.app.user.clone());
        if let Some(channel) = workspace.channels.get_mut(&id) {
            channel.members.remove(&app);
        }
        Ok(json!({}))
    })
}

/// The conversations that somebody and the app are in; without a `user`, those of the app.
pub(super) fn of_user(call: &Call<'_>) -> Answer {
    let limit = call.arguments.limit(100, 999)?;
    let cursor = call.arguments.text("cursor")?;
    let user = call.arguments.text("user")?.filter(|user| !user.is_empty());
    let types = conversations::types(call)?;
    call.slack.read(|workspace| {
        of_one_workspace(call, workspace)?;
        conversations::listable(workspace, &types)?;
        let app = &workspace.app.user;
        let user = match &user {
            None => app.clone(),
            Some(id) if id == app.as_str() => app.clone(),
            Some(id) => {
                workspace.person(id).map(|it| it.id.clone()).ok_or_else(|| Refusal::new("user_not_found"))?
            }
        };
        let shared = |channel: &&Channel| {
            let known = channel.kind == ChannelKind::Public || channel.has(app);
            channel.has(&user) && known && types.iter().any(|word| word == conversations::type_of(channel))
        };
        let channels: Vec<&Channel> = workspace.channels.values().filter(shared).collect();
        let page = Page::cut(channels, cursor.as_deref(), limit, |channel| channel.id.to_string())?;
        let shown = |channel| without(conversations::listed(workspace, channel), &["is_member"]);
        let channels: Vec<Value> = page.items.into_iter().map(shown).collect();
        Ok(json!({"channels": channels, "response_metadata": {"next_cursor": page.next}}))
    })
}

pub(super) fn team(call: &Call<'_>) -> Answer {
    let asked = call.arguments.text("team")?.filter(|team| !team.is_empty());
    call.slack.read(|workspace| {
        let team = &workspace.team;
        if asked.is_some_and(|id| id != team.id.to_string()) {
            return Err(Refusal::new("team_not_found"));
        }
        let domain = workspace.people.first().and_then(|person| person.address.split_once('@'));
        Ok(json!({"team": {
            "id": team.id, "name": team.name, "url": format!("https://{}.slack.com/", team.domain),
            "domain": team.domain, "email_domain": domain.map_or("", |(_, domain)| domain),
            "icon": {"image_default": true}, "avatar_base_url": "https://ca.slack-edge.com/", "is_verified": false,
        }}))
    })
}
