//! The process's one TLS implementation.

use hyper_rustls::ConfigBuilderExt;
use rustls::{ClientConfig, RootCertStore};

use crate::WireError;

/// Must be the first thing a process does: with no provider chosen, the first TLS connection would panic.
pub fn install_crypto() {
    // Fails only when one is installed already, which is what we want.
    drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
}

/// Whom we believe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Roots {
    /// Those this machine believes.
    Native,
    /// Nobody: for plain connections to this machine, which must work where no roots are installed.
    Nobody,
}

pub(crate) fn tls(roots: Roots) -> Result<ClientConfig, WireError> {
    let failed = |why: String| WireError::Unreachable { host: "anything encrypted".to_owned(), why };
    let provider = std::sync::Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(error.to_string()))?;
    let builder = match roots {
        Roots::Native => builder.with_native_roots().map_err(|error| {
            failed(format!("{error}. Install the root certificates of this system (ca-certificates)."))
        })?,
        Roots::Nobody => builder.with_root_certificates(RootCertStore::empty()),
    };
    Ok(builder.with_no_client_auth())
}
