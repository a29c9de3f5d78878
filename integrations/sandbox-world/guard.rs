//! What a page from elsewhere must not do to the sandbox, and what its own page must not do itself.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

/// Scripts, styles and frames of our own only; nothing inline, nothing from outside.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
    frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Lets only the page itself act, and gives every answer its policy.
pub async fn pass(request: Request, next: Next) -> Response {
    if let Err(words) = check(request.method(), request.headers()) {
        return (StatusCode::FORBIDDEN, words).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}

fn check(method: &Method, headers: &HeaderMap) -> Result<(), &'static str> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    let host = text("host").unwrap_or_default();
    if !is_local(host) {
        // A name that somebody else made point to this computer.
        return Err("This page is served as 127.0.0.1 or localhost only. Open it under that name.\n");
    }
    let own = |site: &str| matches!(site, "same-origin" | "none");
    if *method == Method::GET || *method == Method::HEAD {
        let visit = text("sec-fetch-mode").is_none_or(|mode| mode == "navigate");
        return match text("sec-fetch-site") {
            Some(site) if !own(site) && !visit => {
                Err("Another page cannot read this one. Open it in a tab of its own.\n")
            }
            _ => Ok(()),
        };
    }
    let same_origin = text("origin").is_none_or(|origin| origin == format!("http://{host}"));
    if text("sec-fetch-site").is_none_or(own) && same_origin {
        Ok(())
    } else {
        Err("Another page cannot act here. Use the buttons of this one.\n")
    }
}

/// Whether a form was sent from a page of this very address, or by no browser at all.
pub fn is_own_page(headers: &HeaderMap) -> bool {
    check(&Method::POST, headers).is_ok()
}

fn is_local(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(method: &Method, given: &[(&'static str, &'static str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in [("host", "127.0.0.1:8080")].iter().chain(given) {
            headers.insert(*name, HeaderValue::from_static(value));
        }
        check(method, &headers).is_ok()
    }

    #[test]
    fn only_the_page_itself_can_act() {
        assert!(allowed(
            &Method::POST,
            &[("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", "same-origin")]
        ));
        assert!(!allowed(&Method::POST, &[("origin", "http://evil.example")]));
        assert!(!allowed(&Method::POST, &[("origin", "http://127.0.0.1:9")]));
        assert!(!allowed(&Method::POST, &[("origin", "null")]));
        assert!(!allowed(&Method::POST, &[("sec-fetch-site", "cross-site")]));
        assert!(!allowed(&Method::POST, &[("sec-fetch-site", "same-site")]));
    }

    #[test]
    fn another_page_can_link_here_but_not_read() {
        let from_elsewhere = ("sec-fetch-site", "cross-site");
        assert!(allowed(&Method::GET, &[from_elsewhere, ("sec-fetch-mode", "navigate")]));
        assert!(!allowed(&Method::GET, &[from_elsewhere, ("sec-fetch-mode", "no-cors")]));
        assert!(!allowed(&Method::GET, &[("host", "rebound.example")]));
    }
}
