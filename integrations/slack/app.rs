//! What the app must be allowed and told in Slack. The manifest is generated from it.

/// The bot token's scopes.
pub const BOT_SCOPES: [&str; 17] = [
    "app_mentions:read",
    "assistant:write",
    "channels:history",
    "channels:read",
    "chat:write",
    "files:read",
    "files:write",
    "groups:history",
    "groups:read",
    "im:history",
    "im:read",
    "im:write",
    "mpim:history",
    "mpim:read",
    "reactions:write",
    "users:read",
    "users:read.email",
];

/// The events Slack sends us.
pub const BOT_EVENTS: [&str; 12] = [
    "agent_session_stopped",
    "agent_session_title_changed",
    "app_mention",
    "app_uninstalled",
    "channel_id_changed",
    "channel_shared",
    "channel_unshared",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
];
