//! The sealed end of the audit chain, in a file of its own: what finds a cut tail.

use std::path::PathBuf;
use std::sync::Arc;

use kernel::ports::{StoreError, Vault};
use serde::{Deserialize, Serialize};

use crate::audit::Link;

/// Writes and reads the head file. The vault's key signs it, so that whoever changes the database cannot change it.
pub(crate) struct Head {
    path: PathBuf,
    vault: Arc<dyn Vault>,
}

/// The end of the chain as last committed, and the one a transaction was about to commit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ends {
    pub(crate) committed: Link,
    pub(crate) announced: Option<Link>,
}

#[derive(Serialize, Deserialize)]
struct Sealed {
    ends: Ends,
    seal: String,
}

impl Head {
    pub(crate) fn new(path: PathBuf, vault: Arc<dyn Vault>) -> Self {
        Self { path, vault }
    }

    /// Durable before the transaction commits.
    pub(crate) async fn announce(&self, committed: &Link, next: &Link) -> Result<(), StoreError> {
        self.write(Ends { committed: committed.clone(), announced: Some(next.clone()) }, Durable::Yes).await
    }

    /// After the commit. Losing this write to a power cut leaves the announcement, which says as much.
    pub(crate) async fn confirm(&self, committed: &Link) -> Result<(), StoreError> {
        self.write(Ends { committed: committed.clone(), announced: None }, Durable::No).await
    }

    /// Nothing if there is no head yet; an error in words if it is not one of ours.
    pub(crate) fn read(&self) -> Result<Option<Ends>, String> {
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{} cannot be read: {error}", self.path.display())),
        };
        let sealed: Sealed = serde_json::from_slice(&bytes)
            .map_err(|error| format!("{} is not a sealed head: {error}", self.path.display()))?;
        if self.seal(&sealed.ends) == sealed.seal {
            Ok(Some(sealed.ends))
        } else {
            Err(format!(
                "the seal of {} does not fit: it was changed, or sealed with another key",
                self.path.display()
            ))
        }
    }

    async fn write(&self, ends: Ends, durable: Durable) -> Result<(), StoreError> {
        let sealed = Sealed { seal: self.seal(&ends), ends };
        let path = self.path.clone();
        let written = tokio::task::spawn_blocking(move || replace(&path, &sealed, durable)).await;
        match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                Err(StoreError::Unreachable(format!("{} cannot be written: {error}", self.path.display())))
            }
            Err(error) => Err(StoreError::Unreachable(error.to_string())),
        }
    }

    fn seal(&self, ends: &Ends) -> String {
        let words = format!("audit head {}", serde_json::json!(ends));
        hex::encode(self.vault.sign(words.as_bytes()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Durable {
    Yes,
    No,
}

fn replace(path: &std::path::Path, sealed: &Sealed, durable: Durable) -> std::io::Result<()> {
    use std::io::Write as _;
    let beside = path.with_extension("head.new");
    let mut file = std::fs::File::create(&beside)?;
    file.write_all(serde_json::to_string(sealed)?.as_bytes())?;
    // Whichever of the two names survives a power cut, what stands under it is whole.
    file.sync_data()?;
    std::fs::rename(&beside, path)?;
    match (durable, path.parent()) {
        (Durable::Yes, Some(directory)) => std::fs::File::open(directory)?.sync_all(),
        _ => Ok(()),
    }
}
