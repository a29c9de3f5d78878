//! What Slack does by itself when its time has come: ends streams, takes away status lines, shows files.

use std::{sync::Arc, time::Duration};

use super::{Slack, ts::Ts};

/// Does all of it for as long as there is anybody to see it.
pub(super) async fn run_for_ever(slack: Arc<Slack>) {
    let mut bell = slack.changes.listen();
    loop {
        bell.mark_unchanged();
        let pause = slack.end_old_streams().min(slack.fade_old_statuses()).min(slack.show_uploads());
        tokio::select! {
            rung = bell.changed() => if rung.is_err() { return },
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// How long something has left that began then; nothing once its time is over. Where nothing has begun, long enough to
/// look again.
pub(super) fn left(began: Option<Ts>, lives_ms: u64, now: Ts) -> Duration {
    let Some(began) = began else { return Duration::from_mins(1) };
    let ends = began.plus_milliseconds(lives_ms).microseconds();
    Duration::from_micros(ends.saturating_sub(now.microseconds()))
}
