//! The person's "stop", as something that can be awaited.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// Given to everything that may take long. Cloning gives another handle on the same stop.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    state: Arc<Mutex<State>>,
    /// Whatever stops this one too.
    above: Option<Arc<Stop>>,
}

#[derive(Debug, Default)]
struct State {
    pulled: bool,
    waiting: Vec<Waker>,
}

impl Stop {
    /// One that can be pulled by itself, and is pulled with this one.
    #[must_use]
    pub fn below(&self) -> Self {
        Self { state: Arc::default(), above: Some(Arc::new(self.clone())) }
    }

    pub fn pull(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.pulled = true;
        for waker in state.waiting.drain(..) {
            waker.wake();
        }
    }

    pub fn is_pulled(&self) -> bool {
        let pulled = self.state.lock().unwrap_or_else(PoisonError::into_inner).pulled;
        pulled || self.above.as_ref().is_some_and(|above| above.is_pulled())
    }

    /// Ends when somebody pulls.
    pub fn pulled(&self) -> Pulled {
        Pulled(self.clone())
    }

    /// Whether it is pulled; if not, whoever waits is woken once it is.
    fn poll(&self, context: &Context<'_>) -> Poll<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.pulled {
            return Poll::Ready(());
        }
        if !state.waiting.iter().any(|waker| waker.will_wake(context.waker())) {
            state.waiting.push(context.waker().clone());
        }
        drop(state);
        self.above.as_ref().map_or(Poll::Pending, |above| above.poll(context))
    }
}

/// See [`Stop::pulled`].
#[derive(Debug)]
pub struct Pulled(Stop);

impl Future for Pulled {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.poll(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_below_is_stopped_with_what_is_above_and_not_the_other_way_round() {
        let turn = Stop::default();
        let (one, two) = (turn.below(), turn.below());
        one.pull();
        assert!(one.is_pulled() && !two.is_pulled() && !turn.is_pulled());
        let mut waits = Box::pin(two.pulled());
        let mut context = Context::from_waker(Waker::noop());
        assert_eq!(waits.as_mut().poll(&mut context), Poll::Pending);
        turn.pull();
        assert!(two.is_pulled());
        assert_eq!(waits.as_mut().poll(&mut context), Poll::Ready(()));
    }
}
