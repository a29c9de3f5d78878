//! The files of a workspace that are about to be shown.

use std::time::Duration;

use crate::{
    Slack,
    answer::Refusal,
    clockwork,
    events::Order,
    files::{Stage, uploads::Upload},
    ids::ChannelId,
    message::{Author, Content},
    posting::Draft,
    ts::Ts,
    workspace::Workspace,
};

impl Workspace {
    /// Promises the message; what would be refused is refused now, as nobody is there to be told later.
    pub(crate) fn show_soon(
        &mut self,
        channel: ChannelId,
        thread: Option<Ts>,
        content: Content,
        files: Vec<String>,
    ) -> Result<(), Refusal> {
        if let Some(root) = thread {
            self.is_root(&channel, root)?;
        }
        self.uploads.push_back(Upload { since: Ts::now(), channel, thread, content, files });
        Ok(())
    }

    fn show_what_is_due(&mut self, now: Ts, wait_ms: u64) {
        while self.uploads.front().is_some_and(|upload| upload.since.plus_milliseconds(wait_ms) <= now) {
            let Some(Upload { channel, thread, content, mut files, .. }) = self.uploads.pop_front() else {
                return;
            };
            files.retain(|id| self.file(id).is_some_and(|file| file.stage == Stage::Complete));
            let is_there = self.channel(channel.as_str()).is_some_and(|place| place.has(&self.app.user));
            if files.is_empty() || !is_there {
                continue;
            }
            let (author, order) = (Author::App, Order::default());
            let draft = Draft { author, thread, content, broadcast: false, order, files };
            // The root may be gone by now, and then so is the file's place.
            drop(self.post(&channel, draft));
        }
    }
}

impl Slack {
    /// Shows what has waited long enough; says how long nothing else will have.
    pub(crate) fn show_uploads(&self) -> Duration {
        let (wait_ms, now) = (self.timing().share(), Ts::now());
        let first = self.read(|workspace| workspace.uploads.front().map(|upload| upload.since));
        let left = clockwork::left(first, wait_ms, now);
        if left.is_zero() {
            self.quietly(|workspace| workspace.show_what_is_due(now, wait_ms));
            self.changes.ring();
        }
        left
    }
}
