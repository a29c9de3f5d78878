//! The sealed end of the audit chain, in a file of its own: what finds a cut tail.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, mpsc};

use kernel::ports::{StoreError, Vault};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::audit::Link;

/// Writes and reads the head file. The vault's key signs it, so that whoever changes the database cannot change it.
pub(crate) struct AuditHead {
    path: PathBuf,
    vault: Arc<dyn Vault>,
    clerk: OnceLock<mpsc::Sender<Errand>>,
}

/// What is to be announced, and who waits for it to be on the disk.
type Errand = (Sealed, oneshot::Sender<std::io::Result<()>>);

/// The end of the chain as last committed, and the one a transaction was about to commit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ends {
    pub(crate) committed: Link,
    pub(crate) announced: Option<Link>,
}

impl Ends {
    /// How far the chain goes by it.
    fn reach(&self) -> i64 {
        self.announced.as_ref().unwrap_or(&self.committed).number
    }
}

#[derive(Serialize, Deserialize)]
struct Sealed {
    ends: Ends,
    seal: String,
}

impl AuditHead {
    pub(crate) fn new(path: PathBuf, vault: Arc<dyn Vault>) -> Self {
        Self { path, vault, clerk: OnceLock::new() }
    }

    /// Durable before the transaction commits.
    pub(crate) async fn announce(&self, committed: &Link, next: &Link) -> Result<(), StoreError> {
        let ends = Ends { committed: committed.clone(), announced: Some(next.clone()) };
        let (done, written) = oneshot::channel();
        let errand = (self.sealed(ends, ANNOUNCED), done);
        let gone = || std::io::Error::other("the thread that writes it is gone");
        let sent = self.clerk().and_then(|clerk| clerk.send(errand).map_err(|_| gone()));
        let written = match sent {
            Ok(()) => written.await.unwrap_or_else(|_| Err(gone())),
            failed => failed,
        };
        self.told(written)
    }

    /// One thread waits for the disk, from the first announcement on. The runtime's threads for waiting also look up names, and
    /// a name server that does not answer is to keep nobody from the journal.
    fn clerk(&self) -> std::io::Result<&mpsc::Sender<Errand>> {
        if let Some(clerk) = self.clerk.get() {
            return Ok(clerk);
        }
        let (clerk, errands) = mpsc::channel::<Errand>();
        let path = self.path.clone();
        let work = move || {
            for (sealed, done) in errands {
                // Whoever waited may have gone away; what is announced stays true.
                let _gone = done.send(announce(&path, &sealed));
            }
        };
        std::thread::Builder::new().name("audit head".to_owned()).spawn(work)?;
        Ok(self.clerk.get_or_init(|| clerk))
    }

    /// After the commit. Losing this write to a power cut leaves the announcement, which says as much; so it goes no farther
    /// than to memory, beside what was announced a moment ago, and that takes less time than asking another thread to do it.
    pub(crate) fn confirm(&self, committed: &Link) -> Result<(), StoreError> {
        let sealed = self.sealed(Ends { committed: committed.clone(), announced: None }, CONFIRMED);
        self.told(open(&self.path).and_then(|file| overwrite(&file, &sealed, CONFIRMED)))
    }

    /// Nothing if there is no head yet; an error in words if it is not one of ours.
    pub(crate) fn read(&self) -> Result<Option<Ends>, String> {
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{} cannot be read: {error}", self.path.display())),
        };
        let (confirmed, announced) = bytes.split_at(PLACE.min(bytes.len()));
        let confirmed = self.unseal(confirmed, CONFIRMED)?;
        let announced = self.unseal(announced, ANNOUNCED)?;
        match (confirmed, announced) {
            (Some(confirmed), Some(announced)) if announced.reach() > confirmed.reach() => {
                Ok(Some(announced))
            }
            (Some(confirmed), _) => Ok(Some(confirmed)),
            // Only the very first commit was announced before anything was confirmed.
            (None, Some(announced)) if announced.committed == Link::default() => Ok(Some(announced)),
            (None, _) => Err(format!("a part of {} is missing", self.path.display())),
        }
    }

    /// Nothing if nothing was ever written there.
    fn unseal(&self, words: &[u8], place: u64) -> Result<Option<Ends>, String> {
        if words.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let sealed: Sealed = serde_json::from_slice(words)
            .map_err(|error| format!("{} is not a sealed head: {error}", self.path.display()))?;
        if self.seal(&sealed.ends, place) == sealed.seal {
            Ok(Some(sealed.ends))
        } else {
            Err(format!(
                "the seal of {} does not fit: it was changed, or sealed with another key",
                self.path.display()
            ))
        }
    }

    fn sealed(&self, ends: Ends, place: u64) -> Sealed {
        Sealed { seal: self.seal(&ends, place), ends }
    }

    fn told(&self, written: std::io::Result<()>) -> Result<(), StoreError> {
        written.map_err(|error| {
            StoreError::Unreachable(format!("{} cannot be written: {error}", self.path.display()))
        })
    }

    /// What was announced cannot be put into the place of what was confirmed.
    fn seal(&self, ends: &Ends, place: u64) -> String {
        let words = format!("audit head {place} {}", serde_json::json!(ends));
        hex::encode(self.vault.sign(words.as_bytes()))
    }
}

/// One sector of a disk, which is written whole or not at all: a power cut leaves what stood there or what was to stand
/// there, in either place, and both fit what is committed then.
const PLACE: usize = 512;
const CONFIRMED: u64 = 0;
const ANNOUNCED: u64 = 1;

fn announce(path: &Path, sealed: &Sealed) -> std::io::Result<()> {
    let new = !path.exists();
    let file = open(path)?;
    overwrite(&file, sealed, ANNOUNCED)?;
    file.sync_data()?;
    match path.parent().filter(|_| new) {
        Some(directory) => File::open(directory)?.sync_all(),
        None => Ok(()),
    }
}

fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(false).open(path)
}

fn overwrite(file: &File, sealed: &Sealed, place: u64) -> std::io::Result<()> {
    let mut words = serde_json::to_vec(sealed)?;
    if words.len() >= PLACE {
        return Err(std::io::Error::other("the head does not fit its place"));
    }
    words.resize(PLACE - 1, b' ');
    words.push(b'\n');
    file.write_all_at(&words, place * PLACE as u64)
}

#[cfg(test)]
mod tests {
    use kernel::ports::{Soon, VaultError};

    use super::*;

    /// Signs, and keeps nothing.
    struct Seal;

    impl Vault for Seal {
        fn put<'a>(&'a self, _: &'a str, _: &'a [u8]) -> Soon<'a, Result<(), VaultError>> {
            Box::pin(async { Ok(()) })
        }

        fn get<'a>(&'a self, _: &'a str) -> Soon<'a, Result<Option<Vec<u8>>, VaultError>> {
            Box::pin(async { Ok(None) })
        }

        fn remove<'a>(&'a self, _: &'a str) -> Soon<'a, Result<(), VaultError>> {
            Box::pin(async { Ok(()) })
        }

        fn names<'a>(&'a self, _: &'a str) -> Soon<'a, Result<Vec<String>, VaultError>> {
            Box::pin(async { Ok(Vec::new()) })
        }

        fn sign(&self, words: &[u8]) -> [u8; 32] {
            use sha2::Digest as _;
            sha2::Sha256::new().chain_update("key").chain_update(words).finalize().into()
        }
    }

    fn link(number: i64) -> Link {
        (0..number).fold(Link::default(), |link, _| link.next("record"))
    }

    async fn at(number: i64) -> (tempfile::TempDir, AuditHead) {
        let directory = tempfile::tempdir().unwrap();
        let head = AuditHead::new(directory.path().join("audit.head"), Arc::new(Seal));
        for next in 1..=number {
            head.announce(&link(next - 1), &link(next)).await.unwrap();
            head.confirm(&link(next)).unwrap();
        }
        (directory, head)
    }

    #[tokio::test]
    async fn it_says_what_is_committed_and_what_may_be() {
        let (_directory, head) = at(0).await;
        assert_eq!(head.read(), Ok(None));
        for number in 0..3 {
            head.announce(&link(number), &link(number + 1)).await.unwrap();
            let both = Ends { committed: link(number), announced: Some(link(number + 1)) };
            assert_eq!(head.read(), Ok(Some(both)));
            head.confirm(&link(number + 1)).unwrap();
            assert_eq!(head.read(), Ok(Some(Ends { committed: link(number + 1), announced: None })));
        }
    }

    #[tokio::test]
    async fn a_part_of_it_says_nothing() {
        let (_directory, head) = at(3).await;
        let right = std::fs::read(&head.path).unwrap();
        let (confirmed, announced) = right.split_at(PLACE);
        let blank = vec![0; PLACE];
        for wrong in [[&blank, announced].concat(), [announced, announced].concat(), blank.clone()] {
            std::fs::write(&head.path, wrong).unwrap();
            assert!(head.read().is_err());
        }
        std::fs::write(&head.path, confirmed).unwrap();
        assert_eq!(head.read(), Ok(Some(Ends { committed: link(3), announced: None })));
    }
}
