//! The end of work in a thread that cannot go on: a step that changes nothing, or a record that cannot be read. Its people
//! are told, the thread rests until somebody writes in it again, and `countersign doctor` says why.

use kernel::ports::{ChatError, Legible, Post, Status, StoreError};
use kernel::{Record, View};
use tracing::{error, warn};

use crate::thread::Progress;
use crate::thread::Step;
use crate::view::speech;
use crate::worker::{Worker, pause_after};

impl Worker {
    pub(crate) async fn park(&self, why: &str) -> Result<(), StoreError> {
        let (ports, thread) = (&self.engine.ports, &self.lane.thread);
        error!(%thread, why, "a thread cannot go on, and rests");
        let Legible { records, last } = ports.journal.legible(thread).await?;
        ports.chat.show_status(thread, Status::Idle, "").await;
        let post = Post {
            thread: thread.clone(),
            // One post per newest record: a person who writes again is told again, a restart repeats nothing.
            key: format!("{thread}/parked/{last}"),
            view: View::plain(speech::CANNOT_GO_ON),
            maybe_posted: true,
        };
        match ports.chat.post(&post).await {
            Ok(_) => {}
            Err(ChatError::Refused(_)) => self.tell_directly(&Progress::of(&records), &post.view).await,
            // It rests once people know that it does.
            Err(error @ ChatError::Unavailable { .. }) => {
                warn!(%thread, %error, "nobody could be told that a thread cannot go on; this is tried again");
                ports.clock.sleep_until(ports.clock.now().plus(pause_after(&error))).await;
                return ports.lanes.abandon(&self.lane).await;
            }
        }
        ports.lanes.park(&self.lane, last, why).await
    }

    /// For a thread in which we cannot write: tells the person who waits there.
    async fn tell_directly(&self, progress: &Progress, view: &View) {
        let Some(turn) = progress.queue.back().or(progress.turn.as_ref()) else { return };
        if let Err(error) = self.engine.ports.chat.tell(&turn.requester, view).await {
            warn!(thread = %self.lane.thread, %error, "somebody could not be told that their thread cannot go on");
        }
    }
}

/// Why a thread with a record that this build does not know cannot go on.
pub(crate) fn unknown_record(journal: &[Record], number: u64) -> String {
    let record = journal.iter().find(|record| record.number == number);
    let kind = record.and_then(|record| record.entry.unknown_kind()).unwrap_or_default();
    format!(
        "this build cannot read record {number}, which is called {kind}; a newer build may have written it"
    )
}

/// The name of a step, without anybody's words.
pub(crate) fn name(step: &Step) -> &'static str {
    match step {
        Step::Show(_) => "Show",
        Step::Void(_) => "Void",
        Step::Recover(_) => "Recover",
        Step::Run(_) => "Run",
        Step::Close(..) => "Close",
        Step::Offer(_) => "Offer",
        Step::AskModel => "AskModel",
        Step::Prepare(_) => "Prepare",
        Step::GiveUp(_) => "GiveUp",
        Step::Withdraw => "Withdraw",
        Step::Post => "Post",
        Step::Finish(_) => "Finish",
        Step::Steer(_) => "Steer",
        Step::Remove(_) => "Remove",
        Step::Forget(_) => "Forget",
        Step::Rest(_) => "Rest",
        Step::Hear(_) => "Hear",
        Step::TakeReply(..) => "TakeReply",
        Step::ShowApart(_) => "ShowApart",
        Step::TellApart(_) => "TellApart",
        Step::Drop(_) => "Drop",
        Step::Park(_) => "Park",
    }
}
