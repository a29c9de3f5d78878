//! Beginning, going on and ending: a stream ends when the app stops it, when somebody presses Stop, or by itself.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Stream, StreamState};
use crate::{
    Slack,
    acts::Cannot,
    answer::Refusal,
    clockwork,
    ids::ChannelId,
    message::{Author, Content, Message},
    ts::Ts,
    workspace::Workspace,
};

impl Slack {
    /// Ends what has lived too long; says how long nothing else will.
    pub(crate) fn end_old_streams(&self) -> Duration {
        let (lives_ms, now) = (self.timing().stream(), Ts::now());
        let first = self.read(|workspace| workspace.streaming.first().map(|(started, ..)| *started));
        let left = clockwork::left(first, lives_ms, now);
        if left.is_zero() {
            self.quietly(|workspace| workspace.end_streams(now, lives_ms));
            self.changes.ring();
        }
        left
    }

    /// Ends a stream as if its time were over.
    pub fn end_stream(&self, ts: Ts) -> Result<(), Cannot> {
        self.change(|workspace| {
            let is_open = |(_, channel, known): &&(Ts, ChannelId, Ts)| {
                *known == ts && workspace.message(channel, ts).is_some()
            };
            let open = workspace.streaming.iter().find(is_open).cloned();
            let Some((_, channel, ts)) = open else {
                return Err(Cannot::Find(format!(
                    "No message {ts} is being streamed. GET /control/slack/streams lists those that are."
                )));
            };
            workspace.close_stream(&channel, ts, StreamState::Errored);
            Ok(())
        })
    }

    /// Every message that is or was streamed.
    pub fn streams(&self) -> Vec<Value> {
        self.read(|workspace| {
            let all = workspace.messages.iter().flat_map(|(channel, messages)| {
                messages
                    .values()
                    .filter_map(move |message| Some((channel, message, message.stream.as_ref()?)))
            });
            all.map(|(channel, message, stream)| {
                json!({
                    "channel": channel, "ts": message.ts, "thread_ts": message.thread, "state": stream.state,
                    "mode": stream.mode, "started_at": stream.started_at, "markdown": stream.markdown(),
                    "plan": stream.plan_title(), "tasks": stream.tasks().collect::<Vec<_>>(),
                })
            })
            .collect()
        })
    }
}

impl Workspace {
    /// The stream of that message, if the app may go on with it.
    pub(crate) fn streaming(&mut self, channel: &ChannelId, ts: Ts) -> Result<&mut Message, Refusal> {
        let message = self
            .message_mut(channel, ts)
            .filter(|message| !message.tombstone)
            .ok_or_else(|| Refusal::new("message_not_found"))?;
        if message.author != Author::App {
            return Err(Refusal::new("message_not_owned_by_app"));
        }
        match message.stream.as_ref().map(|stream| stream.state) {
            Some(StreamState::InProgress) => Ok(message),
            Some(StreamState::StoppedByUser) => Err(Refusal::new("stopped_by_user")),
            Some(StreamState::Completed | StreamState::Errored) | None => {
                Err(Refusal::new("message_not_in_streaming_state"))
            }
        }
    }

    /// Ends those whose time is over, told by the clock and not by what is said in them.
    fn end_streams(&mut self, now: Ts, lives_ms: u64) {
        let is_over = |(started, ..): &(Ts, _, _)| started.plus_milliseconds(lives_ms) <= now;
        while self.streaming.first().is_some_and(is_over) {
            // Taken away here, as its message may be gone.
            let Some((_, channel, ts)) = self.streaming.pop_first() else { return };
            self.close_stream(&channel, ts, StreamState::Errored);
        }
    }

    /// Somebody has pressed Stop in a thread; gives the messages that stop growing.
    pub(crate) fn stop_streams(&mut self, channel: &ChannelId, thread: Ts) -> Vec<Ts> {
        let here: Vec<Ts> = self
            .streaming
            .iter()
            .filter(|(_, place, ts)| {
                place == channel && self.message(channel, *ts).is_some_and(|it| it.thread == Some(thread))
            })
            .map(|(.., ts)| *ts)
            .collect();
        for ts in &here {
            self.close_stream(channel, *ts, StreamState::StoppedByUser);
        }
        here
    }

    /// Gives a streamed message its last content and tells the app of it, once.
    pub(crate) fn finish_stream(
        &mut self,
        (channel, ts): (&ChannelId, Ts),
        state: StreamState,
        content: impl FnOnce(&Stream, Option<Value>) -> Content,
    ) {
        let told = self.stream_as_told(channel, ts);
        let Some(message) = self.message_mut(channel, ts) else { return };
        let metadata = message.content.metadata.clone();
        let Some(stream) = message.stream.as_mut() else { return };
        stream.state = state;
        let started = stream.started_at;
        message.content = content(stream, metadata);
        let after = message.clone();
        self.streaming.remove(&(started, channel.clone(), ts));
        if let Some(before) = told {
            self.tell_changed(channel, &before, &after);
        }
    }

    fn close_stream(&mut self, channel: &ChannelId, ts: Ts, state: StreamState) {
        self.finish_stream((channel, ts), state, |stream, metadata| stream.content(&[], metadata));
    }

    /// The message as the app last heard of it: when it began. What was appended since was told to nobody.
    fn stream_as_told(&self, channel: &ChannelId, ts: Ts) -> Option<Message> {
        let mut message = self.message(channel, ts)?.clone();
        message.content = message.stream.as_ref()?.first.clone();
        Some(message)
    }

    /// An update makes whole again what has ended by itself; what goes on is not for updating.
    pub(crate) fn mend_stream(&mut self, channel: &ChannelId, ts: Ts) -> Result<(), Refusal> {
        let stream = self.message_mut(channel, ts).and_then(|message| message.stream.as_mut());
        match stream {
            Some(stream) if stream.state == StreamState::InProgress => {
                Err(Refusal::new("streaming_state_conflict"))
            }
            Some(stream) => {
                stream.state = StreamState::Completed;
                Ok(())
            }
            None => Ok(()),
        }
    }
}
