//! The means of reaching a server, beside its settings: the vault with its credentials, and a client for HTTP.

use std::sync::Arc;

use kernel::ports::Vault;
use wire::HttpClient;

/// The means of reaching a server.
#[derive(Clone)]
pub struct Ways {
    pub vault: Arc<dyn Vault>,
    pub http: HttpClient,
}
