//! The sessions of a workspace: their states, their titles and the lines under composers.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::{
    Slack, clockwork,
    ids::ChannelId,
    sessions::{PROCESSING_LIVES_MS, Session, SessionState},
    ts::Ts,
    workspace::Workspace,
};

impl Slack {
    /// Takes away what has stood too long; says how long nothing else will have.
    pub(crate) fn fade_old_statuses(&self) -> Duration {
        let (lives_ms, now) = (self.timing().status(), Ts::now());
        let first = self.read(|workspace| workspace.statuses.first().map(|(since, ..)| *since));
        let left = clockwork::left(first, lives_ms, now);
        if left.is_zero() {
            self.quietly(|workspace| workspace.fade_statuses(now, lives_ms));
            self.changes.ring();
        }
        left
    }
}

impl Workspace {
    pub(crate) fn session(&self, channel: &ChannelId, thread: Ts) -> Option<&Session> {
        self.sessions.get(channel)?.get(&thread)
    }

    /// The session of a thread, begun if there is none.
    pub(crate) fn session_mut(&mut self, channel: &ChannelId, thread: Ts) -> &mut Session {
        self.sessions.entry(channel.clone()).or_default().entry(thread).or_insert_with(|| Session {
            channel: channel.clone(),
            thread,
            status: String::new(),
            loading_messages: Vec::new(),
            status_since: None,
            state: None,
            processing_until: None,
            title: None,
            initiator: None,
        })
    }

    /// Puts a line under the composer of a thread; an empty one takes away what stands there.
    pub(crate) fn set_status(
        &mut self,
        channel: &ChannelId,
        thread: Ts,
        status: String,
        loading_messages: Vec<String>,
    ) {
        let since = (!status.is_empty()).then(Ts::now);
        let session = self.session_mut(channel, thread);
        session.status = status;
        session.loading_messages = loading_messages;
        session.status_since = since;
        self.statuses.extend(since.map(|since| (since, channel.clone(), thread)));
    }

    /// Takes away the lines that have stood for too long. One that was set anew since counts from then.
    fn fade_statuses(&mut self, now: Ts, lives_ms: u64) {
        let is_over = |(since, ..): &(Ts, _, _)| since.plus_milliseconds(lives_ms) <= now;
        while self.statuses.first().is_some_and(is_over) {
            let Some((since, channel, thread)) = self.statuses.pop_first() else { return };
            if self.session(&channel, thread).is_some_and(|session| session.status_since == Some(since)) {
                self.set_status(&channel, thread, String::new(), Vec::new());
            }
        }
    }

    /// Moves a session on, and tells the app as Slack does: the root of the thread is a changed message.
    pub(crate) fn set_session_state(&mut self, channel: &ChannelId, thread: Ts, state: SessionState) {
        let processing = state == SessionState::Processing;
        let session = self.session_mut(channel, thread);
        let same = session.state == Some(state);
        session.state = Some(state);
        session.processing_until = processing.then(|| Ts::now().plus_milliseconds(PROCESSING_LIVES_MS));
        if !same {
            self.tell_session(channel, thread);
        }
    }

    /// Names a session; gives what it was called before.
    pub(crate) fn name_session(&mut self, channel: &ChannelId, thread: Ts, title: &str) -> Option<String> {
        let before = self.session_mut(channel, thread).title.replace(title.to_owned());
        if before.as_deref() != Some(title) {
            self.tell_session(channel, thread);
        }
        before
    }

    /// The session of the thread that begins with this message, as messages carry it.
    pub(crate) fn session_shown(&self, channel: &ChannelId, root: Ts) -> Option<Value> {
        let session = self.session(channel, root)?;
        let state = session.state()?;
        let mut of_agent = Map::new();
        of_agent.insert("agent_bot_user_id".into(), json!(self.app.user));
        of_agent.insert("status".into(), json!(state));
        of_agent.insert("is_stoppable".into(), json!(self.configuration.hears_of("agent_session_stopped")));
        let mut shown = Map::new();
        shown.insert("status".into(), json!(state));
        shown.insert("agent_bot_user_ids".into(), json!([self.app.user]));
        if let Some(title) = &session.title {
            shown.insert("title".into(), json!(title));
        }
        if let Some(until) = session.processing_until.filter(|_| state == SessionState::Processing) {
            shown.insert("date_status_processing_expire".into(), json!(until.seconds()));
            of_agent.insert("date_status_processing_expire".into(), json!(until.seconds()));
        }
        shown.insert("agent_statuses".into(), json!([of_agent]));
        Some(Value::Object(shown))
    }

    fn tell_session(&mut self, channel: &ChannelId, thread: Ts) {
        if let Some(root) = self.message(channel, thread).cloned() {
            self.tell_changed(channel, &root, &root);
        }
    }
}
