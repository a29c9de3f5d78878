//! How long and how often to try again.

use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use tokio::time::Instant;

/// Full jitter between zero and a bound that doubles, within a total time.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub tries: u32,
    pub first: Duration,
    pub longest: Duration,
    /// No further try begins after this much time.
    pub total: Duration,
}

/// What to do with the result of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// It stands.
    No,
    /// Try again after some time of our choosing.
    Soon,
    /// The other side said when.
    After(Duration),
}

impl Patience {
    /// A few tries within a total time.
    pub const fn within(total: Duration) -> Self {
        Self { tries: 5, first: Duration::from_millis(500), longest: Duration::from_secs(16), total }
    }

    /// How long to wait after the `tried`th try.
    pub fn pause(&self, tried: u32) -> Duration {
        let bound = self.first.saturating_mul(1 << tried.saturating_sub(1).min(16)).min(self.longest);
        bound.mul_f64(jitter())
    }
}

/// Tries until a result stands, or patience ends; then the last result is returned as it is.
pub async fn patiently<T, Try>(
    patience: Patience,
    mut attempt: impl FnMut() -> Try,
    judge: impl Fn(&T) -> Again,
) -> T
where
    Try: Future<Output = T>,
{
    let began = Instant::now();
    let mut tried = 0;
    loop {
        let result = attempt().await;
        tried += 1;
        let pause = match judge(&result) {
            Again::No => return result,
            Again::Soon => patience.pause(tried),
            Again::After(said) => said,
        };
        if tried >= patience.tries || began.elapsed() + pause > patience.total {
            return result;
        }
        tokio::time::sleep(pause).await;
    }
}

/// Between a fifth and one, so that many clients do not come back together and none comes back at once.
fn jitter() -> f64 {
    let random = RandomState::new().hash_one(0_u8);
    #[expect(clippy::cast_precision_loss, reason = "a random fraction needs no more than 53 bits")]
    let fraction = (random >> 11) as f64 / (1_u64 << 53) as f64;
    0.2 + 0.8 * fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUICK: Patience = Patience {
        tries: 3,
        first: Duration::from_millis(1),
        longest: Duration::from_millis(2),
        total: Duration::from_secs(5),
    };

    #[tokio::test]
    async fn the_last_result_stands_when_patience_ends() {
        let mut count = 0;
        let result = patiently(
            QUICK,
            || {
                count += 1;
                std::future::ready(count)
            },
            |_| Again::Soon,
        )
        .await;
        assert_eq!(result, 3);
    }

    #[tokio::test]
    async fn a_wait_longer_than_the_total_is_not_begun() {
        let mut count = 0;
        let judge = |_: &i32| Again::After(Duration::from_mins(1));
        let result = patiently(
            QUICK,
            || {
                count += 1;
                std::future::ready(count)
            },
            judge,
        )
        .await;
        assert_eq!(result, 1);
    }
}
