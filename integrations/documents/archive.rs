//! Archives that unpack to too much, found before a parser opens them. Does not know what is in them.

use std::io::{Cursor, Read as _, copy, sink};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::limits::Limits;
use crate::protocol::Unreadable;

/// The names of the files in an archive that is safe to unpack.
///
/// What an archive says about itself is checked first, for it is cheap; then everything is unpacked once into nothing,
/// as what it says may be a lie.
pub(crate) fn names(bytes: &[u8], limits: &Limits) -> Result<Vec<String>, Unreadable> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(reason)?;
    let most = (bytes.len() as u64).saturating_mul(limits.ratio).max(limits.small).min(limits.unpacked);
    if archive.len() > limits.entries {
        return Err(Unreadable::Explodes);
    }
    let mut names = Vec::with_capacity(archive.len());
    let mut declared = 0_u64;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(reason)?;
        declared = declared.saturating_add(entry.size());
        names.push(entry.name().map_err(reason)?.into_owned());
    }
    let mut left = most.checked_sub(declared).map(|_| most).ok_or(Unreadable::Explodes)?;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(reason)?;
        let unpacked =
            copy(&mut entry.take(left.saturating_add(1)), &mut sink()).map_err(Unreadable::damaged)?;
        left = left.checked_sub(unpacked).ok_or(Unreadable::Explodes)?;
    }
    Ok(names)
}

fn reason(error: ZipError) -> Unreadable {
    match error {
        ZipError::InvalidPassword | ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            Unreadable::Encrypted
        }
        other => Unreadable::damaged(other),
    }
}
