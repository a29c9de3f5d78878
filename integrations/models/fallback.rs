//! A second model for when the first cannot be reached. Whoever was away is left alone for a while: not everybody has to
//! wait for them to find out.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Reply, Request, Usage};

pub struct WithFallback {
    first: Arc<dyn Model>,
    second: Arc<dyn Model>,
    /// How long the first is left alone.
    rest: Duration,
    /// Until when it is.
    resting: Mutex<Option<Instant>>,
}

/// So long a model that was away is not asked.
const REST: Duration = Duration::from_mins(1);
/// Whatever it says.
const LONGEST_REST: Duration = Duration::from_hours(1);

impl WithFallback {
    pub fn new(first: Arc<dyn Model>, second: Arc<dyn Model>) -> Self {
        Self { first, second, rest: REST, resting: Mutex::new(None) }
    }

    fn rests(&self) -> bool {
        let until = *self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    /// As long as it wants to be, if that is longer.
    fn let_rest(&self, wanted: Option<Duration>) {
        let rest = wanted.unwrap_or_default().max(self.rest).min(LONGEST_REST);
        let until = Instant::now().checked_add(rest);
        *self.resting.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }

    /// One after the other, the second only where the first is away, or asks for what nobody does, and nobody has heard a
    /// word of it.
    async fn either(
        &self,
        [one, other]: [&Arc<dyn Model>; 2],
        request: &Request,
        listener: &mut dyn Listener,
    ) -> Result<Reply, ModelError> {
        let mut ear = Attentive { listener, heard: false };
        let answered = self.asked(one, request, &mut ear).await;
        match answered {
            // Words that were heard cannot be taken back, and two models do not write one answer.
            Err(
                ModelError::Unavailable { words, .. }
                | ModelError::Overasked(words)
                | ModelError::Retired(words),
            ) if !ear.heard => {
                tracing::warn!(model = one.name(), instead = other.name(), words, "another model answers");
                self.asked(other, request, ear.listener).await
            }
            answered => answered,
        }
    }

    async fn asked(
        &self,
        model: &Arc<dyn Model>,
        request: &Request,
        listener: &mut dyn Listener,
    ) -> Result<Reply, ModelError> {
        let answered = model.reply(request, listener).await;
        if let Err(ModelError::Unavailable { retry_after, .. }) = &answered
            && Arc::ptr_eq(model, &self.first)
        {
            self.let_rest(*retry_after);
        }
        answered
    }
}

impl Model for WithFallback {
    fn name(&self) -> &str {
        self.first.name()
    }

    /// Whoever answers must be able to take it in.
    fn window(&self) -> usize {
        self.first.window().min(self.second.window())
    }

    fn reply<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a mut dyn Listener,
    ) -> Soon<'a, Result<Reply, ModelError>> {
        Box::pin(async move {
            let (first, second) = (&self.first, &self.second);
            let order = if self.rests() { [second, first] } else { [first, second] };
            self.either(order, request, listener).await
        })
    }
}

/// Knows whether anybody has seen anything.
struct Attentive<'a> {
    listener: &'a mut dyn Listener,
    heard: bool,
}

impl Listener for Attentive<'_> {
    fn text(&mut self, piece: &str) {
        self.heard |= self.listener.is_seen() && !piece.is_empty();
        self.listener.text(piece);
    }

    fn is_seen(&self) -> bool {
        self.listener.is_seen()
    }

    fn took(&mut self, model: &str, usage: Usage) {
        self.listener.took(model, usage);
    }
}

#[cfg(test)]
mod tests;
