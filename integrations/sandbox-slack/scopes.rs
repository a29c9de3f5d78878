//! The scopes that a bot can be given, and those the app has from the start.

/// The scopes the app was installed with, as its manifest asks for them.
pub(crate) const INSTALLED: [&str; 20] = [
    "app_mentions:read",
    "assistant:write",
    "chat:write",
    "commands",
    "channels:history",
    "channels:read",
    "groups:history",
    "groups:read",
    "im:history",
    "im:read",
    "im:write",
    "mpim:history",
    "mpim:read",
    "files:read",
    "files:write",
    "reactions:write",
    "users:read",
    "users:read.email",
    "canvases:write",
    "reactions:read",
];

#[rustfmt::skip]
const OF_BOTS: [&str; 76] = [
    "app_mentions:read", "assistant:write",
    "bookmarks:read", "bookmarks:write",
    "calls:read", "calls:write",
    "canvases:read", "canvases:write",
    "channels:history", "channels:join", "channels:manage", "channels:read", "channels:write.invites", "channels:write.topic",
    "chat:write", "chat:write.customize", "chat:write.public",
    "commands",
    "conversations.connect:manage", "conversations.connect:read", "conversations.connect:write",
    "datastore:read", "datastore:write",
    "dnd:read", "emoji:read",
    "files:read", "files:write",
    "groups:history", "groups:read", "groups:write", "groups:write.invites", "groups:write.topic",
    "im:history", "im:read", "im:write", "im:write.topic",
    "incoming-webhook",
    "links.embed:write", "links:read", "links:write",
    "lists:read", "lists:write",
    "metadata.message:read",
    "mpim:history", "mpim:read", "mpim:write", "mpim:write.topic",
    "pins:read", "pins:write",
    "reactions:read", "reactions:write",
    "reminders:read", "reminders:write",
    "remote_files:read", "remote_files:share", "remote_files:write",
    "search:read.files", "search:read.im", "search:read.mpim", "search:read.private", "search:read.public", "search:read.users",
    "team.billing:read", "team.preferences:read", "team:read",
    "tokens.basic",
    "triggers:read", "triggers:write",
    "usergroups:read", "usergroups:write",
    "users.profile:read", "users:read", "users:read.email", "users:write",
    "workflow.steps:execute", "workflows.templates:read",
];

/// What is none of them is refused where an app asks for it.
pub(crate) fn is_known(scope: &str) -> bool {
    OF_BOTS.contains(&scope)
}
