//! The grants that are in use, out of the vault, one place each: whoever holds the place may change the grant.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::ports::{Vault, VaultError};

use crate::grant::Grant;

/// Held while a grant is renewed, so that many calls at once lead to one renewal.
pub(super) type Place = Arc<tokio::sync::Mutex<Option<Grant>>>;

#[derive(Default)]
pub(super) struct Shelf(Mutex<HashMap<String, Place>>);

impl Shelf {
    pub(super) fn place(&self, name: &str) -> Place {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(places.entry(name.to_owned()).or_default())
    }

    pub(super) async fn read(&self, vault: &dyn Vault, name: &str) -> Result<Option<Grant>, VaultError> {
        let place = self.place(name);
        let mut held = place.lock().await;
        // Somebody may have signed in by another process since.
        *held = open(vault, name).await?;
        Ok(held.clone())
    }
}

pub(super) async fn open(vault: &dyn Vault, name: &str) -> Result<Option<Grant>, VaultError> {
    let Some(bytes) = vault.get(name).await? else { return Ok(None) };
    serde_json::from_slice(&bytes).map(Some).map_err(|error| {
        VaultError::Unreachable(format!("`{name}` is not a grant this build can read ({error})"))
    })
}

pub(super) async fn seal(vault: &dyn Vault, name: &str, grant: &Grant) -> Result<(), VaultError> {
    let bytes = serde_json::to_vec(grant).map_err(|error| VaultError::Unreachable(error.to_string()))?;
    vault.put(name, &bytes).await
}
