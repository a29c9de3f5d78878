//! What one step works with, and the families of steps.

use std::sync::atomic::AtomicBool;

use futures_util::future::select;
use kernel::ports::{Lane, StoreError};
use kernel::{Entry, Record, Stop, Time};

use super::live_draft::LiveDraft;
use super::spending::Tally;
use super::status::Shown;
use crate::runtime::Engine;
use crate::thread::Progress;

/// One step of one thread: its journal as it was read before the step, and the signals that can end the step early.
#[derive(Clone)]
pub(super) struct StepContext<'a> {
    pub(super) engine: &'a Engine,
    pub(super) lane: &'a Lane,
    /// A message may stand in the chat without an entry in the journal: the worker before this one vanished, or the chat did
    /// not answer.
    pub(super) doubtful: &'a AtomicBool,
    /// The process is about to end.
    pub(super) closing: &'a Stop,
    pub(super) live_draft: &'a LiveDraft,
    pub(super) shown: &'a Shown,
    pub(super) tally: &'a Tally,
    pub(super) journal: &'a [Record],
    pub(super) progress: &'a Progress,
    /// Since when the turn has been worked on.
    pub(super) since: Time,
    pub(super) stop: Stop,
    /// The request was edited or deleted.
    pub(super) changed: Stop,
}

/// The families of steps. Each borrows the context, so that each file names the state it works with.
impl StepContext<'_> {
    pub(super) fn ask_model(&self) -> AskModel<'_> {
        AskModel { ctx: self }
    }

    pub(super) fn prepare_calls(&self) -> PrepareCalls<'_> {
        PrepareCalls { ctx: self }
    }

    pub(super) fn authorization(&self) -> Authorization<'_> {
        Authorization { ctx: self }
    }

    pub(super) fn run_calls(&self) -> RunCalls<'_> {
        RunCalls { ctx: self }
    }

    pub(super) fn cards(&self) -> Cards<'_> {
        Cards { ctx: self }
    }

    pub(super) fn replies(&self) -> Replies<'_> {
        Replies { ctx: self }
    }

    pub(super) fn consents(&self) -> Consents<'_> {
        Consents { ctx: self }
    }

    pub(super) fn undo(&self) -> Undo<'_> {
        Undo { ctx: self }
    }

    pub(super) fn retract(&self) -> Retract<'_> {
        Retract { ctx: self }
    }
}

impl StepContext<'_> {
    /// Whether what the step does is still wanted. What says otherwise is in the journal.
    pub(super) fn is_wanted(&self) -> bool {
        !self.stop.is_pulled() && !self.changed.is_pulled()
    }

    pub(super) async fn no_longer_wanted(&self) {
        select(self.stop.pulled(), self.changed.pulled()).await;
    }

    pub(super) async fn append(&self, entries: Vec<Entry>) -> Result<(), StoreError> {
        let posted = |entry: &Entry| {
            matches!(entry, Entry::CardShown { .. } | Entry::Posted { .. } | Entry::Drafting { .. })
        };
        if entries.iter().any(posted) {
            self.shown.we_have_spoken(&entries);
        }
        self.engine.ports.journal.append(self.lane, entries).await
    }
}

/// Asks the model for its next reply, with everything that is put before it.
pub(super) struct AskModel<'a> {
    pub(super) ctx: &'a StepContext<'a>,
}

/// Takes the calls of a reply up to the gate, and answers those that need no run.
pub(super) struct PrepareCalls<'a> {
    pub(super) ctx: &'a StepContext<'a>,
}

/// Decides who and what lets a call run.
pub(super) struct Authorization<'a> {
    pub(super) ctx: &'a StepContext<'a>,
}

/// Runs approved calls, finds out about interrupted ones, and writes down the outcome.
pub(super) struct RunCalls<'a> {
    pub(super) ctx: &'a StepContext<'a>,
}

/// Shows cards and keeps them true.
pub(super) struct Cards<'a> {
    pub(super) ctx: &'a StepContext<'a>,
}

/// Posts replies where their readers may see them.
pub(super) struct Replies<'a> {
    pub(super) ctx: &'a StepContext<'a>,
}

/// Offers sign-ins.
pub(super) struct Consents<'a> {
    pub(super) ctx: &'a StepContext<'a>,
}

/// Undoes what was done.
pub(super) struct Undo<'a> {
    pub(super) ctx: &'a StepContext<'a>,
}

/// Takes back turns and words that were edited, deleted or stopped.
pub(super) struct Retract<'a> {
    pub(super) ctx: &'a StepContext<'a>,
}
