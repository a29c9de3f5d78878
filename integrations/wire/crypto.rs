//! The process's one TLS implementation.

/// Must be the first thing a process does: with no provider chosen, the first TLS connection would panic.
pub fn install_crypto() {
    // Fails only when one is installed already, which is what we want.
    drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
}
