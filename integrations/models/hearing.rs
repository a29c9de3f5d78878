//! A reply as it comes over the wire: what was heard and spent, what went wrong, and the events of a stream.

mod ear;
mod missed;
mod stream;

use bytes::Bytes;
use kernel::ports::{Listener, ModelError, Soon};
use kernel::{Definition, Reply};
use tokio::sync::Mutex;
use wire::{Again, Patience, patiently};

use crate::anthropic::Prices;

pub(crate) use ear::{Ear, Tokens};
pub(crate) use missed::{Complaint, Missed, Names};
pub(crate) use stream::{collect, events};

/// A model over the wire, as far as one try goes.
pub(crate) trait Attempt: Sync {
    fn attempt<'a>(
        &'a self,
        body: &'a Bytes,
        tools: &'a [Definition],
        ear: &'a mut Ear<'_>,
    ) -> Soon<'a, Result<Reply, Missed>>;
}

/// Whom we speak to, and for how long we try.
pub(crate) struct Manner<'a> {
    pub(crate) model: &'a str,
    pub(crate) prices: &'a Prices,
    pub(crate) patience: Patience,
}

/// Tries while patience lasts and nothing was heard; every try sends the same bytes.
pub(crate) async fn hear_out(
    attempting: &impl Attempt,
    manner: Manner<'_>,
    (body, tools): (Bytes, &[Definition]),
    listener: &mut dyn Listener,
) -> Result<Reply, ModelError> {
    let ear = Mutex::new(Ear::new(listener));
    let attempt = || async {
        let mut ear = ear.lock().await;
        attempting.attempt(&body, tools, &mut ear).await
    };
    let judge = |tried: &Result<Reply, Missed>| tried.as_ref().map_or_else(Missed::again, |_| Again::No);
    let tried = patiently(manner.patience, attempt, judge).await;
    let mut reply = tried.map_err(|missed| {
        tracing::warn!(model = manner.model, error = %missed.error, "no reply from the model");
        missed.error
    })?;
    // A try that broke off is billed too.
    reply.usage = ear.into_inner().spent();
    reply.usage.cost = manner.prices.cost(&reply.usage);
    Ok(reply)
}
