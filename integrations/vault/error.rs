//! Why the vault does not open, told apart by what whoever runs this can do about it.

use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VaultStartError {
    #[error(
        "There is no key file {path}, and the vault {vault} is not empty. Restore the key file, or start anew by removing {vault}.",
        path = path.display(),
        vault = vault.display()
    )]
    KeyLost { path: PathBuf, vault: PathBuf },
    #[error("There is no key file {}. Put 32 random bytes there in hexadecimal: openssl rand -hex 32", .0.display())]
    KeyMissing(PathBuf),
    #[error("Others can read the key file {path}. Run: chmod 600 {path}", path = .0.display())]
    KeyExposed(PathBuf),
    #[error(
        "The key in {place} is not 32 bytes in hexadecimal (64 digits). Restore it, or make one with: openssl rand -hex 32"
    )]
    KeyMalformed { place: String },
    #[error("The vault {} was sealed with another key. Restore the key file or start anew by removing the vault.", .0.display())]
    WrongKey(PathBuf),
    #[error("The system keyring cannot be used: {0}. Unlock or start it, or name a key file instead.")]
    Keyring(String),
    #[error("{place} cannot be read or written: {why}. Check that it exists and belongs to the user running this.", place = place.display())]
    Disk { place: PathBuf, why: String },
    #[error("The vault {vault} did not give back what was put in: {why}. Check the disk it is on.", vault = vault.display())]
    SelfTest { vault: PathBuf, why: String },
    #[error("The system has no randomness to make a key from: {0}. Try again.")]
    Randomness(String),
}
