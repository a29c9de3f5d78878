//! A status that Slack did not take when the work was over is shown later: no session is to look at work for ever.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::ThreadId;
use kernel::ports::Status;
use serde_json::Value;
use tokio::task::AbortHandle;

use crate::Client;
use crate::rate_limits::Urgency;

/// So many times as long as a status may take is waited before it is tried again: seconds at first, minutes at last. After
/// that it stays as it is until somebody asks something there.
const PAUSES: [u32; 5] = [2, 8, 30, 150, 450];
/// The same for work that goes on: only with its status has it a Stop, which people are to have within three seconds.
const AT_WORK: [u32; 2] = [1, 2];

/// What is still to be shown, by thread.
#[derive(Default)]
pub(super) struct Late(Mutex<HashMap<ThreadId, AbortHandle>>);

impl Late {
    /// Something newer is to be seen there.
    pub(super) fn give_up(&self, thread: &ThreadId) {
        if let Some(trying) = self.all().remove(thread) {
            trying.abort();
        }
    }

    pub(super) fn keep_trying(
        self: &Arc<Self>,
        thread: ThreadId,
        client: Arc<Client>,
        (method, body, status): (&'static str, Value, Status),
    ) {
        let (late, of) = (Arc::clone(self), thread.clone());
        let pauses: &[u32] = if status == Status::Working { &AT_WORK } else { &PAUSES };
        let trying = tokio::spawn(async move {
            let unit = client.settings().timing.status;
            for pause in pauses {
                tokio::time::sleep(unit * *pause).await;
                // By now it is worth waiting for.
                match client.post_urgently(method, &body, Urgency::Reply).await {
                    Ok(_) => break,
                    Err(error) => tracing::debug!(%error, thread = %of, "a status is shown later still"),
                }
            }
            late.all().remove(&of);
        });
        self.all().insert(thread, trying.abort_handle());
    }

    fn all(&self) -> MutexGuard<'_, HashMap<ThreadId, AbortHandle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
