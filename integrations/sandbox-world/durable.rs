//! The state file: every change is in it before anybody is told that the change was made.
//!
//! Knows nothing of what it writes; one task writes, however many wait.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::watch;

use crate::{changes::Changes, error::SandboxError};

/// Lets anybody await that a change has been written.
#[derive(Clone, Debug)]
pub struct Durable(Option<watch::Receiver<u64>>);

impl Durable {
    /// For a sandbox that remembers nothing.
    pub fn nowhere() -> Self {
        Self(None)
    }

    /// Waits until the first `count` changes are in the file.
    pub async fn written(&self, count: u64) {
        if let Some(receiver) = &self.0 {
            let mut receiver = receiver.clone();
            // The writer ends only with the sandbox, and then nobody is left to be answered.
            let _ended = receiver.wait_for(|written| *written >= count).await;
        }
    }
}

/// Writes snapshots to a file.
pub struct Writer<S> {
    path: PathBuf,
    changes: Changes,
    snapshot: Arc<dyn Fn() -> Result<S, serde_json::Error> + Send + Sync>,
    /// One at a time, and each takes its snapshot in turn: a write that was given up still runs to its end.
    turn: Arc<Mutex<()>>,
    written: watch::Sender<u64>,
}

impl<S: Serialize + Send + 'static> Writer<S> {
    pub fn new(
        path: PathBuf,
        changes: Changes,
        snapshot: impl Fn() -> Result<S, serde_json::Error> + Send + Sync + 'static,
    ) -> (Self, Durable) {
        let (written, receiver) = watch::channel(0);
        (
            Self { path, changes, snapshot: Arc::new(snapshot), turn: Arc::default(), written },
            Durable(Some(receiver)),
        )
    }

    /// Writes whenever something has changed; drop the future to end it.
    pub async fn go_on(&self) {
        let mut bell = self.changes.listen();
        loop {
            bell.mark_unchanged();
            if let Err(error) = self.write().await {
                tracing::error!(%error, "trying again in a second");
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            }
            if bell.changed().await.is_err() {
                return;
            }
        }
    }

    /// Writes one snapshot. The count is read first, so the snapshot holds at least that many changes.
    pub async fn write(&self) -> Result<(), SandboxError> {
        let count = self.changes.count();
        let (path, snapshot, turn) = (self.path.clone(), Arc::clone(&self.snapshot), Arc::clone(&self.turn));
        let saved = tokio::task::spawn_blocking(move || {
            let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
            save(&path, &*snapshot)
        })
        .await;
        saved.map_err(|error| unwritable(&self.path, error))??;
        self.written.send_replace(count);
        Ok(())
    }
}

/// The last snapshot, if there is one.
pub fn load<S: DeserializeOwned>(path: &Path) -> Result<Option<S>, SandboxError> {
    let unreadable = |source: Box<dyn std::error::Error + Send + Sync>| SandboxError::StateUnreadable {
        path: path.to_owned(),
        source,
    };
    match fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| unreadable(error.into())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(error.into())),
    }
}

fn save<S: Serialize>(
    path: &Path,
    snapshot: &dyn Fn() -> Result<S, serde_json::Error>,
) -> Result<(), SandboxError> {
    let bytes = snapshot()
        .and_then(|snapshot| serde_json::to_vec(&snapshot))
        .map_err(|error| unwritable(path, error))?;
    let draft = path.with_extension("new");
    fs::write(&draft, bytes).and_then(|()| fs::rename(&draft, path)).map_err(|error| unwritable(path, error))
}

fn unwritable(path: &Path, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> SandboxError {
    SandboxError::StateUnwritable { path: path.to_owned(), source: source.into() }
}
