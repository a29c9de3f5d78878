//! The tier of every method.

use serde::Deserialize;

/// A bucket of calls: full at first, and filled again steadily.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit {
    pub(crate) tier: &'static str,
    /// Maximum number of calls at once.
    pub(crate) burst: u32,
    pub(crate) per_minute: u32,
    /// Counted for each channel by itself.
    pub(crate) by_channel: bool,
}

/// A limit in place of the table's.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenLimit {
    pub burst: u32,
    pub per_minute: u32,
}

// Slack publishes how many calls a minute it takes at least, and neither how it counts nor how many it takes at once. These
// are assumptions: a tier's minute at once, and the same number again in each minute.
const TIER_1: Limit = tier("1", 1);
const TIER_2: Limit = tier("2", 20);
const TIER_3: Limit = tier("3", 50);
const TIER_4: Limit = tier("4", 100);
/// Slack's tables say "special" and give no figure; assumed: several hundred a minute.
const SPECIAL: Limit = tier("special", 600);
/// Slack's words: about one message a second in a channel, with short bursts. Assumed: bursts of five.
const POSTS_IN_A_CHANNEL: Limit = Limit { tier: "posting", burst: 5, per_minute: 60, by_channel: true };
/// Slack's words: several hundred messages a minute in a workspace.
const POSTS_IN_THE_WORKSPACE: Limit = tier("posting", 600);

const fn tier(tier: &'static str, per_minute: u32) -> Limit {
    Limit { tier, burst: per_minute, per_minute, by_channel: false }
}

/// The limits of a method. A method in no table is taken to be of the third tier, as most are.
pub(crate) fn limits(method: &str) -> &'static [Limit] {
    match method {
        "apps.connections.open" | "apps.uninstall" => &[TIER_1],
        "auth.teams.list"
        | "canvases.create"
        | "chat.startStream"
        | "chat.stopStream"
        | "conversations.canvases.create"
        | "conversations.list"
        | "emoji.list"
        | "pins.add"
        | "pins.list"
        | "reactions.list"
        | "reactions.remove"
        | "usergroups.list"
        | "users.conversations"
        | "users.list" => &[TIER_2],
        "api.test"
        | "chat.appendStream"
        | "chat.postEphemeral"
        | "conversations.members"
        | "files.completeUploadExternal"
        | "files.getUploadURLExternal"
        | "files.info"
        | "oauth.v2.access"
        | "users.info"
        | "users.profile.get"
        | "views.open"
        | "views.publish"
        | "views.push"
        | "views.update" => &[TIER_4],
        "assistant.threads.setStatus"
        | "agents.sessions.setStatus"
        | "auth.test"
        | "blocks.validate"
        | "chat.getPermalink" => &[SPECIAL],
        "chat.postMessage" => &[POSTS_IN_A_CHANNEL, POSTS_IN_THE_WORKSPACE],
        _ => &[TIER_3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tiers_are_slacks_own() {
        let tier = |method| limits(method)[0].tier;
        assert_eq!(tier("chat.appendStream"), "4");
        assert_eq!(tier("chat.startStream"), "2");
        for method in
            ["chat.update", "conversations.replies", "conversations.history", "reactions.add", "bots.info"]
        {
            assert_eq!(tier(method), "3", "{method}");
        }
        assert_eq!(limits("chat.postMessage").iter().filter(|limit| limit.by_channel).count(), 1);
    }
}
