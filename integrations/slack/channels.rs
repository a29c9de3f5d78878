//! Channels as Slack describes them: their names, and whether others than the workspace's own people may read them. One
//! answer serves both, because the method for it takes few calls.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use crate::json::{text, yes};
use crate::{Client, SlackError};

const INFO: &str = "conversations.info";
/// People of other companies are there or may come, or those of other workspaces are.
const SHARED: [&str; 3] =
    ["/channel/is_ext_shared", "/channel/is_pending_ext_shared", "/channel/is_org_shared"];
/// Maximum age of an answer about who may read a channel. Events tell when a channel is shared, but not when somebody is only
/// invited to it.
const FRESH: Duration = Duration::from_mins(1);
/// Maximum age of a name.
const NAMED: Duration = Duration::from_mins(5);
/// How soon the members of a channel are looked up beforehand again.
const LOOKED: Duration = Duration::from_secs(30);

pub(crate) struct Channels {
    client: Arc<Client>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Since when events of shared channels arrive.
    hears_since: Option<Instant>,
    channels: HashMap<String, Seen>,
    /// When an event told that others may read a channel, or may not any more.
    changed: HashMap<String, Instant>,
    looked: HashMap<String, Instant>,
}

#[derive(Clone)]
struct Seen {
    /// When it was asked for.
    at: Instant,
    name: Option<String>,
    is_shared: bool,
}

impl Channels {
    pub(crate) fn new(client: Arc<Client>) -> Self {
        Self { client, known: Mutex::default() }
    }

    pub(crate) fn hear(&self, everything: bool) {
        let mut known = self.known();
        known.hears_since = everything.then(|| known.hears_since.unwrap_or_else(Instant::now));
    }

    /// A channel was shared with another company, or is not any more.
    pub(crate) fn sharing_changed(&self, channel: &str) {
        let mut known = self.known();
        known.changed.retain(|_, at| at.elapsed() < FRESH);
        known.changed.insert(channel.to_owned(), Instant::now());
    }

    /// The name as people write it.
    pub(crate) async fn name(&self, channel: &str) -> Result<String, SlackError> {
        let known = self.known().channels.get(channel).filter(|seen| seen.at.elapsed() < NAMED).cloned();
        let seen = match known {
            Some(seen) => seen,
            None => self.look_up(channel).await?,
        };
        seen.name.ok_or_else(|| unclear("there is no name in the answer"))
    }

    /// Whether others than the workspace's own people are in a channel or may come. It may have been looked up a moment ago
    /// if events of shared channels have arrived since.
    pub(crate) async fn is_shared(&self, channel: &str) -> Result<bool, SlackError> {
        let known = self.known().is_shared(channel);
        match known {
            Some(is_shared) => Ok(is_shared),
            None => Ok(self.look_up(channel).await?.is_shared),
        }
    }

    async fn look_up(&self, channel: &str) -> Result<Seen, SlackError> {
        let at = Instant::now();
        let answer = self.client.get(INFO, &[("channel", channel.to_owned())]).await?;
        if text(&answer, "/channel/id").is_none() {
            return Err(unclear("there is no channel in the answer"));
        }
        let is_shared = SHARED.iter().any(|sign| yes(&answer, sign));
        let seen = Seen { at, name: name(&answer), is_shared };
        let mut known = self.known();
        known.channels.retain(|_, seen| seen.at.elapsed() < NAMED);
        known.channels.insert(channel.to_owned(), seen.clone());
        Ok(seen)
    }

    /// Whether the members of a channel were not looked up beforehand just now; from now on they were.
    pub(crate) fn is_first_look(&self, channel: &str) -> bool {
        let mut known = self.known();
        known.looked.retain(|_, at| at.elapsed() < LOOKED);
        known.looked.insert(channel.to_owned(), Instant::now()).is_none()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn is_shared(&self, channel: &str) -> Option<bool> {
        let seen = self.channels.get(channel).filter(|seen| seen.at.elapsed() < FRESH)?;
        let heard = self.hears_since.is_some_and(|since| since <= seen.at);
        // An answer can be older than the event that came while it was waited for.
        let changed = self.changed.get(channel).is_some_and(|at| seen.at <= *at);
        (heard && !changed).then_some(seen.is_shared)
    }
}

/// A conversation of several people has a name that nobody knows it by.
fn name(answer: &Value) -> Option<String> {
    let name = text(answer, "/channel/name")?;
    let many = yes(answer, "/channel/is_mpim");
    Some(if many { "the group message".to_owned() } else { format!("#{name}") })
}

fn unclear(why: &str) -> SlackError {
    SlackError::Unclear { method: INFO.to_owned(), why: why.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::scripted::{Answer, ScriptedSlack, quick, time_passes};

    async fn asks(slack: &ScriptedSlack, channels: &Channels) -> usize {
        slack.will(
            "conversations.info",
            Answer::Says(json!({ "ok": true, "channel": { "id": "C1", "name": "hall" } })),
        );
        let before = slack.calls("conversations.info").len();
        // No question is asked at the instant of an event.
        time_passes(Duration::from_millis(1)).await;
        assert!(!channels.is_shared("C1").await.unwrap());
        time_passes(Duration::from_millis(1)).await;
        slack.calls("conversations.info").len() - before
    }

    #[tokio::test]
    async fn an_answer_is_kept_only_while_events_arrive_and_until_one_does() {
        let slack = ScriptedSlack::start().await;
        let channels = Channels::new(slack.client(quick()));
        assert_eq!(
            (asks(&slack, &channels).await, asks(&slack, &channels).await),
            (1, 1),
            "nothing is heard yet"
        );
        channels.hear(true);
        assert_eq!((asks(&slack, &channels).await, asks(&slack, &channels).await), (1, 0));
        channels.sharing_changed("C1");
        assert_eq!((asks(&slack, &channels).await, asks(&slack, &channels).await), (1, 0));
        channels.hear(false);
        channels.hear(true);
        assert_eq!(asks(&slack, &channels).await, 1, "an event may have been missed");
    }

    #[tokio::test]
    async fn an_event_that_comes_while_an_answer_is_waited_for_counts_for_more() {
        let slack = ScriptedSlack::start().await;
        let channels = Channels::new(slack.client(quick()));
        channels.hear(true);
        slack.will("conversations.info", Answer::Says(json!({ "ok": true, "channel": { "id": "C1" } })));
        let (asked, ()) = tokio::join!(channels.is_shared("C1"), async { channels.sharing_changed("C1") });
        assert!(!asked.unwrap());
        assert_eq!(asks(&slack, &channels).await, 1);
    }

    #[tokio::test]
    async fn one_answer_tells_the_name_too() {
        let slack = ScriptedSlack::start().await;
        let channels = Channels::new(slack.client(quick()));
        assert_eq!(asks(&slack, &channels).await, 1);
        assert_eq!(channels.name("C1").await.unwrap(), "#hall");
        assert_eq!(slack.calls("conversations.info").len(), 1);
    }
}
