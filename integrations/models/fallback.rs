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

impl WithFallback {
    pub fn new(first: Arc<dyn Model>, second: Arc<dyn Model>) -> Self {
        Self { first, second, rest: REST, resting: Mutex::new(None) }
    }

    fn rests(&self) -> bool {
        let until = *self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    fn let_rest(&self) {
        let until = Instant::now().checked_add(self.rest);
        *self.resting.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }

    /// One after the other, the second only where the first is away and nobody has heard a word of it.
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
            Err(ModelError::Unavailable { words, .. }) if !ear.heard => {
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
        if matches!(answered, Err(ModelError::Unavailable { .. })) && Arc::ptr_eq(model, &self.first) {
            self.let_rest();
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
mod tests {
    use super::*;
    use crate::anthropic::{Heard, question};

    struct Scripted(&'static str, Result<&'static str, ModelError>);

    impl Model for Scripted {
        fn name(&self) -> &'static str {
            "scripted"
        }

        fn reply<'a>(
            &'a self,
            _: &'a Request,
            listener: &'a mut dyn Listener,
        ) -> Soon<'a, Result<Reply, ModelError>> {
            listener.text(self.0);
            let reply = self.1.clone().map(|text| Reply::of(text, Vec::new()));
            Box::pin(async move { reply })
        }
    }

    async fn asked(first: Scripted) -> (Result<Reply, ModelError>, String) {
        let second = Scripted("second", Ok("second"));
        let mut heard = Heard::default();
        let both = WithFallback::new(Arc::new(first), Arc::new(second));
        let reply = both.reply(&question(), &mut heard).await;
        (reply, heard.0)
    }

    fn away() -> ModelError {
        ModelError::Unavailable { words: "away".to_owned(), retry_after: None }
    }

    #[tokio::test]
    async fn the_second_answers_only_where_the_first_cannot_be_reached_and_said_nothing() {
        let (reply, heard) = asked(Scripted("", Err(away()))).await;
        assert_eq!((reply.unwrap().text.as_str(), heard.as_str()), ("second", "second"));
        let (reply, heard) = asked(Scripted("first", Ok("first"))).await;
        assert_eq!((reply.unwrap().text.as_str(), heard.as_str()), ("first", "first"));
        let (reply, heard) = asked(Scripted("half a", Err(away()))).await;
        assert_eq!((reply, heard.as_str()), (Err(away()), "half a"));
        let wrong = ModelError::Misconfigured("key".to_owned());
        assert_eq!(asked(Scripted("", Err(wrong.clone()))).await.0, Err(wrong), "a wrong key is not hidden");
    }

    /// Away as often as it is asked, and counts that.
    struct Away(std::sync::atomic::AtomicUsize);

    impl Model for Away {
        fn name(&self) -> &'static str {
            "away"
        }

        fn reply<'a>(
            &'a self,
            _: &'a Request,
            _: &'a mut dyn Listener,
        ) -> Soon<'a, Result<Reply, ModelError>> {
            self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            Box::pin(async { Err(away()) })
        }
    }

    async fn asked_thrice(rest: Duration) -> usize {
        let first = Arc::new(Away(std::sync::atomic::AtomicUsize::new(0)));
        let second = Arc::new(Scripted("", Ok("second")));
        let both = WithFallback { rest, ..WithFallback::new(Arc::clone(&first) as Arc<dyn Model>, second) };
        for _ in 0..3 {
            let reply = both.reply(&question(), &mut Heard::default()).await;
            assert_eq!(reply.unwrap().text, "second");
        }
        first.0.load(std::sync::atomic::Ordering::SeqCst)
    }

    #[tokio::test]
    async fn whoever_was_away_is_left_alone_for_a_while_and_asked_again_then() {
        assert_eq!(asked_thrice(REST).await, 1, "nobody else waits for it");
        assert_eq!(asked_thrice(Duration::ZERO).await, 3, "it may be back");
    }

    #[tokio::test]
    async fn where_the_second_is_away_too_the_first_is_asked_all_the_same() {
        let first = Arc::new(Scripted("", Ok("first")));
        let both = WithFallback::new(first, Arc::new(Scripted("", Err(away()))));
        both.let_rest();
        let reply = both.reply(&question(), &mut Heard::default()).await;
        assert_eq!(reply.unwrap().text, "first");
    }
}
