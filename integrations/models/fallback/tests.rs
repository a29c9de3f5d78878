//! Who answers when the first model is away.

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
    let (reply, _) = asked(Scripted("", Err(ModelError::Overasked("300 calls".to_owned())))).await;
    assert_eq!(reply.unwrap().text, "second", "another model may ask for less");
    let (reply, heard) = asked(Scripted("first", Ok("first"))).await;
    assert_eq!((reply.unwrap().text.as_str(), heard.as_str()), ("first", "first"));
    let (reply, heard) = asked(Scripted("half a", Err(away()))).await;
    assert_eq!((reply, heard.as_str()), (Err(away()), "half a"));
    let wrong = ModelError::Misconfigured("key".to_owned());
    assert_eq!(asked(Scripted("", Err(wrong.clone()))).await.0, Err(wrong), "a wrong key is not hidden");
}

/// Away as often as it is asked, and counts that.
struct Away(std::sync::atomic::AtomicUsize, Option<Duration>);

impl Model for Away {
    fn name(&self) -> &'static str {
        "away"
    }

    fn reply<'a>(&'a self, _: &'a Request, _: &'a mut dyn Listener) -> Soon<'a, Result<Reply, ModelError>> {
        self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        Box::pin(async { Err(ModelError::Unavailable { words: "away".to_owned(), retry_after: self.1 }) })
    }
}

async fn asked_thrice(rest: Duration, wanted: Option<Duration>) -> usize {
    let first = Arc::new(Away(std::sync::atomic::AtomicUsize::new(0), wanted));
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
    assert_eq!(asked_thrice(REST, None).await, 1, "nobody else waits for it");
    assert_eq!(asked_thrice(Duration::ZERO, None).await, 3, "it may be back");
    let wanted = Some(Duration::from_mins(30));
    assert_eq!(asked_thrice(Duration::ZERO, wanted).await, 1, "it said when it is");
}

#[tokio::test]
async fn where_the_second_is_away_too_the_first_is_asked_all_the_same() {
    let first = Arc::new(Scripted("", Ok("first")));
    let both = WithFallback::new(first, Arc::new(Scripted("", Err(away()))));
    both.let_rest(None);
    let reply = both.reply(&question(), &mut Heard::default()).await;
    assert_eq!(reply.unwrap().text, "first");
}
