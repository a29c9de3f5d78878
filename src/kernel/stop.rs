//! The person's "stop", as something that can be awaited.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// Given to everything that may take long. Cloning gives another handle on the same stop.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    pulled: bool,
    waiting: Vec<Waker>,
}

impl Stop {
    pub fn pull(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.pulled = true;
        for waker in state.waiting.drain(..) {
            waker.wake();
        }
    }

    pub fn is_pulled(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pulled
    }

    /// Ends when somebody pulls.
    pub fn pulled(&self) -> Pulled {
        Pulled(self.clone())
    }
}

/// See [`Stop::pulled`].
#[derive(Debug)]
pub struct Pulled(Stop);

impl Future for Pulled {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.pulled {
            return Poll::Ready(());
        }
        if !state.waiting.iter().any(|waker| waker.will_wake(context.waker())) {
            state.waiting.push(context.waker().clone());
        }
        Poll::Pending
    }
}
