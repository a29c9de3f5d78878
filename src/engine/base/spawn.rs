//! The engine's one door to the runtime.

use std::future::Future;

/// Lets something run beside us.
pub(crate) fn spawn(work: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(work);
}
