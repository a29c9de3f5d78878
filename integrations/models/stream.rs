//! A reply as it comes over the wire: what was heard and spent, what went wrong, and the events of a stream.

mod collector;
mod cost;
mod events;
mod provider_error;
mod retry;
mod tool_names;
mod unreadable;

use kernel::ports::{Listener, ModelError, Soon};
use kernel::{Request, Usage};
use tokio::sync::Mutex;
use wire::{Again, Patience, patiently};

use crate::{CatalogueEntry, Prices, catalogue};

pub(crate) use collector::{Collector, Tokens};
use cost::Cost;
pub(crate) use events::{collect, events, whole};
pub(crate) use provider_error::{About, ProviderError};
pub(crate) use retry::{FailedAttempt, Names};
pub(crate) use tool_names::meant;
pub(crate) use unreadable::{arguments, unreadable};

/// No reply asks for more calls than this.
pub(crate) const MOST_CALLS: usize = 256;

/// A request to a model over the wire, as far as one try goes.
pub(crate) trait Attempt: Sync {
    /// What a try brings.
    type Heard;

    fn attempt<'a>(&'a self, ear: &'a mut Collector<'_>) -> Soon<'a, Result<Self::Heard, FailedAttempt>>;
}

/// Whom we speak to, and for how long we try.
pub(crate) struct Manner<'a> {
    pub(crate) model: &'a str,
    pub(crate) entry: Option<&'a CatalogueEntry>,
    pub(crate) prices: &'a Prices,
    pub(crate) request: &'a Request,
    pub(crate) patience: Patience,
}

/// Tries while patience lasts and nothing was heard; and says what all tries took. Where no reply comes of them, or nobody
/// waits for it any more, the listener is told.
pub(crate) async fn collect_reply<Asked: Attempt>(
    asked: &Asked,
    manner: Manner<'_>,
    listener: &mut dyn Listener,
) -> Result<(Asked::Heard, Usage), FailedAttempt> {
    let bill = Cost { model: manner.model, prices: manner.prices, request: manner.request };
    let ear = Mutex::new(Collector::new(listener).billed(bill));
    let attempt = || async {
        let mut ear = ear.lock().await;
        asked.attempt(&mut ear).await
    };
    let judge = |tried: &Result<Asked::Heard, FailedAttempt>| {
        tried.as_ref().map_or_else(FailedAttempt::again, |_| Again::No)
    };
    let tried = patiently(manner.patience, attempt, judge).await;
    let heard = tried.map_err(|mut missed| {
        if let ModelError::Retired(words) = &mut missed.error {
            *words = format!("{words}. {}", catalogue::instead_of(manner.entry, manner.model));
        }
        tracing::warn!(model = manner.model, error = %missed.error, "no reply from the model");
        missed
    })?;
    // A try that broke off is billed too.
    Ok((heard, ear.into_inner().finish()))
}
