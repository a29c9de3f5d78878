//! `conversations.open` for several people: a direct message of all of them and the app.

use std::collections::BTreeSet;

use serde_json::json;

use super::{Answer, Call, Refusal, conversations};
use crate::{
    ids::UserId,
    workspace::{ChannelKind, Workspace},
};

const MOST_PEOPLE: usize = 8;

/// Opens it, or gives the one that is open already.
pub(super) fn open(call: &Call<'_>, users: &[String]) -> Answer {
    let whole = call.arguments.flag("return_im")?;
    let only_look = call.arguments.flag("prevent_creation")?;
    if users.len() > MOST_PEOPLE {
        return Err(Refusal::new("too_many_users"));
    }
    call.slack.change(|workspace| {
        conversations::granted(workspace, "mpim:write")?;
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
        let channel = super::visible(workspace, id.as_str())?;
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
