//! Answers that send us on, by real servers.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri};
use axum::routing::any;
use kernel::Secret;
use serde::Deserialize;

use super::super::Guarded;
use super::stage::{two_sites, url};
use crate::{Landed, WireError};

/// What the servers heard: method, host and path; headers that matter; body.
type Heard = Arc<Mutex<Vec<(String, String, String)>>>;

#[derive(Deserialize)]
struct To {
    to: String,
    #[serde(default)]
    status: Option<u16>,
}

/// `/go?to=…` sends on, `/far/{n}` sends on n times, `/back` and `/forth` to each other. Anything else answers.
async fn world() -> (Guarded, Heard) {
    async fn go(to: Query<To>) -> Response<Body> {
        sent_on(to.status.unwrap_or(302), &to.to)
    }
    async fn far(Path(left): Path<usize>) -> Response<Body> {
        match left {
            0 => Response::new("arrived".into()),
            left => sent_on(302, &format!("/far/{}", left - 1)),
        }
    }
    let heard = Heard::default();
    let app = Router::new()
        .route("/go", any(go))
        .route("/far/{left}", any(far))
        .route("/back", any(|| async { sent_on(302, "/forth") }))
        .route("/forth", any(|| async { sent_on(302, "http://EXAMPLE.com/x/../back#again") }))
        .fallback(|| async { "arrived" })
        .layer(axum::middleware::from_fn_with_state(heard.clone(), note));
    (two_sites(app).await, heard)
}

async fn note(
    State(heard): State<Heard>,
    (method, uri, headers): (Method, Uri, HeaderMap),
    request: axum::extract::Request,
    next: axum::middleware::Next,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let said = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
    let carried =
        ["authorization", "cookie", "x-api-key", "content-type", "accept-language"].map(said).join("|");
    let line = format!("{method} {}{}", said("host"), uri.path());
    heard.lock().unwrap().push((line, carried, String::from_utf8(body.to_vec()).unwrap()));
    next.run(axum::extract::Request::from_parts(parts, body.into())).await
}

fn sent_on(status: u16, to: &str) -> Response<Body> {
    Response::builder().status(status).header("location", to).body("elsewhere".into()).unwrap()
}

async fn get(guard: &Guarded, address: &str) -> Result<Landed, WireError> {
    guard.request(Method::GET, url(address)).send().await
}

async fn post(guard: &Guarded, status: u16, to: &str) -> Landed {
    let address = format!("http://example.com/go?status={status}&to={to}");
    guard
        .request(Method::POST, url(&address))
        .bearer(&Secret::new("key"))
        .header("cookie", "session=1")
        .secret_header("x-api-key", &Secret::new("key"))
        .header("accept-language", "de")
        .json(&["words"])
        .send()
        .await
        .unwrap()
}

#[tokio::test]
async fn a_redirect_inward_is_not_followed() {
    let (guard, heard) = world().await;
    for there in [
        "http://127.0.0.1/",
        "http://localhost/",
        "http://2130706433/",
        "http://[::1]/",
        "http://[::ffff:169.254.169.254]/latest",
        "http://169.254.169.254/latest",
        "//10.0.0.1/",
        "http://metadata.google.internal/",
        "http://example.com@127.0.0.1/",
        "http://user:word@example.org/",
        "http://example.com:6379/",
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_INFO",
    ] {
        let mut address = url("http://example.com/go");
        address.query_pairs_mut().append_pair("to", &format!("{there}?key=secret"));
        let refused = guard.request(Method::GET, address).send().await.unwrap_err();
        assert!(
            matches!(&refused, WireError::Misdirected { host, .. } if host == "example.com"),
            "{refused}"
        );
        assert!(refused.may_have_acted());
        assert!(!refused.to_string().contains("secret"), "{refused}");
    }
    assert_eq!(heard.lock().unwrap().len(), 14, "each was heard once, and nothing else");
}

#[tokio::test]
async fn a_redirect_to_nowhere_does_not_pretend_that_nothing_left() {
    let (guard, _) = world().await;
    let lost = get(&guard, "http://example.com/go?to=http://unknown.example.net/").await.unwrap_err();
    assert!(matches!(&lost, WireError::Unanswered { host, .. } if host == "example.com"), "{lost}");
    assert!(lost.may_have_acted());
}

#[tokio::test]
async fn five_hops_are_made_and_a_sixth_is_not() {
    let (guard, heard) = world().await;
    let landed = get(&guard, "http://example.com/far/5").await.unwrap();
    assert_eq!((landed.url.as_str(), &landed.answer.body[..]), ("http://example.com/far/0", &b"arrived"[..]));
    assert_eq!(heard.lock().unwrap().len(), 6);
    let refused = get(&guard, "http://example.com/far/6").await.unwrap_err();
    assert!(refused.to_string().contains("more than 5 times"), "{refused}");
    assert_eq!(heard.lock().unwrap().len(), 12);
}

#[tokio::test]
async fn a_circle_ends_as_soon_as_it_closes() {
    let (guard, heard) = world().await;
    let refused = get(&guard, "http://example.com/back").await.unwrap_err();
    assert!(refused.to_string().contains("in a circle"), "{refused}");
    assert_eq!(heard.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn a_relative_location_stays_on_its_host() {
    let (guard, heard) = world().await;
    let landed = get(&guard, "http://www.example.com/go?to=deeper/page?x=1").await.unwrap();
    assert_eq!(landed.url.as_str(), "http://www.example.com/deeper/page?x=1");
    assert_eq!(landed.answer.status, StatusCode::OK);
    assert_eq!(heard.lock().unwrap()[1].0, "GET www.example.com/deeper/page");
}

#[tokio::test]
async fn the_same_origin_gets_what_the_first_got() {
    let (guard, heard) = world().await;
    let landed = post(&guard, 307, "/next").await;
    assert_eq!(landed.url.as_str(), "http://example.com/next");
    let heard = heard.lock().unwrap();
    assert_eq!(heard[1].0, "POST example.com/next");
    assert_eq!(heard[1].1, "Bearer key|session=1|key|application/json|de");
    assert_eq!(heard[1].2, r#"["words"]"#);
}

#[tokio::test]
async fn after_a_post_the_same_origin_is_read_without_the_body() {
    for status in [301, 302, 303] {
        let (guard, heard) = world().await;
        post(&guard, status, "/next").await;
        let heard = heard.lock().unwrap();
        assert_eq!(heard[1].0, "GET example.com/next");
        assert_eq!((heard[1].1.as_str(), heard[1].2.as_str()), ("Bearer key|session=1|key||de", ""));
    }
}

#[tokio::test]
async fn another_host_hears_neither_the_keys_nor_the_body() {
    for status in [301, 302, 303, 307, 308] {
        for other in ["example.org", "www.example.com"] {
            let (guard, heard) = world().await;
            let landed = post(&guard, status, &format!("http://{other}/next")).await;
            assert_eq!(landed.url.as_str(), format!("http://{other}/next"));
            let heard = heard.lock().unwrap();
            assert_eq!(heard[1].0, format!("GET {other}/next"));
            assert_eq!((heard[1].1.as_str(), heard[1].2.as_str()), ("||||de", ""), "{status} {other}");
        }
    }
}

#[tokio::test]
async fn what_was_dropped_does_not_come_back_on_the_way_home() {
    let (guard, heard) = world().await;
    post(&guard, 307, "http://example.org/go?to=http://example.com/home").await;
    let heard = heard.lock().unwrap();
    assert_eq!(heard[2], ("GET example.com/home".to_owned(), "||||de".to_owned(), String::new()));
}
