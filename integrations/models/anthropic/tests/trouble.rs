//! What goes wrong on the way.

use std::time::{Duration, Instant};

use kernel::ports::ModelError;
use serde_json::json;

use super::ask;
use super::said::{answer, begun, saying, text, text_begun};
use crate::scripted::Answer;

fn overloaded() -> serde_json::Value {
    json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } })
}

#[tokio::test]
async fn overload_then_success_is_a_success() {
    for status in [429, 500, 502, 503, 529] {
        let (reply, heard, server) =
            ask(vec![Answer::refusal(status, "overloaded_error", "Overloaded"), saying("Hello")]).await;
        assert_eq!(reply.unwrap().text, "Hello", "{status}");
        assert_eq!(heard, "Hello");
        assert_eq!(server.asked().len(), 2);
        assert_eq!(server.asked()[0].body, server.asked()[1].body);
    }
}

#[tokio::test]
async fn the_wait_the_api_asks_for_is_kept() {
    let began = Instant::now();
    let refusal = Answer::refusal(429, "rate_limit_error", "Slow down").retry_after("0.3");
    let (reply, ..) = ask(vec![refusal, saying("Hello")]).await;
    assert!(reply.is_ok());
    assert!(began.elapsed() >= Duration::from_millis(300), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_wait_beyond_our_patience_is_handed_on() {
    let refusal = Answer::refusal(429, "rate_limit_error", "Slow down").retry_after("3600");
    let (reply, _, server) = ask(vec![refusal]).await;
    let Err(ModelError::Unavailable { words, retry_after }) = reply else { panic!("{reply:?}") };
    assert_eq!(retry_after, Some(Duration::from_hours(1)));
    assert!(words.contains("Slow down"), "{words}");
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn patience_ends() {
    let refusals = (0..3).map(|_| Answer::refusal(529, "overloaded_error", "Overloaded")).collect();
    let (reply, _, server) = ask(refusals).await;
    assert!(matches!(reply, Err(ModelError::Unavailable { .. })), "{reply:?}");
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test]
async fn an_error_in_the_stream_before_a_word_was_heard_is_tried_again_and_its_tokens_are_counted() {
    let (reply, heard, server) =
        ask(vec![answer(&[begun(), text_begun(0), overloaded()]), saying("Hello")]).await;
    let reply = reply.unwrap();
    assert_eq!((reply.text.as_str(), heard.as_str()), ("Hello", "Hello"));
    assert_eq!(server.asked().len(), 2);
    assert_eq!((reply.usage.input, reply.usage.output), (200, 51));
}

#[tokio::test]
async fn an_error_after_words_were_heard_is_a_failure() {
    let broken = answer(&[begun(), text_begun(0), text(0, "Hel"), overloaded()]);
    let (reply, heard, server) = ask(vec![broken]).await;
    assert!(matches!(reply, Err(ModelError::Unavailable { .. })), "{reply:?}");
    assert_eq!(heard, "Hel");
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn a_dropped_connection_is_tried_again() {
    let (reply, heard, server) =
        ask(vec![answer(&[begun()]).then_dropped(), answer(&[begun()]), saying("Hello")]).await;
    assert_eq!(reply.unwrap().text, "Hello");
    assert_eq!(heard, "Hello");
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test]
async fn a_refused_key_names_the_variable_and_is_not_tried_again() {
    for (status, kind) in [(401, "authentication_error"), (403, "permission_error")] {
        let (reply, _, server) = ask(vec![Answer::refusal(status, kind, "invalid x-api-key")]).await;
        let Err(ModelError::Misconfigured(words)) = reply else { panic!("{reply:?}") };
        assert!(words.contains("ANTHROPIC_API_KEY"), "{words}");
        assert!(!words.contains("sk-test"), "{words}");
        assert_eq!(server.asked().len(), 1);
    }
}

#[tokio::test]
async fn a_conversation_that_is_too_long_is_unusable() {
    for (status, kind) in [(400, "invalid_request_error"), (413, "request_too_large")] {
        let long = Answer::refusal(status, kind, "prompt is too long: 210000 tokens > 200000 maximum");
        let (reply, ..) = ask(vec![long]).await;
        let Err(ModelError::Unusable(words)) = reply else { panic!("{reply:?}") };
        assert!(words.contains("prompt is too long"), "{words}");
        assert!(words.contains("new thread"), "{words}");
    }
}

#[tokio::test]
async fn an_empty_purse_and_an_unknown_model_are_for_whoever_runs_this() {
    let poor =
        Answer::refusal(400, "invalid_request_error", "Your credit balance is too low to access the API.");
    let (reply, ..) = ask(vec![poor]).await;
    assert!(matches!(reply, Err(ModelError::Misconfigured(_))), "{reply:?}");
    let unknown = Answer::refusal(404, "not_found_error", "model: claude-nothing");
    let (reply, ..) = ask(vec![unknown]).await;
    assert!(matches!(reply, Err(ModelError::Retired(_))), "{reply:?}");
}
