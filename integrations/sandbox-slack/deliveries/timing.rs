//! How long Slack waits for an acknowledgement, and before each retry, and how long triggers, streams, status lines and
//! connections live, and uploads take.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Timing {
    pub ack_ms: u64,
    pub retry_ms: Vec<u64>,
    pub trigger_ms: u64,
    /// How long a message may be streamed, however much is said meanwhile.
    pub stream_ms: u64,
    /// How long after the app has completed an upload it is shown.
    pub share_ms: u64,
    /// How long the line under the composer stands that the app does not renew.
    pub status_ms: u64,
    /// All of it is multiplied by this: with 0.01 five minutes are three seconds.
    pub factor: f64,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            ack_ms: 3000,
            retry_ms: vec![0, 60_000, 300_000],
            trigger_ms: 3000,
            stream_ms: 300_000,
            share_ms: 200,
            status_ms: 120_000,
            factor: 1.0,
        }
    }
}

impl Timing {
    pub(crate) fn ack(&self) -> u64 {
        self.scaled(self.ack_ms)
    }

    pub(crate) fn trigger(&self) -> u64 {
        self.scaled(self.trigger_ms)
    }

    pub(crate) fn stream(&self) -> u64 {
        self.scaled(self.stream_ms)
    }

    pub(crate) fn share(&self) -> u64 {
        self.scaled(self.share_ms)
    }

    pub(crate) fn status(&self) -> u64 {
        self.scaled(self.status_ms)
    }

    /// How many milliseconds a connection lives that was promised so many seconds.
    pub(crate) fn connection(&self, seconds: u64) -> u64 {
        self.scaled(seconds.saturating_mul(1000))
    }

    /// The wait before the next retry, if there is one.
    pub(crate) fn retry(&self, retries: u32) -> Option<u64> {
        let wait = usize::try_from(retries).ok().and_then(|retries| self.retry_ms.get(retries))?;
        Some(self.scaled(*wait))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a factor is no exact thing, and a negative one counts as none"
    )]
    fn scaled(&self, milliseconds: u64) -> u64 {
        (milliseconds as f64 * self.factor) as u64
    }
}
