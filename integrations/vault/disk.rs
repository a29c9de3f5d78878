//! Files that are there whole or not at all, and that only their owner reads.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// What a file is called while it is written. A crash can leave one behind; nobody reads it.
const UNFINISHED: &str = "unfinished";

pub(crate) fn make_directory(directory: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(directory)
}

/// Puts a file in the place of whatever was there.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = write_beside(path, bytes)?;
    fs::rename(&unfinished, path)?;
    keep_directory(path)
}

/// Puts a file where none is. [`io::ErrorKind::AlreadyExists`] if there is one.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = write_beside(path, bytes)?;
    let linked = fs::hard_link(&unfinished, path);
    fs::remove_file(&unfinished)?;
    linked?;
    keep_directory(path)
}

pub(crate) fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    absent_is_none(fs::read(path))
}

pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match absent_is_none(fs::remove_file(path))? {
        Some(()) => keep_directory(path),
        None => Ok(()),
    }
}

/// The files of a directory that end so, with their stems, sorted.
pub(crate) fn stems(directory: &Path, extension: &str) -> io::Result<Vec<String>> {
    let mut stems = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == extension) {
            stems.extend(path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
        }
    }
    stems.sort_unstable();
    Ok(stems)
}

/// Whether anybody but the owner may read or change a file.
pub(crate) fn is_exposed(path: &Path) -> io::Result<bool> {
    Ok(fs::metadata(path)?.permissions().mode() & 0o077 != 0)
}

fn write_beside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
    let unfinished = path.with_extension(format!("{}.{UNFINISHED}", hex::encode(random)));
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&unfinished)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if let Err(error) = written {
        drop(fs::remove_file(&unfinished));
        return Err(error);
    }
    Ok(unfinished)
}

/// A rename is durable only once the directory is.
fn keep_directory(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => File::open(".")?.sync_all(),
        Some(parent) => File::open(parent)?.sync_all(),
        None => Ok(()),
    }
}

fn absent_is_none<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
