//! The vault: a directory of sealed files.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::ports::{Soon, Vault, VaultError};

use crate::key::Key;
use crate::key_source::For;
use crate::opened::Opened;
use crate::stamp::Stamp;
use crate::{KeySource, VaultStartError, disk};

const EXTENSION: &str = "sealed";
/// Written, read back and removed at every start.
const SELF_TEST: &str = "self-test";

/// Cloning gives another handle on the same vault.
#[derive(Clone, Debug)]
pub struct SealedVault(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    directory: PathBuf,
    key: Key,
    names: Mutex<Names>,
    /// When the directory was last gone through.
    listed: Mutex<Option<Stamp>>,
    opened: Opened,
}

/// What is known of the names.
#[derive(Debug, Default)]
struct Names {
    /// The one in every file that was opened once, so that looking for some does not open all of them again.
    in_files: BTreeMap<String, String>,
    /// The same in their order, so that whose begin alike stand together.
    ordered: BTreeSet<String>,
}

impl SealedVault {
    /// Fetches or makes the key, and refuses unless the vault gives back what is put in.
    pub async fn open(directory: impl Into<PathBuf>, source: KeySource) -> Result<Self, VaultStartError> {
        let directory = directory.into();
        let place = directory.clone();
        let opening = tokio::task::spawn_blocking(move || Inner::open(directory, &source));
        let inner = opening
            .await
            .map_err(|error| VaultStartError::SelfTest { vault: place, why: error.to_string() })??;
        Ok(Self(Arc::new(inner)))
    }

    /// Opens one that is there, to look: makes no key, and writes nothing.
    pub async fn inspect(directory: impl Into<PathBuf>, source: KeySource) -> Result<Self, VaultStartError> {
        let directory = directory.into();
        let place = directory.clone();
        let opening = tokio::task::spawn_blocking(move || Inner::inspect(directory, &source));
        let inner = opening
            .await
            .map_err(|error| VaultStartError::SelfTest { vault: place, why: error.to_string() })??;
        Ok(Self(Arc::new(inner)))
    }

    /// Files are read and written off the runtime's own threads.
    async fn on_disk<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner) -> Result<T, VaultError> + Send + 'static,
    ) -> Result<T, VaultError> {
        let inner = Arc::clone(&self.0);
        tokio::task::spawn_blocking(move || work(&inner))
            .await
            .map_err(|error| VaultError::Unreachable(error.to_string()))?
    }
}

impl Vault for SealedVault {
    fn put<'a>(&'a self, name: &'a str, value: &'a [u8]) -> Soon<'a, Result<(), VaultError>> {
        Box::pin(async move {
            let path = self.0.path(&self.0.key.file_name(name));
            let sealed = self.0.key.seal(name, value)?;
            self.on_disk(move |_| disk::replace(&path, &sealed).map_err(|error| unreachable_at(&error))).await
        })
    }

    fn get<'a>(&'a self, name: &'a str) -> Soon<'a, Result<Option<Vec<u8>>, VaultError>> {
        Box::pin(async move {
            let file_name = self.0.key.file_name(name);
            let stamp = Stamp::of(&self.0.path(&file_name)).map_err(|error| unreachable_at(&error))?;
            let Some(stamp) = stamp else {
                self.0.opened.forget(&file_name);
                return Ok(None);
            };
            if let Some(known) = self.0.opened.get(&file_name, stamp) {
                return Ok(Some(known));
            }
            let name = name.to_owned();
            self.on_disk(move |inner| inner.get(&name)).await
        })
    }

    fn remove<'a>(&'a self, name: &'a str) -> Soon<'a, Result<(), VaultError>> {
        let file_name = self.0.key.file_name(name);
        self.0.opened.forget(&file_name);
        let path = self.0.path(&file_name);
        Box::pin(self.on_disk(move |_| disk::remove(&path).map_err(|error| unreachable_at(&error))))
    }

    fn names<'a>(&'a self, prefix: &'a str) -> Soon<'a, Result<Vec<String>, VaultError>> {
        Box::pin(async move {
            let known = self.0.known_names(prefix).map_err(|error| unreachable_at(&error))?;
            if let Some(known) = known {
                return Ok(known);
            }
            let prefix = prefix.to_owned();
            self.on_disk(move |inner| inner.names(&prefix).map_err(|error| unreachable_at(&error))).await
        })
    }

    fn sign(&self, words: &[u8]) -> [u8; 32] {
        self.0.key.sign(words)
    }
}

impl Inner {
    fn open(directory: PathBuf, source: &KeySource) -> Result<Self, VaultStartError> {
        let trouble =
            |error: io::Error| VaultStartError::Disk { place: directory.clone(), why: error.to_string() };
        disk::make_directory(&directory).map_err(trouble)?;
        let sealed = disk::stems(&directory, EXTENSION).map_err(trouble)?;
        let wanted = For { vault: &directory, has_sealed_files: !sealed.is_empty() };
        let inner = Self::under(&*source.fetch(&wanted)?, directory);
        inner.check_key(&sealed)?;
        inner.self_test().map_err(|why| VaultStartError::SelfTest {
            vault: inner.directory.clone(),
            why: why.to_string(),
        })?;
        Ok(inner)
    }

    fn inspect(directory: PathBuf, source: &KeySource) -> Result<Self, VaultStartError> {
        let trouble =
            |error: io::Error| VaultStartError::Disk { place: directory.clone(), why: error.to_string() };
        let sealed = disk::stems(&directory, EXTENSION).map_err(trouble)?;
        let inner = Self::under(&*source.find(&directory)?, directory);
        inner.check_key(&sealed)?;
        Ok(inner)
    }

    fn under(key: &[u8; 32], directory: PathBuf) -> Self {
        Self {
            directory,
            key: Key::new(key),
            names: Mutex::default(),
            listed: Mutex::default(),
            opened: Opened::default(),
        }
    }

    /// One file that opens proves the key; files that do not open beside it were damaged, and say so when asked for.
    fn check_key(&self, sealed: &[String]) -> Result<(), VaultStartError> {
        for file_name in sealed {
            let path = self.path(file_name);
            let found = disk::read(&path)
                .map_err(|error| VaultStartError::Disk { place: path, why: error.to_string() })?;
            if found.is_some_and(|bytes| self.key.open(file_name, &bytes).is_ok()) {
                return Ok(());
            }
        }
        if sealed.is_empty() { Ok(()) } else { Err(VaultStartError::WrongKey(self.directory.clone())) }
    }

    fn self_test(&self) -> Result<(), VaultError> {
        let path = self.path(&self.key.file_name(SELF_TEST));
        let mut written = [0; 32];
        getrandom::fill(&mut written).map_err(|error| VaultError::Unreachable(error.to_string()))?;
        disk::replace(&path, &self.key.seal(SELF_TEST, &written)?).map_err(|error| unreachable_at(&error))?;
        if self.get(SELF_TEST)?.as_deref() != Some(&written) {
            return Err(VaultError::Sealed(SELF_TEST.to_owned()));
        }
        disk::remove(&path).map_err(|error| unreachable_at(&error))
    }

    fn path(&self, file_name: &str) -> PathBuf {
        self.directory.join(Path::new(file_name).with_extension(EXTENSION))
    }

    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, VaultError> {
        let file_name = self.key.file_name(name);
        let path = self.path(&file_name);
        // Looked at before it is read: whatever is put in its place meanwhile looks different.
        let stamp = Stamp::of(&path).map_err(|error| unreachable_at(&error))?;
        let Some(bytes) = disk::read(&path).map_err(|error| unreachable_at(&error))? else {
            return Ok(None);
        };
        match self.key.open(&file_name, &bytes) {
            Ok(mut opened) if opened.name == name => {
                let value = std::mem::take(&mut *opened.value);
                if let Some(stamp) = stamp.filter(Stamp::is_settled) {
                    self.opened.keep(file_name, stamp, &value);
                }
                Ok(Some(value))
            }
            Ok(_) | Err(_) => Err(VaultError::Sealed(name.to_owned())),
        }
    }

    /// What is there now, whoever put it there. A file's name follows from the name inside, so it is opened once.
    fn names(&self, prefix: &str) -> io::Result<Vec<String>> {
        let stamp = Stamp::of(&self.directory)?;
        let mut sealed = disk::stems(&self.directory, EXTENSION)?;
        sealed.sort_unstable();
        let mut known = locked(&self.names);
        let Names { in_files, ordered } = &mut *known;
        in_files.retain(|file_name, _| sealed.binary_search(file_name).is_ok());
        let mut whole = true;
        for file_name in &sealed {
            if in_files.contains_key(file_name) {
                continue;
            }
            let Some(bytes) = disk::read(&self.path(file_name))? else { continue };
            if let Ok(opened) = self.key.open(file_name, &bytes) {
                in_files.insert(file_name.clone(), opened.name);
            } else {
                // One damaged file must not hide the others; it says so when it is asked for.
                tracing::warn!(file = %file_name, "a file of the vault does not open");
                whole = false;
            }
        }
        *ordered = in_files.values().cloned().collect();
        *locked(&self.listed) = stamp.filter(Stamp::is_settled).filter(|_| whole);
        Ok(beginning_with(prefix, ordered))
    }

    /// The names that begin so, if the directory is as it was.
    fn known_names(&self, prefix: &str) -> io::Result<Option<Vec<String>>> {
        let stamp = Stamp::of(&self.directory)?;
        let known = locked(&self.names);
        let same = stamp.is_some() && *locked(&self.listed) == stamp;
        Ok(same.then(|| beginning_with(prefix, &known.ordered)))
    }
}

fn beginning_with(prefix: &str, names: &BTreeSet<String>) -> Vec<String> {
    let from = names.range::<str, _>((Bound::Included(prefix), Bound::Unbounded));
    from.take_while(|name| name.starts_with(prefix)).cloned().collect()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unreachable_at(error: &io::Error) -> VaultError {
    VaultError::Unreachable(error.to_string())
}
