//! Where the key comes from, and making one where that is allowed.
//!
//! A new key is made for an empty vault only: beside sealed files it would hide that the old one is lost.

use std::io;
use std::path::{Path, PathBuf};

use zeroize::Zeroizing;

use crate::{VaultStartError, disk};

/// Where the 32 bytes are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// A file of ours, made if it is not there.
    File(PathBuf),
    /// A file somebody else provides, e.g. a credential of the service manager.
    ExistingFile(PathBuf),
    /// The keyring of the desktop or system; an entry is made if there is none.
    Keyring { service: String, user: String },
}

/// The vault the key is wanted for.
pub(crate) struct For<'a> {
    pub(crate) vault: &'a Path,
    pub(crate) has_sealed_files: bool,
}

type Bytes = Zeroizing<[u8; 32]>;

impl KeySource {
    /// Blocks.
    pub(crate) fn fetch(&self, wanted: &For<'_>) -> Result<Bytes, VaultStartError> {
        match self {
            Self::File(path) => match read_file(path)? {
                Some(key) => Ok(key),
                None => make_file(path, wanted),
            },
            Self::ExistingFile(_) => self.find(wanted.vault),
            Self::Keyring { service, user } => from_keyring(service, user, wanted),
        }
    }

    /// The key of a vault that is there already; none is made. Blocks.
    pub(crate) fn find(&self, vault: &Path) -> Result<Bytes, VaultStartError> {
        match self {
            Self::File(path) | Self::ExistingFile(path) => {
                read_file(path)?.ok_or_else(|| VaultStartError::KeyMissing(path.clone()))
            }
            // Where there are sealed files no key is made.
            Self::Keyring { service, user } => {
                from_keyring(service, user, &For { vault, has_sealed_files: true })
            }
        }
    }
}

fn read_file(path: &Path) -> Result<Option<Bytes>, VaultStartError> {
    let disk = |error: io::Error| VaultStartError::Disk { place: path.to_owned(), why: error.to_string() };
    let Some(found) = disk::read(path).map_err(disk)?.map(Zeroizing::new) else { return Ok(None) };
    if disk::is_exposed(path).map_err(disk)? {
        return Err(VaultStartError::KeyExposed(path.to_owned()));
    }
    decode(&found, &path.display().to_string()).map(Some)
}

fn make_file(path: &Path, wanted: &For<'_>) -> Result<Bytes, VaultStartError> {
    if wanted.has_sealed_files {
        return Err(VaultStartError::KeyLost { path: path.to_owned(), vault: wanted.vault.to_owned() });
    }
    let disk = |error: io::Error| VaultStartError::Disk { place: path.to_owned(), why: error.to_string() };
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        disk::make_directory(parent).map_err(disk)?;
    }
    let key = random()?;
    let line = Zeroizing::new(format!("{}\n", hex::encode(*key)));
    match disk::create(path, line.as_bytes()) {
        Ok(()) => Ok(key),
        // Somebody else made it between our look and our write: theirs is the key.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            read_file(path)?.ok_or_else(|| VaultStartError::KeyMissing(path.to_owned()))
        }
        Err(error) => Err(disk(error)),
    }
}

fn from_keyring(service: &str, user: &str, wanted: &For<'_>) -> Result<Bytes, VaultStartError> {
    let entry = keyring::Entry::new(service, user).map_err(|error| unusable(&error))?;
    let place = format!("the keyring entry {service}/{user}");
    match entry.get_password() {
        Ok(found) => decode(Zeroizing::new(found).as_bytes(), &place),
        Err(keyring::Error::NoEntry) if wanted.has_sealed_files => {
            Err(VaultStartError::KeyLost { path: PathBuf::from(place), vault: wanted.vault.to_owned() })
        }
        Err(keyring::Error::NoEntry) => {
            let key = random()?;
            entry.set_password(&Zeroizing::new(hex::encode(*key))).map_err(|error| unusable(&error))?;
            // A locked keyring can accept a password and keep nothing.
            let kept = Zeroizing::new(entry.get_password().map_err(|error| unusable(&error))?);
            let kept = decode(kept.as_bytes(), &place)?;
            if kept == key { Ok(key) } else { Err(VaultStartError::KeyMalformed { place }) }
        }
        Err(error) => Err(unusable(&error)),
    }
}

fn unusable(error: &keyring::Error) -> VaultStartError {
    let why = match (error, keyring::Entry::store_status()) {
        (keyring::Error::NoDefaultStore, Err(cause)) => cause.to_string(),
        _ => error.to_string(),
    };
    VaultStartError::Keyring(why)
}

fn decode(found: &[u8], place: &str) -> Result<Bytes, VaultStartError> {
    let mut key = Zeroizing::new([0; 32]);
    hex::decode_to_slice(found.trim_ascii(), &mut *key)
        .map_err(|_| VaultStartError::KeyMalformed { place: place.to_owned() })?;
    Ok(key)
}

fn random() -> Result<Bytes, VaultStartError> {
    let mut key = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *key).map_err(|error| VaultStartError::Randomness(error.to_string()))?;
    Ok(key)
}
