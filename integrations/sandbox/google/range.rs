//! Content, or the part of it that was asked for.

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::header::{ACCEPT_RANGES, CONTENT_RANGE, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, StatusCode};

/// Answers with content; `wanted` is a `Range` header.
pub(crate) fn response(media_type: &str, bytes: Bytes, wanted: Option<&str>) -> Response {
    let total = bytes.len();
    let Some(wanted) = wanted.and_then(|wanted| read(wanted, total)) else {
        let mut response = Response::new(Body::from(bytes));
        put(&mut response, CONTENT_TYPE, media_type);
        put(&mut response, ACCEPT_RANGES, "bytes");
        return response;
    };
    let part = wanted.and_then(|(first, end)| Some((first, end, bytes.get(first..end)?)));
    let Some((first, end, part)) = part else {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::RANGE_NOT_SATISFIABLE;
        put(&mut response, CONTENT_RANGE, &format!("bytes */{total}"));
        return response;
    };
    let mut response = Response::new(Body::from(bytes.slice_ref(part)));
    *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    put(&mut response, CONTENT_TYPE, media_type);
    put(&mut response, CONTENT_RANGE, &format!("bytes {first}-{}/{total}", end.saturating_sub(1)));
    response
}

/// The one range a header asks for, as its first byte and the one after its last. `None` for a header that is to be
/// ignored, `Some(None)` for one that lies outside.
fn read(header: &str, total: usize) -> Option<Option<(usize, usize)>> {
    let (first, last) = header.strip_prefix("bytes=")?.split_once('-')?;
    let (first, end) = match (first.trim().parse::<usize>().ok(), last.trim().parse::<usize>().ok()) {
        (Some(first), Some(last)) if last >= first => (first, last.saturating_add(1).min(total)),
        (Some(first), None) if last.trim().is_empty() => (first, total),
        (None, Some(count)) if first.trim().is_empty() => (total.saturating_sub(count), total),
        _ => return None,
    };
    Some((first < end).then_some((first, end)))
}

fn put(response: &mut Response, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_range_is_understood_and_everything_else_ignored() {
        assert_eq!(read("bytes=0-3", 10), Some(Some((0, 4))));
        assert_eq!(read("bytes=8-20", 10), Some(Some((8, 10))));
        assert_eq!(read("bytes=4-", 10), Some(Some((4, 10))));
        assert_eq!(read("bytes=-3", 10), Some(Some((7, 10))));
        assert_eq!(read("bytes=10-", 10), Some(None));
        for ignored in ["items=0-3", "bytes=3-1", "bytes=0-1,4-5", "bytes=x-y", "bytes=-"] {
            assert_eq!(read(ignored, 10), None, "{ignored}");
        }
    }
}
