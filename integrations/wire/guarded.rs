//! HTTP to whatever a model or a stranger names: the public internet, and nothing else.
//!
//! A name is looked up once for each hop, all of its addresses are judged, and the connection goes to those and to no
//! others. Knows nothing of what is asked for, remembers nothing from one request to the next.

mod door;
mod errand;
mod hops;
mod ip_class;
mod names;

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use http::header::CONTENT_ENCODING;
use http::{Method, StatusCode};
use reqwest::dns::{Name, Resolve, Resolving};
use rustls::ClientConfig;
use rustls::client::Resumption;
use url::Url;

pub use errand::Errand;

use crate::client::translate;
use crate::crypto::{Roots, tls};
use crate::{Incoming, Timeouts, WireError};
use door::{Door, Whom, forbidden, host_of};
use hops::{Parcel, Trail};
use ip_class::{IpClass, ip_class};
use names::{Names, SystemNames};

/// For addresses from anybody: no loopback, no private network, no way around by a name, a spelling or a redirect.
#[derive(Clone)]
pub struct Guarded {
    names: Arc<dyn Names>,
    door: Door,
    timeouts: Timeouts,
    /// Kept even if it failed: plain http needs no root certificates, and a program can start without.
    tls: Result<ClientConfig, WireError>,
    /// Where the tests' own servers stand in for public addresses, from after the check on.
    #[cfg(test)]
    stand_ins: std::collections::HashMap<SocketAddr, SocketAddr>,
}

/// A whole answer, and where it came from in the end.
#[derive(Clone, Debug)]
pub struct Landed {
    pub url: Url,
    pub answer: Incoming,
}

impl Guarded {
    /// `timeouts.answer` is for everything together: every lookup, every hop, the whole body.
    pub fn new(timeouts: Timeouts) -> Self {
        Self::over(Arc::new(SystemNames), tls(Roots::Native), timeouts)
    }

    fn over(names: Arc<dyn Names>, tls: Result<ClientConfig, WireError>, timeouts: Timeouts) -> Self {
        let tls = tls.map(|mut tls| {
            tls.resumption = Resumption::disabled();
            tls.alpn_protocols = vec![b"http/1.1".to_vec()];
            tls
        });
        Self {
            names,
            door: Door::default(),
            timeouts,
            tls,
            #[cfg(test)]
            stand_ins: std::collections::HashMap::new(),
        }
    }

    /// Ports beside 80 and 443.
    #[must_use]
    pub fn with_ports(mut self, ports: impl IntoIterator<Item = u16>) -> Self {
        self.door.open_ports(ports);
        self
    }

    async fn travel(&self, mut parcel: Parcel, cap: usize) -> Result<Landed, WireError> {
        let mut trail = Trail::default();
        let mut sender = host_of(&parcel.url);
        loop {
            trail.note(&parcel, &sender)?;
            let host = host_of(&parcel.url);
            tracing::trace!(host, "a guarded request");
            let answer = match self.hop(&parcel).await {
                Err(error) if trail.is_under_way() => return Err(under_way(sender, error)),
                answer => answer?,
            };
            if let Some(next) = parcel.onward(answer.status(), answer.headers())? {
                (parcel, sender) = (next, host);
                continue;
            }
            let answer = take(answer, &parcel, cap).await?;
            return Ok(Landed { url: parcel.url, answer });
        }
    }

    async fn hop(&self, parcel: &Parcel) -> Result<reqwest::Response, WireError> {
        let addresses = self.check(&parcel.url).await?;
        let mut request = self
            .only_to(&parcel.url, &addresses)?
            .request(parcel.method.clone(), parcel.url.clone())
            .headers(parcel.headers.clone());
        if let Some(body) = &parcel.body {
            request = request.body(body.clone());
        }
        request.send().await.map_err(|error| translate(&host_of(&parcel.url), error))
    }

    /// Where to connect to. The one lookup, and the one judgement.
    async fn check(&self, url: &Url) -> Result<Vec<SocketAddr>, WireError> {
        let (found, verb) = match self.door.admit(url)? {
            Whom::Address(address) => (vec![address], "is"),
            Whom::Name(name) => (self.look_up(&name).await?, "leads to"),
        };
        for address in &found {
            // One bad address among good ones is enough: which of them gets the connection is a matter of luck.
            if let IpClass::OffLimits(words) = ip_class(*address) {
                let why = format!("the host {verb} {words}. Name a host on the public internet.");
                return Err(forbidden(url, &why));
            }
        }
        let port = url.port_or_known_default().unwrap_or(0);
        Ok(found.into_iter().map(|address| SocketAddr::new(address, port)).collect())
    }

    async fn look_up(&self, name: &str) -> Result<Vec<IpAddr>, WireError> {
        let unknown = |why: String| WireError::Unreachable { host: name.to_owned(), why };
        match self.names.addresses(name).await {
            Ok(found) if found.is_empty() => {
                Err(unknown("the name has no address. Check its spelling.".to_owned()))
            }
            Ok(found) => Ok(found),
            Err(error) => Err(unknown(format!("the name was not found ({error}). Check its spelling."))),
        }
    }

    /// A client that can connect to these addresses only. There is one for each hop, so no connection outlives the
    /// check it was opened on.
    fn only_to(&self, url: &Url, addresses: &[SocketAddr]) -> Result<reqwest::Client, WireError> {
        #[cfg(test)]
        let addresses = &self.standing_in(addresses);
        let tls = if url.scheme() == "https" { self.tls.clone()? } else { tls(Roots::Nobody)? };
        #[expect(
            clippy::disallowed_methods,
            reason = "each hop has its own client, tied to what was checked"
        )]
        let mut builder = reqwest::Client::builder()
            .connect_timeout(self.timeouts.connect)
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .no_proxy()
            .pool_max_idle_per_host(0)
            .http1_only()
            // The others are not offered: a single byte of brotli can ask for a window of a gigabyte.
            .gzip(true)
            .no_brotli()
            .no_deflate()
            .no_zstd()
            .user_agent(concat!("countersign/", env!("CARGO_PKG_VERSION")))
            .tls_backend_preconfigured(tls)
            .dns_resolver(NoOtherName);
        // An address that was written as numbers is never looked up.
        if let Some(name) = url.domain() {
            builder = builder.resolve_to_addrs(name, addresses);
        }
        builder.build().map_err(|error| translate(&host_of(url), error))
    }

    #[cfg(test)]
    fn standing_in(&self, addresses: &[SocketAddr]) -> Vec<SocketAddr> {
        addresses.iter().filter_map(|address| self.stand_ins.get(address).copied()).collect()
    }
}

impl fmt::Debug for Guarded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Guarded").field("door", &self.door).finish_non_exhaustive()
    }
}

/// Looks up nothing: every name that may be connected to is pinned already.
struct NoOtherName;

impl Resolve for NoOtherName {
    fn resolve(&self, _: Name) -> Resolving {
        Box::pin(std::future::ready(Err("no name is looked up after the check".into())))
    }
}

/// The body, decoded. What we did not offer to decode is not handed on as if it were the words themselves.
async fn take(answer: reqwest::Response, parcel: &Parcel, cap: usize) -> Result<Incoming, WireError> {
    let host = host_of(&parcel.url);
    let encoding = answer.headers().get(CONTENT_ENCODING).map(|value| value.as_bytes().to_ascii_lowercase());
    let is_bare = parcel.method == Method::HEAD
        || matches!(answer.status(), StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED)
        || encoding.is_none_or(|encoding| encoding == b"identity" || encoding.is_empty());
    if is_bare {
        return Incoming::of(answer, host, cap).await;
    }
    let why =
        "its body is packed in a way we did not ask for. Try another address of the same thing.".to_owned();
    Err(WireError::Unreadable { host, why })
}

/// Something has left already, on an earlier hop.
fn under_way(sender: String, error: WireError) -> WireError {
    match error {
        WireError::Forbidden { host, why } => {
            WireError::Misdirected { host: sender, why: format!("a request to {host} is refused: {why}") }
        }
        WireError::Unreachable { host, why } => WireError::Unanswered {
            host: sender,
            why: format!("it sent us on to {host}, which cannot be reached: {why}"),
        },
        other => other,
    }
}

#[cfg(test)]
mod tests;
