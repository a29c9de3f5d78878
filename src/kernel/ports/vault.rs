//! The place secrets are kept, sealed.

use crate::ports::Soon;

/// A small sealed store. Names are bound into the seal: a sealed value moved to another name does not open.
pub trait Vault: Send + Sync {
    /// Durable when it returns.
    fn put<'a>(&'a self, name: &'a str, value: &'a [u8]) -> Soon<'a, Result<(), VaultError>>;
    fn get<'a>(&'a self, name: &'a str) -> Soon<'a, Result<Option<Vec<u8>>, VaultError>>;
    /// Removing what is not there is no error.
    fn remove<'a>(&'a self, name: &'a str) -> Soon<'a, Result<(), VaultError>>;
    /// The names that begin so, sorted.
    fn names<'a>(&'a self, prefix: &'a str) -> Soon<'a, Result<Vec<String>, VaultError>>;
    /// A keyed fingerprint that nobody without the vault's key can make, for what is kept elsewhere.
    fn sign(&self, words: &[u8]) -> [u8; 32];
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VaultError {
    /// The key is not the one this was sealed with, or somebody changed it.
    #[error("the vault cannot open `{0}`: it was sealed with another key, or changed")]
    Sealed(String),
    #[error("the vault cannot be read or written: {0}")]
    Unreachable(String),
}
