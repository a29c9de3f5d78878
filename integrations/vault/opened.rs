//! What was opened before and has not changed since. Whose account is used is asked with every call and changes seldom.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use zeroize::Zeroizing;

use crate::stamp::Stamp;

/// By the names of their files. What it holds is as secret as the key that opened it.
#[derive(Default)]
pub(crate) struct Opened(Mutex<HashMap<String, Value>>);

struct Value {
    stamp: Stamp,
    bytes: Zeroizing<Vec<u8>>,
}

impl Opened {
    /// What was in the file when it looked like this.
    pub(crate) fn get(&self, file_name: &str, stamp: Stamp) -> Option<Vec<u8>> {
        self.lock().get(file_name).filter(|value| value.stamp == stamp).map(|value| value.bytes.to_vec())
    }

    /// With a stamp that is settled, and was taken before the file was read.
    pub(crate) fn keep(&self, file_name: String, stamp: Stamp, bytes: &[u8]) {
        self.lock().insert(file_name, Value { stamp, bytes: Zeroizing::new(bytes.to_vec()) });
    }

    pub(crate) fn forget(&self, file_name: &str) {
        self.lock().remove(file_name);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Value>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Opened {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Opened({})", self.lock().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_replaced_changed_or_removed_is_not_known_any_more() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        let stamp = || Stamp::of(&path).unwrap();
        crate::disk::replace(&path, b"first").unwrap();
        let (opened, first) = (Opened::default(), stamp().unwrap());
        assert!(!first.is_settled(), "it was written just now");
        opened.keep("file".to_owned(), first, b"secret");
        assert_eq!(opened.get("file", first).as_deref(), Some(b"secret".as_slice()));
        assert_eq!(opened.get("other", first), None);
        assert!(!format!("{opened:?}").contains("secret"));

        crate::disk::replace(&path, b"other").unwrap();
        let second = stamp().unwrap();
        assert_eq!(opened.get("file", second), None);
        opened.keep("file".to_owned(), second, b"secret");
        std::fs::write(&path, b"longer").unwrap();
        assert_eq!(opened.get("file", stamp().unwrap()), None);

        opened.forget("file");
        assert_eq!(opened.get("file", second), None);
        crate::disk::remove(&path).unwrap();
        assert_eq!(stamp(), None);
    }
}
