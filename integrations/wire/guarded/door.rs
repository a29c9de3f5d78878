//! What an address must look like before anybody looks up its name.
//!
//! Knows schemes, ports and names. Doesn't know where a name leads, and opens nothing.

use std::collections::BTreeSet;
use std::net::IpAddr;

use url::{Host, Url};

use crate::WireError;

/// The longest name there is.
const LONGEST: usize = 253;
const LONGEST_LABEL: usize = 63;

/// Last parts of names that no public name has. Some resolver on the way may know them all the same.
const INDOORS: [&str; 11] = [
    "localhost",
    "localdomain",
    "local",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "svc",
    "home.arpa",
];

/// Whom an acceptable address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Whom {
    Address(IpAddr),
    Name(String),
}

#[derive(Clone, Debug)]
pub(super) struct Door {
    ports: BTreeSet<u16>,
}

impl Default for Door {
    fn default() -> Self {
        Self { ports: BTreeSet::from([80, 443]) }
    }
}

impl Door {
    pub(super) fn open_ports(&mut self, ports: impl IntoIterator<Item = u16>) {
        self.ports.extend(ports);
    }

    /// `url` has been normalised by its parser, so an odd spelling of an address is a plain address here.
    pub(super) fn admit(&self, url: &Url) -> Result<Whom, WireError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(forbidden(
                url,
                "only http and https are spoken. Name an address that begins with https://.",
            ));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(forbidden(url, "it has a user name in it. Leave out everything up to the @."));
        }
        let port = url.port_or_known_default().unwrap_or(0);
        if !self.ports.contains(&port) {
            let why = format!("port {port} is not allowed. Leave out the port, or allow it in the settings.");
            return Err(forbidden(url, &why));
        }
        match url.host() {
            Some(Host::Ipv4(address)) => Ok(Whom::Address(address.into())),
            Some(Host::Ipv6(address)) => Ok(Whom::Address(address.into())),
            Some(Host::Domain(name)) => named(url, name),
            None => Err(forbidden(url, "it names no host. Name an address such as https://example.com/.")),
        }
    }
}

fn named(url: &Url, name: &str) -> Result<Whom, WireError> {
    let relative = name.strip_suffix('.').unwrap_or(name);
    if relative.len() > LONGEST || !relative.split('.').all(is_label) {
        return Err(forbidden(url, "that is no name of a host. Check its spelling."));
    }
    let is_under =
        |end: &&&str| relative.strip_suffix(**end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    if !relative.contains('.') || INDOORS.iter().find(is_under).is_some() {
        return Err(forbidden(url, "that is a name for indoors. Name a host on the public internet."));
    }
    Ok(Whom::Name(name.to_owned()))
}

fn is_label(label: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_';
    !label.is_empty() && label.len() <= LONGEST_LABEL && label.bytes().all(fits)
}

pub(super) fn forbidden(url: &Url, why: &str) -> WireError {
    WireError::Forbidden { host: host_of(url), why: why.to_owned() }
}

/// All that is ever said of an address: the rest of it may hold a secret.
pub(super) fn host_of(url: &Url) -> String {
    url.host_str().filter(|host| !host.is_empty()).unwrap_or("nowhere").chars().take(LONGEST).collect()
}
