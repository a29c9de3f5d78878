//! What one step works with, and the families of steps.

use std::sync::atomic::AtomicBool;

use futures_util::future::select;
use kernel::ports::{Lane, StoreError};
use kernel::{CardEntry, Entry, Record, ReplyEntry, Stop, Time};

use crate::runtime::Engine;
use crate::thread::Progress;
use crate::worker::ask_model::spending::Tally;
use crate::worker::replies::live_draft::LiveDraft;
use crate::worker::status::Shown;
use crate::worker::{
    AskModel, Authorization, Cards, Consents, PrepareCalls, Replies, Retract, RunCalls, Undo,
};

/// One step of one thread: its journal as it was read before the step, and the signals that can end the step early.
#[derive(Clone)]
pub(crate) struct StepContext<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) lane: &'a Lane,
    /// A message may stand in the chat without an entry in the journal: the worker before this one vanished, or the chat did
    /// not answer.
    pub(crate) doubtful: &'a AtomicBool,
    /// The process is about to end.
    pub(crate) closing: &'a Stop,
    pub(crate) live_draft: &'a LiveDraft,
    pub(crate) shown: &'a Shown,
    pub(crate) tally: &'a Tally,
    pub(crate) journal: &'a [Record],
    pub(crate) progress: &'a Progress,
    /// Since when the turn has been worked on.
    pub(crate) since: Time,
    pub(crate) stop: Stop,
    /// The request was edited or deleted.
    pub(crate) changed: Stop,
}

/// The families of steps. Each borrows the context, so that each file names the state it works with.
impl StepContext<'_> {
    pub(crate) fn ask_model(&self) -> AskModel<'_> {
        AskModel { ctx: self }
    }

    pub(crate) fn prepare_calls(&self) -> PrepareCalls<'_> {
        PrepareCalls { ctx: self }
    }

    pub(crate) fn authorization(&self) -> Authorization<'_> {
        Authorization { ctx: self }
    }

    pub(crate) fn run_calls(&self) -> RunCalls<'_> {
        RunCalls { ctx: self }
    }

    pub(crate) fn cards(&self) -> Cards<'_> {
        Cards { ctx: self }
    }

    pub(crate) fn replies(&self) -> Replies<'_> {
        Replies { ctx: self }
    }

    pub(crate) fn consents(&self) -> Consents<'_> {
        Consents { ctx: self }
    }

    pub(crate) fn undo(&self) -> Undo<'_> {
        Undo { ctx: self }
    }

    pub(crate) fn retract(&self) -> Retract<'_> {
        Retract { ctx: self }
    }
}

impl StepContext<'_> {
    /// Whether what the step does is still wanted. What says otherwise is in the journal.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.stop.is_pulled() && !self.changed.is_pulled()
    }

    pub(crate) async fn no_longer_wanted(&self) {
        select(self.stop.pulled(), self.changed.pulled()).await;
    }

    pub(crate) async fn append(&self, entries: Vec<Entry>) -> Result<(), StoreError> {
        let posted = |entry: &Entry| {
            matches!(
                entry,
                Entry::Card(CardEntry::CardShown { .. })
                    | Entry::Reply(ReplyEntry::Posted { .. } | ReplyEntry::Drafting { .. })
            )
        };
        if entries.iter().any(posted) {
            self.shown.we_have_spoken(&entries);
        }
        self.engine.ports.journal.append(self.lane, entries).await
    }
}
