//! Whether a file or directory is still as it was when it was last looked into.

use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Two changes within this time can look like one: file systems keep time in steps.
const STEP: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    file: (u64, u64),
    length: u64,
    /// The kernel sets it with every change, and nobody else can.
    changed: (i64, i64),
}

impl Stamp {
    /// Nothing if there is nothing.
    pub(crate) fn of(path: &Path) -> io::Result<Option<Self>> {
        match path.metadata() {
            Ok(found) => Ok(Some(Self {
                file: (found.dev(), found.ino()),
                length: found.len(),
                changed: (found.ctime(), found.ctime_nsec()),
            })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether a later change cannot bear the same stamp.
    pub(crate) fn is_settled(&self) -> bool {
        let Ok(since) = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH) else { return false };
        let Ok(changed) = u64::try_from(self.changed.0) else { return false };
        since.saturating_sub(Duration::from_secs(changed)) > 2 * STEP
    }
}
