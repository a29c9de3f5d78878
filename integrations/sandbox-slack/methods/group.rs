//! `conversations.open`: the direct message of one person, or of several, with the app.

use std::collections::BTreeSet;

use serde_json::json;

use super::{Answer, Call, Refusal, call::granted, conversations, visible};
use crate::{
    ids::UserId,
    workspace::{ChannelKind, Workspace},
};

const MOST_PEOPLE: usize = 8;

pub(super) fn open(call: &Call<'_>) -> Answer {
    let whole = call.arguments.flag("return_im")?;
    let users = call.arguments.text("users")?.unwrap_or_default();
    let mut users: Vec<String> = users.split(',').map(|user| user.trim().to_owned()).collect();
    users.retain(|user| !user.is_empty());
    users.sort();
    users.dedup();
    if users.len() > 1 {
        return open_group(call, &users);
    }
    let channel = call.arguments.text("channel")?.unwrap_or_default();
    call.slack.read(|workspace| {
        let place = match users.first() {
            None if channel.is_empty() => return Err(Refusal::new("users_list_not_supplied")),
            None => visible(workspace, &channel)?,
            Some(user) => {
                granted(workspace, "im:write")?;
                let person = conversations::reachable(workspace, user)?;
                workspace.direct_channel(&person.id).ok_or_else(|| Refusal::new("channel_not_found"))?
            }
        };
        Ok(json!({"no_op": true, "already_open": true, "channel": conversations::opened(workspace, place, whole)}))
    })
}

/// Opens it, or gives the one that is open already.
fn open_group(call: &Call<'_>, users: &[String]) -> Answer {
    let whole = call.arguments.flag("return_im")?;
    let only_look = call.arguments.flag("prevent_creation")?;
    if users.len() > MOST_PEOPLE {
        return Err(Refusal::new("too_many_users"));
    }
    call.slack.change(|workspace| {
        granted(workspace, "mpim:write")?;
        let people = users.iter().map(|user| conversations::reachable(workspace, user));
        let mut members = people.map(|person| Ok(person?.id.clone())).collect::<Result<BTreeSet<_>, _>>()?;
        members.insert(workspace.app.user.clone());
        let known = workspace
            .channels
            .values()
            .find(|channel| channel.kind == ChannelKind::Group && channel.members == members)
            .map(|channel| channel.id.clone());
        let already = known.is_some();
        let id = match known {
            Some(id) => id,
            None if only_look => return Err(Refusal::new("channel_not_found")),
            None => {
                let name = name(workspace, &members);
                workspace.open_channel(&name, ChannelKind::Group, members)
            }
        };
        let channel = visible(workspace, id.as_str())?;
        let shown = conversations::opened(workspace, channel, whole);
        Ok(if already {
            json!({"no_op": true, "already_open": true, "channel": shown})
        } else {
            json!({"channel": shown})
        })
    })
}

/// `mpdm-ana--ben--countersign-1`
fn name(workspace: &Workspace, members: &BTreeSet<UserId>) -> String {
    let handle = |id: &UserId| match workspace.person(id.as_str()) {
        Some(person) => person.handle.clone(),
        None => workspace.app.name.to_lowercase(),
    };
    let mut handles: Vec<String> = members.iter().map(handle).collect();
    handles.sort();
    format!("mpdm-{}-1", handles.join("--"))
}
