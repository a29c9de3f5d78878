//! The data directory, and the lock that keeps a second instance out.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// A data directory that is ours as long as this lives.
#[derive(Debug)]
pub struct Place {
    directory: PathBuf,
    _lock: File,
}

#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    #[error(
        "another instance of countersign already works in {0}. Stop it first, or choose another --data-dir."
    )]
    Busy(PathBuf),
    #[error("the data directory {path} cannot be used: {why}. Choose another with --data-dir.")]
    Unusable { path: PathBuf, why: String },
    #[error("there is no home directory to keep data in. Choose a place with --data-dir.")]
    Nowhere,
}

impl Place {
    /// Makes the directory if need be, readable by its owner only, and locks it.
    pub fn take(directory: &Path) -> Result<Self, PlaceError> {
        let unusable = |error: std::io::Error| PlaceError::Unusable {
            path: directory.to_owned(),
            why: error.to_string(),
        };
        if directory.is_file() {
            return Err(unusable(std::io::Error::other("it is a file, not a folder")));
        }
        make_private(directory).map_err(unusable)?;
        let lock = File::create(directory.join("lock")).map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { directory: directory.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(PlaceError::Busy(directory.to_owned())),
            Err(TryLockError::Error(error)) => Err(unusable(error)),
        }
    }

    /// Removes everything in it but the lock.
    pub fn clear(&self) -> Result<(), PlaceError> {
        let unusable = |error: std::io::Error| PlaceError::Unusable {
            path: self.directory.clone(),
            why: error.to_string(),
        };
        for entry in std::fs::read_dir(&self.directory).map_err(unusable)? {
            let entry = entry.map_err(unusable)?;
            if entry.file_name() == "lock" {
                continue;
            }
            let is_directory = entry.file_type().map_err(unusable)?.is_dir();
            let removed = if is_directory {
                std::fs::remove_dir_all(entry.path())
            } else {
                std::fs::remove_file(entry.path())
            };
            removed.map_err(unusable)?;
        }
        Ok(())
    }

    pub fn path(&self) -> &Path {
        &self.directory
    }
}

/// Below the user's data directory, e.g. `~/.local/share/countersign/try`.
pub(crate) fn default_directory(name: &str) -> Result<PathBuf, PlaceError> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local").join("share")))
        .ok_or(PlaceError::Nowhere)?;
    Ok(data.join("countersign").join(name))
}

#[cfg(unix)]
fn make_private(directory: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(directory)
}

#[cfg(not(unix))]
fn make_private(directory: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(directory)
}
