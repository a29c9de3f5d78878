//! Content, or the part of it that was asked for.

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::header::{ACCEPT_RANGES, CONTENT_RANGE, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, StatusCode};

/// Answers with content; `wanted` is a `Range` header.
pub(crate) fn response(media_type: &str, bytes: Bytes, wanted: Option<&str>) -> Response {
    let total = bytes.len();
    match wanted.map_or(Wanted::Everything, |header| Wanted::read(header, total)) {
        Wanted::Everything => {
            let mut response = Response::new(Body::from(bytes));
            put(&mut response, CONTENT_TYPE, media_type);
            put(&mut response, ACCEPT_RANGES, "bytes");
            response
        }
        Wanted::Part { first, end } => {
            let mut response = Response::new(Body::from(bytes.slice(first..end)));
            *response.status_mut() = StatusCode::PARTIAL_CONTENT;
            put(&mut response, CONTENT_TYPE, media_type);
            put(&mut response, CONTENT_RANGE, &format!("bytes {first}-{}/{total}", end - 1));
            response
        }
        Wanted::Outside => {
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::RANGE_NOT_SATISFIABLE;
            put(&mut response, CONTENT_RANGE, &format!("bytes */{total}"));
            response
        }
    }
}

/// What a `Range` header asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Also for a header that is not understood, which is to be ignored.
    Everything,
    /// From the first byte up to the one before `end`; never empty, and never beyond the content.
    Part {
        first: usize,
        end: usize,
    },
    Outside,
}

impl Wanted {
    fn read(header: &str, total: usize) -> Self {
        let range = header.strip_prefix("bytes=").and_then(|range| range.split_once('-'));
        let Some((first, last)) = range else { return Self::Everything };
        let (first, end) = match (first.trim().parse::<usize>().ok(), last.trim().parse::<usize>().ok()) {
            (Some(first), Some(last)) if last >= first => (first, last.saturating_add(1).min(total)),
            (Some(first), None) if last.trim().is_empty() => (first, total),
            (None, Some(count)) if first.trim().is_empty() => (total.saturating_sub(count), total),
            _ => return Self::Everything,
        };
        if first < end { Self::Part { first, end } } else { Self::Outside }
    }
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
        let read = |header: &str| Wanted::read(header, 10);
        assert_eq!(read("bytes=0-3"), Wanted::Part { first: 0, end: 4 });
        assert_eq!(read("bytes=8-20"), Wanted::Part { first: 8, end: 10 });
        assert_eq!(read("bytes=4-"), Wanted::Part { first: 4, end: 10 });
        assert_eq!(read("bytes=-3"), Wanted::Part { first: 7, end: 10 });
        assert_eq!(read("bytes=10-"), Wanted::Outside);
        for ignored in ["items=0-3", "bytes=3-1", "bytes=0-1,4-5", "bytes=x-y", "bytes=-"] {
            assert_eq!(read(ignored), Wanted::Everything, "{ignored}");
        }
    }
}
