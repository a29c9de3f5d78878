//! Whether a file that was put somewhere stands there. Slack says yes to an upload before it is shared.

use std::time::Duration;

use serde_json::Value;

use super::files::{COMPLETE, INFO};
use super::message::Destination;
use super::slack_chat::SlackChat;
use crate::SlackError;

/// Between looking and looking again; after the last it is not expected any more. Slack looks through a file first, which
/// may take a while.
const PAUSES: [Duration; 7] = [
    Duration::from_millis(250),
    Duration::from_millis(750),
    Duration::from_millis(1_500),
    Duration::from_millis(2_500),
    Duration::from_secs(5),
    Duration::from_secs(10),
    Duration::from_secs(10),
];
/// What stands in place of Slack's code where a file did not appear.
const NOT_SHARED: &str = "not_shared";

impl SlackChat {
    /// What cannot be looked up counts as shared: nobody is to get it twice.
    pub(super) async fn appears(&self, file: &str, to: &Destination) -> Result<(), SlackError> {
        for pause in PAUSES.into_iter().map(Some).chain([None]) {
            match self.client.get(INFO, &[("file", file.to_owned())]).await {
                Ok(facts) if stands(&facts, &to.channel) => return Ok(()),
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(%error, file, "it cannot be told whether a file stands where it was put");
                    return Ok(());
                }
            }
            if let Some(pause) = pause {
                tokio::time::sleep(pause).await;
            }
        }
        Err(SlackError::Refused { method: COMPLETE.to_owned(), code: NOT_SHARED.to_owned() })
    }
}

fn stands(facts: &Value, channel: &str) -> bool {
    ["public", "private"].into_iter().any(|side| {
        let shares = facts.pointer("/file/shares").and_then(|shares| shares.get(side)?.get(channel));
        shares.and_then(Value::as_array).is_some_and(|shares| !shares.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_file_stands_where_it_is_shared_and_nowhere_else() {
        let facts = json!({"file": {"shares": {"private": {"D1": [{"ts": "1.0"}], "D2": []}}}});
        assert!(stands(&facts, "D1"));
        assert!(!stands(&facts, "D2") && !stands(&facts, "C1") && !stands(&json!({}), "D1"));
    }
}
