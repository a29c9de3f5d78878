//! The credentials of a sign-in, as the vault keeps them: sealed, under the name of the server.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use kernel::ports::Vault;
use rmcp::transport::auth::{AuthError, CredentialStore, StoredCredentials};
use serde::{Deserialize, Serialize};

/// A later connection needs this, and the library does not keep it: it would renew a token without the secret, and
/// look for the server's metadata without knowing where the server said it is.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct Beside {
    #[serde(default)]
    pub(super) client_secret: Option<String>,
    /// The `WWW-Authenticate` header that the sign-in began with.
    #[serde(default)]
    pub(super) challenge: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Sealed {
    #[serde(flatten)]
    credentials: StoredCredentials,
    #[serde(flatten)]
    beside: Beside,
}

/// The credentials of one server.
pub(super) struct Kept {
    vault: Arc<dyn Vault>,
    name: String,
    beside: Beside,
}

/// Under which name the vault keeps it.
pub(super) fn kept_as(server: &str) -> String {
    format!("mcp/{server}")
}

impl Kept {
    pub(super) fn of(server: &str, vault: Arc<dyn Vault>, beside: Beside) -> Self {
        Self { vault, name: kept_as(server), beside }
    }

    /// As they were kept last, with what was kept beside them.
    pub(super) async fn read(
        server: &str,
        vault: &Arc<dyn Vault>,
    ) -> Result<Option<(StoredCredentials, Beside)>, AuthError> {
        let sealed = vault.get(&kept_as(server)).await.map_err(|error| unkept(&error))?;
        let sealed = sealed.map(|bytes| serde_json::from_slice::<Sealed>(&bytes)).transpose();
        let sealed = sealed.map_err(|error| unkept(&error))?;
        Ok(sealed.map(|Sealed { credentials, beside }| (credentials, beside)))
    }
}

type Stored<'a, T> = Pin<Box<dyn Future<Output = Result<T, AuthError>> + Send + 'a>>;

impl CredentialStore for Kept {
    fn load<'a, 'b>(&'a self) -> Stored<'b, Option<StoredCredentials>>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move {
            let sealed = self.vault.get(&self.name).await.map_err(|error| unkept(&error))?;
            sealed.map(|bytes| serde_json::from_slice(&bytes)).transpose().map_err(|error| unkept(&error))
        })
    }

    fn save<'a, 'b>(&'a self, credentials: StoredCredentials) -> Stored<'b, ()>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move {
            let sealed = Sealed { credentials, beside: self.beside.clone() };
            let bytes = serde_json::to_vec(&sealed).map_err(|error| unkept(&error))?;
            self.vault.put(&self.name, &bytes).await.map_err(|error| unkept(&error))
        })
    }

    fn clear<'a, 'b>(&'a self) -> Stored<'b, ()>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move { self.vault.remove(&self.name).await.map_err(|error| unkept(&error)) })
    }
}

fn unkept(error: &dyn std::error::Error) -> AuthError {
    AuthError::CredentialStoreError(error.to_string())
}
