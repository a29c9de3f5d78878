//! A call that has been let in, and the checks that methods share.

use serde_json::Value;

use crate::{
    Slack,
    answer::Refusal,
    arguments::Arguments,
    workspace::{Channel, ChannelKind, Workspace},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Nobody,
    Bot,
    App,
    Either,
    /// Of whoever configures apps.
    Configuration,
}

/// One call that has been let in.
pub(super) struct Call<'a> {
    pub(super) slack: &'a Slack,
    pub(super) arguments: &'a Arguments,
    pub(super) token: Token,
    /// Name and password of HTTP Basic.
    pub(super) basic: Option<(String, String)>,
}

/// A token that is good for a whole organisation says nothing of which workspace is meant.
pub(super) fn of_one_workspace(call: &Call<'_>, workspace: &Workspace) -> Result<(), Refusal> {
    let given = call.arguments.text("team_id")?.is_some_and(|team| !team.is_empty());
    if workspace.whole().is_none() || given { Ok(()) } else { Err(Refusal::new("missing_argument")) }
}

/// These fields of an object: not every method tells all there is of a thing.
pub(super) fn only(mut shown: Value, fields: &[&str]) -> Value {
    if let Some(object) = shown.as_object_mut() {
        object.retain(|name, _| fields.contains(&name.as_str()));
    }
    shown
}

/// The object without these fields.
pub(super) fn without(mut shown: Value, fields: &[&str]) -> Value {
    if let Some(object) = shown.as_object_mut() {
        object.retain(|name, _| !fields.contains(&name.as_str()));
    }
    shown
}

/// The channel, if the app may know of it: private channels are hidden from those outside.
pub(super) fn visible<'a>(workspace: &'a Workspace, id: &str) -> Result<&'a Channel, Refusal> {
    workspace
        .channel(id)
        .filter(|channel| !channel.is_hidden() || channel.has(&workspace.app.user))
        .ok_or_else(|| Refusal::new("channel_not_found"))
}

/// The channel, if the app was given the scope to do this in a conversation of its kind: `read` or `history`.
pub(super) fn readable<'a>(workspace: &'a Workspace, id: &str, deed: &str) -> Result<&'a Channel, Refusal> {
    let channel = visible(workspace, id)?;
    granted(workspace, &format!("{}:{deed}", family(&channel.kind)))?;
    Ok(channel)
}

/// The channel, if the app is in it.
pub(super) fn joined<'a>(workspace: &'a Workspace, id: &str) -> Result<&'a Channel, Refusal> {
    let channel = visible(workspace, id)?;
    if channel.has(&workspace.app.user) { Ok(channel) } else { Err(Refusal::new("not_in_channel")) }
}

/// Refuses what the app was not given this scope for.
pub(super) fn granted(workspace: &Workspace, scope: &str) -> Result<(), Refusal> {
    let scopes = &workspace.app.scopes;
    if scopes.iter().any(|has| has == scope) { Ok(()) } else { Err(Refusal::missing_scope(scope, scopes)) }
}

/// What the names of scopes begin with that are about conversations of this kind.
pub(super) fn family(kind: &ChannelKind) -> &'static str {
    match kind {
        ChannelKind::Public => "channels",
        ChannelKind::Private => "groups",
        ChannelKind::Group => "mpim",
        ChannelKind::Direct(_) => "im",
    }
}
