//! A second model for when the first cannot be reached.

use std::sync::Arc;

use kernel::ports::{Listener, Model, ModelError, Soon};
use kernel::{Reply, Request, Usage};

pub struct WithFallback {
    first: Arc<dyn Model>,
    second: Arc<dyn Model>,
}

impl WithFallback {
    pub fn new(first: Arc<dyn Model>, second: Arc<dyn Model>) -> Self {
        Self { first, second }
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
            let mut ear = Attentive { listener, heard: false };
            match self.first.reply(request, &mut ear).await {
                // Words that were heard cannot be taken back, and two models do not write one answer.
                Err(ModelError::Unavailable { words, .. }) if !ear.heard => {
                    tracing::warn!(
                        model = self.first.name(),
                        instead = self.second.name(),
                        words,
                        "another model answers"
                    );
                    self.second.reply(request, ear.listener).await
                }
                answered => answered,
            }
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
}
