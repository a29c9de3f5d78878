//! Bodies that are too large, packed, or never end; and time that runs out.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Response, StatusCode};
use axum::response::Redirect;
use axum::routing::get;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::{StreamExt, stream};

use super::super::Guarded;
use super::super::names::{Looking, Names};
use super::stage::{PATIENT, two_sites, url};
use crate::WireError;

/// For what can only end by running out of it.
const BRIEF: Duration = Duration::from_millis(400);

fn packed(words: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(words).unwrap();
    encoder.finish().unwrap()
}

async fn answering(encoding: &'static str, body: Vec<u8>) -> Guarded {
    let body = Bytes::from(body);
    let answer = move || async move {
        let builder = Response::builder().header("content-encoding", encoding);
        builder.body(Body::from(body)).unwrap()
    };
    two_sites(Router::new().route("/", get(answer))).await
}

#[tokio::test]
async fn a_packed_body_is_unpacked() {
    let guard = answering("gzip", packed(b"words")).await;
    let landed = guard.request(Method::GET, url("http://example.com/")).send().await.unwrap();
    assert_eq!(landed.answer.body, "words");
    // What HEAD says of a body is not the body.
    let landed = guard.request(Method::HEAD, url("http://example.com/")).send().await.unwrap();
    assert!(landed.answer.body.is_empty());
}

#[tokio::test]
async fn a_bomb_is_stopped_at_the_cap_of_what_it_unpacks_to() {
    let bomb = packed(&vec![0; 32 << 20]);
    assert!(bomb.len() < 64 << 10, "it is small on the wire");
    let guard = answering("gzip", bomb).await;
    let request = guard.request(Method::GET, url("http://example.com/")).at_most(1 << 20);
    let refused = request.send().await.unwrap_err();
    assert_eq!(refused, WireError::TooLarge { host: "example.com".to_owned(), cap: 1 << 20 });
}

#[tokio::test]
async fn an_endless_plain_body_is_stopped_at_the_cap() {
    let endless = || async {
        Body::from_stream(stream::repeat_with(|| Ok::<_, std::io::Error>(Bytes::from_static(&[b'x'; 4096]))))
    };
    let guard = two_sites(Router::new().route("/", get(endless))).await;
    let request = guard.request(Method::GET, url("http://example.com/")).at_most(10_000);
    assert!(matches!(request.send().await, Err(WireError::TooLarge { cap: 10_000, .. })));
}

#[tokio::test]
async fn a_body_of_exactly_the_cap_is_taken() {
    let guard = answering("identity", b"12345".to_vec()).await;
    for (cap, fits) in [(5, true), (4, false)] {
        let request = guard.request(Method::GET, url("http://example.com/")).at_most(cap);
        assert_eq!(request.send().await.is_ok(), fits);
    }
}

#[tokio::test]
async fn what_was_not_offered_to_be_unpacked_is_refused() {
    for encoding in ["br", "deflate", "zstd", "compress", "x-unheard-of", "gzip, gzip", "identity, br"] {
        let guard = answering(encoding, b"whatever".to_vec()).await;
        let refused = guard.request(Method::GET, url("http://example.com/")).send().await.unwrap_err();
        assert!(matches!(refused, WireError::Unreadable { .. }), "{encoding}: {refused}");
    }
}

#[tokio::test]
async fn a_broken_package_is_an_error_and_not_half_a_body() {
    let mut half = packed(b"words that are long enough to be cut");
    half.truncate(half.len() - 12);
    let guard = answering("gzip", half).await;
    assert!(guard.request(Method::GET, url("http://example.com/")).send().await.is_err());
}

#[tokio::test]
async fn a_body_that_never_ends_is_given_up() {
    let answer = || async {
        let first = stream::once(async { Ok::<_, std::io::Error>(Bytes::from_static(b"first")) });
        Body::from_stream(first.chain(stream::pending()))
    };
    let guard = two_sites(Router::new().route("/", get(answer))).await;
    let request = guard.request(Method::GET, url("http://example.com/")).answer_within(BRIEF);
    let given_up = request.send().await.unwrap_err();
    assert_eq!(given_up, WireError::TimedOut { host: "example.com".to_owned(), limit: BRIEF });
}

/// Each hop alone is in time. A slower machine only makes it later.
#[tokio::test]
async fn the_time_is_for_all_hops_together() {
    async fn slow(to: &'static str) -> Redirect {
        tokio::time::sleep(BRIEF.mul_f64(0.6)).await;
        Redirect::temporary(to)
    }
    let app = Router::new()
        .route("/", get(|| slow("http://example.org/two")))
        .route("/two", get(|| slow("http://example.com/three")))
        .route("/three", get(|| async { StatusCode::OK }));
    let guard = two_sites(app).await;
    let request = guard.request(Method::GET, url("http://example.com/")).answer_within(BRIEF);
    let given_up = request.send().await.unwrap_err();
    assert_eq!(given_up, WireError::TimedOut { host: "example.com".to_owned(), limit: BRIEF });
}

#[tokio::test]
async fn the_time_is_for_lookups_too() {
    struct Silent;
    impl Names for Silent {
        fn addresses(&self, _: &str) -> Looking {
            Box::pin(std::future::pending())
        }
    }
    let guard = Guarded::over(Arc::new(Silent), crate::crypto::tls(crate::crypto::Roots::Nobody), PATIENT);
    let request = guard.request(Method::GET, url("http://example.com/")).answer_within(BRIEF);
    assert!(matches!(request.send().await, Err(WireError::TimedOut { .. })));
}
