//! Secrets, sealed on disk: one file per name, all under one key.
//!
//! Knows keys, seals and files. Doesn't know what the secrets are or whose.

mod disk;
mod error;
mod key;
mod key_source;
mod opened;
mod sealed_vault;
mod stamp;
#[cfg(test)]
mod tests;

pub use error::VaultStartError;
pub use key_source::KeySource;
pub use sealed_vault::SealedVault;
