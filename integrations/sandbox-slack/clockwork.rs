//! What Slack does by itself when its time has come: ends streams, takes away status lines, shows files, hands
//! out what the app is to be told.

use std::{sync::Arc, time::Duration};

use sandbox_world::durable::Durable;

use super::{Slack, handing_out, ts::Ts};

/// Everything that Slack does by itself, for ever; drop the future to end it.
pub async fn work_for_ever(slack: Arc<Slack>, durable: Durable) {
    let others = slack.others().iter().cloned();
    let all = std::iter::once(Arc::clone(&slack)).chain(others).map(|slack| {
        let durable = durable.clone();
        async move {
            tokio::join!(handing_out::hand_out_for_ever(Arc::clone(&slack), durable), run_for_ever(slack),)
        }
    });
    futures_util::future::join_all(all).await;
}

/// Does all of it for as long as there is anybody to see it.
async fn run_for_ever(slack: Arc<Slack>) {
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
