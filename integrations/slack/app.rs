//! What the app must be allowed and told in Slack. The manifest is generated from it.

/// The bot token's scopes.
pub const BOT_SCOPES: [&str; 18] = [
    "app_mentions:read",
    "assistant:write",
    "canvases:write",
    "channels:history",
    "channels:read",
    "chat:write",
    "commands",
    "files:read",
    "files:write",
    "groups:history",
    "groups:read",
    "im:history",
    "im:read",
    "im:write",
    "mpim:history",
    "mpim:read",
    "users:read",
    "users:read.email",
];

/// The events Slack sends us.
pub const BOT_EVENTS: [&str; 16] = [
    "agent_session_stopped",
    "agent_session_title_changed",
    "app_context_changed",
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "channel_id_changed",
    "channel_shared",
    "channel_unshared",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "team_join",
    "tokens_revoked",
    "user_change",
];

/// A command that people type with a slash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlashCommand {
    pub command: &'static str,
    pub description: &'static str,
    pub usage_hint: &'static str,
}

/// Another app of the workspace may have taken `/google`, so ours has a second name.
pub const SLASH_COMMANDS: [SlashCommand; 2] = [
    SlashCommand {
        command: "/countersign",
        description: "What waits for you and what is going on; undo, stop, and your Google accounts",
        usage_hint: "status | pending | rules | undo | tasks | stop | dry-run on | dry-run off | auth | scopes | default ADDRESS | disconnect ADDRESS | help",
    },
    SlashCommand {
        command: "/google",
        description: "Connect, look at, choose and disconnect your Google accounts",
        usage_hint: "auth | auth device | status | scopes | default ADDRESS | disconnect ADDRESS | help",
    },
];

/// Something that people find in the menu of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    pub name: &'static str,
    pub callback_id: &'static str,
    pub description: &'static str,
}

pub const SHORTCUTS: [Shortcut; 1] = [Shortcut {
    name: "Ask about this message",
    callback_id: crate::action_ids::ASK_ABOUT,
    description: "Ask Countersign about a message; it answers in the thread",
}];

/// Something that can be asked, offered to whoever does not know what to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Prompt {
    pub title: &'static str,
    pub message: &'static str,
}

/// Slack shows four at most.
pub const PROMPTS: [Prompt; 4] = [
    Prompt { title: "What's new", message: "What's new in my mail?" },
    Prompt { title: "Find a mail", message: "Find the latest invoice" },
    Prompt { title: "My week", message: "What's on my calendar this week?" },
    Prompt { title: "Find a file", message: "Find files about the budget" },
];
