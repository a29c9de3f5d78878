//! Where an answer sends us on to, and what may come along.
//!
//! Knows the rules of redirects. Doesn't know whether the next address is acceptable: it goes through the same check
//! as the first.

use bytes::Bytes;
use http::header::{
    ACCEPT, ACCEPT_LANGUAGE, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LOCATION, CONTENT_TYPE, LOCATION,
    USER_AGENT,
};
use http::{HeaderMap, HeaderName, Method, StatusCode};
use url::Url;

use super::door::host_of;
use crate::WireError;

/// How often we let ourselves be sent on.
const AT_MOST: usize = 5;

/// What another origin may hear. Whatever else the caller wrote was meant for the first, and may be a key.
const HARMLESS: [HeaderName; 3] = [ACCEPT, ACCEPT_LANGUAGE, USER_AGENT];

const ABOUT_THE_BODY: [HeaderName; 4] = [CONTENT_TYPE, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LOCATION];

/// What goes out on one hop.
#[derive(Clone, Debug)]
pub(super) struct Parcel {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Option<Bytes>,
}

impl Parcel {
    /// What to send next, or nothing if this answer is the last.
    pub(super) fn onward(&self, status: StatusCode, said: &HeaderMap) -> Result<Option<Self>, WireError> {
        let Some(location) = said.get(LOCATION).filter(|_| is_redirect(status)) else { return Ok(None) };
        let astray = |why: &str| WireError::Misdirected { host: host_of(&self.url), why: why.to_owned() };
        let mut url = std::str::from_utf8(location.as_bytes())
            .ok()
            .and_then(|location| self.url.join(location).ok())
            .ok_or_else(|| astray("the address it gave cannot be read. Name the final address yourself."))?;
        url.set_fragment(None);
        if self.url.scheme() == "https" && url.scheme() == "http" {
            return Err(astray(
                "from an encrypted address to one that is not. Name an https address that stays so.",
            ));
        }
        let mut next = Self { url, ..self.clone() };
        if next.url.origin() != self.url.origin() {
            next.keep_only_what_is_harmless();
        } else if becomes_get(status, &self.method) {
            next.drop_body();
        }
        Ok(Some(next))
    }

    fn keep_only_what_is_harmless(&mut self) {
        self.headers = HARMLESS
            .iter()
            .flat_map(|name| self.headers.get_all(name).iter().map(|value| (name.clone(), value.clone())))
            .collect();
        self.drop_body();
    }

    fn drop_body(&mut self) {
        // A request to do something makes no sense without what to do it with.
        if self.method != Method::HEAD {
            self.method = Method::GET;
        }
        self.body = None;
        for name in &ABOUT_THE_BODY {
            self.headers.remove(name);
        }
    }
}

/// Where we have been, so that a circle is noticed and a long way ends.
#[derive(Debug, Default)]
pub(super) struct Trail {
    been: Vec<(Method, Url)>,
}

impl Trail {
    /// Notes a hop that is about to be made, and who asked for it.
    pub(super) fn note(&mut self, parcel: &Parcel, sender: &str) -> Result<(), WireError> {
        let mut url = parcel.url.clone();
        url.set_fragment(None);
        let here = (parcel.method.clone(), url);
        let astray = |why: String| WireError::Misdirected { host: sender.to_owned(), why };
        if self.been.contains(&here) {
            return Err(astray("in a circle. Name the final address yourself.".to_owned()));
        }
        if self.been.len() > AT_MOST {
            return Err(astray(format!("more than {AT_MOST} times. Name the final address yourself.")));
        }
        self.been.push(here);
        Ok(())
    }

    /// Whether anything has left before the hop noted last.
    pub(super) fn is_under_way(&self) -> bool {
        self.been.len() > 1
    }
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

fn becomes_get(status: StatusCode, method: &Method) -> bool {
    match status.as_u16() {
        303 => true,
        301 | 302 => *method == Method::POST,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;
    use http::header::AUTHORIZATION;

    use super::*;

    fn parcel(method: Method, url: &str) -> Parcel {
        let headers = [(AUTHORIZATION, "Bearer key"), (CONTENT_TYPE, "text/plain"), (ACCEPT, "text/html")];
        Parcel {
            method,
            url: Url::parse(url).unwrap(),
            headers: headers
                .map(|(name, value)| (name, HeaderValue::from_static(value)))
                .into_iter()
                .collect(),
            body: Some(Bytes::from_static(b"words")),
        }
    }

    fn sent_on(parcel: &Parcel, status: u16, location: &[u8]) -> Result<Option<Parcel>, WireError> {
        let said = HeaderMap::from_iter([(LOCATION, HeaderValue::from_bytes(location).unwrap())]);
        parcel.onward(StatusCode::from_u16(status).unwrap(), &said)
    }

    #[test]
    fn only_what_says_so_sends_us_on() {
        let parcel = parcel(Method::GET, "https://example.com/");
        for status in [200, 201, 300, 304, 305, 306, 404, 500] {
            assert!(sent_on(&parcel, status, b"/next").unwrap().is_none(), "{status}");
        }
        assert!(parcel.onward(StatusCode::FOUND, &HeaderMap::new()).unwrap().is_none());
    }

    #[test]
    fn the_method_and_the_body_follow_the_status() {
        let rows = [
            (301, Method::POST, Method::GET, false),
            (302, Method::POST, Method::GET, false),
            (303, Method::POST, Method::GET, false),
            (303, Method::PUT, Method::GET, false),
            (303, Method::HEAD, Method::HEAD, false),
            (301, Method::PUT, Method::PUT, true),
            (302, Method::DELETE, Method::DELETE, true),
            (307, Method::POST, Method::POST, true),
            (308, Method::POST, Method::POST, true),
        ];
        for (status, before, after, keeps) in rows {
            let next =
                sent_on(&parcel(before.clone(), "https://example.com/"), status, b"/x").unwrap().unwrap();
            assert_eq!(next.method, after, "{status} {before}");
            assert_eq!(next.body.is_some(), keeps, "{status} {before}");
            assert_eq!(next.headers.contains_key(CONTENT_TYPE), keeps, "{status} {before}");
            assert!(next.headers.contains_key(AUTHORIZATION), "{status} {before}");
        }
    }

    #[test]
    fn another_origin_hears_neither_the_key_nor_the_body() {
        let parcel = parcel(Method::POST, "https://example.com/");
        let others: [&[u8]; 4] = [
            b"https://example.org/",
            b"//www.example.com/",
            b"https://example.com:8443/",
            b"https://example.com./",
        ];
        for (other, status) in others.into_iter().flat_map(|other| [(other, 302), (other, 307), (other, 308)])
        {
            let next = sent_on(&parcel, status, other).unwrap().unwrap();
            assert_eq!((next.method, next.body), (Method::GET, None));
            assert_eq!(next.headers.keys().collect::<Vec<_>>(), [ACCEPT]);
        }
    }

    #[test]
    fn a_way_out_of_encryption_is_not_taken() {
        let parcel = parcel(Method::GET, "https://example.com/");
        for there in [
            "http://example.com/?key=secret",
            "HTTP:example.com/?key=secret",
            "http:///example.org/?key=secret",
        ] {
            let refused = sent_on(&parcel, 302, there.as_bytes()).unwrap_err();
            assert!(matches!(refused, WireError::Misdirected { .. }), "{refused}");
            assert!(!refused.to_string().contains("secret"), "{refused}");
        }
    }

    #[test]
    fn a_location_is_read_against_where_we_are() {
        let parcel = parcel(Method::GET, "https://example.com/a/b?c");
        let rows: [(&[u8], &str); 6] = [
            (b"d", "https://example.com/a/d"),
            (b"/d?e", "https://example.com/d?e"),
            (b"?e#f", "https://example.com/a/b?e"),
            (b"//example.org", "https://example.org/"),
            (b"\\\\example.org\\x", "https://example.org/x"),
            ("/ü".as_bytes(), "https://example.com/%C3%BC"),
        ];
        for (location, url) in rows {
            assert_eq!(sent_on(&parcel, 302, location).unwrap().unwrap().url.as_str(), url);
        }
        for unreadable in [b"https://".as_slice(), b"/\xff", b"http://[::1", b"https://a b/"] {
            assert!(matches!(sent_on(&parcel, 302, unreadable), Err(WireError::Misdirected { .. })));
        }
    }

    #[test]
    fn a_circle_and_a_sixth_hop_end_the_way() {
        let at = |path: usize| parcel(Method::GET, &format!("https://example.com/{path}"));
        let mut trail = Trail::default();
        (0..=AT_MOST).for_each(|path| trail.note(&at(path), "example.com").unwrap());
        assert!(trail.note(&at(99), "example.com").unwrap_err().to_string().contains("more than 5 times"));
        assert!(trail.note(&at(3), "example.com").unwrap_err().to_string().contains("in a circle"));
    }
}
