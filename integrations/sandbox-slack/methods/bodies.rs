//! Which methods read a JSON body. The others take a form or a query, and do not look into JSON at all.

use http::{HeaderMap, header};

/// Their pages list `application/x-www-form-urlencoded` and nothing else.
const FORMS_ONLY: [&str; 15] = [
    "bots.info",
    "chat.getPermalink",
    "conversations.history",
    "conversations.info",
    "conversations.list",
    "conversations.members",
    "conversations.replies",
    "files.getUploadURLExternal",
    "files.info",
    "reactions.get",
    "team.info",
    "users.conversations",
    "users.info",
    "users.list",
    "users.lookupByEmail",
];

/// As much of a body as the method reads.
pub(super) fn read<'a>(method: &str, headers: &HeaderMap, body: &'a [u8]) -> &'a [u8] {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_json = kind.trim_start().starts_with("application/json");
    if is_json && FORMS_ONLY.contains(&method) { &[] } else { body }
}
