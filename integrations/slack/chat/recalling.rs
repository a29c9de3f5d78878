//! Reading a thread that was written without us.

use std::time::Duration;

use kernel::ports::{History, Recalled, Soon, Stretch, Written};
use kernel::{MessageRef, Reach, ThreadId, Time};
use serde_json::Value;
use tokio::time::Instant;

use super::slack_chat::SlackChat;
use crate::SlackError;
use crate::json::{list, text};
use crate::limits;
use crate::names::{Place, User};
use crate::read::{files, is_written, whole};

/// Somebody waits for an answer: what cannot be read by then is left out.
const PATIENCE: Duration = Duration::from_secs(4);
/// Longer threads than this are read from their end that is older.
const MOST_PAGES: usize = 15;

impl SlackChat {
    /// Page after page, until the end or until it takes too long. One odd message loses only itself.
    async fn read_thread(&self, stretch: &Stretch) -> Recalled {
        let nothing = Recalled { messages: Vec::new(), reach: Reach::BrokenOff };
        let Some(thread) = Place::of_thread(&stretch.thread) else { return nothing };
        let deadline = Instant::now() + PATIENCE;
        let mut recalled = Recalled { reach: Reach::Whole, ..nothing };
        let mut cursor = String::new();
        for _ in 0..MOST_PAGES {
            let page = tokio::time::timeout_at(deadline, self.page(&thread, stretch, &cursor)).await;
            let answer = match page {
                Ok(Ok(answer)) => answer,
                Ok(Err(error)) => {
                    tracing::warn!(thread = %stretch.thread, %error, "a thread cannot be read");
                    return Recalled { reach: Reach::BrokenOff, ..recalled };
                }
                Err(_) => {
                    tracing::warn!(thread = %stretch.thread, "a thread takes too long to read");
                    return Recalled { reach: Reach::BrokenOff, ..recalled };
                }
            };
            let messages = list(&answer, "/messages").iter();
            let about = stretch.about.as_ref();
            recalled.messages.extend(messages.filter_map(|message| self.written(&thread, message, about)));
            match text(&answer, "/response_metadata/next_cursor") {
                Some(next) if next != cursor => next.clone_into(&mut cursor),
                _ => return recalled,
            }
        }
        Recalled { reach: Reach::BrokenOff, ..recalled }
    }

    async fn page(&self, thread: &Place, stretch: &Stretch, cursor: &str) -> Result<Value, SlackError> {
        let ts = |message: &MessageRef| Place::of_message(message).map(|place| place.ts);
        let mut parameters = vec![
            ("channel", thread.channel.clone()),
            ("ts", thread.ts.clone()),
            ("limit", limits::MESSAGES.to_string()),
        ];
        parameters.extend(stretch.after.as_ref().and_then(ts).map(|oldest| ("oldest", oldest)));
        parameters.extend(ts(&stretch.before).map(|latest| ("latest", latest)));
        if !cursor.is_empty() {
            parameters.push(("cursor", cursor.to_owned()));
        }
        self.client.get("conversations.replies", &parameters).await
    }

    fn written(&self, thread: &Place, message: &Value, about: Option<&MessageRef>) -> Option<Written> {
        let ts = text(message, "/ts")?;
        let name = Place::new(&thread.team, &thread.channel, ts)?.message();
        // What we say is in the journal, but not in that of this thread if it begins with something we told somebody.
        let told = thread.is_direct() && thread.root() == Some(ts);
        let passed_over = self.is_by_us(message) && !told && about != Some(&name);
        if passed_over || !is_written(message) {
            return None;
        }
        let author = text(message, "/user").or(text(message, "/bot_id"))?;
        let words = whole(message, &self.identity.bot_user);
        (!words.is_empty()).then_some(Written {
            message: name,
            from: User::new(&thread.team, author)?.person(),
            at: moment(ts),
            words,
            files: files(&thread.team, message),
        })
    }
}

/// Seconds with a fraction, as Slack names its messages.
fn moment(ts: &str) -> Time {
    let (seconds, fraction) = ts.split_once('.').unwrap_or((ts, ""));
    let number = |digits: &str| digits.parse::<i64>().unwrap_or_default();
    let milliseconds = number(fraction.get(..3).unwrap_or(fraction));
    Time(number(seconds).saturating_mul(1000).saturating_add(milliseconds))
}

impl History for SlackChat {
    fn has_before(&self, thread: &ThreadId, message: &MessageRef) -> bool {
        match (Place::of_thread(thread), Place::of_message(message)) {
            (Some(thread), Some(message)) => thread.root().is_some_and(|root| root != message.ts),
            _ => false,
        }
    }

    fn recall<'a>(&'a self, stretch: &'a Stretch) -> Soon<'a, Recalled> {
        Box::pin(self.read_thread(stretch))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tests::chat;
    use super::*;
    use crate::scripted::{Answer, ScriptedSlack, soon};

    const REPLIES: &str = "conversations.replies";

    fn stretch() -> Stretch {
        Stretch { thread: "T1:C1:1.0".into(), after: None, before: "T1:C1:9.0".into(), about: None }
    }

    fn words(recalled: &Recalled) -> Vec<&str> {
        recalled.messages.iter().map(|written| written.words.as_str()).collect()
    }

    #[tokio::test]
    async fn a_thread_is_read_to_its_end_and_one_odd_message_loses_only_itself() {
        let slack = ScriptedSlack::start().await;
        let first = json!({"ok": true, "response_metadata": {"next_cursor": "more"}, "messages": [
            {"ts": "1.5", "user": "U1", "text": "one"}, {"ts": 7, "user": "U1", "text": "odd"}, null,
            {"ts": "2.0", "user": "UBOT", "text": "ours"},
            {"ts": "3.0", "user": "U2", "subtype": "channel_join", "text": "came in"}]});
        let second = json!({"ok": true, "messages": [
            {"ts": "4.0", "bot_id": "B2", "subtype": "bot_message", "attachments": [{"text": "an alert"}]}]});
        slack.will(REPLIES, Answer::Says(first));
        slack.will(REPLIES, Answer::Says(second));
        let recalled = soon(chat(&slack).recall(&stretch())).await;
        assert_eq!(words(&recalled), ["one", "an alert"]);
        assert_eq!((recalled.reach, recalled.messages[0].at), (Reach::Whole, Time(1005)));
        assert_eq!(recalled.messages[1].from.0, "T1:B2");
        let calls = slack.calls(REPLIES);
        assert_eq!(
            (&calls[0]["ts"], &calls[0]["latest"], &calls[1]["cursor"]),
            (&json!("1.0"), &json!("9.0"), &json!("more"))
        );
    }

    #[tokio::test]
    async fn what_we_told_somebody_is_read_where_they_answer_it() {
        let slack = ScriptedSlack::start().await;
        let messages = json!({"ok": true, "messages": [
            {"ts": "1.0", "user": "UBOT", "text": "told"}, {"ts": "2.0", "user": "UBOT", "text": "answered"}]});
        for (thread, read) in [("T1:D1:1.0", vec!["told"]), ("T1:C1:1.0", vec![])] {
            slack.will(REPLIES, Answer::Says(messages.clone()));
            let stretch = Stretch { thread: thread.into(), ..stretch() };
            assert_eq!(words(&soon(chat(&slack).recall(&stretch)).await), read);
        }
    }

    #[tokio::test]
    async fn what_cannot_be_read_is_left_out_and_that_is_known() {
        let slack = ScriptedSlack::start().await;
        let first = json!({"ok": true, "response_metadata": {"next_cursor": "more"},
            "messages": [{"ts": "1.0", "user": "U1", "text": "one"}]});
        slack.will(REPLIES, Answer::Says(first));
        slack.will(REPLIES, Answer::Busy { seconds: 30 });
        let recalled = soon(chat(&slack).recall(&stretch())).await;
        assert_eq!((words(&recalled), recalled.reach), (vec!["one"], Reach::BrokenOff));
    }
}
