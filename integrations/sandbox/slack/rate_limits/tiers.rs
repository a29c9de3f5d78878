//! The tier of every method.

const MINUTE: u64 = 60_000;

/// So many calls in so much time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit {
    pub(crate) tier: &'static str,
    pub(crate) calls: usize,
    pub(crate) window_ms: u64,
    /// Counted for each channel by itself.
    pub(crate) by_channel: bool,
}

const TIER_1: Limit = Limit { tier: "1", calls: 1, window_ms: MINUTE, by_channel: false };
const TIER_2: Limit = Limit { tier: "2", calls: 20, window_ms: MINUTE, by_channel: false };
const TIER_3: Limit = Limit { tier: "3", calls: 50, window_ms: MINUTE, by_channel: false };
const TIER_4: Limit = Limit { tier: "4", calls: 100, window_ms: MINUTE, by_channel: false };
/// "Special" in Slack's tables: hundreds in a minute.
const SPECIAL: Limit = Limit { tier: "special", calls: 600, window_ms: MINUTE, by_channel: false };
/// About one message a second in a channel, with short bursts.
const POSTING: Limit = Limit { tier: "posting", calls: 5, window_ms: 5_000, by_channel: true };

/// The limit of a method. What is in no table is taken to be of the third tier, as most are.
pub(crate) fn limit(method: &str) -> Limit {
    match method {
        "apps.connections.open" | "apps.uninstall" => TIER_1,
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
        | "users.list" => TIER_2,
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
        | "views.update" => TIER_4,
        "assistant.threads.setStatus"
        | "agents.sessions.setStatus"
        | "auth.test"
        | "blocks.validate"
        | "chat.getPermalink" => SPECIAL,
        "chat.postMessage" => POSTING,
        _ => TIER_3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tiers_are_slacks_own() {
        let tier = |method| limit(method).tier;
        assert_eq!(tier("chat.appendStream"), "4");
        assert_eq!(tier("chat.startStream"), "2");
        for method in
            ["chat.update", "conversations.replies", "conversations.history", "reactions.add", "bots.info"]
        {
            assert_eq!(tier(method), "3", "{method}");
        }
        assert!(limit("chat.postMessage").by_channel);
    }
}
