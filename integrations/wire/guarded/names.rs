//! The port through which a name becomes addresses.
//!
//! Knows how to ask this machine. Doesn't judge the answer, and remembers none.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;

/// What the lookup of a name will say.
pub(super) type Looking = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Whoever knows where names lead.
pub(super) trait Names: Send + Sync {
    /// Every address of the name, in the order in which to try them.
    fn addresses(&self, name: &str) -> Looking;
}

/// Asks this machine, which asks whom it was told to.
pub(super) struct SystemNames;

impl Names for SystemNames {
    fn addresses(&self, name: &str) -> Looking {
        // The dot at the end: the name is whole, and no domain of this machine's own is tried behind it.
        let whole = format!("{}.", name.trim_end_matches('.'));
        Box::pin(async move {
            let found = tokio::net::lookup_host((whole, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}
