//! Names that lead elsewhere the second time.

use axum::Router;
use axum::routing::get;

use super::stage::{FakeNames, HERE, THERE, guard, serve, url};
use crate::{Method, WireError};

fn saying(words: &'static str) -> Router {
    Router::new().route("/", get(move || async move { words }))
}

#[tokio::test]
async fn the_connection_goes_to_the_answer_that_was_checked_and_nobody_asks_again() {
    let names = FakeNames::new(&[("example.com", &[HERE]), ("example.com", &["127.0.0.1"])]);
    let guard = guard(names.clone()).standing_in_for(HERE, 80, serve(saying("the first")).await);
    let landed = guard.request(Method::GET, url("http://example.com/")).send().await.unwrap();
    assert_eq!(landed.answer.body, "the first");
    assert_eq!(names.asked(), ["example.com"]);
    // The second request has a check of its own, and no connection was kept from the first.
    let refused = guard.request(Method::GET, url("http://example.com/")).send().await.unwrap_err();
    assert!(matches!(refused, WireError::Forbidden { .. }), "{refused}");
    assert_eq!(names.asked(), ["example.com", "example.com"]);
}

#[tokio::test]
async fn a_name_that_moved_is_followed_to_its_new_public_address() {
    let names = FakeNames::new(&[("example.com", &[HERE]), ("example.com", &[THERE])]);
    let guard = guard(names).standing_in_for(HERE, 80, serve(saying("the first")).await).standing_in_for(
        THERE,
        80,
        serve(saying("the second")).await,
    );
    for expected in ["the first", "the second", "the second"] {
        let landed = guard.request(Method::GET, url("http://example.com/")).send().await.unwrap();
        assert_eq!(landed.answer.body, expected);
    }
}

#[tokio::test]
async fn a_name_that_turns_inward_between_two_hops_is_not_followed() {
    let names = FakeNames::new(&[("example.com", &[HERE]), ("example.com", &["169.254.169.254"])]);
    let app = Router::new().route("/", get(|| async { axum::response::Redirect::temporary("/next") }));
    let guard = guard(names.clone()).standing_in_for(HERE, 80, serve(app).await);
    let refused = guard.request(Method::GET, url("http://example.com/")).send().await.unwrap_err();
    assert!(matches!(refused, WireError::Misdirected { .. }), "{refused}");
    assert_eq!(names.asked().len(), 2);
}

#[tokio::test]
async fn one_private_answer_among_public_ones_is_enough() {
    for answers in [&[HERE, "10.0.0.1"], &["10.0.0.1", HERE], &[HERE, "::1"], &[HERE, "::ffff:10.0.0.1"]] {
        let names = FakeNames::new(&[("example.com", answers)]);
        let guard = guard(names).standing_in_for(HERE, 80, serve(saying("reached")).await);
        let refused = guard.request(Method::GET, url("http://example.com/")).send().await.unwrap_err();
        assert!(matches!(refused, WireError::Forbidden { .. }), "{answers:?}: {refused}");
    }
}

#[tokio::test]
async fn the_next_checked_address_is_tried_when_the_first_is_closed() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = listener.local_addr().unwrap();
    drop(listener);
    let guard = guard(FakeNames::new(&[("example.com", &[HERE, THERE])]))
        .standing_in_for(HERE, 80, nobody)
        .standing_in_for(THERE, 80, serve(saying("the other")).await);
    let landed = guard.request(Method::GET, url("http://example.com/")).send().await.unwrap();
    assert_eq!(landed.answer.body, "the other");
}
