//! Racing work against time and against the person's "stop".

use std::future::Future;
use std::pin::pin;

use futures_util::future::{Either, select};
use kernel::ports::Clock;
use kernel::{Stop, Time};

/// How a race ended.
pub(crate) enum Race<T> {
    Finished(T),
    Stopped,
    Late,
}

/// Runs until it ends, the person stops it, or the deadline passes; then it is dropped.
pub(crate) async fn race<T>(
    work: impl Future<Output = T>,
    stop: &Stop,
    clock: &dyn Clock,
    deadline: Time,
) -> Race<T> {
    let ending = select(stop.pulled(), clock.sleep_until(deadline));
    match select(pin!(work), pin!(ending)).await {
        Either::Left((result, _)) => Race::Finished(result),
        Either::Right((Either::Left(_), _)) => Race::Stopped,
        Either::Right((Either::Right(_), _)) => Race::Late,
    }
}

/// Runs until it ends, or until nobody wants it any more; then it is dropped, and there is nothing.
pub(crate) async fn unless<T>(
    no_longer: impl Future<Output = ()>,
    work: impl Future<Output = T>,
) -> Option<T> {
    match select(pin!(work), pin!(no_longer)).await {
        Either::Left((result, _)) => Some(result),
        Either::Right(_) => None,
    }
}

/// Runs until it ends, and something else beside it that nobody waits for.
pub(crate) async fn beside<T>(work: impl Future<Output = T>, other: impl Future<Output = ()>) -> T {
    match select(pin!(work), pin!(other)).await {
        Either::Left((result, _)) => result,
        Either::Right(((), work)) => work.await,
    }
}

/// Runs until it ends or the deadline passes. For what must not be broken off halfway.
pub(crate) async fn within<T>(work: impl Future<Output = T>, clock: &dyn Clock, deadline: Time) -> Option<T> {
    match select(pin!(work), clock.sleep_until(deadline)).await {
        Either::Left((result, _)) => Some(result),
        Either::Right(_) => None,
    }
}
