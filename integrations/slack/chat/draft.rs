//! A message that grows before people's eyes. It is streamed – begun, added to, and gone on with in another before Slack
//! ends it – or, where Slack streams nothing, written anew ([`edits`]).
//!
//! What stands there is made whole by [`over`](super::over) when the answer is known, so nothing here is ever sent twice
//! in the hope that it was lost the first time: a message of which we do not know what it says is written anew.

mod beginning;
pub(super) mod beginnings;
mod edits;
mod slack_draft;

use kernel::MessageRef;
use kernel::ports::{ChatError, Draft, Growth, Soon, TaskState};
use serde_json::{Value, json};
use tokio::time::Instant;

use beginning::Beginning;
pub(super) use slack_draft::SlackDraft;
use slack_draft::{Stream, Way};

use super::message::{Destination, edit};
use super::slack_chat::{UPDATE, thread_at, user_of};
use crate::SlackError;
use crate::json::text;
use crate::limits::{self, cut};
use crate::names::{Place, User};
use crate::render::{draft_page, open_fence, plan_title, settled};

const START: &str = "chat.startStream";
const APPEND: &str = "chat.appendStream";
const CONTINUED: &str = "_(continued)_\n\n";
/// So many calls that did not get through, and it grows no more.
const MOST_TROUBLES: u32 = 3;

impl SlackDraft {
    async fn add(&mut self, growth: &Growth) -> Result<Option<MessageRef>, SlackError> {
        self.pending.add(growth);
        let to = thread_at(&self.thread)?;
        if let (Some(stream), Way::Edits) = (&self.stream, self.way) {
            edits::pause(stream).await;
        }
        if let Some(stream) = self.stream.take_if(|stream| stream.is_full(&self.pending)) {
            self.chat.end_stream(&to, &stream.ts).await?;
            self.goes_on_after(&stream.said.text);
        }
        match (self.stream.take(), self.way) {
            (None, _) => self.begin(&to).await,
            (Some(stream), Way::Stream) => self.append(&to, stream).await.map(|()| None),
            (Some(stream), Way::Edits) => self.rewrite(&to, stream).await.map(|()| None),
        }
    }

    async fn begin(&mut self, to: &Destination) -> Result<Option<MessageRef>, SlackError> {
        let mut said = self.pending.clone();
        said.text.insert_str(0, &self.beginning);
        let safe = settled(&said.text);
        let mut chunks = chunks(&safe, &said);
        chunks.extend(plan(&said));
        if chunks.is_empty() {
            return Ok(None);
        }
        let ts = match self.way {
            Way::Stream => self.start(to, &chunks, &said).await?,
            Way::Edits => self.post(to, &said).await?,
        };
        let Some(ts) = ts else { return Ok(None) };
        self.begun.push(ts.clone());
        self.pending = Growth::default();
        let message = Place::new(&to.team, &to.channel, &ts).map(|place| place.message());
        let since = Instant::now();
        let planned = plan_title(&said).is_some();
        self.stream = Some(Stream { ts, since, said, sent: safe.len(), told: since, planned });
        Ok(message)
    }

    async fn start(
        &mut self,
        to: &Destination,
        chunks: &[Value],
        said: &Growth,
    ) -> Result<Option<String>, SlackError> {
        let User { team, user } = user_of(&self.reader)?;
        let start = json!({
            "channel": to.channel, "thread_ts": to.root, "chunks": chunks,
            "recipient_team_id": team, "recipient_user_id": user,
            "task_display_mode": if plan_title(said).is_some() { "plan" } else { "timeline" },
        });
        match self.beginning_at(to).say(START, start).await {
            Ok(answer) => Ok(text(&answer, "/ts").map(str::to_owned)),
            Err(SlackError::Unclear { .. }) => self.chat.unheard_of(to, &self.begun).await,
            Err(error @ SlackError::Refused { .. }) => {
                tracing::debug!(%error, "nothing is streamed here; the message is written anew instead");
                self.way = Way::Edits;
                self.post(to, said).await
            }
            Err(error) => self.trouble(error).map(|()| None),
        }
    }

    fn beginning_at(&self, to: &Destination) -> Beginning {
        Beginning { chat: self.chat.clone(), to: to.clone(), known: self.begun.clone() }
    }

    async fn append(&mut self, to: &Destination, mut stream: Stream) -> Result<(), SlackError> {
        let mut said = stream.said.clone();
        said.add(&self.pending);
        let safe = settled(&said.text);
        let mut chunks = chunks(safe.get(stream.sent..).unwrap_or_default(), &self.pending);
        if stream.planned && !self.pending.tasks.is_empty() {
            chunks.extend(plan(&said));
        }
        if chunks.is_empty() {
            self.stream = Some(stream);
            return Ok(());
        }
        let append = json!({"channel": to.channel, "ts": stream.ts, "chunks": chunks});
        match self.chat.client.post_once(APPEND, &append).await {
            Ok(_) => {
                self.pending = Growth::default();
                stream.sent = safe.len();
                self.stream = Some(Stream { said, ..stream });
                Ok(())
            }
            // Somebody has pressed Stop.
            Err(error @ SlackError::Refused { .. }) if error.is_called("stopped_by_user") => Err(error),
            Err(SlackError::Refused { .. } | SlackError::Unclear { .. }) => {
                self.mend(to, &stream.ts, said).await
            }
            Err(error) => {
                self.stream = Some(stream);
                self.trouble(error)
            }
        }
    }

    /// Slack ended the stream, or we do not know what it says: it is written anew, and what follows goes into another.
    async fn mend(&mut self, to: &Destination, ts: &str, said: Growth) -> Result<(), SlackError> {
        self.chat.end_stream(to, ts).await?;
        let place = Place { team: to.team.clone(), channel: to.channel.clone(), ts: ts.to_owned() };
        self.chat.client.post(UPDATE, &edit(&place, &draft_page(&said))).await?;
        self.pending = Growth::default();
        self.goes_on_after(&said.text);
        Ok(())
    }

    fn goes_on_after(&mut self, text: &str) {
        let fence = open_fence(text).map(|fence| format!("{fence}\n")).unwrap_or_default();
        self.beginning = format!("{CONTINUED}{fence}");
    }

    /// What did not get through is sent with what comes next, unless that would never end.
    fn trouble(&mut self, error: SlackError) -> Result<(), SlackError> {
        self.troubles += 1;
        let passing = matches!(error, SlackError::Busy { .. } | SlackError::Unsent { .. });
        if passing && self.troubles < MOST_TROUBLES { Ok(()) } else { Err(error) }
    }
}

impl Draft for SlackDraft {
    fn grow<'a>(&'a mut self, growth: &'a Growth) -> Soon<'a, Result<Option<MessageRef>, ChatError>> {
        Box::pin(async move {
            if self.over {
                return Err(ChatError::Refused("the message grows no more".to_owned()));
            }
            let grown = self.add(growth).await;
            self.over = grown.is_err();
            Ok(grown?)
        })
    }
}

/// What stands over several steps.
fn plan(growth: &Growth) -> Option<Value> {
    plan_title(growth).map(|title| json!({"type": "plan_update", "title": title}))
}

fn chunks(text: &str, growth: &Growth) -> Vec<Value> {
    let said = (!text.is_empty()).then(|| json!({"type": "markdown_text", "text": text}));
    let tasks = growth.tasks.iter().map(|task| {
        let status = match task.state {
            TaskState::Running => "in_progress",
            TaskState::Done => "complete",
            TaskState::Failed => "error",
        };
        json!({"type": "task_update", "id": task.id, "title": cut(&task.title, limits::TASK), "status": status})
    });
    said.into_iter().chain(tasks).collect()
}

#[cfg(test)]
mod tests;
