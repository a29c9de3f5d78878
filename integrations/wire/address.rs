//! A base address from our own configuration, and the only way to make a path under it.

use url::{Host, Url};

use crate::WireError;

/// Encrypted, or on this machine. Paths are built segment by segment, so that no value can leave its segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Url);

impl Address {
    /// `name` is the setting to blame when it is wrong.
    pub fn parse(name: &str, given: &str) -> Result<Self, WireError> {
        let bad = |why: &str| WireError::BadAddress {
            name: name.to_owned(),
            given: given.to_owned(),
            why: why.to_owned(),
        };
        let url = Url::parse(given.trim()).map_err(|error| bad(&format!("not an address ({error})")))?;
        if url.cannot_be_a_base() || url.host().is_none() {
            return Err(bad("it must look like https://host/"));
        }
        match url.scheme() {
            "https" | "wss" => Ok(Self(url)),
            "http" | "ws" if is_loopback(&url) => Ok(Self(url)),
            "http" | "ws" => Err(bad("plain http is accepted for this machine (127.0.0.1) only; use https")),
            _ => Err(bad("it must begin with https://")),
        }
    }

    /// Whether it is on this machine.
    pub fn is_here(&self) -> bool {
        is_loopback(&self.0)
    }

    /// The address itself.
    pub fn url(&self) -> &Url {
        &self.0
    }

    /// An address below this one. Each segment is encoded whole: `/`, `?`, `#` and `%` in it stay in it. A segment
    /// that would vanish or climb (empty, `.`, `..`) is refused.
    pub fn at(&self, segments: &[&str]) -> Result<Url, WireError> {
        let refuse = |given: &str, why: &str| WireError::BadAddress {
            name: "a part of the address".to_owned(),
            given: given.to_owned(),
            why: why.to_owned(),
        };
        let mut url = self.0.clone();
        for segment in segments {
            if segment.is_empty() || *segment == "." || *segment == ".." {
                return Err(refuse(segment, "it cannot be part of an address"));
            }
        }
        url.path_segments_mut()
            .map_err(|()| refuse(self.0.as_str(), "nothing can be put below it"))?
            .pop_if_empty()
            .extend(segments);
        Ok(url)
    }
}

pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_is_for_this_machine_only() {
        assert!(Address::parse("X", "http://127.0.0.1:80/api/").is_ok());
        assert!(Address::parse("X", "http://[::1]:80/").is_ok());
        let refused = Address::parse("SLACK_API_URL", "http://example.com").unwrap_err();
        assert!(refused.to_string().contains("SLACK_API_URL"), "{refused}");
        assert!(Address::parse("X", "http://127.0.0.1.example.com").is_err());
        assert!(Address::parse("X", "file:///etc/passwd").is_err());
    }

    #[test]
    fn no_value_leaves_its_segment() {
        let base = Address::parse("X", "http://127.0.0.1:1/gmail/v1/").unwrap();
        let url = base.at(&["messages", "../../drive/v3/about?x=#y%2e"]).unwrap();
        assert_eq!(
            url.as_str(),
            "http://127.0.0.1:1/gmail/v1/messages/..%2F..%2Fdrive%2Fv3%2Fabout%3Fx=%23y%252e"
        );
        for climbing in ["", ".", ".."] {
            assert!(base.at(&["messages", climbing]).is_err(), "{climbing:?}");
        }
    }
}
