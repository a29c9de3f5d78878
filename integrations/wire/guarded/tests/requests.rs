//! What a caller may write, and what arrives.

use axum::Router;
use axum::http::{HeaderMap, Method, Uri};
use axum::routing::any;
use kernel::Secret;

use super::super::Guarded;
use super::stage::{two_sites, url};
use crate::WireError;

async fn echoing() -> Guarded {
    let echo = |method: Method, uri: Uri, headers: HeaderMap, body: String| async move {
        let said = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
        let told =
            ["host", "content-type", "accept-encoding", "authorization", "proxy-authorization"].map(said);
        format!("{method} {uri} {} {body}", told.join("|"))
    };
    two_sites(Router::new().fallback(any(echo))).await
}

#[tokio::test]
async fn the_original_host_is_named_and_only_gzip_is_offered() {
    let guard = echoing().await;
    let landed = guard.request(Method::GET, url("http://www.example.com/a%20b?c=d#e")).send().await.unwrap();
    assert_eq!(landed.answer.body, "GET /a%20b?c=d www.example.com||gzip|| ");
}

#[tokio::test]
async fn a_query_a_form_and_a_body_arrive() {
    let guard = echoing().await;
    let ask = |method: Method| guard.request(method, url("http://example.com/"));
    let landed = ask(Method::PUT).query(&[("q", "a&b")]).form(&[("x", "1 2")]).send().await.unwrap();
    let expected = "PUT /?q=a%26b example.com|application/x-www-form-urlencoded|gzip|| x=1+2";
    assert_eq!(landed.answer.body, expected);
    let landed = ask(Method::POST).header("content-type", "text/plain").body("words").send().await.unwrap();
    assert_eq!(landed.answer.body, "POST / example.com|text/plain|gzip|| words");
    let landed = ask(Method::GET).bearer(&Secret::new("key")).query(&[]).send().await.unwrap();
    assert_eq!(landed.answer.body, "GET / example.com||gzip|Bearer key| ");
}

#[tokio::test]
async fn headers_that_decide_whom_and_how_are_not_the_callers() {
    let guard = echoing().await;
    for name in [
        "Host",
        "host",
        "Content-Length",
        "Transfer-Encoding",
        "Connection",
        "Upgrade",
        "Accept-Encoding",
        "TE",
        "Trailer",
        "Expect",
        "Keep-Alive",
        "HTTP2-Settings",
        "Proxy-Authorization",
        "Proxy-Connection",
    ] {
        let refused = guard.request(Method::GET, url("http://example.com/")).header(name, "1").send().await;
        assert!(matches!(refused, Err(WireError::Forbidden { .. })), "{name}");
    }
}

#[tokio::test]
async fn no_header_smuggles_another_line() {
    let guard = echoing().await;
    for (name, value) in
        [("x-note", "a\r\nhost: b"), ("x-note", "a\nb"), ("x note", "a"), ("x:\r\ny", "a"), ("", "a")]
    {
        let ask = || guard.request(Method::GET, url("http://example.com/"));
        for request in [ask().header(name, value), ask().secret_header(name, &Secret::new(value))] {
            let refused = request.send().await;
            assert!(matches!(refused, Err(WireError::Forbidden { .. })), "{name:?}: {value:?}");
        }
    }
}

#[tokio::test]
async fn methods_that_tunnel_or_mirror_are_not_spoken() {
    let guard = echoing().await;
    for method in [Method::CONNECT, Method::TRACE] {
        let refused = guard.request(method, url("http://example.com/")).send().await.unwrap_err();
        assert!(matches!(refused, WireError::Forbidden { .. }), "{refused}");
        assert!(!refused.may_have_acted());
    }
}

/// The variables of a process are its own: another one runs the test below with a proxy that does not exist.
#[test]
fn no_proxy_of_the_environment_is_asked() {
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "guarded::tests::requests::any_status_is_an_answer"]);
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
        again.env(name, "http://127.0.0.1:9");
    }
    let ran = again.env_remove("no_proxy").env_remove("NO_PROXY").output().unwrap();
    let words = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success() && words.contains("1 passed"), "{words}");
}

#[tokio::test]
async fn any_status_is_an_answer() {
    let app = Router::new().fallback(any(|| async { (axum::http::StatusCode::IM_A_TEAPOT, "no") }));
    let landed = two_sites(app).await.request(Method::GET, url("http://example.com/")).send().await.unwrap();
    assert_eq!((landed.answer.status.as_u16(), &landed.answer.body[..]), (418, &b"no"[..]));
}
